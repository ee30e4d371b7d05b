// Compositions: the conditions on the coefficients themselves, and the order that the engine reaches.
#include "polhode/methods/parts/composition.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/numbers/quad.hpp"
#include "support/ulp.hpp"

namespace polhode {
namespace {

template <class Table>
class Tables : public testing::Test {};
using AllTables = testing::Types<SingleStep, TripleJump, Suzuki5, KahanLi9, KahanLi17>;
TYPED_TEST_SUITE(Tables, AllTables);

template <class Table>
std::vector<Quad> steps() {
  const auto g = Table::template steps<Quad>();
  return {g.begin(), g.end()};
}
Quad power_sum(const std::vector<Quad>& g, int n) {
  Quad sum = 0;
  for (const Quad x : g) sum += powq(x, Quad(n));
  return sum;
}

TYPED_TEST(Tables, are_symmetric_and_add_up_to_one_step) {
  const auto g = TypeParam::template steps<double>();
  const std::vector<Quad> q = steps<TypeParam>();
  double sum = 0;
  for (std::size_t i = 0; i < g.size(); ++i) {
    sum += g[i];
    EXPECT_EQ(g[i], g[g.size() - 1 - i]);
    EXPECT_LE(test::ulp_error(g[i], q[i]), 4);  // measured 2.6: the middle one is a sum of the others
  }
  EXPECT_NEAR(sum, 1, 1e-15);
  EXPECT_LE(double(abs(power_sum(q, 1) - Quad(1))), 1e-33);  // measured 0
}
// A symmetric composition of symmetric methods has order 4 if sum g^3 = 0, then order 6 needs sum g^5 = 0 and one condition
// with both, and so on. Sums of odd powers below the order vanish, the next one does not: the tables promise no less. The mixed
// conditions are covered by the order itself, measured below.
TYPED_TEST(Tables, have_vanishing_power_sums_up_to_their_order) {
  const std::vector<Quad> g = steps<TypeParam>();
  for (int n = 3; n < TypeParam::order; n += 2)
    EXPECT_LE(double(abs(power_sum(g, n))), 1e-19) << n;             // measured 3e-21, of 20 digits printed
  EXPECT_GE(double(abs(power_sum(g, TypeParam::order + 1))), 1e-5);  // measured 7e-4 at least
}
TEST(Decimal, is_right_to_the_last_digit_of_each_type) {
  // Roots of g^3 (2 - c^3)..., with c the cube root of 2 or 4: (2 - 1/g)^3 = 2, (4 - 1/g)^3 = 4.
  const Quad triple = TripleJump::half[0].value<Quad>(), suzuki = Suzuki5::half[0].value<Quad>();
  const Quad triple_exact = Quad(1) / (Quad(2) - cbrtq(Quad(2))), suzuki_exact = Quad(1) / (Quad(4) - cbrtq(Quad(4)));
  EXPECT_LE(double(abs(triple - triple_exact)), 1e-33);  // measured 0: in Quad an ulp is 2e-34
  EXPECT_LE(double(abs(suzuki - suzuki_exact)), 1e-33);  // measured 5e-35
  EXPECT_LE(test::ulp_error(TripleJump::half[0].value<double>(), triple_exact), 2);  // measured 0.7
  EXPECT_LE(test::ulp_error(Suzuki5::half[0].value<double>(), suzuki_exact), 2);     // measured 0.6
  EXPECT_EQ((Decimal{500000000000000000, 0}.value<double>()), 0.5);
  EXPECT_EQ((Decimal{-250000000000000000, 0}.value<float>()), -0.25f);
  const long double third = Decimal{333333333333333333, 333333333333333333}.value<long double>();
  EXPECT_LE(std::fabs(double(third - 1.0L / 3)), 1e-19);  // measured 0
}

// --- the engine, on y' = f(y) with y in the plane --------------------------------------------------------------------

struct Plane {
  Quad q, p;
};
struct Pendulum {};

/// Kick, drift, kick: exact flows of p' = -sin q and of q' = p + p^3/5, which is nonlinear in both so that no condition is met by
/// chance. With the two parts named, or as a whole step.
struct WithParts {
  static void outer(const Pendulum&, Quad h, Plane& s) {
    Quad sine, cosine;
    sincos(s.q, sine, cosine);
    s.p -= h * sine;
  }
  static void inner(const Pendulum&, Quad h, Plane& s) { s.q += h * (s.p + s.p * s.p * s.p / Quad(5)); }
};
struct AsAWhole {
  static StepStatus<Quad> step(const Pendulum& body, Quad h, Plane& s) {
    WithParts::outer(body, Quad(0.5) * h, s);
    WithParts::inner(body, h, s);
    WithParts::outer(body, Quad(0.5) * h, s);
    return {.converged = true, .iterations = 2};
  }
};

template <class Base, class Table>
Plane after(Quad time, int n) {
  Plane s{Quad(0.7), Quad(0.4)};
  const Quad h = time / Quad(n);
  for (int i = 0; i < n; ++i) compose<Base, Table>(Pendulum{}, h, s);
  return s;
}
double apart(const Plane& a, const Plane& b) {
  return double(abs(a.q - b.q) + abs(a.p - b.p));
}

TYPED_TEST(Tables, reach_their_order_at_every_halving) {
  using Table = TypeParam;
  const Plane exact = after<WithParts, KahanLi17>(Quad(1), 2000);  // measured error 1e-30
  double before = 0;
  for (const int n : {20, 40, 80, 160}) {
    const double error = apart(after<WithParts, Table>(Quad(1), n), exact);
    if (before > 0) {
      EXPECT_NEAR(std::log2(before / error), Table::order, 0.02) << n;  // measured 0.002 off
    }
    before = error;
  }
}
TYPED_TEST(Tables, joined_outer_flows_are_the_same_step) {
  using Table = TypeParam;
  const Plane joined = after<WithParts, Table>(Quad(1), 10), whole = after<AsAWhole, Table>(Quad(1), 10);
  EXPECT_LE(apart(joined, whole), 1e-31);  // measured 4e-34
  Plane s{Quad(0.7), Quad(0.4)};
  const StepStatus<Quad> status = compose<AsAWhole, Table>(Pendulum{}, Quad(0.1), s);
  EXPECT_TRUE(status.converged);
  EXPECT_EQ(status.iterations, 2 * int(Table::template steps<double>().size()));
}
TYPED_TEST(Tables, a_step_back_undoes_a_step) {
  Plane s{Quad(0.7), Quad(0.4)};
  compose<WithParts, TypeParam>(Pendulum{}, Quad(0.3), s);
  compose<WithParts, TypeParam>(Pendulum{}, Quad(-0.3), s);
  EXPECT_LE(apart(s, {Quad(0.7), Quad(0.4)}), 1e-32);  // measured 1e-34
}

/// Fails whenever it is asked to go backwards.
struct OnlyForward {
  static StepStatus<double> step(const Pendulum&, double h, double& s) {
    s += h;
    return {.converged = h > 0, .iterations = 1};
  }
};
TEST(Compose, reports_a_failure_of_any_sub_step) {
  double s = 0;
  EXPECT_TRUE((compose<OnlyForward, SingleStep>(Pendulum{}, 1.0, s).converged));
  EXPECT_FALSE((compose<OnlyForward, TripleJump>(Pendulum{}, 1.0, s).converged));  // its middle step is negative
  EXPECT_NEAR(s, 2, 1e-15);
}

}  // namespace
}  // namespace polhode
