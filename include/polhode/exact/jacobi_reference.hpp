// jacobi_reference.hpp -- the free rigid body a second time, to check the first: Jacobi's sn, cn, dn and an elliptic
// integral of the third kind as the argument of one complex theta value
//
// Shares nothing with polhode/exact/free_motion.hpp but the arithmetic-geometric mean and Carlson's R_F of elliptic.hpp: the
// momentum comes from sn, cn, dn, the attitude from an angle psi about m, with special cases for symmetric bodies and
// spins about one axis where the other formulation has none.
//
// Momentum   y1 = k1 cn u, y2 = k2 sn u, y3 = k3 dn u,  u = u0 + nu t
// Attitude   S(y0) (cos psi/2; 0, 0, sin psi/2) S(y)*,  S(y) the shortest rotation from e3 to y
#pragma once

#include <utility>

#include "polhode/body/inertia.hpp"
#include "polhode/body/state.hpp"
#include "polhode/exact/elliptic.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail::jacobi {

template <class T>
struct Complex {
  T re, im;
};
template <class T>
Complex<T> times_conj(Complex<T> a, Complex<T> b) {
  return {a.re * b.re + a.im * b.im, a.im * b.re - a.re * b.im};
}
template <class T>
T argument(Complex<T> a) {
  return atan2(a.im, a.re);
}
template <class T>
Quaternion<T> spin(const Vec3<T>& rotation_vector) {
  const T a = norm(rotation_vector);
  T s, c;
  sincos(T(0.5) * a, s, c);
  if (a == T(0)) return {};
  return {c, (s / a) * rotation_vector};
}

/// a b as an exact sum of two numbers, by Dekker's splitting: not by fma.
template <class T>
struct Pair {
  T hi, lo;
};
template <class T>
Pair<T> sum(T a, T b) {
  const T s = a + b, v = s - a;
  return {s, (a - (s - v)) + (b - v)};
}
template <class T>
Pair<T> product(T a, T b) {
  const int bits = epsilon<T>() > T(1e-17) ? 27 : epsilon<T>() > T(1e-25) ? 32 : 57;
  T splitter = 1;
  for (int i = 0; i < bits; ++i) splitter *= 2;
  splitter += 1;
  const auto split = [&](T x) {
    const T c = splitter * x, hi = c - (c - x);
    return Pair<T>{hi, x - hi};
  };
  const Pair<T> x = split(a), y = split(b);
  const T p = a * b;
  return {p, ((x.hi * y.hi - p) + x.hi * y.lo + x.lo * y.hi) + x.lo * y.lo};
}
template <class T>
Pair<T> product(Pair<T> a, T b) {
  const Pair<T> p = product(a.hi, b);
  return sum(p.hi, p.lo + a.lo * b);
}

/// sn, cn, dn of u = 2K n + ur, with the argument of the theta function at ur + i alpha.
template <class T>
struct Values {
  T sn, cn, dn;  // without the sign (-1)^n of sn and cn
  T n;
  Complex<T> theta;
};

constexpr int kTerms = 8;

template <class T>
struct Modulus {
  T k2, kp2, K, Kp;
  bool separatrix;
  bool complementary() const { return k2 > T(0.5); }

