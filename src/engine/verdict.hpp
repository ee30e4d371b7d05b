// verdict.hpp -- what the numbers of a run are worth, in one word, and warnings with cause and remedy
#pragma once

#include "engine/record.hpp"

namespace polhode {

/// An entry of the certificate up to this is good, up to the next doubtful, and beyond it bad (relative, or radians).
inline constexpr double kGood = 1e-6, kDoubtful = 1e-2;

/// Fills in verdict, reason and warnings of the record's certificate. good: every entry is, and the error of the attitude is
/// known or estimated; bad: an entry is, or the run failed; else doubtful.
void judge(RunRecord&);

}  // namespace polhode
