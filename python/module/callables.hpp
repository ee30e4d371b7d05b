// callables.hpp -- functions of the user in Python, called from runs of the library
//
// A torque is called with the same two arrays again and again, unless it has kept one of them: then it gets new ones. What it
// raises is kept, ends the run, and is raised again when the run has returned.
#pragma once

#include <chrono>

#include "core.hpp"

namespace polhode_python {

/// The first exception of a run. To be used with the GIL.
class Raised {
 public:
  /// Takes the exception that is set.
  void take();
  /// Raises it, if there is one.
  void again();
  explicit operator bool() const { return bool(type_); }

 private:
  py::object type_, value_, trace_;
};

/// f(t, q, w) -> torque, and perhaps energy(t, q). Vectorized: arrays with one row for each state.
class TorqueCallable {
 public:
  TorqueCallable(py::object function, py::object energy, bool vectorized);
  static int torque(void* self, double t, const double q[4], const double w[3], double torque[3]);
  static int torques(void* self, int64_t n, const double* t, const double* q, const double* w, double* torque);
  static double energy(void* self, double t, const double q[4]);

  Raised raised;

 private:
  py::object function_, energy_;
  bool vectorized_;
  Array t_, q_, w_;  // of the next call

  bool call(int64_t n, const double* t, const double* q, const double* w, double* torque);
  bool read(const py::object& given, int64_t n, double* torque) const;
};

/// Looks for Ctrl-C during a run, and tells the user's function how far it is.
class Watch {
 public:
  explicit Watch(py::object callback) : callback_(std::move(callback)) {}
  static int stop(void* self, double done);

  Raised raised;
  bool stopped = false;  ///< by the user's function

 private:
  using Clock = std::chrono::steady_clock;
  py::object callback_;
  Clock::time_point last_ = Clock::now();
  bool told_ = false;
};

}  // namespace polhode_python
