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

#include <array>

#include "polhode/method.hpp"
#include "polhode/methods/parts/equations_of_motion.hpp"

namespace polhode {

namespace detail {

constexpr MethodInfo crouch_grossman_card(std::string_view name, std::string_view title, int order, int evaluations,
                                          std::string_view source) {
  return {.name = name,
          .title = title,
          .family = "Runge-Kutta methods on the rotation group",
          .order = order,
          .attitude_order = order,
          .energy = Energy::drifts,
          .takes = Takes::general,
          .torque_evaluations = evaluations,
          .reference = source};
}

/// The engine: one step by any table.
template <class Table>
struct CrouchGrossman : TorquedMethod {
  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& torque, T t, T h, State<T>& s, NoMemory&) {
    constexpr auto c = Table::template coefficients<Lane<T>>();
    constexpr std::size_t n = c.stages;
    std::array<Vec3<T>, n> w, dm;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < n; ++i) {
      const Quaternion<T> Q = i == 0 ? s.Q : s.Q * product<T>(c.a[i], i, h, w);
      const Rates<T> stage = rates(body, torque, t + T(c.c(i)) * h, Q, s.m + h * weighted<T>(c.a[i], i, dm));
      w[i] = stage.w;
      dm[i] = stage.dm;
    }
    s.Q = s.Q * product<T>(c.b, n, h, w);
    s.m += h * weighted<T>(c.b, n, dm);
    return {};
  }

 private:
  // exp(h c_1 w_1) exp(h c_2 w_2) ..., without the factors that the table has as zero
  template <class T, class Coefficients, class Vectors>
  POLHODE_INLINE static Turn<T> product(const Coefficients& c, std::size_t n, T h, const Vectors& w) noexcept {
    Turn<T> r{};
#pragma GCC unroll 8
    for (std::size_t j = 0; j < n; ++j)
      if (c[j] != 0) r = r * exp((T(c[j]) * h) * w[j]);
    return r;
  }
};

}  // namespace detail

/// The tableau of Runge and Kutta, as if rotations commuted.
struct CrouchGrossmanRk4 : detail::CrouchGrossman<ClassicalRungeKutta> {
  static constexpr MethodInfo info = detail::crouch_grossman_card(
      "crouch-grossman-rk4", "the tableau of Runge and Kutta with products of rotations; order 2 only", 2, 4,
      "KryslEndres2004, section 3.3; CrouchGrossman1993");
};
struct CrouchGrossman3 : detail::CrouchGrossman<CrouchGrossman3Table> {
  static constexpr MethodInfo info = detail::crouch_grossman_card(
      "crouch-grossman3", "products of rotations, three stages", 3, 3, CrouchGrossman3Table::source);
};
struct CrouchGrossman4 : detail::CrouchGrossman<CrouchGrossman4Table> {
  static constexpr MethodInfo info = detail::crouch_grossman_card(
      "crouch-grossman4", "products of rotations, five stages", 4, 5, CrouchGrossman4Table::source);
};

}  // namespace polhode
