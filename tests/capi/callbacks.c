/* callbacks.c -- torques that are functions of the caller */
#include "interface.h"

static double top_energy(void *context, double t, const double q[4]) {
  (void)context, (void)t;
  return 1 - 2 * (q[1] * q[1] + q[2] * q[2]);
}

void callbacks(void) {
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
void callbacks_for_many(void) {
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
