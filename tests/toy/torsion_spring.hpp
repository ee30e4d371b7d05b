// torsion_spring.hpp -- a spring that turns the body back to the attitude it is at rest in: U = stiffness (1 - cos angle)
#pragma once

#include "polhode/torques/card.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

template <class P = double>
struct TorsionSpring {
  static constexpr TorqueKey kKeys[] = {{.name = "stiffness",
                                         .meaning = "torque per angle, for small angles",
                                         .unit = "N m/rad",
                                         .rule = TorqueKey::Rule::positive,
                                         .why = "a spring pulls back"}};
  static constexpr TorqueInfo info{.kind = "torsion-spring",
                                   .title = "a spring that turns the body back to its attitude of rest",
                                   .formula = "U = stiffness (1 - cos angle)",
                                   .keys = kKeys,
                                   .abilities = {.potential = true, .series = true, .lanes = true}};

  P stiffness{};

  static TorsionSpring from(const TorqueValues<P>& v, const Mat3<P>&) { return {v.number("stiffness")}; }

  // cos angle = 1 - 2 |v|^2 for the quaternion (w, v), and d|v|^2 along a turn d is w v . d
  template <class T>
  T energy(const Quaternion<T>& Q) const noexcept {
    return T(2) * T(stiffness) * norm2(Q.v);
  }
  template <class T>
  Vec3<T> torque(const Quaternion<T>& Q) const noexcept {
    return (T(-2) * T(stiffness) * Q.w) * Q.v;
  }
};

}  // namespace polhode::inline POLHODE_ISA
