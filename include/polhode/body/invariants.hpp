// invariants.hpp -- what a free body keeps, and how far two states are apart
//
// The only place where errors are measured; every test, table and certificate uses these.
#pragma once

#include <cmath>

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
/// Every number of it is one. What overflows when it is squared counts as no number.
template <Numeric T, class Axes>
POLHODE_INLINE Mask<T> is_finite(const State<T, Axes>& s) noexcept {
  return is_finite(norm2(s.m) + norm2(s.Q));
}
/// The square of d, the nearer of |p - q| and |p + q|: q and -q are the same attitude. What is largest in many steps is found
/// without an arc for each. Of small ones 2 d is the angle.
template <Numeric T>
POLHODE_INLINE T attitude_chord2(const Quaternion<T>& p, const Quaternion<T>& q) noexcept {
  return min(norm2(p - q), norm2(p + q));
}
/// The angle of a rotation, in [0, pi], from that: 4 asin(d/2). An acos of the scalar product would lose half the digits.
template <Numeric T>
T angle_of_chord2(T d2) noexcept {
  return T(4) * atan2(sqrt(d2), sqrt(max(T(4) - d2, T(0))));
}
/// Angle of the rotation that takes one attitude to the other.
template <Numeric T>
T attitude_distance(const Quaternion<T>& p, const Quaternion<T>& q) noexcept {
  return angle_of_chord2(attitude_chord2(p, q));
}
/// |La - Lb|, in space axes.
template <Numeric T, class Axes>
T momentum_distance(const State<T, Axes>& a, const State<T, Axes>& b) noexcept {
  return norm(spatial_momentum(a) - spatial_momentum(b));
}
/// How far two states are apart that are near to each other: the larger of the angle between the attitudes (2 d) and the
/// distance of the momenta, relative to the larger of them.
inline double state_distance(const PrincipalState<double>& a, const PrincipalState<double>& b) noexcept {
  const double size = std::fmax(norm(a.m), norm(b.m));
  const double momentum = size > 0 ? momentum_distance(a, b) / size : 0;
  return std::fmax(2 * std::sqrt(attitude_chord2(a.Q, b.Q)), momentum);
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
