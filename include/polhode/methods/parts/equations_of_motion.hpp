// equations_of_motion.hpp -- what the methods of Runge-Kutta kind evaluate:  Q' = Q hat(w),  m' = torque + m x w,  w = I^-1 m
//
// Loops over the stages of a table are unrolled, so that its zeros cost nothing.
#pragma once

#include "polhode/body/inertia.hpp"
#include "polhode/methods/tables/runge_kutta.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA::detail {

template <class T>
struct Rates {
  Vec3<T> w;   ///< angular velocity
  Vec3<T> dm;  ///< m', all torques in body axes
};

/// One evaluation of the torque.
template <class Torque, class T>
POLHODE_INLINE Rates<T> rates(const Principal<T>& body, const Torque& torque, T t, const Quaternion<T>& Q,
                              const Vec3<T>& m) {
  const Vec3<T> w = times(body.x, m);
  return {w, Vec3<T>(torque_of(torque, t, Q, w)) + cross(m, w)};
}

/// sum_j<n c_j x_j, without the terms that the table has as zero.
template <class T, class Coefficients, class Vectors>
POLHODE_INLINE Vec3<T> weighted(const Coefficients& c, std::size_t n, const Vectors& x) {
  Vec3<T> sum{};
#pragma GCC unroll 8
  for (std::size_t j = 0; j < n; ++j)
    if (c[j] != 0) sum += T(c[j]) * x[j];
  return sum;
}

}  // namespace polhode::inline POLHODE_ISA::detail
