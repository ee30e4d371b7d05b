// implicit_checks.hpp -- what DMV, MZ and IMR are measured by, beyond their cards
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "measure/table_value.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/method.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/quad.hpp"
#include "support/bodies.hpp"
#include "support/reference_states.hpp"

namespace polhode::test {

using measure::table_value;

template <class M, class T = double>
using FreeDrive = Drive<M, NoTorque, T>;

template <class M, class T>
bool advance_by(const Principal<T>& principal, PrincipalState<T>& s, T t, int n) {
  FreeDrive<M, T> body(principal);
  bool ok = true;
  for (int i = 0; i < n; ++i) ok = body.step(t / T(n), s).converged && ok;
  return ok;
}

/// Momentum and attitude at every halving, in __float128, against the exact motion.
template <class M>
void expect_order(double tolerance) {
  using T = Quad;
  for (const Problem& problem : kProblems) {
    const Principal<T> body = problem.body<T>();
    const PrincipalState<T> start = problem.start<T>();
    const T t = 2;
    const PrincipalState<T> exact = PrincipalMotion<T>(body, start).at(t);
    // Coarse steps for the high orders, whose error must stay above 1e-30; h|w| from 0.4 downwards.
    int n = int(std::ceil(problem.rate() * 2 / 0.4));
    T before_m = 0, before_Q = 0;
    for (int halving = 0; halving < 4; ++halving, n *= 2) {
      PrincipalState<T> s = start;
      ASSERT_TRUE((advance_by<M, T>(body, s, t, n))) << problem.name;
      const T error_m = relative_distance(s.m, exact.m), error_Q = attitude_distance(s.Q, exact.Q);
      if (error_m < T(1e-28)) break;
      if (halving > 1) {  // the first halving is not yet in the limit
        EXPECT_NEAR(double(logq(before_m / error_m) / logq(2)), M::info.order, tolerance) << problem.name << " n " << n;
        EXPECT_NEAR(double(logq(before_Q / error_Q) / logq(2)), M::info.attitude_order, tolerance)
            << problem.name << " n " << n;
      }
      before_m = error_m, before_Q = error_Q;
    }
  }
}

template <class M>
void expect_stored_reference(int steps, double tolerance_asymmetric, double tolerance_water) {
  for (int i : {0, 1}) {
    const PrincipalState<Quad> exact = reference_state(kCelledoniHairerVilmart, i == 0 ? "HV_asym" : "HV_water", 10);
    PrincipalState<double> s = kProblems[i].start<double>();
    ASSERT_TRUE((advance_by<M, double>(kProblems[i].body<double>(), s, 10.0, steps)));
    const double tolerance = i == 0 ? tolerance_asymmetric : tolerance_water;
    EXPECT_LT(relative_distance(s.m, convert<double>(exact.m)), tolerance) << kProblems[i].name;
    EXPECT_LT(attitude_distance(s.Q, convert<double>(exact.Q)), tolerance) << kProblems[i].name;
  }
}

/// A body for the scan: any, symmetric, a thin rod, near a principal axis.
inline void draw(Random& random, int i, Vec3<double>& I, Vec3<double>& m) {
  I = random.moments(), m = random.vector();
  if (i % 5 == 0) I.y = I.x;
  if (i % 7 == 0) {
    const double thin = random.uniform(0.001, 0.02);
    I = {thin, 1, 1 + thin * random.uniform(-1, 1)};
    if (i % 2) I = {I.y, I.z, I.x};
  }
  if (i % 3 == 0) m[i / 3 % 3] *= 1e-3;
}
/// Random bodies with h|w| from 0 to 4: a step beyond the limit reports and changes nothing; one within it converges,
/// and to the right root: its error is below bound(h|w|), which a wrong root, off by a radian, never is.
template <class M, class Bound>
void expect_right_root_or_report(Bound bound) {
  Random random(11);
  int most = 0, within = 0;
  for (int i = 0; i < 40000; ++i) {
    Vec3<double> I, m;
    draw(random, i, I, m);
    const Principal<double> principal(I);
    const double angle = random.uniform(0, 4), h = angle / norm(times(principal.x, m)) * (i % 2 ? 1 : -1);
    PrincipalState<double> s{random.attitude(), m};
    const PrincipalState<double> before = s;
    const auto status = FreeDrive<M>(principal).step(h, s);
    ASSERT_EQ(status.converged, angle <= M::info.step_limit) << "h|w| = " << angle << " case " << i;
    if (!status.converged) {
      ASSERT_EQ(std::memcmp(&s, &before, sizeof s), 0);
      continue;
    }
    ++within;
    most = std::max(most, status.iterations);
    const PrincipalState<double> exact = PrincipalMotion<double>(principal, before).at(h);
    ASSERT_LT(std::max(attitude_distance(s.Q, exact.Q), relative_distance(s.m, exact.m)), bound(angle))
        << "h|w| = " << angle << " case " << i;
  }
  EXPECT_GT(within, 5000);
  EXPECT_LE(most, 8);  // measured 6
}

/// 10^6 steps: errors as small as the rounding of m and Q, added up at random, leaves them, and no drift.
template <class M>
void expect_random_walk(const Vec3<double>& I, const Vec3<double>& m, double angle) {
  const Principal<double> principal(I);
  FreeDrive<M> body(principal);
  const double h = angle / norm(times(principal.x, m));
  using Wide = long double;
  const Principal<Wide> wide(convert<Wide>(I));
  const auto H = [&](const Vec3<double>& v) { return energy(wide, convert<Wide>(v)); };
  const auto C = [&](const Vec3<double>& v) { return casimir(convert<Wide>(v)); };
  PrincipalState<double> s{{}, m};
  double worst_H = 0, worst_C = 0, worst_L = 0;
  bool ok = true;
  for (int i = 1; i <= 1000000; ++i) {
    ok = body.step(h, s).converged && ok;
    if (i % 1000) continue;
    worst_H = std::max(worst_H, double(relative_error(H(s.m), H(m))));
    worst_C = std::max(worst_C, double(relative_error(C(s.m), C(m))));
    worst_L = std::max(worst_L, relative_distance(spatial_momentum(s), m));
  }
  EXPECT_TRUE(ok);
  // One rounding of each component per step leaves 3e-14 to 2e-13 at the worst moment of 10^6 steps; a drift of 1/1000 of
  // a rounding per step would leave 1e-13 more for every 1/1000.
  EXPECT_LT(worst_H, 3e-13) << M::info.name << " h|w| " << angle;  // measured 3e-14 ... 2.0e-13
  EXPECT_LT(worst_C, 3e-13) << M::info.name << " h|w| " << angle;  // measured 3e-14 ... 1.9e-13
  EXPECT_LT(worst_L, 3e-13) << M::info.name << " h|w| " << angle;  // measured 4e-14 ... 1.6e-13
  EXPECT_LT(std::fabs(norm2(s.Q) - 1), 1e-15);
}

inline bool same_bits(const PrincipalState<double>& a, const PrincipalState<double>& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

/// Packs of N bodies against the same bodies one by one; lane 1 is beyond the limit, lane 2 is NaN.
template <class M, int N>
void expect_lanes_equal_scalar(bool disturbed) {
  using P = Pack<double, N>;
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    Vec3<P> I{};
    PrincipalState<P> pack;
    P h{0};
    PrincipalState<double> one[N];
    Principal<double> principal[N];
    double step[N];
    for (int i = 0; i < N; ++i) {
      Vec3<double> moments, m;
      draw(random, round * N + i, moments, m);
      if (disturbed && i == 2) m.y = std::numeric_limits<double>::quiet_NaN();
      one[i] = {random.attitude(), m};
      principal[i] = Principal<double>(moments);
      const double limit = M::info.step_limit;
      const double angle = disturbed && i == 1 ? random.uniform(1.01, 3) * limit : random.uniform(0.01, 0.95) * limit;
      step[i] = angle / norm(times(principal[i].x, m));
      if (disturbed && i == 2) step[i] = 0.1;
      for (int k = 0; k < 3; ++k) set_lane(I[k], i, moments[k]);
      set_lane(h, i, step[i]);
      set_lane(pack, i, one[i]);
    }
    FreeDrive<M, P> body{Principal<P>(I)};
    for (int n = 0; n < 5; ++n) {
      const auto status = body.step(h, pack);
      for (int i = 0; i < N; ++i) {
        const auto alone = FreeDrive<M>(principal[i]).step(step[i], one[i]);
        ASSERT_EQ(mask_lane<P>(status.converged, i), alone.converged) << "lane " << i;
        ASSERT_TRUE(same_bits(lane(pack, i), one[i])) << M::info.name << " lane " << i << " of " << N << " step " << n;
        if (disturbed && (i == 1 || i == 2)) {
          ASSERT_FALSE(alone.converged);
        }
      }
    }
  }
}
template <class M>
void expect_lanes_equal_scalar() {
  expect_lanes_equal_scalar<M, 1>(false);
  expect_lanes_equal_scalar<M, 2>(true);
  expect_lanes_equal_scalar<M, 4>(true);
  expect_lanes_equal_scalar<M, 8>(true);
}

template <class M>
void expect_special_cases() {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  FreeDrive<M> body(Principal<double>({0.6, 0.8, 1}));
  const Quaternion<double> Q = normalized(Quaternion<double>{0.3, {0.5, -0.7, 0.2}});
  const PrincipalState<double> start{Q, {1.8, 0.4, -0.9}};
  {  // h = 0 does nothing at all
    PrincipalState<double> s = start;
    EXPECT_TRUE(body.step(0.0, s).converged);
    EXPECT_EQ(std::memcmp(&s.m, &start.m, sizeof s.m), 0);
    EXPECT_LT(std::sqrt(norm2(s.Q - Q)), 3e-16);
    PrincipalState<double> unit{{}, {1.8, 0.4, -0.9}};
    EXPECT_TRUE(body.step(0.0, unit).converged);
    EXPECT_TRUE(same_bits(unit, {{}, {1.8, 0.4, -0.9}}));
  }
  {  // a step back undoes a step
    PrincipalState<double> s = start;
    EXPECT_TRUE(body.step(0.1, s).converged);
    EXPECT_TRUE(body.step(-0.1, s).converged);
    EXPECT_LT(relative_distance(s.m, start.m), 1e-15);  // measured 2e-16
    EXPECT_LT(attitude_distance(s.Q, start.Q), 1e-15);  // measured 3e-16
  }
  {  // at rest
    PrincipalState<double> s{{}, {}};
    EXPECT_TRUE(body.step(0.1, s).converged);
    EXPECT_TRUE(same_bits(s, {{}, {}}));
  }
  for (int axis = 0; axis < 3; ++axis) {  // one-axis spin: m stays to the bit, the body turns about that axis
    PrincipalState<double> s{{}, {}};
    s.m[axis] = 0.7;
    const Vec3<double> m = s.m;
    for (int n = 0; n < 100; ++n) EXPECT_TRUE(body.step(0.1, s).converged);
    EXPECT_EQ(std::memcmp(&s.m, &m, sizeof m), 0);
    for (int other = 1; other < 3; ++other) EXPECT_EQ(s.Q.v[(axis + other) % 3], 0.0);
  }
  for (const Vec3<double>& I :
       {Vec3<double>{1, 1, 0.4}, {0.4, 1, 1}, {1, 0.4, 1}, {1, 1, 1}}) {  // symmetric, and a sphere
    const Principal<double> principal(I);
    PrincipalState<double> s = start;
    EXPECT_TRUE((advance_by<M, double>(principal, s, 1.0, 100)));
    const PrincipalState<double> exact = PrincipalMotion<double>(principal, start).at(1.0);
    const double tolerance = 3 * std::pow(0.03, M::info.order) + 1e-13;  // h|w| is 0.03
    EXPECT_LT(relative_distance(s.m, exact.m), tolerance);
    EXPECT_LT(attitude_distance(s.Q, exact.Q), tolerance);
  }
  for (double size : {1e-30, 1e-20, 1e20, 1e30})  // scales of the inertia and of the momentum: the same motion
    for (double momentum : {1e-30, 1.0, 1e30}) {
      PrincipalState<double> s{Q, momentum * start.m}, reference = start;
      FreeDrive<M> scaled(Principal<double>({size * 0.6, size * 0.8, size * 1}));
      EXPECT_TRUE(scaled.step(0.1 * size / momentum, s).converged);
      EXPECT_TRUE(body.step(0.1, reference).converged);
      EXPECT_LT(relative_distance(s.m, momentum * reference.m), 2e-15);
      EXPECT_LT(attitude_distance(s.Q, reference.Q), 2e-15);
    }
  for (double bad : {nan, inf, -inf}) {  // NaN in, NaN out; nothing thrown, nothing endless
    PrincipalState<double> s = start;
    s.m.y = bad;
    EXPECT_FALSE(body.step(0.1, s).converged);
    EXPECT_TRUE(bad != bad ? s.m.y != s.m.y : s.m.y == bad);
    PrincipalState<double> good = start;
    EXPECT_FALSE(body.step(bad, good).converged);
    EXPECT_TRUE(same_bits(good, start));
  }
  {
    const PrincipalState<double> before{{nan, {0, 0, 0}}, start.m};
    PrincipalState<double> s = before;
    body.step(0.1, s);
    EXPECT_TRUE(s.Q.w != s.Q.w);
  }
}

struct Symbols {
  Quad C, H, W, e1, e2, e3;
  Symbols(const Principal<Quad>& body, const Vec3<Quad>& m) {
    const Vec3<Quad>& x = body.x;
    C = casimir(m), H = energy(body, m), W = norm2(times(x, m)) / 2;
    e1 = x.x + x.y + x.z, e2 = x.x * x.y + x.y * x.z + x.z * x.x, e3 = x.x * x.y * x.z;
  }
};
inline void expect_same(Quad a, Quad b, const char* what) {
  EXPECT_LT(double(fabsq(a - b)), 1e-29 * (1 + double(fabsq(b)))) << what;
}

}  // namespace polhode::test
