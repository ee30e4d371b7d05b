// composition.hpp -- coefficients of symmetric compositions of symmetric methods
//
// Each table holds the first half g1, g2, ... of the steps; the others follow by symmetry, and the one in the middle is
// 1 - 2 (g1 + g2 + ...), so that the steps add up to exactly one step whatever the precision.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "polhode/numbers/isa.hpp"

namespace polhode::inline POLHODE_ISA {

/// A decimal fraction to 36 digits, right to rounding in every number type: (hi + lo 1e-18) 1e-18.
struct Decimal {
  std::int64_t hi;  ///< the first 18 digits behind the point
  std::int64_t lo;  ///< the next 18, with the same sign

  template <class T>
  constexpr T value() const noexcept {
    return (T(hi) + T(lo) / T(1e18)) / T(1e18);
  }
};

/// A decimal number of any size: what stands before the point, and behind it.
struct LongDecimal {
  int whole = 0;
  Decimal fraction{};

  template <class T>
  constexpr T value() const noexcept {
    return T(whole) + fraction.value<T>();
  }
};

namespace detail {

template <class T, std::size_t N>
constexpr std::array<T, 2 * N + 1> symmetric_steps(const std::array<Decimal, N>& half) noexcept {
  std::array<T, 2 * N + 1> g{};
  T middle = 1;
  for (std::size_t i = 0; i < N; ++i) {
    g[i] = g[2 * N - i] = half[i].template value<T>();
    middle -= 2 * g[i];
  }
  g[N] = middle;
  return g;
}

}  // namespace detail

/// One step, the base method itself.
struct SingleStep {
  static constexpr int order = 2;
  static constexpr std::string_view source{};
  template <class T>
  static constexpr std::array<T, 1> steps() noexcept {
    return {T(1)};
  }
};

/// Triple jump, 1/(2 - 2^(1/3)).
struct TripleJump {
  static constexpr int order = 4;
  static constexpr std::string_view source = "Yoshida1990";
  static constexpr std::array<Decimal, 1> half{{{1351207191959657634, 47687808971460827}}};
  template <class T>
  static constexpr auto steps() noexcept {
    return detail::symmetric_steps<T>(half);
  }
};

/// Five steps, 1/(4 - 4^(1/3)): smaller error constants than the triple jump.
struct Suzuki5 {
  static constexpr int order = 4;
  static constexpr std::string_view source = "Suzuki1990";
  static constexpr std::array<Decimal, 2> half{
      {{414490771794375737, 142354062860761496}, {414490771794375737, 142354062860761496}}};
  template <class T>
  static constexpr auto steps() noexcept {
    return detail::symmetric_steps<T>(half);
  }
};

/// Nine steps of order 6.
struct KahanLi9 {
  static constexpr int order = 6;
  static constexpr std::string_view source = "KahanLi1997";
  static constexpr std::array<Decimal, 4> half{{{392161444007314139, 280000000000000000},
                                                {332599136789359438, 600000000000000000},
                                                {-706246172557639359, -810000000000000000},
                                                {82213596293550800, 230000000000000000}}};
  template <class T>
  static constexpr auto steps() noexcept {
    return detail::symmetric_steps<T>(half);
  }
};

/// Seventeen steps of order 8: about 50 times smaller error than the fifteen steps that are also in use.
struct KahanLi17 {
  static constexpr int order = 8;
  static constexpr std::string_view source = "KahanLi1997";
  static constexpr std::array<Decimal, 8> half{{{130202483088890080, 878817630000000000},
                                                {561162981775108384, 561964410000000000},
                                                {-389474962644847286, -408078600000000000},
                                                {158841906555155600, 896210750000000000},
                                                {-395903894133237577, -336231540000000000},
                                                {184539640978315707, 91832540000000000},
                                                {258374387686322047, 293979110000000000},
                                                {295011723609310298, 870966240000000000}}};
  template <class T>
  static constexpr auto steps() noexcept {
    return detail::symmetric_steps<T>(half);
  }
};

}  // namespace polhode::inline POLHODE_ISA
