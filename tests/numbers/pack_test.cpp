// Packs: every operation in every lane is the operation on plain numbers.
#include "polhode/numbers/pack.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "support/ulp.hpp"

namespace polhode {
namespace {

using test::same_bits;

// Ordinary numbers, all sizes, and the ones that need care.
double number(test::Draw& random) {
  static const std::vector<double> special{0.0,
                                           -0.0,
                                           1.0,
                                           -1.0,
                                           0x1p-1074,
                                           -0x1p-1022,
                                           0x1.fffffffffffffp1023,
                                           std::numeric_limits<double>::infinity(),
                                           -std::numeric_limits<double>::infinity(),
                                           std::numeric_limits<double>::quiet_NaN()};
  switch (random.bits() % 4) {
    case 0:
      return special[random.bits() % special.size()];
    case 1:
      return random.any();
    default:
      return random.between(-2, 2);
  }
}

template <class P>
class PackOf : public testing::Test {
 protected:
  static constexpr int n = lanes<P>;
  P a_, b_, c_;
  test::Draw random{1};

  void refill() {
    for (int i = 0; i < n; ++i) {
      set_lane(a_, i, number(random));
      set_lane(b_, i, random.bits() % 8 == 0 ? a_[i] : number(random));
      set_lane(c_, i, number(random));
    }
  }
  // result[i] == of(a_[i], b_[i], c_[i]) for every lane.
  template <class F>
  void expect_lanes(const P& result, F of, const char* what) {
    for (int i = 0; i < n; ++i)
      EXPECT_TRUE(same_bits(result[i], of(a_[i], b_[i], c_[i])))
          << what << ' ' << a_[i] << ' ' << b_[i] << ' ' << c_[i];
  }
  template <class F>
  void expect_mask(const PackMask<double, n>& mask, F of, const char* what) {
    bool every = true;
    for (int i = 0; i < n; ++i) {
      EXPECT_EQ(mask_lane<P>(mask, i), of(a_[i], b_[i])) << what << ' ' << a_[i] << ' ' << b_[i];
      every = every && of(a_[i], b_[i]);
    }
    EXPECT_EQ(all_lanes<P>(mask), every) << what;
  }
};
using Widths = testing::Types<Pack<double, 1>, Pack<double, 2>, Pack<double, 4>, Pack<double, 8>, Pack<double, 16>>;
TYPED_TEST_SUITE(PackOf, Widths);

TYPED_TEST(PackOf, operators_are_those_of_double_in_every_lane) {
  using P = TypeParam;
  for (int round = 0; round < 5000; ++round) {
    this->refill();
    const P a = this->a_, b = this->b_, c = this->c_;
    this->expect_lanes(a + b, [](double x, double y, double) { return x + y; }, "+");
    this->expect_lanes(a - b, [](double x, double y, double) { return x - y; }, "-");
    this->expect_lanes(a * b, [](double x, double y, double) { return x * y; }, "*");
    this->expect_lanes(a / b, [](double x, double y, double) { return x / y; }, "/");
    this->expect_lanes(-a, [](double x, double, double) { return -x; }, "negation");
    this->expect_lanes(+a, [](double x, double, double) { return x; }, "plus");
    this->expect_lanes(a * 2 + 1, [](double x, double, double) { return x * 2 + 1; }, "constants");
    this->expect_lanes(sqrt(a), [](double x, double, double) { return std::sqrt(x); }, "sqrt");
    this->expect_lanes(abs(a), [](double x, double, double) { return std::fabs(x); }, "abs");
    this->expect_lanes(fma(a, b, c), [](double x, double y, double z) { return std::fma(x, y, z); }, "fma");
    this->expect_lanes(copysign(a, b), [](double x, double y, double) { return std::copysign(x, y); }, "copysign");
    this->expect_lanes(max(a, b), [](double x, double y, double) { return x > y ? x : y; }, "max");
    this->expect_lanes(min(a, b), [](double x, double y, double) { return x < y ? x : y; }, "min");
    P s = a, d = a, p = a, q = a;
    s += b, d -= b, p *= b, q /= b;
    this->expect_lanes(s, [](double x, double y, double) { return x + y; }, "+=");
    this->expect_lanes(d, [](double x, double y, double) { return x - y; }, "-=");
    this->expect_lanes(p, [](double x, double y, double) { return x * y; }, "*=");
    this->expect_lanes(q, [](double x, double y, double) { return x / y; }, "/=");
  }
}

TYPED_TEST(PackOf, comparisons_masks_and_select_act_in_every_lane) {
  using P = TypeParam;
  for (int round = 0; round < 5000; ++round) {
    this->refill();
    const P a = this->a_, b = this->b_;
    this->expect_mask(a < b, [](double x, double y) { return x < y; }, "<");
    this->expect_mask(a > b, [](double x, double y) { return x > y; }, ">");
    this->expect_mask(a <= b, [](double x, double y) { return x <= y; }, "<=");
    this->expect_mask(a >= b, [](double x, double y) { return x >= y; }, ">=");
    this->expect_mask(a == b, [](double x, double y) { return x == y; }, "==");
    this->expect_mask(a != b, [](double x, double y) { return x != y; }, "!=");
    this->expect_mask((a < b) & (a > P(0)), [](double x, double y) { return x < y && x > 0; }, "and");
    this->expect_mask((a < b) | (a > P(0)), [](double x, double y) { return x < y || x > 0; }, "or");
    this->expect_mask(!(a < b), [](double x, double y) { return !(x < y); }, "not");
    this->expect_mask(is_finite(a), [](double x, double) { return std::isfinite(x); }, "is_finite");
    this->expect_lanes(select<P>(a < b, a, b), [](double x, double y, double) { return x < y ? x : y; }, "select");
  }
}

// One false lane is enough, whichever it is.
TYPED_TEST(PackOf, all_lanes_looks_at_every_lane) {
  using P = TypeParam;
  EXPECT_TRUE(all_lanes<P>(Mask<P>(true)));
  EXPECT_FALSE(all_lanes<P>(Mask<P>(false)));
  for (int i = 0; i < lanes<P>; ++i) {
    P x(1);
    set_lane(x, i, -1.0);
    EXPECT_FALSE(all_lanes<P>(x > P(0))) << i;
    EXPECT_EQ(all_lanes<P>(x < P(0)), lanes<P> == 1) << i;
  }
}

TYPED_TEST(PackOf, bits_are_integers_in_every_lane) {
  using P = TypeParam;
  using N = Number<P>;
  for (int round = 0; round < 2000; ++round) {
    this->refill();
    const auto a = N::bits(this->a_), b = N::bits(this->b_);
    const auto as_int = [](double x) { return std::bit_cast<std::int64_t>(x); };
    const auto expect = [&](const typename N::Bits& r, auto of) {
      for (int i = 0; i < lanes<P>; ++i) EXPECT_EQ(r.v.get(i), of(as_int(this->a_[i]), as_int(this->b_[i])));
    };
    using I = std::int64_t;
    using U = std::uint64_t;
    expect(a & b, [](I x, I y) { return x & y; });
    expect(a | b, [](I x, I y) { return x | y; });
    expect(a ^ b, [](I x, I y) { return x ^ y; });
    expect(~a, [](I x, I) { return ~x; });
    expect(a + b, [](I x, I y) { return I(U(x) + U(y)); });
    expect(a - b, [](I x, I y) { return I(U(x) - U(y)); });
    expect(-a, [](I x, I) { return I(-U(x)); });
    expect(a << 52, [](I x, I) { return I(U(x) << 52); });
    expect(a >> 52, [](I x, I) { return x >> 52; });
    this->expect_lanes(N::value(a), [](double x, double, double) { return x; }, "value");
  }
}

TEST(Pack, of_float_works_too) {
  using P = Pack<float, 8>;
  P x;
  for (int i = 0; i < 8; ++i) set_lane(x, i, float(i) - 3.5f);
  const P y = fma(x, x, P(1)), r = sqrt(y);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(r[i], std::sqrt(std::fma(x[i], x[i], 1.0f)));
    EXPECT_EQ(select<P>(x < P(0), -x, x)[i], std::fabs(x[i]));
    EXPECT_EQ(mask_lane<P>(x < P(0), i), i < 4);
  }
  EXPECT_FALSE(all_lanes<P>(x < P(0)));
  EXPECT_TRUE(all_lanes<P>(y > P(0)));
  for (int i = 0; i < 8; ++i) {
    P one_wrong(1);
    set_lane(one_wrong, i, -1.0f);
    EXPECT_FALSE(all_lanes<P>(one_wrong > P(0))) << i;
  }
}

}  // namespace
}  // namespace polhode
