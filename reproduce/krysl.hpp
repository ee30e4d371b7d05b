// krysl.hpp -- [KryslEndres2004] made again: what its figures and claims share
//
// Names as in the paper: NMB newmark, NMS newmark-spatial, SW simo-wong, HSTAGM hulbert, AKW akw, LS lewis-simo,
// LP2 strang on mclachlan-reich, DMV lgvi, DMV4 strang on dmv4.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "claims.hpp"
#include "data/krysl.hpp"
#include "measuring.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/methods/akw.hpp"
#include "polhode/methods/hulbert.hpp"
#include "polhode/methods/mz.hpp"
#include "polhode/methods/newmark.hpp"
#include "polhode/methods/simo_wong.hpp"
#include "polhode/problems/papers.hpp"
#include "reproduction.hpp"

namespace polhode::reproduce::krysl {

using fmt::format;

inline constexpr double kEps = std::numeric_limits<double>::epsilon();
inline constexpr double kDegree = std::numbers::pi / 180;

// --- runs ------------------------------------------------------------------------------------------------------------

/// From 0 to the end in equal steps of about h, beginning anew at the switches of the torque; `anew`: at every step.
/// Calls seen(t, state) at the beginning and after each step, until it returns false. False if a step has no solution.
template <class M, class Torque, class Seen>
bool run(const TorquedProblem<Torque>& problem, double end, double h, Seen&& seen, bool anew = false) {
  using Here = std::remove_cvref_t<decltype(during(problem.torque, 0.0))>;
  PrincipalState<double> s = problem.start;
  std::vector<double> stops = switches(problem.torque);
  stops.push_back(end);
  double from = 0;
  if (!seen(0.0, s)) return true;
  for (const double stop : stops) {
    if (!(stop > from) || stop > end) continue;
    const long n = std::max(1L, std::lround((stop - from) / h));
    const double step = (stop - from) / double(n);
    Drive<M, Here> drive(problem.body(), during(problem.torque, 0.5 * (from + stop)));
    for (long i = 0; i < n; ++i) {
      if (anew) drive.restart();
      if (!drive.step(TimeStep<double>{from + double(i) * step, step, from + double(i + 1) * step}, s).converged)
        return false;
      if (!std::isfinite(norm2(s.m) + norm2(s.Q))) return false;
      if (!seen(from + double(i + 1) * step, s)) return true;
    }
    from = stop;
  }
  return true;
}

/// A quantity along a run.
struct History {
  std::vector<double> t, y;

  void add(double time, double value) { t.push_back(time), y.push_back(value); }
  Series series(std::string name, double end = 1e300, Series::Style style = Series::Style::line) const {
    const auto n = std::size_t(std::upper_bound(t.begin(), t.end(), end) - t.begin());
    return {std::move(name), {t.begin(), t.begin() + long(n)}, {y.begin(), y.begin() + long(n)}, {}, style};
  }
  double low() const { return *std::min_element(y.begin(), y.end()); }
  double high() const { return *std::max_element(y.begin(), y.end()); }
  double largest() const { return std::max(high(), -low()); }
};

/// How the last quarter of a history differs from the first, in parts of the amplitude.
struct Change {
  double amplitude, mean;
  static constexpr double kSteady = 0.05;
  static constexpr const char* kSaid = "amplitude and mean change by less than 5 %";
  bool steady() const { return std::fabs(amplitude) < kSteady && std::fabs(mean) < kSteady; }
};
Change change(const History&);

/// Relative error of the energy; ends when it is `limit` times what it was.
template <class M, class Torque>
History energy_errors(const TorquedProblem<Torque>& problem, double end, double h, bool anew = false,
                      double limit = 1000) {
  const double E = problem.energy(problem.start);
  History errors;
  run<M>(
      problem, end, h,
      [&](double t, const PrincipalState<double>& s) {
        errors.add(t, problem.energy(s) / E - 1);
        return std::fabs(errors.y.back()) < limit;
      },
      anew);
  return errors;
}
std::string percent_range(const History&);
std::string described(const Change&, double end);

// --- errors at the end -----------------------------------------------------------------------------------------------

PrincipalState<double> true_state(std::string_view problem, double t);

/// Errors against the step. Steps without solution are left out.
struct Errors {
  std::string name;
  std::vector<double> h, attitude, momentum;
  std::vector<double> failed;

