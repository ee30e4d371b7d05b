// ulp.hpp -- errors in units of the last place, against a result of 113 bits; and numbers to try
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "polhode/numbers/quad.hpp"

namespace polhode::test {

/// |got - want| in units of the last place of the double nearest to want.
inline double ulp_error(double got, Quad want) {
  const double nearest = double(want);
  if (std::isinf(nearest) || nearest == 0) return got == nearest ? 0 : HUGE_VAL;
  if (!std::isfinite(got)) return HUGE_VAL;
  int exponent = std::ilogb(nearest);
  if (exponent < -1022) exponent = -1022;
  return double(fabsq(Quad(got) - want) / ldexpq(Quad(1), exponent - 52));
}

/// The same for float, against a result in double.
inline double float_ulp_error(float got, double want) {
  const auto nearest = static_cast<float>(want);
  if (std::isinf(nearest) || nearest == 0) return got == nearest ? 0 : HUGE_VAL;
  if (!std::isfinite(got)) return HUGE_VAL;
  return std::fabs(double(got) - want) / std::ldexp(1.0, std::max(std::ilogb(nearest), -126) - 23);
}

inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

/// Uniform numbers, the same everywhere (SplitMix64).
struct Draw {
  std::uint64_t state;
  std::uint64_t bits() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  double unit() { return double(bits() >> 11) * 0x1p-53; }
  double between(double lo, double hi) { return lo + (hi - lo) * unit(); }
  /// Any finite double but NaN: every exponent equally often.
  double any() {
    for (;;) {
      const double x = std::bit_cast<double>(bits());
      if (std::isfinite(x)) return x;
    }
  }
};

}  // namespace polhode::test
