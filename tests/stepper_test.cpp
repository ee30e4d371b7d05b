// The stepper: the user's axes, outcomes of steps that fail, energy.
#include "polhode/stepper.hpp"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "polhode/free_motion.hpp"
#include "polhode/methods/buss_abam.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/exact.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/sr.hpp"
#include "support/ulp.hpp"

namespace polhode {
namespace {

using V = Vec3<double>;
using Q = Quaternion<double>;
using M = Mat3<double>;

const V kMoments{0.6, 0.8, 1.0};
const State<double> kStart{normalized(Q{0.5, {0.1, -0.7, 0.3}}), {0.4, 0.9, -0.2}};

bool same(const State<double>& a, const State<double>& b) {
  return a.Q.w == b.Q.w && a.Q.v.x == b.Q.v.x && a.Q.v.y == b.Q.v.y && a.Q.v.z == b.Q.v.z && a.m.x == b.m.x &&
         a.m.y == b.m.y && a.m.z == b.m.z;
}
Inertia standard() {
  return Inertia::principal(kMoments.x, kMoments.y, kMoments.z);
}
/// The same body in body axes that are turned by F against the principal ones.
Inertia turned(const Q& F) {
  const M R = to_matrix(F), J = R * M::diagonal(kMoments) * transpose(R);
  return Inertia::tensor(0.5 * (J + transpose(J)));
}

TEST(Stepper, counts_its_steps_and_starts_where_it_is_told) {
  Stepper<Sr<4>> body(standard(), kStart);
  EXPECT_TRUE(same(body.state(), {normalized(kStart.Q), kStart.m}));
  EXPECT_EQ(body.steps(), 0);
  EXPECT_EQ(body.run(0.01, 25), Outcome::done);
  EXPECT_EQ(body.step(0.01), Outcome::done);
  EXPECT_EQ(body.steps(), 26);
  EXPECT_THROW(Stepper<Sr<4>>(standard(), {{2, {}}, {}}), InvalidInput);
}
TEST(Stepper, moves_as_the_exact_solution) {
  Stepper<Sr<8>> body(standard(), kStart);
  body.run(0.02, 500);
  const State<double> exact = FreeMotion<double>(Principal<double>(kMoments), kStart).at(10);
  EXPECT_LE(attitude_distance(body.state().Q, exact.Q), 1e-13);                                    // measured 5e-15
  EXPECT_LE(relative_distance(body.state().m, exact.m), 1e-13);                                    // measured 1e-15
  EXPECT_LE(relative_error(body.energy(), energy(Principal<double>(kMoments), kStart.m)), 1e-13);  // measured 4e-16
  EXPECT_LE(relative_distance(body.spatial_momentum(), spatial_momentum(kStart)), 1e-13);          // measured 8e-16
  const V w = body.angular_velocity(), m = body.state().m;
  EXPECT_LE(norm(w - V{m.x / kMoments.x, m.y / kMoments.y, m.z / kMoments.z}), 1e-15);  // measured 0
}
TEST(Stepper, a_body_in_turned_axes_moves_as_in_principal_ones) {
  test::Draw random{1};
  double attitude = 0, momentum = 0, spatial = 0, velocity = 0;
  for (int i = 0; i < 50; ++i) {
    const Q F =
        normalized(Q{random.between(-1, 1), {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)}});
    Stepper<Sr<4>> principal(standard(), kStart);
    // Body axes = F applied to principal axes: Q F^-1, and vectors turned by F.
    Stepper<Sr<4>> user(turned(F), {kStart.Q * conj(F), rotate(F, kStart.m)});
    ASSERT_EQ(principal.run(0.05, 200), Outcome::done);
    ASSERT_EQ(user.run(0.05, 200), Outcome::done);
    const State<double> s = principal.state(), u = user.state();
    attitude = std::max(attitude, attitude_distance(u.Q * F, s.Q));
    momentum = std::max(momentum, norm(rotate_back(F, u.m) - s.m));
    velocity = std::max(velocity, norm(rotate_back(F, user.angular_velocity()) - principal.angular_velocity()));
    spatial = std::max(spatial, norm(user.spatial_momentum() - principal.spatial_momentum()));
  }
  // The principal axes may come out in another order: then another splitting, in error by as much as the first.
  EXPECT_LE(attitude, 2e-10);  // measured 5e-11
  EXPECT_LE(momentum, 2e-10);  // measured 5e-11
  EXPECT_LE(velocity, 3e-10);  // measured 7e-11
  EXPECT_LE(spatial, 1e-13);   // measured 2.3e-15
}
TEST(Stepper, a_body_in_turned_axes_moves_exactly_with_the_exact_method) {
  const Q F = normalized(Q{0.3, {0.5, -0.2, 0.7}});
  Stepper<Exact> user(turned(F), {kStart.Q * conj(F), rotate(F, kStart.m)});
  ASSERT_EQ(user.run(0.5, 100), Outcome::done);
  const State<double> exact = FreeMotion<double>(Principal<double>(kMoments), kStart).at(50);
  EXPECT_LE(attitude_distance(user.state().Q * F, exact.Q), 2e-13);  // measured 2.7e-14
  EXPECT_LE(norm(rotate_back(F, user.state().m) - exact.m), 2e-13);  // measured 2.7e-14
}

template <class Method>
class Failing : public testing::Test {};
using SeveralMethods = testing::Types<Sr<2>, Lie3, Dmv<8>, Exact, BussAbam>;
TYPED_TEST_SUITE(Failing, SeveralMethods);

TYPED_TEST(Failing, a_step_that_is_no_number_leaves_the_last_good_state) {
  for (const double h : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                         -std::numeric_limits<double>::infinity()}) {
    Stepper<TypeParam> body(standard(), kStart), undisturbed(standard(), kStart);
    ASSERT_EQ(body.run(0.01, 5), Outcome::done);
    const State<double> good = body.state();
    EXPECT_EQ(body.step(h), Outcome::non_finite) << h;
    EXPECT_TRUE(same(body.state(), good));
    EXPECT_EQ(body.steps(), 5);
    EXPECT_EQ(body.run(h, 10), Outcome::non_finite);
    // What a method remembers of earlier steps is not spoilt either: it goes on as if nothing had happened.
    ASSERT_EQ(body.run(0.01, 5), Outcome::done);
    ASSERT_EQ(undisturbed.run(0.01, 10), Outcome::done);
    EXPECT_TRUE(same(body.state(), undisturbed.state()));
  }
}
TEST(Stepper, a_step_beyond_the_limit_of_the_method_is_refused) {
  Stepper<Dmv<8>> body(standard(), kStart);
  ASSERT_EQ(body.run(0.1, 3), Outcome::done);
  const State<double> good = body.state();
  EXPECT_EQ(body.step(10), Outcome::not_converged);
  EXPECT_TRUE(same(body.state(), good));
  EXPECT_EQ(body.steps(), 3);
  EXPECT_EQ(body.step(0.1), Outcome::done);
}
TEST(Stepper, keeps_the_energy_if_asked) {
  const double wanted = energy(Principal<double>(kMoments), kStart.m);
  const FreeMotion<double> motion(Principal<double>(kMoments), kStart);
  Stepper<Lie3> plain(standard(), kStart), corrected(standard(), kStart);
  corrected.keep_energy();
  ASSERT_EQ(plain.run(0.1, 5000), Outcome::done);
  ASSERT_EQ(corrected.run(0.1, 5000), Outcome::done);
  EXPECT_GE(relative_error(plain.energy(), wanted), 1e-4);       // measured 2.3e-3: lie3 drifts
  EXPECT_LE(relative_error(corrected.energy(), wanted), 4e-15);  // measured 0
  EXPECT_LE(relative_distance(corrected.spatial_momentum(), spatial_momentum(kStart)), 1e-13);  // measured 8e-15
  // and can be switched off again
  corrected.keep_energy(false);
  ASSERT_EQ(corrected.run(0.1, 5000), Outcome::done);
  EXPECT_GE(relative_error(corrected.energy(), wanted), 1e-4);  // measured 2.3e-3
}
TEST(Stepper, at_rest_stays_at_rest) {
  Stepper<Sr<4>> body(standard(), {kStart.Q, {}});
  body.keep_energy();
  EXPECT_EQ(body.run(0.1, 100), Outcome::done);
  EXPECT_LE(attitude_distance(body.state().Q, kStart.Q), 1e-15);  // measured 4e-16
  EXPECT_EQ(body.energy(), 0);
}

}  // namespace
}  // namespace polhode
