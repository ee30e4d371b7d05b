// trial.cpp -- a method with a number of steps, held against the motion as it truly is
#include "engine/trial.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/accuracy.hpp"
#include "engine/between.hpp"
#include "engine/cpu_time.hpp"
#include "kernels/solve.hpp"
#include "polhode/body/invariants.hpp"

namespace polhode {

TrueMotion::TrueMotion(const Problem& problem, double wanted, double needed, double asked,
                       const std::function<bool(double)>& watch)
    : start_(problem.start_time) {
  const PrincipalState<double> start = problem.principal_start();
  largest_momentum_ = norm(start.m);
  if (problem.is_free()) {
    exact_.emplace(problem.inertia.in_principal_axes(), start);
    return;
  }
  const auto found = std::make_shared<Solved>(solve_problem(problem, {.accuracy = wanted}, watch));
  error_ = std::fmax(found->attitude_error_estimate, found->momentum_error_estimate);
  const bool as_good_as_double =
      (found->obstacle == Obstacle::rounding || found->obstacle == Obstacle::conditioning) && error_ <= needed;
  if (!as_good_as_double) refuse_if_obstacle(*found, {.accuracy = asked}, needed / asked);
  solved_ = found;
  long before = 0;
  for (const Stretch& stretch : found->plan) {
    first_.push_back(before);
    before += stretch.n;
  }
  for (const PrincipalState<double>& s : found->states) largest_momentum_ = std::fmax(largest_momentum_, norm(s.m));
  between_ = std::make_unique<Between>(choose(auto_to_accuracy(torque_abilities(problem)), torque_abilities(problem)),
                                       problem, 0);
}
TrueMotion::TrueMotion(TrueMotion&&) noexcept = default;
TrueMotion& TrueMotion::operator=(TrueMotion&&) noexcept = default;
TrueMotion::~TrueMotion() = default;

const char* TrueMotion::name() const noexcept {
  return exact_ ? "the exact motion" : "a pair of solutions of order 16, to a smaller error";
}
long TrueMotion::torque_evaluations() const noexcept {
  return solved_ ? solved_->torque_evaluations() : 0;
}
long TrueMotion::steps() const noexcept {
  return solved_ ? long(solved_->states.size()) - 1 : 0;
}

PrincipalState<double> TrueMotion::at(double t) {
  if (exact_) return exact_->at(t - start_);
  const std::vector<Stretch>& plan = solved_->plan;
  // The last stretch that begins before t.
  const auto next = std::ranges::partition_point(plan, [&](const Stretch& s) { return s.from < t; });
  const auto k = std::size_t(std::max<long>(0, next - plan.begin() - 1));
  const Stretch& stretch = plan[k];
  const long i = std::clamp(long((t - stretch.from) / step_of(stretch)), 0L, stretch.n - 1);
  const auto state = std::size_t(first_[k] + i);
  between_->enter(stretch);
  between_->set(time_of(stretch, i), solved_->states[state], time_of(stretch, i + 1), solved_->states[state + 1]);
  return between_->at(std::min(t, stretch.until));
}

double Trial::growth() const {
  // Errors grow in proportion to time, or to its square where the energy drifts; what is measured is one of many wiggles.
  constexpr double kLeast = 0.5, kMost = 2.5;
  return error > 0 && error_half > 0 ? std::clamp(std::log2(error / error_half), kLeast, kMost) : 1;
}

Trial tried(const Problem& problem, const Choice& choice, long steps, TrueMotion& truth,
            const std::function<bool(double)>& watch) {
  constexpr int kBlock = 256, kLooks = 32;
  const std::vector<Stretch> stretches =
      plan(problem.start_time, problem.end_time, torques_of(problem).switches(), {.number = steps});
  const std::unique_ptr<Mover> mover = make_mover(choice, problem);
  Trial trial{choice};
  long all = 0;
  for (const Stretch& stretch : stretches) {
    all += stretch.n;
    trial.step = std::fmax(trial.step, step_of(stretch));
  }
  trial.steps = all;
  const auto compare = [&](double t, const PrincipalState<double>& s) {
    const PrincipalState<double> right = truth.at(t);
    const double momentum = norm(spatial_momentum(s) - spatial_momentum(right));
    const double error = std::fmax(attitude_distance(s.Q, right.Q),
                                   truth.largest_momentum() > 0 ? momentum / truth.largest_momentum() : 0);
    trial.error = std::fmax(trial.error, error);
    if (t - problem.start_time <= 0.5 * (problem.end_time - problem.start_time))
      trial.error_half = std::fmax(trial.error_half, error);
  };
  std::array<PrincipalState<double>, kBlock + 1> states;
  states[0] = problem.principal_start();
  long taken = 0;
  int look = 1;
  for (const Stretch& stretch : stretches) {
    mover->enter(stretch);
    for (long i = 0; i < stretch.n;) {
      const long wanted = std::max(taken + 1, all * look / kLooks);  // the next state that is looked at
      const int count = int(std::min({long(kBlock), stretch.n - i, wanted - taken}));
      const double from = cpu_time();
      const Advanced done = mover->advance(stretch, i, count, states.data());
      trial.cpu_seconds += cpu_time() - from;
      if (done.steps < count || !is_finite(states[std::size_t(count)])) return trial;
      states[0] = states[std::size_t(count)];
      i += count, taken += count;
      if (taken == wanted) {
        compare(time_of(stretch, i), states[0]);
        while (all * look / kLooks <= taken && look < kLooks) ++look;
        if (watch && !watch(double(taken) / double(all))) throw Stopped{};
      }
    }
  }
  trial.torque_evaluations = mover->torque_evaluations();
  trial.done = std::isfinite(trial.error);
  return trial;
}

void measure_cost(const Problem& problem, const std::vector<Trial*>& trials, double seconds) {
  constexpr int kMostRuns = 50;
  std::vector<std::vector<double>> times(trials.size());
  const double begin = cpu_time();
  for (int run = 0; run < kMostRuns && (run < 2 || cpu_time() - begin < seconds * double(trials.size())); ++run)
    for (std::size_t k = 0; k < trials.size(); ++k) {
      const Run::Cost cost = Run::cost_of_steps({problem, trials[k]->choice, {.number = trials[k]->steps}});
      trials[k]->torque_evaluations = cost.torque_evaluations;
      times[k].push_back(cost.cpu_seconds);
    }
  // The second: others who use the machine make runs longer, by half for some hundredths of a second, and the clock of a process
  // that is moved to another processor may once show far too little.
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const auto second = times[k].begin() + (times[k].size() < 4 ? 0 : 1);
    std::ranges::nth_element(times[k], second);
    trials[k]->cpu_seconds = *second;
  }
}

}  // namespace polhode
