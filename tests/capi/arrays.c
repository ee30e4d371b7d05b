/* arrays.c -- many bodies in arrays of the caller */
#include "interface.h"

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

void arrays(void) {
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
