// adaptive.hpp -- steps that follow the motion, for any method that carries no memory, and for Gauss collocation
//
// By a tolerance   each step is made once as a whole and once as two halves; the difference over 2^p - 1 is the error of the
//                  halves, which are kept. The next step is h (tolerance/error)^(1/(p+1)), with a margin. [HairerNorsettWanner1993] II.4
//                  A Taylor series tells from its last terms how long the step may be, before it is taken. [JorbaZou2005] 3.2
//                  Gauss collocation tells from its sweeps and its Legendre coefficients (collocation_pace.hpp).
// Reversibly       h = 2 e/(R + R'), R the rate of the motion at the beginning of the step and R' at its end, which is found by
//                  iteration. The rule is the same in both directions of time, so that a symmetric method stays symmetric: run
//                  backwards it takes the same steps. With h = e/R the step knows its beginning only, and the energy drifts.
//                  [HutMakinoMcMillan1995]   R^2 = |w|^2 + |I^-1 m'|: turns and changes of turning
//                  (Recursions for 1/h, explicit and reversible too, were tried on the Coulomb wall: after some ten thousand
//                  bounces of a chaotic motion they had lost the rate, and took steps that were negative.)
#pragma once

#include <cmath>
#include <string>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/collocation_pace.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/drive/outcome.hpp"
#include "polhode/methods/parts/equations_of_motion.hpp"
#include "polhode/methods/taylor.hpp"
#include "polhode/numbers/error.hpp"

namespace polhode {

/// The error that one step may have: of the attitude, rad, and of the momentum, relative. For Stepper::run_until.
struct Tolerance {
  double of_a_step = 0;
};

/// What a walk of steps has done.
struct Walked {
  Outcome outcome = Outcome::done;
  double time = 0;  ///< reached
  long steps = 0, rejected = 0;
};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

namespace detail {

inline double checked_tolerance(double tolerance) {
  if (tolerance >= epsilon<double>() && std::isfinite(tolerance)) return tolerance;
  throw InvalidInput("tolerance " + to_text(tolerance) + " must be finite and at least " + to_text(epsilon<double>()) +
                     ", the rounding of double: it is the error of one step, in rad");
}

/// R of above.
template <class Torque>
double rate_of_motion(const Principal<double>& body, const Torque& torque, double t, const PrincipalState<double>& s) {
  const Rates<double> now = rates(body, torque, t, s.Q, s.m);
  return std::sqrt(norm2(now.w) + norm(times(body.x, now.dm)));
}

/// A step of h towards `until`, or the time before it at which a derivative of the torque jumps: the last one ends there exactly,
/// the two last are of one length. No longer than the time in which the torque changes by itself.
struct NextStep {
  double step, end;
  bool last, good;

  template <class Torque>
  NextStep(const Torque& torque, double t, double until, double h) {
    const double direction = std::copysign(1.0, until - t);
    until = sooner(until, smooth_until(torque, t, direction), direction);
    const double left = until - t, length = room(torque, t, direction, std::fabs(h));
    last = std::fabs(left) <= length * (1 + 1e-9);
    step = last ? left : std::fabs(left) < 2 * length ? 0.5 * left : std::copysign(length, left);
    end = last ? until : t + step;
    good = t + 0.25 * step != t && std::isfinite(step);
  }
};

/// How a step went: if it is right to the tolerance, how much longer the next should be; if not, how much shorter this one.
struct Tried {
  bool good;
  double factor;
};

/// One step at a time, and what it tells of its error: of any method by its two halves.
template <Method M, class Torque>
class TriedStep {
  static_assert(M::info.memory.empty(), "step doubling takes a method that carries no memory");

 public:
  TriedStep(const Principal<double>& body, const Torque& torque, double tolerance)
      : whole_(body, torque), halves_(body, torque), tolerance_(tolerance) {}
  const Torque& torque() const noexcept { return whole_.torque(); }
  /// A run begins at s; a switch of the torque may lie before it.
  void begin(const PrincipalState<double>&) noexcept {}
  /// What is known of the length before the step is made.
  double length(double, double h, const PrincipalState<double>&) noexcept { return h; }

