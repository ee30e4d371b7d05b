/* polhode.h -- the C interface: rotation of rigid bodies, for every language that can call C
 *
 * Conventions
 *   SI units, radians. Quaternions are w x y z, from body to space. Angular velocity w, angular momentum m and torques are
 *   along body axes; L is the momentum along space axes. Body axes are the user's; where functions want principal axes, they
 *   say so.
 *   Times of a problem are clock times; those of free motion count from the state that is given.
 *
 * Errors
 *   Every function that can fail returns a status. If it is not POLHODE_OK, polhode_last_error() says in words what was
 *   given, which rule it breaks, and the likely cause. With POLHODE_INVALID_INPUT, POLHODE_OUT_OF_MEMORY and POLHODE_INTERNAL
 *   nothing that was passed in has changed. No exception leaves a function.
 *
 * Handles
 *   What a function ..._create, polhode_run or polhode_run_ensemble gives is the caller's, and goes to its ..._destroy. Handles
 *   copy what they are given. A handle may be read by several threads at once, and changed by one thread alone.
 *
 * Arrays
 *   polhode_in and polhode_out are views: number c of entry i is at data[i * row + c * column], strides in numbers.
 *     quaternions one after the other    {q, 4, 1}
 *     four arrays of n numbers each      {q, 1, n}
 *     a field of a record of 20 numbers  {&record[0].q, 20, 1}
 *     one vector for all entries         {v, 0, 1}             (to be read only)
 *   An output whose data is null is not wanted, where the function says so.
 */
#ifndef POLHODE_H
#define POLHODE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes when a program has to be compiled anew. */
#define POLHODE_ABI 1
/* Of the library that is linked: its ABI, and its version, as "0.2.0". */
int polhode_abi(void);
const char *polhode_version(void);

typedef enum polhode_status {
  POLHODE_OK = 0,
  POLHODE_INVALID_INPUT = 1,
  POLHODE_NOT_CONVERGED = 2, /* a step failed: smaller steps may do */
  POLHODE_NON_FINITE = 3,    /* the torque or the state is no longer a number */
  POLHODE_INACCURATE = 4,    /* the accuracy, or the time, is beyond what double can give */
  POLHODE_STOPPED = 5,       /* by a function of the caller */
  POLHODE_OUT_OF_MEMORY = 6,
  POLHODE_INTERNAL = 7 /* a fault of the library */
} polhode_status;

/* "invalid_input" and so on; "unknown" of a number that is no status. */
const char *polhode_status_name(polhode_status status);
/* What the last call of this thread that failed had to say; "" if none has. Valid until the next call that fails. */
const char *polhode_last_error(void);

typedef struct polhode_in {
  const double *data;
  ptrdiff_t row, column;
} polhode_in;
typedef struct polhode_out {
  double *data;
  ptrdiff_t row, column;
} polhode_out;

/* --- bodies ------------------------------------------------------------------------------------------------------------- */

typedef struct polhode_body polhode_body;

/* Principal moments (kg m^2) along the body axes, in any order. */
polhode_status polhode_body_create_moments(const double moments[3], polhode_body **body);
/* The same for positive moments that belong to no distribution of mass (fitted models, test problems of papers). */
polhode_status polhode_body_create_effective(const double moments[3], polhode_body **body);
/* The inertia tensor (kg m^2) along body axes, nine numbers, symmetric; off the diagonal minus the products of inertia. */
polhode_status polhode_body_create_tensor(const double tensor[9], polhode_body **body);
/* A solid of uniform density about its centre: "box", "ellipsoid", "cylinder" (along axis 3) or "sphere"; its mass (kg) and its full
 * extents along the body axes (m). */
polhode_status polhode_body_create_solid(const char *shape, double mass, const double size[3], polhode_body **body);
/* Point masses (kg) at positions (m) from any origin, about their centre of mass, which goes to `centre` if that is not null. Atoms on
 * a line are refused: they have no attitude about it. */
polhode_status polhode_body_create_atoms(const double *masses, polhode_in positions, int64_t n, polhode_body **body,
                                         double centre[3]);
