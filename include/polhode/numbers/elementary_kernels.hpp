// elementary_kernels.hpp -- what elementary.hpp is made of: reductions, polynomials, and the bits of numbers
//
// tools/minimax.py makes every coefficient and every constant with an exact value behind it.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/scalar.hpp"

namespace polhode::inline POLHODE_ISA::detail {

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

}  // namespace polhode::inline POLHODE_ISA::detail
