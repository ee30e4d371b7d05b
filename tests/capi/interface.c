/* interface.c -- everything of polhode.h from C99: numbers, messages, and wrong input to every function */
#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "polhode.h"

static int failures = 0;
static void check(int good, const char *what, int line) {
  if (good) return;
  printf("line %d: %s (last error: %s)\n", line, what, polhode_last_error());
  ++failures;
}
#define CHECK(x) check((x), #x, __LINE__)
#define OK(call) check((call) == POLHODE_OK, #call, __LINE__)

/* The call has this status, and its message this text. */
static void check_refused(polhode_status is, polhode_status expected, const char *text, const char *what, int line) {
  check(is == expected && strstr(polhode_last_error(), text) != NULL, what, line);
}
#define REFUSED(status, text, call) check_refused((call), (status), (text), #call, __LINE__)
#define INVALID(text, call) REFUSED(POLHODE_INVALID_INPUT, text, call)

static int near(double a, double b, double tolerance) {
  return fabs(a - b) <= tolerance;
}
/* A handle or an output that has not been touched. */
#define UNTOUCHED(x) CHECK((x) == NULL)

static const double moments[3] = {0.6, 0.8, 1.0}, start_q[4] = {1, 0, 0, 0}, start_w[3] = {0.3, 2.0, -0.4};
static polhode_out none(void) {
  polhode_out r = {NULL, 0, 0};
  return r;
}
static polhode_in nothing(void) {
  polhode_in r = {NULL, 0, 0};
  return r;
}
static polhode_out out(double *data, ptrdiff_t row, ptrdiff_t column) {
  polhode_out r;
  r.data = data, r.row = row, r.column = column;
  return r;
}
static polhode_in in(const double *data, ptrdiff_t row, ptrdiff_t column) {
  polhode_in r;
  r.data = data, r.row = row, r.column = column;
  return r;
}

static polhode_body *body_of(const double I[3]) {
  polhode_body *body = NULL;
  OK(polhode_body_create_moments(I, &body));
  return body;
}
static polhode_problem *problem_of(double end) {
  polhode_body *body = body_of(moments);
  polhode_problem *problem = NULL;
  OK(polhode_problem_create(body, &problem));
  OK(polhode_problem_set_start(problem, start_q, start_w));
  OK(polhode_problem_set_times(problem, 0, end));
  polhode_body_destroy(body);
  return problem;
}

/* --- status and bodies --------------------------------------------------------------------------------------------------- */

static void status(void) {
  CHECK(polhode_abi() == POLHODE_ABI);
  CHECK(strcmp(polhode_version(), EXPECTED_VERSION) == 0);
  CHECK(strcmp(polhode_last_error(), "") == 0); /* the first to be called */
  CHECK(strcmp(polhode_status_name(POLHODE_OK), "ok") == 0);
  CHECK(strcmp(polhode_status_name(POLHODE_INTERNAL), "internal") == 0);
  CHECK(strcmp(polhode_status_name((polhode_status)99), "unknown") == 0);
}

static void bodies(void) {
  const double wrong[3] = {1, 2, 5}, nan[3] = {1, NAN, 1}, skew[9] = {1, 0, 0, 0.5, 1, 0, 0, 0, 1};
  const double tensor[9] = {2, 0.3, 0, 0.3, 2, 0, 0, 0, 3}, w[3] = {0.1, 0.2, 0.3}, bad[3] = {0, INFINITY, 0};
  double I[3] = {0, 0, 0}, q[4], m[3] = {7, 7, 7}, back[3];
  polhode_body *body = NULL;
  INVALID("I3 <= I1 + I2 is violated by 2", polhode_body_create_moments(wrong, &body));
  INVALID("I2 = nan must be positive and finite", polhode_body_create_moments(nan, &body));
  INVALID("I2 = nan must be positive and finite", polhode_body_create_effective(nan, &body));
  INVALID("the tensor must be symmetric", polhode_body_create_tensor(skew, &body));
  INVALID("moments must not be null", polhode_body_create_moments(NULL, &body));
  INVALID("moments must not be null", polhode_body_create_effective(NULL, &body));
  INVALID("tensor must not be null", polhode_body_create_tensor(NULL, &body));
  INVALID("body must not be null", polhode_body_create_moments(moments, NULL));
  UNTOUCHED(body);
  OK(polhode_body_create_effective(wrong, &body));
  polhode_body_destroy(body);
  polhode_body_destroy(NULL);

  OK(polhode_body_create_tensor(tensor, &body));
  OK(polhode_body_moments(body, I));
  CHECK(near(I[0] + I[1], 4, 1e-15) && near(fabs(I[0] - I[1]), 0.6, 1e-15) && I[2] == 3);
  OK(polhode_body_frame(body, q));
  CHECK(near(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-15) && near(fabs(q[3]), sin(atan(1) / 2), 1e-15));
  INVALID("w[1] = inf must be finite", polhode_body_momentum(body, bad, m));
  CHECK(m[0] == 7);
  OK(polhode_body_momentum(body, w, m));
  CHECK(near(m[0], 2 * 0.1 + 0.3 * 0.2, 1e-15) && near(m[1], 0.3 * 0.1 + 2 * 0.2, 1e-15) && near(m[2], 0.9, 1e-15));
  OK(polhode_body_angular_velocity(body, m, back));
  CHECK(near(back[0], 0.1, 1e-15) && near(back[1], 0.2, 1e-15) && near(back[2], 0.3, 1e-15));

  INVALID("body must not be null", polhode_body_moments(NULL, I));
  INVALID("moments must not be null", polhode_body_moments(body, NULL));
  INVALID("body must not be null", polhode_body_frame(NULL, q));
  INVALID("q must not be null", polhode_body_frame(body, NULL));
  INVALID("body must not be null", polhode_body_momentum(NULL, w, m));
  INVALID("w must not be null", polhode_body_momentum(body, NULL, m));
  INVALID("m must not be null", polhode_body_momentum(body, w, NULL));
  INVALID("m[1] = inf must be finite", polhode_body_angular_velocity(body, bad, m));
  INVALID("body must not be null", polhode_body_angular_velocity(NULL, w, m));
  INVALID("m must not be null", polhode_body_angular_velocity(body, NULL, m));
  INVALID("w must not be null", polhode_body_angular_velocity(body, w, NULL));
  polhode_body_destroy(body);
}

static void solids_and_atoms(void) {
  const double size[3] = {1, 2, 3}, none_of_it[3] = {1, 0, 3}, masses[3] = {16, 1, 1};
  const double atoms[9] = {0, 0, 0, 0.96, 0, 0, -0.24, 0.93, 0}, line[9] = {0, 0, 0, 1, 0, 0, 2, 0, 0};
  double I[3], centre[3], by_columns[9];
  polhode_body *body = NULL;
  int i, k;
  OK(polhode_body_create_solid("box", 12, size, &body));
  OK(polhode_body_moments(body, I));
  CHECK(I[0] == 13 && I[1] == 10 && I[2] == 5);
  polhode_body_destroy(body), body = NULL;
  OK(polhode_body_create_solid("ellipsoid", 20, size, &body));
  OK(polhode_body_moments(body, I));
  CHECK(near(I[0], 13, 1e-14) && near(I[2], 5, 1e-14)); /* m (b^2 + c^2)/5 of the semi-axes */
  polhode_body_destroy(body), body = NULL;
  INVALID("shape: \"cube\" is none of box, ellipsoid, cylinder, sphere", polhode_body_create_solid("cube", 1, size, &body));
  INVALID("is not round", polhode_body_create_solid("cylinder", 1, size, &body));
  INVALID("must be positive", polhode_body_create_solid("box", 1, none_of_it, &body));
  INVALID("must be positive", polhode_body_create_solid("box", -1, size, &body));
  INVALID("shape must not be null", polhode_body_create_solid(NULL, 1, size, &body));
  INVALID("size must not be null", polhode_body_create_solid("box", 1, NULL, &body));
  INVALID("body must not be null", polhode_body_create_solid("box", 1, size, NULL));

  INVALID("on a line", polhode_body_create_atoms(masses, in(line, 3, 1), 3, &body, NULL));
  INVALID("there are no atoms", polhode_body_create_atoms(masses, in(atoms, 3, 1), 0, &body, NULL));
  INVALID("n = -1", polhode_body_create_atoms(masses, in(atoms, 3, 1), -1, &body, NULL));
  INVALID("masses must not be null", polhode_body_create_atoms(NULL, in(atoms, 3, 1), 3, &body, NULL));
  INVALID("positions must not be null", polhode_body_create_atoms(masses, nothing(), 3, &body, NULL));
  INVALID("body must not be null", polhode_body_create_atoms(masses, in(atoms, 3, 1), 3, NULL, NULL));
  UNTOUCHED(body);
  OK(polhode_body_create_atoms(masses, in(atoms, 3, 1), 3, &body, centre));
  CHECK(near(centre[0], 0.04, 1e-15) && near(centre[1], 0.93 / 18, 1e-15) && centre[2] == 0);
  OK(polhode_body_moments(body, I));
  CHECK(near(I[0] + I[1], I[2], 1e-14)); /* flat */
  polhode_body_destroy(body), body = NULL;
  for (i = 0; i < 3; ++i)
    for (k = 0; k < 3; ++k) by_columns[3 * k + i] = atoms[3 * i + k];
  OK(polhode_body_create_atoms(masses, in(by_columns, 1, 3), 3, &body, NULL));
  OK(polhode_body_moments(body, centre));
  CHECK(memcmp(I, centre, sizeof I) == 0);
  polhode_body_destroy(body);
}

