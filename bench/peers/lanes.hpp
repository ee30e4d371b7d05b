// lanes.hpp -- what a strong user writes for many bodies: Runge-Kutta with a body in each lane of a register
#pragma once

#include <cstddef>

namespace polhode_bench {

/// Bodies side by side; all arrays have n numbers, n a multiple of 8.
struct LanesProblem {
  int n;
  const double *I[3], *weight;  ///< weight on the third axis; null: free bodies
  const double *q[4], *w[3];
  double end;
};
/// The attitudes after so many steps.
using LanesMethod = void (*)(const LanesProblem&, long steps, double* const (&q)[4]);

/// Compiled for one instruction set.
struct LanesPeers {
  LanesMethod rk4, rkf78;
  /// What kick and drift read and write, without its arithmetic: three arrays read, seven changed; n a multiple of 8.
  void (*arrays)(std::size_t n, const double* const (&torque)[3], double* const (&state)[7]);
  /// The same in records of ten numbers, seven of which are changed.
  void (*records)(std::size_t n, double* data);
};
extern const LanesPeers lanes_plain, lanes_v3, lanes_v4;

}  // namespace polhode_bench
