// gravity_gradient.hpp -- a satellite in a uniform gravity gradient along space e3: U = strength/2 n . I n,  n = Q* e3 Q
#pragma once

#include <type_traits>

#include "polhode/torques/card.hpp"

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
       .meaning = "distance from the centre of attraction",
       .unit = "m",
       .rule = TorqueKey::Rule::positive,
       .required = false}};
  static constexpr TorqueInfo info{
      .kind = "gravity-gradient",
      .title = "a satellite in a uniform gravity gradient, its direction fixed in space",
      .formula = "U = strength/2 n . I n,  n = Q* e3 Q",
      .keys = kKeys,
      .abilities = {.potential = true, .derivative = true, .vertical = true, .series = true, .lanes = true},
      .reference = "Vilmart2013, section 5",
      .remark = "the direction of the gradient is fixed in space, e3: this is no orbit"};

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
    if (!mu && !radius) throw KeyFault("", "missing: give strength (3 mu/radius^3, in 1/s^2), or mu and radius");
    if (!mu) throw KeyFault("mu", "missing: the gravitational parameter, in m^3/s^2; it goes with radius");
    if (!radius) throw KeyFault("radius", "missing: distance from the centre of attraction, in m; it goes with mu");
    return at_distance(v.number("mu"), v.number("radius"), tensor);
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

}  // namespace polhode::inline POLHODE_ISA