/* --- exact free motion --------------------------------------------------------------------------------------------------- */

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

static void free_motion(void) {
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

/* --- arrays -------------------------------------------------------------------------------------------------------------- */

enum { BODIES = 1003 }; /* not a multiple of the lanes */
typedef struct record {
  double q[4], m[3], I[3], torque[3];
} record;
enum { RECORD = sizeof(record) / sizeof(double) };

static void fill(record *all) {
  int i, c;
  for (i = 0; i < BODIES; ++i) {
    for (c = 0; c < 3; ++c) {
      all[i].I[c] = moments[c];
      all[i].m[c] = moments[c] * start_w[c] * (1 + 0.001 * i);
      all[i].torque[c] = 0.1 * c;
    }
    for (c = 0; c < 4; ++c) all[i].q[c] = start_q[c];
  }
}

static void arrays(void) {
  record *all = malloc(BODIES * sizeof *all);
  double *q = malloc(4 * BODIES * sizeof *q), *m = malloc(3 * BODIES * sizeof *m), *times = malloc(BODIES * sizeof *times);
  double *states = malloc(7 * 2 * BODIES * sizeof *states), two_times[2] = {5, -5}, expected_q[4], expected_w[3], t = 5, late = 1e30;
  polhode_out q_of_records, m_of_records;
  polhode_in I_of_records, torque_of_records;
  polhode_body *body = body_of(moments);
  int64_t not_moved = -1;
  int i, c, step;
  if (!all || !q || !m || !times || !states) exit(1);
  q_of_records = out(all[0].q, RECORD, 1), m_of_records = out(all[0].m, RECORD, 1);
  I_of_records = in(all[0].I, RECORD, 1), torque_of_records = in(all[0].torque, RECORD, 1);

  /* Exactly, as one body alone. */
  fill(all);
  OK(polhode_move_freely(q_of_records, m_of_records, I_of_records, BODIES, &t, 0, 1, &not_moved));
  CHECK(not_moved == 0);
  OK(polhode_free_motion(body, start_q, start_w, &t, 1, out(expected_q, 4, 1), out(expected_w, 3, 1)));
  for (c = 0; c < 4; ++c) CHECK(near(all[0].q[c], expected_q[c], 4e-15));
  for (c = 0; c < 3; ++c) CHECK(near(all[0].m[c] / moments[c], expected_w[c], 4e-15));
  /* Attitudes and momenta in arrays of their own, times of their own, one inertia for all, two threads: the same bits. */
  for (i = 0; i < BODIES; ++i) {
    for (c = 0; c < 4; ++c) q[4 * i + c] = start_q[c];
    for (c = 0; c < 3; ++c) m[3 * i + c] = moments[c] * start_w[c] * (1 + 0.001 * i);
    times[i] = t;
  }
  OK(polhode_move_freely(out(q, 4, 1), out(m, 3, 1), in(moments, 0, 1), BODIES, times, 1, 2, NULL));
  for (i = 0; i < BODIES; ++i) CHECK(memcmp(&q[4 * i], all[i].q, sizeof all[i].q) == 0 && memcmp(&m[3 * i], all[i].m, sizeof all[i].m) == 0);
  /* Two times at once. */
  fill(all);
  OK(polhode_free_motions(in(all[0].q, RECORD, 1), in(all[0].m, RECORD, 1), I_of_records, BODIES, two_times, 2,
                          out(states, 1, 2 * BODIES), out(states + 8 * BODIES, 1, 2 * BODIES), 1, &not_moved));
  for (i = 0; i < BODIES; ++i)
    for (c = 0; c < 4; ++c) CHECK(near(states[2 * BODIES * c + i], q[4 * i + c], 1e-14));
  /* Back again, from arrays of two strides. */
  OK(polhode_free_motions(in(q, 4, 1), in(m, 3, 1), in(moments, 0, 1), BODIES, two_times, 2, out(states, 1, 2 * BODIES),
                          out(states + 8 * BODIES, 1, 2 * BODIES), 2, NULL));
  for (i = 0; i < BODIES; ++i) CHECK(near(states[BODIES + i], 1, 1e-14));

  /* Kick, drift, kick under a constant torque along body axes: m3 grows, to the order of the method and to the same bits in
   * every layout. */
  fill(all);
  for (i = 0; i < BODIES; ++i) {
    for (c = 0; c < 4; ++c) q[4 * i + c] = all[i].q[c];
    for (c = 0; c < 3; ++c) m[3 * i + c] = all[i].m[c];
  }
  for (step = 0; step < 10; ++step) {
    OK(polhode_kick_and_drift(q_of_records, m_of_records, I_of_records, torque_of_records, BODIES, 0.005, 0.01, 1));
    OK(polhode_kick(m_of_records, torque_of_records, BODIES, 0.005, 1));
    OK(polhode_kick_and_drift(out(q, 4, 1), out(m, 3, 1), in(moments, 0, 1), in(all[0].torque, 0, 1), BODIES, 0.005, 0.01, 2));
    OK(polhode_kick(out(m, 3, 1), in(all[0].torque, 0, 1), BODIES, 0.005, 2));
  }
  for (i = 0; i < BODIES; ++i) CHECK(memcmp(&q[4 * i], all[i].q, sizeof all[i].q) == 0 && memcmp(&m[3 * i], all[i].m, sizeof all[i].m) == 0);
  {
    /* The same by a run, whose steps are others. */
    polhode_problem *problem = problem_of(0.1);
    polhode_settings s = POLHODE_SETTINGS;
    polhode_result *result = NULL;
    int torque = -1;
    const double tau[3] = {0, 0.1, 0.2};
    double end[3];
    int64_t n = 0;
    OK(polhode_problem_add_torque(problem, "constant", &torque));
    OK(polhode_problem_set_vector(problem, torque, "vector", tau));
    OK(polhode_problem_set_word(problem, torque, "frame", "body"));
    s.accuracy = 1e-12;
    OK(polhode_run(problem, &s, &result));
    OK(polhode_result_count(result, &n));
    OK(polhode_result_states(result, n - 1, 1, NULL, none(), out(end, 3, 1), none(), NULL));
    for (c = 0; c < 3; ++c) CHECK(near(m[c] / moments[c], end[c], 1e-5));
    polhode_result_destroy(result), polhode_problem_destroy(problem);
  }

  /* What cannot be moved stays, and is counted. */
  fill(all);
  for (i = 0; i < BODIES; ++i) times[i] = 1;
  times[17] = late, all[30].m[1] = NAN;
  REFUSED(POLHODE_INACCURATE, "of 1003 bodies were not moved",
          polhode_move_freely(q_of_records, m_of_records, I_of_records, BODIES, times, 1, 1, &not_moved));
  CHECK(not_moved == 2 && all[30].q[0] == 1 && all[17].q[0] == 1 && all[16].q[0] != 1);
  REFUSED(POLHODE_INACCURATE, "cannot be had",
          polhode_free_motions(in(all[0].q, RECORD, 1), in(all[0].m, RECORD, 1), I_of_records, 1, &late, 1, out(states, 1, 1),
                               out(states + 4, 1, 1), 1, &not_moved));
  CHECK(not_moved == 1 && isnan(states[0]));

  INVALID("bodies = -1 must not be negative",
          polhode_kick_and_drift(q_of_records, m_of_records, I_of_records, torque_of_records, -1, 0.1, 0.1, 1));
  INVALID("threads = -2 must not be negative",
          polhode_kick_and_drift(q_of_records, m_of_records, I_of_records, torque_of_records, BODIES, 0.1, 0.1, -2));
  INVALID("kick = nan must be finite",
          polhode_kick_and_drift(q_of_records, m_of_records, I_of_records, torque_of_records, BODIES, NAN, 0.1, 1));
  INVALID("drift = inf must be finite",
          polhode_kick_and_drift(q_of_records, m_of_records, I_of_records, torque_of_records, BODIES, 0.1, INFINITY, 1));
  INVALID("q must not be null", polhode_kick_and_drift(none(), m_of_records, I_of_records, torque_of_records, BODIES, 0, 0, 1));
  INVALID("m must not be null", polhode_kick_and_drift(q_of_records, none(), I_of_records, torque_of_records, BODIES, 0, 0, 1));
  INVALID("moments must not be null",
          polhode_kick_and_drift(q_of_records, m_of_records, nothing(), torque_of_records, BODIES, 0, 0, 1));
  INVALID("torques must not be null",
          polhode_kick_and_drift(q_of_records, m_of_records, I_of_records, nothing(), BODIES, 0, 0, 1));
  INVALID("with row 0", polhode_kick_and_drift(out(q, 0, 1), m_of_records, I_of_records, torque_of_records, BODIES, 0, 0, 1));
  OK(polhode_kick_and_drift(none(), none(), nothing(), nothing(), 0, 0.1, 0.1, 0));
  INVALID("m must not be null", polhode_kick(none(), torque_of_records, BODIES, 1, 1));
  INVALID("torques must not be null", polhode_kick(m_of_records, nothing(), BODIES, 1, 1));
  INVALID("time = nan must be finite", polhode_kick(m_of_records, torque_of_records, BODIES, NAN, 1));
  INVALID("bodies = -5 must not be negative", polhode_kick(m_of_records, torque_of_records, -5, 1, 1));
  INVALID("threads = -1 must not be negative", polhode_kick(m_of_records, torque_of_records, BODIES, 1, -1));
  INVALID("elapsed must not be null", polhode_move_freely(q_of_records, m_of_records, I_of_records, BODIES, NULL, 0, 1, NULL));
  INVALID("stride = 2 of elapsed must be 1", polhode_move_freely(q_of_records, m_of_records, I_of_records, BODIES, &t, 2, 1, NULL));
  INVALID("q must not be null", polhode_move_freely(none(), m_of_records, I_of_records, BODIES, &t, 0, 1, NULL));
  INVALID("m must not be null", polhode_move_freely(q_of_records, none(), I_of_records, BODIES, &t, 0, 1, NULL));
  INVALID("moments must not be null", polhode_move_freely(q_of_records, m_of_records, nothing(), BODIES, &t, 0, 1, NULL));
  INVALID("bodies = -1", polhode_move_freely(q_of_records, m_of_records, I_of_records, -1, &t, 0, 1, NULL));
  INVALID("threads = -1", polhode_move_freely(q_of_records, m_of_records, I_of_records, BODIES, &t, 0, -1, NULL));
  INVALID("written with stride 1", polhode_free_motions(in(q, 4, 1), in(m, 3, 1), I_of_records, BODIES, &t, 1, out(states, 4, 1),
                                                        out(states, 3, 1), 1, NULL));
  INVALID("q must not be null", polhode_free_motions(nothing(), in(m, 3, 1), I_of_records, 1, &t, 1, out(states, 1, 1), out(states, 1, 1), 1, NULL));
  INVALID("m must not be null", polhode_free_motions(in(q, 4, 1), nothing(), I_of_records, 1, &t, 1, out(states, 1, 1), out(states, 1, 1), 1, NULL));
  INVALID("moments must not be null", polhode_free_motions(in(q, 4, 1), in(m, 3, 1), nothing(), 1, &t, 1, out(states, 1, 1), out(states, 1, 1), 1, NULL));
  INVALID("times must not be null", polhode_free_motions(in(q, 4, 1), in(m, 3, 1), I_of_records, 1, NULL, 1, out(states, 1, 1), out(states, 1, 1), 1, NULL));
  INVALID("q_out must not be null", polhode_free_motions(in(q, 4, 1), in(m, 3, 1), I_of_records, 1, &t, 1, none(), out(states, 1, 1), 1, NULL));
  INVALID("m_out must not be null", polhode_free_motions(in(q, 4, 1), in(m, 3, 1), I_of_records, 1, &t, 1, out(states, 1, 1), none(), 1, NULL));
  INVALID("n = -1", polhode_free_motions(in(q, 4, 1), in(m, 3, 1), I_of_records, 1, &t, -1, out(states, 1, 1), out(states, 1, 1), 1, NULL));
  polhode_body_destroy(body);
  free(all), free(q), free(m), free(times), free(states);
}

/* --- problems and runs --------------------------------------------------------------------------------------------------- */

static polhode_problem *top_of(double end) {
  polhode_problem *problem = problem_of(end);
  const double arm[3] = {0, 0, 1};
  int torque = -1;
  OK(polhode_problem_add_torque(problem, "heavy-top", &torque));
  CHECK(torque == 0);
  OK(polhode_problem_set_number(problem, torque, "weight", 1));
  OK(polhode_problem_set_vector(problem, torque, "arm", arm));
  return problem;
}

static void problems(void) {
  polhode_body *body = body_of(moments);
  polhode_problem *problem = NULL;
  const double bad_q[4] = {0, 0, 0, 0}, bad_v[3] = {0, NAN, 0}, v[3] = {0, 0, 1}, rows[8] = {0, 0, 0, 1, 1, 0, 0, 2};
  int torque = -7;
  INVALID("body must not be null", polhode_problem_create(NULL, &problem));
  UNTOUCHED(problem);
  INVALID("problem must not be null", polhode_problem_create(body, NULL));
  OK(polhode_problem_create(body, &problem));
  OK(polhode_problem_check(problem));
  OK(polhode_problem_set_body(problem, body));
  INVALID("body must not be null", polhode_problem_set_body(problem, NULL));
  INVALID("problem must not be null", polhode_problem_set_body(NULL, body));
  INVALID("has no direction", polhode_problem_set_start(problem, bad_q, v));
  INVALID("must be finite", polhode_problem_set_start(problem, start_q, bad_v));
  INVALID("problem must not be null", polhode_problem_set_start(NULL, start_q, v));
  INVALID("q must not be null", polhode_problem_set_start(problem, NULL, v));
  INVALID("w must not be null", polhode_problem_set_start(problem, start_q, NULL));
  OK(polhode_problem_set_start_momentum(problem, start_q, v));
  INVALID("has no direction", polhode_problem_set_start_momentum(problem, bad_q, v));
  INVALID("problem must not be null", polhode_problem_set_start_momentum(NULL, start_q, v));
  INVALID("q must not be null", polhode_problem_set_start_momentum(problem, NULL, v));
  INVALID("m must not be null", polhode_problem_set_start_momentum(problem, start_q, NULL));
  INVALID("end 1 must be later than start = 2", polhode_problem_set_times(problem, 2, 1));
  INVALID("end nan must be later", polhode_problem_set_times(problem, 0, NAN));
  INVALID("problem must not be null", polhode_problem_set_times(NULL, 0, 1));

  INVALID("there is no torque \"heavy-topp\" (did you mean \"heavy-top\"?)", polhode_problem_add_torque(problem, "heavy-topp", &torque));
  INVALID("polhode_problem_add_callback", polhode_problem_add_torque(problem, "callback", &torque));
  INVALID("kind must not be null", polhode_problem_add_torque(problem, NULL, &torque));
  INVALID("problem must not be null", polhode_problem_add_torque(NULL, "drag", &torque));
  CHECK(torque == -7);
  OK(polhode_problem_add_torque(problem, "drag", NULL));
  OK(polhode_problem_add_torque(problem, "heavy-top", &torque));
  CHECK(torque == 1);
  INVALID("torque[1].coefficient: missing: ", polhode_problem_check(problem));
  INVALID("torque[1].coefficient: -1 must not be negative", polhode_problem_set_number(problem, 0, "coefficient", -1));
  INVALID("torque[1].coefficient: nan must be finite", polhode_problem_set_number(problem, 0, "coefficient", NAN));
  INVALID("torque[1].coeficient: torque \"drag\" has no such key (did you mean \"coefficient\"?)",
          polhode_problem_set_number(problem, 0, "coeficient", 1));
  INVALID("torque[1].coefficient: is of the wrong type", polhode_problem_set_vector(problem, 0, "coefficient", v));
  INVALID("torque = 2: the problem has 2", polhode_problem_set_number(problem, 2, "coefficient", 1));
  INVALID("torque = -1: the problem has 2", polhode_problem_set_number(problem, -1, "coefficient", 1));
  INVALID("key must not be null", polhode_problem_set_number(problem, 0, NULL, 1));
  INVALID("problem must not be null", polhode_problem_set_number(NULL, 0, "coefficient", 1));
  INVALID("torque[2].arm: must be finite", polhode_problem_set_vector(problem, 1, "arm", bad_v));
  INVALID("value must not be null", polhode_problem_set_vector(problem, 1, "arm", NULL));
  INVALID("key must not be null", polhode_problem_set_vector(problem, 1, NULL, v));
  INVALID("problem must not be null", polhode_problem_set_vector(NULL, 1, "arm", v));
  INVALID("is of the wrong type", polhode_problem_set_word(problem, 1, "arm", "x"));
  INVALID("problem must not be null", polhode_problem_set_word(NULL, 1, "arm", "x"));
  INVALID("key must not be null", polhode_problem_set_word(problem, 1, NULL, "x"));
  INVALID("is of the wrong type", polhode_problem_set_flag(problem, 1, "arm", 1));
  INVALID("problem must not be null", polhode_problem_set_flag(NULL, 1, "arm", 1));
  INVALID("key must not be null", polhode_problem_set_flag(problem, 1, NULL, 1));
  INVALID("is of the wrong type", polhode_problem_set_rows(problem, 1, "arm", in(rows, 4, 1), 2));
  INVALID("problem must not be null", polhode_problem_set_rows(NULL, 1, "arm", in(rows, 4, 1), 2));
  INVALID("key must not be null", polhode_problem_set_rows(problem, 1, NULL, in(rows, 4, 1), 2));
  INVALID("problem must not be null", polhode_problem_check(NULL));
  polhode_problem_destroy(problem);
  polhode_problem_destroy(NULL);
  polhode_body_destroy(body);
}

static void heavy_top(void) {
  polhode_problem *problem = top_of(10);
  polhode_settings s = POLHODE_SETTINGS;
  polhode_result *result = NULL, *other = NULL;
  int64_t n = 0;
  double t[101], q[101][4], w[101][3], L[101][3], energy[101], end[4], x = 0, estimate = 0;
  const double times[2] = {0.5, 9.5}, wrong_times[2] = {2, 1};
  const char *text = NULL;
  int i;
  s.method = "rkn6", s.flow = "dmv16", s.steps = 1000, s.output_every = 10, s.estimate = 1;
  OK(polhode_run(problem, &s, &result));
  OK(polhode_result_count(result, &n));
  CHECK(n == 101);
  OK(polhode_result_states(result, 0, n, t, out(&q[0][0], 4, 1), out(&w[0][0], 3, 1), out(&L[0][0], 3, 1), energy));
  CHECK(t[0] == 0 && t[100] == 10 && w[0][1] == 2.0);
  for (i = 0; i < 101; ++i) {
    CHECK(near(energy[i] / energy[0], 1, 1e-12)); /* measured 3e-14 */
    CHECK(near(L[i][2], L[0][2], 1e-13));         /* measured 2e-14 */
  }
  OK(polhode_result_number(result, "energy_error_max", &x));
  CHECK(x < 1e-12);
  OK(polhode_result_number(result, "steps", &x));
  CHECK(x == 1000);
  OK(polhode_result_number(result, "torque_evaluations", &x));
  CHECK(x > 1000);
  OK(polhode_result_error(result, &estimate));
  CHECK(estimate > 0 && estimate < 1e-8);
  OK(polhode_result_text(result, "method", &text));
  CHECK(strcmp(text, "rkn6 on dmv16") == 0);
  OK(polhode_result_text(result, "outcome", &text));
  CHECK(strcmp(text, "done") == 0);

  /* To an accuracy, at two times only. */
  {
    polhode_settings a = POLHODE_SETTINGS;
    a.accuracy = 1e-10, a.output_times = times, a.output_count = 2;
    OK(polhode_run(problem, &a, &other));
    OK(polhode_result_count(other, &n));
    CHECK(n == 2);
    OK(polhode_result_states(other, 0, 2, t, out(&q[1][0], 4, 1), none(), none(), NULL));
    CHECK(t[0] == 0.5 && t[1] == 9.5);
    OK(polhode_result_states(result, 95, 1, NULL, out(end, 1, 1), none(), none(), NULL));
    for (i = 0; i < 4; ++i) CHECK(near(q[2][i], end[i], 1e-8));
    OK(polhode_result_error(other, &estimate));
    CHECK(estimate > 0 && estimate <= 1e-10);
    polhode_result_destroy(other), other = NULL;
    a.output_times = wrong_times;
    INVALID("output_times: 1 comes after 2: times must grow", polhode_run(problem, &a, &other));
    a.output_times = NULL;
    INVALID("output_times must not be null", polhode_run(problem, &a, &other));
    a.output_count = -1;
    INVALID("output_count = -1 must not be negative", polhode_run(problem, &a, &other));
    a.output_count = 0, a.output_step = 20;
    INVALID("output_step: 20 is longer than the whole run", polhode_run(problem, &a, &other));
    a.output_step = 1;
    OK(polhode_run(problem, &a, &other));
    OK(polhode_result_count(other, &n));
    CHECK(n == 11);
    polhode_result_destroy(other), other = NULL;
  }

  INVALID("a result has no number \"step_s\"", polhode_result_number(result, "step_s", &x));
  INVALID("name must not be null", polhode_result_number(result, NULL, &x));
  INVALID("value must not be null", polhode_result_number(result, "steps", NULL));
  INVALID("result must not be null", polhode_result_number(NULL, "steps", &x));
  INVALID("a result has no text \"colour\"", polhode_result_text(result, "colour", &text));
  INVALID("name must not be null", polhode_result_text(result, NULL, &text));
  INVALID("text must not be null", polhode_result_text(result, "cause", NULL));
  INVALID("result must not be null", polhode_result_text(NULL, "cause", &text));
  INVALID("result must not be null", polhode_result_count(NULL, &n));
  INVALID("n must not be null", polhode_result_count(result, NULL));
  INVALID("result must not be null", polhode_result_error(NULL, &x));
  INVALID("error must not be null", polhode_result_error(result, NULL));
  INVALID("first + n = 102 must be at most 101", polhode_result_states(result, 1, 101, t, none(), none(), none(), NULL));
  INVALID("first = -1", polhode_result_states(result, -1, 1, t, none(), none(), none(), NULL));
  INVALID("n = -1", polhode_result_states(result, 0, -1, t, none(), none(), none(), NULL));
  INVALID("with row 0", polhode_result_states(result, 0, 2, t, out(end, 0, 1), none(), none(), NULL));
  INVALID("result must not be null", polhode_result_states(NULL, 0, 1, t, none(), none(), none(), NULL));
  polhode_result_destroy(result), result = NULL;
  polhode_result_destroy(NULL);

  s.flow = NULL, s.output_every = 0;
  s.method = "rkn66";
  INVALID("did you mean \"rkn6\"?", polhode_run(problem, &s, &result));
  s.method = "sr2";
  INVALID("method sr2 cannot take this torque: it is for a free body", polhode_run(problem, &s, &result));
  s.method = "rkn6", s.step = 0.1;
  INVALID("give one of accuracy, step and steps", polhode_run(problem, &s, &result));
  s.steps = 0, s.step = NAN;
  INVALID("step: nan must be positive", polhode_run(problem, &s, &result));
  s.step = 11;
  INVALID("step: 11 is longer than the whole run", polhode_run(problem, &s, &result));
  s.step = 0;
  INVALID("missing: give accuracy, in rad, or step, in s, or steps", polhode_run(problem, &s, &result));
  s.steps = -3;
  INVALID("steps: -3 must be between 1 and 2^53", polhode_run(problem, &s, &result));
  s.steps = 0, s.accuracy = -1;
  INVALID("accuracy: -1 must be positive", polhode_run(problem, &s, &result));
  s.accuracy = 0, s.steps = 10, s.output_every = -1;
  INVALID("output_every: -1 must not be negative", polhode_run(problem, &s, &result));
  s.output_every = 0, s.energy_correction = -1;
  INVALID("energy_correction: -1 must not be negative", polhode_run(problem, &s, &result));
  s.energy_correction = 0, s.size = 8;
  INVALID("begin with POLHODE_SETTINGS", polhode_run(problem, &s, &result));
  INVALID("settings must not be null", polhode_run(problem, NULL, &result));
  s.size = sizeof s;
  INVALID("problem must not be null", polhode_run(NULL, &s, &result));
  INVALID("result must not be null", polhode_run(problem, &s, NULL));
  UNTOUCHED(result);
  polhode_problem_destroy(problem);

  /* More than double has. */
  problem = top_of(1000);
  {
    polhode_settings a = POLHODE_SETTINGS;
    a.accuracy = 1e-15;
    REFUSED(POLHODE_INACCURATE, "accuracy: 1e-15 cannot be had", polhode_run(problem, &a, &result));
    UNTOUCHED(result);
  }
  polhode_problem_destroy(problem);
}

/* --- functions of the caller --------------------------------------------------------------------------------------------- */

typedef struct counter {
  long calls, allowed;
} counter;

/* A weight of 1 N at (0, 0, 1): torque arm x Q* (0, 0, -1), energy the height. */
static int top_torque(void *context, double t, const double q[4], const double w[3], double torque[3]) {
  counter *c = context;
  const double down[3] = {-2 * (q[1] * q[3] - q[0] * q[2]), -2 * (q[2] * q[3] + q[0] * q[1]),
                          -(1 - 2 * (q[1] * q[1] + q[2] * q[2]))};
  (void)t, (void)w;
  if (c->calls++ >= c->allowed) return 42;
  torque[0] = -down[1], torque[1] = down[0], torque[2] = 0;
  return 0;
}
static double top_energy(void *context, double t, const double q[4]) {
  (void)context, (void)t;
  return 1 - 2 * (q[1] * q[1] + q[2] * q[2]);
}
static int nan_torque(void *context, double t, const double q[4], const double w[3], double torque[3]) {
  (void)context, (void)q, (void)w;
  torque[0] = torque[1] = 0, torque[2] = t > 0.5 ? NAN : 0.1;
  return 0;
}
static int stop_at_once(void *context, double done) {
  ++*(int *)context;
  return done >= 0;
}

static void callbacks(void) {
  polhode_problem *named = top_of(10), *own = problem_of(10);
  polhode_settings s = POLHODE_SETTINGS;
  polhode_result *a = NULL, *b = NULL;
  counter c = {0, 1000000000};
  double qa[4], qb[4], t = 0, x = 0;
  const char *text = NULL;
  int64_t n = 0;
  int i, asked = 0;
  INVALID("function must not be null", polhode_problem_add_callback(own, NULL, &c, NULL, 0, 0));
  INVALID("problem must not be null", polhode_problem_add_callback(NULL, top_torque, &c, NULL, 0, 0));
  INVALID("uses_velocity must be 0", polhode_problem_add_callback(own, top_torque, &c, top_energy, 0, 1));
  OK(polhode_problem_add_callback(own, top_torque, &c, top_energy, 0, 0));
  INVALID("has no such key", polhode_problem_set_number(own, 0, "function", 1));
  s.method = "rkn6", s.steps = 500;
  OK(polhode_run(named, &s, &a));
  OK(polhode_run(own, &s, &b));
  OK(polhode_result_states(a, 500, 1, NULL, out(qa, 4, 1), none(), none(), NULL));
  OK(polhode_result_states(b, 500, 1, NULL, out(qb, 4, 1), none(), none(), NULL));
  for (i = 0; i < 4; ++i) CHECK(near(qa[i], qb[i], 1e-12));
  OK(polhode_result_number(b, "energy_error_max", &x));
  CHECK(x < 1e-8 && c.calls >= 500);
  polhode_result_destroy(a), polhode_result_destroy(b), a = b = NULL;

  /* It says no: what was before is kept, and the next run begins anew. */
  c.calls = 0, c.allowed = 1000;
  REFUSED(POLHODE_STOPPED, "the torque function of the caller returned 42", polhode_run(own, &s, &b));
  CHECK(b != NULL && c.calls == 1001);
  OK(polhode_result_count(b, &n));
  CHECK(n > 10 && n < 500);
  OK(polhode_result_text(b, "outcome", &text));
  CHECK(strcmp(text, "interrupted") == 0);
  OK(polhode_result_text(b, "cause", &text));
  CHECK(strstr(text, "returned 42 after t = ") != NULL);
  OK(polhode_result_states(b, n - 1, 1, &t, out(qb, 4, 1), none(), none(), NULL));
  CHECK(t > 0.2 && t < 10 && isfinite(qb[0]));
  polhode_result_destroy(b), b = NULL;
  c.calls = 0;
  s.method = NULL, s.steps = 0, s.accuracy = 1e-9;
  REFUSED(POLHODE_STOPPED, "the torque function of the caller returned 42", polhode_run(own, &s, &b));
  CHECK(c.calls == 1001);
  polhode_result_destroy(b), b = NULL;
  c.calls = 0, c.allowed = 1000000000;
  OK(polhode_run(own, &s, &b));
  polhode_result_destroy(b), b = NULL;

  /* Not a number: said with the time, and the states before it are there. */
  polhode_problem_destroy(own);
  own = problem_of(1);
  OK(polhode_problem_add_callback(own, nan_torque, NULL, NULL, 1, 0));
  s.method = "cf4", s.steps = 100, s.accuracy = 0;
  REFUSED(POLHODE_NON_FINITE, "the torque or the state is not finite", polhode_run(own, &s, &b));
  OK(polhode_result_count(b, &n));
  OK(polhode_result_states(b, n - 1, 1, &t, none(), none(), none(), NULL));
  CHECK(n > 40 && t > 0.4 && t < 0.6);
  polhode_result_destroy(b), b = NULL;
  s.method = "taylor8";
  INVALID("method taylor8 cannot take this torque", polhode_run(own, &s, &b));
  UNTOUCHED(b);

  /* Stopped from outside, by steps and while steps are looked for. */
  s.method = "rkn6", s.steps = 100000, s.stop = stop_at_once, s.stop_context = &asked;
  REFUSED(POLHODE_STOPPED, "interrupted after step", polhode_run(named, &s, &b));
  CHECK(asked == 1 && b != NULL);
  polhode_result_destroy(b), b = NULL;
  s.method = NULL, s.steps = 0, s.accuracy = 1e-12;
  REFUSED(POLHODE_STOPPED, "stopped while the steps for the accuracy were chosen", polhode_run(named, &s, &b));
  UNTOUCHED(b);
  polhode_problem_destroy(named), polhode_problem_destroy(own);
}

/* Many states at once: the same bits as one by one, and fewer calls. */
static int64_t largest_call = 0;
static int top_torques(void *context, int64_t n, const double *t, const double *q, const double *w, double *torque) {
  int64_t i;
  if (n > largest_call) largest_call = n;
  for (i = 0; i < n; ++i) {
    const int said = top_torque(context, t[i], q + 4 * i, w + 3 * i, torque + 3 * i);
    if (said != 0) return said;
  }
  return 0;
}
static void callbacks_for_many(void) {
  polhode_problem *one = problem_of(10), *many = problem_of(10);
  polhode_settings s = POLHODE_SETTINGS;
  polhode_result *a = NULL, *b = NULL;
  polhode_ensemble *bodies_a = NULL, *bodies_b = NULL;
  counter c = {0, 1000000000}, d = {0, 1000000000};
  double qa[4], qb[4];
  int64_t n = 0;
  INVALID("function must not be null", polhode_problem_add_callback_many(many, NULL, &c, NULL, 0, 0));
  INVALID("problem must not be null", polhode_problem_add_callback_many(NULL, top_torques, &c, NULL, 0, 0));
  INVALID("uses_velocity must be 0", polhode_problem_add_callback_many(many, top_torques, &c, top_energy, 0, 1));
  OK(polhode_problem_add_callback(one, top_torque, &c, top_energy, 0, 0));
  OK(polhode_problem_add_callback_many(many, top_torques, &d, top_energy, 0, 0));
  s.accuracy = 1e-10;
  OK(polhode_run(one, &s, &a));
  OK(polhode_run(many, &s, &b));
  OK(polhode_result_count(a, &n));
  OK(polhode_result_states(a, n - 1, 1, NULL, out(qa, 4, 1), none(), none(), NULL));
  OK(polhode_result_states(b, n - 1, 1, NULL, out(qb, 4, 1), none(), none(), NULL));
  CHECK(memcmp(qa, qb, sizeof qa) == 0 && largest_call >= 2 && largest_call <= 16 && c.calls == d.calls);
  polhode_result_destroy(a), polhode_result_destroy(b), a = b = NULL;
  s.accuracy = 0, s.method = "rk8", s.steps = 100;
  OK(polhode_run_ensemble(one, &s, NULL, NULL, 0, 9, 1, &bodies_a));
  OK(polhode_run_ensemble(many, &s, NULL, NULL, 0, 9, 1, &bodies_b));
  OK(polhode_ensemble_states(bodies_a, 8, 1, out(qa, 4, 1), none(), none(), NULL, NULL, NULL));
  OK(polhode_ensemble_states(bodies_b, 8, 1, out(qb, 4, 1), none(), none(), NULL, NULL, NULL));
  CHECK(memcmp(qa, qb, sizeof qa) == 0);
  {
    double energy_error[9], momentum_error[9];
    OK(polhode_ensemble_errors(bodies_b, 0, 9, energy_error, momentum_error));
    CHECK(energy_error[3] > 0 && energy_error[3] < 1e-9); /* measured 4e-12 */
    OK(polhode_ensemble_errors(bodies_b, 0, 9, NULL, NULL));
    INVALID("must be at most 9", polhode_ensemble_errors(bodies_b, 1, 9, energy_error, momentum_error));
    INVALID("result must not be null", polhode_ensemble_errors(NULL, 0, 1, energy_error, momentum_error));
  }
  polhode_ensemble_destroy(bodies_a), polhode_ensemble_destroy(bodies_b);
  d.calls = 0, d.allowed = 1000, s.method = "cf4";
  s.steps = 1000;
  REFUSED(POLHODE_STOPPED, "the torque function of the caller returned 42", polhode_run(many, &s, &b));
  polhode_result_destroy(b);
  polhode_problem_destroy(one), polhode_problem_destroy(many);
}

/* Any time of a run afterwards: the states themselves at the steps, between them what output_times gives. */
static void dense_output(void) {
  polhode_problem *top = top_of(10), *own = problem_of(10);
  polhode_settings s = POLHODE_SETTINGS, first_form = POLHODE_SETTINGS;
  polhode_result *result = NULL, *wanted = NULL;
  const double times[3] = {0.123, 5, 9.99}, before[1] = {-0.1}, after[1] = {10.1}, not_a_time[1] = {NAN};
  double q[3][4], w[3][3], L[3][3], energy[3], q2[3][4], energy2[3], t[2], at[2][4], states[2][4];
  counter c = {0, 1000000000};
  int64_t n = 0;
  int k;
  for (k = 0; k < 2; ++k) {
    if (k == 0) s.accuracy = 1e-10;
    if (k == 1) s.accuracy = 0, s.method = "hulbert", s.steps = 2000;
    s.dense_output = 1, s.output_times = NULL, s.output_count = 0;
    OK(polhode_run(top, &s, &result));
    s.dense_output = 0, s.output_times = times, s.output_count = 3;
    OK(polhode_run(top, &s, &wanted));
    OK(polhode_result_at(result, times, 3, out(&q[0][0], 4, 1), out(&w[0][0], 3, 1), out(&L[0][0], 3, 1), energy));
    OK(polhode_result_states(wanted, 0, 3, NULL, out(&q2[0][0], 4, 1), none(), none(), energy2));
    CHECK(memcmp(q, q2, sizeof q) == 0 && memcmp(energy, energy2, sizeof energy) == 0);
    CHECK(near(L[2][2], L[0][2], 1e-6));
    OK(polhode_result_count(result, &n));
    OK(polhode_result_states(result, n / 2, 2, t, out(&states[0][0], 4, 1), none(), none(), NULL));
    OK(polhode_result_at(result, t, 2, out(&at[0][0], 4, 1), none(), none(), NULL));
    CHECK(memcmp(at, states, sizeof at) == 0);
    INVALID("the motion was not kept", polhode_result_at(wanted, times, 3, none(), none(), none(), NULL));
    polhode_result_destroy(wanted), wanted = NULL;
    INVALID("times[0] = -0.1 lies outside of the run, from t = 0 to 10", polhode_result_at(result, before, 1, none(), none(), none(), NULL));
    INVALID("times[0] = 10.1 lies outside", polhode_result_at(result, after, 1, none(), none(), none(), NULL));
    INVALID("times[0] = nan must be finite", polhode_result_at(result, not_a_time, 1, none(), none(), none(), NULL));
    INVALID("times must not be null", polhode_result_at(result, NULL, 1, none(), none(), none(), NULL));
    INVALID("n = -1", polhode_result_at(result, times, -1, none(), none(), none(), NULL));
    INVALID("result must not be null", polhode_result_at(NULL, times, 1, none(), none(), none(), NULL));
    OK(polhode_result_at(result, NULL, 0, none(), none(), none(), NULL));
    polhode_result_destroy(result), result = NULL;
  }
  /* A torque of the caller is asked again, and may say no; the next time it may not. */
  s.accuracy = 1e-9, s.method = NULL, s.steps = 0, s.output_times = NULL, s.output_count = 0, s.dense_output = 1;
  OK(polhode_problem_add_callback(own, top_torque, &c, NULL, 0, 0));
  OK(polhode_run(own, &s, &result));
  c.calls = 0, c.allowed = 3;
  REFUSED(POLHODE_STOPPED, "the torque function of the caller returned 42",
          polhode_result_at(result, times, 3, out(&q[0][0], 4, 1), none(), none(), NULL));
  c.allowed = 1000000000;
  OK(polhode_result_at(result, times, 3, out(&q[0][0], 4, 1), none(), none(), NULL));
  polhode_result_destroy(result), result = NULL;
  /* A program that was compiled with the settings of before. */
  first_form.size = offsetof(polhode_settings, dense_output), first_form.steps = 100, first_form.method = "rkn6";
  OK(polhode_run(top, &first_form, &result));
  polhode_result_destroy(result);
  polhode_problem_destroy(top), polhode_problem_destroy(own);
}

/* Stopped, kept as bytes, gone on with: the same bits as in one go, and the same certificate. */
static int stop_after(void *context, double done) {
  (void)done;
  return --*(int *)context < 0;
}
static void checkpoints(void) {
  polhode_problem *problem = top_of(10), *other = top_of(11);
  polhode_event plane = POLHODE_EVENT;
  polhode_settings s = POLHODE_SETTINGS;
  polhode_result *whole = NULL, *part = NULL, *rest = NULL, *untouched = NULL;
  const void *bytes = NULL;
  unsigned char *kept;
  size_t size = 0, size_of_kept = 0;
  double q[4], q2[4], x = 0, y = 0;
  int64_t n = 0, before = 0, after = 0, events_found = 0, events_again = 0;
  int left = 2;
  plane.kind = "plane", plane.body_axis[0] = 1, plane.space_axis[1] = 1;
  OK(polhode_problem_add_event(problem, &plane, NULL));
  s.method = "cf4", s.steps = 2000, s.estimate = 1;
  OK(polhode_run(problem, &s, &whole));
  s.stop = stop_after, s.stop_context = &left;
  REFUSED(POLHODE_STOPPED, "interrupted after step", polhode_run(problem, &s, &part));
  OK(polhode_result_checkpoint(part, &bytes, &size));
  kept = malloc(size);
  if (!kept) exit(1);
  memcpy(kept, bytes, size);
  size_of_kept = size;
  OK(polhode_result_count(part, &before));
  polhode_result_destroy(part), part = NULL;
  left = 1000;
  OK(polhode_resume(problem, &s, kept, size, &rest));
  OK(polhode_result_count(whole, &n));
  OK(polhode_result_count(rest, &after));
  CHECK(before > 500 && before + after == n);
  OK(polhode_result_states(whole, n - 1, 1, NULL, out(q, 4, 1), none(), none(), NULL));
  OK(polhode_result_states(rest, after - 1, 1, NULL, out(q2, 4, 1), none(), none(), NULL));
  CHECK(memcmp(q, q2, sizeof q) == 0);
  OK(polhode_result_number(whole, "attitude_error_estimate", &x));
  OK(polhode_result_number(rest, "attitude_error_estimate", &y));
  CHECK(x > 0 && x == y);
  OK(polhode_result_number(rest, "torque_evaluations", &y));
  OK(polhode_result_number(whole, "torque_evaluations", &x));
  CHECK(x == y);
  OK(polhode_result_event_count(whole, &events_found));
  OK(polhode_result_event_count(rest, &events_again));
  CHECK(events_found > 2 && events_found == events_again);

  /* To an accuracy: the steps are found again. */
  {
    polhode_settings a = POLHODE_SETTINGS;
    polhode_problem *longer = top_of(300);
    polhode_result *all = NULL, *first = NULL, *second = NULL;
    int calls = 1000000;
    OK(polhode_problem_set_number(longer, 0, "weight", 0.01)); /* with 1 N it is chaotic */
    a.accuracy = 1e-8, a.stop = stop_after, a.stop_context = &calls;
    OK(polhode_run(longer, &a, &all));
    calls = 1000000 - calls - 2;
    REFUSED(POLHODE_STOPPED, "interrupted after step", polhode_run(longer, &a, &first));
    OK(polhode_result_checkpoint(first, &bytes, &size));
    calls = 1000000;
    OK(polhode_resume(longer, &a, bytes, size, &second));
    OK(polhode_result_count(all, &n));
    OK(polhode_result_count(first, &before));
    OK(polhode_result_count(second, &after));
    CHECK(before > 1 && after > 1 && before + after == n);
    OK(polhode_result_states(all, n - 1, 1, NULL, out(q, 4, 1), none(), none(), NULL));
    OK(polhode_result_states(second, after - 1, 1, NULL, out(q2, 4, 1), none(), none(), NULL));
    CHECK(memcmp(q, q2, sizeof q) == 0);
    polhode_result_destroy(all), polhode_result_destroy(first), polhode_result_destroy(second);
    polhode_problem_destroy(longer);
    size = size_of_kept;
  }

  INVALID("there is nothing to go on from", polhode_result_checkpoint(whole, &bytes, &size));
  INVALID("result must not be null", polhode_result_checkpoint(NULL, &bytes, &size));
  INVALID("bytes must not be null", polhode_result_checkpoint(rest, NULL, &size));
  INVALID("size must not be null", polhode_result_checkpoint(rest, &bytes, NULL));
  INVALID("it is of another problem", polhode_resume(other, &s, kept, size, &untouched));
  s.steps = 2001;
  INVALID("it is of another problem, or of other settings", polhode_resume(problem, &s, kept, size, &untouched));
  s.steps = 2000;
  INVALID("the bytes are damaged", polhode_resume(problem, &s, kept, size - 1, &untouched));
  INVALID("these bytes are none", polhode_resume(problem, &s, kept, 5, &untouched));
  INVALID("these bytes are none", polhode_resume(problem, &s, kept, 0, &untouched));
  INVALID("bytes must not be null", polhode_resume(problem, &s, NULL, size, &untouched));
  INVALID("problem must not be null", polhode_resume(NULL, &s, kept, size, &untouched));
  INVALID("settings must not be null", polhode_resume(problem, NULL, kept, size, &untouched));
  INVALID("result must not be null", polhode_resume(problem, &s, kept, size, NULL));
  kept[size / 2] ^= 1;
  INVALID("the bytes are damaged", polhode_resume(problem, &s, kept, size, &untouched));
  kept[19] ^= 1;
  INVALID("another version", polhode_resume(problem, &s, kept, size, &untouched));
  UNTOUCHED(untouched);
  free(kept);
  polhode_result_destroy(whole), polhode_result_destroy(rest);
  polhode_problem_destroy(problem), polhode_problem_destroy(other);
}

/* A free body: `auto` is the exact motion. */
static void free_run(void) {
  polhode_problem *problem = problem_of(100);
  polhode_body *body = body_of(moments);
  polhode_settings s = POLHODE_SETTINGS;
  polhode_result *result = NULL;
  const double time = 100;
  double q[4], expected[4];
  const char *text = NULL;
  int i;
  int64_t n = 0;
  OK(polhode_run(problem, &s, &result));
  OK(polhode_result_text(result, "method", &text));
  CHECK(strcmp(text, "exact") == 0);
  OK(polhode_result_count(result, &n));
  OK(polhode_result_states(result, n - 1, 1, NULL, out(q, 4, 1), none(), none(), NULL));
  OK(polhode_free_motion(body, start_q, start_w, &time, 1, out(expected, 4, 1), none()));
  for (i = 0; i < 4; ++i) CHECK(near(q[i], expected[i], 1e-14));
  polhode_result_destroy(result), polhode_problem_destroy(problem), polhode_body_destroy(body);
}

/* A torque that is a table, one with an orbit, and a flag: every kind of key. */
static void kinds_of_keys(void) {
  polhode_problem *problem = problem_of(1);
  const double rows[4][4] = {{0, 0, 0, 0.1}, {0.5, 0, 0.1, 0.1}, {1, 0, 0, 0.2}, {2, 0, 0, 0}};
  polhode_settings s = POLHODE_SETTINGS;
  polhode_result *result = NULL;
  int table = -1, orbit = -1;
  OK(polhode_problem_add_torque(problem, "table", &table));
  OK(polhode_problem_set_rows(problem, table, "file", in(&rows[0][0], 4, 1), 4));
  OK(polhode_problem_set_word(problem, table, "frame", "space"));
  INVALID("torque[1].frame: \"moon\" is none of ", polhode_problem_set_word(problem, table, "frame", "moon"));
  INVALID("value must not be null", polhode_problem_set_word(problem, table, "frame", NULL));
  INVALID("rows must not be null", polhode_problem_set_rows(problem, table, "file", nothing(), 4));
  INVALID("n = -4 must not be negative", polhode_problem_set_rows(problem, table, "file", in(&rows[0][0], 4, 1), -4));
  OK(polhode_problem_add_torque(problem, "gravity-gradient", &orbit));
  OK(polhode_problem_set_number(problem, orbit, "mu", 3.986e14));
  OK(polhode_problem_set_number(problem, orbit, "orbit.periapsis_radius", 7e6));
  OK(polhode_problem_set_number(problem, orbit, "orbit.eccentricity", 0.5));
  OK(polhode_problem_set_number(problem, orbit, "orbit.eccentricity", 0.1)); /* again */
  OK(polhode_problem_check(problem));
  OK(polhode_run(problem, &s, &result));
  polhode_result_destroy(result), result = NULL;
  OK(polhode_problem_set_times(problem, 0, 3));
  INVALID("must be within torque[1], which is known from 0 until 2", polhode_run(problem, &s, &result));
  UNTOUCHED(result);
  polhode_problem_destroy(problem);
}

/* A body that turns about its axis 3 at 1 rad/s: axis 1 crosses the plane of space axis 2 at 0, pi, 2 pi, ... */
static void events(void) {
  polhode_problem *problem = problem_of(10), *ensemble = problem_of(1);
  const double w[3] = {0, 0, 1}, pi = 3.14159265358979323846;
  polhode_event plane = POLHODE_EVENT, speed = POLHODE_EVENT, wrong = POLHODE_EVENT;
  polhode_settings s = POLHODE_SETTINGS;
  polhode_result *result = NULL;
  polhode_ensemble *none_of_it = NULL;
  double t[8], last = 0;
  int which[8], rising[8], number = -1;
  int64_t n = 0, states = 0;
  OK(polhode_problem_set_start(problem, start_q, w));
  plane.kind = "plane", plane.body_axis[0] = 1, plane.space_axis[1] = 1, plane.direction = "falling";
  speed.kind = "speed", speed.value = 2;
  OK(polhode_problem_add_event(problem, &speed, &number));
  CHECK(number == 0);
  OK(polhode_problem_add_event(problem, &plane, &number));
  CHECK(number == 1);
  OK(polhode_run(problem, &s, &result));
  OK(polhode_result_event_count(result, &n));
  CHECK(n == 2);
  OK(polhode_result_events(result, 0, n, t, which, rising));
  CHECK(near(t[0], pi, 1e-14) && near(t[1], 3 * pi, 1e-14) && which[0] == 1 && !rising[1]);
  INVALID("first + n = 3 must be at most 2", polhode_result_events(result, 0, 3, t, which, rising));
  INVALID("first = -1", polhode_result_events(result, -1, 1, t, which, rising));
  INVALID("result must not be null", polhode_result_events(NULL, 0, 1, t, which, rising));
  INVALID("result must not be null", polhode_result_event_count(NULL, &n));
  INVALID("n must not be null", polhode_result_event_count(result, NULL));
  polhode_result_destroy(result), result = NULL;
  /* A terminal one ends the run. */
  plane.terminal = 1;
  OK(polhode_problem_add_event(problem, &plane, NULL));
  OK(polhode_run(problem, &s, &result));
  OK(polhode_result_count(result, &states));
  OK(polhode_result_states(result, states - 1, 1, &last, none(), none(), none(), NULL));
  CHECK(near(last, pi, 1e-14));
  polhode_result_destroy(result);

  wrong.kind = "cube";
  INVALID("kind: \"cube\" is none of cone, plane, flip, speed", polhode_problem_add_event(problem, &wrong, NULL));
  wrong.kind = NULL;
  INVALID("kind must not be null", polhode_problem_add_event(problem, &wrong, NULL));
  wrong.kind = "cone";
  INVALID("body_axis: (0, 0, 0) has no direction", polhode_problem_add_event(problem, &wrong, NULL));
  wrong.kind = "speed", wrong.value = NAN;
  INVALID("value: nan must be positive and finite", polhode_problem_add_event(problem, &wrong, NULL));
  wrong.value = 1, wrong.direction = "up";
  INVALID("direction: \"up\" is none of both, rising, falling", polhode_problem_add_event(problem, &wrong, NULL));
  wrong.direction = NULL, wrong.count = -1;
  INVALID("count: -1 must not be negative", polhode_problem_add_event(problem, &wrong, NULL));
  wrong.size = 1;
  INVALID("begin with POLHODE_EVENT", polhode_problem_add_event(problem, &wrong, NULL));
  INVALID("event must not be null", polhode_problem_add_event(problem, NULL, NULL));
  INVALID("problem must not be null", polhode_problem_add_event(NULL, &plane, NULL));
  OK(polhode_problem_add_event(ensemble, &plane, NULL));
  /* In an ensemble each body has its own. */
  {
    const double fast[3] = {0, 0, 4};
    double count = 0, first = 0;
    OK(polhode_problem_set_start(ensemble, start_q, fast));
    OK(polhode_run_ensemble(ensemble, &s, NULL, NULL, 0, 1, 1, &none_of_it));
    OK(polhode_ensemble_numbers(none_of_it, "event0_count", 0, 1, &count));
    OK(polhode_ensemble_numbers(none_of_it, "event0_first", 0, 1, &first));
    CHECK(count == 1 && near(first, pi / 4, 1e-14));
    polhode_ensemble_destroy(none_of_it);
  }
  polhode_problem_destroy(problem), polhode_problem_destroy(ensemble);
}

/* --- ensembles ----------------------------------------------------------------------------------------------------------- */

static int make_body(void *context, int64_t i, polhode_problem *problem) {
  const double w[3] = {0.3, 2.0 + 1e-3 * (double)i, -0.4}, v[3] = {0, 0, 1};
  int64_t refused = *(const int64_t *)context;
  if (i == refused) return 1;
  if (i == refused + 1 && polhode_problem_set_number(problem, 0, "weight", NAN) != POLHODE_INVALID_INPUT) return 2;
  if (i == refused + 1 && polhode_problem_set_times(problem, 0, 2) != POLHODE_INVALID_INPUT) return 3;
  if (i == refused + 1 && polhode_problem_add_torque(problem, "drag", NULL) != POLHODE_INVALID_INPUT) return 4;
  if (i == refused + 1 && polhode_problem_add_callback(problem, nan_torque, NULL, NULL, 0, 0) != POLHODE_INVALID_INPUT)
    return 5;
  if (polhode_problem_set_number(problem, 0, "weight", 1 + 1e-3 * (double)i) != POLHODE_OK) return 6;
  if (polhode_problem_set_vector(problem, 0, "arm", v) != POLHODE_OK) return 7;
  return polhode_problem_set_start(problem, start_q, w) == POLHODE_OK ? 0 : 8;
}

static void ensembles(void) {
  enum { N = 40 };
  polhode_problem *common = top_of(1), *one = top_of(1);
  polhode_settings s = POLHODE_SETTINGS;
  polhode_ensemble *all = NULL, *part = NULL;
  polhode_result *single = NULL;
  double q[N][4], w[N][3], L[N][3], energy[N], error[N], q2[N][4], end[4];
  polhode_status outcome[N];
  int64_t refused = 7, n = 0;
  int i, c;
  s.accuracy = 1e-9;
  OK(polhode_run_ensemble(common, &s, make_body, &refused, 0, N, 2, &all));
  OK(polhode_ensemble_count(all, &n));
  CHECK(n == N);
  OK(polhode_ensemble_states(all, 0, N, out(&q[0][0], 4, 1), out(&w[0][0], 3, 1), out(&L[0][0], 3, 1), energy, error, outcome));
  for (i = 0; i < N; ++i) CHECK(outcome[i] == (i == 7 ? POLHODE_INVALID_INPUT : POLHODE_OK));
  CHECK(isnan(q[7][0]) && isnan(energy[7]) && error[8] <= 1e-9 && isfinite(L[8][0]) && isfinite(w[8][0]));
  /* Body 8 alone. */
  OK(make_body(&refused, 9, one) ? POLHODE_INTERNAL : POLHODE_OK);
  OK(polhode_run(one, &s, &single));
  OK(polhode_result_count(single, &n));
  OK(polhode_result_states(single, n - 1, 1, NULL, out(end, 4, 1), none(), none(), NULL));
  for (c = 0; c < 4; ++c) CHECK(near(end[c], q[9][c], 2e-9));
  /* A part of them, on one thread: the same bits. */
  OK(polhode_run_ensemble(common, &s, make_body, &refused, 10, N - 10, 1, &part));
  OK(polhode_ensemble_states(part, 0, N - 10, out(&q2[0][0], 4, 1), none(), none(), NULL, NULL, NULL));
  CHECK(memcmp(q2, &q[10], (N - 10) * sizeof q[0]) == 0);
  polhode_ensemble_destroy(part), part = NULL;
  /* All alike, free, exact. */
  {
    polhode_problem *alike = problem_of(5);
    polhode_settings a = POLHODE_SETTINGS;
    OK(polhode_run_ensemble(alike, &a, NULL, NULL, 0, 3, 0, &part));
    OK(polhode_ensemble_states(part, 0, 3, out(&q2[0][0], 4, 1), none(), none(), NULL, NULL, outcome));
    CHECK(outcome[2] == POLHODE_OK && memcmp(q2[0], q2[2], sizeof q2[0]) == 0);
    polhode_ensemble_destroy(part), part = NULL;
    polhode_problem_destroy(alike);
  }
  /* Stopped after the first block. */
  {
    int asked = 0;
    polhode_settings a = POLHODE_SETTINGS;
    polhode_status last = POLHODE_OK;
    a.steps = 10, a.method = "rkn6", a.stop = stop_at_once, a.stop_context = &asked;
    REFUSED(POLHODE_STOPPED, "stopped by the function of the caller",
            polhode_run_ensemble(common, &a, make_body, &refused, 0, 5000, 1, &part));
    OK(polhode_ensemble_states(part, 4999, 1, out(end, 4, 1), none(), none(), NULL, NULL, &last));
    CHECK(last == POLHODE_STOPPED && isnan(end[0]) && asked == 1);
    polhode_ensemble_destroy(part), part = NULL;
  }
  /* What is asked of each body, and what another one would be told. */
  {
    polhode_settings a = POLHODE_SETTINGS;
    double flips[N], tilt[N], t[N], drift[N];
    a.steps = 100, a.method = "rk8", a.quantities = "flips,tilt_max,certificate";
    OK(polhode_run_ensemble(common, &a, make_body, &refused, 0, N, 2, &part));
    OK(polhode_ensemble_numbers(part, "flips", 0, N, flips));
    OK(polhode_ensemble_numbers(part, "tilt_max", 0, N, tilt));
    OK(polhode_ensemble_numbers(part, "t", 0, N, t));
    OK(polhode_ensemble_numbers(part, "energy_error_max", 3, N - 3, drift));
    CHECK(flips[8] >= 0 && tilt[8] > 0 && tilt[8] < 3.2 && t[8] == 1 && drift[5] < 1e-6);
    CHECK(isnan(flips[7]) && isnan(t[7]) && isnan(drift[4]));
    INVALID("a result has no number \"flip\" (did you mean \"flips\"?)", polhode_ensemble_numbers(part, "flip", 0, 1, t));
    INVALID("name must not be null", polhode_ensemble_numbers(part, NULL, 0, 1, t));
    INVALID("numbers must not be null", polhode_ensemble_numbers(part, "t", 0, 1, NULL));
    INVALID("first + n = 41 must be at most 40", polhode_ensemble_numbers(part, "t", 1, N, t));
    INVALID("result must not be null", polhode_ensemble_numbers(NULL, "t", 0, 1, t));
    polhode_ensemble_destroy(part), part = NULL;
    a.quantities = "flips,tilt";
    INVALID("no quantity \"tilt\"", polhode_run_ensemble(common, &a, make_body, &refused, 0, N, 1, &part));
    /* A program that was compiled before there were questions. */
    a.size = offsetof(polhode_settings, quantities), a.quantities = (const char *)-1;
    OK(polhode_run_ensemble(common, &a, make_body, &refused, 0, N, 1, &part));
    polhode_ensemble_destroy(part), part = NULL;
  }
  INVALID("an ensemble of 0 bodies", polhode_run_ensemble(common, &s, make_body, &refused, 0, 0, 1, &part));
  INVALID("bodies = -1", polhode_run_ensemble(common, &s, make_body, &refused, 0, -1, 1, &part));
  INVALID("first = -1", polhode_run_ensemble(common, &s, make_body, &refused, -1, 1, 1, &part));
  INVALID("threads = -1 must not be negative", polhode_run_ensemble(common, &s, make_body, &refused, 0, N, -1, &part));
  INVALID("common must not be null", polhode_run_ensemble(NULL, &s, make_body, &refused, 0, N, 1, &part));
  INVALID("settings must not be null", polhode_run_ensemble(common, NULL, make_body, &refused, 0, N, 1, &part));
  INVALID("result must not be null", polhode_run_ensemble(common, &s, make_body, &refused, 0, N, 1, NULL));
  s.estimate = 1;
  INVALID("an ensemble keeps states at the end only", polhode_run_ensemble(common, &s, make_body, &refused, 0, N, 1, &part));
  UNTOUCHED(part);
  INVALID("result must not be null", polhode_ensemble_count(NULL, &n));
  INVALID("bodies must not be null", polhode_ensemble_count(all, NULL));
  INVALID("first + n = 41 must be at most 40", polhode_ensemble_states(all, 1, N, none(), none(), none(), NULL, NULL, NULL));
  INVALID("result must not be null", polhode_ensemble_states(NULL, 0, 1, none(), none(), none(), NULL, NULL, NULL));
  polhode_ensemble_destroy(all), polhode_ensemble_destroy(NULL);
  polhode_result_destroy(single);
  polhode_problem_destroy(common), polhode_problem_destroy(one);
}

/* --- cards --------------------------------------------------------------------------------------------------------------- */

static void cards(void) {
  int64_t entries = 0;
  const char *certificate_name = NULL;
  polhode_method method = POLHODE_METHOD;
  polhode_torque torque = POLHODE_TORQUE;
  polhode_torque_key key = POLHODE_TORQUE_KEY;
  int64_t methods = 0, torques = 0, i, k;
  int drags = 0;
  OK(polhode_method_count(&methods));
  CHECK(methods > 50);
  for (i = 0; i < methods; ++i) {
    OK(polhode_method_card(i, &method));
    CHECK(method.name[0] && method.title[0] && method.reference && method.family[0] && method.order >= 0);
  }
  OK(polhode_method_find("sr2", NULL, &method));
  CHECK(strcmp(method.name, "sr2") == 0 && method.order == 2 && method.symplectic && method.keeps_momentum && !method.takes_torque);
  OK(polhode_method_find("exact", NULL, &method));
  CHECK(method.order == POLHODE_EXACT && method.energy == 2);
  OK(polhode_method_find("rkn6", "dmv16", &method));
  CHECK(method.order == 6 && strcmp(method.flow, "dmv16") == 0 && method.needs_potential && method.torque_evaluations == 11);
  INVALID("did you mean \"rkn6\"?", polhode_method_find("rkn66", NULL, &method));
  INVALID("name must not be null", polhode_method_find(NULL, NULL, &method));
  INVALID("card must not be null", polhode_method_find("sr2", NULL, NULL));
  INVALID("card must not be null", polhode_method_card(0, NULL));
  INVALID("i = -1: there are ", polhode_method_card(-1, &method));
  INVALID("counted from 0", polhode_method_card(methods, &method));
  INVALID("n must not be null", polhode_method_count(NULL));
  OK(polhode_certificate_count(&entries));
  CHECK(entries >= 11);
  for (i = 0; i < entries; ++i) {
    const char *name = NULL, *meaning = NULL;
    OK(polhode_certificate_entry(i, &name, &meaning));
    OK(polhode_certificate_entry(i, &name, NULL));
    CHECK(name && name[0] && meaning && meaning[0]);
    if (i == 0) CHECK(strcmp(name, "energy_error_max") == 0);
  }
  INVALID("n must not be null", polhode_certificate_count(NULL));
  INVALID("name must not be null", polhode_certificate_entry(0, NULL, NULL));
  INVALID("counted from 0", polhode_certificate_entry(entries, &certificate_name, NULL));
  method.size = 4;
  INVALID("begin with POLHODE_METHOD", polhode_method_card(0, &method));

  OK(polhode_torque_count(&torques));
  for (i = 0; i < torques; ++i) {
    OK(polhode_torque_card(i, &torque));
    CHECK(torque.kind[0] && torque.title[0] && torque.keys > 0);
    for (k = 0; k < torque.keys; ++k) {
      OK(polhode_torque_card_key(i, k, &key));
      CHECK(key.name[0] && key.meaning[0] && key.kind[0]);
      if (strcmp(torque.kind, "drag") == 0 && strcmp(key.name, "coefficient") == 0)
        drags += strstr(key.rule, "must not be negative") != NULL && strcmp(key.kind, "number") == 0;
    }
    INVALID("counted from 0", polhode_torque_card_key(i, torque.keys, &key));
  }
  CHECK(drags == 1);
  INVALID("n must not be null", polhode_torque_count(NULL));
  INVALID("card must not be null", polhode_torque_card(0, NULL));
  INVALID("counted from 0", polhode_torque_card(torques, &torque));
  INVALID("card must not be null", polhode_torque_card_key(0, 0, NULL));
  INVALID("i = -1", polhode_torque_card_key(-1, 0, &key));
  torque.size = 0, key.size = 0;
  INVALID("begin with POLHODE_TORQUE", polhode_torque_card(0, &torque));
  INVALID("begin with POLHODE_TORQUE_KEY", polhode_torque_card_key(0, 0, &key));
}

/* --- threads ------------------------------------------------------------------------------------------------------------- */

typedef struct worker {
  const polhode_problem *problem;
  double end[4];
  int good;
} worker;

/* Another message than that of the main thread; a run of the problem that all share. */
static void *work(void *given) {
  worker *self = given;
  polhode_settings s = POLHODE_SETTINGS;
  int k;
  self->good = strcmp(polhode_last_error(), "") == 0 && polhode_body_moments(NULL, NULL) == POLHODE_INVALID_INPUT &&
               strcmp(polhode_last_error(), "body must not be null") == 0;
  s.method = "rkn6", s.steps = 200;
  for (k = 0; k < 20; ++k) {
    polhode_result *result = NULL;
    double q[4] = {0, 0, 0, 0};
    self->good = self->good && polhode_run(self->problem, &s, &result) == POLHODE_OK &&
                 polhode_result_states(result, 200, 1, NULL, out(q, 4, 1), none(), none(), NULL) == POLHODE_OK &&
                 (k == 0 || memcmp(q, self->end, sizeof q) == 0);
    memcpy(self->end, q, sizeof q);
    polhode_result_destroy(result);
  }
  return NULL;
}

static void threads(void) {
  enum { THREADS = 4 };
  polhode_problem *problem = top_of(1);
  polhode_result *untouched = NULL;
  worker workers[THREADS];
  pthread_t ids[THREADS];
  int i;
  INVALID("settings must not be null", polhode_run(problem, NULL, &untouched));
  for (i = 0; i < THREADS; ++i) {
    workers[i].problem = problem;
    CHECK(pthread_create(&ids[i], NULL, work, &workers[i]) == 0);
  }
  for (i = 0; i < THREADS; ++i) {
    pthread_join(ids[i], NULL);
    CHECK(workers[i].good && memcmp(workers[i].end, workers[0].end, sizeof workers[0].end) == 0);
  }
  CHECK(strcmp(polhode_last_error(), "settings must not be null") == 0);
  polhode_problem_destroy(problem);
}

int main(void) {
  status();
  bodies();
  solids_and_atoms();
  free_motion();
  arrays();
  problems();
  heavy_top();
  callbacks();
  callbacks_for_many();
  dense_output();
  free_run();
  kinds_of_keys();
  events();
  checkpoints();
  ensembles();
  cards();
  threads();
  if (failures) printf("%d failures\n", failures);
  return failures ? 1 : 0;
}
