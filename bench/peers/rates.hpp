// rates.hpp -- the equations of motion as a user of a solver writes them: attitude and angular velocity, all inlined
//
// Constants are divided beforehand. The satellite has an eighth unknown, the true anomaly of its orbit: one sine and cosine
// instead of Kepler's equation in every evaluation.
#pragma once

#include <cmath>

#include "peer.hpp"

/// Left to itself the compiler inlines them in small programs and not in large ones, which costs a third.
#define POLHODE_PEER_INLINE __attribute__((always_inline))

namespace polhode_bench {

POLHODE_PEER_INLINE inline void turn(const double* __restrict s, double* __restrict d) {
  d[0] = 0.5 * (-s[1] * s[4] - s[2] * s[5] - s[3] * s[6]);
  d[1] = 0.5 * (s[0] * s[4] + s[2] * s[6] - s[3] * s[5]);
  d[2] = 0.5 * (s[0] * s[5] - s[1] * s[6] + s[3] * s[4]);
  d[3] = 0.5 * (s[0] * s[6] + s[1] * s[5] - s[2] * s[4]);
}

/// Euler's equations without torque; what all have in common.
struct Euler {
  double c1, c2, c3;
  explicit Euler(const PeerProblem& p)
      : c1((p.moments[1] - p.moments[2]) / p.moments[0]),
        c2((p.moments[2] - p.moments[0]) / p.moments[1]),
        c3((p.moments[0] - p.moments[1]) / p.moments[2]) {}
};

template <Torque kind>
struct Rates;

template <>
struct Rates<Torque::none> : Euler {
  static constexpr int n = 7;
  using Euler::Euler;
  POLHODE_PEER_INLINE void operator()(const double* __restrict s, double* __restrict d, double) const {
    turn(s, d);
    d[4] = c1 * s[5] * s[6];
    d[5] = c2 * s[6] * s[4];
    d[6] = c3 * s[4] * s[5];
  }
};

template <>
struct Rates<Torque::top> : Euler {
  static constexpr int n = 7;
  double g1, g2;
  explicit Rates(const PeerProblem& p)
      : Euler(p), g1(2 * p.strength / p.moments[0]), g2(2 * p.strength / p.moments[1]) {}
  POLHODE_PEER_INLINE void operator()(const double* __restrict s, double* __restrict d, double) const {
    turn(s, d);
    d[4] = c1 * s[5] * s[6] + g1 * (s[2] * s[3] + s[0] * s[1]);
    d[5] = c2 * s[6] * s[4] - g2 * (s[1] * s[3] - s[0] * s[2]);
    d[6] = c3 * s[4] * s[5];
  }
};

template <>
struct Rates<Torque::drag> : Euler {
  static constexpr int n = 7;
  double k1, k2, k3;
  explicit Rates(const PeerProblem& p)
      : Euler(p), k1(p.strength / p.moments[0]), k2(p.strength / p.moments[1]), k3(p.strength / p.moments[2]) {}
  POLHODE_PEER_INLINE void operator()(const double* __restrict s, double* __restrict d, double) const {
    turn(s, d);
    d[4] = c1 * s[5] * s[6] - k1 * s[4];
    d[5] = c2 * s[6] * s[4] - k2 * s[5];
    d[6] = c3 * s[4] * s[5] - k3 * s[6];
  }
};

/// The torque OwnTorque of work_precision.cpp.
template <>
struct Rates<Torque::own> : Euler {
  static constexpr int n = 7;
  double x1, x2, x3;
  explicit Rates(const PeerProblem& p) : Euler(p), x1(1 / p.moments[0]), x2(1 / p.moments[1]), x3(1 / p.moments[2]) {}
  POLHODE_PEER_INLINE void operator()(const double* __restrict s, double* __restrict d, double t) const {
    turn(s, d);
    const double n1 = 2 * (s[1] * s[3] - s[0] * s[2]), n2 = 2 * (s[2] * s[3] + s[0] * s[1]),
                 n3 = 1 - 2 * (s[1] * s[1] + s[2] * s[2]);
    const double root = std::sqrt(1 + s[4] * s[4] + s[5] * s[5] + s[6] * s[6]), fading = std::exp(-0.05 * t);
    d[4] = c1 * s[5] * s[6] + x1 * (0.3 * std::sin(n1 + 0.2 * t) - 0.02 * s[4] / root);
    d[5] = c2 * s[6] * s[4] + x2 * (fading * n2 - 0.02 * s[5] / root);
    d[6] = c3 * s[4] * s[5] + x3 * (0.1 * n3 / (2 + n1) - 0.02 * s[6] / root);
  }
};

template <>
struct Rates<Torque::satellite> : Euler {
  static constexpr int n = 8;
  double e, rate, strength;
  explicit Rates(const PeerProblem& p) : Euler(p), e(p.eccentricity) {
    const double parameter = p.periapsis * (1 + e), cube = parameter * parameter * parameter;
    rate = std::sqrt(p.strength / cube), strength = 3 * p.strength / cube;
  }
  POLHODE_PEER_INLINE void operator()(const double* __restrict s, double* __restrict d, double) const {
    turn(s, d);
    const double c = std::cos(s[7]), v = std::sin(s[7]), f = 1 + e * c, f2 = f * f, k = strength * f2 * f;
    // The direction of the orbit in body axes; which way it points does not matter.
    const double n1 = c * (1 - 2 * (s[2] * s[2] + s[3] * s[3])) + v * 2 * (s[1] * s[2] + s[0] * s[3]),
                 n2 = c * 2 * (s[1] * s[2] - s[0] * s[3]) + v * (1 - 2 * (s[1] * s[1] + s[3] * s[3])),
                 n3 = c * 2 * (s[1] * s[3] + s[0] * s[2]) + v * 2 * (s[2] * s[3] - s[0] * s[1]);
    d[4] = c1 * (s[5] * s[6] - k * n2 * n3);
    d[5] = c2 * (s[6] * s[4] - k * n3 * n1);
    d[6] = c3 * (s[4] * s[5] - k * n1 * n2);
    d[7] = rate * f2;
  }
};

/// Calls f with the equations of the problem.
template <class F>
bool with_rates(const PeerProblem& p, F f) {
  switch (p.torque) {
    case Torque::none:
      return f(Rates<Torque::none>(p));
    case Torque::top:
      return f(Rates<Torque::top>(p));
    case Torque::own:
      return f(Rates<Torque::own>(p));
    case Torque::satellite:
      return f(Rates<Torque::satellite>(p));
    case Torque::drag:
      return f(Rates<Torque::drag>(p));
  }
  return false;
}
/// The unknowns at the start; an eighth begins with 0.
template <class State>
void begin(const PeerProblem& p, State& s) {
  for (int i = 0; i < 4; ++i) s[i] = p.start.q[i];
  for (int i = 0; i < 3; ++i) s[4 + i] = p.start.w[i];
}
template <class State>
void finish(const State& s, PeerState& out) {
  for (int i = 0; i < 4; ++i) out.q[i] = s[i];
  for (int i = 0; i < 3; ++i) out.w[i] = s[4 + i];
}
inline bool any(const PeerProblem&) {
  return true;
}

}  // namespace polhode_bench
