// constant_momentum.hpp -- how constant L = R I w is along a trajectory, for a tensor I that is known or is looked for
#pragma once

#include <span>

#include "polhode/body/inertia.hpp"
#include "verify/reading.hpp"

namespace polhode {

/// Root mean square of L - mean L, relative to that of L.
double momentum_change(std::span<const Kinematics>, const Inertia&);
/// The least that any tensor of inertia gives; 1 if the tensor that gives it is none of a body.
double least_momentum_change(std::span<const Kinematics>);

}  // namespace polhode
