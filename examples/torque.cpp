// torques/torque.hpp -- a door on a spring in a draught: a potential from two functions, friction, a gust
#include "polhode/torques/torque.hpp"

#include <cmath>
#include <cstdio>
#include <type_traits>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/drive/plan.hpp"
#include "polhode/methods/cf4.hpp"
#include "polhode/torques/combined.hpp"
#include "polhode/torques/constant.hpp"
#include "polhode/torques/drag.hpp"

using namespace polhode;

int main() {
  // U = k (1 - cos angle), for a turn by any angle about any axis: 2 k |v|^2 with the vector part of the quaternion.
  const auto spring =
      potential([](const auto& Q) { return 6.0 * dot(Q.v, Q.v); }, [](const auto& Q) { return -6.0 * Q.w * Q.v; });
  const ConstantTorque gust{{0, 0, 0.5}, Frame::space, 1.0, 3.0};
  const auto everything = sum_of_torques(spring, Drag(0.8), gust);
  static_assert(Potential<decltype(spring)> && !Potential<decltype(everything)> && TorqueModel<decltype(everything)>);

  // The torque is minus the derivative of the energy along a turn.
  const Quaternion<double> Q = to_quaternion(exp(Vec3<double>{0.3, -0.2, 0.9}));
  const Vec3<double> w{0.5, 0.7, -0.4};
  const double d = 1e-5, slope = (spring.energy(Q * exp(d * w)) - spring.energy(Q * exp(-d * w))) / (2 * d);
  std::printf("torque against the slope of the energy: %.1e\n", dot(spring.torque(Q), w) + slope);

  // From one switch to the next, so that no step sees the gust begin or end.
  const Principal<double> door({0.5, 0.6, 0.4});
  PrincipalState<double> s;
  Drive<Cf4, std::remove_cvref_t<decltype(everything)>> body(door, everything);
  double widest = 0;
  for (const Stretch& stretch : plan(0, 20, switches(everything), {.length = 0.01})) {
    body.restart(during(everything, stretch.from));
    for (long i = 0; i < stretch.n; ++i) {
      body.step(time_step(stretch, i), s);
      widest = std::fmax(widest, attitude_distance(s.Q, {}));
    }
    std::printf("t = %4.1f s   open by %.4f rad\n", stretch.until, attitude_distance(s.Q, {}));
  }
  const bool moved = widest > 0.15, closed = attitude_distance(s.Q, {}) < 1e-6;
  return std::fabs(dot(spring.torque(Q), w) + slope) < 1e-9 && moved && closed ? 0 : 1;
}
