// methods/method.hpp -- a method of one's own: a card and a step
#include "polhode/methods/method.hpp"

#include <cstdio>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/stepper.hpp"

using namespace polhode;

// The body turns by the velocity it has at the beginning of the step: order 1, but L is kept.
struct FirstTry : FreeMethod {
  static constexpr MethodInfo info{.name = "first-try",
                                   .title = "turn by h w",
                                   .family = "Examples",
                                   .order = 1,
                                   .attitude_order = 1,
                                   .keeps_casimir = true,
                                   .keeps_momentum = true,
                                   .reference = "none"};
  template <class T>
  static StepStatus<T> step(const Principal<T>& body, T h, PrincipalState<T>& s) noexcept {
    const Turn<T> r = exp(h * times(body.x, s.m));
    s.Q = s.Q * r;
    s.m = rotate_back(r, s.m);
    return {};
  }
};
static_assert(Method<FirstTry>);

int main() {
  const Inertia inertia = Inertia::principal(0.6, 0.8, 1.0);
  const State<double> start{{}, {0.3, 1.0, 0.2}};
  Stepper<FirstTry> body(inertia, start);
  body.run(0.001, 10000);
  const double kept = relative_distance(body.spatial_momentum(), spatial_momentum(start));
  const double energy_error = relative_error(body.energy(), energy(inertia, start));
  std::printf("%s: momentum in space kept to %.1e, energy to %.1e\n", FirstTry::info.name.data(), kept, energy_error);
  return kept < 1e-13 && energy_error > 1e-6 ? 0 : 1;
}
