// The stepper: the user's axes, switches, outcomes of steps that fail, energy, steps by a tolerance.
#include "polhode/drive/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include "polhode/drive/solve.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/methods/buss_abam.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/exact.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/methods/torqued.hpp"
#include "polhode/torques/all.hpp"
#include "polhode/torques/any.hpp"
#include "polhode/torques/combined.hpp"
#include "support/counted.hpp"
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
/// Body axes that are principal axes: the exact motion is the same in both.
State<double> exact_at(double t) {
  return FreeMotion<double>(standard(), kStart).at(t);
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
  const State<double> exact = exact_at(10);
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
  const State<double> exact = exact_at(50);
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
  Stepper<Lie3> plain(standard(), kStart), corrected(standard(), kStart);
  corrected.keep_energy();
  ASSERT_EQ(plain.run(0.1, 5000), Outcome::done);
  ASSERT_EQ(corrected.run(0.1, 5000), Outcome::done);
  EXPECT_GE(relative_error(plain.energy(), wanted), 1e-4);       // measured 2.3e-3: lie3 drifts
  EXPECT_LE(relative_error(corrected.energy(), wanted), 4e-15);  // measured 0
  EXPECT_LE(relative_distance(corrected.spatial_momentum(), spatial_momentum(kStart)), 1e-13);  // measured 8e-15
}
TEST(Stepper, at_rest_stays_at_rest) {
  Stepper<Sr<4>> body(standard(), {kStart.Q, {}});
  body.keep_energy();
  EXPECT_EQ(body.run(0.1, 100), Outcome::done);
  EXPECT_LE(attitude_distance(body.state().Q, kStart.Q), 1e-15);  // measured 4e-16
  EXPECT_EQ(body.energy(), 0);
}

// A torque known from outside, step by step: numbers for L', L'', ... and a blow.
TEST(Stepper, takes_derivatives_of_the_momentum_as_numbers) {
  // L(t) = L0 + (sin t, 0.5 t, 0) in space; in the middle a blow.
  const V blow{0.1, -0.3, 0.2}, L0 = rotate(kStart.Q, kStart.m);
  const auto given = [&](double t, bool struck) {
    return GivenMomentum<double, 4>{
        struck ? blow : V{},
        {V{std::cos(t), 0.5, 0}, V{-std::sin(t), 0, 0}, V{-std::cos(t), 0, 0}, V{std::sin(t), 0, 0}}};
  };
  const auto end = [&](auto method, int n, bool keep) {
    Stepper<decltype(method)> body(standard(), kStart);
    if (keep) body.keep_energy();
    for (int i = 0; i < n; ++i) EXPECT_EQ(body.step(2.0 / n, given(body.time(), 2 * i == n)), Outcome::done);
    return body;
  };
  const auto exact = end(Lie4{}, 4000, false);
  EXPECT_LE(norm(exact.spatial_momentum() - (L0 + blow + V{std::sin(2.0), 1, 0})), 1e-12);
  const auto error = [&](int n) { return attitude_distance(end(Lie4{}, n, false).state().Q, exact.state().Q); };
  EXPECT_NEAR(std::log2(error(40) / error(80)), 4, 0.2);  // measured 4.04
  // With the energy that the torque has done: much nearer than without.
  const double E = exact.energy(), plain = std::fabs(end(Lie2{}, 40, false).energy() - E),
               kept = std::fabs(end(Lie2{}, 40, true).energy() - E);
  EXPECT_LT(kept, 0.2 * plain);  // measured 4.9e-5 and 6.4e-4
}
TEST(Stepper, keeps_the_energy_under_a_torque) {
  const Inertia body = Inertia::principal(0.6, 0.8, 1);
  const State<double> start{{}, {1.8, 0.4, -0.9}};
  Stepper<Lie3, HeavyTop<>> plain(body, start, HeavyTop(1, {0, 0, 1})), kept = plain, seldom = plain;
  kept.keep_energy(), seldom.keep_energy(10);
  EXPECT_THROW(plain.keep_energy(0), InvalidInput);
  const double E = plain.energy();
  ASSERT_EQ(plain.run(0.01, 1000), Outcome::done);
  ASSERT_EQ(kept.run(0.01, 1000), Outcome::done);
  ASSERT_EQ(seldom.run(0.01, 1000), Outcome::done);
  EXPECT_GT(relative_error(plain.energy(), E), 1e-7);  // measured 2.5e-6
  EXPECT_LE(relative_error(kept.energy(), E), 2e-15);  // measured 2e-16
  EXPECT_LE(relative_error(seldom.energy(), E), 2e-15);
}

