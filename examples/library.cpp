#include <cstdio>

#include "polhode/polhode.hpp"

using namespace polhode;

int main() {
  // Free: the attitude at any time, past or future, right to rounding.
  const Inertia brick = Inertia::box(1.0, 0.1, 0.2, 0.4);             // kg, m
  const State<double> thrown{{}, brick.momentum({0.02, 6.0, 0.01})};  // attitude, momentum in body axes
  const FreeMotion<double> motion(brick, thrown);
  for (const double t : {1.0, 1e6}) {
    const Quaternion<double> q = motion.at(t).Q;
    std::printf("t = %-7g q = %+.9f %+.9f %+.9f %+.9f\n", t, q.w, q.v.x, q.v.y, q.v.z);
  }
  std::printf("it turns over %ld times in a minute\n", long(Tumbling<double>(brick, thrown).flips(0, 60)));

  // Under a torque: a method, a flow, a step.
  Stepper<Rkn6<Weierstrass>, HeavyTop<>> top(Inertia::principal(0.6, 0.8, 1.0), {{}, {1.8, 0.4, -0.9}},
                                             HeavyTop(1.0, {0, 0, 1}));
  const double before = top.energy();
  top.run_until(100, 0.02);
  std::printf("energy of the top off by %.0e after t = %g\n", top.energy() - before, top.time());
}
