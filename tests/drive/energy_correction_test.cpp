#include "polhode/drive/energy_correction.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/drive/energy_under_torque.hpp"
#include "polhode/drive/extrapolation.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/quad.hpp"
#include "polhode/torques/combined.hpp"
#include "polhode/torques/drag.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "support/bodies.hpp"

namespace polhode {
namespace {

using test::Random;

template <class T>
double energy_error(const Principal<T>& body, const PrincipalState<T>& s, T wanted) {
  return double(abs(energy(body, s.m) - wanted) / wanted);
}
template <class T>
bool same(const PrincipalState<T>& a, const PrincipalState<T>& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

// [Buss2001] section 4 as printed: solve the 3 by 3 system for rho_i^2.
TEST(EnergyCorrection, IsTheSolutionOfTheLinearSystemOfThePaper) {
  Random random(21);
  double worst = 0;
  int solvable = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const Principal<Quad> body(convert<Quad>(random.moments()));
    const PrincipalState<Quad> start{normalized(convert<Quad>(random.attitude())), convert<Quad>(random.vector())};
    const Quad present = energy(body, start.m), wanted = present * Quad(1 + random.uniform(-1e-3, 1e-3));
    const Vec3<Quad>& J = body.I;
    const Vec3<Quad> nu = times(body.x, start.m);
    const Vec3<Quad> rho = (1 / sqrt<Quad>(dot(nu, times(J, nu)))) * nu;
    const Vec3<Quad> r2 = times(rho, rho);
    const Vec3<Quad> alpha{J.y * J.z * (J.z - J.y) * r2.y * r2.z, J.x * J.z * (J.x - J.z) * r2.x * r2.z,
                           J.y * J.x * (J.y - J.x) * r2.x * r2.y};
    const Vec3<Quad> x =
        solve(Mat3<Quad>{J, times(J, J), alpha}, Vec3<Quad>{Quad(1), norm2(start.m) / (2 * wanted), dot(alpha, r2)});
    if (!(x.x >= 0 && x.y >= 0 && x.z >= 0)) continue;
    ++solvable;
    Vec3<Quad> tau{copysign(sqrt<Quad>(x.x), rho.x), copysign(sqrt<Quad>(x.y), rho.y),
                   copysign(sqrt<Quad>(x.z), rho.z)};
    tau = times(J, tau);
    tau = (norm(start.m) / norm(tau)) * tau;

    PrincipalState<Quad> s = start;
    EXPECT_TRUE(correct_energy(body, wanted, s));
    worst = std::max(
        {worst, double(norm(s.m - tau)), double(relative_distance(rotate(s.Q, s.m), rotate(start.Q, start.m)))});
  }
  EXPECT_GT(solvable, 950);  // measured 995
  EXPECT_LT(worst, 1e-30);   // measured 2e-32
}

template <class T>
void check_random_states(double tolerance) {
  Random random(22);
  double worst = 0, momentum = 0, largest_turn = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const Principal<T> body(convert<T>(random.moments()));
    const PrincipalState<T> start{normalized(convert<T>(random.attitude())), convert<T>(random.vector())};
    const T extreme[2] = {norm2(start.m) / (T(2) * max(max(body.I.x, body.I.y), body.I.z)),
                          norm2(start.m) / (T(2) * min(min(body.I.x, body.I.y), body.I.z))};
    // anywhere within reach, and often near to where it is
    const T goal = extreme[0] + T(random.uniform(0.001, 0.999)) * (extreme[1] - extreme[0]);
    const T present = energy(body, start.m);
    const T wanted = trial % 2 == 0 ? goal : present + T(1e-4) * (goal - present);
    PrincipalState<T> s = start;
    EXPECT_TRUE(correct_energy(body, wanted, s)) << trial;
    worst = std::max(worst, energy_error(body, s, wanted));
    momentum = std::max(momentum, double(relative_distance(rotate(s.Q, s.m), rotate(start.Q, start.m))));
    largest_turn = std::max(largest_turn, double(attitude_distance(s.Q, start.Q)));
    EXPECT_GE(double(min(min(s.m.x * start.m.x, s.m.y * start.m.y), s.m.z * start.m.z)),
              -1e-16);  // same side of each axis
  }
  EXPECT_LT(worst, tolerance);
  EXPECT_LT(momentum, tolerance);
  EXPECT_LT(largest_turn, std::acos(-1.0) / 2);  // measured 1.49
}
TEST(EnergyCorrection, ReachesEveryReachableEnergy) {
  check_random_states<double>(2.5e-15);  // measured 1.0e-15 in the energy, 1.8e-15 in L
  check_random_states<Quad>(2e-33);      // measured 9e-34, 1.4e-33
}

TEST(EnergyCorrection, FallsBackToATilt) {
  // Far from the present energy the system has no solution for this state (f_2 < 0).
  const Principal<double> body({1, 1.7, 2.3});
  const PrincipalState<double> start{{}, {1.1, 0.7, 1.3}};
  for (double e : {0.2201, 0.23, 0.3, 0.45, 0.49, 0.4999}) {  // |m|^2/(2 I) with I between 1 and 2.3
    const double wanted = e * norm2(start.m);
    PrincipalState<double> s = start;
    EXPECT_TRUE(correct_energy(body, wanted, s)) << e;
    EXPECT_LT(energy_error(body, s, wanted), 1e-15) << e;
  }
  // Beyond the extremes: to the axis itself, and the caller is told.
  for (auto [e, axis] : {std::pair{0.6, 0}, std::pair{0.1, 2}}) {
    PrincipalState<double> s = start;
    EXPECT_FALSE(correct_energy(body, e * norm2(start.m), s));
    EXPECT_NEAR(s.m[axis], norm(start.m), 1e-15);
    EXPECT_LT(norm(rotate(s.Q, s.m) - start.m), 1e-15);
  }
}

TEST(EnergyCorrection, LeavesAPrincipalAxis) {
  const Vec3<double> I{1, 1.7, 2.3};
  const Principal<double> body(I);
  for (int axis = 0; axis < 3; ++axis)
    for (double sign : {1.0, -1.0})
      for (int toward = 0; toward < 3; ++toward) {
        PrincipalState<double> start{};
        start.m[axis] = 2 * sign;
        const double present = 2 / I[axis], wanted = present + 0.01 * (2 / I[toward] - present);
        PrincipalState<double> s = start;
        EXPECT_TRUE(correct_energy(body, wanted, s)) << axis << " to " << toward;
        EXPECT_LT(energy_error(body, s, wanted), 1e-15);
        EXPECT_LT(norm(rotate(s.Q, s.m) - start.m), 2e-15);
        if (toward == axis) {
          EXPECT_TRUE(same(s, start));
        }
      }
  // In a coordinate plane, where one component stays zero.
  PrincipalState<double> s{{}, {0, 1, 1e-9}};
  const double wanted = energy(body, s.m) * (1 - 1e-6);
  EXPECT_TRUE(correct_energy(body, wanted, s));
  EXPECT_LT(energy_error(body, s, wanted), 1e-15);
  EXPECT_EQ(s.m.x, 0);
}

TEST(EnergyCorrection, RefusesASphere) {
  const Principal<double> sphere({2, 2, 2});
  const PrincipalState<double> start{normalized(Quaternion<double>{1, {2, 3, 4}}), {1.1, 0.7, 1.3}};
  const double present = energy(sphere, start.m);
  PrincipalState<double> s = start;
  EXPECT_FALSE(correct_energy(sphere, present * 1.01, s));
  EXPECT_TRUE(same(s, start));
  EXPECT_TRUE(correct_energy(sphere, present, s));
  EXPECT_TRUE(same(s, start));
}

// Rounding errors of a nearly spherical body are not turned into angles: corrected and plain runs stay together.
TEST(EnergyCorrection, DoesNotAmplifyRoundingOfANearSphere) {
  for (double asymmetry : {1e-15, 1e-12, 1e-9}) {
    const Principal<double> moments({1, 1 + asymmetry, 1 + 2 * asymmetry});
    Drive<Lie4> drive(moments);
    PrincipalState<double> plain{{}, {0.5, 0.7, 0.4}}, corrected = plain;
    const double E = energy(moments, plain.m), length = norm(plain.m);
    for (int n = 0; n < 10000; ++n) {
      drive.step(0.01, plain);
      drive.step(0.01, corrected);
      EXPECT_TRUE(correct_energy(moments, E, length, corrected));
    }
    EXPECT_LT(attitude_distance(plain.Q, corrected.Q), 4e-11) << asymmetry;  // measured 0, 6e-12, 1.8e-11
  }
}

TEST(EnergyCorrection, RefusesWhatIsNoMotion) {
  const Principal<double> body({1, 1.7, 2.3});
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const PrincipalState<double> rest{}, moving{{}, {1.1, 0.7, 1.3}};
  for (double wanted : {1.0, inf, nan, -1.0}) {
    PrincipalState<double> s = rest;
    EXPECT_FALSE(correct_energy(body, wanted, s)) << wanted;
    EXPECT_TRUE(same(s, rest)) << wanted;
  }
  PrincipalState<double> s = rest;
  EXPECT_TRUE(correct_energy(body, 0.0, s));
  EXPECT_TRUE(same(s, rest));
  for (double wanted : {0.0, -1.0, inf, nan}) {
    s = moving;
    EXPECT_FALSE(correct_energy(body, wanted, s)) << wanted;
    EXPECT_TRUE(same(s, moving)) << wanted;
  }
  s = {{}, {nan, 1, 1}};
  EXPECT_FALSE(correct_energy(body, 1.0, s));
}

TEST(EnergyCorrection, UnitsDoNotMatter) {
  const Vec3<double> I{1, 1.7, 2.3};
  const PrincipalState<double> start{{}, {1.1, 0.7, 1.3}};
  PrincipalState<double> s = start;
  const double wanted = 1.01 * energy(Principal<double>(I), start.m);
  EXPECT_TRUE(correct_energy(Principal<double>(I), wanted, s));
  for (double a : {0x1p-100, 0x1p100, 1.0})
    for (double b : {0x1p-100, 0x1p100, 1.0}) {
      PrincipalState<double> t{start.Q, b * start.m};
      EXPECT_TRUE(correct_energy(Principal<double>(a * I), wanted * b / a * b, t));
      EXPECT_TRUE(std::memcmp(&s.Q, &t.Q, sizeof s.Q) == 0) << a << " " << b;
      EXPECT_EQ(s.m.y * b, t.m.y);
    }
}

TEST(EnergyCorrection, LanesGiveTheBitsOfOneBody) {
  using P = Pack<double, 4>;
  Random random(23);
  for (int trial = 0; trial < 500; ++trial) {
    Vec3<P> I;
    PrincipalState<P> s;
    P wanted;
    Vec3<double> moments[4];
    PrincipalState<double> one[4];
    double goal[4];
    for (int i = 0; i < 4; ++i) {
      moments[i] = random.moments();
      one[i] = {random.attitude(), random.vector()};
      if (trial % 5 == 1 && i == 1) one[i].m = {0, 0, 0};
      if (trial % 5 == 2 && i == 2) one[i].m = {0, 0.5, 0};
      if (trial % 5 == 3 && i == 3) moments[i] = {0.4, 0.4, 0.4};
      goal[i] = energy(Principal<double>(moments[i]), one[i].m) * random.uniform(0.7, 1.3);
      set_lane(s, i, one[i]);
      set_lane(wanted, i, goal[i]);
      for (int k = 0; k < 3; ++k) set_lane(I[k], i, moments[i][k]);
    }
    const auto mask = correct_energy(Principal<P>(I), wanted, s);
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(correct_energy(Principal<double>(moments[i]), goal[i], one[i]), mask_lane<P>(mask, i));
      EXPECT_TRUE(same(one[i], lane(s, i)));
    }
  }
}

