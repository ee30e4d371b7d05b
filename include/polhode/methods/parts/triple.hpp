// triple.hpp -- three numbers on which a solver works as one
//
// Like Vec3, with the products component by component and the two cyclic shifts that a cross product is made of:
//   a x b = next(a) prev(b) - prev(a) next(b),   next(a) = (a2, a3, a1),   prev(a) = (a3, a1, a2)
// For double on a machine with AVX2 a triple is one register; each component gets the bits that Vec3 would give.
#pragma once

#include "polhode/numbers/quaternion.hpp"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#endif

namespace polhode::detail {

/// a . b, rounded three times.
template <Numeric T>
POLHODE_INLINE T dot_fma(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z));
}

template <class T>
struct Triple {
  Vec3<T> v{};

  Triple() = default;
  POLHODE_INLINE Triple(const Vec3<T>& a) noexcept : v(a) {}
  POLHODE_INLINE static Triple one_by_one(const Vec3<T>& a) noexcept { return a; }
  POLHODE_INLINE friend Vec3<T> to_vec3(const Triple& a) noexcept { return a.v; }

  POLHODE_INLINE friend Triple operator+(const Triple& a, const Triple& b) noexcept { return a.v + b.v; }
  POLHODE_INLINE friend Triple operator-(const Triple& a, const Triple& b) noexcept { return a.v - b.v; }
  POLHODE_INLINE friend Triple operator-(const Triple& a) noexcept { return -a.v; }
  POLHODE_INLINE friend Triple operator*(const Triple& a, const Triple& b) noexcept { return times(a.v, b.v); }
  POLHODE_INLINE friend Triple operator*(T a, const Triple& b) noexcept { return a * b.v; }
  POLHODE_INLINE friend Triple fma(const Triple& a, const Triple& b, const Triple& c) noexcept {
    return Vec3<T>{fma(a.v.x, b.v.x, c.v.x), fma(a.v.y, b.v.y, c.v.y), fma(a.v.z, b.v.z, c.v.z)};
  }
  POLHODE_INLINE friend Triple fma(const Triple& a, T b, const Triple& c) noexcept {
    return fma(a, Triple({b, b, b}), c);
  }
  POLHODE_INLINE friend Triple next(const Triple& a) noexcept { return Vec3<T>{a.v.y, a.v.z, a.v.x}; }
  POLHODE_INLINE friend Triple prev(const Triple& a) noexcept { return Vec3<T>{a.v.z, a.v.x, a.v.y}; }
  POLHODE_INLINE friend T dot(const Triple& a, const Triple& b) noexcept { return dot_fma(a.v, b.v); }
  POLHODE_INLINE friend Triple select(Mask<T> mask, const Triple& a, const Triple& b) noexcept {
    return polhode::select<T>(mask, a.v, b.v);
  }
  POLHODE_INLINE friend T first(const Triple& a) noexcept { return a.v.x; }
};

#if defined(__AVX2__) && defined(__FMA__)
template <>
struct Triple<double> {
  __m256d v{};  // the fourth is 0 and stays 0

  Triple() = default;
  POLHODE_INLINE Triple(__m256d a) noexcept : v(a) {}
  POLHODE_INLINE Triple(const Vec3<double>& a) noexcept : v(_mm256_set_pd(0, a.z, a.y, a.x)) {}
  // For numbers that were written a moment ago, each for itself: the constructor may read two of them at once, and then
  // waits until both have arrived in the cache.
  POLHODE_INLINE static Triple one_by_one(const Vec3<double>& a) noexcept {
    const __m256d xy = _mm256_blend_pd(_mm256_set1_pd(a.x), _mm256_set1_pd(a.y), 0b0010);
    return _mm256_blend_pd(xy, _mm256_blend_pd(_mm256_set1_pd(a.z), _mm256_setzero_pd(), 0b1000), 0b1100);
  }
  POLHODE_INLINE friend Vec3<double> to_vec3(const Triple& a) noexcept { return {a.v[0], a.v[1], a.v[2]}; }

