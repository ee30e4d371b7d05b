// state.hpp -- attitude and momentum, and nothing else
#pragma once

#include "polhode/numbers/quaternion.hpp"

namespace polhode {

template <class T>
struct State {
  Quaternion<T> Q{};  ///< attitude, body -> space, unit length
  Vec3<T> m{};        ///< angular momentum in body axes; in space axes it is L = Q m
};

template <Numeric T>
State<T> select(Mask<T> mask, const State<T>& a, const State<T>& b) noexcept {
  return {select<T>(mask, a.Q, b.Q), select<T>(mask, a.m, b.m)};
}
/// s = after where the mask holds. For one body that is a branch, not a choice between numbers, and nothing waits for it.
template <Numeric T>
POLHODE_INLINE void assign(Mask<T> mask, const State<T>& after, State<T>& s) noexcept {
  if (all_lanes<T>(mask))
    s = after;
  else if constexpr (lanes<T> > 1)
    s = select<T>(mask, after, s);
}
template <class U, class T>
constexpr State<U> convert(const State<T>& s) noexcept {
  return {convert<U>(s.Q), convert<U>(s.m)};
}
/// One body out of a pack of bodies, and back in.
template <Numeric T>
State<Lane<T>> lane(const State<T>& s, int i) noexcept {
  return {{lane(s.Q.w, i), {lane(s.Q.v.x, i), lane(s.Q.v.y, i), lane(s.Q.v.z, i)}},
          {lane(s.m.x, i), lane(s.m.y, i), lane(s.m.z, i)}};
}
template <Numeric T>
void set_lane(State<T>& s, int i, const State<Lane<T>>& one) noexcept {
  set_lane(s.Q.w, i, one.Q.w);
  for (int k = 0; k < 3; ++k) {
    set_lane(s.Q.v[k], i, one.Q.v[k]);
    set_lane(s.m[k], i, one.m[k]);
  }
}

}  // namespace polhode
