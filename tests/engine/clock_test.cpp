// Times of rows: the doubles nearest to the decimal numbers that people expect, and never far from the times of steps.
#include "engine/clock.hpp"

#include <cmath>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace {

using namespace polhode;

double shown(const Stretch& s, long i) {
  return Clock(s).shown(time_of(s, i));
}

TEST(Clock, ShowsWholeStepsAsDecimalNumbers) {
  // 7 steps of 0.1: by 0.7 (3/7) the third begins at 0.29999999999999993.
  for (const long n : {7L, 10L, 13L, 999L, 100000L}) {
    const double end = std::strtod((std::to_string(n) + "e-1").c_str(), nullptr);
    for (long i = 0; i <= n; ++i)
      ASSERT_EQ(shown({0, end, n}, i), std::strtod((std::to_string(i) + "e-1").c_str(), nullptr)) << i << " of " << n;
  }
  int changed = 0;
  for (long i = 0; i <= 1000; ++i) {
    const Stretch s{0.1, 10.1, 1000};
    ASSERT_EQ(shown(s, i), std::strtod((std::to_string(10 + i) + "e-2").c_str(), nullptr)) << i;
    changed += shown(s, i) != time_of(s, i);
  }
  EXPECT_GT(changed, 100);  // 455
  for (long i = 0; i <= 3000; ++i)
    ASSERT_EQ(shown({-1, 2, 3000}, i), std::strtod((std::to_string(i - 1000) + "e-3").c_str(), nullptr)) << i;
  EXPECT_EQ(shown({1.7e9, 1.7e9 + 1, 10}, 3), 1700000000.3);
  EXPECT_EQ(shown({0, 1e-6, 10}, 3), 3e-7);
  EXPECT_EQ(shown({0, 10, 3}, 1), 10.0 / 3);
}

TEST(Clock, IsTheTimeOfTheStepToRounding) {
  for (const Stretch& s : {Stretch{0, 3.141592653589793, 1000}, Stretch{1e-300, 1, 7}, Stretch{0.1, 1e15, 333},
                           Stretch{5, -3, 77}, Stretch{0, 1e300, 9}, Stretch{-0.3, 0.7, 1000003}}) {
    const double scale = std::fmax(std::fabs(s.from), std::fabs(s.until));
    for (long i = 0; i <= s.n; i += 1 + s.n / 1000) ASSERT_NEAR(shown(s, i), time_of(s, i), 4.5e-16 * scale) << i;
    EXPECT_EQ(shown(s, 0), s.from);
    EXPECT_EQ(shown(s, s.n), s.until);
  }
}

TEST(Clock, LeavesOtherTimesAlone) {
  const Clock clock(Stretch{2, 3, 10});
  EXPECT_EQ(clock.shown(0), 0);
  EXPECT_EQ(clock.shown(7.0000000000000009), 7.0000000000000009);
}

}  // namespace