  /// s becomes the end of the step, if it is good.
  Tried make(const TimeStep<double>& at, PrincipalState<double>& s) {
    constexpr int order = M::info.order < M::info.attitude_order ? M::info.order : M::info.attitude_order;
    const double power = 1.0 / (order + 1), known = std::exp2(order) - 1;
    PrincipalState<double> a = s, b = s;
    const double middle = at.t + 0.5 * at.h;
    whole_.restart(), halves_.restart();
    const bool numbers = whole_.step(at, a).converged && halves_.step({at.t, 0.5 * at.h, middle}, b).converged &&
                         halves_.step({middle, at.end - middle, at.end}, b).converged && is_finite(a) && is_finite(b);
    if (!numbers) return {false, 0.25};
    const double error = state_distance(a, b) / known,
                 factor = error > 0 ? 0.9 * std::pow(tolerance_ / error, power) : 4;
    if (!(error <= tolerance_)) return {false, std::fmax(0.2, factor)};
    s = b;
    return {true, std::fmin(4, factor)};
  }

 private:
  Drive<M, Torque> whole_, halves_;
  double tolerance_;
};

/// A Taylor series by its last terms, at a third of the cost: no step is made twice.
template <int N, class Torque>
class TriedStep<Taylor<N>, Torque> {
 public:
  TriedStep(const Principal<double>& body, const Torque& torque, double tolerance)
      : body_(body), torque_(torque), tolerance_(tolerance) {}
  const Torque& torque() const noexcept { return torque_; }
  void begin(const PrincipalState<double>&) noexcept {}
  /// h is for the series alone: any will do that gives finite terms.
  double length(double t, double h, const PrincipalState<double>& s) {
    constexpr double kMost = 4;  // times h
    series_ = Taylor<N>::series(body_, torque_, TimeStep<double>{t, h, t + h}, s);
    made_for_ = h;
    const double part = series_.reach(tolerance_, kMost);
    known_ = part > 0;
    return known_ ? part * h : h;
  }
  Tried make(const TimeStep<double>& at, PrincipalState<double>& s) {
    const PrincipalState<double> after = series_.at(at.h / made_for_);
    if (!known_ || !is_finite(after)) return {false, 0.25};
    s = after;
    return {true, 1};
  }

 private:
  Principal<double> body_;
  Torque torque_;
  double tolerance_, made_for_ = 0;
  bool known_ = false;
  typename Taylor<N>::template Coefficients<double> series_;
};

/// Gauss collocation: sweeps until one of them moves no more than the tolerance, in steps in which that takes a good number of
/// them, and whose polynomial is right to the tolerance.
template <int S, class Torque>
class TriedStep<Gauss<S>, Torque> {
 public:
  TriedStep(const Principal<double>& body, const Torque& torque, double tolerance)
      : body_(body), torque_(torque), tolerance_(tolerance) {}
  const Torque& torque() const noexcept { return torque_; }
  void begin(const PrincipalState<double>& s) noexcept { memory_ = {}, largest_momentum_ = norm(s.m); }
  double length(double, double h, const PrincipalState<double>&) noexcept { return h; }

  Tried make(const TimeStep<double>& at, PrincipalState<double>& s) {
    const bool warm = memory_.warm > 0;
    const typename Pace::Step step(body_, torque_, at, s, memory_, cache_,
                                   Pace::goal(warm, std::fmax(tolerance_, Pace::kSmallest), largest_momentum_));
    Pace pace;
    pace.see(step, warm, s.m, largest_momentum_);
    if (!step.sweeps.reached || !(pace.unresolved <= tolerance_)) return {false, 0.5};
    const PrincipalState<double> before = s;
    step.take(true, s, memory_);
    if (!is_finite(s)) {
      s = before, memory_ = {};
      return {false, 0.5};
    }
    largest_momentum_ = std::fmax(largest_momentum_, norm(s.m));
    return {true, pace.factor(tolerance_)};
  }

