/* polhode_step.h -- the rotation of a rigid body, one step at a time: one file of C99 for engines, double and float
 *
 *     polhode_body body;                                   once for each body
 *     polhode_spin spin = {{1, 0, 0, 0}, {0, 0, 0}};       attitude w x y z (body -> space), angular momentum in space
 *     polhode_set_body(&body, moments);                    principal moments; body axes are principal axes
 *     polhode_set_omega(&body, omega, &spin);              angular velocity in space axes, as engines hold it
 *
 *     polhode_step(&body, h, &spin);                       free motion over h
 *     polhode_step_torque(&body, h, torque, &spin);        under a torque (space axes) that is constant over h
 *     polhode_kick(impulse, &spin);                        an angular impulse: contacts, joints, thrusters
 *     polhode_omega(&body, &spin, omega);                  back to the engine
 *
 * The same with f at the end of each name (polhode_bodyf, polhode_stepf, ...) is in float. A torque that changes with the
 * attitude: kick by h/2 times the torque, step, kick by h/2 times the new torque.
 *
 * Method     sr2 of polhode: the body is a symmetric top and a small rest, H = |m|^2/2Ij + (1/Ii - 1/Ij) mi^2/2 +
 *            (1/Ik - 1/Ij) mk^2/2 with j the axis of the middle moment; each of the three terms is a rotation.
 *            E. Hairer, G. Vilmart, J. Phys. A 39 (2006) 13225, section 3. Order 2, symmetric, symplectic, no iteration.
 * Momentum   is held in space: a free step does not touch it, so it stays to the last bit. The energy is m.m/2I with
 *            |m| = |L|: whatever h, it cannot leave [L^2/2Imax, L^2/2Imin]. Within it sr2 neither gains nor loses over time:
 *            it swings by O(h^2), 1.4e-6 of it for moments 0.6, 0.8, 1 at 0.05 rad a step. A body with two equal moments
 *            is moved exactly, at any h.
 * Bits       nothing but + - * / and sqrt, in a fixed order: the same bits from every compiler and machine with IEEE 754,
 *            if the compiler keeps to the order. gcc, clang and MSVC are told so below (clang does not listen under
 *            -ffp-contract=fast: leave that out). -ffast-math is refused. Denormal numbers must not be flushed to zero.
 *            With POLHODE_STEP_FMA defined, fma() of <math.h> is used as well: then double and float have the bits of
 *            the library's own Sr<2>; slow where fma is no instruction.
 * Bad input  Finite numbers never give NaN. A body whose moments are not all positive and finite stands still, and
 *            polhode_set_body says 0. An attitude away from unit length is brought to it; zero is the identity. A turn
 *            that has no meaning (half of it beyond 2^50, float 2^21) is left out. A kick stops at a momentum of 2^1000
 *            (float 2^120).
 *
 * Copyright and licence: those of polhode (MIT). */
#ifndef POLHODE_STEP_REAL /* the file reads itself twice: for double, then for float */
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

#define POLHODE_STEP_REAL double
#define POLHODE_STEP_DOUBLE 1
#define POLHODE_STEP(name) name
#define POLHODE_STEP_C(d, f) d
#include "polhode_step.h"
#undef POLHODE_STEP_REAL
#undef POLHODE_STEP_DOUBLE
#undef POLHODE_STEP
#undef POLHODE_STEP_C

#define POLHODE_STEP_REAL float
#define POLHODE_STEP_DOUBLE 0
#define POLHODE_STEP(name) name##f
#define POLHODE_STEP_C(d, f) f
#include "polhode_step.h"
#undef POLHODE_STEP_REAL
#undef POLHODE_STEP_DOUBLE
#undef POLHODE_STEP
#undef POLHODE_STEP_C

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif
#endif /* POLHODE_STEP_H */

#else /* what follows is read for each of the two numbers */

#define POLHODE_R POLHODE_STEP_REAL
#define POLHODE_N(x) POLHODE_STEP(polhode_##x)
#define POLHODE_C(d, f) POLHODE_STEP_C(d, f) /* a constant of each precision */

/* What a step needs of a body. i, j, k are its axes in cyclic order, j that of the middle moment. */
typedef struct POLHODE_N(body) {
  POLHODE_R moment[3], inverse[3];
  POLHODE_R rate_i, rate_k; /* 1/Ii - 1/Ij, 1/Ik - 1/Ij */
  int i, j, k;
} POLHODE_N(body);

