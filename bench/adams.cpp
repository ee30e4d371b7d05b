// adams.cpp -- would Adams methods pay for dear torques? Predictor, evaluation, corrector, evaluation with ten derivatives, against
// rk8 and rk9, bodies in lanes; a table as markdown
//
//   adams
//
// Problem    64 asymmetric heavy tops (T of ensemble.cpp), t = 100; terms as there. Derivatives of the past are started by rk9.
// Torque     that of the top, and for a dearer one the same again and again, each time about an attitude that waits for the one
//            before.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "equal_terms.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/methods/rk.hpp"
#include "polhode/numbers/pack.hpp"

namespace {

using namespace polhode;
using V = Pack<double, detail::kRegisterBytes / 8>;
constexpr int kWide = lanes<V>, kBodies = 64, kVectors = kBodies / kWide, kPast = 10;
constexpr double kEnd = 100;

struct Top {
  V weight;
  int again;
  Vec3<V> torque(const Quaternion<V>& Q) const {
    Vec3<V> f{};
    for (int k = 0; k <= again; ++k) {  // 1e-300 changes nothing, but has to be waited for
      const V w = fma(V(1e-300), f.x, Q.w), x = fma(V(1e-300), f.y, Q.v.x);
      f = {V(2) * weight * (Q.v.y * Q.v.z + w * x), V(-2) * weight * (x * Q.v.z - w * Q.v.y), V(0)};
    }
    return f;
  }
};
struct Bodies {
  Principal<V> body;
  Top top;
};
Bodies bodies_of(int vector, int again) {
  V I(0), weight(0);
  for (int k = 0; k < kWide; ++k) {
    const double part = double(kWide * vector + k) / kBodies;
    set_lane(I, k, 1 + 0.05 * part), set_lane(weight, k, 1 + 0.02 * part);
  }
  return {Principal<V>(Vec3<V>{I, V(2), V(3)}), {weight, again}};
}
const PrincipalState<V> kStart{{V(1), {V(0), V(0), V(0)}}, {V(0.5), V(2), V(4.5)}};

template <class M>
PrincipalState<V> steps_of(const Bodies& b, long n) {
  Drive<M, Top, V> drive(b.body, b.top);
  PrincipalState<V> s = kStart;
  const V h(kEnd / double(n));
  for (long k = 0; k < n; ++k) drive.step(V(0), h, s);
  return s;
}

/// Weights of the derivatives at 0, -1, ..., -9 for the next step, and with the one at 1 before them: integrals from 0 to 1 of the
/// polynomials of Lagrange, by a rule of Gauss that is exact for them.
struct Weights {
  std::array<double, kPast> predict{}, correct{};
  double next = 0;
  Weights() {
    const auto integral = [](int first, int last, int j) {  // nodes first, first - 1, ..., last
      constexpr long double x[] = {0.1488743389816312108848L, 0.4333953941292471907993L, 0.6794095682990244062343L,
                                   0.8650633666889845107321L, 0.9739065285171717200780L};
      constexpr long double w[] = {0.2955242247147528701739L, 0.2692667193099963550912L, 0.2190863625159820439955L,
                                   0.1494513491505805931458L, 0.0666713443086881375936L};
      long double sum = 0;
      for (int g = 0; g < 10; ++g) {
        const long double t = 0.5L + (g < 5 ? 0.5L : -0.5L) * x[g % 5];
        long double product = 0.5L * w[g % 5];
        for (int k = first; k >= last; --k)
          if (k != j) product *= (t - k) / (j - k);
        sum += product;
      }
      return double(sum);
    };
    for (int k = 0; k < kPast; ++k) predict[std::size_t(k)] = integral(0, 1 - kPast, -k);
    next = integral(1, 2 - kPast, 1);
    for (int k = 0; k + 1 < kPast; ++k) correct[std::size_t(k)] = integral(1, 2 - kPast, -k);
  }
};

using Seven = std::array<V, 7>;  // Q and w/2
/// Always inlined into the loop; the past slides through a window, and is copied back when it gets to the end.
PrincipalState<V> adams(const Bodies& b, long n) {
  static const Weights weights;
  const detail::HalfAngleBody<V> body(b.body);
  const double h = kEnd / double(n);
  const auto rates = [&](const Seven& y) __attribute__((always_inline)) {
    const Quaternion<V> q{y[0], {y[1], y[2], y[3]}};
    const Vec3<V> u{y[4], y[5], y[6]}, f = b.top.torque(q);
    return Seven{-fma(q.v.x, u.x, fma(q.v.y, u.y, q.v.z * u.z)),
                 fma(q.w, u.x, fma(q.v.y, u.z, -(q.v.z * u.y))),
                 fma(q.w, u.y, fma(q.v.z, u.x, -(q.v.x * u.z))),
                 fma(q.w, u.z, fma(q.v.x, u.y, -(q.v.y * u.x))),
                 fma(body.half_x.x, f.x, body.c.x * (u.y * u.z)),
                 fma(body.half_x.y, f.y, body.c.y * (u.z * u.x)),
                 body.c.z * (u.x * u.y)};
  };
  const auto seven = [&](const PrincipalState<V>& s) {
    return Seven{s.Q.w, s.Q.v.x, s.Q.v.y, s.Q.v.z, body.half_x.x * s.m.x, body.half_x.y * s.m.y, body.half_x.z * s.m.z};
  };
  constexpr int kRoom = 64;
  Seven past[kRoom];
  Drive<Rk9, Top, V> drive(b.body, b.top);
  PrincipalState<V> s = kStart;
  for (int k = 0; k < kPast - 1; ++k) past[k] = rates(seven(s)), drive.step(V(0), V(h), s);
  Seven y = seven(s);
  int last = kPast - 1;
  past[last] = rates(y);
  for (long k = kPast - 1; k < n; ++k) {
    if (last + 1 == kRoom) {
      std::copy(past + kRoom - kPast, past + kRoom, past);
      last = kPast - 1;
    }
    Seven p, c;
    for (std::size_t i = 0; i < 7; ++i) {
      V sum_p(0), sum_c(0);
      for (int j = kPast - 1; j >= 0; --j) {
        sum_p = fma(V(h * weights.predict[std::size_t(j)]), past[last - j][i], sum_p);
        sum_c = fma(V(h * weights.correct[std::size_t(j)]), past[last - j][i], sum_c);
      }
      p[i] = y[i] + sum_p, c[i] = sum_c;
    }
    const Seven at_p = rates(p);
    for (std::size_t i = 0; i < 7; ++i) y[i] = y[i] + fma(V(h * weights.next), at_p[i], c[i]);
    const Quaternion<V> q = normalized(Quaternion<V>{y[0], {y[1], y[2], y[3]}});
    y[0] = q.w, y[1] = q.v.x, y[2] = q.v.y, y[3] = q.v.z;
    past[++last] = rates(y);
  }
  return {{y[0], {y[1], y[2], y[3]}}, {}};
}

using Walk = PrincipalState<V> (*)(const Bodies&, long);
double worst(Walk method, long n) {
  static const std::vector<PrincipalState<V>> reference = [] {
    std::vector<PrincipalState<V>> all;
    for (int v = 0; v < kVectors; ++v) all.push_back(steps_of<Rk9>(bodies_of(v, 0), 8000));
    return all;
  }();
  double e = 0;
  for (int v = 0; v < kVectors; ++v) {
    const PrincipalState<V> s = method(bodies_of(v, 0), n);
    for (int k = 0; k < kWide; ++k) {
      const double d = attitude_distance(lane(s, k).Q, lane(reference[std::size_t(v)], k).Q);
      e = d <= e ? e : std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
    }
  }
  return e;
}
double seconds(Walk method, long n, int again) {
  const auto start = std::chrono::steady_clock::now();
  for (int v = 0; v < kVectors; ++v) method(bodies_of(v, again), n);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / kBodies;
}

}  // namespace

