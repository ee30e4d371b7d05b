// gravity_gradient.hpp -- gravity is stronger on the near side of a satellite: U = strength/2 n . I n, strength = 3 mu/r^3
//
// n is the direction of the centre of attraction in body axes. It is fixed in space (e3) in GravityGradient, and that of a
// Kepler orbit in GravityGradientOnOrbit, which a table [torque.orbit] asks for.
#pragma once

#include <type_traits>

#include "polhode/torques/card.hpp"
#include "polhode/torques/orbit.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

template <class P = double>
struct GravityGradient : VerticalPotential<GravityGradient<P>> {
  static constexpr TorqueKey kKeys[] = {
      {.name = "strength", .meaning = "3 mu/radius^3", .unit = "1/s^2", .required = false},
      {.name = "mu",
       .meaning = "the gravitational parameter",
       .unit = "m^3/s^2",
       .rule = TorqueKey::Rule::positive,
       .required = false},
      {.name = "radius",
       .meaning = "distance from the centre of attraction, in a direction fixed in space",
       .unit = "m",
       .rule = TorqueKey::Rule::positive,
       .required = false}};
  static constexpr TorqueInfo info{
      .kind = "gravity-gradient",
      .title = "a satellite in a gravity gradient, its direction fixed in space",
      .formula = "U = strength/2 n . I n,  n = Q* e3 Q",
      .keys = kKeys,
      .abilities = {.potential = true, .derivative = true, .vertical = true, .series = true, .lanes = true},
      .reference = "CelledoniSafstrom2006, section 4.3",
      .remark = "the direction fixed in space is e3; a satellite on its orbit has a table [torque.orbit]"};

  P strength{1};  ///< 3 mu/r^3
  Mat3<P> J{};    ///< inertia tensor in body axes

  GravityGradient(const std::type_identity_t<P>& strength_, const std::type_identity_t<Mat3<P>>& tensor) noexcept
      : strength(strength_), J(tensor) {}
  /// Body axes that are principal axes.
  GravityGradient(const std::type_identity_t<P>& strength_, const std::type_identity_t<Vec3<P>>& moments) noexcept
      : GravityGradient(strength_, Mat3<P>::diagonal(moments)) {}
  /// At that distance from a mass with that gravitational parameter.
  static GravityGradient at_distance(const P& mu, const P& radius, const Mat3<P>& tensor) noexcept {
    return {P(3) * mu / (radius * radius * radius), tensor};
  }
  static GravityGradient from(const TorqueValues<P>& v, const Mat3<P>& tensor) {
    const bool mu = v.has("mu"), radius = v.has("radius");
    if (v.has("strength")) {
      if (mu || radius)
        throw KeyFault(mu ? "mu" : "radius", "given beside strength; give either strength, or mu and radius");
      return {v.number("strength"), tensor};
    }
    if (!mu && !radius)
      throw KeyFault(
          "",
          "missing: give strength (3 mu/radius^3, in 1/s^2), or mu and radius, for a direction fixed in space; "
          "or mu and [torque.orbit]");
    if (!mu) throw KeyFault("mu", "missing: the gravitational parameter, in m^3/s^2; it goes with radius");
    if (!radius)
      throw KeyFault(
          "radius",
          "missing: distance from the centre of attraction, in m, for a direction fixed in space; for an orbit "
          "give the table [torque.orbit]");
    return at_distance(v.number("mu"), v.number("radius"), tensor);
  }

  bool never_about(const Vec3<double>& axis) const noexcept
    requires std::is_same_v<P, double>
  {
    return detail::is_symmetric_about(J, axis);
  }

  template <class T>
  T f(const Vec3<T>& n) const noexcept {
    return T(0.5) * dot(n, gradient(n));
  }
  template <class T>
  POLHODE_INLINE Vec3<T> gradient(const Vec3<T>& n) const noexcept {
    return T(strength) * Vec3<T>{dot(convert<T>(J[0]), n), dot(convert<T>(J[1]), n), dot(convert<T>(J[2]), n)};
  }
  template <class T>
  Vec3<T> hessian_times(const Vec3<T>&, const Vec3<T>& d) const noexcept {
    return gradient(d);
  }
};

