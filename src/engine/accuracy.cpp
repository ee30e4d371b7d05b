// accuracy.cpp -- steps for an accuracy
#include "engine/accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "engine/certificate.hpp"
#include "engine/companions.hpp"
#include "engine/step_block.hpp"
#include "kernels/solve.hpp"

namespace polhode {

namespace {

/// Not smaller than what it stands for.
std::string brief_above(double x) {
  return brief(1.05 * x);
}

std::string millions(long n) {
  return std::to_string(n / 1'000'000) + " million";
}

[[noreturn]] void refuse(double accuracy, const std::string& why) {
  throw KeyFault("accuracy", to_text(accuracy) + " cannot be had: " + why);
}

// A free body is evaluated wherever it is asked for; without rows of the user's choice there are so many.
constexpr long kRowsOfExact = 1000;

/// Why there are no states beyond those that were found.
std::string cause_of_end(const Solved& found) {
  const double t = found.reached;
  if (found.obstacle == Obstacle::clock)
    return "at t = " + to_text(t) + " the numbers of double are " +
           brief(std::nextafter(std::fabs(t), INFINITY) - std::fabs(t)) +
           " s apart, longer than the steps that this motion takes: let the times begin nearer to 0";
  return "at t = " + to_text(t) + " the steps came down to nothing: the torque jumps there, or is not a number";
}

/// Why the accuracy cannot be had to the end. `share`: of what is asked for that the solution may be wrong by.
std::string why_not(const Solved& found, const SolveSettings& settings, double share) {
  const double error = std::fmax(found.attitude_error_estimate, found.momentum_error_estimate);
  constexpr double kLost = 1;  // rad: no accuracy that can be asked for
  const std::string best = error < kLost ? brief_above(error) : "more than a radian",
                    ask = error < kLost * share
                              ? "; ask for " + brief_above(error / share) + " or more, or for a shorter run"
                              : "; ask for a shorter run";
  switch (found.obstacle) {
    case Obstacle::rounding:
      return "the rounding of double alone comes to " + best + " in this run" + ask;
    case Obstacle::conditioning:
      return "neighbouring motions part so fast here (chaos, or an unstable balance) that rounding grows to " + best +
             ask;
    case Obstacle::too_long:
      return "it takes more than " + millions(settings.most_steps) +
             " steps, with which it comes to t = " + to_text(found.reached) +
             "; give a step instead, or shorten the run";
    default:
      return cause_of_end(found);
  }
}

Route route_of_pair(const Task& task) {
  const SolveSettings settings{.accuracy = task.accuracy};
  Solved found = solve_problem(task.problem, settings, task.watch);
  Route route;
  if (found.obstacle == Obstacle::not_smooth || found.obstacle == Obstacle::clock) {
    // The run fails there, with all that comes before it.
    route.end = cause_of_end(found);
    found.plan.push_back({found.reached, task.problem.end_time, 1});
  } else if ((found.obstacle == Obstacle::rounding || found.obstacle == Obstacle::conditioning) &&
             found.accurate_until != task.problem.start_time) {
    // What can be had is given.
    route.end = "the accuracy " + to_text(task.accuracy) + " holds until t = " + to_text(found.accurate_until) + ": " +
                why_not(found, settings, 1);
    route.lost = true;
    found.end_where_accurate();
    found.plan.push_back({found.reached, task.problem.end_time, 1});
  } else {
    refuse_if_obstacle(found, settings);
  }
  const Abilities torque = torque_abilities(task.problem);
  route.choice = choose(auto_to_accuracy(torque), torque);
  route.attitude_error_estimate = found.attitude_error_estimate;
  route.momentum_error_estimate = found.momentum_error_estimate;
  route.passes = found.passes;
  route.torque_evaluations = found.torque_evaluations();
  route.plan = std::move(found.plan), route.states = std::move(found.states);
  return route;
}

/// These steps, to the end: what they come to, and their error, known or estimated. NaN if there is none.
double take(const Task& task, Route& route) {
  constexpr long kMostKept = 5'000'000;  // 56 bytes each
  const Problem& problem = task.problem;
  route.choice = task.choice;
  route.plan = plan_of(task);
  const long all = steps_of(route.plan);
  const bool keep = all <= kMostKept;
  const std::unique_ptr<Mover> mover = make_mover(task.choice, problem, task.energy_correction);
  Certifier certifier(problem, task.choice, all);
  const Estimate estimate = estimate_for(task, route.plan);
  std::optional<Companions> companions;
  if (estimate == Estimate::made) companions.emplace(task.choice, problem, task.energy_correction);
  const auto block = std::make_unique<StepBlock>();
  block->states[0] = problem.principal_start();
  route.states.assign(keep ? 1 : 0, block->states[0]);
  if (keep) route.states.reserve(std::size_t(all) + 1);
  long taken = 0;
  for (const Stretch& stretch : route.plan) {
    mover->enter(stretch);
    if (companions) companions->enter(stretch);
    for (long i = 0; i < stretch.n;) {
      const int count = int(std::min<long>(StepBlock::kSteps, stretch.n - i));
      const Advanced done = block->advance(*mover, stretch, problem.start_time, i, count);
      const Segments steps = block->segments(done.steps);
      if (certifier.add(steps, block->elapsed, step_of(stretch), taken) < count) return std::nan("");
      if (companions) companions->follow(stretch, i, steps.states, certifier.sums);
      if (keep) route.states.insert(route.states.end(), steps.states.begin() + 1, steps.states.end());
      route.solver_iterations += keep ? done.iterations : 0;
      i += count, taken += count;
      block->states[0] = steps.states.back();
      if (taken < all && task.watch && !task.watch(0)) throw Stopped{};
    }
  }
  route.torque_evaluations = mover->torque_evaluations();
  const Stretch& last = route.plan.back();
  const Certificate c =
      certifier.certificate(block->states[0], (last.from - problem.start_time) + elapsed_of(last, last.n),
                            companions && companions->failed() ? Estimate::failed : estimate);
  route.attitude_error_estimate = c.attitude_error_estimate;
  route.momentum_error_estimate = c.momentum_error_estimate;
  route.estimate_order = c.estimate_order;
  route.counts_rounding = true;
  return c.attitude_error_max        ? *c.attitude_error_max
         : c.attitude_error_estimate ? std::fmax(*c.attitude_error_estimate, c.momentum_error_estimate.value_or(0))
                                     : std::nan("");
}

Route search_steps(const Task& task) {
  const Problem& problem = task.problem;
  const int order = order_of(task.choice.card);
  if (order == 0) refuse(task.accuracy, "method " + task.choice.name() + " does not converge, whatever the step");
  const double span = problem.end_time - problem.start_time;
  constexpr long kMost = 100'000'000;
  // Half a radian a step to begin with, and at least eight.
  const double rate = norm(problem.inertia.angular_velocity(problem.start.m));
  double n = std::fmax(8, 2 * span * rate), best = INFINITY;
  for (int failures = 0; n <= double(kMost);) {
    const long number = std::lround(n);
    Task trial = task;
    trial.steps = {.number = number};
    trial.estimate = true;
    Route route;
    const double error = take(trial, route);
    if (error <= task.accuracy) return route;
    if (std::isnan(error)) {  // no step yet that the method can take
      n *= 4;
      continue;
    }
    // Errors that no longer fall are rounding, or a motion that parts from its neighbours.
    failures = error > 0.5 * best ? failures + 1 : 0;
    best = std::fmin(best, error);
    if (failures >= 3) break;
    const double wanted = std::pow(2 * error / task.accuracy, 1.0 / order);
    n = std::ceil(n * std::fmin(std::fmax(wanted, 1.1), 16));
  }
  if (n > double(kMost))
    refuse(task.accuracy, "with " + task.choice.name() + " it takes more than " + millions(kMost) + " steps" +
                              (std::isinf(best) ? "" : "; the best of those tried is " + brief_above(best)) +
                              "; take a method of higher order, or method = \"auto\"");
  refuse(task.accuracy,
         "with " + task.choice.name() + " smaller steps do not bring the error below " + brief_above(best) +
             " (rounding, or a motion that parts from its neighbours); method = \"auto\" may come further");
}

}  // namespace

void refuse_if_obstacle(const Solved& found, const SolveSettings& settings, double share) {
  if (found.good()) return;
  if (found.obstacle == Obstacle::stopped) throw Stopped{};
  refuse(settings.accuracy, why_not(found, settings, share));
}

Route route_to_accuracy(const Task& task) {
  if (!(task.accuracy > 0) || !std::isfinite(task.accuracy))
    throw KeyFault("accuracy", to_text(task.accuracy) + " must be positive: the largest error of the attitude, in rad");
  if (task.problem.is_free()) {
    if (task.choice.method != auto_to_accuracy({}).method) return search_steps(task);
    Task rows = task;
    rows.steps = {.number = kRowsOfExact};
    Route route;
    route.choice = task.choice, route.plan = plan_of(rows);
    return route;
  }
  const bool by_pair =
      task.choice.was_auto || task.choice.method == auto_to_accuracy(torque_abilities(task.problem)).method;
  return by_pair ? route_of_pair(task) : search_steps(task);
}

}  // namespace polhode
