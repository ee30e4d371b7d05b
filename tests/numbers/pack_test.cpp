// Packs: every operation in every lane is the operation on plain numbers, in double and in float.
#include "polhode/numbers/pack.hpp"

#include <array>
#include <limits>
#include <type_traits>
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
      set_lane(a_, i, Lane<P>(number(random)));
      set_lane(b_, i, random.bits() % 8 == 0 ? a_[i] : Lane<P>(number(random)));
      set_lane(c_, i, Lane<P>(number(random)));
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
  void expect_mask(const Mask<P>& mask, F of, const char* what) {
    bool every = true;
    for (int i = 0; i < n; ++i) {
      EXPECT_EQ(mask_lane<P>(mask, i), of(a_[i], b_[i])) << what << ' ' << a_[i] << ' ' << b_[i];
      every = every && of(a_[i], b_[i]);
    }
    EXPECT_EQ(all_lanes<P>(mask), every) << what;
  }
};
using Widths = testing::Types<Pack<double, 1>, Pack<double, 2>, Pack<double, 4>, Pack<double, 8>, Pack<double, 16>,
                              Pack<float, 4>, Pack<float, 8>, Pack<float, 16>>;
TYPED_TEST_SUITE(PackOf, Widths);

TYPED_TEST(PackOf, operators_are_those_of_a_number_in_every_lane) {
  using P = TypeParam;
  using F = Lane<P>;
  for (int round = 0; round < 5000; ++round) {
    this->refill();
    const P a = this->a_, b = this->b_, c = this->c_;
    this->expect_lanes(a + b, [](F x, F y, F) { return x + y; }, "+");
    this->expect_lanes(a - b, [](F x, F y, F) { return x - y; }, "-");
    this->expect_lanes(a * b, [](F x, F y, F) { return x * y; }, "*");
    this->expect_lanes(a / b, [](F x, F y, F) { return x / y; }, "/");
    this->expect_lanes(-a, [](F x, F, F) { return -x; }, "negation");
    this->expect_lanes(+a, [](F x, F, F) { return x; }, "plus");
    this->expect_lanes(a * 2 + 1, [](F x, F, F) { return x * 2 + 1; }, "constants");
    this->expect_lanes(sqrt(a), [](F x, F, F) { return std::sqrt(x); }, "sqrt");
    this->expect_lanes(abs(a), [](F x, F, F) { return std::fabs(x); }, "abs");
    this->expect_lanes(fma(a, b, c), [](F x, F y, F z) { return std::fma(x, y, z); }, "fma");
    this->expect_lanes(copysign(a, b), [](F x, F y, F) { return std::copysign(x, y); }, "copysign");
    this->expect_lanes(max(a, b), [](F x, F y, F) { return x > y ? x : y; }, "max");
    this->expect_lanes(min(a, b), [](F x, F y, F) { return x < y ? x : y; }, "min");
    P s = a, d = a, p = a, q = a;
    s += b, d -= b, p *= b, q /= b;
    this->expect_lanes(s, [](F x, F y, F) { return x + y; }, "+=");
    this->expect_lanes(d, [](F x, F y, F) { return x - y; }, "-=");
    this->expect_lanes(p, [](F x, F y, F) { return x * y; }, "*=");
    this->expect_lanes(q, [](F x, F y, F) { return x / y; }, "/=");
  }
}

TYPED_TEST(PackOf, comparisons_masks_and_select_act_in_every_lane) {
  using P = TypeParam;
  using F = Lane<P>;
  for (int round = 0; round < 5000; ++round) {
    this->refill();
    const P a = this->a_, b = this->b_;
    this->expect_mask(a < b, [](F x, F y) { return x < y; }, "<");
    this->expect_mask(a > b, [](F x, F y) { return x > y; }, ">");
    this->expect_mask(a <= b, [](F x, F y) { return x <= y; }, "<=");
    this->expect_mask(a >= b, [](F x, F y) { return x >= y; }, ">=");
    this->expect_mask(a == b, [](F x, F y) { return x == y; }, "==");
    this->expect_mask(a != b, [](F x, F y) { return x != y; }, "!=");
    this->expect_mask((a < b) & (a > P(0)), [](F x, F y) { return x < y && x > 0; }, "and");
    this->expect_mask((a < b) | (a > P(0)), [](F x, F y) { return x < y || x > 0; }, "or");
    this->expect_mask(!(a < b), [](F x, F y) { return !(x < y); }, "not");
    this->expect_mask(is_finite(a), [](F x, F) { return std::isfinite(x); }, "is_finite");
    this->expect_lanes(select<P>(a < b, a, b), [](F x, F y, F) { return x < y ? x : y; }, "select");
  }
}