 private:
  using Pace = CollocationPace<S>;
  Principal<double> body_;
  Torque torque_;
  double tolerance_, largest_momentum_ = 0;
  CollocationMemory<double, S> memory_;
  CollocationCache<double, S> cache_;
};

}  // namespace detail

/// A method by a tolerance of the error of each step: of the attitude, rad, and of the momentum, relative.
template <Method M, class Torque = NoTorque>
class ToleranceWalk {
 public:
  /// Throws InvalidInput.
  ToleranceWalk(const Principal<double>& body, const Torque& torque, double tolerance)
      : step_(body, torque, detail::checked_tolerance(tolerance)) {}

  /// From t to `until`, where the last step ends exactly; the torque has no switch between. `h` is the first step to try, and
  /// is left as the next. `watch(t0, before, t1, after)` is told each step. If it fails, s is the last good state.
  template <class Watch>
  Walked run(double t, double until, double& h, PrincipalState<double>& s, const Watch& watch) {
    Walked walked{Outcome::done, t};
    step_.begin(s);
    while (t != until) {
      const double length = step_.length(t, std::copysign(h, until - t), s);
      const detail::NextStep next(step_.torque(), t, until, length);
      if (!next.good) {
        walked.outcome = Outcome::not_converged;
        break;
      }
      PrincipalState<double> after = s;
      const auto [good, factor] = step_.make({t, next.step, next.end}, after);
      if (!good) {
        ++walked.rejected;
        h = factor * next.step;
        continue;
      }
      watch(t, s, next.end, after);
      s = after, t = walked.time = next.end;
      ++walked.steps;
      if (!next.last || factor < 1) h = factor * next.step;
    }
    return walked;
  }
  Walked run(double t, double until, double& h, PrincipalState<double>& s) {
    return run(t, until, h, s, [](double, const PrincipalState<double>&, double, const PrincipalState<double>&) {});
  }

 private:
  detail::TriedStep<M, Torque> step_;
};

/// Its steps can be chosen by a tolerance.
template <class M>
inline constexpr bool kGoesByTolerance = M::info.memory.empty();
template <int S>
inline constexpr bool kGoesByTolerance<Gauss<S>> = true;

/// A symmetric method with steps as the motion needs them, chosen time-reversibly. For torques that do not depend on time.
template <Method M, class Torque = NoTorque>
class ReversibleWalk {
  static_assert(M::info.memory.empty() && M::info.symmetric,
                "reversible steps are for symmetric methods without a memory");

 public:
  /// `turn`: about the angle of a step, rad. Throws InvalidInput.
  ReversibleWalk(const Principal<double>& body, const Torque& torque, double turn) : drive_(body, torque), turn_(turn) {
    if (!(turn > 0) || !std::isfinite(turn))
      throw InvalidInput("turn " + to_text(turn) + " of a step must be positive and finite, in rad");
  }

  /// One step in the direction of time; its length, or 0 if it failed: then the state is as before.
  double step(PrincipalState<double>& s, double direction = 1) {
    const double before = rate(s);
    if (!(before > 0)) return 0;  // at rest, and nothing acts
    double h = direction * turn_ / before;
    for (int i = 0; i < kMost; ++i) {
      PrincipalState<double> after = s;
      drive_.restart();
      if (!drive_.step(h, after).converged || !is_finite(after)) return 0;
      const double better = direction * 2 * turn_ / (before + rate(after));
      // A few roundings: what is left of the asymmetry is far below them.
      if (std::fabs(better - h) <= 4 * epsilon<double>() * std::fabs(h) || i + 1 == kMost) {
        if (!(std::fabs(better - h) <= 1e-9 * std::fabs(h))) return 0;  // the rate changes too much in one step
        s = after;
        return h;
      }
      h = better;
    }
    return 0;
  }
  /// R of above.
  double rate(const PrincipalState<double>& s) const {
    return detail::rate_of_motion(drive_.principal(), drive_.torque(), 0.0, s);
  }

 private:
  static constexpr int kMost = 30;
  Drive<M, Torque> drive_;
  double turn_;
};

}  // namespace polhode::inline POLHODE_ISA
