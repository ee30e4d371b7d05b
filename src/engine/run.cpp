// run.cpp -- a problem from start to end
#include "engine/run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "engine/accuracy.hpp"
#include "engine/between.hpp"
#include "engine/certificate.hpp"
#include "engine/clock.hpp"
#include "engine/cpu_time.hpp"
#include "engine/step_block.hpp"
#include "engine/verdict.hpp"
#include "kernels/solve.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/segments.hpp"

namespace polhode {

namespace {

constexpr double kProgressSeconds = 0.2;

Task checked(Task task) {
  task.problem.start = checked(task.problem.start);
  check(task.problem);
  return task;
}

}  // namespace

/// All the steps of a run, so that it can be asked for any time.
struct Kept {
  std::vector<double> times;                   // one more than there are steps
  std::vector<PrincipalState<double>> states;  // at these
  std::vector<std::size_t> first;              // step of each stretch that was entered
  std::size_t stretch_before = 0;  // so many stretches lie before the first of these, in a run that was restored

  void add(const Segments& steps, std::size_t stretch) {
    if (steps.size() == 0) return;
    if (times.empty()) {
      stretch_before = stretch;
      times.push_back(steps.times.front()), states.push_back(steps.states.front());
    }
    while (stretch_before + first.size() <= stretch) first.push_back(times.size() - 1);
    times.insert(times.end(), steps.times.begin() + 1, steps.times.end());
    states.insert(states.end(), steps.states.begin() + 1, steps.states.end());
  }
  std::size_t step_at(double t) const {
    const auto after = std::ranges::upper_bound(times, t) - times.begin();
    return std::size_t(std::clamp<std::ptrdiff_t>(after - 1, 0, std::ptrdiff_t(times.size()) - 2));
  }
  std::size_t stretch_of(std::size_t step) const {
    return stretch_before + std::size_t(std::ranges::upper_bound(first, step) - first.begin()) - 1;
  }
};

struct Run::Parts {
  double cpu_start = cpu_time();
  Task task;
  std::optional<Route> route;  // to an accuracy; none: by steps
  Principal<double> principal;
  std::vector<Stretch> plan;
  std::vector<Clock> clocks;  // of each stretch
  std::unique_ptr<Mover> mover;
  Certifier certifier;
  Estimate estimate;
  std::optional<Companions> companions;
  std::function<bool()> interrupted;  // of the hooks of go()
  EventFinder finder;
  WantedTimes wanted;
  std::unique_ptr<Between> between;  // if anything is asked of it
  RunPosition at;
  Kept kept;
  long evaluations_before = 0;  // of the run that was restored
  StepBlock block;

