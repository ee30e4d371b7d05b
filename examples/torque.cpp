// torque.hpp -- a door on a spring, held in a draught: a potential from two functions, friction, and a gust with its times
#include "polhode/torque.hpp"

#include <cmath>
#include <cstdio>
#include <vector>

#include "polhode/invariants.hpp"
#include "polhode/methods/cf4.hpp"
#include "polhode/torques/constant.hpp"
#include "polhode/torques/drag.hpp"

using namespace polhode;

int main() {
  // U = k (1 - cos angle), for a turn by any angle about any axis: 2 k |v|^2 with the vector part of the quaternion.
  const auto spring =
      potential([](const auto& Q) { return 6.0 * dot(Q.v, Q.v); }, [](const auto& Q) { return -6.0 * Q.w * Q.v; });
  const ConstantTorque gust{{0, 0, 0.5}, Frame::space, 1.0, 3.0};
  const auto everything = sum_of_torques(spring, Drag{0.8}, gust);
  static_assert(Potential<decltype(spring)> && !Potential<decltype(everything)> && GeneralTorque<decltype(everything)>);

  // The torque is minus the derivative of the energy along a turn.
  const Quaternion<double> Q = to_quaternion(exp(Vec3<double>{0.3, -0.2, 0.9}));
  const Vec3<double> w{0.5, 0.7, -0.4};
  const double d = 1e-5, slope = (spring.energy(Q * exp(d * w)) - spring.energy(Q * exp(-d * w))) / (2 * d);
  std::printf("torque against the slope of the energy: %.1e\n", dot(spring.torque(Q), w) + slope);

  // From one switch to the next, so that no step sees the gust begin or end.
  const Principal<double> door({0.5, 0.6, 0.4});
  State<double> s;
  NoMemory none;
  double t = 0, widest = 0;
  std::vector<double> ends = switches(everything);
  ends.push_back(20.0);
  for (const double end : ends) {
    const auto now = during(everything, t);
    const int n = int(std::ceil((end - t) / 0.01));
    for (int i = 0; i < n; ++i) {
      Cf4::step(door, now, t + i * (end - t) / n, (end - t) / n, s, none);
      widest = std::fmax(widest, attitude_distance(s.Q, {}));
    }
    t = end;
    std::printf("t = %4.1f s   open by %.4f rad\n", t, attitude_distance(s.Q, {}));
  }
  const bool moved = widest > 0.15, closed = attitude_distance(s.Q, {}) < 1e-6;
  return std::fabs(dot(spring.torque(Q), w) + slope) < 1e-9 && moved && closed ? 0 : 1;
}
