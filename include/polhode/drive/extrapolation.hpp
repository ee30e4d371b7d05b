// extrapolation.hpp -- reference for a body under any torque: Gragg's midpoint rule, extrapolated
//
// Q' = Q (0, w)/2, m' = m x w + torque, as seven plain numbers: nothing is known of rotations, and no code is shared with any
// method but the torque models. Slow, and right to the rounding of its number type: it is what methods are measured against.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "polhode/body/inertia.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

template <class T>
using SevenNumbers = std::array<T, 7>;

template <class T, class Torque>
SevenNumbers<T> rate_of_change(const Principal<T>& body, const Torque& torque, T t, const SevenNumbers<T>& y) {
  const Quaternion<T> Q{y[0], {y[1], y[2], y[3]}};
  const Vec3<T> m{y[4], y[5], y[6]}, w = times(body.x, m);
  // The models want unit length, from which the midpoint rule strays; any smooth continuation has the same solution.
  const Vec3<T> dm = cross(m, w) + torque_of(torque, t, normalized(Q), w);
  const Quaternion<T> dQ = T(0.5) * (Q * Quaternion<T>{T(0), w});
  return {dQ.w, dQ.v.x, dQ.v.y, dQ.v.z, dm.x, dm.y, dm.z};
}

}  // namespace detail

/// The state at time t + h from the one at t: midpoint rule with 2, 4, 6, ... 2k substeps, extrapolated in h^2. With h|w| below
/// 1/2 and k = 17 this is right to 1e-31 in __float128.
template <class T, class Torque>
PrincipalState<T> extrapolated_step(const Principal<T>& body, const Torque& torque, T t, T h,
                                    const PrincipalState<T>& s, int k = 17) {
  const detail::SevenNumbers<T> y0{s.Q.w, s.Q.v.x, s.Q.v.y, s.Q.v.z, s.m.x, s.m.y, s.m.z};
  std::vector<detail::SevenNumbers<T>> row;  // of the extrapolation table, the newest
  for (int j = 1; j <= k; ++j) {
    const int n = 2 * j;
    const T d = h / T(n);
    detail::SevenNumbers<T> before = y0, now = y0;
    const detail::SevenNumbers<T> f0 = detail::rate_of_change(body, torque, t, y0);
    for (std::size_t i = 0; i < 7; ++i) now[i] += d * f0[i];
    for (int step = 1; step < n; ++step) {
      const detail::SevenNumbers<T> f = detail::rate_of_change(body, torque, t + T(step) * d, now);
      for (std::size_t i = 0; i < 7; ++i) {
        const T next = before[i] + T(2) * d * f[i];
        before[i] = now[i];
        now[i] = next;
      }
    }
    // Aitken-Neville
    for (int l = 0; l < j - 1; ++l) {
      const T ratio = T(j) * T(j) / (T(j - 1 - l) * T(j - 1 - l)) - T(1);
      detail::SevenNumbers<T> better;
      for (std::size_t i = 0; i < 7; ++i) better[i] = now[i] + (now[i] - row[std::size_t(l)][i]) / ratio;
      row[std::size_t(l)] = now;
      now = better;
    }
    row.push_back(now);
  }
  const detail::SevenNumbers<T>& y = row.back();
  return {normalized(Quaternion<T>{y[0], {y[1], y[2], y[3]}}), {y[4], y[5], y[6]}};
}

/// The state at time t + length, by n steps.
template <class T, class Torque>
PrincipalState<T> extrapolated(const Principal<T>& body, const Torque& torque, T t, T length, PrincipalState<T> s,
                               long n, int k = 17) {
  for (long i = 0; i < n; ++i) s = extrapolated_step(body, torque, t + length * (T(i) / T(n)), length / T(n), s, k);
  return s;
}

}  // namespace polhode::inline POLHODE_ISA
