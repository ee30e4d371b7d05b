// adaptive.hpp -- steps that follow the motion, for any method that carries no memory
//
// By a tolerance   each step is made once as a whole and once as two halves; the difference over 2^p - 1 is the error of the
//                  halves, which are kept. The next step is h (tolerance/error)^(1/(p+1)), with a margin. [HairerNorsettWanner1993] II.4
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
#include "polhode/drive/drive.hpp"
#include "polhode/drive/outcome.hpp"
#include "polhode/methods/parts/equations_of_motion.hpp"
#include "polhode/numbers/error.hpp"

namespace polhode {

/// What a walk of steps has done.
struct Walked {
  Outcome outcome = Outcome::done;
  double time = 0;  ///< reached
  long steps = 0, rejected = 0;
};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

/// Any method by a tolerance of the error of each step: of the attitude, rad, and of the momentum, relative.
template <Method M, class Torque = NoTorque>
class ToleranceWalk {
  static_assert(M::info.memory.empty(), "step doubling takes a method that carries no memory");

 public:
  /// Throws InvalidInput.
  ToleranceWalk(const Principal<double>& body, const Torque& torque, double tolerance)
      : whole_(body, torque), halves_(body, torque), tolerance_(tolerance) {
    if (!(tolerance > 0) || !std::isfinite(tolerance))
      throw InvalidInput("tolerance " + to_text(tolerance) +
                         " must be positive and finite: the error of one step, in rad");
  }

  /// From t to `until`, where the last step ends exactly; the torque has no switch between. `h` is the first step to try, and
  /// is left as the next. `watch(t0, before, t1, after)` is told each step. If it fails, s is the last good state.
  template <class Watch>
  Walked run(double t, double until, double& h, PrincipalState<double>& s, const Watch& watch) {
    constexpr int order = M::info.order < M::info.attitude_order ? M::info.order : M::info.attitude_order;
    const double power = 1.0 / (order + 1), known = std::exp2(order) - 1, direction = until < t ? -1 : 1;
    Walked walked{Outcome::done, t};
    h = direction * std::fabs(h);
    while (direction * (until - t) > 0) {
      const bool last = std::fabs(until - t) <= std::fabs(h) * (1 + 1e-9);
      const double step = last ? until - t : std::fabs(until - t) < 2 * std::fabs(h) ? 0.5 * (until - t) : h;
      if (t + 0.25 * step == t || !std::isfinite(step)) {
        walked.outcome = Outcome::not_converged;
        return walked;
      }
      PrincipalState<double> a = s, b = s;
      const double middle = t + 0.5 * step, end = last ? until : t + step;
      whole_.restart(), halves_.restart();
      const bool good = whole_.step({t, step, end}, a).converged &&
                        halves_.step({t, 0.5 * step, middle}, b).converged &&
                        halves_.step({middle, end - middle, end}, b).converged &&
                        is_finite(norm2(a.m) + norm2(b.m) + norm2(a.Q) + norm2(b.Q));
      const double error = good ? difference(a, b) / known : INFINITY;
      if (!(error <= tolerance_)) {
        ++walked.rejected;
        h = step * (std::isfinite(error) ? std::fmax(0.2, 0.9 * std::pow(tolerance_ / error, power)) : 0.25);
        continue;
      }
      watch(t, s, end, b);
      s = b, t = walked.time = end;
      ++walked.steps;
      const double factor = error > 0 ? std::fmin(4, 0.9 * std::pow(tolerance_ / error, power)) : 4;
      if (!last || factor < 1) h = step * factor;
    }
    return walked;
  }
  Walked run(double t, double until, double& h, PrincipalState<double>& s) {
    return run(t, until, h, s, [](double, const PrincipalState<double>&, double, const PrincipalState<double>&) {});
  }

 private:
  Drive<M, Torque> whole_, halves_;
  double tolerance_;

  static double difference(const PrincipalState<double>& a, const PrincipalState<double>& b) noexcept {
    const double size = std::fmax(norm(a.m), norm(b.m));
    const double m = size > 0 ? norm(spatial_momentum(a) - spatial_momentum(b)) / size : 0;
    return std::fmax(2 * std::sqrt(std::fmin(norm2(a.Q - b.Q), norm2(a.Q + b.Q))), m);
  }
};

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
      if (!drive_.step(h, after).converged || !is_finite(norm2(after.m) + norm2(after.Q))) return 0;
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
    const detail::Rates<double> now = detail::rates(drive_.principal(), drive_.torque(), 0.0, s.Q, s.m);
    return std::sqrt(norm2(now.w) + norm(times(drive_.principal().x, now.dm)));
  }

 private:
  static constexpr int kMost = 30;
  Drive<M, Torque> drive_;
  double turn_;
};

}  // namespace polhode::inline POLHODE_ISA
