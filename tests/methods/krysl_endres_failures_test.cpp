// Steps of the methods of Krysl and Endres that fail, alone and in lanes.
#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "methods/krysl_endres.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "support/bodies.hpp"

namespace polhode::test {
namespace {

// --- what fails -----------------------------------------------------------------------------------------------------------

TEST(KryslEndres, AStepThatFailsChangesNothing) {
  const auto problem = problems::asymmetric_top();
  const auto too_large = [&](auto m) {
    using M = decltype(m);
    DrivenBody<M, double, HeavyTop<>> run(problem.body(), problem.start, problem.torque);
    ASSERT_TRUE(run.steps(3, 0.1));
    const auto before = run;
    EXPECT_FALSE(run.step(50.0).converged) << M::info.name;
    EXPECT_EQ(0, std::memcmp(&run.s, &before.s, sizeof run.s)) << M::info.name;
    auto repeated = before;
    run.t = before.t;
    ASSERT_TRUE(run.steps(3, 0.1) && repeated.steps(3, 0.1));
    EXPECT_EQ(0, std::memcmp(&run.s, &repeated.s, sizeof run.s)) << M::info.name << ": memory";
  };
  too_large(LewisSimo{}), too_large(LewisSimoEnergy{}), too_large(Lgvi{});

  const auto broken =
      potential([](const auto&) { return 0.0; }, [](const auto&) { return Vec3<double>{0, std::nan(""), 0}; });
  const auto not_a_number = [&](auto m) {
    using M = decltype(m);
    DrivenBody<M, double, std::remove_cvref_t<decltype(broken)>> run(problem.body(), problem.start, broken);
    EXPECT_FALSE(run.step(0.1).converged) << M::info.name;
    EXPECT_EQ(0, std::memcmp(&run.s, &problem.start, sizeof run.s)) << M::info.name;
  };
  not_a_number(Newmark{}), not_a_number(NewmarkSpatial{}), not_a_number(Akw{}), not_a_number(LewisSimo{});
  not_a_number(LewisSimoEnergy{}), not_a_number(Lgvi{});
}

TEST(KryslEndres, LanesHaveTheBitsOfSingleBodiesAlsoWhereTheyFail) {
  using P = Pack<double, 4>;
  const HeavyTop top(0.9, {0.3, -0.5, 0.7});
  each_method([&](auto m) {
    using M = decltype(m);
    Random random(1729);
    Vec3<P> I{};
    PrincipalState<P> packed{};
    P h{};
    std::vector<DrivenBody<M, double, HeavyTop<>>> singles;
    const std::array<double, 4> angle{0.1, 0.7, 9, 3};  // easy, hard, by continuation or beyond the limit, damped
    std::array<double, 4> steps{};
    for (int i = 0; i < 4; ++i) {
      const Vec3<double> moments = random.moments();
      const PrincipalState<double> s{random.attitude(), random.vector()};
      const std::size_t u = std::size_t(i);
      steps[u] = angle[u] / norm(times(Principal<double>(moments).x, s.m));
      singles.emplace_back(Principal<double>(moments), s, top);
      for (int k = 0; k < 3; ++k) set_lane(I[k], i, moments[k]);
      set_lane(packed, i, s);
      set_lane(h, i, steps[u]);
    }
    DrivenBody<M, P, HeavyTop<>> run(Principal<P>(I), packed, top);
    for (int n = 0; n < 20; ++n) {
      const auto status = run.step(h);
      for (int i = 0; i < 4; ++i) {
        auto& single = singles[std::size_t(i)];
        const auto alone = single.step(steps[std::size_t(i)]);
        const PrincipalState<double> in_pack = lane(run.s, i);
        ASSERT_EQ(mask_lane<P>(status.converged, i), alone.converged)
            << M::info.name << ", lane " << i << ", step " << n;
        ASSERT_EQ(0, std::memcmp(&in_pack, &single.s, sizeof in_pack))
            << M::info.name << ", lane " << i << ", step " << n;
      }
    }
  });
}

}  // namespace
}  // namespace polhode::test
