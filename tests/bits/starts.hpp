// starts.hpp -- bodies to be run and the hash of their states, for both tests of bits
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "polhode/body/inertia.hpp"
#include "polhode/body/state.hpp"

namespace polhode {

inline constexpr int kBodies = 64, kSteps = 40;

// Bodies, starts and steps, made with integers and exact or correctly rounded operations only.
struct Start {
  Vec3<double> I;
  PrincipalState<double> s;
  double h;
};
inline Start start_of(int body) {
  std::uint64_t state = 1000u + std::uint64_t(body);
  const auto unit = [&state] {  // [0, 1)
    state = state * 6364136223846793005u + 1442695040888963407u;
    return double((state ^ (state >> 29)) * 0x9e3779b97f4a7c15u >> 11) * 0x1p-53;
  };
  double u[10];
  for (double& x : u) x = unit();
  const double a = 0.1 + u[0], b = 0.1 + u[1], c = 0.1 + u[2];
  const Vec3<double> I{b + c, c + a, a + b}, m{u[3] - 0.5, u[4] - 0.5, u[5] - 0.5};
  const Quaternion<double> q = normalized(Quaternion<double>{u[6] + 0.1, {u[7] - 0.5, u[8] - 0.5, u[9] - 0.5}});
  return {I, {q, m}, (0.02 + 0.9 * u[6]) / norm(times(Principal<double>(I).x, m))};
}

/// FNV-1a of the bytes; every NaN counts as the same.
class Hash {
 public:
  void add(double x) {
    std::uint64_t bits = std::isnan(x) ? 0x7ff8000000000000u : std::bit_cast<std::uint64_t>(x);
    for (int i = 0; i < 8; ++i, bits >>= 8) value_ = (value_ ^ (bits & 0xff)) * 0x100000001b3u;
  }
  void add(const PrincipalState<double>& s) { add(s.Q.w), add(s.Q.v), add(s.m); }
  std::uint64_t value() const { return value_; }

 private:
  void add(const Vec3<double>& v) { add(v.x), add(v.y), add(v.z); }
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace polhode
