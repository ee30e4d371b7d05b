// imr_test.cpp -- modified implicit midpoint: table, orders, limit, round-off, lanes, special cases
#include "polhode/methods/imr.hpp"

#include "methods/implicit_checks.hpp"
#include "polhode/methods/tables/imr.hpp"

namespace polhode::test {
namespace {

TEST(ImrTable, BeginsAsDerived) {
  namespace table = tables::imr;
  for (const Problem& problem : kProblems) {
    const Principal<Quad> body = problem.body<Quad>();
    const Vec3<Quad> m = problem.start<Quad>().m;
    const auto [C, H, W, e1, e2, e3] = Symbols(body, m);
    expect_same(table_value(table::s[0], body, m), -e1 * H / 3 + e2 * C / 6 + W / 2, "s3");
    expect_same(table_value(table::d[0], body, m), e2 * H / 6 - e3 * C / 3, "d3");
    expect_same(table_value(table::s[1], body, m),
                (e1 * e1 / 5 + e2 / 15) * H * H - 2 * e1 * H * W / 3 - (e1 * e2 / 5 + e3 / 5) * C * H + W * W / 2 +
                    e2 * C * W / 3 + (e2 * e2 / 30 + e1 * e3 / 15) * C * C,
                "s5");
    expect_same(table_value(table::d[1], body, m),
                (-e1 * e2 / 10 + e3 / 15) * H * H + e2 * H * W / 6 + (e2 * e2 / 15 + 2 * e1 * e3 / 15) * C * H -
                    e3 * C * W / 3 - e2 * e3 * C * C / 10,
                "d5");
  }
}

// measured within 0.05

TEST(Imr, MeetsTheStoredReference) {
  expect_stored_reference<Imr<8>>(1000, 1e-11, 1e-9);
}
TEST(Imr, FindsTheRightRootOrReports) {
  expect_right_root_or_report<Imr<2>>([](double a) { return 0.5 * a * a * a; });
  expect_right_root_or_report<Imr<4>>([](double a) { return 0.2 * std::pow(a, 5) + 1e-12; });
  expect_right_root_or_report<Imr<8>>([](double a) { return a < 0.3 ? 6e-7 : 0.1; });
}
TEST(Imr, RoundOffIsARandomWalk) {
  expect_random_walk<Imr<4>>({0.6, 0.8, 1}, {1.8, 0.4, -0.9}, 0.1);
  expect_random_walk<Imr<8>>({0.345, 0.653, 1}, {1.8, 0.4, -0.9}, 0.5);
}

}  // namespace
}  // namespace polhode::test
