// numbers/power_series.hpp -- a pendulum of large swing, x'' = -sin x, by its Taylor series to t^20
#include <array>
#include <cmath>
#include <cstdio>

#include "polhode/numbers/power_series.hpp"

using namespace polhode;

int main() {
  constexpr int N = 20;
  std::array<double, N + 1> x{2.0}, v{0.0};  // coefficients of angle and velocity, as far as they are known
  SeriesTape<double> tape(N);
  for (int k = 0; k < N; ++k) {
    const SeriesTape<double>::Pass pass(tape, k);
    const double rate = -sin(tape.given(x[k]))[k];
    x[k + 1] = v[k] / (k + 1), v[k + 1] = rate / (k + 1);
  }
  const double h = 0.5;
  double angle = 0, velocity = 0;
  for (int k = N; k >= 0; --k) angle = angle * h + x[k], velocity = velocity * h + v[k];
  std::printf("after %.1f: angle %.15f, velocity %.15f\n", h, angle, velocity);
  // What the pendulum keeps: v^2/2 - cos x
  const double energy = 0.5 * velocity * velocity - std::cos(angle);
  return std::fabs(energy + std::cos(2.0)) < 1e-15 ? 0 : 1;
}
