// plan.hpp -- who chooses the steps: equal ones between the times at which a torque switches
#pragma once

#include <cmath>
#include <vector>

#include "polhode/methods/time_step.hpp"

namespace polhode {

/// How many steps: enough of at most this length, or so many in all.
struct Steps {
  double length = 0;  ///< the largest step; exactly one of the two is positive
  long number = 0;
};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

/// A stretch of time without switches of the torque, in n equal steps; backwards if `until` lies before `from`.
struct Stretch {
  double from = 0, until = 0;
  long n = 0;
};

POLHODE_INLINE double step_of(const Stretch& s) noexcept {
  return (s.until - s.from) / double(s.n);
}
/// How long after `from` step i begins: to rounding, however large the clock's time is.
POLHODE_INLINE double elapsed_of(const Stretch& s, long i) noexcept {
  return (s.until - s.from) * (double(i) / double(s.n));
}
/// When step i begins. Never by accumulation; the last step ends exactly at `until`.
POLHODE_INLINE double time_of(const Stretch& s, long i) noexcept {
  return i == s.n ? s.until : s.from + elapsed_of(s, i);
}
POLHODE_INLINE TimeStep<double> time_step(const Stretch& s, long i) noexcept {
  return {time_of(s, i), step_of(s), time_of(s, i + 1)};
}

/// Equal steps from one time to another, beginning anew at each switch in between.
inline std::vector<Stretch> plan(double from, double until, const std::vector<double>& switches, const Steps& steps) {
  const double whole = std::fabs(until - from), direction = until < from ? -1 : 1;
  std::vector<Stretch> all;
  while (direction * (until - from) > 0) {
    double stop = until;  // or the next switch
    for (const double t : switches)
      if (direction * (t - from) > 0 && direction * (stop - t) > 0) stop = t;
    const double length = std::fabs(stop - from);
    const double wanted = steps.number > 0 ? double(steps.number) * (length / whole) : length / steps.length;
    // What rounding has added to a whole number is no step.
    const double slack = std::fmin(1e-12 * wanted, 1e-2);
    all.push_back({from, stop, std::lround(std::fmax(1, std::ceil(wanted - slack)))});
    from = stop;
  }
  return all;
}

}  // namespace polhode::inline POLHODE_ISA
