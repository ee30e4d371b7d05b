// spin.hpp -- polhode_step.h for engines that hold an angular velocity in space axes: float or double by the type of the numbers
//
// The engine may change the angular velocity at any time (contacts, torques, its user): what is new in it is taken over as an
// impulse. While nobody does, the angular momentum stays to the last bit.
#pragma once

#include "polhode_step.h"

template <class Real>
struct StepOf {
  using Body = polhode_body;
  using State = polhode_spin;
  static constexpr auto set_body = polhode_set_body;
  static constexpr auto set_omega = polhode_set_omega;
  static constexpr auto kick = polhode_kick;
  static constexpr auto step = polhode_step;
  static constexpr auto step_torque = polhode_step_torque;
  static constexpr auto omega = polhode_omega;
};
template <>
struct StepOf<float> {
  using Body = polhode_bodyf;
  using State = polhode_spinf;
  static constexpr auto set_body = polhode_set_bodyf;
  static constexpr auto set_omega = polhode_set_omegaf;
  static constexpr auto kick = polhode_kickf;
  static constexpr auto step = polhode_stepf;
  static constexpr auto step_torque = polhode_step_torquef;
  static constexpr auto omega = polhode_omegaf;
};

template <class Real>
class Spin {
 public:
  using Step = StepOf<Real>;

  /// Principal moments, attitude w x y z (principal axes -> space), angular velocity in space axes. `good` is false where the
  /// moments are none: such a body stands still.
  Spin(const Real moments[3], const Real attitude[4], const Real omega[3]) {
    good = Step::set_body(&body_, moments) != 0;
    for (int k = 0; k < 4; ++k) state_.q[k] = attitude[k];
    Step::set_omega(&body_, omega, &state_);
    for (int k = 0; k < 3; ++k) omega_[k] = omega[k];
  }
  bool good = false;

  /// The engine's angular velocity at the attitude of the last step, over h.
  void step(Real h, const Real omega[3]) {
    typename Step::State change = state_;
    const Real difference[] = {omega[0] - omega_[0], omega[1] - omega_[1], omega[2] - omega_[2]};
    if (difference[0] != 0 || difference[1] != 0 || difference[2] != 0) {
      Step::set_omega(&body_, difference, &change);
      Step::kick(change.L, &state_);
    }
    Step::step(&body_, h, &state_);
    Step::omega(&body_, &state_, omega_);
  }
  const Real* attitude() const { return state_.q; }
  const Real* omega() const { return omega_; }

 private:
  typename Step::Body body_;
  typename Step::State state_{};
  Real omega_[3];  // as the engine was told
};
