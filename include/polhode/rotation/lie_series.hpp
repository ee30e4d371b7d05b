// lie_series.hpp -- the step of a Lie group equation as one exponential, to any order
//
// Source     [Buss2001] section 2, eqs. (5), (8), (9), and section 5, eqs. (17)-(22), which stop at fixed orders;
//            here as recursions between Taylor coefficients
// Problem    Q' = Q W(t), with W(t) in a Lie algebra, from t = 0:     Q(t) = Q(0) exp(Y(t))
// Velocity   momentum L(t) = l_0 + l_1 t + l_2 t^2 + ... in space. Each l_j is fixed there, and seen from the
//            body it turns:  a_j' = ad*(W) a_j,  a_j(0) = l_j;   W = I^-1 (a_0 + t a_1 + t^2 a_2 + ...)
// Series     Y' = W + 1/2 [Y,W] + sum_q b_q ad(Y)^q W,  q = 2, 4, 6, ...,  b_q = B_q/q! with the Bernoulli numbers B_q
//
// Symbols    here          Buss
//            Q' = Q W      Omega' = hat(omega) Omega: his W is in space axes. With W in body axes all
//                          brackets change sign; Axes::space gives his formulas
//            W[k]          W^(k)/k!: Taylor coefficients, not derivatives
//            Y[k]          Y_k/(k+1)!,  the coefficient of t^(k+1)
//
// Nothing here knows of rotations: an algebra is a type with an element, a scalar and a bracket. The recursions run
// over constants known to the compiler and leave straight code, without loops or memory.
#pragma once

#include <array>
#include <concepts>
#include <utility>

#include "polhode/rotation/vec3.hpp"

