// float_run.hpp -- the same steps in float and in double, from the same numbers: how far apart they come
#pragma once

#include <algorithm>
#include <cmath>

#include "polhode/body/invariants.hpp"
#include "support/bodies.hpp"
#include "support/driven_body.hpp"

namespace polhode::test {

/// The largest values over a run, in units of float's epsilon; infinite if a step failed or a number was not finite.
struct FloatErrors {
  double m = 0, Q = 0;                                ///< against double
  double length = 0, energy = 0, casimir = 0, L = 0;  ///< against the start: |Q|^2, energy, |m|, L
};

template <class M, class Torque = NoTorque>
FloatErrors float_errors(const Problem& problem, double theta, int steps, const Torque& torque = {}) {
  const auto h = static_cast<float>(theta / problem.rate());
  DrivenBody<M, float, Torque> short_run(problem.body<float>(), problem.start<float>(), torque);
  const PrincipalState<double> start = convert<double>(short_run.s);
  const Principal<double> body(convert<double>(problem.moments<float>()));
  DrivenBody<M, double, Torque> long_run(body, start, torque);
  const Vec3<double> L = spatial_momentum(start);
  FloatErrors worst;
  const auto raise = [](double& largest, double value) {
    value /= epsilon<float>();
    if (!(value <= largest)) largest = std::isnan(value) ? HUGE_VAL : value;
  };
  for (int i = 0; i < steps; ++i) {
    const bool good = short_run.steps(1, h) && long_run.steps(1, double(h));
    const PrincipalState<double> s = convert<double>(short_run.s);
    raise(worst.m, good ? relative_distance(s.m, long_run.s.m) : HUGE_VAL);
    raise(worst.Q, attitude_distance(s.Q, long_run.s.Q));
    raise(worst.length, std::fabs(norm2(s.Q) - 1));
    raise(worst.energy, relative_error(energy(body, s.m), energy(body, start.m)));
    raise(worst.casimir, relative_error(norm(s.m), norm(start.m)));
    raise(worst.L, relative_distance(spatial_momentum(s), L));
  }
  return worst;
}

}  // namespace polhode::test