// One false lane is enough, whichever it is.
TYPED_TEST(PackOf, all_lanes_looks_at_every_lane) {
  using P = TypeParam;
  EXPECT_TRUE(all_lanes<P>(Mask<P>(true)));
  EXPECT_FALSE(all_lanes<P>(Mask<P>(false)));
  for (int i = 0; i < lanes<P>; ++i) {
    P x(1);
    set_lane(x, i, Lane<P>(-1));
    EXPECT_FALSE(all_lanes<P>(x > P(0))) << i;
    EXPECT_EQ(all_lanes<P>(x < P(0)), lanes<P> == 1) << i;
  }
}

TYPED_TEST(PackOf, bits_are_integers_in_every_lane) {
  using P = TypeParam;
  using N = Number<P>;
  using F = Lane<P>;
  using I = detail::IntOf<F>;
  using U = std::make_unsigned_t<I>;
  constexpr int shift = std::numeric_limits<F>::digits - 1;
  for (int round = 0; round < 2000; ++round) {
    this->refill();
    const auto a = N::bits(this->a_), b = N::bits(this->b_);
    const auto as_int = [](F x) { return std::bit_cast<I>(x); };
    const auto expect = [&](const typename N::Bits& r, auto of) {
      for (int i = 0; i < lanes<P>; ++i) EXPECT_EQ(r.v.get(i), of(as_int(this->a_[i]), as_int(this->b_[i])));
    };
    expect(a & b, [](I x, I y) { return x & y; });
    expect(a | b, [](I x, I y) { return x | y; });
    expect(a ^ b, [](I x, I y) { return x ^ y; });
    expect(~a, [](I x, I) { return ~x; });
    expect(a + b, [](I x, I y) { return I(U(x) + U(y)); });
    expect(a - b, [](I x, I y) { return I(U(x) - U(y)); });
    expect(-a, [](I x, I) { return I(-U(x)); });
    expect(a << shift, [](I x, I) { return I(U(x) << shift); });
    expect(a >> shift, [](I x, I) { return I(x >> shift); });
    this->expect_lanes(N::value(a), [](F x, F, F) { return x; }, "value");
  }
}

TYPED_TEST(PackOf, load_and_store_move_the_numbers_of_memory_and_no_other) {
  using P = TypeParam;
  using F = Lane<P>;
  constexpr int count = lanes<P>, most = 7 * count + 2;
  std::array<F, most> from;
  for (int i = 0; i < most; ++i) from[std::size_t(i)] = F(i);
  const auto written = [&](auto store_to) {
    std::array<F, most> to;
    to.fill(F(-1));
    store_to(to.data());
    return to;
  };
  // Side by side, at an address that is no multiple of a register.
  const P row = load<P>(&from[1]);
  for (int i = 0; i < count; ++i) EXPECT_EQ(row[i], F(i + 1));
  const std::array<F, most> side_by_side = written([&](F* to) { store(row, to + 1); });
  for (int i = 0; i < most; ++i) EXPECT_EQ(side_by_side[std::size_t(i)], i >= 1 && i <= count ? F(i) : F(-1)) << i;
  // Structures of three and of seven numbers; backwards.
  for (const int stride : {3, 7}) {
    const P column = load<P>(&from[2], stride);
    for (int i = 0; i < count; ++i) EXPECT_EQ(column[i], F(2 + i * stride));
    const std::array<F, most> apart = written([&](F* to) { store(column, to + 2, stride); });
    for (int i = 0; i < most; ++i)
      EXPECT_EQ(apart[std::size_t(i)], i >= 2 && i < 2 + count * stride && (i - 2) % stride == 0 ? F(i) : F(-1)) << i;
  }
  const P back = load<P>(&from[std::size_t(count)], -1);
  for (int i = 0; i < count; ++i) EXPECT_EQ(back[i], F(count - i));
}

TEST(Pack, load_and_store_of_one_body_are_plain_assignments) {
  double x[2] = {1, 2};
  EXPECT_EQ(load<double>(x + 1), 2);
  EXPECT_EQ(load<double>(x, 7), 1);
  store(5.0, x + 1), store(6.0, x, 7);
  EXPECT_EQ(x[0], 6);
  EXPECT_EQ(x[1], 5);
}

}  // namespace
}  // namespace polhode
