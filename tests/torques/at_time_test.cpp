// What of a torque depends on the time alone: computed once where a method comes back to a time, with the same bits.
#include <algorithm>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/drive/stepper.hpp"
#include "polhode/methods/gauss.hpp"
#include "polhode/methods/rk.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/torques/any.hpp"
#include "polhode/torques/combined.hpp"

namespace polhode::test {
namespace {

const Vec3<double> kMoments{40, 60, 80};
const PrincipalState<double> kStart{normalized(Quaternion<double>{1, {0.3, -0.2, 0.5}}), {0.08, 1.05, 0.4}};

KeplerOrbit<double> orbit() {
  return KeplerOrbit<double>({.mu = 3.986e14, .periapsis_radius = 6.8e6, .eccentricity = 0.3, .inclination = 0.4});
}
GravityGradientOnOrbit<double> gradient() {
  return {orbit(), kMoments};
}
MagneticDipole<double> magnet() {
  return {orbit(), {0.1, 0.3, -0.2}, {0, 1e15, -7.8e15}, 7.29e-5};
}

bool same(const Vec3<double>& a, const Vec3<double>& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}
bool same(const PrincipalState<double>& a, const PrincipalState<double>& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

/// Both ways, at many times; in lanes, too.
template <class M>
void expect_the_same_torque(const M& model) {
  using P = Pack<double, 4>;
  const Quaternion<double> Q = kStart.Q;
  const Vec3<double> w{0.01, -0.02, 0.03};
  for (const double t : {0.0, 17.0, -4e3, 1e5}) {
    const Vec3<double> direct = torque_of(model, t, Q, w);
    EXPECT_GT(norm(direct), 0);
    EXPECT_TRUE(same(torque_of(model, at_time_of(model, t), Q, w), direct)) << t;
    P times;
    for (int i = 0; i < 4; ++i) set_lane(times, i, t + 100 * (i - 2));
    const auto together = at_time_of(model, times);
    EXPECT_TRUE(same(torque_of(model, lane(together, 2), Q, w), direct)) << t;
  }
}

TEST(AtTime, the_torque_is_the_same) {
  expect_the_same_torque(gradient());
  expect_the_same_torque(magnet());
  expect_the_same_torque(AnyTorque<double>(magnet()));
  expect_the_same_torque(sum_of_torques(Drag<double>(0.1), magnet(), gradient()));
  expect_the_same_torque(InPrincipalAxes(gradient(), normalized(Quaternion<double>{1, {0.2, 0.1, -0.3}})));
  // One more than are kept, with one that does not depend on time before and after.
  const std::vector<AnyTorque<double>> parts{Drag<double>(0.1), gradient(), magnet(), Drag<double>(0.3), magnet()};
  static_assert(TorqueSet<double>::kKept < 5);
  expect_the_same_torque(TorqueSet<double>(parts));
}

/// Counts who asks for what.
struct Counting {
  GravityGradientOnOrbit<double> model;
  mutable int times = 0, torques = 0;
  template <class T>
  auto at_time(const T& t) const {
    ++times;
    return model.at_time(t);
  }
  template <class T>
  Vec3<T> torque(const AtTime<T>& now, const Quaternion<T>& Q) const {
    ++torques;
    return model.torque(now, Q);
  }
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q) const {
    return torque(at_time(t), Q);
  }
};

template <class M>
void expect_few_times(double most_times, double least_torques) {
  constexpr int kSteps = 50;
  Counting counting{gradient()};
  Drive<M, Counting, double> counted(Principal<double>(kMoments), counting);
  Drive<M, TorqueSet<double>, double> chosen(Principal<double>(kMoments),
                                             TorqueSet<double>(std::vector<AnyTorque<double>>{gradient()}));
  PrincipalState<double> a = kStart, b = kStart;
  for (int i = 0; i < kSteps; ++i) {
    const TimeStep<double> at{20.0 * i, 20, 20.0 * (i + 1)};
    ASSERT_TRUE(counted.step(at, a).converged);
    ASSERT_TRUE(chosen.step(at, b).converged);
  }
  EXPECT_TRUE(same(a, b)) << M::info.name;
  EXPECT_GT(norm(a.m - kStart.m), 1e-3);
  EXPECT_LE(counted.torque().times, most_times * kSteps) << M::info.name;
  EXPECT_GE(counted.torque().torques, least_torques * kSteps) << M::info.name;
}

TEST(AtTime, sweeps_share_it) {
  constexpr int kRegister = detail::kRegisterBytes / 8;
  expect_few_times<Gauss8>(std::max(1, 4 / kRegister), 5);
  expect_few_times<Gauss8Fixed>(std::max(1, 4 / kRegister), 7);
  expect_few_times<Gauss16>(std::max(1, 8 / kRegister), 5);
}
TEST(AtTime, stages_are_together) {
  constexpr bool in_lanes = detail::kOneBodyInLanes<double>;
  expect_few_times<Rk8>(in_lanes ? 3 : 12, 12);
  expect_few_times<Rk9>(in_lanes ? 4 : 15, 15);
}

}  // namespace
}  // namespace polhode::test
