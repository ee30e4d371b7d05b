/* ensembles.c -- many bodies made by a function of the caller */
#include "interface.h"

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

void ensembles(void) {
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
