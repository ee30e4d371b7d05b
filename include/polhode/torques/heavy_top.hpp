// heavy_top.hpp -- weight at the end of an arm, body fixed at a point: U = weight e3 . (Q arm)
#pragma once

#include <type_traits>

#include "polhode/torques/card.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

template <class P = double>
struct HeavyTop : VerticalPotential<HeavyTop<P>> {
  static constexpr TorqueKey kKeys[] = {
      {.name = "weight", .meaning = "mass times g", .unit = "N"},
      {.name = "arm",
       .meaning = "[x, y, z] from the fixed point to the centre of mass, in body axes",
       .unit = "m",
       .kind = TorqueKey::Kind::vector}};
  static constexpr TorqueInfo info{
      .kind = "heavy-top",
      .title = "weight at the end of an arm, the body fixed at a point",
      .formula = "U = weight e3 . (Q arm)",
      .keys = kKeys,
      .abilities = {.potential = true, .derivative = true, .vertical = true, .series = true, .lanes = true},
      .reference = "CelledoniSafstrom2006, section 4.2"};

  P weight{1};                    ///< mass times g
  Vec3<P> arm{P(0), P(0), P(1)};  ///< from the fixed point to the centre of mass, body axes

  constexpr HeavyTop() = default;
  constexpr HeavyTop(const std::type_identity_t<P>& weight_, const std::type_identity_t<Vec3<P>>& arm_) noexcept
      : weight(weight_), arm(arm_) {}
  static HeavyTop from(const TorqueValues<P>& v, const Mat3<P>&) { return {v.number("weight"), v.vector("arm")}; }

  bool never_about(const Vec3<double>& axis) const noexcept
    requires std::is_same_v<P, double>
  {
    return detail::is_along(arm, axis);
  }

  /// n/2 x 2 grad f: the bits of n x grad f, but nothing waits for a doubling. With the arm along the third axis, where most
  /// have it, what is multiplied by zero is left out: the same to the sign of a zero. Not for series, whose operations have
  /// their places.
  template <class T>
  POLHODE_INLINE Vec3<T> torque(const Quaternion<T>& Q) const noexcept {
    const Vec3<T>& v = Q.v;
    const T x = v.x * v.z - Q.w * v.y, y = v.y * v.z + Q.w * v.x;
    const Vec3<P> twice = (weight + weight) * arm;
    if constexpr (lanes<P> == 1 && requires { requires sizeof(T) == lanes<T> * sizeof(Lane<T>); })
      if (arm.x == P(0) && arm.y == P(0)) [[likely]] {
        const T g(Lane<T>(twice.z));
        return {y * g, -(x * g), T(0)};
      }
    return cross(Vec3<T>{x, y, T(0.5) - (v.x * v.x + v.y * v.y)}, convert<T>(twice));
  }

  template <class T>
  T f(const Vec3<T>& n) const noexcept {
    return dot(convert<T>(weight * arm), n);
  }
  template <class T>
  POLHODE_INLINE Vec3<T> gradient(const Vec3<T>&) const noexcept {
    return convert<T>(weight * arm);
  }
  template <class T>
  Vec3<T> hessian_times(const Vec3<T>&, const Vec3<T>&) const noexcept {
    return {};
  }
};

}  // namespace polhode::inline POLHODE_ISA
