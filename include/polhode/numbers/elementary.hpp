// elementary.hpp -- sin, cos, exp, log, pow, atan2 and their kin with the same bits everywhere
//
// For double, float and packs of them the functions are our own and use nothing but + - * /, sqrt and fma,
// which IEEE 754 rounds in one way only. So the bits are the same for every compiler, instruction set
// and lane width, provided that the compiler does not contract a b + c by itself (-ffp-contract=off)
// and is not told to calculate otherwise (-ffast-math). NaN stays NaN, with any payload.
// float has the algorithms of double with shorter polynomials. long double uses the standard library.
//
// One source serves one body and many: every lane is computed in the same way and chosen with masks. The
// only branches skip work that no lane needs, and leave the bits as they are.
//
// tools/minimax.py makes every coefficient and every constant with an exact value behind it.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/scalar.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

// The bits of a number as integers, with & | ^ + - << >> (arithmetic) in each lane.
template <class T>
struct BitView;

// A plain number is looked at in the lowest lane of a vector register: it is there already, and integer
// registers are several cycles away.
template <std::floating_point F>
struct BitView<F> {
  using P = Pack<F, 16 / sizeof(F)>;
  using Bits = typename P::Bits;
  POLHODE_INLINE static Bits bits(F x) noexcept { return Number<P>::bits(P(typename P::L{{x}})); }
  POLHODE_INLINE static F value(const Bits& b) noexcept { return Number<P>::value(b)[0]; }
};

template <class F, int N>
struct BitView<Pack<F, N>> {
  using P = Pack<F, N>;
  using Bits = typename P::Bits;
  POLHODE_INLINE static Bits bits(const P& x) noexcept { return Number<P>::bits(x); }
  POLHODE_INLINE static P value(const Bits& b) noexcept { return Number<P>::value(b); }
};

// a where the mask has bits, b where it has none.
template <class T>
POLHODE_INLINE T select_bits(const typename BitView<T>::Bits& mask, T a, T b) noexcept {
  using B = BitView<T>;
  return B::value((B::bits(a) & mask) | (B::bits(b) & ~mask));
}

// Sine and cosine of an angle from those of the same angle less its quarter turns; the lowest two bits count.
template <class T>
POLHODE_INLINE void turn_by_quarters(const typename BitView<T>::Bits& quarters, T sr, T cr, T& s, T& c) noexcept {
  using B = BitView<T>;
#if defined(__AVX512F__)
  // 6 operations instead of 10: an odd quarter is a bit of a mask register, and one instruction takes a sign.
  if constexpr (std::is_same_v<T, Pack<double, 8>>) {
    using R = typename T::L::Register;
    const auto q = (__m512i)quarters.v.v, x = (__m512i)sr.v.v, y = (__m512i)cr.v.v;
    const __m512i sign = _mm512_set1_epi64(std::numeric_limits<std::int64_t>::min()),
                  half_turns = _mm512_slli_epi64(q, 62);
    const __mmask8 odd = _mm512_test_epi64_mask(q, _mm512_set1_epi64(1));
    constexpr int a_xor_b_and_c = 0x78;
    s.v.v = (R)_mm512_ternarylogic_epi64(_mm512_mask_blend_epi64(odd, x, y), half_turns, sign, a_xor_b_and_c);
    c.v.v = (R)_mm512_ternarylogic_epi64(_mm512_mask_xor_epi64(y, odd, x, sign), half_turns, sign, a_xor_b_and_c);
    return;
  }
#endif
  constexpr int to_sign = 8 * sizeof(Lane<T>) - 2;
  const auto odd = -(quarters & 1);
  s = B::value(B::bits(select_bits<T>(odd, cr, sr)) ^ ((quarters & 2) << to_sign));
  c = B::value(B::bits(select_bits<T>(odd, sr, cr)) ^ (((quarters + 1) & 2) << to_sign));
}

// What the length of a number decides: how far its polynomials go, and where its ends are.
//
// rounder    added to |x| < largest_angle it rounds x to an integer, which then stands in the lowest bits
// sin, cos   sin r = r + r^3 (..) and cos r = 1 - r^2/2 + r^4 (..) in powers of r^2 <= 0.625, relative to sin r and 1 - cos r
// exp        exp r = 1 + r + r^2 (..), |r| <= 0.3467, relative to exp r
// log        2 atanh s = 2 s + s^3 (..), |s| <= 0.1716
// atan       atan q = q + q^3 (..), |q| <= 0.4147
// half_pi    a sum of parts, the second of them positive, so that the sign of -0 stays
// ln2        a sum of parts, the first so short that its product with an exponent is exact; quarter_pi: with 3
template <class F>
struct Tables;

