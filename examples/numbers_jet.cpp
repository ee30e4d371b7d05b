// numbers/jet.hpp -- velocity, acceleration and jerk of a point, from the formula for its position alone
#include <cmath>
#include <cstdio>

#include "polhode/numbers/jet.hpp"

using namespace polhode;

// The height of a damped spring at time t, for any number type.
template <class T>
T height(const T& t) {
  return exp(T(-0.2) * t) * cos(T(3.0) * t);
}

int main() {
  const double t = 0.7;
  const auto x = height(Jet<double, 3>::variable(t));
  std::printf("position      %9.6f\n", x.value());
  std::printf("velocity      %9.6f\n", x.derivative(1));
  std::printf("acceleration  %9.6f\n", x.derivative(2));
  std::printf("jerk          %9.6f\n", x.derivative(3));
  // The equation of motion: x'' = -0.4 x' - 9.04 x
  const double rest = x.derivative(2) + 0.4 * x.derivative(1) + 9.04 * x.value();
  return std::fabs(rest) < 1e-14 ? 0 : 1;
}
