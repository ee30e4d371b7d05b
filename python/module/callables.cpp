// callables.cpp -- functions of the user in Python, called from runs of the library
#include "callables.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace polhode_python {

void Raised::take() {
  PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  const auto owned = [](PyObject* p) { return py::reinterpret_steal<py::object>(p); };
  if (type_) {  // the first counts
    owned(type), owned(value), owned(trace);
    return;
  }
  type_ = owned(type), value_ = owned(value), trace_ = owned(trace);
}
void Raised::again() {
  if (!type_) return;
  PyErr_Restore(type_.release().ptr(), value_.release().ptr(), trace_.release().ptr());
  throw py::error_already_set();
}

TorqueCallable::TorqueCallable(py::object function, py::object energy, bool vectorized)
    : function_(std::move(function)), energy_(std::move(energy)), vectorized_(vectorized) {}

namespace {

/// An array that nobody else holds: the one of the last call, or a new one.
double* fresh(Array& a, std::initializer_list<py::ssize_t> shape) {
  bool same = a && a.ref_count() == 1 && a.ndim() == py::ssize_t(shape.size()) && a.owndata() && a.writeable();
  py::ssize_t k = 0;
  for (const py::ssize_t n : shape) {
    same = same && a.shape(k) == n;
    ++k;
  }
  if (!same) a = Array(std::vector<py::ssize_t>(shape));
  return a.mutable_data();
}

std::string shape_of(const py::array& a) {
  return py::str(a.attr("shape")).cast<std::string>();
}

/// What was given is read as numbers only if it is numbers: not text, not complex.
bool is_real(const py::array& a) {
  const char kind = a.dtype().kind();
  return kind == 'f' || kind == 'i' || kind == 'u';
}

/// A few Python floats, without an array.
bool read_sequence(PyObject* given, double* to, Py_ssize_t n) {
  const bool tuple = PyTuple_CheckExact(given);
  if (!tuple && !PyList_CheckExact(given)) return false;
  if ((tuple ? PyTuple_GET_SIZE(given) : PyList_GET_SIZE(given)) != n) return false;
  for (Py_ssize_t i = 0; i < n; ++i) {
    PyObject* x = tuple ? PyTuple_GET_ITEM(given, i) : PyList_GET_ITEM(given, i);
    if (!PyFloat_CheckExact(x)) return false;
    to[i] = PyFloat_AS_DOUBLE(x);
  }
  return true;
}

}  // namespace

bool TorqueCallable::read(const py::object& given, int64_t n, double* torque) const {
  if (Array::check_(given)) {
    const auto a = py::reinterpret_borrow<Array>(given);
    const bool fits =
        vectorized_ ? a.ndim() == 2 && a.shape(0) == n && a.shape(1) == 3 : a.ndim() == 1 && a.shape(0) == 3;
    if (fits) {
      std::memcpy(torque, a.data(), std::size_t(3 * n) * sizeof(double));
      return true;
    }
  } else if (!vectorized_ && read_sequence(given.ptr(), torque, 3)) {
    return true;
  }
  const std::string wanted = vectorized_ ? "an array of shape (" + std::to_string(n) + ", 3)" : "3 numbers";
  if (given.is_none())
    throw py::type_error("the torque function returned None; " + wanted + " were expected (is a return missing?)");
  const py::array any = py::array::ensure(given);
  if (!any) throw py::error_already_set();
  if (!is_real(any))
    throw py::type_error("the torque function returned " + py::repr(given).cast<std::string>().substr(0, 80) + "; " +
                         wanted + " were expected");
  const Array a = Array::ensure(given);
  if (!a) throw py::error_already_set();
  const bool fits =
      vectorized_ ? a.ndim() == 2 && a.shape(0) == n && a.shape(1) == 3 : a.ndim() == 1 && a.shape(0) == 3;
  if (!fits)
    throw py::value_error("the torque function returned an array of shape " + shape_of(a) + "; " + wanted +
                          " were expected");
  std::memcpy(torque, a.data(), std::size_t(3 * n) * sizeof(double));
  return true;
}

