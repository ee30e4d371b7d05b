// answers.hpp -- what is asked of the whole run of one body (Questions), answered
#pragma once

#include <limits>
#include <vector>

#include "engine/run.hpp"
#include "ensemble/ensemble.hpp"

namespace polhode {

/// A number that a body does not have, or that was lost with it.
inline constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

/// The quantities that the questions lead to, in the order of answers; NaN so far.
std::vector<Quantity> quantities_of(const Questions&, std::size_t count);

/// How a body came to its end, and its answers.
struct BodyRun {
  BodyOutcome outcome = BodyOutcome::done;
  PrincipalState<double> end{};
  double t = 0;
  double energy_before = 0, energy = 0;
  double estimate = 0;  ///< of the attitude, with an accuracy; else NaN
  std::vector<double> answers;
};

/// Answers questions, the same for every body of a task.
class Inquiry {
 public:
  /// `exact`: free bodies, by the exact motion.
  Inquiry(const EnsembleTask&, bool exact);

  /// Whether a body has to be run alone, step by step, for an answer. Else its end is enough.
  bool needs_run() const;
  /// The run that `polhode run` makes of it. Throws KeyFault of "accuracy" if that cannot be had.
  BodyRun run(const Problem&) const;
  /// Of the exact motion from start to end.
  std::vector<double> of_free_motion(const Inertia&, const PrincipalState<double>& start,
                                     const PrincipalState<double>& end, double elapsed) const;

 private:
  const EnsembleTask& task_;
  bool exact_;
};

}  // namespace polhode