// --- under a torque ------------------------------------------------------------------------------------------------------

const Inertia kTop = Inertia::principal(0.6, 0.8, 1);
const State<double> kTopStart{{}, {1.8, 0.4, -0.9}};

TEST(StepperWithTorque, follows_the_reference_state_of_the_asymmetric_heavy_top) {
  // reference/celledoni-hairer-vilmart.csv, HT_asym, t = 10
  const Quaternion<double> attitude{
      9.25739989093463491787e-01,
      {-3.51490667972755312176e-01, 1.02183876018652496444e-01, -9.49644059798461201824e-02}};
  Stepper<Rkn6<Dmv<16>>, HeavyTop<>> top(kTop, kTopStart, HeavyTop(1, {0, 0, 1}));
  const RunReport report = top.run_until(10, 0.02);
  EXPECT_EQ(report.outcome, Outcome::done);
  EXPECT_EQ(report.steps, 500);
  EXPECT_EQ(top.time(), 10);
  EXPECT_LT(attitude_distance(top.state().Q, attitude), 1e-12);  // measured 6e-14
}

TEST(StepperWithTorque, does_not_care_about_the_users_axes) {
  const HeavyTop upright(0.9, {0.3, -0.5, 0.7});
  Stepper<Cf4, HeavyTop<>> principal(kTop, kTopStart, upright);
  const Quaternion<double> F = normalized(Quaternion<double>{0.3, {0.5, -0.2, 0.7}});  // principal -> body
  const Mat3<double> R = to_matrix(F), D{{0.6, 0, 0}, {0, 0.8, 0}, {0, 0, 1}};
  Stepper<Cf4, HeavyTop<>> turned(Inertia::tensor(R * D * transpose(R)),
                                  {kTopStart.Q * conj(F), rotate(F, kTopStart.m)},
                                  HeavyTop(0.9, rotate(F, upright.arm)));
  ASSERT_EQ(principal.run_until(3, 0.01).outcome, Outcome::done);
  ASSERT_EQ(turned.run_until(3, 0.01).outcome, Outcome::done);
  EXPECT_LT(attitude_distance(turned.state().Q * F, principal.state().Q), 1e-12);  // measured 2e-15
  EXPECT_NEAR(turned.energy(), principal.energy(), 1e-13);
}

TEST(StepperWithTorque, begins_anew_at_the_switches_of_a_torque) {
  // Two constant torques in space: the momentum is their exact impulse, whatever the step.
  const auto torque = sum_of_torques(ConstantTorque{{2, 0, 0}, Frame::space, 0, 0.35},
                                     ConstantTorque{{0, 3, 0}, Frame::space, 0.35, 0.5});
  Stepper<SimoWong, std::remove_cvref_t<decltype(torque)>> body(kTop, {}, torque);
  const RunReport report = body.run_until(1, 0.1);
  EXPECT_EQ(report.outcome, Outcome::done);
  EXPECT_EQ(report.steps, 4 + 2 + 5);
  const Vec3<double> L = body.spatial_momentum();
  EXPECT_NEAR(L.x, 0.7, 1e-14);
  EXPECT_NEAR(L.y, 0.45, 1e-14);
  EXPECT_NEAR(L.z, 0, 1e-14);
}

TEST(StepperWithTorque, goes_back_to_where_it_came_from) {
  Stepper<Strang<Sr<2>>, HeavyTop<>> top(kTop, kTopStart, HeavyTop(1, {0, 0, 1}));
  ASSERT_EQ(top.run_until(2, 0.05).outcome, Outcome::done);
  ASSERT_EQ(top.run_until(0, 0.05).outcome, Outcome::done);
  EXPECT_LT(attitude_distance(top.state().Q, kTopStart.Q), 1e-13);  // measured 6e-16
}

