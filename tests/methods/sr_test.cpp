#include "polhode/methods/sr.hpp"

#include <gtest/gtest.h>

#include "polhode/exact/jacobi_reference.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/numbers/quad.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "support/driven_body.hpp"

namespace polhode::test {
namespace {

/// In 113 bits, where rounding cannot be taken for an error of the method.
template <int order>
void expect_exact_for_symmetric_bodies() {
  const PrincipalState<Quad> start{{}, {Quad(0.5), Quad(0.2), Quad(1.36)}};
  for (const Vec3<double>& I : {Vec3<double>{1, 1, 1.7}, {1, 1.7, 1}, {1.7, 1, 1}, {1.7, 1.7, 1}, {1.3, 1.3, 1.3}})
    for (const double theta : {0.1, 1.6, 2.1, 3.2, 10.0, 100.0}) {
      const Principal<Quad> body(convert<Quad>(I));
      const Quad h = Quad(theta) / norm(times(body.x, start.m));
      const int n = 50;
      DrivenBody<Sr<order>, Quad> run(body, start);
      run.steps(n, h);
      const PrincipalState<Quad> exact = jacobi_reference(body, start, Quad(n) * h);
      EXPECT_LT(double(relative_distance(run.s.m, exact.m)), 1e-27)
          << "order " << order << ", h|w| = " << theta;  // 1e-29
      EXPECT_LT(double(attitude_distance(run.s.Q, exact.Q)), 1e-27)
          << "order " << order << ", h|w| = " << theta;  // 5e-29
    }
}

TEST(Sr, IsExactForEverySymmetricBodyAtEveryStep) {
  expect_exact_for_symmetric_bodies<2>();
  expect_exact_for_symmetric_bodies<4>();
}

TEST(Sr, KeepsTheLengthOfTheAttitudeWhenTheTopTurnsByMoreThanHalfATurnAStep) {
  const Principal<double> body(Vec3<double>{1, 1, 1.7});
  const PrincipalState<double> start{{}, {0.5, 0.2, 1.36}};
  DrivenBody<Strang<Sr<2>>, double, HeavyTop<>> run(body, start, HeavyTop(1e-3, {0, 0, 1}));
  ASSERT_TRUE(run.steps(321, 3.11));
  EXPECT_NEAR(norm2(run.s.Q), 1, 2e-15);  // was 1e-56
}

}  // namespace
}  // namespace polhode::test
