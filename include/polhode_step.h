/* polhode_step.h -- the rotation of a rigid body, one step at a time: one file of C99 for engines, double and float
 *
 *     polhode_body body;                              once for each body
 *     polhode_spin spin = {{1, 0, 0, 0}, {0, 0, 0}};  attitude w x y z (body -> space), angular momentum in space
 *     polhode_set_body(&body, moments);               principal moments; body axes are principal axes
 *     polhode_set_omega(&body, omega, &spin);         angular velocity in space axes, as engines hold it
 *
 *     polhode_step(&body, h, &spin);                  free motion over h
 *     polhode_step_torque(&body, h, torque, &spin);   under a torque (space axes) that is constant over h
 *     polhode_kick(impulse, &spin);                   an angular impulse: contacts, joints, thrusters
 *     polhode_omega(&body, &spin, omega);             back to the engine
 *
 * The same with f at the end of each name (polhode_spinf, polhode_stepf, ...) holds its numbers in float. A torque that changes with
 * the attitude: kick by h/2 times the torque, step, kick by h/2 times the new torque.
 *
 * Method     sr4-modified of polhode, made from its sr2: the body is a symmetric top and a small rest,
 *            H = |m|^2/2Ij + a mi^2/2 + c mk^2/2 with a = 1/Ii - 1/Ij, c = 1/Ik - 1/Ij and j the axis of the middle
 *            moment; each of the three terms is a rotation.
 *            E. Hairer, G. Vilmart, J. Phys. A 39 (2006) 13225, section 3. No iteration.
 * Order 4    The step i(h/2) k(h) i(h/2) of the rests moves the body by
 *              H + h^2/24 (2 a c^2 mk^2 (mj^2 - mi^2) - a^2 c mi^2 (mj^2 - mk^2)) + O(h^4).
 *            With mj^2 = L^2 - mi^2 - mk^2, and mi^2 mk^2 by the square of e = (a mi^2 + c mk^2)/2, which is constant, all of
 *            it is a function of mi and L, one of mk and L, and one of e: rotations about the same axes, and a change of
 *            pace. So a and c, and 1/Ij, are given a little more, and the step has order 4. Where h |L| max(|a|, |c|) is
 *            above 1/8 this is left out, and the step is sr2, of order 2. With torques the order is 2.
 * Momentum   is held in space: a free step does not touch it, so it stays to the last bit. The energy is m.m/2I with
 *            |m| = |L|: whatever h, it cannot leave [L^2/2Imax, L^2/2Imin]. Within it, it swings by O(h^4) and hardly
 *            drifts (docs/how-to/engines.md has the measured values); sr2 does not drift. A body with two equal moments is
 *            moved exactly, at any h.
 * Float      A step is made in double, which costs a processor no more, and `rest` keeps what rounding to float has lost of the
 *            attitude: it is added in the next step. Who sets q may set rest to 0, or leave it.
 * Bits       nothing but + - * / and sqrt, in a fixed order: the same bits from every compiler and machine with IEEE 754,
 *            if the compiler keeps to the order. gcc, clang and MSVC are told so below (clang does not listen under
 *            -ffp-contract=fast: leave that out). -ffast-math is refused. Denormal numbers must not be flushed to zero.
 *            With POLHODE_STEP_FMA defined, fma() of <math.h> is used as well: then polhode_step_in_body has the bits of
 *            the library's own Sr<2>; slow where fma is no instruction.
 * Bad input  Finite numbers never give NaN. A body whose moments are not all positive and finite stands still, and
 *            polhode_set_body says 0. An attitude away from unit length is brought to it; zero is the identity. A turn
 *            that has no meaning (half of it beyond 2^50), or of a momentum beyond 2^200, is left out. A kick stops at a
 *            momentum of 2^1000 (float 2^120).
 *
 * Copyright and licence: those of polhode (MIT). */
#ifndef POLHODE_STEP_H
#define POLHODE_STEP_H

#include <math.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error "polhode_step.h: -ffast-math (or a part of it) lets the compiler change results: compile this file without it"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error "polhode_step.h: this target rounds to more digits than a double has; for x86: -msse2 -mfpmath=sse"
#endif

/* a*b + c is not fused behind our back. gcc does not know the pragma of C99, and its vectoriser fuses in spite of
 * -ffp-contract=off (seen in 12.2). */
#if defined(__clang__)
#define POLHODE_STEP_AS_WRITTEN _Pragma("clang fp contract(off)")
#elif defined(__GNUC__)
#define POLHODE_STEP_AS_WRITTEN
#pragma GCC push_options
#pragma GCC optimize("fp-contract=off", "no-tree-vectorize", "no-math-errno", "no-trapping-math")
#elif defined(_MSC_VER)
#define POLHODE_STEP_AS_WRITTEN
#pragma fp_contract(off)
#else
#define POLHODE_STEP_AS_WRITTEN _Pragma("STDC FP_CONTRACT OFF")
#endif

