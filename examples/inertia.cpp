// body/inertia.hpp -- principal axes of a satellite with a boom at an angle
#include "polhode/body/inertia.hpp"

#include <cmath>
#include <cstdio>

using namespace polhode;

int main() {
  // A box of 100 kg, and a mass of 5 kg at each end of a boom through its centre: the tensor in the box's axes.
  const Vec3<double> tip{2, 1, 0.5};
  const Vec3<double> box = Inertia::box(100, 1.0, 1.2, 0.8).moments();
  Mat3<double> J = Mat3<double>::diagonal(box) + (2 * 5.0) * (norm2(tip) * Mat3<double>::identity());
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) J[i][j] -= 2 * 5.0 * tip[i] * tip[j];

  const Inertia inertia = Inertia::tensor(J);
  const Vec3<double> I = inertia.moments();
  std::printf("principal moments  %.4f %.4f %.4f kg m^2\n", I.x, I.y, I.z);
  for (int i = 0; i < 3; ++i) {
    Vec3<double> axis{};
    axis[i] = 1;
    const Vec3<double> in_box = rotate(inertia.frame(), axis);
    std::printf("axis %d in the box  %7.4f %7.4f %7.4f\n", i + 1, in_box.x, in_box.y, in_box.z);
  }
  // Spun about the box's z axis, the momentum is not along it: the satellite will wobble.
  const Vec3<double> w{0, 0, 1}, m = inertia.momentum(w);
  std::printf("momentum of a spin about z is %.1f degrees off\n", std::acos(m.z / norm(m)) * 180 / M_PI);
  return norm(m - J * w) < 1e-13 && norm(inertia.angular_velocity(m) - w) < 1e-15 ? 0 : 1;
}
