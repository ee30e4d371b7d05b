// outcome.hpp -- how a run ended, and why
#pragma once

#include <string>
#include <string_view>

#include "polhode/numbers/error.hpp"

namespace polhode {

/// How a run ended.
enum class Outcome {
  done,
  not_converged,  ///< a step reported failure; the state is the last good one
  non_finite,     ///< the state is no longer finite; the state is the last good one
  accuracy_lost,  ///< the accuracy that was asked for holds no longer; the state is the last at which it did
};

/// How a run ended; if it did not reach its end, where and why. The state is then the last good one.
struct RunReport {
  Outcome outcome = Outcome::done;
  double time = 0;  ///< reached
  long steps = 0;   ///< taken
  std::string cause;
};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

/// Why a step failed, and what to do, for people. `h_w` is h|w| at its beginning.
inline std::string cause_of_failure(std::string_view method, bool is_explicit, Outcome outcome, double h_w, long step,
                                    double time) {
  const std::string remedy = " (h|w| = " + to_text(h_w) + "; take a smaller step)";
  return std::string(method) + ": " +
         (outcome == Outcome::non_finite
              ? "the torque or the state is not finite (a potential at its singularity, a torque that returns NaN, a "
                "step far too large?)"
          : is_explicit ? "the step has lost the motion, it is too large for the body or the torque" + remedy
                        : "the equation of the step has no solution in reach" + remedy) +
         " at step " + std::to_string(step) + ", time " + to_text(time);
}

}  // namespace polhode::inline POLHODE_ISA