#if defined(__GNUC__)
#define POLHODE_STEP_USE __attribute__((unused))
#define POLHODE_STEP_PART __attribute__((always_inline, unused))
#define POLHODE_STEP_RARE __attribute__((noinline, unused))
#define POLHODE_STEP_SELDOM(c) __builtin_expect(!!(c), 0)
#else
#define POLHODE_STEP_USE
#define POLHODE_STEP_PART
#define POLHODE_STEP_RARE
#define POLHODE_STEP_SELDOM(c) (c)
#endif

/* What a step needs of a body. i, j, k are its axes in cyclic order, j that of the middle moment. */
typedef struct polhode_body {
  double moment[3], inverse[3];
  double rate_i, rate_k;       /* a = 1/Ii - 1/Ij, c = 1/Ik - 1/Ij */
  double rate2;                /* the larger of a^2 and c^2 */
  double more_i[3], more_k[3]; /* for order 4: to a and c, times h^2 and L^2, 2e, mi^2 (mk^2) */
  int i, j, k;
} polhode_body;

typedef struct polhode_spin {
  double q[4]; /* attitude w x y z, body -> space */
  double L[3]; /* angular momentum along space axes */
} polhode_spin;

/* In float. Steps are made in double, which costs no more; so the same body serves both. */
typedef polhode_body polhode_bodyf;
typedef struct polhode_spinf {
  float q[4];
  float L[3];
  float rest[4]; /* what rounding to float has left of q; 0 at the start */
} polhode_spinf;

/* --- parts of a step; not for use from outside --- */

typedef struct polhode_step_four {
  double w, x, y, z;
} polhode_step_four;
typedef struct polhode_step_vector {
  double x, y, z;
} polhode_step_vector;
typedef struct polhode_step_turn {
  double c1, s; /* cos x - 1, sin x / x */
} polhode_step_turn;

static inline POLHODE_STEP_PART double polhode_step_fma(double a, double b, double c) {
  POLHODE_STEP_AS_WRITTEN
#ifdef POLHODE_STEP_FMA
  return fma(a, b, c);
#else
  return a * b + c;
#endif
}

/* sin r = r + r^3 (..) and cos r = 1 - r^2/2 + r^4 (..) in powers of z = r^2 <= 0.625: minimax, errors 2^-57.7 and 2^-60.8 of
 * sin r and 1 - cos r. */
static inline POLHODE_STEP_PART double polhode_step_sin_tail(double z, double z2) {
  POLHODE_STEP_AS_WRITTEN
  return polhode_step_fma(z2,
                          polhode_step_fma(z2, polhode_step_fma(z, 0x1.5d803d6284737p-33, -0x1.ae5e25f25183dp-26),
                                           polhode_step_fma(z, 0x1.71de352630c28p-19, -0x1.a01a019bb4438p-13)),
                          polhode_step_fma(z, 0x1.111111110f595p-7, -0x1.5555555555547p-3));
}
static inline POLHODE_STEP_PART double polhode_step_cos_tail(double z, double z2) {
  POLHODE_STEP_AS_WRITTEN
  return polhode_step_fma(z2,
                          polhode_step_fma(z2, polhode_step_fma(z, -0x1.8ff944959d97ep-37, 0x1.1eea820c65a93p-29),
                                           polhode_step_fma(z, -0x1.27e4f8ef6095cp-22, 0x1.a01a019dfa5f8p-16)),
                          polhode_step_fma(z, -0x1.6c16c16c15f03p-10, 0x1.5555555555552p-5));
}
/* For x^2 > 0.62: x = n pi/2 + r + lo, pi/2 in three parts. */
static POLHODE_STEP_RARE polhode_step_turn polhode_step_large_turn(double x2) {
  POLHODE_STEP_AS_WRITTEN
  const double x = sqrt(x2), rounder = 0x1.8p52;
  polhode_step_turn turn;
  double r = x, lo = 0, sine, cosine, z, z2, h, w, e, d;
  int quarters = 0;
  if (x > 0.785) {
    const double p2 = 0x1.1a62633145c07p-54;
    const double n = polhode_step_fma(x, 0x1.45f306dc9c883p-1, rounder) - rounder;
    const double r1 = polhode_step_fma(-n, 0x1.921fb54442d18p+0, x), p = n * p2, p_error = polhode_step_fma(n, p2, -p);
    r = r1 - p;
    lo = polhode_step_fma(-n, -0x1.f1976b7ed8fbcp-110, ((r1 - r) - p) - p_error);
    quarters = (int)((long long)n & 3);
  }
  z = r * r, z2 = z * z, h = -0.5 * r;
  w = polhode_step_fma(h, r, 1.), e = polhode_step_fma(h, r, 1. - w);
  if (x > 0.785) {
    e = polhode_step_fma(-r, lo, e), d = polhode_step_fma(r * z, polhode_step_sin_tail(z, z2), lo * w);
  } else {
    d = (r * z) * polhode_step_sin_tail(z, z2);
  }
  sine = r + d, cosine = w + polhode_step_fma(z2, polhode_step_cos_tail(z, z2), e);
  if (quarters & 1) {
    const double was = sine;
    sine = cosine, cosine = -was;
  }
  if (quarters & 2) sine = -sine, cosine = -cosine;
  turn.c1 = cosine - 1., turn.s = sine / x;
  return turn;
}
/* The same by the library's polynomials for x^2 <= 0.62. */
static inline POLHODE_STEP_PART polhode_step_turn polhode_step_turn_by(double x2) {
  POLHODE_STEP_AS_WRITTEN
  const double z2 = x2 * x2;
  polhode_step_turn turn;
  turn.c1 = polhode_step_fma(z2, polhode_step_cos_tail(x2, z2), -0.5 * x2);
  turn.s = polhode_step_fma(x2, polhode_step_sin_tail(x2, z2), 1.);
  if (POLHODE_STEP_SELDOM(x2 > 0.62)) turn = polhode_step_large_turn(x2);
  return turn;
}

