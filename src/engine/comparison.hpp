// comparison.hpp -- several methods at several step sizes on one problem: errors against a reference, and what they cost
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/record.hpp"
#include "problem/problem.hpp"

namespace polhode {

/// One run: a method with a number of steps.
struct ComparisonPoint {
  std::string method;  ///< with its flow: "rkn6 on dmv16"
  long steps = 0;
  double step = 0;
  bool done = false;                         ///< false: the run failed, the errors mean nothing
  std::string cause;                         ///< why not
  double attitude_error = 0;                 ///< at the end, rad
  double momentum_error = 0;                 ///< of the momentum in body axes at the end, relative
  std::optional<double> energy_error_max{};  ///< over all steps; empty if the energy is not conserved
  long torque_evaluations = 0;
  double cpu_seconds = 0;  ///< best of several runs
};

struct Advice {
  double target = 0;     ///< wanted error of the attitude, rad
  std::string sentence;  ///< which method and step to take, or that none of them reaches it
};

struct Comparison {
  std::string reference;        ///< what the errors are measured against, in words
  double reference_error = 0;   ///< how far the reference itself can be trusted (0: exact to rounding; NaN: it failed)
  std::string reference_fault;  ///< why it is not good, and what to do; empty if it is
  std::vector<ComparisonPoint> points;  ///< method by method, steps ascending
  std::vector<Advice> advice;           ///< for 1e-3, 1e-6, 1e-9
};

/// Runs every choice with every number of steps. `progress` is told which run begins. Throws InvalidInput.
Comparison compare(const Problem&, bool energy_correction, std::span<const Choice> choices, std::span<const long> steps,
                   const std::function<void(const std::string&)>& progress = {});

}  // namespace polhode
