// invariants.hpp -- what a free body keeps, and how far two states are apart
//
// The only place where errors are measured; every test, table and certificate uses these.
#pragma once

#include "polhode/body/inertia.hpp"
#include "polhode/body/state.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

/// Kinetic energy m . I^-1 m / 2.
template <class T>
constexpr T energy(const Principal<T>& body, const Vec3<T>& m) noexcept {
  return T(0.5) * dot(m, times(body.x, m));
}
template <class T>
constexpr T energy(const Principal<T>& body, const PrincipalState<T>& s) noexcept {
  return energy(body, s.m);
}
inline double energy(const Inertia& inertia, const State<double>& s) noexcept {
  return energy(inertia.in_principal_axes(), inertia.to_principal(s));
}
/// |m|^2 / 2, the Casimir of so(3)*: kept by every torque-free motion whatever the body.
template <class T>
constexpr T casimir(const Vec3<T>& m) noexcept {
  return T(0.5) * norm2(m);
}
/// Angular momentum in space axes.
template <class T, class Axes>
constexpr Vec3<T> spatial_momentum(const State<T, Axes>& s) noexcept {
  return rotate(s.Q, s.m);
}
/// Angle of the rotation that takes one attitude to the other, in [0, pi]; q and -q are the same attitude.
/// 4 asin(d/2) with d the nearer of |p - q|, |p + q|: an acos of the scalar product would lose half the digits.
template <Numeric T>
T attitude_distance(const Quaternion<T>& p, const Quaternion<T>& q) noexcept {
  const T d2 = min(norm2(p - q), norm2(p + q));
  return T(4) * atan2(sqrt(d2), sqrt(max(T(4) - d2, T(0))));
}
/// |a - b| / |b|.
template <Numeric T>
T relative_distance(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return norm(a - b) / norm(b);
}
/// |a - b| / |b| for numbers.
template <Numeric T>
T relative_error(T a, T b) noexcept {
  return abs(a - b) / abs(b);
}

}  // namespace polhode::inline POLHODE_ISA
