// Truncated Taylor series: laws of their arithmetic, and series that are known.
#include "polhode/numbers/jet.hpp"

#include <gtest/gtest.h>
// after gtest
#include <algorithm>

#include <rapidcheck/gtest.h>

#include "polhode/numbers/quad.hpp"
#include "polhode/rotation/vec3.hpp"
#include "support/seed.hpp"
#include "support/ulp.hpp"

namespace polhode {
namespace {

constexpr int kDegree = 10;
using J = Jet<double, kDegree>;

// Coefficients of [-1, 1], falling like those of a function of time scale 2, in thousandths; c0 in [-2, 2] or, for log and
// division, in [1, 2].
J some_jet(bool positive = false) {
  J a;
  double scale = 1e-3;
  for (int k = 0; k <= kDegree; ++k, scale /= 2) a[k] = scale * *rc::gen::inRange(-1000, 1001);
  a[0] = positive ? 1e-3 * *rc::gen::inRange(1000, 2001) : 2 * a[0];
  return a;
}

double largest(const J& a) {
  double m = 0;
  for (double x : a.c) m = std::max(m, std::fabs(x));
  return m;
}
double distance(const J& a, const J& b) {
  return largest(a - b);
}

J derived(const J& a) {
  J d;
  for (int k = 0; k < kDegree; ++k) d[k] = (k + 1) * a[k + 1];
  return d;
}

// Rounding grows with the sizes that pass through: the tolerance is relative to them.
RC_GTEST_PROP(JetLaw, product_commutes_and_distributes, ()) {
  const J a = some_jet(), b = some_jet(), c = some_jet();
  RC_ASSERT(distance(a * b, b * a) <= 1e-14);                // measured 2.2e-16
  RC_ASSERT(distance(a * (b + c), a * b + a * c) <= 1e-14);  // measured 8.9e-16
  RC_ASSERT(distance((a * b) * c, a * (b * c)) <= 2e-14);    // measured 8.9e-16
}
RC_GTEST_PROP(JetLaw, quotient_undoes_product, ()) {
  const J a = some_jet(), b = some_jet(true);
  RC_ASSERT(distance((a / b) * b, a) <= 1e-14 * (1 + largest(a / b)));  // measured 3e-16
}
RC_GTEST_PROP(JetLaw, derivative_of_a_product_is_that_of_leibniz, ()) {
  const J a = some_jet(), b = some_jet();
  J left = derived(a * b), right = derived(a) * b + a * derived(b);
  left[kDegree] = right[kDegree] = 0;         // the derivative of the last term is not known
  RC_ASSERT(distance(left, right) <= 1e-14);  // measured 4.4e-16
}
RC_GTEST_PROP(JetLaw, exp_undoes_log, ()) {
  const J a = some_jet(true);
  RC_ASSERT(distance(exp(log(a)), a) <= 1e-14);  // measured 5.6e-17
}
RC_GTEST_PROP(JetLaw, exp_of_a_sum_is_a_product, ()) {
  const J a = some_jet(), b = some_jet();
  RC_ASSERT(distance(exp(a + b), exp(a) * exp(b)) <=
            1e-14 * (1 + largest(exp(a))) * (1 + largest(exp(b))));  // measured 8.9e-16
}
RC_GTEST_PROP(JetLaw, sine_and_cosine_are_on_the_circle, ()) {
  J s, c;
  sincos(some_jet(), s, c);
  RC_ASSERT(distance(s * s + c * c, J(1.0)) <= 1e-14);  // measured 2.2e-16
}
RC_GTEST_PROP(JetLaw, sine_has_the_addition_theorem, ()) {
  const J a = some_jet(), b = some_jet();
  RC_ASSERT(distance(sin(a + b), sin(a) * cos(b) + cos(a) * sin(b)) <= 1e-14);  // measured 3.3e-16
}
RC_GTEST_PROP(JetLaw, square_of_sqrt_is_the_argument, ()) {
  const J a = some_jet(true);
  RC_ASSERT(distance(sqrt(a) * sqrt(a), a) <= 1e-14);  // measured 2.2e-16
}

// The slope of f(a) is f'(a) a'.
RC_GTEST_PROP(JetLaw, functions_have_their_slopes, ()) {
  const J a = 0.25 * some_jet(), b = some_jet(true);
  const auto differs = [](const J& f, const J& slope, const J& argument) {
    J left = derived(f), right = slope * derived(argument);
    left[kDegree] = right[kDegree] = 0;
    return distance(left, right) / (1 + largest(f) + largest(slope));
  };
  const J root = sqrt(1 - a * a);
  RC_ASSERT(differs(tan(a), 1 + tan(a) * tan(a), a) <= 1e-15);        // measured 2.7e-17
  RC_ASSERT(differs(atan(a), 1 / (1 + a * a), a) <= 1e-15);           // measured 1.9e-17
  RC_ASSERT(differs(asin(a), 1 / root, a) <= 1e-15);                  // measured 2.8e-17
  RC_ASSERT(differs(acos(a), -1 / root, a) <= 1e-15);                 // measured 1.7e-17
  RC_ASSERT(differs(sinh(a), cosh(a), a) <= 1e-15);                   // measured 1.3e-17
  RC_ASSERT(differs(cosh(a), sinh(a), a) <= 1e-15);                   // measured 5.6e-18
  RC_ASSERT(differs(tanh(a), 1 / (cosh(a) * cosh(a)), a) <= 1e-15);   // measured 2.7e-17
  RC_ASSERT(differs(pow(b, -1.5), -1.5 * pow(b, -2.5), b) <= 1e-14);  // measured 4.7e-16
  RC_ASSERT(distance(pow(b, J(2.5)), pow(b, 2.5)) <= 1e-13);          // measured 1.8e-15
  RC_ASSERT(distance(pow(a, 5), a * a * a * a * a) <= 1e-15);         // measured 1e-17
  RC_ASSERT(distance(hypot(a, b), sqrt(a * a + b * b)) == 0);
}

// exp(t) at 0 is sum t^k / k!, in every number type.
template <class T>
void exponential_has_its_series() {
  const auto e = exp(Jet<T, 12>::variable(T(0)));
  Quad factorial = 1;
  for (int k = 0; k <= 12; ++k) {
    if (k > 1) factorial *= k;
    const double error = double(abs(Quad(lane(e[k], 0)) * factorial - 1) / Quad(epsilon<T>()));
    EXPECT_LE(error, 4) << k;  // measured 0.76
    EXPECT_LE(double(abs(Quad(lane(e.derivative(k), lanes<T> - 1)) - 1) / Quad(epsilon<T>())), 4) << k;  // measured 1
  }
}
TEST(Jet, has_the_series_of_exp_in_every_number_type) {
  exponential_has_its_series<float>();
  exponential_has_its_series<double>();
  exponential_has_its_series<long double>();
  exponential_has_its_series<Quad>();
  exponential_has_its_series<Pack<double, 4>>();
}

TEST(Jet, has_the_series_of_other_functions) {
  const J t = J::variable(0.0);
  const J geometric = 1.0 / (1.0 - t), root = sqrt(1 + t), logarithm = log(1 + t);
  J s, c;
  sincos(2 * t, s, c);
  double binomial = 1, power = 1;
  for (int k = 0; k <= kDegree; ++k) {
    EXPECT_EQ(geometric[k], 1) << k;
    EXPECT_NEAR(root[k], binomial, 1e-15) << k;  // measured 0
    binomial *= (0.5 - k) / (k + 1);
    EXPECT_NEAR(logarithm[k], k == 0 ? 0 : (k % 2 ? 1.0 : -1.0) / k, 1e-15) << k;  // measured 0
    EXPECT_NEAR(s[k], k % 2 ? (k % 4 == 1 ? power : -power) : 0, 1e-15) << k;      // measured 3.5e-18
    EXPECT_NEAR(c[k], k % 2 ? 0 : (k % 4 == 0 ? power : -power), 1e-15) << k;      // measured 1.4e-17
    power *= 2.0 / (k + 1);
  }
}

// A user's torque or momentum, written once for numbers and jets.
template <class U>
Vec3<U> momentum(const U& t) {
  U s, c;
  sincos(U(1.5 * t), s, c);
  return {2.0 * s + t / 4, 1 - 0.5 * c * exp(-t), (t * t + 1) / sqrt(2 + s)};
}
TEST(Jet, gives_the_derivatives_of_a_function_of_time) {
  const Quad t0 = 0.7, d = 1e-3;
  const auto jet = momentum(Jet<Quad, 4>::variable(t0));
  for (int i = 0; i < 3; ++i) {
    const auto f = [&](int k) { return momentum(t0 + k * d)[i]; };
    const Quad first = (8 * (f(1) - f(-1)) - (f(2) - f(-2))) / (12 * d);
    const Quad second = (16 * (f(1) + f(-1)) - (f(2) + f(-2)) - 30 * f(0)) / (12 * d * d);
    EXPECT_TRUE(jet[i].value() == f(0));
    EXPECT_LE(double(abs(jet[i].derivative(1) - first)), 1e-12);   // measured 2.5e-13, of the differences
    EXPECT_LE(double(abs(jet[i].derivative(2) - second)), 1e-12);  // measured 2.2e-13
  }
}

TEST(Jet, evaluates_as_the_function_nearby) {
  const auto jet = momentum(Jet<double, 16>::variable(0.3));
  for (double dt : {-0.1, 0.0, 0.05, 0.1})
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(jet[i].at(dt), momentum(0.3 + dt)[i], 1e-14);  // measured 4.4e-16
}

TEST(Jet, of_a_pack_is_that_of_every_lane) {
  using P = Pack<double, 4>;
  P t0;
  for (int k = 0; k < 4; ++k) set_lane(t0, k, 0.3 * k);
  const auto packed = momentum(Jet<P, 6>::variable(t0));
  for (int k = 0; k < 4; ++k) {
    const auto one = momentum(Jet<double, 6>::variable(t0[k]));
    for (int i = 0; i < 3; ++i)
      for (int n = 0; n <= 6; ++n) EXPECT_TRUE(test::same_bits(packed[i][n][k], one[i][n])) << i << ' ' << n;
  }
}

TEST(Jet, mixes_with_constants_of_every_kind) {
  const J t = J::variable(2.0);
  const J a = 3 * t + 1.0f - 2 / t * 0.5 + (t - 1) / 2;
  EXPECT_DOUBLE_EQ(a.value(), 7 - 0.5 + 0.5);
  EXPECT_DOUBLE_EQ(a.derivative(1), 3 + 0.25 + 0.5);
  J b = t;
  b += 1.0, b *= t, b -= t, b /= t;       // t
  EXPECT_NEAR(distance(b, t), 0, 1e-15);  // measured 0
  const Jet<double, 0> constant = 2.5;
  EXPECT_EQ((constant * constant).value(), 6.25);
}

}  // namespace
}  // namespace polhode
