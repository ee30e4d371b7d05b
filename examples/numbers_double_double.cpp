// numbers/double_double.hpp -- a sum of ten million terms without the rounding of ten million additions
#include <cmath>
#include <cstdio>

#include "polhode/numbers/double_double.hpp"

using namespace polhode;

int main() {
  double plain = 0;
  DoubleDouble<double> careful = 0;
  for (int i = 0; i < 10000000; ++i) {
    plain += 0.1;
    careful += 0.1;
  }
  // 0.1 is not a double: ten million times the double next to it is this.
  const DoubleDouble<double> exact = two_prod(0.1, 1e7);
  std::printf("plain    %.9f\n", plain);
  std::printf("careful  %.9f\n", double(careful));
  std::printf("errors   %.1e and %.1e\n", plain - exact.hi, double(careful - exact));
  return std::fabs(double(careful - exact)) < 1e-20 && std::fabs(plain - exact.hi) > 1e-6 ? 0 : 1;
}
