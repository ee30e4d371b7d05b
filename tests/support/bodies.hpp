// bodies.hpp -- the bodies that every method is measured on
#pragma once

#include <array>
#include <cstdint>

#include "polhode/body/inertia.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/body/state.hpp"

namespace polhode::test {

/// Moments and momentum in thousandths, so that every precision has the same problem to its own rounding.
struct Problem {
  const char* name;
  std::array<int, 3> I, m;

  template <class T>
  Vec3<T> moments() const {
    return {T(I[0]) / T(1000), T(I[1]) / T(1000), T(I[2]) / T(1000)};
  }
  template <class T>
  Principal<T> body() const {
    return Principal<T>(moments<T>());
  }
  template <class T>
  PrincipalState<T> start() const {
    return {{}, {T(m[0]) / T(1000), T(m[1]) / T(1000), T(m[2]) / T(1000)}};
  }
  /// Largest |w| on the polhode is not known beforehand; at the start it is this.
  double rate() const { return norm(times(body<double>().x, start<double>().m)); }
};

/// Both bodies of Hairer & Vilmart (the second is their water molecule) and two asymmetric bodies drawn at random, with
/// moments in no particular order. None is symmetric, none spins near a principal axis.
inline constexpr std::array<Problem, 4> kProblems{{
    {"Hairer-Vilmart asymmetric", {600, 800, 1000}, {1800, 400, -900}},
    {"Hairer-Vilmart water", {345, 653, 1000}, {1800, 400, -900}},
    {"random 1", {1310, 470, 1090}, {710, -930, 1170}},
    {"random 2", {1630, 2870, 1940}, {-2210, 1730, 2390}},
}};

/// For steps of many turns: two of the bodies above, and some whose top turns far faster than the body as a whole.
inline constexpr std::array<Problem, 5> kLargeStepBodies{{
    {"symmetric, 1 1 2", {1000, 1000, 2000}, {500, 200, 1600}},
    {"symmetric, 1 1 1.7", {1000, 1000, 1700}, {500, 200, 1360}},
    {"asymmetric, 1 2 2.5", {1000, 2000, 2500}, {500, 400, 2000}},
    kProblems[0],
    kProblems[2],
}};
/// h|w|
inline constexpr std::array<double, 7> kLargeSteps{1.6, 2.1, 3.2, 4.5, 10, 31, 100};

/// A small generator with fixed results on every machine (splitmix64).
struct Random {
  std::uint64_t state;
  explicit Random(std::uint64_t seed) : state(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  double uniform(double a, double b) { return a + (b - a) * (double(next() >> 11) * 0x1p-53); }
  /// Moments of a real body: they obey the triangle inequality.
  Vec3<double> moments() {
    const double a = uniform(0.1, 1), b = uniform(0.1, 1), c = uniform(0.1, 1);
    return {b + c, c + a, a + b};
  }
  Vec3<double> vector() { return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}; }
  Quaternion<double> attitude() {
    const Vec3<double> v = vector();
    return normalized(Quaternion<double>{uniform(-1, 1), v});
  }
};

}  // namespace polhode::test
