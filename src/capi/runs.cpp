// runs.cpp -- runs and ensembles, and what they leave
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>

#include "capi/checkpoint.hpp"
#include "capi/forms.hpp"
#include "capi/handles.hpp"
#include "engine/accuracy.hpp"
#include "engine/run.hpp"
#include "problem/rules.hpp"

using namespace polhode;
using namespace polhode::capi;

namespace {

void refuse(const char* key, const std::string& wrong) {
  if (!wrong.empty()) throw KeyFault(key, wrong);
}

OutputTimes output_of(const polhode_settings& s, const Problem& problem) {
  if ((s.output_every != 0) + (s.output_step != 0) + (s.output_times != nullptr || s.output_count != 0) > 1)
    throw InvalidInput("give one of output_every, output_step and output_times");
  if (s.output_every < 0) throw KeyFault("output_every", std::to_string(s.output_every) + " must not be negative");
  OutputTimes times;
  if (s.output_step != 0) {
    refuse("output_step", wrong_step(s.output_step, problem.end_time - problem.start_time, "rows"));
    times.step = s.output_step;
  }
  const std::size_t n = counted(s.output_count, "output_count");
  if (n > 0) given(s.output_times, "output_times");
  if (s.output_times && n == 0) throw KeyFault("output_times", "there are none: output_count = 0");
  for (std::size_t i = 0; i < n; ++i) check_finite(s.output_times[i], "output_times[" + std::to_string(i) + "]");
  if (n > 0) times.times.assign(s.output_times, s.output_times + n);
  refuse("output_times", wrong_times(times.times, problem.start_time, problem.end_time));
  return times;
}

polhode_status status_of(const RunRecord& record) {
  if (record.interrupted) return POLHODE_STOPPED;
  switch (record.outcome) {
    case Outcome::done:
      return POLHODE_OK;
    case Outcome::not_converged:
      return POLHODE_NOT_CONVERGED;
    case Outcome::non_finite:
      return POLHODE_NON_FINITE;
    case Outcome::accuracy_lost:
      return POLHODE_INACCURATE;
  }
  return POLHODE_INTERNAL;
}
polhode_status status_of(BodyOutcome outcome) {
  switch (outcome) {
    case BodyOutcome::done:
    case BodyOutcome::ended:
      return POLHODE_OK;
    case BodyOutcome::not_converged:
      return POLHODE_NOT_CONVERGED;
    case BodyOutcome::non_finite:
      return POLHODE_NON_FINITE;
    case BodyOutcome::refused:
      return POLHODE_INVALID_INPUT;
    case BodyOutcome::inaccurate:
      return POLHODE_INACCURATE;
    case BodyOutcome::not_run:
      return POLHODE_STOPPED;
  }
  return POLHODE_INTERNAL;
}

/// A stop function that is called from within noexcept code must not throw there.
bool wants_stop(const polhode_settings& s, double done) {
  try {
    return s.stop && s.stop(s.stop_context, done) != 0;
  } catch (...) {
    return true;
  }
}

}  // namespace

namespace polhode::capi {

polhode_settings settings_of(const polhode_settings* settings) {
  return taken<polhode_settings>(given(settings, "settings"), POLHODE_SETTINGS);
}

Way way_of(const polhode_settings& s, const Problem& problem) {
  const char* method = s.method ? s.method : "auto";
  Way way;
  way.choice =
      choose(method, s.flow ? s.flow : "", problem.is_free() ? std::optional<Abilities>() : torque_abilities(problem));
  if ((s.accuracy != 0) + (s.step != 0) + (s.steps != 0) > 1)
    throw InvalidInput("give one of accuracy, step and steps");
  const double span = problem.end_time - problem.start_time;
  if (s.accuracy != 0) {
    refuse("accuracy", wrong_accuracy(s.accuracy));
    way.accuracy = s.accuracy;
  } else if (s.step != 0) {
    refuse("step", wrong_step(s.step, span, "steps"));
    way.steps.length = s.step;
  } else if (s.steps != 0) {
    refuse("steps", wrong_steps(long(s.steps), span));
    way.steps.number = long(s.steps);
  } else if (way.choice.was_auto) {
    way.accuracy = kDefaultAccuracy;
  } else {
    throw InvalidInput(kNoWay);
  }
  return way;
}

}  // namespace polhode::capi

