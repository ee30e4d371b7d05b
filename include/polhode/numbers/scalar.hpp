// scalar.hpp -- what the library asks of a number
//
// Every formula is a template on its number type T. T may be float, double, long double, __float128
// (with numbers/quad.hpp) or a Pack<double, N> or Pack<float, N> (numbers/pack.hpp), one body per lane. A formula that
// has to choose does so with select(mask, a, b), never with if, so that one source serves them all.
//
// Number<T> is the complete list of demands; to add a number type, specialise it.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>

#include "polhode/numbers/isa.hpp"

namespace polhode::inline POLHODE_ISA {

template <class T>
struct Number;

// The built-in floating-point types: one lane, masks are bool.
template <std::floating_point T>
struct Number<T> {
  using Mask = bool;
  using Lane = T;
  static constexpr int lanes = 1;

  static constexpr T epsilon() noexcept { return std::numeric_limits<T>::epsilon(); }
  POLHODE_INLINE static T sqrt(T x) noexcept { return std::sqrt(x); }
  POLHODE_INLINE static T abs(T x) noexcept { return std::fabs(x); }
  POLHODE_INLINE static T fma(T a, T b, T c) noexcept {
    if constexpr (std::numeric_limits<T>::digits == 64)
      return extended_fma(a, b, c);
    else
      return std::fma(a, b, c);
  }
  POLHODE_INLINE static T copysign(T magnitude, T sign) noexcept { return std::copysign(magnitude, sign); }
  POLHODE_INLINE static T select(bool mask, T a, T b) noexcept { return mask ? a : b; }
  POLHODE_INLINE static bool all(bool mask) noexcept { return mask; }
  POLHODE_INLINE static T lane(T x, int) noexcept { return x; }
  POLHODE_INLINE static bool mask_lane(bool mask, int) noexcept { return mask; }
  POLHODE_INLINE static void set_lane(T& x, int, T value) noexcept { x = value; }

 private:
  // No machine has an fma of 80 bits, and the library's takes 400 ns. This one is exact where c = -(a b rounded), which is
  // what error-free products need, and otherwise within 0.5001 units of the last place.
  static T extended_fma(T a, T b, T c) noexcept {
    const auto high = [](T x) {
      const T y = x * T(4294967297.0);  // 2^32 + 1: the upper 32 bits
      return y - (y - x);
    };
    const T p = a * b, ah = high(a), bh = high(b), al = a - ah, bl = b - bh;
    const T error = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
    const T s = p + c, v = s - p;
    const T rest = (p - (s - v)) + (c - v) + error;
    return rest - rest == T(0) ? s + rest : s;  // infinities have no rest
  }
};

template <class T>
concept Numeric = requires { typename Number<T>::Mask; };

template <Numeric T>
using Mask = typename Number<T>::Mask;
template <Numeric T>
using Lane = typename Number<T>::Lane;
template <Numeric T>
inline constexpr int lanes = Number<T>::lanes;

/// Distance from 1 to the next number of T's lane type.
template <Numeric T>
constexpr Lane<T> epsilon() noexcept {
  return Number<T>::epsilon();
}
template <Numeric T>
POLHODE_INLINE T sqrt(T x) noexcept {
  return Number<T>::sqrt(x);
}
template <Numeric T>
POLHODE_INLINE T abs(T x) noexcept {
  return Number<T>::abs(x);
}
/// a b + c with one rounding, whatever the machine (IEEE 754 defines every bit of it; long double: see extended_fma).
template <Numeric T>
POLHODE_INLINE T fma(T a, T b, T c) noexcept {
  return Number<T>::fma(a, b, c);
}
template <Numeric T>
POLHODE_INLINE T copysign(T magnitude, T sign) noexcept {
  return Number<T>::copysign(magnitude, sign);
}
/// a where the mask holds, b elsewhere. Both are computed.
template <Numeric T>
POLHODE_INLINE T select(Mask<T> mask, T a, T b) noexcept {
  return Number<T>::select(mask, a, b);
}
/// a where a > b, else b; b if either is NaN.
template <Numeric T>
POLHODE_INLINE T max(T a, T b) noexcept {
  return select<T>(a > b, a, b);
}
/// a where a < b, else b; b if either is NaN.
template <Numeric T>
POLHODE_INLINE T min(T a, T b) noexcept {
  return select<T>(a < b, a, b);
}
template <Numeric T>
POLHODE_INLINE bool all_lanes(Mask<T> mask) noexcept {
  return Number<T>::all(mask);
}
/// x is neither infinite nor NaN: x - x is 0 only then.
template <Numeric T>
POLHODE_INLINE Mask<T> is_finite(T x) noexcept {
  return x - x == T(0);
}

/// One lane of a number (the number itself for a built-in type).
template <Numeric T>
POLHODE_INLINE Lane<T> lane(T x, int i) noexcept {
  return Number<T>::lane(x, i);
}
template <Numeric T>
POLHODE_INLINE bool mask_lane(Mask<T> mask, int i) noexcept {
  return Number<T>::mask_lane(mask, i);
}
template <Numeric T>
POLHODE_INLINE void set_lane(T& x, int i, Lane<T> value) noexcept {
  Number<T>::set_lane(x, i, value);
}

/// The numbers of all lanes from memory, and back: side by side, or each `stride` after the one before. For one body it is
/// *from, so that one source serves a loop over bodies and a loop over packs of bodies.
template <Numeric T>
POLHODE_INLINE T load(const Lane<T>* from) noexcept {
  if constexpr (lanes<T> == 1)
    return T(*from);
  else
    return T::load(from);
}
template <Numeric T>
POLHODE_INLINE T load(const Lane<T>* from, std::ptrdiff_t stride) noexcept {
  if constexpr (lanes<T> == 1)
    return T(*from);
  else
    return T::load(from, stride);
}
template <Numeric T>
POLHODE_INLINE void store(const T& x, Lane<T>* to) noexcept {
  if constexpr (lanes<T> == 1)
    *to = lane(x, 0);
  else
    x.store(to);
}
template <Numeric T>
POLHODE_INLINE void store(const T& x, Lane<T>* to, std::ptrdiff_t stride) noexcept {
  if constexpr (lanes<T> == 1)
    *to = lane(x, 0);
  else
    x.store(to, stride);
}

}  // namespace polhode::inline POLHODE_ISA
