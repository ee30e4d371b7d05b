// weierstrass.hpp -- free rigid body: the cheapest flow that is exact to rounding, small steps by Weierstrass's function
//
// A step of h|w| <= 0.55 is taken in closed form, without set-up, iteration, sine or cosine, or any special case; a step of
// up to twice that in two such halves; a larger one, and any in a number type more precise than double, by `exact`.
//
// The small step   With ki = xk - xj (i, j, k cyclic), Euler's equations are mi' = ki mj mk, and
//                    z = ei + kj kk mi^2,   e1 + e2 + e3 = 0,   z'^2 = 4 (z - e1)(z - e2)(z - e3)
//                  for all three i: z(t) is Weierstrass's function P of t plus a constant, and mi is the root of P - ei up
//                  to a factor. Its addition theorem moves the momentum by h = 2 tau; it needs nothing but P and P' at
//                  tau, which are short series in g2 = 2 (e1^2 + e2^2 + e3^2) and g3 = 4 e1 e2 e3. Written for the mean
//                  V = (m0 + m1)/2 it is, with w = tau^2 P, y = -tau^3 P'/2, ni = (w - ei)^2 - (ei - ej)(ei - ek) and ei, z
//                  times tau^2,
//                    2 Vi = mi + (nj nk mi + 2 y tau ni ki mj mk)/F,   F = ni^2 + 4 y^2 (ei - z)   (the same for all i)
//                  The rotation is that of the Moser-Veselov algorithm with modified moments (dmv.hpp), which solves
//                    V + a N(V) = m0,  m1 = m0 - 2 a N(V),  e = a (x + D) V,   N(V) = xV x V,  D = d/s
//                  for V and a by iteration; here a is known as well:
//                    1/(a/tau) = [(3 w^2 - g2/4)/4 + (n1 n2 n3/4 + 2 y^3 tau^3 k1 k2 k3 m1 m2 m3)/F]/y
//                  Only D, the turn about L, is a series that belongs to the body: d/s of the table of order 16.
// Rounding         One step of Newton's method on V + a N(V) = m0 takes the error of V from a few eps to far below: then
//                  |m| and the energy are kept to the rounding of m1, a random walk without drift.
//
// Source     [HairerVilmart2006] Theorem 2.1 (the rotation); [DLMF] 23.9.2-23.9.5, 23.10.1, 23.10.7 (series, addition)
//
// Exact to rounding: everything. A step is right to 3e-16 of m and 7e-16 rad, with moments that no body has up to 1 + h|m|/I times
// that, I the least; over 1e6 steps energy, |m| and L stay within 3e-13 (tests/methods/weierstrass_test.cpp).
#pragma once

#include "polhode/methods/exact.hpp"
#include "polhode/methods/parts/modified_inertia.hpp"
#include "polhode/methods/parts/triple.hpp"
#include "polhode/methods/tables/dmv.hpp"
#include "polhode/numbers/side_by_side.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// A body with the series s and d of order 16 in P = |p|^2 and E = p . offset p, p = (h/2) scale m; d in units of scale.
template <class T>
class WeierstrassBody : public ScaledBody<T> {
 public:
  static constexpr int kTerms = 8;

  Principal<T> moments{};
  Vec3<T> kk{};  ///< kj kk

  WeierstrassBody() = default;
  explicit WeierstrassBody(const Principal<T>& body) noexcept : ScaledBody<T>(body), moments(body) {
    // Differences of inverses as inverses times differences: those of a thin rod lose no digits.
    const Vec3<T>& I = body.I;
    const T middle = max(min(I.x, I.y), min(max(I.x, I.y), I.z));
    this->k = {(I.z - I.y) * (this->x.y * body.x.z), (I.x - I.z) * (this->x.z * body.x.x),
               (I.y - I.x) * (this->x.x * body.x.y)};
    this->offset = {(middle - I.x) * body.x.x, (middle - I.y) * body.x.y, (middle - I.z) * body.x.z};
    kk = {this->k.y * this->k.z, this->k.z * this->k.x, this->k.x * this->k.y};
    if constexpr (!(epsilon<T>() < Lane<T>(1e-17))) {
      T s[kRows][4]{}, d[kRows][4]{};
      s[0][0] = T(1);
      const auto of = [](auto& rows, const tables::Term& term) -> T& {
        return rows[term.K < 4 ? term.C : kTerms + term.C][term.K % 4];
      };
      for (int n = 1; n < kTerms; ++n) {
        for (const auto& term : tables::dmv::s[n - 1]) of(s, term) += this->coefficient(term);
        for (const auto& term : tables::dmv::d[n - 1]) of(d, term) += this->coefficient(term);
      }
      for (int i = 0; i < kRows; ++i) s_[i] = load(s[i]), d_[i] = load(d[i]);
    }
  }
  POLHODE_INLINE void series(T P, T E, T& s, T& d) const noexcept { s = sum(s_, P, E), d = sum(d_, P, E); }

