// rotation/so3.hpp -- turning smoothly from one attitude to another
#include "polhode/rotation/so3.hpp"

#include <cstdio>

using namespace polhode;

int main() {
  const Quaternion<double> from = to_quaternion(exp(Vec3<double>{0, 0, 0.5}));
  const Quaternion<double> to = to_quaternion(exp(Vec3<double>{1.2, -0.4, 2.0}));
  // The turn between them as one rotation vector: its direction is the axis, its length the angle.
  const Vec3<double> v = log(conj(from) * to);
  std::printf("turn by %.4f rad about %.4f %.4f %.4f\n", norm(v), v.x / norm(v), v.y / norm(v), v.z / norm(v));
  for (int i = 0; i <= 4; ++i) {
    const Quaternion<double> Q = from * exp((0.25 * i) * v);
    std::printf("%3d %%  %8.5f %8.5f %8.5f %8.5f\n", 25 * i, Q.w, Q.v.x, Q.v.y, Q.v.z);
  }
  // In quaternions of either sign the way is the same, and it ends where it should.
  const Vec3<double> other = log(-(conj(from) * to));
  return norm(v - other) == 0 && norm2(from * exp(v) - to) < 1e-30 ? 0 : 1;
}