/// A run looks at its end alone, also where that comes early; the state is that of steps which are all looked at.
TEST(Passing, leaves_the_same_state) {
  using Method = Rkn6Processed<Dmv<16>>;
  long looked = 0, passed = 0;
  using Torque = test::Counted<HeavyTop<>>;
  const HeavyTop<> weight(1, {0, 0, 1});
  Stepper<Method, Torque> all(kTop, kTopStart, Torque{weight, &looked}), end(kTop, kTopStart, Torque{weight, &passed});
  for (int i = 0; i < 40; ++i) ASSERT_EQ(all.step(0.05), Outcome::done);
  ASSERT_EQ(end.run(0.05, 40), Outcome::done);
  const State<double> a = all.state(), b = end.state();
  EXPECT_EQ(0, std::memcmp(&a, &b, sizeof a));
  EXPECT_EQ(looked - passed, 39 * Method::look_evaluations);
  // A torque that is not a number from t = 0.5 on: what is left is the state after the last good step.
  const auto broken = potential([](double, const Q& q) { return norm2(q.v); },
                                [](double t, const Q& q) { return (t < 0.5 ? -q.w : NAN) * q.v; });
  Stepper<Method, std::remove_const_t<decltype(broken)>> one(kTop, kTopStart, broken), many(kTop, kTopStart, broken);
  while (one.step(0.05) == Outcome::done) continue;
  EXPECT_EQ(many.run(0.05, 40), Outcome::non_finite);
  EXPECT_EQ(many.steps(), 9);
  EXPECT_EQ(one.steps(), 9);
  const State<double> c = one.state(), d = many.state();
  EXPECT_EQ(0, std::memcmp(&c, &d, sizeof c));
}

template <class F>
std::string message_of(F f) {
  try {
    f();
  } catch (const InvalidInput& e) {
    return e.what();
  }
  return "no exception";
}

TEST(StepperWithTorque, refuses_bad_times_and_steps) {
  Stepper<Cf4, Drag<>> body(kTop, kTopStart, Drag(0.1));
  EXPECT_EQ(message_of([&] { body.run_until(std::nan(""), 0.1); }), "end time nan must be finite");
  EXPECT_EQ(message_of([&] { body.run_until(1, 0); }), "step 0 must be positive and finite");
  EXPECT_EQ(message_of([&] { body.run_until(1, -0.1); }), "step -0.1 must be positive and finite");
}

TEST(StepperWithTorque, stops_at_a_torque_that_is_not_a_number_and_keeps_the_last_good_state) {
  const auto broken = body_torque([](double t, const Quaternion<double>&, const Vec3<double>&) {
    return Vec3<double>{t < 0.5 ? 0.1 : std::nan(""), 0, 0};
  });
  Stepper<Cf4, std::remove_cvref_t<decltype(broken)>> body(kTop, kTopStart, broken);
  const RunReport report = body.run_until(1, 0.0625);
  EXPECT_EQ(report.outcome, Outcome::non_finite);
  EXPECT_EQ(report.steps, 7);
  EXPECT_EQ(report.time, 0.4375);
  EXPECT_EQ(report.cause,
            "cf4: the torque or the state is not finite (a potential at its singularity, a torque that returns NaN, "
            "a step far too large?) "
            "at step 8, "
            "time 0.4375");
  EXPECT_TRUE(std::isfinite(norm2(body.state().m)));
}
/// One that throws in the middle of the step from 0.5 to 0.75, when the first stages are behind it.
struct ThrowsLate {
  const bool* quiet;
  Vec3<double> torque(double t, const Quaternion<double>& q) const {
    if (t > 0.6 && !*quiet) throw std::runtime_error("no torque at " + std::to_string(t));
    return q.v + Vec3<double>{0.1, 0.2, 0.3};
  }
  double energy(double, const Quaternion<double>& q) const { return q.w; }
};
template <class Method>
void expect_state_as_before_the_throw() {
  bool quiet = false;
  Stepper<Method, ThrowsLate> body(kTop, kTopStart, {&quiet}), undisturbed = body;
  ASSERT_EQ(body.run(0.25, 2), Outcome::done);
  const State<double> before = body.state();
  EXPECT_THROW(body.step(0.25), std::runtime_error) << Method::info.name;
  EXPECT_THROW(body.run(0.25, 2), std::runtime_error);
  EXPECT_EQ(body.time(), 0.5);
  EXPECT_EQ(body.steps(), 2);
  EXPECT_TRUE(same(body.state(), before)) << Method::info.name;
  quiet = true;  // the memory, too: it goes on to the bits of one that never threw
  ASSERT_EQ(body.run(0.25, 2), Outcome::done);
  ASSERT_EQ(undisturbed.run(0.25, 4), Outcome::done);
  EXPECT_TRUE(same(body.state(), undisturbed.state())) << Method::info.name;
}
TEST(StepperWithTorque, is_as_before_the_step_in_which_a_torque_throws) {
  expect_state_as_before_the_throw<Gauss8>();
  expect_state_as_before_the_throw<Gauss16Fixed>();
  expect_state_as_before_the_throw<Rk8>();
  expect_state_as_before_the_throw<Cf4>();
  expect_state_as_before_the_throw<Rkn6<Dmv<16>>>();
}

