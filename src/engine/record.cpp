// record.cpp -- the certificate entry by entry, and the names of outcomes
#include "engine/record.hpp"

namespace polhode {

std::vector<CertificateEntry> entries(const Certificate& c) {
  const bool jacobi = c.is_reference;
  return {
      {"energy_error_max", "relative to the energy at the start", c.energy_error_max},
      {"momentum_error_max", "|L - L0|/|L0|, in space axes", c.momentum_error_max},
      {"momentum_direction_error_max", "angle between L and L0, rad", c.momentum_direction_error_max},
      {"casimir_error_max", "of |m|^2/2, relative", c.casimir_error_max},
      {"vertical_momentum_error_max", "of L . e3, relative to |L0|", c.vertical_momentum_error_max},
      {"axial_momentum_error_max", "of m about the axis of a symmetric body, relative to |L0|",
       c.axial_momentum_error_max},
      {"attitude_norm_error_max", "| |q| - 1 |", c.attitude_norm_error_max},
      {"attitude_error_max",
       jacobi ? "the reference itself: angle to Jacobi's functions in extended precision, rad"
              : "angle to the exact attitude, rad",
       c.attitude_error_max},
      {"attitude_error_end",
       jacobi ? "the reference itself: that angle at the end, rad" : "angle to the exact attitude at the end, rad",
       c.attitude_error_end},
      {"attitude_error_estimate", "estimated angle to the true attitude, rad", c.attitude_error_estimate},
      {"momentum_error_estimate", "estimated error of L, relative to the largest |L|", c.momentum_error_estimate},
  };
}

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::good:
      return "good";
    case Verdict::doubtful:
      return "doubtful";
    case Verdict::bad:
      break;
  }
  return "bad";
}

std::string_view name_of(EventKind kind) {
  switch (kind) {
    case EventKind::cone:
      return "cone";
    case EventKind::plane:
      return "plane";
    case EventKind::flip:
      return "flip";
    case EventKind::speed:
      break;
  }
  return "speed";
}

std::string_view RunRecord::outcome_name() const {
  switch (outcome) {
    case Outcome::not_converged:
      return "not_converged";
    case Outcome::non_finite:
      return "non_finite";
    case Outcome::accuracy_lost:
      return "accuracy lost";
    case Outcome::done:
      break;
  }
  return interrupted ? "interrupted" : "done";
}

}  // namespace polhode