template <>
struct Tables<double> {
  static constexpr int mantissa = 52, bias = 1023;
  static constexpr double rounder = 0x1.8p52, largest_angle = 0x1p51;
  static constexpr double sin[6] = {-0x1.5555555555547p-3, 0x1.111111110f595p-7,   -0x1.a01a019bb4438p-13,
                                    0x1.71de352630c28p-19, -0x1.ae5e25f25183dp-26, 0x1.5d803d6284737p-33};  // 2^-57.7
  static constexpr double cos[6] = {0x1.5555555555552p-5,   -0x1.6c16c16c15f03p-10, 0x1.a01a019dfa5f8p-16,
                                    -0x1.27e4f8ef6095cp-22, 0x1.1eea820c65a93p-29,  -0x1.8ff944959d97ep-37};  // 2^-60.8
  static constexpr double exp[11] = {0x1.0000000000000p-1,  0x1.555555555555bp-3,  0x1.5555555555506p-5,
                                     0x1.111111110ed21p-7,  0x1.6c16c16c2fae4p-10, 0x1.a01a01b34038ep-13,
                                     0x1.a01a013811d2cp-16, 0x1.71ddf0a34e0fep-19, 0x1.27e5b2be115cfp-22,
                                     0x1.af6b24097f5bcp-26, 0x1.1e3dfac0f7e59p-29};  // 2^-60.6
  static constexpr double log[7] = {0x1.5555555555593p-1, 0x1.999999997f9fbp-2, 0x1.249249422a018p-2,
                                    0x1.c71c51d817ec6p-3, 0x1.7466499d8ae5ap-3, 0x1.39a097a0d6e4dp-3,
                                    0x1.2f11680754691p-3};  // 2^-59.4
  static constexpr double atan[11] = {-0x1.555555555553cp-2, 0x1.999999999564dp-3,  -0x1.24924922a0603p-3,
                                      0x1.c71c70e103cb1p-4,  -0x1.745cf84b1f950p-4, 0x1.3b110ef6b9ecfp-4,
                                      -0x1.10eb442660e82p-4, 0x1.df08a428bf7a2p-5,  -0x1.9cb483fcf1f08p-5,
                                      0x1.378834f764d80p-5,  -0x1.24bf4d5fc051ep-6};  // 2^-59.4
  static constexpr double half_pi[3] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110};
  static constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
  static constexpr double ln2[2] = {0x1.62e42fefa3800p-1, 0x1.ef35793c76730p-45}, one_over_ln2 = 0x1.71547652b82fep+0;
  static constexpr double quarter_pi[2] = {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55};
  static constexpr double sqrt_half = 0x1.6a09e667f3bcdp-1;
  static constexpr double exp_infinite = 711, exp_zero = -746;  // beyond: infinite (half of it, too), zero
  static constexpr int log_shift = 54;                          // a denormal number times 2^54 is normal
  static constexpr double atan_large = 0x1p1000, atan_small = 0x1p-800, atan_scale = 0x1p200;
};

template <>
struct Tables<float> {
  static constexpr int mantissa = 23, bias = 127;
  static constexpr float rounder = 0x1.8p23f, largest_angle = 0x1p22f;
  static constexpr float sin[3] = {-0x1.555544p-3f, 0x1.1106c6p-7f, -0x1.991c26p-13f};  // 2^-27.8
  static constexpr float cos[3] = {0x1.55554ep-5f, -0x1.6c0e30p-10f, 0x1.9a63e8p-16f};  // 2^-30.1
  static constexpr float exp[5] = {0x1.fffffcp-2f, 0x1.555492p-3f, 0x1.5558ecp-5f, 0x1.123974p-7f,
                                   0x1.6a2682p-10f};                                 // 2^-27.9
  static constexpr float log[3] = {0x1.55557ap-1f, 0x1.995ed2p-2f, 0x1.31e136p-2f};  // 2^-30.2
  static constexpr float atan[5] = {-0x1.55554ap-2f, 0x1.9991dcp-3f, -0x1.23b8eap-3f, 0x1.b216c2p-4f,
                                    -0x1.f29512p-5f};  // 2^-30.4
  static constexpr float half_pi[3] = {0x1.921fb4p+0f, 0x1.4442d2p-24f, -0x1.ee59dap-50f};
  static constexpr float two_over_pi = 0x1.45f306p-1f;
  static constexpr float ln2[2] = {0x1.62e400p-1f, 0x1.7f7d1cp-20f}, one_over_ln2 = 0x1.715476p+0f;
  static constexpr float quarter_pi[2] = {0x1.921fb0p-1f, 0x1.5110b4p-23f};
  static constexpr float sqrt_half = 0x1.6a09e6p-1f;
  static constexpr float exp_infinite = 90, exp_zero = -104;
  static constexpr int log_shift = 25;
  static constexpr float atan_large = 0x1p120f, atan_small = 0x1p-70f, atan_scale = 0x1p50f;
};

