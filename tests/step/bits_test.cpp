// The step for engines is made of the library's sr2: with fma, bit for bit.
#define POLHODE_STEP_FMA
#include <cmath>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "polhode/drive/drive.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode_step.h"

namespace polhode::test {
namespace {

bool same_bits(const double* a, const PrincipalState<double>& s) {
  const double b[] = {s.Q.w, s.Q.v.x, s.Q.v.y, s.Q.v.z, s.m.x, s.m.y, s.m.z};
  return std::memcmp(a, b, sizeof b) == 0;
}

/// Bodies and steps of all kinds: every order of the moments, symmetric ones, h |w| from 1e-9 to 1e4 (large turns).
TEST(StepForEngines, InBodyAxesHasTheBitsOfTheLibrarysSr2) {
  using T = double;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> number(-1, 1), exponent(-9, 4);
  for (int n = 0; n < 2000; ++n) {
    T I[3], q[4], state[7];
    for (T& a : I) a = T(std::pow(10, number(random)));
    if (n % 5 == 0) I[n / 5 % 3] = I[(n / 5 + 1) % 3];
    double length = 0;
    for (int k = 0; k < 4; ++k) q[k] = T(number(random));
    for (const T a : q) length += double(a) * double(a);
    for (int k = 0; k < 4; ++k) state[k] = T(double(q[k]) / std::sqrt(length));
    for (int k = 0; k < 3; ++k) state[4 + k] = T(number(random));
    const T h = T(std::pow(10, exponent(random)));

    polhode_body body;
    ASSERT_EQ(polhode_set_body(&body, I), 1);
    Drive<Sr<2>, NoTorque, T> drive{Principal<T>(Vec3<T>{I[0], I[1], I[2]})};
    PrincipalState<T> s{{state[0], {state[1], state[2], state[3]}}, {state[4], state[5], state[6]}};
    for (int k = 0; k < 20; ++k) {
      polhode_step_in_body(&body, h, state, state + 4);
      drive.step(h, s);
      ASSERT_TRUE(same_bits(state, s)) << "body " << n << ", step " << k << ", h " << h << ", moments " << I[0] << " "
                                       << I[1] << " " << I[2];
    }
  }
}

TEST(StepForEngines, KeepsTheMomentumInSpaceToTheLastBit) {
  const double I[] = {0.6, 0.8, 1.0};
  polhode_body body;
  polhode_set_body(&body, I);
  polhode_spin spin{{1, 0, 0, 0}, {1.8, 0.4, -0.9}};
  for (int k = 0; k < 6000; ++k) polhode_step(&body, 1 / 60., &spin);
  EXPECT_EQ(spin.L[0], 1.8);
  EXPECT_EQ(spin.L[1], 0.4);
  EXPECT_EQ(spin.L[2], -0.9);
}

}  // namespace
}  // namespace polhode::test
