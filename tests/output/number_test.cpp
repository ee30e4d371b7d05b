// number_test.cpp -- 17 digits, byte for byte what printf prints
#include "output/number.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "support/bodies.hpp"

namespace {

using polhode::print17;
using polhode::test::Random;

void expect_as_printf(double x) {
  char ours[polhode::kNumberChars], theirs[64];
  const std::string text(ours, print17(ours, x));
  std::snprintf(theirs, sizeof theirs, "%.17g", x);
  ASSERT_EQ(text, theirs);
}

TEST(Number, AnyBits) {
  Random random(1);
  for (int i = 0; i < 300'000; ++i) expect_as_printf(std::bit_cast<double>(random.next()));
}

TEST(Number, SizesOfTheFastPathAndBeyondItsEnds) {
  Random random(2);
  for (int i = 0; i < 1'000'000; ++i) {
    const std::uint64_t exponent = 1023 - 60 + random.next() % 121;
    expect_as_printf(std::bit_cast<double>((random.next() & 0x800fffffffffffffu) | exponent << 52));
  }
}

TEST(Number, PowersOfTenAndTheirNeighbours) {
  for (int n = -330; n <= 308; ++n) {
    const double x = std::strtod(("1e" + std::to_string(n)).c_str(), nullptr);
    for (const double y : {x, std::nextafter(x, 0), std::nextafter(x, 2 * x), -x, 9.9999999999999995 * x})
      expect_as_printf(y);
  }
}

TEST(Number, PowersOfTwoAndTheirNeighbours) {
  for (std::uint64_t exponent = 1; exponent < 2047; ++exponent)
    for (const std::uint64_t shift : {-1, 0, 1}) expect_as_printf(std::bit_cast<double>((exponent << 52) + shift));
}

// Above 2^53 every other multiple of 1/2, 1/4, ... in the 17th digit is a tie.
TEST(Number, Ties) {
  Random random(3);
  for (int i = 0; i < 300'000; ++i) {
    const double odd = double((random.next() >> 11) | 1);
    expect_as_printf(odd);
    expect_as_printf(std::ldexp(odd, -int(random.next() % 40)));
  }
}

TEST(Number, RoundNumbersAndSpecialOnes) {
  for (int i = -3000; i <= 3000; ++i)
    for (const double unit : {1.0, 0.001, 1.0 / 1024, 1e-9}) expect_as_printf(i * unit);
  for (const double x : {0.0, -0.0, double(INFINITY), -double(INFINITY)}) expect_as_printf(x);
}

}  // namespace
