// core.cpp -- the module _core: polhode.h for the Python part of the package
#include "core.hpp"

namespace polhode_python {

void raise(polhode_status status) {
  const std::string words = polhode_last_error();
  switch (status) {
    case POLHODE_OUT_OF_MEMORY:
      PyErr_SetString(PyExc_MemoryError, words.c_str());
      throw py::error_already_set();
    case POLHODE_INTERNAL:
      throw std::runtime_error(words);
    default:
      throw py::value_error(words);
  }
}

void expect(const Array& a, std::initializer_list<py::ssize_t> shape, const char* name) {
  bool fits = a.ndim() == py::ssize_t(shape.size());
  py::ssize_t k = 0;
  for (const py::ssize_t n : shape) {
    fits = fits && a.shape(k) == n;
    ++k;
  }
  if (!fits) throw py::value_error(std::string(name) + ": an array of another shape was expected");
}

}  // namespace polhode_python

PYBIND11_MODULE(_core, m) {
  using namespace polhode_python;
  if (polhode_abi() != POLHODE_ABI)
    throw py::import_error("the library beside this module has another interface: install polhode anew");
  m.attr("version") = polhode_version();
  add_bodies(m);
  add_cards(m);
  add_runs(m);
}