polhode_status polhode_setting_check(const char* name, double value) {
  return entry([&] {
    const std::string key = &given(name, "name");
    const auto whole = [](double x) { return long(std::fmin(std::fmax(x, -0x1p60), 0x1p60)); };  // NaN is the least
    if (key == "accuracy")
      refuse("accuracy", wrong_accuracy(value));
    else if (key == "step" || key == "output_step")
      refuse(name, wrong_step(value, 0, ""));
    else if (key == "steps")
      refuse("steps", wrong_steps(whole(value), 0));
    else if (key == "output_every")
      refuse("output_every", wrong_output_every(whole(value)));
    else
      throw KeyFault("name", "\"" + key + "\" is none of accuracy, step, steps, output_every, output_step");
    return POLHODE_OK;
  });
}

// --- one body -----------------------------------------------------------------------------------------------------------

namespace {

struct Bytes {
  const void* data = nullptr;
  std::size_t size = 0;
};

/// From the start, or from where it was stopped.
polhode_status run_from(const polhode_problem* problem, const polhode_settings* settings, const Bytes* from,
                        polhode_result** result) noexcept {
  return entry([&] {
    given(problem, "problem"), given(result, "result");
    const polhode_settings s = settings_of(settings);
    auto made = std::make_unique<polhode_result>();
    std::list<CallbackRun>& callbacks = made->callbacks;
    Task task;
    task.problem = problem_of(*problem, callbacks);
    check_all(task.problem);
    Way way = way_of(s, task.problem);
    task.output_times = output_of(s, task.problem);
    task.output_every = s.output_every > 0 ? long(s.output_every) : 1;
    if (s.energy_correction < 0)
      throw KeyFault("energy_correction", std::to_string(s.energy_correction) + " must not be negative");
    if (s.energy_correction > 0 && way.accuracy > 0)
      throw KeyFault("energy_correction",
                     "goes with step or steps; with an accuracy the steps are chosen so that none is needed");
    task.energy_correction = s.energy_correction;
    task.events = problem->events;
    task.choice = std::move(way.choice);
    task.steps = way.steps, task.accuracy = way.accuracy;
    task.estimate = s.estimate != 0;
    task.keep_motion = s.dense_output != 0;

    const Task as_given = task;
    std::optional<RunPosition> position;
    if (from) position = from_bytes(as_given, &given(static_cast<const char*>(from->data), "bytes"), from->size);
    std::string why;
    task.watch = [&](double part) { return !says_ended(callbacks, why) && !wants_stop(s, part); };
    try {
      Run run(std::move(task));
      if (position && position->steps > run.planned_steps()) throw InvalidInput("checkpoint: the bytes are damaged");
      if (position) run.restore(*position);
      const long all = std::max(1L, run.planned_steps());
      RunHooks hooks;
      long taken = 0;
      hooks.row = [&](const Row& row) { made->rows.push_back(row); };
      hooks.interrupted = [&] {
        if (!s.stop) return false;
        taken = run.position().steps;
        return wants_stop(s, double(taken) / double(all));
      };
      hooks.checkpoint = [&](const RunPosition& at) { made->checkpoint = to_bytes(as_given, at); };
      made->record = run.go(hooks);
      if (s.dense_output) made->run = std::move(run);
    } catch (const KeyFault& bad) {
      // The problem and the settings are right: what is left is an accuracy that cannot be had.
      if (says_ended(callbacks, why)) return failed(POLHODE_STOPPED, why);
      if (bad.key != "accuracy") throw;
      return failed(POLHODE_INACCURATE, "accuracy: " + std::string(bad.what()));
    } catch (const Stopped&) {
      if (says_ended(callbacks, why)) return failed(POLHODE_STOPPED, why);
      throw;
    }
    polhode_status status = status_of(made->record);
    if (says_ended(callbacks, why)) {
      status = POLHODE_STOPPED;
      made->record.interrupted = true;
      made->record.outcome = Outcome::done;  // for the steps that were taken
      made->record.cause = why + " after t = " + to_text(made->record.last.t);
    }
    made->method = made->record.choice.name();
    made->outcome = made->record.outcome_name();
    made->verdict = name_of(made->record.certificate.verdict);
    if (status != POLHODE_OK) failed(status, made->record.cause);
    if (status != POLHODE_STOPPED || says_ended(callbacks, why)) made->checkpoint.clear();
    *result = made.release();
    return status;
  });
}

}  // namespace