/* What a mesh encloses, in SI, along the axes of the file; the tensor (rows) about the centre of mass. */
typedef struct polhode_mesh {
  int64_t triangles, shells, turned_shells, cavities;
  double mass, density, volume, area, centre[3], lower[3], upper[3], tensor[9];
  double rounding;     /* at most what coordinates of single precision do to the moments, in parts of the largest */
  char warnings[1000]; /* one on each line; "" if there is none */
} polhode_mesh;
/* The body that a closed mesh encloses, evenly filled, about its centre of mass; its axes are those of the mesh. One of density (kg/m^3)
 * and mass (kg) is positive, the other is 0. `unit` of the coordinates: "m", "cm", "mm", "km", "in" or "ft"; null: not known, metres.
 * A file is .stl, .obj, .ply, .off, .glb or .gltf. What encloses no body is refused. `made` may be null. */
polhode_status polhode_body_create_mesh(const char *path, const char *unit, double density, double mass,
                                        polhode_body **body, polhode_mesh *made);
/* The same of n points and m triangles: numbers of three points, from 0, counterclockwise as seen from outside. */
polhode_status polhode_body_create_triangles(polhode_in points, int64_t n, const int64_t *triangles, int64_t m,
                                             const char *unit, double density, double mass, polhode_body **body,
                                             polhode_mesh *made);
/* Null is allowed, here as in every other destroy. */
void polhode_body_destroy(polhode_body *body);

/* Principal moments, in the order of the principal axes. */
polhode_status polhode_body_moments(const polhode_body *body, double moments[3]);
/* The rotation from principal axes to body axes; the identity if body axes are principal. */
polhode_status polhode_body_frame(const polhode_body *body, double q[4]);
/* Momentum (kg m^2/s) of an angular velocity (rad/s), both along body axes; and the inverse. */
polhode_status polhode_body_momentum(const polhode_body *body, const double w[3], double m[3]);
polhode_status polhode_body_angular_velocity(const polhode_body *body, const double m[3], double w[3]);

/* --- exact free motion -------------------------------------------------------------------------------------------------- */

/* One free body at n times (s) after the state q, w: right to a few roundings, however far, past or future. Times may be in any
 * order. An output whose data is null is not wanted. A time beyond polhode_free_motion_limit is refused. */
polhode_status polhode_free_motion(const polhode_body *body, const double q[4], const double w[3], const double *times,
                                   int64_t n, polhode_out q_out, polhode_out w_out);
/* The same of a body with rotors in it whose momentum (kg m^2/s, along body axes) beside that of the body stays as it is: a wheel at
 * constant speed. */
polhode_status polhode_gyrostat_motion(const polhode_body *body, const double rotor[3], const double q[4], const double w[3],
                                       const double *times, int64_t n, polhode_out q_out, polhode_out w_out);
/* The largest time for which the motion of the free body can be known: 2^45 turns; infinite for a body at rest. */
polhode_status polhode_free_motion_limit(const polhode_body *body, const double q[4], const double w[3], double *limit);
/* The same for a momentum m (kg m^2/s) along body axes at the start: that one, not one made of an angular velocity. */
polhode_status polhode_free_motion_of_momentum(const polhode_body *body, const double q[4], const double m[3],
                                               const double *times, int64_t n, polhode_out q_out, polhode_out w_out);
polhode_status polhode_free_motion_of_momentum_limit(const polhode_body *body, const double q[4], const double m[3],
                                                     double *limit);

/* --- many bodies in the caller's own arrays ----------------------------------------------------------------------------- */
/* Body axes are principal axes here, and m is the momentum along them. Numbers in arrays are not checked: a body whose numbers
 * are none becomes NaN, and others do not notice. threads: 0 is one for each processor. The same bits for every layout and number
 * of threads. */

/* Momenta m += kick * torque, then each body moves freely for the time `drift` (s), in place, by sr2. A step of a symplectic
 * method of second order is kick_and_drift(h/2, h), torques anew, kick(h/2). */
polhode_status polhode_kick_and_drift(polhode_out q, polhode_out m, polhode_in moments, polhode_in torques, int64_t bodies,
                                      double kick, double drift, int threads);
