// random.hpp -- random numbers that are computed from where they are needed, not one from another
//
// A block of four words is a function of a key (the seed) and a counter (body, entry, draw): body i gets its numbers whatever
// the other bodies, threads and machines do, in any order.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "polhode/numbers/elementary.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode::inline POLHODE_ISA {

using Words4 = std::array<std::uint32_t, 4>;

/// Philox4x32-10, [Salmon2011]: ten rounds of two 32 x 32 bit products; the key goes on by a constant each round.
POLHODE_INLINE constexpr Words4 philox(Words4 counter, std::array<std::uint32_t, 2> key) noexcept {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * counter[0], b = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {std::uint32_t(b >> 32) ^ counter[1] ^ key[0], std::uint32_t(b),
               std::uint32_t(a >> 32) ^ counter[3] ^ key[1], std::uint32_t(a)};
    key[0] += 0x9E3779B9, key[1] += 0xBB67AE85;  // golden ratio, sqrt(3) - 1
  }
  return counter;
}

/// The numbers of one entry of one body.
struct RandomNumbers {
  std::uint64_t seed = 0, body = 0;
  std::uint32_t entry = 0;
  /// Which try it is: numbers that gave no body are drawn anew. Each try has 256 blocks.
  std::uint32_t attempt = 0;

  /// Two numbers in (0, 1): odd multiples of 2^-53, so that neither 0 nor 1 comes up and u is as likely as 1 - u.
  POLHODE_INLINE std::array<double, 2> uniform(std::uint32_t block) const noexcept {
    const Words4 w = philox({std::uint32_t(body), std::uint32_t(body >> 32), entry, attempt << 8 | block},
                            {std::uint32_t(seed), std::uint32_t(seed >> 32)});
    const auto number = [](std::uint32_t high, std::uint32_t low) {
      return double((std::uint64_t{high} << 32 | low) >> 11 | 1) * 0x1p-53;
    };
    return {number(w[1], w[0]), number(w[3], w[2])};
  }

  /// Two independent deviates of mean 0 and deviation 1, [BoxMuller1958]. The largest is 8.57: u is at least 2^-53.
  POLHODE_INLINE std::array<double, 2> normal(std::uint32_t block) const noexcept {
    const auto [u, v] = uniform(block);
    return pair(u, v);
  }
  /// Those of this block and of the next, side by side.
  POLHODE_INLINE std::array<double, 4> four_normal(std::uint32_t block) const noexcept {
    const auto [u0, v0] = uniform(block);
    const auto [u1, v1] = uniform(block + 1);
    const auto [a, b] = pair(both(u0, u1), both(v0, v1));
    return {a[0], b[0], a[1], b[1]};
  }

  /// A direction, all equally likely: the height of a point on the sphere is uniform.
  POLHODE_INLINE Vec3<double> direction(std::uint32_t block) const noexcept {
    const auto [u, v] = uniform(block);
    const double across = 2 * std::sqrt(u * (1 - u));
    double s = 0, c = 0;
    polhode::sincos(2 * std::numbers::pi * v, s, c);
    return {across * c, across * s, 2 * u - 1};
  }

  /// An attitude, all equally likely: a point on the sphere in four dimensions, [Shoemake1992]. Takes two blocks.
  POLHODE_INLINE Quaternion<double> attitude(std::uint32_t block) const noexcept {
    const auto [u, v] = uniform(block);
    const double w = uniform(block + 1)[0], a = std::sqrt(1 - u), b = std::sqrt(u);
    Two s, c;
    polhode::sincos(Two(2 * std::numbers::pi) * both(v, w), s, c);
    return {b * c[1], {a * s[0], a * c[0], b * s[1]}};
  }

 private:
  using Two = Pack<double, 2>;  // each with the bits that it would have alone
  POLHODE_INLINE static Two both(double x, double y) noexcept {
    const double all[] = {x, y};
    return Two::load(all);
  }
  template <class T>
  POLHODE_INLINE static std::array<T, 2> pair(const T& u, const T& v) noexcept {
    using polhode::sqrt;
    const T r = sqrt(T(-2) * polhode::log(u));
    T s(0), c(0);
    polhode::sincos(T(2 * std::numbers::pi) * v, s, c);
    return {r * c, r * s};
  }
};

}  // namespace polhode::inline POLHODE_ISA