 private:
  // Coefficients of P^a E^b: row a holds b = 0..3 and, from kTerms on, b = 4..7.
  static constexpr int kRows = 2 * kTerms - 4;
  using Rows = SideBySide<T, 4>[kRows];
  Rows s_{}, d_{};

  POLHODE_INLINE static T sum(const Rows& rows, T P, T E) noexcept {
    const T P2 = P * P, P4 = P2 * P2, E2 = E * E, E4 = E2 * E2;
    const auto up = [](const SideBySide<T, 4>& a, T x, const SideBySide<T, 4>& c)
                        __attribute__((always_inline)) { return fma(a, copies<4>(x), c); };
    const auto pair = [&](int a) __attribute__((always_inline)) { return up(rows[a + 1], P, rows[a]); };
    const auto four = [&](int a) __attribute__((always_inline)) { return up(pair(a + 2), P2, pair(a)); };
    const SideBySide<T, 4> all = up(four(8), E4, up(four(4), P4, four(0)));
    return fma(E2, fma(E, all[3], all[2]), fma(E, all[1], all[0]));
  }
};

}  // namespace detail

struct Weierstrass : FreeMethod {
  static constexpr MethodInfo info{
      .name = "weierstrass",
      .title = "exact solution, small steps in closed form without set-up",
      .family = "Exact",
      .order = kExact,
      .attitude_order = kExact,
      .symmetric = true,
      .structure = Structure::symplectic,
      .energy = Energy::exact,
      .keeps_casimir = true,
      .keeps_momentum = true,
      .reference = "Jacobi1850; HairerVilmart2006, Theorem 2.1",
  };

  /// Up to this h|w| a step is taken in closed form: the series of order 16 leave 1e-15 rad there (4e-15 at 0.6).
  static constexpr double kSmall = 0.55;
  /// The same for g2 (h/2)^4/20: long thin bodies, and moments that no distribution of mass has, may circle as fast as they
  /// turn, or faster. Without it a rod would have an error of 3e-13 rad at h|w| = 0.55.
  static constexpr double kSmallCircle = 3e-5;

  template <class T>
  using Body = detail::WeierstrassBody<T>;

  template <class T>
  static StepStatus<T> step(const Body<T>& body, T h, PrincipalState<T>& s) noexcept {
    if constexpr (epsilon<T>() < Lane<T>(1e-17)) {
      return Exact::step(body.moments, h, s);
    } else {
      if (!all_lanes<T>(is_small(body, h, s.m))) return large_step(body, h, s);
      small_step(body, h, s);
      return {};
    }
  }

 private:
  /// g2 (h/2)^4/20, of f as in small_step()
  template <class T>
  POLHODE_INLINE static T circling(const detail::Triple<T>& f) noexcept {
    const detail::Triple<T> difference = next(f) - prev(f);
    return T(Lane<T>(1) / 30) * dot(difference, difference);
  }
  template <class T>
  POLHODE_INLINE static Mask<T> is_small(const detail::WeierstrassBody<T>& body, T h,
                                         const Vec3<T>& momentum) noexcept {
    using detail::Triple;
    const T tau = T(0.5) * h * body.scale, tau2 = tau * tau;
    const Triple<T> m = Triple<T>::one_by_one(momentum), g = (tau * Triple<T>(body.x)) * m;
    const T A = circling((tau2 * Triple<T>(body.kk)) * (m * m));
    return (dot(g, g) <= T(kSmall * kSmall / 4)) & (A <= T(kSmallCircle));
  }

  /// Where the step is not small in two halves; where that is not enough either by the theta functions. Out of line: as
  /// a part of step() it would take registers from the small step.
  template <class T>
  [[gnu::noinline]] static StepStatus<T> large_step(const detail::WeierstrassBody<T>& body, T h,
                                                    PrincipalState<T>& s) noexcept {
    PrincipalState<T> end = s, two = s;
    Mask<T> good = is_small(body, h, s.m);
    if (!all_lanes<T>(!good)) small_step(body, h, end);
    const T half = T(0.5) * h;
    Mask<T> both = is_small(body, half, two.m);
    small_step(body, half, two);
    both = both & is_small(body, half, two.m);
    small_step(body, half, two);
    end = select<T>(good, end, two);
    good = good | both;
    StepStatus<T> status;
    if (!all_lanes<T>(good)) {
      PrincipalState<T> far = s;
      status = Exact::step(body.moments, select<T>(good, T(0), h), far);
      end = select<T>(good, end, far);
    }
    s = end;
    return status;
  }

