// exact: rounding over a million steps, special motions. jem2, jem4: limit cases.
#include "polhode/methods/exact.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "polhode/body/invariants.hpp"
#include "polhode/exact/jacobi_reference.hpp"
#include "polhode/methods/jem.hpp"
#include "polhode/numbers/quad.hpp"
#include "support/bodies.hpp"

namespace polhode {
namespace {

struct Invariants {
  Quad energy, length;
  Vec3<Quad> L;
};
Invariants invariants(const Principal<double>& body, const PrincipalState<double>& s) {
  Principal<Quad> b(convert<Quad>(body.I));
  b.x = convert<Quad>(body.x);
  const PrincipalState<Quad> q = convert<Quad>(s);
  return {energy(b, q.m), norm(q.m), rotate(normalized(q.Q), q.m)};
}
struct Errors {
  double energy = 0, length = 0, L = 0, unit = 0;
};
template <class M>
Errors long_run(const Principal<double>& body, PrincipalState<double>& s, double h, int steps) {
  const Invariants start = invariants(body, s);
  Errors worst;
  for (int i = 1; i <= steps; ++i) {
    M::step(body, h, s);
    if (i % 500 != 0) continue;
    const Invariants now = invariants(body, s);
    worst.energy = std::max(worst.energy, double(relative_error(now.energy, start.energy)));
    worst.length = std::max(worst.length, double(relative_error(now.length, start.length)));
    worst.L = std::max(worst.L, double(norm(now.L - start.L) / start.length));
    worst.unit = std::max(worst.unit, std::fabs(norm2(s.Q) - 1));
  }
  return worst;
}

TEST(Exact, KeepsItsInvariantsOverAMillionSteps) {
  Errors worst;
  double attitude = 0, momentum = 0;
  for (const test::Problem& problem : test::kProblems)
    for (const double angle : {0.1, 0.3, 1.0}) {
      const Principal<double> body = problem.body<double>();
      PrincipalState<double> s = problem.start<double>();
      const double h = angle / problem.rate();
      const int n = 1000000;
      const Errors e = long_run<Exact>(body, s, h, n);
      EXPECT_LT(e.energy, 1e-13) << problem.name << ' ' << angle;  // measured 3.6e-14
      EXPECT_LT(e.length, 1e-13) << problem.name << ' ' << angle;  // measured 1.5e-14
      EXPECT_LT(e.L, 1e-13) << problem.name << ' ' << angle;       // measured 4.7e-14
      EXPECT_LT(e.unit, 1e-15) << problem.name << ' ' << angle;    // measured 4.7e-16
      worst = {std::max(worst.energy, e.energy), std::max(worst.length, e.length), std::max(worst.L, e.L)};
      const PrincipalState<Quad> want = jacobi_reference(Principal<Quad>(convert<Quad>(body.I)),
                                                         convert<Quad>(problem.start<double>()), Quad(h) * Quad(n));
      attitude = std::max(attitude, double(attitude_distance(convert<Quad>(s.Q), want.Q)) / angle);
      momentum = std::max(momentum, double(relative_distance(convert<Quad>(s.m), want.m)) / angle);
    }
  // The walk of the energy walks the rates: 1e6 radians at a rate off by 3e-14.
  EXPECT_LT(attitude, 1e-6);  // measured 1.3e-7
  EXPECT_LT(momentum, 1e-6);  // measured 1.3e-7
  std::printf("energy %.1e, |m| %.1e, L %.1e; attitude %.1e, m %.1e (per h|w|)\n", worst.energy, worst.length, worst.L,
              attitude, momentum);
}

TEST(Exact, OneStepIsTheFreeMotion) {
  test::Random random(3);
  double worst = 0;
  for (int i = 0; i < 1000; ++i) {
    const Principal<double> body(random.moments());
    PrincipalState<double> s{random.attitude(), random.vector()};
    const double h = random.uniform(-3, 3);
    const PrincipalState<Quad> want =
        jacobi_reference(Principal<Quad>(convert<Quad>(body.I)), convert<Quad>(s), Quad(h));
    const double rate = norm(s.m) / std::min({body.I.x, body.I.y, body.I.z});
    ASSERT_TRUE(Exact::step(body, h, s).converged);
    worst = std::max({worst, double(relative_distance(convert<Quad>(s.m), want.m)) / (1 + rate * std::fabs(h)),
                      double(attitude_distance(convert<Quad>(s.Q), want.Q)) / (1 + rate * std::fabs(h))});
  }
  EXPECT_LT(worst, 10 * 0x1p-52);  // measured 6.7 eps: up to 3 of them by choice, along the motion
}

TEST(Exact, LeavesAloneWhatDoesNotMove) {
  const Principal<double> body(Vec3<double>{1, 2, 2.5});
  const PrincipalState<double> start{normalized(Quaternion<double>{0.3, {0.1, -0.7, 0.2}}), {0.4, -0.2, 0.9}};
  PrincipalState<double> s = start;
  EXPECT_TRUE(Exact::step(body, 0.0, s).converged);
  EXPECT_EQ(norm2(s.Q - start.Q) + norm2(s.m - start.m), 0);
  s.m = {};
  EXPECT_TRUE(Exact::step(body, 0.7, s).converged);
  EXPECT_EQ(norm2(s.Q - start.Q) + norm2(s.m), 0);
}

TEST(Exact, SpinsAboutAnAxisForever) {
  // 1e5 steps; the middle axis is unstable, so that any push off it would show.
  for (const Vec3<double>& I : {Vec3<double>{1, 2, 2.5}, {1, 1, 1.7}, {1, 1.7, 1.7}, {2, 2, 2}})
    for (int i = 0; i < 3; ++i) {
      const Principal<double> body(I);
      PrincipalState<double> s;
      s.m[i] = 1.3;
      const PrincipalState<double> start = s;
      const double h = 0.2;
      const int n = 100000;
      for (int k = 0; k < n; ++k) Exact::step(body, h, s);
      EXPECT_LT(norm(s.m - start.m), 1e-14) << I.y << ' ' << i;
      const Quad half_angle = Quad(h) * n * Quad(1.3) / Quad(I[i]) / 2;
      Quaternion<Quad> want{cosq(half_angle), {}};
      want.v[i] = sinq(half_angle);
      EXPECT_LT(double(attitude_distance(convert<Quad>(s.Q), want)), 1e-10) << I.y << ' ' << i;  // measured 2e-11
    }
}

TEST(Exact, KeepsInvariantsOfSymmetricBodiesAndNearTheSeparatrix) {
  const struct {
    Vec3<double> I, m;
  } cases[] = {{{1, 1, 1.7}, {0.3, 0.5, 0.8}},     {{1, 1.7, 1.7}, {0.3, 0.5, 0.8}},
               {{1.3, 1.3, 1.3}, {0.3, 0.5, 0.8}}, {{2, 3, 4}, {1e-9, 1, 1e-9}},
               {{2, 3, 6}, {1, 0.3, 1}},           {{2, 3, 4}, {1, 1e-9, 1e-9}},
               {{1, 1 + 1e-13, 1.7}, {1, 2, 3}},   {{1e-30, 2e-30, 2.5e-30}, {3e-31, 4e-31, 5e-31}}};
  for (const auto& c : cases) {
    const Principal<double> body(c.I);
    PrincipalState<double> s{{}, c.m};
    const Errors e = long_run<Exact>(body, s, 0.3 / norm(times(body.x, c.m)), 100000);
    EXPECT_LT(e.energy, 5e-14) << c.I.x << ' ' << c.m.x;  // measured 2.5e-14, 1.3e-14, 1.4e-14
    EXPECT_LT(e.length, 5e-14) << c.I.x << ' ' << c.m.x;
    EXPECT_LT(e.L, 5e-14) << c.I.x << ' ' << c.m.x;
  }
}

TEST(Exact, ReportsWhatIsNotFinite) {
  const Principal<double> body(Vec3<double>{1, 2, 2.5});
  PrincipalState<double> s{{}, {1, std::numeric_limits<double>::quiet_NaN(), 0}};
  EXPECT_FALSE(Exact::step(body, 0.1, s).converged);
  EXPECT_FALSE(Jem2::step(body, 0.1, s).converged);
  PrincipalState<double> t{{}, {1, 2, 3}};
  EXPECT_FALSE(Exact::step(body, std::numeric_limits<double>::infinity(), t).converged);
  EXPECT_EQ(t.m.y, 2);  // as it was
}

TEST(Exact, HasTheSameBitsInLanes) {
  using P = Pack<double, 4>;
  test::Random random(11);
  PrincipalState<P> s;
  PrincipalState<double> one[4];
  Vec3<P> I;
  P h;
  Vec3<double> moments[4];
  double steps[4];
  for (int l = 0; l < 4; ++l) {
    moments[l] = random.moments(), steps[l] = random.uniform(-1, 1), one[l] = {random.attitude(), random.vector()};
    set_lane(s, l, one[l]), set_lane(h, l, steps[l]);
    for (int k = 0; k < 3; ++k) set_lane(I[k], l, moments[l][k]);
  }
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(all_lanes<P>(Exact::step(Principal<P>(I), h, s).converged));
    EXPECT_TRUE(all_lanes<P>(Jem4::step(Principal<P>(I), h, s).converged));
    for (int l = 0; l < 4; ++l) {
      Exact::step(Principal<double>(moments[l]), steps[l], one[l]);
      Jem4::step(Principal<double>(moments[l]), steps[l], one[l]);
      const PrincipalState<double> got = lane(s, l);
      EXPECT_EQ(got.Q.w, one[l].Q.w);
      EXPECT_EQ(got.Q.v.z, one[l].Q.v.z);
      EXPECT_EQ(got.m.x, one[l].m.x);
    }
  }
}

// ---- jem
// ---------------------------------------------------------------------------------------------------------------

template <class M>
void expect_jem_limits() {
  // A spin about an axis and a sphere have a constant angular velocity: there the attitude is exact as well.
  for (int i = 0; i < 4; ++i) {
    const Principal<double> body(i < 3 ? Vec3<double>{1, 2, 2.5} : Vec3<double>{2, 2, 2});
    PrincipalState<double> s{{}, {0.3, -0.5, 0.8}};
    if (i < 3) s.m = {}, s.m[i] = 0.9;
    const PrincipalState<Quad> want =
        jacobi_reference(Principal<Quad>(convert<Quad>(body.I)), convert<Quad>(s), Quad(0.3) * 100);
    for (int k = 0; k < 100; ++k) M::step(body, 0.3, s);
    EXPECT_LT(double(attitude_distance(convert<Quad>(s.Q), want.Q)), 2e-13) << i;  // measured 5.9e-15
    EXPECT_LT(double(relative_distance(convert<Quad>(s.m), want.m)), 1e-14) << i;  // measured 3.0e-16
  }
}
TEST(Jem, IsExactForConstantAngularVelocity) {
  expect_jem_limits<Jem2>();
  expect_jem_limits<Jem4>();
}

template <class M>
void expect_jem_invariants() {
  const test::Problem& problem = test::kProblems[0];
  const Principal<double> body = problem.body<double>();
  PrincipalState<double> s = problem.start<double>();
  const Errors e = long_run<M>(body, s, 0.3 / problem.rate(), 100000);
  EXPECT_LT(e.energy, 5e-14);  // measured 4.8e-15, 2.9e-15
  EXPECT_LT(e.length, 5e-14);
  EXPECT_GT(e.L, 1e-6);  // L = Q m is not kept: measured 2.3e-3, 5.0e-6
}
TEST(Jem, KeepsEnergyAndLengthButNotL) {
  expect_jem_invariants<Jem2>();
  expect_jem_invariants<Jem4>();
}

TEST(Jem, CommutatorHasTheSignOfBodyAxes) {
  // One step in quadruple precision: with the other sign, or without the term, the error would be of order 3, not 5.
  const test::Problem& problem = test::kProblems[1];
  const Principal<Quad> body = problem.body<Quad>();
  double before = 0;
  for (const Quad h : {Quad(0.02), Quad(0.01), Quad(0.005)}) {
    PrincipalState<Quad> s = problem.start<Quad>();
    const PrincipalState<Quad> want = jacobi_reference(body, s, h);
    Jem4::step(body, h, s);
    const double error = double(attitude_distance(s.Q, want.Q));
    if (before > 0) {
      EXPECT_NEAR(std::log2(before / error), 5, 0.1);
    }
    before = error;
  }
}

}  // namespace
}  // namespace polhode
