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
// Sources    [Bulirsch1965] (F by the arithmetic-geometric mean), [Carlson1995] (R_F), [DLMF] 19.8 (third kind),
//            20.2, 20.7.30-33 (theta)
//
// T is double, long double or __float128 (numbers/quad.hpp); eps is epsilon<T>(). The integrals also take packs.
#pragma once

#include <array>
#include <type_traits>

#include "polhode/numbers/double_double.hpp"
#include "polhode/numbers/elementary.hpp"
#include "polhode/numbers/scalar.hpp"
#include "polhode/numbers/side_by_side.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// pi to 160 bits, rounded to T.
template <class T>
constexpr T pi() noexcept {
  using L = Lane<T>;
  return T(L(0x1.921fb54442d18p+1) + (L(0x1.1a62633145c07p-53) + L(-0x1.f1976b7ed8fbcp-109)));
}

/// pi less pi<T>(), for double; for other types 0.
template <class T>
constexpr T pi_low() noexcept {
  return std::is_same_v<Lane<T>, double> ? T(Lane<T>(0x1.1a62633145c07p-53)) : T(0);
}

/// Nearest integer of |x| < 1/eps: adding 1.5/eps shifts the fraction out.
template <class T>
POLHODE_INLINE T nearest_integer(T x) noexcept {
  constexpr auto shift = Lane<T>(1.5) / epsilon<T>();
  return (x + T(shift)) - T(shift);
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
  T mean;       ///< AGM(1, kp) = pi/(2 K)
  T angle;      ///< pi F/(2 K): F as an angle that grows by pi/2 per quarter period
  T angle_low;  ///< what the last rounding took off the angle: of a long F the sum knows more
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
  // a and b double in each trip in place of halving, as the angle does. At most 16 trips, as in agm(). A lane that has
  // converged stays as it is.
  Mask<T> done = false;
  for (int trip = 0; trip < 16 && !all_lanes<T>(done); ++trip) {
    const auto move = [&](T& from, T to) { from = select<T>(done, from, to); };
    const T ab = a * b, difference = abs(a - b);
    const Mask<T> last = !(difference > close * a);
    move(half_turns_before, half_turns);
    move(cot, cot - ab / cot);
    move(cot, select<T>(abs(cot) < T(tiny), T(tiny), cot));
    move(a, a + b);
    move(b, T(2) * sqrt(ab));
    move(halvings, T(2) * halvings);
    move(half_turns, T(2) * half_turns + select<T>(cot < T(0), T(1), T(0)));
    done = done | last;
  }
  const T unit = T(1) / halvings;  // a power of two
  const auto plus_half_turns = [](const T& angle, const T& n) {
    const DoubleDouble<T> turns = two_prod(detail::pi<T>(), n), sum = two_sum(turns.hi, angle);
    return DoubleDouble<T>{sum.hi, sum.lo + fma(detail::pi_low<T>(), n, turns.lo)};
  };
  const DoubleDouble<T> sum = plus_half_turns(atan2(a, cot), half_turns_before);
  const DoubleDouble<T> right{sum.hi * unit, sum.lo * unit}, left = plus_half_turns(-right.hi, T(1));
  const Mask<T> is_left = x < T(0);
  const T sign = copysign(T(1), y);
  return {a * unit, sign * select<T>(is_left, left.hi, right.hi),
          sign * select<T>(is_left, left.lo - right.lo, right.lo)};
}

/// A mean over the period beside the arithmetic-geometric mean of the same modulus.
template <class T>
struct MeanShare {
  T mean;   ///< AGM(a, g) = pi a/(2 K), kp = g/a
  T share;  ///< mean of cn^2/(cn^2 + (p/a)^2 sn^2), in [0, 1/2]
};

