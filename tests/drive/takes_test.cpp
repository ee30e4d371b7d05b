// Which method takes which torque: by types when a program is compiled, by cards at run time, for the same reasons.
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include "polhode/drive/stepper.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/exact.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/methods/torqued.hpp"
#include "polhode/torques/all.hpp"
#include "polhode/torques/combined.hpp"

namespace polhode {
namespace {

using V = Vec3<double>;
using Q = Quaternion<double>;

const Inertia kTop = Inertia::principal(0.6, 0.8, 1);
const State<double> kTopStart{{}, {1.8, 0.4, -0.9}};

bool same(const State<double>& a, const State<double>& b) {
  return a.Q.w == b.Q.w && a.Q.v.x == b.Q.v.x && a.Q.v.y == b.Q.v.y && a.Q.v.z == b.Q.v.z && a.m.x == b.m.x &&
         a.m.y == b.m.y && a.m.z == b.m.z;
}

// A method that cannot take a torque is refused when the program is compiled; the concept says so without an error.

// Written for double alone, and for every number type.
const auto kOfDoubles = body_torque([](double t, const Q&, const V& w) { return V{t - w.x, 0.1, 0}; });
const auto kOfAll = body_torque([](auto t, const auto&, const auto& w) { return t * w; });
const auto kPotentialOfDoubles = potential([](const Q& q) { return vertical(q).z; },
                                           [](const Q& q) {
                                             const V n = vertical(q);
                                             return V{n.y, -n.x, 0};
                                           });
const auto kPlainPotential = potential([](const auto& q) { return vertical(q).z; },
                                       [](const auto& q) {
                                         const auto n = vertical(q);
                                         return decltype(n){n.y, -n.x, n.x - n.x};
                                       });
const auto kTimedPotential = potential([](auto t, const auto& q) { return t * vertical(q).z; },
                                       [](auto t, const auto& q) {
                                         const auto n = vertical(q);
                                         return t * decltype(n){n.y, -n.x, n.x - n.x};
                                       });
using OfDoubles = std::remove_const_t<decltype(kOfDoubles)>;
using OfAll = std::remove_const_t<decltype(kOfAll)>;
using PotentialOfDoubles = std::remove_const_t<decltype(kPotentialOfDoubles)>;
using PlainPotential = std::remove_const_t<decltype(kPlainPotential)>;
using TimedPotential = std::remove_const_t<decltype(kTimedPotential)>;

// Every method moves a free body, and one for a free body takes nothing else.
static_assert(Takes<Sr<4>, NoTorque> && Takes<Cf4, NoTorque> && Takes<Strang<Sr<2>>, NoTorque>);
static_assert(!Takes<Sr<4>, HeavyTop<>> && !Takes<Exact, Drag<>> && !Takes<Lie3, PotentialOfDoubles>);
// A splitting takes potentials, of time too, and no others.
static_assert(Takes<Strang<Sr<2>>, HeavyTop<>> && !Takes<Strang<Sr<2>>, Drag<>>);
static_assert(Takes<Rattle, PlainPotential> && Takes<Rkn6<Dmv<16>>, TimedPotential>);
static_assert(!Takes<Rattle, ConstantTorque<>> && !Takes<Rkn6<Dmv<16>>, OfAll> && !Takes<LewisSimoEnergy, Drag<>>);
// Others take anything.
static_assert(Takes<Cf4, HeavyTop<>> && Takes<Cf4, Drag<>> && Takes<Newmark, ConstantTorque<>> && Takes<Lgvi, OfAll>);
// Nystrom4 wants the derivative along a turn; without second derivatives it does not.
static_assert(Takes<Nystrom4<Dmv<16>>, HeavyTop<>> && !Takes<Nystrom4<Dmv<16>>, PlainPotential>);
static_assert(!Takes<Nystrom4<Dmv<16>>, TimedPotential> && !Takes<Nystrom4<Dmv<16>>, Drag<>>);
static_assert(Takes<Nystrom4HessianFree<Dmv<16>>, PlainPotential> &&
              Takes<Nystrom4HessianFree<Dmv<16>>, TimedPotential>);
// Written for double alone: with every method that needs no derivatives in time.
static_assert(Takes<Cf4, OfDoubles> && Takes<Newmark, OfDoubles> && !Takes<Strang<Sr<2>>, OfDoubles>);
static_assert(Takes<Cf4, PotentialOfDoubles> && Takes<Newmark, PotentialOfDoubles>);
static_assert(Takes<Strang<Sr<2>>, PotentialOfDoubles> && Takes<Rkn6<Dmv<16>>, PotentialOfDoubles>);
static_assert(!Takes<Taylor<8>, OfDoubles> && !Takes<Taylor<8>, PotentialOfDoubles>);
static_assert(Takes<Taylor<8>, OfAll> && Takes<Taylor<8>, PlainPotential> && Takes<Taylor<12>, HeavyTop<>>);
// A sum is what all its parts are.
static_assert(Takes<Strang<Sr<2>>, TorqueSum<HeavyTop<>, PlainPotential>> &&
              !Takes<Strang<Sr<2>>, TorqueSum<HeavyTop<>, Drag<>>>);
static_assert(Takes<Cf4, TorqueSum<HeavyTop<>, Drag<>, OfDoubles>> &&
              !Takes<Taylor<8>, TorqueSum<HeavyTop<>, OfDoubles>>);
static_assert(Takes<Nystrom4<Dmv<16>>, TorqueSum<HeavyTop<>, CoulombWall<>>> &&
              !Takes<Nystrom4<Dmv<16>>, TorqueSum<HeavyTop<>, PlainPotential>>);
static_assert(Takes<Nystrom4<Dmv<16>>, InPrincipalAxes<HeavyTop<>>> && !Takes<Rattle, InPrincipalAxes<Drag<>>>);
// What is no torque is taken by none.
static_assert(!Takes<Cf4, int> && !Takes<Cf4, Inertia>);

/// What Takes says of the types, the cards say of the abilities, with the reason.
TEST(Refusals, have_their_reason_on_the_cards) {
  const Abilities drag = abilities_of(Drag(0.1)), plain = abilities_of(kPlainPotential);
  EXPECT_EQ(why_not(Strang<Sr<2>>::info, drag), "it needs a potential, and this torque has no energy");
  EXPECT_EQ(why_not(Sr<4>::info, drag), "it is for a free body");
  EXPECT_EQ(why_not(Nystrom4<Dmv<16>>::info, plain),
            "it needs the derivative of the torque along a turn (torque_along)");
  EXPECT_EQ(why_not(Taylor<8>::info, abilities_of(CallbackTorque{})),
            "it needs derivatives in time, which a torque computed in double alone does not have");
  EXPECT_EQ(why_not(Strang<Sr<2>>::info, plain), "");
  EXPECT_EQ(why_not(Cf4::info, drag), "");
  // All methods that can take a drag.
  std::string able;
  TorquedMethods::each([&](auto m) {
    EXPECT_EQ(can_take(m.info, drag), (Takes<decltype(m), Drag<>>)) << m.info.name;
    EXPECT_EQ(can_take(m.info, abilities_of(HeavyTop<>{})), (Takes<decltype(m), HeavyTop<>>)) << m.info.name;
    if (can_take(m.info, drag)) able += std::string(m.info.name) + " ";
  });
  EXPECT_EQ(
      able,
      "newmark newmark-spatial newmark-gamma60 simo-wong hulbert akw lewis-simo lgvi crouch-grossman-rk4 "
      "crouch-grossman3 "
      "crouch-grossman4 rkmk4 cf4 quaternion-rk4 rk8 rk9 taylor4 taylor8 taylor12 taylor16 taylor20 gauss8 gauss16 "
      "gauss8-fixed gauss16-fixed "
      "semi-implicit-euler semi-implicit-euler-explicit semi-implicit-euler-implicit-gyro "
      "semi-implicit-euler-momentum lie1 lie2 lie2-augmented lie3-false lie3 lie4 lie5 lie6 ");
}
TEST(Refusals, are_none_for_a_torque_written_for_double_alone_where_no_derivatives_are_needed) {
  // The same torque as a template gives the same bits.
  const auto end = [](auto method, const auto& torque) {
    Stepper<decltype(method), std::remove_cvref_t<decltype(torque)>> body(kTop, kTopStart, torque);
    EXPECT_EQ(body.run(0.01, 50), Outcome::done);
    return body.state();
  };
  EXPECT_TRUE(same(end(Cf4{}, kPotentialOfDoubles), end(Cf4{}, kPlainPotential)));
  EXPECT_TRUE(same(end(Newmark{}, kPotentialOfDoubles), end(Newmark{}, kPlainPotential)));
  EXPECT_TRUE(same(end(Strang<Sr<2>>{}, kPotentialOfDoubles), end(Strang<Sr<2>>{}, kPlainPotential)));
  const auto as_template = body_torque([](auto t, const auto&, const auto& w) {
    using T = decltype(t);
    return Vec3<T>{t - w.x, T(0.1), T(0)};
  });
  EXPECT_TRUE(same(end(Cf4{}, kOfDoubles), end(Cf4{}, as_template)));
  EXPECT_TRUE(same(end(Newmark{}, kOfDoubles), end(Newmark{}, as_template)));
}

}  // namespace
}  // namespace polhode
