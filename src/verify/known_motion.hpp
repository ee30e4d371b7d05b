// known_motion.hpp -- the true motion at the times of a file
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/trial.hpp"
#include "polhode/exact/lagrange_top.hpp"

namespace polhode {

/// Of a free body the exact motion, four times at once, and of Lagrange's top; under other torques our own solution.
class KnownMotion {
 public:
  /// Up to the time `until`. Throws InvalidInput if the motion cannot be known for so long.
  KnownMotion(const Problem&, double until);

  /// Attitude and momentum along the principal axes.
  void at(std::span<const double> times, std::vector<PrincipalState<double>>& states);
  PrincipalState<double> at(double t);

  const Problem& problem() const { return problem_; }
  /// What it is, and how far it can be trusted: of the attitude, rad, and the momentum, relative. 0: exact to rounding.
  const char* name() const { return truth_ ? "our own solution" : "the exact motion"; }
  /// Whether there is one.
  static bool is_exact(const Problem&);
  double error() const { return truth_ ? truth_->error() : 0; }

 private:
  Problem problem_;
  PrincipalMotion<double> exact_;
  std::optional<LagrangeTop<double>> top_;  // a symmetric body, its weight on its axis
  std::unique_ptr<TrueMotion> truth_;       // under other torques
};

}  // namespace polhode
