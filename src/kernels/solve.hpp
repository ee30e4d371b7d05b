// solve.hpp -- a problem to a wanted accuracy (drive/solve.hpp), and its states given on as those of any method
#pragma once

#include <functional>
#include <memory>

#include "kernels/mover.hpp"
#include "polhode/drive/solve.hpp"

namespace polhode::inline POLHODE_ISA {

/// `watch` is told the part done, and ends it by returning false; it may be empty.
Solved solve_problem(const Problem&, const SolveSettings&, const std::function<bool(double)>& watch);

/// Steps through the states that were found, along their plan. Where they end before the time does, it fails.
std::unique_ptr<Mover> recorded_mover(std::shared_ptr<const Solved>);

}  // namespace polhode::inline POLHODE_ISA
