// ensemble_summary_test.cpp -- quantiles of ensembles, against those of sorted numbers
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "output/ensemble_files.hpp"

using namespace polhode;

TEST(Quantiles, AreThoseOfTheSortedNumbers) {
  std::mt19937_64 random(3);
  for (std::size_t n = 1; n < 300; ++n) {
    std::vector<double> numbers(n);
    const bool coarse = n % 3 == 0;  // many are equal
    for (double& x : numbers) {
      x = std::uniform_real_distribution<double>(-1, 1)(random);
      if (coarse) x = std::round(4 * x);
    }
    std::vector<double> sorted = numbers;
    std::sort(sorted.begin(), sorted.end());
    const auto found = quantiles(numbers);
    for (std::size_t k = 0; k < kLevels.size(); ++k) {
      const double place = kLevels[k] * double(n - 1);
      const std::size_t below = std::size_t(place), above = std::min(below + 1, n - 1);
      EXPECT_NEAR(found[k], sorted[below] + (place - double(below)) * (sorted[above] - sorted[below]), 1e-15)
          << n << " numbers, level " << kLevels[k];
    }
  }
  // Of many only those are sorted that begin alike: over powers of ten, both signs, zeros, all alike, all the same.
  for (int kind = 0; kind < 5; ++kind) {
    std::vector<double> numbers(123457);
    for (double& x : numbers) {
      x = std::uniform_real_distribution<double>(-1, 1)(random);
      if (kind == 0) x = std::exp(100 * x) * (x < 0.2 ? -1 : 1);
      if (kind == 1) x = x < 0 ? -0.0 : std::round(3 * x);
      if (kind == 2) x = 1 + 1e-6 * x;
      if (kind == 3) x = -5e-324;
    }
    std::vector<double> sorted = numbers;
    std::sort(sorted.begin(), sorted.end());
    const auto found = quantiles(numbers);
    for (std::size_t k = 0; k < kLevels.size(); ++k) {
      const double place = kLevels[k] * double(sorted.size() - 1), below = sorted[std::size_t(place)];
      const double above = sorted[std::size_t(std::ceil(place))];
      EXPECT_EQ(found[k], below + (place - std::floor(place)) * (above - below)) << kind << ", level " << kLevels[k];
    }
  }
  std::vector<double> none;
  EXPECT_TRUE(std::isnan(quantiles(none)[3]));
}
