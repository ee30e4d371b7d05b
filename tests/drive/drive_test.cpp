// Drive: memory by name, energy that is kept, lanes, times, and what a failed step leaves. Of every method: kernels/mover_test.cpp.
#include "polhode/drive/drive.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/methods/all.hpp"
#include "polhode/methods/torqued.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/torques/combined.hpp"
#include "polhode/torques/drag.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "support/bodies.hpp"
#include "support/driven_body.hpp"

namespace polhode::test {
namespace {

constexpr Problem kBody = kProblems[2];
const HeavyTop kTop(0.9, {0.3, -0.5, 0.7});
/// Of time, attitude and velocity.
const auto kGeneral = sum_of_torques(
    kTop, Drag(0.05), space_torque([]<class T>(T t) { return Vec3<T>{T(0.3) * t, T(0.2) - T(0.1) * t * t, T(0.15)}; }));
using General = std::remove_const_t<decltype(kGeneral)>;
constexpr double kStep = 0.05;

bool same_bits(const PrincipalState<double>& a, const PrincipalState<double>& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

// --- memory -----------------------------------------------------------------------------------------------------------------

using Saved = std::map<std::string, double>;

template <class Run>
Saved saved(Run& run) {
  Saved fields;
  each_number("", run.drive.memory(), [&](const std::string& name, auto& number) {
    EXPECT_FALSE(name.empty() || name.front() == '.' || name.back() == '.') << name;
    EXPECT_TRUE(fields.emplace(name, double(number)).second) << name << " twice";
  });
  return fields;
}

template <class M>
void expect_sweeps_that_begin_where_the_last_step_ended(double step, double differ) {
  DrivenBody<M, double, HeavyTop<>> whole(kBody.body<double>(), kBody.start<double>(), kTop);
  ASSERT_TRUE(whole.steps(7, step)) << M::info.name;
  DrivenBody<M, double, HeavyTop<>> forgetful(kBody.body<double>(), whole.s, kTop);
  forgetful.t = whole.t;
  EXPECT_LT(whole.step(step).iterations, forgetful.step(step).iterations) << M::info.name;
  EXPECT_FALSE(same_bits(whole.s, forgetful.s)) << M::info.name;
  EXPECT_LT(relative_distance(whole.s.m, forgetful.s.m), differ) << M::info.name;
}
TEST(Drive, collocation_begins_a_step_with_what_the_last_one_left) {
  const double turn = 1 / norm(times(kBody.body<double>().x, kBody.start<double>().m));  // of 1 rad
  expect_sweeps_that_begin_where_the_last_step_ended<Gauss8>(turn, 1e-13);
  expect_sweeps_that_begin_where_the_last_step_ended<Gauss16>(turn, 1e-13);
  expect_sweeps_that_begin_where_the_last_step_ended<Gauss8Fixed>(turn, 1e-3);
  // At 1 rad its sweeps reach the same last digit from both.
  expect_sweeps_that_begin_where_the_last_step_ended<Gauss16Fixed>(1.5 * turn, 1e-8);
}
TEST(Drive, names_the_numbers_of_a_memory_by_field) {
  DrivenBody<BussAbam> buss(kBody.body<double>(), kBody.start<double>());
  DrivenBody<Newmark> newmark(kBody.body<double>(), kBody.start<double>());
  const auto names = [](auto& run) {
    std::vector<std::string> all;
    each_number("", run.drive.memory(), [&](const std::string& name, auto&) { all.push_back(name); });
    return all;
  };
  EXPECT_EQ(names(buss), (std::vector<std::string>{"f1.x", "f1.y", "f1.z", "f2.x", "f2.y", "f2.z", "f3.x", "f3.y",
                                                   "f3.z", "steps"}));
  EXPECT_EQ(names(newmark), (std::vector<std::string>{"Q.w", "Q.v.x", "Q.v.y", "Q.v.z", "m.x", "m.y", "m.z", "t",
                                                      "torque.x", "torque.y", "torque.z"}));
}
// --- energy -----------------------------------------------------------------------------------------------------------------

TEST(Drive, keeps_the_energy_it_is_told_and_the_momentum_in_space) {
  const Principal<double> body = kBody.body<double>();
  const PrincipalState<double> start = kBody.start<double>();
  DrivenBody<Lie2> run(body, start);
  run.keep_energy();
  ASSERT_TRUE(run.steps(1000, kStep));
  EXPECT_LE(relative_distance(spatial_momentum(run.s), spatial_momentum(start)), 1e-13);
}

// --- lanes ------------------------------------------------------------------------------------------------------------------

template <class M, class Torque>
void expect_lanes(const Torque& torque, bool keep_energy) {
  using P = Pack<double, 4>;
  Random random(5);
  Vec3<P> I{};
  PrincipalState<P> packed{};
  P h{};
  std::vector<DrivenBody<M, double, Torque>> singles;
  std::array<double, 4> steps{};
  for (int i = 0; i < 4; ++i) {
    const Vec3<double> moments = random.moments();
    const PrincipalState<double> s{random.attitude(), random.vector()};
    steps[std::size_t(i)] = random.uniform(0.01, 0.2) / norm(times(Principal<double>(moments).x, s.m));
    singles.emplace_back(Principal<double>(moments), s, torque);
    for (int k = 0; k < 3; ++k) set_lane(I[k], i, moments[k]);
    set_lane(packed, i, s);
    set_lane(h, i, steps[std::size_t(i)]);
  }
  DrivenBody<M, P, Torque> together(Principal<P>(I), packed, torque);
  if (keep_energy) {
    together.keep_energy();
    for (auto& single : singles) single.keep_energy();
  }
  for (int n = 0; n < 50; ++n) {
    const auto status = together.step(h);
    for (int i = 0; i < 4; ++i) {
      auto& single = singles[std::size_t(i)];
      ASSERT_EQ(single.step(steps[std::size_t(i)]).converged, mask_lane<P>(status.converged, i));
      ASSERT_TRUE(same_bits(lane(together.s, i), single.s)) << M::info.name << ", lane " << i << ", step " << n;
    }
  }
}
TEST(Drive, has_the_same_bits_in_lanes) {
  expect_lanes<Sr<4>>(NoTorque{}, false);
  expect_lanes<BussAbam>(NoTorque{}, false);
  expect_lanes<Lie3>(NoTorque{}, true);
  expect_lanes<Newmark>(kGeneral, false);
  expect_lanes<Strang<Dmv<2>>>(kTop, false);
}

// --- time -------------------------------------------------------------------------------------------------------------------

TEST(Drive, takes_a_step_by_its_length_from_a_time_or_between_two) {
  const auto after = [](auto step) {
    Drive<Strang<Sr<2>>, HeavyTop<>> drive(kBody.body<double>(), kTop);
    PrincipalState<double> s = kBody.start<double>();
    step(drive, s);
    return s;
  };
  const auto by_length = after([](auto& drive, auto& s) { drive.step(0.1, s); });
  const auto from_time = after([](auto& drive, auto& s) { drive.step(3.0, 0.1, s); });
  const auto between = after([](auto& drive, auto& s) { drive.step({3.0, 0.1, 3.1}, s); });
  EXPECT_TRUE(same_bits(by_length, from_time) && same_bits(by_length, between));
}
TEST(Drive, leaves_state_and_memory_as_they_were_when_a_step_fails) {
  const auto check = [](auto m, double too_large) {
    using M = decltype(m);
    DrivenBody<M, double, HeavyTop<>> run(kBody.body<double>(), kBody.start<double>(), kTop);
    ASSERT_TRUE(run.steps(3, kStep)) << M::info.name;
    const PrincipalState<double> before = run.s;
    const Saved fields = saved(run);
    EXPECT_FALSE(run.drive.step(too_large, run.s).converged) << M::info.name;
    EXPECT_TRUE(same_bits(run.s, before)) << M::info.name;
    EXPECT_EQ(saved(run), fields) << M::info.name;
  };
  check(Lgvi{}, 50), check(LewisSimo{}, 50), check(Strang<Dmv<8>>{}, 50), check(Rattle{}, 50);
  const double nan = std::nan("");
  check(Newmark{}, nan), check(NewmarkSpatial{}, nan), check(Akw{}, nan);
}

}  // namespace
}  // namespace polhode::test