namespace polhode::inline POLHODE_ISA {

/// A Lie algebra: elements that can be added and scaled, and their bracket (bilinear, antisymmetric, Jacobi's identity).
template <class A>
concept LieAlgebra = requires(const typename A::Element& a, const typename A::Element& b, typename A::Scalar s) {
  { a + b } -> std::convertible_to<typename A::Element>;
  { s* a } -> std::convertible_to<typename A::Element>;
  { A::bracket(a, b) } -> std::convertible_to<typename A::Element>;
};

/// Rotations: the bracket is the cross product.
template <class T>
struct So3 {
  using Scalar = T;
  using Element = Vec3<T>;
  static constexpr Element bracket(const Element& a, const Element& b) noexcept { return cross(a, b); }
  static constexpr Element coadjoint(const Element& w, const Element& m) noexcept { return cross(m, w); }
};

/// ad*(w) m, the rate of change of a momentum that is constant in space, seen from axes that move with w:
/// <ad*(w) m, u> = <m, [w, u]> for every u. Taken from the algebra if it has one; otherwise from the bracket, with
/// components m[0] ... m[A::dimension - 1] in the dual basis.
template <LieAlgebra A>
constexpr typename A::Element coadjoint(const typename A::Element& w, const typename A::Element& m) noexcept {
  if constexpr (requires { A::coadjoint(w, m); }) {
    return A::coadjoint(w, m);
  } else {
    using S = typename A::Scalar;
    typename A::Element rate{};
    for (int i = 0; i < A::dimension; ++i) {
      typename A::Element unit{};
      for (int j = 0; j < A::dimension; ++j) unit[j] = S(i == j ? 1 : 0);
      const typename A::Element column = A::bracket(w, unit);
      S sum = m[0] * column[0];
      for (int j = 1; j < A::dimension; ++j) sum = sum + m[j] * column[j];
      rate[i] = sum;
    }
    return rate;
  }
}

namespace detail {

/// f(begin), f(begin + 1), ..., f(end - 1) with constants as arguments.
template <int begin, int end, class F>
POLHODE_INLINE constexpr void unrolled(F&& f) {
  if constexpr (begin < end) {
    [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
      (f(std::integral_constant<int, begin + i>{}), ...);
    }(std::make_integer_sequence<int, end - begin>{});
  }
}
/// term(begin) + term(begin + 1) + ... + term(end - 1), added in this order; begin < end.
template <int begin, int end, class Term>
POLHODE_INLINE constexpr auto unrolled_sum(Term&& term) {
  auto sum = term(std::integral_constant<int, begin>{});
  unrolled<begin + 1, end>([&](auto i) __attribute__((always_inline)) { sum = sum + term(i); });
  return sum;
}

/// B_q/q!, the coefficient of x^q in x/(e^x - 1): 1, -1/2, 1/12, 0, -1/720, ...
template <class L>
constexpr L bernoulli_coefficient(int q) noexcept {
  if (q == 1) return L(-0.5);
  if (q % 2 == 1) return L(0);
  // Even part: x/2 coth(x/2), that is cosh(y) = (sum b_2k x^2k) sinh(y)/y with y = x/2.
  L b[64]{}, cosh_term = 1;  // 1/((2k)! 4^k)
  const auto sinh_term = [](int k) {
    L t = 1;
    for (int i = 1; i <= k; ++i) t = t / L(4 * (2 * i) * (2 * i + 1));
    return t;
  };
  for (int k = 0; k <= q / 2; ++k) {
    if (k > 0) cosh_term = cosh_term / L(4 * (2 * k - 1) * (2 * k));
    b[k] = cosh_term;
    for (int j = 0; j < k; ++j) b[k] = b[k] - b[j] * sinh_term(k - j);
  }
  return b[q / 2];
}

}  // namespace detail

/// Taylor coefficients w[0] ... w[N-1] of the solution of w' = B(w, w), B bilinear; only its symmetric part matters.
/// Euler's equations of a free body are of this kind, with B(u, v) = I^-1 ad*(u) I v.
template <int N, class T, class Element, class Bilinear>
POLHODE_INLINE constexpr std::array<Element, N> quadratic_series(const Element& w0, Bilinear&& B) {
  std::array<Element, N> w{w0};
  detail::unrolled<0, N - 1>([&](auto n) __attribute__((always_inline)) {
    const Element sum =
        detail::unrolled_sum<0, n + 1>([&](auto i) __attribute__((always_inline)) { return B(w[i], w[n - i]); });
    if constexpr (n == 0)
      w[n + 1] = sum;
    else
      w[n + 1] = T(Lane<T>(1) / Lane<T>(n + 1)) * sum;
  });
  return w;
}

/// Taylor coefficients W[0] ... W[N-1] of the velocity in body axes, from the momentum L(t) = sum l[j] t^j, j < K <= N,
/// given by its components along the body axes of t = 0. K = 1: a constant momentum. `velocity(m)` is I^-1 m.
template <LieAlgebra A, int N, std::size_t K, class Velocity>
  requires(1 <= K && K <= N)
POLHODE_INLINE constexpr std::array<typename A::Element, N> velocity_series(const std::array<typename A::Element, K>& l,
                                                                            Velocity&& velocity) {
  using Element = typename A::Element;
  using T = typename A::Scalar;
  constexpr int terms = int(K);
  std::array<std::array<Element, N>, K> a{};  // a[j][k]: coefficient of t^k in a_j; needed for j + k < N
  std::array<Element, N> W{};
  detail::unrolled<0, N>([&](auto n) __attribute__((always_inline)) {
    // the coefficients of t^n in W: a_j to t^(n-j), which need W up to t^(n-1)
    detail::unrolled<0, (n < terms ? n + 1 : terms)>([&](auto j) __attribute__((always_inline)) {
      constexpr int k = n - j;
      if constexpr (k == 0) {
        a[j][0] = l[j];
      } else {
        const Element sum = detail::unrolled_sum<0, k>(
            [&](auto i) __attribute__((always_inline)) { return coadjoint<A>(W[i], a[j][k - 1 - i]); });
        if constexpr (k == 1)
          a[j][k] = sum;
        else
          a[j][k] = T(Lane<T>(1) / Lane<T>(k)) * sum;
      }
    });
    W[n] = velocity(detail::unrolled_sum<0, (n < terms ? n + 1 : terms)>(
        [&](auto j) __attribute__((always_inline)) { return a[j][n - j]; }));
  });
  return W;
}

/// Where the components of W are taken: Q' = Q W in body axes, Q' = W Q in space axes.
enum class Axes { body, space };

/// Coefficients Y[0] ... Y[N-1] of Y(t) = Y[0] t + Y[1] t^2 + ... + Y[N-1] t^N, so that the group element at t is
/// Q(0) exp(Y(t)) (body axes) or exp(Y(t)) Q(0) (space axes), in error by O(t^(N+1)).
///
/// S_q = ad(Y)^q W begins with t^(q+1), since Y and W begin in the same direction. With i Y[i-1] = W[i-1] + E_i the
/// terms of S_1 = [Y, W] are taken in pairs, which halves their number (E_1 = E_2 = 0):
/// [Y_i, W_(j-1)] + [Y_j, W_(i-1)] = [Y_i, W_(j-1) - i Y_j] + [E_i, Y_j],   Y_i = Y[i-1], i < j.
template <LieAlgebra A, int N, Axes axes = Axes::body>
POLHODE_INLINE constexpr std::array<typename A::Element, N> lie_series(const std::array<typename A::Element, N>& W) {
  using Element = typename A::Element;
  using T = typename A::Scalar;
  using L = Lane<T>;
  std::array<Element, N> Y{}, E{};            // E[i] = E_(i+1)
  std::array<std::array<Element, N>, N> S{};  // S[q][k]: coefficient of t^k in S_q, k > q >= 1

  detail::unrolled<0, N>([&](auto k) __attribute__((always_inline)) {
    if constexpr (k < 2) {
      Y[k] = k == 0 ? W[k] : T(0.5) * W[k];
    } else {
      constexpr int pairs = k == 3 ? 1 : (k + 1) / 2;  // k = 3: the middle term is [Y_2, W_1] = 0
      S[1][k] = detail::unrolled_sum<1, pairs + 1>([&](auto i) __attribute__((always_inline)) -> Element {
        constexpr int j = k + 1 - i;
        if constexpr (i == j) {
          return A::bracket(E[i - 1], Y[i - 1]);
        } else if constexpr (j == 2) {
          return A::bracket(W[0], Y[1]);  // W[1] - Y[1] = Y[1]
        } else if constexpr (i <= 2) {
          return A::bracket(Y[i - 1], W[j - 1] + T(-int(i)) * Y[j - 1]);
        } else {
          return A::bracket(Y[i - 1], W[j - 1] + T(-int(i)) * Y[j - 1]) + A::bracket(E[i - 1], Y[j - 1]);
        }
      });
      detail::unrolled<2, k>([&](auto q) __attribute__((always_inline)) {
        S[q][k] = detail::unrolled_sum<1, k - q + 1>(
            [&](auto i) __attribute__((always_inline)) { return A::bracket(Y[i - 1], S[q - 1][k - i]); });
      });
      constexpr L first = axes == Axes::body ? L(0.5) : L(-0.5);
      E[k] = T(first) * S[1][k];
      detail::unrolled<2, k>([&](auto q) __attribute__((always_inline)) {
        if constexpr (q % 2 == 0) E[k] = E[k] + T(detail::bernoulli_coefficient<L>(q)) * S[q][k];
      });
      Y[k] = T(L(1) / L(k + 1)) * (W[k] + E[k]);
    }
  });
  return Y;
}

/// Y(1) = Y[0] + Y[1] + ...: take W over a time in which the step is 1.
template <class Element, std::size_t N>
POLHODE_INLINE constexpr Element sum_of(const std::array<Element, N>& Y) {
  return detail::unrolled_sum<0, int(N)>([&](auto i) __attribute__((always_inline)) { return Y[i]; });
}

}  // namespace polhode::inline POLHODE_ISA
