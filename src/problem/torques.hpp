// torques.hpp -- the torques of a problem as something that a method can evaluate
#pragma once

#include "polhode/torques/any.hpp"
#include "polhode/torques/combined.hpp"
#include "problem/problem.hpp"

namespace polhode::inline POLHODE_ISA {

/// The inertia tensor in body axes.
Mat3<double> tensor_of(const Inertia&);
/// Throws KeyFault.
AnyTorque<> torque_from(const TorqueChoice&, const Inertia&);
TorqueSet<> torques_of(const Problem&);

/// All of them, evaluated in principal axes.
using ProblemTorque = InPrincipalAxes<TorqueSet<>>;
inline ProblemTorque torque_in_principal_axes(const Problem& problem) {
  return {torques_of(problem), problem.inertia.frame()};
}

}  // namespace polhode::inline POLHODE_ISA
