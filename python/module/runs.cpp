// runs.cpp -- problems, runs and ensembles
#include <list>
#include <optional>

#include "callables.hpp"

namespace polhode_python {

namespace {

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
    check(polhode_problem_add_callback(get(), TorqueCallable::torque, &made,
                                       potential ? TorqueCallable::energy : nullptr, uses_time, uses_velocity));
  }
  /// What a function of the user has raised.
  void raise_again() {
    for (TorqueCallable& one : callables_) one.raised.again();
  }

 private:
  ProblemHandle handle_;
  std::list<TorqueCallable> callables_;
};

struct Result {
  ResultHandle handle;
  polhode_status status = POLHODE_OK;
  std::string message;
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
void read(const py::dict& from, Settings& s, Watch& watch) {
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
  s.all.stop = Watch::stop, s.all.stop_context = &watch;
}

/// With the GIL only if the torques need it: those that do give it away themselves, as Python code does.
template <class Work>
polhode_status run_with(Problem& problem, Watch& watch, const Work& work) {
  polhode_status status;
  if (problem.calls_python()) {
    status = work();
  } else {
    py::gil_scoped_release released;
    status = work();
  }
  problem.raise_again();
  watch.raised.again();
  return status;
}

bool has_result(polhode_status status) {
  return status == POLHODE_OK || status == POLHODE_NOT_CONVERGED || status == POLHODE_NON_FINITE ||
         status == POLHODE_STOPPED;
}

Result run(Problem& problem, const py::dict& given, const py::object& callback) {
  Watch watch(callback);
  Settings settings;
  read(given, settings, watch);
  polhode_result* made = nullptr;
  Result result;
  result.status = run_with(problem, watch, [&] { return polhode_run(problem.get(), &settings.all, &made); });
  result.handle.reset(made);
  if (result.status != POLHODE_OK) result.message = polhode_last_error();
  if (!has_result(result.status)) raise(result.status);
  return result;
}

py::tuple states(const Result& r) {
  int64_t n = 0;
  if (r.handle) check(polhode_result_count(r.handle.get(), &n));
  Array t(n), q({n, int64_t(4)}), w({n, int64_t(3)}), L({n, int64_t(3)}), energy(n);
  if (n > 0)
    check(polhode_result_states(r.handle.get(), 0, n, t.mutable_data(), into(q, 4), into(w, 3), into(L, 3),
                                energy.mutable_data()));
  return py::make_tuple(t, q, w, L, energy);
}

}  // namespace

void add_runs(py::module_& m) {
  py::class_<Problem>(m, "Problem")
      .def(py::init<const Bodies&>())
      .def("start",
           [](Problem& p, const Array& q, const Array& v, bool momentum) {
             expect(q, {4}, "attitude"), expect(v, {3}, "vector");
             check((momentum ? polhode_problem_set_start_momentum : polhode_problem_set_start)(p.get(), q.data(),
                                                                                               v.data()));
           })
      .def("times", [](Problem& p, double a, double b) { check(polhode_problem_set_times(p.get(), a, b)); })
      .def("add_torque",
           [](Problem& p, const char* kind) {
             int number = 0;
             check(polhode_problem_add_torque(p.get(), kind, &number));
             return number;
           })
      .def("set_number",
           [](Problem& p, int k, const char* key, double x) { check(polhode_problem_set_number(p.get(), k, key, x)); })
      .def("set_vector",
           [](Problem& p, int k, const char* key, const Array& v) {
             expect(v, {3}, key);
             check(polhode_problem_set_vector(p.get(), k, key, v.data()));
           })
      .def("set_word", [](Problem& p, int k, const char* key,
                          const char* word) { check(polhode_problem_set_word(p.get(), k, key, word)); })
      .def("set_flag", [](Problem& p, int k, const char* key,
                          bool flag) { check(polhode_problem_set_flag(p.get(), k, key, flag)); })
      .def("set_rows",
           [](Problem& p, int k, const char* key, const Array& rows) {
             expect(rows, {rows.shape(0), 4}, key);
             check(polhode_problem_set_rows(p.get(), k, key, rows_of(rows, 4), rows.shape(0)));
           })
      .def("add_callable", &Problem::add_callable)
      .def("add_pointer",
           [](Problem& p, std::uintptr_t function, std::uintptr_t context, std::uintptr_t energy, bool uses_time,
              bool uses_velocity) {
             check(polhode_problem_add_callback(
                 p.get(), reinterpret_cast<polhode_torque_function>(function), reinterpret_cast<void*>(context),
                 reinterpret_cast<polhode_energy_function>(energy), uses_time, uses_velocity));
           })
      .def("add_event",
           [](Problem& p, const char* kind, const char* direction, const Array& body_axis, const Array& space_axis,
              double angle, double value, int64_t count, bool terminal) {
             polhode_event e = POLHODE_EVENT;
             e.kind = kind, e.direction = direction;
             for (py::ssize_t i = 0; i < 3; ++i) e.body_axis[i] = body_axis.at(i), e.space_axis[i] = space_axis.at(i);
             e.angle = angle, e.value = value, e.count = count, e.terminal = terminal;
             check(polhode_problem_add_event(p.get(), &e, nullptr));
           })
      .def("check", [](Problem& p) { check(polhode_problem_check(p.get())); })
      .def("run", run);

  py::class_<Result>(m, "Result")
      .def("states", states)
      .def_readonly("message", &Result::message)
      .def_property_readonly("status", [](const Result& r) { return polhode_status_name(r.status); })
      .def("number",
           [](const Result& r, const char* name) {
             double x = 0;
             check(polhode_result_number(r.handle.get(), name, &x));
             return x;
           })
      .def("text",
           [](const Result& r, const char* name) {
             const char* words = nullptr;
             check(polhode_result_text(r.handle.get(), name, &words));
             return std::string(words);
           })
      .def_property_readonly("error",
                             [](const Result& r) {
                               double x = 0;
                               check(polhode_result_error(r.handle.get(), &x));
                               return x;
                             })
      .def("events", [](const Result& r) {
        int64_t n = 0;
        check(polhode_result_event_count(r.handle.get(), &n));
        Array t(n);
        py::array_t<int> event(n), rising(n);
        check(
            polhode_result_events(r.handle.get(), 0, n, t.mutable_data(), event.mutable_data(), rising.mutable_data()));
        return py::make_tuple(t, event, rising);
      });
}

}  // namespace polhode_python
