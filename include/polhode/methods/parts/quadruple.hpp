// quadruple.hpp -- the four numbers of an attitude, on which a step works as one
//
// The product with a unit vector e_i only moves the numbers and their signs, Q e1 = (-x, w, z, -y) and so on; every other
// operation is the same for all four. For double and float on a machine with AVX2 a quadruple is one register; each
// component gets the bits that the numbers one by one would give.
#pragma once

#include <concepts>

#include "polhode/numbers/pack.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// Four of them fit into a register of AVX2.
template <class T>
concept InOneRegister = std::same_as<T, double> || std::same_as<T, float>;

template <class T>
struct Quadruple {
  Quaternion<T> q{T(0), {}};

  Quadruple() = default;
  POLHODE_INLINE Quadruple(const Quaternion<T>& a) noexcept : q(a) {}
  POLHODE_INLINE static Quadruple all(T a) noexcept { return Quaternion<T>{a, {a, a, a}}; }
  POLHODE_INLINE friend Quaternion<T> to_quaternion(const Quadruple& a) noexcept { return a.q; }

  POLHODE_INLINE friend Quadruple operator+(const Quadruple& a, const Quadruple& b) noexcept { return a.q + b.q; }
  POLHODE_INLINE friend Quadruple operator*(const Quadruple& a, const Quadruple& b) noexcept {
    return Quaternion<T>{a.q.w * b.q.w, times(a.q.v, b.q.v)};
  }
  POLHODE_INLINE friend Quadruple fma(const Quadruple& a, const Quadruple& b, const Quadruple& c) noexcept {
    return Quaternion<T>{
        fma(a.q.w, b.q.w, c.q.w),
        {fma(a.q.v.x, b.q.v.x, c.q.v.x), fma(a.q.v.y, b.q.v.y, c.q.v.y), fma(a.q.v.z, b.q.v.z, c.q.v.z)}};
  }
  /// The product with e_i.
  template <int i>
  POLHODE_INLINE Quadruple times_axis() const noexcept {
    const Vec3<T>& v = q.v;
    if constexpr (i == 0)
      return Quaternion<T>{-v.x, {q.w, v.z, -v.y}};
    else if constexpr (i == 1)
      return Quaternion<T>{-v.y, {-v.z, q.w, v.x}};
    else
      return Quaternion<T>{-v.z, {v.y, -v.x, q.w}};
  }
};

#if defined(__AVX2__) && defined(__FMA__)
template <InOneRegister T>
struct Quadruple<T> {
  using V = typename Lanes<T, 4>::Register;
  V q{};  // w, x, y, z

  Quadruple() = default;
  POLHODE_INLINE Quadruple(V a) noexcept : q(a) {}
  POLHODE_INLINE Quadruple(const Quaternion<T>& a) noexcept : q{a.w, a.v.x, a.v.y, a.v.z} {}
  POLHODE_INLINE static Quadruple all(T a) noexcept { return V{a, a, a, a}; }
  POLHODE_INLINE friend Quaternion<T> to_quaternion(const Quadruple& a) noexcept {
    return {a.q[0], {a.q[1], a.q[2], a.q[3]}};
  }

  POLHODE_INLINE friend Quadruple operator+(const Quadruple& a, const Quadruple& b) noexcept { return a.q + b.q; }
  POLHODE_INLINE friend Quadruple operator*(const Quadruple& a, const Quadruple& b) noexcept { return a.q * b.q; }
  POLHODE_INLINE friend Quadruple fma(const Quadruple& a, const Quadruple& b, const Quadruple& c) noexcept {
    return register_fma(a.q, b.q, c.q);
  }
  template <int i>
  POLHODE_INLINE Quadruple times_axis() const noexcept {
    const T minus = T(-0.0), plus = T(0);
    if constexpr (i == 0)
      return with_signs(__builtin_shufflevector(q, q, 1, 0, 3, 2), V{minus, plus, plus, minus});
    else if constexpr (i == 1)
      return with_signs(halves_swapped(), V{minus, minus, plus, plus});
    else
      return with_signs(__builtin_shufflevector(q, q, 3, 2, 1, 0), V{minus, plus, minus, plus});
  }

 private:
  POLHODE_INLINE V halves_swapped() const noexcept {
    if constexpr (std::same_as<T, double>)
      return V(_mm256_permute2f128_pd(q, q, 1));  // g++ takes vpermpd, which is slower on some machines
    else
      return __builtin_shufflevector(q, q, 2, 3, 0, 1);
  }
  POLHODE_INLINE static V with_signs(V a, V signs) noexcept {
    if constexpr (std::same_as<T, double>)
      return V(_mm256_xor_pd(a, signs));
    else
      return V(_mm_xor_ps(a, signs));
  }
};
#endif

/// Component i of a vector, four times.
template <int i, class T>
POLHODE_INLINE Quadruple<T> spread(const Vec3<T>& a) noexcept {
  return Quadruple<T>::all(a[i]);
}

/// What the turn (1 + c1, scale a) adds to the attitude Q; a is a Vec3 or a Triple. What Q lacks to unit length is put
/// right as well, but for -c1 of it: by a small turn all of it, by a half turn (c1 = -1) nothing; larger turns would add to
/// it. `scale` and c1 may come late: they are used last.
template <Numeric T, class Vector>
POLHODE_INLINE Quadruple<T> change_by_turn(const Quaternion<T>& Q, const Vector& a, T scale, T c1) noexcept {
  const T excess = fma(Q.w, Q.w, fma(Q.v.x, Q.v.x, fma(Q.v.y, Q.v.y, fma(Q.v.z, Q.v.z, T(-1)))));
  const Quadruple<T> q(Q), q1 = q.template times_axis<0>(), q2 = q.template times_axis<1>(),
                           q3 = q.template times_axis<2>();
  const Quadruple<T> qa = fma(q1, spread<0>(a), fma(q2, spread<1>(a), q3 * spread<2>(a)));
  return fma(qa, Quadruple<T>::all(scale), q * Quadruple<T>::all(fma(T(-0.5), excess, c1)));
}

}  // namespace polhode::inline POLHODE_ISA::detail
