// step_block.hpp -- some steps at a time: long enough to hide the call of a mover, short enough for the cache
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "kernels/mover.hpp"
#include "polhode/drive/segments.hpp"

namespace polhode::inline POLHODE_ISA {

/// Times and states, one more than there are steps.
struct StepBlock {
  static constexpr int kSteps = 256;
  std::array<double, kSteps + 1> times,
      elapsed;  ///< elapsed: since the start, which the clock has only to its own rounding
  std::array<PrincipalState<double>, kSteps + 1> states;

  /// Steps from states[0].
  Advanced advance(Mover& mover, const Stretch& stretch, double start_time, long first, int count) {
    const Advanced done = mover.advance(stretch, first, count, states.data());
    for (int i = 0; i <= done.steps; ++i) {
      times[std::size_t(i)] = time_of(stretch, first + i);
      elapsed[std::size_t(i)] = (stretch.from - start_time) + elapsed_of(stretch, first + i);
    }
    return done;
  }
  Segments segments(int n) const {
    return {std::span(times).first(std::size_t(n) + 1), std::span(states).first(std::size_t(n) + 1)};
  }
};

}  // namespace polhode::inline POLHODE_ISA