template <class T>
using TablesOf = Tables<Lane<T>>;

// c(0) + c(1) z + .. + c(n-1) z^(n-1), even and odd terms apart: half the depth of Horner's form.
template <int n, class T, class Coefficient>
POLHODE_INLINE T in_halves(T z, T z2, Coefficient c) noexcept {
  static_assert(n == 3 || n == 6);
  if constexpr (n == 3)
    return fma(z2, c(2), fma(z, c(1), c(0)));
  else
    return fma(z2, fma(z2, fma(z, c(5), c(4)), fma(z, c(3), c(2))), fma(z, c(1), c(0)));
}
template <class T, class F, int n>
POLHODE_INLINE T in_halves(T z, T z2, const F (&c)[n]) noexcept {
  return in_halves<n>(z, z2, [&](int i) { return T(c[i]); });
}
template <class T>
POLHODE_INLINE T sin_tail(T z, T z2) noexcept {
  return in_halves(z, z2, TablesOf<T>::sin);
}
template <class T>
POLHODE_INLINE T cos_tail(T z, T z2) noexcept {
  return in_halves(z, z2, TablesOf<T>::cos);
}
// Both at once; for double in one register, with the same bits.
template <class T>
POLHODE_INLINE void tails(T z, T z2, T& sine, T& cosine) noexcept {
  if constexpr (std::same_as<T, double>) {
    using P = Pack<double, 2>;
    using K = Tables<double>;
    const P both = in_halves<6>(P(z), P(z2), [](int i) { return P(Lanes<double, 2>{{K::sin[i], K::cos[i]}}); });
    sine = both[0], cosine = both[1];
  } else {
    sine = sin_tail(z, z2), cosine = cos_tail(z, z2);
  }
}

// sin and cos of r + lo, |r| <= 0.79, lo a correction of the size of one rounding.
// 1 - r^2/2 is rounded to w with the remainder e kept, so that only the last addition of cos rounds.
template <bool with_lo, class T>
POLHODE_INLINE void sincos_small(T r, T lo, T& s, T& c) noexcept {
  const T z = r * r, z2 = z * z, h = T(-0.5) * r;
  const T w = fma(h, r, T(1));
  T e = fma(h, r, T(1) - w);
  T d = (r * z) * sin_tail(z, z2);
  if constexpr (with_lo) {
    e = fma(-r, lo, e);
    d = fma(r * z, sin_tail(z, z2), lo * w);
  }
  s = copysign(r + d, r);  // the sign is in doubt for r = -0 only
  c = w + fma(z2, cos_tail(z, z2), e);
}

// |x| <= pi/4 minus a little, so that n below is 0 there: no reduction.
inline constexpr double kNoReduction = 0.785;

template <class T>
POLHODE_INLINE void sincos_kernel(T x, T& s, T& c) noexcept {
  if (all_lanes<T>(abs(x) <= T(kNoReduction))) return sincos_small<false>(x, T(0), s, c);

  // x = n pi/2 + r + lo. pi/2 in three parts of full length; x - n p1 is exact, and so is the error of the next
  // subtraction, because x - n p1 is a multiple of the last bit of n p2.
  using B = BitView<T>;
  using K = TablesOf<T>;
  const T t = fma(x, T(K::two_over_pi), T(K::rounder)), n = t - T(K::rounder);
  const T r1 = fma(-n, T(K::half_pi[0]), x);
  const T p = n * T(K::half_pi[1]);
  const T p_error = fma(n, T(K::half_pi[1]), -p);
  T r = r1 - p;
  T lo = fma(-n, T(K::half_pi[2]), ((r1 - r) - p) - p_error);

  // Out of the domain: 0 for numbers, NaN for infinities.
  const Mask<T> inside = abs(x) <= T(K::largest_angle);
  r = select<T>(inside, r, T(0) * x);
  lo = select<T>(inside, lo, T(0));

  T sr, cr;
  sincos_small<true>(r, lo, sr, cr);
  turn_by_quarters<T>(B::bits(t), sr, cr, s, c);
}

// The limit of the polynomials of cos1_sinc.
inline constexpr double kSmallSquare = 0.62;

template <class T>
struct Cos1Sinc {
  T c1, s;
};
// A call, because it is long and few need it: steps are small.
template <class T>
[[gnu::noinline]] Cos1Sinc<T> cos1_sinc_large(T x2) noexcept {
  const T x = sqrt(x2);
  T sx, cx;
  sincos_kernel<T>(x, sx, cx);
  return {cx - T(1), sx / x};
}

