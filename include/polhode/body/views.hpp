// views.hpp -- a state in other coordinates: Euler angles, the matrices (P, Q) of constrained mechanics
#pragma once

#include <string_view>

#include "polhode/body/inertia.hpp"
#include "polhode/body/state.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

struct EulerAxes {
  int i, j, k;
};
inline EulerAxes euler_axes(std::string_view sequence) {
  const auto axis = [&](std::size_t n) { return n < sequence.size() ? sequence[n] - 'x' : -1; };
  const EulerAxes axes{axis(0), axis(1), axis(2)};
  for (const int a : {axes.i, axes.j, axes.k})
    if (sequence.size() != 3 || a < 0 || a > 2 || axes.i == axes.j || axes.j == axes.k)
      throw InvalidInput("Euler angles: sequence \"" + std::string(sequence) +
                         R"(" must be three of x, y, z, neighbours different (as "zyx" or "zxz"))");
  return axes;
}

}  // namespace detail

/// The attitude of intrinsic Euler angles: a turn about the first axis of the body, then about the second as it has been
/// turned, then about the third; all twelve sequences.
template <Numeric T>
Quaternion<T> from_euler(std::string_view sequence, const Vec3<T>& angles) {
  const auto [i, j, k] = detail::euler_axes(sequence);
  Vec3<T> a{}, b{}, c{};
  a[i] = angles.x, b[j] = angles.y, c[k] = angles.z;
  return to_quaternion(exp(a)) * to_quaternion(exp(b)) * to_quaternion(exp(c));
}
/// The intrinsic Euler angles of an attitude: the second in [0, pi] where the first axis is the third, as in "zxz", else in
/// [-pi/2, pi/2]; the others in [-pi, pi]. Where the second makes the first and the third one turn (gimbal lock) the angles
/// still give the attitude; which part of the turn is the first one's is then a matter of rounding.
template <Numeric T>
Vec3<T> euler_angles(std::string_view sequence, const Quaternion<T>& Q) {
  const auto [i, j, k] = detail::euler_axes(sequence);
  const Mat3<T> R = to_matrix(Q);
  const auto length = [](T a, T b) { return sqrt(a * a + b * b); };
  T first, second;
  if (i == k) {
    const int l = 3 - i - j;
    const T e = T((j - i + 3) % 3 == 1 ? 1 : -1);  // i, j, l in turn, or not
    first = atan2(R[j][i], -e * R[l][i]);
    second = atan2(length(R[i][j], R[i][l]), R[i][i]);
  } else {
    const T e = T((j - i + 3) % 3 == 1 ? 1 : -1);
    first = atan2(-e * R[j][k], R[k][k]);
    second = atan2(e * R[i][k], length(R[j][k], R[k][k]));
  }
  Vec3<T> a{}, b{};
  a[i] = first, b[j] = second;
  const Quaternion<T> rest = conj(to_quaternion(exp(a)) * to_quaternion(exp(b))) * Q;  // about the third axis alone
  const T side = select<T>(rest.w < T(0), T(-1), T(1));
  return {first, second, T(2) * atan2(side * rest.v[k], side * rest.w)};
}

/// The momenta of the matrix Q with the constraint Q^T Q = 1, body axes being principal.   [Vilmart2013] eq. (7)
///
///   P = Q' D = Q hat(w) D,  D = diag(d),  d_k = (I_i + I_j - I_k)/2,     hat(m) = Q^T P - P^T Q
template <class T>
Mat3<T> conjugate_momentum(const Principal<T>& body, const PrincipalState<T>& s) noexcept {
  const Vec3<T>& I = body.I;
  const T half(0.5);
  const Vec3<T> d{half * (I.y + I.z - I.x), half * (I.z + I.x - I.y), half * (I.x + I.y - I.z)};
  return to_matrix(s.Q) * hat(times(body.x, s.m)) * Mat3<T>::diagonal(d);
}
/// The same on the cotangent bundle T*SO(3), where Q^T P is antisymmetric: P - Q (Q^T P + P^T Q)/2 = Q hat(m)/2. It does not
/// depend on the body.
template <class T, class Axes>
Mat3<T> cotangent_momentum(const State<T, Axes>& s) noexcept {
  return T(0.5) * (to_matrix(s.Q) * hat(s.m));
}
/// The angular momentum of either P.
template <class T>
Vec3<T> momentum_of(const Mat3<T>& P, const Mat3<T>& Q) noexcept {
  return T(2) * vee(transpose(Q) * P);  // vee takes half of A - A^T
}

}  // namespace polhode::inline POLHODE_ISA