  template <class T>
  POLHODE_INLINE static void small_step(const detail::WeierstrassBody<T>& body, T h,
                                        PrincipalState<T>& state) noexcept {
    using detail::Triple;
    const Triple<T> ones({T(1), T(1), T(1)});
    const T tau = T(0.5) * h * body.scale, tau2 = tau * tau;
    // Here k = xj - xk, so that N(V) = k next(V) prev(V), as in the solver of Moser-Veselov: -k of the formulas above.
    const Triple<T> x(body.x), k(body.k), kk(body.kk), m = Triple<T>::one_by_one(state.m);
    const Triple<T> mm = m * m, mixed = next(m) * prev(m), c = tau * k;

    // f = tau^2 (z - e), and from it the differences of e, 3 e, and the series
    const Triple<T> f = (tau2 * kk) * mm, fn = next(f), fp = prev(f);
    const Triple<T> e3 = (fn - f) + (fp - f), en3 = next(e3), ep3 = prev(e3);
    const T A = circling(f);                                           // g2 tau^4/20
    const T B = first(e3 * (T(Lane<T>(1) / (7 * 27)) * (en3 * ep3)));  // g3 tau^6/28
    const Triple<T> ee = T(Lane<T>(1) / 9) * fma(e3, e3, en3 * ep3);   // ei^2 + ej ek

    // w = 1 + sum c_n,  y = 1 - sum (n - 1) c_n,  n = 2..6, with c2 = A, c3 = B, c4 = A^2/3, ...; c7 < 1e-17
    // [DLMF] 23.9.2-23.9.5
    const T AA = A * A, AB = A * B;
    const T c6 = fma(T(Lane<T>(2) / 39) * A, AA, T(Lane<T>(1) / 13) * (B * B));
    const T w = T(1) + ((A + B) + (fma(AA, T(Lane<T>(1) / 3), AB * T(Lane<T>(3) / 11)) + c6));
    const T y = T(1) - ((A + T(2) * B) + (fma(AB, T(Lane<T>(12) / 11), AA) + T(5) * c6));

    // ni = w^2 - 2 w ei - ei^2 - ej ek
    const T ww = w * w, yy4 = T(4) * y * y;
    const Triple<T> n = fma(e3, T(Lane<T>(-2) / 3) * w, fma(ones, ww, -ee)), nn = next(n) * prev(n);
    const T F = fma(first(n), first(n), -yy4 * first(f));
    const Triple<T> m1 = (T(1) / F) * fma(nn, m, (T(-2) * y) * ((n * c) * mixed));
    // a, with g2 tau^4 = 20 A
    const T triple = first((c * mixed) * ((tau2 * kk) * m));  // -tau^3 k1 k2 k3 m1 m2 m3
    const T lead = fma(T(0.75), ww, T(-1.25) * A);
    const T a = tau * (y * F) / fma(lead, F, fma(T(0.25), first(n * nn), (T(-0.5) * yy4 * y) * triple));

    // Newton on V + a N(V) = m, for 2 V. The inverse of 1 + a dN is its adjugate over its determinant 1 - off.
    const Triple<T> V2 = m + m1, ak = (T(0.5) * a) * k, VV = next(V2) * prev(V2);
    const Triple<T> half_way = V2 - T(2) * m, miss = fma(ak, VV, half_way);
    const Triple<T> t = fma(ak, VV, -V2), u = ((T(0.25) * a * a) * kk) * V2;
    const Triple<T> adjugate = fma(ak, fma(prev(t), next(miss), next(t) * prev(miss)), fma(-u, V2, ones) * miss);
    const T off = fma(T(-2), first((ak * u) * VV), dot(u, V2));
    const Triple<T> dV2 = (-fma(off, T(1) + off, T(1))) * adjugate;

    const T P = tau2 * dot(m, m), E = tau2 * dot(Triple<T>(body.offset), mm);
    T s, d;
    body.series(P, E, s, d);
    state.Q = turned(state.Q, ((T(0.5) * a / s) * fma(ones, d, s * x)) * (V2 + dV2));
    state.m = to_vec3(m + (half_way + dV2));
  }
};

}  // namespace polhode::inline POLHODE_ISA
