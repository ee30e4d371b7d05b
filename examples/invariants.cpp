// body/invariants.hpp -- is a trajectory that somebody sends you physical? Three numbers tell
#include "polhode/body/invariants.hpp"

#include <algorithm>
#include <cstdio>

using namespace polhode;

int main() {
  const Principal<double> body({0.6, 0.8, 1.0});
  PrincipalState<double> s{{}, {0.3, 1.0, 0.2}};
  const double E = energy(body, s.m);
  const Vec3<double> L = spatial_momentum(s);

  // The trajectory: explicit Euler, as one would write it first.
  const double h = 0.001;
  for (int i = 0; i < 10000; ++i) {
    const Vec3<double> w = times(body.x, s.m);
    s.Q = normalized(s.Q + (0.5 * h) * (s.Q * Quaternion<double>{0, w}));
    s.m += h * cross(s.m, w);
  }
  const double energy_error = relative_error(energy(body, s.m), E);
  const double casimir_error = relative_error(casimir(s.m), casimir(L));
  const double momentum_error = relative_distance(spatial_momentum(s), L);
  std::printf("after 10 s: energy %.1e, |m|^2 %.1e, momentum in space %.1e (relative errors)\n", energy_error,
              casimir_error, momentum_error);
  std::printf("a method that keeps them would show 1e-15\n");
  return energy_error > 1e-6 && casimir_error > 1e-6 && momentum_error > 1e-6 ? 0 : 1;
}
