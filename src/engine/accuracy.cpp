// accuracy.cpp -- steps for an accuracy
#include "engine/accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <string>

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

std::shared_ptr<const Solved> solved(Task& task) {
  const SolveSettings settings{.accuracy = task.accuracy};
  const auto found = std::make_shared<Solved>(
      solve_problem(task.problem, settings, [&](double part) { return !task.watch || task.watch(part); }));
  const bool ends = found->obstacle == Obstacle::not_smooth || found->obstacle == Obstacle::clock;
  if (ends)  // the run fails there, with all that comes before it
    found->plan.push_back({found->reached, task.problem.end_time, 1});
  else
    refuse_if_obstacle(*found, settings);
  task.choice = choose("gauss16", "", torque_abilities(task.problem));
  task.choice.remark = "accuracy: a pair of solutions with strides as the motion needs them";
  task.steps = {};
  task.estimate = false;  // it has one
  return found;
}

/// The error of a run with these steps: known, or estimated. NaN if there is none.
double error_of(const Task& task, const Steps& steps) {
  Task one = task;
  one.accuracy = 0;
  one.steps = steps;
  one.estimate = true;
  one.events.clear();  // the whole run
  one.output_times = {};
  RunHooks hooks;
  bool stopped = false;
  hooks.interrupted = [&] { return stopped = task.watch && !task.watch(0); };
  const RunRecord record = Run(std::move(one)).go(hooks);
  if (stopped) throw Stopped{};
  if (!record.done()) return std::nan("");
  const Certificate& c = record.certificate;
  return c.attitude_error_max        ? *c.attitude_error_max
         : c.attitude_error_estimate ? std::fmax(*c.attitude_error_estimate, c.momentum_error_estimate.value_or(0))
                                     : std::nan("");
}

void search_steps(Task& task) {
  const Problem& problem = task.problem;
  const int order = std::min(task.choice.card.order, task.choice.card.attitude_order);
  if (order == 0) refuse(task.accuracy, "method " + task.choice.name() + " does not converge, whatever the step");
  const double span = problem.end_time - problem.start_time;
  constexpr long kMost = 100'000'000;
  // Half a radian a step to begin with, and at least eight.
  const double rate = norm(problem.inertia.angular_velocity(problem.start.m));
  double n = std::fmax(8, 2 * span * rate), best = INFINITY;
  for (int failures = 0; n <= double(kMost);) {
    const long number = std::lround(n);
    const double error = error_of(task, {.number = number});
    if (error <= task.accuracy) {
      task.steps = {.number = number};
      task.estimate = true;
      return;
    }
    if (std::isnan(error)) {  // no step yet that the method can take
      n *= 4;
      continue;
    }
    // Errors that no longer fall are rounding, or a motion that parts from its neighbours.
    failures = error > 0.5 * best ? failures + 1 : 0;
    best = std::fmin(best, error);
    if (failures >= 3) break;
    const double wanted = std::pow(2 * error / task.accuracy, 1.0 / std::min(order, 60));
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

std::string cause_of_end(const Solved& found) {
  const double t = found.reached;
  if (found.obstacle == Obstacle::clock)
    return "at t = " + to_text(t) + " the numbers of double are " +
           brief(std::nextafter(std::fabs(t), INFINITY) - std::fabs(t)) +
           " s apart, longer than the steps that this motion takes: let the times begin nearer to 0";
  return "at t = " + to_text(t) + " the steps came down to nothing: the torque jumps there, or is not a number";
}

void refuse_if_obstacle(const Solved& found, const SolveSettings& settings, double share) {
  const double error = std::fmax(found.attitude_error_estimate, found.momentum_error_estimate);
  constexpr double kLost = 1;  // rad: no accuracy that can be asked for
  const std::string best = error < kLost ? brief_above(error) : "more than a radian",
                    ask = error < kLost * share
                              ? "; ask for " + brief_above(error / share) + " or more, or for a shorter run"
                              : "; ask for a shorter run";
  switch (found.obstacle) {
    case Obstacle::rounding:
      refuse(settings.accuracy, "the rounding of double alone comes to " + best + " in this run" + ask);
    case Obstacle::conditioning:
      refuse(settings.accuracy,
             "neighbouring motions part so fast here (chaos, or an unstable balance) that rounding grows to " + best +
                 ask);
    case Obstacle::too_long:
      refuse(settings.accuracy, "it takes more than " + millions(settings.most_steps) +
                                    " steps, with which it comes to t = " + to_text(found.reached) +
                                    "; give a step instead, or shorten the run");
    case Obstacle::not_smooth:
    case Obstacle::clock:
      refuse(settings.accuracy, cause_of_end(found));
    case Obstacle::stopped:
      throw Stopped{};
    case Obstacle::none:
      break;
  }
}

std::shared_ptr<const Solved> choose_steps(Task& task) {
  if (!(task.accuracy > 0) || !std::isfinite(task.accuracy))
    throw KeyFault("accuracy", to_text(task.accuracy) + " must be positive: the largest error of the attitude, in rad");
  if (task.problem.is_free() && task.choice.method == "exact")
    task.steps = {.number = kRowsOfExact};
  else if (!task.problem.is_free() && (task.choice.was_auto || task.choice.method == "gauss16"))
    return solved(task);
  else
    search_steps(task);
  return nullptr;
}

}  // namespace polhode
