// certificate.hpp -- how well a run has kept what is conserved, and how far a free body is from the exact motion
#pragma once

#include <span>

#include "catalogue/catalogue.hpp"
#include "engine/certificate_sums.hpp"
#include "engine/record.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/segments.hpp"
#include "polhode/exact/free_motion.hpp"
#include "problem/torques.hpp"

namespace polhode::inline POLHODE_ISA {

/// What an error of the energy is relative to: the energy at the start, or, where kinetic and potential energy cancel there and an
/// error relative to their sum would say nothing, their sizes.
double energy_scale(double kinetic, double potential);

/// Watches the steps of a run. What a torque lets be conserved follows from its abilities: energy in a potential that does
/// not depend on time, L . e3 where no part of the torque is about the vertical. The momentum about the axis of a symmetric body
/// is conserved where no part of the torque is about that axis, which the torque itself says (never_about).
///
/// The attitude of a free body is held against the exact motion (exact/free_motion.hpp). A run of the method `exact` is that
/// motion; a sample of its states is held against a formulation of its own instead, with more digits
/// (exact/jacobi_reference.hpp).
class Certifier {
 public:
  /// `steps`: of the whole run.
  Certifier(const Problem&, const Choice&, long steps);
  /// Steps of length h; `taken` of the run come before them. `elapsed` is the time since the start at each state, which the
  /// time of the clock has only to its own rounding. Returns how many of the steps, from the first on, end in a finite state;
  /// only these are taken up.
  int add(const Segments&, std::span<const double> elapsed, double h, long taken);
  /// So far; `now` is the state reached. Estimates are made of the differences to the companions.
  Certificate certificate(const PrincipalState<double>& now, double elapsed, Estimate) const;
  /// Kinetic, and potential of the torques that have one.
  double energy(double t, const PrincipalState<double>& s) const;

  /// What rounding leaves, in rad, of torques that are turned into principal axes: of a thin body it may be more than what
  /// steps leave, and twice the step, which the estimate goes by, does not show it.
  double rounding() const noexcept;

  CertificateSums sums;

 private:
  Principal<double> body_;
  PrincipalState<double> start_;
  int order_, attitude_order_;
  bool free_, keeps_energy_, keeps_vertical_;
  int axis_;                 // principal axis about which the momentum is kept; -1: there is none
  long steps_, sample_ = 0;  // every so many steps of `exact` are checked; 0: another method
  ProblemTorque torque_;
  PrincipalMotion<double> exact_;
  double E0_, scale_;
  Vec3<double> L0_;
  Vec3<double> direction_;  // of L0
  double m2_;               // |m0|^2
  double rounding_ = 0;     // for each radian that the body turns by

  /// Squared chord to the attitude by Jacobi's functions.
  double distance2(const PrincipalState<double>&, double elapsed) const;
};

}  // namespace polhode::inline POLHODE_ISA
