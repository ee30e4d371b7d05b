// cases.cpp -- the cases as data
#include "verify/cases.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "output/metadata.hpp"
#include "verify/flips.hpp"
#include "verify/known_motion.hpp"

namespace polhode {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kHairerVilmart =
    "body and momentum of Hairer and Vilmart (2006), section 3 [HairerVilmart2006]";
constexpr std::string_view kOurChoice = "our choice";
constexpr double kFrame = 1.0 / 60;  // the step of games

#define POLHODE_ASYMMETRIC "[body]\nmoments = [0.6, 0.8, 1.0]\n[initial]\n"
#define POLHODE_TILTED "attitude = [0.5, -0.1, 0.7, 0.5]\n"

constexpr std::string_view kF = POLHODE_ASYMMETRIC "angular_velocity = [3.0, 0.5, -0.9]\n";

}  // namespace

const std::vector<VerifyCase>& verify_cases() {
  static const std::vector<VerifyCase> cases{
      {"F10", "league", "an asymmetric body for 10 s: the usual tumbling", kHairerVilmart, kF, kFrame, 10},
      {"F100", "league", "the same for 100 s: errors that grow with time", kHairerVilmart, kF, kFrame, 100},
      {"D", "league", "a spin near the middle axis: the body flips over, again and again (Dzhanibekov)",
       "start of our choice, 0.05 rad from the middle axis: nearer to the separatrix single precision alone loses it",
       POLHODE_ASYMMETRIC "angular_velocity = [0.1, 3.0, 0.1]\n", kFrame, 100},
      {"S", "league", "a fast long top: many integrators let it fall over", kOurChoice,
       "[body]\nmoments = [5.0, 5.0, 1.0]\n[initial]\nangular_velocity = [0.5, 0.0, 50.0]\n", kFrame, 10},
      {"N", "league", "a needle, moments 1000 to 1: stiff", kOurChoice,
       "[body]\nmoments = [1.0, 1.0, 0.001]\n[initial]\nangular_velocity = [1.0, 0.2, 30.0]\n", kFrame, 10},
      {"B", "league", "NASA's tumbling brick: small moments, slow",
       "check case 2 of NASA/TM-2015-218675: its rotation alone, from the identity; moments in slug ft2 as printed, "
       "since "
       "the motion depends on their ratios alone; 10, 20, 30 deg/s",
       "[body]\nmoments = [0.001894220, 0.006211019, 0.007194665]\n[initial]\n"
       "angular_velocity = [0.17453292519943295, 0.3490658503988659, 0.5235987755982988]\n",
       kFrame, 30},
      {"sphere", "driver", "turns about a fixed axis: attitude, axes of w and units are read right", kOurChoice,
       "[body]\nmoments = [1.0, 1.0, 1.0]\n[initial]\n" POLHODE_TILTED "angular_velocity = [1.0, 2.0, 3.0]\n", kFrame,
       10},
      {"spin1", "driver", "a steady spin about the axis of the least moment", kOurChoice,
       POLHODE_ASYMMETRIC POLHODE_TILTED "angular_velocity = [3.0, 0.0, 0.0]\n", kFrame, 10},
      {"spin2", "driver", "a spin about the middle axis: steady on paper, and every rounding grows by e in 1.3 s",
       kOurChoice, POLHODE_ASYMMETRIC POLHODE_TILTED "angular_velocity = [0.0, 3.0, 0.0]\n", kFrame, 10},
      {"spin3", "driver", "a steady spin about the axis of the greatest moment", kOurChoice,
       POLHODE_ASYMMETRIC POLHODE_TILTED "angular_velocity = [0.0, 0.0, 3.0]\n", kFrame, 10},
      {"turned", "driver", "F10 from a tilted attitude: the axes of the body are not taken for those of space",
       kHairerVilmart, POLHODE_ASYMMETRIC POLHODE_TILTED "angular_velocity = [3.0, 0.5, -0.9]\n", kFrame, 10},
      {"scale", "badge",
       "F10 with a millionth of the moments: the same motion, unless a small number is taken for none", kHairerVilmart,
       "[body]\nmoments = [0.6e-6, 0.8e-6, 1.0e-6]\n[initial]\nangular_velocity = [3.0, 0.5, -0.9]\n", kFrame, 10},
      {"speed", "badge", "a sphere at 100 rad/s: 1.7 rad a step, unless the spin is cut off", kOurChoice,
       "[body]\nmoments = [1.0, 1.0, 1.0]\n[initial]\n" POLHODE_TILTED "angular_velocity = [48.0, 60.0, 64.0]\n",
       kFrame, 10},
      {"top", "torqued", "an asymmetric heavy top on its fixed point: energy and L.e3 are kept",
       "body and momentum of Hairer and Vilmart (2006), section 3 [HairerVilmart2006]; weight and arm are our choice",
       POLHODE_ASYMMETRIC
       "angular_velocity = [3.0, 0.5, -0.9]\n[[torque]]\nkind = \"heavy-top\"\nweight = 1.0\narm = [0.0, 0.0, 1.0]\n",
       kFrame, 10},
      {"gyroscope", "torqued",
       "a fast symmetric top on its foot, let go at 60 degrees: it nods and goes around; Lagrange's top, known exactly",
       kOurChoice,
       "[body]\nmoments = [1.8e-4, 1.8e-4, 1.2e-4]\n[initial]\n"
       "attitude = [0.8660254037844387, 0.5, 0.0, 0.0]\nangular_velocity = [0.0, 0.0, 150.0]\n[[torque]]\n"
       "kind = \"heavy-top\"\nweight = 0.981\narm = [0.0, 0.0, 0.03]\n",
       1e-3, 2},
      {"orbit", "torqued", "a satellite with a boom, in the gravity gradient of its elliptic orbit: one revolution",
       "mu of WGS 84; body and orbit are our choice (scenarios/boom_satellite.toml)",
       "[body]\nmoments = [112.0, 114.0, 3.5]\n[initial]\n"
       "attitude = [0.23274078412072333, 0.6677063182319536, 0.23274078412072333, 0.6677063182319536]\n"
       "angular_velocity = [0.0, 1.1426589535579563e-3, 0.0]\n[[torque]]\nkind = \"gravity-gradient\"\n"
       "mu = 3.986004418e14\n[torque.orbit]\nperiapsis_radius = 6.778e6\neccentricity = 0.02\ninclination = 0.9\n",
       1, 5724},
      {"damped", "torqued", "linear drag: the spin decays, and its axis moves over to that of the greatest moment",
       kOurChoice,
       POLHODE_ASYMMETRIC "angular_velocity = [3.0, 0.5, -0.9]\n[[torque]]\nkind = \"drag\"\ncoefficient = 0.05\n",
       kFrame, 30},
  };
  return cases;
}

