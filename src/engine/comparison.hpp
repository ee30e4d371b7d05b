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

/// A method that is compared: "rkn6 on dmv16", or with energy correction "lie3+energy", after every tenth step
/// "lie3+energy:10".
struct Contender {
  Choice choice;
  int energy_correction = 0;  ///< after every so many steps; 0: never
  std::string name() const {
    return choice.name() + (energy_correction > 0 ? "+energy" : "") +
           (energy_correction > 1 ? ":" + std::to_string(energy_correction) : "");
  }
};

/// One run: a method with a number of steps.
struct ComparisonPoint {
  std::string method;  ///< name of the contender
  long steps = 0;
  double step = 0;
  bool done = false;                         ///< false: the run failed, the errors mean nothing
  std::string cause;                         ///< why not
  double attitude_error = 0;                 ///< at the end, rad
  double momentum_error = 0;                 ///< of the momentum in body axes at the end, relative
  std::optional<double> energy_error_max{};  ///< over all steps; empty if the energy is not conserved
  long torque_evaluations = 0;
  double cpu_seconds = 0;  ///< best of several runs
  std::optional<double>
      order{};                ///< measured, from the run before it; empty where the errors are no powers of the step
  bool is_reference = false;  ///< the errors are measured against this very method: they say nothing
};

/// What a method needs for an error, between two of its runs.
struct Need {
  std::string method;
  double steps = 0, cpu_seconds = 0;
};

struct Advice {
  double target = 0;          ///< wanted error of the attitude, rad
  std::string sentence;       ///< which method and step to take, or that none of them reaches it
  std::vector<Need> needs{};  ///< of the methods that reach it, the cheapest first
};

struct Comparison {
  std::string reference;        ///< what the errors are measured against, in words
  double reference_error = 0;   ///< how far the reference itself can be trusted (0: exact to rounding; NaN: it failed)
  std::string reference_fault;  ///< why it is not good, and what to do; empty if it is
  std::vector<ComparisonPoint> points;  ///< method by method, steps ascending
  std::vector<Advice> advice;           ///< for each target
};

inline const std::vector<double> kUsualTargets{1e-3, 1e-6, 1e-9};

/// Runs every contender with every number of steps. `progress` is told which run begins. Throws InvalidInput.
Comparison compare(const Problem&, std::span<const Contender>, std::span<const long> steps,
                   std::span<const double> targets = kUsualTargets,
                   const std::function<void(const std::string&)>& progress = {});

/// What is compared where no methods are named, as "rkn6:dmv16": the best of each order and kind that can take the torque.
std::vector<std::string> usual_methods(const std::optional<Abilities>& torque);
/// Numbers of steps that show orders and costs of most methods: from a step of about half a radian, eight times halved.
std::vector<long> usual_steps(const Problem&);

}  // namespace polhode
