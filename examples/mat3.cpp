// rotation/mat3.hpp -- attitude from two measured directions (the TRIAD method)
#include "polhode/rotation/mat3.hpp"

#include <cstdio>

using namespace polhode;

// Axes made of two directions: the first, the common perpendicular, and what completes them; as columns.
Mat3<double> triad(const Vec3<double>& a, const Vec3<double>& b) {
  const Vec3<double> x = a / norm(a), n = cross(a, b), y = n / norm(n);
  return transpose(Mat3<double>{x, y, cross(x, y)});
}

int main() {
  // The sun and the magnetic field in space, and as a satellite with this attitude measures them.
  const Quaternion<double> Q = normalized(Quaternion<double>{0.3, {0.8, -0.4, 0.2}});
  const Vec3<double> sun{1, 0.2, 0}, field{0.1, -0.4, 0.9};
  const Vec3<double> sun_on_board = rotate_back(Q, sun), field_on_board = rotate_back(Q, field);

  const Mat3<double> R = triad(sun, field) * transpose(triad(sun_on_board, field_on_board));
  const Quaternion<double> found = from_matrix(R);
  std::printf("attitude  %.6f %.6f %.6f %.6f\n", Q.w, Q.v.x, Q.v.y, Q.v.z);
  std::printf("found     %.6f %.6f %.6f %.6f\n", found.w, found.v.x, found.v.y, found.v.z);
  std::printf("determinant - 1 = %.1e\n", det(R) - 1);
  return norm2(found - Q) < 1e-30 ? 0 : 1;
}
