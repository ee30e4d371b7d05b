/* interface.h -- what the tests of polhode.h share: checks that count, and a body and a problem to ask about */
#ifndef POLHODE_TESTS_INTERFACE_H
#define POLHODE_TESTS_INTERFACE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "polhode.h"

void check(int good, const char *what, const char *file, int line);
#define CHECK(x) check((x), #x, __FILE__, __LINE__)
#define OK(call) check((call) == POLHODE_OK, #call, __FILE__, __LINE__)

/* The call has this status, and its message this text. */
void check_refused(polhode_status is, polhode_status expected, const char *text, const char *what, const char *file, int line);
#define REFUSED(status, text, call) check_refused((call), (status), (text), #call, __FILE__, __LINE__)
#define INVALID(text, call) REFUSED(POLHODE_INVALID_INPUT, text, call)

static inline int near(double a, double b, double tolerance) {
  return fabs(a - b) <= tolerance;
}
/* A handle or an output that has not been touched. */
#define UNTOUCHED(x) CHECK((x) == NULL)

static const double moments[3] = {0.6, 0.8, 1.0}, start_q[4] = {1, 0, 0, 0}, start_w[3] = {0.3, 2.0, -0.4};
static inline polhode_out none(void) {
  polhode_out r = {NULL, 0, 0};
  return r;
}
static inline polhode_in nothing(void) {
  polhode_in r = {NULL, 0, 0};
  return r;
}
static inline polhode_out out(double *data, ptrdiff_t row, ptrdiff_t column) {
  polhode_out r;
  r.data = data, r.row = row, r.column = column;
  return r;
}
static inline polhode_in in(const double *data, ptrdiff_t row, ptrdiff_t column) {
  polhode_in r;
  r.data = data, r.row = row, r.column = column;
  return r;
}

static inline polhode_body *body_of(const double I[3]) {
  polhode_body *body = NULL;
  OK(polhode_body_create_moments(I, &body));
  return body;
}
static inline polhode_problem *problem_of(double end) {
  polhode_body *body = body_of(moments);
  polhode_problem *problem = NULL;
  OK(polhode_problem_create(body, &problem));
  OK(polhode_problem_set_start(problem, start_q, start_w));
  OK(polhode_problem_set_times(problem, 0, end));
  polhode_body_destroy(body);
  return problem;
}

static inline polhode_problem *top_of(double end) {
  polhode_problem *problem = problem_of(end);
  const double arm[3] = {0, 0, 1};
  int torque = -1;
  OK(polhode_problem_add_torque(problem, "heavy-top", &torque));
  CHECK(torque == 0);
  OK(polhode_problem_set_number(problem, torque, "weight", 1));
  OK(polhode_problem_set_vector(problem, torque, "arm", arm));
  return problem;
}

typedef struct counter {
  long calls, allowed;
} counter;
/* A weight of 1 N at (0, 0, 1): torque arm x Q* (0, 0, -1), energy the height. */
static inline int top_torque(void *context, double t, const double q[4], const double w[3], double torque[3]) {
  counter *c = context;
  const double down[3] = {-2 * (q[1] * q[3] - q[0] * q[2]), -2 * (q[2] * q[3] + q[0] * q[1]),
                          -(1 - 2 * (q[1] * q[1] + q[2] * q[2]))};
  (void)t, (void)w;
  if (c->calls++ >= c->allowed) return 42;
  torque[0] = -down[1], torque[1] = down[0], torque[2] = 0;
  return 0;
}

static inline int nan_torque(void *context, double t, const double q[4], const double w[3], double torque[3]) {
  (void)context, (void)q, (void)w;
  torque[0] = torque[1] = 0, torque[2] = t > 0.5 ? NAN : 0.1;
  return 0;
}

static inline int stop_at_once(void *context, double done) {
  ++*(int *)context;
  return done >= 0;
}

/* The tests, each in the file of its subject. */
void status(void);
void bodies(void);
void solids_and_atoms(void);
void meshes(void);
void free_motion(void);
void arrays(void);
void problems(void);
void heavy_top(void);
void callbacks(void);
void callbacks_for_many(void);
void dense_output(void);
void free_run(void);
void kinds_of_keys(void);
void events(void);
void checkpoints(void);
void ensembles(void);
void cards(void);
void threads(void);

#endif
