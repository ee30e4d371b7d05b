// gyrostats.hpp -- random gyrostats of every class that is known to be hard, and their motion by a Taylor series
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "polhode/numbers/quad.hpp"
#include "support/bodies.hpp"

namespace polhode::test {

struct GyrostatCase {
  Vec3<double> I, rotor, m;
  Quaternion<double> Q{};

  Inertia inertia() const { return Inertia::effective(I.x, I.y, I.z); }
  State<double> start() const { return {Q, m}; }
};

/// Random numbers for the drafts below.
struct GyrostatRandom : Random {
  using Random::Random;
  double power(double from, double to) { return std::pow(10, uniform(from, to)); }
  double normal() { return std::sqrt(-2 * std::log(1 - uniform(0, 1))) * std::cos(uniform(0, 2 * M_PI)); }
  Vec3<double> normals() { return {normal(), normal(), normal()}; }
  int axis() { return int(next() % 3); }
};

namespace drafts {

inline GyrostatCase any(GyrostatRandom& r) {
  GyrostatCase c{r.moments(), {}, r.normals(), r.attitude()};
  c.rotor = r.power(-3, 1) * r.normals();
  return c;
}
/// m = X rotor/(X - s): w = s m. Stable or not by the second variation of the energy on the sphere.
inline GyrostatCase rotation(GyrostatRandom& r, bool stable, double tilt) {
  for (GyrostatCase c = any(r);; c = any(r)) {
    const double X[3] = {1 / c.I.x, 1 / c.I.y, 1 / c.I.z}, low = std::min({X[0], X[1], X[2]}),
                 high = std::max({X[0], X[1], X[2]});
    const double s = low + (high - low) * r.uniform(-1.5, 2.5);
    double product = 1, sum = 0;
    for (int i = 0; i < 3; ++i)
      c.m[i] = X[i] * c.rotor[i] / (X[i] - s), product *= X[i] - s, sum += c.m[i] * c.m[i] / (X[i] - s);
    if ((product * sum > 0) != stable || !(norm(c.m) < 1e6 * norm(c.rotor))) continue;
    c.m = c.m + tilt * norm(c.m) * r.normals();
    return c;
  }
}
inline double energy_of(const GyrostatCase& c, const Vec3<double>& m) {
  Quad sum = 0;
  for (int i = 0; i < 3; ++i) sum += (Quad(m[i]) - c.rotor[i]) * (Quad(m[i]) - c.rotor[i]) / c.I[i];
  return double(sum - [&] {
    Quad at = 0;
    for (int i = 0; i < 3; ++i) at += (Quad(c.m[i]) - c.rotor[i]) * (Quad(c.m[i]) - c.rotor[i]) / c.I[i];
    return at;
  }());
}
/// The energy of an unstable rotation, to rounding, away from it.
inline GyrostatCase on_separatrix(GyrostatRandom& r) {
  for (;;) {
    GyrostatCase c = rotation(r, false, 0);
    Vec3<double> across = cross(c.m, r.normals());
    across = (norm(c.m) / norm(across)) * across;
    const auto at = [&](double angle) { return std::cos(angle) * c.m + std::sin(angle) * across; };
    for (double low = 0.2; low < 3; low += 0.1) {
      double high = low + 0.1;
      const bool up = energy_of(c, at(low)) > 0;
      if ((energy_of(c, at(high)) > 0) == up) continue;
      for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        ((energy_of(c, at(middle)) > 0) == up ? low : high) = middle;
      }
      c.m = at(low);
      return c;
    }
  }
}
inline GyrostatCase near_free_separatrix(GyrostatRandom& r, double relative, double rotor) {
  GyrostatCase c = any(r);
  int o[3] = {0, 1, 2};
  std::sort(o, o + 3, [&](int a, int b) { return c.I[a] < c.I[b]; });
  const double I1 = c.I[o[0]], I2 = c.I[o[1]], I3 = c.I[o[2]];
  c.m[o[2]] = c.m[o[0]] * std::sqrt(I3 * (I2 - I1) / (I1 * (I3 - I2))) * (1 + (r.next() & 1 ? relative : -relative));
  c.rotor = (rotor / norm(c.rotor)) * c.rotor;
  return c;
}

}  // namespace drafts

