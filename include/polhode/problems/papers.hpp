// problems.hpp -- the problems of the papers: body, start, torque, and where states of the true motion are listed
//
// Data are as in the papers, rounded to double; where a paper leaves something open, the comment says what was chosen.
// The states of reference were computed from the decimal data: they agree with these problems to roundings of the data,
// times what the motion makes of them.
//
//   problems::each([](const auto& problem) { ... problem.name, problem.moments, problem.start, problem.torque ... });
//   problems::slow_top().torque
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string_view>

#include "polhode/body/inertia.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/torques/combined.hpp"
#include "polhode/torques/constant.hpp"
#include "polhode/torques/coulomb_wall.hpp"
#include "polhode/torques/gravity_gradient.hpp"
#include "polhode/torques/heavy_top.hpp"

namespace polhode::inline POLHODE_ISA {

/// A time at which the true state is listed: rows `key` of the file. A time of 0: no entry.
struct ReferenceTime {
  double t = 0;
  std::string_view key{};
};

template <class Torque>
struct TorquedProblem {
  std::string_view name;
  std::string_view source;  ///< key in docs/reference/references.bib, and section
  Vec3<double> moments{};
  PrincipalState<double> start{};  ///< at t = 0
  Torque torque{};
  std::string_view file;  ///< of the reference states, in tests/reference
  std::array<ReferenceTime, 4> references{};

