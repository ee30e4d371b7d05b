// torqued_stepper.hpp -- a heavy top from start to end, and what happens when something is wrong
#include "polhode/torqued_stepper.hpp"

#include <cmath>
#include <cstdio>

#include "polhode/torques/drag.hpp"
#include "polhode/torques/heavy_top.hpp"

using namespace polhode;

int main() {
  const Inertia inertia = Inertia::principal(0.6, 0.8, 1.0);
  const State<double> start{{}, {1.8, 0.4, -0.9}};

  TorquedStepper<Rkn6<AutoFlow>, HeavyTop> top(inertia, start, HeavyTop(1, {0, 0, 1}));
  const double before = top.energy();
  const RunReport report = top.run_until(10, 0.02);
  const Quaternion<double> Q = top.state().Q;
  std::printf("t = %g after %ld steps: attitude %.12f %.12f %.12f %.12f, energy off by %.0e\n", report.time,
              report.steps, Q.w, Q.v.x, Q.v.y, Q.v.z, std::fabs(top.energy() - before));
  const bool right = std::fabs(Q.w - 0.925739989093463) < 1e-12;

  // A splitting works with potentials. Given drag it is refused before the run, with the methods that can.
  bool refused = false;
  try {
    TorquedStepper<Rkn6<AutoFlow>, Drag> slowed(inertia, start, Drag{0.1});
  } catch (const InvalidInput& error) {
    std::printf("%.80s...\n", error.what());
    refused = true;
  }
  return report.outcome == Outcome::done && right && refused ? 0 : 1;
}