struct GyrostatClass {
  const char* name;
  enum Place { anywhere, near_stable, fixed, unstable } place;  // beside the rotations about a fixed axis
  bool steady() const { return place != unstable; }
  GyrostatCase (*draft)(GyrostatRandom&);
};
inline const GyrostatClass kGyrostatClasses[] = {
    {"rotor 1e-3 .. 10 of the momentum", GyrostatClass::anywhere, drafts::any},
    {"rotor 1e-16 .. 1e-4 of it", GyrostatClass::anywhere,
     [](GyrostatRandom& r) {
       GyrostatCase c = drafts::any(r);
       c.rotor = (r.power(-16, -4) / norm(c.rotor)) * c.rotor;
       return c;
     }},
    {"momentum 1e-8 .. 1e-3 of the rotor", GyrostatClass::anywhere,
     [](GyrostatRandom& r) {
       GyrostatCase c = drafts::any(r);
       c.m = r.power(-8, -3) * c.m;
       return c;
     }},
    {"rotor along a principal axis", GyrostatClass::anywhere,
     [](GyrostatRandom& r) {
       GyrostatCase c = drafts::any(r);
       const int k = r.axis();
       c.rotor[(k + 1) % 3] = c.rotor[(k + 2) % 3] = 0;
       return c;
     }},
    {"rotor in a principal plane", GyrostatClass::anywhere,
     [](GyrostatRandom& r) {
       GyrostatCase c = drafts::any(r);
       c.rotor[r.axis()] = 0;
       return c;
     }},
    {"symmetric body", GyrostatClass::anywhere,
     [](GyrostatRandom& r) {
       GyrostatCase c = drafts::any(r);
       const int k = r.axis();
       c.I[k] = c.I[(k + 1) % 3];
       return c;
     }},
    {"symmetric, rotor along its axis", GyrostatClass::anywhere,
     [](GyrostatRandom& r) {
       GyrostatCase c = drafts::any(r);
       const int k = r.axis();
       c.I[(k + 2) % 3] = c.I[(k + 1) % 3], c.rotor[(k + 1) % 3] = c.rotor[(k + 2) % 3] = 0;
       return c;
     }},
    {"symmetric within 1e-3 .. 1e-15", GyrostatClass::anywhere,
     [](GyrostatRandom& r) {
       GyrostatCase c = drafts::any(r);
       const int k = r.axis();
       c.I[k] = c.I[(k + 1) % 3] * (1 + r.power(-15, -3));
       return c;
     }},
    {"sphere", GyrostatClass::anywhere,
     [](GyrostatRandom& r) {
       GyrostatCase c = drafts::any(r);
       c.I.x = c.I.y = c.I.z;
       return c;
     }},
    {"sphere, rotor 1e-16 .. 1e-4", GyrostatClass::anywhere,
     [](GyrostatRandom& r) {
       GyrostatCase c = drafts::any(r);
       c.I.x = c.I.y = c.I.z, c.rotor = (r.power(-16, -4) / norm(c.rotor)) * c.rotor;
       return c;
     }},
    {"sphere within 1e-3 .. 1e-15", GyrostatClass::anywhere,
     [](GyrostatRandom& r) {
       GyrostatCase c = drafts::any(r);
       c.I.x = c.I.z * (1 + r.power(-15, -3)), c.I.y = c.I.z * (1 - r.power(-15, -3));
       return c;
     }},
    {"moments 1e-6 .. 1, rotor 1e-9 .. 1e3", GyrostatClass::anywhere,
     [](GyrostatRandom& r) {
       GyrostatCase c = drafts::any(r);
       for (int i = 0; i < 3; ++i)
         c.I[i] = r.power(-6, 0), c.rotor[i] = r.power(-9, 3) * r.normal(), c.m[i] = r.power(-6, 0) * r.normal();
       return c;
     }},
    {"scales 1e-30 .. 1e30", GyrostatClass::anywhere,
     [](GyrostatRandom& r) {
       GyrostatCase c = drafts::any(r);
       const double moments = r.power(-30, 30), momentum = r.power(-20, 20);
       c.I = moments * c.I, c.rotor = momentum * c.rotor, c.m = momentum * c.m;
       return c;
     }},
    {"tilt 1e-10 .. 1e-2 from a stable rotation", GyrostatClass::near_stable,
     [](GyrostatRandom& r) { return drafts::rotation(r, true, r.power(-10, -2)); }},
    {"a stable rotation, to rounding", GyrostatClass::fixed,
     [](GyrostatRandom& r) { return drafts::rotation(r, true, 0); }},
    {"separatrix of the free body within 1e-10 .. 1e-2", GyrostatClass::unstable,
     [](GyrostatRandom& r) { return drafts::near_free_separatrix(r, r.power(-10, -2), r.power(-10, -2)); }},
    {"tilt 1e-10 .. 1e-2 from an unstable rotation", GyrostatClass::unstable,
     [](GyrostatRandom& r) { return drafts::rotation(r, false, r.power(-10, -2)); }},
    {"on a separatrix, to rounding", GyrostatClass::unstable,
     [](GyrostatRandom& r) { return drafts::on_separatrix(r); }},
};

/// The motion by Taylor series of order 34 in steps of 0.4 rad: with T = Quad the error is rounding.
template <class T>
State<T> gyrostat_by_series(const Vec3<T>& I, const Vec3<T>& rotor, State<T> s, T t) {
  constexpr int order = 34;
  const Vec3<T> x{T(1) / I.x, T(1) / I.y, T(1) / I.z};
  const T rate = norm(s.m) * max(x.x, max(x.y, x.z)) + norm(times(x, rotor));
  const long steps = long(double(abs(t) * rate * T(2.5))) + 1;
  const T h = t / T(double(steps));
  for (long step = 0; step < steps; ++step) {
    Vec3<T> m[order + 1], w[order];
    Quaternion<T> Q[order + 1];
    m[0] = s.m, Q[0] = s.Q;
    for (int i = 0; i < order; ++i) {
      w[i] = times(x, i == 0 ? m[0] - rotor : m[i]);
      Vec3<T> dm{};
      Quaternion<T> dQ{T(0), {}};
      for (int j = 0; j <= i; ++j) dm = dm + cross(m[j], w[i - j]), dQ = dQ + Q[j] * Quaternion<T>{T(0), w[i - j]};
      m[i + 1] = (h / T(i + 1)) * dm, Q[i + 1] = (h / T(2 * (i + 1))) * dQ;
    }
    s.m = m[order], s.Q = Q[order];
    for (int i = order - 1; i >= 0; --i) s.m = s.m + m[i], s.Q = s.Q + Q[i];
  }
  return s;
}

}  // namespace polhode::test
