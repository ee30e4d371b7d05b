// core.hpp -- what the files of the module have in common: errors, arrays, and the handles of polhode.h
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "polhode.h"

namespace polhode_python {

namespace py = pybind11;

/// Of float64, one after the other. The Python part of the package makes them so, and checks shapes with words for users.
using Array = py::array_t<double, py::array::c_style>;

/// The words of the library, as the exception that Python has for it.
[[noreturn]] void raise(polhode_status status);
inline void check(polhode_status status) {
  if (status != POLHODE_OK) raise(status);
}

/// The shape must be this one: a fault of the package, not of the user.
void expect(const Array& a, std::initializer_list<py::ssize_t> shape, const char* name);
inline polhode_in rows_of(const Array& a, ptrdiff_t columns) {
  return {a.data(), columns, 1};
}
inline polhode_out into(Array& a, ptrdiff_t columns) {
  return {a.mutable_data(), columns, 1};
}

template <class T, void (*destroy)(T*)>
struct Destroy {
  void operator()(T* handle) const { destroy(handle); }
};
using BodyHandle = std::unique_ptr<polhode_body, Destroy<polhode_body, polhode_body_destroy>>;
using ProblemHandle = std::unique_ptr<polhode_problem, Destroy<polhode_problem, polhode_problem_destroy>>;
using ResultHandle = std::unique_ptr<polhode_result, Destroy<polhode_result, polhode_result_destroy>>;
using EnsembleHandle = std::unique_ptr<polhode_ensemble, Destroy<polhode_ensemble, polhode_ensemble_destroy>>;

/// One body or many.
struct Bodies {
  std::vector<BodyHandle> handles;
  Bodies() = default;
  Bodies(const Bodies&) = delete;  // else pybind11 believes that a vector can be copied
  Bodies(Bodies&&) = default;
};

void add_bodies(py::module_&);
void add_cards(py::module_&);
void add_runs(py::module_&);

}  // namespace polhode_python
