// rkmk4.hpp -- a body under any torque: the method of Runge and Kutta for the rotation vector of the step (Munthe-Kaas)
//
// Source     [MuntheKaas1998]; tables/runge_kutta.hpp
// Equation   during a step Q exp(u) moves, with u(0) = 0 and
//            u' = dexpinv_(-u) w = w + u x w/2 + c u x (u x w),  c = (1 - x cot x)/(4 x^2), x = |u|/2
// Stage      u_i = h sum_j a_ij k_j,  m_i = m + h sum_j a_ij m'_j,  k_i = dexpinv_(-u_i) w_i,
//            w_i = I^-1 m_i,  m'_i = torque(t + c_i h, Q exp(u_i), w_i) + m_i x w_i
// Step       Q <- Q exp(h sum_i b_i k_i),  m <- m + h sum_i b_i m'_i,  the tableau of Runge and Kutta
//
// Symbols    u  rotation vector of the part of the step that is done; along body axes, hence -u in dexpinv
//            k  its derivative at a stage
//
// Nothing is exact but |Q| = 1. A step that turns the body by 360 degrees or more is beyond the range of dexpinv.
#pragma once

#include <array>

#include "polhode/method.hpp"
#include "polhode/methods/parts/equations_of_motion.hpp"

namespace polhode {

struct Rkmk4 : TorquedMethod {
  static constexpr MethodInfo info{.name = "rkmk4",
                                   .title = "Runge-Kutta for the rotation vector of the step (Munthe-Kaas)",
                                   .family = "Runge-Kutta methods on the rotation group",
                                   .order = 4,
                                   .attitude_order = 4,
                                   .energy = Energy::drifts,
                                   .takes = Takes::general,
                                   .torque_evaluations = 4,
                                   .reference = "MuntheKaas1998"};

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& torque, T t, T h, State<T>& s, NoMemory&) {
    constexpr auto c = ClassicalRungeKutta::coefficients<Lane<T>>();
    constexpr std::size_t n = c.stages;
    std::array<Vec3<T>, n> k, dm;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < n; ++i) {
      const Vec3<T> u = h * detail::weighted<T>(c.a[i], i, k);
      const Quaternion<T> Q = i == 0 ? s.Q : s.Q * exp(u);
      const auto stage =
          detail::rates(body, torque, t + T(c.c(i)) * h, Q, s.m + h * detail::weighted<T>(c.a[i], i, dm));
      k[i] = i == 0 ? stage.w : dexpinv(-u, stage.w);
      dm[i] = stage.dm;
    }
    s.Q = s.Q * exp(h * detail::weighted<T>(c.b, n, k));
    s.m += h * detail::weighted<T>(c.b, n, dm);
    return {};
  }
};

}  // namespace polhode
