// diagnosis.hpp -- what is wrong with a trajectory, by name
#pragma once

#include <string>
#include <vector>

#include "verify/judge.hpp"

namespace polhode {

struct Finding {
  std::string name;      ///< for programs: "order", "explicit-euler"
  std::string sentence;  ///< for people
};

/// Where the numbers fit the true motion much longer in another reading than in that of the header: what is different.
std::vector<Finding> wrong_reading(KnownMotion&, const Trajectory&, const Reading& declared);
/// Why a trajectory has got its grade, as far as that is known; nothing for A and B.
std::vector<Finding> diagnosis(KnownMotion&, const Trajectory&, const Judgement&);
/// Throws Refusal if the first row is not where the body begins: with the values, and the reading or the case that fits.
void refuse_other_start(KnownMotion&, const Trajectory&, const Reading& declared, const std::string& what);

}  // namespace polhode
