// problems.cpp -- problems put together key by key
#include <algorithm>
#include <memory>

#include "capi/forms.hpp"
#include "capi/handles.hpp"
#include "polhode/drive/events.hpp"

using namespace polhode;
using namespace polhode::capi;

namespace {

std::string torque_name(std::size_t k) {
  return "torque[" + std::to_string(k + 1) + "]";
}

/// As torque[1].weight, with the words of the library.
[[noreturn]] void refuse(std::size_t torque, const std::string& key, const std::string& words) {
  throw KeyFault(torque_name(torque) + (key.empty() ? "" : "." + key), words);
}

polhode_problem& open_problem(polhode_problem* problem) {
  polhode_problem& p = given(problem, "problem");
  if (p.is_body_of_ensemble)
    throw InvalidInput(
        "a body of an ensemble may differ from the others in its body, its start, and numbers and vectors "
        "of torques");
  return p;
}

template <class Value>
polhode_status set_key(polhode_problem* problem, int torque, const char* key, TorqueKey::Kind kind,
                       const Value& value) noexcept {
  return entry([&] {
    polhode_problem& p = given(problem, "problem");
    given(key, "key");
    if (torque < 0 || std::size_t(torque) >= p.problem.torques.size())
      throw InvalidInput("torque = " + std::to_string(torque) + ": the problem has " +
                         std::to_string(p.problem.torques.size()) + ", counted from 0");
    const auto k = std::size_t(torque);
    TorqueChoice& choice = p.problem.torques[k];
    // One key alone is checked as if the others were there: those that are missing are a matter of the whole.
    const std::string name = key;
    const std::string table = table_of(name).empty() ? std::string(choice.values.table()) : std::string(table_of(name));
    const TorqueInfo* card = torque_card(choice.kind, table);
    const TorqueKey* known = nullptr;
    std::vector<std::string> names;
    for (const TorqueInfo* form : torque_cards()) {
      if (form->kind != choice.kind) continue;
      for (const TorqueKey& one : form->keys) {
        names.emplace_back(one.name);
        if (one.name == name && (!known || form == card)) known = &one;
      }
    }
    if (!known || choice.kind == "callback") {
      const std::string near = nearest(name, names);
      refuse(
          k, name,
          "torque \"" + choice.kind + "\" has no such key" + (near.empty() ? "" : " (did you mean \"" + near + "\"?)"));
    }
    if (known->kind != kind) refuse(k, name, "is of the wrong type");
    TorqueValue<double> made = value();
    const double x = made.number;
    if (!std::isfinite(x)) refuse(k, name, to_text(x) + " must be finite");
    if (!std::isfinite(made.vector.x + made.vector.y + made.vector.z)) refuse(k, name, "must be finite");
    if ((known->rule == TorqueKey::Rule::positive && kind == TorqueKey::Kind::number && !(x > 0)) ||
        (known->rule == TorqueKey::Rule::not_negative && kind == TorqueKey::Kind::number && !(x >= 0)))
      refuse(k, name, to_text(x) + rule_text(*known));
    if (kind == TorqueKey::Kind::word && std::ranges::find(known->words, made.word) == known->words.end()) {
      std::string all;
      for (const std::string_view one : known->words) all += (all.empty() ? "" : ", ") + std::string(one);
      refuse(k, name, "\"" + made.word + "\" is none of " + all);
    }
    for (auto& [given_name, given_value] : choice.values.given)
      if (given_name == name) {
        if (p.is_body_of_ensemble && kind != TorqueKey::Kind::number && kind != TorqueKey::Kind::vector)
          open_problem(problem);
        given_value = std::move(made);
        p.torques_differ = true;
        return POLHODE_OK;
      }
    open_problem(problem);
    choice.values.set(name, made);
    return POLHODE_OK;
  });
}

/// What a run calls in place of the caller's function.
void call_torques(void* context, int n, const double* t, const double* q, const double* w, double* torque) {
  auto& run = *static_cast<CallbackRun*>(context);
  if (!run.ended) {
    const Callback& own = run.callback;
    int said = 0;
    try {
      said = own.many ? own.many(own.context, n, t, q, w, torque) : own.function(own.context, *t, q, w, torque);
    } catch (...) {  // of a caller in C++: it must not get into a step
      said = -1;
    }
    if (said == 0) return;
    run.said = said;
    run.ended = true;
  }
  // There is no other way to end a step.
  for (int i = 0; i < 3 * n; ++i) torque[i] = std::nan("");
}
void call_torque(void* context, double t, const double* q, const double* w, double* torque) {
  call_torques(context, 1, &t, q, w, torque);
}
double call_energy(void* context, double t, const double* q) {
  auto& run = *static_cast<CallbackRun*>(context);
  try {
    return run.ended ? std::nan("") : run.callback.energy(run.callback.context, t, q);
  } catch (...) {
    run.said = -1;
    run.ended = true;
    return std::nan("");
  }
}

}  // namespace

