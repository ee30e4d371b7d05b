// odeint.hpp -- what a user of Boost.Odeint would write, compiled with flags of its own
#pragma once

namespace polhode_bench {

struct PeerProblem {
  double moments[3], q[4], w[3];  // angular velocity
  double weight, end;
};
/// q, w at the end, of n equal steps.
void odeint_rk4(const PeerProblem&, long n, double (&y)[7]);
void odeint_rkf78(const PeerProblem&, long n, double (&y)[7]);
/// The same of the torque OwnTorque of work_precision.cpp.
void odeint_rk4_own(const PeerProblem&, long n, double (&y)[7]);
void odeint_rkf78_own(const PeerProblem&, long n, double (&y)[7]);

}  // namespace polhode_bench
