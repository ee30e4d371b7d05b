// pack.hpp -- N numbers side by side, one body per lane
//
// Pack<double, N> or Pack<float, N> holds the compiler's vectors (GCC and Clang vector extensions) and has the operators of a
// number. Each lane gives the bits that a plain number gives: every operation used here is one that
// IEEE 754 rounds correctly. sqrt and fma are the machine's instructions where there are any.
// A pack wider than the machine's registers is two halves: compilers handle a vector they have no register
// for badly (g++ 12: ten times slower).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "polhode/numbers/scalar.hpp"

#if defined(__AVX__) || defined(__FMA__) || defined(__AVX512F__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace polhode::inline POLHODE_ISA {

namespace detail {

#if defined(__AVX512F__)
inline constexpr int kRegisterBytes = 64;
#elif defined(__AVX__)
inline constexpr int kRegisterBytes = 32;
#else
inline constexpr int kRegisterBytes = 16;
#endif

// N elements: one register, or two halves.
template <class E, int N>
struct Lanes {
  static_assert(N == 1 || N == 2 || N == 4 || N == 8 || N == 16, "a pack has a power of two of lanes");
  typedef E Register __attribute__((vector_size(sizeof(E) * N)));
  static constexpr bool one_register = true;
  Register v;

  POLHODE_INLINE E get(int i) const noexcept { return v[i]; }
  POLHODE_INLINE void set(int i, E x) noexcept { v[i] = x; }
  POLHODE_INLINE static Lanes all(E x) noexcept {  // not Register{} + x, which is an addition (and turns -0 into 0)
    return [x]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
      return Lanes{Register{(static_cast<void>(i), x)...}};
    }(std::make_integer_sequence<int, N>{});
  }
  POLHODE_INLINE static Lanes from(const E* p, std::ptrdiff_t stride) noexcept {
    return [=]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
      return Lanes{Register{p[i * stride]...}};
    }(std::make_integer_sequence<int, N>{});
  }
};
template <class E, int N>
  requires(sizeof(E) * N > kRegisterBytes)
struct Lanes<E, N> {
  using Half = Lanes<E, N / 2>;
  static constexpr bool one_register = false;
  Half lo, hi;

  POLHODE_INLINE E get(int i) const noexcept { return i < N / 2 ? lo.get(i) : hi.get(i - N / 2); }
  POLHODE_INLINE void set(int i, E x) noexcept { i < N / 2 ? lo.set(i, x) : hi.set(i - N / 2, x); }
  POLHODE_INLINE static Lanes all(E x) noexcept { return {Half::all(x), Half::all(x)}; }
  POLHODE_INLINE static Lanes from(const E* p, std::ptrdiff_t stride) noexcept {
    return {Half::from(p, stride), Half::from(p + N / 2 * stride, stride)};
  }
};

// f applied register by register; the result has R's element type. The cast matters for comparisons, whose
// type is a vector of long in g++ and of long long in clang: same bits, other names.
template <class R, class F, class... L>
POLHODE_INLINE R map(F f, const L&... a) noexcept {
  if constexpr (R::one_register) {
    return {(typename R::Register)f(a.v...)};
  } else {
    return {map<typename R::Half>(f, a.lo...), map<typename R::Half>(f, a.hi...)};
  }
}

template <class F>
using IntOf = std::conditional_t<sizeof(F) == 8, std::int64_t, std::int32_t>;

#define POLHODE_LANES(expression, ...) [](__VA_ARGS__) __attribute__((always_inline)) { return expression; }

// Sums and shifts to the left are those of unsigned integers: they wrap.
template <class V>
POLHODE_INLINE auto wrapping(V x) noexcept {
  typedef std::make_unsigned_t<std::remove_cvref_t<decltype(x[0])>> U __attribute__((vector_size(sizeof(V))));
  return (U)x;
}

// The lanes as signed integers of the same size, with the operators of the bits; >> is arithmetic.
template <class F, int N>
struct PackBits {
  using Int = IntOf<F>;
  using L = Lanes<Int, N>;
  L v;

  PackBits() = default;
  POLHODE_INLINE explicit PackBits(const L& x) noexcept : v(x) {}
  POLHODE_INLINE PackBits(Int x) noexcept : v(L::all(x)) {}

