// What may be asked of a run: the words that files, C and Python have in common.
#include "problem/rules.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace polhode;

TEST(Rules, OfTheAccuracy) {
  EXPECT_EQ(wrong_accuracy(kDefaultAccuracy), "");
  EXPECT_EQ(wrong_accuracy(kFinestAccuracy), "");
  EXPECT_EQ(wrong_accuracy(1), "");
  for (const double none : {0.0, -1.0, double(NAN), double(INFINITY)})
    EXPECT_NE(wrong_accuracy(none).find(" must be positive: the largest error of the attitude, in rad"),
              std::string::npos)
        << none;
  EXPECT_EQ(wrong_accuracy(1e-17),
            "1e-17 is below 1e-15: a number of double has 16 digits, and an attitude not quite as many");
  EXPECT_EQ(wrong_accuracy(30), "30 must be 1 or less: it is the largest error of the attitude, in rad");
}
TEST(Rules, OfSteps) {
  EXPECT_EQ(wrong_step(10, 10, "steps"), "");
  EXPECT_EQ(wrong_step(11, 10, "steps"), "11 is longer than the whole run, end - start = 10");
  EXPECT_EQ(wrong_step(11, 0, "steps"), "");  // nothing is known of the run
  EXPECT_EQ(wrong_step(1e-300, 10, "rows"), "1e-300 is too small: there would be more than 2^53 rows");
  for (const double none : {0.0, -1.0, double(NAN), double(INFINITY)})
    EXPECT_NE(wrong_step(none, 10, "steps").find(" must be positive and finite"), std::string::npos) << none;
  EXPECT_EQ(wrong_steps(1, 10), "");
  EXPECT_EQ(wrong_steps(1L << 53, 10), "");
  EXPECT_EQ(wrong_steps(-3, 10), "-3 must be between 1 and 2^53");
  EXPECT_EQ(wrong_steps((1L << 53) + 2, 10), "9007199254740994 must be between 1 and 2^53");
  EXPECT_EQ(wrong_steps(100, 4e-323), "100 steps of that run have length 0");
  EXPECT_EQ(wrong_output_every(1), "");
  EXPECT_EQ(wrong_output_every(0), "0 must be positive");
}
TEST(Rules, OfTimes) {
  const auto wrong = [](const std::vector<double>& times) { return wrong_times(times, 1, 2); };
  EXPECT_EQ(wrong({}), "");
  EXPECT_EQ(wrong({1, 1.5, 2}), "");
  EXPECT_EQ(wrong({0.5}), "0.5 lies before start = 1");
  EXPECT_EQ(wrong({1, 7}), "7 lies after end = 2");
  EXPECT_EQ(wrong({2, 1.5}), "1.5 comes after 2: times must grow");
  EXPECT_EQ(wrong({1.5, 1.5}), "1.5 comes after 1.5: times must grow");
}

}  // namespace
