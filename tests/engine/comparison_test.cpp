// Comparisons: errors against references that are right, and advice that follows from them.
#include "engine/comparison.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/scenarios.hpp"

namespace {

using namespace polhode;
using namespace polhode::test;

Comparison compared(const Scenario& s, std::initializer_list<const char*> methods, std::vector<long> steps) {
  std::vector<Choice> choices;
  for (const char* name : methods) choices.push_back(choose(name, "", s.torque_abilities()));
  return compare(s, s.energy_correction, choices, steps);
}
double order(const ComparisonPoint& coarse, const ComparisonPoint& fine) {
  return std::log2(coarse.attitude_error / fine.attitude_error);
}

TEST(Comparison, OfAFreeBodyShowsTheOrders) {
  const Comparison c = compared(free_scenario("auto", 1), {"lie2", "sr4", "exact"}, {200, 100});
  ASSERT_EQ(c.points.size(), 6u);
  EXPECT_EQ(c.points[0].steps, 100);  // ascending
  EXPECT_NEAR(order(c.points[0], c.points[1]), 2, 0.1);
  EXPECT_NEAR(order(c.points[2], c.points[3]), 4, 0.1);
  EXPECT_LT(c.points[5].attitude_error, 1e-14);
  EXPECT_EQ(c.reference_error, 0);
  for (const ComparisonPoint& p : c.points) EXPECT_GT(p.cpu_seconds, 0);
}

TEST(Comparison, OfATopAndOfAPushedBodyShowsTheOrders) {
  Scenario long_top = top_scenario("auto", "", 1);
  long_top.end_time = 12;
  const Comparison low = compared(long_top, {"strang", "cf4"}, {400, 800});
  EXPECT_LE(low.reference_error, 1e-14);
  EXPECT_NEAR(order(low.points[0], low.points[1]), 2, 0.1);
  EXPECT_NEAR(order(low.points[2], low.points[3]), 4, 0.3);
  const Comparison high = compared(long_top, {"rkn6"}, {60, 120});  // with more steps only rounding is left
  EXPECT_NEAR(order(high.points[0], high.points[1]), 6, 0.4);
  const Comparison pushed = compared(pushed_scenario("auto", 1), {"cf4", "newmark"}, {200, 400});
  EXPECT_LE(pushed.reference_error, 1e-14);
  EXPECT_NEAR(order(pushed.points[0], pushed.points[1]), 4, 0.3);
  EXPECT_NEAR(order(pushed.points[2], pushed.points[3]), 2, 0.2);
  EXPECT_GT(pushed.points[0].torque_evaluations, 200);
}

TEST(Comparison, AdvisesTheCheapestThatIsGoodEnough) {
  const Comparison c = compared(top_scenario("auto", "", 1), {"strang", "rkn6"}, {10, 1000});
  ASSERT_EQ(c.advice.size(), 3u);
  for (const Advice& advice : c.advice) {
    double cheapest = INFINITY;
    std::string method;
    for (const ComparisonPoint& p : c.points)
      if (p.attitude_error <= advice.target && p.cpu_seconds < cheapest) cheapest = p.cpu_seconds, method = p.method;
    EXPECT_NE(advice.sentence.find(method.empty() ? "none of these" : method), std::string::npos) << advice.sentence;
  }
}

TEST(Comparison, SaysWhichRunsFailed) {
  Scenario s = free_scenario("auto", 1);
  s.end_time = 30;
  const Comparison c = compared(s, {"dmv8"}, {2, 400});
  EXPECT_FALSE(c.points[0].done);
  EXPECT_NE(c.points[0].cause.find("smaller step"), std::string::npos);
  EXPECT_TRUE(c.points[1].done);
}

}  // namespace