  POLHODE_INLINE friend PackBits operator&(const PackBits& a, const PackBits& b) noexcept {
    return PackBits(map<L>(POLHODE_LANES(x & y, auto x, auto y), a.v, b.v));
  }
  POLHODE_INLINE friend PackBits operator|(const PackBits& a, const PackBits& b) noexcept {
    return PackBits(map<L>(POLHODE_LANES(x | y, auto x, auto y), a.v, b.v));
  }
  POLHODE_INLINE friend PackBits operator^(const PackBits& a, const PackBits& b) noexcept {
    return PackBits(map<L>(POLHODE_LANES(x ^ y, auto x, auto y), a.v, b.v));
  }
  POLHODE_INLINE friend PackBits operator+(const PackBits& a, const PackBits& b) noexcept {
    return PackBits(map<L>(POLHODE_LANES(wrapping(x) + wrapping(y), auto x, auto y), a.v, b.v));
  }
  POLHODE_INLINE friend PackBits operator-(const PackBits& a, const PackBits& b) noexcept {
    return PackBits(map<L>(POLHODE_LANES(wrapping(x) - wrapping(y), auto x, auto y), a.v, b.v));
  }
  POLHODE_INLINE friend PackBits operator-(const PackBits& a) noexcept {
    return PackBits(map<L>(POLHODE_LANES(-wrapping(x), auto x), a.v));
  }
  POLHODE_INLINE friend PackBits operator~(const PackBits& a) noexcept {
    return PackBits(map<L>(POLHODE_LANES(~x, auto x), a.v));
  }
  POLHODE_INLINE friend PackBits operator<<(const PackBits& a, int n) noexcept {
    return PackBits(map<L>([n](auto x) __attribute__((always_inline)) { return wrapping(x) << n; }, a.v));
  }
  POLHODE_INLINE friend PackBits operator>>(const PackBits& a, int n) noexcept {
    return PackBits(map<L>([n](auto x) __attribute__((always_inline)) { return x >> n; }, a.v));
  }
};

}  // namespace detail

/// True or false in each lane: all bits set or none.
template <class F, int N>
struct PackMask {
  using Bits = detail::PackBits<F, N>;
  Bits bits;

  PackMask() = default;
  POLHODE_INLINE explicit PackMask(const Bits& b) noexcept : bits(b) {}
  POLHODE_INLINE PackMask(bool b) noexcept : bits(-detail::IntOf<F>(b)) {}

  POLHODE_INLINE friend PackMask operator&(const PackMask& a, const PackMask& b) noexcept {
    return PackMask(a.bits & b.bits);
  }
  POLHODE_INLINE friend PackMask operator|(const PackMask& a, const PackMask& b) noexcept {
    return PackMask(a.bits | b.bits);
  }
  POLHODE_INLINE friend PackMask operator!(const PackMask& a) noexcept { return PackMask(~a.bits); }
};

template <class F, int N>
struct Pack {
  static_assert(std::is_same_v<F, double> || std::is_same_v<F, float>);
  using Mask = PackMask<F, N>;
  using Bits = detail::PackBits<F, N>;
  using L = detail::Lanes<F, N>;
  L v;

  Pack() = default;
  POLHODE_INLINE explicit Pack(const L& lanes) noexcept : v(lanes) {}
  /// The same number in every lane.
  template <class S>
    requires std::is_arithmetic_v<S>
  POLHODE_INLINE Pack(S x) noexcept : v(L::all(F(x))) {}

  POLHODE_INLINE F operator[](int i) const noexcept { return v.get(i); }

  /// N numbers that stand side by side in memory, wherever they begin.
  POLHODE_INLINE static Pack load(const F* from) noexcept {
    Pack x;
    __builtin_memcpy(&x, from, sizeof x);
    return x;
  }
  POLHODE_INLINE void store(F* to) const noexcept { __builtin_memcpy(to, this, sizeof *this); }
  /// from[0], from[stride], from[2 stride], ...: one number out of each of N structures.
  POLHODE_INLINE static Pack load(const F* from, std::ptrdiff_t stride) noexcept { return Pack(L::from(from, stride)); }
  POLHODE_INLINE void store(F* to, std::ptrdiff_t stride) const noexcept {
    for (int i = 0; i < N; ++i) to[i * stride] = v.get(i);
  }

