// axis_rotation.hpp -- turning a body about one of its own axes: the building block of the splittings
#pragma once

#include "polhode/so3.hpp"
#include "polhode/state.hpp"

namespace polhode {

/// How a flow about one axis is carried out.
enum class Turning {
  exact,   ///< by the angle itself: sin and cos
  cayley,  ///< by 2 atan(angle/2): no trigonometry, second order
};

/// A turn about axis i: the unit quaternion (1 + c1, s e_i).
template <class T>
struct AxisTurn {
  T c1, s;
};

template <Turning how, Numeric T>
AxisTurn<T> about_axis(T angle) noexcept {
  const T x = T(0.5) * angle;
  if constexpr (how == Turning::exact) {
    T c1, sinc;
    cos1_sinc(x * x, c1, sinc);
    return {c1, sinc * x};
  } else {
    const T n = T(1) / sqrt(T(1) + x * x);
    return {-(x * x) * n * n / (T(1) + n), n * x};
  }
}

/// m <- exp(-a e_i) m as an increment, divided by the length of the quaternion as in rotate_back(Turn).
template <int i, class T>
void turn_back(const AxisTurn<T>& r, Vec3<T>& m) noexcept {
  constexpr int j = (i + 1) % 3, k = (i + 2) % 3;
  const T c = T(1) + r.c1;
  const T s2 = r.s * r.s;
  const T scale = T(2) - T(2) * (r.c1 * (T(2) + r.c1) + s2);
  const T sine = scale * (c * r.s), versine = scale * s2;  // sin a, 1 - cos a
  const T mj = m[j], mk = m[k];
  m[j] = mj + (sine * mk - versine * mj);
  m[k] = mk - (sine * mj + versine * mk);
}
/// The turn p followed by a turn about axis i.
template <int i, class T>
void turn(const AxisTurn<T>& r, Turn<T>& p) noexcept {
  constexpr int j = (i + 1) % 3, k = (i + 2) % 3;
  const T c1 = p.c1, ui = p.u[i], uj = p.u[j], uk = p.u[k];
  p.c1 = c1 + (r.c1 + (r.c1 * c1 - r.s * ui));
  p.u[i] = ui + (r.s + (r.c1 * ui + r.s * c1));
  p.u[j] = uj + (r.c1 * uj + r.s * uk);
  p.u[k] = uk + (r.c1 * uk - r.s * uj);
}

/// A body on its way through a step made of rotations: the turn so far, and the momentum as the turned body sees it.
/// Both Q and m are moved by the whole turn at the end: two roundings a step, however many rotations it has.
template <class T>
struct Moving {
  Turn<T> r{};
  Vec3<T> m{};

  /// Turn about axis i by the angle.
  template <int i, Turning how>
  void about(T angle) noexcept {
    const AxisTurn<T> a = about_axis<how>(angle);
    turn_back<i>(a, m);
    turn<i>(a, r);
  }
};

}  // namespace polhode