polhode_status polhode_run(const polhode_problem* problem, const polhode_settings* settings, polhode_result** result) {
  return run_from(problem, settings, nullptr, result);
}
polhode_status polhode_resume(const polhode_problem* problem, const polhode_settings* settings, const void* bytes,
                              size_t size, polhode_result** result) {
  const Bytes from{bytes, size};
  return run_from(problem, settings, &from, result);
}
polhode_status polhode_result_checkpoint(const polhode_result* result, const void** bytes, size_t* size) {
  return entry([&] {
    given(result, "result"), given(bytes, "bytes"), given(size, "size");
    if (result->checkpoint.empty()) throw InvalidInput("there is nothing to go on from: the run was not stopped");
    *bytes = result->checkpoint.data(), *size = result->checkpoint.size();
    return POLHODE_OK;
  });
}
void polhode_result_destroy(polhode_result* result) {
  delete result;
}
polhode_status polhode_result_count(const polhode_result* result, int64_t* n) {
  return entry([&] {
    given(result, "result"), given(n, "n");
    *n = int64_t(result->rows.size());
    return POLHODE_OK;
  });
}
polhode_status polhode_result_states(const polhode_result* result, int64_t first, int64_t n, double* t, polhode_out q,
                                     polhode_out w, polhode_out L, double* energy) {
  return entry([&] {
    check_range(first, n, given(result, "result").rows.size());
    const auto size = std::size_t(n);
    check_view(q, size, "q"), check_view(w, size, "w"), check_view(L, size, "L");
    for (std::size_t i = 0; i < size; ++i) {
      const Row& row = result->rows[std::size_t(first) + i];
      if (t) t[i] = row.t;
      put(q, i, row.q), put(w, i, row.w), put(L, i, row.L);
      if (energy) energy[i] = row.energy;
    }
    return POLHODE_OK;
  });
}
polhode_status polhode_result_at(const polhode_result* result, const double* times, int64_t n, polhode_out q,
                                 polhode_out w, polhode_out L, double* energy) {
  return entry([&] {
    const std::size_t count = counted(n, "n");
    if (!given(result, "result").run)
      throw InvalidInput("the motion was not kept: set dense_output before the run (in the settings)");
    if (count > 0) given(times, "times");
    check_view(q, count, "q"), check_view(w, count, "w"), check_view(L, count, "L");
    // The run remembers where it was asked last, which does not change what it answers.
    auto& asked = const_cast<polhode_result&>(*result);
    const std::scoped_lock lock(asked.one_at_a_time);
    const TimeSpan kept = asked.run->kept();
    for (std::size_t i = 0; i < count; ++i) {
      const std::string name = "times[" + std::to_string(i) + "]";
      check_finite(times[i], name);
      if (times[i] < kept.from || times[i] > kept.until)
        throw InvalidInput(name + " = " + to_text(times[i]) +
                           " lies outside of the run, from t = " + to_text(kept.from) + " to " + to_text(kept.until));
    }
    for (CallbackRun& one : asked.callbacks) one.ended = false;
    for (std::size_t i = 0; i < count; ++i) {
      const Row row = asked.run->at(times[i]);
      put(q, i, row.q), put(w, i, row.w), put(L, i, row.L);
      if (energy) energy[i] = row.energy;
    }
    std::string why;
    return says_ended(asked.callbacks, why) ? failed(POLHODE_STOPPED, why) : POLHODE_OK;
  });
}
polhode_status polhode_result_event_count(const polhode_result* result, int64_t* n) {
  return entry([&] {
    given(result, "result"), given(n, "n");
    *n = int64_t(result->record.crossings.size());
    return POLHODE_OK;
  });
}
polhode_status polhode_result_events(const polhode_result* result, int64_t first, int64_t n, double* t, int* event,
                                     int* rising) {
  return entry([&] {
    const std::vector<Crossing>& all = given(result, "result").record.crossings;
    check_range(first, n, all.size());
    for (std::size_t i = 0; i < std::size_t(n); ++i) {
      const Crossing& one = all[std::size_t(first) + i];
      if (t) t[i] = one.t;
      if (event) event[i] = one.event;
      if (rising) rising[i] = one.rising;
    }
    return POLHODE_OK;
  });
}
polhode_status polhode_result_error(const polhode_result* result, double* error) {
  return entry([&] {
    const Certificate& c = given(result, "result").record.certificate;
    given(error, "error");
    *error = c.attitude_error_max ? *c.attitude_error_max
                                  : c.attitude_error_estimate.value_or(std::numeric_limits<double>::quiet_NaN());
    return POLHODE_OK;
  });
}

