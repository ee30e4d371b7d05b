// mz_test.cpp -- time-rescaled Moser-Veselov: table, orders, limit, round-off, lanes, special cases
#include "polhode/methods/mz.hpp"

#include "methods/implicit_checks.hpp"
#include "polhode/methods/tables/mz.hpp"

namespace polhode::test {
namespace {

TEST(MzTable, BeginsAsThatOfDmv) {
  namespace table = tables::mz;
  for (const Problem& problem : kProblems) {
    const Principal<Quad> body = problem.body<Quad>();
    const Vec3<Quad> m = problem.start<Quad>().m;
    const auto [C, H, W, e1, e2, e3] = Symbols(body, m);
    for (int i : {0}) expect_same(table_value(table::s[i], body, m), table_value(tables::dmv::s[i], body, m), "s3");
    for (int i : {0, 1})
      expect_same(table_value(table::d[i], body, m), table_value(tables::dmv::d[i], body, m), "d3, d5");
    expect_same(
        table_value(table::s[1], body, m),
        (e1 * e1 / 30 + 3 * e2 / 20) * H * H + (-e1 * e2 / 30 - e3 / 5) * C * H + (e2 * e2 / 30 - e1 * e3 / 10) * C * C,
        "s5");
  }
}

// measured within 0.09

TEST(Mz, OfOrderTwoIsDmv) {
  PrincipalState<double> a{{}, {1.8, 0.4, -0.9}}, b = a;
  const Principal<double> body({0.6, 0.8, 1});
  for (int i = 0; i < 100; ++i) {
    FreeDrive<Mz<2>>(body).step(0.1, a);
    FreeDrive<Dmv<2>>(body).step(0.1, b);
  }
  EXPECT_LT(relative_distance(a.m, b.m), 1e-13);
  EXPECT_LT(attitude_distance(a.Q, b.Q), 1e-13);
}
TEST(Mz, MeetsTheStoredReference) {
  expect_stored_reference<Mz<10>>(1000, 1e-12, 1e-10);
}
TEST(Mz, FindsTheRightRootOrReports) {
  expect_right_root_or_report<Mz<4>>([](double a) { return 0.8 * std::pow(a, 5) + 1e-12; });
  expect_right_root_or_report<Mz<10>>([](double a) { return a < 0.3 ? 3e-8 : 0.15; });
}
TEST(Mz, RoundOffIsARandomWalk) {
  expect_random_walk<Mz<6>>({0.6, 0.8, 1}, {1.8, 0.4, -0.9}, 0.1);
  expect_random_walk<Mz<10>>({0.345, 0.653, 1}, {1.8, 0.4, -0.9}, 0.5);
}

}  // namespace
}  // namespace polhode::test