static POLHODE_STEP_RARE polhode_step_turn polhode_step_long_turn(double x2) {
  return polhode_step_turn_by(x2);
}
/* The same, shorter, for x^2 <= 2^-10, as it mostly is: the series, its next terms below 2^-58 of sin x and 1 - cos x. */
static inline POLHODE_STEP_PART polhode_step_turn polhode_step_short_turn(double x2) {
  POLHODE_STEP_AS_WRITTEN
  const double z2 = x2 * x2;
  polhode_step_turn turn;
  turn.c1 = polhode_step_fma(z2, polhode_step_fma(z2, 1. / 40320, polhode_step_fma(x2, -1. / 720, 1. / 24)), -0.5 * x2);
  turn.s = polhode_step_fma(x2, polhode_step_fma(z2, -1. / 5040, polhode_step_fma(x2, 1. / 120, -1. / 6)), 1.);
  return turn;
}

/* d += q (0, a e)(scale, ..): what the turn (1 + c1, s e) adds, for e the first or the third axis. */
static inline POLHODE_STEP_PART polhode_step_four polhode_step_add(polhode_step_four e, double s, polhode_step_four now,
                                                                   double c1, polhode_step_four d) {
  POLHODE_STEP_AS_WRITTEN
  d.w = polhode_step_fma(e.w, s, polhode_step_fma(now.w, c1, d.w)),
  d.x = polhode_step_fma(e.x, s, polhode_step_fma(now.x, c1, d.x));
  d.y = polhode_step_fma(e.y, s, polhode_step_fma(now.y, c1, d.y)),
  d.z = polhode_step_fma(e.z, s, polhode_step_fma(now.z, c1, d.z));
  return d;
}
static inline POLHODE_STEP_PART polhode_step_four polhode_step_sum(polhode_step_four a, polhode_step_four b) {
  POLHODE_STEP_AS_WRITTEN
  a.w = a.w + b.w, a.x = a.x + b.x, a.y = a.y + b.y, a.z = a.z + b.z;
  return a;
}
/* Turns by 2 x about the first (third = 0) or the third axis: the change d of the attitude q so far, and the momentum as the
 * turned body sees it, each rounded at its own size. */
static inline POLHODE_STEP_PART void polhode_step_about(int third, double x, const polhode_step_four* q,
                                                        polhode_step_four* d, polhode_step_vector* m) {
  POLHODE_STEP_AS_WRITTEN
  polhode_step_turn turn;
  polhode_step_four now, axis;
  double p, v, twice, square, a, b;
  if (POLHODE_STEP_SELDOM(!(fabs(x) <= 0x1p50))) x = 0;
  turn = polhode_step_turn_by(x * x);
  p = polhode_step_fma(turn.s, turn.c1, turn.s), v = turn.s * turn.s, twice = x + x, square = x * twice;
  a = third ? m->x : m->y, b = third ? m->y : m->z;
  {
    const double a2 = a + polhode_step_fma(p, twice * b, -(v * (square * a))),
                 b2 = b - polhode_step_fma(p, twice * a, v * (square * b));
    if (third)
      m->x = a2, m->y = b2;
    else
      m->y = a2, m->z = b2;
  }
  now = polhode_step_sum(*q, *d);
  if (third)
    axis.w = -now.z, axis.x = now.y, axis.y = -now.x, axis.z = now.w;
  else
    axis.w = -now.x, axis.x = now.w, axis.y = now.z, axis.z = -now.y;
  *d = polhode_step_add(axis, turn.s * x, now, turn.c1, *d);
}

