// force.hpp -- a force that is constant in space, at a point of the body: U = -force . (Q point), from one time until another
//
// Source     [KryslEndres2004] eq. (17): the torque in body axes is q x R^T f, for a force f at the point q of the body
#pragma once

#include <limits>
#include <type_traits>
#include <vector>

#include "polhode/torques/card.hpp"
#include "polhode/torques/constant.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

template <class P = double>
struct ForceAtPoint {
  static constexpr TorqueKey kKeys[] = {
      {.name = "point",
       .meaning = "[x, y, z] from the fixed point to where the force acts, in body axes",
       .unit = "m",
       .kind = TorqueKey::Kind::vector},
      {.name = "force", .meaning = "[x, y, z] in space axes", .unit = "N", .kind = TorqueKey::Kind::vector},
      {.name = "from", .meaning = "the time at which it begins", .unit = "s", .required = false},
      {.name = "until", .meaning = "the time at which it ends", .unit = "s", .required = false}};
  static constexpr TorqueInfo info{
      .kind = "force",
      .title = "a force that is constant in space, at a point of the body, from one time until another",
      .formula = "U = -force . (Q point)",
      .keys = kKeys,
      .abilities = {.potential = true, .derivative = true, .series = true, .lanes = true, .time = true},
      .reference = "KryslEndres2004, eq. (17)"};

  Vec3<P> point{};          ///< body axes
  ConstantTorque<P> force;  ///< its vector is the force: it is constant in space, and switched, as such a torque is

  constexpr ForceAtPoint() = default;
  constexpr ForceAtPoint(const std::type_identity_t<Vec3<P>>& point_, const std::type_identity_t<Vec3<P>>& force_,
                         double from_time = -std::numeric_limits<double>::infinity(),
                         double until = std::numeric_limits<double>::infinity()) noexcept
      : point(point_), force{force_, Frame::space, from_time, until} {}
  static ForceAtPoint from(const TorqueValues<P>& v, const Mat3<P>&) {
    ForceAtPoint made(v.vector("point"), v.vector("force"));
    made.force.switch_at(v);
    return made;
  }

  /// Without switches it does not depend on time.
  constexpr Abilities abilities() const noexcept {
    constexpr double never = std::numeric_limits<double>::infinity();
    Abilities able = info.abilities;
    able.time = force.from_time > -never || force.until < never;
    return able;
  }

  template <class T>
  T energy(T t, const Quaternion<T>& Q) const noexcept {
    return -dot(convert<T>(point), force.torque(t, Q));
  }
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q) const noexcept {
    return cross(convert<T>(point), force.torque(t, Q));
  }
  /// Seen from the body that turns by s d, the force turns by -s d.
  template <class T>
  Vec3<T> torque_along(T t, const Quaternion<T>& Q, const Vec3<T>& d) const noexcept {
    return cross(convert<T>(point), cross(force.torque(t, Q), d));
  }
  ForceAtPoint during(double t) const noexcept { return {point, force.during(t).vector}; }
  std::vector<double> switches() const { return force.switches(); }
  bool never_about(const Vec3<double>& axis) const noexcept
    requires std::is_same_v<P, double>
  {
    return detail::is_along(point, axis);
  }
};

}  // namespace polhode::inline POLHODE_ISA
