// large_turn.hpp -- the rotation of a step that may be of any size
#pragma once

#include "polhode/so3.hpp"

namespace polhode::detail {

/// exp(v), as the one of its two quaternions that has a cosine >= 0. A product of an attitude with a Turn restores the length
/// of the attitude along the old attitude; a turn by more than half a circle would lose it instead, twofold in each step.
template <Numeric T>
POLHODE_INLINE Turn<T> large_turn(const Vec3<T>& v) noexcept {
  const Turn<T> r = exp(v);
  const Mask<T> far = r.c1 < T(-1);
  return {select<T>(far, T(-2) - r.c1, r.c1), select<T>(far, -r.u, r.u)};
}

}  // namespace polhode::detail