/* Momenta m += time * torque. */
polhode_status polhode_kick(polhode_out m, polhode_in torques, int64_t bodies, double time, int threads);
/* Each body moves freely and exactly, in place: body i for elapsed[i] seconds with stride 1, for elapsed[0] with stride 0. Bodies
 * that cannot be moved (a time beyond the limit, numbers that are none) stay as they were; the status is then POLHODE_INACCURATE,
 * and *not_moved, which may be null, says how many. */
polhode_status polhode_move_freely(polhode_out q, polhode_out m, polhode_in moments, int64_t bodies, const double *elapsed,
                                   ptrdiff_t stride, int threads, int64_t *not_moved);
/* The same bodies at many times; they themselves stay. Body i at times[k] goes to entry i + k * bodies of q_out and m_out, whose
 * rows must be 1. States that cannot be had are NaN; the status is then POLHODE_INACCURATE, and *missing, which may be null, says how
 * many. */
polhode_status polhode_free_motions(polhode_in q, polhode_in m, polhode_in moments, int64_t bodies, const double *times,
                                    int64_t n, polhode_out q_out, polhode_out m_out, int threads, int64_t *missing);

/* --- problems: a body, its start, what acts on it, from when until when ------------------------------------------------ */

typedef struct polhode_problem polhode_problem;

/* A free body at rest, attitude 1 0 0 0, from t = 0 to t = 1 s. */
polhode_status polhode_problem_create(const polhode_body *body, polhode_problem **problem);
void polhode_problem_destroy(polhode_problem *problem);
/* The momentum stays. */
polhode_status polhode_problem_set_body(polhode_problem *problem, const polhode_body *body);
/* Attitude, and angular velocity (rad/s) or momentum (kg m^2/s), along body axes. */
polhode_status polhode_problem_set_start(polhode_problem *problem, const double q[4], const double w[3]);
polhode_status polhode_problem_set_start_momentum(polhode_problem *problem, const double q[4], const double m[3]);
polhode_status polhode_problem_set_times(polhode_problem *problem, double start, double end);

/* One more torque, by name (polhode_torque_card lists them: "heavy-top", "drag", ...). *torque is its number, from 0; it may be
 * null. The keys are set after it; those of a table of its own are named "orbit.eccentricity". A key that is set again is
 * replaced. Whether all keys are there is seen by polhode_problem_check and by runs. */
polhode_status polhode_problem_add_torque(polhode_problem *problem, const char *kind, int *torque);
polhode_status polhode_problem_set_number(polhode_problem *problem, int torque, const char *key, double value);
polhode_status polhode_problem_set_vector(polhode_problem *problem, int torque, const char *key, const double value[3]);
polhode_status polhode_problem_set_word(polhode_problem *problem, int torque, const char *key, const char *value);
polhode_status polhode_problem_set_flag(polhode_problem *problem, int torque, const char *key, int value);
/* Rows of a table: each a time and a vector, four numbers. */
polhode_status polhode_problem_set_rows(polhode_problem *problem, int torque, const char *key, polhode_in rows, int64_t n);

/* A torque of the caller: writes the torque (N m, along body axes) at time t, attitude q, angular velocity w. Returns 0, or
 * anything else to end the run, which is then POLHODE_STOPPED. It must depend on nothing but its arguments: steps are tried
 * and taken again. */
typedef int (*polhode_torque_function)(void *context, double t, const double q[4], const double w[3], double torque[3]);
/* Its potential energy (J). */
typedef double (*polhode_energy_function)(void *context, double t, const double q[4]);
/* `energy` may be null: then the torque has no potential, and methods that need one refuse it. uses_time and uses_velocity: 0 if
 * the torque does not depend on them, which saves evaluations. A torque with a potential must not use the velocity. */
polhode_status polhode_problem_add_callback(polhode_problem *problem, polhode_torque_function function, void *context,
                                            polhode_energy_function energy, int uses_time, int uses_velocity);

/* The same for many states at once: t[n], q[4 n], w[3 n], one state after the other, to torque[3 n]. For a function that is costly to
 * call: methods that have several states at hand, as the stages of gauss16 and the bodies of an ensemble, ask for them
 * together, at most 16 of them; others one by one. A state may be NaN, if its body has failed. */
typedef int (*polhode_torques_function)(void *context, int64_t n, const double *t, const double *q, const double *w,
                                        double *torque);