typedef struct POLHODE_N(spin) {
  POLHODE_R q[4]; /* attitude w x y z, body -> space */
  POLHODE_R L[3]; /* angular momentum along space axes */
} POLHODE_N(spin);

/* --- parts of a step; not for use from outside --- */

typedef struct POLHODE_N(step_four) {
  POLHODE_R w, x, y, z;
} POLHODE_N(step_four);
typedef struct POLHODE_N(step_vector) {
  POLHODE_R x, y, z;
} POLHODE_N(step_vector);
typedef struct POLHODE_N(step_turn) {
  POLHODE_R c1, s; /* cos x - 1, sin x / x */
} POLHODE_N(step_turn);

static inline POLHODE_STEP_PART POLHODE_R POLHODE_N(step_fma)(POLHODE_R a, POLHODE_R b, POLHODE_R c) {
  POLHODE_STEP_AS_WRITTEN
#ifdef POLHODE_STEP_FMA
  return POLHODE_STEP(fma)(a, b, c);
#else
  return a * b + c;
#endif
}
#define POLHODE_FMA POLHODE_N(step_fma)
#define POLHODE_ABS POLHODE_STEP(fabs)

/* sin r = r + r^3 (..) and cos r = 1 - r^2/2 + r^4 (..) in powers of z = r^2 <= 0.625: minimax, errors 2^-57.7 and 2^-60.8 of
 * sin r and 1 - cos r (float: 2^-27.8 and 2^-30.1). */
static inline POLHODE_STEP_PART POLHODE_R POLHODE_N(step_sin_tail)(POLHODE_R z, POLHODE_R z2) {
  POLHODE_STEP_AS_WRITTEN
#if POLHODE_STEP_DOUBLE
  return POLHODE_FMA(z2,
                     POLHODE_FMA(z2, POLHODE_FMA(z, 0x1.5d803d6284737p-33, -0x1.ae5e25f25183dp-26),
                                 POLHODE_FMA(z, 0x1.71de352630c28p-19, -0x1.a01a019bb4438p-13)),
                     POLHODE_FMA(z, 0x1.111111110f595p-7, -0x1.5555555555547p-3));
#else
  return POLHODE_FMA(z2, -0x1.991c26p-13f, POLHODE_FMA(z, 0x1.1106c6p-7f, -0x1.555544p-3f));
#endif
}
static inline POLHODE_STEP_PART POLHODE_R POLHODE_N(step_cos_tail)(POLHODE_R z, POLHODE_R z2) {
  POLHODE_STEP_AS_WRITTEN
#if POLHODE_STEP_DOUBLE
  return POLHODE_FMA(z2,
                     POLHODE_FMA(z2, POLHODE_FMA(z, -0x1.8ff944959d97ep-37, 0x1.1eea820c65a93p-29),
                                 POLHODE_FMA(z, -0x1.27e4f8ef6095cp-22, 0x1.a01a019dfa5f8p-16)),
                     POLHODE_FMA(z, -0x1.6c16c16c15f03p-10, 0x1.5555555555552p-5));
#else
  return POLHODE_FMA(z2, 0x1.9a63e8p-16f, POLHODE_FMA(z, -0x1.6c0e30p-10f, 0x1.55554ep-5f));
#endif
}
/* For x^2 > 0.62: x = n pi/2 + r + lo, pi/2 in three parts. */
static POLHODE_STEP_RARE POLHODE_N(step_turn) POLHODE_N(step_large_turn)(POLHODE_R x2) {
  POLHODE_STEP_AS_WRITTEN
  const POLHODE_R x = POLHODE_STEP(sqrt)(x2), rounder = POLHODE_C(0x1.8p52, 0x1.8p23f);
  POLHODE_N(step_turn) turn;
  POLHODE_R r = x, lo = 0, sine, cosine, z, z2, h, w, e, d;
  int quarters = 0;
  if (x > POLHODE_C(0.785, (POLHODE_R)0.785)) {
    const POLHODE_R p2 = POLHODE_C(0x1.1a62633145c07p-54, 0x1.4442d2p-24f);
    const POLHODE_R n = POLHODE_FMA(x, POLHODE_C(0x1.45f306dc9c883p-1, 0x1.45f306p-1f), rounder) - rounder;
    const POLHODE_R r1 = POLHODE_FMA(-n, POLHODE_C(0x1.921fb54442d18p+0, 0x1.921fb4p+0f), x), p = n * p2,
                    p_error = POLHODE_FMA(n, p2, -p);
    r = r1 - p;
    lo = POLHODE_FMA(-n, POLHODE_C(-0x1.f1976b7ed8fbcp-110, -0x1.ee59dap-50f), ((r1 - r) - p) - p_error);
    quarters = (int)((long long)n & 3);
  }
  z = r * r, z2 = z * z, h = POLHODE_C(-0.5, -0.5f) * r;
  w = POLHODE_FMA(h, r, (POLHODE_R)1), e = POLHODE_FMA(h, r, (POLHODE_R)1 - w);
  if (x > POLHODE_C(0.785, (POLHODE_R)0.785)) {
    e = POLHODE_FMA(-r, lo, e), d = POLHODE_FMA(r * z, POLHODE_N(step_sin_tail)(z, z2), lo * w);
  } else {
    d = (r * z) * POLHODE_N(step_sin_tail)(z, z2);
  }
  sine = r + d, cosine = w + POLHODE_FMA(z2, POLHODE_N(step_cos_tail)(z, z2), e);
  if (quarters & 1) {
    const POLHODE_R was = sine;
    sine = cosine, cosine = -was;
  }
  if (quarters & 2) sine = -sine, cosine = -cosine;
  turn.c1 = cosine - (POLHODE_R)1, turn.s = sine / x;
  return turn;
}
static inline POLHODE_STEP_PART POLHODE_N(step_turn) POLHODE_N(step_turn_by)(POLHODE_R x2) {
  POLHODE_STEP_AS_WRITTEN
  const POLHODE_R z2 = x2 * x2;
  POLHODE_N(step_turn) turn;
  turn.c1 = POLHODE_FMA(z2, POLHODE_N(step_cos_tail)(x2, z2), POLHODE_C(-0.5, -0.5f) * x2);
  turn.s = POLHODE_FMA(x2, POLHODE_N(step_sin_tail)(x2, z2), (POLHODE_R)1);
  if (POLHODE_STEP_SELDOM(x2 > POLHODE_C(0.62, (POLHODE_R)0.62))) turn = POLHODE_N(step_large_turn)(x2);
  return turn;
}

