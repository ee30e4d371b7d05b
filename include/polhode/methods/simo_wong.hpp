// simo_wong.hpp -- body under a torque: the explicit method of Simo and Wong that conserves momentum
//
// Source     [KryslEndres2004] appendix A, algorithm SW
// Start      A = I^-1 (torque(t, Q, w) - w x I w),  L = Q I w
// Step       Q' = Q exp(h w + h^2/2 A)
//            L' = L + h/2 (tau + tau'),   tau' = Q' torque(t + h, Q', w')
//            w' = I^-1 Q'^T L'
//            A' = 2/h (w' - w) - A
//
// Symbols    here     Krysl-Endres
//            Q        R          attitude, body -> space
//            w, A     Omega, A   angular velocity and acceleration in body axes
//            L        R I Omega  angular momentum in space axes
//            tau      t          torque in space axes
//
// Torques    one evaluation a step. A torque that may depend on w takes one more, to see that it does not; one that does
//            (drag) makes w' the root of an equation and takes five or six.
// Exact to rounding: L without torque, L . e3 where the torque has no vertical part. L is carried, not rebuilt from Q.
// A is carried as well, and has to be: computed anew from the balance in each step, the method is not symmetric and its
// energy drifts even without torque. With A carried it drifts on a top with a general arm.
// The memory knows the state it belongs to, and the time if the torque depends on it; any other starts anew.
// Differs from the paper: the torques of its third line are in space axes (its T stands for body axes).
#pragma once

#include "polhode/methods/method.hpp"
#include "polhode/methods/parts/known_torque.hpp"
#include "polhode/methods/parts/newton.hpp"

namespace polhode::inline POLHODE_ISA {

struct SimoWong : TorquedMethod {
  static constexpr MethodInfo info{
      .name = "simo-wong",
      .title = "explicit Simo-Wong method",
      .family = "General torques",
      .order = 2,
      .attitude_order = 2,
      .symmetric = true,
      .energy = Energy::drifts,
      .free_body_energy = Energy::bounded,
      .takes_torque = true,
      .keeps_vertical = true,
      .torque_evaluations = 1,
      .memory =
          "angular acceleration, momentum and torque in space axes; starts with the acceleration of the equation of "
          "motion",
      .reference = "KryslEndres2004, appendix A, algorithm SW"};

  template <class T>
  struct Memory {
    PrincipalState<T> s{{T(0), {}}, {}};  ///< the state that the rest belongs to; at first none
    Vec3<T> A{};                          ///< angular acceleration in body axes
    Vec3<T> L{}, tau{};                   ///< angular momentum and torque in space axes
    T t{};                                ///< the time that they belong to
    template <class F>
    void each_field(F&& f) {
      f("s", s), f("A", A), f("L", L), f("tau", tau), f("t", t);
    }
  };

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& model, const TimeStep<T>& at, PrincipalState<T>& s,
                            Memory<T>& memory) {
    const T t = at.t, h = at.h;
    const T a = T(0.5) * h;
    const Vec3<T> w = times(body.x, s.m);
    Memory<T> before = memory;
    const Mask<T> known = detail::same(memory.s, s) & detail::same_time(model, memory.t, t, h);
    if (!all_lanes<T>(known)) {
      const Vec3<T> tau = torque_of(model, t, s.Q, w);
      before.A = select<T>(known, memory.A, times(body.x, tau - cross(w, s.m)));
      before.L = select<T>(known, memory.L, rotate(s.Q, s.m));
      before.tau = select<T>(known, memory.tau, rotate(s.Q, tau));
    }
    const Quaternion<T> Q = s.Q * exp<T>(h * (w + a * before.A));
    const auto torque = [&](const Vec3<T>& m) { return Vec3<T>(torque_of(model, at.end, Q, times(body.x, m))); };
    const Vec3<T> half = before.L + a * before.tau;
    const auto root =
        detail::kicked<most_of<Torque>().velocity, T>(depends_on_velocity(model), rotate_back(Q, half), a, torque);

    Memory<T> after;
    after.tau = rotate(Q, root.torque);
    after.L = half + a * after.tau;
    after.s = {Q, rotate_back(Q, after.L)};
    const T over = T(2) / h;
    const Vec3<T> A = over * (times(body.x, after.s.m) - w) - before.A;
    after.A = select<T>(is_finite(over), A, before.A);  // h = 0: nothing moves
    s = select<T>(root.converged, after.s, s);
    memory.s = select<T>(root.converged, after.s, memory.s);
    memory.A = select<T>(root.converged, after.A, memory.A);
    memory.L = select<T>(root.converged, after.L, memory.L);
    memory.tau = select<T>(root.converged, after.tau, memory.tau);
    memory.t = select<T>(root.converged, at.end, memory.t);
    return {root.converged, root.iterations};
  }
};

}  // namespace polhode::inline POLHODE_ISA