template <class T>
POLHODE_INLINE void cos1_sinc_kernel(T x2, T& c1, T& s) noexcept {
  const T z2 = x2 * x2;
  T st, ct;
  tails(x2, z2, st, ct);
  c1 = fma(z2, ct, T(-0.5) * x2);
  s = fma(x2, st, T(1));
  const Mask<T> small = x2 <= T(kSmallSquare);
  if (all_lanes<T>(small)) [[likely]]
    return;
  const Cos1Sinc<T> large = cos1_sinc_large(x2);
  c1 = select<T>(small, c1, large.c1);
  s = select<T>(small, s, large.s);
}

// c[0] + c[1] x + .. + c[n-1] x^(n-1), one fma after the other.
template <class T, class F, int n>
POLHODE_INLINE T horner(T x, const F (&c)[n]) noexcept {
  T p = T(c[n - 1]);
#pragma GCC unroll 16
  for (int i = n - 2; i >= 0; --i) p = fma(p, x, T(c[i]));
  return p;
}
// The same for n = 11 in four layers of fma instead of ten: for results that others wait for.
template <class T>
POLHODE_INLINE T in_layers(const T& x, const double (&c)[11]) noexcept {
  const T x2 = x * x, x4 = x2 * x2, x8 = x4 * x4;
  const auto two = [&](int i) __attribute__((always_inline)) { return fma(T(c[i + 1]), x, T(c[i])); };
  return fma(fma(T(c[10]), x2, two(8)), x8, fma(fma(two(6), x2, two(4)), x4, fma(two(2), x2, two(0))));
}

// x = n ln 2 + r + lo, exp x = 2^n (1 + r + r^2 (..)). With a rest: of x + rest, |rest| of the size of one rounding
// of x. The result times 2^shift.
template <class T, bool with_rest = false, int shift = 0>
T exp_kernel(T x, [[maybe_unused]] T rest = T(0)) noexcept {
  using B = BitView<T>;
  using K = TablesOf<T>;
  x = select<T>(x > T(K::exp_infinite), T(K::exp_infinite), x);
  x = select<T>(x < T(K::exp_zero), T(K::exp_zero), x);
  const T t = fma(x, T(K::one_over_ln2), T(K::rounder)), n = t - T(K::rounder);
  const T r1 = fma(-n, T(K::ln2[0]), x);  // exact: n ln2 fits
  T r, lo;
  if constexpr (with_rest) {
    const T second = fma(-n, T(K::ln2[1]), rest);
    r = r1 + second;
    lo = second - (r - r1);
  } else {
    r = fma(-n, T(K::ln2[1]), r1);
    lo = fma(-n, T(K::ln2[1]), r1 - r);
  }

  const T p = horner(r, K::exp);
  const T y = T(1) + r;
  const T y_error = r - (y - T(1));
  const T e = y + (y_error + fma(r * r, p, lo));

  // 2^n in two factors, since 2^n itself may be out of range where the result is not.
  auto k = B::bits(t) - B::bits(T(K::rounder));
  if constexpr (shift != 0) k = k + shift;
  const auto k1 = k >> 1, k2 = k - k1;
  return (e * B::value((k1 + K::bias) << K::mantissa)) * B::value((k2 + K::bias) << K::mantissa);
}

// x = 2^k m with m in [sqrt 1/2, sqrt 2); log m = 2 atanh(f / (2 + f)), f = m - 1, the quotient s with its
// remainder.
template <class T>
T log_kernel(T x) noexcept {
  using B = BitView<T>;
  using K = TablesOf<T>;
  using F = Lane<T>;
  const Mask<T> tiny = x < T(std::numeric_limits<F>::min());
  const T normal = select<T>(tiny, x * T(std::int64_t(1) << K::log_shift), x);
  const auto b = B::bits(normal), k = (b - B::bits(T(K::sqrt_half))) >> K::mantissa;
  const T m = B::value(b - (k << K::mantissa));
  const T n = (B::value(k + B::bits(T(K::rounder))) - T(K::rounder)) - select<T>(tiny, T(K::log_shift), T(0));

  const T f = m - T(1), d = m + T(1), d_error = m - (d - T(1));
  const T s = f / d;
  const T s_error = fma(-s, d_error, fma(-s, d, f)) / d;
  const T z = s * s;
  const T p = horner(z, K::log);
  // n ln2 + 2 s: the first is 0 or larger than the second.
  const T a = n * T(K::ln2[0]), c = s + s;
  const T y = a + c;
  const T y_error = c - (y - a);
  const T rest = fma(s * z, p, fma(n, T(K::ln2[1]), s_error + s_error));
  T result = y + (y_error + rest);

  result = select<T>(x == T(std::numeric_limits<F>::infinity()), x, result);
  result = select<T>(x == T(0), T(-std::numeric_limits<F>::infinity()), result);
  return select<T>(x >= T(0), result, T(std::numeric_limits<F>::quiet_NaN()));
}