  /// The theta sums at u, for the phase parameter alpha in [0, K'/2].
  Values<T> at(T u, T alpha) const {
    const T pi = detail::pi<T>();
    Values<T> r{};
    r.n = separatrix ? T(0) : detail::nearest_integer(u / (T(2) * K));
    const T ur = separatrix ? u : u - T(2) * K * r.n;
    if (!complementary()) {
      const T q = exp(-pi * Kp / K), z = pi * ur / (T(2) * K), x = pi * alpha / (T(2) * K);
      T t1 = 0, t2 = 0, t3 = 1, t4 = 1, th3 = 1, th4 = 1, s2 = 0;
      r.theta = {1, 0};
      T qn2 = 1, qnn = 1, qodd = q, qeven = 1, sign = 1;  // q^(n^2), q^(n(n+1))
      const T e = exp(T(2) * x);
      T en = 1;
      for (int n = 0; n < kTerms; ++n) {
        T s, c;
        sincos(T(2 * n + 1) * z, s, c);
        t1 += sign * qnn * s, t2 += qnn * c, s2 += qnn;
        if (n > 0) {
          sincos(T(2 * n) * z, s, c);
          t3 += T(2) * qn2 * c, t4 += T(2) * sign * qn2 * c, th3 += T(2) * qn2, th4 += T(2) * sign * qn2;
          r.theta.re += sign * qn2 * (en + 1 / en) * c;
          r.theta.im -= sign * qn2 * (en - 1 / en) * s;
        }
        qn2 *= qodd, qodd *= q * q;
        qeven *= q * q, qnn *= qeven;
        en *= e, sign = -sign;
      }
      r.sn = (th3 / s2) * t1 / t4, r.cn = (th4 / s2) * t2 / t4, r.dn = (th4 / th3) * t3 / t4;
      return r;
    }
    const T U = pi * abs(ur) / (T(2) * Kp), A = pi * alpha / (T(2) * Kp), side = copysign(T(1), ur);
    const T qp = separatrix ? T(0) : exp(-pi * K / Kp), p = separatrix ? T(0) : exp(T(2) * U - pi * K / Kp);
    const T X = exp(T(-2) * U), edge = exp(-U);
    // q'^(n^2) p^n, q'^(n(n-1)) p^n, X^(2n+1), X^(2n), q'^(n^2), q'^(n(n+1))
    T a = 1, b = 1, Xodd = X, Xeven = 1, sq = 1, obl = 1, pn = 1, sign = 1;
    T a1 = 0, a2 = 0, t3 = 1, t4 = 1, th3 = 1, th4 = 1, s2 = 0, q_odd = qp, q_even = 1;
    r.theta = {0, 0};
    for (int n = 0; n < kTerms; ++n) {
      a = sq * pn;
      T s, c;
      sincos(T(2 * n + 1) * A, s, c);
      r.theta.re += a * (T(1) + Xodd) * c, r.theta.im += side * a * (T(1) - Xodd) * s;
      a2 += a * (T(1) + Xodd), a1 += sign * a * (T(1) - Xodd);
      s2 += obl;
      if (n > 0) {
        t3 += b * (T(1) + Xeven), t4 += sign * b * (T(1) + Xeven);
        th3 += T(2) * sq, th4 += T(2) * sign * sq;
      }
      b = obl * pn * p;  // q'^(n(n+1)) p^(n+1), for the next n
      sq *= q_odd, q_odd *= qp * qp;
      q_even *= qp * qp, obl *= q_even;
      pn *= p, Xodd *= X * X, Xeven *= X * X, sign = -sign;
    }
    r.sn = (th3 / th4) * side * a1 / a2, r.cn = (T(2) * s2 / th4) * t4 * edge / a2,
    r.dn = (T(2) * s2 / th3) * t3 * edge / a2;
    return r;
  }
  /// Z(i alpha)/i, or what takes its place after the imaginary transformation.
  T zeta(T alpha) const {
    const T pi = detail::pi<T>();
    T above = 0, below = 0;
    if (!complementary()) {
      const T q = exp(-pi * Kp / K), e = exp(pi * alpha / K);
      below = 1;
      T qn2 = q, qodd = q * q * q, sign = -1, en = e;
      for (int n = 1; n < kTerms; ++n) {
        above -= T(2 * n) * sign * qn2 * (en - 1 / en), below += sign * qn2 * (en + 1 / en);
        qn2 *= qodd, qodd *= q * q, en *= e, sign = -sign;
      }
      return pi / (T(2) * K) * above / below;
    }
    const T qp = separatrix ? T(0) : exp(-pi * K / Kp), A = pi * alpha / (T(2) * Kp);
    T obl = 1, q_even = 1;
    for (int n = 0; n < kTerms; ++n) {
      T s, c;
      sincos(T(2 * n + 1) * A, s, c);
      above += T(2 * n + 1) * obl * s, below += obl * c;
      q_even *= qp * qp, obl *= q_even;
    }
    return pi / (T(2) * Kp) * above / below;
  }
};

/// The rotation over t and the new momentum for one body in labelled axes. Moments and momentum of order 1.
template <class T>
Quaternion<T> labelled(const Vec3<T>& I, Vec3<T>& y, T D, T t) {
  const T pi = detail::pi<T>();
  const Vec3<T> y0 = y;
  if (I.x == I.y) {  // symmetric about axis 3
    const T b = (I.x - I.z) / (I.x * I.z) * y.z;
    T s, c;
    sincos(b * t, s, c);
    const Quaternion<T> about_m = spin((t / I.x) * y0);
    y = {c * y0.x + s * y0.y, c * y0.y - s * y0.x, y0.z};
    return about_m * spin(Vec3<T>{T(0), T(0), b * t});
  }
  const T c1 = I.x * (I.z - I.y) / (I.y * (I.z - I.x)), c2 = I.z * (I.y - I.x) / (I.y * (I.z - I.x));
  const T k1 = sqrt(y.x * y.x + c1 * y.y * y.y), k2 = sqrt(y.x * y.x / c1 + y.y * y.y),
          k3 = sqrt(c2 * y.y * y.y + y.z * y.z);
  const T G = norm(y);
  Modulus<T> mod{};
  mod.k2 = min(c2 * k1 * k1 / (c1 * k3 * k3), T(1));
  mod.kp2 = min(D / abs(I.y * (I.z - I.x)) / (c1 * k3 * k3), T(1));
  mod.separatrix = mod.kp2 == T(0);
  mod.K = mod.separatrix ? T(1) : elliptic_k(sqrt(mod.kp2));  // not used on the separatrix
  mod.Kp = elliptic_k(sqrt(mod.k2));
  const T nu = (I.z - I.x) / (I.x * I.z) * sqrt(c1) * k3;

  const T s0 = y.y / k2, cn0 = y.x / k1, d0 = y.z / k3;
  T u0 = s0 * carlson_rf(cn0 * cn0, d0 * d0, T(1));
  if (cn0 < T(0)) u0 = copysign(T(2) * mod.K, s0) - u0;
  const T u = u0 + nu * t;

  const bool first = c1 * k1 * k1 < c2 * k3 * k3;
  const T S = first ? sqrt(c1) : k3 / G, C = first ? sqrt(c2) : k1 / G,
          Dd = first ? sqrt(c2) * G / k3 : k1 / (sqrt(c1) * G);
  const T alpha = S * carlson_rf(C * C, Dd * Dd, T(1));
  const Values<T> a = mod.at(u0, alpha), b = mod.at(u, alpha);
  const auto signed_momentum = [&](const Values<T>& v) {
    const T sign = T(1) - T(2) * abs(v.n - T(2) * detail::nearest_integer(T(0.5) * v.n));
    return Vec3<T>{sign * k1 * v.cn, sign * k2 * v.sn, k3 * v.dn};
  };
  y = signed_momentum(b);
  T secular = mod.zeta(alpha) * nu * t;
  const T between = argument(times_conj(b.theta, a.theta));
  if (mod.complementary() && !mod.separatrix) secular -= pi * alpha / mod.Kp * (b.n - a.n);
  T psi;
  if (first) {
    const auto chi = [&](const Vec3<T>& m) { return Complex<T>{G * (G + m.z) - m.x * m.x, -m.x * m.y}; };
    psi = G / I.z * t + secular - between - argument(times_conj(chi(y), chi(y0)));
  } else {
    const auto azimuth = [&](const Values<T>& v) { return v.n * pi + atan2(k2 * v.sn, k1 * v.cn); };
    psi = G / I.x * t - secular + between - (azimuth(b) - azimuth(a));
  }
  const auto shortest = [&](const Vec3<T>& m) {
    const T scale = T(1) / sqrt(T(2) * G * (G + m.z));
    return Quaternion<T>{scale * (G + m.z), {-scale * m.y, scale * m.x, T(0)}};
  };
  return shortest(y0) * spin(Vec3<T>{T(0), T(0), psi}) * conj(shortest(y));
}