  explicit Parts(Task given)
      : task(checked(std::move(given))),
        route(route_of(task)),
        principal(task.problem.inertia.in_principal_axes()),
        plan(route ? route->plan : plan_of(task)),
        clocks(plan.begin(), plan.end()),
        mover(route && !route->states.empty() ? recorded_mover(route->plan, route->states, route->torque_evaluations)
                                              : make_mover(task.choice, task.problem, task.energy_correction)),
        certifier(task.problem, task.choice, steps_of(plan)),
        estimate(estimate_for(task, plan)),
        finder(task.problem.inertia, task.events, [this] { return interrupted && interrupted(); }),
        wanted(task.output_times, task.problem.start_time, task.problem.end_time) {
    if (!finder.empty() || task.output_times.given() || task.keep_motion) look_between();
    at.state = task.problem.principal_start();
    if (estimate == Estimate::made) companions.emplace(task.choice, task.problem, task.energy_correction);
    enter();
    if (route) at.solver_iterations = route->solver_iterations;
    at.cpu_seconds = cpu_time() - cpu_start;  // of the search for steps
  }
  /// The task then goes by the method of its route, and needs no companions.
  static std::optional<Route> route_of(Task& task) {
    if (!(task.accuracy > 0)) return std::nullopt;
    Route route = route_to_accuracy(task);
    task.choice = route.choice;
    task.estimate = false;
    return route;
  }
  void look_between() {
    between = std::make_unique<Between>(task.choice, task.problem, task.energy_correction);
    between->enter(stretch());
  }
  void enter() {
    mover->enter(stretch());
    if (companions) companions->enter(stretch());
    if (between) between->enter(stretch());
  }
  const Stretch& stretch() const { return plan[std::size_t(at.stretch)]; }
  long torque_evaluations() const { return evaluations_before + mover->torque_evaluations(); }
  /// Reached.
  double time() const { return at.ended ? at.ended->t : time_of(stretch(), at.step); }
  Certificate certificate() const {
    const double elapsed = at.ended ? at.ended->t - task.problem.start_time
                                    : (stretch().from - task.problem.start_time) + elapsed_of(stretch(), at.step);
    Certificate c =
        certifier.certificate(at.state, elapsed, companions && companions->failed() ? Estimate::failed : estimate);
    if (route && route->attitude_error_estimate) {
      c.estimate = Estimate::made;
      c.attitude_error_estimate = *route->attitude_error_estimate + (route->counts_rounding ? 0 : certifier.rounding());
      c.momentum_error_estimate = route->momentum_error_estimate;
      c.estimate_order = route->estimate_order;
    }
    return c;
  }
  /// At the end of a step.
  Row row(double t, const PrincipalState<double>& s) const {
    return row(t, s, clocks[std::size_t(at.stretch)].shown(t));
  }
  Row row(double t, const PrincipalState<double>& s, double shown) const {
    const Inertia& inertia = task.problem.inertia;
    const Vec3<double>& I = inertia.moments();
    // From principal axes: in others a thin body would lose digits.
    const Vec3<double> w = rotate(inertia.frame(), Vec3<double>{s.m.x / I.x, s.m.y / I.y, s.m.z / I.z});
    return {shown, inertia.to_body(s).Q, w, spatial_momentum(s), certifier.energy(t, s)};
  }

  /// How many of the steps are within the run: all, or those up to and with the one in which an event ends it, or those before the
  /// one in which no event can be found. None if the search was interrupted: then nothing has happened.
  int watch(const Segments& steps) {
    if (finder.empty()) return int(steps.size());
    const std::vector<EventMemory> before_all = finder.memory();
    std::vector<Crossing> found;
    int n = 0;
    bool ends = false;
    while (n < int(steps.size()) && !ends) {
      const auto [t, h, before, after] = steps[std::size_t(n)];
      if (!is_finite(after)) {  // the run fails there, which the certificate will see
        n = int(steps.size());
        break;
      }
      const double end = steps.times[std::size_t(n) + 1];
      between->set(t, before, end, after);
      ends = finder.watch(*between, t, before, end, after, between->torque(), found, between->always());
      if (finder.state() == Search::State::stopped) {
        finder.restore(before_all);
        return 0;
      }
      if (finder.state() == Search::State::too_fast) break;
      ++n;
    }
    if (ends) {
      at.ended = found.back();
      at.state = between->at(found.back().t);
    }
    list(found);
    return n;
  }
  /// All of them while there is room; after that the first of each event.
  void list(const std::vector<Crossing>& found) {
    const std::size_t room = kMostCrossings - std::min(kMostCrossings, at.crossings.size());
    if (found.size() <= room) {
      at.crossings.insert(at.crossings.end(), found.begin(), found.end());
      return;
    }
    std::vector<EventMemory> known = finder.memory();
    for (const Crossing& one : found) --known[std::size_t(one.event)].found;  // as it was before them
    for (std::size_t i = 0; i < found.size(); ++i)
      if (known[std::size_t(found[i].event)].found++ == 0 || i < room) at.crossings.push_back(found[i]);
  }
  /// Tells of each of these steps.
  template <class F>
  void each_step(const Segments& steps, const F& told) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const bool last = at.ended && i + 1 == steps.size();
      const double t0 = steps.times[i], t1 = steps.times[i + 1];
      between->set(t0, steps.states[i], t1, steps.states[i + 1]);
      told(*between, t0, steps.states[i], last ? at.ended->t : t1, last ? at.state : steps.states[i + 1]);
    }
  }
  /// How many of the wanted times lie at or before the end of a step. What rounding leaves between the two is nothing.
  long due(double end) const { return wanted.first_after(end + rounding(end)); }
  static double rounding(double t) { return 4 * epsilon<double>() * std::fabs(t); }
  /// The wanted times from number `next` on that lie in these steps.
  template <class Write>
  void rows_within(const Segments& steps, long& next, const Write& write) {
    for (std::size_t i = 0; i < steps.size() && next < wanted.size(); ++i) {
      const double t0 = steps.times[i], t1 = steps.times[i + 1], last = at.ended ? std::min(t1, at.ended->t) : t1;
      const bool cut = at.ended && at.ended->t < t1;
      const long until = std::min(cut ? wanted.first_after(last) : due(last), wanted.size());
      if (next < until) between->set(t0, steps.states[i], t1, steps.states[i + 1]);
      for (; next < until; ++next) {
        const double t = wanted.at(next);
        const bool at_end = std::fabs(t - t1) <= rounding(t1);
        write(t, at_end ? steps.states[i + 1] : between->at(t));
      }
    }
  }
};

