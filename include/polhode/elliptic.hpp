// elliptic.hpp -- elliptic integrals of the first kind and theta functions, on their own
//
// Every function takes the modulus and its complement, k and kp with k^2 + kp^2 = 1, as two numbers: near
// k = 1 the complement cannot be recovered from k. Carlson's form and the arithmetic-geometric mean have no
// cancellation anywhere, so the bounds below hold over the whole domain.
//
// Symbols    k, kp     modulus and complementary modulus, both in [0, 1]
//            K, K'     K(k) = F(pi/2, k), K' = K(kp)
//            q         nome, exp(-pi K'/K)
//
// Sources    [Bulirsch1965] (F by the arithmetic-geometric mean), [Carlson1995] (R_F), [DLMF] 20.2, 20.7.30-33 (theta)
//
// T is double, long double or __float128 (numbers/quad.hpp); eps is epsilon<T>(). The integrals also take packs.
#pragma once

#include <array>
#include <type_traits>
#include <utility>

#include "polhode/numbers/elementary.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/scalar.hpp"

namespace polhode {

namespace detail {

/// pi to 160 bits, rounded to T.
template <class T>
constexpr T pi() noexcept {
  using L = Lane<T>;
  return T(L(0x1.921fb54442d18p+1) + (L(0x1.1a62633145c07p-53) + L(-0x1.f1976b7ed8fbcp-109)));
}

/// a b + c: with one rounding where the machine has the instruction, with two where it would be a slow library call.
template <class T>
POLHODE_INLINE T mul_add(T a, T b, T c) noexcept {
  if constexpr (epsilon<T>() > Lane<T>(1e-17))
    return fma(a, b, c);
  else
    return a * b + c;
}

/// Nearest integer of |x| < 1/eps: adding 1.5/eps shifts the fraction out.
template <class T>
POLHODE_INLINE T nearest_integer(T x) noexcept {
  constexpr auto shift = Lane<T>(1.5) / epsilon<T>();
  return (x + T(shift)) - T(shift);
}

/// f(0), f(1), .., f(n-1) with constants for arguments: a loop that is never one in the compiled code.
template <int n, class F>
POLHODE_INLINE void unrolled(F&& f) noexcept {
  [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
    (f(std::integral_constant<int, i>{}), ...);
  }(std::make_integer_sequence<int, n>{});
}

/// n numbers that go through the same operations: one register for double, an array for other types.
template <class T, int n>
struct Row {
  T v[n];
  friend Row operator*(const Row& a, const Row& b) noexcept {
    Row r;
    for (int i = 0; i < n; ++i) r.v[i] = a.v[i] * b.v[i];
    return r;
  }
  T operator[](int i) const noexcept { return v[i]; }
};
template <class T, int n>
Row<T, n> mul_add(const Row<T, n>& a, const Row<T, n>& b, const Row<T, n>& c) noexcept {
  Row<T, n> r;
  for (int i = 0; i < n; ++i) r.v[i] = a.v[i] * b.v[i] + c.v[i];
  return r;
}
template <class T>
inline constexpr bool has_rows = std::is_same_v<T, double>;
template <class T, int n>
using RowOf = std::conditional_t<has_rows<T>, Pack<double, n>, Row<T, n>>;

template <class T, int n>
POLHODE_INLINE RowOf<T, n> load(const T (&x)[n]) noexcept {
  RowOf<T, n> r;
  static_assert(sizeof r == sizeof x);
  __builtin_memcpy(&r, x, sizeof r);
  return r;
}
template <class T, int n>
POLHODE_INLINE void store(const RowOf<T, n>& r, T (&x)[n]) noexcept {
  __builtin_memcpy(x, &r, sizeof r);
}
template <class T>
POLHODE_INLINE RowOf<T, 4> four(T x) noexcept {
  return load<T, 4>({x, x, x, x});
}

/// Smallest modulus that the loops below are asked to handle: K = log(4/kp) to rounding there. 1.2e-150 (float: 9e-19).
template <class T>
constexpr Lane<T> smallest_modulus() noexcept {
  return epsilon<T>() > Lane<T>(1e-10) ? Lane<T>(0x1p-60) : Lane<T>(0x1p-498);
}

}  // namespace detail

/// Arithmetic-geometric mean of a, b > 0; error at most 2 eps relative.
/// At most 9 halvings of the exponent of b/a >= 2^-500 and 6 doublings of the digits: 16 trips.
template <Numeric T>
T agm(T a, T b) noexcept {
  const T close = T(2) * sqrt(T(epsilon<T>()));  // then the next mean is right to close^2/16
  for (int trip = 0; trip < 16 && abs(a - b) > close * a; ++trip) {
    const T g = sqrt(a * b);
    a = T(0.5) * (a + b);
    b = g;
  }
  return T(0.5) * (a + b);
}

/// Complete integral of the first kind K(k) from the complementary modulus, 2^-498 <= kp <= 1; error at most 4 eps.
template <Numeric T>
T elliptic_k(T kp) noexcept {
  return detail::pi<T>() / (T(2) * agm(T(1), kp));
}

/// Nome q = exp(-pi K'/K) of moduli in [2^-498, 1]; relative error at most 8 eps (1 + |log q|).
template <Numeric T>
T nome(T k, T kp) noexcept {
  return exp(-detail::pi<T>() * (agm(T(1), kp) / agm(T(1), k)));
}

/// Carlson's R_F(x, y, z) = 1/2 integral_0^inf ((t+x)(t+y)(t+z))^(-1/2) dt; arguments >= 0, at most one of them 0.
/// Error at most 4 eps.   [Carlson1995] eqs. (2.2)-(2.7), series [DLMF] 19.36.1
template <Numeric T>
T carlson_rf(T x, T y, T z) noexcept {
  const T mean0 = (x + y + z) / T(3);
  T mean = mean0, scale = T(1);
  T spread = max(max(abs(mean0 - x), abs(mean0 - y)), abs(mean0 - z));
  // Each trip divides the spread by 4; the series below leaves out its eighth power. Arguments of order 1 need 5 trips
  // in double and 9 in quadruple precision, a ratio of 1e-300 needs 12 and 16: each trip halves the exponent.
  const T small = sqrt(sqrt(sqrt(T(epsilon<T>()))));
  for (int trip = 0; trip < 24 && spread * scale > T(0.5) * small * mean; ++trip) {
    const T sx = sqrt(x), sy = sqrt(y), sz = sqrt(z);
    const T shift = sx * (sy + sz) + sy * sz;
    x = T(0.25) * (x + shift);
    y = T(0.25) * (y + shift);
    z = T(0.25) * (z + shift);
    mean = T(0.25) * (mean + shift);
    scale = T(0.25) * scale;
  }
  const T X = (mean - x) / mean, Y = (mean - y) / mean, Z = -(X + Y);
  const T E2 = X * Y - Z * Z, E3 = X * Y * Z;
  // 1 - E2/10 + E3/14 + E2^2/24 - 3 E2 E3/44 - 5 E2^3/208 + 3 E3^2/104 + E2^2 E3/16
  const T series = T(1) - E2 / T(10) + E3 / T(14) + E2 * E2 / T(24) - T(3) * E2 * E3 / T(44) -
                   T(5) * E2 * E2 * E2 / T(208) + T(3) * E3 * E3 / T(104) + E2 * E2 * E3 / T(16);
  return series / sqrt(mean);
}

/// An incomplete integral of the first kind beside the complete one of the same modulus.
template <class T>
struct FirstKind {
  T mean;   ///< AGM(1, kp) = pi/(2 K)
  T angle;  ///< pi F/(2 K): F as an angle that grows by pi/2 per quarter period
};

/// F(phi, k) with phi the angle of the point (x, y), in [-pi, pi]; kp in [2^-498, 1]. F = angle/mean, K = pi/(2 mean).
/// Errors: mean 2 eps, angle 4 eps, relative. The phase runs beside the mean: phi' = phi + atan(b/a tan phi), as a
/// cotangent and a count of half turns, so that one atan at the end is enough.   [Bulirsch1965] procedure el1
template <Numeric T>
FirstKind<T> first_kind(T y, T x, T kp) noexcept {
  using L = Lane<T>;
  constexpr L smallest = detail::smallest_modulus<T>(),
              tiny = smallest * L(epsilon<T>() > L(1e-10) ? 0x1p-40 : 0x1p-150);
  const T close = T(2) * sqrt(T(epsilon<T>()));  // then the means of the last trip are right to close^2/16
  T a = T(1), b = min(max(kp, T(smallest)), T(1));
  // cot phi, with the ends cut off where F is K or 0 to rounding.
  T cot = min(max(abs(x) / max(abs(y), T(tiny)), T(tiny)), T(L(1) / tiny));
  T half_turns = T(0), half_turns_before = T(0), halvings = T(1);
  // a and b double in each trip in place of halving, as the angle does. At most 16 trips, as in agm().
  for (int trip = 0; trip < 16; ++trip) {
    const T ab = a * b;
    const bool last = all_lanes<T>(!(abs(a - b) > close * a));
    cot = cot - ab / cot;
    cot = select<T>(abs(cot) < T(tiny), T(tiny), cot);
    a = a + b;
    b = T(2) * sqrt(ab);
    halvings = T(2) * halvings;
    half_turns_before = half_turns;
    half_turns = T(2) * half_turns + select<T>(cot < T(0), T(1), T(0));
    if (last) break;
  }
  const T unit = T(1) / halvings;  // a power of two
  T angle = (atan2(a, cot) + detail::pi<T>() * half_turns_before) * unit;
  angle = select<T>(x < T(0), detail::pi<T>() - angle, angle);
  return {a * unit, copysign(angle, y)};
}

/// Values of two theta functions at one complex argument.
template <class T>
struct ThetaPair {
  T ar, ai;  ///< a = ar + i ai
  T br, bi;
};

namespace detail {

/// Terms n = 0..theta_terms that leave less than eps/8 for nomes up to kNomeSwitch.
template <class T>
constexpr int theta_terms() noexcept {
  return epsilon<T>() > Lane<T>(1e-17) ? 3 : epsilon<T>() > Lane<T>(1e-25) ? 4 : 5;
}

/// f_n(x) of the recurrence f_{n+1} = 2 x f_n - f_{n-1}, as coefficients of powers of x.
template <int N>
struct ChebyshevTable {
  std::array<std::array<double, N + 1>, N + 1> c{};
  constexpr ChebyshevTable(double f1_constant, double f1_linear) {
    c[0][0] = 1;
    c[1][0] = f1_constant;
    c[1][1] = f1_linear;
    for (int n = 1; n < N; ++n)
      for (int k = 0; k <= N; ++k) c[n + 1][k] = 2 * (k > 0 ? c[n][k - 1] : 0) - c[n - 1][k];
  }
};

}  // namespace detail

/// Up to this nome the series in q is used, above it the one in the complementary nome. At 0.25 both need few terms.
inline constexpr double kNomeSwitch = 0.25;

/// The functions
///     a(v) = theta4(v - i s | q^2) = 1 + sum (-1)^n q^(2 n^2) [ (E^n + E^-n) cos 2nv + i (E^n - E^-n) sin 2nv ]
///     b(v) = theta1(v - i s | q^2) = q^(1/2) sum (-1)^n q^(2n(n+1)) [ (E^(n+1/2) + E^-(n+1/2)) sin (2n+1)v
///                                                                  - i (E^(n+1/2) - E^-(n+1/2)) cos (2n+1)v ]
/// with E = e^(2s), for real v and 1 <= E <= 1/q, q <= kNomeSwitch. Given by f = sqrt(q E) and g = sqrt(q/E), both in
/// [0, 1], so that the limits q -> 0 are ordinary numbers. As polynomials in cos 2v: one sine and cosine in all.
/// Absolute error at most 4 eps for exact f, g and v.
template <class T>
class ThetaReal {
 public:
  static constexpr int N = detail::theta_terms<T>();

