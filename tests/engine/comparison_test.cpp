// Comparisons: errors against references that are right, and advice that follows from them.
#include "engine/comparison.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/scenarios.hpp"

namespace {

using namespace polhode;
using namespace polhode::test;

Comparison compared(const Scenario& s, std::initializer_list<const char*> methods, std::vector<long> steps) {
  std::vector<Contender> contenders;
  for (const char* name : methods) contenders.push_back({choose(name, "", s.torque_abilities()), s.energy_correction});
  return compare(s, contenders, steps);
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

/// A processed splitting is looked at in the end alone: 8 evaluations a step, and 20 for the way there and back.
TEST(Comparison, AProcessedSplittingTakesFewerEvaluations) {
  const Comparison c = compared(top_scenario("auto", "", 1), {"rkn6", "rkn6-processed"}, {40, 80});
  const ComparisonPoint &plain = c.points[1], &processed = c.points[3];
  EXPECT_EQ(plain.torque_evaluations, 80 * 11 + 1);
  EXPECT_EQ(processed.torque_evaluations, 80 * 8 + 20);
  EXPECT_LT(c.points[2].attitude_error,
            c.points[0].attitude_error);  // 3.7e-12 and 3.8e-12; at 80 steps rounding decides
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

TEST(Comparison, MeasuresOrdersWhereErrorsArePowersOfTheStep) {
  const Comparison c = compared(free_scenario("auto", 1), {"lie2", "dmv16", "exact"}, {100, 200, 400});
  EXPECT_FALSE(c.points[0].order);  // nothing to compare with
  EXPECT_NEAR(*c.points[1].order, 2, 0.1);
  EXPECT_NEAR(*c.points[2].order, 2, 0.05);
  for (std::size_t i = 3; i < 9; ++i) EXPECT_FALSE(c.points[i].order) << i;  // rounding
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(c.points[i].is_reference, i >= 6) << i;
}

TEST(Comparison, TellsWhatEachMethodNeedsForAnAccuracy) {
  const Scenario s = free_scenario("auto", 1);
  std::vector<Contender> contenders;
  for (const char* name : {"lie2", "lie1", "sr4"}) contenders.push_back({choose(name, "", std::nullopt), false});
  const std::vector<long> steps{50, 100, 200, 400, 800};
  const Comparison wide = compare(s, contenders, steps);
  const double target = std::sqrt(wide.points[2].attitude_error * wide.points[3].attitude_error);  // of lie2
  const Comparison c = compare(s, contenders, steps, std::vector{target});
  ASSERT_EQ(c.advice.size(), 1u);
  const std::vector<Need>& needs = c.advice[0].needs;
  ASSERT_EQ(needs.size(), 2u);  // lie1 is not good enough
  EXPECT_LE(needs[0].cpu_seconds, needs[1].cpu_seconds);
  for (const Need& need : needs)
    if (need.method == "lie2") {
      EXPECT_NEAR(need.steps, 200 * std::sqrt(2), 3);  // halfway from 200 to 400
    }
}

TEST(Comparison, CorrectsTheEnergyOfThoseThatAskForIt) {
  const Scenario s = free_scenario("auto", 1);
  const Choice lie3 = choose("lie3", "", std::nullopt);
  const std::vector<Contender> contenders{{lie3, false}, {lie3, true}};
  const Comparison c = compare(s, contenders, std::vector<long>{100});
  EXPECT_EQ(c.points[0].method, "lie3");
  EXPECT_EQ(c.points[1].method, "lie3+energy");
  EXPECT_GT(*c.points[0].energy_error_max, 1e-7);
  EXPECT_LT(*c.points[1].energy_error_max, 1e-14);
}

TEST(Comparison, HasUsualMethodsAndStepsForEveryScenario) {
  for (Scenario s : {free_scenario("auto", 1), top_scenario("auto", "", 1), pushed_scenario("auto", 1)}) {
    const std::vector<std::string> methods = usual_methods(s.torque_abilities());
    EXPECT_GE(methods.size(), 5u);
    for (const std::string& name : methods) {
      const std::size_t colon = name.find(':');
      EXPECT_NO_THROW(
          choose(name.substr(0, colon), colon == name.npos ? "" : name.substr(colon + 1), s.torque_abilities()))
          << name;
    }
    const std::vector<long> steps = usual_steps(s);
    EXPECT_EQ(steps.size(), 8u);
    EXPECT_GE(steps[0], 8);
    EXPECT_LE(steps[7], 640000);
    s.end_time = 1e300;
    EXPECT_EQ(usual_steps(s)[0], 5000);
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
