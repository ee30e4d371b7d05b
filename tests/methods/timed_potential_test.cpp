// Potentials that depend on time: each kick is at its own time, so that splittings keep order, structure and cost.
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/drive/plan.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/exact.hpp"
#include "polhode/methods/lewis_simo.hpp"
#include "polhode/methods/processed.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/torques/combined.hpp"
#include "polhode/torques/gravity_gradient.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "support/counted.hpp"
#include "support/torqued_contract.hpp"

namespace polhode::test {
namespace {

/// The weight of a top that comes and goes: U = (1 + 0.3 sin 1.7 t) weight e3 . (Q arm).
template <class T>
T strength(T t) {
  T s, c;
  sincos(T(1.7) * t, s, c);
  return T(1) + T(0.3) * s;
}
const HeavyTop kHeavyTop(0.9, {0.3, -0.5, 0.7});

struct Breathing {
  template <class T>
  T energy(T t, const Quaternion<T>& Q) const {
    return strength(t) * kHeavyTop.energy(Q);
  }
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q) const {
    return strength(t) * kHeavyTop.torque(Q);
  }
  template <class T>
  Vec3<T> torque_along(T t, const Quaternion<T>& Q, const Vec3<T>& d) const {
    return strength(t) * kHeavyTop.torque_along(Q, d);
  }
};
/// The same as two functions; nothing is known of its derivative.
const auto kFunctions = potential([](auto t, const auto& Q) { return strength(t) * kHeavyTop.energy(Q); },
                                  [](auto t, const auto& Q) { return strength(t) * kHeavyTop.torque(Q); });
const auto kSum = sum_of_torques(Breathing{}, GravityGradient(0.4, Vec3<double>{1.31, 0.47, 1.09}));
// Of length 1 in every precision: a turn that is none leaves a potential that is none, to 1e-17.
const InPrincipalAxes<Breathing> kTurned({}, Quaternion<double>{0.5, {0.5, -0.5, 0.5}});

static_assert(PotentialWithDerivative<Breathing> && PotentialWithDerivative<std::remove_const_t<decltype(kSum)>>);
static_assert(PotentialWithDerivative<InPrincipalAxes<Breathing>>);
static_assert(Potential<std::remove_const_t<decltype(kFunctions)>> &&
              !PotentialWithDerivative<std::remove_const_t<decltype(kFunctions)>>);
static_assert(most_of<Breathing>().time && !most_of<Breathing>().velocity && most_of<Breathing>().potential);

template <class M>
class TimedPotential : public testing::Test {};
using Methods = testing::Types<Strang<Sr<2>>, Strang<Dmv<16>>, Rattle,                            //
                               Nystrom4<Sr<4>>, Nystrom4<Dmv<16>>, Nystrom4HessianFree<Dmv<16>>,  //
                               Rkn4<Dmv<16>>, Rkn6<Dmv<16>>, Composition4<Sr<4>>, Composition6<Sr<6>>>;
struct Names {
  template <class M>
  static std::string GetName(int) {
    std::string name = std::string(M::info.name) + "_on_" + std::string(M::info.flow);
    for (char& c : name)
      if (c == '-') c = '_';
    return name;
  }
};
TYPED_TEST_SUITE(TimedPotential, Methods, Names);

/// All of them that the method takes.
template <class M, class F>
void each_timed(F f) {
  f("breathing", Breathing{});
  if constexpr (!M::info.needs.derivative) f("functions", kFunctions);
  f("sum", kSum);
  f("turned", kTurned);
}

TYPED_TEST(TimedPotential, leaves_the_order_as_on_the_card) {
  using C = TorquedContract<TypeParam>;
  each_timed<TypeParam>([](const char* name, const auto& torque) {
    SCOPED_TRACE(name);
    C::expect_orders(C::kArm, torque);
  });
}
TYPED_TEST(TimedPotential, leaves_the_structure_as_on_the_card) {
  using C = TorquedContract<TypeParam>;
  measure::Defects worst;
  each_timed<TypeParam>([&](const char*, const auto& torque) { worst.raise(C::defects(C::kArm, torque, Quad(0.4))); });
  C::expect_structure(worst);
}
/// In 1000 steps at the times of a plan, whose sums depend on rounding: what is known from the step before is found.
TYPED_TEST(TimedPotential, takes_as_many_evaluations_as_on_the_card) {
  using C = TorquedContract<TypeParam>;
  each_timed<TypeParam>([](const char* name, const auto& torque) {
    long calls = 0;
    using Torque = Counted<std::remove_cvref_t<decltype(torque)>>;
    Drive<TypeParam, Torque> drive(C::kArm.template body<double>(), Torque{torque, &calls});
    PrincipalState<double> s = C::kArm.template start<double>();
    const std::vector<Stretch> stretches = plan(0.1, 10.1, {}, {.length = 0.01});
    ASSERT_EQ(stretches.size(), 1u);
    const Stretch stretch = stretches[0];
    ASSERT_EQ(stretch.n, 1000);
    for (long i = 0; i < stretch.n; ++i) ASSERT_TRUE(drive.step(time_step(stretch, i), s).converged) << name;
    EXPECT_EQ(calls, 1000 * TypeParam::info.torque_evaluations + 1) << name;  // one for the beginning
  });
}

TYPED_TEST(TimedPotential, does_not_notice_a_cache_that_is_dropped) {
  using C = TorquedContract<TypeParam>;
  each_timed<TypeParam>([](const char* name, const auto& torque) {
    DrivenBody<TypeParam, double, std::remove_cvref_t<decltype(torque)>> kept(C::kArm.template body<double>(),
                                                                              C::kArm.template start<double>(), torque),
        dropped = kept;
    for (int i = 0; i < 40; ++i) {
      ASSERT_TRUE(kept.steps(1, 0.05) && dropped.steps(1, 0.05)) << name;
      dropped.drive.drop_cache();
      ASSERT_EQ(0, std::memcmp(&kept.s, &dropped.s, sizeof kept.s)) << name << ", step " << i;
    }
  });
}

/// It takes differences of energies, at one time: with those of both ends of the step it would not converge.
TEST(TimedPotentials, leave_the_order_of_lewis_simo_energy) {
  using C = TorquedContract<LewisSimoEnergy>;
  C::expect_orders(C::kArm, Breathing{});
}
/// Also around the ends of the steps, where its processor kicks.
TEST(TimedPotentials, leave_the_order_of_a_processed_splitting) {
  using C = TorquedContract<Rkn6Processed<Dmv<16>>>;
  C::expect_orders(C::kArm, Breathing{});
}
/// The kicks see the torque of their times and no other.
TEST(TimedPotentials, are_asked_at_the_times_of_the_kicks) {
  struct Asked {
    std::vector<double>* times;
    double energy(double, const Quaternion<double>&) const { return 0; }
    Vec3<double> torque(double t, const Quaternion<double>&) const {
      times->push_back(t);
      return {};
    }
  };
  const auto times_of = [](auto method) {
    std::vector<double> times;
    Drive<decltype(method), Asked> drive(Principal<double>({0.6, 0.8, 1}), Asked{&times});
    PrincipalState<double> s{{}, {0.1, 0.2, 0.3}};
    drive.step({2, 0.5, 2.5}, s);
    drive.step({2.5, 0.5, 3}, s);
    return times;
  };
  EXPECT_EQ(times_of(Strang<Sr<2>>{}), (std::vector<double>{2, 2.5, 3}));
  // nystrom4-hf asks twice in the middle, by its displaced attitude.
  const std::vector<double> nystrom = times_of(Nystrom4HessianFree<Sr<4>>{});
  ASSERT_EQ(nystrom.size(), 7u);
  for (const auto& [i, t] : {std::pair{0, 2.0}, {1, 2.25}, {2, 2.25}, {3, 2.5}, {4, 2.75}, {5, 2.75}, {6, 3.0}})
    EXPECT_NEAR(nystrom[std::size_t(i)], t, 1e-15) << i;
}

}  // namespace
}  // namespace polhode::test
