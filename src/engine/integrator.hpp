// integrator.hpp -- any method, chosen at run time; moves one body in principal axes, many steps per call
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "engine/torques.hpp"
#include "polhode/energy_correction.hpp"
#include "polhode/invariants.hpp"
#include "polhode/method.hpp"

namespace polhode {

/// An interval without switches of the torque, in n equal steps.
struct Interval {
  double from = 0, length = 0;
  long n = 0;
  double h() const noexcept { return length / double(n); }
  double time(long i) const noexcept { return from + length * (double(i) / double(n)); }  // never by accumulation
};

/// What one call did: so many steps, and whether the next one failed.
struct Advanced {
  int steps = 0;
  long iterations = 0;
  bool failed = false;
};

class Integrator {
 public:
  virtual ~Integrator() = default;
  /// Prepares for an interval: the torque as it is there, an empty memory.
  virtual void enter(const Interval&) = 0;
  /// Steps first, first + 1, ... of the interval, `count` of them; the states after each.
  virtual Advanced advance(const Interval&, long first, int count, const State<double>& before,
                           State<double>* after) = 0;
  /// Everything that the method carries from step to step: to be saved and put back as it is.
  virtual std::span<std::byte> memory() = 0;

  long torque_evaluations = 0;
};

/// What an integrator is made of.
struct IntegratorParts {
  const Choice& choice;
  const Inertia& inertia;
  const std::vector<AnyTorque>& torques;
  Takes torque_kind = Takes::nothing;  ///< of their sum
  double start_time = 0;
  State<double> start{};     ///< in principal axes
  bool keep_energy = false;  ///< after each step give the body the energy of the start (free body)
};
/// For a free body `exact` is not chained step after step: each state is evaluated from the start, so that no error builds up.
std::unique_ptr<Integrator> make_integrator(const IntegratorParts&);

}  // namespace polhode