namespace {

template <class Pairs>
[[noreturn]] void no_such(const char* what, std::string_view name, const Pairs& pairs) {
  std::vector<std::string> names;
  names.reserve(std::size(pairs));
  for (const auto& pair : pairs) names.emplace_back(pair.first);
  const std::string near = nearest(name, names);
  std::string all;
  for (const std::string& one : names) all += (all.empty() ? "" : ", ") + one;
  throw InvalidInput("a result has no " + std::string(what) + " \"" + std::string(name) + "\"" +
                     (near.empty() ? "; there are " + all : " (did you mean \"" + near + "\"?)"));
}

}  // namespace

polhode_status polhode_result_number(const polhode_result* result, const char* name, double* value) {
  return entry([&] {
    const RunRecord& r = given(result, "result").record;
    given(name, "name"), given(value, "value");
    std::vector<std::pair<std::string_view, double>> all{{"steps", double(r.steps)},
                                                         {"step", r.step},
                                                         {"torque_evaluations", double(r.torque_evaluations)},
                                                         {"solver_iterations", double(r.solver_iterations)},
                                                         {"cpu_seconds", r.cpu_seconds},
                                                         {"passes", double(r.passes)},
                                                         {"end_time", r.last.t}};
    for (const CertificateEntry& one : entries(r.certificate))
      all.emplace_back(one.name, one.value.value_or(std::numeric_limits<double>::quiet_NaN()));
    for (const auto& [known, number] : all)
      if (known == name) return *value = number, POLHODE_OK;
    no_such("number", name, all);
  });
}
polhode_status polhode_result_text(const polhode_result* result, const char* name, const char** text) {
  return entry([&] {
    given(result, "result"), given(name, "name"), given(text, "text");
    const std::pair<std::string_view, const std::string*> all[] = {
        {"outcome", &result->outcome},
        {"cause", &result->record.cause},
        {"method", &result->method},
        {"verdict", &result->verdict},
        {"verdict_reason", &result->record.certificate.verdict_reason}};
    for (const auto& [known, words] : all)
      if (known == name) return *text = words->c_str(), POLHODE_OK;
    no_such("text", name, all);
  });
}

// --- ensembles ----------------------------------------------------------------------------------------------------------

namespace {

class Bodies : public BodySource {
 public:
  Bodies(Problem common, polhode_body_function function, void* context)
      : common_(std::move(common)), make_(function), context_(context) {}
  const Problem& common() const override { return common_; }
  void make(std::size_t i, Problem& problem) const override {
    if (!make_) return;  // all are the same
    // From the common one, whatever body was made before: then a body depends on its number alone.
    polhode_problem handle{std::move(problem), {}, {}, true, false};
    handle.problem = common_;  // into the memory of the last one
    int said = 0;
    try {
      said = make_(context_, int64_t(i), &handle);
    } catch (...) {
      said = -1;
    }
    problem = std::move(handle.problem);
    if (said != 0) throw InvalidInput("there is no such body");
    // A start, and each number of a torque, were checked when they were set. What is left is what goes together, and whether a
    // free motion can be known so long: 2^45 turns are 2.2e14 rad.
    const Vec3<double>& I = problem.inertia.moments();
    const double turned = norm(problem.start.m) / std::fmin(I.x, std::fmin(I.y, I.z)) *
                          (problem.end_time - problem.start_time);  // at most
    if (problem.is_free() ? !(turned < 1e13) : handle.torques_differ) check_all(problem);
  }

 private:
  Problem common_;
  polhode_body_function make_;
  void* context_;
};

/// Of names with commas between them.
Questions questions_of(const char* names, std::vector<Event> events) {
  Questions asked;
  asked.events = std::move(events);
  for (std::size_t i = 0; i < asked.events.size(); ++i) asked.events[i].name = "event" + std::to_string(i);
  const std::pair<std::string_view, bool*> all[] = {
      {"flips", &asked.flips}, {"tilt_max", &asked.tilt_max}, {"certificate", &asked.certificate}};
  for (std::string_view rest = names ? names : ""; !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view name = rest.substr(0, comma);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    const auto found = std::ranges::find_if(all, [&](const auto& one) { return one.first == name; });
    if (found == std::end(all)) no_such("quantity", name, all);
    *found->second = true;
  }
  return asked;
}

}  // namespace

