/* problems.c -- problems, their keys, runs of a heavy top */
#include "interface.h"


void problems(void) {
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

void heavy_top(void) {
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
  /* The same of one value alone, where 0 is a value. */
  OK(polhode_setting_check("accuracy", 1e-9));
  OK(polhode_setting_check("steps", 1));
  INVALID("accuracy: 0 must be positive: the largest error of the attitude, in rad", polhode_setting_check("accuracy", 0));
  INVALID("step: nan must be positive and finite", polhode_setting_check("step", NAN));
  INVALID("steps: 0 must be between 1 and 2^53", polhode_setting_check("steps", 0));
  INVALID("output_every: 0 must be positive", polhode_setting_check("output_every", 0));
  INVALID("name: \"stepp\" is none of accuracy, step, steps, output_every, output_step", polhode_setting_check("stepp", 1));
  INVALID("name must not be null", polhode_setting_check(NULL, 1));
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
    /* Near to that it holds for a while: the states until then. */
    a.accuracy = 1e-13;
    REFUSED(POLHODE_INACCURATE, "the accuracy 1e-13 holds until t = ", polhode_run(problem, &a, &result));
    if (result) {
      const char *outcome = "";
      double end = 0, error = 1, last = 0;
      int64_t n = 0;
      OK(polhode_result_text(result, "outcome", &outcome));
      CHECK(strcmp(outcome, "accuracy lost") == 0);
      OK(polhode_result_number(result, "end_time", &end));
      OK(polhode_result_error(result, &error));
      CHECK(end > 1 && end < 999 && error > 0 && error <= 1e-13);
      OK(polhode_result_count(result, &n));
      OK(polhode_result_states(result, n - 1, 1, &last, none(), none(), none(), NULL));
      CHECK(last == end);
    }
    CHECK(result != NULL);
    polhode_result_destroy(result), result = NULL;
  }
  polhode_problem_destroy(problem);
}

/* A torque that is a table, one with an orbit, and a flag: every kind of key. */
void kinds_of_keys(void) {
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
  OK(polhode_problem_add_torque(problem, "gravity-gradient", &orbit));
  OK(polhode_problem_set_number(problem, orbit, "mu", 3.986e14));
  OK(polhode_problem_set_number(problem, orbit, "orbit.periapsis_radius", 7.1e6));
  OK(polhode_problem_set_number(problem, orbit, "orbit.eccentricity", 0.1));
  polhode_result_destroy(result), result = NULL;
  INVALID("torque[3].orbit.periapsis_radius: 7.1e+06, but torque[2].orbit.periapsis_radius is 7e+06: a body has one orbit", polhode_run(problem, &s, &result));
  OK(polhode_problem_set_number(problem, orbit, "orbit.periapsis_radius", 7e6));
  OK(polhode_run(problem, &s, &result));
  polhode_result_destroy(result), result = NULL;
  OK(polhode_problem_set_times(problem, 0, 3));
  INVALID("must be within torque[1], which is known from 0 until 2", polhode_run(problem, &s, &result));
  UNTOUCHED(result);
  polhode_problem_destroy(problem);
}
