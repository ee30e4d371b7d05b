// problem.hpp -- what a run is made of: a problem and settings
#pragma once

#include <list>
#include <optional>

#include "callables.hpp"

namespace polhode_python {

/// A problem, and the functions of the user that act in it.
class Problem {
 public:
  explicit Problem(const Bodies& bodies) {
    polhode_problem* made = nullptr;
    check(polhode_problem_create(bodies.handles.at(0).get(), &made));
    handle_.reset(made);
  }
  polhode_problem* get() const { return handle_.get(); }
  bool calls_python() const { return !callables_.empty(); }

  void add_callable(py::object function, py::object energy, bool uses_time, bool uses_velocity, bool vectorized) {
    const bool potential = !energy.is_none();
    TorqueCallable& made = callables_.emplace_back(std::move(function), std::move(energy), vectorized);
    const polhode_energy_function energy_of = potential ? TorqueCallable::energy : nullptr;
    check(vectorized ? polhode_problem_add_callback_many(get(), TorqueCallable::torques, &made, energy_of, uses_time,
                                                         uses_velocity)
                     : polhode_problem_add_callback(get(), TorqueCallable::torque, &made, energy_of, uses_time,
                                                    uses_velocity));
  }
  /// What a function of the user has raised.
  void raise_again() {
    for (TorqueCallable& one : callables_) one.raised.again();
  }

 private:
  ProblemHandle handle_;
  std::list<TorqueCallable> callables_;
};

/// Settings from the arguments of Python. What they point to must outlive them.
struct Settings {
  std::string method, flow;
  std::optional<Array> times;
  polhode_settings all = POLHODE_SETTINGS;
};
template <class T>
T value_or_zero(const py::dict& from, const char* key) {
  return from.contains(key) && !from[key].is_none() ? from[key].cast<T>() : T{};
}
inline void read(const py::dict& from, Settings& s, Watch& watch) {
  s.method = value_or_zero<std::string>(from, "method"), s.flow = value_or_zero<std::string>(from, "flow");
  if (!s.method.empty()) s.all.method = s.method.c_str();
  if (!s.flow.empty()) s.all.flow = s.flow.c_str();
  s.all.accuracy = value_or_zero<double>(from, "accuracy"), s.all.step = value_or_zero<double>(from, "step");
  s.all.steps = value_or_zero<int64_t>(from, "steps");
  s.all.output_every = value_or_zero<int64_t>(from, "output_every");
  s.all.output_step = value_or_zero<double>(from, "output_step");
  if (from.contains("times") && !from["times"].is_none()) {
    s.times = from["times"].cast<Array>();
    s.all.output_times = s.times->data(), s.all.output_count = s.times->size();
  }
  s.all.energy_correction = value_or_zero<int>(from, "energy_correction");
  s.all.estimate = value_or_zero<bool>(from, "estimate");
  s.all.dense_output = value_or_zero<bool>(from, "dense_output");
  s.all.stop = Watch::stop, s.all.stop_context = &watch;
}

py::dict run_ensemble(Problem&, const Bodies&, const Array& q, const Array& v, bool by_momentum, const py::list& varied,
                      int64_t n, const py::dict& given, int threads, const py::object& callback);

}  // namespace polhode_python
