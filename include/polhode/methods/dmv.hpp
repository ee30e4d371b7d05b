#pragma once

#include <array>

#include "polhode/method_name.hpp"
#include "polhode/methods/moser_veselov_solver.hpp"
#include "polhode/tables/dmv.hpp"

namespace polhode {
namespace detail {

// c[0] + c[1] x + ... + c[n-1] x^(n-1) with short chains; pw = {x, x^2, x^4, ...}
template <int n, class T>
inline T estrin(const T* c, const T* pw) noexcept {
  if constexpr (n == 1) {
    return c[0];
  } else {
    constexpr int level = n <= 2 ? 0 : n <= 4 ? 1 : n <= 8 ? 2 : 3;
    constexpr int half = 1 << level;
    return fma(estrin<n - half>(c + half, pw), pw[level], estrin<half>(c, pw));
  }
}

// sum over a + b < r of c_ab kappa^a eta^b: triangle
template <int r, class T>
struct TwoVariable {
  T c[r * (r + 1) / 2]{};  // rows b = 0..r-1 with r-b coefficients
  static constexpr int row(int b) { return b * r - b * (b - 1) / 2; }
  T& at(int a, int b) { return c[row(b) + a]; }
  T operator()(const T* kp, const T* ep) const noexcept {
    T outer[r];
    rows<0>(outer, kp);
    return estrin<r>(outer, ep);
  }
  template <int b>
  void rows(T* outer, const T* kp) const noexcept {
    outer[b] = estrin<r - b>(c + row(b), kp);
    if constexpr (b + 1 < r) rows<b + 1>(outer, kp);
  }
};

template <class T>
T power(T x, int n) noexcept {
  T r = T(1);
  for (int i = 0; i < n; ++i) r = r * x;
  return r;
}

template <int r, class T>
struct ModifiedBody {
  Vec3<T> x{}, kappa{};
  T X{};
  TwoVariable<r, T> s, d;
  ModifiedBody() = default;
  explicit ModifiedBody(const Principal<T>& body) noexcept {
    X = max(max(body.x.x, body.x.y), body.x.z);
    x = body.x / X;
    kappa = {x.y - x.z, x.z - x.x, x.x - x.y};
    const T e1 = x.x + x.y + x.z, e2 = x.x * x.y + x.y * x.z + x.z * x.x, e3 = x.x * x.y * x.z;
    s.at(0, 0) = T(1);
    for (int k = 1; k < r; ++k) {
      for (const auto& t : tables::dmv::s[k - 1]) s.at(t.C, t.H) += value(t, e1, e2, e3);
      for (const auto& t : tables::dmv::d[k - 1]) d.at(t.C, t.H) += value(t, e1, e2, e3);
    }
  }
  static T value(const tables::Term& t, T e1, T e2, T e3) {
    return T(Lane<T>(t.numerator) / Lane<T>(t.denominator)) * power(e1, t.e1) * power(e2, t.e2) * power(e3, t.e3);
  }
};

template <class T>
struct RotationClosure {
  Vec3<T> a;  // xt^2
  T start(const Vec3<T>& p, const Vec3<T>& N1, const Vec3<T>& V2) const noexcept {
    const Vec3<T> b = times(a, p);
    const T A0 = fdot(b, p), A1 = fdot(b, N1), A2 = fdot(b, V2), A11 = fdot(times(a, N1), N1);
    return fma(A0, fma(A0, T(2), T(1)), fma(T(2), A2 - A1, A11)) + T(1);
  }
  Closure<T> operator()(const Vec3<T>& V, T q) const noexcept {
    const Vec3<T> b = times(a, V);
    const T A = fdot(b, V), q2 = q * q;
    return {fma(-q2, A, q - T(1)), (T(-2) * q2) * b, fma(T(-2) * q, A, T(1))};
  }
};

}  // namespace detail

template <int Order>
struct Dmv : FreeMethod {
  static constexpr int r = Order / 2;
  static constexpr double limit = Order == 2 ? 1.0 : 1.2;
  static constexpr MethodInfo info{.name = numbered_name<"dmv", Order>, .order=Order,.attitude_order=Order};
  template <class T>
  using Body = detail::ModifiedBody<r, T>;

  template <class T>
  static StepStatus<T> step(const Body<T>& body, T h, State<T>& state) noexcept {
    const T hX = h * body.X;
    const Vec3<T> p = (T(0.5) * hX) * state.m;
    const Vec3<T> xp = times(body.x, p);
    T s = T(1), d = T(0);
    if constexpr (r > 1) {
      T kp[4], ep[4];
      kp[0] = T(2) * detail::fdot(p, p), ep[0] = T(2) * detail::fdot(xp, p);
      if constexpr (r > 2) kp[1] = kp[0] * kp[0], ep[1] = ep[0] * ep[0];
      if constexpr (r > 4) kp[2] = kp[1] * kp[1], ep[2] = ep[1] * ep[1];
      if constexpr (r > 8) kp[3] = kp[2] * kp[2], ep[3] = ep[2] * ep[2];
      s = body.s(kp, ep), d = body.d(kp, ep);
    }
    const Vec3<T> xt{fma(s, body.x.x, d), fma(s, body.x.y, d), fma(s, body.x.z, d)};
    const Mask<T> wanted = T(4) * detail::fdot(xp, xp) <= T(limit * limit);
    const auto root = detail::solve_midpoint<T>(p, body.kappa, s, wanted, detail::RotationClosure<T>{times(xt, xt)});
    const Mask<T> ok = root.converged & (root.q < T(2));
    const T inverse = T(-4) / hX;
    const T back = select<T>(is_finite(inverse), inverse, T(0));
    const Vec3<T>& V = root.V;
    const Vec3<T> c = (root.q * s * back) * body.kappa;
    State<T> next{state.Q * half_tangent(root.q * times(xt, V)),
                  {fma(c.x * V.y, V.z, state.m.x), fma(c.y * V.z, V.x, state.m.y), fma(c.z * V.x, V.y, state.m.z)}};
    state = select<T>(ok, next, state);
    return {ok, root.iterations};
  }
};

}  // namespace polhode