// log x = hi + lo for finite x > 0, to 2^-66 of itself: a power multiplies its error by up to 710. As above, but with the
// series of 2 atanh s, its second term, too, in two parts, and enough terms.
template <class T>
void log_in_parts(T x, T& hi, T& lo) noexcept {
  using B = BitView<T>;
  using K = TablesOf<T>;
  using F = Lane<T>;
  const Mask<T> tiny = x < T(std::numeric_limits<F>::min());
  const T normal = select<T>(tiny, x * T(std::int64_t(1) << K::log_shift), x);
  const auto b = B::bits(normal), k = (b - B::bits(T(K::sqrt_half))) >> K::mantissa;
  const T m = B::value(b - (k << K::mantissa));
  const T n = (B::value(k + B::bits(T(K::rounder))) - T(K::rounder)) - select<T>(tiny, T(K::log_shift), T(0));

  const T f = m - T(1), d = m + T(1), d_error = m - (d - T(1));
  const T s = f / d;
  const T s_lo = fma(-s, d_error, fma(-s, d, f)) / d;
  const T z = s * s, z_lo = fma(s, s, -z) + T(2) * s * s_lo;
  const T cube = s * z, cube_lo = fma(s, z, -cube) + fma(s, z_lo, s_lo * z);
  constexpr F third = F(2.0L / 3), third_lo = F(2.0L / 3 - third);
  const T u = T(third) * cube, u_lo = fma(T(third), cube, -u) + fma(T(third), cube_lo, T(third_lo) * cube);
  T p = T(F(2) / F(27));
#pragma GCC unroll 16
  for (int i = 11; i >= 1; --i) p = fma(p, z, T(F(2) / F(2 * i + 3)));

  // Each sum begins with the larger of its terms, or with 0.
  const T a = n * T(K::ln2[0]), c = s + s, y = a + c, y_lo = c - (y - a);
  const T w = y + u, w_lo = u - (w - y);
  const T rest = (fma(n, T(K::ln2[1]), y_lo) + w_lo) + fma(cube * z, p, u_lo + (s_lo + s_lo));
  hi = w + rest;
  lo = rest - (hi - w);
}

// exp(y log |x|), the product in two parts; then what C asks for negative x, and where x or y is 0, 1, infinite or NaN.
template <class T>
T pow_kernel(T x, T y) noexcept {
  using K = TablesOf<T>;
  using F = Lane<T>;
  const T infinity = T(std::numeric_limits<F>::infinity());
  const T ax = abs(x), ay = abs(y);
  T hi, lo;
  log_in_parts<T>(ax, hi, lo);
  hi = select<T>(ax == T(0), -infinity, select<T>(ax < infinity, hi, ax));
  const T product = y * hi;
  const T rest = select<T>(abs(product) <= T(-K::exp_zero), fma(y, hi, -product) + y * lo, T(0));
  const T size = exp_kernel<T, true>(product, rest);

  // Whole numbers: those that adding and subtracting 2^52 (float: 2^23) leaves alone, and all beyond.
  const T last = T(F(std::int64_t(1) << K::mantissa));
  const auto whole_number = [&](const T& v) -> Mask<T> { return ((v + last) - last == v) | (v >= last); };
  const Mask<T> whole = whole_number(ay), even = whole_number(T(0.5) * ay);
  const Mask<T> negative = copysign(T(1), x) < T(0);
  T result = select<T>(negative & whole & !even, -size, size);
  result = select<T>((x < T(0)) & (ax < infinity) & !whole & (ay < infinity), T(std::numeric_limits<F>::quiet_NaN()),
                     result);
  return select<T>((y == T(0)) | (x == T(1)) | ((ax == T(1)) & (ay == infinity)), T(1), result);
}

// From h = e^|x|/2 and 1/(4 h); below 1, where their difference loses digits, sinh by its series.
template <class T>
void sinhcosh_kernel(T x, T& s, T& c) noexcept {
  using F = Lane<T>;
  const T a = abs(x), h = exp_kernel<T, false, -1>(a), g = T(0.25) / h, z = a * a;
  constexpr F series[9] = {F(1.0L / 6),
                           F(1.0L / 120),
                           F(1.0L / 5040),
                           F(1.0L / 362880),
                           F(1.0L / 39916800),
                           F(1.0L / 6227020800LL),
                           F(1.0L / 1307674368e3L),
                           F(1.0L / 355687428096e3L),
                           F(1.0L / 121645100408832e3L)};
  c = h + g;
  s = copysign(select<T>(a < T(1), fma(a * z, horner(z, series), a), h - g), x);
}

