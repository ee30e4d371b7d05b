// odeint.cpp -- Boost.Odeint as a template on an array of seven numbers, its fastest use: no allocation, all inlined
#include "odeint.hpp"

#include <array>
#include <cmath>
#include <cstddef>

#include <boost/numeric/odeint.hpp>

namespace polhode_bench {
namespace {

using State = std::array<double, 7>;  // q, w

inline void turn(const State& s, State& d) {
  d[0] = 0.5 * (-s[1] * s[4] - s[2] * s[5] - s[3] * s[6]);
  d[1] = 0.5 * (s[0] * s[4] + s[2] * s[6] - s[3] * s[5]);
  d[2] = 0.5 * (s[0] * s[5] - s[1] * s[6] + s[3] * s[4]);
  d[3] = 0.5 * (s[0] * s[6] + s[1] * s[5] - s[2] * s[4]);
}

/// Euler's equations of a top with its weight on the third axis. Constants are divided beforehand.
struct Top {
  double c1, c2, c3, g1, g2;
  explicit Top(const PeerProblem& p)
      : c1((p.moments[1] - p.moments[2]) / p.moments[0]),
        c2((p.moments[2] - p.moments[0]) / p.moments[1]),
        c3((p.moments[0] - p.moments[1]) / p.moments[2]),
        g1(2 * p.weight / p.moments[0]),
        g2(2 * p.weight / p.moments[1]) {}
  void operator()(const State& s, State& d, double) const {
    turn(s, d);
    d[4] = c1 * s[5] * s[6] + g1 * (s[2] * s[3] + s[0] * s[1]);
    d[5] = c2 * s[6] * s[4] - g2 * (s[1] * s[3] - s[0] * s[2]);
    d[6] = c3 * s[4] * s[5];
  }
};

struct Own {
  double c1, c2, c3, x1, x2, x3;
  explicit Own(const PeerProblem& p)
      : c1((p.moments[1] - p.moments[2]) / p.moments[0]),
        c2((p.moments[2] - p.moments[0]) / p.moments[1]),
        c3((p.moments[0] - p.moments[1]) / p.moments[2]),
        x1(1 / p.moments[0]),
        x2(1 / p.moments[1]),
        x3(1 / p.moments[2]) {}
  void operator()(const State& s, State& d, double t) const {
    turn(s, d);
    const double n1 = 2 * (s[1] * s[3] - s[0] * s[2]), n2 = 2 * (s[2] * s[3] + s[0] * s[1]),
                 n3 = 1 - 2 * (s[1] * s[1] + s[2] * s[2]);
    const double root = std::sqrt(1 + s[4] * s[4] + s[5] * s[5] + s[6] * s[6]), fading = std::exp(-0.05 * t);
    d[4] = c1 * s[5] * s[6] + x1 * (0.3 * std::sin(n1 + 0.2 * t) - 0.02 * s[4] / root);
    d[5] = c2 * s[6] * s[4] + x2 * (fading * n2 - 0.02 * s[5] / root);
    d[6] = c3 * s[4] * s[5] + x3 * (0.1 * n3 / (2 + n1) - 0.02 * s[6] / root);
  }
};

template <class Stepper, class System>
void run(const PeerProblem& p, long n, double (&y)[7]) {
  const System system(p);
  State s{p.q[0], p.q[1], p.q[2], p.q[3], p.w[0], p.w[1], p.w[2]};
  const double h = p.end / double(n);
  Stepper stepper;
  for (long i = 0; i < n; ++i) stepper.do_step(system, s, double(i) * h, h);
  for (std::size_t i = 0; i < 7; ++i) y[i] = s[i];
}

using Rk4 = boost::numeric::odeint::runge_kutta4<State>;
using Rkf78 = boost::numeric::odeint::runge_kutta_fehlberg78<State>;

}  // namespace

void odeint_rk4(const PeerProblem& p, long n, double (&y)[7]) {
  run<Rk4, Top>(p, n, y);
}
void odeint_rkf78(const PeerProblem& p, long n, double (&y)[7]) {
  run<Rkf78, Top>(p, n, y);
}
void odeint_rk4_own(const PeerProblem& p, long n, double (&y)[7]) {
  run<Rk4, Own>(p, n, y);
}
void odeint_rkf78_own(const PeerProblem& p, long n, double (&y)[7]) {
  run<Rkf78, Own>(p, n, y);
}

}  // namespace polhode_bench
