// Every torque of the list is held to its card; and the test itself is held to cards that lie.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/methods/newmark.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/torques/all.hpp"
#include "polhode/torques/any.hpp"
#include "support/driven_body.hpp"
#include "support/objections.hpp"
#include "support/torque_contract.hpp"

namespace polhode::test {
namespace {

/// Every torque but the one that is told at run time what it can do.
template <class F>
void each_card(F f) {
  AllTorques<>::each([&]<class M>() {
    if constexpr (!std::is_same_v<M, CallbackTorque>) f.template operator()<M>();
  });
}

TEST(TorqueCards, are_kept) {
  int cards = 0;
  each_card([&]<class M>() {
    for (const TorquePromise& promise : torque_promises<M>()) {
      SCOPED_TRACE(std::string(M::info.kind) + ", " + promise.name);
      promise.check();
    }
    ++cards;
  });
  EXPECT_GE(cards, 5);
}
TEST(TorqueCards, have_kinds_or_tables_of_their_own) {
  std::vector<std::pair<std::string_view, std::string_view>> kinds;
  AllTorques<>::each([&]<class M>() {
    kinds.emplace_back(M::info.kind, M::info.table);
    for (const TorqueKey& key : M::info.keys)
      EXPECT_TRUE(table_of(key.name).empty() || table_of(key.name) == M::info.table) << key.name;
  });
  std::sort(kinds.begin(), kinds.end());
  EXPECT_EQ(std::adjacent_find(kinds.begin(), kinds.end()), kinds.end());
}

TEST(TorqueCards, a_force_without_switches_does_not_depend_on_time) {
  EXPECT_FALSE(abilities_of(ForceAtPoint<>({1, 0, 0}, {0, 0, -2})).time);
  EXPECT_TRUE(abilities_of(ForceAtPoint<>({1, 0, 0}, {0, 0, -2}, 1)).time);
  EXPECT_TRUE(abilities_of(ForceAtPoint<>({1, 0, 0}, {0, 0, -2}, -std::numeric_limits<double>::infinity(), 1)).time);
}
TEST(TorqueCards, a_force_downwards_is_a_weight) {
  const HeavyTop<> top(2, {0.3, -0.5, 0.7});
  const ForceAtPoint<> force({0.3, -0.5, 0.7}, {0, 0, -2}), later({0.3, -0.5, 0.7}, {0, 0, -2}, 1.0, 2.0);
  for (const Place& at : places()) {
    EXPECT_LT(norm(force.torque(at.t, at.Q) - top.torque(at.Q)), 1e-15);  // measured 2.3e-16
    EXPECT_NEAR(force.energy(at.t, at.Q), top.energy(at.Q), 1e-15);
    EXPECT_LT(norm(force.torque_along(at.t, at.Q, at.w) - top.torque_along(at.Q, at.w)), 1e-14);
    EXPECT_EQ(norm(later.torque(0.5, at.Q)), 0);
    EXPECT_EQ(norm(later.torque(1.5, at.Q) - force.torque(at.t, at.Q)), 0);
  }
  EXPECT_EQ(later.switches(), (std::vector<double>{1, 2}));
  EXPECT_EQ(norm(later.during(2.5).torque(1.5, Quaternion<double>{})), 0);
}

// --- cards that lie -------------------------------------------------------------------------------------------------------

/// To a torque with another card.
template <class Torque>
std::vector<std::string> objections_to(void (*change)(TorqueInfo&)) {
  TorqueInfo card = Torque::info;
  change(card);
  return objections(torque_promises<Torque>(card));
}
using Names = std::vector<std::string>;

TEST(TorqueContract, objects_to_a_card_that_promises_too_much) {
  EXPECT_EQ(objections_to<Drag<>>([](TorqueInfo& c) { c.abilities.potential = true; }), Names{"potential"});
  EXPECT_EQ(objections_to<Drag<>>([](TorqueInfo& c) { c.abilities.derivative = true; }), Names{"derivative"});
  EXPECT_EQ(objections_to<Drag<>>([](TorqueInfo& c) { c.abilities.vertical = true; }), Names{"vertical"});
  EXPECT_EQ(objections_to<ConstantTorque<>>([](TorqueInfo& c) { c.abilities.vertical = true; }), Names{"vertical"});
}
TEST(TorqueContract, objects_to_a_card_that_promises_too_little) {
  EXPECT_EQ(objections_to<HeavyTop<>>([](TorqueInfo& c) { c.abilities.potential = false; }), Names{"potential"});
  EXPECT_EQ(objections_to<HeavyTop<>>([](TorqueInfo& c) { c.abilities.derivative = false; }), Names{"derivative"});
  EXPECT_EQ(objections_to<HeavyTop<>>([](TorqueInfo& c) { c.abilities.vertical = false; }), Names{"vertical"});
  EXPECT_EQ(objections_to<HeavyTop<>>([](TorqueInfo& c) { c.abilities.series = false; }), Names{"series"});
  EXPECT_EQ(objections_to<HeavyTop<>>([](TorqueInfo& c) { c.abilities.lanes = false; }), Names{"lanes"});
}
TEST(TorqueContract, objects_to_a_card_that_is_wrong_about_what_it_depends_on) {
  EXPECT_EQ(objections_to<HeavyTop<>>([](TorqueInfo& c) { c.abilities.time = true; }), Names{"dependence"});
  EXPECT_EQ(objections_to<Drag<>>([](TorqueInfo& c) { c.abilities.velocity = false; }), Names{"dependence"});
  EXPECT_EQ(objections_to<ConstantTorque<>>([](TorqueInfo& c) { c.abilities.time = false; }), Names{"dependence"});
  EXPECT_EQ(objections_to<ConstantTorque<>>([](TorqueInfo& c) { c.abilities.velocity = true; }), Names{"dependence"});
}
constexpr TorqueKey kWrongKeys[] = {
    {.name = "coefficient", .meaning = "torque per angular velocity", .required = false},
    {.name = "colour", .meaning = "of the paint"}};
constexpr TorqueKey kNamelessKeys[] = {{.name = "coefficient", .meaning = ""}};
TEST(TorqueContract, objects_to_wrong_keys) {
  // An optional key without which there is no drag changes the torque, which is right; the colour changes nothing.
  EXPECT_EQ(objections_to<Drag<>>([](TorqueInfo& c) { c.keys = kWrongKeys; }), Names{"keys"});
  EXPECT_EQ(objections_to<Drag<>>([](TorqueInfo& c) { c.keys = kNamelessKeys; }), Names{"card_is_complete"});
}
/// Half the energy, or half the derivative, that belongs to the torque.
template <bool energy_too>
struct Halved : HeavyTop<> {
  static Halved from(const TorqueValues<double>& v, const Mat3<double>& J) { return {HeavyTop<>::from(v, J)}; }
  template <class T>
  T energy(const Quaternion<T>& Q) const {
    return T(energy_too ? 0.5 : 1) * HeavyTop<>::energy(Q);
  }
  template <class T>
  Vec3<T> torque_along(const Quaternion<T>& Q, const Vec3<T>& w) const {
    return T(energy_too ? 1 : 0.5) * HeavyTop<>::torque_along(Q, w);
  }
};
TEST(TorqueContract, objects_to_an_energy_and_a_derivative_of_another_torque) {
  EXPECT_EQ(objections(torque_promises<Halved<true>>()), Names{"potential"});
  EXPECT_EQ(objections(torque_promises<Halved<false>>()), Names{"derivative"});
}

/// Claims every axis, or none.
template <bool claims>
struct AboutAxes : HeavyTop<> {
  static AboutAxes from(const TorqueValues<double>& v, const Mat3<double>& J) { return {HeavyTop<>::from(v, J)}; }
  static bool never_about(const Vec3<double>&) { return claims; }
};
TEST(TorqueContract, objects_to_a_torque_that_is_wrong_about_an_axis) {
  EXPECT_EQ(objections(torque_promises<AboutAxes<true>>()), Names{"axis"});
  EXPECT_EQ(objections(torque_promises<AboutAxes<false>>()), Names{"axis"});
}
TEST(TorqueContract, knows_the_axis_of_a_symmetric_tensor) {
  const Vec3<double> a = (1 / norm(Vec3<double>{0.3, -0.4, 0.8})) * Vec3<double>{0.3, -0.4, 0.8};
  const auto tensor = [&](double across, double about, double off) {
    Mat3<double> J = Mat3<double>::diagonal({across, across * (1 + off), across});
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) J[i][j] += (about - across) * a[i] * a[j];
    return J;
  };
  const KeplerOrbit<> orbit({.mu = 4e14, .periapsis_radius = 7e6, .eccentricity = 0.1});
  for (const double scale : {1e-40, 1.0, 1e20}) {
    const GravityGradient<> symmetric(0.7, scale * tensor(2, 3, 0)), not_quite(0.7, scale * tensor(2, 3, 1e-9));
    EXPECT_TRUE(symmetric.never_about(a));
    EXPECT_FALSE(not_quite.never_about(a));
    EXPECT_FALSE(symmetric.never_about({0, 0, 1}));
    EXPECT_TRUE(GravityGradientOnOrbit<>(orbit, scale * tensor(2, 3, 0)).never_about(a));
    EXPECT_FALSE(GravityGradientOnOrbit<>(orbit, scale * tensor(2, 3, 1e-9)).never_about(a));
    for (const Place& at : places())
      EXPECT_LT(std::fabs(dot(symmetric.torque(at.Q), a)), 1e-15 * scale);  // measured 3e-16 where scale is 1
    EXPECT_TRUE(HeavyTop<>(1, scale * a).never_about(a));
    EXPECT_FALSE(HeavyTop<>(1, scale * (a + Vec3<double>{0, 1e-9, 0})).never_about(a));
  }
}

// --- parameters that differ from lane to lane -------------------------------------------------------------------------------

using P = Pack<double, 4>;

template <class... Doubles, class... Packs, class F>
void each_pair(TorqueList<Doubles...>, TorqueList<Packs...>, F f) {
  (f.template operator()<Doubles, Packs>(), ...);
}
Vec3<double> lane_of(const Vec3<P>& v, int i) {
  return {lane(v.x, i), lane(v.y, i), lane(v.z, i)};
}
template <class One, class Four>
void expect_parameters_in_lanes() {
  constexpr std::array<double, 4> scales{1, 0.8, 1.7, 0.25};
  P scale;
  for (int i = 0; i < 4; ++i) set_lane(scale, i, scales[std::size_t(i)]);
  int made = 0;
  for (const Choice& choice : choices(One::info.keys)) {
    std::vector<One> alone;
    try {
      for (const double s : scales) alone.push_back(One::from(some_values<double>(One::info.keys, choice, s), kTensor));
    } catch (const KeyFault&) {
      EXPECT_THROW(Four::from(some_values<P>(Four::info.keys, choice, scale), tensor_of<P>()), KeyFault);
      continue;
    }
    const Four together = Four::from(some_values<P>(Four::info.keys, choice, scale), tensor_of<P>());
    ++made;
    for (const Place& at : places()) {
      const Quaternion<P> Q = convert<P>(at.Q);
      const Vec3<P> w = convert<P>(at.w), tau = torque_of(together, P(at.t), Q, w);
      for (int i = 0; i < 4; ++i) {
        const One& one = alone[std::size_t(i)];
        EXPECT_TRUE(same_bits(lane_of(tau, i), torque_of(one, at.t, at.Q, at.w))) << One::info.kind << ", lane " << i;
        if constexpr (Potential<One>) {
          EXPECT_EQ(lane(energy_of(together, P(at.t), Q), i), energy_of(one, at.t, at.Q)) << One::info.kind;
        }
        if constexpr (PotentialWithDerivative<One>) {
          EXPECT_TRUE(
              same_bits(lane_of(torque_along_of(together, P(at.t), Q, w), i), torque_along_of(one, at.t, at.Q, at.w)))
              << One::info.kind << ", lane " << i;
        }
      }
    }
  }
  EXPECT_GT(made, 0) << One::info.kind;
}
TEST(TorqueParameters, may_differ_from_lane_to_lane) {
  int torques = 0;
  each_pair(AllTorques<>{}, AllTorques<P>{}, [&]<class One, class Four>() {
    // A function of the caller has no parameters of ours; CallbackTorque has tests of its own.
    if constexpr (One::info.abilities.lanes && One::info.in_files) expect_parameters_in_lanes<One, Four>(), ++torques;
  });
  EXPECT_GE(torques, 5);
}
TEST(TorqueParameters, four_weights_make_four_tops) {
  const std::array<double, 4> weights{0.9, -0.3, 2.5, 0};
  P weight;
  for (int i = 0; i < 4; ++i) set_lane(weight, i, weights[std::size_t(i)]);
  const Vec3<double> arm{0.3, -0.5, 0.7};
  const Principal<double> body({0.6, 0.8, 1});
  const PrincipalState<double> start{{}, {1.8, 0.4, -0.9}};
  const auto expect_same = [&](auto method) {
    using M = decltype(method);
    DrivenBody<M, P, HeavyTop<P>> together(Principal<P>(convert<P>(body.I)), convert<P>(start),
                                           HeavyTop<P>(weight, convert<P>(arm)));
    ASSERT_TRUE(together.steps(100, P(0.05)));
    for (int i = 0; i < 4; ++i) {
      DrivenBody<M, double, HeavyTop<>> alone(body, start, HeavyTop(weights[std::size_t(i)], arm));
      ASSERT_TRUE(alone.steps(100, 0.05));
      const PrincipalState<double> in_pack = lane(together.s, i);
      EXPECT_EQ(0, std::memcmp(&in_pack, &alone.s, sizeof in_pack)) << M::info.name << ", lane " << i;
    }
  };
  expect_same(Strang<Dmv<2>>{});
  expect_same(Newmark{});
}

// --- keys that do not go together --------------------------------------------------------------------------------------------

template <class M>
std::string fault_of(const TorqueValues<double>& values) {
  try {
    M::from(values, kTensor);
  } catch (const KeyFault& fault) {
    return fault.key + ": " + fault.what();
  }
  return "none";
}
TEST(TorqueKeys, that_do_not_go_together_are_refused_by_name) {
  using Gradient = GravityGradient<>;
  EXPECT_EQ(fault_of<Gradient>({{{"strength", 1.0}}}), "none");
  EXPECT_EQ(fault_of<Gradient>({{{"mu", 1.0}, {"radius", 2.0}}}), "none");
  EXPECT_EQ(
      fault_of<Gradient>({}),
      ": missing: give strength (3 mu/radius^3, in 1/s^2), or mu and radius, for a direction fixed in space; or mu "
      "and [torque.orbit]");
  EXPECT_EQ(fault_of<Gradient>({{{"strength", 1.0}, {"mu", 1.0}}}),
            "mu: given beside strength; give either strength, or mu and radius");
  EXPECT_EQ(fault_of<Gradient>({{{"radius", 1.0}}}),
            "mu: missing: the gravitational parameter, in m^3/s^2; it goes with radius");
  EXPECT_EQ(
      fault_of<Gradient>({{{"mu", 1.0}}}),
      "radius: missing: distance from the centre of attraction, in m, for a direction fixed in space; for an orbit "
      "give the table [torque.orbit]");
  using OnOrbit = GravityGradientOnOrbit<>;
  const TorqueValues<double> good{{{"mu", 4e14}, {"orbit.periapsis_radius", 7e6}, {"orbit.eccentricity", 0.1}}};
  EXPECT_EQ(fault_of<OnOrbit>(good), "none");
  EXPECT_EQ(
      fault_of<OnOrbit>({{{"mu", 4e14}, {"orbit.periapsis_radius", 1e-40}, {"orbit.eccentricity", 0.1}}}),
      "orbit.periapsis_radius: 1e-40: mu/periapsis_radius^3 must be between 1e-100 and 1e100 1/s^2 (are both in SI "
      "units?)");
  EXPECT_EQ(fault_of<OnOrbit>({{{"mu", 4e14}, {"orbit.periapsis_radius", 7e6}, {"orbit.eccentricity", 1e21}}}),
            "orbit.eccentricity: 1e+21 must be at most 1e20 (an eccentricity is a pure number)");
  EXPECT_EQ(fault_of<ConstantTorque<>>(
                {{{"vector", Vec3<double>{1, 0, 0}}, {"frame", "body"}, {"from", 2.0}, {"until", 1.0}}}),
            "until: 1 must be later than from = 2");
}
TEST(TorqueKeys, of_a_switch_are_the_same_in_all_lanes) {
  P until = 2;
  TorqueValues<P> values{{{"vector", Vec3<P>{1, 0, 0}}, {"frame", "body"}, {"until", until}}};
  EXPECT_EQ(ConstantTorque<P>::from(values, tensor_of<P>()).until, 2);
  set_lane(until, 3, 2.5);
  values = {{{"vector", Vec3<P>{1, 0, 0}}, {"frame", "body"}, {"until", until}}};
  try {
    ConstantTorque<P>::from(values, tensor_of<P>());
    FAIL() << "lanes that switch at different times";
  } catch (const KeyFault& fault) {
    EXPECT_EQ(fault.key, "until");
    EXPECT_STREQ(fault.what(),
                 "2 in the first lane and 2.5 in another: all bodies of a pack begin anew at the same time");
  }
}

// --- tables ---------------------------------------------------------------------------------------------------------------------

/// Rows of a function at times that are not evenly spaced.
template <class F>
TorqueRows rows_of(int n, double length, F f) {
  TorqueRows rows;
  for (int i = 0; i < n; ++i) {
    const double x = double(i) / (n - 1), t = 2 + length * (x + 0.1 * std::sin(6 * x));
    const Vec3<double> v = f(t);
    rows.push_back({t, v.x, v.y, v.z});
  }
  return rows;
}
Vec3<double> in_body(const TableTorque<>& torque, double t) {
  return torque.torque(t, Quaternion<double>{});
}
TEST(TableTorque, is_exact_for_cubics) {
  // Two rows determine a line, three a parabola, four or more what is no knot at its ends: a cubic.
  for (int n = 2; n <= 9; ++n) {
    const auto cubic = [n](double t) {
      const double u = t - 3, u2 = n > 2 ? u * u : 0, u3 = n > 3 ? u * u * u : 0;
      return Vec3<double>{1 - u + 0.5 * u2 - 0.25 * u3, 2 + u3, u - u2};
    };
    const TableTorque<> torque(rows_of(n, 3, cubic));
    double worst = 0;
    for (double t = torque.known().from - 0.2; t < torque.known().until + 0.2; t += 0.01)
      worst = std::fmax(worst, norm(in_body(torque, t) - cubic(t)));
    EXPECT_LT(worst, 2e-14) << n;  // measured 3.7e-15
  }
}
TEST(TableTorque, goes_through_its_rows_with_error_of_order_4_between_them) {
  const auto f = [](double t) { return Vec3<double>{std::sin(t), std::cos(2 * t), std::exp(-t)}; };
  double before = 0;
  for (const int n : {20, 40, 80, 160}) {
    const TorqueRows rows = rows_of(n, 5, f);
    const TableTorque<> torque(rows);
    for (const auto& row : rows)
      EXPECT_LT(norm(in_body(torque, row[0]) - Vec3<double>{row[1], row[2], row[3]}), 4e-16);  // measured 6e-17
    double worst = 0;
    for (double t = rows.front()[0]; t < rows.back()[0]; t += 0.003)
      worst = std::fmax(worst, norm(in_body(torque, t) - f(t)));
    if (before > 0) {
      EXPECT_NEAR(std::log2(before / worst), 4, 0.6) << n;  // measured 3.93, 4.35, 4.36
    }
    before = worst;
  }
}
TEST(TableTorque, has_two_continuous_derivatives) {
  const auto f = [](double t) { return Vec3<double>{std::sin(3 * t), std::fabs(t - 3.5), t > 4 ? 1.0 : 0.0}; };
  const TorqueRows rows = rows_of(12, 3, f);
  const TableTorque<> torque(rows);
  for (std::size_t i = 1; i + 1 < rows.size(); ++i) {
    const double t = rows[i][0], d = 1e-3;
    // Of a cubic these differences are exact: second derivative at t from the left and from the right.
    const auto second = [&](double s) {
      const Vec3<double> y0 = in_body(torque, t), y1 = in_body(torque, t + s), y2 = in_body(torque, t + 2 * s),
                         y3 = in_body(torque, t + 3 * s);
      return (1 / (s * s)) * (2.0 * y0 - 5.0 * y1 + 4.0 * y2 - y3);
    };
    EXPECT_LT(norm(second(d) - second(-d)), 1e-8 * (1 + norm(second(d)))) << i;  // measured 1.9e-9
  }
}
TEST(TableTorque, is_not_known_beyond_its_ends) {
  const TableTorque<> torque({{0, 1, 0, 0}, {1, 2, 0, 0}, {10, 0, 0, 1}}, Frame::space);
  EXPECT_EQ(torque.known().from, 0);
  EXPECT_EQ(torque.known().until, 10);
  EXPECT_EQ(known(AnyTorque<>(torque)).until, 10);
  for (const double t : {-1.0, 11.0})
    EXPECT_TRUE(std::isfinite(norm(in_body(torque, t))));  // methods look past their steps
  for (const double t : {-1.1, 11.1, std::nan("")}) EXPECT_TRUE(std::isnan(norm(in_body(torque, t)))) << t;
}
TEST(TableTorque, refuses_what_is_no_table) {
  const auto refusal = [](const TorqueRows& rows) {
    return fault_of<TableTorque<>>({{{"file", rows}, {"frame", "body"}}});
  };
  EXPECT_EQ(refusal({}), "file: 0 rows: a table must have two rows or more");
  EXPECT_EQ(refusal({{0, 1, 1, 1}}), "file: 1 row: a table must have two rows or more");
  EXPECT_EQ(refusal({{0, 1, 1, 1}, {2, 1, 1, 1}, {2, 3, 4, 5}}),
            "file: row 3: t = 2 must be later than that of the row before, 2");
  EXPECT_EQ(refusal({{0, 1, 1, 1}, {1, 1, std::nan(""), 1}}),
            "file: row 2: nan must be finite, and at most 1e150 (an empty field?)");
  EXPECT_EQ(refusal({{0, 1, 1, 1}, {1e-10, 1, 1, 1}, {1, 1, 1, 1}}),
            "file: row 2: t = 1e-10 is less than 1e-9 of the table after the row before");
}

// --- torques that are chosen at run time ----------------------------------------------------------------------------------------

TEST(AnyTorque, does_and_can_what_the_one_inside_does_and_can) {
  each_card([]<class M>() {
    for (const Choice& choice : choices(M::info.keys)) {
      const TorqueValues<double> values = some_values<double>(M::info.keys, choice);
      if (fault_of<M>(values) != "none") {
        EXPECT_THROW(AnyTorque<>::from(M::info.kind, values, kTensor), KeyFault);
        continue;
      }
      const M model = M::from(values, kTensor);
      const AnyTorque<> any = AnyTorque<>::from(M::info.kind, values, kTensor);
      EXPECT_EQ(any.card().kind, M::info.kind);
      EXPECT_EQ(abilities_of(any), abilities_of(model)) << M::info.kind;
      EXPECT_EQ(any.switches(), switches(model)) << M::info.kind;
      for (const Place& at : places()) {
        EXPECT_TRUE(same_bits(torque_of(any, at.t, at.Q, at.w), torque_of(model, at.t, at.Q, at.w))) << M::info.kind;
        const auto during_any = any.during(at.t);
        EXPECT_TRUE(same_bits(torque_of(during_any, 1e9, at.Q, at.w), torque_of(during(model, at.t), 1e9, at.Q, at.w)));
        if constexpr (Potential<M>) {
          EXPECT_EQ(energy_of(any, at.t, at.Q), energy_of(model, at.t, at.Q));
        }
        if constexpr (PotentialWithDerivative<M>) {
          EXPECT_TRUE(same_bits(torque_along_of(any, at.t, at.Q, at.w), torque_along_of(model, at.t, at.Q, at.w)));
        }
      }
    }
  });
  EXPECT_THROW(AnyTorque<>::from("nonsense", {}, kTensor), KeyFault);
}
TEST(TorqueSet, is_the_sum_of_its_parts) {
  const HeavyTop top(0.9, {0.3, -0.5, 0.7});
  const GravityGradient gradient(0.4, kTensor);
  const TorqueSet<> both({top, gradient}), dragged({top, Drag(0.1)}), none;
  EXPECT_EQ(both.abilities(), (abilities_of(top) & abilities_of(gradient)));
  EXPECT_EQ(dragged.abilities(), (abilities_of(top) & abilities_of(Drag(0.1))));
  EXPECT_EQ(none.abilities(), kAllAbilities);
  for (const Place& at : places()) {
    const Vec3<double> sum = top.torque(at.Q) + gradient.torque(at.Q);
    EXPECT_LE(norm(torque_of(both, at.t, at.Q, at.w) - sum), 1e-15 * norm(sum));
    EXPECT_NEAR(energy_of(both, at.t, at.Q), top.energy(at.Q) + gradient.energy(at.Q), 1e-15);
    EXPECT_LE(norm(torque_of(dragged, at.t, at.Q, at.w) - (top.torque(at.Q) - 0.1 * at.w)), 1e-15);
    EXPECT_EQ(norm(torque_of(none, at.t, at.Q, at.w)), 0);
  }
  EXPECT_EQ(both.evaluations, long(places().size()));
  const TorqueSet<> timed(
      {ConstantTorque<>{{1, 0, 0}, Frame::body, 2, 5}, ConstantTorque<>{{1, 0, 0}, Frame::body, 1, 2}});
  EXPECT_EQ(timed.switches(), (std::vector<double>{1, 2, 5}));
}

// --- a function of the calling program ---------------------------------------------------------------------------------------

/// A heavy top, as another program would write it.
struct Context {
  HeavyTop<> top{0.9, {0.3, -0.5, 0.7}};
  long calls = 0;
};
void top_torque(void* context, double, const double* q, const double*, double* torque) {
  Context& c = *static_cast<Context*>(context);
  ++c.calls;
  const Vec3<double> tau = c.top.torque(Quaternion<double>{q[0], {q[1], q[2], q[3]}});
  torque[0] = tau.x, torque[1] = tau.y, torque[2] = tau.z;
}
double top_energy(void* context, double, const double* q) {
  return static_cast<Context*>(context)->top.energy(Quaternion<double>{q[0], {q[1], q[2], q[3]}});
}
int most_at_once = 0;
void brakings(void* context, int n, const double* t, const double*, const double* w, double* torque) {
  most_at_once = std::max(most_at_once, n);
  for (int i = 0; i < 3 * n; ++i) torque[i] = -*static_cast<double*>(context) * t[i / 3] * w[i];
}
void braking(void* context, double t, const double*, const double* w, double* torque) {
  const double c = *static_cast<double*>(context);
  for (int k = 0; k < 3; ++k) torque[k] = -c * t * w[k];
}

TEST(CallbackTorque, has_a_complete_card) {
  const TorqueInfo& card = CallbackTorque::info;
  EXPECT_FALSE(card.kind.empty() || card.title.empty() || card.formula.empty() || card.in_files);
  ASSERT_EQ(card.keys.size(), 1u);
  EXPECT_TRUE(card.keys[0].kind == TorqueKey::Kind::function && card.keys[0].required);
  EXPECT_EQ(fault_of<CallbackTorque>({}), "function: must not be null");
  EXPECT_EQ(fault_of<CallbackTorque>({{{"function", TorqueCallback{}}}}), "function: must not be null");
}
TEST(CallbackTorque, can_do_what_its_function_is_said_to_do) {
  Context context;
  const auto abilities = [&](auto... rest) { return abilities_of(CallbackTorque{{top_torque, &context, rest...}}); };
  EXPECT_EQ(abilities(), (Abilities{.lanes = true, .time = true, .velocity = true}));
  EXPECT_EQ(abilities(nullptr, true, false), (Abilities{.lanes = true, .time = true}));
  EXPECT_EQ(abilities(nullptr, false, false), (Abilities{.lanes = true}));
  EXPECT_EQ(abilities(top_energy, false, false), (Abilities{.potential = true, .lanes = true}));
  EXPECT_EQ(abilities(top_energy, true, false), (Abilities{.potential = true, .lanes = true, .time = true}));
  // An energy does not make a potential of what depends on the velocity.
  EXPECT_EQ(abilities(top_energy, false, true), (Abilities{.lanes = true, .velocity = true}));
  // No derivatives in time: methods that need them refuse it.
  static_assert(TorqueModel<CallbackTorque> && !TorqueModel<CallbackTorque, PowerSeries<double>>);
  static_assert(!PotentialWithDerivative<CallbackTorque>);
  EXPECT_FALSE(can_take(Taylor<8>::info, abilities()));
  EXPECT_FALSE(can_take(Strang<Dmv<2>>::info, abilities()));
  EXPECT_TRUE(can_take(Strang<Dmv<2>>::info, abilities(top_energy, false, false)));
  EXPECT_FALSE(can_take(Nystrom4<Dmv<2>>::info, abilities(top_energy, false, false)));
  EXPECT_TRUE(can_take(Newmark::info, abilities()));
}
TEST(CallbackTorque, gives_time_attitude_and_velocity_to_the_function) {
  double coefficient = 0.25;
  const CallbackTorque brake{{braking, &coefficient}};
  Context context;
  const CallbackTorque top{{top_torque, &context, top_energy, false, false}};
  for (const Place& at : places()) {
    EXPECT_LE(norm(torque_of(brake, at.t, at.Q, at.w) + (0.25 * at.t) * at.w), 1e-15);
    EXPECT_TRUE(same_bits(torque_of(top, at.t, at.Q, at.w), context.top.torque(at.Q)));
    EXPECT_EQ(energy_of(top, at.t, at.Q), context.top.energy(at.Q));
    EXPECT_EQ(energy_of(brake, at.t, at.Q), 0);
    // Lanes are called one by one, or together if there is a function for that: the same bits.
    const CallbackTorque together{{braking, &coefficient, nullptr, true, true, brakings}};
    const Vec3<P> at_once = torque_of(together, P(at.t), convert<P>(at.Q), convert<P>(at.w));
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(same_bits(lane_of(at_once, i), torque_of(brake, at.t, at.Q, at.w)));
    const Vec3<P> lanes = torque_of(brake, P(at.t), convert<P>(at.Q), convert<P>(at.w));
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(same_bits(lane_of(lanes, i), torque_of(brake, at.t, at.Q, at.w)));
  }
  EXPECT_EQ(most_at_once, 4);
}
TEST(CallbackTorque, moves_a_body_as_the_torque_it_computes) {
  Context context;
  const TorqueCallback function{top_torque, &context, top_energy, false, false};
  const Principal<double> body({0.6, 0.8, 1});
  const PrincipalState<double> start{{}, {1.8, 0.4, -0.9}};
  const auto expect_same = [&](auto method, double evaluations) {
    using M = decltype(method);
    DrivenBody<M, double, CallbackTorque> called(body, start, {function});
    DrivenBody<M, double, HeavyTop<>> known(body, start, context.top);
    TorqueValues<double> values;
    values.set("function", function);
    DrivenBody<M, double, TorqueSet<>> chosen(body, start,
                                              TorqueSet<>({AnyTorque<>::from("callback", values, kTensor)}));
    ASSERT_TRUE(called.steps(1, 0.05));
    context.calls = 0;
    ASSERT_TRUE(called.steps(99, 0.05));
    EXPECT_EQ(double(context.calls) / 99, evaluations) << M::info.name;
    ASSERT_TRUE(known.steps(100, 0.05) && chosen.steps(100, 0.05));
    EXPECT_EQ(0, std::memcmp(&called.s, &known.s, sizeof called.s)) << M::info.name;
    EXPECT_EQ(0, std::memcmp(&chosen.s, &known.s, sizeof known.s)) << M::info.name;
  };
  expect_same(Strang<Dmv<2>>{}, 1);
  expect_same(Newmark{}, 1);
}

}  // namespace
}  // namespace polhode::test