static inline POLHODE_STEP_PART polhode_step_vector polhode_step_cross(double ax, double ay, double az,
                                                                       polhode_step_vector b) {
  POLHODE_STEP_AS_WRITTEN
  polhode_step_vector c;
  c.x = ay * b.z - az * b.y, c.y = az * b.x - ax * b.z, c.z = ax * b.y - ay * b.x;
  return c;
}
/* From body to space with the vector of q, from space to body with its opposite (sign = -1). */
static inline POLHODE_STEP_PART polhode_step_vector polhode_step_rotate(polhode_step_four q, double sign,
                                                                        polhode_step_vector v) {
  POLHODE_STEP_AS_WRITTEN
  polhode_step_vector t = polhode_step_cross(sign * q.x, sign * q.y, sign * q.z, v), u;
  t.x = 2. * t.x, t.y = 2. * t.y, t.z = 2. * t.z;
  u = polhode_step_cross(sign * q.x, sign * q.y, sign * q.z, t);
  v.x = v.x + q.w * t.x + u.x, v.y = v.y + q.w * t.y + u.y, v.z = v.z + q.w * t.z + u.z;
  return v;
}
/* |q|^2 - 1 */
static inline POLHODE_STEP_PART double polhode_step_excess(polhode_step_four q) {
  POLHODE_STEP_AS_WRITTEN
  return polhode_step_fma(q.w, q.w,
                          polhode_step_fma(q.x, q.x, polhode_step_fma(q.y, q.y, polhode_step_fma(q.z, q.z, -1.))));
}
/* One Newton step to unit length, in the order of the body's own axes. */
static POLHODE_STEP_RARE polhode_step_four polhode_step_renormalized(const polhode_body* body, polhode_step_four q) {
  POLHODE_STEP_AS_WRITTEN
  double v[3], s;
  v[body->i] = q.x, v[body->j] = q.y, v[body->k] = q.z;
  s = 1.5 - 0.5 * (q.w * q.w + (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
  q.w = s * q.w, q.x = s * q.x, q.y = s * q.y, q.z = s * q.z;
  return q;
}
static inline POLHODE_STEP_PART double polhode_step_larger(double a, double b) {
  return a > b ? a : b;
}
/* Any attitude, brought to unit length without overflow; the identity for what has no direction. */
static POLHODE_STEP_RARE polhode_step_four polhode_step_normalized(polhode_step_four q) {
  POLHODE_STEP_AS_WRITTEN
  const double most =
      polhode_step_larger(polhode_step_larger(fabs(q.w), fabs(q.x)), polhode_step_larger(fabs(q.y), fabs(q.z)));
  double n;
  if (!(most > 0)) {
    q.w = 1, q.x = 0, q.y = 0, q.z = 0;
    return q;
  }
  q.w = q.w / most, q.x = q.x / most, q.y = q.y / most, q.z = q.z / most;
  n = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  q.w = q.w / n, q.x = q.x / n, q.y = q.y / n, q.z = q.z / n;
  return q;
}

/* What the turn (1 + c1, u) adds to the attitude q; c is c1 less half of what q has too much of length, which is put right in the
 * same sum. */
static inline POLHODE_STEP_PART polhode_step_four polhode_step_change(polhode_step_four q, double ux, double uy,
                                                                      double uz, double c) {
  POLHODE_STEP_AS_WRITTEN
  polhode_step_four d;
  d.w = polhode_step_fma(-q.x, ux, polhode_step_fma(-q.y, uy, -q.z * uz)) + q.w * c;
  d.x = polhode_step_fma(q.w, ux, polhode_step_fma(-q.z, uy, q.y * uz)) + q.x * c;
  d.y = polhode_step_fma(q.z, ux, polhode_step_fma(q.w, uy, -q.x * uz)) + q.y * c;
  d.z = polhode_step_fma(-q.y, ux, polhode_step_fma(q.x, uy, q.w * uz)) + q.z * c;
  return d;
}

static inline POLHODE_STEP_PART double polhode_step_within(double a) { /* a number stays a number */
  const double most = 0x1p1000; /* so much smaller than the largest that sums of a few are numbers */
  return a > most ? most : a < -most ? -most : a;
}
static inline POLHODE_STEP_PART polhode_step_four polhode_step_load(const polhode_body* body, const double q[4]) {
  polhode_step_four f;
  f.w = q[0], f.x = q[1 + body->i], f.y = q[1 + body->j], f.z = q[1 + body->k];
  return f;
}
/* Of unit length, nearly, and what it has too much. */
static inline POLHODE_STEP_PART polhode_step_four polhode_step_unit(polhode_step_four f, double* excess) {
  *excess = polhode_step_excess(f);
  if (POLHODE_STEP_SELDOM(!(fabs(*excess) <= 0x1p-16)))
    f = polhode_step_normalized(f), *excess = polhode_step_excess(f);
  return f;
}
static inline POLHODE_STEP_PART polhode_step_vector polhode_step_pick(const polhode_body* body, const double v[3]) {
  polhode_step_vector u;
  u.x = v[body->i], u.y = v[body->j], u.z = v[body->k];
  return u;
}
static inline POLHODE_STEP_PART polhode_step_vector polhode_step_pick_within(const polhode_body* body,
                                                                             const double v[3]) {
  polhode_step_vector u;
  u.x = polhode_step_within(v[body->i]), u.y = polhode_step_within(v[body->j]);
  u.z = polhode_step_within(v[body->k]);
  return u;
}
static inline POLHODE_STEP_PART double polhode_step_little(double rest) { /* nothing, if it is no rest at all */
  return fabs(rest) <= 0x1p-52 ? rest : 0.;
}
static inline POLHODE_STEP_PART int polhode_step_moderate(polhode_step_vector u) {
  return fabs(u.x) + fabs(u.y) + fabs(u.z) <= 0x1p900;
}
static inline POLHODE_STEP_PART void polhode_step_store(const polhode_body* body, polhode_step_four f, double q[4]) {
  q[0] = f.w, q[1 + body->i] = f.x, q[1 + body->j] = f.y, q[1 + body->k] = f.z;
}
static inline POLHODE_STEP_PART void polhode_step_put(const polhode_body* body, polhode_step_vector u, double v[3]) {
  v[body->i] = u.x, v[body->j] = u.y, v[body->k] = u.z;
}

/* What is added to the rates for order 4; nothing where that leaves the numbers. */
static inline POLHODE_STEP_USE void polhode_step_set_more(polhode_body* body) {
  POLHODE_STEP_AS_WRITTEN
  const double a = body->rate_i, c = body->rate_k, sixth = 1. / 6;
  int n, good = 1;
  body->rate2 = polhode_step_larger(a * a, c * c);
  body->more_i[0] = 0.5 * sixth * (a * a * c), body->more_k[0] = -sixth * (a * c * c);
  body->more_i[1] = sixth * (a * (2. * c - a)), body->more_k[1] = sixth * (c * (2. * c - a));
  body->more_i[2] = sixth * (a * a * (a - 3. * c)), body->more_k[2] = sixth * (c * c * (3. * a - 2. * c));
  for (n = 0; n < 3; ++n)
    if (!(fabs(body->more_i[n]) <= 0x1p400 && fabs(body->more_k[n]) <= 0x1p400)) good = 0;
  if (good && body->rate2 <= 0x1p400) return;
  for (n = 0; n < 3; ++n) body->more_i[n] = 0, body->more_k[n] = 0;
}

/* --- for use --- */

/* 1; or 0 where the moments are not all positive and finite (or so small that 1/I is not): then the body stands still. */
static inline POLHODE_STEP_USE int polhode_set_body(polhode_body* body, const double moments[3]) {
  POLHODE_STEP_AS_WRITTEN
  const double most = 0x1.fffffffffffffp1023, *const I = moments;
  const int second = (I[0] <= I[1] && I[1] <= I[2]) || (I[2] <= I[1] && I[1] <= I[0]);
  double xi, xj, xk, Ij;
  int a, good = 1;
  /* of two equal moments i has one: its rate is 0 */
  body->j = second && (I[1] != I[2] || I[0] == I[1])                           ? 1
            : (I[2] <= I[0] && I[0] <= I[1]) || (I[1] <= I[0] && I[0] <= I[2]) ? 0
                                                                               : 2;
  body->i = (body->j + 2) % 3, body->k = (body->j + 1) % 3;
  for (a = 0; a < 3; ++a) {
    body->moment[a] = I[a], body->inverse[a] = 1. / I[a];
    if (!(I[a] > 0 && I[a] <= most && body->inverse[a] <= most)) good = 0;
  }
  body->rate_i = 0, body->rate_k = 0, body->rate2 = 0;
  for (a = 0; a < 3; ++a) body->more_i[a] = 0, body->more_k[a] = 0;
  if (!good) {
    for (a = 0; a < 3; ++a) body->moment[a] = 0, body->inverse[a] = 0;
    return 0;
  }
  xi = body->inverse[body->i], xj = body->inverse[body->j], xk = body->inverse[body->k], Ij = I[body->j];
  /* without cancellation, unless the moments are so far apart that the products leave the numbers */
  body->rate_i = (Ij - I[body->i]) * xi * xj, body->rate_k = (Ij - I[body->k]) * xk * xj;
  if (!(fabs(body->rate_i) <= most)) body->rate_i = xi - xj;
  if (!(fabs(body->rate_k) <= most)) body->rate_k = xk - xj;
  polhode_step_set_more(body);
  return 1;
}

/* The library's own sr2, order 2: attitude and the momentum m along the axes of the body (which stays as it is beyond 2^900). The turn of the top about L, then the rests: i by h/2, k by h, i by h/2. */
static inline POLHODE_STEP_USE void polhode_step_in_body(const polhode_body* body, double h, double q[4], double m[3]) {
  POLHODE_STEP_AS_WRITTEN
  const double half = 0.5, by = h * body->inverse[body->j];
  const double outer = (half * (half * h)) * body->rate_i, inner = (half * h) * body->rate_k;
  double excess, vx, vy, vz, x2, scale;
  polhode_step_four f = polhode_step_unit(polhode_step_load(body, q), &excess), d;
  polhode_step_vector u = polhode_step_pick(body, m);
  polhode_step_turn top;
  const int turns = polhode_step_moderate(u);
  if (!turns) u.x = 0, u.y = 0, u.z = 0;
  vx = by * u.x, vy = by * u.y, vz = by * u.z;
  x2 = 0.25 * (vx * vx + vy * vy + vz * vz);
  if (POLHODE_STEP_SELDOM(!(x2 <= 0.62))) {
    if (!(x2 <= 0x1p100))
      vx = 0, vy = 0, vz = 0, x2 = 0;
    else
      f = polhode_step_renormalized(body, f), excess = polhode_step_excess(f);
  }
  top = polhode_step_turn_by(x2);
  scale = half * top.s;
  d = polhode_step_change(f, scale * vx, scale * vy, scale * vz, polhode_step_fma(-half, excess, top.c1));
  if (body->rate_i != 0) polhode_step_about(0, outer * u.x, &f, &d, &u);
  polhode_step_about(1, inner * u.z, &f, &d, &u);
  if (body->rate_i != 0) polhode_step_about(0, outer * u.x, &f, &d, &u);
  polhode_step_store(body, polhode_step_sum(f, d), q);
  if (turns) polhode_step_put(body, u, m);
}

/* The same, shorter: the attitude itself is turned, and made longer by scale. */
static inline POLHODE_STEP_PART void polhode_step_turned(int third, double x, double scale, polhode_step_four* q,
                                                         polhode_step_vector* m) {
  POLHODE_STEP_AS_WRITTEN
  const polhode_step_four p = *q;
  polhode_step_turn turn;
  double s, c, sine, less, twice = x + x, square;
  turn = polhode_step_short_turn(x * x);
  if (POLHODE_STEP_SELDOM(!(x * x <= 0x1p-10))) {
    if (!(fabs(x) <= 0x1p50)) x = 0, twice = 0;
    turn = polhode_step_long_turn(x * x);
  }
  /* sin 2x = twice sine, 1 - cos 2x = square less: x goes into the momentum while the series is on its way */
  square = x * twice, s = scale * (turn.s * x), c = 1 + turn.c1, sine = turn.s * c, less = turn.s * turn.s,
  c = scale * c;
  if (third) {
    const double a = m->x, b = m->y;
    m->x = a + (sine * (twice * b) - less * (square * a)), m->y = b - (sine * (twice * a) + less * (square * b));
    q->w = c * p.w - s * p.z, q->x = c * p.x + s * p.y, q->y = c * p.y - s * p.x, q->z = c * p.z + s * p.w;
  } else {
    const double a = m->y, b = m->z;
    m->y = a + (sine * (twice * b) - less * (square * a)), m->z = b - (sine * (twice * a) + less * (square * b));
    q->w = c * p.w - s * p.x, q->x = c * p.x + s * p.w, q->y = c * p.y + s * p.z, q->z = c * p.z - s * p.y;
  }
}

/* A free body: sr2 with more in the rates, for order 4. The attitude after the step; L along the axes (i, j, k) of space. */
static inline POLHODE_STEP_PART polhode_step_four polhode_step_free(const polhode_body* body, double h,
                                                                    polhode_step_four start, polhode_step_vector L) {
  POLHODE_STEP_AS_WRITTEN
  const double half = 0.5, a = body->rate_i, c = body->rate_k, inner = half * h, outer = half * inner;
  const double *const A = body->more_i, *const C = body->more_k;
  double excess, x2, by = h * body->inverse[body->j], L2, h2 = h * h, i2, j2, k2, e2, more_i, more_k, vx, vy, vz;
  polhode_step_four f = polhode_step_unit(start, &excess), q;
  polhode_step_vector m = polhode_step_rotate(f, -1., L);
  polhode_step_turn top;
  i2 = m.x * m.x, k2 = m.z * m.z, L2 = i2 + m.y * m.y + k2, e2 = a * i2 + c * k2;
  if (!(h2 * body->rate2 * L2 <= 0x1p-6)) h2 = 0; /* too far for order 4 */
  x2 = 0.25 * (by * by) * L2, top = polhode_step_short_turn(x2);
  if (POLHODE_STEP_SELDOM(!(x2 <= 0x1p-10 && L2 <= 0x1p400))) {
    if (!(L2 <= 0x1p400)) m.x = 0, m.y = 0, m.z = 0, L2 = 0, i2 = 0, e2 = 0, h2 = 0, x2 = 0, by = 0;
    if (!(x2 <= 0x1p100)) by = 0, x2 = 0;
    if (x2 > 0.62) f = polhode_step_renormalized(body, f), excess = polhode_step_excess(f);
    top = polhode_step_long_turn(x2);
  }
  /* The top; what f has too much of length is put right with it. */
  by = (half * top.s) * by, vx = by * m.x, vy = by * m.y, vz = by * m.z, by = 1 + (top.c1 - half * excess);
  q.w = f.w * by - (f.x * vx + f.y * vy + f.z * vz), q.x = (f.x * by + f.w * vx) + (f.y * vz - f.z * vy);
  q.y = (f.y * by + f.w * vy) + (f.z * vx - f.x * vz), q.z = (f.z * by + f.w * vz) + (f.x * vy - f.y * vx);

  more_i = a + h2 * (A[0] * L2 + A[1] * e2), more_k = c + h2 * (C[0] * L2 + C[1] * e2);
  polhode_step_turned(0, (outer * (more_i + (h2 * A[2]) * i2)) * m.x, 1., &q, &m);
  k2 = m.z * m.z;
  polhode_step_turned(1, (inner * (more_k + (h2 * C[2]) * k2)) * m.z, 1., &q, &m);
  j2 = m.x * m.x; /* and stays so */
  /* The little that the top turns more: half of it is 2^-12 at most (by the limit for order 4), sin and cos are short. What its
   * square adds to the length is put right in the last turn. */
  by = (inner * h2) * (A[0] * (half * (i2 + j2)) + C[0] * k2);
  x2 = (by * by) * L2, vx = by * m.x, vy = by * m.y, vz = by * m.z;
  f = q;
  q.w = f.w - (f.x * vx + f.y * vy + f.z * vz), q.x = (f.x + f.w * vx) + (f.y * vz - f.z * vy);
  q.y = (f.y + f.w * vy) + (f.z * vx - f.x * vz), q.z = (f.z + f.w * vz) + (f.x * vy - f.y * vx);
  polhode_step_turned(0, (outer * (more_i + (h2 * A[2]) * j2)) * m.x, 1 - (half - 0.375 * x2) * x2, &q, &m);
  return q;
}
static inline POLHODE_STEP_USE void polhode_step(const polhode_body* body, double h, polhode_spin* spin) {
  const polhode_step_vector L = polhode_step_pick(body, spin->L);
  polhode_step_store(body, polhode_step_free(body, h, polhode_step_load(body, spin->q), L), spin->q);
}

/* An angular impulse, in space axes. */
static inline POLHODE_STEP_USE void polhode_kick(const double impulse[3], polhode_spin* spin) {
  int a;
  for (a = 0; a < 3; ++a) spin->L[a] = polhode_step_within(spin->L[a] + impulse[a]);
}

/* Under a torque in space axes, constant over h: half of its impulse, the free step, the other half. */
static inline POLHODE_STEP_USE void polhode_step_torque(const polhode_body* body, double h, const double torque[3],
                                                        polhode_spin* spin) {
  POLHODE_STEP_AS_WRITTEN
  double impulse[3];
  int a;
  for (a = 0; a < 3; ++a) impulse[a] = polhode_step_within((0.5 * h) * torque[a]);
  polhode_kick(impulse, spin);
  polhode_step(body, h, spin);
  polhode_kick(impulse, spin);
}

/* Angular velocity, in space axes. */
static inline POLHODE_STEP_USE void polhode_omega(const polhode_body* body, const polhode_spin* spin, double omega[3]) {
  POLHODE_STEP_AS_WRITTEN
  double excess;
  const polhode_step_four f = polhode_step_unit(polhode_step_load(body, spin->q), &excess);
  polhode_step_vector m = polhode_step_rotate(f, -1., polhode_step_pick_within(body, spin->L));
  m.x = polhode_step_within(m.x * body->inverse[body->i]), m.y = polhode_step_within(m.y * body->inverse[body->j]);
  m.z = polhode_step_within(m.z * body->inverse[body->k]);
  polhode_step_put(body, polhode_step_rotate(f, 1., m), omega);
}
/* The momentum of a body at the attitude spin->q that turns with omega (space axes). */
static inline POLHODE_STEP_USE void polhode_set_omega(const polhode_body* body, const double omega[3],
                                                      polhode_spin* spin) {
  POLHODE_STEP_AS_WRITTEN
  double excess;
  const polhode_step_four f = polhode_step_unit(polhode_step_load(body, spin->q), &excess);
  polhode_step_vector w = polhode_step_rotate(f, -1., polhode_step_pick_within(body, omega));
  w.x = polhode_step_within(w.x * body->moment[body->i]), w.y = polhode_step_within(w.y * body->moment[body->j]);
  w.z = polhode_step_within(w.z * body->moment[body->k]);
  polhode_step_put(body, polhode_step_rotate(f, 1., w), spin->L);
}
/* Kinetic energy of the rotation. */
static inline POLHODE_STEP_USE double polhode_energy(const polhode_body* body, const polhode_spin* spin) {
  POLHODE_STEP_AS_WRITTEN
  double excess;
  const polhode_step_vector m = polhode_step_rotate(polhode_step_unit(polhode_step_load(body, spin->q), &excess), -1.,
                                                    polhode_step_pick_within(body, spin->L));
  return 0.5 * (m.x * (m.x * body->inverse[body->i]) + m.y * (m.y * body->inverse[body->j]) +
                m.z * (m.z * body->inverse[body->k]));
}

/* --- the same in float --- */

static inline POLHODE_STEP_PART float polhode_step_withinf(double a) {
  const double most = 0x1p120;
  return (float)(a > most ? most : a < -most ? -most : a);
}
static inline POLHODE_STEP_PART polhode_spin polhode_step_widened(const polhode_spinf* spin) {
  polhode_spin wide;
  int a;
  for (a = 0; a < 4; ++a) wide.q[a] = (double)spin->q[a] + (double)spin->rest[a];
  for (a = 0; a < 3; ++a) wide.L[a] = (double)spin->L[a];
  return wide;
}
static inline POLHODE_STEP_USE int polhode_set_bodyf(polhode_bodyf* body, const float moments[3]) {
  double wide[3];
  int a;
  for (a = 0; a < 3; ++a) wide[a] = (double)moments[a];
  return polhode_set_body(body, wide);
}
static inline POLHODE_STEP_USE void polhode_stepf(const polhode_bodyf* body, float h, polhode_spinf* spin) {
  const int i = body->i, j = body->j, k = body->k;
  float *const q = spin->q, *const r = spin->rest;
  polhode_step_four f;
  polhode_step_vector L;
  f.w = (double)q[0] + (double)r[0], f.x = (double)q[1 + i] + (double)r[1 + i];
  f.y = (double)q[1 + j] + (double)r[1 + j], f.z = (double)q[1 + k] + (double)r[1 + k];
  L.x = (double)spin->L[i], L.y = (double)spin->L[j], L.z = (double)spin->L[k];
  f = polhode_step_free(body, (double)h, f, L);
  q[0] = (float)f.w, q[1 + i] = (float)f.x, q[1 + j] = (float)f.y, q[1 + k] = (float)f.z;
  r[0] = (float)(f.w - (double)q[0]), r[1 + i] = (float)(f.x - (double)q[1 + i]);
  r[1 + j] = (float)(f.y - (double)q[1 + j]), r[1 + k] = (float)(f.z - (double)q[1 + k]);
}
static inline POLHODE_STEP_USE void polhode_kickf(const float impulse[3], polhode_spinf* spin) {
  int a;
  for (a = 0; a < 3; ++a) spin->L[a] = polhode_step_withinf((double)spin->L[a] + (double)impulse[a]);
}
static inline POLHODE_STEP_USE void polhode_step_torquef(const polhode_bodyf* body, float h, const float torque[3],
                                                         polhode_spinf* spin) {
  float impulse[3];
  int a;
  for (a = 0; a < 3; ++a) impulse[a] = polhode_step_withinf((0.5 * (double)h) * (double)torque[a]);
  polhode_kickf(impulse, spin);
  polhode_stepf(body, h, spin);
  polhode_kickf(impulse, spin);
}
static inline POLHODE_STEP_USE void polhode_omegaf(const polhode_bodyf* body, const polhode_spinf* spin,
                                                   float omega[3]) {
  const polhode_spin wide = polhode_step_widened(spin);
  double found[3];
  int a;
  polhode_omega(body, &wide, found);
  for (a = 0; a < 3; ++a) omega[a] = polhode_step_withinf(found[a]);
}
static inline POLHODE_STEP_USE void polhode_set_omegaf(const polhode_bodyf* body, const float omega[3],
                                                       polhode_spinf* spin) {
  polhode_spin wide = polhode_step_widened(spin);
  double given[3];
  int a;
  for (a = 0; a < 3; ++a) given[a] = (double)omega[a];
  polhode_set_omega(body, given, &wide);
  for (a = 0; a < 3; ++a) spin->L[a] = polhode_step_withinf(wide.L[a]);
}
static inline POLHODE_STEP_USE float polhode_energyf(const polhode_bodyf* body, const polhode_spinf* spin) {
  const polhode_spin wide = polhode_step_widened(spin);
  return polhode_step_withinf(polhode_energy(body, &wide));
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif
#endif /* POLHODE_STEP_H */
