// The step for engines is the library's sr4-modified, made of its sr2: with fma, bit for bit.
#define POLHODE_STEP_FMA
#include <cmath>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "polhode/drive/drive.hpp"
#include "polhode/methods/sr_modified.hpp"
#include "polhode_step.h"

namespace polhode::test {
namespace {

bool same_bits(const double* a, const Quaternion<double>& Q) {
  const double b[] = {Q.w, Q.v.x, Q.v.y, Q.v.z};
  return std::memcmp(a, b, sizeof b) == 0;
}
bool same_bits(const double* a, const Vec3<double>& m) {
  const double b[] = {m.x, m.y, m.z};
  return std::memcmp(a, b, sizeof b) == 0;
}

struct Case {
  double I[3], q[4], m[3];
};
/// Bodies of all kinds: every order of the moments, every fifth of them symmetric.
class Cases {
 public:
  Case next() {
    Case c{};
    for (double& a : c.I) a = std::pow(10, number_(random_));
    if (n_ % 5 == 0) c.I[n_ / 5 % 3] = c.I[(n_ / 5 + 1) % 3];
    ++n_;
    double length = 0;
    for (double& a : c.q) a = number_(random_), length += a * a;
    for (double& a : c.q) a = a / std::sqrt(length);
    for (double& a : c.m) a = number_(random_);
    return c;
  }
  double power(double least, double most) { return std::pow(10, least + (most - least) * (1 + number_(random_)) / 2); }

 private:
  std::mt19937_64 random_{7};
  std::uniform_real_distribution<double> number_{-1, 1};
  int n_ = 0;
};

TEST(StepForEngines, InBodyAxesHasTheBitsOfTheLibrarysSr2) {
  Cases cases;
  for (int n = 0; n < 2000; ++n) {
    Case c = cases.next();
    const double h = cases.power(-9, 4);
    polhode_body body;
    ASSERT_EQ(polhode_set_body(&body, c.I), 1);
    Drive<Sr<2>, NoTorque> drive{Principal<double>(Vec3<double>{c.I[0], c.I[1], c.I[2]})};
    PrincipalState<double> s{{c.q[0], {c.q[1], c.q[2], c.q[3]}}, {c.m[0], c.m[1], c.m[2]}};
    for (int k = 0; k < 20; ++k) {
      polhode_step_in_body(&body, h, c.q, c.m);
      drive.step(h, s);
      ASSERT_TRUE(same_bits(c.q, s.Q) && same_bits(c.m, s.m))
          << "body " << n << ", step " << k << ", h " << h << ", moments " << c.I[0] << " " << c.I[1] << " " << c.I[2];
    }
  }
}

/// The file for engines holds L in space: the library's step begins with the momentum in the body that it finds from it.
TEST(StepForEngines, HasTheBitsOfTheLibrarysSr4Modified) {
  Cases cases;
  int of_order_4 = 0, of_order_2 = 0;
  for (int n = 0; n < 4000; ++n) {
    const Case c = cases.next();
    polhode_body body;
    ASSERT_EQ(polhode_set_body(&body, c.I), 1);
    // Every other body close to the limit of order 4, where the corrections are largest.
    const double limit = 0.125 / std::sqrt(body.rate2 * (c.m[0] * c.m[0] + c.m[1] * c.m[1] + c.m[2] * c.m[2]));
    const double h = n % 2 && body.rate2 > 0 ? limit * cases.power(-0.3, 0.1) : cases.power(-9, 4);
    const Principal<double> principal(Vec3<double>{c.I[0], c.I[1], c.I[2]});
    const SrModified::Body<double> constants(principal);
    polhode_spin spin{{c.q[0], c.q[1], c.q[2], c.q[3]}, {c.m[0], c.m[1], c.m[2]}};
    for (int k = 0; k < 20; ++k) {
      double excess = 0, m[3];
      const polhode_step_four f = polhode_step_unit(polhode_step_load(&body, spin.q), &excess);
      polhode_step_put(&body, polhode_step_rotate(f, -1, polhode_step_pick(&body, spin.L)), m);
      PrincipalState<double> s{{spin.q[0], {spin.q[1], spin.q[2], spin.q[3]}}, {m[0], m[1], m[2]}};
      // Too far for order 4? |m|^2 is that of the axes in the order of the step.
      const Vec3<double> u = constants.to_middle(s.m);
      const bool far = !(h * h * body.rate2 * (u.x * u.x + u.y * u.y + u.z * u.z) <= 0x1p-6);
      ++(far ? of_order_2 : of_order_4);
      polhode_step(&body, h, &spin);
      SrModified::step(constants, h, far ? 0. : h * h, s);
      ASSERT_TRUE(same_bits(spin.q, s.Q))
          << "body " << n << ", step " << k << ", h " << h << ", moments " << c.I[0] << " " << c.I[1] << " " << c.I[2];
    }
  }
  EXPECT_GT(of_order_4, 20000);
  EXPECT_GT(of_order_2, 20000);
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
