// accuracy.hpp -- from the accuracy that is wanted of a run to its method and steps
#pragma once

#include <memory>
#include <string>

#include "engine/run.hpp"
#include "polhode/drive/solve.hpp"

namespace polhode {

/// The caller has ended it.
struct Stopped {};

/// Fills in the steps of a task that asks for an accuracy; its certificate will say whether it was reached.
///   free body, `exact`         nothing to choose: rows alone
///   under torques, `auto`      solved at once (drive/solve.hpp): the states are the result
///   any other method           fixed steps, made smaller until the estimate of the error is below the accuracy
/// Throws KeyFault of "accuracy" if it cannot be had, with the best that can, and why; Stopped.
std::shared_ptr<const Solved> choose_steps(Task&);

/// Why there are no states beyond those that were found: Obstacle::not_smooth or clock.
std::string cause_of_end(const Solved&);
/// Throws what there is to say against a solution: KeyFault of "accuracy", or Stopped. `share`: of what is asked for that the
/// solution may be wrong by.
void refuse_if_obstacle(const Solved&, const SolveSettings&, double share = 1);

}  // namespace polhode
