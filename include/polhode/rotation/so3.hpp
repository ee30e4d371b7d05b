// so3.hpp -- the rotation group: exp, log, Cayley, their differentials, and small turns
//
// Notation   v      rotation vector: angle |v| about the direction v
//            hat    hat(v) w = v x w
//            Turn   a rotation held as its difference from the identity
#pragma once

#include "polhode/numbers/elementary.hpp"
#include "polhode/rotation/mat3.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode::inline POLHODE_ISA {

template <class T>
constexpr Mat3<T> hat(const Vec3<T>& v) noexcept {
  return {{T(0), -v.z, v.y}, {v.z, T(0), -v.x}, {-v.y, v.x, T(0)}};
}
/// Inverse of hat; takes the antisymmetric part of what it is given.
template <class T>
constexpr Vec3<T> vee(const Mat3<T>& A) noexcept {
  return T(0.5) * Vec3<T>{A[2][1] - A[1][2], A[0][2] - A[2][0], A[1][0] - A[0][1]};
}

/// The rotation of the unit quaternion (1 + c1, u).
///
/// A step of an integrator turns the body by a small angle. Holding c1 = cos(angle/2) - 1 instead of the
/// cosine makes products with a Turn increments: their rounding errors scale with the angle, and only the
/// last addition rounds at the size of the state. Over 1e6 steps that is the difference between a drift
/// and a random walk.
template <class T>
struct Turn {
  T c1{};
  Vec3<T> u{};
};

template <class T>
constexpr Quaternion<T> to_quaternion(const Turn<T>& r) noexcept {
  return {T(1) + r.c1, r.u};
}
/// The attitude after the turn: Q (1 + c1, u) = Q + Q (c1, u). The length that Q has lost or gained by earlier roundings
/// is restored in the same sum, so that each component is rounded once.
template <class T>
POLHODE_INLINE Quaternion<T> operator*(const Quaternion<T>& Q, const Turn<T>& r) noexcept {
  const T lengthen = T(0.5) - T(0.5) * norm2(Q);  // Q (1 + c1, u)(1 + lengthen) - Q:
  return Q + Q * Quaternion<T>{fma(lengthen, T(1) + r.c1, r.c1),
                               {fma(lengthen, r.u.x, r.u.x), fma(lengthen, r.u.y, r.u.y), fma(lengthen, r.u.z, r.u.z)}};
}
/// One turn after another; no digit of a small turn is lost.
template <class T>
POLHODE_INLINE constexpr Turn<T> operator*(const Turn<T>& a, const Turn<T>& b) noexcept {
  return {a.c1 + b.c1 + (a.c1 * b.c1 - dot(a.u, b.u)), a.u + b.u + (a.c1 * b.u + b.c1 * a.u + cross(a.u, b.u))};
}
/// v turned backwards, as an increment: a constant space vector as the turning body sees it, m <- R^T m.
template <class T>
POLHODE_INLINE constexpr Vec3<T> rotate_back(const Turn<T>& r, const Vec3<T>& v) noexcept {
  const Vec3<T> t = cross(r.u, v);
  return v + T(2) * (cross(r.u, t) - (t + r.c1 * t));
}
template <class T>
POLHODE_INLINE constexpr Vec3<T> rotate(const Turn<T>& r, const Vec3<T>& v) noexcept {
  return rotate_back(Turn<T>{r.c1, -r.u}, v);
}

/// Rotation by the vector v: angle |v|, up to 2^50 (float: 2^21; beyond that a turn has no meaning).
template <Numeric T>
POLHODE_INLINE Turn<T> exp(const Vec3<T>& v) noexcept {
  T c1, sinc;
  cos1_sinc(T(0.25) * norm2(v), c1, sinc);
  return {c1, (T(0.5) * sinc) * v};
}
/// Rotation by the angle a about body axis i.
template <int i, Numeric T>
POLHODE_INLINE Turn<T> axis_turn(T a) noexcept {
  const T x = T(0.5) * a;
  T c1, sinc;
  cos1_sinc(x * x, c1, sinc);
  Turn<T> r{c1, {}};
  r.u[i] = sinc * x;
  return r;
}
/// Rotation by 2 atan|e| about e: the quaternion (1; e) brought to unit length, without sin or cos.
template <Numeric T>
POLHODE_INLINE Turn<T> half_tangent(const Vec3<T>& e) noexcept {
  const T e2 = norm2(e);
  const T n = T(1) / sqrt(T(1) + e2);
  return {-e2 * n * n / (T(1) + n), n * e};  // n - 1 without cancellation
}
/// Cayley's map: like exp to second order, angle 2 atan(|v|/2).
template <Numeric T>
POLHODE_INLINE Turn<T> cay(const Vec3<T>& v) noexcept {
  return half_tangent(T(0.5) * v);
}

