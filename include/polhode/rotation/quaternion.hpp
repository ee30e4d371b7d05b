// quaternion.hpp -- Hamilton's quaternions, order (w, x, y, z)
//
// An attitude is a unit quaternion Q, body -> space: v_space = Q v_body Q*. Q and -Q are the same attitude.
#pragma once

#include "polhode/rotation/vec3.hpp"

namespace polhode {

template <class T>
struct Quaternion {
  T w{1};
  Vec3<T> v{};

  POLHODE_INLINE friend constexpr Quaternion operator*(const Quaternion& a, const Quaternion& b) noexcept {
    return {(a.w * b.w - a.v.x * b.v.x) - (a.v.y * b.v.y + a.v.z * b.v.z), (a.w * b.v + b.w * a.v) + cross(a.v, b.v)};
  }
  POLHODE_INLINE friend constexpr Quaternion operator+(const Quaternion& a, const Quaternion& b) noexcept {
    return {a.w + b.w, a.v + b.v};
  }
  POLHODE_INLINE friend constexpr Quaternion operator-(const Quaternion& a, const Quaternion& b) noexcept {
    return {a.w - b.w, a.v - b.v};
  }
  POLHODE_INLINE friend constexpr Quaternion operator*(const T& s, const Quaternion& a) noexcept {
    return {s * a.w, s * a.v};
  }
  POLHODE_INLINE friend constexpr Quaternion operator-(const Quaternion& a) noexcept { return {-a.w, -a.v}; }
};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

template <class T>
constexpr Quaternion<T> conj(const Quaternion<T>& q) noexcept {
  return {q.w, -q.v};
}
template <class T>
constexpr T norm2(const Quaternion<T>& q) noexcept {
  return q.w * q.w + dot(q.v, q.v);
}
template <Numeric T>
Quaternion<T> normalized(const Quaternion<T>& q) noexcept {
  return (T(1) / sqrt(norm2(q))) * q;
}
/// One Newton step to unit length: enough for a q that is one rounding away from it.
template <class T>
constexpr Quaternion<T> renormalized(const Quaternion<T>& q) noexcept {
  return (T(1.5) - T(0.5) * norm2(q)) * q;
}
/// Q v Q*: a vector given in body axes, in space axes. Q has unit length.
template <class T>
constexpr Vec3<T> rotate(const Quaternion<T>& q, const Vec3<T>& v) noexcept {
  const Vec3<T> t = T(2) * cross(q.v, v);
  return v + q.w * t + cross(q.v, t);
}
/// Q* v Q: a vector given in space axes, in body axes.
template <class T>
constexpr Vec3<T> rotate_back(const Quaternion<T>& q, const Vec3<T>& v) noexcept {
  return rotate(conj(q), v);
}
template <Numeric T>
Quaternion<T> select(Mask<T> mask, const Quaternion<T>& a, const Quaternion<T>& b) noexcept {
  return {select<T>(mask, a.w, b.w), select<T>(mask, a.v, b.v)};
}
template <class U, class T>
constexpr Quaternion<U> convert(const Quaternion<T>& q) noexcept {
  return {U(q.w), convert<U>(q.v)};
}
/// The quaternions of as many bodies as T has lanes, from an array w x y z, w x y z, ...; and back.
template <Numeric T>
POLHODE_INLINE Quaternion<T> load_quaternion(const Lane<T>* from) noexcept {
  return {load<T>(from, 4), {load<T>(from + 1, 4), load<T>(from + 2, 4), load<T>(from + 3, 4)}};
}
template <Numeric T>
POLHODE_INLINE void store(const Quaternion<T>& q, Lane<T>* to) noexcept {
  store(q.w, to, 4), store(q.v.x, to + 1, 4), store(q.v.y, to + 2, 4), store(q.v.z, to + 3, 4);
}

}  // namespace polhode::inline POLHODE_ISA