/// The complete integral of the third kind as a mean: with share = s, Pi(1 - r, k)/K = (1 + (r - 1) s)/r, r = (p/a)^2.
/// 2^-498 a <= g <= a <= p. In numbers of twice the length; errors 100 eps^2, relative. Each trip adds a positive term:
/// share = sum w_n e_n, e_n = x_n/(p_n + x_n), x_n = a_n g_n/p_n, w_n+1 = w_n (1/2 - e_n); once a = g = M the rest of
/// it is w M/(p + M).   [DLMF] 19.8.6-7, rearranged
template <Numeric T>
MeanShare<DoubleDouble<T>> mean_share(DoubleDouble<T> a, DoubleDouble<T> g, DoubleDouble<T> p) noexcept {
  using D = DoubleDouble<T>;
  using namespace detail;
  const T close = T(2) * T(epsilon<T>());  // then the means of the last trip are right to close^2/16
  D sum = T(0), weight = T(1);
  T unit = T(1);
  Mask<T> done = false;
  // All of them double in each trip in place of halving; 17 trips: one more than agm(). A lane that has converged stays.
  for (int trip = 0; trip < 17 && !all_lanes<T>(done); ++trip) {
    const auto move = [&](D& from, const D& to) __attribute__((always_inline)) {
      from = lanes<T> == 1 ? to : select_pair<T>(done, from, to);
    };
    const T difference = abs(a.hi - g.hi);
    const Mask<T> last = !(difference > close * a.hi);
    const D ag = loose_product(a, g), x = loose_quotient(ag, p), next = loose_sum(p, x), e = loose_quotient(x, next);
    move(sum, loose_sum(sum, loose_product(weight, e)));
    move(weight, loose_product(weight, loose_sum(D(T(0.5)), -e)));
    move(p, next);
    move(a, loose_sum(a, g));
    move(g, shifted(loose_sqrt(ag), T(2)));
    unit = select<T>(done, unit, T(0.5) * unit);
    done = done | last;
  }
  return {shifted(a, unit), loose_sum(sum, loose_product(weight, loose_quotient(a, loose_sum(p, a))))};
}
/// AGM(a, g) alone, with twice the length.
template <Numeric T>
DoubleDouble<T> agm(DoubleDouble<T> a, DoubleDouble<T> g) noexcept {
  using D = DoubleDouble<T>;
  using namespace detail;
  const T close = T(2) * T(epsilon<T>());
  Mask<T> done = false;
  for (int trip = 0; trip < 17 && !all_lanes<T>(done); ++trip) {
    const T difference = abs(a.hi - g.hi);
    const Mask<T> last = !(difference > close * a.hi);
    const D half = shifted(loose_sum(a, g), T(0.5)), root = loose_sqrt(loose_product(a, g));
    a = select_pair<T>(done, a, half), g = select_pair<T>(done, g, root);
    done = done | last;
  }
  return a;
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

/// f_n of the recurrence f_{n+1} = 2 cos 2v f_n - f_{n-1}, as coefficients of powers of y = sin^2 v: cos 2v = 1 - 2 y.
template <int N>
struct ChebyshevTable {
  std::array<std::array<double, N + 1>, N + 1> c{};
  constexpr ChebyshevTable(double f0, double f1_constant, double f1_linear) {
    c[0][0] = f0;
    c[1][0] = f1_constant;
    c[1][1] = f1_linear;
    for (int n = 1; n < N; ++n)
      for (int k = 0; k <= N; ++k) c[n + 1][k] = 2 * c[n][k] - 4 * (k > 0 ? c[n][k - 1] : 0) - c[n - 1][k];
  }
};

}  // namespace detail

namespace detail {

/// sinh x for 0 <= x < 700 with all its digits, also where e^x - e^-x has lost them. Rarely needed, hence not fast.
template <class T>
T sinh_positive(T x) noexcept {
  const T small = min(x, T(1)), x2 = small * small;
  T sum = T(1);
  for (int k = epsilon<T>() > Lane<T>(1e-20) ? 9 : 15; k > 0; --k)  // 1/19! < 1e-17, 1/31! < 1e-33
    sum = T(1) + x2 * sum / T(Lane<T>(2 * k * (2 * k + 1)));
  const T e = exp(x);
  return select<T>(x < T(1), small * sum, T(0.5) * (e - T(1) / e));
}

}  // namespace detail

