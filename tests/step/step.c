/* step.c -- polhode_step.h from C99: what it does with extreme input, and its bits
 *
 *   step          exit 1 with a line for each fault
 *   step --bits   a hash of the bits of many steps, to be compared between compilers (tests/step/check)
 */
#include <float.h>
#include <stdio.h>
#include <string.h>

#include "polhode_step.h"

static unsigned long long seed = 1, hash = 14695981039346656037ull;
static double uniform(void) { /* [-1, 1) */
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(long long)(seed >> 11) * 0x1p-52 - 1;
}
static void take(const void* from, size_t bytes) {
  const unsigned char* const b = (const unsigned char*)from;
  for (size_t i = 0; i < bytes; ++i) hash = (hash ^ b[i]) * 1099511628211ull;
}

static int faults = 0;
static void expect(int right, const char* what) {
  if (right) return;
  ++faults;
  if (faults <= 20) printf("step: %s\n", what);
}
/* Finite, and of unit length. */
static int is_attitude(const double q[4], double tolerance) {
  const double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  return fabs(n - 1) <= tolerance;
}

static polhode_spin zero_double; /* never written to */
static polhode_spinf zero_float;
#define REST_double(from) (void)(from)
#define REST_float(from) memcpy(spin.rest, from, sizeof spin.rest)

