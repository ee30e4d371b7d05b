// auto: one step against the exact motion in every class of body, rounding over a million steps, the choice, lanes
#include "polhode/methods/weierstrass.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/exact/jacobi_reference.hpp"
#include "polhode/numbers/quad.hpp"
#include "support/bodies.hpp"

namespace polhode {
namespace {

using Flow = Drive<Weierstrass>;

struct Error {
  double m = 0, Q = 0;
  void raise(const Error& e) {
    if (!(e.m <= m)) m = e.m;
    if (!(e.Q <= Q)) Q = e.Q;
  }
};
Error error_of_step(const Vec3<double>& I, const Vec3<double>& m, double angle) {
  const Principal<double> body(I);
  PrincipalState<double> s{normalized(Quaternion<double>{0.3, {0.1, -0.7, 0.2}}), m};
  const double h = angle / norm(times(body.x, m));
  const PrincipalState<Quad> want = jacobi_reference(Principal<Quad>(convert<Quad>(I)), convert<Quad>(s), Quad(h));
  EXPECT_TRUE(Flow(body).step(h, s).converged);
  return {double(relative_distance(convert<Quad>(s.m), want.m)), double(attitude_distance(convert<Quad>(s.Q), want.Q))};
}

TEST(Weierstrass, OneStepIsExactToRounding) {
  test::Random random(3);
  for (const double angle : {0.003, 0.1, 0.4, 0.549, -0.549, 0.56, 1.09, -1.0}) {
    Error worst;
    for (int i = 0; i < 2000; ++i) worst.raise(error_of_step(random.moments(), random.vector(), angle));
    std::printf("h|w| = %6.3f: m %.1e, Q %.1e\n", angle, worst.m, worst.Q);
    // Beyond 0.55 some steps are those of `exact`, which moves along the motion by up to 3 eps.
    EXPECT_LT(worst.m, std::fabs(angle) < 0.55 ? 4e-16 : 2e-15) << angle;  // measured 1.8e-16, 8.7e-16
    EXPECT_LT(worst.Q, std::fabs(angle) < 0.55 ? 2e-15 : 4e-15) << angle;  // measured 5.6e-16, 1.8e-15
  }
}

TEST(Weierstrass, OneStepIsExactInEveryClassOfBody) {
  test::Random random(4);
  Error rods, plates, near_symmetric, symmetric, near_axes, separatrix, effective, needles;
  for (int i = 0; i < 2000; ++i) {
    const double angle = random.uniform(0, 0.54), thin = std::pow(10, random.uniform(-6, -1));
    Vec3<double> m = random.vector();
    rods.raise(error_of_step({thin, 1, 1 + thin * random.uniform(-0.9, 0.9)}, {m.x * thin, m.y, m.z}, angle));
    const double other = random.uniform(0.3, 1);
    plates.raise(error_of_step({1, other, 1 + other - 1e-3 * thin}, m, angle));
    near_symmetric.raise(error_of_step({1, 1 + thin * thin, random.uniform(0.1, 1.9)}, m, angle));
    symmetric.raise(error_of_step({1, 1, i % 3 == 0 ? 1 : random.uniform(0.1, 1.9)}, m, angle));
    Vec3<double> spin = 1e-3 * thin * thin * m;
    spin[i % 3] = 1;
    near_axes.raise(error_of_step(random.moments(), spin, angle));
    // 2T I2 = |m|^2: m1^2/m3^2 = (1/I2 - 1/I3)/(1/I1 - 1/I2)
    const Vec3<double> I{0.6, 0.8, 1};
    separatrix.raise(error_of_step(I, {m.x, m.y, m.x * std::sqrt((1 / I.x - 1 / I.y) / (1 / I.y - 1 / I.z))}, angle));
    const auto any = [&] { return std::pow(10, random.uniform(-1.5, 1.5)); };
    // Most of these steps are those of exact, with its errors: eps (1 + h G/I) with the least moment.
    const auto of_turns = [&](const Vec3<double>& J) {
      const double turns = 1 + angle / norm(m) * norm(times(J, m)) / std::min({J.x, J.y, J.z});
      const Error e = error_of_step(J, times(J, m), angle);
      return Error{e.m / turns, e.Q / turns};
    };
    effective.raise(of_turns({any(), any(), any()}));
    const double tiny = std::pow(10, random.uniform(-10, -1));
    needles.raise(of_turns(i % 2 == 0 ? Vec3<double>{tiny, 1, other} : Vec3<double>{tiny, 3 * other * tiny, 1}));
  }
  const auto expect = [](const char* what, const Error& e, double bound_m, double bound_Q) {
    std::printf("%-20s m %.1e, Q %.1e\n", what, e.m, e.Q);
    EXPECT_LT(e.m, bound_m) << what;
    EXPECT_LT(e.Q, bound_Q) << what;
  };
  expect("thin rods", rods, 6e-16, 2e-15);                   // measured 3.1e-16, 6.1e-16
  expect("plates", plates, 6e-16, 2e-15);                    // measured 1.9e-16, 6.8e-16
  expect("nearly symmetric", near_symmetric, 6e-16, 2e-15);  // measured 1.5e-16, 4.3e-16
  expect("symmetric", symmetric, 6e-16, 2e-15);              // measured 1.8e-16, 4.2e-16
  expect("near the axes", near_axes, 6e-16, 2e-15);          // measured 1.1e-16, 4.8e-16
  expect("separatrix", separatrix, 6e-16, 2e-15);            // measured 1.2e-16, 4.7e-16
  expect("effective needles", needles, 2e-15, 4e-15);        // measured 3.7e-16, 8.9e-16
  expect("effective moments", effective, 2e-15, 4e-15);      // measured 7e-16, 1.6e-15
}

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

TEST(Weierstrass, KeepsItsInvariantsOverAMillionSteps) {
  double worst_energy = 0, worst_length = 0, worst_L = 0;
  for (const test::Problem& problem : test::kProblems)
    for (const double angle : {0.1, 0.4, 0.8}) {
      const Principal<double> body = problem.body<double>();
      Flow flow(body);
      PrincipalState<double> s = problem.start<double>();
      const Invariants start = invariants(body, s);
      const double h = angle / problem.rate();
      for (int i = 1; i <= 1000000; ++i) {
        flow.step(h, s);
        if (i % 500 != 0) continue;
        const Invariants now = invariants(body, s);
        worst_energy = std::max(worst_energy, double(relative_error(now.energy, start.energy)));
        worst_length = std::max(worst_length, double(relative_error(now.length, start.length)));
        worst_L = std::max(worst_L, double(norm(now.L - start.L) / start.length));
        ASSERT_LT(std::fabs(norm2(s.Q) - 1), 1e-15);  // measured 6.7e-16
      }
    }
  std::printf("energy %.1e, |m| %.1e, L %.1e\n", worst_energy, worst_length, worst_L);
  // A random walk: sqrt(1e6) roundings of m, one eps/2 at most each, are 1e-13. A drift of eps a step would be 2e-10.
  EXPECT_LT(worst_energy, 3e-13);  // measured 1.8e-13
  EXPECT_LT(worst_length, 2e-13);  // measured 8.2e-14
  EXPECT_LT(worst_L, 3e-13);       // measured 2.0e-13
}

TEST(Weierstrass, LargeStepsAndPreciseTypesAreTheExactFlow) {
  test::Random random(5);
  for (int i = 0; i < 200; ++i) {
    const Principal<double> body(random.moments());
    PrincipalState<double> a{random.attitude(), random.vector()}, b = a;
    const double h = random.uniform(1.2, 6) / norm(times(body.x, a.m));
    EXPECT_TRUE(Flow(body).step(h, a).converged);
    Drive<Exact>(body).step(h, b);
    EXPECT_EQ(0, std::memcmp(&a, &b, sizeof a));
    const Principal<Quad> precise(convert<Quad>(body.I));
    PrincipalState<Quad> c = convert<Quad>(a), d = c;
    Drive<Weierstrass, NoTorque, Quad>(precise).step(Quad(0.1), c);
    Drive<Exact, NoTorque, Quad>(precise).step(Quad(0.1), d);
    EXPECT_EQ(double(norm2(c.Q - d.Q) + norm2(c.m - d.m)), 0);
  }
}

TEST(Weierstrass, LanesInAllRegimesHaveTheBitsOfOne) {
  using P = Pack<double, 8>;
  test::Random random(6);
  for (int run = 0; run < 50; ++run) {
    PrincipalState<P> s;
    Vec3<P> I;
    P h;
    PrincipalState<double> one[8];
    Vec3<double> moments[8];
    double steps[8];
    for (int l = 0; l < 8; ++l) {
      moments[l] = random.moments(), one[l] = {random.attitude(), random.vector()};
      steps[l] = random.uniform(-1, 1) * (run % 2 ? 0.5 : 2.5) / norm(times(Principal<double>(moments[l]).x, one[l].m));
      if (l == 6) one[l].m = {};
      set_lane(s, l, one[l]), set_lane(h, l, steps[l]);
      for (int k = 0; k < 3; ++k) set_lane(I[k], l, moments[l][k]);
    }
    Drive<Weierstrass, NoTorque, P> flow{Principal<P>(I)};
    for (int i = 0; i < 10; ++i) {
      EXPECT_TRUE(all_lanes<P>(flow.step(h, s).converged));
      for (int l = 0; l < 8; ++l) {
        Flow(Principal<double>(moments[l])).step(steps[l], one[l]);
        const PrincipalState<double> got = lane(s, l);
        EXPECT_EQ(0, std::memcmp(&got, &one[l], sizeof got)) << "lane " << l;
      }
    }
  }
}

TEST(Weierstrass, SpinsAboutAnAxisForever) {
  for (const Vec3<double>& I : {Vec3<double>{1, 2, 2.5}, {1, 1, 1.7}, {1, 1.7, 1.7}, {2, 2, 2}})
    for (int i = 0; i < 3; ++i) {
      Flow flow{Principal<double>(I)};
      PrincipalState<double> s;
      s.m[i] = 1.3;
      for (int k = 0; k < 100000; ++k) flow.step(0.2, s);
      EXPECT_EQ(s.m[i], 1.3) << I.y << ' ' << i;
      const Quad half_angle = Quad(0.2) * 100000 * Quad(1.3) / Quad(I[i]) / 2;
      Quaternion<Quad> want{cosq(half_angle), {}};
      want.v[i] = sinq(half_angle);
      EXPECT_LT(double(attitude_distance(convert<Quad>(s.Q), want)), 1e-10) << I.y << ' ' << i;  // measured 2e-11
    }
}

TEST(Weierstrass, ReportsWhatIsNotFinite) {
  Flow flow{Principal<double>(Vec3<double>{1, 2, 2.5})};
  PrincipalState<double> s{{}, {1, std::numeric_limits<double>::quiet_NaN(), 0}};
  EXPECT_FALSE(flow.step(0.1, s).converged);
  PrincipalState<double> t{{}, {1, 2, 3}};
  EXPECT_FALSE(flow.step(std::numeric_limits<double>::infinity(), t).converged);
  EXPECT_EQ(t.m.y, 2);  // as it was
}

}  // namespace
}  // namespace polhode
