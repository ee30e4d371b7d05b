/* A wing nut turns over, exactly; then the same body as a top that my own function pulls down. */
#include <stdio.h>

#include "polhode.h"

/* The weight pulls at a point 1 m up the axis: torque arm x (weight in body axes), in N m along body axes. */
static int pull(void *context, double t, const double q[4], const double w[3], double torque[3]) {
  const double weight = *(const double *)context;
  const double down_x = -2 * (q[1] * q[3] - q[0] * q[2]), down_y = -2 * (q[2] * q[3] + q[0] * q[1]);
  (void)t, (void)w;
  torque[0] = -weight * down_y, torque[1] = weight * down_x, torque[2] = 0;
  return 0;
}

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, polhode_last_error());
  return 1;
}

int main(void) {
  const double moments[3] = {0.6, 0.8, 1.0}, q[4] = {1, 0, 0, 0}, w[3] = {0.01, 5, 0.02};
  const double times[3] = {1, 10, 1e6};
  double q_then[3][4], w_then[3][3], weight = 1, error = 0, end[4];
  polhode_body *body = NULL;
  polhode_problem *problem = NULL;
  polhode_settings settings = POLHODE_SETTINGS;
  polhode_result *result = NULL;
  int64_t states = 0;

  if (polhode_body_create_moments(moments, &body) != POLHODE_OK) return failed("body");
  if (polhode_free_motion(body, q, w, times, 3, (polhode_out){&q_then[0][0], 4, 1}, (polhode_out){&w_then[0][0], 3, 1}))
    return failed("free motion");
  for (int i = 0; i < 3; ++i) printf("t = %-7g w = (%9.6f, %9.6f, %9.6f)\n", times[i], w_then[i][0], w_then[i][1], w_then[i][2]);

  if (polhode_problem_create(body, &problem) || polhode_problem_set_start(problem, q, w) ||
      polhode_problem_set_times(problem, 0, 10) || polhode_problem_add_callback(problem, pull, &weight, NULL, 0, 0))
    return failed("problem");
  settings.accuracy = 1e-10; /* rad, over the whole run */
  if (polhode_run(problem, &settings, &result) != POLHODE_OK) return failed("run");
  polhode_result_count(result, &states);
  polhode_result_states(result, states - 1, 1, NULL, (polhode_out){end, 4, 1}, (polhode_out){0}, (polhode_out){0}, NULL);
  polhode_result_error(result, &error);
  printf("top: q = (%.9f, %.9f, %.9f, %.9f), in error by less than 1e-10 rad: %s\n", end[0], end[1], end[2], end[3],
         error < 1e-10 ? "yes" : "no");

  polhode_result_destroy(result);
  polhode_problem_destroy(problem);
  polhode_body_destroy(body);
  return error < 1e-10 ? 0 : 1;
}
