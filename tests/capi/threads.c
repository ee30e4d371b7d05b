/* threads.c -- many threads, each with its own message */
#include <pthread.h>

#include "interface.h"

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

void threads(void) {
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