  ThetaReal() = default;
  ThetaReal(T f, T g) noexcept {
    using detail::load, detail::mul_add, detail::unrolled;
    using Row = detail::RowOf<T, 4>;
    static constexpr detail::ChebyshevTable<N> cos_even(0, 1), sin_even(0, 2), sin_odd(1, 2), cos_odd(-1, 2);
    // The n-th terms as (Re a, Re b, Im b, Im a): for a q^(2n^2-2n) (ef^n +- eg^n), for b q^(2n^2) (ef^n f +- eg^n g),
    // with ef = q^2 E and eg = q^2/E
    const T q = f * g, q2 = q * q, q4 = q2 * q2, ef = q * f * f, eg = q * g * g;
    Row sum[N + 1];
    sum[0] = load<T, 4>({T(1), f + g, g - f, T(0)});
    unrolled<N>([&](auto k) { sum[k + 1] = detail::four(T(0)); });
    T fn = T(1), gn = T(1), power = T(1), even = T(1), odd = T(1), even_sum = T(1),
      even_slope = T(0);  // power = q^(4(n-1))
    unrolled<N>([&](auto before) {
      constexpr int n = before + 1;
      fn = -fn * ef, gn = -gn * eg;
      if constexpr (n > 1) power = power * q4, even = even * power;  // q^(2n^2-2n)
      odd = n == 1 ? q2 : odd * (power * q2);                        // q^(2n^2)
      const T plus = even * (fn + gn), minus = even * (fn - gn);
      even_sum += plus;
      even_slope += T(2 * n) * minus;
      const Row term = load<T, 4>({plus, odd * (fn * f + gn * g), odd * (gn * g - fn * f), minus});
      unrolled<n + 1>([&](auto k) {
        constexpr double u = k < n ? sin_even.c[n - 1][k] : 0;
        sum[k] = mul_add(term, load<T, 4>({T(cos_even.c[n][k]), T(sin_odd.c[n][k]), T(cos_odd.c[n][k]), T(u)}), sum[k]);
      });
    });
    unrolled<N + 1>([&](auto k) { detail::store<T, 4>(sum[k], c_[k]); });
    slope_ = even_slope / even_sum;
  }