Run::Run(Task task) : parts_(std::make_unique<Parts>(std::move(task))) {}
Run::~Run() = default;
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;

void Run::restore(const RunPosition& position) {
  Parts& p = *parts_;
  const bool fits = position.stretch >= 0 && position.stretch < long(p.plan.size()) && position.step >= 0 &&
                    position.step <= p.plan[std::size_t(position.stretch)].n;
  if (!fits) throw InvalidInput("the position lies outside of the run");
  p.mover->enter(p.plan[std::size_t(position.stretch)]);
  p.mover->restore(position.memory);
  p.evaluations_before = position.torque_evaluations - p.mover->torque_evaluations();
  p.certifier.sums = position.certificate;
  if (p.companions) p.companions->restore(p.plan[std::size_t(position.stretch)], position.companions);
  p.finder.restore(position.events);
  if (p.between) p.between->enter(p.plan[std::size_t(position.stretch)]);
  p.at = position;
}

long Run::planned_steps() const noexcept {
  return steps_of(parts_->plan);
}
double Run::largest_step() const noexcept {
  // The last stretch of a way that has an end is the rest of the time, in which there are no steps.
  const bool ends = parts_->route && !parts_->route->end.empty();
  double h = 0;
  for (const Stretch& stretch : std::span(parts_->plan).first(parts_->plan.size() - (ends ? 1 : 0)))
    h = std::max(h, step_of(stretch));
  return h;
}
RunPosition Run::position() {
  Parts& p = *parts_;
  p.at.memory = p.mover->memory();
  p.at.torque_evaluations = p.torque_evaluations();
  p.at.certificate = p.certifier.sums;
  if (p.companions) p.at.companions = p.companions->positions();
  p.at.events = p.finder.memory();
  return p.at;
}
Certificate Run::certificate() const {
  return parts_->certificate();
}
State<double> Run::state() const noexcept {
  return parts_->task.problem.inertia.to_body(parts_->at.state);
}

