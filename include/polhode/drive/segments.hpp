// segments.hpp -- what steps leave behind for those who watch: time and state before and after each
#pragma once

#include <cstddef>
#include <span>

#include "polhode/body/state.hpp"

namespace polhode {

/// One step.
struct Segment {
  double t = 0, h = 0;
  const PrincipalState<double>&before, &after;
};

/// Consecutive steps of one body; lengths may differ. Certificate, rows of output, events and dense output watch these.
struct Segments {
  std::span<const double> times;                   ///< one more than there are steps
  std::span<const PrincipalState<double>> states;  ///< at these times

  POLHODE_INLINE std::size_t size() const noexcept { return times.size() - 1; }
  POLHODE_INLINE Segment operator[](std::size_t i) const noexcept {
    return {times[i], times[i + 1] - times[i], states[i], states[i + 1]};
  }
  POLHODE_INLINE Segments first(std::size_t n) const noexcept { return {times.first(n + 1), states.first(n + 1)}; }
};

}  // namespace polhode
