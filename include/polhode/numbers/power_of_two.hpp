// power_of_two.hpp -- the scale that makes a number of order 1 without rounding it
#pragma once

#include <cstdint>
#include <type_traits>

#include "polhode/numbers/elementary.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// 2^-e for 2^e <= x < 2^(e+1), x < 2^1023; some power of two for zero. Multiplying by it is exact.
template <class T>
POLHODE_INLINE T inverse_power_of_two(T x) noexcept {
  if constexpr (std::is_same_v<Lane<T>, double>) {
    using B = BitView<T>;
    return B::value((std::int64_t(2046) << 52) - (B::bits(x) & (std::int64_t(2047) << 52)));
  } else if constexpr (lanes<T> > 1) {
    for (int i = 0; i < lanes<T>; ++i) set_lane(x, i, inverse_power_of_two(lane(x, i)));
    return x;
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
