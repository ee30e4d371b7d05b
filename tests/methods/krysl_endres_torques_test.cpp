// What the methods of Krysl and Endres ask of a torque: how often, and what becomes of one that depends on the velocity.
#include <cmath>
#include <cstring>
#include <type_traits>

#include <gtest/gtest.h>

#include "methods/krysl_endres.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/torques/drag.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "support/counted.hpp"

namespace polhode::test {
namespace {

TEST(Newmark, TreatsDragInsideTheStep) {
  // A sphere slowed by drag: each method is then a known rational function of z = h c/I.
  const double c = 0.7, I = 1.4, h = 0.3, z = h * c / I;
  const Vec3<double> m{0.3, -0.4, 0.5};
  const auto factor = [&](auto method) {
    DrivenBody<decltype(method), double, Drag<>> run(Principal<double>({I, I, I}), {{}, m}, Drag(c));
    EXPECT_TRUE(run.steps(1, h));
    EXPECT_LT(norm(cross(run.s.m, m)), 1e-15);
    return run.s.m.x / m.x;
  };
  const double trapezoidal = (1 - 0.5 * z) / (1 + 0.5 * z);
  EXPECT_NEAR(factor(Newmark{}), trapezoidal, 1e-15);
  EXPECT_NEAR(factor(NewmarkSpatial{}), trapezoidal, 1e-15);
  EXPECT_NEAR(factor(SimoWong{}), trapezoidal, 1e-15);
  EXPECT_NEAR(factor(Akw{}), trapezoidal, 1e-15);
  EXPECT_NEAR(factor(LewisSimo{}), trapezoidal, 1e-15);
  EXPECT_NEAR(factor(Lgvi{}), trapezoidal, 1e-15);
  EXPECT_NEAR(factor(Hulbert{}), 1 - z * (1 - 0.5 * z), 1e-15);
}

// --- time ---------------------------------------------------------------------------------------------------------------

struct Growing {
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>&) const {
    return {t, T(0), T(0.5) * t * t};
  }
};

/// The state after a step at t = 0 and one at t = second, by one drive or by a new one for the second step.
template <class M>
PrincipalState<double> second_step(double second, bool anew) {
  const auto problem = problems::asymmetric_top();
  Drive<M, Growing> drive(problem.body(), Growing{}), fresh = drive;
  PrincipalState<double> s = problem.start;
  drive.step(0, 0.02, s);
  (anew ? fresh : drive).step(second, 0.02, s);
  return s;
}
TEST(MemoryOfAMethod, IsNotThatOfAnotherTime) {
  const auto expect = [](auto method) {
    using M = decltype(method);
    const auto same = [](const PrincipalState<double>& a, const PrincipalState<double>& b) {
      return std::memcmp(&a, &b, sizeof a) == 0;
    };
    // It goes on, also from a time that differs by rounding; after a jump it starts anew.
    EXPECT_LT(norm(second_step<M>(0.02, false).m - second_step<M>(0.02 * (1 + 1e-15), false).m), 1e-15) << M::info.name;
    EXPECT_FALSE(same(second_step<M>(0.02, false), second_step<M>(0.02, true))) << M::info.name;
    for (const double t : {5.0, 0.021, 0.0, -3.0})
      EXPECT_TRUE(same(second_step<M>(t, false), second_step<M>(t, true))) << M::info.name << ", t = " << t;
  };
  expect(SimoWong{});
  expect(Hulbert{});
}

// --- torque evaluations -------------------------------------------------------------------------------------------------

/// By its signature it may depend on everything.
template <class Model>
struct CountedGeneral {
  Model model;
  long* calls;
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    ++*calls;
    return torque_of(model, t, Q, w);
  }
};
struct Clocked {  // a torque that says that it does not depend on the velocity
  static constexpr Abilities kMost{.time = true};
  static constexpr Abilities abilities() { return kMost; }
  long* calls;
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>&, const Vec3<T>&) const {
    ++*calls;
    const T f = T(1) / (T(1) + t * t);
    return {f, -f, T(0)};
  }
};

template <class M, class Torque>
double evaluations(const Torque& torque, long& calls) {
  const auto problem = problems::asymmetric_top();
  Drive<M, Torque> drive(problem.body(), torque);
  PrincipalState<double> s = problem.start;
  const double h = 0.1 / norm(times(problem.body().x, s.m));
  const int n = 5000;
  for (int i = 0; i < n; ++i) {
    if (i == 2) calls = 0;
    EXPECT_TRUE(drive.step({i * h, h, (i + 1) * h}, s).converged);  // the time of a run that counts
  }
  return double(calls) / (n - 2);
}

TEST(TorqueEvaluations, AreAsOnTheCards) {
  const HeavyTop top;
  each_method([&](auto m) {
    using M = decltype(m);
    long calls = 0;
    const double potential = evaluations<M>(Counted<HeavyTop<>>{top, &calls}, calls);
    if constexpr (std::is_same_v<M, Akw> || std::is_same_v<M, LewisSimo> || std::is_same_v<M, LewisSimoEnergy>)
      EXPECT_NEAR(potential, M::info.torque_evaluations, 0.25) << M::info.name;  // measured 3.85, 3.92, 3.93
    else
      EXPECT_EQ(potential, M::info.torque_evaluations) << M::info.name;
    if constexpr (!M::info.needs.potential) {
      const double general = evaluations<M>(CountedGeneral<HeavyTop<>>{top, &calls}, calls);
      const double drag = evaluations<M>(CountedGeneral<Drag<>>{Drag(0.1), &calls}, calls);
      const double clocked = evaluations<M>(Clocked{&calls}, calls);
      if constexpr (!std::is_same_v<M, Akw> && !std::is_same_v<M, LewisSimo> && !std::is_same_v<M, Hulbert>) {
        EXPECT_EQ(general, 2) << M::info.name;  // one to see that it does not change with the velocity
        EXPECT_LE(drag, 6) << M::info.name;     // measured 5.5
        EXPECT_EQ(clocked, 1) << M::info.name;
      } else if constexpr (std::is_same_v<M, Hulbert>) {
        EXPECT_EQ(general, 2);
      }
    }
  });
}

}  // namespace
}  // namespace polhode::test
