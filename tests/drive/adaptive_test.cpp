// adaptive_test.cpp -- steps that follow the motion: by a tolerance, and reversibly
#include "polhode/drive/adaptive.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/drive/extrapolation.hpp"
#include "polhode/drive/solve.hpp"
#include "polhode/methods/cf4.hpp"
#include "polhode/methods/rk.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/numbers/quad.hpp"
#include "polhode/torques/all.hpp"
#include "polhode/torques/combined.hpp"

namespace polhode {
namespace {

// --- steps by a tolerance ---------------------------------------------------------------------------------------------------

const Principal<double> kBody(Vec3<double>{1, 2, 3});
const PrincipalState<double> kStart{{}, {0.5, 2, 4.5}};
constexpr double kEnd = 10;
const HeavyTop<> kTop(1, {0, 0.3, 1});
const auto kBraked = sum_of_torques(kTop, Drag<>{0.05});
/// A torque that becomes ten times as strong after a while: steps have to become shorter by themselves.
const auto kPulse = sum_of_torques(kTop, body_torque([]<class T>(T t) {
                                     const T x = (t - T(5)) * T(4), rise = T(1) / (T(1) + exp(-x));
                                     return Vec3<T>{T(0.1) + T(3) * rise, T(0), T(0.2) * rise};
                                   }));

double error_of(const PrincipalState<double>& a, const PrincipalState<double>& b) {
  return 2 * std::sqrt(attitude_chord2(a.Q, b.Q));
}
/// At the end, by so many steps of a method that none of the tests is about.
template <class Torque>
PrincipalState<double> truth(const Principal<double>& body, const Torque& torque, PrincipalState<double> s, double end,
                             long steps) {
  Drive<Rk9, Torque> drive(body, torque);
  for (long i = 0; i < steps; ++i)
    EXPECT_TRUE(drive.step({end * double(i) / double(steps), end / double(steps), 0}, s).converged);
  return s;
}

struct Way : Walked {
  PrincipalState<double> s = kStart;
  double shortest = kEnd, longest = 0;
};
/// From the start to the end, first with a step of `h`.
template <class M, class Torque>
Way walk_by(double tolerance, const Torque& torque, double h) {
  ToleranceWalk<M, Torque> walk(kBody, torque, tolerance);
  Way way;
  long watched = 0;
  double reached = 0;
  PrincipalState<double> last = kStart;
  static_cast<Walked&>(way) =
      walk.run(0, kEnd, h, way.s, [&](double t0, const auto& before, double t1, const auto& after) {
        EXPECT_EQ(t0, reached);
        EXPECT_EQ(0, norm(before.m - last.m));
        way.shortest = std::fmin(way.shortest, t1 - t0), way.longest = std::fmax(way.longest, t1 - t0), ++watched;
        reached = t1, last = after;
      });
  EXPECT_EQ(way.outcome, Outcome::done);
  EXPECT_EQ(way.time, kEnd);
  EXPECT_EQ(reached, kEnd);
  EXPECT_EQ(way.steps, watched);
  EXPECT_EQ(0, norm(way.s.m - last.m));
  return way;
}

TEST(ToleranceWalk, ErrorsFollowTheToleranceAndTheEndIsMet) {
  const PrincipalState<double> exact = truth(kBody, kBraked, kStart, kEnd, 2000);
  double before = 1;
  for (const double tolerance : {1e-5, 1e-7, 1e-9}) {
    const Way way = walk_by<Cf4>(tolerance, kBraked, 5);  // a first step that is far too large
    EXPECT_GT(way.rejected, 0);
    EXPECT_LT(way.rejected, way.steps / 4 + 6);
    const double error = error_of(way.s, exact);
    EXPECT_LT(error, 300 * tolerance);  // measured 5 to 30 times, of 30 to 200 steps
    EXPECT_LT(error, before / 20);
    before = error;
  }
}

TEST(ToleranceWalk, TaylorKnowsItsStepFromItsLastTerms) {
  const PrincipalState<double> exact = truth(kBody, kPulse, kStart, kEnd, 2000);
  double before = 1;
  for (const double tolerance : {1e-5, 1e-8, 1e-11})
    for (const double first : {5.0, 1e-3}) {
      const Way way = walk_by<Taylor<12>>(tolerance, kPulse, first);
      EXPECT_EQ(way.rejected, 0);
      EXPECT_GT(way.longest, 2 * way.shortest);
      const double error = error_of(way.s, exact);
      EXPECT_LT(error, 20 * tolerance) << first;  // measured 0.4 to 11 times, of 34 to 121 steps
      if (first > 1) {
        EXPECT_LT(error, before / 50);
        before = error;
      }
    }
}

/// Of tops a step has a tenth of the tolerance or less, of the pulse, which rises within a step, ten times that in the end.
template <class M>
void expect_gauss_to_follow(long most_steps) {
  const PrincipalState<double> top = truth(kBody, kBraked, kStart, kEnd, 2000),
                               pulse = truth(kBody, kPulse, kStart, kEnd, 2000);
  double before = 1;
  for (const double tolerance : {1e-5, 1e-8, 1e-11})
    for (const double first : {5.0, 1e-3}) {
      const Way smooth = walk_by<M>(tolerance, kBraked, first), rising = walk_by<M>(tolerance, kPulse, first);
      EXPECT_LT(error_of(smooth.s, top), 0.5 * tolerance) << first;   // measured 0.005 to 0.08
      EXPECT_LT(error_of(rising.s, pulse), 30 * tolerance) << first;  // measured 0.05 to 10
      EXPECT_LT(smooth.rejected, 8);
      EXPECT_LT(rising.rejected, 8);
      EXPECT_LT(smooth.steps, most_steps);
      if (first > 1) {
        EXPECT_GT(rising.longest, 2 * rising.shortest);
        EXPECT_LT(error_of(smooth.s, top), before / 50);
        before = error_of(smooth.s, top);
      }
    }
}
TEST(ToleranceWalk, GaussKnowsItsStepFromItsSweepsAndItsPolynomial) {
  expect_gauss_to_follow<Gauss8>(200);  // measured 158
  expect_gauss_to_follow<Gauss16>(30);  // measured 23
}
TEST(ToleranceWalk, GaussGoesDownToRounding) {
  const PrincipalState<double> exact = truth(kBody, kBraked, kStart, kEnd, 2000);
  for (const double tolerance : {1e-15, 2.3e-16})
    EXPECT_LT(error_of(walk_by<Gauss16>(tolerance, kBraked, 0.1).s, exact), 1e-13);  // measured 1e-14
}

template <class M>
void expect_there_and_back() {
  ToleranceWalk<M, HeavyTop<>> walk(kBody, kTop, 1e-11);
  PrincipalState<double> s = kStart;
  double h = 0.1;
  EXPECT_EQ(walk.run(0, kEnd, h, s).outcome, Outcome::done);
  EXPECT_GT(error_of(s, kStart), 0.1);
  EXPECT_EQ(walk.run(kEnd, 0, h, s).outcome, Outcome::done);
  EXPECT_LT(error_of(s, kStart), 1e-9) << M::info.name;
  const auto bad = body_torque([]<class T>(T t) { return Vec3<T>{sqrt(T(1) - t), T(0), T(0)}; });
  ToleranceWalk<M, decltype(bad)> stopped(kBody, bad, 1e-11);
  const Walked walked = stopped.run(0, 2, h, s);
  EXPECT_EQ(walked.outcome, Outcome::not_converged);
  EXPECT_LE(walked.time, 1.001);  // the last stage of Gauss is a little before the end of its step
  EXPECT_TRUE(std::isfinite(norm2(s.m) + norm2(s.Q)));
}
TEST(ToleranceWalk, GoesBackAndStopsWhereThereIsNoNumber) {
  expect_there_and_back<Rk8>();
  expect_there_and_back<Taylor<12>>();
  expect_there_and_back<Gauss8>();
  expect_there_and_back<Gauss16>();
}

/// Far from the centre there is almost no torque; what happens near to it takes 0.02 of 1406 s.
TEST(ToleranceWalk, SeesANarrowFlybyFromAfar) {
  KeplerOrbit<>::Elements e;
  e.eccentricity = 3, e.periapsis_radius = 0.1, e.periapsis_time = 703, e.inclination = 1;
  const Vec3<double> I{1, 2, 3};
  const Principal<double> body(I);
  const GravityGradientOnOrbit<> flyby(KeplerOrbit<>(e), I);
  const PrincipalState<double> start{{}, {1e-3, 1e-3, 1e-3}};
  const Solved exact = solve(body, flyby, start, 0.0, 1406.0, {.accuracy = 1e-5});
  ASSERT_TRUE(exact.good());
  const auto check = [&]<class M>() {
    ToleranceWalk<M, GravityGradientOnOrbit<>> walk(body, flyby, 1e-5);
    PrincipalState<double> s = start;
    double h = 2000;
    EXPECT_EQ(walk.run(0, 1406, h, s).outcome, Outcome::done);
    EXPECT_NEAR(norm(s.m) / norm(exact.states.back().m), 1, 0.01) << M::info.name;  // measured within 0.005
  };
  check.operator()<Cf4>();
  check.operator()<Rk8>();     // without the torque's scale of time: two steps, 4e-5 of the momentum
  check.operator()<Gauss8>();  // 0.82 of it
  check.operator()<Gauss16>();
}

/// A series knows nothing of the cubic that comes behind a row, nor does a polynomial through stages.
TEST(ToleranceWalk, EndsAtTheRowsOfATable) {
  const std::vector<std::array<double, 4>> rows{{-0.3, 1, 0, 2}, {0.4, -1, 1, 0}, {0.5, 2, -1, 1}, {1.9, 0, 1, -2},
                                                {2.05, 1, 1, 1}, {3.6, -2, 0, 1}, {5, 0, 2, 0},    {5.1, 1, 1, 1},
                                                {7.7, -1, 0, 1}, {9.2, 2, 1, -1}, {11, 0, 0, 0}};
  const TableTorque<> table(rows, Frame::space);
  PrincipalState<Quad> right = convert<Quad>(kStart);
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {  // from row to row, in 33 digits
    const double from = std::fmax(rows[i][0], 0), until = std::fmin(rows[i + 1][0], kEnd);
    right = extrapolated(Principal<Quad>(convert<Quad>(kBody.I)), table, Quad(from), Quad(until) - Quad(from), right,
                         4L + long(16 * (until - from)));
  }
  const PrincipalState<double> exact = convert<double>(right);
  for (const double tolerance : {1e-9, 1e-12, 1e-14}) {
    EXPECT_LE(error_of((walk_by<Taylor<12>>(tolerance, table, 0.1).s), exact), 1e3 * tolerance) << tolerance;
    EXPECT_LE(error_of((walk_by<Gauss<8>>(tolerance, table, 0.1).s), exact), 1e3 * tolerance) << tolerance;
  }
}
TEST(ToleranceWalk, RefusesWhatIsNone) {
  for (const double bad : {0.0, -1.0, double(NAN)}) {
    EXPECT_THROW((ToleranceWalk<Cf4, HeavyTop<>>(kBody, kTop, bad)), InvalidInput);
    EXPECT_THROW((ToleranceWalk<Gauss16, HeavyTop<>>(kBody, kTop, bad)), InvalidInput);
    EXPECT_THROW((ReversibleWalk<Strang<Sr<2>>, HeavyTop<>>(kBody, kTop, bad)), InvalidInput);
  }
}

TEST(ToleranceWalk, StopsWhereTheTorqueIsNotANumber) {
  const auto bad = body_torque([](double t) { return Vec3<double>{t < 1 ? 0.1 : std::nan(""), 0, 0}; });
  const auto check = [&]<class M>() {
    ToleranceWalk<M, decltype(bad)> walk(kBody, bad, 1e-8);
    PrincipalState<double> s = kStart;
    double h = 0.1;
    const Walked walked = walk.run(0, 2, h, s);
    EXPECT_EQ(walked.outcome, Outcome::not_converged);
    EXPECT_NEAR(walked.time, 1, 1e-3);
    EXPECT_TRUE(std::isfinite(norm2(s.m)));
  };
  check.operator()<Cf4>();
  check.operator()<Gauss16>();
}

// --- reversible steps -------------------------------------------------------------------------------------------------------

/// The scenario coulomb_wall; energies over so many bounces of the third axis.
struct Bounces {
  double first = 0, last = 0;  // largest energy errors in the first and in the last tenth
};
template <class Step>
Bounces bounce(PrincipalState<double> s, const Principal<double>& body, long bounces, Step step) {
  const CoulombWall<> wall;
  const double E0 = energy(body, s.m) + wall.energy(s.Q);
  Bounces result;
  bool down = false;
  double height = 0;
  for (long n = 0; n < bounces;) {
    if (!step(s)) return {INFINITY, INFINITY};
    const double now = vertical(s.Q).z, error = std::fabs((energy(body, s.m) + wall.energy(s.Q)) / E0 - 1);
    if (down && now > height) ++n;
    down = now < height, height = now;
    if (n < bounces / 10) result.first = std::fmax(result.first, error);
    if (n >= bounces - bounces / 10) result.last = std::fmax(result.last, error);
  }
  return result;
}

TEST(ReversibleWalk, KeepsTheEnergyOverManyBouncesWhereAPlainRuleLosesIt) {
  const Principal<double> body(Vec3<double>{2, 3, 4.5});
  const PrincipalState<double> start{{}, {2, 2, 2}};
  using M = Strang<Sr<2>>;
  constexpr double kTurn = 0.05;
  ReversibleWalk<M, CoulombWall<>> walk(body, CoulombWall<>{}, kTurn);
  const Bounces kept = bounce(start, body, 100000, [&](PrincipalState<double>& s) { return walk.step(s) > 0; });
  EXPECT_LT(kept.last, 0.05);  // measured 0.03
  Drive<M, CoulombWall<>> drive(body, CoulombWall<>{});
  const Bounces lost = bounce(start, body, 3000,
                              [&](PrincipalState<double>& s) { return drive.step(kTurn / walk.rate(s), s).converged; });
  EXPECT_GT(lost.last, 0.3);  // measured 0.9: the axis no longer leaves the wall
}

TEST(ReversibleWalk, GoesBackByTheSameSteps) {
  const Principal<double> body(Vec3<double>{2, 3, 4.5});
  PrincipalState<double> s{{}, {2, 2, 2}};
  ReversibleWalk<Strang<Sr<2>>, CoulombWall<>> walk(body, CoulombWall<>{}, 0.1);
  std::vector<double> steps;
  for (int i = 0; i < 200; ++i) steps.push_back(walk.step(s));
  for (int i = 199; i >= 0; --i) EXPECT_NEAR(walk.step(s, -1), -steps[std::size_t(i)], 1e-8 * steps[std::size_t(i)]);
  EXPECT_LT(norm(s.m - Vec3<double>{2, 2, 2}), 1e-8);  // measured 1e-11
}

}  // namespace
}  // namespace polhode
