/* free_motion.c -- the exact motion of one free body */
#include "interface.h"

enum { TIMES = 11 };

static double energy_of(const double w[3]) {
  return 0.5 * (moments[0] * w[0] * w[0] + moments[1] * w[1] * w[1] + moments[2] * w[2] * w[2]);
}

/* v turned by q. */
static void turn(const double q[4], const double v[3], double r[3]) {
  const double t[3] = {2 * (q[2] * v[2] - q[3] * v[1]), 2 * (q[3] * v[0] - q[1] * v[2]), 2 * (q[1] * v[1] - q[2] * v[0])};
  r[0] = v[0] + q[0] * t[0] + q[2] * t[2] - q[3] * t[1];
  r[1] = v[1] + q[0] * t[1] + q[3] * t[0] - q[1] * t[2];
  r[2] = v[2] + q[0] * t[2] + q[1] * t[1] - q[2] * t[0];
}

void free_motion(void) {
  polhode_body *body = body_of(moments);
  double times[TIMES], q[TIMES][4], w[TIMES][3], soa[7 * TIMES], limit = 0, single[4];
  const double bad_q[4] = {1, 1, 0, 0}, bad_w[3] = {NAN, 0, 0}, none_w[3] = {0, 0, 0}, late = 1e30, not_a_time = NAN;
  int i, c;
  for (i = 0; i < TIMES; ++i) times[i] = 10.0 * i - 20;
  OK(polhode_free_motion(body, start_q, start_w, times, TIMES, out(&q[0][0], 4, 1), out(&w[0][0], 3, 1)));
  CHECK(near(q[2][0], 1, 1e-15) && near(w[2][1], 2.0, 1e-15)); /* times[2] is 0 */
  for (i = 0; i < TIMES; ++i) CHECK(near(energy_of(w[i]) / energy_of(start_w), 1, 1e-14)); /* measured 4e-16 */
  /* As four and three arrays; the same bits, alone or in lanes. */
  OK(polhode_free_motion(body, start_q, start_w, times, TIMES, out(soa, 1, TIMES), out(soa + 4 * TIMES, 1, TIMES)));
  for (i = 0; i < TIMES; ++i) {
    for (c = 0; c < 4; ++c) CHECK(soa[c * TIMES + i] == q[i][c]);
    for (c = 0; c < 3; ++c) CHECK(soa[(4 + c) * TIMES + i] == w[i][c]);
    OK(polhode_free_motion(body, start_q, start_w, &times[i], 1, out(single, 4, 1), none()));
    CHECK(memcmp(single, q[i], sizeof single) == 0);
  }
  OK(polhode_free_motion(body, start_q, start_w, NULL, 0, none(), none()));
  OK(polhode_free_motion_limit(body, start_q, start_w, &limit));
  CHECK(limit > 1e13 && limit < 1e15);
  OK(polhode_free_motion_limit(body, start_q, none_w, &limit));
  CHECK(isinf(limit));

  /* Axes that are not principal: the momentum stays in space. */
  {
    const double tensor[9] = {0.7, 0.1, 0, 0.1, 0.8, -0.05, 0, -0.05, 0.9};
    polhode_body *turned = NULL;
    double m[3], L[3], L0[3] = {0, 0, 0};
    OK(polhode_body_create_tensor(tensor, &turned));
    OK(polhode_free_motion(turned, start_q, start_w, times, TIMES, out(&q[0][0], 4, 1), out(&w[0][0], 3, 1)));
    for (i = 0; i < TIMES; ++i) {
      OK(polhode_body_momentum(turned, w[i], m));
      turn(q[i], m, L);
      if (i == 0) memcpy(L0, L, sizeof L);
      for (c = 0; c < 3; ++c) CHECK(near(L[c], L0[c], 2e-14)); /* measured 2e-15 */
    }
    for (c = 0; c < 3; ++c) CHECK(near(w[2][c], start_w[c], 4e-15) && near(q[2][1 + c], 0, 4e-15));
    polhode_body_destroy(turned);
  }

  /* The momentum that is given is the momentum that is used. This one is not that of its angular velocity, m / 0.3 * 0.3; after 1e14
   * rad about axis 1 the last bit is a hundredth of a radian. */
  {
    const double sphere_moments[3] = {0.3, 0.3, 0.3}, moment = 0.3;
    const double late_time[1] = {1e12};
    polhode_body *sphere = body_of(sphere_moments);
    double m[3] = {0, 0, 0}, back[3], other[3] = {0, 0, 0}, apart[4];
    for (i = 0, m[0] = 30; other[0] == m[0] || i == 0; ++i) {
      m[0] += 0.1;
      OK(polhode_body_angular_velocity(sphere, m, back));
      OK(polhode_body_momentum(sphere, back, other));
    }
    OK(polhode_free_motion_of_momentum(sphere, start_q, m, late_time, 1, out(single, 4, 1), none()));
    CHECK(near(single[0], (double)cosl(0.5L * ((long double)m[0] / moment) * 1e12L), 1e-4)); /* long double has 5e-6 there */
    OK(polhode_free_motion(sphere, start_q, back, late_time, 1, out(apart, 4, 1), none()));
    CHECK(!near(apart[0], single[0], 1e-3));
    OK(polhode_free_motion_of_momentum_limit(sphere, start_q, m, &limit));
    CHECK(limit > 1e11 && limit < 1e15);
    INVALID("momentum (nan, 0, 0) must be finite", polhode_free_motion_of_momentum(sphere, start_q, bad_w, times, 1, none(), none()));
    INVALID("m must not be null", polhode_free_motion_of_momentum(sphere, start_q, NULL, times, 1, none(), none()));
    INVALID("m must not be null", polhode_free_motion_of_momentum_limit(sphere, start_q, NULL, &limit));
    polhode_body_destroy(sphere);
  }

  q[0][0] = 9;
  {  /* Without a rotor the same bits; with one along the spin a steady turn stays one. */
    const double no_rotor[3] = {0, 0, 0}, rotor[3] = {0, 0, 2}, steady[3] = {0, 0, 3}, nan_rotor[3] = {0, NAN, 0};
    double free_q[4], rotor_q[4], rotor_w[3];
    OK(polhode_free_motion(body, start_q, start_w, &times[1], 1, out(free_q, 4, 1), none()));
    OK(polhode_gyrostat_motion(body, no_rotor, start_q, start_w, &times[1], 1, out(rotor_q, 4, 1), none()));
    CHECK(memcmp(free_q, rotor_q, sizeof free_q) == 0);
    OK(polhode_gyrostat_motion(body, rotor, start_q, steady, &times[1], 1, none(), out(rotor_w, 3, 1)));
    CHECK(fabs(rotor_w[0]) < 1e-14 && fabs(rotor_w[1]) < 1e-14 && fabs(rotor_w[2] - 3) < 1e-14);
    INVALID("rotor momentum", polhode_gyrostat_motion(body, nan_rotor, start_q, start_w, times, 1, none(), none()));
    INVALID("rotor must not be null", polhode_gyrostat_motion(body, NULL, start_q, start_w, times, 1, none(), none()));
    INVALID("body must not be null", polhode_gyrostat_motion(NULL, rotor, start_q, start_w, times, 1, none(), none()));
  }
  INVALID("has length 1.41421", polhode_free_motion(body, bad_q, start_w, times, 1, out(&q[0][0], 4, 1), none()));
  INVALID("must be finite", polhode_free_motion(body, start_q, bad_w, times, 1, out(&q[0][0], 4, 1), none()));
  INVALID("times[0] = 1e+30 is too late", polhode_free_motion(body, start_q, start_w, &late, 1, out(&q[0][0], 4, 1), none()));
  INVALID("times[0] = nan must be finite",
          polhode_free_motion(body, start_q, start_w, &not_a_time, 1, out(&q[0][0], 4, 1), none()));
  INVALID("n = -1 must not be negative", polhode_free_motion(body, start_q, start_w, times, -1, out(&q[0][0], 4, 1), none()));
  INVALID("n = 9223372036854775807 must be at most",
          polhode_free_motion(body, start_q, start_w, times, INT64_MAX, out(&q[0][0], 4, 1), none()));
  INVALID("with row 0", polhode_free_motion(body, start_q, start_w, times, 2, out(&q[0][0], 0, 1), none()));
  INVALID("with column 0", polhode_free_motion(body, start_q, start_w, times, 2, out(&q[0][0], 4, 0), none()));
  INVALID("body must not be null", polhode_free_motion(NULL, start_q, start_w, times, 1, none(), none()));
  INVALID("q must not be null", polhode_free_motion(body, NULL, start_w, times, 1, none(), none()));
  INVALID("w must not be null", polhode_free_motion(body, start_q, NULL, times, 1, none(), none()));
  INVALID("times must not be null", polhode_free_motion(body, start_q, start_w, NULL, 1, none(), none()));
  CHECK(q[0][0] == 9);
  INVALID("body must not be null", polhode_free_motion_limit(NULL, start_q, start_w, &limit));
  INVALID("q must not be null", polhode_free_motion_limit(body, NULL, start_w, &limit));
  INVALID("w must not be null", polhode_free_motion_limit(body, start_q, NULL, &limit));
  INVALID("limit must not be null", polhode_free_motion_limit(body, start_q, start_w, NULL));
  polhode_body_destroy(body);
}
