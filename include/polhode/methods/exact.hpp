// exact.hpp -- free rigid body: the exact flow as a method, with a new set-up in every step
//
// Source     [Jacobi1850]; [CelledoniSafstrom2006] eqs. (8), (12)-(13) (momentum). Here in the form of free_motion.hpp
// Step       (Q, m) <- FreeMotion(body, (Q, m)).at(h)
//
// Rounding   Taken as it stands, the step returns |m| and the energy with errors that lean to one side: they add up to
//            1e-10 after 1e6 steps ([Vilmart2013], footnote 3). Three measures leave a random walk, and a slow one:
//            - the new momentum is moved, by an ulp or so, to the |m| and the energy that it had before the step;
//            - the turn is moved so that it takes the new momentum to the old one, which keeps L = Q m;
//            - of the neighbours along the motion, the one is taken that is best after rounding.
//
// Exact to rounding: everything. Energy, |m| and L stay within 1e-13 over 1e6 steps (tests/methods/exact_test.cpp).
#pragma once

#include "polhode/free_motion.hpp"
#include "polhode/method.hpp"
#include "polhode/numbers/double_double.hpp"
#include "polhode/so3.hpp"

namespace polhode {

namespace detail {

/// a^2 - b^2 with twice the digits.
template <class T>
DoubleDouble<T> difference_of_squares(T a, T b) noexcept {
  const DoubleDouble<T> a2 = two_prod(a, a), b2 = two_prod(b, b), d = two_sum(a2.hi, -b2.hi);
  return {d.hi, d.lo + (a2.lo - b2.lo)};
}
template <class T>
DoubleDouble<T> sum3(const DoubleDouble<T>& x, const DoubleDouble<T>& y, const DoubleDouble<T>& z) noexcept {
  const DoubleDouble<T> s = two_sum(x.hi, y.hi), r = two_sum(s.hi, z.hi);
  return quick_two_sum<T>(r.hi, r.lo + (s.lo + ((x.lo + y.lo) + z.lo)));
}

/// Rounds x + tail to numbers whose products with a and b are right far below an ulp of x. It may choose, since an ulp
/// along the motion does not matter: of x + tail + k shift, k = -3..3, the one that loses the least in rounding. That
/// brings the random walk of the invariants down by a factor of about 3.
template <class T, int n>
POLHODE_INLINE void round_across(T (&x)[n], const T (&tail)[n], const T (&shift)[n], const T (&a)[n],
                                 const T (&b)[n]) noexcept {
  const auto loss = [&](const auto& k) __attribute__((always_inline)) {
    using S = std::remove_cvref_t<decltype(k)>;
    S along_a = S(0), along_b = S(0);
    unrolled<n>([&](auto i) __attribute__((always_inline)) {
      const S add = fma(k, S(shift[i]), S(tail[i])), rounded = S(x[i]) + add, lost = (S(x[i]) - rounded) + add;
      along_a = fma(S(a[i]), lost, along_a);
      along_b = fma(S(b[i]), lost, along_b);
    });
    return along_a * along_a + along_b * along_b;
  };
  constexpr T k[8] = {T(0), T(1), T(-1), T(2), T(-2), T(3), T(-3), T(0)};  // no move if it gains nothing
  T losses[8];
  if constexpr (has_rows<T>) {
    const Pack<double, 4> first = loss(load<T, 4>({k[0], k[1], k[2], k[3]})),
                          last = loss(load<T, 4>({k[4], k[5], k[6], k[7]}));
    __builtin_memcpy(losses, &first, sizeof first);
    __builtin_memcpy(losses + 4, &last, sizeof last);
  } else {
    for (int i = 0; i < 8; ++i) losses[i] = loss(k[i]);
  }
  T best = k[0], least = losses[0];
  unrolled<6>([&](auto i) __attribute__((always_inline)) {
    const bool better = losses[i + 1] < least;
    best = better ? k[i + 1] : best;
    least = better ? losses[i + 1] : least;
  });
  unrolled<n>([&](auto i) __attribute__((always_inline)) { x[i] = x[i] + fma(best, shift[i], tail[i]); });
}

/// m1 + tail, an ulp or two away from the polhode of m0, brought back to |m0| and the energy of m0.
template <class T>
Vec3<T> back_on_polhode(const Principal<T>& body, const Vec3<T>& before, const Vec3<T>& after,
                        const Vec3<T>& tail) noexcept {
  const T m_max = max(max(abs(before.x), abs(before.y)), abs(before.z));
  if (m_max == T(0)) return before;
  const T unit = inverse_power_of_two(m_max);
  const T I_unit = inverse_power_of_two(max(max(body.I.x, body.I.y), body.I.z));
  const Vec3<T> m0 = unit * before, m1 = unit * after, x = (T(1) / I_unit) * body.x;

  DoubleDouble<T> square[3], weighted[3];
  for (int i = 0; i < 3; ++i) {
    square[i] = difference_of_squares(m1[i], m0[i]);
    square[i].lo += T(2) * m1[i] * (unit * tail[i]);
    weighted[i] = scaled(square[i], x[i]);
  }
  const T dG2 = sum3(square[0], square[1], square[2]).hi, d2T = sum3(weighted[0], weighted[1], weighted[2]).hi;

  // The least move: along m, which changes both, and along the part of w across m, which changes the energy alone.
  // Where that part is below 2^-32 of w (in double) the energy cannot change by a move of an ulp, and is left as it is.
  constexpr T eps = epsilon<T>(), smallest = T(0x1p20) * eps;
  const Vec3<T> w = times(x, m1);
  const T m2 = norm2(m1), wm = dot(w, m1) / m2;
  const Vec3<T> across = w - wm * m1;
  const T across2 = norm2(across) + (smallest * smallest) * norm2(w);
  const Vec3<T> rest = unit * tail - ((T(0.5) * (dG2 / m2)) * m1 + (T(0.5) * ((d2T - wm * dG2) / across2)) * across);

  const Vec3<T> shift = (eps / sqrt(across2)) * cross(m1, across), b = (T(1) / wm) * w;
  T m[3] = {m1.x, m1.y, m1.z};
  round_across<T, 3>(m, {rest.x, rest.y, rest.z}, {shift.x, shift.y, shift.z}, {m1.x, m1.y, m1.z}, {b.x, b.y, b.z});
  return (T(1) / unit) * Vec3<T>{m[0], m[1], m[2]};
}

/// a x b with twice the digits, as hi and lo.
template <class T>
POLHODE_INLINE void cross(const Vec3<T>& a, const Vec3<T>& b, Vec3<T>& hi, Vec3<T>& lo) noexcept {
  unrolled<3>([&](auto i) __attribute__((always_inline)) {
    constexpr int j = (i + 1) % 3, k = (i + 2) % 3;
    const DoubleDouble<T> p = two_prod(a[j], b[k]), q = two_prod(a[k], b[j]), d = two_sum(p.hi, -q.hi);
    hi[i] = d.hi, lo[i] = d.lo + (p.lo - q.lo);
  });
}

/// The turn that is next to r and takes m1 to m0, two vectors of the same length.
template <class T>
POLHODE_INLINE Turn<T> taking(const Vec3<T>& after, const Vec3<T>& before, const Turn<T>& r) noexcept {
  const T unit = inverse_power_of_two(max(max(abs(before.x), abs(before.y)), abs(before.z)));
  const Vec3<T> m0 = unit * before, m1 = unit * after;
  // R m1 - m0 = (m1 - m0) + (2 - 2 excess) (w t + u x t),  t = u x m1,  w = 1 + c1,  excess = |r|^2 - 1
  Vec3<T> t, t_lo, miss;
  cross(r.u, m1, t, t_lo);
  const T excess = fma(r.c1, T(2) + r.c1, norm2(r.u));
  unrolled<3>([&](auto i) __attribute__((always_inline)) {
    constexpr int j = (i + 1) % 3, k = (i + 2) % 3;
    const DoubleDouble<T> a = two_prod(r.c1, t[i]), b = two_prod(r.u[j], t[k]), c = two_prod(-r.u[k], t[j]);
    const DoubleDouble<T> ab = two_sum(a.hi, b.hi), abc = two_sum(ab.hi, c.hi), s = two_sum(t[i], abc.hi);
    const T s_lo = (((a.lo + b.lo) + c.lo) + (ab.lo + abc.lo)) +
                   (s.lo + (t_lo[i] + fma(r.c1, t_lo[i], fma(r.u[j], t_lo[k], -r.u[k] * t_lo[j]))));
    const DoubleDouble<T> dm = two_sum(m1[i], -m0[i]), d = two_sum(dm.hi, T(2) * s.hi);
    miss[i] = d.hi + (d.lo + (dm.lo + T(2) * (s_lo - excess * s.hi)));
  });
  const Quaternion<T> missing = Quaternion<T>{T(0), (T(0.5) / norm2(m0)) * cross(miss, m0)} * to_quaternion(r);
  return {r.c1 + missing.w, r.u + missing.v};
}

/// Q r at unit length, with one rounding, and that one chosen so that it does not change Q m.
template <class T>
POLHODE_INLINE Quaternion<T> turned(const Quaternion<T>& Q, const Turn<T>& r, const Vec3<T>& m) noexcept {
  // Q + Q (c1, u), with twice the digits
  const auto sum = [](T x, T a, T ra, T b, T rb, T c, T rc, T d, T rd) __attribute__((always_inline)) {
    const DoubleDouble<T> pa = two_prod(a, ra), pb = two_prod(b, rb), pc = two_prod(c, rc), pd = two_prod(d, rd);
    const DoubleDouble<T> ab = two_sum(pa.hi, pb.hi), cd = two_sum(pc.hi, pd.hi), abcd = two_sum(ab.hi, cd.hi),
                          all = two_sum(x, abcd.hi);
    return DoubleDouble<T>{all.hi, all.lo + (abcd.lo + ((ab.lo + cd.lo) + ((pa.lo + pb.lo) + (pc.lo + pd.lo))))};
  };
  const T c = r.c1;
  const DoubleDouble<T> w = sum(Q.w, Q.w, c, -Q.v.x, r.u.x, -Q.v.y, r.u.y, -Q.v.z, r.u.z);
  const DoubleDouble<T> x = sum(Q.v.x, Q.v.x, c, Q.w, r.u.x, Q.v.y, r.u.z, -Q.v.z, r.u.y);
  const DoubleDouble<T> y = sum(Q.v.y, Q.v.y, c, Q.w, r.u.y, Q.v.z, r.u.x, -Q.v.x, r.u.z);
  const DoubleDouble<T> z = sum(Q.v.z, Q.v.z, c, Q.w, r.u.z, Q.v.x, r.u.y, -Q.v.y, r.u.x);
  const Quaternion<T> q{w.hi, {x.hi, y.hi, z.hi}};
  const T k = T(0.5) - T(0.5) * norm2(q);  // to unit length; the tails are below its rounding

  // m and two directions across it, as changes of the attitude
  const Vec3<T> unit_m = inverse_power_of_two(max(max(abs(m.x), abs(m.y)), abs(m.z))) * m,
                n = (T(1) / norm(unit_m)) * unit_m;
  const bool away = abs(n.x) < T(0.6);  // from the first axis
  const Vec3<T> e{away ? T(0) : n.z, away ? -n.z : T(0), away ? n.y : -n.x};
  const Quaternion<T> a = q * Quaternion<T>{T(0), e}, b = q * Quaternion<T>{T(0), cross(n, e)};
  const Quaternion<T> shift = q * Quaternion<T>{T(0), T(epsilon<T>()) * n};
  T p[4] = {q.w, q.v.x, q.v.y, q.v.z};
  round_across<T, 4>(p, {fma(k, q.w, w.lo), fma(k, q.v.x, x.lo), fma(k, q.v.y, y.lo), fma(k, q.v.z, z.lo)},
                     {shift.w, shift.v.x, shift.v.y, shift.v.z}, {a.w, a.v.x, a.v.y, a.v.z},
                     {b.w, b.v.x, b.v.y, b.v.z});
  return {p[0], {p[1], p[2], p[3]}};
}

/// A step that is written for one body, for one body or for each lane of a pack. A step that ends in something that is
/// not a number has failed, and leaves the state as it was.
template <class T, class OneBody>
StepStatus<T> body_by_body(const Principal<T>& body, T h, State<T>& s, OneBody&& one_body) noexcept {
  StepStatus<T> status;
  if constexpr (!std::is_same_v<Lane<T>, T>) {
    using F = Lane<T>;
    T converged = T(0);
    for (int i = 0; i < lanes<T>; ++i) {
      State<F> one = lane(s, i);
      const Principal<F> b(Vec3<F>{lane(body.I.x, i), lane(body.I.y, i), lane(body.I.z, i)});
      set_lane(converged, i, body_by_body(b, lane(h, i), one, one_body).converged ? F(1) : F(0));
      set_lane(s, i, one);
    }
    status.converged = converged > T(0);
  } else {
    State<T> end = s;
    one_body(body, h, end);
    status.converged = is_finite((end.m.x + end.m.y) + (end.m.z + norm2(end.Q)));
    s = select<T>(status.converged, end, s);
  }
  return status;
}

}  // namespace detail

struct Exact : FreeMethod {
  static constexpr MethodInfo info{
      .name = "exact",
      .title = "exact solution, by theta functions",
      .family = "Exact",
      .order = kExact,
      .attitude_order = kExact,
      .symmetric = true,
      .structure = Structure::symplectic,
      .energy = Energy::exact,
      .keeps_casimir = true,
      .keeps_momentum = true,
      .reference = "Jacobi1850; CelledoniSafstrom2006, eqs. (12)-(13)",
  };

  template <class T>
  static StepStatus<T> step(const Principal<T>& body, T h, State<T>& s) noexcept {
    return detail::body_by_body(body, h, s, [](const auto& b, auto t, auto& state) { one_body(b, t, state); });
  }

 private:
  template <class T>
  static void one_body(const Principal<T>& body, T h, State<T>& s) noexcept {
    if (h == T(0) || (s.m.x == T(0) && s.m.y == T(0) && s.m.z == T(0))) return;
    Vec3<T> tail;
    const State<T> end = FreeMotion<T>(body, {Quaternion<T>{}, s.m}, Reach::near).at(h, tail);
    const Vec3<T> m = detail::back_on_polhode(body, s.m, end.m, tail);

    // The turn of the step: cos - 1 from the sine where the difference would cancel.
    const Quaternion<T>& q = end.Q;
    const Turn<T> r{select<T>(q.w > T(0.5), -norm2(q.v) / (T(1) + q.w), q.w - T(1)), q.v};
    s.Q = detail::turned(s.Q, detail::taking(m, s.m, r), m);
    s.m = m;
  }
};

}  // namespace polhode