/// Up to this nome the series in q is used, above it the one in the complementary nome. At 0.25 both need few terms.
inline constexpr double kNomeSwitch = 0.25;

/// The functions
///     a(v) = theta4(v - i s | q^2) = 1 + sum (-1)^n q^(2 n^2) [ (E^n + E^-n) cos 2nv + i (E^n - E^-n) sin 2nv ]
///     b(v) = theta1(v - i s | q^2) = q^(1/2) sum (-1)^n q^(2n(n+1)) [ (E^(n+1/2) + E^-(n+1/2)) sin (2n+1)v
///                                                                  - i (E^(n+1/2) - E^-(n+1/2)) cos (2n+1)v ]
/// with E = e^(2s), for real v and 1 <= E <= 1/q, q <= kNomeSwitch. Given by f = sqrt(q E) and g = sqrt(q/E), both in
/// [0, 1], so that the limits q -> 0 are ordinary numbers. As polynomials in sin^2 v: one sine and cosine in all.
/// Absolute error at most 4 eps for exact f, g and v.
template <class T>
class ThetaReal {
 public:
  static constexpr int N = detail::theta_terms<T>();

  ThetaReal() = default;
  POLHODE_INLINE ThetaReal(T f, T g) noexcept { set<true>(f, g, f * g <= T(kFewTerms)); }
  /// a = theta3(v - i s | q^2) in place of theta4: the signs of its terms do not alternate. Here E up to 1/q^2 and f up to
  /// q^(-1/2), if q^2 <= e^-pi.
  POLHODE_INLINE static ThetaReal with_theta3(T f, T g) noexcept {
    ThetaReal r;
    r.template set<false>(f, g, Mask<T>(false));
    return r;
  }

  /// The imaginary parts once more, where `which`, from f - g with all its digits: for E near 1 the difference of the two
  /// has lost them. All sums are of one sign. Needed by thin bodies alone, hence out of line.
  [[gnu::noinline]] void sharpen(const Mask<T>& which, T f, T g, T difference) noexcept {
    static constexpr detail::ChebyshevTable<N> sin_even(2, 4, -8), cos_odd(1, 1, -4);
    const T q = f * g, q2 = q * q, q4 = q2 * q2;
    const Mask<T> few = q <= T(kFewTerms);
    T im_a[N + 1]{}, im_b[N + 1]{};
    im_b[0] = -difference;
    // (f^j - g^j)/(f - g) = f^(j-1) + f^(j-2) g + .. + g^(j-1)
    T quotient = T(1), gj = g, qn = T(1), power = T(1), even = T(1), odd = T(1);
    const auto next = [&] { quotient = f * quotient + gj, gj = gj * g; };
    for (int n = 1; n <= N; ++n) {
      qn = -qn * q;
      if (n == 3 && n == N) qn = select<T>(few, T(0), qn);
      if (n > 1) power = power * q4, even = even * power;
      odd = n == 1 ? q2 : odd * (power * q2);
      next();
      const T minus = even * (qn * (difference * quotient));
      next();
      const T cross = -odd * (qn * (difference * quotient));
      for (int k = 0; k <= n; ++k) {
        if (k < n) im_a[k] = im_a[k] + T(sin_even.c[std::size_t(n - 1)][std::size_t(k)]) * minus;
        im_b[k] = im_b[k] + T(cos_odd.c[std::size_t(n)][std::size_t(k)]) * cross;
      }
    }
    for (int k = 0; k <= N; ++k)
      c_[k][2] = select<T>(which, im_b[k], c_[k][2]), c_[k][3] = select<T>(which, im_a[k], c_[k][3]);
  }