/// One whose energy cannot be had: the method has moved the body when its energy is to be kept, and that throws.
struct ThrowsInItsEnergy {
  const bool* quiet;
  Vec3<double> torque(const Quaternion<double>& q) const { return q.v; }
  double energy(const Quaternion<double>& q) const {
    if (!*quiet) throw std::runtime_error("no energy");
    return 2 * q.w;
  }
};
TEST(StepperWithTorque, is_as_before_the_step_when_only_its_energy_throws) {
  bool quiet = true;
  Stepper<Cf4, ThrowsInItsEnergy> body(kTop, kTopStart, {&quiet});
  body.keep_energy(3);  // that the third step was begun several times must not count
  Stepper<Cf4, ThrowsInItsEnergy> undisturbed = body;
  ASSERT_EQ(body.run(0.25, 2), Outcome::done);
  const State<double> before = body.state();
  quiet = false;
  for (int i = 0; i < 2; ++i) EXPECT_THROW(body.step(0.25), std::runtime_error);
  EXPECT_EQ(body.time(), 0.5);
  EXPECT_EQ(body.steps(), 2);
  EXPECT_TRUE(same(body.state(), before));
  quiet = true;
  ASSERT_EQ(body.run(0.25, 4), Outcome::done);
  ASSERT_EQ(undisturbed.run(0.25, 6), Outcome::done);
  EXPECT_TRUE(same(body.state(), undisturbed.state()));
}

// --- steps by a tolerance -----------------------------------------------------------------------------------------------------

