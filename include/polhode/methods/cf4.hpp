// cf4.hpp -- a body under any torque: order 4 with two rotations a step and no commutators
//
// Source     [CelledoniMarthinsenOwren2003], the method with four stages
// Stage      Q_2 = Q exp(h w_1/2),  Q_3 = Q exp(h w_2/2),  Q_4 = Q_2 exp(h (w_3 - w_1/2)),
//            m_i and the times by the tableau of Runge and Kutta; w_i = I^-1 m_i, m'_i = torque + m_i x w_i
// Step       Q <- Q exp(h (3 w_1 + 2 w_2 + 2 w_3 - w_4)/12) exp(h (-w_1 + 2 w_2 + 2 w_3 + 3 w_4)/12)
//            m <- m + h (m'_1 + 2 m'_2 + 2 m'_3 + m'_4)/6
//
// Symbols    w_i  the vector field frozen at stage i: turning with the angular velocity found there
//
// Nothing is exact but |Q| = 1.
#pragma once

#include "polhode/methods/parts/runge_kutta.hpp"

namespace polhode::inline POLHODE_ISA {

struct Cf4 : TorquedMethod {
  static constexpr MethodInfo info = detail::runge_kutta_card("cf4", "two rotations a step, without commutators", 4, 4,
                                                              "CelledoniMarthinsenOwren2003");

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& torque, const TimeStep<T>& at, PrincipalState<T>& s,
                            NoMemory&) {
    const T t = at.t, h = at.h;
    const T half = T(0.5) * h, twelfth = h / T(12);
    const auto k1 = detail::rates(body, torque, t, s.Q, s.m);
    const Turn<T> r2 = exp(half * k1.w);
    const auto k2 = detail::rates(body, torque, t + half, s.Q * r2, s.m + half * k1.dm);
    const auto k3 = detail::rates(body, torque, t + half, s.Q * exp(half * k2.w), s.m + half * k2.dm);
    const Turn<T> r4 = r2 * exp(h * k3.w - half * k1.w);
    const auto k4 = detail::rates(body, torque, t + h, s.Q * r4, s.m + h * k3.dm);

    const Vec3<T> middle = T(2) * (k2.w + k3.w);
    s.Q = s.Q * (exp(twelfth * (T(3) * k1.w + middle - k4.w)) * exp(twelfth * (T(3) * k4.w + middle - k1.w)));
    s.m += (h / T(6)) * (k1.dm + T(2) * (k2.dm + k3.dm) + k4.dm);
    return {};
  }
};

}  // namespace polhode::inline POLHODE_ISA