  /// S is T, or a pack of Ts: one pair of functions at many points.
  template <class S>
  POLHODE_INLINE ThetaPair<S> operator()(S sin_v, S cos_v) const noexcept {
    const S y = sin_v * sin_v, y2 = y * y;
    if constexpr (N == 3 && !std::is_same_v<S, T>) {
      // One body at many times, with the same bits: Im a has one term less than the others, and all have with few_.
      using detail::mul_add;
      const auto two = [&](int k, int i)
                           __attribute__((always_inline)) { return mul_add(S(c_[k + 1][i]), y, S(c_[k][i])); };
      const auto three = [&](int i) __attribute__((always_inline)) { return mul_add(S(c_[2][i]), y2, two(0, i)); };
      const auto all = [&](int i) __attribute__((always_inline)) { return mul_add(two(2, i), y2, two(0, i)); };
      if (few_) return {three(0), (sin_v * cos_v) * two(0, 3), sin_v * three(1), cos_v * three(2)};
      return {all(0), (sin_v * cos_v) * three(3), sin_v * all(1), cos_v * all(2)};
    }
    // In layers, not in a row: others wait for the result.
    const auto argument = detail::copies<4>(y);
    const auto two = [&](int k) __attribute__((always_inline)) {
      return detail::mul_add(detail::constants_as<S>(c_[k + 1]), argument, detail::constants_as<S>(c_[k]));
    };
    auto sum = detail::constants_as<S>(c_[N - N % 2]);
    if constexpr (N % 2 == 1) sum = two(N - 1);
    const auto square = detail::copies<4>(y2);
    detail::unrolled<N / 2>(
        [&](auto i) __attribute__((always_inline)) { sum = detail::mul_add(sum, square, two(2 * (N / 2 - 1 - i))); });
    return {sum[0], (sin_v * cos_v) * sum[3], sin_v * sum[1], cos_v * sum[2]};
  }
  /// a'(0)/(i a(0)): how fast the argument of a turns at v = 0.
  T slope() const noexcept { return c_[0][3] / c_[0][0]; }

 private:
  template <bool alternating>
  POLHODE_INLINE void set(const T& f, const T& g, const Mask<T>& few) noexcept {
    using detail::copies, detail::mul_add, detail::side_by_side, detail::unrolled;
    using Four = detail::SideBySide<T, 4>;
    static constexpr detail::ChebyshevTable<N> cos_even(1, 1, -2), sin_even(2, 4, -8), sin_odd(1, 3, -4),
        cos_odd(1, 1, -4);
    // The n-th terms as (Re a, Re b, Im b, Im a): for a q^(2n^2-2n) (ef^n +- eg^n), for b q^(2n^2) (ef^n f +- eg^n g),
    // with ef = q^2 E and eg = q^2/E
    const T q = f * g, q2 = q * q, q4 = q2 * q2, ef = q * (f * f), eg = q * (g * g);
    Four sum[N + 1];
    sum[0] = side_by_side<T>(T(1), f + g, g - f, T(0));
    unrolled<N>([&](auto k) { sum[k + 1] = copies<4>(T(0)); });
    T fn = T(1), gn = T(1), power = T(1), even = T(1), odd = T(1);  // power = q^(4(n-1))
    if constexpr (lanes<T> == 1) few_ = few;
    unrolled<N>([&](auto before) {
      constexpr int n = before + 1;
      fn = -fn * ef, gn = -gn * eg;
      if constexpr (n == 3 && n == N) fn = select<T>(few, T(0), fn), gn = select<T>(few, T(0), gn);
      if constexpr (n > 1) power = power * q4, even = even * power;  // q^(2n^2-2n)
      if constexpr (!alternating) even = -even;
      odd = n == 1 ? q2 : odd * (power * q2);  // q^(2n^2)
      const T plus = even * (fn + gn), minus = even * (fn - gn);
      const Four term = side_by_side<T>(plus, odd * (fn * f + gn * g), odd * (gn * g - fn * f), minus);
      unrolled<n + 1>([&](auto k) {
        constexpr double u = k < n ? sin_even.c[n - 1][k] : 0;
        sum[k] =
            mul_add(term, side_by_side<T>(T(cos_even.c[n][k]), T(sin_odd.c[n][k]), T(cos_odd.c[n][k]), T(u)), sum[k]);
      });
    });
    unrolled<N + 1>([&](auto k) { detail::store<T, 4>(sum[k], c_[k]); });
  }

