// solve_test.cpp -- an accuracy that is asked for is had, and the error that is said is never much smaller than the true one
#include "polhode/drive/solve.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include <gtest/gtest.h>

#include "polhode/drive/drive.hpp"
#include "support/random_problems.hpp"

namespace polhode {
namespace {

using test::Case;
using test::Random;
using test::random_case;
using test::reference;
double attitude_error(const PrincipalState<double>& a, const PrincipalState<double>& b) {
  return 2 * std::sqrt(std::fmin(norm2(a.Q - b.Q), norm2(a.Q + b.Q)));
}

TEST(Solve, HasTheAccuracyThatIsAskedForAndSaysNoLess) {
  Random random(31415);
  int judged = 0;
  for (int i = 0; i < 24; ++i) {
    const Case c = random_case(random, i % 6);
    PrincipalState<double> exact{};
    if (!reference(c, exact)) continue;
    const Principal<double> body(c.I);
    for (const double accuracy : {1e-6, 1e-9, 1e-11}) {
      const Solved found = solve(body, c.torque, c.start, 0.0, c.end, {.accuracy = accuracy});
      if (found.obstacle == Obstacle::conditioning) continue;  // chaotic, and says so
      ASSERT_TRUE(found.good()) << c.name << " " << i;
      const double error = attitude_error(found.states.back(), exact);
      EXPECT_LE(error, accuracy) << c.name << " " << i;
      EXPECT_LE(found.attitude_error_estimate, accuracy);
      // the reference itself is good to 5e-14
      EXPECT_GE(found.attitude_error_estimate, error / 3 - 2e-14) << c.name << " " << i << " asked " << accuracy;
      ++judged;
    }
  }
  EXPECT_GT(judged, 60);
}

TEST(Solve, PlanAndStatesBelongTogether) {
  Random random(5);
  const Case c = random_case(random, 2);
  const Solved found = solve(Principal<double>(c.I), c.torque, c.start, 0.0, c.end, {.accuracy = 1e-9});
  long steps = 0;
  double at = 0;
  for (const Stretch& stretch : found.plan) {
    EXPECT_EQ(stretch.from, at);
    at = stretch.until;
    steps += stretch.n;
  }
  EXPECT_EQ(at, c.end);
  EXPECT_EQ(steps + 1, long(found.states.size()));
  for (const double t : c.torque.switches())
    EXPECT_TRUE(std::any_of(found.plan.begin(), found.plan.end(), [&](const Stretch& s) { return s.until == t; }))
        << "a step ends at the switch";
}

TEST(Solve, GoesBackwards) {
  const HeavyTop<> top(1, {0, 0, 1});
  const Principal<double> body(Vec3<double>{1, 2, 3});
  const PrincipalState<double> start{{}, {0.5, 2, 4.5}};
  const Solved there = solve(body, top, start, 0.0, 20.0, {.accuracy = 1e-10});
  const Solved back = solve(body, top, there.states.back(), 20.0, 0.0, {.accuracy = 1e-10});
  ASSERT_TRUE(there.good() && back.good());
  EXPECT_LT(attitude_error(back.states.back(), start), 2e-10);  // measured 5e-13
}

TEST(Solve, SaysWhatCanBeHadWhereRoundingForbidsMore) {
  const HeavyTop<> top(1, {0, 0, 1});
  const Principal<double> body(Vec3<double>{1, 2, 3});
  const PrincipalState<double> start{{}, {0.5, 2, 4.5}};
  const Solved found = solve(body, top, start, 0.0, 300.0, {.accuracy = 1e-14});
  EXPECT_EQ(found.obstacle, Obstacle::rounding);
  EXPECT_GT(found.attitude_error_estimate, 1e-13);
  EXPECT_LT(found.attitude_error_estimate, 1e-11);
  EXPECT_EQ(found.reached, 300);
  EXPECT_TRUE(solve(body, top, start, 0.0, 300.0, {.accuracy = 1.1 * found.attitude_error_estimate}).good());
}

TEST(Solve, ReportsTorquesThatAreNotANumberOrJump) {
  const Principal<double> body(Vec3<double>{1, 2, 3});
  const PrincipalState<double> start{{}, {0.5, 2, 4.5}};
  const auto bad = body_torque([](double t) { return Vec3<double>{t < 1 ? 0.1 : std::nan(""), 0, 0}; });
  const Solved found = solve(body, bad, start, 0.0, 2.0, {.accuracy = 1e-9});
  EXPECT_EQ(found.obstacle, Obstacle::not_smooth);
  EXPECT_GT(found.reached, 0.9);
  EXPECT_LE(found.reached, 1.0);
  for (const PrincipalState<double>& s : found.states) ASSERT_TRUE(std::isfinite(norm2(s.m) + norm2(s.Q)));
}

TEST(Solve, GoesThroughAJumpThatNobodyNamed) {
  const Principal<double> body(Vec3<double>{1, 2, 3});
  const PrincipalState<double> start{{}, {0.5, 2, 4.5}};
  const auto hidden = body_torque([](double t) { return Vec3<double>{t < 1 ? 0.1 : 0.3, 0, 0}; });
  const Solved found = solve(body, hidden, start, 0.0, 2.0, {.accuracy = 1e-6});
  // The same with the jump named.
  ConstantTorque<> low{{0.1, 0, 0}, Frame::body}, high{{0.2, 0, 0}, Frame::body};
  high.from_time = 1;
  const Solved named = solve(body, sum_of_torques(low, high), start, 0.0, 2.0, {.accuracy = 1e-9});
  ASSERT_TRUE(named.good());
  ASSERT_TRUE(found.good());
  EXPECT_LT(attitude_error(found.states.back(), named.states.back()), 1e-6);
}

TEST(Solve, LetsWhatATorqueThrowsThrough) {
  const Principal<double> body(Vec3<double>{1, 2, 3});
  const auto throwing = body_torque([](double t) -> Vec3<double> {
    if (t > 0.5) throw std::runtime_error("no torque after half a second");
    return {0.1, 0, 0};
  });
  EXPECT_THROW(solve(body, throwing, PrincipalState<double>{{}, {0.5, 2, 4.5}}, 0.0, 2.0), std::runtime_error);
}

TEST(Solve, RefusesAnAccuracyThatIsNone) {
  const Principal<double> body(Vec3<double>{1, 2, 3});
  for (const double accuracy : {0.0, -1e-9, double(NAN), double(INFINITY)})
    EXPECT_THROW(solve(body, NoTorque{}, PrincipalState<double>{{}, {0.5, 2, 4.5}}, 0.0, 1.0, {.accuracy = accuracy}),
                 InvalidInput);
}

TEST(Solve, EndsWhenTheCallerSaysSo) {
  const HeavyTop<> top(1, {0, 0, 1});
  const Solved found = solve(Principal<double>(Vec3<double>{1, 2, 3}), top, PrincipalState<double>{{}, {0.5, 2, 4.5}},
                             0.0, 100.0, {}, [](double part) { return part < 0.5; });
  EXPECT_EQ(found.obstacle, Obstacle::stopped);
  EXPECT_NEAR(found.reached, 50, 5);
}

TEST(Solve, BeginsAtRest) {
  const HeavyTop<> top(1, {0, 0.6, 0.8});
  const Solved found =
      solve(Principal<double>(Vec3<double>{1, 2, 3}), top, PrincipalState<double>{}, 0.0, 20.0, {.accuracy = 1e-9});
  ASSERT_TRUE(found.good());
  const PrincipalState<double>& s = found.states.back();
  EXPECT_NEAR(energy(Principal<double>(Vec3<double>{1, 2, 3}), s.m) + top.energy(s.Q), 0.8, 1e-9);
}

// --- gauss, beyond its contract -----------------------------------------------------------------------------------------

TEST(Gauss, EnergyOfConvergedSweepsHasNoTrendInAMillionSteps) {
  const HeavyTop<> top(1, {0, 0, 1});
  const Principal<double> body(Vec3<double>{1, 2, 3});
  Drive<Gauss16, HeavyTop<>> drive(body, top);
  PrincipalState<double> s{{}, {0.5, 2, 4.5}};
  const auto total = [&] { return energy(body, s.m) + top.energy(s.Q); };
  const double E0 = total();
  double largest = 0, half = 0;
  for (long i = 0; i < 1000000; ++i) {
    ASSERT_TRUE(drive.step(0.5, s).converged);
    largest = std::fmax(largest, std::fabs(total() / E0 - 1));
    if (i == 499999) half = largest;
  }
  EXPECT_LT(largest, 3e-13);  // measured 5e-14; the goal is 1e-12
  EXPECT_TRUE(largest < 2.5 * half + 3e-14) << "a trend: " << half << " " << largest;
}

TEST(Gauss, StepsThatDoNotContractAreReportedAndChangeNothing) {
  const HeavyTop<> top(1, {0, 0, 1});
  const Principal<double> body(Vec3<double>{1, 2, 3});
  const auto check = [&]<class M>() {
    Drive<M, HeavyTop<>> drive(body, top);
    PrincipalState<double> s{{}, {0.5, 2, 4.5}};
    ASSERT_TRUE(drive.step(0.0, 0.2, s).converged);
    const PrincipalState<double> before = s;
    const auto memory = drive.memory();
    EXPECT_FALSE(drive.step(0.2, 20.0, s).converged);
    EXPECT_EQ(0, std::memcmp(&s, &before, sizeof s));
    EXPECT_EQ(0, std::memcmp(&memory, &drive.memory(), sizeof memory));
    EXPECT_TRUE(drive.step(0.2, 0.2, s).converged);
  };
  check.operator()<Gauss8>();
  check.operator()<Gauss16>();
  check.operator()<Gauss8Fixed>();
  check.operator()<Gauss16Fixed>();
}

}  // namespace
}  // namespace polhode
