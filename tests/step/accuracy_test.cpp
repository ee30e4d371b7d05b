// The step for engines against the exact motion, and under torques. (The cases of the league: tests/league.)
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "polhode/body/invariants.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode_step.h"

namespace polhode::test {
namespace {

const Vec3<double> kMoments{0.6, 0.8, 1.0}, kMomentum{1.8, 0.4, -0.9};

/// Largest error of the attitude over 100 s in steps of 1/60 s, and of the energy.
struct Errors {
  double attitude = 0, energy = 0;
};
template <class Body, class Spin, class T>
Errors errors(int (*set_body)(Body*, const T*), void (*step)(const Body*, T, Spin*),
              T (*energy)(const Body*, const Spin*)) {
  const Principal<double> principal(kMoments);
  const PrincipalMotion<double> motion(principal, {{}, kMomentum});
  const T moments[] = {T(kMoments.x), T(kMoments.y), T(kMoments.z)};
  Body body;
  set_body(&body, moments);
  Spin spin{};
  spin.q[0] = 1, spin.L[0] = T(kMomentum.x), spin.L[1] = T(kMomentum.y), spin.L[2] = T(kMomentum.z);
  const double E = 0.5 * dot(kMomentum, times(principal.x, kMomentum));
  Errors worst;
  for (int n = 1; n <= 6000; ++n) {
    step(&body, T(1. / 60), &spin);
    const Quaternion<double> Q{double(spin.q[0]), {double(spin.q[1]), double(spin.q[2]), double(spin.q[3])}};
    worst.attitude = std::fmax(worst.attitude, attitude_distance(normalized(Q), motion.at(n / 60.).Q));
    worst.energy = std::fmax(worst.energy, std::fabs(double(energy(&body, &spin)) / E - 1));
  }
  return worst;
}

TEST(StepForEngines, StaysWithTheExactMotionFor100SecondsInDouble) {
  const Errors e = errors<polhode_body, polhode_spin>(polhode_set_body, polhode_step, polhode_energy);
  EXPECT_LT(e.attitude, 2e-8);  // measured 9.1e-9
  EXPECT_LT(e.energy, 1e-10);   // measured 1.7e-11
}
TEST(StepForEngines, StaysWithTheExactMotionFor100SecondsInFloat) {
  const Errors e = errors<polhode_bodyf, polhode_spinf>(polhode_set_bodyf, polhode_stepf, polhode_energyf);
  EXPECT_LT(e.attitude, 1e-5);  // measured 5.1e-6: half of it 1/60 rounded to float
  EXPECT_LT(e.energy, 3e-7);    // measured 9.8e-8
}

double attitude_error(const double (&moments)[3], int steps) {
  const Vec3<double> I{moments[0], moments[1], moments[2]};
  polhode_body body;
  polhode_set_body(&body, moments);
  polhode_spin spin{{1, 0, 0, 0}, {1.8, 0.4, -0.9}};
  for (int n = 0; n < steps; ++n) polhode_step(&body, 10. / steps, &spin);
  const Quaternion<double> Q{spin.q[0], {spin.q[1], spin.q[2], spin.q[3]}};
  return attitude_distance(Q, PrincipalMotion<double>(Principal<double>(I), {{}, kMomentum}).at(10.).Q);
}
TEST(StepForEngines, HasOrderFourForAFreeBody) {
  for (const auto& moments : {std::array{0.6, 0.8, 1.0}, {1.0, 0.6, 0.8}, {2.5, 2.0, 1.0}, {0.8, 1.0, 0.6}}) {
    const double I[] = {moments[0], moments[1], moments[2]};
    EXPECT_NEAR(std::log2(attitude_error(I, 300) / attitude_error(I, 600)), 4, 0.05);  // 600: 2e-10 to 8e-10 rad
  }
}
TEST(StepForEngines, HardlyChangesTheEnergyInAMillionSteps) {
  const double I[] = {0.6, 0.8, 1.0};
  polhode_body body;
  polhode_set_body(&body, I);
  polhode_spin spin{{1, 0, 0, 0}, {1.8, 0.4, -0.9}};
  const double E = polhode_energy(&body, &spin);
  double worst = 0;
  for (int n = 0; n < 1000000; ++n) {
    polhode_step(&body, 1 / 60., &spin);
    worst = std::fmax(worst, std::fabs(polhode_energy(&body, &spin) / E - 1));
  }
  EXPECT_LT(worst, 3e-11);  // measured 1.74e-11
}

/// A top on its tip under its weight, with energy kept or not; 2 s in n steps.
polhode_spin top(int n) {
  const double moments[] = {0.6, 0.8, 1.0}, h = 2. / n;
  polhode_body body;
  polhode_set_body(&body, moments);
  polhode_spin spin{{1, 0, 0, 0}, {1.8, 0.4, -0.9}};
  const auto half_kick = [&] {  // e3 of the body in space, crossed with the weight along -e3
    const double *q = spin.q, x = 2 * (q[1] * q[3] + q[0] * q[2]), y = 2 * (q[2] * q[3] - q[0] * q[1]);
    const double impulse[] = {-y * h / 2, x * h / 2, 0};
    polhode_kick(impulse, &spin);
  };
  for (int i = 0; i < n; ++i) half_kick(), polhode_step(&body, h, &spin), half_kick();
  return spin;
}
/// The same for a constant torque.
polhode_spin pushed(int n) {
  const double moments[] = {0.6, 0.8, 1.0}, torque[] = {0.3, -0.5, 1};
  polhode_body body;
  polhode_set_body(&body, moments);
  polhode_spin spin{{1, 0, 0, 0}, {1.8, 0.4, -0.9}};
  for (int i = 0; i < n; ++i) polhode_step_torque(&body, 2. / n, torque, &spin);
  return spin;
}
double distance(const polhode_spin& a, const polhode_spin& b) {
  double sum = 0;
  for (int k = 0; k < 4; ++k) sum += (a.q[k] - b.q[k]) * (a.q[k] - b.q[k]);
  for (int k = 0; k < 3; ++k) sum += (a.L[k] - b.L[k]) * (a.L[k] - b.L[k]);
  return std::sqrt(sum);
}

TEST(StepForEngines, HasOrderTwoUnderTorques) {
  for (polhode_spin (*run)(int) : {top, pushed}) {
    const polhode_spin best = run(64000);
    EXPECT_NEAR(std::log2(distance(run(200), best) / distance(run(400), best)), 2, 0.02);
    EXPECT_NEAR(std::log2(distance(run(400), best) / distance(run(800), best)), 2, 0.02);
  }
}
TEST(StepForEngines, AddsTheWholeImpulseOfAConstantTorque) {
  const polhode_spin spin = pushed(256);
  EXPECT_NEAR(spin.L[0], 1.8 + 2 * 0.3, 1e-13);
  EXPECT_NEAR(spin.L[1], 0.4 - 2 * 0.5, 1e-13);
  EXPECT_NEAR(spin.L[2], -0.9 + 2, 1e-13);
}
TEST(StepForEngines, GivesOmegaBackInSpaceAxes) {
  const double moments[] = {0.6, 0.8, 1.0}, omega[] = {1, -2, 3};
  polhode_body body;
  polhode_set_body(&body, moments);
  polhode_spin spin{{0.5, -0.5, 0.5, 0.5}, {}};
  polhode_set_omega(&body, omega, &spin);
  const Quaternion<double> Q{0.5, {-0.5, 0.5, 0.5}};
  const Vec3<double> L = rotate(Q, times(kMoments, rotate_back(Q, Vec3<double>{1, -2, 3})));
  EXPECT_NEAR(spin.L[0], L.x, 1e-15);
  EXPECT_NEAR(spin.L[1], L.y, 1e-15);
  EXPECT_NEAR(spin.L[2], L.z, 1e-15);
  double back[3];
  polhode_omega(&body, &spin, back);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(back[k], omega[k], 4e-15);
}

}  // namespace
}  // namespace polhode::test
