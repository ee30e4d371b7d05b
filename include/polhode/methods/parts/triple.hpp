// triple.hpp -- three numbers on which a solver works as one
//
// Like Vec3, with the products component by component and the two cyclic shifts that a cross product is made of:
//   a x b = next(a) prev(b) - prev(a) next(b),   next(a) = (a2, a3, a1),   prev(a) = (a3, a1, a2)
// For double and float on a machine with AVX2 a triple is one register; each component gets the bits that Vec3 would give.
#pragma once

#include "polhode/methods/parts/quadruple.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// a . b, rounded three times.
template <Numeric T>
POLHODE_INLINE T dot_fma(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return fma(a.z, b.z, fma(a.y, b.y, a.x * b.x));
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
template <InOneRegister T>
struct Triple<T> {
  using V = typename Lanes<T, 4>::Register;
  V v{};  // the fourth is 0 and stays 0

  Triple() = default;
  POLHODE_INLINE Triple(V a) noexcept : v(a) {}
  POLHODE_INLINE Triple(const Vec3<T>& a) noexcept : v{a.x, a.y, a.z, T(0)} {}
  // For numbers that were written a moment ago, each for itself: the constructor may read two of them at once, and then
  // waits until both have arrived in the cache.
  POLHODE_INLINE static Triple one_by_one(const Vec3<T>& a) noexcept {
    if constexpr (std::same_as<T, double>) {
      const __m256d xy = _mm256_blend_pd(_mm256_set1_pd(a.x), _mm256_set1_pd(a.y), 0b0010);
      return V(_mm256_blend_pd(xy, _mm256_blend_pd(_mm256_set1_pd(a.z), _mm256_setzero_pd(), 0b1000), 0b1100));
    } else {
      return a;
    }
  }
  POLHODE_INLINE friend Vec3<T> to_vec3(const Triple& a) noexcept { return {a.v[0], a.v[1], a.v[2]}; }

  POLHODE_INLINE friend Triple operator+(const Triple& a, const Triple& b) noexcept { return a.v + b.v; }
  POLHODE_INLINE friend Triple operator-(const Triple& a, const Triple& b) noexcept { return a.v - b.v; }
  POLHODE_INLINE friend Triple operator-(const Triple& a) noexcept { return -a.v; }
  POLHODE_INLINE friend Triple operator*(const Triple& a, const Triple& b) noexcept { return a.v * b.v; }
  POLHODE_INLINE friend Triple operator*(T a, const Triple& b) noexcept { return all(a) * b.v; }
  POLHODE_INLINE friend Triple fma(const Triple& a, const Triple& b, const Triple& c) noexcept {
    return register_fma(a.v, b.v, c.v);
  }
  POLHODE_INLINE friend Triple fma(const Triple& a, T b, const Triple& c) noexcept {
    return register_fma(a.v, all(b), c.v);
  }
  POLHODE_INLINE friend Triple next(const Triple& a) noexcept { return __builtin_shufflevector(a.v, a.v, 1, 2, 0, 3); }
  POLHODE_INLINE friend Triple prev(const Triple& a) noexcept { return __builtin_shufflevector(a.v, a.v, 2, 0, 1, 3); }
  // The same three operations in the same order as above: the third component, which comes out of a register last, last.
  POLHODE_INLINE friend T dot(const Triple& a, const Triple& b) noexcept {
    if constexpr (std::same_as<T, double>) {
      const __m128d a12 = _mm256_castpd256_pd128(a.v), b12 = _mm256_castpd256_pd128(b.v);
      const __m128d yy = _mm_fmadd_sd(_mm_unpackhi_pd(a12, a12), _mm_unpackhi_pd(b12, b12), a12 * b12);
      return _mm_cvtsd_f64(_mm_fmadd_sd(_mm256_extractf128_pd(a.v, 1), _mm256_extractf128_pd(b.v, 1), yy));
    } else {
      return dot_fma(to_vec3(a), to_vec3(b));
    }
  }
  POLHODE_INLINE friend Triple select(bool mask, const Triple& a, const Triple& b) noexcept { return mask ? a : b; }
  POLHODE_INLINE friend T first(const Triple& a) noexcept { return a.v[0]; }

 private:
  POLHODE_INLINE static V all(T a) noexcept { return V{a, a, a, a}; }
};
#endif

/// Component i, four times.
template <int i, class T>
POLHODE_INLINE Quadruple<T> spread(const Triple<T>& a) noexcept {
#if defined(__AVX2__) && defined(__FMA__)
  if constexpr (InOneRegister<T>) return __builtin_shufflevector(a.v, a.v, i, i, i, i);
#endif
  return spread<i>(to_vec3(a));
}

/// The attitude after the turn (1 + c1, scale a), as an increment of Q: each component is rounded once.
template <Numeric T>
POLHODE_INLINE Quaternion<T> turned(const Quaternion<T>& Q, const Triple<T>& a, T scale, T c1) noexcept {
  return to_quaternion(Quadruple<T>(Q) + change_by_turn(Q, a, scale, c1));
}
/// The attitude after the rotation by 2 atan|e| about e: Q (1; e)/sqrt(1 + |e|^2).
template <Numeric T>
POLHODE_INLINE Quaternion<T> turned(const Quaternion<T>& Q, const Triple<T>& e) noexcept {
  const T e2 = dot(e, e), root = sqrt(T(1) + e2);
  return turned(Q, e, T(1) / root, -e2 / fma(root, root, root));  // 1/root - 1 without cancellation
}

}  // namespace polhode::inline POLHODE_ISA::detail
