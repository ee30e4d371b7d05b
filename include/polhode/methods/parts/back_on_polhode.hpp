// back_on_polhode.hpp -- rounding that keeps |m| and the energy
//
// What an exact formula returns for the momentum is an ulp or two away from the polhode, the curve of constant |m| and
// energy, and more often on one side of it. It is moved back by that ulp, and then rounded so that the least is lost.
#pragma once

#include <type_traits>

#include "polhode/body/inertia.hpp"
#include "polhode/numbers/double_double.hpp"
#include "polhode/numbers/power_of_two.hpp"
#include "polhode/numbers/side_by_side.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// a^2 - b^2 with twice the digits.
template <class T>
DoubleDouble<T> difference_of_squares(T a, T b) noexcept {
  const DoubleDouble<T> a2 = two_prod(a, a), b2 = two_prod(b, b), d = two_sum(a2.hi, -b2.hi);
  return {d.hi, d.lo + (a2.lo - b2.lo)};
}
template <class T>
DoubleDouble<T> sum3(const DoubleDouble<T>& x, const DoubleDouble<T>& y, const DoubleDouble<T>& z) noexcept {
  const DoubleDouble<T> s = two_sum(x.hi, y.hi), r = two_sum(s.hi, z.hi);
  return quick_two_sum<T>(r.hi, r.lo + (s.lo + ((x.lo + y.lo) + z.lo)));
}

/// Rounds x + tail to numbers whose products with a and b are right far below an ulp of x. It may choose, since an ulp
/// along the motion does not matter: of x + tail + k shift, k = -3..3, the one that loses the least in rounding. That
/// brings the random walk of the invariants down by a factor of about 3.
template <class T, int n>
POLHODE_INLINE void round_across(T (&x)[n], const T (&tail)[n], const T (&shift)[n], const T (&a)[n],
                                 const T (&b)[n]) noexcept {
  const auto loss = [&](const auto& k) __attribute__((always_inline)) {
    using S = std::remove_cvref_t<decltype(k)>;
    S along_a = S(0), along_b = S(0);
    unrolled<n>([&](auto i) __attribute__((always_inline)) {
      const S add = fma(k, S(shift[i]), S(tail[i])), rounded = S(x[i]) + add, lost = (S(x[i]) - rounded) + add;
      along_a = fma(S(a[i]), lost, along_a);
      along_b = fma(S(b[i]), lost, along_b);
    });
    return along_a * along_a + along_b * along_b;
  };
  using F = Lane<T>;
  constexpr F k[8] = {F(0), F(1), F(-1), F(2), F(-2), F(3), F(-3), F(0)};  // no move if it gains nothing
  T losses[8];
  if constexpr (shares_register<T>) {
    const SideBySide<T, 4> first = loss(load<T, 4>({k[0], k[1], k[2], k[3]})),
                           last = loss(load<T, 4>({k[4], k[5], k[6], k[7]}));
    __builtin_memcpy(losses, &first, sizeof first);
    __builtin_memcpy(losses + 4, &last, sizeof last);
  } else {
    for (int i = 0; i < 7; ++i) losses[i] = loss(T(k[i]));
  }
  T best = T(k[0]), least = losses[0];
  unrolled<6>([&](auto i) __attribute__((always_inline)) {
    const Mask<T> better = losses[i + 1] < least;
    best = select<T>(better, T(k[i + 1]), best);
    least = select<T>(better, losses[i + 1], least);
  });
  unrolled<n>([&](auto i) __attribute__((always_inline)) { x[i] = x[i] + fma(best, shift[i], tail[i]); });
}

/// m1 + tail, an ulp or two away from the polhode of m0, brought back to |m0| and the energy of m0. Lanes at rest become NaN.
template <class T>
Vec3<T> back_on_polhode(const Principal<T>& body, const Vec3<T>& before, const Vec3<T>& after,
                        const Vec3<T>& tail) noexcept {
  const T m_max = max(max(abs(before.x), abs(before.y)), abs(before.z));
  if constexpr (lanes<T> == 1)
    if (m_max == T(0)) return before;
  const T unit = inverse_power_of_two(m_max);
  const T I_unit = inverse_power_of_two(max(max(body.I.x, body.I.y), body.I.z));
  const Vec3<T> m0 = unit * before, m1 = unit * after, x = (T(1) / I_unit) * body.x;

  DoubleDouble<T> square[3], weighted[3];
  for (int i = 0; i < 3; ++i) {
    square[i] = difference_of_squares(m1[i], m0[i]);
    square[i].lo += T(2) * m1[i] * (unit * tail[i]);
    weighted[i] = scaled(square[i], x[i]);
  }
  const T dG2 = sum3(square[0], square[1], square[2]).hi, d2T = sum3(weighted[0], weighted[1], weighted[2]).hi;

  // The least move: along m, which changes both, and along the part of w across m, which changes the energy alone.
  // Where that part is below 2^-32 of w (in double) the energy cannot change by a move of an ulp, and is left as it is.
  constexpr Lane<T> eps = epsilon<T>(), smallest = Lane<T>(0x1p20) * eps;
  const Vec3<T> w = times(x, m1);
  const T m2 = norm2(m1), wm = dot(w, m1) / m2;
  const Vec3<T> across = w - wm * m1;
  const T across2 = norm2(across) + T(smallest * smallest) * norm2(w);
  const Vec3<T> rest = unit * tail - ((T(0.5) * (dG2 / m2)) * m1 + (T(0.5) * ((d2T - wm * dG2) / across2)) * across);

  const Vec3<T> shift = (T(eps) / sqrt(across2)) * cross(m1, across), b = (T(1) / wm) * w;
  T m[3] = {m1.x, m1.y, m1.z};
  round_across<T, 3>(m, {rest.x, rest.y, rest.z}, {shift.x, shift.y, shift.z}, {m1.x, m1.y, m1.z}, {b.x, b.y, b.z});
  return (T(1) / unit) * Vec3<T>{m[0], m[1], m[2]};
}

}  // namespace polhode::inline POLHODE_ISA::detail
