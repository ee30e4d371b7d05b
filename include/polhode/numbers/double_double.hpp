// double_double.hpp -- sums and products with their rounding errors, and numbers of twice the length
//
// T is double or a Pack of doubles (any T whose + - * and fma are correctly rounded in binary will do).
// With u = 2^-53; nothing may overflow, and no product may fall below 2^-1022 / u.
#pragma once

#include <type_traits>

#include "polhode/numbers/scalar.hpp"

namespace polhode::inline POLHODE_ISA {

/// hi + lo, not evaluated: |lo| <= ulp(hi)/2. About 106 bits.
template <Numeric T>
struct DoubleDouble;

/// a + b exactly, as hi + lo.
template <Numeric T>
POLHODE_INLINE DoubleDouble<T> two_sum(const T& a, const T& b) noexcept {
  const T s = a + b, b1 = s - a;
  return {s, (a - (s - b1)) + (b - b1)};
}
/// a + b exactly, as hi + lo; |a| >= |b| or a = 0.
template <Numeric T>
POLHODE_INLINE DoubleDouble<T> quick_two_sum(const T& a, const T& b) noexcept {
  const T s = a + b;
  return {s, b - (s - a)};
}
/// a b exactly, as hi + lo.
template <Numeric T>
POLHODE_INLINE DoubleDouble<T> two_prod(const T& a, const T& b) noexcept {
  const T p = a * b;
  return {p, fma(a, b, -p)};
}

/// a b - c d with an error of at most 1.5 ulp of the result, however much cancels.
/// Kahan's way: the rounding error of c d is computed and put back. The bound is reached.
template <Numeric T>
POLHODE_INLINE T difference_of_products(const T& a, const T& b, const T& c, const T& d) noexcept {
  const T cd = c * d;
  const T cd_error = fma(-c, d, cd);
  return fma(a, b, -cd) + cd_error;
}

template <Numeric T>
struct DoubleDouble {
  T hi{}, lo{};

  DoubleDouble() = default;
  POLHODE_INLINE constexpr DoubleDouble(const T& h, const T& l) noexcept : hi(h), lo(l) {}
  POLHODE_INLINE constexpr DoubleDouble(const T& x) noexcept : hi(x), lo(T(0)) {}
  // Constants: exact, as long as S fits into a lane.
  template <class S>
    requires(std::is_arithmetic_v<S> && !std::is_same_v<S, T>)
  POLHODE_INLINE constexpr DoubleDouble(S x) noexcept : hi(T(x)), lo(T(0)) {}

  /// The nearest number of type T.
  POLHODE_INLINE explicit operator T() const noexcept { return hi + lo; }

  // Errors relative to the result, as the tests hold them (measured): + and - 3 u^2 (1.2), * 5 u^2 (2.1),
  // / 10 u^2 (2.9), sqrt 4 u^2 (1.8), also where a sum cancels.
  POLHODE_INLINE friend DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) noexcept {
    const DoubleDouble s = two_sum(a.hi, b.hi), t = two_sum(a.lo, b.lo);
    const DoubleDouble v = quick_two_sum<T>(s.hi, s.lo + t.hi);
    return quick_two_sum<T>(v.hi, t.lo + v.lo);
  }
  POLHODE_INLINE friend DoubleDouble operator-(const DoubleDouble& a) noexcept { return {-a.hi, -a.lo}; }
  POLHODE_INLINE friend DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) noexcept { return a + -b; }
  POLHODE_INLINE friend DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) noexcept {
    const DoubleDouble p = two_prod(a.hi, b.hi);
    return quick_two_sum<T>(p.hi, p.lo + fma(a.lo, b.hi, fma(a.hi, b.lo, a.lo * b.lo)));
  }
  POLHODE_INLINE friend DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) noexcept {
    const T q = a.hi / b.hi;
    const DoubleDouble p = two_prod(q, b.hi), r = quick_two_sum<T>(p.hi, fma(q, b.lo, p.lo));
    return quick_two_sum<T>(q, ((a.hi - r.hi) + (a.lo - r.lo)) / b.hi);
  }
  POLHODE_INLINE DoubleDouble& operator+=(const DoubleDouble& b) noexcept { return *this = *this + b; }
  POLHODE_INLINE DoubleDouble& operator-=(const DoubleDouble& b) noexcept { return *this = *this - b; }
  POLHODE_INLINE DoubleDouble& operator*=(const DoubleDouble& b) noexcept { return *this = *this * b; }
  POLHODE_INLINE DoubleDouble& operator/=(const DoubleDouble& b) noexcept { return *this = *this / b; }

  POLHODE_INLINE friend auto operator<(const DoubleDouble& a, const DoubleDouble& b) noexcept {
    return (a.hi < b.hi) | ((a.hi == b.hi) & (a.lo < b.lo));
  }
  POLHODE_INLINE friend auto operator>(const DoubleDouble& a, const DoubleDouble& b) noexcept { return b < a; }
};

