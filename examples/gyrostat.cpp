// exact/gyrostat.hpp -- a satellite with a momentum wheel: how far does its antenna swing, today and in a year?
#include "polhode/exact/gyrostat.hpp"

#include <cmath>
#include <cstdio>

#include "polhode/body/inertia.hpp"
#include "polhode/body/invariants.hpp"

using namespace polhode;

int main() {
  const Inertia inertia = Inertia::principal(120, 95, 60);  // kg m^2
  const Vec3<double> wheel{0, 0, 8}, w{0.002, -0.001, 0.001};
  // The momentum is that of the body and its wheel together.
  const State<double> start{{}, inertia.momentum(w) + wheel};
  const GyrostatMotion<double> motion(inertia, wheel, start);
  const FreeMotion<double> without(inertia, {{}, inertia.momentum(w)});
  std::printf("the momentum returns in the body after %.1f s\n", motion.period());

  const auto tilt = [](const State<double>& s) {
    return std::acos(rotate(s.Q, Vec3<double>{0, 0, 1}).z) * 180 / 3.14159265358979324;
  };
  double swing = 0, swing_without = 0;
  for (int k = 0; k < 1000; ++k) {
    const double t = 3600.0 * k / 1000;
    swing = std::fmax(swing, tilt(motion.at(t))), swing_without = std::fmax(swing_without, tilt(without.at(t)));
  }
  std::printf("within an hour the antenna swings by %.2f degrees, without the wheel by %.0f\n", swing, swing_without);

  // A year later, in one evaluation; and back from there.
  const double year = 365.25 * 86400;
  const State<double> later = motion.at(year), back = GyrostatMotion<double>(inertia, wheel, later).at(-year);
  const auto energy_of = [&](const State<double>& s) {
    return 0.5 * dot(s.m - wheel, inertia.angular_velocity(s.m - wheel));
  };
  std::printf("a year later: tilt %.2f degrees, energy error %.0e\n", tilt(later),
              std::fabs(energy_of(later) / energy_of(start) - 1));
  const double error = attitude_distance(back.Q, start.Q);
  std::printf("a year ahead and back: %.1e rad\n", error);
  return error < 1e-6 && swing < 5 ? 0 : 1;
}