bool TorqueCallable::call(int64_t n, const double* t, const double* q, const double* w, double* torque) {
  if (raised) return false;
  try {
    PyObject* time = nullptr;
    if (vectorized_) {
      std::memcpy(fresh(t_, {n}), t, std::size_t(n) * sizeof(double));
      std::memcpy(fresh(q_, {n, 4}), q, std::size_t(4 * n) * sizeof(double));
      std::memcpy(fresh(w_, {n, 3}), w, std::size_t(3 * n) * sizeof(double));
      time = t_.inc_ref().ptr();
    } else {
      std::memcpy(fresh(q_, {4}), q, 4 * sizeof(double));
      std::memcpy(fresh(w_, {3}), w, 3 * sizeof(double));
      time = PyFloat_FromDouble(*t);
    }
    const Array q_now = q_, w_now = w_;  // another thread may come while the function runs
    PyObject* arguments[] = {time, q_now.ptr(), w_now.ptr()};
    const auto given =
        py::reinterpret_steal<py::object>(time ? PyObject_Vectorcall(function_.ptr(), arguments, 3, nullptr) : nullptr);
    Py_XDECREF(time);
    if (!given) {
      raised.take();
      return false;
    }
    return read(given, n, torque);
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  }
  raised.take();
  return false;
}

int TorqueCallable::torque(void* self, double t, const double q[4], const double w[3], double torque[3]) {
  return torques(self, 1, &t, q, w, torque);
}
int TorqueCallable::torques(void* self, int64_t n, const double* t, const double* q, const double* w, double* torque) {
  auto& callable = *static_cast<TorqueCallable*>(self);
  const PyGILState_STATE state = PyGILState_Ensure();
  bool good = true;
  if (callable.vectorized_)
    good = callable.call(n, t, q, w, torque);
  else
    for (int64_t i = 0; i < n && good; ++i) good = callable.call(1, t + i, q + 4 * i, w + 3 * i, torque + 3 * i);
  PyGILState_Release(state);
  return good ? 0 : 1;
}
double TorqueCallable::energy(void* self, double t, const double q[4]) {
  auto& callable = *static_cast<TorqueCallable*>(self);
  const PyGILState_STATE state = PyGILState_Ensure();
  double value = std::numeric_limits<double>::quiet_NaN();
  if (!callable.raised) try {
      std::memcpy(fresh(callable.q_, {4}), q, 4 * sizeof(double));
      const py::object given = callable.energy_(t, callable.q_);
      value = PyFloat_AsDouble(given.ptr());
      if (value == -1 && PyErr_Occurred()) throw py::error_already_set();
    } catch (py::error_already_set& error) {
      error.restore();
      callable.raised.take();
    }
  PyGILState_Release(state);
  return value;
}

int Watch::stop(void* self, double done) {
  auto& watch = *static_cast<Watch*>(self);
  constexpr auto kEvery = std::chrono::milliseconds(50);
  const bool first = !watch.callback_.is_none() && !watch.told_;
  const Clock::time_point now = Clock::now();
  if (!first && now - watch.last_ < kEvery) return 0;
  watch.last_ = now;
  const PyGILState_STATE state = PyGILState_Ensure();
  bool ends = bool(watch.raised);
  if (!ends && PyErr_CheckSignals() != 0) {
    watch.raised.take();
    ends = true;
  }
  if (!ends && !watch.callback_.is_none()) try {
      watch.told_ = true;
      const int said = PyObject_IsTrue(watch.callback_(done).ptr());
      if (said < 0) throw py::error_already_set();
      ends = watch.stopped = said > 0;
    } catch (py::error_already_set& error) {
      error.restore();
      watch.raised.take();
      ends = true;
    }
  PyGILState_Release(state);
  return ends;
}

}  // namespace polhode_python
