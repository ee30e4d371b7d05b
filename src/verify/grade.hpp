// grade.hpp -- the letter that a trajectory gets: the only place where it is decided (docs/how-to/verify.md)
#pragma once

#include <algorithm>

namespace polhode {

/// The largest over all rows. Attitude and direction of L in rad; energy and |L| relative.
struct LargestErrors {
  double attitude = 0, energy = 0, momentum = 0, direction = 0;
};

struct GradeStep {
  char letter;
  double attitude, invariants;  ///< limits of the attitude, rad, and of energy, |L| and direction of L
};
/// A to C: also the attitude is right. D: the right kind of motion, its phase is lost.
inline constexpr GradeStep kGrades[] = {{'A', 1e-3, 1e-4}, {'B', 1e-2, 1e-3}, {'C', 0.1, 1e-2}};
inline constexpr double kRightKind = 0.1;

/// `flips_right` is true where flips are not judged. `broken`: the energy has doubled, or the body has stopped.
constexpr char grade_of(const LargestErrors& e, bool flips_right, bool broken) {
  const double invariants = std::max({e.energy, e.momentum, e.direction});
  if (broken) return 'F';
  for (const GradeStep& step : kGrades)
    if (e.attitude <= step.attitude && invariants <= step.invariants) return step.letter;
  return invariants <= kRightKind && flips_right ? 'D' : 'E';
}

}  // namespace polhode