  // Up to this nome the third term is below eps/8. It is then 0, and one body at many times can do without it.
  static constexpr double kFewTerms = N == 3 ? 0.075 : 0;
  bool few_;       // of one body
  T c_[N + 1][4];  // Re a, Re b/sin v, Im b/cos v, Im a/(sin v cos v): coefficients of (sin v)^(2k)
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
    const T twice_c2 = T(2) - T(4) * s * s;                   // 2 cos 2S
    T c_before = c, s_before = -s, power = T(1), p2n = T(1);  // p^(n(n-1)), p^(2n)
    detail::unrolled<N + 1>([&](auto n) {
      cos_[n] = power * c;
      sin_[n] = power * s;
      const T c_next = twice_c2 * c - c_before, s_next = twice_c2 * s - s_before;
      c_before = c, s_before = s, c = c_next, s = s_next;
      power *= p2n;
      p2n *= p2_;
    });
  }

  /// S is T, or a pack of Ts.
  template <class S>
  POLHODE_INLINE ThetaPair<S> operator()(S X) const noexcept {
    using detail::mul_add;
    const S y = detail::exp_negative(S(-2) * abs(X)), p2 = S(p2_);
    const Half<S> far = half(p2 / y), near = half(p2 * y);
    const S up = copysign(S(1), X);
    return {mul_add(y, near.cos_sum, far.cos_sum), -up * mul_add(-y, near.sin_sum, far.sin_sum),
            up * mul_add(-y, near.cos_alternating, far.cos_alternating),
            -mul_add(y, near.sin_alternating, far.sin_alternating)};
  }
  /// [sum (2n+1) p^(n(n+1)) sin (2n+1)S] / [sum p^(n(n+1)) cos (2n+1)S]
  T slope() const noexcept {
    T sines = T(0), cosines = T(0), p2n = T(1);
    for (int n = 0; n <= N; ++n, p2n *= p2_) sines += T(2 * n + 1) * p2n * sin_[n], cosines += p2n * cos_[n];
    return sines / cosines;
  }

 private:
  template <class S>
  struct Half {
    S cos_sum, sin_sum, cos_alternating, sin_alternating;
  };
  // sum c_n W^n and sum (-1)^n c_n W^n, from the even and the odd terms
  template <class S>
  POLHODE_INLINE Half<S> half(S W) const noexcept {
    using detail::mul_add;
    const S W2 = W * W;
    constexpr int even = N - N % 2, odd = N - 1 + N % 2;  // the last of each kind
    S ce = S(cos_[even]), se = S(sin_[even]), co = S(cos_[odd]), so = S(sin_[odd]);
    detail::unrolled<N - 1>([&](auto i) __attribute__((always_inline)) {
      constexpr int n = N - 2 - i;
      if constexpr (n % 2 == 0)
        ce = mul_add(ce, W2, S(cos_[n])), se = mul_add(se, W2, S(sin_[n]));
      else
        co = mul_add(co, W2, S(cos_[n])), so = mul_add(so, W2, S(sin_[n]));
    });
    return {mul_add(W, co, ce), mul_add(W, so, se), mul_add(-W, co, ce), mul_add(-W, so, se)};
  }

  std::array<T, N + 1> cos_, sin_;
  T p2_;
};

}  // namespace polhode::inline POLHODE_ISA
