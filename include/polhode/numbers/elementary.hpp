// elementary.hpp -- sin, cos, exp, log, pow, atan2 and their kin with the same bits everywhere
//
// For double, float and packs of them the functions are our own and use nothing but + - * /, sqrt and fma,
// which IEEE 754 rounds in one way only. So the bits are the same for every compiler, instruction set
// and lane width, provided that the compiler does not contract a b + c by itself (-ffp-contract=off)
// and is not told to calculate otherwise (-ffast-math). NaN stays NaN, with any payload.
// float has the algorithms of double with shorter polynomials. long double uses the standard library.
//
// One source serves one body and many: every lane is computed in the same way and chosen with masks. The
// only branches skip work that no lane needs, and leave the bits as they are.
#pragma once

#include <concepts>
#include <type_traits>

#include "polhode/numbers/elementary_kernels.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/scalar.hpp"

namespace polhode::inline POLHODE_ISA {

/// The elementary functions of a number type; specialise it to add one.
template <class T>
struct Elementary;

template <std::floating_point T>
struct Elementary<T> {
  static void sincos(T x, T& s, T& c) noexcept {
    s = std::sin(x);
    c = std::cos(x);
  }
  static T exp(T x) noexcept { return std::exp(x); }
  static T log(T x) noexcept { return std::log(x); }
  static T atan2(T y, T x) noexcept { return std::atan2(y, x); }
  static T pow(T x, T y) noexcept { return std::pow(x, y); }
  static void sinhcosh(T x, T& s, T& c) noexcept {
    s = std::sinh(x);
    c = std::cosh(x);
  }
};

namespace detail {

// For number types without a polynomial of their own: the series, as nested factors. 16 terms give 2^-130 at x2 = 0.62.
template <class T>
void cos1_sinc_series(T x2, T& c1, T& s) noexcept {
  if (x2 <= T(kSmallSquare)) {
    T a = 1, b = 1;
    for (int k = 16; k > 0; --k) {
      a = T(1) - x2 * a / T((2 * k + 1) * (2 * k + 2));
      b = T(1) - x2 * b / T((2 * k) * (2 * k + 1));
    }
    c1 = T(-0.5) * x2 * a;
    s = b;
  } else {
    const T x = sqrt(x2);
    T sx, cx;
    Elementary<T>::sincos(x, sx, cx);
    c1 = cx - T(1);
    s = sx / x;
  }
}

template <class T>
struct OwnElementary {
  POLHODE_INLINE static void sincos(T x, T& s, T& c) noexcept { detail::sincos_kernel<T>(x, s, c); }
  POLHODE_INLINE static T exp(T x) noexcept { return detail::exp_kernel<T>(x); }
  POLHODE_INLINE static T log(T x) noexcept { return detail::log_kernel<T>(x); }
  POLHODE_INLINE static T atan2(T y, T x) noexcept { return detail::atan2_kernel<T>(y, x); }
  POLHODE_INLINE static T pow(T x, T y) noexcept { return detail::pow_kernel<T>(x, y); }
  POLHODE_INLINE static void sinhcosh(T x, T& s, T& c) noexcept { detail::sinhcosh_kernel<T>(x, s, c); }
  POLHODE_INLINE static void cos1_sinc(T x2, T& c1, T& s) noexcept { detail::cos1_sinc_kernel<T>(x2, c1, s); }
};

}  // namespace detail

template <>
struct Elementary<double> : detail::OwnElementary<double> {};
template <>
struct Elementary<float> : detail::OwnElementary<float> {};
template <class F, int N>
struct Elementary<Pack<F, N>> : detail::OwnElementary<Pack<F, N>> {};

// Errors are those of double; float has the same in its own ulp, where nothing else is said.

/// sin x and cos x: at most 0.8 ulp for |x| <= 2^45 (float: 2^17), rising to 64 ulp at 2^51 (float: 8 ulp at 2^22); beyond that
/// a number in [-1, 1] without meaning. Infinite x gives NaN; sin(-0) = -0.
template <Numeric T>
POLHODE_INLINE void sincos(T x, T& s, T& c) noexcept {
  Elementary<T>::sincos(x, s, c);
}

/// One of the two, with the bits of sincos; in a template that needs both, sincos costs half.
template <Numeric T>
POLHODE_INLINE T sin(T x) noexcept {
  T s, c;
  sincos(x, s, c);
  return s;
}
template <Numeric T>
POLHODE_INLINE T cos(T x) noexcept {
  T s, c;
  sincos(x, s, c);
  return c;
}
/// At most 2.2 ulp where sincos has 0.8.
template <Numeric T>
POLHODE_INLINE T tan(T x) noexcept {
  T s, c;
  sincos(x, s, c);
  return s / c;
}

/// e^x over the whole range, at most 1 ulp. Overflow gives infinity; underflow is gradual.
template <Numeric T>
POLHODE_INLINE T exp(T x) noexcept {
  return Elementary<T>::exp(x);
}

/// Natural logarithm, at most 1 ulp. log 0 is -infinity, negative x gives NaN.
template <Numeric T>
POLHODE_INLINE T log(T x) noexcept {
  return Elementary<T>::log(x);
}

/// The angle of the point (x, y), in [-pi, pi], at most 1 ulp. Zeros and infinities as in C.
template <Numeric T>
POLHODE_INLINE T atan2(T y, T x) noexcept {
  return Elementary<T>::atan2(y, x);
}

/// The inverses of tan, sin and cos, at most 1, 2 and 2 ulp. |x| > 1 has no sine: NaN.
template <Numeric T>
POLHODE_INLINE T atan(T x) noexcept {
  return atan2(x, T(1));
}
template <Numeric T>
POLHODE_INLINE T asin(T x) noexcept {
  return atan2(x, sqrt(fma(-x, x, T(1))));
}
template <Numeric T>
POLHODE_INLINE T acos(T x) noexcept {
  return atan2(sqrt(fma(-x, x, T(1))), x);
}

/// x^y, at most 1.3 ulp over the whole range (1 for |y log x| <= 20). Zeros, infinities and negative x as in C.
template <Numeric T>
POLHODE_INLINE T pow(T x, std::type_identity_t<T> y) noexcept {
  return Elementary<T>::pow(x, y);
}
/// x^n by products, at most |n| ulp: pow(x, 2) is x x.
template <Numeric T, std::integral N>
POLHODE_INLINE T pow(T x, N n) noexcept {
  return detail::power_of(x, n);
}

/// sinh x and cosh x, at most 1.6 ulp.
template <Numeric T>
POLHODE_INLINE void sinhcosh(T x, T& s, T& c) noexcept {
  Elementary<T>::sinhcosh(x, s, c);
}
template <Numeric T>
POLHODE_INLINE T sinh(T x) noexcept {
  T s, c;
  sinhcosh(x, s, c);
  return s;
}
template <Numeric T>
POLHODE_INLINE T cosh(T x) noexcept {
  T s, c;
  sinhcosh(x, s, c);
  return c;
}
/// At most 3 ulp.
template <Numeric T>
POLHODE_INLINE T tanh(T x) noexcept {
  const T a = abs(x);
  T s, c;
  sinhcosh(min(a, T(50)), s, c);  // 1 to the last bit of a long double from 23 on
  return select<T>(a == a, copysign(s / c, x), x);
}

/// The length of (x, y), at most 1.5 ulp; infinite if one of them is. Squares neither overflow nor vanish (double, float).
template <Numeric T>
POLHODE_INLINE T hypot(T x, T y) noexcept {
  if constexpr (requires { Number<T>::copysign(x, y); }) {  // a number, not a series
    constexpr bool is_float = sizeof(Lane<T>) == 4;
    constexpr Lane<T> limit = is_float ? 0x1p60 : 0x1p500, scale = is_float ? 0x1p100 : 0x1p600;
    const T ax = abs(x), ay = abs(y), large = max(ax, ay);
    const T by = select<T>(large > T(limit), T(1 / scale), select<T>(large < T(1 / limit), T(scale), T(1)));
    const T u = by * x, v = by * y, length = sqrt(fma(u, u, v * v)) / by;
    const auto infinite = [](const T& a) -> Mask<T> { return (a + a == a) & (a > T(0)); };
    return select<T>(infinite(ax), ax, select<T>(infinite(ay), ay, length));
  } else {
    return sqrt(x * x + y * y);
  }
}
template <Numeric T>
POLHODE_INLINE T fabs(T x) noexcept {
  return abs(x);
}

/// What the exponential map needs of x^2 >= 0: c1 = cos x - 1 and s = sin x / x.
/// For x^2 <= 0.62: at most 1 ulp each (of c1 itself, however small), without sqrt or division.
/// Above: the error of c1 and s is at most 2^-52 (float: 2^-23) plus what half an ulp of x makes.
template <Numeric T>
POLHODE_INLINE void cos1_sinc(T x2, T& c1, T& s) noexcept {
  if constexpr (requires { Elementary<T>::cos1_sinc(x2, c1, s); }) {
    Elementary<T>::cos1_sinc(x2, c1, s);
  } else {
    detail::cos1_sinc_series<T>(x2, c1, s);
  }
}

namespace detail {

/// a b + c: with one rounding where the machine has the instruction, with two where it would be a slow library call.
template <class T>
POLHODE_INLINE T mul_add(T a, T b, T c) noexcept {
  if constexpr (epsilon<T>() > Lane<T>(1e-17))
    return fma(a, b, c);
  else
    return a * b + c;
}

/// e^x for -700 <= x <= 0, at most 2 ulp: exp() without the ends of its range. The coefficients are the same.
template <class T>
POLHODE_INLINE T exp_negative(const T& x) noexcept {
  if constexpr (std::is_same_v<Lane<T>, double>) {
    using B = BitView<T>;
    using K = TablesOf<T>;
    const T t = fma(x, T(K::one_over_ln2), T(K::rounder)), n = t - T(K::rounder);
    const T r1 = fma(-n, T(K::ln2[0]), x), r = fma(-n, T(K::ln2[1]), r1);
    const T e = T(1) + fma(r * r, in_layers(r, K::exp), r);
    return B::value(B::bits(e) + (B::bits(t) << 52));  // times 2^n
  } else {
    return exp(x);
  }
}

/// The angle of the point (x, y), y > 0, in (0, pi), at most 2 ulp, and half the sine of its double, at most 4 ulp:
/// atan2() without its special cases. x may be infinite.
template <class T>
POLHODE_INLINE T angle_above(const T& y, const T& x, T& half_sine) noexcept {
  const T ax = abs(x), u = min(y, ax), v = max(y, ax), t = u / v;
  half_sine = copysign(t / mul_add(t, t, T(1)), x);
  if constexpr (std::is_same_v<Lane<T>, double>) {
    using K = TablesOf<T>;
    const Mask<T> steep = y > ax, wide = u > T(0.4140625) * v;
    // Both quotients, without waiting for the choice. For infinite v the second is not a number, and not taken.
    const T q = select<T>(wide, (u - v) / (u + v), t), z = q * q;
    // j pi/4 +- atan q, one j for each octant
    const T octant = select<T>(wide, T(1), T(0)), j0 = select<T>(steep, T(2) - octant, octant),
            j = select<T>(x < T(0), T(4) - j0, j0);
    const T sign = select<T>(steep, T(-1), T(1)) * select<T>(x < T(0), T(-1), T(1));
    const T atan_q = fma(q * z, in_layers(z, K::atan), q);
    return fma(j, T(K::quarter_pi[0]), fma(sign, atan_q, j * T(K::quarter_pi[1])));
  } else {
    return atan2(y, x);
  }
}

}  // namespace detail

}  // namespace polhode::inline POLHODE_ISA