  template <class T = double>
  Principal<T> body() const noexcept {
    return Principal<T>(convert<T>(moments));
  }
  /// Kinetic and, if there is one, potential energy.
  double energy(const PrincipalState<double>& s) const {
    const double kinetic = polhode::energy(body(), s.m);
    if constexpr (polhode::Potential<Torque>)
      return kinetic + torque.energy(s.Q);
    else
      return kinetic;
  }
};

namespace problems {

inline constexpr std::string_view kKryslEndres = "krysl-endres.csv";
inline constexpr std::string_view kCelledoni = "celledoni-hairer-vilmart.csv";

/// Turned by the angle a about space (or body) axis 1.
inline Quaternion<double> tilted(double a) {
  return {std::cos(0.5 * a), {std::sin(0.5 * a), 0, 0}};
}

/// A free body, spinning near its middle axis.
inline TorquedProblem<NoTorque> free_body() {
  const Vec3<double> I{0.9144, 1.098, 1.66};
  return {"free",       "KryslEndres2004, section 3.1", I, {{}, times(I, Vec3<double>{0.45549, 0.82623, 0.03476})}, {},
          kKryslEndres, {{{5, "free"}, {100, "free"}}}};
}

using Toss = TorqueSum<ConstantTorque<>, ConstantTorque<>>;
/// A body spun up about its middle axis for two seconds (a choice; the paper does not say how long), then disturbed for a
/// time of 0.05 or 0.001 by the same small impulse, then free. The torque jumps: a run begins anew at the switches.
inline TorquedProblem<Toss> toss(double disturbed = 0.05) {
  const ConstantTorque spin_up{{20, 0, 0}, Frame::space, -std::numeric_limits<double>::infinity(), 2};
  const ConstantTorque disturbance{{0, 1 / (5 * disturbed), 0}, Frame::space, 2, 2 + disturbed};
  const std::string_view name = disturbed == 0.05 ? "toss_d0.05" : disturbed == 0.001 ? "toss_d0.001" : "toss";
  const Toss torque = sum_of_torques(spin_up, disturbance);
  TorquedProblem<Toss> p{name, "KryslEndres2004, section 3.2", {5, 10, 1}, {}, torque, kKryslEndres, {}};
  if (name != "toss") p.references = {{{3, name}, {4, name}, {5, name}}};
  return p;
}

/// Lagrange top of Engo and Marthinsen. The paper prints neither moments nor start: they are those of example 9 of their
/// program DiffMan, file dmex9.m. [EngoMarthinsenMuntheKaas2001]
inline TorquedProblem<HeavyTop<>> lagrange_top() {
  return {"htop",
          "KryslEndres2004, section 3.3",
          {7.0 / 8, 7.0 / 8, 2.0 / 8},
          {tilted(-std::numbers::pi / 16), {0, 0, 0.25}},
          {9.81, {0, 0, std::sqrt(3.0) / 2}},
          kKryslEndres,
          {{{1, "htop"}, {10, "htop"}, {100, "htop"}}}};
}
/// Fast Lagrange top.
inline TorquedProblem<HeavyTop<>> fast_top() {
  return {"fast",       "KryslEndres2004, section 3.4", {5, 5, 1}, {tilted(0.3), {0, 0, 50}}, {20, {0, 0, 1}},
          kKryslEndres, {{{1, "fast"}, {10, "fast"}}}};
}
/// Slow Lagrange top. The end time is a choice.
inline TorquedProblem<HeavyTop<>> slow_top() {
  return {"slow",       "KryslEndres2004, section 3.5", {5, 5, 1}, {tilted(0.05), {0, 0, 5}}, {20, {0, 0, 1}},
          kKryslEndres, {{{1, "slow"}, {10, "slow"}}}};
}
/// A body that is drawn to a soft wall and bounces off it. The end times are a choice.
inline TorquedProblem<CoulombWall<>> coulomb_wall() {
  return {"coul",
          "KryslEndres2004, section 3.6",
          {2, 3, 4.5},
          {{}, {2, 2, 2}},
          CoulombWall(false),
          kKryslEndres,
          {{{1, "coul"}, {5, "coul"}, {10, "coul"}, {20, "coul"}}}};
}
/// The same with the sign as printed: the body never meets the wall.
inline TorquedProblem<CoulombWall<>> coulomb_wall_as_printed() {
  return {"coul_as_printed",
          "KryslEndres2004, section 3.6",
          {2, 3, 4.5},
          {{}, {2, 2, 2}},
          CoulombWall(true),
          kKryslEndres,
          {{{10, "coul_as_printed"}, {20, "coul_as_printed"}}}};
}

/// An asymmetric heavy top: the asymmetric body of Hairer and Vilmart with a weight of 1 on its third axis.
inline TorquedProblem<HeavyTop<>> asymmetric_top() {
  return {"HT_asym",
          "HairerVilmart2006, section 3 (body)",
          {0.6, 0.8, 1.0},
          {{}, {1.8, 0.4, -0.9}},
          {1, {0, 0, 1}},
          kCelledoni,
          {{{10, "HT_asym_U=Q33"}}}};
}
/// Heavy top of Celledoni and Safstrom: fast, so that the weight hardly matters.
inline TorquedProblem<HeavyTop<>> celledoni_top() {
  return {"CS_heavytop",
          "CelledoniSafstrom2006, section 4",
          {1000, 5000, 6000},
          {{}, {1e4, 5e4, 6e4}},
          {1, {0, 0, 1}},
          kCelledoni,
          {{{1, "CS_heavytop"}, {100, "CS_heavytop_T100"}}}};
}
/// Their heavy top of small moments.
inline TorquedProblem<HeavyTop<>> celledoni_top123() {
  return {"CS_heavytop123", "CelledoniSafstrom2006, section 4", {1, 2, 3}, {{}, {1, 4, 9}}, {1, {0, 0, 1}},
          kCelledoni,       {{{10, "CS_heavytop123"}}}};
}
/// Their satellite.
inline TorquedProblem<GravityGradient<>> celledoni_satellite() {
  const Vec3<double> I{17000, 37000, 54000};
  return {"CS_satellite",
          "CelledoniSafstrom2006, section 4",
          I,
          {{}, {255000, -555000, 810000}},
          GravityGradient(3 * 3.986e14 / (1.5e5 * 1.5e5 * 1.5e5), I),
          kCelledoni,
          {{{10, "CS_satellite_T10"}, {100, "CS_satellite_T100"}, {400, "CS_satellite_T400"}}}};
}

/// Calls f with every problem.
template <class F>
void each(F&& f) {
  f(free_body()), f(toss(0.05)), f(toss(0.001)), f(lagrange_top()), f(fast_top()), f(slow_top());
  f(coulomb_wall()), f(coulomb_wall_as_printed());
  f(asymmetric_top()), f(celledoni_top()), f(celledoni_top123()), f(celledoni_satellite());
}

}  // namespace problems

}  // namespace polhode::inline POLHODE_ISA
