// mat3.hpp -- 3 by 3 matrices, and rotations as matrices
#pragma once

#include "polhode/rotation/quaternion.hpp"
#include "polhode/rotation/vec3.hpp"

namespace polhode {

/// Three rows; A[i][j] is row i, column j.
template <class T>
struct Mat3 {
  Vec3<T> r0{}, r1{}, r2{};

  POLHODE_INLINE static constexpr Mat3 identity() noexcept { return diagonal({T(1), T(1), T(1)}); }
  POLHODE_INLINE static constexpr Mat3 diagonal(const Vec3<T>& d) noexcept {
    return {{d.x, T(0), T(0)}, {T(0), d.y, T(0)}, {T(0), T(0), d.z}};
  }

  POLHODE_INLINE constexpr Vec3<T>& operator[](int i) noexcept { return i == 0 ? r0 : i == 1 ? r1 : r2; }
  POLHODE_INLINE constexpr const Vec3<T>& operator[](int i) const noexcept { return i == 0 ? r0 : i == 1 ? r1 : r2; }

  POLHODE_INLINE friend constexpr Mat3 operator+(const Mat3& a, const Mat3& b) noexcept {
    return {a.r0 + b.r0, a.r1 + b.r1, a.r2 + b.r2};
  }
  POLHODE_INLINE friend constexpr Mat3 operator-(const Mat3& a, const Mat3& b) noexcept {
    return {a.r0 - b.r0, a.r1 - b.r1, a.r2 - b.r2};
  }
  POLHODE_INLINE friend constexpr Mat3 operator-(const Mat3& a) noexcept { return {-a.r0, -a.r1, -a.r2}; }
  POLHODE_INLINE friend constexpr Mat3 operator*(const T& s, const Mat3& a) noexcept {
    return {s * a.r0, s * a.r1, s * a.r2};
  }
  POLHODE_INLINE friend constexpr Mat3 operator*(const Mat3& a, const T& s) noexcept { return s * a; }
  POLHODE_INLINE friend constexpr Vec3<T> operator*(const Mat3& a, const Vec3<T>& v) noexcept {
    return {dot(a.r0, v), dot(a.r1, v), dot(a.r2, v)};
  }
  POLHODE_INLINE friend constexpr Mat3 operator*(const Mat3& a, const Mat3& b) noexcept {
    return {row_times(a.r0, b), row_times(a.r1, b), row_times(a.r2, b)};
  }
  POLHODE_INLINE constexpr Mat3& operator+=(const Mat3& b) noexcept { return *this = *this + b; }
  POLHODE_INLINE constexpr Mat3& operator-=(const Mat3& b) noexcept { return *this = *this - b; }

 private:
  POLHODE_INLINE static constexpr Vec3<T> row_times(const Vec3<T>& r, const Mat3& b) noexcept {
    return r.x * b.r0 + r.y * b.r1 + r.z * b.r2;
  }
};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

template <class T>
constexpr Mat3<T> transpose(const Mat3<T>& a) noexcept {
  return {{a.r0.x, a.r1.x, a.r2.x}, {a.r0.y, a.r1.y, a.r2.y}, {a.r0.z, a.r1.z, a.r2.z}};
}
template <class T>
constexpr T trace(const Mat3<T>& a) noexcept {
  return a.r0.x + a.r1.y + a.r2.z;
}
template <class T>
constexpr T det(const Mat3<T>& a) noexcept {
  return dot(a.r0, cross(a.r1, a.r2));
}
/// adj(A) A = det(A) 1. Its columns are the cross products of the rows.
template <class T>
constexpr Mat3<T> adjugate(const Mat3<T>& a) noexcept {
  return transpose(Mat3<T>{cross(a.r1, a.r2), cross(a.r2, a.r0), cross(a.r0, a.r1)});
}
/// A^-1 by the adjugate: the error grows with the square of the condition number. Infinite or NaN if A is singular.
template <class T>
constexpr Mat3<T> inverse(const Mat3<T>& a) noexcept {
  return (T(1) / det(a)) * adjugate(a);
}
/// x with A x = b, by the adjugate as in inverse().
template <class T>
POLHODE_INLINE constexpr Vec3<T> solve(const Mat3<T>& a, const Vec3<T>& b) noexcept {
  return (adjugate(a) * b) / det(a);
}

/// The matrix of v -> Q v Q*. Q has unit length.
template <class T>
constexpr Mat3<T> to_matrix(const Quaternion<T>& q) noexcept {
  const T x = q.v.x, y = q.v.y, z = q.v.z, w = q.w;
  const T two = T(2), one = T(1);
  return {{one - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)},
          {two * (x * y + w * z), one - two * (x * x + z * z), two * (y * z - w * x)},
          {two * (x * z - w * y), two * (y * z + w * x), one - two * (x * x + y * y)}};
}

/// The unit quaternion of a rotation matrix, with w >= 0.
/// Four times Q times each of its components can be read off the matrix without cancellation; the one with the
/// largest component (at least 1/2) is taken, so no rotation is special.
template <Numeric T>
Quaternion<T> from_matrix(const Mat3<T>& a) noexcept {
  const T one = T(1), xx = a.r0.x, yy = a.r1.y, zz = a.r2.z;
  const T xy = a.r0.y + a.r1.x, yz = a.r1.z + a.r2.y, zx = a.r2.x + a.r0.z;
  const T wx = a.r2.y - a.r1.z, wy = a.r0.z - a.r2.x, wz = a.r1.x - a.r0.y;
  const Quaternion<T> by_w{one + xx + yy + zz, {wx, wy, wz}};
  const Quaternion<T> by_x{wx, {one + xx - yy - zz, xy, zx}};
  const Quaternion<T> by_y{wy, {xy, one - xx + yy - zz, yz}};
  const Quaternion<T> by_z{wz, {zx, yz, one - xx - yy + zz}};

  Quaternion<T> best = by_w;
  T largest = by_w.w;
  const auto take = [&](const Quaternion<T>& q, const T& component) {
    const Mask<T> better = component > largest;
    best = select<T>(better, q, best);
    largest = select<T>(better, component, largest);
  };
  take(by_x, by_x.v.x);
  take(by_y, by_y.v.y);
  take(by_z, by_z.v.z);
  const Quaternion<T> q = normalized(best);
  return select<T>(q.w < T(0), -q, q);
}

template <class T>
constexpr Vec3<T> column(const Mat3<T>& a, int j) noexcept {
  return {a.r0[j], a.r1[j], a.r2[j]};
}
template <class U, class T>
constexpr Mat3<U> convert(const Mat3<T>& a) noexcept {
  return {convert<U>(a.r0), convert<U>(a.r1), convert<U>(a.r2)};
}

}  // namespace polhode::inline POLHODE_ISA