RunRecord Run::go(const RunHooks& hooks) {
  Parts& p = *parts_;
  RunPosition& at = p.at;
  const long all = planned_steps(), every = p.task.output_every;
  const double cpu_before = at.cpu_seconds, cpu_start = cpu_time();
  p.interrupted = hooks.interrupted;
  double last_progress = cpu_start;
  if (hooks.step && !p.between) p.look_between();

  RunRecord record;
  record.step = largest_step();
  record.accuracy = p.task.accuracy;
  record.passes = p.route ? p.route->passes : 1;
  const double start_time = p.task.problem.start_time;
  record.first = p.row(start_time, p.task.problem.principal_start());
  std::optional<double> written;  // the time of the last row
  const auto write_row = [&](double t, const Row& row) {
    hooks.row(row);
    ++at.rows;
    written = t;
  };
  const auto write = [&](double t, const PrincipalState<double>& s) {
    if (hooks.row) write_row(t, p.row(t, s));
  };
  const bool by_times = p.task.output_times.given(), with_ends = !by_times || p.wanted.with_ends();
  // Where the run ends, if it is not a row already: also the last good state of one that fails.
  const auto write_last = [&](double t, const PrincipalState<double>& s) {
    if (!hooks.row || !with_ends || (written && std::fabs(*written - t) <= Parts::rounding(t)) ||
        (!by_times && !at.ended && at.steps % every == 0))
      return;
    at.ended ? write_row(t, p.row(t, s, t)) : write(t, s);
  };
  if (at.steps == 0 && at.rows == 0 && (with_ends || p.wanted.at(0) == start_time)) write(start_time, at.state);
  long next = by_times ? p.due(p.time()) : 0;
  if (next > 0 && at.rows > 0 && p.wanted.at(next - 1) >= p.time() - Parts::rounding(p.time())) written = p.time();

  while (at.steps < all && !at.ended) {
    if (at.step == p.stretch().n) {
      ++at.stretch;
      at.step = 0;
      p.enter();
    }
    const Stretch& stretch = p.stretch();
    long count = std::min<long>(StepBlock::kSteps, stretch.n - at.step);
    if (hooks.checkpoint_every > 0) count = std::min(count, hooks.checkpoint_every - at.steps % hooks.checkpoint_every);

    p.block.states[0] = at.state;
    const MoverMemory memory = p.finder.empty() ? MoverMemory{} : p.mover->memory();
    const long evaluations = p.torque_evaluations();
    const Advanced done = p.block.advance(*p.mover, stretch, start_time, at.step, int(count));
    const int watched = p.watch(p.block.segments(done.steps));
    const auto stop = [&] {
      if (hooks.checkpoint) hooks.checkpoint(position());
      record.interrupted = true;
      record.cause = "interrupted after step " + std::to_string(at.steps) + " of " + std::to_string(all);
      write_last(p.time(), at.state);
    };
    if (p.finder.state() == Search::State::stopped) {  // back to the beginning of this block
      p.mover->enter(stretch);
      p.mover->restore(memory);
      p.evaluations_before = evaluations - p.mover->torque_evaluations();
      stop();
      break;
    }
    if (at.ended) count = watched;
    const Segments steps = p.block.segments(watched);
    const int good = p.certifier.add(steps, p.block.elapsed, step_of(stretch), at.steps);
    if (p.companions)
      p.companions->follow(stretch, at.step, steps.states.first(std::size_t(good) + 1), p.certifier.sums);
    if (p.task.keep_motion) p.kept.add(steps.first(std::size_t(good)), std::size_t(at.stretch));
    if (hooks.step) p.each_step(steps.first(std::size_t(good)), hooks.step);
    if (by_times && hooks.row)
      p.rows_within(steps.first(std::size_t(good)), next,
                    [&](double t, const PrincipalState<double>& s) { write_row(t, p.row(t, s, t)); });
    for (int i = 1; i <= good && !by_times; ++i)
      if (((at.steps + i) % every == 0 || at.steps + i == all) &&
          (!at.ended || at.ended->t >= steps.times[std::size_t(i)]))
        write(steps.times[std::size_t(i)], steps.states[std::size_t(i)]);
    at.solver_iterations += done.iterations;
    at.steps += good;
    at.step += good;
    if (at.ended) {
      write_last(at.ended->t, at.state);
      break;
    }
    at.state = steps.states[std::size_t(good)];
    if (at.steps == all && by_times) write_last(p.time(), at.state);
    if (good < count) {
      const double t = time_of(stretch, at.step);
      const bool too_fast = good == watched && p.finder.state() == Search::State::too_fast;
      record.outcome =
          (good < done.steps && !too_fast) || !is_finite(at.state) ? Outcome::non_finite : Outcome::not_converged;
      record.cause = cause_of_failure(p.task.choice.name(), p.task.choice.card.is_explicit, record.outcome,
                                      step_of(stretch) * norm(times(p.principal.x, at.state.m)), at.steps + 1, t);
      if (p.route && !p.route->end.empty() && !too_fast) {
        record.cause = p.route->end;
        if (p.route->lost) record.outcome = Outcome::accuracy_lost;
      }
      if (too_fast) {
        const auto speed = [&](int i) { return brief(norm(times(p.principal.x, p.block.states[std::size_t(i)].m))); };
        record.cause = p.task.choice.name() + ": the body turns too far for events to be found in step " +
                       std::to_string(at.steps + 1) + ", time " + to_text(t) + ": it goes from " + speed(good) +
                       " to " + speed(good + 1) + " rad/s in " + brief(step_of(stretch)) + " s; take a smaller step";
      }
      // Where the run ended, so that the partial output has its last good state.
      write_last(t, at.state);
      break;
    }
    const double now = cpu_time();
    at.cpu_seconds = cpu_before + (now - cpu_start);
    if (hooks.progress && now - last_progress > kProgressSeconds) {
      last_progress = now;
      hooks.progress(double(at.steps) / double(all), now - cpu_start);
    }
    if (at.steps < all && hooks.interrupted && hooks.interrupted()) {
      stop();
      break;
    }
    if (hooks.checkpoint && hooks.checkpoint_every > 0 && at.steps % hooks.checkpoint_every == 0)
      hooks.checkpoint(position());
  }
  at.cpu_seconds = cpu_before + (cpu_time() - cpu_start);

  record.choice = p.task.choice;
  record.steps = at.steps;
  record.rows = at.rows;
  record.torque_evaluations = p.torque_evaluations();
  record.solver_iterations = at.solver_iterations;
  record.cpu_seconds = at.cpu_seconds;
  record.last = at.ended ? p.row(p.time(), at.state, p.time()) : p.row(p.time(), at.state);
  record.events = p.task.events;
  for (const EventMemory& one : p.finder.memory()) record.event_counts.push_back(one.found);
  record.crossings = at.crossings;
  if (at.ended) record.ended_by = p.task.events[std::size_t(at.ended->event)].name;
  record.certificate = p.certificate();
  judge(record);
  return record;
}