// The work of a step is the change of the kinetic energy, to order 2k.
TEST(EnergyUnderTorque, WorkHasTheOrderItShould) {
  const Principal<Quad> body({Quad(1), Quad(17) / 10, Quad(23) / 10});
  const PrincipalState<Quad> start{{}, {Quad(11) / 10, Quad(7) / 10, Quad(13) / 10}};
  const auto torque = sum_of_torques(HeavyTop(0.9, {0.3, -0.5, 0.7}), Drag(0.05));
  const auto error = [&](int k, Quad h) {
    const PrincipalState<Quad> after = extrapolated_step(body, torque, Quad(0), h, start);
    const Quad work = energy(body, after.m) - energy(body, start.m);
    return double(abs(detail::work_of_step(body, torque, Quad(0), h, start, k) - work));
  };
  for (int k = 1; k <= 6; ++k)  // measured 2.9, 5.0, 6.8, 9.1, 13.6, 13.1
    EXPECT_GT(std::log2(error(k, Quad(1) / 8) / error(k, Quad(1) / 16)), 2 * k + 0.6) << k;
}

// Orders of attitude with the correction after every step. Order p stays p for even p. For odd p the error is a bounded
// part of order p and a growing one of order p + 1, so a measured order lies between the two.
template <class M>
std::array<double, 4> orders_with_correction() {
  const Principal<Quad> moments({Quad(1), Quad(17) / 10, Quad(23) / 10});
  const PrincipalState<Quad> start{{}, {Quad(11) / 10, Quad(7) / 10, Quad(13) / 10}};
  const Quad end = 6, E = energy(moments, start.m);
  static const Quaternion<Quad> exact = [&] {
    PrincipalState<Quad> s = start;
    Drive<Lie6, NoTorque, Quad> drive(moments);
    for (int n = 0; n < 20000; ++n) drive.step(end / Quad(20000), s);
    return s.Q;
  }();
  Drive<M, NoTorque, Quad> drive(moments);
  std::array<double, 4> orders{};
  double last = 0;
  for (int i = 0; i <= 4; ++i) {
    const int steps = 100 << i;
    PrincipalState<Quad> s = start;
    for (int n = 0; n < steps; ++n) {
      drive.step(end / Quad(steps), s);
      EXPECT_TRUE(correct_energy(moments, E, s));
    }
    EXPECT_LT(energy_error(moments, s, E), 1e-32);
    const double error = double(attitude_distance(s.Q, exact));
    if (i > 0) orders[i - 1] = std::log2(last / error);
    last = error;
  }
  return orders;
}
TEST(EnergyCorrection, KeepsTheOrder) {
  MethodList<Lie1, Lie2, Lie2Augmented, Lie3False, Lie3, Lie4, Lie5, Lie6>::each([](auto m) {
    using M = decltype(m);
    constexpr int p = M::info.attitude_order;
    const auto orders = orders_with_correction<M>();
    if (p % 2 == 0) {
      for (double order : orders) EXPECT_NEAR(order, p, 0.1) << M::info.name;
    } else {
      EXPECT_NEAR(orders.back(), p, 0.25) << M::info.name;  // measured 0.83, 3.11, 4.98
    }
  });
}

}  // namespace
}  // namespace polhode