polhode_status polhode_problem_add_callback_many(polhode_problem *problem, polhode_torques_function function, void *context,
                                                 polhode_energy_function energy, int uses_time, int uses_velocity);

/* Something to be watched while the problem is run. Begin with polhode_event e = POLHODE_EVENT; and set what the kind needs. */
typedef struct polhode_event {
  size_t size;                          /* of this struct, in bytes */
  const char *kind;                     /* "cone", "plane", "flip" or "speed" (docs/how-to/events.md) */
  const char *direction;                /* "both" or null, "rising", "falling" */
  double body_axis[3], space_axis[3];   /* of cone and plane; of any length */
  double angle;                         /* of a cone, between axis and surface, rad */
  double value;                         /* of speed, rad/s */
  int64_t count;                        /* at most so many; 0: all, of a terminal one the first */
  int terminal;                         /* not 0: the run ends there; with a count, at the last of them */
} polhode_event;
#define POLHODE_EVENT {sizeof(polhode_event), NULL, NULL, {0, 0, 0}, {0, 0, 0}, 0, 0, 0, 0}
/* One more event; *number, which may be null, is its number, from 0. */
polhode_status polhode_problem_add_event(polhode_problem *problem, const polhode_event *event, int *number);

/* Whether it can be solved as it stands. */
polhode_status polhode_problem_check(const polhode_problem *problem);

/* --- runs --------------------------------------------------------------------------------------------------------------- */

/* How a problem is to be solved. Begin with polhode_settings s = POLHODE_SETTINGS; and change what is wanted. */
typedef struct polhode_settings {
  size_t size;        /* of this struct, in bytes: programs that know less of it go on working */
  const char *method; /* null or "auto": chosen for the problem */
  const char *flow;   /* of a splitting: the method that moves the free body; null: the usual one */
  /* One of the three; none with "auto" is an accuracy of 1e-9. */
  double accuracy; /* of the attitude (rad) and the momentum (relative), over the whole run */
  double step;     /* s; the largest */
  int64_t steps;   /* their number */
  /* Which states are kept: one of the three, or every one. The first and the last are kept but with output_times. */
  int64_t output_every;       /* of so many steps */
  double output_step;         /* s; by dense output */
  const double *output_times; /* s; growing, within the run; by dense output */
  int64_t output_count;       /* of output_times */
  int energy_correction;      /* give the body its energy back after every so many steps; 0: never */
  int estimate;               /* not 0: the error of a run by steps under torques is estimated; takes about twice as long */
  /* Asked now and then from the thread of the run (in ensembles from any, one at a time), with the part that is done, 0 to 1;
   * not 0 ends it. May be null. */
  int (*stop)(void *context, double done);
  void *stop_context;
  int dense_output; /* not 0: the motion is kept, 64 bytes for each step, so that polhode_result_at can be asked */
  /* Of ensembles alone: what is asked of the whole run of each body, as "flips,tilt_max,certificate"; null: nothing. Only what
   * is asked for takes time. */
  const char *quantities;
} polhode_settings;
/* Everything as if it were not there. */
#define POLHODE_SETTINGS {sizeof(polhode_settings), NULL, NULL, 0, 0, 0, 0, 0, NULL, 0, 0, 0, NULL, NULL, 0, NULL}

/* Whether a value may be given for a setting: "accuracy", "step", "steps", "output_every" or "output_step". In the struct 0 is as if it
 * were not there; here it is a value like any other. Whether a step fits into the run is seen by runs. */
polhode_status polhode_setting_check(const char *name, double value);

typedef struct polhode_result polhode_result;

/* From start to end. With POLHODE_NOT_CONVERGED, POLHODE_NON_FINITE and POLHODE_STOPPED there is a result as well: the states before
 * that. So there is with POLHODE_INACCURATE, an accuracy that cannot be had to the end: the states up to where it holds ("outcome" is
 * "accuracy lost"); without a result (*result is then as it was; begin with null) where it cannot be had at all. Stopped while
 * steps for an accuracy are looked for, there is none either. */
polhode_status polhode_run(const polhode_problem *problem, const polhode_settings *settings, polhode_result **result);
/* Goes on where a run was stopped by `stop`, to the same bits as if it had not been: with the bytes of polhode_result_checkpoint, the
 * same problem and the same settings (but for `stop`), else it is refused. Functions of the caller must be the same, which cannot be
 * checked. The result has the states from there on; what counts and certifies is of the whole run. */
