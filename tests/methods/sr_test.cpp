#include "polhode/methods/sr.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "polhode/exact/jacobi_reference.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/sr_modified.hpp"
#include "polhode/numbers/quad.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "support/bodies.hpp"
#include "support/driven_body.hpp"

namespace polhode::test {
namespace {

/// In 113 bits, where rounding cannot be taken for an error of the method.
template <class M>
void expect_exact_for_symmetric_bodies() {
  const PrincipalState<Quad> start{{}, {Quad(0.5), Quad(0.2), Quad(1.36)}};
  for (const Vec3<double>& I : {Vec3<double>{1, 1, 1.7}, {1, 1.7, 1}, {1.7, 1, 1}, {1.7, 1.7, 1}, {1.3, 1.3, 1.3}})
    for (const double theta : {0.1, 1.6, 2.1, 3.2, 10.0, 100.0}) {
      const Principal<Quad> body(convert<Quad>(I));
      const Quad h = Quad(theta) / norm(times(body.x, start.m));
      const int n = 50;
      DrivenBody<M, Quad> run(body, start);
      run.steps(n, h);
      const PrincipalState<Quad> exact = jacobi_reference(body, start, Quad(n) * h);
      EXPECT_LT(double(relative_distance(run.s.m, exact.m)), 1e-27) << M::info.name << ", h|w| = " << theta;  // 1e-29
      EXPECT_LT(double(attitude_distance(run.s.Q, exact.Q)), 1e-27) << M::info.name << ", h|w| = " << theta;  // 5e-29
    }
}

TEST(Sr, IsExactForEverySymmetricBodyAtEveryStep) {
  expect_exact_for_symmetric_bodies<Sr<2>>();
  expect_exact_for_symmetric_bodies<Sr<4>>();
  expect_exact_for_symmetric_bodies<SrModified>();
}

TEST(Sr, KeepsTheLengthOfTheAttitudeWhenTheTopTurnsByMoreThanHalfATurnAStep) {
  const Principal<double> body(Vec3<double>{1, 1, 1.7});
  const PrincipalState<double> start{{}, {0.5, 0.2, 1.36}};
  DrivenBody<Strang<Sr<2>>, double, HeavyTop<>> run(body, start, HeavyTop(1e-3, {0, 0, 1}));
  ASSERT_TRUE(run.steps(321, 3.11));
  EXPECT_NEAR(norm2(run.s.Q), 1, 2e-15);  // was 1e-56
}

/// How much the energy changes in the mean from the first half of 1e6 steps to the second, of itself.
double drift(const Problem& problem, double theta) {
  const Principal<double> body = problem.body<double>();
  const PrincipalState<double> start = problem.start<double>();
  DrivenBody<SrModified, double> run(body, start);
  const int n = 500000;
  double mean[2] = {};
  for (double& half : mean)
    for (int i = 0; i < n; ++i) {
      EXPECT_TRUE(run.steps(1, theta / problem.rate()));
      half += (energy(body, run.s.m) / energy(body, start.m) - 1) / n;
    }
  return mean[1] - mean[0];
}
TEST(SrModified, LosesAlmostNoEnergyAtStepsThatResolveTheMotion) {
  for (const Problem& problem : kProblems) {
    EXPECT_LT(std::fabs(drift(problem, 0.2)), 5e-10) << problem.name;  // measured 1.3e-13 to 2.9e-10
    const double at_half = std::fabs(drift(problem, 0.5)), at_1 = std::fabs(drift(problem, 1));
    EXPECT_NEAR(std::log2(at_1 / at_half), 10, 0.5) << problem.name << ": " << at_1;  // a step; h^9 in a given time
    EXPECT_LT(at_1, 5e-3) << problem.name;                                            // measured 2.8e-6 to 2.8e-3
  }
}

}  // namespace
}  // namespace polhode::test
