#include <cstdio>

#include "polhode/polhode.hpp"

using namespace polhode;

int main() {
  const Inertia body = Inertia::principal(0.6, 0.8, 1.0);          // kg m2
  const State<double> start{{}, body.momentum({3.0, 0.5, -0.9})};  // attitude, momentum in body axes
  const Solved top = solve(body, start, HeavyTop(1.0, {0, 0, 1}), 0, 10, {.accuracy = 1e-10});
  const Quaternion<double> q = body.to_body(top.states.back()).Q;
  std::printf("q = %.9f %.9f %.9f %.9f\n", q.w, q.v.x, q.v.y, q.v.z);
  std::printf("error at most %.0e rad\n", top.attitude_error_estimate);
}