/// sqrt 0 is 0, of a negative number NaN.
template <Numeric T>
POLHODE_INLINE DoubleDouble<T> sqrt(const DoubleDouble<T>& a) noexcept {
  const T s = sqrt(a.hi);
  const T rest = (fma(-s, s, a.hi) + a.lo) / (s + s);
  return quick_two_sum<T>(s, select<T>(a.hi == T(0), T(0), rest));
}

template <Numeric T>
POLHODE_INLINE DoubleDouble<T> abs(const DoubleDouble<T>& a) noexcept {
  const T sign = copysign(T(1), a.hi);
  return {sign * a.hi, sign * a.lo};
}

namespace detail {

/// Arithmetic on hi + lo without bringing lo below an ulp of hi: errors of a few eps^2 for a few operations in a row, and
/// chains that are hardly longer than those of hi alone.
template <class T>
POLHODE_INLINE DoubleDouble<T> loose_sum(const DoubleDouble<T>& a, const DoubleDouble<T>& b) noexcept {
  const DoubleDouble<T> s = two_sum(a.hi, b.hi);
  return {s.hi, s.lo + (a.lo + b.lo)};
}
template <class T>
POLHODE_INLINE DoubleDouble<T> loose_product(const DoubleDouble<T>& a, const DoubleDouble<T>& b) noexcept {
  const DoubleDouble<T> p = two_prod(a.hi, b.hi);
  return {p.hi, p.lo + fma(a.hi, b.lo, a.lo * b.hi)};
}
template <class T>
POLHODE_INLINE DoubleDouble<T> loose_quotient(const DoubleDouble<T>& a, const DoubleDouble<T>& b) noexcept {
  const T q = a.hi / b.hi, inverse = T(1) / b.hi;
  return {q, (fma(-q, b.hi, a.hi) + fma(-q, b.lo, a.lo)) * inverse};
}
/// a > 0
template <class T>
POLHODE_INLINE DoubleDouble<T> loose_sqrt(const DoubleDouble<T>& a) noexcept {
  const T s = sqrt(a.hi);
  return {s, (fma(-s, s, a.hi) + a.lo) * (T(0.5) / s)};
}
template <class T>
POLHODE_INLINE DoubleDouble<T> select_pair(Mask<T> mask, const DoubleDouble<T>& a, const DoubleDouble<T>& b) noexcept {
  return {select<T>(mask, a.hi, b.hi), select<T>(mask, a.lo, b.lo)};
}
/// x times a power of two
template <class T>
POLHODE_INLINE DoubleDouble<T> shifted(const DoubleDouble<T>& a, const T& x) noexcept {
  return {x * a.hi, x * a.lo};
}

/// a b
template <class T>
POLHODE_INLINE DoubleDouble<T> scaled(const DoubleDouble<T>& a, T b) noexcept {
  const DoubleDouble<T> p = two_prod(a.hi, b);
  return {p.hi, fma(a.lo, b, p.lo)};
}

}  // namespace detail

}  // namespace polhode::inline POLHODE_ISA