  POLHODE_INLINE ThetaPair<T> operator()(T sin_v, T cos_v) const noexcept {
    const T x = detail::mul_add(T(-2) * sin_v, sin_v, T(1));
    auto sum = detail::load(c_[N]);
    const auto argument = detail::four(x);
    detail::unrolled<N>([&](auto i) { sum = detail::mul_add(sum, argument, detail::load(c_[N - 1 - i])); });
    return {sum[0], (T(2) * sin_v * cos_v) * sum[3], sin_v * sum[1], cos_v * sum[2]};
  }
  /// a'(0)/(i a(0)): how fast the argument of a turns at v = 0.
  T slope() const noexcept { return slope_; }

 private:
  T c_[N + 1][4]{};  // Re a, Re b/sin v, Im b/cos v, Im a/sin 2v: coefficients of (cos 2v)^k
  T slope_{};
};

/// The same functions after Jacobi's imaginary transformation, up to a common factor:
///     a(X) = sum        p^(n(n+1)) [ cosh (2n+1)X cos (2n+1)S - i sinh (2n+1)X sin (2n+1)S ]
///     b(X) = sum (-1)^n p^(n(n+1)) [ sinh (2n+1)X cos (2n+1)S - i cosh (2n+1)X sin (2n+1)S ]
/// for 0 <= S <= pi/4 and |X| <= -log(p)/2, p <= 0.029; p = 0 is allowed, and then any X. The values are divided by
/// e^|X|/2, so that nothing overflows. Absolute error at most 4 eps for exact p, S and X.
template <class T>
class ThetaImaginary {
 public:
  static constexpr int N = detail::theta_terms<T>();

