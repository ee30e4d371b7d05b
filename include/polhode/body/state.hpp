// state.hpp -- attitude and momentum, and nothing else
#pragma once

#include "polhode/numbers/pack.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode {

/// The user's axes, fixed in the body.
struct BodyAxes;
/// Those in which the inertia is diagonal; Inertia::to_principal and to_body lead from one to the other.
struct PrincipalAxes;

/// The axes are part of the type: a state in body axes where one in principal axes is wanted does not compile.
template <class T, class Axes = BodyAxes>
struct State {
  Quaternion<T> Q{};  ///< attitude, from these axes to space, unit length
  Vec3<T> m{};        ///< angular momentum along these axes; in space it is L = Q m
};
/// What methods and the exact solution work on.
template <class T>
using PrincipalState = State<T, PrincipalAxes>;

/// A vector along principal axes that leaves the exact motion: it does not become one of a state in body axes by itself.
/// Inertia::to_body turns it; v has its components.
template <class T>
struct PrincipalVector {
  Vec3<T> v{};
};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

template <Numeric T, class A>
State<T, A> select(Mask<T> mask, const State<T, A>& a, const State<T, A>& b) noexcept {
  return {select<T>(mask, a.Q, b.Q), select<T>(mask, a.m, b.m)};
}
/// s = after where the mask holds. For one body that is a branch, not a choice between numbers, and nothing waits for it.
template <Numeric T, class A>
POLHODE_INLINE void assign(Mask<T> mask, const State<T, A>& after, State<T, A>& s) noexcept {
  if (all_lanes<T>(mask))
    s = after;
  else if constexpr (lanes<T> > 1)
    s = select<T>(mask, after, s);
}
/// Turns the body; its momentum stays in space. `r` is a rotation along the axes of the body.
template <class T, class A, class Rotation>
POLHODE_INLINE void turn(State<T, A>& s, const Rotation& r) noexcept {
  s.Q = s.Q * r;
  s.m = rotate_back(r, s.m);
}
template <class U, class T, class A>
constexpr State<U, A> convert(const State<T, A>& s) noexcept {
  return {convert<U>(s.Q), convert<U>(s.m)};
}
/// The bodies of two packs in one.
template <class T, int N, class A>
POLHODE_INLINE State<Pack<T, 2 * N>, A> joined(const State<Pack<T, N>, A>& low,
                                               const State<Pack<T, N>, A>& high) noexcept {
  const auto one = [](const Pack<T, N>& a, const Pack<T, N>& b)
                       __attribute__((always_inline)) { return detail::joined(a, b); };
  const auto three = [&](const Vec3<Pack<T, N>>& a, const Vec3<Pack<T, N>>& b) __attribute__((always_inline)) {
    return Vec3<Pack<T, 2 * N>>{one(a.x, b.x), one(a.y, b.y), one(a.z, b.z)};
  };
  return {{one(low.Q.w, high.Q.w), three(low.Q.v, high.Q.v)}, three(low.m, high.m)};
}
/// One body out of a pack of bodies, and back in.
template <Numeric T, class A>
State<Lane<T>, A> lane(const State<T, A>& s, int i) noexcept {
  return {{lane(s.Q.w, i), {lane(s.Q.v.x, i), lane(s.Q.v.y, i), lane(s.Q.v.z, i)}},
          {lane(s.m.x, i), lane(s.m.y, i), lane(s.m.z, i)}};
}
template <Numeric T, class A>
void set_lane(State<T, A>& s, int i, const State<Lane<T>, A>& one) noexcept {
  set_lane(s.Q.w, i, one.Q.w);
  for (int k = 0; k < 3; ++k) {
    set_lane(s.Q.v[k], i, one.Q.v[k]);
    set_lane(s.m[k], i, one.m[k]);
  }
}

}  // namespace polhode::inline POLHODE_ISA
