// known_torque.hpp -- the torque at the end of a step is the one at the beginning of the next
//
// It is kept with the time and the state it belongs to, and computed anew, lane by lane, if they are others: a changed
// state or a restart costs one evaluation. Only what the torque depends on counts: a static potential is known by its
// attitude alone. Times are compared exactly: the end of a step and the beginning of the next are the same number
// (TimeStep), so that nothing changes if this is dropped and computed again.
#pragma once

#include "polhode/body/inertia.hpp"
#include "polhode/body/state.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA::detail {

template <class T>
POLHODE_INLINE Mask<T> same(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return (a.x == b.x) & (a.y == b.y) & (a.z == b.z);
}
template <class T>
POLHODE_INLINE Mask<T> same(const Quaternion<T>& a, const Quaternion<T>& b) noexcept {
  return (a.w == b.w) & (a.v.x == b.v.x) & (a.v.y == b.v.y) & (a.v.z == b.v.z);
}
template <class T>
POLHODE_INLINE Mask<T> same(const PrincipalState<T>& a, const PrincipalState<T>& b) noexcept {
  const Mask<T> attitude = same(a.Q, b.Q), momentum = same(a.m, b.m);
  return attitude & momentum;
}

/// For a memory that goes on from the end of a step, `before`: whether a torque that depends on time is still that of the
/// memory at t. Users' own times, as i h, are those of the steps before but for their rounding.
template <class T, class Model>
POLHODE_INLINE Mask<T> same_time(const Model& model, T before, T t, T h) noexcept {
  if (!depends_on_time(model)) return Mask<T>(true);
  return abs(before - t) <= T(Lane<T>(1e-6)) * abs(h) + T(Lane<T>(4) * epsilon<T>()) * abs(t);
}

template <class T>
struct KnownTorque {
  Quaternion<T> Q{T(0), {}};  ///< no attitude: nothing is known
  Vec3<T> m{};
  T t{};
  Vec3<T> torque{};  ///< in body axes

  template <class F>
  void each_field(F&& f) {
    f("Q", Q), f("m", m), f("t", t), f("torque", torque);
  }

  /// From now on it is this one, where `good` holds. What a torque of this type cannot depend on is not kept.
  template <class Model>
  POLHODE_INLINE void know(const Model&, Mask<T> good, T time, const PrincipalState<T>& s,
                           const Vec3<T>& value) noexcept {
    if (lanes<T> == 1 && !all_lanes<T>(good)) return;
    const auto set = [&](auto& mine, const auto& now) {
      if constexpr (lanes<T> == 1)
        mine = now;
      else
        mine = select<T>(good, now, mine);
    };
    set(Q, s.Q);
    if constexpr (most_of<Model>().velocity) set(m, s.m);
    if constexpr (most_of<Model>().time) set(t, time);
    set(torque, value);
  }
  /// The torque at time t in the state s.
  template <class Model>
  POLHODE_INLINE Vec3<T> at(const Model& model, const Principal<T>& body, T time, const PrincipalState<T>& s) const {
    const Mask<T> known = is_at(model, time, s);
    if (all_lanes<T>(known)) return torque;
    const Vec3<T> now = torque_of(model, time, s.Q, times(body.x, s.m));
    if constexpr (lanes<T> == 1)
      return now;
    else
      return select<T>(known, torque, now);
  }
  template <class Model>
  POLHODE_INLINE Mask<T> is_at(const Model& model, T time, const PrincipalState<T>& s) const {
    Mask<T> known = same(Q, s.Q);
    if (depends_on_velocity(model)) {
      const Mask<T> same_m = same(m, s.m);
      known = known & same_m;
    }
    if (depends_on_time(model)) {
      const Mask<T> same_t = t == time;
      known = known & same_t;
    }
    return known;
  }
};

}  // namespace polhode::inline POLHODE_ISA::detail