  ThetaImaginary() = default;
  ThetaImaginary(T p, T S) noexcept : p2_(p * p) {
    T s, c;
    sincos(S, s, c);
    const T twice_c2 = T(2) - T(4) * s * s;  // 2 cos 2S
    T c_before = c, s_before = -s, power = T(1), weight = T(1), sine_sum = T(0), cosine_sum = T(0), all = T(1),
      p2n = T(1);
    detail::unrolled<N + 1>([&](auto n) {
      // power = p^(n(n-1)), all = p^(n(n+1))
      cos_[n] = power * c;
      sin_[n] = power * s;
      sine_sum += weight * all * s;
      cosine_sum += all * c;
      const T c_next = twice_c2 * c - c_before, s_next = twice_c2 * s - s_before;
      c_before = c, s_before = s, c = c_next, s = s_next;
      power *= p2n;
      p2n *= p2_;
      all *= p2n;
      weight += T(2);
    });
    slope_ = sine_sum / cosine_sum;
  }

  POLHODE_INLINE ThetaPair<T> operator()(T X) const noexcept {
    const T y = exp(T(-2) * abs(X));
    const Half far = half(p2_ / y), near = half(p2_ * y);
    const T up = copysign(T(1), X);
    return {mul(y, near.cos_sum, far.cos_sum), -up * mul(-y, near.sin_sum, far.sin_sum),
            up * mul(-y, near.cos_alternating, far.cos_alternating),
            -mul(y, near.sin_alternating, far.sin_alternating)};
  }
  /// [sum (2n+1) p^(n(n+1)) sin (2n+1)S] / [sum p^(n(n+1)) cos (2n+1)S]
  T slope() const noexcept { return slope_; }

 private:
  struct Half {
    T cos_sum, sin_sum, cos_alternating, sin_alternating;
  };
  POLHODE_INLINE static T mul(T a, T b, T c) noexcept { return detail::mul_add(a, b, c); }
  // sum c_n W^n and sum (-1)^n c_n W^n, from the even and the odd terms
  POLHODE_INLINE Half half(T W) const noexcept {
    const T W2 = W * W;
    constexpr int even = N - N % 2, odd = N - 1 + N % 2;  // the last of each kind
    T ce = cos_[even], se = sin_[even], co = cos_[odd], so = sin_[odd];
    detail::unrolled<N - 1>([&](auto i) {
      constexpr int n = N - 2 - i;
      if constexpr (n % 2 == 0)
        ce = mul(ce, W2, cos_[n]), se = mul(se, W2, sin_[n]);
      else
        co = mul(co, W2, cos_[n]), so = mul(so, W2, sin_[n]);
    });
    return {mul(W, co, ce), mul(W, so, se), mul(-W, co, ce), mul(-W, so, se)};
  }

  std::array<T, N + 1> cos_{}, sin_{};
  T p2_{}, slope_{};
};

}  // namespace polhode
