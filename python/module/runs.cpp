// runs.cpp -- problems, runs and ensembles
#include "problem.hpp"

namespace polhode_python {

namespace {

struct Result {
  ResultHandle handle;
  polhode_status status = POLHODE_OK;
  std::string message;
};

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

Result run(Problem& problem, const py::dict& given, const py::object& callback) {
  Watch watch(callback);
  Settings settings;
  read(given, settings, watch);
  polhode_result* made = nullptr;
  Result result;
  result.status = run_with(problem, watch, [&] { return polhode_run(problem.get(), &settings.all, &made); });
  result.handle.reset(made);
  if (result.status != POLHODE_OK) result.message = polhode_last_error();
  if (made == nullptr && result.status != POLHODE_STOPPED) raise(result.status);
  return result;
}

/// States at times of a run with dense output. Without the GIL: others may be waiting for the same run.
py::tuple states_at(Problem& problem, const Result& r, const Array& times) {
  const py::ssize_t n = times.size();
  expect(times, {n}, "t");
  Array q({n, py::ssize_t(4)}), w({n, py::ssize_t(3)});
  const polhode_out to_q = into(q, 4), to_w = into(w, 3);
  polhode_status status;
  std::string words;
  {
    py::gil_scoped_release released;
    status = polhode_result_at(r.handle.get(), times.data(), n, to_q, to_w, {}, nullptr);
    if (status != POLHODE_OK) words = polhode_last_error();
  }
  problem.raise_again();
  if (status != POLHODE_OK) throw py::value_error(words);
  return py::make_tuple(q, w);
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
  m.def("check_setting", [](const char* name, double value) { check(polhode_setting_check(name, value)); });
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
              bool uses_velocity, bool vectorized) {
             auto* const with = reinterpret_cast<void*>(context);
             const auto energy_of = reinterpret_cast<polhode_energy_function>(energy);
             if (vectorized)
               check(polhode_problem_add_callback_many(p.get(), reinterpret_cast<polhode_torques_function>(function),
                                                       with, energy_of, uses_time, uses_velocity));
             else
               check(polhode_problem_add_callback(p.get(), reinterpret_cast<polhode_torque_function>(function), with,
                                                  energy_of, uses_time, uses_velocity));
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
      .def("at", states_at)
      .def("run_ensemble", run_ensemble)
      .def("run", run);

  py::class_<Result>(m, "Result")
      .def("states", states)
      .def_readonly("message", &Result::message)
      .def_property_readonly("has_states", [](const Result& r) { return bool(r.handle); })
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
