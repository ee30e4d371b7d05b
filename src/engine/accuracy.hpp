// accuracy.hpp -- from the accuracy that is wanted of a run to its method, its steps and their error
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/certificate_sums.hpp"
#include "engine/task.hpp"
#include "polhode/drive/solve.hpp"

namespace polhode {

/// The caller has ended it.
struct Stopped {};

/// The way to an accuracy, once it has been found: a trial that is good enough is the run, and is not computed again.
struct Route {
  Choice choice;
  std::vector<Stretch> plan;
  /// At the end of each step, the start first. Empty: a free body's exact motion, or too many to be kept; the steps are yet to be
  /// taken. Fewer than there are steps: why, says `end`.
  std::vector<PrincipalState<double>> states;
  std::string end;
  bool lost = false;  ///< behind them the accuracy holds no longer
  std::optional<double> attitude_error_estimate, momentum_error_estimate,
      estimate_order;            ///< of the whole time, if they are estimates
  bool counts_rounding = false;  ///< the first has in it what the moments of a tensor are known to
  int passes = 1;
  long torque_evaluations = 0, solver_iterations = 0;  ///< for the states that are kept
};

/// Of a task that asks for an accuracy; its certificate will say whether it was reached.
///   free body, `exact`         nothing to choose: rows alone
///   under torques, `auto`      solved at once (drive/solve.hpp): the states are the result
///   any other method           fixed steps, made smaller until the error, or its estimate, is below the accuracy
/// If it cannot be had to the end, the way goes as far as it can. Throws KeyFault of "accuracy" if it cannot be had at all, with the
/// best that can, and why; Stopped.
Route route_to_accuracy(const Task&);

/// Throws what there is to say against a solution: KeyFault of "accuracy", or Stopped. `share`: of what is asked for that the
/// solution may be wrong by.
void refuse_if_obstacle(const Solved&, const SolveSettings&, double share = 1);

}  // namespace polhode
