// Power series by one coefficient at a time: the coefficients of Jet, bit for bit, and differential equations that are known.
#include "polhode/numbers/power_series.hpp"

#include <cmath>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/numbers/jet.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode {
namespace {

constexpr int kDegree = 12;

// Every operation that PowerSeries has, with constants on both sides, and a choice.
template <class N>
N formula(const N& x, const N& y) {
  N s, c;
  sincos(x * y, s, c);
  const N a = 2 * x + y / 3 - N(0.25), b = sqrt(x * x + y * y + 1), q = (s - c) / b;
  const N u = pow(b, 1.5) + pow(x, 3) - pow(b, -2) * pow(b, x), v = hypot(x, b) * tan(y / 4) + atan(a) - asin(q / 4);
  return -a * exp(q) + log(b) * sin(y) * cos(x) + (1 - q) / (2 + x * N(0.5)) * atan2(y, b - 3) + u * tanh(v) +
         acos(s / 2) * sinh(x / 3) / cosh(y);
}

TEST(PowerSeries, HasTheCoefficientsOfJet) {
  using J = Jet<double, kDegree>;
  J x, y;
  for (int k = 0; k <= kDegree; ++k) x[k] = std::sin(1 + k) / (1 + k), y[k] = std::cos(2.0 * k) / (1 + k * k);
  const J all = formula(x, y);
  SeriesTape<double> tape(kDegree);
  std::size_t operations = 0;
  for (int k = 0; k <= kDegree; ++k) {
    const SeriesTape<double>::Pass pass(tape, k);
    const PowerSeries<double> f = formula(tape.given(x[k]), tape.given(y[k]));
    // Products with constants leave out the zeros: equal up to the sign of 0.
    EXPECT_EQ(f[k], all[k]) << k;
    EXPECT_EQ(f[0], all[0]) << "coefficients of earlier passes stay";
    EXPECT_TRUE(k == 0 || tape.operations() == operations) << k;
    operations = tape.operations();
  }
}

// y' = f(y), y(0) given, by the coefficients that each pass adds.
template <class F>
std::vector<double> solved(double y0, F f) {
  SeriesTape<double> tape(kDegree);
  std::vector<double> y{y0};
  for (int k = 0; k < kDegree; ++k) {
    const SeriesTape<double>::Pass pass(tape, k);
    y.push_back(f(tape.given(y.back()))[k] / (k + 1));
  }
  return y;
}

TEST(PowerSeries, SolvesDifferentialEquations) {
  const auto geometric = solved(1, [](const auto& y) { return y * y; });    // 1/(1 - t)
  const auto root = solved(1, [](const auto& y) { return 1 / (2 * y); });   // sqrt(1 + t)
  const auto logarithm = solved(0, [](const auto& y) { return exp(-y); });  // log(1 + t)
  double binomial = 1;
  for (int k = 0; k <= kDegree; ++k) {
    EXPECT_DOUBLE_EQ(geometric[std::size_t(k)], 1) << k;
    EXPECT_NEAR(root[std::size_t(k)], binomial, 1e-15) << k;
    EXPECT_NEAR(logarithm[std::size_t(k)], k == 0 ? 0 : (k % 2 == 0 ? -1.0 : 1.0) / k, 1e-15) << k;
    binomial *= (0.5 - k) / (k + 1);
  }
}

TEST(PowerSeries, SolutionOfADifferentialEquation) {
  // (sin, cos) of t = 0.4 + 2 s + s^3, from u' = v, v' = -u and the values at 0.4
  SeriesTape<double> tape(kDegree);
  for (int k = 0; k <= kDegree; ++k) {
    const SeriesTape<double>::Pass pass(tape, k);
    using S = PowerSeries<double>;
    const S t = tape.given(k == 0 ? 0.4 : k == 1 ? 2 : k == 3 ? 1 : 0);
    const auto [u, v] = S::solution<2>(
        t, [](double t0) { return std::array{std::sin(t0), std::cos(t0)}; },
        [](const std::array<S, 2>& y) { return std::array{y[1], -y[0]}; });
    EXPECT_NEAR(u[k], sin(t)[k], 1e-15) << k;
    EXPECT_NEAR(v[k], cos(t)[k], 1e-15) << k;
  }
}

TEST(PowerSeries, AngleOfAPoint) {
  // (e^t cos 2t, e^t sin 2t) is at the angle 2 t.
  using J = Jet<double, kDegree>;
  const J t = J::variable(0.4), angle = atan2(exp(t) * sin(2 * t), exp(t) * cos(2 * t));
  EXPECT_NEAR(angle[0], 0.8, 1e-15);
  EXPECT_NEAR(angle[1], 2, 1e-15);
  for (int k = 2; k <= kDegree; ++k) EXPECT_NEAR(angle[k], 0, 1e-14) << k;
  // The slope of atan t is 1/(1 + t^2).
  const J curve = atan2(t, J(1)), slope = 1 / (1 + t * t);
  for (int k = 1; k <= kDegree; ++k) EXPECT_NEAR(k * curve[k], slope[k - 1], 1e-15) << k;
}

TEST(PowerSeries, ChoosesByTheValueAtZero) {
  SeriesTape<double> tape(3);
  for (int k = 0; k <= 3; ++k) {
    const SeriesTape<double>::Pass pass(tape, k);
    const PowerSeries<double> x = tape.given(k == 0 ? -2.0 : 1.0), y = tape.given(k == 0 ? 1.0 : -5.0);
    EXPECT_EQ(abs(x)[k], k == 0 ? 2 : -1);
    EXPECT_EQ(max(x, y)[k], k == 0 ? 1 : -5);
    EXPECT_EQ(min(x, y)[k], k == 0 ? -2 : 1);
    EXPECT_TRUE(x < y && x <= y && !(x > y) && !(x >= y) && x != y && !(x == y));
    EXPECT_NEAR(norm(Vec3<PowerSeries<double>>{x, y, PowerSeries<double>(2)})[0], 3, 1e-15);
  }
}

TEST(PowerSeries, WorksInLanes) {
  using P = Pack<double, 4>;
  SeriesTape<P> packed(kDegree);
  std::vector<SeriesTape<double>> single(4, SeriesTape<double>(kDegree));
  for (int k = 0; k <= kDegree; ++k) {
    P x, y, all;
    for (int l = 0; l < 4; ++l) set_lane(x, l, std::sin(k + l) / (1 + k)), set_lane(y, l, std::cos(k - l) / (1 + k));
    {
      const SeriesTape<P>::Pass pass(packed, k);
      all = formula(packed.given(x), packed.given(y))[k];
    }
    for (int l = 0; l < 4; ++l) {
      const SeriesTape<double>::Pass pass(single[std::size_t(l)], k);
      const double one = formula(single[std::size_t(l)].given(x[l]), single[std::size_t(l)].given(y[l]))[k],
                   lane = all[l];
      EXPECT_EQ(0, std::memcmp(&one, &lane, sizeof one)) << k << " " << l;
    }
  }
}

// A pass within a pass, as in a torque that is itself found by a series.
TEST(PowerSeries, TapesNest) {
  SeriesTape<double> outer(2), inner(2);
  const SeriesTape<double>::Pass pass(outer, 0);
  const PowerSeries<double> x = outer.given(3);
  {
    const SeriesTape<double>::Pass within(inner, 0);
    EXPECT_EQ((inner.given(5) * 2)[0], 10);
  }
  EXPECT_EQ((x * 2)[0], 6);
}

}  // namespace
}  // namespace polhode
