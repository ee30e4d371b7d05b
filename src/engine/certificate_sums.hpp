// certificate_sums.hpp -- the certificate of a run on its way: what a checkpoint saves
#pragma once

namespace polhode {

/// Largest errors so far, before division by their scales and square roots: what a checkpoint saves.
struct CertificateSums {
  double energy = 0;         ///< |E - E0|
  double momentum2 = 0;      ///< |L - L0|^2
  double direction2 = 0;     ///< squared chord between the directions of L and L0
  double casimir = 0;        ///< ||m|^2 - |m0|^2|
  double vertical = 0;       ///< |(L - L0) . e3|
  double norm_above = 0;     ///< |Q|^2 - 1 where it is positive
  double norm_below = 0;     ///< 1 - |Q|^2 where that is
  double attitude2 = 0;      ///< squared chord to the exact quaternion
  double attitude2_end = 0;  ///< that of the last step
  bool operator==(const CertificateSums&) const = default;
};

}  // namespace polhode
