// random_test.cpp -- random numbers: the published words, the bits of ours, and the distributions
#include "ensemble/random.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

using namespace polhode;

namespace {

constexpr int kMany = 200000;

/// The largest distance between the distribution of a sample and the true one, times sqrt(n): above 1.95 in one of a thousand
/// samples (Kolmogorov). The seed is fixed.
template <class Cumulative>
double kolmogorov(std::vector<double> x, Cumulative F) {
  std::sort(x.begin(), x.end());
  double distance = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double n = double(x.size()), f = F(x[i]);
    distance = std::max({distance, f - double(i) / n, double(i + 1) / n - f});
  }
  return distance * std::sqrt(double(x.size()));
}
RandomNumbers of(int body, int entry = 0) {
  return {.seed = 7, .body = std::uint64_t(body), .entry = std::uint32_t(entry), .attempt = 0};
}

}  // namespace

// kat_vectors of Random123, the authors' own program.
TEST(Philox, MeetsThePublishedAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words4{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}), (Words4{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words4{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomNumbers, UniformOnesAreBetweenZeroAndOne) {
  // The words of the counter 0 and the seed 0 above: w[1] w[0] = e169c58d6627e8d5, its upper 53 bits, made odd.
  const auto [u, v] = RandomNumbers{}.uniform(0);
  EXPECT_EQ(u, double(0xe169c58d6627e8d5u >> 11 | 1) / 9007199254740992.0);
  EXPECT_EQ(v, double(0x9b00dbd8bc57ac4cu >> 11 | 1) / 9007199254740992.0);
  std::vector<double> all;
  for (int i = 0; i < kMany; ++i)
    for (const double x : of(i).uniform(0)) all.push_back(x);
  EXPECT_GT(*std::min_element(all.begin(), all.end()), 0);
  EXPECT_LT(*std::max_element(all.begin(), all.end()), 1);
  EXPECT_LT(kolmogorov(all, [](double x) { return x; }), 1.95);  // measured 0.74
}

TEST(RandomNumbers, DifferByBodyEntryBlockAttemptAndSeed) {
  std::set<double> different;
  for (const RandomNumbers& r :
       {RandomNumbers{}, RandomNumbers{.seed = 1}, RandomNumbers{.seed = 1ull << 32}, RandomNumbers{.body = 1},
        RandomNumbers{.body = 1ull << 32}, RandomNumbers{.entry = 1}, RandomNumbers{.attempt = 1}})
    for (const std::uint32_t block : {0u, 1u, 255u})
      for (const double x : r.uniform(block)) different.insert(x);
  EXPECT_EQ(different.size(), 7u * 3 * 2);
}

TEST(RandomNumbers, NormalOnesAreNormal) {
  std::vector<double> all;
  double product = 0;
  for (int i = 0; i < kMany; ++i) {
    const auto [a, b] = of(i).normal(0);
    all.push_back(a), all.push_back(b);
    product += a * b;
  }
  EXPECT_LT(kolmogorov(all, [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }), 1.95);  // measured 0.52
  EXPECT_LT(std::fabs(product) / std::sqrt(kMany), 3.3);                                            // measured 0.07
}

TEST(RandomNumbers, FourNormalOnesAreThoseOfTwoBlocks) {
  for (int i = 0; i < 10000; ++i) {
    const auto four = of(i).four_normal(5);
    const auto first = of(i).normal(5), second = of(i).normal(6);
    ASSERT_EQ(four, (std::array<double, 4>{first[0], first[1], second[0], second[1]})) << i;
  }
}

TEST(RandomNumbers, DirectionsHaveLengthOneAndAnyAxisIsUniform) {
  std::vector<double> x, y, z;
  for (int i = 0; i < kMany; ++i) {
    const Vec3<double> d = of(i).direction(0);
    ASSERT_NEAR(norm(d), 1, 4e-16);
    x.push_back(d.x), y.push_back(d.y), z.push_back(d.z);
  }
  for (const auto& one : {x, y, z}) EXPECT_LT(kolmogorov(one, [](double c) { return (1 + c) / 2; }), 1.95);  // 1.0
}

TEST(RandomNumbers, AttitudesTurnAnyAxisAnywhere) {
  std::vector<double> angle, height[3];
  for (int i = 0; i < kMany; ++i) {
    const Quaternion<double> Q = of(i).attitude(0);
    ASSERT_NEAR(norm2(Q), 1, 1e-15);
    angle.push_back(2 * std::acos(std::min(1.0, std::fabs(Q.w))));
    for (int k = 0; k < 3; ++k) {
      Vec3<double> e{};
      e[k] = 1;
      height[k].push_back(rotate(Q, e).z);
    }
  }
  for (const auto& one : height) EXPECT_LT(kolmogorov(one, [](double c) { return (1 + c) / 2; }), 1.95);  // 1.07
  // The angle of a random turn has the density (1 - cos a)/pi.
  EXPECT_LT(kolmogorov(angle, [](double a) { return (a - std::sin(a)) / std::numbers::pi; }), 1.95);  // 0.76
}

// What a seed stands for must not change, whatever compiler, flags and version: archives of runs rely on it.
TEST(RandomNumbers, KeepTheirBits) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a over the bits
  const auto add = [&](double x) { hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3u; };
  for (int i = 0; i < 1000; ++i) {
    for (const double x : of(i, 1).normal(3)) add(x);
    const Vec3<double> d = of(i, 2).direction(0);
    for (const double x : {d.x, d.y, d.z}) add(x);
    const Quaternion<double> Q = of(i, 3).attitude(0);
    for (const double x : {Q.w, Q.v.x, Q.v.y, Q.v.z}) add(x);
  }
  EXPECT_EQ(hash, 12453183141181464805u);
}