// With u = min(|x|,|y|) <= v = max: atan(u/v), or where that is above tan(pi/8) = 0.414 pi/4 + atan((u-v)/(u+v)).
// The quotient q is kept with its remainder. The angle is then j pi/4 +- atan q, one j for each octant.
template <class T>
T atan2_kernel(T y, T x) noexcept {
  using K = TablesOf<T>;
  const T infinity = T(std::numeric_limits<Lane<T>>::infinity());
  const T ax = abs(x), ay = abs(y);
  const Mask<T> steep = ay > ax;
  T u = select<T>(steep, ax, ay), v = select<T>(steep, ay, ax);
  // Infinities in the ratios 1 and 0 that C asks for; 0/0 is 0; nothing overflows or loses bits on the way.
  u = select<T>(v == infinity, select<T>(u == infinity, T(1), T(0)), u);
  v = select<T>((v == infinity) | (v == T(0)), T(1), v);
  const T scale = select<T>(v > T(K::atan_large), T(0x1p-4), select<T>(v < T(K::atan_small), T(K::atan_scale), T(1)));
  u = u * scale;
  v = v * scale;

  const Mask<T> wide = u > T(0.4140625) * v;
  const T a = select<T>(wide, u - v, u), d = select<T>(wide, u + v, v);
  const T a_error = select<T>(wide, u - ((u - v) + v), T(0));
  const T d_error = select<T>(wide, u - ((u + v) - v), T(0));
  const T q = a / d;
  const T q_error = (fma(-q, d, a) + fma(-q, d_error, a_error)) / d;
  const T z = q * q;
  const T p = horner(z, K::atan);
  const T tail = fma(q * z, p, fma(-z, q_error, q_error));

  // The angle 0 <= j pi/4 + sign (q + tail) <= pi. The first part of pi/4 is short: j pi/4 is exact.
  T j = select<T>(wide, T(1), T(0)), sign = T(1);
  j = select<T>(steep, T(2) - j, j);
  sign = select<T>(steep, -sign, sign);
  const Mask<T> left = copysign(T(1), x) < T(0);
  j = select<T>(left, T(4) - j, j);
  sign = select<T>(left, -sign, sign);
  const T base = j * T(K::quarter_pi[0]), turn = sign * q;
  const T sum = base + turn;
  const T sum_error = turn - (sum - base);  // base is 0 or larger than turn
  const T angle = sum + (sum_error + fma(j, T(K::quarter_pi[1]), sign * tail));
  return select<T>((x == x) & (y == y), copysign(angle, y), x + y);
}

}  // namespace detail

namespace detail {

// x^n by squares, the lowest bits of n first.
template <class T, class N>
T power_of(const T& x, N n) {
  std::uint64_t m = n < N(0) ? std::uint64_t(0) - std::uint64_t(n) : std::uint64_t(n);
  if (m == 0) return T(1);
  T square = x;
  for (; (m & 1) == 0; m >>= 1) square = square * square;
  T power = square;
  while ((m >>= 1) != 0) {
    square = square * square;
    if (m & 1) power = power * square;
  }
  return n < N(0) ? T(1) / power : power;
}

}  // namespace detail

/// The elementary functions of a number type; specialise it to add one.
template <class T>
struct Elementary;

template <std::floating_point T>
struct Elementary<T> {
  static void sincos(T x, T& s, T& c) noexcept {
    s = std::sin(x);
    c = std::cos(x);
  }
  static T exp(T x) noexcept { return std::exp(x); }
  static T log(T x) noexcept { return std::log(x); }
  static T atan2(T y, T x) noexcept { return std::atan2(y, x); }
  static T pow(T x, T y) noexcept { return std::pow(x, y); }
  static void sinhcosh(T x, T& s, T& c) noexcept {
    s = std::sinh(x);
    c = std::cosh(x);
  }
};

