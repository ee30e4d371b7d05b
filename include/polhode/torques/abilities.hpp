// abilities.hpp -- what a torque offers and what it depends on, and the torque that is none
#pragma once

#include <limits>

#include "polhode/rotation/quaternion.hpp"

namespace polhode {

/// What a torque offers, and what it depends on. A method's card says which of these it needs.
struct Abilities {
  bool potential = false;   ///< it has an energy
  bool derivative = false;  ///< of the torque along a turn
  bool vertical = false;    ///< no part of the torque is about the vertical: L . e3 is kept
  bool series = false;      ///< works on power series, which gives its derivatives in time
  bool lanes = false;       ///< works on packs; others are called lane by lane
  bool time = false;        ///< it depends on time
  bool velocity = false;    ///< it depends on the angular velocity

  bool operator==(const Abilities&) const = default;
  /// Of two torques that act together: what both can do, what either depends on.
  POLHODE_INLINE friend constexpr Abilities operator&(const Abilities& a, const Abilities& b) noexcept {
    return {a.potential && b.potential, a.derivative && b.derivative, a.vertical && b.vertical,
            a.series && b.series,       a.lanes && b.lanes,           a.time || b.time,
            a.velocity || b.velocity};
  }
};
/// From one time until another; all times if nothing is said.
struct TimeSpan {
  double from = -std::numeric_limits<double>::infinity(), until = std::numeric_limits<double>::infinity();
};
/// Of a torque that is zero.
inline constexpr Abilities kAllAbilities{true, true, true, true, true, false, false};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

/// No torque: a potential that is zero.
struct NoTorque {
  static constexpr Abilities kMost = kAllAbilities;
  static constexpr Abilities abilities() noexcept { return kAllAbilities; }
  static constexpr bool never_about(const Vec3<double>&) noexcept { return true; }
  template <class T>
  T energy(const Quaternion<T>&) const noexcept {
    return T(0);
  }
  template <class T>
  Vec3<T> torque(const Quaternion<T>&) const noexcept {
    return {};
  }
  template <class T>
  Vec3<T> torque_along(const Quaternion<T>&, const Vec3<T>&) const noexcept {
    return {};
  }
};

}  // namespace polhode::inline POLHODE_ISA
