// certificate.hpp -- how well a run has kept what is conserved, and how far a free body is from the exact motion
#pragma once

#include "engine/certificate_sums.hpp"
#include "engine/record.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/segments.hpp"
#include "polhode/exact/free_motion.hpp"
#include "problem/torques.hpp"

namespace polhode::inline POLHODE_ISA {

/// Watches the steps of a run. What a torque lets be conserved follows from its abilities: energy in a potential that does
/// not depend on time, L . e3 where no part of the torque is about the vertical.
class Certifier {
 public:
  explicit Certifier(const Problem&);
  /// Returns how many of the steps, from the first on, end in a finite state; only these are taken up.
  int add(const Segments&);
  Certificate certificate() const;
  /// Kinetic, and potential of the torques that have one.
  double energy(double t, const PrincipalState<double>& s) const;

  CertificateSums sums;

 private:
  Principal<double> body_;
  double start_time_;
  bool free_, keeps_energy_, keeps_vertical_;
  ProblemTorque torque_;
  PrincipalMotion<double> exact_;
  double E0_, scale_;
  Vec3<double> L0_;
  Vec3<double> direction_;  // of L0
  double m2_;               // |m0|^2
};

}  // namespace polhode::inline POLHODE_ISA