namespace polhode::capi {

Problem problem_of(const polhode_problem& p, std::list<CallbackRun>& runs) {
  Problem problem = p.problem;
  std::size_t next = 0;
  for (TorqueChoice& torque : problem.torques) {
    if (torque.kind != "callback") continue;
    CallbackRun& run = runs.emplace_back();
    run.callback = p.callbacks[next++];
    TorqueCallback& function = torque.values.given.front().second.function;
    function.torque = call_torque;
    function.torques = run.callback.many ? call_torques : nullptr;
    function.context = &run;
    function.energy = run.callback.energy ? call_energy : nullptr;
  }
  return problem;
}

bool says_ended(const std::list<CallbackRun>& runs, std::string& why) {
  for (const CallbackRun& run : runs)
    if (run.ended) {
      why = "the torque function of the caller returned " + std::to_string(run.said);
      return true;
    }
  return false;
}

void check_all(const Problem& problem) {
  for (std::size_t k = 0; k < problem.torques.size(); ++k) try {
      check(problem.torques[k]);
    } catch (const KeyFault& bad) {
      refuse(k, bad.key, bad.what());
    }
  check(problem);
}

}  // namespace polhode::capi

polhode_status polhode_problem_create(const polhode_body* body, polhode_problem** problem) {
  return entry([&] {
    given(body, "body"), given(problem, "problem");
    auto made = std::make_unique<polhode_problem>();
    made->problem.inertia = body->inertia;
    *problem = made.release();
    return POLHODE_OK;
  });
}
void polhode_problem_destroy(polhode_problem* problem) {
  if (problem && !problem->is_body_of_ensemble) delete problem;
}
polhode_status polhode_problem_set_body(polhode_problem* problem, const polhode_body* body) {
  return entry([&] {
    given(problem, "problem").problem.inertia = given(body, "body").inertia;
    problem->torques_differ = true;
    return POLHODE_OK;
  });
}
polhode_status polhode_problem_set_start(polhode_problem* problem, const double q[4], const double w[3]) {
  return entry([&] {
    Problem& p = given(problem, "problem").problem;
    given(q, "q"), given(w, "w");
    Vec3<double> tail;
    p.start = checked(State<double>{quaternion_of(q), p.inertia.momentum(vector_of(w), tail)});
    p.start_tail = tail;
    return POLHODE_OK;
  });
}
polhode_status polhode_problem_set_start_momentum(polhode_problem* problem, const double q[4], const double m[3]) {
  return entry([&] {
    Problem& p = given(problem, "problem").problem;
    given(q, "q"), given(m, "m");
    p.start = checked(State<double>{quaternion_of(q), vector_of(m)});
    p.start_tail = {};
    return POLHODE_OK;
  });
}
polhode_status polhode_problem_set_times(polhode_problem* problem, double start, double end) {
  return entry([&] {
    polhode_problem& p = open_problem(problem);
    if (!std::isfinite(start) || !std::isfinite(end) || !(end > start))
      throw InvalidInput("end " + to_text(end) + " must be later than start = " + to_text(start));
    p.problem.start_time = start, p.problem.end_time = end;
    return POLHODE_OK;
  });
}

