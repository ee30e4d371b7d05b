// last_torque.hpp -- the torque at the end of a step is the one at the beginning of the next
//
// It is kept with the time and the state it belongs to, and computed anew, lane by lane, if they are others: a changed
// state or a restart costs one evaluation. A potential is known by its attitude alone. Of other torques the time may
// differ by a few roundings, since a run that counts t = n h does not arrive at the bits of t + h.
#pragma once

#include "polhode/state.hpp"
#include "polhode/torque.hpp"

namespace polhode::detail {

/// Whether the torque can change with the angular velocity. A potential cannot; another model may say so by a member
/// `static constexpr bool depends_on_velocity = false`, which saves the evaluation that finds it out.
template <class Model, class T>
constexpr bool velocity_matters() {
  if constexpr (Potential<Model, T>)
    return false;
  else if constexpr (requires { Model::depends_on_velocity; })
    return Model::depends_on_velocity;
  else
    return true;
}

template <class T>
POLHODE_INLINE Mask<T> same(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return (a.x == b.x) & (a.y == b.y) & (a.z == b.z);
}
template <class T>
POLHODE_INLINE Mask<T> same(const Quaternion<T>& a, const Quaternion<T>& b) noexcept {
  return (a.w == b.w) & (a.v.x == b.v.x) & (a.v.y == b.v.y) & (a.v.z == b.v.z);
}
template <class T>
POLHODE_INLINE Mask<T> same(const State<T>& a, const State<T>& b) noexcept {
  const Mask<T> attitude = same(a.Q, b.Q), momentum = same(a.m, b.m);
  return attitude & momentum;
}

template <class T>
struct LastTorque {
  Quaternion<T> Q{T(0), {}};  ///< no attitude: nothing is known
  Vec3<T> m{};
  T t{};
  Vec3<T> torque{};  ///< in body axes

  /// The torque at time t in the state s.
  template <class Model>
  Vec3<T> at(const Model& model, const Principal<T>& body, T time, T h, const State<T>& s) const {
    Mask<T> known = same(Q, s.Q);
    if constexpr (!Potential<Model, T>) {
      const Mask<T> same_m = same(m, s.m), same_t = abs(time - t) <= T(4 * epsilon<T>()) * (abs(t) + abs(h));
      known = known & same_m & same_t;
    }
    if (all_lanes<T>(known)) return torque;
    return select<T>(known, torque, torque_of(model, time, s.Q, times(body.x, s.m)));
  }
};

template <Numeric T>
LastTorque<T> chosen(Mask<T> mask, const LastTorque<T>& a, const LastTorque<T>& b) noexcept {
  return {select<T>(mask, a.Q, b.Q), select<T>(mask, a.m, b.m), select<T>(mask, a.t, b.t),
          select<T>(mask, a.torque, b.torque)};
}

}  // namespace polhode::detail
