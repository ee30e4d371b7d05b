// Advice: what is advised holds the error it names, against another reference, and hardly anything is cheaper. Costs are
// counted here, in torque evaluations: no test depends on the speed of the machine.
#include "engine/advise.hpp"

#include <cmath>
#include <set>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "engine/accuracy.hpp"
#include "engine/comparison.hpp"
#include "engine/scenarios.hpp"

namespace {

using namespace polhode;
using namespace polhode::test;

Scenario long_top() {
  Scenario s = top_scenario("auto", "", 1);
  s.end_time = 12;
  return s;
}
Wish counted(double accuracy) {
  Wish wish;
  wish.accuracy = accuracy;
  wish.fewest_torques = true;
  return wish;
}
/// At the end, against extrapolation in extended precision.
double error_of(const Scenario& s, const Suggestion& advised) {
  const std::vector<Contender> one{{advised.choice, 0}};
  return compare(s, one, std::vector<long>{advised.steps}).points[0].attitude_error;
}

TEST(Advise, AFreeBodyGetsTheExactMotion) {
  const Recommendation r = advise(free_scenario("auto", 1), counted(1e-6));
  EXPECT_EQ(r.best.choice.method, "exact");
  EXPECT_LT(*r.best.verified_error, 1e-14);  // measured 3e-16, by Jacobi's functions
  EXPECT_TRUE(r.energy);
  ASSERT_TRUE(r.runner_up);
  EXPECT_LE(*r.runner_up->verified_error, 1e-6);
}

TEST(Advise, HoldsTheErrorThatItNames) {
  for (const Scenario& s : {long_top(), pushed_scenario("auto", 1)})
    for (const double accuracy : {1e-3, 1e-6, 1e-9}) {
      const Recommendation r = advise(s, counted(accuracy));
      EXPECT_LE(*r.best.verified_error, accuracy) << s.title;
      EXPECT_LE(error_of(s, r.best), accuracy) << s.title << " " << r.best.choice.name();
      EXPECT_GT(r.best.predicted_error, 0);
      ASSERT_TRUE(r.runner_up);
      EXPECT_GE(r.runner_up->torque_evaluations, r.best.torque_evaluations);
      EXPECT_EQ(r.energy.has_value(), s.title == "top");  // drag takes it
      if (r.energy) {
        EXPECT_NE(r.energy->choice.card.energy, Energy::drifts);
      }
      EXPECT_EQ(r.verified_until, s.end_time);
      std::set<std::tuple<std::string, double, bool>> tried;  // nothing twice
      for (const TrialPoint& p : r.points)
        EXPECT_TRUE(tried.insert({p.method, p.step, p.whole}).second) << p.method << ", step " << p.step;
    }
}

/// The cheap version of bench/advice.py, which measures times on 30 scenarios.
TEST(Advise, NoMethodNeedsFarFewerTorques) {
  for (const Scenario& s : {long_top(), pushed_scenario("auto", 1)}) {
    Wish wish = counted(1e-6);
    wish.thorough = true;
    const Recommendation r = advise(s, wish);
    ASSERT_TRUE(r.searched);
    EXPECT_LE(double(r.best.torque_evaluations), 1.5 * double(r.searched->torque_evaluations))
        << s.title << ": " << r.best.choice.name() << ", but " << r.searched->choice.name();
    EXPECT_LE(error_of(s, *r.searched), 1e-6);
  }
}

TEST(Advise, SaysTheSameTwiceIfItCounts) {
  const Recommendation a = advise(long_top(), counted(1e-6)), b = advise(long_top(), counted(1e-6));
  EXPECT_EQ(a.best.choice.name(), b.best.choice.name());
  EXPECT_EQ(a.best.steps, b.best.steps);
  EXPECT_EQ(*a.best.verified_error, *b.best.verified_error);
}

TEST(Advise, ABudgetBuysTheLeastErrorWithinIt) {
  double before = 1;
  for (const double budget : {300.0, 1200.0}) {
    Wish wish = counted(0);
    wish.budget = budget;
    const Recommendation r = advise(long_top(), wish);
    EXPECT_LE(double(r.best.torque_evaluations), budget);
    EXPECT_LT(*r.best.verified_error, 0.1 * before) << r.best.choice.name();
    before = *r.best.verified_error;
    // An accuracy beyond it is not reached, and that is said.
    wish.accuracy = 2e-13;
    const Recommendation both = advise(long_top(), wish);
    EXPECT_FALSE(both.accuracy_reached);
    EXPECT_LE(double(both.best.torque_evaluations), budget);
  }
}

TEST(Advise, AnAccuracyThatNoTrueMotionCanJudgeIsRefusedWithOneThatItCan) {
  Wish wish = counted(1e-13);
  try {
    advise(long_top(), wish);
    FAIL() << "not refused";
  } catch (const KeyFault& fault) {
    const std::string text = fault.what();
    const auto at = text.find("ask for ");
    ASSERT_NE(at, std::string::npos) << text;
    wish.accuracy = std::stod(text.substr(at + 8));
    EXPECT_GT(wish.accuracy, 1e-13) << text;  // measured 1.4e-13
    EXPECT_NO_THROW(advise(long_top(), wish)) << text;
  }
}

TEST(Advise, ALongRunIsPilotedAndThenProved) {
  Scenario s = top_scenario("auto", "", 1);
  s.inertia = Inertia::principal(0.6, 0.8, 1.0);  // that of scenarios/heavy_top.toml, which is not chaotic
  s.start = {{}, s.inertia.momentum({3.0, 0.5, -0.9})};
  s.torques = {{"heavy-top", {{{"weight", 1.0}, {"arm", Vec3<double>{0, 0, 1}}}}}};
  s.end_time = 1500;
  const Recommendation whole = advise(s, counted(1e-6));
  EXPECT_EQ(whole.verified_until, 1500);
  EXPECT_LE(*whole.best.verified_error, 1e-6);
  bool pilots = false;
  for (const TrialPoint& p : whole.points) pilots |= !p.whole;
  EXPECT_TRUE(pilots);
  Wish hurried = counted(1e-6);
  hurried.patience = 1e-6;
  EXPECT_LT(advise(s, hurried).verified_until, 1500);
}

/// Of a top, and slow: about a microsecond of nothing.
void slow_torque(void*, double, const double* q, const double*, double* torque) {
  volatile double nothing = 0;
  for (int i = 0; i < 500; ++i) nothing = nothing + 1;
  const double down[3] = {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
                          1 - 2 * (q[1] * q[1] + q[2] * q[2])};
  torque[0] = -0.8 * down[1], torque[1] = 0.8 * down[0], torque[2] = 0;
}

TEST(Advise, ASlowTorqueGetsTheMethodThatAsksItLeast) {
  Scenario s = free_scenario("auto", 1);
  s.end_time = 12;
  TorqueCallback function;
  function.torque = slow_torque, function.uses_time = function.uses_velocity = false;
  s.torques = {{"callback", {{{"function", function}}}}};
  const Recommendation by_count = advise(s, counted(1e-6));
  Wish wish;
  const Recommendation by_time = advise(s, wish);
  EXPECT_LE(double(by_time.best.torque_evaluations), 1.3 * double(by_count.best.torque_evaluations))
      << by_time.best.choice.name() << " and not " << by_count.best.choice.name();
  // What is gained over `auto`, which chooses its strides by itself, where the step is known: measured 8.
  EXPECT_GT(by_count.adaptive->torque_evaluations, 4 * by_count.best.torque_evaluations);
}

TEST(Advise, RefusesWhatCannotBeHad) {
  Scenario s = long_top();
  s.end_time = 3000;
  EXPECT_THROW(advise(s, counted(1e-14)), KeyFault);
  EXPECT_THROW(advise(s, counted(0)), InvalidInput);
  Wish stopped = counted(1e-6);
  stopped.watch = [](const std::string&) { return false; };
  EXPECT_THROW(advise(s, stopped), Stopped);
}

}  // namespace
