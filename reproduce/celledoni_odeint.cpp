// celledoni_odeint.cpp -- Boost.Odeint on Euler's equations, at its fastest: templates on an array, no allocation
#include <array>
#include <span>

#include "celledoni.hpp"

#ifdef POLHODE_REPRODUCE_ODEINT
#include <boost/numeric/odeint.hpp>
#endif

namespace polhode::reproduce::celledoni {

#ifdef POLHODE_REPRODUCE_ODEINT
namespace {

namespace odeint = boost::numeric::odeint;
using Momentum = std::array<double, 3>;

struct Euler {
  double c1, c2, c3;
  explicit Euler(const Momentum& I) : c1(1 / I[2] - 1 / I[1]), c2(1 / I[0] - 1 / I[2]), c3(1 / I[1] - 1 / I[0]) {}
  void operator()(const Momentum& m, Momentum& d, double) const {
    d[0] = c1 * m[1] * m[2], d[1] = c2 * m[2] * m[0], d[2] = c3 * m[0] * m[1];
  }
};
template <class Stepper>
Momentum by_steps(const Momentum& moments, Momentum m, int n) {
  const Euler euler(moments);
  Stepper stepper;
  const double h = 1.0 / n;
  for (int i = 0; i < n; ++i) stepper.do_step(euler, m, i * h, h);
  return m;
}
template <class Stepper>
Momentum to_tolerance(const Momentum& moments, Momentum m, int) {
  odeint::integrate_adaptive(odeint::make_controlled<Stepper>(1e-14, 1e-14), Euler(moments), m, 0.0, 1.0, 0.01);
  return m;
}

// ode45 of MATLAB is the method of Dormand and Prince.
constexpr StandardSolver kSolvers[] = {
    {"Odeint's runge_kutta4", false, by_steps<odeint::runge_kutta4<Momentum>>},
    {"Odeint's runge_kutta_dopri5", false, by_steps<odeint::runge_kutta_dopri5<Momentum>>},
    {"Odeint's runge_kutta_fehlberg78", false, by_steps<odeint::runge_kutta_fehlberg78<Momentum>>},
    {"Odeint's runge_kutta_dopri5 to 1e-14", true, to_tolerance<odeint::runge_kutta_dopri5<Momentum>>},
    {"Odeint's runge_kutta_fehlberg78 to 1e-14", true, to_tolerance<odeint::runge_kutta_fehlberg78<Momentum>>}};

}  // namespace

std::span<const StandardSolver> standard_solver_list() {
  return kSolvers;
}
#else
std::span<const StandardSolver> standard_solver_list() {
  return {};
}
#endif

}  // namespace polhode::reproduce::celledoni
