// between.hpp -- the motion inside a step of any method, for rows at given times and for events
#pragma once

#include <memory>
#include <optional>

#include "kernels/mover.hpp"
#include "polhode/drive/dense.hpp"
#include "polhode/drive/events.hpp"
#include "problem/torques.hpp"

namespace polhode::inline POLHODE_ISA {

/// For a free body with the method `exact` the exact motion; for a method that needs no memory a shorter step from the
/// beginning of the segment, which is as exact as the method itself; for others of order above 6 a shorter step of gauss16, led to the end that they have; for the
/// rest, and where the energy is corrected after steps, a Hermite polynomial (drive/dense.hpp), of order 6.
/// Its torque evaluations are its own: those of the run are not changed.
class Between {
 public:
  Between(const Choice&, const Problem&, int energy_correction);

  /// At the beginning of a stretch.
  void enter(const Stretch&);
  /// The segment that is asked for from now on. The states are not copied.
  void set(double t0, const PrincipalState<double>& before, double t1, const PrincipalState<double>& after);
  PrincipalState<double> at(double t);

  /// Of the stretch, in principal axes.
  const ProblemTorque& torque() const noexcept { return torque_; }
  /// What is known of the rates for all times, if anything is.
  const RateBounds* always() const noexcept { return always_ ? &*always_ : nullptr; }

 private:
  Principal<double> body_;
  ProblemTorque all_torques_, torque_;
  std::optional<ExactBetween> exact_;
  std::optional<RateBounds> always_;
  std::unique_ptr<Mover> mover_;               // null: not by steps
  bool joins_ = false;                         // the mover is another method: its end is led to that of the segment
  std::optional<PrincipalState<double>> end_;  // its end
  Stretch stretch_;
  double t0_ = 0, t1_ = 0;
  const PrincipalState<double>*before_ = nullptr, *after_ = nullptr;
  std::optional<HermiteBetween<ProblemTorque>> hermite_;  // of this segment, if it has been asked for

  /// By the mover, from the beginning of the segment; nothing if it fails.
  std::optional<PrincipalState<double>> stepped(double t);
};

}  // namespace polhode::inline POLHODE_ISA
