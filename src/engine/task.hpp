// task.hpp -- what is to be done: a problem, a method, steps; plain data, and the plan that follows from it
#pragma once

#include <functional>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "engine/output_times.hpp"
#include "engine/record.hpp"
#include "polhode/drive/event.hpp"
#include "polhode/drive/plan.hpp"
#include "problem/problem.hpp"

namespace polhode {

struct Task {
  Problem problem;
  Choice choice;
  Steps steps;
  long output_every = 1;      ///< steps per row; the first and the last state are always rows
  int energy_correction = 0;  ///< after every so many steps; 0: never
  /// Of the error under torques, by companions: takes about as long as the run. They ask for torques at times of their own, so
  /// that a torque which is a function of the caller's must not depend on the order of calls.
  bool estimate = false;
  /// Instead of steps: of the attitude (rad) and the momentum (relative), over the whole run (engine/accuracy.hpp). 0: by steps.
  double accuracy = 0;
  /// While steps for an accuracy are looked for: the part done; false ends it. May be empty.
  std::function<bool(double)> watch{};
  OutputTimes output_times{};   ///< instead of output_every, by dense output (engine/between.hpp)
  std::vector<Event> events{};  ///< to be watched; a terminal one ends the run
  bool keep_motion = false;     ///< so that Run::at can be asked afterwards; 64 bytes for each step
};

/// Its steps, and how many they are.
std::vector<Stretch> plan_of(const Task&);
long steps_of(const std::vector<Stretch>&);
/// Whether companions tell its error, and if not, why.
Estimate estimate_for(const Task&, const std::vector<Stretch>&);

}  // namespace polhode