int main() {
  struct Contender {
    const char* name;
    Walk method;
    int evaluations;
  };
  const Contender all[] = {{"rk8", &steps_of<Rk8>, 12}, {"rk9", &steps_of<Rk9>, 15}, {"Adams", &adams, 2}};
  const double errors[] = {1e-3, 1e-6, 1e-9};
  long n[3][3];
  for (int m = 0; m < 3; ++m) {
    const auto grid = polhode_bench::step_grid(kEnd, 1.5, 20000, 1e-9, [&](long k) { return worst(all[m].method, k); });
    for (int e = 0; e < 3; ++e) n[m][e] = polhode_bench::steps_that_count(grid, errors[e]);
  }
  std::printf("%d lanes. Microseconds per body, and evaluations of the torque.\n\n", kWide);
  std::printf("| the torque again | method | 1e-3 | 1e-6 | 1e-9 |\n|---|---|---|---|---|\n");
  for (const int again : {0, 10, 100}) {
    double t[3][3];
    for (auto& row : t) std::fill(std::begin(row), std::end(row), 1e300);
    for (int round = 0; round < 10; ++round)
      for (int m = 0; m < 3; ++m)
        for (int e = 0; e < 3; ++e) t[m][e] = std::min(t[m][e], seconds(all[m].method, n[m][e], again));
    for (int m = 0; m < 3; ++m) {
      std::printf("| %d x | %s |", again, all[m].name);
      for (int e = 0; e < 3; ++e) std::printf(" %.3g (%ld) |", 1e6 * t[m][e], n[m][e] * all[m].evaluations);
      std::printf("\n");
    }
    std::printf("| %d x | **rk against Adams** |", again);
    for (int e = 0; e < 3; ++e) std::printf(" **%.2f** |", t[2][e] / std::min(t[0][e], t[1][e]));
    std::printf("\n");
  }
}
