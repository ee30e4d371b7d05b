// exact/lagrange_top.hpp -- a toy gyroscope on its stand: how fast does it go around, and does it touch the table?
#include "polhode/exact/lagrange_top.hpp"

#include <cmath>
#include <cstdio>

#include "polhode/body/inertia.hpp"
#include "polhode/body/invariants.hpp"

using namespace polhode;

int main() {
  const Inertia inertia = Inertia::principal(1.8e-4, 1.8e-4, 1.2e-4);  // kg m^2, about the foot
  const double weight = 0.1 * 9.81, arm = 0.03, degrees = 3.14159265358979324 / 180, tilt = 60 * degrees;
  // Let go with its axis at 60 degrees from the vertical and 150 turns a second about it.
  const State<double> start{{std::cos(tilt / 2), {std::sin(tilt / 2), 0, 0}},
                            inertia.momentum({0, 0, 300 * degrees * 180})};
  const LagrangeTop<double> top(inertia, weight, {0, 0, arm}, start);

  const auto axis = [](const State<double>& s) { return rotate(s.Q, Vec3<double>{0, 0, 1}); };
  double lowest = 1, highest = -1;
  for (int k = 0; k < 200; ++k) {
    const double z = axis(top.at(top.period() * k / 200)).z;
    lowest = std::fmin(lowest, z), highest = std::fmax(highest, z);
  }
  std::printf("nods %.0f times a second, between %.3f and %.3f degrees\n", 1 / top.period(),
              std::acos(highest) / degrees, std::acos(lowest) / degrees);
  const double L3 = norm(start.m), slow = weight * arm / L3;
  const Vec3<double> before = axis(start), after = axis(top.at(1000 * top.period()));
  double turned = std::atan2(after.y, after.x) - std::atan2(before.y, before.x);
  const double expected = slow * 1000 * top.period();
  turned += 2 * 180 * degrees * std::round((expected - turned) / (2 * 180 * degrees));
  std::printf("goes around at %.5f rad/s; weight times arm over momentum is %.5f\n", turned / (1000 * top.period()),
              slow);

  const State<double> hour = top.at(3600), back = LagrangeTop<double>(inertia, weight, {0, 0, arm}, hour).at(-3600);
  const double error = attitude_distance(back.Q, start.Q);
  std::printf("an hour ahead, half a million turns, and back: %.0e rad\n", error);
  return error < 1e-8 && std::fabs(turned / expected - 1) < 0.01 ? 0 : 1;
}
