// number.cpp -- 17 digits by one exact product in 128 bits
#include "output/number.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace polhode {
namespace {

using Wide = unsigned __int128;

// x = M 2^e with M < 2^53, so x 10^p = M 5^p 2^(e+p), and M 5^p is exact in 128 bits up to p = 32 (5^32 < 2^75).
constexpr int kMostPower = 32;
constexpr auto kPowersOf5 = [] {
  std::array<Wide, kMostPower + 1> powers{};
  powers[0] = 1;
  for (int i = 1; i <= kMostPower; ++i) powers[i] = 5 * powers[i - 1];
  return powers;
}();
constexpr std::uint64_t kSmallest17 = 10'000'000'000'000'000u;  // the smallest number of 17 digits

constexpr auto kPairs = [] {
  std::array<char, 200> pairs{};
  for (std::size_t i = 0; i < 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();

/// The two digits of n < 100.
const char* pair(std::uint32_t n) noexcept {
  return kPairs.data() + 2 * std::size_t(n);
}

void eight_digits(char* out, std::uint32_t n) noexcept {
  const std::uint32_t high = n / 10000, low = n % 10000;
  std::memcpy(out, pair(high / 100), 2);
  std::memcpy(out + 2, pair(high % 100), 2);
  std::memcpy(out + 4, pair(low / 100), 2);
  std::memcpy(out + 6, pair(low % 100), 2);
}

// M 2^e 10^p to the nearest integer, ties to even; needs 0 <= p <= kMostPower and a result below 2^64.
std::uint64_t scaled(std::uint64_t M, int e, int p) noexcept {
  const Wide product = M * kPowersOf5[p];
  const int shift = -(e + p);
  if (shift <= 0) return static_cast<std::uint64_t>(product << -shift);
  const Wide half = Wide(1) << (shift - 1), rest = product & ((half << 1) - 1);
  const auto whole = static_cast<std::uint64_t>(product >> shift);
  return whole + (rest > half || (rest == half && (whole & 1) != 0) ? 1 : 0);
}

}  // namespace

char* print17(char* out, double x) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int biased = static_cast<int>(bits >> 52) & 0x7ff;
  // 2^-53 > 1e-16 and 2^56 < 1e17: inside, 0 <= p <= kMostPower; e + p > -120 and the shifts stay below 128.
  if (biased < 1023 - 53 || biased >= 1023 + 56)
    return std::to_chars(out, out + kNumberChars, x, std::chars_format::general, 17).ptr;
  const std::uint64_t M = (bits & ((std::uint64_t(1) << 52) - 1)) | (std::uint64_t(1) << 52);
  const int e = biased - 1075;

  // 10^k <= |x| < 10^(k+1); the logarithm of the power of two below |x| gives k, or one less.
  int k = ((biased - 1023) * 78913) >> 18;  // floor(n log10 2), right for |n| < 1650
  std::uint64_t digits = scaled(M, e, 16 - k);
  if (digits >= 10 * kSmallest17) digits = scaled(M, e, 16 - ++k);

  if (bits >> 63) *out++ = '-';
  char text[17];
  const auto last16 = digits % kSmallest17;
  text[0] = static_cast<char>('0' + digits / kSmallest17);
  eight_digits(text + 1, static_cast<std::uint32_t>(last16 / 100'000'000));
  eight_digits(text + 9, static_cast<std::uint32_t>(last16 % 100'000'000));
  int length = 17;
  while (length > 1 && text[length - 1] == '0') --length;

  const auto copy = [&](int from, int to) {
    std::memcpy(out, text + from, static_cast<std::size_t>(to - from));
    out += to - from;
  };
  if (k < -4) {  // 1.25e-07
    copy(0, 1);
    if (length > 1) *out++ = '.';
    copy(1, length);
    *out++ = 'e';
    *out++ = '-';
    std::memcpy(out, pair(std::uint32_t(-k)), 2);
    return out + 2;
  }
  if (k < 0) {  // 0.00125
    std::copy_n("0.000", 5, out);
    out += 1 - k;
    copy(0, length);
    return out;
  }
  copy(0, k + 1);  // the zeros before the point are in `text`
  if (length > k + 1) *out++ = '.';
  if (length > k + 1) copy(k + 1, length);
  return out;
}

}  // namespace polhode