namespace detail {

// For number types without a polynomial of their own: the series, as nested factors. 16 terms give 2^-130 at x2 = 0.62.
template <class T>
void cos1_sinc_series(T x2, T& c1, T& s) noexcept {
  if (x2 <= T(kSmallSquare)) {
    T a = 1, b = 1;
    for (int k = 16; k > 0; --k) {
      a = T(1) - x2 * a / T((2 * k + 1) * (2 * k + 2));
      b = T(1) - x2 * b / T((2 * k) * (2 * k + 1));
    }
    c1 = T(-0.5) * x2 * a;
    s = b;
  } else {
    const T x = sqrt(x2);
    T sx, cx;
    Elementary<T>::sincos(x, sx, cx);
    c1 = cx - T(1);
    s = sx / x;
  }
}

template <class T>
struct OwnElementary {
  POLHODE_INLINE static void sincos(T x, T& s, T& c) noexcept { detail::sincos_kernel<T>(x, s, c); }
  POLHODE_INLINE static T exp(T x) noexcept { return detail::exp_kernel<T>(x); }
  POLHODE_INLINE static T log(T x) noexcept { return detail::log_kernel<T>(x); }
  POLHODE_INLINE static T atan2(T y, T x) noexcept { return detail::atan2_kernel<T>(y, x); }
  POLHODE_INLINE static T pow(T x, T y) noexcept { return detail::pow_kernel<T>(x, y); }
  POLHODE_INLINE static void sinhcosh(T x, T& s, T& c) noexcept { detail::sinhcosh_kernel<T>(x, s, c); }
  POLHODE_INLINE static void cos1_sinc(T x2, T& c1, T& s) noexcept { detail::cos1_sinc_kernel<T>(x2, c1, s); }
};

}  // namespace detail

template <>
struct Elementary<double> : detail::OwnElementary<double> {};
template <>
struct Elementary<float> : detail::OwnElementary<float> {};
template <class F, int N>
struct Elementary<Pack<F, N>> : detail::OwnElementary<Pack<F, N>> {};

// Errors are those of double; float has the same in its own ulp, where nothing else is said.

/// sin x and cos x: at most 0.8 ulp for |x| <= 2^45 (float: 2^17), rising to 64 ulp at 2^51 (float: 8 ulp at 2^22); beyond that
/// a number in [-1, 1] without meaning. Infinite x gives NaN; sin(-0) = -0.
template <Numeric T>
POLHODE_INLINE void sincos(T x, T& s, T& c) noexcept {
  Elementary<T>::sincos(x, s, c);
}

/// One of the two, with the bits of sincos; in a template that needs both, sincos costs half.
template <Numeric T>
POLHODE_INLINE T sin(T x) noexcept {
  T s, c;
  sincos(x, s, c);
  return s;
}
template <Numeric T>
POLHODE_INLINE T cos(T x) noexcept {
  T s, c;
  sincos(x, s, c);
  return c;
}
/// At most 2.2 ulp where sincos has 0.8.
template <Numeric T>
POLHODE_INLINE T tan(T x) noexcept {
  T s, c;
  sincos(x, s, c);
  return s / c;
}

/// e^x over the whole range, at most 1 ulp. Overflow gives infinity; underflow is gradual.
template <Numeric T>
POLHODE_INLINE T exp(T x) noexcept {
  return Elementary<T>::exp(x);
}

/// Natural logarithm, at most 1 ulp. log 0 is -infinity, negative x gives NaN.
template <Numeric T>
POLHODE_INLINE T log(T x) noexcept {
  return Elementary<T>::log(x);
}

/// The angle of the point (x, y), in [-pi, pi], at most 1 ulp. Zeros and infinities as in C.
template <Numeric T>
POLHODE_INLINE T atan2(T y, T x) noexcept {
  return Elementary<T>::atan2(y, x);
}

/// The inverses of tan, sin and cos, at most 1, 2 and 2 ulp. |x| > 1 has no sine: NaN.
template <Numeric T>
POLHODE_INLINE T atan(T x) noexcept {
  return atan2(x, T(1));
}
template <Numeric T>
POLHODE_INLINE T asin(T x) noexcept {
  return atan2(x, sqrt(fma(-x, x, T(1))));
}
template <Numeric T>
POLHODE_INLINE T acos(T x) noexcept {
  return atan2(sqrt(fma(-x, x, T(1))), x);
}

/// x^y, at most 1.3 ulp over the whole range (1 for |y log x| <= 20). Zeros, infinities and negative x as in C.
template <Numeric T>
POLHODE_INLINE T pow(T x, std::type_identity_t<T> y) noexcept {
  return Elementary<T>::pow(x, y);
}
/// x^n by products, at most |n| ulp: pow(x, 2) is x x.
template <Numeric T, std::integral N>
POLHODE_INLINE T pow(T x, N n) noexcept {
  return detail::power_of(x, n);
}

/// sinh x and cosh x, at most 1.6 ulp.
template <Numeric T>
POLHODE_INLINE void sinhcosh(T x, T& s, T& c) noexcept {
  Elementary<T>::sinhcosh(x, s, c);
}
template <Numeric T>
POLHODE_INLINE T sinh(T x) noexcept {
  T s, c;
  sinhcosh(x, s, c);
  return s;
}
template <Numeric T>
POLHODE_INLINE T cosh(T x) noexcept {
  T s, c;
  sinhcosh(x, s, c);
  return c;
}
/// At most 3 ulp.
template <Numeric T>
POLHODE_INLINE T tanh(T x) noexcept {
  const T a = abs(x);
  T s, c;
  sinhcosh(min(a, T(50)), s, c);  // 1 to the last bit of a long double from 23 on
  return select<T>(a == a, copysign(s / c, x), x);
}

