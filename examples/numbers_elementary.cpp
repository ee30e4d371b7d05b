// numbers/elementary.hpp -- a table of sines that is the same, bit for bit, on every machine
#include <bit>
#include <cinttypes>
#include <cstdio>

#include "polhode/numbers/elementary.hpp"

using namespace polhode;

int main() {
  // A checksum over a million results; archives made elsewhere can be compared with it.
  std::uint64_t sum = 0;
  for (int i = 0; i < 1000000; ++i) {
    double s, c;
    sincos(0.001 * i, s, c);
    sum = sum * 31 + std::bit_cast<std::uint64_t>(s) + 7 * std::bit_cast<std::uint64_t>(c);
  }
  double s, c;
  sincos(1.0, s, c);
  std::printf("sin 1 = %.17g, cos 1 = %.17g\n", s, c);
  std::printf("checksum of 2000000 values: %016" PRIx64 "\n", sum);
  return sum == 0xd078668c6741c41d ? 0 : 1;
}