polhode_status polhode_problem_add_torque(polhode_problem* problem, const char* kind, int* torque) {
  return entry([&] {
    polhode_problem& p = open_problem(problem);
    given(kind, "kind");
    const TorqueInfo* card = torque_card(kind);
    if (!card || !card->in_files) {
      std::vector<std::string> kinds;
      for (const TorqueInfo* one : torque_cards())
        if (one->in_files) kinds.emplace_back(one->kind);
      const std::string near = nearest(kind, kinds);
      throw InvalidInput(card ? "a callback is added by polhode_problem_add_callback"
                              : "there is no torque \"" + std::string(kind) + "\"" +
                                    (near.empty() ? "" : " (did you mean \"" + near + "\"?)"));
    }
    p.problem.torques.push_back({kind, {}});
    if (torque) *torque = int(p.problem.torques.size()) - 1;
    return POLHODE_OK;
  });
}
polhode_status polhode_problem_set_number(polhode_problem* problem, int torque, const char* key, double value) {
  return set_key(problem, torque, key, TorqueKey::Kind::number, [&] { return TorqueValue<double>(value); });
}
polhode_status polhode_problem_set_vector(polhode_problem* problem, int torque, const char* key,
                                          const double value[3]) {
  return set_key(problem, torque, key, TorqueKey::Kind::vector,
                 [&] { return TorqueValue<double>(vector_of(&given(value, "value"))); });
}
polhode_status polhode_problem_set_word(polhode_problem* problem, int torque, const char* key, const char* value) {
  return set_key(problem, torque, key, TorqueKey::Kind::word,
                 [&] { return TorqueValue<double>(std::string(&given(value, "value"))); });
}
polhode_status polhode_problem_set_flag(polhode_problem* problem, int torque, const char* key, int value) {
  return set_key(problem, torque, key, TorqueKey::Kind::flag, [&] { return TorqueValue<double>(value != 0); });
}
polhode_status polhode_problem_set_rows(polhode_problem* problem, int torque, const char* key, polhode_in rows,
                                        int64_t n) {
  return set_key(problem, torque, key, TorqueKey::Kind::rows, [&] {
    const std::size_t count = counted(n, "n");
    check_view(rows, count, "rows");
    TorqueRows table(count);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t c = 0; c < 4; ++c)
        table[i][c] = rows.data[std::ptrdiff_t(i) * rows.row + std::ptrdiff_t(c) * rows.column];
    return TorqueValue<double>(std::move(table));
  });
}
namespace {

polhode_status add_callback(polhode_problem* problem, const Callback& given_one, int uses_time,
                            int uses_velocity) noexcept {
  return entry([&] {
    polhode_problem& p = open_problem(problem);
    if (!given_one.function && !given_one.many) throw InvalidInput("function must not be null");
    if (given_one.energy && uses_velocity)
      throw InvalidInput(
          "a torque with a potential energy does not depend on the angular velocity: uses_velocity must be 0");
    TorqueCallback callback{nullptr, nullptr, nullptr, uses_time != 0, uses_velocity != 0};
    callback.torque = call_torque;
    if (given_one.energy) callback.energy = call_energy;
    TorqueChoice choice{"callback", {}};
    choice.values.set("function", callback);
    p.callbacks.push_back(given_one);
    try {
      p.problem.torques.push_back(std::move(choice));
    } catch (...) {
      p.callbacks.pop_back();
      throw;
    }
    return POLHODE_OK;
  });
}

}  // namespace

polhode_status polhode_problem_add_callback(polhode_problem* problem, polhode_torque_function function, void* context,
                                            polhode_energy_function energy, int uses_time, int uses_velocity) {
  return add_callback(problem, {function, context, energy}, uses_time, uses_velocity);
}
polhode_status polhode_problem_add_callback_many(polhode_problem* problem, polhode_torques_function function,
                                                 void* context, polhode_energy_function energy, int uses_time,
                                                 int uses_velocity) {
  return add_callback(problem, {nullptr, context, energy, function}, uses_time, uses_velocity);
}
polhode_status polhode_problem_add_event(polhode_problem* problem, const polhode_event* event, int* number) {
  return entry([&] {
    polhode_problem& p = open_problem(problem);
    const polhode_event from = taken<polhode_event>(given(event, "event"), POLHODE_EVENT);
    const std::string kind = &given(from.kind, "kind"), direction = from.direction ? from.direction : "both";
    Event made;
    bool known = false;
    for (const EventKind one : {EventKind::cone, EventKind::plane, EventKind::flip, EventKind::speed})
      if (kind == name_of(one)) made.kind = one, known = true;
    if (!known) throw KeyFault("kind", "\"" + kind + "\" is none of cone, plane, flip, speed");
    if (direction != "both" && direction != "rising" && direction != "falling")
      throw KeyFault("direction", "\"" + direction + "\" is none of both, rising, falling");
    made.direction = direction == "rising"    ? Direction::rising
                     : direction == "falling" ? Direction::falling
                                              : Direction::both;
    made.name = kind;
    made.body_axis = vector_of(from.body_axis), made.space_axis = vector_of(from.space_axis);
    made.angle = from.angle, made.value = from.value;
    made.count = long(from.count), made.terminal = from.terminal != 0;
    check(made, p.problem.inertia);
    p.events.push_back(made);
    if (number) *number = int(p.events.size()) - 1;
    return POLHODE_OK;
  });
}
polhode_status polhode_problem_check(const polhode_problem* problem) {
  return entry([&] {
    check_all(given(problem, "problem").problem);
    return POLHODE_OK;
  });
}