/// Under two thrusts with switches that no equal steps meet, in axes that are not the principal ones, with rows on the way; then
/// back to the start.
template <class Method>
void expect_within(double tolerance, double most) {
  const Inertia body = turned(normalized(Q{0.9, {0.2, -0.3, 0.1}}));
  const auto torque = sum_of_torques(ConstantTorque{{0.3, -0.2, 0.5}, Frame::body, 0.37, 1.91},
                                     ConstantTorque{{-0.4, 0.6, 0.1}, Frame::space, 1.13, 2.71}, Drag(0.05));
  const Solved exact = solve(body, kStart, torque, 0, 4, {.accuracy = 1e-12});
  ASSERT_TRUE(exact.good());
  Stepper<Method, std::remove_cvref_t<decltype(torque)>> stepper(body, kStart, torque);
  long steps = 0;
  for (const double t : {0.5, 1.0 / 3 + 1, 4.0}) {
    const RunReport report = stepper.run_until(t, Tolerance{tolerance});
    EXPECT_EQ(report.outcome, Outcome::done) << report.cause;
    EXPECT_EQ(report.time, t);
    EXPECT_EQ(stepper.time(), t);
    steps += report.steps;
  }
  EXPECT_EQ(stepper.steps(), steps);
  EXPECT_LT(attitude_distance(stepper.state().Q, body.to_body(exact.states.back()).Q), most) << Method::info.name;
  EXPECT_EQ(stepper.run_until(0, Tolerance{tolerance}).outcome, Outcome::done);
  EXPECT_LT(attitude_distance(stepper.state().Q, kStart.Q), 3 * most) << Method::info.name;
}
TEST(StepperByTolerance, ends_its_steps_at_switches_and_at_the_times_it_is_told) {
  expect_within<Cf4>(1e-9, 1e-7);           // measured 1.7e-8, of 69 steps; with switches passed over 0.5
  expect_within<Rk8>(1e-11, 1e-10);         // measured 1.3e-11, of 17
  expect_within<Taylor<12>>(1e-12, 1e-12);  // measured 4e-14, of 27
  expect_within<Gauss8>(1e-9, 1e-9);        // measured 4e-11, of 41
  expect_within<Gauss16>(1e-11, 1e-12);     // measured 1e-14, of 17
}
TEST(StepperByTolerance, moves_a_free_body) {
  Stepper<Sr<6>> body(standard(), kStart);
  EXPECT_EQ(body.run_until(10, Tolerance{1e-12}).outcome, Outcome::done);
  EXPECT_LT(attitude_distance(body.state().Q, exact_at(10).Q), 1e-11);  // measured 1.5e-12
  EXPECT_EQ(body.run_until(10, Tolerance{1e-12}).steps, 0);
}
TEST(StepperByTolerance, is_as_before_the_step_in_which_a_torque_throws) {
  bool quiet = false;
  Stepper<Cf4, ThrowsLate> body(kTop, kTopStart, {&quiet});
  EXPECT_THROW(body.run_until(1, Tolerance{1e-8}), std::runtime_error);
  const double reached = body.time();
  const State<double> before = body.state();
  EXPECT_GT(reached, 0);
  EXPECT_LE(reached, 0.6);
  EXPECT_THROW(body.run_until(1, Tolerance{1e-8}), std::runtime_error);
  EXPECT_TRUE(body.time() > reached || same(body.state(), before));
  quiet = true;
  Stepper<Cf4, ThrowsLate> undisturbed(kTop, kTopStart, {&quiet});
  EXPECT_EQ(body.run_until(1, Tolerance{1e-8}).outcome, Outcome::done);
  EXPECT_EQ(undisturbed.run_until(1, Tolerance{1e-8}).outcome, Outcome::done);
  EXPECT_LT(attitude_distance(body.state().Q, undisturbed.state().Q), 1e-7);  // measured 4e-9
}
TEST(StepperByTolerance, says_where_it_cannot_go_on) {
  const auto broken = body_torque([](double t) { return Vec3<double>{t < 0.5 ? 0.1 : std::nan(""), 0, 0}; });
  Stepper<Cf4, std::remove_cvref_t<decltype(broken)>> body(kTop, kTopStart, broken);
  const RunReport report = body.run_until(1, Tolerance{1e-8});
  EXPECT_NE(report.outcome, Outcome::done);
  EXPECT_NEAR(report.time, 0.5, 1e-9);
  EXPECT_EQ(report.time, body.time());
  EXPECT_NE(report.cause.find("cf4: no step from time 0.49999"), std::string::npos) << report.cause;
  EXPECT_TRUE(std::isfinite(norm2(body.state().m)));
}
TEST(StepperByTolerance, refuses_what_cannot_be) {
  Stepper<Cf4, Drag<>> body(kTop, kTopStart, Drag(0.1));
  EXPECT_EQ(message_of([&] { body.run_until(std::nan(""), Tolerance{1e-9}); }), "end time nan must be finite");
  for (const double bad : {0.0, -1.0, 1e-17, HUGE_VAL})
    EXPECT_NE(message_of([&] { body.run_until(1, Tolerance{bad}); }).find("must be finite and at least 2.2"),
              std::string::npos);
  body.keep_energy();
  EXPECT_NE(message_of([&] { body.run_until(1, Tolerance{1e-9}); }).find("keep no energy"), std::string::npos);
}
template <class S>
concept GoesByTolerance = requires(S body) { body.run_until(1, Tolerance{1e-9}); };
static_assert(GoesByTolerance<Stepper<Sr<4>>> && GoesByTolerance<Stepper<Gauss16>>);
static_assert(!GoesByTolerance<Stepper<BussAbam>> && !GoesByTolerance<Stepper<Gauss16Fixed>>);

TEST(Stepper, has_the_time_to_rounding_after_any_number_of_steps) {
  Stepper<Sr<2>> one(kTop, kTopStart), some(kTop, kTopStart), mixed(kTop, kTopStart);
  constexpr long n = 1'000'000;
  for (long i = 0; i < n; ++i) one.step(0.1), mixed.step(i % 2 ? 0.3 : 0.1);
  for (long i = 0; i < n / 10; ++i) some.run(0.1, 10);
  const double end =
      100000.00000000001;  // 1e6 times the double next to 0.1, to the last bit but one; adding gives 1.3e-6 more
  EXPECT_NEAR(one.time(), end, 2e-11);
  EXPECT_NEAR(some.time(), end, 2e-11);
  EXPECT_NEAR(mixed.time(), 200000, 4e-11);
}

