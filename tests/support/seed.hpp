// seed.hpp -- RapidCheck draws the same cases in every run, unless RC_PARAMS asks for others
#pragma once

#include <cstdlib>

namespace polhode::test {

// Before main, and so before RapidCheck first looks at its parameters.
inline const int seeded = setenv("RC_PARAMS", "seed=1", 0);

}  // namespace polhode::test