polhode_status polhode_resume(const polhode_problem *problem, const polhode_settings *settings, const void *bytes,
                              size_t size, polhode_result **result);
void polhode_result_destroy(polhode_result *result);
/* Where the run was stopped, as bytes to be kept anywhere: valid as long as the result. Refused if it was not stopped by `stop`,
 * or had not begun. */
polhode_status polhode_result_checkpoint(const polhode_result *result, const void **bytes, size_t *size);
/* How many states there are. */
polhode_status polhode_result_count(const polhode_result *result, int64_t *n);
/* States first, ..., first + n - 1: time, attitude, angular velocity along body axes, momentum along space axes, energy (J; kinetic, and
 * potential where there is one). Each of the outputs may be null. */
polhode_status polhode_result_states(const polhode_result *result, int64_t first, int64_t n, double *t, polhode_out q,
                                     polhode_out w, polhode_out L, double *energy);
/* With `dense_output`: the states at n times (s) of the run, in any order, whatever states were kept; outputs as above. Torques of the
 * caller may be asked again. */
polhode_status polhode_result_at(const polhode_result *result, const double *times, int64_t n, polhode_out q, polhode_out w,
                                 polhode_out L, double *energy);
/* The largest error of the attitude over the run, rad: known of a free body, estimated with an accuracy or `estimate`; else
 * NaN. */
polhode_status polhode_result_error(const polhode_result *result, double *error);
/* How many events were found; of all together the first 500000 are kept, and the first of each. */
polhode_status polhode_result_event_count(const polhode_result *result, int64_t *n);
/* Those numbered first, ..., first + n - 1, in the order of time: when, which event, and whether it is rising. Each of the outputs may
 * be null. A terminal event that has ended the run is the last one, and the last state is the one there. */
polhode_status polhode_result_events(const polhode_result *result, int64_t first, int64_t n, double *t, int *event,
                                     int *rising);
/* By name: "steps", "step", "torque_evaluations", "solver_iterations", "cpu_seconds", "passes", "end_time" (s, that was
 * reached), and the entries of the certificate ("energy_error_max", ...; docs/reference/program.md). NaN if it means nothing for this run. */
polhode_status polhode_result_number(const polhode_result *result, const char *name, double *value);
/* The entries of a certificate: how many there are, and name and meaning of number i, from 0. */
polhode_status polhode_certificate_count(int64_t *n);
polhode_status polhode_certificate_entry(int64_t i, const char **name, const char **meaning);
/* By name: "outcome" ("done", "not_converged", "non_finite", "accuracy lost", "interrupted"), "cause" of a run that did not reach its end, "method"
 * that was taken, "verdict" and "verdict_reason" of the certificate. Valid as long as the result. */
polhode_status polhode_result_text(const polhode_result *result, const char *name, const char **text);

/* --- ensembles: many bodies of one kind of problem, on lanes and threads ------------------------------------------------ */

typedef struct polhode_ensemble polhode_ensemble;

/* Makes of `problem`, a copy of the common one, body i: by polhode_problem_set_body, _set_start, _set_start_momentum, and by
 * _set_number and _set_vector of keys that the common problem has. The handle is valid during the call alone. Returns 0, or
 * anything else if there is no such body. Called from several threads at once, for blocks of bodies in any order. */
typedef int (*polhode_body_function)(void *context, int64_t i, polhode_problem *problem);

/* Bodies first, ..., first + bodies - 1 from start to end; states are kept at the end only (settings for output, estimate and energy
 * correction must be 0). Events of the common problem are watched; a terminal one ends the run of a body. `make` null: all are the same. The same bits for any number of threads (0: one for each processor) and
 * any division into calls. A body that fails is no failure of the call: see outcomes. POLHODE_STOPPED has a result. */
polhode_status polhode_run_ensemble(const polhode_problem *common, const polhode_settings *settings,
                                    polhode_body_function make, void *context, int64_t first, int64_t bodies, int threads,
                                    polhode_ensemble **result);
