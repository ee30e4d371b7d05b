// stepper.hpp -- a body, a method, and the run of one through the other
#pragma once

#include "polhode/energy_correction.hpp"
#include "polhode/inertia.hpp"
#include "polhode/invariants.hpp"
#include "polhode/method.hpp"

namespace polhode {

/// How a run ended.
enum class Outcome {
  done,
  not_converged,  ///< a step reported failure; the state is the last good one
  non_finite,     ///< the state is no longer finite; the state is the last good one
};

/// A free body that method M moves. Axes, frames and checks are taken care of here: states are in the user's body axes.
///
///   Stepper<Sr<4>> body(Inertia::box(1, 0.1, 0.2, 0.3), {attitude, momentum});
///   body.run(0.01, 1000);
///   body.state();
template <Method M>
class Stepper {
 public:
  Stepper(const Inertia& inertia, const State<double>& start)
      : inertia_(inertia),
        principal_(inertia.in_principal_axes()),
        constants_(principal_),
        state_(inertia.to_principal(checked(start))),
        energy_(polhode::energy(principal_, state_.m)),
        length_(norm(state_.m)) {}

  /// After each step, turn the body slightly so that its energy is the one it started with ([Buss2001] section 4).
  void keep_energy(bool on = true) noexcept { keep_energy_ = on; }

  Outcome step(double h) noexcept {
    const State<double> before = state_;
    const auto memory_before = memory_;
    const auto failed = [&](Outcome outcome) {
      state_ = before;
      memory_ = memory_before;
      return outcome;
    };
    if (!advance<M, double>(constants_, h, state_, memory_).converged) {
      const bool finite = is_finite(norm2(state_.m)) && is_finite(norm2(state_.Q)) && is_finite(h);
      return failed(finite ? Outcome::not_converged : Outcome::non_finite);
    }
    if (keep_energy_) correct_energy(principal_, energy_, length_, state_);
    if (!is_finite(norm2(state_.m) + norm2(state_.Q))) return failed(Outcome::non_finite);
    ++steps_;
    return Outcome::done;
  }
  /// n steps of h, or as many as succeed.
  Outcome run(double h, long n) noexcept {
    for (long i = 0; i < n; ++i)
      if (const Outcome outcome = step(h); outcome != Outcome::done) return outcome;
    return Outcome::done;
  }

  State<double> state() const noexcept { return inertia_.to_body(state_); }
  Vec3<double> angular_velocity() const noexcept { return inertia_.angular_velocity(state().m); }
  double energy() const noexcept { return polhode::energy(principal_, state_.m); }
  Vec3<double> spatial_momentum() const noexcept { return polhode::spatial_momentum(state_); }
  long steps() const noexcept { return steps_; }

 private:
  Inertia inertia_;
  Principal<double> principal_;
  typename M::template Body<double> constants_;
  typename M::template Memory<double> memory_{};
  State<double> state_;     // in principal axes
  double energy_, length_;  // of the momentum; at the start
  bool keep_energy_ = false;
  long steps_ = 0;
};

}  // namespace polhode
