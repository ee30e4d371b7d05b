#pragma once

#include "polhode/method.hpp"

namespace polhode::detail {

template <class T>
struct MidpointRoot {
  Vec3<T> V{};
  T q{};
  Mask<T> converged{};
  int iterations = 0;
};

template <class T>
struct Closure {
  T g{};
  Vec3<T> g_V{};
  T g_q{};
};

template <Numeric T>
[[gnu::always_inline]] inline T fdot(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z));
}

template <Numeric T, class ClosureFunction>
[[gnu::always_inline]] inline MidpointRoot<T> solve_midpoint(const Vec3<T>& p, const Vec3<T>& kappa, T s, Mask<T> wanted,
                                      const ClosureFunction& closure) noexcept {
  constexpr int max_iterations = 12;
  const T tolerance = T(epsilon<T>());

  // series
  const T ky2 = kappa.x * p.y, kx3 = kappa.x * p.z;  // k1 p2, k1 p3
  const T k21 = kappa.y * p.x, k23 = kappa.y * p.z;
  const T k31 = kappa.z * p.x, k32 = kappa.z * p.y;
  const auto with_p = [&](const Vec3<T>& a) __attribute__((always_inline)) {  // 2 N(p, a)
    return Vec3<T>{fma(ky2, a.z, kx3 * a.y), fma(k23, a.x, k21 * a.z), fma(k31, a.y, k32 * a.x)};
  };
  const Vec3<T> N1{ky2 * p.z, k23 * p.x, k31 * p.y};  // -V1
  const Vec3<T> V2 = with_p(N1);
  const Vec3<T> B3 = with_p(V2);
  const Vec3<T> N3{fma(kappa.x * N1.y, N1.z, B3.x), fma(kappa.y * N1.z, N1.x, B3.y), fma(kappa.z * N1.x, N1.y, B3.z)};  // -V3
  const Vec3<T> B4 = with_p(N3);
  const Vec3<T> V4{fma(kappa.x, fma(N1.y, V2.z, N1.z * V2.y), B4.x), fma(kappa.y, fma(N1.z, V2.x, N1.x * V2.z), B4.y),
                   fma(kappa.z, fma(N1.x, V2.y, N1.y * V2.x), B4.z)};
  T q = closure.start(p, N1, V2);
  const T tau0 = q * s, tau2 = tau0 * tau0;
  const auto series = [&](T v0, T n1, T v2, T n3, T v4) __attribute__((always_inline)) {
    return fma(tau2, fma(tau2, v4, fma(-tau0, n3, v2)), fma(-tau0, n1, v0));
  };
  Vec3<T> V{series(p.x, N1.x, V2.x, N3.x, V4.x), series(p.y, N1.y, V2.y, N3.y, V4.y), series(p.z, N1.z, V2.z, N3.z, V4.z)};

  Mask<T> done = !wanted;
  Mask<T> converged = Mask<T>(false);
  int iterations = 0;
  while (!all_lanes<T>(done) && iterations < max_iterations) {
    ++iterations;
    const T tau = q * s;
    const Vec3<T> c = tau * kappa;
    const Vec3<T> VV{V.y * V.z, V.z * V.x, V.x * V.y};
    const Vec3<T> N = times(kappa, VV);
    const Vec3<T> cV{c.x * V.x, c.y * V.y, c.z * V.z};
    const Vec3<T> F{fma(c.x, VV.x, V.x - p.x), fma(c.y, VV.y, V.y - p.y), fma(c.z, VV.z, V.z - p.z)};
    const Closure<T> g = closure(V, q);
    // adj(1 + dF/dV)
    const Vec3<T> t{fma(c.x, VV.x, -V.x), fma(c.y, VV.y, -V.y), fma(c.z, VV.z, -V.z)};
    const T a11 = fma(-(c.y * V.x), c.z * V.x, T(1)), a22 = fma(-(c.z * V.y), c.x * V.y, T(1)), a33 = fma(-(c.x * V.z), c.y * V.z, T(1));
    const auto adjugate = [&](const Vec3<T>& f) __attribute__((always_inline)) {
      // rows: a11 f1 + c1 (t3 f2 + t2 f3)
      return Vec3<T>{fma(a11, f.x, c.x * fma(t.z, f.y, t.y * f.z)), fma(a22, f.y, c.y * fma(t.x, f.z, t.z * f.x)),
                     fma(a33, f.z, c.z * fma(t.y, f.x, t.x * f.y))};
    };
    const T D = fma(c.x, fma(V.z, c.y * t.z, V.y * (c.z * t.y)), a11);
    const Vec3<T> z = adjugate(F), y = s * adjugate(N);
    const T den = fma(g.g_q, D, -fdot(g.g_V, y));
    const T dq = fma(-g.g, D, fdot(g.g_V, z)) / den;
    const T over = T(-1) / D;
    const Vec3<T> dV{over * fma(y.x, dq, z.x), over * fma(y.y, dq, z.y), over * fma(y.z, dq, z.z)};
    V = select<T>(done, V, V + dV);
    q = select<T>(done, q, q + dq);
    const Mask<T> close = (fdot(dV, dV) <= tolerance * fdot(V, V)) & (dq * dq <= tolerance);
    converged = converged | (close & !done);
    done = done | close;
  }
  return {V, q, converged, iterations};
}

}  // namespace polhode::detail
