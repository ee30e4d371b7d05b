// The classical method of Runge and Kutta, and Fehlberg's of order 8 with the 12 of its 13 stages that a fixed step needs; vectors
// of the compiler, coefficients times the step made once, Q brought to unit length after each step. Compiled once for each
// instruction set, POLHODE_PEERS, with whatever else makes it fastest.
#include "lanes.hpp"

#include <cmath>
#include <cstring>

namespace polhode_bench {

namespace {

#if defined(__AVX512F__)
typedef double V __attribute__((vector_size(64)));
#elif defined(__AVX__)
typedef double V __attribute__((vector_size(32)));
#else
typedef double V __attribute__((vector_size(16)));
#endif
constexpr int kWide = int(sizeof(V) / sizeof(double));

inline V load(const double* p) {
  V v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
inline void add(double* p, V x) {
  x += load(p);
  std::memcpy(p, &x, sizeof x);
}

struct Rk4Table {
  static constexpr int n = 4;
  static constexpr double a[n][n] = {{}, {0.5}, {0, 0.5}, {0, 0, 1}};
  static constexpr double b[n] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
};
struct Rkf78Table {
  static constexpr int n = 12;
  static constexpr double a[n][n] = {
      {},
      {2. / 27},
      {1. / 36, 1. / 12},
      {1. / 24, 0, 1. / 8},
      {5. / 12, 0, -25. / 16, 25. / 16},
      {1. / 20, 0, 0, 1. / 4, 1. / 5},
      {-25. / 108, 0, 0, 125. / 108, -65. / 27, 125. / 54},
      {31. / 300, 0, 0, 0, 61. / 225, -2. / 9, 13. / 900},
      {2, 0, 0, -53. / 6, 704. / 45, -107. / 9, 67. / 90, 3},
      {-91. / 108, 0, 0, 23. / 108, -976. / 135, 311. / 54, -19. / 60, 17. / 6, -1. / 12},
      {3. / 205, 0, 0, 0, 0, -6. / 41, -3. / 205, -3. / 41, 3. / 41, 6. / 41},
      {-1777. / 4100, 0, 0, -341. / 164, 4496. / 1025, -289. / 82, 2193. / 4100, 51. / 82, 33. / 164, 12. / 41, 1}};
  static constexpr double b[n] = {0, 0, 0, 0, 0, 34. / 105, 9. / 35, 9. / 35, 9. / 280, 9. / 280, 41. / 840, 41. / 840};
};

struct Body {
  V c[3], a[2];  // (I2 - I3)/I1, ...; 2 weight / I1, 2 weight / I2
};

template <bool top>
inline __attribute__((always_inline)) void rates(const Body& body, const V* y, V* k) {
  const V half = V{} + 0.5, u = half * y[4], v = half * y[5], w = half * y[6];
  k[0] = -(y[1] * u + y[2] * v + y[3] * w);
  k[1] = y[0] * u + y[2] * w - y[3] * v;
  k[2] = y[0] * v + y[3] * u - y[1] * w;
  k[3] = y[0] * w + y[1] * v - y[2] * u;
  k[4] = body.c[0] * y[5] * y[6];
  k[5] = body.c[1] * y[6] * y[4];
  if constexpr (top) {
    const V n1 = y[1] * y[3] - y[0] * y[2], n2 = y[2] * y[3] + y[0] * y[1];  // half of the vertical in body axes
    k[4] += body.a[0] * n2;
    k[5] -= body.a[1] * n1;
  }
  k[6] = body.c[2] * y[4] * y[5];
}

template <class T, int row, int j>
inline __attribute__((always_inline)) V sum(const double (*ha)[T::n], const V (*k)[7], int c, V x) {
  if constexpr (j < 0)
    return x;
  else {
    constexpr double a = row == T::n ? T::b[j] : T::a[row % T::n][j];
    if constexpr (a == 0)
      return sum<T, row, j - 1>(ha, k, c, x);
    else
      return sum<T, row, j - 1>(ha, k, c, x) + ha[row][j] * k[j][c];
  }
}
template <class T, bool top, int i>
inline __attribute__((always_inline)) void stages(const Body& body, const double (*ha)[T::n], const V* y, V (*k)[7]) {
  if constexpr (i < T::n) {
    V Y[7];
#pragma GCC unroll 7
    for (int c = 0; c < 7; ++c) Y[c] = sum<T, i, i - 1>(ha, k, c, y[c]);
    rates<top>(body, Y, k[i]);
    stages<T, top, i + 1>(body, ha, y, k);
  }
}

template <class T, bool top>
void run_all(const LanesProblem& p, long steps, double* const (&q)[4]) {
  const double h = p.end / double(steps);
  double ha[T::n + 1][T::n];
  for (int i = 0; i <= T::n; ++i)
    for (int j = 0; j < T::n; ++j) ha[i][j] = h * (i == T::n ? T::b[j] : T::a[i][j]);
  for (int i = 0; i < p.n; i += kWide) {
    const V I1 = load(p.I[0] + i), I2 = load(p.I[1] + i), I3 = load(p.I[2] + i),
            weight = top ? 2 * load(p.weight + i) : V{};
    const Body body{{(I2 - I3) / I1, (I3 - I1) / I2, (I1 - I2) / I3}, {weight / I1, weight / I2}};
    V y[7];
    for (int c = 0; c < 4; ++c) y[c] = load(p.q[c] + i);
    for (int c = 0; c < 3; ++c) y[4 + c] = load(p.w[c] + i);
    for (long s = 0; s < steps; ++s) {
      V k[T::n][7];
      stages<T, top, 0>(body, ha, y, k);
#pragma GCC unroll 7
      for (int c = 0; c < 7; ++c) y[c] = y[c] + sum<T, T::n, T::n - 1>(ha, k, c, V{});
      const V g = 1.5 - 0.5 * (y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3]);
      for (int c = 0; c < 4; ++c) y[c] *= g;
    }
    for (int c = 0; c < 4; ++c) std::memcpy(q[c] + i, &y[c], sizeof(V));
  }
}

template <class T>
void run(const LanesProblem& p, long steps, double* const (&q)[4]) {
  p.weight ? run_all<T, true>(p, steps, q) : run_all<T, false>(p, steps, q);
}

void change_arrays(std::size_t n, const double* const (&torque)[3], double* const (&state)[7]) {
  for (std::size_t i = 0; i < n; i += kWide) {
    const V t = (load(torque[0] + i) + load(torque[1] + i)) + load(torque[2] + i);
    for (double* const x : state) add(x + i, t);
  }
}
void change_records(std::size_t n, double* data) {
  typedef double Four __attribute__((vector_size(32)));
  typedef double Two __attribute__((vector_size(16)));
  for (std::size_t i = 0; i < n; ++i) {
    double* const r = data + 10 * i;
    const double t = (r[7] + r[8]) + r[9];
    Four q;
    Two m;
    std::memcpy(&q, r, sizeof q), std::memcpy(&m, r + 4, sizeof m);
    q += t, m += t, r[6] += t;
    std::memcpy(r, &q, sizeof q), std::memcpy(r + 4, &m, sizeof m);
  }
}

}  // namespace

extern const LanesPeers POLHODE_PEERS;
const LanesPeers POLHODE_PEERS{run<Rk4Table>, run<Rkf78Table>, change_arrays, change_records};

}  // namespace polhode_bench
