// certificate.hpp -- errors of all the steps of a run, gathered on the way
#pragma once

#include <span>

#include "engine/integrator.hpp"
#include "engine/record.hpp"
#include "polhode/free_motion.hpp"

namespace polhode {

/// The largest values so far. Squares where a root can wait until the end.
struct CertificateSums {
  double energy = 0;         ///< |E - E0|
  double momentum2 = 0;      ///< |L - L0|^2
  double direction2 = 0;     ///< squared chord between the directions of L and L0
  double casimir = 0;        ///< | |m|^2 - |m0|^2 |
  double vertical = 0;       ///< |(L - L0) . e3|
  double norm = 0;           ///< | |Q|^2 - 1 |
  double attitude2 = 0;      ///< squared chord to the exact quaternion
  double attitude2_end = 0;  ///< that of the last step
  bool operator==(const CertificateSums&) const = default;
};

class Certifier {
 public:
  /// `start` in principal axes at time `start_time`; `potential` of the torques that have one, or null.
  Certifier(const Principal<double>& body, const State<double>& start, double start_time, Takes torque,
            const ScenarioPotential* potential);
  /// States after the steps first, first + 1, ... of the interval. Returns how many of them are finite, from the first on;
  /// only these are taken up.
  int add(const Interval& interval, long first, std::span<const State<double>> after);
  Certificate certificate() const;
  double energy(const State<double>& s) const;

  CertificateSums sums;

 private:
  Principal<double> body_;
  double start_time_;
  Takes torque_;
  const ScenarioPotential* potential_;
  FreeMotion<double> exact_;
  double E0_, scale_;
  Vec3<double> L0_;
  Vec3<double> direction_;  // of L0
  double m2_;               // |m0|^2
};

}  // namespace polhode