  POLHODE_INLINE friend Pack operator+(const Pack& a, const Pack& b) noexcept {
    return Pack(detail::map<L>(POLHODE_LANES(x + y, auto x, auto y), a.v, b.v));
  }
  POLHODE_INLINE friend Pack operator-(const Pack& a, const Pack& b) noexcept {
    return Pack(detail::map<L>(POLHODE_LANES(x - y, auto x, auto y), a.v, b.v));
  }
  POLHODE_INLINE friend Pack operator*(const Pack& a, const Pack& b) noexcept {
    return Pack(detail::map<L>(POLHODE_LANES(x * y, auto x, auto y), a.v, b.v));
  }
  POLHODE_INLINE friend Pack operator/(const Pack& a, const Pack& b) noexcept {
    return Pack(detail::map<L>(POLHODE_LANES(x / y, auto x, auto y), a.v, b.v));
  }
  POLHODE_INLINE friend Pack operator-(const Pack& a) noexcept {
    return Pack(detail::map<L>(POLHODE_LANES(-x, auto x), a.v));
  }
  POLHODE_INLINE friend Pack operator+(const Pack& a) noexcept { return a; }
  POLHODE_INLINE Pack& operator+=(const Pack& b) noexcept { return *this = *this + b; }
  POLHODE_INLINE Pack& operator-=(const Pack& b) noexcept { return *this = *this - b; }
  POLHODE_INLINE Pack& operator*=(const Pack& b) noexcept { return *this = *this * b; }
  POLHODE_INLINE Pack& operator/=(const Pack& b) noexcept { return *this = *this / b; }

  POLHODE_INLINE friend Mask operator<(const Pack& a, const Pack& b) noexcept {
    return to_mask(POLHODE_LANES(x < y, auto x, auto y), a, b);
  }
  POLHODE_INLINE friend Mask operator>(const Pack& a, const Pack& b) noexcept {
    return to_mask(POLHODE_LANES(x > y, auto x, auto y), a, b);
  }
  POLHODE_INLINE friend Mask operator<=(const Pack& a, const Pack& b) noexcept {
    return to_mask(POLHODE_LANES(x <= y, auto x, auto y), a, b);
  }
  POLHODE_INLINE friend Mask operator>=(const Pack& a, const Pack& b) noexcept {
    return to_mask(POLHODE_LANES(x >= y, auto x, auto y), a, b);
  }
  POLHODE_INLINE friend Mask operator==(const Pack& a, const Pack& b) noexcept {
    return to_mask(POLHODE_LANES(x == y, auto x, auto y), a, b);
  }
  POLHODE_INLINE friend Mask operator!=(const Pack& a, const Pack& b) noexcept {
    return to_mask(POLHODE_LANES(x != y, auto x, auto y), a, b);
  }

 private:
  template <class Compare>
  POLHODE_INLINE static Mask to_mask(Compare compare, const Pack& a, const Pack& b) noexcept {
    return Mask(Bits(detail::map<typename Bits::L>(compare, a.v, b.v)));
  }
};

#undef POLHODE_LANES

namespace detail {

// One register: the machine's own instruction where there is one; otherwise lane by lane, with the same bits.
template <class V>
POLHODE_INLINE V register_sqrt(V x) noexcept {
  using F = std::remove_cvref_t<decltype(x[0])>;
  constexpr int N = sizeof(V) / sizeof(F);
  [[maybe_unused]] constexpr bool is_double = std::is_same_v<F, double>;
#if defined(__AVX512F__)
  if constexpr (is_double && N == 8) return (V)_mm512_maskz_sqrt_pd(0xff, (__m512d)x);
  if constexpr (!is_double && N == 16) return (V)_mm512_maskz_sqrt_ps(0xffff, (__m512)x);
#endif
#if defined(__AVX__)
  if constexpr (is_double && N == 4) return (V)_mm256_sqrt_pd((__m256d)x);
  if constexpr (!is_double && N == 8) return (V)_mm256_sqrt_ps((__m256)x);
#endif
#if defined(__SSE2__)
  if constexpr (is_double && N == 2) return (V)_mm_sqrt_pd((__m128d)x);
  if constexpr (!is_double && N == 4) return (V)_mm_sqrt_ps((__m128)x);
#endif
  for (int i = 0; i < N; ++i) x[i] = Number<F>::sqrt(x[i]);
  return x;
}

template <class V>
POLHODE_INLINE V register_fma(V a, V b, V c) noexcept {
  using F = std::remove_cvref_t<decltype(a[0])>;
  constexpr int N = sizeof(V) / sizeof(F);
  [[maybe_unused]] constexpr bool is_double = std::is_same_v<F, double>;
#if defined(__AVX512F__)
  if constexpr (is_double && N == 8) return (V)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
  if constexpr (!is_double && N == 16) return (V)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
#endif
#if defined(__FMA__)
  if constexpr (is_double && N == 4) return (V)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
  if constexpr (is_double && N == 2) return (V)_mm_fmadd_pd((__m128d)a, (__m128d)b, (__m128d)c);
  if constexpr (!is_double && N == 8) return (V)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
  if constexpr (!is_double && N == 4) return (V)_mm_fmadd_ps((__m128)a, (__m128)b, (__m128)c);
#endif
  for (int i = 0; i < N; ++i) a[i] = Number<F>::fma(a[i], b[i], c[i]);
  return a;
}

// Whether every lane of a mask is set.
template <class Int, int N>
POLHODE_INLINE bool every(const Lanes<Int, N>& m) noexcept {
  if constexpr (!Lanes<Int, N>::one_register) {
    using H = typename Lanes<Int, N>::Half;
    return every(map<H>([](auto x, auto y) __attribute__((always_inline)) { return x & y; }, m.lo, m.hi));
  } else {
#if defined(__AVX512F__)
    if constexpr (sizeof(m) == 64) return _mm512_cmpeq_epi64_mask((__m512i)m.v, _mm512_set1_epi64(-1)) == 0xff;
#endif
#if defined(__AVX__)
    if constexpr (sizeof(m) == 32 && N == 4) return _mm256_movemask_pd((__m256d)m.v) == 0xf;
    if constexpr (sizeof(m) == 32 && N == 8) return _mm256_movemask_ps((__m256)m.v) == 0xff;
#endif
#if defined(__SSE2__)
    if constexpr (sizeof(m) == 16) return _mm_movemask_epi8((__m128i)m.v) == 0xffff;
#endif
    Int all = m.v[0];
    for (int i = 1; i < N; ++i) all &= m.v[i];
    return all != 0;
  }
}

}  // namespace detail

