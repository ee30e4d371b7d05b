// rotation/lie_series.hpp -- a turntable that is driven: the attitude after one step from the known angular velocity
#include "polhode/rotation/lie_series.hpp"

#include <cmath>
#include <cstdio>

#include "polhode/body/invariants.hpp"
#include "polhode/rotation/so3.hpp"

using namespace polhode;

// Angular velocity in body axes W(t) = W0 + W1 t + W2 t^2, as from three gyroscope readings.
const Vec3<double> W0{0.3, 1.0, -0.2}, W1{0.5, 0.0, 0.8}, W2{-0.4, 0.6, 0.1};

template <int N>
Quaternion<double> turned(double h) {
  std::array<Vec3<double>, N> W{};
  W[0] = h * W0;
  if constexpr (N > 1) W[1] = (h * h) * W1;
  if constexpr (N > 2) W[2] = (h * h * h) * W2;
  return to_quaternion(exp(sum_of(lie_series<So3<double>, N>(W))));
}

int main() {
  const double h = 0.2;
  // For comparison: 200000 tiny steps, each with the velocity in its middle.
  Quaternion<double> exact;
  for (int i = 0; i < 200000; ++i) {
    const double t = h * (i + 0.5) / 200000;
    exact = exact * exp((h / 200000) * (W0 + t * W1 + (t * t) * W2));
  }
  const double errors[3] = {attitude_distance(turned<1>(h), exact), attitude_distance(turned<3>(h), exact),
                            attitude_distance(turned<6>(h), exact)};
  std::printf("one step of %.1f s, error of the attitude in rad\n", h);
  std::printf("  1 term  (constant velocity)  %.1e\n", errors[0]);
  std::printf("  3 terms                      %.1e\n", errors[1]);
  std::printf("  6 terms                      %.1e\n", errors[2]);
  return errors[1] < 1e-2 * errors[0] && errors[2] < 1e-2 * errors[1] ? 0 : 1;
}
