/* wrong_calls.c -- random calls with arguments that are mostly wrong: none crashes, each has a status, and one that is refused
 * leaves its outputs as they were
 *
 *   wrong_calls [CALLS [SEED]]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "polhode.h"

static uint64_t state = 1;
static unsigned draw(unsigned n) { /* 0, ..., n - 1 */
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(state >> 33) % n;
}

static double number(void) {
  static const double pool[] = {0, 1, -1, 0.5, 2, 3, 1e-3, 10, 0.1, 1, 1, 1e300, -1e300, 1e-300, 1e-310, 1e30};
  const unsigned k = draw(20);
  return k == 18 ? NAN : k == 19 ? -INFINITY : k >= 16 ? 1 : pool[k];
}
static int64_t count(void) {
  static const int64_t pool[] = {0, 1, 2, 3, 3, -1, INT64_MIN, INT64_MAX};
  return pool[draw(8)];
}
/* Room for all that a call may write: at most 3 entries with strides of at most 4. */
enum { ROOM = 64 };
static double *array(double *room) {
  int i;
  for (i = 0; i < ROOM; ++i) room[i] = draw(2) ? i % 4 == 0 : number();
  return draw(12) ? room : NULL;
}
static const double *quaternion(double *room) {
  array(room);
  if (draw(8)) room[0] = 1, room[1] = room[2] = room[3] = 0;
  return draw(12) ? room : NULL;
}
static const double *vector(double *room) {
  array(room);
  if (draw(4)) room[0] = 0.6, room[1] = 0.8, room[2] = 1;
  return draw(12) ? room : NULL;
}
static polhode_out out(double *room) {
  polhode_out r;
  r.data = array(room), r.row = draw(5), r.column = draw(8) ? 1 : 0;
  return r;
}
static polhode_in in(double *room) {
  polhode_in r;
  r.data = array(room), r.row = draw(5), r.column = draw(2);
  return r;
}
static const char *word(void) {
  static const char *const pool[] = {"",         "drag", "heavy-top", "coefficient", "weight", "arm",   "vector", "constant", "frame",
                                     "body",     "auto", "rkn6",      "exact",       "cf4",    "sr2",   "gauss16", "steps",   "outcome",
                                     "callback", "cone", "function",  "energy_error_max",      "table", "file",   "gravity-gradient"};
  const unsigned k = draw(28);
  return k < sizeof pool / sizeof *pool ? pool[k] : NULL;
}

static int torque(void *context, double t, const double q[4], const double w[3], double r[3]) {
  (void)context, (void)t, (void)q, (void)w;
  r[0] = r[1] = 0, r[2] = draw(1000) ? 0.1 : NAN;
  return draw(2000) == 0;
}
static int torques(void *context, int64_t n, const double *t, const double *q, const double *w, double *r) {
  int64_t i;
  for (i = 0; i < n; ++i) {
    const int said = torque(context, t[i], q + 4 * i, w + 3 * i, r + 3 * i);
    if (said != 0) return said;
  }
  return 0;
}
static double energy(void *context, double t, const double q[4]) {
  (void)context, (void)t;
  return q[0];
}
/* Runs may be long. */
static int stop(void *context, double done) {
  (void)done;
  return ++*(int *)context > 8;
}
static int make(void *context, int64_t i, polhode_problem *problem) {
  double room[ROOM], room2[ROOM];
  (void)context, (void)i;
  (void)polhode_problem_set_start(problem, quaternion(room), vector(room2));
  (void)polhode_problem_set_number(problem, (int)count(), word(), number());
  return draw(5) == 0;
}

#define SLOTS 4
static polhode_body *bodies[SLOTS];
static polhode_problem *problems[SLOTS];
static polhode_result *results[SLOTS];
static polhode_ensemble *ensembles[SLOTS];

static polhode_settings settings(int *asked, double *times) {
  polhode_settings s = POLHODE_SETTINGS;
  s.method = draw(2) ? NULL : word(), s.flow = draw(6) ? NULL : word();
  if (draw(2)) s.accuracy = draw(2) ? 1e-6 : number();
  if (draw(4) == 0) s.step = number();
  if (draw(2) == 0) s.steps = draw(2) ? 10 : count();
  if (draw(6) == 0) s.output_every = count();
  if (draw(8) == 0) s.output_step = number();
  if (draw(8) == 0) s.output_times = array(times), s.output_count = count();
  if (draw(8) == 0) s.energy_correction = (int)count();
  s.estimate = draw(6) == 0, s.dense_output = draw(3) == 0;
  if (draw(40) == 0) s.size = draw(sizeof s);
  *asked = 0, s.stop = stop, s.stop_context = asked;
  return s;
}

