// buss.hpp -- the experiments of [Buss2001], section 6: body, start, the method behind each row, and how it is run
//
// Body and start are those behind the printed digits, not those of the text (docs/why/errata.md). In figures 4 and 5 a column
// "N, h" is N - 1 steps of length h; in figures 6 and 7 N steps of length T/N are taken.
#pragma once

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/buss.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/drive/energy_correction.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/buss_abam.hpp"
#include "polhode/methods/buss_rk4.hpp"
#include "polhode/methods/buss_simo_wong.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/mclachlan_reich.hpp"
#include "polhode/numbers/error.hpp"
#include "reproduction.hpp"

namespace polhode::reproduce::buss {

// buss_more.cpp
Result figure1();
Result figure2();
Result text_methods();
Result several_bodies();
Result reference_of_figure7();
// buss_body.cpp
Result derived_body();
// buss_claims.cpp
Result claims();
// buss_cost.cpp
Result figure3();
Result costs();
// buss_steps.cpp
Result claims_of_steps();
// buss_excluded.cpp
Result excluded_causes();

inline const std::vector<std::string> kConventions = {
    "Body: principal moments (0.95/3, 0.03, 0.94/3), momentum (3/sqrt 2) (1, 1, 0), attitude 1 at the start: the prism "
    "1:4:18 of the text with two squares forgotten (buss-body).",
    "Axes 1-2-3 and 2-3-1 of the McLachlan-Reich methods are those of these moments: outer, middle, inner.",
    "Simo-Wong, Runge-Kutta and AB-AM are the variants that give the printed digits, which is not in every detail what "
    "the text says (docs/why/errata.md): an inference from the numbers, not knowledge of the original program.",
};
inline std::vector<std::string> conventions(std::string more) {
  std::vector<std::string> notes = kConventions;
  notes.push_back(std::move(more));
  return notes;
}

inline Inertia body() {
  return Inertia::principal(0.95 / 3, 0.03, 0.94 / 3);
}
inline PrincipalState<double> start() {
  return {{}, {3 / std::numbers::sqrt2, 3 / std::numbers::sqrt2, 0}};
}
inline double energy_of(const PrincipalState<double>& s) {
  return energy(body().in_principal_axes(), s.m);
}
inline PrincipalMotion<double> exact_motion() {
  return PrincipalMotion<double>(body().in_principal_axes(), start(), Reach::far);
}

/// The state after `steps` steps of h; with the energy corrected after each step, or not.
template <class M>
PrincipalState<double> run(double h, long steps, bool keeps_energy) {
  const Principal<double> moments = body().in_principal_axes();
  Drive<M> drive(moments);
  PrincipalState<double> s = start();
  const double E = energy(moments, s.m), length = norm(s.m);
  for (long i = 0; i < steps; ++i) {
    drive.step(h, s);
    if (keeps_energy) correct_energy(moments, E, length, s);
  }
  return s;
}
using Run = PrincipalState<double> (*)(double h, long steps, bool keeps_energy);

struct NamedRun {
  std::string_view row;
  Run run;
};
inline constexpr NamedRun kRuns[] = {
    {"1st order", run<Lie1>},
    {"2nd order", run<Lie2>},
    {"False 3rd order", run<Lie3False>},
    {"Augmented 2nd order", run<Lie2Augmented>},
    {"3rd order", run<Lie3>},
    {"4th order", run<Lie4>},
    {"Simo-Wong explicit", run<BussSimoWong>},
    {"McLachlan-Reich 1-2-3", run<McLachlanReich<2, 123>>},
    {"McLachlan-Reich 2-3-1", run<McLachlanReich<2, 231>>},
    {"MR 4th order 2-3-1", run<McLachlanReich<4, 231>>},
    {"Runge-Kutta", run<BussRk4>},
    {"AB-AM", run<BussAbam>},
};
inline Run run_of(std::string_view row) {
  for (const NamedRun& candidate : kRuns)
    if (candidate.row == row) return candidate.run;
  throw InvalidInput("no method is behind the row " + std::string(row) + " of Buss's figures");
}

inline std::string column_name(const Steps& column) {
  return "N=" + std::to_string(column.N) + " h=" + to_text(column.h);
}
/// Energy after N - 1 steps of h.
inline double energy_after(std::string_view row, const Steps& column) {
  return energy_of(run_of(row)(column.h, column.N - 1, false));
}
/// Angle in degrees that the body turns through in a time T, the sum of |w| dt.
inline double turned_angle(double T) {
  const PrincipalMotion<double> motion = exact_motion();
  const Principal<double> moments = body().in_principal_axes();
  const double dt = 1e-4;
  const long n = std::lround(T / dt);
  double sum = 0;
  for (long i = 0; i < n; ++i) sum += norm(times(moments.x, motion.momentum((double(i) + 0.5) * dt).v));
  return sum * dt * 180 / std::numbers::pi;
}

/// Angle between the attitude after `steps` steps to the time T and the true one.
inline double attitude_error(Run run, const PrincipalState<double>& exact, double T, long steps, bool keeps_energy) {
  return attitude_distance(run(T / double(steps), steps, keeps_energy).Q, exact.Q);
}
/// Fewest steps to the time T from which on the error stays below eps; 0 if `most` steps do not suffice. Found by doubling
/// from 10 and bisection. Below 1500 steps every larger count is tried as well, since an error that is not yet small may
/// pass through zero.
inline long steps_needed(Run run, const Accuracy& wanted, bool keeps_energy) {
  const PrincipalState<double> exact = exact_motion().at(wanted.T);
  const auto good = [&](long N) { return attitude_error(run, exact, wanted.T, N, keeps_energy) < wanted.eps; };
  long bad = 0, enough = 10;
  while (!good(enough)) {
    bad = enough, enough *= 2;
    if (enough > wanted.most) return 0;
  }
  while (enough - bad > 1) {
    const long middle = (bad + enough) / 2;
    (good(middle) ? enough : bad) = middle;
  }
  for (long N = 1500; N > enough; --N)
    if (!good(N)) return N + 1;
  return enough;
}

}  // namespace polhode::reproduce::buss