/* One text for both numbers. */
#define TESTS(Real, f, name, tolerance)                                                                             \
  static void bits_##name(void) {                                                                                   \
    for (int n = 0; n < 400; ++n) {                                                                                 \
      polhode_body##f body;                                                                                         \
      polhode_spin##f spin = zero_##name;                                                                           \
      Real moments[3], torque[3], omega[3], energy;                                                                 \
      const int power = (int)(15 * uniform()) - 10;                                                                 \
      const Real h = (Real)ldexp(1 + uniform() / 2, power);                                                         \
      for (int k = 0; k < 3; ++k) moments[k] = (Real)(1.5 + uniform()), torque[k] = (Real)uniform();                \
      for (int k = 0; k < 3; ++k) omega[k] = (Real)(3 * uniform());                                                 \
      for (int k = 0; k < 4; ++k) spin.q[k] = (Real)uniform();                                                      \
      polhode_set_body##f(&body, moments);                                                                          \
      polhode_set_omega##f(&body, omega, &spin);                                                                    \
      for (int k = 0; k < 50; ++k) {                                                                                \
        polhode_step##f(&body, h, &spin);                                                                           \
        polhode_step_torque##f(&body, h, torque, &spin);                                                            \
      }                                                                                                             \
      polhode_omega##f(&body, &spin, omega);                                                                        \
      energy = polhode_energy##f(&body, &spin);                                                                     \
      take(spin.q, sizeof spin.q), take(spin.L, sizeof spin.L), take(omega, sizeof omega);                          \
      take(&energy, sizeof energy);                                                                                 \
    }                                                                                                               \
  }                                                                                                                 \
  /* Every number from a list of ends in every place, 200 000 mixtures of them. */                                  \
  static void extremes_##name(const Real* ends, int count) {                                                        \
    for (int n = 0; n < 200000; ++n) {                                                                              \
      polhode_body##f body;                                                                                         \
      polhode_spin##f spin;                                                                                         \
      Real all[18], energy, omega[3];                                                                               \
      double q[4];                                                                                                  \
      for (int k = 0; k < 18; ++k) all[k] = ends[(int)((uniform() + 1) / 2 * count)];                               \
      memcpy(spin.q, all, sizeof spin.q), memcpy(spin.L, all + 4, sizeof spin.L);                                   \
      REST_##name(all + 14);                                                                                        \
      polhode_set_body##f(&body, all + 7);                                                                          \
      polhode_step##f(&body, all[13], &spin);                                                                       \
      polhode_step_torque##f(&body, all[13], all + 10, &spin);                                                      \
      polhode_kick##f(all + 10, &spin);                                                                             \
      polhode_step##f(&body, all[13], &spin);                                                                       \
      for (int k = 0; k < 4; ++k) q[k] = (double)spin.q[k];                                                         \
      expect(is_attitude(q, tolerance), #name ": extreme numbers leave no attitude of unit length");                \
      for (int k = 0; k < 3; ++k) expect(spin.L[k] - spin.L[k] == 0, #name ": extreme numbers leave no momentum");  \
      polhode_omega##f(&body, &spin, omega);                                                                        \
      for (int k = 0; k < 3; ++k) expect(omega[k] == omega[k], #name ": extreme numbers leave omega not a number"); \
      energy = polhode_energy##f(&body, &spin);                                                                     \
      expect(energy >= 0, #name ": extreme numbers leave an energy that is none");                                  \
      polhode_set_omega##f(&body, all + 10, &spin);                                                                 \
      for (int k = 0; k < 3; ++k) expect(spin.L[k] == spin.L[k], #name ": extreme omega leaves no momentum");       \
    }                                                                                                               \
  }                                                                                                                 \
  /* A free body: L to the last bit, the energy within its bounds at any h, unit length after many steps. */        \
  static void keeps_##name(void) {                                                                                  \
    for (int n = 0; n < 300; ++n) {                                                                                 \
      polhode_body##f body;                                                                                         \
      polhode_spin##f spin = zero_##name;                                                                           \
      Real moments[3], L[3], least, most, L2;                                                                       \
      const Real h = (Real)ldexp(1, (int)(14 * uniform()));                                                         \
      double q[4];                                                                                                  \
      for (int k = 0; k < 3; ++k) moments[k] = (Real)(1.1 + uniform()), L[k] = (Real)uniform();                     \
      spin.q[0] = 1, memcpy(spin.L, L, sizeof L);                                                                   \
      polhode_set_body##f(&body, moments);                                                                          \
      L2 = L[0] * L[0] + L[1] * L[1] + L[2] * L[2], least = moments[0], most = moments[0];                          \
      for (int k = 1; k < 3; ++k) least = moments[k] < least ? moments[k] : least;                                  \
      for (int k = 1; k < 3; ++k) most = moments[k] > most ? moments[k] : most;                                     \
      for (int k = 0; k < 300; ++k) {                                                                               \
        const double e = (polhode_step##f(&body, h, &spin), (double)polhode_energy##f(&body, &spin));               \
        expect(e <= (double)L2 / 2 / (double)least * (1 + tolerance), #name ": more energy than L allows");         \
        expect(e >= (double)L2 / 2 / (double)most * (1 - tolerance), #name ": less energy than L allows");          \
      }                                                                                                             \
      expect(memcmp(L, spin.L, sizeof L) == 0, #name ": a free step changes the momentum");                         \
      for (int k = 0; k < 4; ++k) q[k] = (double)spin.q[k];                                                         \
      expect(is_attitude(q, tolerance), #name ": the attitude loses its length");                                   \
    }                                                                                                               \
  }                                                                                                                 \
  /* What is written at the top of the file about bad input. */                                                     \
  static void bad_input_##name(void) {                                                                              \
    const Real none[3] = {0, 1, 1}, minus[3] = {1, -1, 1}, endless[3] = {1, 1, (Real)HUGE_VAL};                     \
    const Real tiny[3] = {1, 1, (Real)4e-324}, good[3] = {1, 2, 3};                                                 \
    const Real far = (Real)(sizeof(Real) == 8 ? 1e300 : 1e37), apart[3] = {1 / far, far, far};                      \
    const Real* const bad[4] = {none, minus, endless, tiny};                                                        \
    polhode_body##f body;                                                                                           \
    polhode_spin##f spin = zero_##name;                                                                             \
    spin.q[1] = 1, spin.L[0] = 1, spin.L[1] = 2, spin.L[2] = 3;                                                     \
    for (int k = 0; k < 4; ++k) {                                                                                   \
      expect(polhode_set_body##f(&body, bad[k]) == 0, #name ": bad moments are not refused");                       \
      polhode_step##f(&body, 1, &spin);                                                                             \
      expect(spin.q[1] == 1 && spin.q[0] == 0, #name ": a body with bad moments turns");                            \
    }                                                                                                               \
    expect(polhode_set_body##f(&body, apart) == 1 && body.rate_i < (Real)HUGE_VAL, #name ": moments far apart");    \
    expect(polhode_set_body##f(&body, good) == 1, #name ": good moments are refused");                              \
    spin.q[1] = 0;                                                                                                  \
    polhode_step##f(&body, 0, &spin);                                                                               \
    expect(spin.q[0] == 1, #name ": the zero attitude is not the identity");                                        \
    spin.q[0] = 3, spin.q[1] = 4;                                                                                   \
    polhode_step##f(&body, 0, &spin);                                                                               \
    expect(fabs((double)spin.q[0] - 0.6) < tolerance, #name ": an attitude of length 5 is not brought to 1");       \
  }

TESTS(double, , double, 3e-9) /* near the end of order 4: |q|^2 off by 1.04e-9 */
TESTS(float, f, float, 4e-7)  /* 7.7e-8 */

int main(int argc, char** argv) {
  static const double ends[] = {0,      -0.,   DBL_MIN, -DBL_MIN, 4.9e-324, DBL_EPSILON, 1e-160,  1e-7,  0.5,
                                1,      -1,    3,       -1e3,     1e8,      1e16,        -1e20,   1e100, 1e155,
                                -1e155, 1e200, 8e270,   1e300,    1e308,    DBL_MAX,     -DBL_MAX};
  static const float endsf[] = {0,     -0.f,  FLT_MIN, -FLT_MIN, 1.4e-45f, FLT_EPSILON, 1e-20f,  1e-7f,
                                0.5f,  1,     -1,      3,        -1e3f,    1e8f,        1e16f,   -1e19f,
                                1e20f, 1e24f, 1e25f,   -1e30f,   1e38f,    FLT_MAX,     -FLT_MAX};
  if (argc == 2 && strcmp(argv[1], "--bits") == 0) {
    bits_double(), bits_float();
    printf("%016llx\n", hash);
    return 0;
  }
  extremes_double(ends, (int)(sizeof ends / sizeof *ends)), extremes_float(endsf, (int)(sizeof endsf / sizeof *endsf));
  keeps_double(), keeps_float();
  bad_input_double(), bad_input_float();
  return faults > 0;
}
