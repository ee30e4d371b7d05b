// bounds -- the error bounds that the library promises, in a program that is compiled with a user's own flags
//
// Contraction and vectoriser are on, the machine's instructions too: the bits are others, the bounds must be the same.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "polhode/polhode.hpp"

using namespace polhode;

namespace {

int failures = 0;
void expect(const char* what, double value, double bound) {
  const bool good = value <= bound;
  std::printf("%-58s %.2e (at most %.0e)%s\n", what, value, bound, good ? "" : "  FAILED");
  failures += !good;
}

double uniform(unsigned& state) {  // [0, 1)
  state = state * 1664525u + 1013904223u;
  return double(state >> 8) / double(1u << 24);
}

/// The exact motion against itself in 64 bits of mantissa: 3 eps (1 + w t) in momentum, 4 eps (1 + w t) in attitude.
void exact_motion() {
  unsigned state = 7;
  double momentum = 0, attitude = 0;
  for (int body = 0; body < 2000; ++body) {
    const double a = 0.01 + uniform(state), b = 0.01 + uniform(state), c = 0.01 + uniform(state);
    const Vec3<double> I{b + c, c + a, a + b};
    const PrincipalState<double> s{{}, {uniform(state) - 0.5, uniform(state) - 0.5, uniform(state) - 0.5}};
    const double t = 20 * uniform(state), rate = norm(times(Principal<double>(I).x, s.m));
    const double scale = 2.2e-16 * (1 + rate * t);
    const auto near = PrincipalMotion<double>(Principal<double>(I), s).at(t);
    const auto reference = convert<double>(
        PrincipalMotion<long double>(Principal<long double>(convert<long double>(I)), convert<long double>(s)).at(t));
    momentum = std::max(momentum, relative_distance(near.m, reference.m) / scale);
    attitude = std::max(attitude, attitude_distance(near.Q, reference.Q) / scale);
  }
  expect("exact motion: momentum, in eps (1 + w t)", momentum, 3);  // measured 2.3
  expect("exact motion: attitude, in eps (1 + w t)", attitude, 4);  // measured 3.9
}

/// What methods keep to rounding.
template <class M>
void keeps(const char* name, double energy_bound) {
  const Inertia inertia = Inertia::principal(0.6, 0.8, 1.0);
  const State<double> start{{}, {0.3, 1.0, 0.2}};
  Stepper<M> body(inertia, start);
  const double E = body.energy();
  if (body.run(0.1, 10000) != Outcome::done) ++failures;
  char text[64];
  std::snprintf(text, sizeof text, "%s: momentum in space after 1e4 steps", name);
  expect(text, relative_distance(body.spatial_momentum(), spatial_momentum(start)), 1e-13);  // measured up to 1.1e-14
  std::snprintf(text, sizeof text, "%s: energy", name);
  expect(text, relative_error(body.energy(), E), energy_bound);
}

void elementary() {
  double worst = 0;
  for (int i = -100000; i < 100000; ++i) {
    const double x = 0.00123 * i;
    double s, c;
    sincos(x, s, c);
    worst = std::max(worst, std::fabs(s - std::sin(x)));
    worst = std::max(worst, std::fabs(c - std::cos(x)));
  }
  expect("sincos against the C library", worst, 2.3e-16);
}

void heavy_top() {
  Stepper<Rkn6<Dmv<16>>, HeavyTop<>> top(Inertia::principal(0.6, 0.8, 1.0), {{}, {1.8, 0.4, -0.9}},
                                         HeavyTop(1.0, {0, 0, 1}));
  const double E = top.energy(), L = top.spatial_momentum().z;
  top.run_until(100, 0.02);
  expect("rkn6 on a heavy top: energy", std::fabs(top.energy() - E), 5e-13);  // measured 7e-14
  expect("rkn6 on a heavy top: momentum about the vertical", std::fabs(top.spatial_momentum().z - L),
         3e-13);  // measured 3e-14
}

}  // namespace

int main() {
  elementary();
  exact_motion();
  keeps<Exact>("exact", 1e-13);
  keeps<Dmv<8>>("dmv8", 3e-13);
  keeps<Sr<4>>("sr4", 1e-9);
  keeps<Lie3>("lie3", 6e-3);
  heavy_top();
  return failures == 0 ? 0 : 1;
}
