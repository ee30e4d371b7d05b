// certificate_sums.hpp -- the certificate of a run on its way: what a checkpoint saves
#pragma once

namespace polhode {

/// Largest errors so far, before division by their scales and square roots.
struct CertificateSums {
  double energy = 0;                ///< |E - E0|
  double momentum2 = 0;             ///< |L - L0|^2
  double direction2 = 0;            ///< squared chord between the directions of L and L0
  double casimir = 0;               ///< ||m|^2 - |m0|^2|
  double vertical = 0;              ///< |(L - L0) . e3|
  double axial = 0;                 ///< |(m - m0) . axis| of a symmetric body
  double norm_above = 0;            ///< |Q|^2 - 1 where it is positive
  double norm_below = 0;            ///< 1 - |Q|^2 where that is
  double attitude2 = 0;             ///< squared chord to the exact quaternion
  double attitude2_end = 0;         ///< that of the last step
  double largest_m2 = 0;            ///< |m|^2
  double largest_turn2 = 0;         ///< (h|w|)^2
  double attitude_difference2 = 0;  ///< squared chord to the companion with twice the step (companions.hpp)
  double attitude_difference4 = 0;  ///< the same between the companions with twice and four times the step
  double momentum_difference2 = 0;  ///< |L - L of the companion|^2, likewise
  double momentum_difference4 = 0;
  bool operator==(const CertificateSums&) const = default;
};

/// All of them, in the order of a checkpoint.
inline constexpr double CertificateSums::* kCertificateSums[] = {&CertificateSums::energy,
                                                                 &CertificateSums::momentum2,
                                                                 &CertificateSums::direction2,
                                                                 &CertificateSums::casimir,
                                                                 &CertificateSums::vertical,
                                                                 &CertificateSums::axial,
                                                                 &CertificateSums::norm_above,
                                                                 &CertificateSums::norm_below,
                                                                 &CertificateSums::attitude2,
                                                                 &CertificateSums::attitude2_end,
                                                                 &CertificateSums::largest_m2,
                                                                 &CertificateSums::largest_turn2,
                                                                 &CertificateSums::attitude_difference2,
                                                                 &CertificateSums::attitude_difference4,
                                                                 &CertificateSums::momentum_difference2,
                                                                 &CertificateSums::momentum_difference4};
static_assert(sizeof(CertificateSums) == sizeof kCertificateSums / sizeof kCertificateSums[0] * sizeof(double));

}  // namespace polhode
