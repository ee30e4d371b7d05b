// rotation/vec3.hpp -- area and unit normal of a triangle
#include "polhode/rotation/vec3.hpp"

#include <cstdio>

using namespace polhode;

int main() {
  const Vec3<double> a{1, 0, 0}, b{0, 2, 0}, c{0, 0, 3};
  const Vec3<double> n = cross(b - a, c - a);  // at right angles to both edges, twice the area long
  const double area = 0.5 * norm(n);
  const Vec3<double> unit = n / norm(n);

  std::printf("area   %.6f\n", area);
  std::printf("normal %.6f %.6f %.6f\n", unit.x, unit.y, unit.z);
  // All three corners lie in the plane unit . r = d.
  const double d = dot(unit, a);
  const bool right = area == 3.5 && std::fabs(dot(unit, b) - d) < 1e-15 && std::fabs(dot(unit, c) - d) < 1e-15;
  return right ? 0 : 1;
}
