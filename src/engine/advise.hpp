// advise.hpp -- which method, with which step? Measured on the problem itself
//
// Pilots   every candidate that can take the torques runs over a short part of the time, with steps that come nearer to the
//          wanted error by the order of the method; what that error becomes in the whole time follows from how it has grown.
// Proof    the cheapest of them run over the whole time, against the exact motion or a solution to a smaller error; a step that
//          does not hold what was predicted is made smaller and run again.
// Choice   the runs of those that passed are timed in turns, and the cheapest is the advice.
//
// Costs are measured times, so the advice may differ from day to day where two methods cost the same; with `fewest_torques`
// costs are counted, and the same problem gets the same advice. No run chooses its method in this way: what is advised is
// written into the scenario, and the run has the same bits ever after.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/trial.hpp"

namespace polhode {

struct Wish {
  /// Largest error of the attitude, rad, and of the momentum, relative, at any time of the run. 0: the least within the budget.
  double accuracy = 1e-6;
  double budget = 0;            ///< CPU seconds of the run, or torque evaluations if these are counted; 0: any
  bool fewest_torques = false;  ///< the cost is the number of torque evaluations, not the time
  bool thorough = false;        ///< and then every method on every flow, to see what the advice has missed; takes long
  double patience = 20;         ///< CPU seconds for the proof; a longer run is proved for a part of its time
  /// Told what is tried; false ends it (Stopped). May be empty.
  std::function<bool(const std::string&)> watch{};
};

struct Suggestion {
  Choice choice;
  long steps = 0;
  double step = 0;
  double predicted_error = 0;              ///< of this step, before it was run over the whole time
  std::optional<double> verified_error{};  ///< of that run; empty if there was none
  double cpu_seconds = 0;                  ///< of the steps alone, over the whole time
  long torque_evaluations = 0;
};

/// One run that was measured, and what follows from it for the whole time.
struct TrialPoint {
  std::string method;
  long steps = 0;
  double step = 0;
  double error = 0;
  double cpu_seconds = 0;
  long torque_evaluations = 0;
  bool whole = false;  ///< over the whole time; else a pilot
};

struct Recommendation {
  Suggestion best;
  std::optional<Suggestion> runner_up;
  /// The cheapest of those that keep the energy, or hold its error within bounds, for all times; empty if the torques do not
  /// conserve it, or if none of them gets there.
  std::optional<Suggestion> energy;
  bool energy_is_conserved = false;
  std::optional<Suggestion>
      adaptive;  ///< `auto` to the same accuracy: steps as the motion needs them, and its own estimate
  std::optional<Suggestion> searched;  ///< thorough: the cheapest of all
  bool accuracy_reached = true;        ///< false: the budget does not allow it
  double verified_until = 0;           ///< the time up to which runs were held against the true motion
  std::string reference;               ///< that motion, in words
  double reference_error = 0;          ///< and how far it can be trusted
  std::vector<TrialPoint> points;      ///< all that was measured, method by method
};

/// Throws InvalidInput; KeyFault of "accuracy" if it cannot be had; Stopped.
Recommendation advise(const Problem&, const Wish&);

/// What a method keeps, in words: "energy within bounds, symplectic, symmetric, L . e3".
std::string kept_by(const MethodInfo&, bool free_body);

}  // namespace polhode
