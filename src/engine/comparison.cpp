// comparison.cpp -- several methods at several step sizes on one scenario
#include "engine/comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/cpu_time.hpp"
#include "engine/run.hpp"
#include "polhode/extrapolation.hpp"
#include "polhode/free_motion.hpp"

namespace polhode {

namespace {

struct Reference {
  State<double> end;  // in principal axes
  double error = 0;
  std::string text;
};

/// Extrapolation in extended precision with twice as many steps until two results agree to a rounding in double.
Reference extrapolated_reference(const Scenario& s) {
  const Principal<long double> body = s.inertia.in_principal_axes<long double>();
  const State<long double> start = convert<long double>(s.inertia.to_principal(s.start));
  const std::vector<Interval> plan = plan_of(s);
  constexpr int kColumns = 10;
  constexpr double kEnough = 1e-15;
  constexpr long kMostSteps = 1L << 17;
  const double whole = s.end_time - s.start_time;
  Reference best;
  best.error = INFINITY;
  State<long double> before{};
  bool first = true;
  // About one step a radian to begin with.
  const double turns = whole * norm(s.inertia.angular_velocity(s.start.m));
  for (long n = std::clamp(std::lround(turns), 16L, kMostSteps / 4); n <= kMostSteps; n *= 2) {
    State<long double> now = start;
    for (const Interval& interval : plan) {
      long evaluations = 0;
      const ScenarioTorque torques(during(s.torques, interval.from + 0.5 * interval.length), s.inertia.frame(),
                                   evaluations);
      const long steps = std::max(1L, std::lround(double(n) * interval.length / whole));
      now = extrapolated<long double>(body, torques, interval.from, interval.length, now, steps, kColumns);
    }
    if (!first) {
      const double change = double(attitude_distance(before.Q, now.Q));
      // Order 20: where twice the steps do not change it a great deal less, rounding has taken over.
      const bool stagnant = change > 0.25 * best.error;
      if (!(change >= best.error)) best.error = change, best.end = convert<double>(now);
      if (change <= kEnough || stagnant) break;
    }
    before = now;
    first = false;
  }
  best.text = "the extrapolated midpoint rule in extended precision";
  return best;
}

Reference reference_of(const Scenario& s) {
  if (s.torque_kind() != Takes::nothing) return extrapolated_reference(s);
  const FreeMotion<double> exact(s.inertia.in_principal_axes(), s.inertia.to_principal(s.start));
  return {exact.at(s.end_time - s.start_time), 0, "the exact motion"};
}

/// CPU time of the steps alone, without certificate; the best of a few runs.
double seconds_of(const Scenario& s, const Choice& choice) {
  constexpr double kEnough = 0.03;  // in all
  constexpr int kMostRuns = 20;
  const std::vector<Interval> plan = plan_of(s);
  const State<double> start = s.inertia.to_principal(s.start);
  std::array<State<double>, 256> after;
  double best = INFINITY, sum = 0;
  for (int run = 0; run < kMostRuns && sum < kEnough; ++run) {
    const auto integrator =
        make_integrator({choice, s.inertia, s.torques, s.torque_kind(), s.start_time, start, s.energy_correction});
    const double from = cpu_time();
    State<double> state = start;
    for (const Interval& interval : plan) {
      integrator->enter(interval);
      for (long i = 0; i < interval.n;) {
        const int count = int(std::min<long>(long(after.size()), interval.n - i));
        integrator->advance(interval, i, count, state, after.data());
        state = after[std::size_t(count - 1)];
        i += count;
      }
    }
    const double seconds = cpu_time() - from;
    best = std::min(best, seconds);
    sum += seconds;
  }
  return best;
}

std::string short_number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", x);
  return text;
}

Advice advice_for(double target, const Comparison& c) {
  const ComparisonPoint *cheapest = nullptr, *nearest = nullptr;
  for (const ComparisonPoint& p : c.points) {
    if (!p.done) continue;
    if (!nearest || p.attitude_error < nearest->attitude_error) nearest = &p;
    if (p.attitude_error <= target && (!cheapest || p.cpu_seconds < cheapest->cpu_seconds)) cheapest = &p;
  }
  const std::string wanted = "For an error of " + short_number(target) + " rad: ";
  const auto told = [](const ComparisonPoint& p) {
    return p.method + " with a step of " + to_text(p.step) + " (" + std::to_string(p.steps) + " steps)";
  };
  if (!nearest) return {target, wanted + "none of these runs reached its end."};
  if (c.reference_error > 0.1 * target)
    return {target, wanted + "cannot be judged, the reference itself is known to " + short_number(c.reference_error) +
                        " rad only."};
  if (!cheapest)
    return {target, wanted + "none of these; nearest is " + told(*nearest) + ", off by " +
                        short_number(nearest->attitude_error) + " rad. Try more steps or a higher order."};
  return {target, wanted + "take " + told(*cheapest) + ", off by " + short_number(cheapest->attitude_error) +
                      " rad in " + short_number(1e3 * cheapest->cpu_seconds) + " ms."};
}

}  // namespace

Comparison compare(const Scenario& scenario, std::span<const Choice> choices, std::span<const long> steps,
                   const std::function<void(const std::string&)>& progress) {
  Comparison c;
  c.scenario = scenario;
  if (progress) progress("reference");
  const Reference reference = reference_of(scenario);
  c.reference = reference.text;
  c.reference_error = reference.error;
  std::vector<long> ascending(steps.begin(), steps.end());
  std::sort(ascending.begin(), ascending.end());
  for (const Choice& choice : choices)
    for (const long n : ascending) {
      if (progress) progress(choice.name() + ", " + std::to_string(n) + " steps");
      Scenario one = scenario;
      one.step = 0;
      one.steps = n;
      Run run(one, choice);
      const RunRecord record = run.go();
      ComparisonPoint p;
      p.method = choice.name();
      p.steps = record.done() ? record.steps : n;
      p.step = record.step;
      p.done = record.done();
      p.cause = record.cause;
      p.torque_evaluations = record.torque_evaluations;
      p.energy_error_max = record.certificate.energy_error_max;
      if (p.done) {
        const State<double> end = one.inertia.to_principal(run.state());
        p.attitude_error = attitude_distance(end.Q, reference.end.Q);
        p.momentum_error = norm(end.m - reference.end.m) / std::max(norm(reference.end.m), 1e-300);
        p.cpu_seconds = seconds_of(one, choice);
      }
      c.points.push_back(p);
    }
  for (const double target : {1e-3, 1e-6, 1e-9}) c.advice.push_back(advice_for(target, c));
  return c;
}

}  // namespace polhode
