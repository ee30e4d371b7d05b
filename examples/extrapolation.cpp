// drive/extrapolation.hpp -- how good is a method? Ask a reference that shares no code with it
#include "polhode/drive/extrapolation.hpp"

#include <cstdio>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/stepper.hpp"
#include "polhode/methods/cf4.hpp"
#include "polhode/torques/heavy_top.hpp"

using namespace polhode;

int main() {
  const Inertia top = Inertia::principal(0.6, 0.8, 1.0);
  const State<double> start{{}, {1.8, 0.4, -0.9}};
  const HeavyTop weight(1, {0, 0, 1});

  // It works in principal axes, which this top has for its body axes.
  const auto reference = extrapolated<long double>(top.in_principal_axes<long double>(), weight, 0, 10,
                                                   convert<long double>(top.to_principal(start)), 40);
  constexpr double kSteps[] = {0.005, 0.0025};
  double errors[2];
  for (int i = 0; i < 2; ++i) {
    Stepper<Cf4, HeavyTop<>> body(top, start, weight);
    body.run_until(10, kSteps[i]);
    errors[i] = attitude_distance(body.state().Q, convert<double>(reference.Q));
    std::printf("cf4, h = %.4f: %.1e rad\n", kSteps[i], errors[i]);
  }
  return errors[0] / errors[1] > 14 && errors[0] / errors[1] < 18 ? 0 : 1;  // order 4: a factor of 16
}
