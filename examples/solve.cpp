// solve.cpp -- a heavy top to an accuracy: method and steps are chosen, and the error is said
#include <cstdio>

#include "polhode/polhode.hpp"

using namespace polhode;

int main() {
  const Inertia top = Inertia::principal(0.6, 0.8, 1.0);
  const State<double> start{{}, top.momentum({3.0, 0.5, -0.9})};
  for (const double accuracy : {1e-6, 1e-9, 1e-12}) {
    const Solved found = solve(top, start, HeavyTop(1.0, {0, 0, 1}), 0, 10, {.accuracy = accuracy});
    const Quaternion<double> q = top.to_body(found.states.back()).Q;
    std::printf("asked %.0e: q = %+.12f %+.12f %+.12f %+.12f, error below %.0e, %zu steps\n", accuracy, q.w, q.v.x,
                q.v.y, q.v.z, found.attitude_error_estimate, found.states.size() - 1);
    if (!found.good() || found.attitude_error_estimate > accuracy) return 1;
  }
  // After so many turns rounding alone is larger than this.
  const Solved too_much = solve(top, start, HeavyTop(1.0, {0, 0, 1}), 0, 1000, {.accuracy = 1e-14});
  if (too_much.obstacle == Obstacle::rounding)
    std::printf("1e-14 after 1000 s: not in double; %.0e can be had\n", too_much.attitude_error_estimate);
}
