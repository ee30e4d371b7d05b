/* runs.c -- what a run gives: any time afterwards, checkpoints, events */
#include "interface.h"

/* Any time of a run afterwards: the states themselves at the steps, between them what output_times gives. */
void dense_output(void) {
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
void checkpoints(void) {
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
void free_run(void) {
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

/* A body that turns about its axis 3 at 1 rad/s: axis 1 crosses the plane of space axis 2 at 0, pi, 2 pi, ... */
void events(void) {
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
  {
    /* Of a newer program, which sets something that is not known here. */
    struct {
      polhode_event event;
      double more;
    } newer = {POLHODE_EVENT, 0};
    newer.event = speed, newer.event.size = sizeof newer;
    OK(polhode_problem_add_event(problem, &newer.event, NULL));
    newer.more = 1;
    INVALID("event: something is set that this library does not know; it is too old", polhode_problem_add_event(problem, &newer.event, NULL));
  }
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