void polhode_ensemble_destroy(polhode_ensemble *result);
polhode_status polhode_ensemble_count(const polhode_ensemble *result, int64_t *bodies);
/* Of bodies first, ..., first + n - 1, counted from 0 in this result, at the end. Each of the outputs may be null. outcome:
 * POLHODE_OK, POLHODE_NOT_CONVERGED, POLHODE_NON_FINITE, POLHODE_INVALID_INPUT (there is no such body; its numbers are NaN),
 * POLHODE_INACCURATE (less accurate than was asked for; error says how much), POLHODE_STOPPED (before its turn; NaN).
 * error: of the attitude, rad, estimated if an accuracy was asked for, else NaN. */
polhode_status polhode_ensemble_states(const polhode_ensemble *result, int64_t first, int64_t n, polhode_out q,
                                       polhode_out w, polhode_out L, double *energy, double *error,
                                       polhode_status *outcome);
/* Relative errors of the same bodies, end against start; NaN where nothing is conserved: of the energy; of L of a free body, of
 * L . e3 where nothing turns about it. Each may be null. */
polhode_status polhode_ensemble_errors(const polhode_ensemble *result, int64_t first, int64_t n, double *energy_error,
                                       double *momentum_error);
/* One number of each of these bodies, by name: "t" (when its end is), "energy_error", "momentum_error" (relative, end against
 * start), and what the settings ask for: "flips", "tilt_max" (rad), the entries of a certificate ("energy_error_max", ...), and of event
 * number 0 "event0_count" and "event0_first" (s), and so on. NaN if there is none. */
polhode_status polhode_ensemble_numbers(const polhode_ensemble *result, const char *name, int64_t first, int64_t n,
                                        double *numbers);

/* --- methods and torques: what there is --------------------------------------------------------------------------------- */

/* Order of what is right to rounding at any step. */
#define POLHODE_EXACT 2147483647

/* The card of a method; what it says is measured by the tests. Texts are never null, and last as long as the program. */
typedef struct polhode_method {
  size_t size; /* of this struct, to be set by the caller, as in POLHODE_METHOD */
  const char *name, *title, *family, *reference;
  const char *flow;          /* of a splitting; else "" */
  int order, attitude_order; /* 0: does not converge */
  int is_explicit, symmetric, takes_torque, needs_potential;
  int poisson, symplectic;
  int energy; /* 2: kept to rounding; 1: in error without drift; 0: drifts. Under torques: in a potential */
  int keeps_casimir, keeps_momentum, keeps_vertical; /* |m|, L, L . e3 where the torque does: to rounding */
  int torque_evaluations;                            /* per step */
} polhode_method;
#define POLHODE_METHOD {sizeof(polhode_method), NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}

polhode_status polhode_method_count(int64_t *n);
/* Method number i, from 0: those of the free body first, then those under torques. */
polhode_status polhode_method_card(int64_t i, polhode_method *card);
/* By name; flow: null, or that of a splitting. */
polhode_status polhode_method_find(const char *name, const char *flow, polhode_method *card);

typedef struct polhode_torque {
  size_t size; /* to be set by the caller, as in POLHODE_TORQUE */
  const char *kind, *title, *formula, *reference, *remark;
  const char *table; /* of a form of a kind that is asked for by keys of a table, "orbit"; else "" */
  int has_potential, depends_on_time, depends_on_velocity;
  int64_t keys; /* how many */
} polhode_torque;
#define POLHODE_TORQUE {sizeof(polhode_torque), NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0}

typedef struct polhode_torque_key {
  size_t size; /* to be set by the caller, as in POLHODE_TORQUE_KEY */
  const char *name, *meaning, *unit;
  const char *kind; /* "number", "vector", "flag", "word", "function", "rows" */
  const char *rule; /* " must be positive: ..." or "" */
  int required;
} polhode_torque_key;
#define POLHODE_TORQUE_KEY {sizeof(polhode_torque_key), NULL, NULL, NULL, NULL, NULL, 0}

polhode_status polhode_torque_count(int64_t *n);
polhode_status polhode_torque_card(int64_t i, polhode_torque *card);
polhode_status polhode_torque_card_key(int64_t i, int64_t key, polhode_torque_key *card);

#ifdef __cplusplus
}
#endif

#endif
