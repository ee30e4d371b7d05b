// lanes.hpp -- what a strong user writes for many bodies: Runge-Kutta with a body in each lane of a register
#pragma once

namespace polhode_bench {

/// Bodies side by side; all arrays have n numbers, n a multiple of 8.
struct LanesProblem {
  int n;
  const double *I[3], *weight;  ///< weight on the third axis
  const double *q[4], *w[3];
  double end;
};
/// The attitudes after so many steps.
void lanes_rk4(const LanesProblem&, long steps, double* const (&q)[4]);
void lanes_rkf78(const LanesProblem&, long steps, double* const (&q)[4]);

}  // namespace polhode_bench
