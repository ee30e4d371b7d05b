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
  std::vector<double> none;
  EXPECT_TRUE(std::isnan(quantiles(none)[3]));
}
