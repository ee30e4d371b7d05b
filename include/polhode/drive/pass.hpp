// pass.hpp -- steps that nobody looks at
//
// A method with a processor (methods/processed.hpp) has to compute the state that belongs to the one it goes on from. Between
// two that are wanted it may leave that out:
//
//   for (int i = 1; i < n; ++i) pass(drive, {t + (i - 1) * h, h, t + i * h}, state);
//   drive.step({t + (n - 1) * h, h, t + n * h}, state);   // this one is looked at
//
// The state at the end has the same bits as after n calls of step; so it has if look(drive, state) follows the last pass. Of
// other methods a pass is a step.
#pragma once

#include "polhode/drive/drive.hpp"

namespace polhode::inline POLHODE_ISA {

/// The method can leave out the states between.
template <class M>
concept Passes = requires { M::look_evaluations; };

/// One step; what it leaves in s is good for nothing but the next step, if the method Passes.
template <class M, class Torque, class T>
POLHODE_INLINE StepStatus<T> pass(Drive<M, Torque, T>& drive, const TimeStep<T>& at, PrincipalState<T>& s) {
  if constexpr (Passes<M>)
    return M::pass(drive.constants(), drive.torque(), at, s, drive.memory(), drive.cache());
  else
    return drive.step(at, s);
}
/// What the last pass has left becomes the state at its end.
template <class M, class Torque, class T>
POLHODE_INLINE StepStatus<T> look([[maybe_unused]] Drive<M, Torque, T>& drive, [[maybe_unused]] PrincipalState<T>& s) {
  if constexpr (Passes<M>)
    return M::look(drive.constants(), drive.torque(), s, drive.memory(), drive.cache());
  else
    return {};
}

}  // namespace polhode::inline POLHODE_ISA
