// crouch_grossman.hpp -- a body under any torque: Runge-Kutta methods as products of rotations; one engine for all tables
//
// Source     [CrouchGrossman1993]; [OwrenMarthinsen1999]; [KryslEndres2004] section 3.3; tables/runge_kutta.hpp
// Stage      Q_i = Q exp(h a_i1 w_1) exp(h a_i2 w_2) ...,   m_i = m + h sum_j a_ij m'_j
// Step       Q <- Q exp(h b_1 w_1) exp(h b_2 w_2) ...,      m <- m + h sum_i b_i m'_i
//            with w_i = I^-1 m_i, m'_i = torque(t + c_i h, Q_i, w_i) + m_i x w_i
//
// Symbols    here    Krysl-Endres
//            Q       R            attitude, body -> space
//            w       Omega        angular velocity in body axes; stages in m are stages in w = I^-1 m, both are linear
//            m'      I A          A is the angular acceleration
//
// Nothing is exact but |Q| = 1. With the classical table the attitude is of order 2, and so is the momentum where the torque
// depends on the attitude (for a free body it is of order 4).
#pragma once

#include <cstddef>

#include "polhode/methods/parts/runge_kutta.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// Stages as products of rotations.
struct ProductOfRotations {
  template <class T>
  using Rate = Vec3<T>;

  // exp(h c_1 w_1) exp(h c_2 w_2) ..., without the factors that the table has as zero
  template <class T, class Coefficients, class Rates>
  POLHODE_INLINE static Turn<T> moved(const Coefficients& c, std::size_t n, T h, const Rates& w) noexcept {
    Turn<T> r{};
#pragma GCC unroll 8
    for (std::size_t j = 0; j < n; ++j)
      if (c[j] != 0) r = r * exp((T(c[j]) * h) * w[j]);
    return r;
  }
  template <class T>
  POLHODE_INLINE static Turn<T> turn(const Turn<T>& r) noexcept {
    return r;
  }
  template <class T>
  POLHODE_INLINE static Vec3<T> rate(std::size_t, const Turn<T>&, Vec3<T> w) noexcept {
    return w;
  }
};

}  // namespace detail

/// The tableau of Runge and Kutta, as if rotations commuted.
struct CrouchGrossmanRk4 : detail::RungeKutta<detail::ProductOfRotations, ClassicalRungeKutta> {
  static constexpr MethodInfo info = detail::runge_kutta_card(
      "crouch-grossman-rk4", "the tableau of Runge and Kutta with products of rotations; order 2 only", 2, 4,
      "KryslEndres2004, section 3.3; CrouchGrossman1993");
};
struct CrouchGrossman3 : detail::RungeKutta<detail::ProductOfRotations, CrouchGrossman3Table> {
  static constexpr MethodInfo info = detail::runge_kutta_card("crouch-grossman3", "products of rotations, three stages",
                                                              3, 3, CrouchGrossman3Table::source);
};
struct CrouchGrossman4 : detail::RungeKutta<detail::ProductOfRotations, CrouchGrossman4Table> {
  static constexpr MethodInfo info = detail::runge_kutta_card("crouch-grossman4", "products of rotations, five stages",
                                                              4, 5, CrouchGrossman4Table::source);
};

}  // namespace polhode::inline POLHODE_ISA
