// adams_bashforth2.hpp -- a body under any torque: one evaluation a step, and what the step before found
//
// Source     [Key] eq. (n)
// Step       Q <- Q exp(h (w + c (w - w_1))),  m <- m + h (m' + c (m' - m'_1)),  c = 1/2
//            w = I^-1 m,  m' = torque(t, Q, w) + m x w;  w_1, m'_1 of the step before
// Start      c = 0 where there is no step before, or it had another length
//
// Nothing is exact but |Q| = 1.
#pragma once

#include "polhode/methods/method.hpp"
#include "polhode/methods/parts/equations_of_motion.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

struct AdamsBashforth2 : TorquedMethod {
  static constexpr MethodInfo info{.name = "adams-bashforth2",
                                   .title = "one evaluation a step, extrapolated from the step before",
                                   .family = "General torques",
                                   .order = 2,
                                   .attitude_order = 2,
                                   .energy = Energy::drifts,
                                   .takes_torque = true,
                                   .torque_evaluations = 1,
                                   .memory = "rates of the step before; starts with one step of order 1",
                                   .reference = "folklore"};

  template <class T>
  struct Memory {
    Vec3<T> w{}, dm{};  ///< rates at the beginning of the step before
    T h{};              ///< its length; 0: there was none
    template <class F>
    void each_field(F&& f) {
      f("w", w), f("dm", dm), f("h", h);
    }
  };

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& torque, const TimeStep<T>& at, PrincipalState<T>& s,
                            Memory<T>& before) {
    const T h = at.h, c = select<T>(before.h == h, T(0.5), T(0));
    const auto now = detail::rates(body, torque, at.t, s.Q, s.m);  // w and m': one evaluation of the torque
    s.Q = s.Q * exp(h * (now.w + c * (now.w - before.w)));
    s.m += h * (now.dm + c * (now.dm - before.dm));
    before = {now.w, now.dm, h};
    return {};
  }
};

}  // namespace polhode::inline POLHODE_ISA
