// The elementary functions: accuracy against 113 bits, special values, and the same bits in every lane.
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

template <int N>
void lanes_equal_scalar() {
  using P = Pack<double, N>;
  Draw random{8};
  const std::vector<double> special{0.0,   -0.0,  kInf,    -kInf, kNan, 0x1p-1074, 0x1p51,
                                    1e300, 710.0, -745.13, 0.785, 0.62, -1.0};
  for (int i = 0; i < 40000; ++i) {
    P x, y, s, c, c1, sinc;
    for (int k = 0; k < N; ++k) {
      double a = draw(random, Points::logarithmic, 0x1p-30, 0x1p12), b = random.between(-1, 1);
      if (random.bits() % 4 == 0) a = random.between(-0.78, 0.78);
      if (random.bits() % 16 == 0) a = special[random.bits() % special.size()];
      if (random.bits() % 16 == 0) b = special[random.bits() % special.size()];
      set_lane(x, k, a), set_lane(y, k, b);
    }
    sincos(x, s, c);
    cos1_sinc(abs(x), c1, sinc);
    const P e = exp(x), l = log(abs(x)), a = atan2(y, x);
    for (int k = 0; k < N; ++k) {
      double s1, c2, d1, t1;
      sincos(x[k], s1, c2);
      cos1_sinc(abs(x[k]), d1, t1);
      ASSERT_TRUE(same_bits(s[k], s1) && same_bits(c[k], c2)) << "sincos " << x[k];
      ASSERT_TRUE(same_bits(c1[k], d1) && same_bits(sinc[k], t1)) << "cos1_sinc " << x[k];
      ASSERT_TRUE(same_bits(e[k], exp(x[k]))) << "exp " << x[k];
      ASSERT_TRUE(same_bits(l[k], log(abs(x[k])))) << "log " << x[k];
      ASSERT_TRUE(same_bits(a[k], atan2(y[k], x[k]))) << "atan2 " << y[k] << ' ' << x[k];
    }
  }
}
TEST(Elementary, every_lane_gives_the_bits_of_a_plain_double) {
  lanes_equal_scalar<1>();
  lanes_equal_scalar<2>();
  lanes_equal_scalar<4>();
  lanes_equal_scalar<8>();
}

TEST(Elementary, packs_of_float_use_the_standard_library) {
  using P = Pack<float, 4>;
  P s, c, c1, sinc;
  const P x(0.5f);
  sincos(x, s, c);
  cos1_sinc(x * x, c1, sinc);
  EXPECT_EQ(s[3], std::sin(0.5f));
  EXPECT_EQ(c[3], std::cos(0.5f));
  EXPECT_NEAR(c1[2], std::cos(0.5) - 1, 3e-8);        // measured 3.1e-9
  EXPECT_NEAR(sinc[1], std::sin(0.5) / 0.5, 1.2e-7);  // measured 2.2e-8
  EXPECT_EQ(exp(x)[0], std::exp(0.5f));
  EXPECT_EQ(log(x)[1], std::log(0.5f));
  EXPECT_EQ(atan2(x, x)[2], std::atan2(0.5f, 0.5f));
}

}  // namespace
}  // namespace polhode
