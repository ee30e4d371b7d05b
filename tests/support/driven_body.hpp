// driven_body.hpp -- a body on its way: a drive, its state and the time, as the tests step it
#pragma once

#include <optional>

#include "polhode/drive/drive.hpp"
#include "polhode/drive/energy_correction.hpp"

namespace polhode::test {

template <class M, class T = double, class Torque = NoTorque>
struct DrivenBody {
  Drive<M, Torque, T> drive;
  PrincipalState<T> s;
  std::optional<EnergyKeeper<T>> keeper{};
  T t{};  ///< goes on with every step, also with one that fails

  DrivenBody(const Principal<T>& body, const PrincipalState<T>& start, const Torque& torque = {})
      : drive(body, torque), s(start) {}
  /// Not inlined: tests call it in many places, and none measures time.
  [[gnu::noinline]] StepStatus<T> step(T h) {
    const TimeStep<T> at{t, h, t + h};
    t = at.end;
    const StepStatus<T> status = drive.step(at, s);
    if (keeper) (*keeper)(status.converged, s);
    return status;
  }
  /// From now on the energy stays what it is now.
  void keep_energy() { keeper.emplace(drive.principal(), s); }
  /// n steps; false as soon as one does not converge.
  bool steps(int n, T h) {
    for (int i = 0; i < n; ++i)
      if (!all_lanes<T>(step(h).converged)) return false;
    return true;
  }
};

}  // namespace polhode::test