TimeSpan Run::kept() const noexcept {
  const Parts& p = *parts_;
  const double here = p.time();
  if (p.kept.times.empty()) return {here, here};
  return {p.kept.times.front(), p.at.ended ? p.at.ended->t : p.kept.times.back()};
}
Row Run::at(double t) {
  Parts& p = *parts_;
  if (p.kept.times.empty() || (p.at.ended && p.at.ended->t == t)) return p.row(t, p.at.state, t);
  const std::size_t i = p.kept.step_at(t);
  const double t0 = p.kept.times[i], t1 = p.kept.times[i + 1];
  const PrincipalState<double>&before = p.kept.states[i], &after = p.kept.states[i + 1];
  if (std::fabs(t - t0) <= Parts::rounding(t0)) return p.row(t, before, t);
  if (std::fabs(t - t1) <= Parts::rounding(t1)) return p.row(t, after, t);
  p.between->enter(p.plan[p.kept.stretch_of(i)]);
  p.between->set(t0, before, t1, after);
  return p.row(t, p.between->at(t), t);
}

Run::Cost Run::cost_of_steps(const Task& given) {
  // Two looks at the clock take up to a microsecond, as much as several steps: shorter runs are timed several at once.
  constexpr double kLeastTimed = 5e-5;
  const Task task = checked(given);
  const std::vector<Stretch> plan = plan_of(task);
  const std::unique_ptr<Mover> mover = make_mover(task.choice, task.problem, task.energy_correction);
  // A method that is faster if nobody looks is not looked at; the others write their states down as in a run.
  const bool passes = mover->passes();
  StepBlock block;
  const auto run = [&] {
    PrincipalState<double>& s = block.states[0];
    s = task.problem.principal_start();
    for (const Stretch& stretch : plan) {
      mover->enter(stretch);
      if (passes) {
        constexpr long kMost = std::numeric_limits<int>::max();
        for (long i = 0; i < stretch.n; i += kMost) mover->pass(stretch, i, int(std::min(kMost, stretch.n - i)), s);
        continue;
      }
      for (long i = 0; i < stretch.n;) {
        const int count = int(std::min<long>(StepBlock::kSteps, stretch.n - i));
        mover->advance(stretch, i, count, block.states.data());
        s = block.states[std::size_t(count)];
        i += count;
      }
    }
  };
  for (long runs = 1, before = 0;; before += runs, runs *= 2) {
    const double from = cpu_time();
    for (long i = 0; i < runs; ++i) run();
    if (const double time = cpu_time() - from; time >= kLeastTimed)
      return {time / double(runs), mover->torque_evaluations() / (before + runs)};
  }
}

}  // namespace polhode