/* A new handle takes the place of an old one; a call that is refused gives none. */
#define KEEP(handles, call, destroy)                                                                                    \
  do {                                                                                                                   \
    const unsigned slot_ = draw(SLOTS);                                                                                  \
    made = NULL, status = (call);                                                                                        \
    if (status == POLHODE_OK && !made) return -1;                                                                        \
    if (status == POLHODE_INVALID_INPUT && made) return -2;                                                              \
    if (made) destroy(handles[slot_]), handles[slot_] = made;                                                            \
  } while (0)

static int one_call(void) {
  double a[ROOM], b[ROOM], c[ROOM], d[ROOM];
  int status = 0, asked = 0, number_of_it = 0, which[3], rising[3];
  int64_t n = 0;
  double x = 0;
  const char *text = NULL;
  polhode_status outcomes[3];
  polhode_body *body = draw(16) ? bodies[draw(SLOTS)] : NULL;
  polhode_problem *problem = draw(16) ? problems[draw(SLOTS)] : NULL;
  polhode_result *result = draw(16) ? results[draw(SLOTS)] : NULL;
  polhode_ensemble *ensemble = draw(16) ? ensembles[draw(SLOTS)] : NULL;
  switch (draw(48)) {
    case 0: { polhode_body *made; KEEP(bodies, polhode_body_create_moments(vector(a), &made), polhode_body_destroy); break; }
    case 1: { polhode_body *made; KEEP(bodies, polhode_body_create_effective(vector(a), &made), polhode_body_destroy); break; }
    case 2: { polhode_body *made; KEEP(bodies, polhode_body_create_tensor(array(a), &made), polhode_body_destroy); break; }
    case 3: status = polhode_body_moments(body, array(a)); break;
    case 4: status = polhode_body_frame(body, array(a)); break;
    case 5: status = polhode_body_momentum(body, vector(a), array(b)); break;
    case 6: status = polhode_body_angular_velocity(body, vector(a), array(b)); break;
    case 7:
      if (draw(2))
        status = polhode_free_motion(body, quaternion(a), vector(b), array(c), count(), out(d), out(a));
      else
        status = polhode_gyrostat_motion(body, vector(c), quaternion(a), vector(b), array(c), count(), out(d), out(a));
      break;
    case 8: status = polhode_free_motion_limit(body, quaternion(a), vector(b), draw(9) ? &x : NULL); break;
    case 45: status = polhode_free_motion_of_momentum(body, quaternion(a), vector(b), array(c), count(), out(d), out(a)); break;
    case 46: status = polhode_free_motion_of_momentum_limit(body, quaternion(a), vector(b), draw(9) ? &x : NULL); break;
    case 47: status = polhode_setting_check(word(), number()); break;
    case 9: status = polhode_kick_and_drift(out(a), out(b), in(c), in(d), count(), number(), number(), (int)draw(4) - 1); break;
    case 10: status = polhode_kick(out(a), in(b), count(), number(), (int)draw(4) - 1); break;
    case 11: status = polhode_move_freely(out(a), out(b), in(c), count(), array(d), (ptrdiff_t)draw(3), (int)draw(4) - 1, draw(2) ? &n : NULL); break;
    case 12: {
      double to_q[ROOM], to_m[ROOM];
      polhode_out q_out = out(to_q), m_out = out(to_m);
      if (draw(8)) q_out.row = m_out.row = 1, q_out.column = m_out.column = 9;
      status = polhode_free_motions(in(a), in(b), in(c), count(), array(d), count(), q_out, m_out, (int)draw(4) - 1, &n);
      break;
    }
    case 13: case 14: { polhode_problem *made; KEEP(problems, polhode_problem_create(body, &made), polhode_problem_destroy); break; }
    case 15: status = polhode_problem_set_body(problem, body); break;
    case 16: status = polhode_problem_set_start(problem, quaternion(a), vector(b)); break;
    case 17: status = polhode_problem_set_start_momentum(problem, quaternion(a), vector(b)); break;
    case 18: status = polhode_problem_set_times(problem, draw(3) ? 0 : number(), draw(3) ? 1 : number()); break;
    case 19: status = polhode_problem_add_torque(problem, word(), draw(2) ? &number_of_it : NULL); break;
    case 20: case 21: status = polhode_problem_set_number(problem, (int)draw(4) - 1, word(), number()); break;
    case 22: case 23: status = polhode_problem_set_vector(problem, (int)draw(4) - 1, word(), vector(a)); break;
    case 24: status = polhode_problem_set_word(problem, (int)draw(4) - 1, word(), word()); break;
    case 25: status = polhode_problem_set_flag(problem, (int)draw(4) - 1, word(), (int)draw(3)); break;
    case 26: status = polhode_problem_set_rows(problem, (int)draw(4) - 1, word(), in(a), count()); break;
    case 27: status = polhode_problem_add_callback(problem, draw(5) ? torque : NULL, NULL, draw(3) ? NULL : energy, (int)draw(2), (int)draw(2)); break;
    case 28: {
      polhode_event e = POLHODE_EVENT;
      e.kind = draw(2) ? "speed" : word(), e.direction = draw(3) ? NULL : word(), e.value = number(), e.angle = number();
      e.body_axis[draw(3)] = number(), e.space_axis[draw(3)] = number(), e.count = count(), e.terminal = (int)draw(2);
      status = polhode_problem_add_event(problem, draw(9) ? &e : NULL, NULL);
      break;
    }
    case 29: status = polhode_problem_check(problem); break;
    case 30: case 31: { polhode_result *made; const polhode_settings s = settings(&asked, a); KEEP(results, polhode_run(problem, &s, &made), polhode_result_destroy); break; }
    case 32: status = polhode_result_count(result, &n); break;
    case 33: status = polhode_result_states(result, count(), count(), array(a), out(b), out(c), out(d), NULL); break;
    case 34: status = draw(2) ? polhode_result_error(result, &x) : polhode_result_event_count(result, &n); break;
    case 35: status = draw(2) ? polhode_result_number(result, word(), &x) : polhode_result_text(result, word(), &text); break;
    case 36: status = polhode_result_events(result, count(), count(), array(a), which, rising); break;
    case 37: { polhode_ensemble *made; const polhode_settings s = settings(&asked, a); KEEP(ensembles, polhode_run_ensemble(problem, &s, draw(2) ? make : NULL, NULL, count(), count(), 1, &made), polhode_ensemble_destroy); break; }
    case 38: status = draw(2) ? polhode_ensemble_states(ensemble, count(), count(), out(a), out(b), out(c), array(d), NULL, outcomes) : polhode_ensemble_numbers(ensemble, word(), count(), count(), array(a)); break;
    case 39: { polhode_body *made; KEEP(bodies, polhode_body_create_solid(draw(3) ? "box" : word(), number(), vector(a), &made), polhode_body_destroy); break; }
    case 40: { polhode_body *made; KEEP(bodies, polhode_body_create_atoms(array(a), in(b), count(), &made, draw(2) ? c : NULL), polhode_body_destroy); break; }
    case 41: status = polhode_problem_add_callback_many(problem, draw(5) ? torques : NULL, NULL, draw(3) ? NULL : energy, (int)draw(2), (int)draw(2)); break;
    case 42: status = polhode_result_at(result, array(a), count(), out(b), out(c), out(d), NULL); break;
    case 43: status = polhode_ensemble_errors(ensemble, count(), count(), array(a), array(b)); break;
    case 44: {
      polhode_body *made;
      polhode_mesh mesh;
      const int64_t corners[6] = {0, 1, count(), 0, count(), 1};
      KEEP(bodies, polhode_body_create_triangles(in(a), count(), corners, (int64_t)draw(3), draw(3) ? "mm" : word(), number(), draw(2) ? number() : 0, &made, draw(2) ? &mesh : NULL), polhode_body_destroy);
      break;
    }
    default: {
      polhode_method m = POLHODE_METHOD;
      polhode_torque t = POLHODE_TORQUE;
      polhode_torque_key k = POLHODE_TORQUE_KEY;
      status = polhode_method_find(word(), word(), draw(9) ? &m : NULL);
      (void)polhode_method_card(count(), &m), (void)polhode_torque_card(count(), &t), (void)polhode_torque_card_key(count(), count(), &k);
      (void)polhode_certificate_entry(count(), draw(9) ? &text : NULL, draw(2) ? &text : NULL);
    }
  }
  if (draw(300) == 0) { /* problems do not only grow */
    const unsigned slot = draw(SLOTS);
    polhode_problem_destroy(problems[slot]), problems[slot] = NULL;
  }
  return status;
}

int main(int arguments, char **values) {
  const long calls = arguments > 1 ? atol(values[1]) : 100000;
  long found[8] = {0}, i;
  if (arguments > 2) state = (uint64_t)atol(values[2]);
  for (i = 0; i < calls; ++i) {
    const int status = one_call();
    if (status < 0 || status > POLHODE_OUT_OF_MEMORY) {
      printf("call %ld: status %d: %s\n", i, status, polhode_last_error());
      return 1;
    }
    ++found[status];
  }
  for (i = 0; i < 8; ++i) printf("%s %ld\n", polhode_status_name((polhode_status)i), found[i]);
  for (i = 0; i < SLOTS; ++i) {
    polhode_body_destroy(bodies[i]), polhode_problem_destroy(problems[i]);
    polhode_result_destroy(results[i]), polhode_ensemble_destroy(ensembles[i]);
  }
  return found[POLHODE_OK] && found[POLHODE_INVALID_INPUT] ? 0 : 1;
}
