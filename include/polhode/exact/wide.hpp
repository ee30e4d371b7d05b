// wide.hpp -- the numbers that exact motions are set up in, and elliptic integrals in them
#pragma once

#include <type_traits>

#include "polhode/exact/elliptic.hpp"
#include "polhode/numbers/double_double.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// Numbers of the set-up. Near a rotation about a fixed axis two roots meet, and half of the digits are lost; and
/// what grows with time needs twice the digits anyway.
template <class T>
struct WidenedType : std::type_identity<T> {};
template <>
struct WidenedType<double> : std::type_identity<DoubleDouble<double>> {};
template <class T>
using Widened = typename WidenedType<T>::type;

/// How to handle a number of the set-up: its type for first guesses, pi, and the angle of a point.
template <class W>
struct WideNumber {
  using Short = W;
  static constexpr W pi() noexcept { return detail::pi<W>(); }
  static W angle(W y, W x) noexcept { return atan2(y, x); }
  static W close() noexcept { return W(2) * sqrt(W(epsilon<W>())); }
  static constexpr W rounding() noexcept { return W(epsilon<W>()); }
};
template <class T>
struct WideNumber<DoubleDouble<T>> {
  using W = DoubleDouble<T>;
  using Short = T;
  static constexpr W pi() noexcept { return {detail::pi<T>(), detail::pi_low<T>()}; }
  /// y > 0; error 1e-20, relative: five halvings by the half-angle formula, then the series, its later terms in double.
  static W angle(W y, W x) noexcept {
    const bool left = x.hi < T(0);
    if (left) x = -x;
    const W y2 = y * y;
    for (int i = 0; i < 5; ++i) x = x + sqrt(x * x + y2);
    const W t = y / x, t2 = t * t;  // <= tan(pi/64)
    const T u = t2.hi;
    const T rest = u * (T(0.2) - u * (T(1. / 7) - u * (T(1. / 9) - u * (T(1. / 11) - u * T(1. / 13)))));
    const W right = W(T(32)) * (t - (t * t2) * (W(T(1)) / W(T(3)) - W(rest)));
    return left ? pi() - right : right;
  }
  static constexpr W close() noexcept { return T(2) * T(epsilon<T>()); }
  static constexpr W rounding() noexcept { return T(epsilon<T>()) * T(epsilon<T>()); }
};

/// The integral of the first kind of the angle of (x, y) beside AGM(1, kp), as first_kind(), and, if it is asked for, the mean
/// share of the third kind for p/a, as mean_share(), beside the same mean. At most 17 trips.
template <class W>
struct Integral {
  W mean, angle, share;
};
template <bool with_share, class W>
Integral<W> integral(const W& y, const W& x, const W& kp, W p = W(1)) noexcept {
  using N = WideNumber<W>;
  const W tiny = W(0x1p-400), large = W(0x1p400), least = W(0x1p-300);
  W a = W(1), b = kp < least ? least : kp, cot = abs(x) / (abs(y) < tiny ? tiny : abs(y));
  cot = cot < tiny ? tiny : large < cot ? large : cot;
  W half_turns = W(0), before = W(0), unit = W(1), sum = W(0), weight = W(1);
  for (int trip = 0; trip < 17; ++trip) {
    const W ab = a * b;
    const bool last = !(N::close() * a < abs(a - b));
    if constexpr (with_share) {
      const W part = ab / p, next = p + part, e = part / next;
      sum = sum + weight * e, weight = weight * (W(0.5) - e), p = next;
    }
    before = half_turns;
    cot = cot - ab / cot;
    if (abs(cot) < tiny) cot = tiny;
    a = a + b, b = W(2) * sqrt(ab), unit = W(0.5) * unit;
    half_turns = half_turns + half_turns + W(cot < W(0) ? 1 : 0);
    if (last) break;
  }
  W angle = unit * (N::angle(a, cot) + N::pi() * before);
  if (x < W(0)) angle = N::pi() - angle;
  if constexpr (with_share) sum = sum + weight * (a / (p + a));
  return {unit * a, y < W(0) ? -angle : angle, sum};
}

}  // namespace polhode::inline POLHODE_ISA::detail
