// Exact sums and products, and numbers of 106 bits, against 113 bits.
#include "polhode/numbers/double_double.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/quad.hpp"
#include "support/ulp.hpp"

namespace polhode {
namespace {

using DD = DoubleDouble<double>;
using test::Draw;

Quad exact(const DD& a) {
  return Quad(a.hi) + Quad(a.lo);
}

// hi, and a lower part of 40 bits: hi + lo fits into 113 bits exactly.
DD with_lower_part(double hi, Draw& random) {
  return two_sum(hi, std::ldexp(double(random.bits() >> 24), std::ilogb(hi) - 54 - 40));
}
// Moderate size, either sign.
DD number(Draw& random) {
  const int exponent = int(random.bits() % 20) - 10;
  return with_lower_part(std::ldexp(random.between(-2, 2), exponent), random);
}

constexpr double kUnit2 = 0x1p106;  // errors in units of u^2, u = 2^-53

double relative(const DD& got, Quad want) {
  return want == 0 ? double(fabsq(exact(got))) : double(fabsq((exact(got) - want) / want)) * kUnit2;
}

TEST(DoubleDouble, sums_and_products_are_exact) {
  Draw random{1};
  for (int i = 0; i < 200000; ++i) {
    const int exponent = int(random.bits() % 100) - 50;
    const double a = random.between(-1, 1), b = std::ldexp(random.between(-1, 1), exponent);
    const DD s = two_sum(a, b), p = two_prod(a, b);
    // 113 bits hold a product, and a sum when the numbers are less than 60 bits apart.
    ASSERT_TRUE(exact(p) == Quad(a) * Quad(b)) << a << ' ' << b;
    ASSERT_TRUE(exact(s) == Quad(a) + Quad(b)) << a << ' ' << b;
    ASSERT_EQ(s.hi, a + b);
    ASSERT_EQ(p.hi, a * b);
    const DD q = std::fabs(a) >= std::fabs(b) ? quick_two_sum(a, b) : quick_two_sum(b, a);
    ASSERT_TRUE(q.hi == s.hi && q.lo == s.lo) << a << ' ' << b;
  }
}

TEST(DoubleDouble, operations_are_accurate_to_a_few_u2) {
  Draw random{2};
  double sum = 0, product = 0, quotient = 0, root = 0;
  for (int i = 0; i < 300000; ++i) {
    const DD a = number(random), b = number(random);
    sum = std::max({sum, relative(a + b, exact(a) + exact(b)), relative(a - b, exact(a) - exact(b))});
    product = std::max(product, relative(a * b, exact(a) * exact(b)));
    quotient = std::max(quotient, relative(a / b, exact(a) / exact(b)));
    const DD m = a.hi < 0 ? -a : a;
    root = std::max(root, relative(sqrt(m), sqrtq(exact(m))));
  }
  EXPECT_LE(sum, 3);        // measured 1.2
  EXPECT_LE(product, 5);    // measured 2.2
  EXPECT_LE(quotient, 10);  // measured 2.9
  EXPECT_LE(root, 4);       // measured 1.7
}

TEST(DoubleDouble, keeps_its_digits_when_a_sum_cancels) {
  Draw random{3};
  for (int i = 0; i < 100000; ++i) {
    const DD a = number(random), b = with_lower_part(a.hi * (1 + random.between(-1, 1) * 0x1p-45), random);
    ASSERT_LE(relative(a - b, exact(a) - exact(b)), 3);  // measured 0
  }
}

TEST(DoubleDouble, adds_the_lower_parts_exactly_when_the_upper_ones_cancel) {
  Draw random{6};
  for (int i = 0; i < 1000; ++i) {
    const double x = random.between(-1, 1) * 0x1p-54, y = random.between(-1, 1) * 0x1p-80;
    const DD got = DD(1, x) + DD(-1, y), want = two_sum(x, y);
    ASSERT_TRUE(got.hi == want.hi && got.lo == want.lo) << x << ' ' << y;
  }
}

TEST(DoubleDouble, difference_of_products_is_within_one_and_a_half_ulp) {
  Draw random{4};
  double worst = 0;
  for (int i = 0; i < 500000; ++i) {
    const double a = random.between(-1, 1), b = random.between(-1, 1), c = random.between(-1, 1);
    double d = random.between(-1, 1);
    if (i % 2) d = a * b / c * (1 + 0x1p-50 * double(random.bits() % 16));  // nearly everything cancels
    const Quad want = Quad(a) * Quad(b) - Quad(c) * Quad(d);
    if (want != 0) worst = std::max(worst, test::ulp_error(difference_of_products(a, b, c, d), want));
  }
  EXPECT_LE(worst, 1.5);  // measured 1.5
}

TEST(DoubleDouble, of_a_pack_is_that_of_every_lane) {
  using P = Pack<double, 4>;
  using DP = DoubleDouble<P>;
  Draw random{5};
  for (int i = 0; i < 20000; ++i) {
    DP a, b;
    DD x[4], y[4];
    for (int k = 0; k < 4; ++k) {
      x[k] = number(random), y[k] = number(random);
      if (k == 0) x[k] = DD(0);
      set_lane(a.hi, k, x[k].hi), set_lane(a.lo, k, x[k].lo), set_lane(b.hi, k, y[k].hi), set_lane(b.lo, k, y[k].lo);
    }
    const DP s = a + b, d = a - b, p = a * b, q = a / b, r = sqrt(a * a);
    const P f = difference_of_products(a.hi, b.hi, a.lo, b.lo);
    for (int k = 0; k < 4; ++k) {
      const auto same = [k](const DP& got, const DD& want) {
        return test::same_bits(got.hi[k], want.hi) && test::same_bits(got.lo[k], want.lo);
      };
      ASSERT_TRUE(same(s, x[k] + y[k]) && same(d, x[k] - y[k]) && same(p, x[k] * y[k]) && same(q, x[k] / y[k]));
      ASSERT_TRUE(same(r, sqrt(x[k] * x[k])));
      ASSERT_EQ(f[k], difference_of_products(x[k].hi, y[k].hi, x[k].lo, y[k].lo));
    }
  }
}

// polhode's own fma of long double: the library's is exact but takes 400 ns.
TEST(LongDouble, has_an_fma_with_one_rounding) {
  Draw random{7};
  for (int i = 0; i < 100000; ++i) {
    const int ea = int(random.bits() % 40) - 20, eb = int(random.bits() % 40) - 20, ec = int(random.bits() % 90) - 45;
    const long double a = std::ldexp((long double)(std::int64_t(random.bits())), ea - 63);
    const long double b = std::ldexp((long double)(std::int64_t(random.bits())), eb - 63);
    const long double c = i % 2 == 0 ? -(a * b) : std::ldexp((long double)(std::int64_t(random.bits())), ec - 63);
    ASSERT_EQ(fma(a, b, c), std::fma(a, b, c)) << i;
  }
  EXPECT_TRUE(std::isinf(fma(1e4900L, 1e4900L, 1.0L)));
}

TEST(DoubleDouble, converts_from_constants_and_to_its_lanes) {
  const DD third = DD(1) / 3;
  EXPECT_EQ(double(third), 1.0 / 3);
  EXPECT_LE(relative(3 * third, 1), 2);  // measured 0
  EXPECT_EQ(sqrt(DD(0)).hi, 0);
  EXPECT_TRUE(std::isnan(sqrt(DD(-1)).hi));
  DD sum = 0.0;
  for (int i = 0; i < 10; ++i) sum += DD(1) / 10;
  EXPECT_LE(relative(sum, 1), 8);  // measured 0.12
  sum -= 1.0, sum *= 2.0, sum /= 4.0;
  EXPECT_LE(std::fabs(sum.hi), 1e-31);
}

}  // namespace
}  // namespace polhode
