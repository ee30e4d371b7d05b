// candidates.hpp -- who is tried for an advice
#pragma once

#include <optional>
#include <vector>

#include "catalogue/catalogue.hpp"

namespace polhode {

/// Those that have won somewhere, by what the torques can do (none: a free body, whose `exact` is not among them).
std::vector<Choice> candidates_for(const std::optional<Abilities>& torque);
/// All methods that can take the torques and converge; splittings on every kind of flow.
std::vector<Choice> all_methods_for(const std::optional<Abilities>& torque);

}  // namespace polhode
