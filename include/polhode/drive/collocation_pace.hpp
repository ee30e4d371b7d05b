// collocation_pace.hpp -- how long a step of Gauss collocation may be, for a tolerance
//
// Sweeps        come down to the tolerance in a good number of sweeps if the step is of the right length: what n of them leave is
//               (h/h0)^(S + n), since the step before predicts to order S, and each sweep adds one.
// Coefficients  the derivatives at the stages are a polynomial; its Legendre coefficients fall as far as it is resolved, and what
//               they come to at degree 2S is to be a tenth of the tolerance.
//
// The sweeps tell how strongly the torque depends on the state, the coefficients how smooth it is in time. Both tell by how much
// a step was too long or too short, so that a wrong first guess is put right by the next step.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "polhode/methods/gauss.hpp"
#include "polhode/numbers/elementary.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// The longest step, or stride of several, from t on, at most H: twice the shortest scale of time that the torque has in it. The
/// scale is asked for so often that nothing passes unseen: what comes nearer with time, as a flyby does, is two thirds of the
/// scale away or more.
template <class Torque>
double room(const Torque& torque, double t, double direction, double H) {
  double ahead = 0;
  while (ahead < H) {  // at most 16 times: when the scale has fallen to a quarter, that is the end of it
    const double scale = time_scale_of(torque, t + direction * ahead);
    H = std::fmin(H, 2 * scale);
    ahead += 0.5 * scale;
  }
  return H;
}

/// What the steps that it has seen, of one length, say of that length.
template <int S>
struct CollocationPace {
  // Sweeps in which a step should reach the tolerance: fewer waste what a sweep of a larger step gives, more come near to where
  // they no longer contract. Measured on tops, satellites and walls; 12 or 13 cost the same.
  static constexpr int kSweeps = 11;
  /// Sweeps come down to this, and not further.
  static constexpr double kSmallest = 4e-16;
  // Quick: the energy that it loses by rounding is far below the error that is claimed.
  using Step = Collocation<double, S, true>;

  int sweeps = 0;         ///< the most, less those that a step without one before it has more
  double unresolved = 0;  ///< the most that Legendre coefficients come to at degree 2S

  static SweepGoal<double> goal(bool warm, double tolerance, double largest_momentum) {
    return {.fixed = 0, .most = warm ? 2 * kSweeps : 60, .tolerance = tolerance, .least_size = largest_momentum};
  }
  void see(const Step& step, bool warm, const Vec3<double>& m, double largest_momentum) {
    sweeps = std::max(sweeps, warm ? step.sweeps.number : step.sweeps.number - S);
    unresolved = std::fmax(unresolved, at_degree_2S(step, m, largest_momentum));
  }
  /// Steps that are not smooth enough spoil an estimate, too many sweeps do not.
  static double resolved(double tolerance) { return 0.1 * tolerance; }
  /// By how much longer a step should be: 1/2 to 2.
  double factor(double tolerance) const {
    double factor = sweeps_factor(sweeps, tolerance);
    if (const double r = unresolved / resolved(tolerance); r > 0) {
      const double limit = pow(r, -1.0 / (2 * S + 1));
      factor = std::fmin(factor, limit < 1 ? 0.9 * limit : std::fmax(1, 0.9 * limit));
    }
    return std::fmin(std::fmax(factor, 0.5), 2);
  }
  /// Of the first step, rad: what most bodies come to by the law of the sweeps.
  static double first_turn(double tolerance) { return 3 * pow(tolerance, 1.0 / (S + kSweeps)); }

 private:
  /// By how much longer a step could have been for the right number of sweeps.
  static double sweeps_factor(int sweeps, double tolerance) {
    if (std::abs(sweeps - kSweeps) <= 1) return 1;  // a new length costs more than it gains
    return pow(tolerance, 1.0 / (S + kSweeps) - 1.0 / (S + sweeps));
  }
  /// As the last four coefficients that are known go on: two of them against the two before.
  static double at_degree_2S(const Step& step, const Vec3<double>& m, double largest_momentum) {
    double size[4];
    step.spectrum(m, largest_momentum, size);
    const double last = std::fmax(size[0], size[1]), before = std::fmax(size[2], size[3]);
    if (!(last < before)) return last;
    const double fall = last / before;  // over two degrees; there are S + 1 more
    double r = last * std::sqrt(fall);
    for (int k = 0; k < S / 2; ++k) r *= fall;
    return r;
  }
};

}  // namespace polhode::inline POLHODE_ISA::detail
