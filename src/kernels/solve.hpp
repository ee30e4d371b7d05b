// solve.hpp -- a problem to a wanted accuracy (drive/solve.hpp), and its states given on as those of any method
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "kernels/mover.hpp"
#include "polhode/drive/solve.hpp"

namespace polhode::inline POLHODE_ISA {

/// `watch` is told the part done, and ends it by returning false; it may be empty.
Solved solve_problem(const Problem&, const SolveSettings&, const std::function<bool(double)>& watch);

/// Steps through states that were found before, along their plan; both have to outlive it. Where they end before the time does,
/// it fails.
std::unique_ptr<Mover> recorded_mover(std::span<const Stretch> plan, std::span<const PrincipalState<double>> states,
                                      long torque_evaluations);

}  // namespace polhode::inline POLHODE_ISA
