// callback.hpp -- a torque that is computed elsewhere: a pointer to a function, known when the program runs
//
// For other languages and for programs that choose their torque at run time. It takes plain numbers, so it has no
// derivatives in time to offer (methods that need them refuse it by name). Lanes go to it together if it has a function for
// several states, else one by one.
#pragma once

#include <type_traits>

#include "polhode/torques/card.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

struct CallbackTorque {
  static constexpr TorqueKey kKeys[] = {{.name = "function",
                                         .meaning = "a pointer to the function that computes the torque",
                                         .kind = TorqueKey::Kind::function}};
  static constexpr TorqueInfo info{.kind = "callback",
                                   .title = "a function of the calling program",
                                   .formula = "torque(t, Q, w)",
                                   .keys = kKeys,
                                   .abilities = {.lanes = true, .time = true, .velocity = true},
                                   .in_files = false};
  static constexpr Abilities kMost{.potential = true, .lanes = true, .time = true, .velocity = true};

  TorqueCallback function;

  template <class P>  // other torques beside it may have a body in each lane
  static CallbackTorque from(const TorqueValues<P>& v, const Mat3<P>&) {
    const CallbackTorque made{v.function("function")};
    if (!made.function.torque) throw KeyFault("function", "must not be null");
    return made;
  }

  constexpr Abilities abilities() const noexcept {
    return {.potential = function.energy != nullptr && !function.uses_velocity,
            .lanes = true,
            .time = function.uses_time,
            .velocity = function.uses_velocity};
  }
  Vec3<double> torque(double t, const Quaternion<double>& Q, const Vec3<double>& w) const {
    const double q[4] = {Q.w, Q.v.x, Q.v.y, Q.v.z}, v[3] = {w.x, w.y, w.z};
    double r[3] = {0, 0, 0};
    function.torque(function.context, t, q, v, r);
    return {r[0], r[1], r[2]};
  }
  template <Numeric T>
    requires(lanes<T> > 1 && std::is_same_v<Lane<T>, double>)
  Vec3<T> torque(const T& t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    constexpr int n = lanes<T>;
    double times[n], q[4 * n], v[3 * n], r[3 * n] = {};
    for (int i = 0; i < n; ++i) {
      times[i] = lane(t, i), q[4 * i] = lane(Q.w, i);
      for (int k = 0; k < 3; ++k) q[4 * i + 1 + k] = lane(Q.v[k], i), v[3 * i + k] = lane(w[k], i);
    }
    if (function.torques)
      function.torques(function.context, n, times, q, v, r);
    else
      for (int i = 0; i < n; ++i) function.torque(function.context, times[i], q + 4 * i, v + 3 * i, r + 3 * i);
    Vec3<T> all;
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < 3; ++k) set_lane(all[k], i, r[3 * i + k]);
    return all;
  }
  double energy(double t, const Quaternion<double>& Q) const {
    const double q[4] = {Q.w, Q.v.x, Q.v.y, Q.v.z};
    return function.energy ? function.energy(function.context, t, q) : 0.0;
  }
};

}  // namespace polhode::inline POLHODE_ISA
