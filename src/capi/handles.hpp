// handles.hpp -- what the handles of the C interface hold, and the border that no exception crosses
#pragma once

#include <atomic>
#include <cmath>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capi/polhode.h"
#include "engine/record.hpp"
#include "engine/run.hpp"
#include "ensemble/ensemble.hpp"
#include "problem/problem.hpp"

namespace polhode::capi {

/// A function of the caller, as it was given.
struct Callback {
  polhode_torque_function function = nullptr;
  void* context = nullptr;
  polhode_energy_function energy = nullptr;
  polhode_torques_function many = nullptr;  ///< in place of `function`
};

/// One run of a function of the caller: once it has said no, it is not asked again.
struct CallbackRun {
  Callback callback;
  std::atomic<bool> ended{false};
  std::atomic<int> said{0};
};

}  // namespace polhode::capi

struct polhode_body {
  polhode::Inertia inertia;
};
struct polhode_problem {
  polhode::Problem problem;
  /// Of torques of kind "callback", in their order: the pointers in `problem` are set for each run.
  std::vector<polhode::capi::Callback> callbacks;
  std::vector<polhode::Event> events{};
  bool is_body_of_ensemble = false;  ///< only numbers may change
  bool torques_differ = false;       ///< from those of the ensemble, or the inertia does, which they may depend on
};
struct polhode_result {
  polhode::RunRecord record;
  std::vector<polhode::Row> rows;
  std::string method, outcome, verdict;
  std::string checkpoint;  ///< if it can go on
  /// The run itself, to be asked for more states: by one thread at a time.
  std::optional<polhode::Run> run;
  std::list<polhode::capi::CallbackRun> callbacks;
  mutable std::mutex one_at_a_time;
};
struct polhode_ensemble {
  polhode::EnsembleResult result;
};

namespace polhode::capi {

/// Keeps the text for polhode_last_error.
polhode_status failed(polhode_status, std::string_view text) noexcept;
/// What is being handled by a catch (...), as a status.
polhode_status caught() noexcept;

/// The body of every function of the interface.
template <class Work>
polhode_status entry(const Work& work) noexcept {
  try {
    return work();
  } catch (...) {
    return caught();
  }
}

// All of these throw InvalidInput.
template <class T>
T& given(T* p, const char* name) {
  if (!p) throw InvalidInput(std::string(name) + " must not be null");
  return *p;
}
/// How many: not negative, and not more than memory has.
std::size_t counted(std::int64_t n, const char* name);
void check_finite(double x, const std::string& name);
void check_view(const polhode_out&, std::size_t n, const char* name);
void check_view(const polhode_in&, std::size_t n, const char* name);
/// first, ..., first + n - 1 are there.
void check_range(std::int64_t first, std::int64_t n, std::size_t all);

inline Vec3<double> vector_of(const double* v) {
  return {v[0], v[1], v[2]};
}
inline Quaternion<double> quaternion_of(const double* q) {
  return {q[0], {q[1], q[2], q[3]}};
}
inline void put(const polhode_out& to, std::size_t i, const Vec3<double>& v) {
  if (!to.data) return;
  double* at = to.data + std::ptrdiff_t(i) * to.row;
  at[0] = v.x, at[to.column] = v.y, at[2 * to.column] = v.z;
}
inline void put(const polhode_out& to, std::size_t i, const Quaternion<double>& q) {
  if (!to.data) return;
  double* at = to.data + std::ptrdiff_t(i) * to.row;
  at[0] = q.w, at[to.column] = q.v.x, at[2 * to.column] = q.v.y, at[3 * to.column] = q.v.z;
}

/// The problem of one run, with pointers to functions that look after those of the caller. `runs` outlives it.
Problem problem_of(const polhode_problem&, std::list<CallbackRun>& runs);
/// As check(Problem), but with the number of the torque in the message.
void check_all(const Problem&);
/// Those of the settings that are known here; the rest of a larger struct must be zero.
polhode_settings settings_of(const polhode_settings*);
struct Way {
  Choice choice;
  Steps steps;
  double accuracy = 0;
};
Way way_of(const polhode_settings&, const Problem&);
/// If a function of the caller has ended the run: says so.
bool says_ended(const std::list<CallbackRun>& runs, std::string& why);

}  // namespace polhode::capi