/* d += q (0, a e)(scale, ..): what the turn (1 + c1, s e) adds, for e the first or the third axis. */
static inline POLHODE_STEP_PART POLHODE_N(step_four)
    POLHODE_N(step_add)(POLHODE_N(step_four) e, POLHODE_R s, POLHODE_N(step_four) now, POLHODE_R c1,
                        POLHODE_N(step_four) d) {
  POLHODE_STEP_AS_WRITTEN
  d.w = POLHODE_FMA(e.w, s, POLHODE_FMA(now.w, c1, d.w)), d.x = POLHODE_FMA(e.x, s, POLHODE_FMA(now.x, c1, d.x));
  d.y = POLHODE_FMA(e.y, s, POLHODE_FMA(now.y, c1, d.y)), d.z = POLHODE_FMA(e.z, s, POLHODE_FMA(now.z, c1, d.z));
  return d;
}
static inline POLHODE_STEP_PART POLHODE_N(step_four)
    POLHODE_N(step_sum)(POLHODE_N(step_four) a, POLHODE_N(step_four) b) {
  POLHODE_STEP_AS_WRITTEN
  a.w = a.w + b.w, a.x = a.x + b.x, a.y = a.y + b.y, a.z = a.z + b.z;
  return a;
}
/* Turns by 2 x about the first (third = 0) or the third axis: the change d of the attitude q so far, and the momentum as the
 * turned body sees it, each rounded at its own size. */