template <class F, int N>
struct Number<Pack<F, N>> {
  using P = Pack<F, N>;
  using Mask = PackMask<F, N>;
  using Lane = F;
  using Bits = typename P::Bits;
  static constexpr int lanes = N;

  static constexpr F epsilon() noexcept { return Number<F>::epsilon(); }
  POLHODE_INLINE static P sqrt(const P& x) noexcept {
    return P(detail::map<typename P::L>([](auto a) __attribute__((always_inline)) { return detail::register_sqrt(a); },
                                        x.v));
  }
  POLHODE_INLINE static P fma(const P& a, const P& b, const P& c) noexcept {
    return P(detail::map<typename P::L>([](auto x, auto y, auto z)
                                            __attribute__((always_inline)) { return detail::register_fma(x, y, z); },
                                        a.v, b.v, c.v));
  }
  POLHODE_INLINE static Bits bits(const P& x) noexcept {
    return Bits(detail::map<typename Bits::L>([](auto a) __attribute__((always_inline)) { return a; }, x.v));
  }
  POLHODE_INLINE static P value(const Bits& b) noexcept {
    return P(detail::map<typename P::L>([](auto a) __attribute__((always_inline)) { return a; }, b.v));
  }
  POLHODE_INLINE static P abs(const P& x) noexcept { return value(bits(x) & ~sign_bit()); }
  POLHODE_INLINE static P copysign(const P& magnitude, const P& sign) noexcept {
    return value((bits(magnitude) & ~sign_bit()) | (bits(sign) & sign_bit()));
  }
  POLHODE_INLINE static P select(const Mask& mask, const P& a, const P& b) noexcept {
    return value((bits(a) & mask.bits) | (bits(b) & ~mask.bits));
  }
  POLHODE_INLINE static bool all(const Mask& mask) noexcept { return detail::every(mask.bits.v); }
  POLHODE_INLINE static F lane(const P& x, int i) noexcept { return x.v.get(i); }
  POLHODE_INLINE static bool mask_lane(const Mask& mask, int i) noexcept { return mask.bits.v.get(i) != 0; }
  POLHODE_INLINE static void set_lane(P& x, int i, F value) noexcept { x.v.set(i, value); }

 private:
  POLHODE_INLINE static Bits sign_bit() noexcept { return Bits(std::numeric_limits<detail::IntOf<F>>::min()); }
};

namespace detail {

/// Two packs in one.
template <class F, int N>
POLHODE_INLINE Pack<F, 2 * N> joined(const Pack<F, N>& low, const Pack<F, N>& high) noexcept {
  return Pack<F, 2 * N>(typename Pack<F, 2 * N>::L{low.v, high.v});
}

}  // namespace detail

}  // namespace polhode::inline POLHODE_ISA
