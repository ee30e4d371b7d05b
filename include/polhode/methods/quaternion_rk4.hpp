// quaternion_rk4.hpp -- a body under any torque: the method of Runge and Kutta for the four numbers of the quaternion
//
// Source     folklore; tables/runge_kutta.hpp
// Equation   Q' = Q (0, w)/2,  m' = torque + m x w,  w = I^-1 m
// Step       the tableau of Runge and Kutta for Q and m side by side; the stages of Q leave the unit sphere, torques are
//            computed at the attitudes they stand for, and Q is brought to unit length after the step
//
// Held as Q (1 + d): the equations of d do not contain Q, and the sum with Q is rounded once.
// Nothing is exact but |Q| = 1. The attitude error is some ten times that of methods that turn the body by rotations.
#pragma once

#include "polhode/methods/parts/runge_kutta.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// By the four numbers of the quaternion 1 + d.
struct QuaternionNumbers {
  template <class T>
  using Rate = Quaternion<T>;

  template <class T, class Coefficients, class Rates>
  POLHODE_INLINE static Quaternion<T> moved(const Coefficients& c, std::size_t n, T h, const Rates& k) noexcept {
    Quaternion<T> d{T(0), {}};
#pragma GCC unroll 8
    for (std::size_t j = 0; j < n; ++j)
      if (c[j] != 0) d = d + (T(c[j]) * h) * k[j];
    return d;
  }
  // The rotation of 1 + d, of any length but 0; n - 1 and so c1 without cancellation
  template <class T>
  POLHODE_INLINE static Turn<T> turn(const Quaternion<T>& d) noexcept {
    const T excess = d.w * (T(2) + d.w) + norm2(d.v);  // |1 + d|^2 - 1
    const T length = sqrt(T(1) + excess), n = T(1) / length;
    return {n * d.w - excess / (length * (T(1) + length)), n * d.v};
  }
  template <class T>
  POLHODE_INLINE static Quaternion<T> rate(std::size_t, const Quaternion<T>& d, Vec3<T> w) noexcept {
    const Quaternion<T> half_w{T(0), T(0.5) * w};
    return half_w + d * half_w;
  }
};

}  // namespace detail

struct QuaternionRk4 : detail::RungeKutta<detail::QuaternionNumbers, ClassicalRungeKutta> {
  static constexpr MethodInfo info = detail::runge_kutta_card(
      "quaternion-rk4", "Runge-Kutta for the quaternion, brought to unit length after each step", 4, 4, "folklore");
};

}  // namespace polhode::inline POLHODE_ISA
