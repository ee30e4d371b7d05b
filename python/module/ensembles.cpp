// ensembles.cpp -- many bodies at once, from arrays
#include <tuple>

#include <pybind11/stl.h>

#include "problem.hpp"

namespace polhode_python {

namespace {

/// Rows of an array, one for each body, or one for all (stride 0).
struct Rows {
  const double* data;
  py::ssize_t stride;
  const double* operator[](int64_t i) const { return data + i * stride; }
};
struct VariedKey {
  int torque;
  std::string key;
  bool vector;
  Rows values;
};
/// Where the bodies come from. Asked from several threads at once, without the GIL.
struct Source {
  const Bodies* bodies;
  Rows q, v;
  bool by_momentum;
  std::vector<VariedKey> varied;

  static int make(void* self, int64_t i, polhode_problem* p) {
    const Source& from = *static_cast<const Source*>(self);
    const std::vector<BodyHandle>& bodies = from.bodies->handles;
    if (bodies.size() > 1 && polhode_problem_set_body(p, bodies[std::size_t(i)].get()) != POLHODE_OK) return 1;
    const auto start = from.by_momentum ? polhode_problem_set_start_momentum : polhode_problem_set_start;
    if (start(p, from.q[i], from.v[i]) != POLHODE_OK) return 1;
    for (const VariedKey& one : from.varied)
      if ((one.vector ? polhode_problem_set_vector(p, one.torque, one.key.c_str(), one.values[i])
                      : polhode_problem_set_number(p, one.torque, one.key.c_str(), *one.values[i])) != POLHODE_OK)
        return 1;
    return 0;
  }
};

Rows rows_for(const Array& a, int64_t n, py::ssize_t columns, const char* name) {
  const py::ssize_t rows = a.size() / columns;
  if (rows != n && rows != 1) throw py::value_error(std::string(name) + ": there is not one for each body");
  return {a.data(), rows == 1 ? 0 : columns};
}

}  // namespace

py::dict run_ensemble(Problem& problem, const Bodies& bodies, const Array& q, const Array& v, bool by_momentum,
                      const py::list& varied, int64_t n, const py::dict& given, int threads,
                      const py::object& callback) {
  Source source{&bodies, rows_for(q, n, 4, "attitude"), rows_for(v, n, 3, "vector"), by_momentum, {}};
  if (bodies.handles.size() != 1 && int64_t(bodies.handles.size()) != n)
    throw py::value_error("bodies: there is not one for each body");
  std::vector<Array> kept;
  for (const py::handle one : varied) {
    const auto [torque, key, values] = one.cast<std::tuple<int, std::string, Array>>();
    const bool vector = values.ndim() == 2;
    source.varied.push_back({torque, key, vector, rows_for(values, n, vector ? 3 : 1, key.c_str())});
    kept.push_back(values);
  }
  Watch watch(callback);
  Settings settings;
  read(given, settings, watch);
  polhode_ensemble* made = nullptr;
  polhode_status status;
  std::string words;
  {
    py::gil_scoped_release released;
    status = polhode_run_ensemble(problem.get(), &settings.all, Source::make, &source, 0, n, threads, &made);
    if (status != POLHODE_OK) words = polhode_last_error();
  }
  const EnsembleHandle handle(made);
  problem.raise_again();
  watch.raised.again();
  if (!made) throw py::value_error(words);
  Array q_end({n, int64_t(4)}), w({n, int64_t(3)}), L({n, int64_t(3)}), energy(n), error(n), energy_error(n),
      momentum_error(n);
  std::vector<polhode_status> outcomes(static_cast<std::size_t>(n));
  check(polhode_ensemble_states(made, 0, n, into(q_end, 4), into(w, 3), into(L, 3), energy.mutable_data(),
                                error.mutable_data(), outcomes.data()));
  check(polhode_ensemble_errors(made, 0, n, energy_error.mutable_data(), momentum_error.mutable_data()));
  py::array_t<std::uint8_t> outcome(n);
  std::copy(outcomes.begin(), outcomes.end(), outcome.mutable_data());
  py::dict all;
  all["q"] = q_end, all["w"] = w, all["L"] = L, all["energy"] = energy, all["error_estimate"] = error;
  all["energy_error"] = energy_error, all["momentum_error"] = momentum_error, all["outcome"] = outcome;
  all["stopped"] = status == POLHODE_STOPPED;
  return all;
}

}  // namespace polhode_python
