// The elementary functions: accuracy (double against 113 bits, float against double), special values, and the same bits in
// every lane.
#include "polhode/numbers/elementary.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/numbers/quad.hpp"
#include "support/ulp.hpp"

namespace polhode {
namespace {

using test::Draw;
using test::float_ulp_error;
using test::same_bits;
using test::ulp_error;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

enum class Points { uniform, logarithmic, near_half_pi };

// A number of [lo, hi] (logarithmic: of either sign; near_half_pi: a multiple of pi/2 and up to 3 ulp from it).
double draw(Draw& random, Points points, double lo, double hi) {
  if (points == Points::uniform) return random.between(lo, hi);
  if (points == Points::logarithmic) {
    const int exponent = int(random.between(std::ilogb(lo), std::ilogb(hi)));
    const double x = std::ldexp(random.between(1, 2), exponent);
    return random.bits() & 1 ? x : -x;
  }
  const Quad half_pi = acosq(Quad(0));
  double x = double(Quad(std::floor(random.between(lo, hi) / 1.6)) * half_pi);
  for (int step = int(random.bits() % 7) - 3; step != 0; step += step < 0 ? 1 : -1)
    x = std::nextafter(x, step < 0 ? -kInf : kInf);
  return x;
}

struct Case {
  const char* name;
  Points points;
  double lo, hi;
  int count;
  double budget;  // ulp
};

// What a failure shows is the range, the worst error and where it is.
template <class Error>
void expect_within(const Case& c, Error error) {
  Draw random{1};
  double worst = 0, where = 0;
  for (int i = 0; i < c.count; ++i) {
    const double x = draw(random, c.points, c.lo, c.hi);
    const double e = error(x);
    if (!(e <= worst)) worst = e, where = x;
  }
  testing::Test::RecordProperty(c.name, std::to_string(worst));
  EXPECT_LE(worst, c.budget) << c.name << " at x = " << std::hexfloat << where;
}

double sincos_error(double x) {
  double s, c;
  Quad S, C;
  sincos(x, s, c);
  sincosq(x, &S, &C);
  return std::max(ulp_error(s, S), ulp_error(c, C));
}

TEST(Elementary, sincos_is_as_accurate_as_stated) {
  for (const Case& c : std::vector<Case>{
           {"no reduction", Points::uniform, -0.785, 0.785, 300000, 0.80},             // measured 0.744
           {"one turn", Points::uniform, -6.3, 6.3, 300000, 0.80},                     // measured 0.711
           {"up to 1e5", Points::uniform, -1e5, 1e5, 300000, 0.80},                    // measured 0.739
           {"up to 2^45", Points::uniform, -0x1p45, 0x1p45, 300000, 0.80},             // measured 0.725
           {"tiny", Points::logarithmic, 0x1p-1074, 0x1p-10, 100000, 0.80},            // measured 0.500
           {"all sizes", Points::logarithmic, 0x1p-30, 0x1p45, 300000, 0.80},          // measured 0.725
           {"near k pi/2", Points::near_half_pi, -100, 100, 200000, 0.52},             // measured 0.496
           {"near large k pi/2", Points::near_half_pi, -1e5, 1e5, 300000, 0.52},       // measured 0.500
           {"near huge k pi/2", Points::near_half_pi, -0x1p45, 0x1p45, 300000, 0.52},  // measured 0.501
           {"up to 2^51", Points::uniform, -0x1p51, 0x1p51, 100000, 64},               // measured 37.4
       })
    expect_within(c, sincos_error);
}

TEST(Elementary, sincos_of_the_hardest_double_below_2_to_51_keeps_its_digits) {
  // The multiple of pi/2 nearest to a double of this size: cos x is 1e-15 and less.
  Draw random{2};
  for (int i = 0; i < 20000; ++i) {
    const double k = std::floor(random.between(1, 0x1p40));
    const double x = double(Quad(k) * acosq(Quad(0)));
    EXPECT_LE(sincos_error(x), 0.80) << std::hexfloat << x;  // measured 0.5
  }
}

TEST(Elementary, sincos_has_its_special_values) {
  double s, c;
  sincos(0.0, s, c);
  EXPECT_TRUE(same_bits(s, 0.0) && c == 1);
  sincos(-0.0, s, c);
  EXPECT_TRUE(same_bits(s, -0.0) && c == 1);
  for (double x : {kInf, -kInf, kNan}) {
    sincos(x, s, c);
    EXPECT_TRUE(std::isnan(s) && std::isnan(c)) << x;
  }
  for (double x : {0x1p51, 0x1p52, 0x1.8p53, 1e100, -1e300, std::numeric_limits<double>::max()}) {
    sincos(x, s, c);
    EXPECT_TRUE(std::fabs(s) <= 1 && std::fabs(c) <= 1) << x;
  }
}

TEST(Elementary, sincos_is_odd_and_even_to_the_last_bit) {
  Draw random{3};
  for (int i = 0; i < 100000; ++i) {
    const double x = draw(random, Points::logarithmic, 0x1p-20, 0x1p45);
    double s, c, s1, c1;
    sincos(x, s, c);
    sincos(-x, s1, c1);
    ASSERT_TRUE(same_bits(s, -s1) && same_bits(c, c1)) << std::hexfloat << x;
  }
}

// A pack with one lane that needs the reduction takes the general path in all lanes.
TEST(Elementary, fast_and_general_path_give_the_same_bits) {
  Draw random{4};
  using P = Pack<double, 2>;
  for (int i = 0; i < 200000; ++i) {
    double x = random.between(-0.79, 0.79);
    if (i % 4 == 0) x = std::nextafter(0.785, i % 8 ? 1.0 : 0.0);
    if (i % 4 == 1) x = draw(random, Points::logarithmic, 0x1p-1074, 0.5);
    P both(x);
    set_lane(both, 1, 1000.0);
    double s, c;
    P ps, pc;
    sincos(x, s, c);
    sincos(both, ps, pc);
    ASSERT_TRUE(same_bits(s, ps[0]) && same_bits(c, pc[0])) << std::hexfloat << x;

    const double x2 = i % 4 == 0 ? std::nextafter(0.62, i % 8 ? 1.0 : 0.0) : random.between(0, 0.7);
    P both2(x2);
    set_lane(both2, 1, 50.0);
    cos1_sinc(x2, c, s);
    cos1_sinc(both2, pc, ps);
    ASSERT_TRUE(same_bits(s, ps[0]) && same_bits(c, pc[0])) << std::hexfloat << x2;
  }
}

TEST(Elementary, cos1_sinc_is_accurate_however_small_the_angle) {
  const auto error = [](double x2) {
    x2 = std::fabs(x2);
    double c1, s;
    Quad C1, S;
    cos1_sinc(x2, c1, s);
    cos1_sinc(Quad(x2), C1, S);
    return std::max(ulp_error(c1, C1), ulp_error(s, S));
  };
  expect_within({"x2 <= 0.62", Points::uniform, 0, 0.62, 300000, 0.80}, error);             // measured 0.655
  expect_within({"tiny x2", Points::logarithmic, 0x1p-1000, 0x1p-2, 100000, 0.80}, error);  // measured 0.585
  expect_within({"0.62 to 2", Points::uniform, 0.62, 2, 200000, 3.5}, error);               // measured 2.77
}

TEST(Elementary, cos1_sinc_of_large_angles_is_accurate_to_the_rounding_of_the_angle) {
  Draw random{5};
  double worst = 0;
  for (int i = 0; i < 200000; ++i) {
    const double x2 = random.between(0.62, 1e4);
    double c1, s;
    Quad C1, S;
    cos1_sinc(x2, c1, s);
    cos1_sinc(Quad(x2), C1, S);
    const double x = std::sqrt(x2), half_ulp = std::ldexp(1.0, std::ilogb(x) - 53);
    worst =
        std::max({worst, double(fabsq(c1 - C1)) / (0x1p-52 + half_ulp), double(fabsq(s - S)) / (0x1p-52 + half_ulp)});
  }
  EXPECT_LE(worst, 1);  // measured 0.98
}

// The independent check of the series: 1 - cos x = 2 sin^2(x/2).
TEST(Elementary, cos1_sinc_of_the_other_types_keeps_their_digits) {
  Draw random{6};
  double worst = 0, worst_long = 0, worst_float = 0;
  for (int i = 0; i < 20000; ++i) {
    const int exponent = i % 2 ? 0 : -int(random.bits() % 60);
    const Quad x2 = float(std::ldexp(random.between(0, 3), exponent));  // exact in all types
    const Quad x = sqrtq(x2), h = sinq(x / 2), C1 = -2 * h * h, S = x == 0 ? Quad(1) : sinq(x) / x;
    Quad c1, s;
    cos1_sinc(x2, c1, s);
    worst = std::max({worst, double(fabsq((c1 - C1) / C1)) * 0x1p112, double(fabsq((s - S) / S)) * 0x1p112});
    const long double y2 = static_cast<long double>(x2);
    long double d1, t;
    cos1_sinc(y2, d1, t);
    worst_long = std::max({worst_long, double(fabsq((d1 - C1) / C1)) * 0x1p63, double(fabsq((t - S) / S)) * 0x1p63});
    float e1, r;
    cos1_sinc(float(x2), e1, r);
    worst_float = std::max({worst_float, double(fabsq((e1 - C1) / C1)) * 0x1p23, double(fabsq((r - S) / S)) * 0x1p23});
  }
  EXPECT_LE(worst, 4);        // measured 3 (units of epsilon)
  EXPECT_LE(worst_long, 4);   // measured 1.5
  EXPECT_LE(worst_float, 4);  // measured 1.4
}

TEST(Elementary, cos1_sinc_has_its_special_values) {
  double c1, s;
  cos1_sinc(0.0, c1, s);
  EXPECT_EQ(c1, 0);
  EXPECT_EQ(s, 1);
  for (double x2 : {kInf, kNan}) {
    cos1_sinc(x2, c1, s);
    EXPECT_TRUE(std::isnan(c1) && std::isnan(s)) << x2;
  }
}

TEST(Elementary, exp_is_as_accurate_as_stated) {
  const auto error = [](double x) { return ulp_error(exp(x), expq(x)); };
  for (const Case& c : std::vector<Case>{
           {"small", Points::uniform, -1, 1, 200000, 0.80},                    // measured 0.638
           {"whole range", Points::uniform, -708, 709.7, 200000, 0.80},        // measured 0.642
           {"tiny", Points::logarithmic, 0x1p-1074, 0x1p-1, 100000, 0.80},     // measured 0.569
           {"gradual underflow", Points::uniform, -745.5, -708, 100000, 1.0},  // measured 0.770
       })
    expect_within(c, error);
}

TEST(Elementary, exp_has_its_special_values) {
  EXPECT_EQ(exp(0.0), 1);
  EXPECT_EQ(exp(-0.0), 1);
  EXPECT_EQ(exp(1.0), 0x1.5bf0a8b145769p+1);
  EXPECT_TRUE(std::isfinite(exp(0x1.62e42fefa39efp9)));  // the last number before overflow
  EXPECT_EQ(exp(0x1.62e42fefa39f0p9), kInf);
  EXPECT_EQ(exp(1e300), kInf);
  EXPECT_EQ(exp(kInf), kInf);
  EXPECT_EQ(exp(-745.2), 0);
  EXPECT_EQ(exp(-745.1), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(exp(-kInf), 0);
  EXPECT_TRUE(std::isnan(exp(kNan)));
}

TEST(Elementary, log_is_as_accurate_as_stated) {
  const auto error = [](double x) {
    x = std::fabs(x);
    return ulp_error(log(x), logq(x));
  };
  for (const Case& c : std::vector<Case>{
           {"near 1", Points::uniform, 0.99, 1.01, 100000, 0.80},                    // measured 0.501
           {"very near 1", Points::uniform, 1 - 1e-12, 1 + 1e-12, 50000, 0.80},      // measured 0.500
           {"around 1", Points::uniform, 0.1, 3, 200000, 0.80},                      // measured 0.533
           {"whole range", Points::logarithmic, 0x1p-1074, 0x1p1023, 200000, 0.80},  // measured 0.505
       })
    expect_within(c, error);
}

TEST(Elementary, log_has_its_special_values) {
  EXPECT_TRUE(same_bits(log(1.0), 0.0));
  EXPECT_EQ(log(0.0), -kInf);
  EXPECT_EQ(log(-0.0), -kInf);
  EXPECT_EQ(log(kInf), kInf);
  EXPECT_TRUE(std::isnan(log(-1.0)));
  EXPECT_TRUE(std::isnan(log(-kInf)));
  EXPECT_TRUE(std::isnan(log(kNan)));
  EXPECT_LE(ulp_error(log(0x1p-1074), logq(0x1p-1074)), 0.8);  // measured 0.39
}

TEST(Elementary, atan2_is_as_accurate_as_stated) {
  Draw random{7};
  double worst = 0, worst_x = 0, worst_y = 0;
  for (int i = 0; i < 500000; ++i) {
    double x = random.between(-1, 1), y = random.between(-1, 1);
    if (i % 3 == 1) y = std::ldexp(y, int(random.bits() % 160) - 80);  // near the axes
    if (i % 3 == 2) x = random.any(), y = random.any();
    if (i % 10 == 9) y = x * (1 + 0x1p-50 * double(random.bits() % 9));              // near the diagonal
    if (i % 10 == 8) y = x * 0.4140625 * (1 + 0x1p-50 * double(random.bits() % 9));  // where the reduction begins
    const double e = ulp_error(atan2(y, x), atan2q(y, x));
    if (!(e <= worst)) worst = e, worst_x = x, worst_y = y;
  }
  RecordProperty("atan2", std::to_string(worst));
  EXPECT_LE(worst, 0.80) << std::hexfloat << worst_y << ' ' << worst_x;  // measured 0.7
}

TEST(Elementary, atan2_of_zeros_and_infinities_is_that_of_C) {
  const std::vector<double> special{
      0.0, -0.0, 1.0, -1.0, kInf, -kInf, 0x1p-1074, -0x1p-1074, 0x1.fffffffffffffp1023, -0x1.fffffffffffffp1023};
  for (double y : special)
    for (double x : special) EXPECT_TRUE(same_bits(atan2(y, x), double(atan2q(y, x)))) << y << ' ' << x;
  for (double x : special) {
    EXPECT_TRUE(std::isnan(atan2(kNan, x)));
    EXPECT_TRUE(std::isnan(atan2(x, kNan)));
  }
}

// --- made of those above ------------------------------------------------------------------------------------------------

TEST(Elementary, sin_and_cos_alone_have_the_bits_of_sincos) {
  Draw random{10};
  for (int i = 0; i < 20000; ++i) {
    const double x = draw(random, Points::logarithmic, 0x1p-30, 0x1p45);
    double s, c;
    sincos(x, s, c);
    ASSERT_TRUE(same_bits(s, sin(x)) && same_bits(c, cos(x))) << std::hexfloat << x;
  }
}

TEST(Elementary, tan_and_the_inverses_are_as_accurate_as_stated) {
  const auto of_tan = [](double x) { return ulp_error(tan(x), tanq(x)); };
  expect_within({"tan", Points::uniform, -7, 7, 100000, 2.2}, of_tan);                          // measured 1.92
  expect_within({"tan, all sizes", Points::logarithmic, 0x1p-30, 0x1p45, 50000, 2.2}, of_tan);  // measured 1.91
  const auto of_atan = [](double x) { return ulp_error(atan(x), atanq(x)); };
  expect_within({"atan", Points::logarithmic, 0x1p-60, 0x1p60, 50000, 0.8}, of_atan);  // measured 0.57
  const auto of_asin = [](double x) { return std::max(ulp_error(asin(x), asinq(x)), ulp_error(acos(x), acosq(x))); };
  expect_within({"asin, acos", Points::uniform, -1, 1, 50000, 2}, of_asin);  // measured 1.30  // measured 1.24
  expect_within({"asin, acos near 0", Points::logarithmic, 0x1p-60, 0x1p-1, 50000, 2}, of_asin);  // measured 1.19
  expect_within({"asin, acos near 1", Points::uniform, 1 - 1e-6, 1, 50000, 2}, of_asin);          // measured 1.30
  EXPECT_TRUE(std::isnan(asin(1.0000001)) && std::isnan(acos(-1.0000001)) && std::isnan(tan(kInf)));
  EXPECT_EQ(asin(1.0), atan(kInf));
  EXPECT_TRUE(same_bits(asin(-0.0), -0.0) && same_bits(tan(-0.0), -0.0) && same_bits(acos(1.0), 0.0));
}

TEST(Elementary, hyperbolic_functions_are_as_accurate_as_stated) {
  const auto error = [](double x) {
    return std::max({ulp_error(sinh(x), sinhq(x)), ulp_error(cosh(x), coshq(x)), ulp_error(tanh(x), tanhq(x)) / 2});
  };
  for (const Case& c : std::vector<Case>{
           {"small", Points::uniform, -1.1, 1.1, 100000, 1.6},
           {"medium", Points::uniform, -25, 25, 100000, 1.6},
           {"whole range", Points::uniform, -710.4, 710.4, 50000, 1.6},
           {"tiny", Points::logarithmic, 0x1p-1074, 0x1p-2, 20000, 1.6}})  // measured 1.32, 1.41, 1.17, 0.88
    expect_within(c, error);
  EXPECT_TRUE(std::isfinite(sinh(710.47)) && std::isfinite(cosh(-710.47)));
  EXPECT_TRUE(sinh(-711.0) == -kInf && cosh(-711.0) == kInf && tanh(kInf) == 1 && tanh(-kInf) == -1);
  EXPECT_TRUE(sinh(kInf) == kInf && cosh(-kInf) == kInf && same_bits(sinh(-0.0), -0.0) && same_bits(tanh(-0.0), -0.0));
  EXPECT_TRUE(std::isnan(sinh(kNan)) && std::isnan(cosh(kNan)) && std::isnan(tanh(kNan)));
}

TEST(Elementary, pow_is_as_accurate_as_stated) {
  Draw random{11};
  double worst = 0, medium = 0, worst_x = 0, worst_y = 0;
  for (int i = 0; i < 200000; ++i) {
    double x = std::ldexp(random.between(1, 2), int(random.bits() % 80) - 40), y = random.between(-20, 20);
    if (i % 4 == 1) x = std::fabs(random.any()), y = random.between(-3, 3);
    if (i % 4 == 2)
      x = random.between(0.5, 2), y = random.between(-1, 1) * 700 / std::fabs(std::log(x));  // the whole range
    if (i % 4 == 3)
      x = 1 + std::ldexp(random.between(-1, 1), -int(random.bits() % 40)), y = random.between(-1000, 1000);
    const double e = ulp_error(pow(x, y), powq(x, y));
    if (!(e <= worst)) worst = e, worst_x = x, worst_y = y;
    if (std::fabs(y * std::log(x)) <= 20 && !(e <= medium)) medium = e;
  }
  RecordProperty("pow", std::to_string(worst));
  RecordProperty("medium pow", std::to_string(medium));
  EXPECT_LE(medium, 1);  // measured 0.64
  EXPECT_LE(worst, 1.3) << std::hexfloat << worst_x << ' ' << worst_y;
  for (const double x : {0x1p-1074, 0x1.8p-1060, 5e-324, 1e308})
    for (const double y : {0.5, -0.5, 1.0, 0.99, 1.0 / 3})
      EXPECT_LE(ulp_error(pow(x, y), powq(x, y)), 1) << x << ' ' << y;
}
TEST(Elementary, pow_of_zeros_ones_infinities_and_negative_numbers_is_that_of_C) {
  const std::vector<double> special{0.0,        -0.0,         1.0,  -1.0,  0.5,    -0.5,   2.0,    -2.0,    3.0,
                                    -3.0,       2.5,          -2.5, 1e300, -1e300, 0x1p52, 0x1p53, -0x1p53, 0x1p53 - 1,
                                    0x1p52 + 1, 0x1p51 + 0.5, kInf, -kInf, kNan,   1e-300, -1e-300};
  for (double x : special)
    for (double y : special) {
      const auto exact = powq(x, y);
      if (isnanq(exact) || double(exact) == 0 || std::isinf(double(exact)) || exact == 1)
        EXPECT_TRUE(same_bits(pow(x, y), double(exact))) << x << ' ' << y;
      else
        EXPECT_LE(ulp_error(pow(x, y), exact), 1) << x << ' ' << y;
    }
  EXPECT_TRUE(pow(3.0, 2) == 9 && pow(-2.0, 3) == -8 && pow(2.0, -2) == 0.25 && pow(5.0, 0) == 1 &&
              pow(2.0, 10u) == 1024);
  EXPECT_EQ(pow(1.1, 2), 1.1 * 1.1);
}

TEST(Elementary, hypot_is_as_accurate_as_stated) {
  Draw random{12};
  double worst = 0;
  for (int i = 0; i < 200000; ++i) {
    double x = random.between(-1, 1), y = random.between(-1, 1);
    if (i % 2) x = 0.5 * random.any(), y = std::ldexp(x, int(random.bits() % 9) - 4) * random.between(0.1, 1);
    if (finiteq(hypotq(x, y)) == 0) continue;
    worst = std::max(worst, ulp_error(hypot(x, y), hypotq(x, y)));
  }
  EXPECT_LE(worst, 1.5);  // measured 1.13
  RecordProperty("hypot", std::to_string(worst));
  EXPECT_TRUE(hypot(0.0, 5.0) == 5 && hypot(-0.0, 0.0) == 0 && hypot(kInf, kNan) == kInf && hypot(kNan, -kInf) == kInf);
  EXPECT_TRUE(std::isnan(hypot(kNan, 1.0)));
  EXPECT_TRUE(hypot(Quad(3), Quad(4)) == 5 && hypot(Quad(0), Quad(4)) == 4);
  EXPECT_TRUE(fabs(-2.0) == 2);
}

}  // namespace
}  // namespace polhode

// A formula of a user, outside of the library and written for numbers: the names are found by their arguments, or by using.
template <class T>
T of_a_user(T x) {
  using polhode::cos, polhode::exp, polhode::pow, polhode::sin, polhode::sqrt, polhode::tanh;
  return sin(x) * exp(-x * x) + pow(x, 2) / sqrt(T(1) + cos(x) * cos(x)) + pow(T(2) + x, 1.5) - T(0.1) * tanh(x);
}
template <class T>
T of_another(T x) {
  return sin(x) + pow(x, 3) * atan2(x, T(2)) + pow(x, 0.5) * acos(x) + hypot(x, x);
}

namespace polhode {
namespace {

TEST(Elementary, formulas_of_users_work_in_lanes) {
  using P = Pack<double, 4>;
  P x;
  for (int k = 0; k < 4; ++k) set_lane(x, k, 0.1 + 0.2 * k);
  const P user = of_a_user(x), other = of_another(x);
  for (int k = 0; k < 4; ++k) {
    EXPECT_TRUE(same_bits(user[k], of_a_user(x[k]))) << k;
    const double v = x[k];
    EXPECT_NEAR(other[k], std::sin(v) + v * v * v * std::atan2(v, 2) + std::sqrt(v) * std::acos(v) + std::sqrt(2.0) * v,
                1e-15);
  }
}

template <class P>
void lanes_equal_scalar() {
  constexpr int N = lanes<P>;
  using F = Lane<P>;
  Draw random{8};
  const std::vector<F> special{F(0),      F(-0.0),   F(kInf),  F(-kInf), F(kNan), std::numeric_limits<F>::denorm_min(),
                               F(0x1p51), F(0x1p22), F(1e300), F(1e30),  F(710),  F(-745.13),
                               F(88.8),   F(-103.9), F(0.785), F(0.62),  F(-1)};
  for (int i = 0; i < 40000; ++i) {
    P x, y, s, c, c1, sinc;
    for (int k = 0; k < N; ++k) {
      F a = F(draw(random, Points::logarithmic, 0x1p-30, 0x1p12)), b = F(random.between(-1, 1));
      if (random.bits() % 4 == 0) a = F(random.between(-0.78, 0.78));
      if (random.bits() % 16 == 0) a = special[random.bits() % special.size()];
      if (random.bits() % 16 == 0) b = special[random.bits() % special.size()];
      set_lane(x, k, a), set_lane(y, k, b);
    }
    sincos(x, s, c);
    cos1_sinc(abs(x), c1, sinc);
    const P e = exp(x), l = log(abs(x)), a = atan2(y, x);
    const P made[] = {sin(x),  cos(x),  tan(x),      asin(y),   acos(y),     atan(x),   sinh(x),
                      cosh(x), tanh(x), hypot(x, y), pow(x, y), pow(x, 2.5), pow(x, -3)};
    for (int k = 0; k < N; ++k) {
      F s1, c2, d1, t1;
      sincos(x[k], s1, c2);
      cos1_sinc(abs(x[k]), d1, t1);
      ASSERT_TRUE(same_bits(s[k], s1) && same_bits(c[k], c2)) << "sincos " << x[k];
      ASSERT_TRUE(same_bits(c1[k], d1) && same_bits(sinc[k], t1)) << "cos1_sinc " << x[k];
      ASSERT_TRUE(same_bits(e[k], exp(x[k]))) << "exp " << x[k];
      ASSERT_TRUE(same_bits(l[k], log(abs(x[k])))) << "log " << x[k];
      ASSERT_TRUE(same_bits(a[k], atan2(y[k], x[k]))) << "atan2 " << y[k] << ' ' << x[k];
      const F u = x[k], v = y[k],
              alone[] = {sin(u),  cos(u),  tan(u),      asin(v),   acos(v),        atan(u),   sinh(u),
                         cosh(u), tanh(u), hypot(u, v), pow(u, v), pow(u, F(2.5)), pow(u, -3)};
      for (std::size_t j = 0; j < std::size(made); ++j)
        ASSERT_TRUE(same_bits(made[j][k], alone[j])) << j << ' ' << u << ' ' << v;
    }
  }
}
TEST(Elementary, every_lane_gives_the_bits_of_a_plain_number) {
  lanes_equal_scalar<Pack<double, 1>>();
  lanes_equal_scalar<Pack<double, 2>>();
  lanes_equal_scalar<Pack<double, 4>>();
  lanes_equal_scalar<Pack<double, 8>>();
  lanes_equal_scalar<Pack<float, 1>>();
  lanes_equal_scalar<Pack<float, 4>>();
  lanes_equal_scalar<Pack<float, 8>>();
  lanes_equal_scalar<Pack<float, 16>>();
}

// --- float: every 499th of all floats, against the C library in double --------------------------------------------------

/// The largest error of one function over a range.
struct Worst {
  const char* name;
  double budget;  // ulp
  double error = 0;
  float where = 0;
  void raise(double e, float x) {
    if (!(e <= error)) error = e, where = x;  // NaN is the worst
  }
  ~Worst() {
    testing::Test::RecordProperty(name, std::to_string(error));
    EXPECT_LE(error, budget) << name << " at x = " << std::hexfloat << where;
  }
};
/// Calls f with every 499th positive float from lo to hi, denormal ones as well.
template <class F>
void each_float(float lo, float hi, F f) {
  const auto last = std::bit_cast<std::uint32_t>(hi);
  for (std::uint32_t bits = std::bit_cast<std::uint32_t>(lo); bits <= last; bits += 499) f(std::bit_cast<float>(bits));
}

// Measured: with every fifth float.
TEST(Elementary, sincos_of_float_is_as_accurate_as_stated) {
  Worst plain{"no reduction", 0.8};  // measured 0.768
  Worst reduced{"up to 2^17", 0.8};  // measured 0.780
  Worst large{"up to 2^22", 8};      // measured 4.77
  each_float(0, 0x1p22f, [&](float x) {
    float s, c, s1, c1;
    sincos(x, s, c);
    sincos(-x, s1, c1);
    ASSERT_TRUE(same_bits(s, -s1) && same_bits(c, c1)) << std::hexfloat << x;
    Worst& worst = x <= 0.785f ? plain : x <= 0x1p17f ? reduced : large;
    worst.raise(std::max(float_ulp_error(s, std::sin(double(x))), float_ulp_error(c, std::cos(double(x)))), x);
  });
}
TEST(Elementary, cos1_sinc_of_float_is_as_accurate_as_stated) {
  Worst c1_error{"c1", 0.8}, s_error{"s", 0.8};    // measured 0.601, 0.685
  Worst large{"above, in units of the bound", 1};  // measured 0.983
  each_float(0x1p-120f, 1e4f, [&](float x2) {
    const double x = std::sqrt(double(x2)), half = std::sin(0.5 * x), C1 = -2 * half * half, S = std::sin(x) / x;
    float c1, s;
    cos1_sinc(x2, c1, s);
    if (x2 <= 0.62f)
      c1_error.raise(float_ulp_error(c1, C1), x2), s_error.raise(float_ulp_error(s, S), x2);
    else
      large.raise(std::max(std::fabs(c1 - C1), std::fabs(s - S)) / (0x1p-23 + std::ldexp(1.0, std::ilogb(x) - 24)), x2);
  });
}
TEST(Elementary, exp_and_log_of_float_are_as_accurate_as_stated) {
  Worst exp_error{"exp", 0.8}, underflow{"exp, gradual underflow", 1};  // measured 0.688, 0.769
  Worst log_error{"log", 0.8};                                          // measured 0.543
  each_float(0, std::numeric_limits<float>::max(), [&](float x) {
    exp_error.raise(float_ulp_error(exp(x), std::exp(double(x))), x);
    (x <= 87.0f ? exp_error : underflow).raise(float_ulp_error(exp(-x), std::exp(-double(x))), -x);
    log_error.raise(float_ulp_error(log(x), std::log(double(x))), x);
  });
}
TEST(Elementary, atan2_of_float_is_as_accurate_as_stated) {
  Draw random{9};
  Worst worst{"atan2", 0.8}, small{"atan2, gradual underflow", 1};  // measured 0.733, 0.853
  for (int i = 0; i < 1000000; ++i) {
    auto x = float(random.between(-1, 1)), y = float(random.between(-1, 1));
    if (i % 3 == 1) y = std::ldexp(y, int(random.bits() % 120) - 60);  // near the axes
    if (i % 3 == 2)
      x = std::bit_cast<float>(std::uint32_t(random.bits())), y = std::bit_cast<float>(std::uint32_t(random.bits()));
    if (i % 10 == 9) y = x * (1 + 0x1p-21f * float(random.bits() % 9));               // near the diagonal
    if (i % 10 == 8) y = x * 0.4140625f * (1 + 0x1p-21f * float(random.bits() % 9));  // where the reduction begins
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    const double angle = std::atan2(double(y), double(x));
    (std::fabs(angle) > 0x1p-100 ? worst : small).raise(float_ulp_error(atan2(y, x), angle), y / x);
  }
}

TEST(Elementary, the_other_functions_of_float_are_as_accurate_as_stated) {
  // measured 1.83, 1.24, 1.57, 2.50, 0.73, 1.15
  Worst tan_error{"tan", 2.2}, inverse{"asin, acos, atan", 2}, hyperbolic{"sinh, cosh", 1.6}, tanh_error{"tanh", 3};
  Worst power{"pow", 1}, length{"hypot", 1.5};
  Draw random{13};
  for (int i = 0; i < 300000; ++i) {
    const auto x = float(draw(random, Points::logarithmic, 0x1p-20, 0x1p5)), y = float(random.between(-1, 1));
    const double X = x, Y = y;
    tan_error.raise(float_ulp_error(tan(x), std::tan(X)), x);
    inverse.raise(std::max({float_ulp_error(asin(y), std::asin(Y)), float_ulp_error(acos(y), std::acos(Y)),
                            float_ulp_error(atan(x), std::atan(X))}),
                  y);
    hyperbolic.raise(std::max(float_ulp_error(sinh(x), std::sinh(X)), float_ulp_error(cosh(x), std::cosh(X))), x);
    tanh_error.raise(float_ulp_error(tanh(x), std::tanh(X)), x);
    const float p = 20 * y;
    power.raise(float_ulp_error(pow(abs(x), p), std::pow(std::fabs(X), double(p))), x);
    length.raise(float_ulp_error(hypot(x, y), std::hypot(X, Y)), x);
  }
}

TEST(Elementary, functions_of_float_have_their_special_values) {
  constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN(),
                  largest = std::numeric_limits<float>::max(), tiny = std::numeric_limits<float>::denorm_min();
  float s, c;
  sincos(-0.0f, s, c);
  EXPECT_TRUE(same_bits(s, -0.0) && c == 1);
  for (const float x : {inf, -inf, nan}) {
    sincos(x, s, c);
    EXPECT_TRUE(std::isnan(s) && std::isnan(c)) << x;
  }
  for (const float x : {0x1p22f, 0x1p23f, -1e30f, largest}) {
    sincos(x, s, c);
    EXPECT_TRUE(std::fabs(s) <= 1 && std::fabs(c) <= 1) << x;
  }
  cos1_sinc(0.0f, c, s);
  EXPECT_TRUE(c == 0 && s == 1);
  EXPECT_EQ(exp(0.0f), 1);
  EXPECT_TRUE(std::isfinite(exp(0x1.62e42ep6f)));  // the last number before overflow
  EXPECT_EQ(exp(0x1.62e430p6f), inf);
  EXPECT_EQ(exp(inf), inf);
  EXPECT_EQ(exp(-103.9f), tiny);
  EXPECT_EQ(exp(-104.0f), 0);
  EXPECT_EQ(exp(-inf), 0);
  EXPECT_EQ(log(0.0f), -inf);
  EXPECT_EQ(log(inf), inf);
  EXPECT_TRUE(std::isnan(exp(nan)) && std::isnan(log(-1.0f)) && std::isnan(log(nan)));
  const std::vector<float> special{0, -0.0f, 1, -1, inf, -inf, tiny, -tiny, largest, -largest};
  for (const float y : special) {
    for (const float x : special)
      EXPECT_TRUE(same_bits(atan2(y, x), float(std::atan2(double(y), double(x))))) << y << ' ' << x;
    EXPECT_TRUE(std::isnan(atan2(nan, y)) && std::isnan(atan2(y, nan)));
  }
}

}  // namespace
}  // namespace polhode