TEST(StepperWithTorque, stops_where_the_step_is_too_large_for_the_solver) {
  Stepper<Rattle, HeavyTop<>> top(kTop, kTopStart, HeavyTop(1, {0, 0, 1}));
  const RunReport report = top.run_until(10, 1);
  EXPECT_EQ(report.outcome, Outcome::not_converged);
  EXPECT_EQ(report.steps, 0);
  EXPECT_NE(report.cause.find("rattle: the equation of the step has no solution in reach (h|w| = "), std::string::npos)
      << report.cause;
  EXPECT_NE(report.cause.find("take a smaller step) at step 1, time 0"), std::string::npos) << report.cause;
  EXPECT_LT(relative_distance(top.state().m, kTopStart.m), 1e-15);
}

TEST(Stepper, steps_with_the_torque_of_the_time_it_is_at) {
  // A push until 0.35; a run ends on the switch, and single steps go on from there.
  const auto stepper = [](double time) {
    return Stepper<Cf4, ConstantTorque<>>(Inertia::principal(0.6, 0.8, 1.0), {{}, {}},
                                          ConstantTorque<>{{2, 0, 0}, Frame::space, 0, 0.35}, time);
  };
  auto after = stepper(0);
  after.run_until(0.35, 0.05);
  after.step(0.1);
  EXPECT_NEAR(after.spatial_momentum().x, 0.7, 1e-12);
  auto before = stepper(-1);
  before.run_until(0, 0.1);
  before.step(0.1);
  EXPECT_NEAR(before.spatial_momentum().x, 0.2, 1e-12);
  auto at_the_switch = stepper(0);
  at_the_switch.step(0.1);
  at_the_switch.step(-0.1);
  at_the_switch.step(-0.1);  // before the push
  EXPECT_NEAR(at_the_switch.spatial_momentum().x, 0, 1e-12);
}
TEST(Stepper, refuses_a_torque_of_run_time_that_its_method_cannot_take) {
  const Inertia inertia = Inertia::principal(0.6, 0.8, 1.0);
  using Split = Stepper<Strang<Sr<2>>, AnyTorque<>>;
  EXPECT_THROW(Split(inertia, {{}, {1, 2, 3}}, AnyTorque<>(Drag<>(0.5))), InvalidInput);
  EXPECT_NO_THROW(Split(inertia, {{}, {1, 2, 3}}, AnyTorque<>(HeavyTop(1, {0, 0, 1}))));
  using Functions = Stepper<Strang<Sr<2>>, CallbackTorque>;
  const CallbackTorque no_energy{{.torque = [](void*, double, const double*, const double*, double*) {}}};
  EXPECT_THROW(Functions(inertia, {{}, {1, 2, 3}}, no_energy), InvalidInput);
}
TEST(Stepper, takes_a_function_with_captures_across_a_switch) {
  // Such a function cannot be assigned, and the torque is another after the switch.
  const double strength = 0.3;
  const auto torque =
      sum_of_torques(space_torque([strength]<class T>(T t) { return Vec3<T>{T(strength) * t, T(0), T(0)}; }),
                     ConstantTorque<>{{0, 0, 0.2}, Frame::space, 0.5, 1.0});
  Stepper<Cf4, std::remove_const_t<decltype(torque)>> body(Inertia::principal(0.6, 0.8, 1.0), {{}, {0.1, 0.2, 0.3}},
                                                           torque);
  EXPECT_EQ(body.run_until(2, 0.01).outcome, Outcome::done);
  // The momentum in space grows by the integral of the torque: 0.3 t^2/2, and 0.2 for half a second.
  EXPECT_NEAR(body.spatial_momentum().x, 0.1 + 0.6, 1e-9);  // measured 1e-11
  EXPECT_NEAR(body.spatial_momentum().z, 0.3 + 0.1, 1e-9);
}

}  // namespace
}  // namespace polhode
