// power_of_two.hpp -- the scale that makes a number of order 1 without rounding it
#pragma once

#include "polhode/numbers/elementary.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// 2^-e for 2^e <= x < 2^(e+1), x < 2^1023 (float: 2^127); some power of two for zero. Multiplying by it is exact.
template <class T>
POLHODE_INLINE T inverse_power_of_two(T x) noexcept {
  if constexpr (requires { TablesOf<T>::mantissa; }) {
    using B = BitView<T>;
    using K = TablesOf<T>;
    using Int = IntOf<Lane<T>>;
    constexpr Int twice_bias = Int(2 * K::bias) << K::mantissa, exponent = Int(2 * K::bias + 1) << K::mantissa;
    return B::value(twice_bias - (B::bits(x) & exponent));
  } else {
    T scale = T(1);
    if (!(x > T(0)) || !is_finite(x)) return scale;
    while (x * scale >= T(0x1p32)) scale *= T(0x1p-32);
    while (x * scale < T(0x1p-32)) scale *= T(0x1p32);
    while (x * scale >= T(2)) scale *= T(0.5);
    while (x * scale < T(1)) scale *= T(2);
    return scale;
  }
}

}  // namespace polhode::inline POLHODE_ISA::detail
