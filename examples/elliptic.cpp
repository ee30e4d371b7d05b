// exact/elliptic.hpp -- the period of a pendulum at any amplitude
#include "polhode/exact/elliptic.hpp"

#include <cmath>
#include <cstdio>

using namespace polhode;

int main() {
  const double small = 2 * M_PI * std::sqrt(1.0 / 9.81);  // of 1 m, for small amplitudes
  std::printf("amplitude   period     against small ones\n");
  for (const double degrees : {1.0, 30.0, 90.0, 150.0, 179.0, 179.999}) {
    // k = sin(a/2), k' = cos(a/2): near the top only k' still has its digits
    const double kp = std::cos(degrees * M_PI / 360);
    const double period = 4 * elliptic_k(kp) * std::sqrt(1.0 / 9.81);
    std::printf("%8.3f  %8.4f s  %8.4f\n", degrees, period, period / small);
  }
  // K(sin 45 degrees) = Gamma(1/4)^2 / (4 sqrt(pi))
  const double lemniscate = std::pow(std::tgamma(0.25), 2) / (4 * std::sqrt(M_PI));
  return std::fabs(elliptic_k(std::sqrt(0.5)) / lemniscate - 1) < 1e-14 ? 0 : 1;
}
