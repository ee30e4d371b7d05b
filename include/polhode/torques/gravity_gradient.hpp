// gravity_gradient.hpp -- a satellite in a uniform gravity gradient along space e3: U = strength/2 n . I n,  n = Q* e3 Q
#pragma once

#include "polhode/inertia.hpp"
#include "polhode/torque.hpp"

namespace polhode {

struct GravityGradient : VerticalPotential<GravityGradient> {
  double strength = 1;  ///< 3 mu/r^3
  Mat3<double> J;       ///< inertia tensor in body axes

  GravityGradient(double strength_, const Mat3<double>& tensor) noexcept : strength(strength_), J(tensor) {}
  /// Body axes that are principal axes.
  GravityGradient(double strength_, const Vec3<double>& moments) noexcept
      : GravityGradient(strength_, Mat3<double>{{moments.x, 0, 0}, {0, moments.y, 0}, {0, 0, moments.z}}) {}
  /// A body on a circular orbit of that radius about a mass with that gravitational parameter.
  static GravityGradient on_orbit(double mu, double radius, const Mat3<double>& tensor) noexcept {
    return {3 * mu / (radius * radius * radius), tensor};
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

}  // namespace polhode