const VerifyCase& verify_case(std::string_view name) {
  std::vector<std::string> names;
  std::string all;
  for (const VerifyCase& one : verify_cases()) {
    if (one.name == name) return one;
    names.emplace_back(one.name);
    all += (all.empty() ? "" : ", ") + names.back();
  }
  const std::string near = name.size() > 60 ? "" : nearest(name, names);
  throw InvalidInput(fmt::format("there is no case \"{}\"{} ({}; polhode verify --list-cases tells more)", name,
                                 near.empty() ? "" : "; did you mean \"" + near + "\"?", all));
}

std::string scenario_text(const VerifyCase& c) {
  return fmt::format("# {}\n# Data: {}.\ntitle = \"Case {}\"\n{}[run]\n{}steps = {}\nend = {:.1f}\n", c.shows, c.source,
                     c.name, c.body, c.group == "torqued" ? "" : "method = \"exact\"\n", steps_of(c), c.duration);
}

Scenario scenario_of(const VerifyCase& c) {
  ReadResult read = read_scenario(scenario_text(c), "case " + std::string(c.name));
  if (!read.faults.empty()) throw InvalidInput(faults_text("case " + std::string(c.name), read.faults));
  return std::move(read.scenario);
}

long steps_of(const VerifyCase& c) {
  return std::lround(c.duration / c.step);
}

std::vector<double> step_list(const VerifyCase& c) {
  return {c.step, c.step / 2, c.step / 4, c.step / 8};
}

namespace {

Json listed(const Vec3<double>& v) {
  return {v.x, v.y, v.z};
}

/// A torque by its name in scenarios, the values of its keys, and its formula.
Json torque_json(const TorqueChoice& torque) {
  const TorqueInfo* card = torque_card(torque.kind, torque.values.table());
  Json values = Json::object();
  for (const auto& [key, value] : torque.values.given)
    values[key] = value.kind == TorqueKey::Kind::vector ? listed(value.vector) : Json(value.number);
  return {{"kind", torque.kind}, {"formula", card->formula}, {"values", std::move(values)}};
}

Json case_json(const VerifyCase& c) {
  const Scenario s = scenario_of(c);
  const Quaternion<double>& q = s.start.Q;
  Json torques = Json::array();
  for (const TorqueChoice& torque : s.torques) torques.push_back(torque_json(torque));
  const FlipRule flips = flip_rule(s);
  return {{"name", c.name},
          {"group", c.group},
          {"shows", c.shows},
          {"source", c.source},
          {"moments", listed(s.inertia.moments())},
          {"attitude", {q.w, q.v.x, q.v.y, q.v.z}},
          {"angular_velocity", listed(s.inertia.angular_velocity(s.start.m))},
          {"duration", c.duration},
          {"step", c.step},
          {"steps", steps_of(c)},
          {"step_list", step_list(c)},
          {"torque", std::move(torques)},
          {"flips", flips.judged ? Json(Tumbling<double>(s.inertia, s.start).flips(0, c.duration)) : Json(nullptr)},
          {"judged", flips.judged ? Json{"attitude", "energy", "momentum", "momentum direction", "flips"}
                                  : Json{"attitude", "energy", "momentum", "momentum direction"}},
          {"reference", KnownMotion::is_exact(s) ? "the exact motion" : "our own solution, with its error"},
          {"scenario", scenario_text(c)}};
}

}  // namespace

std::string cases_json() {
  Json cases = Json::array();
  for (const VerifyCase& c : verify_cases()) cases.push_back(case_json(c));
  return text_of(cases);
}

std::string cases_text() {
  std::string text;
  for (const VerifyCase& c : verify_cases())
    text += fmt::format("{:<7} {:<8} {:>5} s, step {:.6g} s: {}\n", c.name, c.group, c.duration, c.step, c.shows);
  return text;
}

}  // namespace polhode