  enum Quantity { kAttitude, kMomentum };
  const std::vector<double>& of(Quantity q) const { return q == kAttitude ? attitude : momentum; }
  /// From the finest two steps whose errors are well above rounding; NaN if there are no two.
  double order(Quantity q) const {
    const std::size_t i = finest(q);
    return i == 0 ? std::nan("") : std::log(of(q)[i - 1] / of(q)[i]) / std::log(h[i - 1] / h[i]);
  }
  /// Error over h^p at the finest such step.
  double constant(Quantity q, int p = 2) const {
    const std::size_t i = finest(q);
    return of(q).empty() ? std::nan("") : of(q)[i] / std::pow(h[i], p);
  }
  Series series(Quantity q) const { return {name, h, of(q), {}, Series::Style::line_points}; }

 private:
  std::size_t finest(Quantity q) const {
    std::size_t i = h.size();
    while (i > 2 && of(q)[i - 1] < 1e-9) --i;
    return i > 0 ? i - 1 : 0;
  }
};

template <class M, class Torque>
Errors errors_of(std::string name, const TorquedProblem<Torque>& problem, double end, std::span<const double> steps) {
  const PrincipalState<double> exact = true_state(problem.name, end);
  Errors errors{std::move(name), {}, {}, {}, {}};
  for (const double step : steps) {
    const double h = end / double(std::lround(end / step));
    PrincipalState<double> last{};
    const bool reached =
        run<M>(problem, end, h, [&](double, const PrincipalState<double>& s) { return last = s, true; });
    if (!reached) {
      errors.failed.push_back(h);
      continue;
    }
    errors.h.push_back(h);
    // the spectral norm of the difference of two rotation matrices
    errors.attitude.push_back(2 * std::sin(0.5 * attitude_distance(last.Q, exact.Q)));
    errors.momentum.push_back(norm(last.m - exact.m));
  }
  return errors;
}
/// largest, largest/2, largest/4, ...: n steps.
std::vector<double> halved(double largest, int n);

Picture convergence(std::string name, std::string title, std::span<const Errors> curves, Errors::Quantity);
Entry order_entry(const Errors&, Errors::Quantity, int order = 2);
/// A note on the steps that have no solution.
void note_failures(std::span<const Errors> curves, Result&);

template <class Torque>
std::vector<Errors> four_curves(const TorquedProblem<Torque>& problem, std::span<const double> steps,
                                double end = kFigure10End) {
  return {errors_of<Akw>("AKW", problem, end, steps), errors_of<SimoWong>("SW", problem, end, steps),
          errors_of<Newmark>("NMB", problem, end, steps), errors_of<Hulbert>("HSTAGM", problem, end, steps)};
}
/// Pictures and orders of both errors.
void show_both(std::string name, std::string title, std::span<const Errors> curves, Result&);

// --- the figures, section by section, and the claims ---------------------------------------------------------------

// krysl_free.cpp, krysl_toss.cpp, krysl_tops.cpp, krysl_wall.cpp
Result figure1();
Result figure2();
Result figure3();
Result figure4();
Result figure5();
Result figure6();
Result figure7();
Result figure8();
Result figure9();
Result figure10();
Result figure11();
Result figure12();
Result figure13();
void claims_of_the_wall(Result&);

// krysl_claims.cpp, krysl_iteration.cpp
Result claims();
void claims_of_the_iteration(Result&);

}  // namespace polhode::reproduce::krysl
