// methods/weierstrass.hpp -- the exact motion step by step, for two Euler steps a step as long as the steps are small
#include <cstdio>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/stepper.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/weierstrass.hpp"

using namespace polhode;

int main() {
  const Inertia inertia = Inertia::box(1, 0.1, 0.2, 0.3);
  const State<double> start{{}, inertia.momentum({0.02, 5, 0.01})};
  const FreeMotion<double> motion(inertia, start);
  double worst = 0;
  for (const double h : {0.02, 0.1, 0.2, 1.0}) {  // h|w| = 0.1, 0.5: in one go; 1: in two halves; 5: by theta functions
    Stepper<Weierstrass> body(inertia, start);
    if (body.run(h, 100) != Outcome::done) return 1;
    const double error = attitude_distance(body.state().Q, motion.at(100 * h).Q);
    std::printf("h|w| = %3.1f   100 steps: off by %.0e rad\n", 5 * h, error);
    worst = error > worst ? error : worst;
  }
  return worst < 1e-11 ? 0 : 1;
}
