// TorquedStepper: frames, switches, refusals and failures.
#include "polhode/torqued_stepper.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "polhode/problems.hpp"
#include "polhode/torques/constant.hpp"
#include "polhode/torques/drag.hpp"

namespace polhode {
namespace {

const Inertia kTop = Inertia::principal(0.6, 0.8, 1);
const State<double> kStart{{}, {1.8, 0.4, -0.9}};

TEST(TorquedStepper, follows_the_reference_state_of_the_asymmetric_heavy_top) {
  // reference/celledoni-hairer-vilmart.csv, HT_asym, t = 10
  const Quaternion<double> Q{9.25739989093463491787e-01,
                             {-3.51490667972755312176e-01, 1.02183876018652496444e-01, -9.49644059798461201824e-02}};
  TorquedStepper<Rkn6<Dmv<16>>, HeavyTop> top(kTop, kStart, HeavyTop(1, {0, 0, 1}));
  const RunReport report = top.run_until(10, 0.02);
  EXPECT_EQ(report.outcome, Outcome::done);
  EXPECT_EQ(report.steps, 500);
  EXPECT_EQ(top.time(), 10);
  EXPECT_LT(attitude_distance(top.state().Q, Q), 1e-12);  // measured 6e-14
}

TEST(TorquedStepper, does_not_care_about_the_users_axes) {
  const HeavyTop upright(0.9, {0.3, -0.5, 0.7});
  TorquedStepper<Cf4, HeavyTop> principal(kTop, kStart, upright);
  const Quaternion<double> F = normalized(Quaternion<double>{0.3, {0.5, -0.2, 0.7}});  // principal -> body
  const Mat3<double> R = to_matrix(F), D{{0.6, 0, 0}, {0, 0.8, 0}, {0, 0, 1}};
  TorquedStepper<Cf4, HeavyTop> turned(Inertia::tensor(R * D * transpose(R)), {kStart.Q * conj(F), rotate(F, kStart.m)},
                                       HeavyTop(0.9, rotate(F, upright.arm)));
  ASSERT_EQ(principal.run_until(3, 0.01).outcome, Outcome::done);
  ASSERT_EQ(turned.run_until(3, 0.01).outcome, Outcome::done);
  EXPECT_LT(attitude_distance(turned.state().Q * F, principal.state().Q), 1e-12);  // measured 2e-15
  EXPECT_NEAR(turned.energy(), principal.energy(), 1e-13);
}

TEST(TorquedStepper, begins_anew_at_the_switches_of_a_torque) {
  // Two constant torques in space: the momentum is their exact impulse, whatever the step.
  const auto torque = sum_of_torques(ConstantTorque{{2, 0, 0}, Frame::space, 0, 0.35},
                                     ConstantTorque{{0, 3, 0}, Frame::space, 0.35, 0.5});
  TorquedStepper<SimoWong, std::remove_cvref_t<decltype(torque)>> body(kTop, {}, torque);
  const RunReport report = body.run_until(1, 0.1);
  EXPECT_EQ(report.outcome, Outcome::done);
  EXPECT_EQ(report.steps, 4 + 2 + 5);
  const Vec3<double> L = body.spatial_momentum();
  EXPECT_NEAR(L.x, 0.7, 1e-14);
  EXPECT_NEAR(L.y, 0.45, 1e-14);
  EXPECT_NEAR(L.z, 0, 1e-14);
}

TEST(TorquedStepper, goes_back_to_where_it_came_from) {
  TorquedStepper<Strang<Sr<2>>, HeavyTop> top(kTop, kStart, HeavyTop(1, {0, 0, 1}));
  ASSERT_EQ(top.run_until(2, 0.05).outcome, Outcome::done);
  ASSERT_EQ(top.run_until(0, 0.05).outcome, Outcome::done);
  EXPECT_LT(attitude_distance(top.state().Q, kStart.Q), 1e-13);  // measured 6e-16
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

TEST(TorquedStepper, refuses_a_splitting_given_drag_and_names_the_methods_that_can) {
  const std::string text = message_of([] { TorquedStepper<Strang<Sr<2>>, Drag>(kTop, kStart, Drag{0.1}); });
  EXPECT_EQ(
      text,
      "method strang cannot take this torque: it needs a potential, and this one may depend on time and angular "
      "velocity; "
      "methods that can: newmark, newmark-spatial, simo-wong, hulbert, akw, lewis-simo, lgvi, crouch-grossman-rk4, "
      "crouch-grossman3, crouch-grossman4, rkmk4, cf4, quaternion-rk4, taylor8, taylor12, semi-implicit-euler, "
      "semi-implicit-euler-explicit, "
      "semi-implicit-euler-implicit-gyro, semi-implicit-euler-momentum");
}
TEST(TorquedStepper, refuses_nystrom4_without_a_derivative) {
  const auto plain = potential([](const auto& Q) { return vertical(Q).z; },
                               [](const auto& Q) {
                                 const auto n = vertical(Q);
                                 return decltype(n){n.y, -n.x, n.x - n.x};
                               });
  using Plain = std::remove_cvref_t<decltype(plain)>;
  const std::string text = message_of([&] { TorquedStepper<Nystrom4<Dmv<16>>, Plain>(kTop, kStart, plain); });
  EXPECT_NE(text.find("torque_along"), std::string::npos) << text;
  EXPECT_NE(text.find("nystrom4-hf"), std::string::npos) << text;
  EXPECT_EQ(message_of([&] { TorquedStepper<Nystrom4HessianFree<Dmv<16>>, Plain>(kTop, kStart, plain); }),
            "no exception");
}
TEST(TorquedStepper, refuses_bad_times_and_steps) {
  TorquedStepper<Cf4, Drag> body(kTop, kStart, Drag{0.1});
  EXPECT_EQ(message_of([&] { body.run_until(std::nan(""), 0.1); }), "end time nan must be finite");
  EXPECT_EQ(message_of([&] { body.run_until(1, 0); }), "step 0 must be positive and finite");
  EXPECT_EQ(message_of([&] { body.run_until(1, -0.1); }), "step -0.1 must be positive and finite");
}

TEST(TorquedStepper, stops_at_a_torque_that_is_not_a_number_and_keeps_the_last_good_state) {
  const auto broken = body_torque([](double t, const Quaternion<double>&, const Vec3<double>&) {
    return Vec3<double>{t < 0.5 ? 0.1 : std::nan(""), 0, 0};
  });
  TorquedStepper<Cf4, std::remove_cvref_t<decltype(broken)>> body(kTop, kStart, broken);
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
TEST(TorquedStepper, stops_where_the_step_is_too_large_for_the_solver) {
  TorquedStepper<Strang<Dmv<8>>, HeavyTop> top(kTop, kStart, HeavyTop(1, {0, 0, 1}));
  const RunReport report = top.run_until(10, 1);
  EXPECT_EQ(report.outcome, Outcome::not_converged);
  EXPECT_EQ(report.steps, 0);
  EXPECT_NE(report.cause.find("strang: the equation of the step has no solution in reach (h|w| = "), std::string::npos)
      << report.cause;
  EXPECT_NE(report.cause.find("take a smaller step) at step 1, time 0"), std::string::npos) << report.cause;
  EXPECT_LT(relative_distance(top.state().m, kStart.m), 1e-15);
}

}  // namespace
}  // namespace polhode
