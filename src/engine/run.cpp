// run.cpp -- a scenario from start to end
#include "engine/run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "engine/cpu_time.hpp"
#include "polhode/torqued_stepper.hpp"

namespace polhode {

namespace {

constexpr int kBlock =
    256;  // steps per call of the integrator: long enough to hide the call, short enough for the cache
constexpr double kProgressSeconds = 0.2;

}  // namespace

std::vector<Interval> plan_of(const Scenario& s) {
  const double whole = s.end_time - s.start_time;
  std::vector<double> stops;
  for (const AnyTorque& torque : s.torques)
    for (const double t : std::visit([](const auto& model) { return switches(model); }, torque))
      if (t > s.start_time && t < s.end_time) stops.push_back(t);
  stops.push_back(s.end_time);
  std::sort(stops.begin(), stops.end());
  stops.erase(std::unique(stops.begin(), stops.end()), stops.end());

  std::vector<Interval> plan;
  double from = s.start_time;
  for (const double stop : stops) {
    const double length = stop - from;
    const double wanted = s.steps > 0 ? double(s.steps) * (length / whole) : length / s.step;
    plan.push_back({from, length, std::max(1L, std::lround(std::ceil(wanted * (1 - 1e-12))))});
    from = stop;
  }
  return plan;
}

Run::Run(Scenario scenario, Choice choice)
    : scenario_(std::move(scenario)),
      choice_(std::move(choice)),
      principal_(scenario_.inertia.in_principal_axes()),
      plan_(plan_of(scenario_)) {
  scenario_.start = checked(scenario_.start);
  at_.state = scenario_.inertia.to_principal(scenario_.start);
  const Takes kind = scenario_.torque_kind();
  if (kind != Takes::nothing) potential_.emplace(scenario_.torques, scenario_.inertia.frame(), uncounted_);
  integrator_ = make_integrator({choice_, scenario_.inertia, scenario_.torques, kind, scenario_.start_time, at_.state,
                                 scenario_.energy_correction});
  certifier_ = std::make_unique<Certifier>(principal_, at_.state, scenario_.start_time, kind,
                                           potential_ ? &*potential_ : nullptr);
  integrator_->enter(plan_.front());
}

void Run::restore(const RunPosition& position) {
  const bool fits = position.interval >= 0 && position.interval < long(plan_.size()) && position.step >= 0 &&
                    position.step <= plan_[std::size_t(position.interval)].n;
  if (!fits) throw InvalidInput("the position lies outside of the run");
  integrator_->enter(plan_[std::size_t(position.interval)]);
  const std::span<std::byte> memory = integrator_->memory();
  if (memory.size() != position.memory.size())
    throw InvalidInput("the memory of method " + choice_.name() + " has " + std::to_string(memory.size()) +
                       " bytes, not " + std::to_string(position.memory.size()));
  if (!memory.empty()) std::memcpy(memory.data(), position.memory.data(), memory.size());
  integrator_->torque_evaluations = position.torque_evaluations;
  certifier_->sums = position.certificate;
  at_ = position;
}

long Run::planned_steps() const noexcept {
  long sum = 0;
  for (const Interval& interval : plan_) sum += interval.n;
  return sum;
}

double Run::largest_step() const noexcept {
  double h = 0;
  for (const Interval& interval : plan_) h = std::max(h, interval.h());
  return h;
}

Row Run::row(double t, const State<double>& s) const {
  const State<double> body = scenario_.inertia.to_body(s);
  return {t, body.Q, scenario_.inertia.angular_velocity(body.m), spatial_momentum(s), certifier_->energy(s)};
}

RunPosition Run::position() {
  const std::span<const std::byte> memory = integrator_->memory();
  at_.memory.assign(memory.begin(), memory.end());
  at_.torque_evaluations = integrator_->torque_evaluations;
  at_.certificate = certifier_->sums;
  return at_;
}

RunRecord Run::go(const RunHooks& hooks) {
  const long all = planned_steps();
  const double cpu_before = at_.cpu_seconds, cpu_start = cpu_time();
  double last_progress = cpu_start;
  std::array<State<double>, kBlock> after;

  RunRecord record;
  record.step = largest_step();
  record.first = row(scenario_.start_time, scenario_.inertia.to_principal(scenario_.start));
  const auto write = [&](double t, const State<double>& s) {
    if (!hooks.row) return;
    hooks.row(row(t, s));
    ++at_.rows;
  };
  if (at_.steps == 0 && at_.rows == 0) write(scenario_.start_time, at_.state);

  while (at_.steps < all) {
    if (at_.step == plan_[std::size_t(at_.interval)].n) {
      ++at_.interval;
      at_.step = 0;
      integrator_->enter(plan_[std::size_t(at_.interval)]);
    }
    const Interval& interval = plan_[std::size_t(at_.interval)];
    long count = std::min<long>(kBlock, interval.n - at_.step);
    if (hooks.checkpoint_every > 0)
      count = std::min(count, hooks.checkpoint_every - at_.steps % hooks.checkpoint_every);

    const Advanced done = integrator_->advance(interval, at_.step, int(count), at_.state, after.data());
    const int good = certifier_->add(interval, at_.step, std::span(after.data(), std::size_t(done.steps)));
    for (int i = 0; i < good; ++i) {
      const long step = at_.steps + i + 1;
      if (step % scenario_.output_every == 0 || step == all)
        write(at_.step + i + 1 == interval.n ? interval.from + interval.length : interval.time(at_.step + i + 1),
              after[std::size_t(i)]);
    }
    at_.solver_iterations += done.iterations;
    at_.steps += good;
    at_.step += good;
    if (good > 0) at_.state = after[std::size_t(good - 1)];
    if (good < count) {
      const double t = interval.time(at_.step);
      record.outcome =
          good < done.steps || !is_finite(norm2(at_.state.m)) ? Outcome::non_finite : Outcome::not_converged;
      record.cause = cause_of_failure(choice_.name(), record.outcome,
                                      interval.h() * norm(times(principal_.x, at_.state.m)), at_.steps + 1, t);
      // Where the run ended, so that the partial output has its last good state.
      if (at_.steps % scenario_.output_every != 0) write(t, at_.state);
      break;
    }
    const double now = cpu_time();
    at_.cpu_seconds = cpu_before + (now - cpu_start);
    if (hooks.progress && now - last_progress > kProgressSeconds) {
      last_progress = now;
      hooks.progress(double(at_.steps) / double(all), now - cpu_start);
    }
    const bool stop = at_.steps < all && hooks.interrupted && hooks.interrupted();
    const bool due = hooks.checkpoint_every > 0 && at_.steps % hooks.checkpoint_every == 0;
    if (hooks.checkpoint && (stop || due)) hooks.checkpoint(position());
    if (stop) {
      record.interrupted = true;
      record.cause = "interrupted after step " + std::to_string(at_.steps) + " of " + std::to_string(all);
      if (at_.steps % scenario_.output_every != 0) write(interval.time(at_.step), at_.state);
      break;
    }
  }
  at_.cpu_seconds = cpu_before + (cpu_time() - cpu_start);

  const Interval& here = plan_[std::size_t(at_.interval)];
  record.scenario = scenario_;
  record.choice = choice_;
  record.steps = at_.steps;
  record.rows = at_.rows;
  record.torque_evaluations = integrator_->torque_evaluations;
  record.solver_iterations = at_.solver_iterations;
  record.cpu_seconds = at_.cpu_seconds;
  record.last = row(at_.step == here.n ? here.from + here.length : here.time(at_.step), at_.state);
  record.certificate = certifier_->certificate();
  return record;
}

}  // namespace polhode