static inline POLHODE_STEP_PART void POLHODE_N(step_about)(int third, POLHODE_R x, const POLHODE_N(step_four) * q,
                                                           POLHODE_N(step_four) * d, POLHODE_N(step_vector) * m) {
  POLHODE_STEP_AS_WRITTEN
  POLHODE_N(step_turn) turn;
  POLHODE_N(step_four) now, axis;
  POLHODE_R p, v, twice, square, a, b;
  if (POLHODE_STEP_SELDOM(!(POLHODE_ABS(x) <= POLHODE_C(0x1p50, 0x1p21f)))) x = 0;
  turn = POLHODE_N(step_turn_by)(x * x);
  p = POLHODE_FMA(turn.s, turn.c1, turn.s), v = turn.s * turn.s, twice = x + x, square = x * twice;
  a = third ? m->x : m->y, b = third ? m->y : m->z;
  {
    const POLHODE_R a2 = a + POLHODE_FMA(p, twice * b, -(v * (square * a))),
                    b2 = b - POLHODE_FMA(p, twice * a, v * (square * b));
    if (third)
      m->x = a2, m->y = b2;
    else
      m->y = a2, m->z = b2;
  }
  now = POLHODE_N(step_sum)(*q, *d);
  if (third)
    axis.w = -now.z, axis.x = now.y, axis.y = -now.x, axis.z = now.w;
  else
    axis.w = -now.x, axis.x = now.w, axis.y = now.z, axis.z = -now.y;
  *d = POLHODE_N(step_add)(axis, turn.s * x, now, turn.c1, *d);
}

