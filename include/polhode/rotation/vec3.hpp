// vec3.hpp -- vectors of three numbers
#pragma once

#include "polhode/numbers/scalar.hpp"

namespace polhode {

template <class T>
struct Vec3 {
  T x{}, y{}, z{};

  // Written as a choice, not as pointer arithmetic: with a constant index it costs nothing.
  POLHODE_INLINE constexpr T& operator[](int i) noexcept { return i == 0 ? x : i == 1 ? y : z; }
  POLHODE_INLINE constexpr const T& operator[](int i) const noexcept { return i == 0 ? x : i == 1 ? y : z; }

  POLHODE_INLINE friend constexpr Vec3 operator+(const Vec3& a, const Vec3& b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  POLHODE_INLINE friend constexpr Vec3 operator-(const Vec3& a, const Vec3& b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  POLHODE_INLINE friend constexpr Vec3 operator-(const Vec3& a) noexcept { return {-a.x, -a.y, -a.z}; }
  POLHODE_INLINE friend constexpr Vec3 operator*(const T& s, const Vec3& a) noexcept {
    return {s * a.x, s * a.y, s * a.z};
  }
  POLHODE_INLINE friend constexpr Vec3 operator*(const Vec3& a, const T& s) noexcept { return s * a; }
  POLHODE_INLINE friend constexpr Vec3 operator/(const Vec3& a, const T& s) noexcept {
    return {a.x / s, a.y / s, a.z / s};
  }
  POLHODE_INLINE constexpr Vec3& operator+=(const Vec3& b) noexcept { return *this = *this + b; }
  POLHODE_INLINE constexpr Vec3& operator-=(const Vec3& b) noexcept { return *this = *this - b; }
  POLHODE_INLINE constexpr Vec3& operator*=(const T& s) noexcept { return *this = s * *this; }
};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

template <class T>
constexpr T dot(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
constexpr Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Component by component: (a1 b1, a2 b2, a3 b3), as in w = I^-1 m with principal moments.
template <class T>
constexpr Vec3<T> times(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
template <class T>
constexpr T norm2(const Vec3<T>& a) noexcept {
  return dot(a, a);
}
/// Length. Overflows where the square does (above 1e154 in double).
template <Numeric T>
T norm(const Vec3<T>& a) noexcept {
  return sqrt(norm2(a));
}
template <Numeric T>
Vec3<T> select(Mask<T> mask, const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return {select<T>(mask, a.x, b.x), select<T>(mask, a.y, b.y), select<T>(mask, a.z, b.z)};
}
/// The same vector in another number type (double to a pack: the same in every lane).
template <class U, class T>
constexpr Vec3<U> convert(const Vec3<T>& a) noexcept {
  return {U(a.x), U(a.y), U(a.z)};
}
/// The vectors of as many bodies as T has lanes, from an array x y z, x y z, ...; and back.
template <Numeric T>
POLHODE_INLINE Vec3<T> load_vector(const Lane<T>* from) noexcept {
  return {load<T>(from, 3), load<T>(from + 1, 3), load<T>(from + 2, 3)};
}
template <Numeric T>
POLHODE_INLINE void store(const Vec3<T>& a, Lane<T>* to) noexcept {
  store(a.x, to, 3), store(a.y, to + 1, 3), store(a.z, to + 2, 3);
}

}  // namespace polhode::inline POLHODE_ISA
