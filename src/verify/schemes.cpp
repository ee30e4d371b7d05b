// schemes.cpp -- one step of each scheme, and which of them a file follows
#include "verify/schemes.hpp"

#include <cmath>

#include "polhode/rotation/mat3.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode {
namespace {

using Vector = Vec3<double>;

/// w' of a free body.
Vector acceleration(const Vector& I, const Vector& w) {
  const Vector g = cross(times(I, w), w);
  return {g.x / I.x, g.y / I.y, g.z / I.z};
}
/// x of A x = b, by Cramer's rule.
Vector solved(const Mat3<double>& A, const Vector& b) {
  const Vector r0{A[0][0], A[1][0], A[2][0]}, r1{A[0][1], A[1][1], A[2][1]}, r2{A[0][2], A[1][2], A[2][2]};
  const double d = dot(r0, cross(r1, r2));
  return {dot(b, cross(r1, r2)) / d, dot(r0, cross(b, r2)) / d, dot(r0, cross(r1, b)) / d};
}

Vector unchanged(const Vector&, const Vector& w, double) {
  return w;
}
Vector explicit_euler(const Vector& I, const Vector& w, double h) {
  return w + h * acceleration(I, w);
}
/// One Newton step of I (w' - w) + h w' x I w' = 0.   [Catto2015]
Vector implicit_newton(const Vector& I, const Vector& w, double h) {
  const Vector L = times(I, w);
  const Mat3<double> W = hat(w), H = hat(L);
  Mat3<double> J{};
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) J[i][k] = (i == k ? I[i] : 0) + h * (W[i][k] * I[k] - H[i][k]);
  return w - solved(J, h * cross(w, L));
}
/// An explicit step of the momentum, brought back to its length.
Vector clamp(const Vector& I, const Vector& w, double h) {
  const Vector L = times(I, w), M = L + h * cross(L, w);
  const double scale = norm(L) / norm(M);
  return {scale * M.x / I.x, scale * M.y / I.y, scale * M.z / I.z};
}
/// (I - h [L]x) w' = L, the momentum frozen in the axes at the beginning of the step.
Vector frozen_momentum(const Vector& I, const Vector& w, double h) {
  const Vector L = times(I, w);
  const Mat3<double> H = hat(L);
  Mat3<double> A{};
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) A[i][k] = (i == k ? I[i] : 0) - h * H[i][k];
  return solved(A, L);
}

constexpr SteppingScheme kSchemes[] = {
    {"no-gyroscopic-term",
     "the angular velocity does not change: the gyroscopic term w x Iw is missing (a switch that is off by default?)",
     unchanged},
    {"explicit-euler", "explicit Euler steps of the angular velocity: energy and momentum grow, at first order",
     explicit_euler},
    {"implicit-euler",
     "implicit Euler steps of the angular velocity, one Newton iteration each: the motion is damped, at first order",
     implicit_newton},
    {"clamp",
     "explicit steps of the momentum, then its length is put back: |L| is kept, the energy drifts towards L^2/(2 I) of "
     "the "
     "middle axis",
     clamp},
    {"frozen-momentum",
     "implicit steps with the momentum frozen in the axes at their beginning: neither energy nor momentum is kept",
     frozen_momentum},
};

/// The truth, for one row to the next: Runge-Kutta's method with small steps.
Vector true_step(const Vector& I, Vector w, double h, int steps) {
  h /= steps;
  for (int i = 0; i < steps; ++i) {
    const Vector a = acceleration(I, w), b = acceleration(I, w + 0.5 * h * a), c = acceleration(I, w + 0.5 * h * b),
                 d = acceleration(I, w + h * c);
    w = w + h / 6 * (a + 2.0 * b + 2.0 * c + d);
  }
  return w;
}

}  // namespace

std::optional<FoundScheme> find_scheme(const Inertia& inertia, const Trajectory& trajectory, const Reading& reading) {
  // Rows may be every tenth step, and a step may be cut into four.
  constexpr int kSubsteps[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 25, 32, 40, 50, 64, 100};
  constexpr std::size_t kPairs = 200;
  // A tenth of its distance from the truth: two schemes of order 1 are further than that from each other.
  constexpr double kFollows = 0.1;
  struct Pair {
    Vector before, after, truth;
    double h;
  };
  const Vector I = inertia.moments();
  std::vector<Pair> pairs;
  const std::size_t count = trajectory.rows.size() - 1, every = std::max<std::size_t>(1, count / kPairs);
  double moved = 0, size = 0;
  for (std::size_t i = 0; i < count; i += every) {
    const FileRow &a = trajectory.rows[i], &b = trajectory.rows[i + 1];
    const Vector before = rotate_back(inertia.frame(), read_as(reading, a).w),
                 after = rotate_back(inertia.frame(), read_as(reading, b).w);
    const double h = b.t - a.t;
    const int steps = int(std::fmin(1000, 4 + std::ceil(10 * h * norm(before) * std::fmax(I.x, std::fmax(I.y, I.z)) /
                                                        std::fmin(I.x, std::fmin(I.y, I.z)))));
    pairs.push_back({before, after, true_step(I, before, h, steps), h});
    moved += norm2(pairs.back().truth - before);
    size += norm2(before);
  }
  if (!(moved > 1e-8 * size)) return std::nullopt;  // a steady spin: nothing to recognise
  std::optional<FoundScheme> found;
  for (const SteppingScheme& scheme : kSchemes)
    for (const int substeps : kSubsteps) {
      double off = 0, wrong = 0;
      for (const Pair& p : pairs) {
        Vector w = p.before;
        for (int k = 0; k < substeps; ++k) w = scheme.step(I, w, p.h / substeps);
        off += norm2(p.after - w);
        wrong += norm2(p.truth - w);
      }
      const double residual = std::sqrt(off / wrong);
      // Where an error is near the digits of the file, nothing can be said of it.
      const bool seen = wrong > 1e-11 * size;
      if (seen && residual < (found ? 0.5 * found->residual : kFollows))
        found = FoundScheme{&scheme, substeps, residual};
      if (scheme.step == unchanged) break;
    }
  return found;
}

}  // namespace polhode
