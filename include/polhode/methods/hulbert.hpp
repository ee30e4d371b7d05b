// hulbert.hpp -- body under a torque: Hulbert's staggered explicit method that conserves momentum
//
// Source     [KryslEndres2004] appendix A, algorithm HSTAGM
// Start      v = h/2 w + h^2/8 A,   A = I^-1 (torque(t, Q, w) - w x I w)
//            Qh = Q exp(v),   Lh = L + h/2 tau(t + h/4, Q exp(v/2))
// Step       from t to t + h, with a second body Qh, Lh half a step ahead:
//            L' = L + h tau(t + h/2, Qh),     Q' = Q exp(h wh),     w' = I^-1 Q'^T L'
//            Lh' = Lh + h tau(t + h, Q'),     Qh' = Qh exp(h w'),   wh' = I^-1 Qh'^T Lh'
// Here       the second line is done at the beginning of the next step, when its direction is known. A step back finds
//            the second body where it left it, and undoes the step forward.
//
// Symbols    here     Krysl-Endres
//            Q, Qh    R_n, R_(n+1/2)     attitudes, body -> space
//            w, wh    Omega              angular velocities in body axes
//            L, Lh    R I Omega          angular momenta in space axes
//            tau      t                  torque in space axes
//
// Two evaluations of the torque a step, also of one that depends on w; nothing is solved.
// Exact to rounding: L without torque, L . e3 where the torque has no vertical part.
// The two bodies move apart like h^3 exp(lambda t) in an unstable motion, and by drag; then the energy goes anywhere, and
// smaller steps only delay it. For comparison with the paper, not for work.
// Differs from the paper: A of the start takes the torque in body axes (its t0 is in space axes).
#pragma once

#include "polhode/methods/method.hpp"
#include "polhode/methods/parts/known_torque.hpp"

namespace polhode::inline POLHODE_ISA {

struct Hulbert : TorquedMethod {
  static constexpr MethodInfo info{
      .name = "hulbert",
      .title = "staggered explicit method of Hulbert",
      .family = "General torques",
      .order = 2,
      .attitude_order = 2,
      .symmetric = true,
      .energy = Energy::drifts,
      .free_body_energy = Energy::bounded,
      .takes_torque = true,
      .keeps_vertical = true,
      .torque_evaluations = 2,
      .memory =
          "a second body half a step away, momenta in space axes; starts anew when the length of the step changes",
      .reference = "KryslEndres2004, appendix A, algorithm HSTAGM"};

  template <class T>
  struct Memory {
    PrincipalState<T> s{{T(0), {}}, {}};  ///< the state that the rest belongs to; at first none
    Vec3<T> L{};                          ///< its momentum in space axes
    Quaternion<T> Qh{};                   ///< the second body
    Vec3<T> Lh{};
    T ahead{};  ///< its time minus that of s: plus or minus half a step
    T t{};      ///< the time of s
    template <class F>
    void each_field(F&& f) {
      f("s", s), f("L", L), f("Qh", Qh), f("Lh", Lh), f("ahead", ahead), f("t", t);
    }
  };

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& model, const TimeStep<T>& at, PrincipalState<T>& s,
                            Memory<T>& memory) {
    const T t = at.t, h = at.h;
    const T half = T(0.5) * h;
    const Vec3<T> w = times(body.x, s.m);
    const Mask<T> same_state = detail::same(memory.s, s), same_length = abs(memory.ahead) == abs(half);
    const Mask<T> known = same_state & same_length & detail::same_time(model, memory.t, t, h);
    const Mask<T> in_front = known & (memory.ahead == half), behind = known & !in_front;

    Vec3<T> L = memory.L, Lh = memory.Lh;
    Quaternion<T> Qh = memory.Qh;
    if (!all_lanes<T>(in_front)) {
      const Vec3<T> torque = torque_of(model, t, s.Q, w);
      Lh = select<T>(behind, memory.Lh + h * rotate(s.Q, torque), Lh);
      Qh = select<T>(behind, memory.Qh * exp<T>(h * w), Qh);
      if (!all_lanes<T>(known)) {
        const Vec3<T> v = half * (w + (T(0.25) * h) * times(body.x, torque - cross(w, s.m)));
        const Quaternion<T> Q4 = s.Q * exp(T(0.5) * v);
        const Vec3<T> L0 = rotate(s.Q, s.m);
        const Vec3<T> w4 = times(body.x, rotate_back(Q4, L0));
        const Vec3<T> tau4 = rotate(Q4, Vec3<T>(torque_of(model, t + T(0.5) * half, Q4, w4)));
        L = select<T>(known, L, L0);
        Lh = select<T>(known, Lh, L0 + half * tau4);
        Qh = select<T>(known, Qh, s.Q * exp<T>(v));
      }
    }
    const Vec3<T> wh = times(body.x, rotate_back(Qh, Lh));
    L = L + h * rotate(Qh, Vec3<T>(torque_of(model, t + half, Qh, wh)));
    const Quaternion<T> Q = s.Q * exp<T>(h * wh);
    s = {Q, rotate_back(Q, L)};
    memory = {s, L, Qh, Lh, -half, at.end};
    return {};
  }
};

}  // namespace polhode::inline POLHODE_ISA
