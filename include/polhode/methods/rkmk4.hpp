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

#include "polhode/methods/parts/runge_kutta.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// By the rotation vector u of the step so far.
struct RotationVector {
  template <class T>
  using Rate = Vec3<T>;

  template <class T, class Coefficients, class Rates>
  POLHODE_INLINE static Vec3<T> moved(const Coefficients& c, std::size_t n, T h, const Rates& k) noexcept {
    return h * weighted<T>(c, n, k);
  }
  template <class T>
  POLHODE_INLINE static Turn<T> turn(const Vec3<T>& u) noexcept {
    return exp(u);
  }
  template <class T>
  POLHODE_INLINE static Vec3<T> rate(std::size_t i, const Vec3<T>& u, Vec3<T> w) noexcept {
    return i == 0 ? w : dexpinv(-u, w);
  }
};

}  // namespace detail

struct Rkmk4 : detail::RungeKutta<detail::RotationVector, ClassicalRungeKutta> {
  static constexpr MethodInfo info = detail::runge_kutta_card(
      "rkmk4", "Runge-Kutta for the rotation vector of the step (Munthe-Kaas)", 4, 4, "MuntheKaas1998");
};

}  // namespace polhode::inline POLHODE_ISA
