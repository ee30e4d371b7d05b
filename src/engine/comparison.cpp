// comparison.cpp -- several methods at several step sizes on one problem
#include "engine/comparison.hpp"

#include <algorithm>
#include <cmath>

#include "engine/run.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/extrapolation.hpp"
#include "polhode/exact/free_motion.hpp"
#include "problem/torques.hpp"

namespace polhode {

namespace {

struct Reference {
  PrincipalState<double> end;  // in principal axes
  double error = 0;
  std::string text;
  std::string fault{};
};

/// By n steps, shared out among the stretches. Empty if it meets what is not finite, at once: steps on NaN are slow.
std::optional<PrincipalState<long double>> extrapolated_end(const Problem& problem, const ProblemTorque& torque,
                                                            long n) {
  constexpr int kColumns = 10;
  const Principal<long double> body = problem.inertia.in_principal_axes<long double>();
  PrincipalState<long double> s = convert<long double>(problem.principal_start());
  const double whole = problem.end_time - problem.start_time;
  for (const Stretch& stretch : plan(problem.start_time, problem.end_time, torque.switches(), {.length = whole})) {
    const double length = stretch.until - stretch.from;
    const auto acting = torque.during(stretch.from + 0.5 * length);
    const long steps = std::max(1L, std::lround(double(n) * length / whole));
    for (long i = 0; i < steps; ++i) {
      const auto all = static_cast<long double>(steps);
      const long double begin = stretch.from + length * (static_cast<long double>(i) / all);
      s = extrapolated_step<long double>(body, acting, begin, length / all, s, kColumns);
      if (!std::isfinite(double(norm2(s.m))) || !std::isfinite(double(s.Q.w))) return std::nullopt;
    }
  }
  return s;
}

/// Extrapolation in extended precision with twice as many steps until two results agree to a rounding in double, or the
/// budget is spent: 2^17 steps in all, about 3 s.
Reference extrapolated_reference(const Problem& problem, const std::function<void(const std::string&)>& progress) {
  constexpr double kEnough = 1e-15, kRounding = 1e-6, kGood = 1e-3;
  constexpr long kBudget = 1L << 17;
  const ProblemTorque torque = torque_in_principal_axes(problem);
  Reference best;
  best.error = NAN;
  best.text = "the extrapolated midpoint rule in extended precision";
  // About one step a radian to begin with.
  const double whole = problem.end_time - problem.start_time;
  const double turns = whole * norm(problem.inertia.angular_velocity(problem.start.m));
  long spent = 0;
  std::optional<PrincipalState<long double>> before;
  for (long n = std::lround(std::clamp(turns, 16.0, 0.25 * double(kBudget))); spent + n <= kBudget;
       spent += n, n *= 2) {
    if (progress) progress("reference, " + std::to_string(n) + " steps");
    const auto now = extrapolated_end(problem, torque, n);
    if (now && before) {
      const auto change = double(attitude_distance(before->Q, now->Q));
      // Order 20: where twice the steps do not change it a great deal less, rounding has taken over, unless the steps are
      // still too large for any order to show.
      const bool stagnant = change < kRounding && change > 0.25 * best.error;
      if (!(change >= best.error)) best.error = change, best.end = convert<double>(*now);
      if (change <= kEnough || stagnant) break;
    }
    before = now;
  }
  if (!(best.error <= kGood))
    best.fault = "the reference " +
                 (std::isnan(best.error)
                      ? "fails: its numbers are not finite, however many steps are made"
                      : "is known to " + brief(best.error) + " rad only, after " + std::to_string(spent) + " steps") +
                 "; errors cannot be measured against it. Are the torques and the units right? Else compare over a "
                 "shorter time (--end)";
  return best;
}

Reference reference_of(const Problem& problem, const std::function<void(const std::string&)>& progress) {
  if (!problem.is_free()) return extrapolated_reference(problem, progress);
  const PrincipalMotion<double> exact(problem.inertia.in_principal_axes(), problem.principal_start());
  return {exact.at(problem.end_time - problem.start_time), 0, "the exact motion"};
}

/// Of the steps alone, without certificate; the best time of a few runs.
Run::Cost cost_of(const Task& task) {
  constexpr double kEnough = 0.03;  // in all
  constexpr int kMostRuns = 20;
  Run::Cost best{INFINITY, 0};
  double sum = 0;
  for (int run = 0; run < kMostRuns && sum < kEnough; ++run) {
    const Run::Cost cost = Run::cost_of_steps(task);
    if (cost.cpu_seconds < best.cpu_seconds) best = cost;
    sum += cost.cpu_seconds;
  }
  return best;
}

/// The order that two runs of one method show, if both errors are small enough to follow a power of the step, and large
/// enough to be no rounding.
std::optional<double> measured_order(const ComparisonPoint& coarse, const ComparisonPoint& fine, double floor) {
  constexpr double kSmall = 0.3, kRounding = 1e-12;
  const double least = std::max(kRounding, 10 * floor);
  const bool good = coarse.method == fine.method && coarse.done && fine.done && coarse.steps < fine.steps &&
                    coarse.attitude_error < kSmall && coarse.attitude_error > least && fine.attitude_error > least;
  if (!good) return std::nullopt;
  return std::log(coarse.attitude_error / fine.attitude_error) / std::log(double(fine.steps) / double(coarse.steps));
}

/// What the methods need for that error: by the first run that reaches it and the one before, both errors taken as powers.
std::vector<Need> needs_for(double target, const Comparison& c) {
  std::vector<Need> needs;
  const ComparisonPoint* before = nullptr;
  for (const ComparisonPoint& p : c.points) {
    if (before && before->method != p.method) before = nullptr;
    const bool known = !needs.empty() && needs.back().method == p.method;
    if (known || !p.done) continue;
    if (p.attitude_error <= target) {
      double part = 1;  // of the way from the run before, in logarithms
      if (before && p.attitude_error > 0)
        part = std::log(target / before->attitude_error) / std::log(p.attitude_error / before->attitude_error);
      const auto between = [&](double from, double to) { return from * std::pow(to / from, part); };
      needs.push_back({p.method, before ? between(double(before->steps), double(p.steps)) : double(p.steps),
                       before ? between(before->cpu_seconds, p.cpu_seconds) : p.cpu_seconds});
    }
    before = &p;
  }
  std::ranges::sort(needs, {}, &Need::cpu_seconds);
  return needs;
}

Advice advice_for(double target, const Comparison& c) {
  const ComparisonPoint *cheapest = nullptr, *nearest = nullptr;
  for (const ComparisonPoint& p : c.points) {
    if (!p.done) continue;
    if (!nearest || p.attitude_error < nearest->attitude_error) nearest = &p;
    if (p.attitude_error <= target && (!cheapest || p.cpu_seconds < cheapest->cpu_seconds)) cheapest = &p;
  }
  const std::string wanted = "For an error of " + brief(target) + " rad: ";
  const auto told = [](const ComparisonPoint& p) {
    return p.method + " with a step of " + to_text(p.step) + " s (" + std::to_string(p.steps) + " steps)";
  };
  if (!nearest) return {target, wanted + "none of these runs reached its end."};
  if (!(c.reference_error <= 0.1 * target))
    return {target,
            wanted + "cannot be judged, the reference itself " +
                (std::isnan(c.reference_error) ? "failed." : "is known to " + brief(c.reference_error) + " rad only.")};
  if (!cheapest)
    return {target, wanted + "none of these; nearest is " + told(*nearest) + ", off by " +
                        brief(nearest->attitude_error) + " rad. Try more steps or a higher order."};
  if (cheapest->is_reference)
    return {target, wanted + "take " + cheapest->method + ", which is right to rounding whatever the step."};
  return {target, wanted + "take " + told(*cheapest) + ", off by " + brief(cheapest->attitude_error) + " rad in " +
                      brief(1e3 * cheapest->cpu_seconds) + " ms."};
}

}  // namespace

std::vector<std::string> usual_methods(const std::optional<Abilities>& torque) {
  if (!torque) return {"exact", "dmv8", "sr2", "sr6", "lie4", "mclachlan-reich"};
  std::vector<std::string> names{"cf4", "rkmk4", "newmark", "simo-wong"};
  if (torque->potential)
    names = {"strang:sr2", "rkn4:dmv16", "rkn6:dmv16", "rkn6-processed:dmv16", "composition8:sr2", "cf4"};
  if (torque->potential && torque->derivative) names.insert(names.begin() + 1, "nystrom4:dmv16");
  if (torque->series) names.emplace_back("taylor12");
  return names;
}

std::vector<long> usual_steps(const Problem& problem) {
  constexpr double kTurn = 0.5;  // rad a step
  constexpr long kFewest = 8, kMost = 5000;
  constexpr int kHalvings = 8;
  const Vec3<double> w = problem.inertia.angular_velocity(problem.start.m), I = problem.inertia.moments();
  // A body at rest is set turning by its torque.
  const double pull =
      problem.is_free()
          ? 0
          : norm(torques_of(problem).during(problem.start_time).torque(problem.start_time, problem.start.Q, w)) /
                std::min({I.x, I.y, I.z});
  const double turned = (problem.end_time - problem.start_time) * std::max(norm(w), std::sqrt(pull));
  const long first = std::isfinite(turned) && turned / kTurn < double(kMost)
                         ? std::max(kFewest, std::lround(std::ceil(turned / kTurn)))
                         : kMost;
  std::vector<long> steps(kHalvings, first);
  for (int i = 0; i < kHalvings; ++i) steps[std::size_t(i)] <<= i;
  return steps;
}

Comparison compare(const Problem& problem, std::span<const Contender> contenders, std::span<const long> steps,
                   std::span<const double> targets, const std::function<void(const std::string&)>& progress) {
  Comparison c;
  const Reference reference = reference_of(problem, progress);
  c.reference = reference.text;
  c.reference_error = reference.error;
  c.reference_fault = reference.fault;
  std::vector<long> ascending(steps.begin(), steps.end());
  std::ranges::sort(ascending);
  for (const Contender& contender : contenders)
    for (const long n : ascending) {
      if (progress) progress(contender.name() + ", " + std::to_string(n) + " steps");
      const Task task{problem, contender.choice, {.number = n}, 1, contender.energy_correction};
      Run run(task);
      const RunRecord record = run.go();
      ComparisonPoint p;
      p.method = contender.name();
      p.is_reference = problem.is_free() && contender.choice.method == "exact" && contender.energy_correction == 0;
      p.steps = record.done() ? record.steps : n;
      p.step = record.step;
      p.done = record.done();
      p.cause = record.cause;
      p.torque_evaluations = record.torque_evaluations;
      p.energy_error_max = record.certificate.energy_error_max;
      if (p.done) {
        const PrincipalState<double> end = problem.inertia.to_principal(run.state());
        const double known = std::isnan(reference.error) ? NAN : 0;  // without a reference no error is known
        p.attitude_error = known + attitude_distance(end.Q, reference.end.Q);
        p.momentum_error = known + norm(end.m - reference.end.m) / std::max(norm(reference.end.m), 1e-300);
        const Run::Cost cost = cost_of(task);
        p.cpu_seconds = cost.cpu_seconds;
        p.torque_evaluations = cost.torque_evaluations;
      }
      if (!c.points.empty()) p.order = measured_order(c.points.back(), p, c.reference_error);
      c.points.push_back(p);
    }
  for (const double target : targets) {
    c.advice.push_back(advice_for(target, c));
    c.advice.back().needs = needs_for(target, c);
  }
  return c;
}

}  // namespace polhode
