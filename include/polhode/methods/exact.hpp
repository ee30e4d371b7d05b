// exact.hpp -- free rigid body: the exact flow as a method, with a new set-up in every step
//
// Source     [Jacobi1850]; [CelledoniSafstrom2006] eqs. (8), (12)-(13) (momentum). Here in the form of free_motion.hpp
// Step       (Q, m) <- PrincipalMotion(body, (Q, m)).at(h)
//
// Rounding   Taken as it stands, the step returns |m| and the energy with errors that lean to one side: they add up to
//            1e-10 after 1e6 steps ([Vilmart2013], footnote 3). Three measures leave a random walk, and a slow one:
//            - the new momentum is moved, by an ulp or so, to the |m| and the energy that it had before the step;
//            - the turn is moved so that it takes the new momentum to the old one, which keeps L = Q m;
//            - of the neighbours along the motion, the one is taken that is best after rounding.
//
// Exact to rounding: everything. Energy, |m| and L stay within 1e-13 over 1e6 steps (tests/methods/exact_test.cpp).
#pragma once

#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/parts/back_on_polhode.hpp"
#include "polhode/methods/parts/register_by_register.hpp"
#include "polhode/numbers/double_double.hpp"
#include "polhode/numbers/power_of_two.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

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
  const Mask<T> away = abs(n.x) < T(0.6);  // from the first axis
  const Vec3<T> e{select<T>(away, T(0), n.z), select<T>(away, -n.z, T(0)), select<T>(away, n.y, -n.x)};
  const Quaternion<T> a = q * Quaternion<T>{T(0), e}, b = q * Quaternion<T>{T(0), cross(n, e)};
  const Quaternion<T> shift = q * Quaternion<T>{T(0), T(epsilon<T>()) * n};
  T p[4] = {q.w, q.v.x, q.v.y, q.v.z};
  round_across<T, 4>(p, {fma(k, q.w, w.lo), fma(k, q.v.x, x.lo), fma(k, q.v.y, y.lo), fma(k, q.v.z, z.lo)},
                     {shift.w, shift.v.x, shift.v.y, shift.v.z}, {a.w, a.v.x, a.v.y, a.v.z},
                     {b.w, b.v.x, b.v.y, b.v.z});
  return {p[0], {p[1], p[2], p[3]}};
}

}  // namespace detail

struct Exact : detail::RegisterByRegister<Exact> {
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
  static void one_register(const Principal<T>& body, T h, PrincipalState<T>& s) noexcept {
    const Mask<T> moves = !((h == T(0)) | ((s.m.x == T(0)) & (s.m.y == T(0)) & (s.m.z == T(0))));
    if (all_lanes<T>(!moves)) return;
    Vec3<T> tail;
    const PrincipalState<T> end = PrincipalMotion<T>(body, {Quaternion<T>{}, s.m}, Reach::near).at(h, tail);
    const Vec3<T> m = detail::back_on_polhode(body, s.m, end.m, tail);

    // The turn of the step: cos - 1 from the sine where the difference would cancel.
    const Quaternion<T>& q = end.Q;
    const Turn<T> r{select<T>(q.w > T(0.5), -norm2(q.v) / (T(1) + q.w), q.w - T(1)), q.v};
    s = select<T>(moves, PrincipalState<T>{detail::turned(s.Q, detail::taking(m, s.m, r), m), m}, s);
  }
};

}  // namespace polhode::inline POLHODE_ISA
