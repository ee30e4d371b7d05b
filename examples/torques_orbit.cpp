// torques/orbit.hpp -- a comet on an ellipse that is almost a parabola, and a probe that tumbles past a planet
#include <cmath>
#include <cstdio>

#include "polhode/drive/stepper.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/weierstrass.hpp"
#include "polhode/torques/gravity_gradient.hpp"
#include "polhode/torques/orbit.hpp"

using namespace polhode;

int main() {
  // The Sun, in m and s; a comet with 0.9 of the Earth's distance at its perihelion.
  const double year = 365.25 * 86400, perihelion = 0.9 * 1.495978707e11;
  const KeplerOrbit<> comet({.mu = 1.32712440018e20, .periapsis_radius = perihelion, .eccentricity = 0.9951});
  std::printf("period %.0f years; distance after one year %.3f, after half the period %.1f perihelia\n",
              comet.period() / year, comet.at(year).distance, comet.at(comet.period() / 2).distance);

  // A long probe past the Earth on a hyperbola, 1000 km up at the lowest point, from 40 minutes before it to 40 after.
  const Vec3<double> moments{1000, 1000, 40};
  const State<double> start{to_quaternion(exp(Vec3<double>{0.4, 1.1, 0.2})), {}};
  const KeplerOrbit<> flyby({.mu = 3.986004418e14, .periapsis_radius = 7.378e6, .eccentricity = 1.3});
  Stepper<Rkn6<Weierstrass>, GravityGradientOnOrbit<>> probe(Inertia::principal(moments.x, moments.y, moments.z), start,
                                                             GravityGradientOnOrbit(flyby, moments), -2400);
  probe.run_until(2400, 5);
  std::printf("at rest before, it turns at %.4f degrees/s after\n",
              norm(probe.angular_velocity()) * 180 / std::acos(-1.0));

  const double farthest = (1 + 0.9951) / (1 - 0.9951);
  return std::fabs(comet.at(comet.period() / 2).distance / farthest - 1) < 1e-12 ? 0 : 1;
}