template <class T>
T power_of_two_below(T x) {
  T p = 1;
  while (p > x) p *= T(0.5);
  while (T(2) * p <= x) p *= T(2);
  return p;
}

}  // namespace detail::jacobi

/// State after the time t, with an error that grows like eps |w| t: for checks take more digits than what is checked. T is
/// double, long double or __float128.
template <class T>
PrincipalState<T> jacobi_reference(const Principal<T>& body, const PrincipalState<T>& start, T t) {
  using namespace detail::jacobi;
  const Vec3<T> m = start.m;
  const int moving = (m.x != T(0)) + (m.y != T(0)) + (m.z != T(0));
  if (moving == 0) return start;
  if (moving == 1 || (body.I.x == body.I.y && body.I.y == body.I.z))
    return {start.Q * spin(t * Vec3<T>{m.x / body.I.x, m.y / body.I.y, m.z / body.I.z}), m};

  // Scale, sort, and choose the axis that the momentum circles about.
  const T m_unit = power_of_two_below(max(max(abs(m.x), abs(m.y)), abs(m.z)));
  const T I_unit = power_of_two_below(max(max(body.I.x, body.I.y), body.I.z));
  int axis[3] = {0, 1, 2};
  T parity = 1;
  const auto sort2 = [&](int i, int j) {
    if (body.I[axis[j]] < body.I[axis[i]]) std::swap(axis[i], axis[j]), parity = -parity;
  };
  sort2(0, 1), sort2(1, 2), sort2(0, 1);
  const auto moment = [&](int i) { return body.I[axis[i]] / I_unit; };
  const auto component = [&](int i) { return m[axis[i]] / m_unit; };
  const Pair<T> d32 = sum(moment(2), -moment(1)), d21 = sum(moment(1), -moment(0));
  const Pair<T> P = product(product(product(d32, moment(0)), component(2)), component(2));
  const Pair<T> M = product(product(product(d21, moment(2)), component(0)), component(0));
  const Pair<T> d = sum(P.hi, -M.hi);
  T D = d.hi + (d.lo + (P.lo - M.lo));
  if (moment(1) == moment(2) || (D < T(0) && moment(0) != moment(1))) {
    std::swap(axis[0], axis[2]), parity = -parity;
    D = -D;
  }
  Vec3<T> I, y, sign{parity, parity, parity};
  for (int i = 0; i < 3; ++i) I[i] = moment(i), y[i] = parity * component(i);
  const auto flip = [&](int i, int j) { y[i] = -y[i], y[j] = -y[j], sign[i] = -sign[i], sign[j] = -sign[j]; };
  if (y.z < T(0)) flip(1, 2);
  if (D == T(0) && y.x < T(0)) flip(0, 1);

  const Quaternion<T> turn = labelled(I, y, D, t * (m_unit / I_unit));
  PrincipalState<T> end;
  Quaternion<T> in_body{turn.w, {}};
  for (int i = 0; i < 3; ++i) {
    in_body.v[axis[i]] = sign[i] * turn.v[i];
    end.m[axis[i]] = m_unit * sign[i] * y[i];
  }
  end.Q = start.Q * in_body;
  return end;
}

}  // namespace polhode::inline POLHODE_ISA
