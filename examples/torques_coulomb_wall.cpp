// torques/coulomb_wall.hpp -- a body that is drawn to a wall and bounces: how close does it get?
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "polhode/drive/stepper.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/weierstrass.hpp"
#include "polhode/torques/coulomb_wall.hpp"

using namespace polhode;

int main() {
  Stepper<Rkn6<Weierstrass>, CoulombWall<>> body(Inertia::principal(2, 3, 4.5), {{}, {2, 2, 2}}, CoulombWall<>{});
  const double before = body.energy();
  double lowest = 1;
  for (int i = 1; i <= 1000; ++i) {
    if (body.run_until(0.01 * i, 0.005).outcome != Outcome::done) return 1;
    lowest = std::min(lowest, vertical(body.state().Q).z);
  }
  std::printf("lowest Q33 %.4f (wall at -1.1), energy off by %.0e\n", lowest, std::fabs(body.energy() - before));
  return std::fabs(lowest + 0.655) < 0.01 && std::fabs(body.energy() - before) < 1e-6 ? 0 : 1;
}