/// The rotation vector of an attitude, |v| <= pi. The same for Q and -Q, at every angle: the quaternion is first brought
/// to w >= 0 (at w = 0, a half turn, to a first component > 0), and the angle is 2 atan2(|v|, w), never an acos.
template <Numeric T>
Vec3<T> log(const Quaternion<T>& Q) noexcept {
  const T first = select<T>(Q.v.x != T(0), Q.v.x, select<T>(Q.v.y != T(0), Q.v.y, Q.v.z));
  const T side = select<T>(Q.w != T(0), Q.w, first);
  Quaternion<T> q = select<T>(side < T(0), -Q, Q);
  q.w = abs(q.w);  // -0 is not 0 to atan2
  const T s = norm(q.v);
  // For a tiny s (or 0) the quotient is 2/w; the square of s may even have underflowed.
  const auto tiny = !(s > T(epsilon<T>()) * q.w);
  const T ratio = T(2) * atan2(s, q.w) / select<T>(tiny, T(1), s);
  return select<T>(tiny, T(2) / q.w, ratio) * q.v;
}

namespace detail {

// sum_{k>=0} (-x)^k c_k for an entire series whose c_k fall at least like 1/(2k+1)!; |x| <= 1.
template <class T, class Coefficient>
T alternating_series(T x, Coefficient c) noexcept {
  // 1/(2*4+5)! < 2e-10, 1/(2*11+3)! < 1e-25, 1/(2*17+3)! < 1e-43
  constexpr int terms = epsilon<T>() > Lane<T>(1e-10) ? 4 : epsilon<T>() > Lane<T>(1e-20) ? 11 : 17;
  T sum = T(c(terms));
  for (int k = terms - 1; k >= 0; --k) sum = T(c(k)) - x * sum;
  return sum;
}
template <class L>
constexpr L factorial(int n) noexcept {
  L f = 1;
  for (int k = 2; k <= n; ++k) f *= L(k);
  return f;
}
// (1 - sin(a)/a)/a^2 as a function of a^2; without cancellation at small a.
template <Numeric T>
T one_minus_sinc(T a2) noexcept {
  const T series =
      alternating_series<T>(min(a2, T(1)), [](int k) { return Lane<T>(1) / factorial<Lane<T>>(2 * k + 3); });
  T c1, sinc;
  cos1_sinc(a2, c1, sinc);
  return select<T>(a2 < T(1), series, (T(1) - sinc) / a2);
}

}  // namespace detail

/// dexp_v w = w + [v,w]/2! + [v,[v,w]]/3! + ...: if R(t) = exp(v(t)), the spatial angular velocity is dexp_v v',
/// the one in body axes dexp_{-v} v'.   [Buss2001] eq. (21)
template <Numeric T>
Vec3<T> dexp(const Vec3<T>& v, const Vec3<T>& w) noexcept {
  const T a2 = norm2(v);
  T c1, s;
  cos1_sinc(T(0.25) * a2, c1, s);  // (1 - cos a)/a^2 = sinc(a/2)^2/2, never 1 - cos
  const Vec3<T> vw = cross(v, w);
  return w + T(0.5) * s * s * vw + detail::one_minus_sinc(a2) * cross(v, vw);
}
/// Inverse of dexp in its second argument: w - [v,w]/2 + [v,[v,w]]/12 - ...; |v| < 2 pi.   [Buss2001] eq. (22)
template <Numeric T>
Vec3<T> dexpinv(const Vec3<T>& v, const Vec3<T>& w) noexcept {
  const T x2 = T(0.25) * norm2(v);  // x = |v|/2;  the coefficient is (1 - x cot x)/(4 x^2)
  T c1, sinc;
  cos1_sinc(x2, c1, sinc);
  // (sin x - x cos x)/x^3: by its series 1/3 - x^2/30 + ... where the difference would cancel
  const T series = detail::alternating_series<T>(
      min(x2, T(1)), [](int k) { return Lane<T>(2 * k + 2) / detail::factorial<Lane<T>>(2 * k + 3); });
  const T direct = (sinc - (T(1) + c1)) / x2;
  const T c = select<T>(x2 < T(1), series, direct) / (T(4) * sinc);
  const Vec3<T> vw = cross(v, w);
  return w - T(0.5) * vw + c * cross(v, vw);
}

}  // namespace polhode::inline POLHODE_ISA
