// Problems: checked with words, made of torques by name, and of functions of the calling program.
#include "problem/problem.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/run.hpp"
#include "problem/torques.hpp"

namespace {

using namespace polhode;

Problem top() {
  Problem p;
  p.inertia = Inertia::tensor({{0.62, 0.03, -0.02}, {0.03, 0.35, 0.04}, {-0.02, 0.04, 0.45}});
  p.start = {{}, p.inertia.momentum({0.4, 1.1, -0.7})};
  p.torques = {{"heavy-top", {{{"weight", 0.8}, {"arm", Vec3<double>{0.1, -0.2, 0.9}}}}}};
  p.end_time = 3;
  return p;
}

std::string complaint(const TorqueChoice& torque) {
  try {
    check(torque);
    torque_from(torque, Inertia::principal(1, 2, 2.5));
  } catch (const KeyFault& bad) {
    return bad.key + ": " + bad.what();
  }
  return "";
}

TEST(Problem, SaysWhatIsWrongWithATorque) {
  EXPECT_EQ(complaint(top().torques[0]), "");
  EXPECT_EQ(complaint({"heavy-to", {}}), "kind: there is no torque \"heavy-to\"");
  EXPECT_EQ(complaint({"drag", {}}), "coefficient: missing: torque per angular velocity, in N m s");
  EXPECT_EQ(complaint({"drag", {{{"coefficient", -1.0}}}}), "coefficient: -1 must not be negative: a drag brakes");
  EXPECT_EQ(complaint({"drag", {{{"coefficient", NAN}}}}), "coefficient: nan must be finite");
  EXPECT_EQ(complaint({"drag", {{{"coefficient", true}}}}), "coefficient: is of the wrong type");
  EXPECT_EQ(complaint({"drag", {{{"coefficient", 1.0}, {"weight", 1.0}}}}), "weight: torque \"drag\" has no such key");
  EXPECT_EQ(
      complaint({"gravity-gradient", {{{"mu", 1.0}}}}),
      "radius: missing: distance from the centre of attraction, in m, for a direction fixed in space; for an orbit "
      "give the table [torque.orbit]");
  EXPECT_EQ(complaint({"gravity-gradient", {{{"mu", 1.0}, {"orbit.eccentricity", 0.5}}}}),
            "orbit.periapsis_radius: missing: the least distance from the centre of attraction, in m");
  EXPECT_EQ(complaint({"gravity-gradient", {{{"mu", 1.0}, {"radius", 1.0}, {"orbit.eccentricity", 0.5}}}}),
            "radius: torque \"gravity-gradient\" has no such key");
  EXPECT_EQ(complaint({"drag", {{{"coefficient", 1.0}, {"orbit.node", 1.0}}}}),
            "orbit.node: torque \"drag\" has no such key");
  EXPECT_EQ(complaint({"constant", {{{"vector", Vec3<double>{1, 0, 0}}, {"frame", std::string("bodi")}}}}),
            "frame: \"bodi\" is none of space, body");
  EXPECT_EQ(complaint({"callback", {{{"function", TorqueCallback{}}}}}), "function: must not be null");
}

TEST(Problem, SaysWhatIsWrongWithTimesAndStates) {
  Problem p = top();
  EXPECT_NO_THROW(check(p));
  p.end_time = p.start_time;
  EXPECT_THROW(check(p), InvalidInput);
  p = top();
  p.start.Q = {0, {}};
  EXPECT_THROW(check(p), InvalidInput);
}

TEST(Problem, HasAUnitOfMassUnlessMomentsAreRatios) {
  Problem p;
  const TorqueChoice gradient{"gravity-gradient", {{{"mu", 1e14}, {"radius", 7e6}}}},
      weight{"heavy-top", {{{"weight", 0.8}, {"arm", Vec3<double>{0, 0, 1}}}}}, drag{"drag", {{{"coefficient", 0.1}}}};
  p.inertia = Inertia::principal(0.61, 0.965, 1);
  EXPECT_FALSE(has_unit_of_mass(p));
  p.torques = {gradient};  // goes with the moments
  EXPECT_FALSE(has_unit_of_mass(p));
  for (const TorqueChoice& newtons : {weight, drag}) {
    p.torques = {gradient, newtons};
    EXPECT_TRUE(has_unit_of_mass(p)) << newtons.kind;
  }
  p.torques.clear();
  p.inertia = Inertia::principal(0.61, 0.965, 1.1);
  EXPECT_TRUE(has_unit_of_mass(p));
}
TEST(Problem, HasOneOrbit) {
  const auto gradient = [](double eccentricity) {
    return TorqueChoice{"gravity-gradient",
                        {{{"mu", 3.986e14}, {"orbit.periapsis_radius", 7e6}, {"orbit.eccentricity", eccentricity}}}};
  };
  const auto refused = [](std::vector<TorqueChoice> torques) {
    Problem p = top();
    p.torques = std::move(torques);
    try {
      check(p);
    } catch (const KeyFault& bad) {
      return bad.key + ": " + bad.what();
    }
    return std::string();
  };
  const TorqueChoice fixed{"gravity-gradient", {{{"mu", 1e14}, {"radius", 7e6}}}};  // is on no orbit
  EXPECT_EQ(refused({gradient(0.1), fixed, gradient(0.1)}), "");
  EXPECT_EQ(
      refused({fixed, gradient(0.1), gradient(0.2)}),
      "torque[3].orbit.eccentricity: 0.2, but torque[2].orbit.eccentricity is 0.1: a body has one orbit; give both "
      "torques the same (another unit, or a key left out?)");
  TorqueChoice later = gradient(0.1);
  later.values.set("orbit.periapsis_time", 100.0);
  EXPECT_EQ(refused({gradient(0.1), later}).substr(0, 76),
            "torque[2].orbit.periapsis_time: 100, but torque[1].orbit.periapsis_time is 0");
}
TEST(Problem, HasTheAbilitiesOfAllItsTorquesTogether) {
  Problem p = top();
  EXPECT_TRUE(torque_abilities(p).potential && torque_abilities(p).vertical);
  p.torques.push_back({"drag", {{{"coefficient", 0.1}}}});
  EXPECT_FALSE(torque_abilities(p).potential || torque_abilities(p).vertical);
  EXPECT_TRUE(torque_abilities(p).velocity);
}

// The heavy top as functions of a program that knows nothing of templates.
struct Top {
  double weight;
  double arm[3];
  long calls = 0;
};
void top_torque(void* context, double, const double* q, const double*, double* torque) {
  auto* self = static_cast<Top*>(context);
  ++self->calls;
  const Vec3<double> n = vertical(Quaternion<double>{q[0], {q[1], q[2], q[3]}});
  const Vec3<double> t = cross(n, self->weight * Vec3<double>{self->arm[0], self->arm[1], self->arm[2]});
  torque[0] = t.x, torque[1] = t.y, torque[2] = t.z;
}
double top_energy(void* context, double, const double* q) {
  const auto* self = static_cast<Top*>(context);
  return self->weight * dot(Vec3<double>{self->arm[0], self->arm[1], self->arm[2]},
                            vertical(Quaternion<double>{q[0], {q[1], q[2], q[3]}}));
}

TEST(Problem, AFunctionOfTheProgramIsATorqueLikeAnyOther) {
  const Problem by_name = top();
  Problem by_function = top();
  Top own{0.8, {0.1, -0.2, 0.9}};
  by_function.torques = {{"callback",
                          {{{"function", TorqueCallback{.torque = top_torque,
                                                        .context = &own,
                                                        .energy = top_energy,
                                                        .uses_time = false,
                                                        .uses_velocity = false}}}}}};
  const Abilities able = torque_abilities(by_function);
  EXPECT_TRUE(able.potential);
  EXPECT_FALSE(able.derivative || able.series || able.time || able.velocity || able.vertical);
  int methods = 0;
  for (const std::string& name : method_names()) {
    if (!choose(name, "", std::nullopt).card.takes_torque || name == "auto") continue;
    const MethodInfo card = choose(name, "", std::nullopt).card;
    if (card.needs.derivative || card.needs.series) {
      EXPECT_THROW(choose(name, "", able), InvalidInput) << name;
      continue;
    }
    ++methods;
    own.calls = 0;
    const RunRecord a = polhode::Run({by_name, choose(name, "", torque_abilities(by_name)), {.number = 100}}).go();
    const RunRecord b = polhode::Run({by_function, choose(name, "", able), {.number = 100}}).go();
    ASSERT_TRUE(a.done() && b.done()) << name;
    EXPECT_LT(norm(a.last.w - b.last.w), 1e-11) << name;  // measured 2e-13: another order of the same roundings
    EXPECT_EQ(own.calls, b.torque_evaluations) << name;
    EXPECT_EQ(a.torque_evaluations, b.torque_evaluations) << name;
    EXPECT_TRUE(b.certificate.energy_error_max.has_value()) << name;
    EXPECT_FALSE(b.certificate.vertical_momentum_error_max.has_value()) << name;
  }
  EXPECT_GT(methods, 20);
}

// (1 + sin t/2) times the heavy top: a potential that depends on time.
void swelling_torque(void* context, double t, const double* q, const double* w, double* torque) {
  top_torque(context, t, q, w, torque);
  for (int i = 0; i < 3; ++i) torque[i] *= 1 + 0.5 * std::sin(t);
}
double swelling_energy(void* context, double t, const double* q) {
  return (1 + 0.5 * std::sin(t)) * top_energy(context, t, q);
}

TEST(Problem, APotentialThatDependsOnTimeIsNotCertifiedAsKeepingTheEnergy) {
  Problem p = top();
  Top own{0.8, {0.1, -0.2, 0.9}};
  p.torques = {{"callback",
                {{{"function", TorqueCallback{.torque = swelling_torque,
                                              .context = &own,
                                              .energy = swelling_energy,
                                              .uses_time = true,
                                              .uses_velocity = false}}}}}};
  const auto end = [&](const char* method, long steps) {
    return polhode::Run({p, choose(method, "", torque_abilities(p)), {.number = steps}}).go();
  };
  const RunRecord splitting = end("rkn6", 300), other = end("cf4", 6000);
  EXPECT_FALSE(splitting.certificate.energy_error_max.has_value());
  EXPECT_LT(norm(splitting.last.w - other.last.w), 1e-10);  // measured below
  EXPECT_EQ(splitting.torque_evaluations, 300 * 11 + 1);
}

}  // namespace
