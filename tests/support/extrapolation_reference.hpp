// extrapolation_reference.hpp -- the state of a body under a torque at time t from the one at 0, by extrapolation
#pragma once

#include "polhode/drive/extrapolation.hpp"
#include "polhode/numbers/quad.hpp"

namespace polhode::test {

using polhode::extrapolated_step;

template <class T, class Torque>
PrincipalState<T> extrapolation_reference(const Principal<T>& body, const Torque& torque, const PrincipalState<T>& s,
                                          T t, int n) {
  return extrapolated(body, torque, T(0), t, s, n);
}

}  // namespace polhode::test
