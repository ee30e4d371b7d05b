// ensemble.hpp -- many bodies, each with a problem of its own, at once: in the lanes of registers and on threads
//
// Body i gets the same bits whatever the number of bodies, lanes, threads and the instruction set: nothing is computed from
// two bodies, and every lane does what a single number would do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "polhode/drive/event.hpp"
#include "polhode/drive/plan.hpp"
#include "problem/problem.hpp"

namespace polhode {

/// Where the bodies come from. Asked from several threads at once.
class BodySource {
 public:
  virtual ~BodySource() = default;
  /// What all of them have in common: the kinds of torques and their keys, words and tables, and the times.
  virtual const Problem& common() const = 0;
  /// Makes of `problem`, which is common() or another body, body i: inertia, start, numbers and vectors of torques. Throws
  /// InvalidInput if there can be no such body.
  virtual void make(std::size_t i, Problem& problem) const = 0;
};

enum class BodyOutcome : std::uint8_t {
  done,
  not_converged,  ///< a step failed; the state is that before the step
  non_finite,     ///< the state is no longer finite
  refused,        ///< there is no such body (BodySource::make); the numbers are NaN
  inaccurate,     ///< done, but the accuracy was not reached; the estimate says what was
  not_run,        ///< stopped before its turn; the numbers are NaN
  ended,          ///< an event has ended its run, at the time that the result says
};
std::string_view name_of(BodyOutcome);
/// Whether its numbers are those of an end.
inline bool at_end(BodyOutcome one) {
  return one == BodyOutcome::done || one == BodyOutcome::inaccurate || one == BodyOutcome::ended;
}

/// What is asked of the whole run of each body, and not of its end alone. Only what is asked for takes time.
struct Questions {
  bool flips = false;           ///< how often the momentum changes its side of the middle axis
  bool tilt_max = false;        ///< largest angle between the third axis of the body and that of space, rad
  bool certificate = false;     ///< all entries of the certificate (engine/record.hpp)
  std::vector<Event> events{};  ///< of each: how often, and when first. A terminal one ends the run of the body
  bool any() const { return flips || tilt_max || certificate || !events.empty(); }
};

/// Memory whose numbers nobody has touched: the first to do so is the thread that computes them, and they cost no pass of their own.
template <class T>
struct Untouched : std::allocator<T> {
  Untouched() = default;
  template <class U>
  Untouched(const Untouched<U>& /*alike*/) noexcept {}
  template <class U>
  struct rebind {
    using other = Untouched<U>;
  };
  template <class U>
  void construct(U* p) noexcept {
    ::new (static_cast<void*>(p)) U;
  }
};
/// One number for each body.
using BodyNumbers = std::vector<double, Untouched<double>>;

/// An answer: one number for each body, NaN if there is none.
struct Quantity {
  std::string name, unit;
  BodyNumbers numbers;
};

struct EnsembleTask {
  Choice choice;        ///< of the method
  Steps steps;          ///< the same for all bodies, or
  double accuracy = 0;  ///< each body its own steps; 0: by steps. Free bodies are evaluated exactly and need neither
  std::size_t first = 0, count = 0;  ///< bodies first, ..., first + count - 1
  Questions questions;
  int threads = 0;  ///< 0: one for each processor
  /// Told how many bodies are done, from any thread but one at a time; false stops before the next block of bodies.
  std::function<bool(std::size_t)> watch;
  /// Asked now and then within a block, from any thread; once it is true it stays so, and the
  /// bodies of that block were not run.
  std::function<bool()> stopped;
};

/// The state of each body at the end, in its own axes; body first + k is entry k.
struct EnsembleResult {
  /// Of bodies that were not run.
  explicit EnsembleResult(std::size_t count = 0, const Questions& = {});
  // In run_ensemble.cpp, with optimisation: without, the end of a vector with an allocator of its own is a call for each number.
  EnsembleResult(const EnsembleResult&);
  EnsembleResult(EnsembleResult&&) noexcept;
  EnsembleResult& operator=(const EnsembleResult&);
  EnsembleResult& operator=(EnsembleResult&&) noexcept;
  ~EnsembleResult();
  /// The same, but for their numbers: these have yet to be written, or forgotten.
  static EnsembleResult untouched(std::size_t count, const Questions& = {});
  /// Bodies first, ..., were not run.
  void forget(std::size_t first, std::size_t bodies);
  std::size_t count() const { return outcome.size(); }

  BodyNumbers t;                    ///< when that is; NaN if the body did not get to an end
  std::array<BodyNumbers, 4> q;     ///< w x y z, body to space
  std::array<BodyNumbers, 3> w, L;  ///< angular velocity along body axes, momentum along space axes
  BodyNumbers energy;               ///< kinetic, and potential where there is one
  BodyNumbers energy_error;         ///< relative, end against start; NaN where energy need not be conserved
  BodyNumbers momentum_error;  ///< relative: of L for a free body, of L . e3 where nothing turns about it, else NaN
  BodyNumbers error_estimate;  ///< of the attitude, rad; with `accuracy`, else NaN
  std::vector<Quantity> quantities;  ///< the answers: flips, tilt_max, NAME_count, NAME_first, certificate
  std::vector<BodyOutcome> outcome;

 private:
  struct ToBeSet {};
  EnsembleResult(std::size_t count, const Questions&, ToBeSet);
};

/// To an accuracy: what `auto` is for many bodies (catalogue/auto.hpp).
Choice choice_to_accuracy(const Choice&, const Problem& common, const Questions&);

/// The same bits for any number of threads. Throws InvalidInput if the task makes no sense for the common problem.
EnsembleResult run_ensemble(const BodySource&, const EnsembleTask&);

}  // namespace polhode
