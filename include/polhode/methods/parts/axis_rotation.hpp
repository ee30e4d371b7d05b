// axis_rotation.hpp -- turning a body about one of its own axes: the building block of the splittings
#pragma once

#include "polhode/body/state.hpp"
#include "polhode/methods/parts/quadruple.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

/// How a flow about one axis is carried out.
enum class Turning {
  exact,   ///< by the angle itself: sin and cos
  cayley,  ///< by 2 atan(angle/2): no trigonometry, second order
};

/// A turn about axis i by the angle a, from x = a/2: the unit quaternion (1 + c1, s e_i), and sin a = 2 x p,
/// 1 - cos a = 2 x^2 v. The factors x are multiplied into the momentum while p and v are still on their way.
template <class T>
struct AxisTurn {
  T x, c1, s, p, v;
};

template <Turning how, Numeric T>
POLHODE_INLINE AxisTurn<T> about_axis(T x) noexcept {
  if constexpr (how == Turning::exact) {
    T c1, sinc;
    cos1_sinc(x * x, c1, sinc);
    return {x, c1, sinc * x, fma(sinc, c1, sinc), sinc * sinc};
  } else {
    const T x2 = x * x, n2 = T(1) / (T(1) + x2), n = sqrt(n2);
    return {x, -x2 * n2 / (T(1) + n), n * x, n2, n2};
  }
}

/// m <- exp(-a e_i) m, each component rounded once at its own size.
template <int i, class T>
POLHODE_INLINE void turn_back(const AxisTurn<T>& r, Vec3<T>& m) noexcept {
  constexpr int j = (i + 1) % 3, k = (i + 2) % 3;
  const T mj = m[j], mk = m[k];
  const T twice = r.x + r.x, square = r.x * twice;
  m[j] = mj + fma(r.p, twice * mk, -(r.v * (square * mj)));
  m[k] = mk - fma(r.p, twice * mj, r.v * (square * mk));
}
/// A body on its way through a step made of rotations: its attitude before the step, the change of it so far, and the
/// momentum as the turned body sees it. The change is small and rounded at its own size; only the sum of both rounds at
/// the size of the attitude. After many rotations m is better taken from the whole turn (rotate_back): one rounding a
/// step instead of one each.
template <class T>
struct Moving {
  detail::Quadruple<T> Q{Quaternion<T>{}}, dQ{};
  Vec3<T> m{};

  /// Begins at the identity: the change is the turn of the step.
  explicit Moving(const Vec3<T>& momentum) noexcept : m(momentum) {}
  Moving(const Quaternion<T>& attitude, const detail::Quadruple<T>& change, const Vec3<T>& momentum) noexcept
      : Q(attitude), dQ(change), m(momentum) {}

  /// Turn about axis i by the angle 2 x.
  template <int i, Turning how>
  POLHODE_INLINE void about(T x) noexcept {
    const AxisTurn<T> a = about_axis<how>(x);
    turn_back<i>(a, m);
    using Four = detail::Quadruple<T>;
    const Four now = Q + dQ;
    dQ = fma(now.template times_axis<i>(), Four::all(a.s), fma(now, Four::all(a.c1), dQ));
  }
  POLHODE_INLINE Quaternion<T> attitude() const noexcept { return to_quaternion(Q + dQ); }
  POLHODE_INLINE Turn<T> turn() const noexcept {
    const Quaternion<T> d = to_quaternion(dQ);
    return {d.w, d.v};
  }
};

}  // namespace polhode::inline POLHODE_ISA
