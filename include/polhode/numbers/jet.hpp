// jet.hpp -- truncated Taylor series in time
//
// Jet<T, N> is c0 + c1 d + ... + cN d^N with d = t - t0 and everything above d^N dropped. A function of time
// written for any number type gives its own derivatives when called with Jet<T, N>::variable(t0).
// Products, quotients and functions cost O(N^2).
#pragma once

#include <array>
#include <concepts>
#include <type_traits>

#include "polhode/numbers/series_recurrences.hpp"

namespace polhode::inline POLHODE_ISA {

template <class T, int N>
struct Jet {
  static_assert(N >= 0);
  static constexpr int degree = N;
  std::array<T, N + 1> c;

  /// The constant 0.
  constexpr Jet() noexcept { c.fill(T(0)); }
  /// A constant: a T, or whatever a T can be made of.
  template <class S>
    requires std::is_convertible_v<S, T>
  constexpr Jet(const S& x) noexcept : Jet() {
    c[0] = T(x);
  }
  /// t itself, near t0.
  static constexpr Jet variable(const T& t0) noexcept {
    Jet t(t0);
    if constexpr (N > 0) t.c[1] = T(1);
    return t;
  }

  constexpr T& operator[](int k) noexcept { return c[k]; }
  constexpr const T& operator[](int k) const noexcept { return c[k]; }
  constexpr const T& value() const noexcept { return c[0]; }
  /// The k-th derivative at t0: k! c[k].
  constexpr T derivative(int k) const noexcept {
    T d = c[k];
    for (int i = 2; i <= k; ++i) d = d * T(i);
    return d;
  }
  /// The polynomial at t0 + dt.
  constexpr T at(const T& dt) const noexcept {
    T p = c[N];
    for (int k = N - 1; k >= 0; --k) p = p * dt + c[k];
    return p;
  }

