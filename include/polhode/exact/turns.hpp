// turns.hpp -- sine and cosine of phases that grow with time, counted in turns, so that whole ones come off exactly
#pragma once

#include <type_traits>

#include "polhode/exact/elliptic.hpp"
#include "polhode/numbers/side_by_side.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// Adding this rounds to a quarter; how many quarters then stands in the lowest bits.
inline constexpr double kToQuarters = 0.25 * Tables<double>::rounder;

/// sin and cos of r turns, |r| about 1/8 at most, and the quarters in `shifted`, without a branch. Error at most 2 eps,
/// absolute.
template <class T>
POLHODE_INLINE void sincos_rest(const T& r, const T& shifted, T& s, T& c) noexcept {
  // sin_tail() and cos_tail() with the powers of 2 pi in the coefficients
  const T z = r * r, z2 = z * z;
  const T sine = fma(z2,
                     fma(z2, fma(z, T(0x1.e3e9952ea90dap+1), T(-0x1.e3005d876fae7p+3)),
                         fma(z, T(0x1.50782fd08ba59p+5), T(-0x1.32d2cce2edbfdp+6))),
                     fma(z, T(0x1.466bc67758a07p+6), T(-0x1.4abbce625be45p+5)));
  const T cosine = fma(z2,
                       fma(z2, fma(z, T(-0x1.b2f34ed1a7293p+0), T(0x1.f9ce297a2598bp+2)),
                           fma(z, T(-0x1.a6d1ef03d2ea7p+4), T(0x1.e1f50686a5ff6p+5))),
                       fma(z, T(-0x1.55d3c7e3cb3b3p+6), T(0x1.03c1f081b5ac1p+6)));
  const T sr = r * fma(z, sine, T(0x1.921fb54442d18p+2)), cr = fma(z, fma(z, cosine, T(-0x1.3bd3cc9be45dep+4)), T(1));
  turn_by_quarters<T>(BitView<T>::bits(shifted), sr, cr, s, c);
}

/// sin and cos of f t + f_low t + offset turns, for less than 2^49 turns and |offset| <= 1/4. In double f t + offset is
/// rounded to a quarter n, which comes off inside of an fma: so f t - n has all its digits without the product in two
/// parts.
template <class T>
POLHODE_INLINE void sincos_turns(const T& f, const T& f_low, const T& t, const T& offset, T& s, T& c) noexcept {
  if constexpr (std::is_same_v<Lane<T>, double>) {
    const T to_quarters = T(kToQuarters), shifted = fma(f, t, offset) + to_quarters;
    sincos_rest<T>(fma(f_low, t, fma(f, t, to_quarters - shifted) + offset), shifted, s, c);
  } else {
    const T whole = f * t, rest = fma(f_low, t, fma(f, t, -whole));
    sincos((T(2) * pi<T>()) * ((whole - nearest_integer(whole)) + (rest + offset)), s, c);
  }
}
/// The same for t = 0,
template <class T>
POLHODE_INLINE void sincos_turns(const T& offset, T& s, T& c) noexcept {
  if constexpr (std::is_same_v<Lane<T>, double>) {
    const T to_quarters = T(kToQuarters), shifted = offset + to_quarters;
    sincos_rest<T>((to_quarters - shifted) + offset, shifted, s, c);
  } else {
    sincos((T(2) * pi<T>()) * offset, s, c);
  }
}
/// and for offset 0.
template <class T>
POLHODE_INLINE void sincos_turns(const T& f, const T& f_low, const T& t, T& s, T& c) noexcept {
  if constexpr (std::is_same_v<Lane<T>, double>) {
    const T to_quarters = T(kToQuarters), shifted = fma(f, t, to_quarters);
    sincos_rest<T>(fma(f_low, t, fma(f, t, to_quarters - shifted)), shifted, s, c);
  } else {
    sincos_turns<T>(f, f_low, t, T(0), s, c);
  }
}

/// Two phases at the same time: sines and cosines of f[0] t + f_low[0] t + offset turns, and of f[1] t + f_low[1] t. F is S, or one
/// body of a pack. One body in double has both side by side in a register.
template <class S, class F>
POLHODE_INLINE void sincos_two_turns(const F (&f)[2], const F (&f_low)[2], const S& t, const F& offset, S& s0, S& c0,
                                     S& s1, S& c1) noexcept {
  if constexpr (std::is_same_v<S, double>) {
    const auto both = load(f), times = side_by_side<S>(t, t);
    const S zero = S(0), to_quarters = S(kToQuarters);
    const auto offsets = side_by_side<S>(offset, zero), quarters = side_by_side<S>(to_quarters, to_quarters);
    const auto shifted = fma(both, times, side_by_side<S>(offset, to_quarters)) + side_by_side<S>(to_quarters, zero);
    SideBySide<S, 2> sines, cosines;
    sincos_rest(fma(load(f_low), times, fma(both, times, quarters - shifted) + offsets), shifted, sines, cosines);
    s0 = sines[0], c0 = cosines[0], s1 = sines[1], c1 = cosines[1];
  } else {
    sincos_turns(S(f[0]), S(f_low[0]), t, S(offset), s0, c0);
    sincos_turns(S(f[1]), S(f_low[1]), t, s1, c1);
  }
}

/// Sine and cosine of f[i] t + f_low[i] t + offset[i] turns, of one body side by side.
template <int n, class S, class T>
POLHODE_INLINE void sincos_turns(const T (&f)[n], const T (&f_low)[n], const S& t, const SideBySide<S, n>& offset,
                                 SideBySide<S, n>& s, SideBySide<S, n>& c) noexcept {
  if constexpr (std::is_same_v<S, double>) {
    sincos_turns<SideBySide<S, n>>(load(f), load(f_low), copies<n>(t), offset, s, c);
  } else {
    unrolled<n>([&](auto i) __attribute__((always_inline)) {
      sincos_turns<S>(S(f[i]), S(f_low[i]), t, offset[i], s.v[i], c.v[i]);
    });
  }
}

}  // namespace polhode::inline POLHODE_ISA::detail