/// On a Kepler orbit: n points to its centre, and strength = 3 mu/r^3, both as they are at the time.
template <class P = double>
struct GravityGradientOnOrbit {
  static constexpr TorqueInfo info{
      .kind = "gravity-gradient",
      .title = "a satellite in a gravity gradient, on a Kepler orbit",
      .formula = "U = 3 mu/(2 r^3) n . I n,  n in body axes towards the centre",
      .keys = kOrbitKeys,
      .abilities = {.potential = true, .derivative = true, .series = true, .lanes = true, .time = true},
      .reference = "Beletskii1966",
      .remark = "the orbit is given: it does not feel how the body turns",
      .table = "orbit"};

  KeplerOrbit<P> orbit;
  Mat3<P> J{};  ///< inertia tensor in body axes

  GravityGradientOnOrbit(const KeplerOrbit<P>& orbit_, const std::type_identity_t<Mat3<P>>& tensor) noexcept
      : orbit(orbit_), J(tensor) {}
  /// Body axes that are principal axes.
  GravityGradientOnOrbit(const KeplerOrbit<P>& orbit_, const std::type_identity_t<Vec3<P>>& moments) noexcept
      : GravityGradientOnOrbit(orbit_, Mat3<P>::diagonal(moments)) {}
  static GravityGradientOnOrbit from(const TorqueValues<P>& v, const Mat3<P>& tensor) {
    return {KeplerOrbit<P>::from(v), tensor};
  }
  double time_scale(double t) const noexcept
    requires std::is_same_v<P, double>
  {
    return orbit.time_scale(t);
  }
  bool never_about(const Vec3<double>& axis) const noexcept
    requires std::is_same_v<P, double>
  {
    return detail::is_symmetric_about(J, axis);
  }

  /// The direction of the centre in space axes, and the strength.
  template <class T>
  AtTime<T> at_time(const T& t) const noexcept {
    const OrbitPoint<T> at = orbit.at(t);
    return {t, -at.direction, T(3) * T(orbit.strength()) * (at.inverse * at.inverse * at.inverse)};
  }
  template <class T>
  T energy(T t, const Quaternion<T>& Q) const noexcept {
    const Seen<T> c = centre(at_time(t), Q);
    return T(0.5) * c.strength * dot(c.n, c.times_J(c.n));
  }
  template <class T>
  POLHODE_INLINE Vec3<T> torque(const AtTime<T>& now, const Quaternion<T>& Q) const noexcept {
    const Seen<T> c = centre(now, Q);
    return c.strength * cross(c.n, c.times_J(c.n));
  }
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q) const noexcept {
    return torque(at_time(t), Q);
  }
  template <class T>
  Vec3<T> torque_along(T t, const Quaternion<T>& Q, const Vec3<T>& d) const noexcept {
    const Seen<T> c = centre(at_time(t), Q);
    const Vec3<T> dn = cross(c.n, d);
    return c.strength * (cross(dn, c.times_J(c.n)) + cross(c.n, c.times_J(dn)));
  }

 private:
  /// The centre of attraction as the body sees it.
  template <class T>
  struct Seen {
    Vec3<T> n;
    T strength;
    Mat3<T> J;
    Vec3<T> times_J(const Vec3<T>& v) const noexcept { return {dot(J[0], v), dot(J[1], v), dot(J[2], v)}; }
  };
  template <class T>
  POLHODE_INLINE Seen<T> centre(const AtTime<T>& now, const Quaternion<T>& Q) const noexcept {
    return {rotate_back(Q, now.v), now.k, convert<T>(J)};
  }
};

}  // namespace polhode::inline POLHODE_ISA