polhode_status polhode_run_ensemble(const polhode_problem* common, const polhode_settings* settings,
                                    polhode_body_function make, void* context, int64_t first, int64_t bodies,
                                    int threads, polhode_ensemble** result) {
  return entry([&] {
    given(common, "common"), given(result, "result");
    const polhode_settings s = settings_of(settings);
    if (s.output_every || s.output_step != 0 || s.output_times || s.output_count || s.energy_correction || s.estimate ||
        s.dense_output)
      throw InvalidInput(
          "an ensemble keeps states at the end only: output, estimate, energy_correction and dense_output must be 0");
    std::list<CallbackRun> callbacks;
    const Bodies source(problem_of(*common, callbacks), make, context);
    check_all(source.common());
    Way way = way_of(s, source.common());
    EnsembleTask task;
    task.questions = questions_of(s.quantities, common->events);
    if (way.accuracy > 0) way.choice = choice_to_accuracy(way.choice, source.common(), task.questions);
    task.choice = std::move(way.choice);
    task.steps = way.steps, task.accuracy = way.accuracy;
    task.first = counted(first, "first"), task.count = counted(bodies, "bodies");
    task.threads = threads;
    bool stopped = false;
    std::string why;
    task.watch = [&](std::size_t done) {
      stopped = stopped || says_ended(callbacks, why) || wants_stop(s, double(done) / double(task.count));
      return !stopped;
    };
    auto made = std::make_unique<polhode_ensemble>(polhode_ensemble{run_ensemble(source, task)});
    const bool ended = says_ended(callbacks, why);
    *result = made.release();
    if (ended) return failed(POLHODE_STOPPED, why);
    return stopped ? failed(POLHODE_STOPPED, "stopped by the function of the caller") : POLHODE_OK;
  });
}
void polhode_ensemble_destroy(polhode_ensemble* result) {
  delete result;
}
polhode_status polhode_ensemble_count(const polhode_ensemble* result, int64_t* bodies) {
  return entry([&] {
    given(result, "result"), given(bodies, "bodies");
    *bodies = int64_t(result->result.count());
    return POLHODE_OK;
  });
}
polhode_status polhode_ensemble_states(const polhode_ensemble* result, int64_t first, int64_t n, polhode_out q,
                                       polhode_out w, polhode_out L, double* energy, double* error,
                                       polhode_status* outcome) {
  return entry([&] {
    const EnsembleResult& r = given(result, "result").result;
    check_range(first, n, r.count());
    const auto size = std::size_t(n);
    check_view(q, size, "q"), check_view(w, size, "w"), check_view(L, size, "L");
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t k = std::size_t(first) + i;
      put(q, i, Quaternion<double>{r.q[0][k], {r.q[1][k], r.q[2][k], r.q[3][k]}});
      put(w, i, Vec3<double>{r.w[0][k], r.w[1][k], r.w[2][k]});
      put(L, i, Vec3<double>{r.L[0][k], r.L[1][k], r.L[2][k]});
      if (energy) energy[i] = r.energy[k];
      if (error) error[i] = r.error_estimate[k];
      if (outcome) outcome[i] = status_of(r.outcome[k]);
    }
    return POLHODE_OK;
  });
}

polhode_status polhode_ensemble_errors(const polhode_ensemble* result, int64_t first, int64_t n, double* energy_error,
                                       double* momentum_error) {
  return entry([&] {
    const EnsembleResult& r = given(result, "result").result;
    check_range(first, n, r.count());
    for (std::size_t i = 0; i < std::size_t(n); ++i) {
      if (energy_error) energy_error[i] = r.energy_error[std::size_t(first) + i];
      if (momentum_error) momentum_error[i] = r.momentum_error[std::size_t(first) + i];
    }
    return POLHODE_OK;
  });
}
polhode_status polhode_ensemble_numbers(const polhode_ensemble* result, const char* name, int64_t first, int64_t n,
                                        double* numbers) {
  return entry([&] {
    const EnsembleResult& r = given(result, "result").result;
    given(name, "name"), given(numbers, "numbers");
    check_range(first, n, r.count());
    std::vector<std::pair<std::string_view, const BodyNumbers*>> all{
        {"t", &r.t}, {"energy_error", &r.energy_error}, {"momentum_error", &r.momentum_error}};
    for (const Quantity& one : r.quantities) all.emplace_back(one.name, &one.numbers);
    for (const auto& [known, values] : all)
      if (known == name) return std::copy_n(values->begin() + first, n, numbers), POLHODE_OK;
    no_such("number", name, all);
  });
}