  // Friends without template parameters of their own: 2 * jet, jet + 1.0 convert the constant.
  friend constexpr Jet operator+(Jet a, const Jet& b) noexcept {
    for (int k = 0; k <= N; ++k) a.c[k] = a.c[k] + b.c[k];
    return a;
  }
  friend constexpr Jet operator-(Jet a, const Jet& b) noexcept {
    for (int k = 0; k <= N; ++k) a.c[k] = a.c[k] - b.c[k];
    return a;
  }
  friend constexpr Jet operator-(Jet a) noexcept {
    for (T& x : a.c) x = -x;
    return a;
  }
  friend constexpr Jet operator+(const Jet& a) noexcept { return a; }
  friend constexpr Jet operator*(const Jet& a, const Jet& b) noexcept {
    Jet p;
    for (int k = 0; k <= N; ++k) p.c[k] = detail::product_coefficient(a.c.data(), b.c.data(), k);
    return p;
  }
  friend constexpr Jet operator/(const Jet& a, const Jet& b) noexcept {
    Jet q;
    for (int k = 0; k <= N; ++k) q.c[k] = detail::quotient_coefficient(q.c.data(), a.c.data(), b.c.data(), k);
    return q;
  }
  // By a plain T: O(N), and without 0 times infinity in the unused terms.
  friend constexpr Jet operator*(Jet a, const T& b) noexcept {
    for (T& x : a.c) x = x * b;
    return a;
  }
  friend constexpr Jet operator*(const T& b, const Jet& a) noexcept { return a * b; }
  friend constexpr Jet operator/(Jet a, const T& b) noexcept {
    for (T& x : a.c) x = x / b;
    return a;
  }
  // Other constants (a double where T is a pack, an int): as the T of the same value.
  template <class S>
    requires(std::is_convertible_v<S, T> && !std::is_same_v<S, T>)
  friend constexpr Jet operator*(const Jet& a, const S& b) noexcept {
    return a * T(b);
  }
  template <class S>
    requires(std::is_convertible_v<S, T> && !std::is_same_v<S, T>)
  friend constexpr Jet operator*(const S& b, const Jet& a) noexcept {
    return a * T(b);
  }
  template <class S>
    requires(std::is_convertible_v<S, T> && !std::is_same_v<S, T>)
  friend constexpr Jet operator/(const Jet& a, const S& b) noexcept {
    return a / T(b);
  }
  constexpr Jet& operator+=(const Jet& b) noexcept { return *this = *this + b; }
  constexpr Jet& operator-=(const Jet& b) noexcept { return *this = *this - b; }
  constexpr Jet& operator*=(const Jet& b) noexcept { return *this = *this * b; }
  constexpr Jet& operator/=(const Jet& b) noexcept { return *this = *this / b; }
};

/// c0 > 0 unless the jet is a constant.
template <Numeric T, int N>
Jet<T, N> sqrt(const Jet<T, N>& v) noexcept {
  Jet<T, N> u;
  for (int k = 0; k <= N; ++k) u[k] = detail::sqrt_coefficient(u.c.data(), v.c.data(), k);
  return u;
}

template <Numeric T, int N>
Jet<T, N> exp(const Jet<T, N>& v) noexcept {
  Jet<T, N> u;
  for (int k = 0; k <= N; ++k) u[k] = detail::exp_coefficient(u.c.data(), v.c.data(), k);
  return u;
}

/// c0 > 0.
template <Numeric T, int N>
Jet<T, N> log(const Jet<T, N>& v) noexcept {
  Jet<T, N> u;
  for (int k = 0; k <= N; ++k) u[k] = detail::log_coefficient(u.c.data(), v.c.data(), k);
  return u;
}

template <Numeric T, int N>
void sincos(const Jet<T, N>& v, Jet<T, N>& s, Jet<T, N>& c) noexcept {
  Jet<T, N> a, b;  // v may be s or c
  for (int k = 0; k <= N; ++k) detail::sincos_coefficient(a.c.data(), b.c.data(), v.c.data(), k);
  s = a;
  c = b;
}
template <Numeric T, int N>
Jet<T, N> sin(const Jet<T, N>& v) noexcept {
  Jet<T, N> s, c;
  sincos(v, s, c);
  return s;
}
template <Numeric T, int N>
Jet<T, N> cos(const Jet<T, N>& v) noexcept {
  Jet<T, N> s, c;
  sincos(v, s, c);
  return c;
}

template <Numeric T, int N>
Jet<T, N> atan2(const Jet<T, N>& y, const Jet<T, N>& x) noexcept {
  const Jet<T, N> r = x * x + y * y;
  Jet<T, N> u;
  for (int k = 0; k <= N; ++k) u[k] = detail::atan2_coefficient(u.c.data(), y.c.data(), x.c.data(), r.c.data(), k);
  return u;
}

template <Numeric T, int N>
Jet<T, N> tan(const Jet<T, N>& v) noexcept {
  Jet<T, N> s, c;
  sincos(v, s, c);
  return s / c;
}
template <Numeric T, int N>
Jet<T, N> atan(const Jet<T, N>& v) noexcept {
  return atan2(v, Jet<T, N>(T(1)));
}
template <Numeric T, int N>
Jet<T, N> asin(const Jet<T, N>& v) noexcept {
  return atan2(v, sqrt(Jet<T, N>(T(1)) - v * v));
}
template <Numeric T, int N>
Jet<T, N> acos(const Jet<T, N>& v) noexcept {
  return atan2(sqrt(Jet<T, N>(T(1)) - v * v), v);
}

/// A constant power. c0 is not 0; pow(v, 2) and other whole powers are those of products.
template <Numeric T, int N>
Jet<T, N> pow(const Jet<T, N>& v, const std::type_identity_t<T>& n) noexcept {
  Jet<T, N> u;
  for (int k = 0; k <= N; ++k) u[k] = detail::power_coefficient(u.c.data(), v.c.data(), n, k);
  return u;
}
template <Numeric T, int N, std::integral I>
Jet<T, N> pow(const Jet<T, N>& v, I n) noexcept {
  return detail::power_of(v, n);
}
template <Numeric T, int N>
Jet<T, N> pow(const Jet<T, N>& v, const Jet<T, N>& n) noexcept {
  return exp(n * log(v));
}

template <Numeric T, int N>
void sinhcosh(const Jet<T, N>& v, Jet<T, N>& s, Jet<T, N>& c) noexcept {
  Jet<T, N> a, b;
  for (int k = 0; k <= N; ++k) detail::sinhcosh_coefficient(a.c.data(), b.c.data(), v.c.data(), k);
  s = a;
  c = b;
}
template <Numeric T, int N>
Jet<T, N> sinh(const Jet<T, N>& v) noexcept {
  Jet<T, N> s, c;
  sinhcosh(v, s, c);
  return s;
}
template <Numeric T, int N>
Jet<T, N> cosh(const Jet<T, N>& v) noexcept {
  Jet<T, N> s, c;
  sinhcosh(v, s, c);
  return c;
}
template <Numeric T, int N>
Jet<T, N> tanh(const Jet<T, N>& v) noexcept {  // u' = (1 - u^2) v'
  Jet<T, N> u, w(T(1));
  for (int k = 0; k <= N; ++k) {
    T sum = T(0);
    for (int i = 1; i <= k; ++i) sum = sum + T(i) * v[i] * w[k - i];
    u[k] = k == 0 ? tanh<T>(v[0]) : sum / T(k);
    w[k] = T(k == 0 ? 1 : 0) - detail::product_coefficient(u.c.data(), u.c.data(), k);
  }
  return u;
}
template <Numeric T, int N>
Jet<T, N> hypot(const Jet<T, N>& x, const Jet<T, N>& y) noexcept {
  return sqrt(x * x + y * y);
}

}  // namespace polhode::inline POLHODE_ISA
