// What a free body keeps, and distances between states.
#include "polhode/body/invariants.hpp"

#include <gtest/gtest.h>
// after gtest
#include <algorithm>

#include <rapidcheck/gtest.h>

#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/quad.hpp"
#include "support/seed.hpp"
#include "support/ulp.hpp"

namespace polhode {
namespace {

using V = Vec3<double>;
using Q = Quaternion<double>;
using test::Draw;

Q attitude(Draw& random) {
  return normalized(Q{random.between(-1, 1), {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)}});
}
V direction(Draw& random) {
  const V a{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
  return a / norm(a);
}

TEST(Energy, is_half_of_momentum_times_velocity) {
  const Principal<double> body({2, 4, 8});
  EXPECT_EQ(energy(body, V{2, 4, 8}), 7);
  EXPECT_EQ(casimir(V{2, 3, 6}), 24.5);
  Draw random{1};
  double worst = 0;
  for (int i = 0; i < 1000; ++i) {
    const V I{random.between(1, 2), random.between(1, 2), random.between(1, 2)}, m = 3.0 * direction(random);
    const Vec3<Quad> M = convert<Quad>(m);
    const Quad exact = Quad(0.5) * (M.x * M.x / I.x + M.y * M.y / I.y + M.z * M.z / I.z);
    worst = std::max(worst, test::ulp_error(energy(Principal<double>(I), m), exact));
  }
  EXPECT_LE(worst, 6);  // measured 1.7 ulp
}
TEST(SpatialMomentum, stays_when_the_body_turns_under_it) {
  Draw random{2};
  double worst = 0;
  for (int i = 0; i < 1000; ++i) {
    const PrincipalState<double> s{attitude(random), direction(random)};
    const Turn<double> r = exp(3.0 * direction(random));
    worst = std::max(worst, relative_distance(spatial_momentum(PrincipalState<double>{s.Q * r, rotate_back(r, s.m)}),
                                              spatial_momentum(s)));
  }
  EXPECT_LE(worst, 5e-15);  // measured 1.9e-15
  // A quarter turn about z: the body's x axis points along y in space.
  const V L = spatial_momentum(PrincipalState<double>{normalized(Q{1, {0, 0, 1}}), {1, 0, 0}});
  EXPECT_LE(norm(L - V{0, 1, 0}), 4e-16);  // measured 3e-16
}
TEST(AttitudeDistance, is_the_angle_between_them) {
  Draw random{3};
  double worst = 0;
  for (int i = 0; i < 10000; ++i) {
    const double a = random.between(0, 3.1415926);
    const Q p = attitude(random), q = p * exp(a * direction(random));
    worst = std::max(worst, std::fabs(attitude_distance(p, q) - a));
  }
  EXPECT_LE(worst, 6e-15);  // measured 2.3e-15
}
RC_GTEST_PROP(AttitudeDistance, is_a_metric_on_attitudes, ()) {
  const auto some = [] {
    const auto entry = [] { return 1e-3 * *rc::gen::inRange(-1000, 1001); };
    const Q q{entry(), {entry(), entry(), entry()}};
    RC_PRE(norm2(q) > 1e-4);
    return normalized(q);
  };
  const Q p = some(), q = some(), r = some();
  RC_ASSERT(attitude_distance(p, q) == attitude_distance(-p, q));  // q and -q are one attitude
  RC_ASSERT(attitude_distance(p, q) == attitude_distance(p, -q));
  RC_ASSERT(attitude_distance(p, q) == attitude_distance(q, p));
  RC_ASSERT(attitude_distance(p, p) == 0 && attitude_distance(p, -p) == 0);
  RC_ASSERT(attitude_distance(p, r) <= attitude_distance(p, q) + attitude_distance(q, r) + 4e-15);
  RC_ASSERT(attitude_distance(p, q) <= 3.1415926535897936);
  // Neither a turn before nor one after both changes it.
  RC_ASSERT(std::fabs(attitude_distance(r * p, r * q) - attitude_distance(p, q)) <= 6e-15);  // measured 1.4e-15
  RC_ASSERT(std::fabs(attitude_distance(p * r, q * r) - attitude_distance(p, q)) <= 6e-15);  // measured 1.4e-15
}
TEST(AttitudeDistance, has_all_digits_of_a_tiny_angle) {
  Draw random{4};
  double from_identity = 0, elsewhere = 0;
  for (double a = 1e-150; a < 1; a *= 7)
    for (int i = 0; i < 20; ++i) {
      const V v = a * direction(random);
      const double angle = double(norm(convert<Quad>(v)));
      const Q p = to_quaternion(exp(v));
      from_identity = std::max(from_identity, std::fabs(attitude_distance(p, Q{}) / angle - 1));
      EXPECT_EQ(attitude_distance(-p, Q{}), attitude_distance(p, Q{}));
      // Elsewhere the quaternions themselves are rounded: 1e-16, not more (an acos would leave 1e-8).
      const Q q = attitude(random);
      elsewhere = std::max(elsewhere, std::fabs(attitude_distance(q * exp(v), q) - angle));
    }
  EXPECT_LE(from_identity, 2e-15);  // measured 3e-16
  EXPECT_LE(elsewhere, 2e-15);      // measured 6e-16
}
TEST(AttitudeDistance, is_right_near_a_half_turn) {
  Draw random{5};
  const Quad pi = Quad(4) * atan2(Quad(1), Quad(1));
  double worst = 0;
  for (const double gap : {0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3})
    for (const double side : {1.0, -1.0})
      for (int i = 0; i < 50; ++i) {
        // Beyond a half turn the way round the other side is shorter.
        const Vec3<Quad> v =
            (pi - Quad(side * gap)) * normalized(Quaternion<Quad>{Quad(0), convert<Quad>(direction(random))}).v;
        const Q q = convert<double>(to_quaternion(exp(v)));
        worst = std::max(worst, std::fabs(attitude_distance(q, Q{}) - double(pi - Quad(gap))));
      }
  EXPECT_LE(worst, 4e-15);  // measured 9e-16
  EXPECT_EQ(attitude_distance(Q{0, {1, 0, 0}}, Q{0, {0, 1, 0}}), 3.141592653589793);
}
TEST(AttitudeDistance, has_the_same_bits_in_every_lane) {
  using P = Pack<double, 4>;
  Draw random{6};
  for (int round = 0; round < 500; ++round) {
    Quaternion<P> p, q;
    Q one[4], two[4];
    for (int i = 0; i < 4; ++i) {
      one[i] = attitude(random);
      two[i] = one[i] * exp(std::pow(10, random.between(-18, 0.5)) * direction(random));
      if (random.bits() % 2) two[i] = -two[i];
      set_lane(p.w, i, one[i].w), set_lane(q.w, i, two[i].w);
      for (int k = 0; k < 3; ++k) set_lane(p.v[k], i, one[i].v[k]), set_lane(q.v[k], i, two[i].v[k]);
    }
    const P d = attitude_distance(p, q);
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(test::same_bits(d[i], attitude_distance(one[i], two[i])));
  }
}
TEST(AttitudeDistance, is_that_of_its_chord_and_small_ones_are_chords) {
  Draw random{7};
  for (int i = 0; i < 1000; ++i) {
    const double a = std::pow(10, random.between(-12, 0.49));
    const Q p = attitude(random), q = -(p * exp(a * direction(random)));
    const double d = 2 * std::sin(a / 4);  // of a circle of radius 1, whose arc is half the angle of two quaternions
    EXPECT_NEAR(std::sqrt(attitude_chord2(p, q)), d, 4e-16);
    EXPECT_EQ(attitude_distance(p, q), angle_of_chord2(attitude_chord2(p, q)));
  }
  EXPECT_EQ(angle_of_chord2(0.0), 0);
  EXPECT_EQ(angle_of_chord2(1e-30), 2e-15);
  EXPECT_NEAR(angle_of_chord2(4.0), 6.283185307179586,
              1e-15);  // of two directions that are opposite it is half of this
  EXPECT_NEAR(angle_of_chord2(4.0 + 1e-15), 6.283185307179586, 1e-15);
}
TEST(StateDistance, takes_the_larger_of_angle_and_momentum) {
  const PrincipalState<double> a{{1, {0, 0, 0}}, {3, 0, 0}};
  EXPECT_EQ(state_distance(a, a), 0);
  EXPECT_EQ(state_distance(a, {{1, {0, 0, 0}}, {3, 0, 4}}), 0.8);  // 4 of 5
  EXPECT_EQ(momentum_distance(a, {{1, {0, 0, 0}}, {3, 0, 4}}), 4);
  // A turn of the body about its momentum: the momentum stays in space, whatever the axes of the body show.
  EXPECT_NEAR(state_distance(a, {normalized(Q{1, {5e-4, 0, 0}}), {3, 0, 0}}), 1e-3, 1e-9);
  // The same attitude, the momentum turned by a thousandth.
  EXPECT_NEAR(state_distance(a, {{-1, {0, 0, 0}}, {3, 3e-3, 0}}), 1e-3, 1e-9);
  // A body at rest has no momentum to divide by.
  const PrincipalState<double> rest{};
  EXPECT_EQ(state_distance(rest, rest), 0);
  EXPECT_EQ(state_distance(rest, {{}, {0, 1e-100, 0}}), 1);
}
TEST(State, is_finite_if_all_its_numbers_are) {
  const double inf = INFINITY, nan = NAN;
  const PrincipalState<double> good{{0.6, {0, 0.8, 0}}, {1, 2, 3}};
  EXPECT_TRUE(is_finite(good));
  for (const double bad : {inf, -inf, nan, 1e200})  // the square of the last is none
    for (int i = 0; i < 7; ++i) {
      PrincipalState<double> s = good;
      (i == 0 ? s.Q.w : i < 4 ? s.Q.v[i - 1] : s.m[i - 4]) = bad;
      EXPECT_FALSE(is_finite(s)) << bad << " " << i;
      PrincipalState<Pack<double, 4>> four{};
      for (int k = 0; k < 4; ++k) set_lane(four, k, k == 2 ? s : good);
      const auto finite = select<Pack<double, 4>>(is_finite(four), Pack<double, 4>(1), Pack<double, 4>(0));
      for (int k = 0; k < 4; ++k) EXPECT_EQ(finite[k], k != 2);
    }
}
TEST(RelativeDistance, is_relative_to_the_second) {
  EXPECT_EQ(relative_distance(V{3, 0, 0}, V{2, 0, 0}), 0.5);
  EXPECT_EQ(relative_error(3.0, 2.0), 0.5);
  EXPECT_EQ(relative_error(-3.0, -2.0), 0.5);
  EXPECT_EQ(relative_error(1e30 + 1e20, 1e30) > 0, true);
}

}  // namespace
}  // namespace polhode
