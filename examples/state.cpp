// body/state.hpp -- a state as telemetry gives it: attitude and angular velocity in body axes
#include "polhode/body/state.hpp"

#include <cstdio>

#include "polhode/body/inertia.hpp"
#include "polhode/body/invariants.hpp"

using namespace polhode;

int main() {
  const Inertia body = Inertia::cylinder(800, 1.1, 3.2);
  const Quaternion<double> attitude{0.182574, {0.365148, 0.547723, 0.730297}};  // six digits: not quite of unit length
  const Vec3<double> angular_velocity{0.002, -0.001, 0.06};

  // A state holds the momentum, not the velocity; `checked` refuses nonsense and sets the length right.
  const State<double> s = checked({attitude, body.momentum(angular_velocity)});
  const Vec3<double> L = spatial_momentum(s);
  std::printf("momentum in body axes   %9.4f %9.4f %9.4f N m s\n", s.m.x, s.m.y, s.m.z);
  std::printf("momentum in space axes  %9.4f %9.4f %9.4f N m s\n", L.x, L.y, L.z);
  std::printf("length of the attitude  %.9f, now 1 %+.0e\n", std::sqrt(norm2(attitude)), norm2(s.Q) - 1);
  return std::fabs(norm2(s.Q) - 1) < 1e-15 && std::fabs(norm(L) - norm(s.m)) < 1e-12 ? 0 : 1;
}