/// The length of (x, y), at most 1.5 ulp; infinite if one of them is. Squares neither overflow nor vanish (double, float).
template <Numeric T>
POLHODE_INLINE T hypot(T x, T y) noexcept {
  if constexpr (requires { Number<T>::copysign(x, y); }) {  // a number, not a series
    constexpr bool is_float = sizeof(Lane<T>) == 4;
    constexpr Lane<T> limit = is_float ? 0x1p60 : 0x1p500, scale = is_float ? 0x1p100 : 0x1p600;
    const T ax = abs(x), ay = abs(y), large = max(ax, ay);
    const T by = select<T>(large > T(limit), T(1 / scale), select<T>(large < T(1 / limit), T(scale), T(1)));
    const T u = by * x, v = by * y, length = sqrt(fma(u, u, v * v)) / by;
    const auto infinite = [](const T& a) -> Mask<T> { return (a + a == a) & (a > T(0)); };
    return select<T>(infinite(ax), ax, select<T>(infinite(ay), ay, length));
  } else {
    return sqrt(x * x + y * y);
  }
}
template <Numeric T>
POLHODE_INLINE T fabs(T x) noexcept {
  return abs(x);
}

/// What the exponential map needs of x^2 >= 0: c1 = cos x - 1 and s = sin x / x.
/// For x^2 <= 0.62: at most 1 ulp each (of c1 itself, however small), without sqrt or division.
/// Above: the error of c1 and s is at most 2^-52 (float: 2^-23) plus what half an ulp of x makes.
template <Numeric T>
POLHODE_INLINE void cos1_sinc(T x2, T& c1, T& s) noexcept {
  if constexpr (requires { Elementary<T>::cos1_sinc(x2, c1, s); }) {
    Elementary<T>::cos1_sinc(x2, c1, s);
  } else {
    detail::cos1_sinc_series<T>(x2, c1, s);
  }
}

namespace detail {

/// a b + c: with one rounding where the machine has the instruction, with two where it would be a slow library call.
template <class T>
POLHODE_INLINE T mul_add(T a, T b, T c) noexcept {
  if constexpr (epsilon<T>() > Lane<T>(1e-17))
    return fma(a, b, c);
  else
    return a * b + c;
}

/// e^x for -700 <= x <= 0, at most 2 ulp: exp() without the ends of its range. The coefficients are the same.
template <class T>
POLHODE_INLINE T exp_negative(const T& x) noexcept {
  if constexpr (std::is_same_v<Lane<T>, double>) {
    using B = BitView<T>;
    using K = TablesOf<T>;
    const T t = fma(x, T(K::one_over_ln2), T(K::rounder)), n = t - T(K::rounder);
    const T r1 = fma(-n, T(K::ln2[0]), x), r = fma(-n, T(K::ln2[1]), r1);
    const T e = T(1) + fma(r * r, in_layers(r, K::exp), r);
    return B::value(B::bits(e) + (B::bits(t) << 52));  // times 2^n
  } else {
    return exp(x);
  }
}

/// The angle of the point (x, y), y > 0, in (0, pi), at most 2 ulp, and half the sine of its double, at most 4 ulp:
/// atan2() without its special cases. x may be infinite.
template <class T>
POLHODE_INLINE T angle_above(const T& y, const T& x, T& half_sine) noexcept {
  const T ax = abs(x), u = min(y, ax), v = max(y, ax), t = u / v;
  half_sine = copysign(t / mul_add(t, t, T(1)), x);
  if constexpr (std::is_same_v<Lane<T>, double>) {
    using K = TablesOf<T>;
    const Mask<T> steep = y > ax, wide = u > T(0.4140625) * v;
    // Both quotients, without waiting for the choice. For infinite v the second is not a number, and not taken.
    const T q = select<T>(wide, (u - v) / (u + v), t), z = q * q;
    // j pi/4 +- atan q, one j for each octant
    const T octant = select<T>(wide, T(1), T(0)), j0 = select<T>(steep, T(2) - octant, octant),
            j = select<T>(x < T(0), T(4) - j0, j0);
    const T sign = select<T>(steep, T(-1), T(1)) * select<T>(x < T(0), T(-1), T(1));
    const T atan_q = fma(q * z, in_layers(z, K::atan), q);
    return fma(j, T(K::quarter_pi[0]), fma(sign, atan_q, j * T(K::quarter_pi[1])));
  } else {
    return atan2(y, x);
  }
}

}  // namespace detail

}  // namespace polhode::inline POLHODE_ISA
