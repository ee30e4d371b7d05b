// buss_simo_wong.hpp -- free rigid body: the explicit method of Simo and Wong, as compared by Buss
//
// Source     [Buss2001] section 3, "Simo-Wong explicit method" (gamma = 1, beta = 0)
// Step       nubar = nu_i + h/2 (nu_i - nu_(i-1)),  Omega <- Omega R(h nubar);  the first step is lie1
//
// Symbols    here    Buss
//            Q       Omega      attitude, body -> space
//            m       L_bd       momentum in body axes
//            W       nu         angular velocity in body axes, I^-1 m
//
// Of first order. The correction has the wrong dimension: results depend on the unit of time. Kept for comparison with
// the tables; needs steps of one length.
// Exact to rounding: L = Q m and |m|. Energy drifts.
// Differs from the paper: the text has nubar = nu_i + h/2 a_i with a_i = (nu_i - nu_(i-1))/h, which is of second order
// (energy 82.1062 at h = 0.0001). All its tables (109.661 there), and its remark that the method is as poor as the
// first-order one, come from leaving out the division by h, as here.
#pragma once

#include "polhode/methods/method.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

struct BussSimoWong : FreeMethod {
  static constexpr MethodInfo info{.name = "buss-simo-wong",
                                   .title = "explicit Simo-Wong method, as in Buss's tables",
                                   .family = "Comparison methods (Buss)",
                                   .order = 1,
                                   .attitude_order = 1,
                                   .energy = Energy::drifts,
                                   .keeps_casimir = true,
                                   .keeps_momentum = true,
                                   .any_time_unit = false,
                                   .memory = "angular velocity of the last step; starts with one step of lie1",
                                   .reference = "Buss2001, section 3, Simo-Wong explicit method"};

  template <class T>
  struct Memory {
    Vec3<T> W{};  ///< angular velocity in body axes, one step ago
    T steps{};    ///< taken so far, counted up to 1; the same in all lanes
    template <class F>
    void each_field(F&& f) {
      f("W", W), f("steps", steps);
    }
  };

  template <class T>
  static StepStatus<T> step(const Principal<T>& body, T h, PrincipalState<T>& s, Memory<T>& memory) noexcept {
    const Vec3<T> W = times(body.x, s.m);
    const bool started = lane(memory.steps, 0) > 0;
    turn(s, exp(h * (started ? W + (T(0.5) * h) * (W - memory.W) : W)));
    memory.W = W;
    memory.steps = T(1);
    return {};
  }
};

}  // namespace polhode::inline POLHODE_ISA
