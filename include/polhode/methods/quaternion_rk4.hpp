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

#include <array>

#include "polhode/method.hpp"
#include "polhode/methods/parts/equations_of_motion.hpp"

namespace polhode {

struct QuaternionRk4 : TorquedMethod {
  static constexpr MethodInfo info{.name = "quaternion-rk4",
                                   .title = "Runge-Kutta for the quaternion, brought to unit length after each step",
                                   .family = "Runge-Kutta methods on the rotation group",
                                   .order = 4,
                                   .attitude_order = 4,
                                   .energy = Energy::drifts,
                                   .takes = Takes::general,
                                   .torque_evaluations = 4,
                                   .reference = "folklore"};

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& torque, T t, T h, State<T>& s, NoMemory&) {
    constexpr auto c = ClassicalRungeKutta::coefficients<Lane<T>>();
    constexpr std::size_t n = c.stages;
    std::array<Quaternion<T>, n> k;  // d' of each stage
    std::array<Vec3<T>, n> dm;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < n; ++i) {
      const Quaternion<T> d = i == 0 ? kNone<T>() : displacement<T>(c.a[i], i, h, k);
      const Quaternion<T> Q = i == 0 ? s.Q : s.Q * unit_turn(d);
      const auto stage =
          detail::rates(body, torque, t + T(c.c(i)) * h, Q, s.m + h * detail::weighted<T>(c.a[i], i, dm));
      const Vec3<T> half_w = T(0.5) * stage.w;
      k[i] = Quaternion<T>{T(0), half_w} + d * Quaternion<T>{T(0), half_w};
      dm[i] = stage.dm;
    }
    s.Q = s.Q * unit_turn(displacement<T>(c.b, n, h, k));
    s.m += h * detail::weighted<T>(c.b, n, dm);
    return {};
  }

 private:
  template <class T>
  static constexpr Quaternion<T> kNone() noexcept {
    return {T(0), {}};
  }
  template <class T, class Coefficients>
  POLHODE_INLINE static Quaternion<T> displacement(const Coefficients& c, std::size_t n, T h,
                                                   const std::array<Quaternion<T>, 4>& k) {
    Quaternion<T> d = kNone<T>();
#pragma GCC unroll 8
    for (std::size_t j = 0; j < n; ++j)
      if (c[j] != 0) d = d + (T(c[j]) * h) * k[j];
    return d;
  }
  // The rotation of the quaternion 1 + d, of any length but 0; n - 1 and so c1 without cancellation
  template <class T>
  POLHODE_INLINE static Turn<T> unit_turn(const Quaternion<T>& d) noexcept {
    const T excess = d.w * (T(2) + d.w) + norm2(d.v);  // |1 + d|^2 - 1
    const T length = sqrt(T(1) + excess), n = T(1) / length;
    return {n * d.w - excess / (length * (T(1) + length)), n * d.v};
  }
};

}  // namespace polhode
