// dmv_test.cpp -- discrete Moser-Veselov: the table of the paper, the limit, round-off, lanes, special cases
#include "polhode/methods/dmv.hpp"

#include "methods/implicit_checks.hpp"
#include "polhode/methods/tables/dmv.hpp"

namespace polhode::test {
namespace {

TEST(DmvTable, IsThatOfHairerAndVilmart) {
  namespace table = tables::dmv;
  for (const Problem& problem : kProblems) {
    const Principal<Quad> body = problem.body<Quad>();
    const Vec3<Quad> m = problem.start<Quad>().m;
    const auto [C, H, W, e1, e2, e3] = Symbols(body, m);
    expect_same(table_value(table::s[0], body, m), -e1 / 3 * H + e2 / 6 * C, "s3");
    expect_same(table_value(table::d[0], body, m), e2 / 6 * H - e3 / 3 * C, "d3");
    expect_same(table_value(table::s[1], body, m),
                (e1 * e1 / 30 - e2 / 60) * H * H + (-e1 * e2 / 30 + 2 * e3 / 15) * C * H +
                    (e2 * e2 / 30 - e1 * e3 / 10) * C * C,
                "s5");
    expect_same(table_value(table::d[1], body, m),
                (-e1 * e2 / 60 - e3 / 10) * H * H + (-e2 * e2 / 60 + 2 * e1 * e3 / 15) * C * H - e2 * e3 / 60 * C * C,
                "d5");
    expect_same(table_value(table::s[2], body, m),
                (-e1 * e1 * e1 / 630 + e1 * e2 / 630 + e3 / 35) * H * H * H +
                    (e1 * e1 * e2 / 420 + 41 * e2 * e2 / 2520 - 53 * e1 * e3 / 630) * C * H * H +
                    (-e1 * e2 * e2 / 70 + 11 * e1 * e1 * e3 / 210 - e2 * e3 / 84) * C * C * H +
                    (17 * e2 * e2 * e2 / 2520 - 11 * e1 * e2 * e3 / 420 + 5 * e3 * e3 / 126) * C * C * C,
                "s7");
    expect_same(table_value(table::d[2], body, m),
                (e1 * e1 * e2 / 1260 - 13 * e2 * e2 / 1260 + e1 * e3 / 42) * H * H * H +
                    (13 * e1 * e2 * e2 / 2520 - 8 * e1 * e1 * e3 / 315 + 11 * e2 * e3 / 252) * C * H * H +
                    (e2 * e2 * e2 / 1260 - e1 * e2 * e3 / 1260 - 22 * e3 * e3 / 315) * C * C * H +
                    (-19 * e2 * e2 * e3 / 2520 + e1 * e3 * e3 / 35) * C * C * C,
                "d7");
  }
}

TEST(Dmv, MeetsTheStoredReference) {
  expect_stored_reference<Dmv<8>>(400, 1e-12, 2e-11);   // measured 1.5e-13, 1.8e-11
  expect_stored_reference<Dmv<16>>(100, 2e-14, 5e-14);  // measured 3e-15, 1.5e-14
  expect_stored_reference<Dmv<20>>(100, 2e-14, 5e-14);  // measured 3e-15, 1.5e-14
}

// The bounds are three times the largest error of 200 000 steps, thin rods and motion near an axis among them.
TEST(Dmv, FindsTheRightRootOrReports) {
  expect_right_root_or_report<Dmv<2>>([](double a) { return 0.9 * a * a * a; });
  expect_right_root_or_report<Dmv<4>>([](double a) { return 0.15 * std::pow(a, 5) + 1e-12; });
  expect_right_root_or_report<Dmv<8>>([](double a) { return a < 0.3 ? 2e-7 : 5e-3; });
  expect_right_root_or_report<Dmv<14>>([](double a) { return a < 0.3 ? 1e-9 : 1e-4; });
  expect_right_root_or_report<Dmv<20>>([](double a) { return a < 0.3 ? 4e-13 : 1e-7; });
}

TEST(Dmv, ThinRodsLoseNoDigits) {  // in H and C themselves the series of order 20 would be off by 1e-1 here
  Random random(2);
  double worst = 0;
  for (int i = 0; i < 2000; ++i) {
    const double thin = random.uniform(1e-4, 1e-2), angle = 0.3;
    const Principal<double> body({thin, 1, 1 + thin * random.uniform(-0.9, 0.9)});
    Vec3<double> m = random.vector();
    m.x *= thin;  // all three components of the angular velocity alike
    const double h = angle / norm(times(body.x, m));
    PrincipalState<double> s{{}, m};
    ASSERT_TRUE(FreeDrive<Dmv<20>>(body).step(h, s).converged);
    const PrincipalState<double> exact = PrincipalMotion<double>(body, PrincipalState<double>{{}, m}).at(h);
    worst = std::max({worst, attitude_distance(s.Q, exact.Q), relative_distance(s.m, exact.m)});
  }
  EXPECT_LT(worst, 3e-14);  // measured 7e-15
}

TEST(Dmv, RoundOffIsARandomWalk) {
  for (double angle : {0.05, 0.1, 0.5}) {
    expect_random_walk<Dmv<8>>({0.6, 0.8, 1}, {1.8, 0.4, -0.9}, angle);
    expect_random_walk<Dmv<16>>({0.345, 0.653, 1}, {1.8, 0.4, -0.9}, angle);
  }
  Random random(3);
  for (double angle : {0.07, 0.2, 0.3}) {
    const Vec3<double> I = random.moments(), m = random.vector();
    expect_random_walk<Dmv<2>>(I, m, angle);
    expect_random_walk<Dmv<12>>(I, m, angle);
  }
}

// The length of (1; e) comes from a square root taken before the last correction of q, and a series in that correction.
template <class M>
double worst_length() {
  Random random(4);
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    Vec3<double> I = random.moments();
    if (i % 4 == 0) I.x = std::fabs(I.y - I.z) + 1e-3 * I.x;  // thin rods
    const Principal<double> body(I);
    PrincipalState<double> s{normalized(random.attitude()), random.vector()};
    const double angle = std::pow(10, random.uniform(-4, std::log10(M::kLimit)));
    FreeDrive<M>(body).step(angle / norm(times(body.x, s.m)), s);
    worst = std::max(worst, std::fabs(norm2(s.Q) - 1));
  }
  return worst;
}
TEST(Dmv, AttitudeHasUnitLengthAtEveryStepSize) {
  EXPECT_LT(worst_length<Dmv<2>>(), 1e-15);   // measured 4.4e-16
  EXPECT_LT(worst_length<Dmv<4>>(), 1e-15);   // measured 4.4e-16
  EXPECT_LT(worst_length<Dmv<8>>(), 1e-15);   // measured 4.4e-16
  EXPECT_LT(worst_length<Dmv<20>>(), 1e-15);  // measured 4.4e-16
}

TEST(Dmv, OneIterationIsEnoughAtOrdinarySteps) {
  for (double angle : {0.01, 0.05, 0.1}) {
    FreeDrive<Dmv<8>> body(kProblems[0].body<double>());
    PrincipalState<double> s = kProblems[0].start<double>();
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(body.step(angle / kProblems[0].rate(), s).iterations, 1);
  }
}

}  // namespace
}  // namespace polhode::test
