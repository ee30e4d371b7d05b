// rotation/quaternion.hpp -- where does a camera on a turned vehicle look?
#include "polhode/rotation/quaternion.hpp"

#include <cmath>
#include <cstdio>

using namespace polhode;

Quaternion<double> about(const Vec3<double>& axis, double degrees) {
  const double half = degrees * M_PI / 360;
  return {std::cos(half), std::sin(half) * axis};
}

int main() {
  // First heading (90 degrees about z), then nose up (30 degrees about the vehicle's own y axis, downwards positive).
  const Quaternion<double> Q = about({0, 0, 1}, 90) * about({0, 1, 0}, -30);
  const Vec3<double> ahead = rotate(Q, Vec3<double>{1, 0, 0});  // body -> space
  std::printf("the nose points to  %6.3f %6.3f %6.3f\n", ahead.x, ahead.y, ahead.z);

  const Vec3<double> up = rotate_back(Q, Vec3<double>{0, 0, 1});  // space -> body
  std::printf("up, seen on board   %6.3f %6.3f %6.3f\n", up.x, up.y, up.z);

  const bool right = norm(ahead - Vec3<double>{0, std::sqrt(0.75), 0.5}) < 1e-15 && std::fabs(norm2(Q) - 1) < 1e-15;
  return right ? 0 : 1;
}
