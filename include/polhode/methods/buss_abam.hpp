// buss_abam.hpp -- free rigid body: Adams-Bashforth predictor, Adams-Moulton corrector, as compared by Buss
//
// Source     [Buss2001] section 3, "Runge-Kutta and Adams-Bashforth-Moulton methods"; the details from its tables
// Predictor  Omega_p = R(h/24 (55 f_i - 59 f_(i-1) + 37 f_(i-2) - 9 f_(i-3))) Omega_i,   f_i = w(Omega_i)
// Corrector  Omega_(i+1) = R(h/24 (9 f_p + 19 f_i - 5 f_(i-1) + f_(i-2))) Omega_i,       f_p = Omega_i nu(Omega_p)
// Start      each of the first three steps is five steps of lie1
//
// Symbols    here    Buss
//            Q       Omega      attitude, body -> space
//            m, L    L_bd, L    momentum in body axes, in space axes
//            W       nu         angular velocity in body axes, I^-1 m
//            f       omega      angular velocity in space axes
//
// Of second order only, for two reasons: rotation vectors of different moments do not simply add up, and the start.
// Kept for comparison with the tables; needs steps of one length.
// Exact to rounding: L = Q m and |m|. Energy drifts.
// Differs from the paper: the text says less than is needed to repeat it. The predicted velocity turned to space axes by
// Omega_i instead of Omega_p, and this start, give eight of the nine energies of the tables to the last digit, and the
// ninth as 149.998 for 149.999. The rotation vectors are averaged, not quaternions, as in buss-rk4.
#pragma once

#include "polhode/methods/method.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

struct BussAbam : FreeMethod {
  static constexpr MethodInfo info{
      .name = "buss-abam",
      .title = "Adams-Bashforth-Moulton on rotation vectors, as in Buss's tables",
      .family = "Comparison methods (Buss)",
      .order = 2,
      .attitude_order = 2,
      .energy = Energy::drifts,
      .keeps_casimir = true,
      .keeps_momentum = true,
      .memory = "angular velocities of the last three steps; starts with fifteen steps of lie1",
      .reference = "Buss2001, section 3, Adams-Bashforth-Moulton"};

  template <class T>
  struct Memory {
    Vec3<T> f1{}, f2{}, f3{};  ///< angular velocity in space axes, one, two and three steps ago
    T steps{};                 ///< taken so far, counted up to 3; the same in all lanes
    template <class F>
    void each_field(F&& f) {
      f("f1", f1), f("f2", f2), f("f3", f3), f("steps", steps);
    }
  };

  template <class T>
  static StepStatus<T> step(const Principal<T>& body, T h, PrincipalState<T>& s, Memory<T>& memory) noexcept {
    const Vec3<T> W = times(body.x, s.m);
    const Vec3<T> f = rotate(s.Q, W);
    if (lane(memory.steps, 0) < 3) {
      memory.steps += T(1);
      for (int n = 0; n < 5; ++n) turn(s, exp((h / T(5)) * times(body.x, s.m)));
    } else {
      const T c = h / T(24);
      // Along the body axes at the start of the step, where f_p is nu(Omega_p) as it stands.
      const Vec3<T> past = rotate_back(s.Q, T(37) * memory.f2 - T(59) * memory.f1 - T(9) * memory.f3);
      const Vec3<T> Wp = times(body.x, rotate_back(exp(c * (T(55) * W + past)), s.m));
      turn(s, exp(c * (T(9) * Wp + T(19) * W + rotate_back(s.Q, memory.f2 - T(5) * memory.f1))));
    }
    memory.f3 = memory.f2;
    memory.f2 = memory.f1;
    memory.f1 = f;
    return {};
  }
};

}  // namespace polhode::inline POLHODE_ISA
