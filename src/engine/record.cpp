// record.cpp -- the certificate entry by entry, and the names of outcomes
#include "engine/record.hpp"

namespace polhode {

std::vector<CertificateEntry> entries(const Certificate& c) {
  return {
      {"energy_error_max", "relative to the energy at the start", c.energy_error_max},
      {"momentum_error_max", "|L - L0|/|L0|, in space axes", c.momentum_error_max},
      {"momentum_direction_error_max", "angle between L and L0, rad", c.momentum_direction_error_max},
      {"casimir_error_max", "of |m|^2/2, relative", c.casimir_error_max},
      {"vertical_momentum_error_max", "of L . e3, relative to |L0|", c.vertical_momentum_error_max},
      {"attitude_norm_error_max", "| |q| - 1 |", c.attitude_norm_error_max},
      {"attitude_error_max", "angle to the exact attitude, rad", c.attitude_error_max},
      {"attitude_error_end", "angle to the exact attitude at the end, rad", c.attitude_error_end},
  };
}

std::string_view RunRecord::outcome_name() const {
  switch (outcome) {
    case Outcome::not_converged:
      return "not_converged";
    case Outcome::non_finite:
      return "non_finite";
    case Outcome::done:
      break;
  }
  return interrupted ? "interrupted" : "done";
}

}  // namespace polhode