static inline POLHODE_STEP_PART POLHODE_N(step_vector)
    POLHODE_N(step_cross)(POLHODE_R ax, POLHODE_R ay, POLHODE_R az, POLHODE_N(step_vector) b) {
  POLHODE_STEP_AS_WRITTEN
  POLHODE_N(step_vector) c;
  c.x = ay * b.z - az * b.y, c.y = az * b.x - ax * b.z, c.z = ax * b.y - ay * b.x;
  return c;
}
/* From body to space with the vector of q, from space to body with its opposite (sign = -1). */
static inline POLHODE_STEP_PART POLHODE_N(step_vector)
    POLHODE_N(step_rotate)(POLHODE_N(step_four) q, POLHODE_R sign, POLHODE_N(step_vector) v) {
  POLHODE_STEP_AS_WRITTEN
  POLHODE_N(step_vector) t = POLHODE_N(step_cross)(sign * q.x, sign * q.y, sign * q.z, v), u;
  t.x = (POLHODE_R)2 * t.x, t.y = (POLHODE_R)2 * t.y, t.z = (POLHODE_R)2 * t.z;
  u = POLHODE_N(step_cross)(sign * q.x, sign * q.y, sign * q.z, t);
  v.x = v.x + q.w * t.x + u.x, v.y = v.y + q.w * t.y + u.y, v.z = v.z + q.w * t.z + u.z;
  return v;
}
/* |q|^2 - 1 */
static inline POLHODE_STEP_PART POLHODE_R POLHODE_N(step_excess)(POLHODE_N(step_four) q) {
  POLHODE_STEP_AS_WRITTEN
  return POLHODE_FMA(q.w, q.w, POLHODE_FMA(q.x, q.x, POLHODE_FMA(q.y, q.y, POLHODE_FMA(q.z, q.z, (POLHODE_R)-1))));
}
/* One Newton step to unit length, in the order of the body's own axes. */
static POLHODE_STEP_RARE POLHODE_N(step_four)
    POLHODE_N(step_renormalized)(const POLHODE_N(body) * body, POLHODE_N(step_four) q) {
  POLHODE_STEP_AS_WRITTEN
  POLHODE_R v[3], s;
  v[body->i] = q.x, v[body->j] = q.y, v[body->k] = q.z;
  s = POLHODE_C(1.5, 1.5f) - POLHODE_C(0.5, 0.5f) * (q.w * q.w + (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
  q.w = s * q.w, q.x = s * q.x, q.y = s * q.y, q.z = s * q.z;
  return q;
}
static inline POLHODE_STEP_PART POLHODE_R POLHODE_N(step_larger)(POLHODE_R a, POLHODE_R b) {
  return a > b ? a : b;
}
/* Any attitude, brought to unit length without overflow; the identity for what has no direction. */
static POLHODE_STEP_RARE POLHODE_N(step_four) POLHODE_N(step_normalized)(POLHODE_N(step_four) q) {
  POLHODE_STEP_AS_WRITTEN
  const POLHODE_R most = POLHODE_N(step_larger)(POLHODE_N(step_larger)(POLHODE_ABS(q.w), POLHODE_ABS(q.x)),
                                                POLHODE_N(step_larger)(POLHODE_ABS(q.y), POLHODE_ABS(q.z)));
  POLHODE_R n;
  if (!(most > 0)) {
    q.w = 1, q.x = 0, q.y = 0, q.z = 0;
    return q;
  }
  q.w = q.w / most, q.x = q.x / most, q.y = q.y / most, q.z = q.z / most;
  n = POLHODE_STEP(sqrt)(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  q.w = q.w / n, q.x = q.x / n, q.y = q.y / n, q.z = q.z / n;
  return q;
}

/* The step itself, along the axes (i, j, k): the turn of the top about L, then the rests: i by h/2, k by h, i by h/2. */
static inline POLHODE_STEP_PART void POLHODE_N(step_turn_body)(const POLHODE_N(body) * body, POLHODE_R h,
                                                               POLHODE_N(step_four) * attitude,
                                                               POLHODE_N(step_vector) * m) {
  POLHODE_STEP_AS_WRITTEN
  const POLHODE_R half = POLHODE_C(0.5, 0.5f), by = h * body->inverse[body->j];
  POLHODE_R vx = by * m->x, vy = by * m->y, vz = by * m->z;
  POLHODE_R x2 = POLHODE_C(0.25, 0.25f) * (vx * vx + vy * vy + vz * vz), c, scale;
  const POLHODE_R outer = (half * (half * h)) * body->rate_i, inner = (half * h) * body->rate_k;
  POLHODE_N(step_turn) top;
  POLHODE_N(step_four) q = *attitude, d;
  if (POLHODE_STEP_SELDOM(!(x2 <= POLHODE_C(0.62, (POLHODE_R)0.62)))) {
    if (!(x2 <= POLHODE_C(0x1p100, 0x1p42f)))
      vx = 0, vy = 0, vz = 0, x2 = 0;
    else
      q = POLHODE_N(step_renormalized)(body, q);
  }
  top = POLHODE_N(step_turn_by)(x2);
  scale = half * top.s;
  vx = scale * vx, vy = scale * vy, vz = scale * vz;
  /* What q lacks to unit length is put right in the same sum. */
  c = POLHODE_FMA(-half, POLHODE_N(step_excess)(q), top.c1);
  d.w = POLHODE_FMA(-q.x, vx, POLHODE_FMA(-q.y, vy, -q.z * vz)) + q.w * c;
  d.x = POLHODE_FMA(q.w, vx, POLHODE_FMA(-q.z, vy, q.y * vz)) + q.x * c;
  d.y = POLHODE_FMA(q.z, vx, POLHODE_FMA(q.w, vy, -q.x * vz)) + q.y * c;
  d.z = POLHODE_FMA(-q.y, vx, POLHODE_FMA(q.x, vy, q.w * vz)) + q.z * c;
  POLHODE_N(step_about)(0, outer * m->x, &q, &d, m);
  POLHODE_N(step_about)(1, inner * m->z, &q, &d, m);
  POLHODE_N(step_about)(0, outer * m->x, &q, &d, m);
  *attitude = POLHODE_N(step_sum)(q, d);
}

static inline POLHODE_STEP_PART POLHODE_R POLHODE_N(step_within)(POLHODE_R a) { /* a number stays a number */
  const POLHODE_R most =
      POLHODE_C(0x1p1000, 0x1p120f); /* so much smaller than the largest that sums of a few are numbers */
  return a > most ? most : a < -most ? -most : a;
}
static inline POLHODE_STEP_PART POLHODE_N(step_four)
    POLHODE_N(step_load)(const POLHODE_N(body) * body, const POLHODE_R q[4]) {
  POLHODE_N(step_four) f;
  f.w = q[0], f.x = q[1 + body->i], f.y = q[1 + body->j], f.z = q[1 + body->k];
  if (POLHODE_STEP_SELDOM(!(POLHODE_ABS(POLHODE_N(step_excess)(f)) <= POLHODE_C(0x1p-16, 0x1p-16f))))
    f = POLHODE_N(step_normalized)(f);
  return f;
}
static inline POLHODE_STEP_PART POLHODE_N(step_vector)
    POLHODE_N(step_pick)(const POLHODE_N(body) * body, const POLHODE_R v[3]) {
  POLHODE_N(step_vector) u;
  u.x = v[body->i], u.y = v[body->j], u.z = v[body->k];
  return u;
}
static inline POLHODE_STEP_PART POLHODE_N(step_vector)
    POLHODE_N(step_pick_within)(const POLHODE_N(body) * body, const POLHODE_R v[3]) {
  POLHODE_N(step_vector) u;
  u.x = POLHODE_N(step_within)(v[body->i]), u.y = POLHODE_N(step_within)(v[body->j]);
  u.z = POLHODE_N(step_within)(v[body->k]);
  return u;
}
static inline POLHODE_STEP_PART int POLHODE_N(step_moderate)(POLHODE_N(step_vector) u) {
  return POLHODE_ABS(u.x) + POLHODE_ABS(u.y) + POLHODE_ABS(u.z) <= POLHODE_C(0x1p900, 0x1p80f);
}
static inline POLHODE_STEP_PART void POLHODE_N(step_store)(const POLHODE_N(body) * body, POLHODE_N(step_four) f,
                                                           POLHODE_R q[4]) {
  q[0] = f.w, q[1 + body->i] = f.x, q[1 + body->j] = f.y, q[1 + body->k] = f.z;
}
static inline POLHODE_STEP_PART void POLHODE_N(step_put)(const POLHODE_N(body) * body, POLHODE_N(step_vector) u,
                                                         POLHODE_R v[3]) {
  v[body->i] = u.x, v[body->j] = u.y, v[body->k] = u.z;
}

/* --- for use --- */

/* 1; or 0 where the moments are not all positive and finite (or so small that 1/I is not): then the body stands still. */
static inline POLHODE_STEP_USE int POLHODE_N(set_body)(POLHODE_N(body) * body, const POLHODE_R moments[3]) {
  POLHODE_STEP_AS_WRITTEN
  const POLHODE_R most = POLHODE_C(0x1.fffffffffffffp1023, 0x1.fffffep127f), *const I = moments;
  POLHODE_R xi, xj, xk, Ij;
  int a, good = 1;
  body->j = (I[0] <= I[1] && I[1] <= I[2]) || (I[2] <= I[1] && I[1] <= I[0])   ? 1
            : (I[2] <= I[0] && I[0] <= I[1]) || (I[1] <= I[0] && I[0] <= I[2]) ? 0
                                                                               : 2;
  body->i = (body->j + 2) % 3, body->k = (body->j + 1) % 3;
  for (a = 0; a < 3; ++a) {
    body->moment[a] = I[a], body->inverse[a] = (POLHODE_R)1 / I[a];
    if (!(I[a] > 0 && I[a] <= most && body->inverse[a] <= most)) good = 0;
  }
  body->rate_i = 0, body->rate_k = 0;
  if (!good) {
    for (a = 0; a < 3; ++a) body->moment[a] = 0, body->inverse[a] = 0;
    return 0;
  }
  xi = body->inverse[body->i], xj = body->inverse[body->j], xk = body->inverse[body->k], Ij = I[body->j];
  /* without cancellation, unless the moments are so far apart that the products leave the numbers */
  body->rate_i = (Ij - I[body->i]) * xi * xj, body->rate_k = (Ij - I[body->k]) * xk * xj;
  if (!(POLHODE_ABS(body->rate_i) <= most)) body->rate_i = xi - xj;
  if (!(POLHODE_ABS(body->rate_k) <= most)) body->rate_k = xk - xj;
  return 1;
}

/* The library's step: attitude and the momentum m along the axes of the body, which stays as it is beyond 2^900 (float 2^80). */
static inline POLHODE_STEP_USE void POLHODE_N(step_in_body)(const POLHODE_N(body) * body, POLHODE_R h, POLHODE_R q[4],
                                                            POLHODE_R m[3]) {
  POLHODE_N(step_four) f = POLHODE_N(step_load)(body, q);
  POLHODE_N(step_vector) u = POLHODE_N(step_pick)(body, m);
  const int turns = POLHODE_N(step_moderate)(u);
  if (!turns) u.x = 0, u.y = 0, u.z = 0;
  POLHODE_N(step_turn_body)(body, h, &f, &u);
  POLHODE_N(step_store)(body, f, q);
  if (turns) POLHODE_N(step_put)(body, u, m);
}

/* A free body. */
static inline POLHODE_STEP_USE void POLHODE_N(step)(const POLHODE_N(body) * body, POLHODE_R h, POLHODE_N(spin) * spin) {
  POLHODE_N(step_four) f = POLHODE_N(step_load)(body, spin->q);
  POLHODE_N(step_vector) u = POLHODE_N(step_pick)(body, spin->L);
  u = POLHODE_N(step_rotate)(f, (POLHODE_R)-1, u);
  POLHODE_N(step_turn_body)(body, h, &f, &u);
  POLHODE_N(step_store)(body, f, spin->q);
}

/* An angular impulse, in space axes. */
static inline POLHODE_STEP_USE void POLHODE_N(kick)(const POLHODE_R impulse[3], POLHODE_N(spin) * spin) {
  int a;
  for (a = 0; a < 3; ++a) spin->L[a] = POLHODE_N(step_within)(spin->L[a] + impulse[a]);
}

/* Under a torque in space axes, constant over h: half of its impulse, the free step, the other half. */
static inline POLHODE_STEP_USE void POLHODE_N(step_torque)(const POLHODE_N(body) * body, POLHODE_R h,
                                                           const POLHODE_R torque[3], POLHODE_N(spin) * spin) {
  POLHODE_STEP_AS_WRITTEN
  POLHODE_R impulse[3];
  int a;
  for (a = 0; a < 3; ++a) impulse[a] = POLHODE_N(step_within)((POLHODE_C(0.5, 0.5f) * h) * torque[a]);
  POLHODE_N(kick)(impulse, spin);
  POLHODE_N(step)(body, h, spin);
  POLHODE_N(kick)(impulse, spin);
}

/* Angular velocity, in space axes. */
static inline POLHODE_STEP_USE void POLHODE_N(omega)(const POLHODE_N(body) * body, const POLHODE_N(spin) * spin,
                                                     POLHODE_R omega[3]) {
  POLHODE_STEP_AS_WRITTEN
  const POLHODE_N(step_four) f = POLHODE_N(step_load)(body, spin->q);
  POLHODE_N(step_vector) m = POLHODE_N(step_rotate)(f, (POLHODE_R)-1, POLHODE_N(step_pick_within)(body, spin->L));
  m.x = POLHODE_N(step_within)(m.x * body->inverse[body->i]),
  m.y = POLHODE_N(step_within)(m.y * body->inverse[body->j]);
  m.z = POLHODE_N(step_within)(m.z * body->inverse[body->k]);
  POLHODE_N(step_put)(body, POLHODE_N(step_rotate)(f, (POLHODE_R)1, m), omega);
}
/* The momentum of a body at the attitude spin->q that turns with omega (space axes). */
static inline POLHODE_STEP_USE void POLHODE_N(set_omega)(const POLHODE_N(body) * body, const POLHODE_R omega[3],
                                                         POLHODE_N(spin) * spin) {
  POLHODE_STEP_AS_WRITTEN
  const POLHODE_N(step_four) f = POLHODE_N(step_load)(body, spin->q);
  POLHODE_N(step_vector) w = POLHODE_N(step_rotate)(f, (POLHODE_R)-1, POLHODE_N(step_pick_within)(body, omega));
  w.x = POLHODE_N(step_within)(w.x * body->moment[body->i]), w.y = POLHODE_N(step_within)(w.y * body->moment[body->j]);
  w.z = POLHODE_N(step_within)(w.z * body->moment[body->k]);
  POLHODE_N(step_put)(body, POLHODE_N(step_rotate)(f, (POLHODE_R)1, w), spin->L);
}
/* Kinetic energy of the rotation. */
static inline POLHODE_STEP_USE POLHODE_R POLHODE_N(energy)(const POLHODE_N(body) * body, const POLHODE_N(spin) * spin) {
  POLHODE_STEP_AS_WRITTEN
  const POLHODE_N(step_vector) m = POLHODE_N(step_rotate)(POLHODE_N(step_load)(body, spin->q), (POLHODE_R)-1,
                                                          POLHODE_N(step_pick_within)(body, spin->L));
  return POLHODE_C(0.5, 0.5f) * (m.x * (m.x * body->inverse[body->i]) + m.y * (m.y * body->inverse[body->j]) +
                                 m.z * (m.z * body->inverse[body->k]));
}

#undef POLHODE_R
#undef POLHODE_N
#undef POLHODE_C
#undef POLHODE_FMA
#undef POLHODE_ABS
#endif
