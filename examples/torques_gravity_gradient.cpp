// torques/gravity_gradient.hpp -- a long satellite swings about the vertical: the period of small librations
#include <cmath>
#include <cstdio>

#include "polhode/drive/stepper.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/weierstrass.hpp"
#include "polhode/torques/gravity_gradient.hpp"

using namespace polhode;

int main() {
  const Vec3<double> moments{1000, 1000, 40};                        // kg m^2: a boom along axis 3
  const double strength = 3 * 3.986004418e14 / std::pow(6778e3, 3);  // 3 mu/r^3, 400 km up
  // The direction is fixed in space, e3, as for a time that is short against the orbit. Released 0.01 rad off the vertical.
  const State<double> start{to_quaternion(exp(Vec3<double>{0.01, 0, 0})), {}};
  Stepper<Rkn6<Weierstrass>, GravityGradient<>> satellite(Inertia::principal(moments.x, moments.y, moments.z), start,
                                                          GravityGradient(strength, moments));
  // w1' = -strength (I2 - I3)/I1 angle: an oscillator.
  const double period = 2 * std::acos(-1.0) / std::sqrt(strength * (moments.y - moments.z) / moments.x);
  satellite.run_until(period, period / 500);
  const double angle = log(satellite.state().Q).x;
  std::printf("period %.1f s; after it the boom is at %.6f rad\n", period, angle);
  return std::fabs(angle - 0.01) < 1e-6 ? 0 : 1;
}
