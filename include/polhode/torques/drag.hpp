// drag.hpp -- linear drag: a torque of -coefficient w in body axes
#pragma once

#include <type_traits>

#include "polhode/torques/card.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

template <class P = double>
struct Drag {
  static constexpr TorqueKey kKeys[] = {{.name = "coefficient",
                                         .meaning = "torque per angular velocity",
                                         .unit = "N m s",
                                         .rule = TorqueKey::Rule::not_negative,
                                         .why = "a drag brakes"}};
  static constexpr TorqueInfo info{.kind = "drag",
                                   .title = "linear drag",
                                   .formula = "torque = -coefficient w",
                                   .keys = kKeys,
                                   .abilities = {.series = true, .lanes = true, .velocity = true}};

  P coefficient{};

  constexpr Drag() = default;
  constexpr explicit Drag(const std::type_identity_t<P>& coefficient_) noexcept : coefficient(coefficient_) {}
  static Drag from(const TorqueValues<P>& v, const Mat3<P>&) { return Drag(v.number("coefficient")); }

  template <class T>
  Vec3<T> torque(T, const Quaternion<T>&, const Vec3<T>& w) const noexcept {
    return T(-coefficient) * w;
  }
};

}  // namespace polhode::inline POLHODE_ISA
