// answers.cpp -- flips, tilts, events and certificates of one body
#include "ensemble/answers.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "engine/accuracy.hpp"
#include "engine/between.hpp"
#include "engine/tilt.hpp"
#include "polhode/exact/tumbling.hpp"

namespace polhode {

namespace {

/// In a run they are those of an event `flip`: at the start and at the end nothing happens.
double flips_of(const Inertia& inertia, const PrincipalState<double>& start, const PrincipalState<double>& end,
                double elapsed) {
  const Tumbling<double> tumbling(inertia.in_principal_axes(), start);
  const int axis = tumbling.middle_axis();
  if (axis < 0) return 0;
  const auto without_sign = [&](const Vec3<double>& m) {
    return std::fabs(m[axis]) <= 8 * epsilon<double>() * norm(m);  // as in drive/events.hpp
  };
  const double moment = 1e-6 * std::fmin(tumbling.period(), elapsed);
  return double(tumbling.flips(without_sign(start.m) ? moment : 0, without_sign(end.m) ? elapsed - moment : elapsed));
}

double largest_tilt(const Inertia& inertia, const PrincipalState<double>& start, double elapsed,
                    const std::function<bool()>& stopped) {
  TiltFinder finder(inertia, stopped);
  finder.watch(PrincipalMotion<double>(inertia.in_principal_axes(), start), elapsed);
  return finder.largest();
}

BodyOutcome outcome_of(const RunRecord& record) {
  return record.outcome == Outcome::not_converged ? BodyOutcome::not_converged
         : record.outcome == Outcome::non_finite  ? BodyOutcome::non_finite
         : !record.ended_by.empty()               ? BodyOutcome::ended
                                                  : BodyOutcome::done;
}

}  // namespace

std::vector<Quantity> quantities_of(const Questions& questions, std::size_t count) {
  std::vector<Quantity> all;
  const auto add = [&](std::string name, const char* unit) {
    all.push_back({std::move(name), unit, BodyNumbers(count)});
  };
  if (questions.flips) add("flips", "");
  if (questions.tilt_max) add("tilt_max", "rad");
  for (const Event& event : questions.events) add(event.name + "_count", ""), add(event.name + "_first", "s");
  if (questions.certificate)
    for (const CertificateEntry& entry : entries({}))
      add(std::string(entry.name), entry.name.starts_with("attitude_error") ? "rad" : "");
  return all;
}

Inquiry::Inquiry(const EnsembleTask& task, bool exact) : task_(task), exact_(exact) {}

bool Inquiry::needs_run() const {
  const Questions& asked = task_.questions;
  return asked.certificate || !asked.events.empty() || (!exact_ && (asked.flips || asked.tilt_max));
}

BodyRun Inquiry::run(const Problem& problem) const {
  const Questions& asked = task_.questions;
  Task task;
  task.problem = problem;
  task.choice = task_.choice;
  task.steps = task_.steps;
  task.accuracy = task_.accuracy;
  task.estimate = asked.certificate;
  // A body without a middle axis has no flips.
  const bool may_flip = middle_axis(problem.inertia.in_principal_axes()) >= 0;
  std::vector<long> place(asked.events.size(), -1);  // of each event among those that are watched
  for (std::size_t i = 0; i < asked.events.size(); ++i) {
    if (asked.events[i].kind == EventKind::flip && !may_flip) continue;
    place[i] = long(task.events.size());
    task.events.push_back(asked.events[i]);
  }
  const bool counts_flips = asked.flips && !exact_;
  if (counts_flips && may_flip) {
    Event flip;
    flip.kind = EventKind::flip;
    task.events.push_back(flip);
  }
  task.watch = [this](double) { return !(task_.stopped && task_.stopped()); };
  RunHooks hooks;
  hooks.interrupted = task_.stopped;
  TiltFinder tilt(problem.inertia, task_.stopped);
  if (asked.tilt_max && !exact_)
    hooks.step = [&](Between& between, double t0, const PrincipalState<double>& before, double t1,
                     const PrincipalState<double>& after) {
      tilt.watch(between, t0, before, t1, after, between.torque(), between.always());
    };

  Run one(std::move(task));
  const RunRecord record = one.go(hooks);
  if (record.interrupted) throw Stopped{};
  BodyRun made;
  made.outcome = outcome_of(record);
  made.end = one.position().state;
  made.t = record.last.t;
  made.energy_before = record.first.energy, made.energy = record.last.energy;
  made.estimate = task_.accuracy > 0 ? record.certificate.attitude_error_estimate.value_or(kNotKnown) : kNotKnown;
  const bool whole = at_end(made.outcome);
  if (exact_) {
    made.answers = of_free_motion(problem.inertia, problem.principal_start(), made.end, made.t - problem.start_time);
  } else {
    if (asked.flips) made.answers.push_back(!whole ? kNotKnown : may_flip ? double(record.event_counts.back()) : 0);
    if (asked.tilt_max) made.answers.push_back(whole ? tilt.largest() : kNotKnown);
  }
  for (const long at : place) {
    const long count = at < 0 ? 0 : record.event_counts[std::size_t(at)];
    const auto first = std::ranges::find_if(record.crossings, [&](const Crossing& c) { return c.event == at; });
    made.answers.push_back(double(count));
    made.answers.push_back(first == record.crossings.end() ? kNotKnown : first->t);
  }
  if (asked.certificate)
    for (const CertificateEntry& entry : entries(record.certificate))
      made.answers.push_back(entry.value.value_or(kNotKnown));
  return made;
}

std::vector<double> Inquiry::of_free_motion(const Inertia& inertia, const PrincipalState<double>& start,
                                            const PrincipalState<double>& end, double elapsed) const {
  std::vector<double> answers;
  if (task_.questions.flips) answers.push_back(flips_of(inertia, start, end, elapsed));
  if (task_.questions.tilt_max) answers.push_back(largest_tilt(inertia, start, elapsed, task_.stopped));
  return answers;
}

}  // namespace polhode