  POLHODE_INLINE friend Triple operator+(const Triple& a, const Triple& b) noexcept { return a.v + b.v; }
  POLHODE_INLINE friend Triple operator-(const Triple& a, const Triple& b) noexcept { return a.v - b.v; }
  POLHODE_INLINE friend Triple operator-(const Triple& a) noexcept { return -a.v; }
  POLHODE_INLINE friend Triple operator*(const Triple& a, const Triple& b) noexcept { return a.v * b.v; }
  POLHODE_INLINE friend Triple operator*(double a, const Triple& b) noexcept { return _mm256_set1_pd(a) * b.v; }
  POLHODE_INLINE friend Triple fma(const Triple& a, const Triple& b, const Triple& c) noexcept {
    return _mm256_fmadd_pd(a.v, b.v, c.v);
  }
  POLHODE_INLINE friend Triple fma(const Triple& a, double b, const Triple& c) noexcept {
    return _mm256_fmadd_pd(a.v, _mm256_set1_pd(b), c.v);
  }
  POLHODE_INLINE friend Triple next(const Triple& a) noexcept { return _mm256_permute4x64_pd(a.v, 0b11'00'10'01); }
  POLHODE_INLINE friend Triple prev(const Triple& a) noexcept { return _mm256_permute4x64_pd(a.v, 0b11'01'00'10); }
  // The same three operations in the same order as above, on numbers picked out of the registers.
  POLHODE_INLINE friend double dot(const Triple& a, const Triple& b) noexcept {
    const __m128d a12 = _mm256_castpd256_pd128(a.v), b12 = _mm256_castpd256_pd128(b.v);
    const __m128d zz = _mm256_extractf128_pd(a.v * b.v, 1);
    const __m128d yy = _mm_fmadd_sd(_mm_unpackhi_pd(a12, a12), _mm_unpackhi_pd(b12, b12), zz);
    return _mm_cvtsd_f64(_mm_fmadd_sd(a12, b12, yy));
  }
  POLHODE_INLINE friend Triple select(bool mask, const Triple& a, const Triple& b) noexcept { return mask ? a : b; }
  POLHODE_INLINE friend double first(const Triple& a) noexcept { return a.v[0]; }
};
#endif

/// The attitude after the rotation by 2 atan|e| about e, Q (1; e)/sqrt(1 + |e|^2), as an increment of Q. What Q lacks to
/// unit length is put right in the same increment: each component is rounded once.
template <Numeric T>
POLHODE_INLINE Quaternion<T> turned(const Quaternion<T>& Q, const Triple<T>& e) noexcept {
  const T e2 = dot(e, e);
  const T root = sqrt(T(1) + e2);
  const Triple<T> n = (T(1) / root) * e;
  const T excess = fma(Q.w, Q.w, fma(Q.v.x, Q.v.x, fma(Q.v.y, Q.v.y, fma(Q.v.z, Q.v.z, T(-1)))));
  const T c1 = fma(T(-0.5), excess, -e2 / fma(root, root, root));  // 1/root - 1 without cancellation, and the length
#if defined(__AVX2__) && defined(__FMA__)
  if constexpr (std::same_as<T, double>) {  // the four lines below as one
    const __m256d q = _mm256_set_pd(Q.v.z, Q.v.y, Q.v.x, Q.w);
    const __m256d flip_w = _mm256_set_pd(0.0, 0.0, 0.0, -0.0), flip = _mm256_set1_pd(-0.0);
    const __m256d a1 = _mm256_xor_pd(_mm256_permute4x64_pd(q, 0b00'00'00'01), flip_w);
    const __m256d a2 = _mm256_xor_pd(_mm256_permute4x64_pd(q, 0b01'11'10'10), flip_w);
    const __m256d a3 = _mm256_xor_pd(_mm256_permute4x64_pd(q, 0b10'01'11'11), flip);
    const __m256d u1 = _mm256_permute4x64_pd(n.v, 0b10'01'00'00), u2 = _mm256_permute4x64_pd(n.v, 0b01'00'10'01),
                  u3 = _mm256_permute4x64_pd(n.v, 0b00'10'01'10);
    const __m256d r =
        q + _mm256_fmadd_pd(_mm256_set1_pd(c1), q, _mm256_fmadd_pd(a1, u1, _mm256_fmadd_pd(a2, u2, a3 * u3)));
    return {r[0], {r[1], r[2], r[3]}};
  }
#endif
  const Vec3<T> u = to_vec3(n);
  return {Q.w + fma(c1, Q.w, fma(-Q.v.x, u.x, fma(-Q.v.y, u.y, -Q.v.z * u.z))),
          {Q.v.x + fma(c1, Q.v.x, fma(Q.w, u.x, fma(Q.v.y, u.z, -Q.v.z * u.y))),
           Q.v.y + fma(c1, Q.v.y, fma(Q.w, u.y, fma(Q.v.z, u.x, -Q.v.x * u.z))),
           Q.v.z + fma(c1, Q.v.z, fma(Q.w, u.z, fma(Q.v.x, u.y, -Q.v.y * u.x)))}};
}

}  // namespace polhode::detail
