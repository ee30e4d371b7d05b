// ensemble_reader_test.cpp -- [ensemble] and [[vary]]: what varies and how, one body as a scenario, and faults in words
#include "scenario/ensemble_reader.hpp"

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenario/scenario.hpp"

using namespace polhode;
namespace fs = std::filesystem;

namespace {

constexpr const char* kBody = "[body]\nmoments = [0.6, 0.8, 1.0]\n";
constexpr const char* kInitial = "[initial]\nangular_velocity = [3.0, 0.5, -0.9]\n";
constexpr const char* kTop = "[[torque]]\nkind = \"heavy-top\"\nweight = 2\narm = [0, 0, 1]\n";
constexpr const char* kRest = "[run]\nsteps = 10\nend = 1\n[ensemble]\nbodies = 100\nseed = 7\n";

std::string vary(const std::string& key, const std::string& how) {
  return "[[vary]]\nkey = \"" + key + "\"\n" + how + "\n";
}
Scenario good(const std::string& text) {
  const ReadResult result = read_scenario(text, "folder/test.toml");
  EXPECT_TRUE(result.faults.empty()) << faults_text("test.toml", result.faults) << text;
  return result.scenario;
}
VariedBodies bodies_of(const Scenario& s) {
  return {s, *s.ensemble};
}
Problem body(const VariedBodies& bodies, std::size_t i) {
  Problem problem = bodies.common();
  bodies.make(i, problem);
  return problem;
}
std::vector<double> numbers_of(const Problem& p) {
  std::vector<double> all;
  const auto add = [&](const Vec3<double>& v) { all.insert(all.end(), {v.x, v.y, v.z}); };
  const auto add_turn = [&](const Quaternion<double>& q) { all.push_back(q.w), add(q.v); };
  add(p.inertia.moments()), add_turn(p.inertia.frame());
  add_turn(p.start.Q), add(p.start.m);
  for (const TorqueChoice& torque : p.torques)
    for (const auto& [name, value] : torque.values.given) all.push_back(value.number), add(value.vector);
  return all;
}
/// All numbers have the same bits.
void expect_same(const Problem& a, const Problem& b, const std::string& about) {
  const std::vector<double> x = numbers_of(a), y = numbers_of(b);
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(x[i]), std::bit_cast<std::uint64_t>(y[i])) << about << ": number " << i;
}

const std::vector<std::string> kBodies{kBody,
                                       "[body]\nmoments = [0.1, 0.8, 1.0]\neffective = true\n",
                                       "[body]\ntensor = [[2, 0.1, 0.2], [0.1, 2.5, -0.3], [0.2, -0.3, 3]]\n",
                                       "[body]\nshape = \"box\"\nmass = 2\nsize = [0.1, 0.2, \"30 cm\"]\n",
                                       "[body]\nshape = \"ellipsoid\"\nmass = 2\nsemi_axes = [0.1, 0.2, 0.3]\n",
                                       "[body]\nshape = \"ellipsoid\"\nmass = 2\nsize = [0.1, 0.2, 0.3]\n",
                                       "[body]\nshape = \"cylinder\"\nmass = 2\nradius = 0.3\nheight = 0.7\n",
                                       "[body]\nshape = \"cylinder\"\nmass = 2\nsize = [0.3, 0.3, 0.7]\n",
                                       "[body]\nshape = \"sphere\"\nmass = 2\nradius = 0.3\n"};
const std::vector<std::string> kAttitudes{"", "attitude = [0.6, 0, 0.8, 1e-7]\n", "rotation_vector = [0.1, 0.2, 3]\n",
                                          "euler = {sequence = \"zxz\", angles = [\"10 deg\", 1, 2]}\n"};
const std::vector<std::string> kMotions{"angular_velocity = [3.0, 0.5, \"-12 rpm\"]\n",
                                        "angular_momentum = [3.0, 0.5, -0.9]\n",
                                        "spatial_momentum = [3.0, 0.5, -0.9]\n"};

}  // namespace

TEST(Recipe, GivesTheBitsOfTheReader) {
  for (const std::string& one : kBodies)
    for (const std::string& attitude : kAttitudes)
      for (const std::string& motion : kMotions) {
        const Scenario s = good(one + "[initial]\n" + attitude + motion + kRest);
        const Recipe& r = s.ensemble->recipe;
        Problem made = s;
        made.inertia = inertia_of(r);
        made.start = start_of(r, made.inertia, attitude_of(r), made.start_tail);
        expect_same(made, s, one + attitude + motion);
      }
}

TEST(Ensemble, TakesItsKeys) {
  const Scenario s = good(std::string(kBody) + kInitial + kRest + "reject = true\n");
  EXPECT_EQ(s.ensemble->bodies, 100u);
  EXPECT_EQ(s.ensemble->seed, 7u);
  EXPECT_TRUE(s.ensemble->reject);
  EXPECT_TRUE(s.ensemble->variations.empty());
  expect_same(body(bodies_of(s), 12), s, "nothing varies");
  EXPECT_FALSE(good(std::string(kBody) + kInitial + "[run]\nsteps = 10\nend = 1\n").ensemble);

  Overrides flags;
  flags.bodies = 3, flags.seed = 9;
  const ReadResult r = read_scenario(std::string(kBody) + kInitial + kRest, "f", flags);
  EXPECT_EQ(r.scenario.ensemble->bodies, 3u);
  EXPECT_EQ(r.scenario.ensemble->seed, 9u);
}

TEST(Vary, NormalHasMeanAndDeviation) {
  const Scenario s = good(std::string(kBody) + kInitial + kRest +
                          vary("initial.angular_velocity", "normal = {mean = [1, 2, 3], deviation = [0.1, 0.2, 0]}"));
  const VariedBodies bodies = bodies_of(s);
  constexpr int n = 20000;
  Vec3<double> sum{}, squares{};
  for (int i = 0; i < n; ++i) {
    const Problem p = body(bodies, std::size_t(i));
    const Vec3<double> w = p.inertia.angular_velocity(p.start.m);
    ASSERT_NEAR(w.z, 3, 1e-15);
    for (int k = 0; k < 3; ++k) sum[k] += w[k] / n, squares[k] += w[k] * w[k] / n;
  }
  EXPECT_NEAR(sum.x, 1, 0.1 * 3.3 / std::sqrt(n));
  EXPECT_NEAR(sum.y, 2, 0.2 * 3.3 / std::sqrt(n));
  EXPECT_NEAR(std::sqrt(squares.x - sum.x * sum.x), 0.1, 0.1 * 2.4 / std::sqrt(n));
  EXPECT_NEAR(std::sqrt(squares.y - sum.y * sum.y), 0.2, 0.2 * 2.4 / std::sqrt(n));
}

TEST(Vary, NormalIsAboutTheScenarioAndTakesUnits) {
  const Scenario s = good(std::string(kBody) + kInitial + kRest +
                          vary("initial.angular_velocity", "normal = {deviation = \"1 deg/s\"}"));
  const Variation& v = s.ensemble->variations.at(0);
  EXPECT_EQ(v.from, (std::array<double, 6>{3.0, 0.5, -0.9}));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(v.width[i], 3.14159265358979323846 / 180, 1e-17);
}

TEST(Vary, UniformStaysWithinItsBounds) {
  const Scenario s =
      good(std::string(kBody) + kInitial + kTop + kRest + vary("torque[1].weight", "uniform = [2, 5]") +
           vary("torque[1].arm", "uniform = [[0, 1, 2], [0, 2, 4]]") + vary("body.moments", "uniform = [0.9, 1.1]"));
  const VariedBodies bodies = bodies_of(s);
  double least = 10, most = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    const Problem p = body(bodies, i);
    const double weight = p.torques[0].values.number("weight");
    const Vec3<double> arm = p.torques[0].values.vector("arm");
    least = std::min(least, weight), most = std::max(most, weight);
    EXPECT_EQ(arm.x, 0);
    EXPECT_TRUE(arm.y >= 1 && arm.y <= 2 && arm.z >= 2 && arm.z <= 4);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(p.inertia.moments()[k], 1, 0.1);
    // The momentum follows the moments.
    const Vec3<double> w = p.inertia.angular_velocity(p.start.m);
    EXPECT_LT(norm(w - Vec3<double>{3.0, 0.5, -0.9}), 1e-15);
  }
  EXPECT_NEAR(least, 2, 0.02);
  EXPECT_NEAR(most, 5, 0.02);
  EXPECT_LE(most, 5);
}

TEST(Vary, SphereKeepsTheLengthAndTurnsAnyWay) {
  const Scenario s = good(std::string(kBody) + kInitial + kRest + vary("initial.angular_velocity", "sphere = 2.5") +
                          vary("initial.attitude", "sphere = 1"));
  const VariedBodies bodies = bodies_of(s);
  Vec3<double> sum{}, turned{};
  constexpr int n = 10000;
  for (int i = 0; i < n; ++i) {
    const Problem p = body(bodies, std::size_t(i));
    const Vec3<double> w = p.inertia.angular_velocity(p.start.m);
    EXPECT_NEAR(norm(w), 2.5, 2e-15);
    EXPECT_NEAR(norm2(p.start.Q), 1, 1e-15);
    sum = sum + w, turned = turned + rotate(p.start.Q, {0, 0, 1});
  }
  EXPECT_LT(norm(sum) / (2.5 * n), 0.03);  // measured 0.014
  EXPECT_LT(norm(turned) / n, 0.03);       // measured 0.006
}

TEST(Vary, BodyIsTheSameWhateverTheNumberOfBodies) {
  const std::string text = std::string(kBody) + kInitial + kRest + vary("initial.angular_velocity", "sphere = 2.5");
  Overrides more, other;
  more.bodies = 1000000;
  other.seed = 8;
  const Scenario a = good(text), b = read_scenario(text, "f", more).scenario,
                 c = read_scenario(text, "f", other).scenario;
  expect_same(body(bodies_of(a), 17), body(bodies_of(b), 17), "17");
  EXPECT_NE(body(bodies_of(a), 17).start.m.x, body(bodies_of(c), 17).start.m.x);
  EXPECT_NE(body(bodies_of(a), 17).start.m.x, body(bodies_of(a), 18).start.m.x);
}

TEST(Vary, BodyAsAScenarioHasTheSameBits) {
  const std::string torques = std::string(kTop) +
                              "[[torque]]\nkind = \"gravity-gradient\"\nmu = 4e14\n[torque.orbit]\n"
                              "periapsis_radius = 7e6\neccentricity = 0.1\nnode = \"20 deg\"\n";
  struct Case {
    std::string body, initial, varied;
  };
  const std::string motion = vary("initial.angular_momentum", "sphere = 0.3");
  const std::vector<Case> cases{
      {kBody, "angular_momentum = [1, 0, 0]", vary("body.moments", "normal = {deviation = 0.01}") + motion},
      {kBodies[2], "angular_velocity = [1, 2, 3]", vary("body.tensor", "normal = {deviation = 0.01}")},
      {kBodies[3], "angular_velocity = [1, 2, 3]",
       vary("body.mass", "uniform = [1, 3]") + vary("body.size", "uniform = [\"10 cm\", 0.2]")},
      {kBodies[4], "spatial_momentum = [1, 2, 3]",
       vary("body.semi_axes", "uniform = [0.1, 0.2]") + vary("initial.attitude", "sphere = 1")},
      {kBodies[6], "angular_velocity = [1, 2, 3]\nrotation_vector = [0.1, 0, 0]",
       vary("body.radius", "uniform = [0.1, 0.2]") + vary("body.height", "uniform = [0.1, 0.2]") +
           vary("initial.rotation_vector", "normal = {deviation = \"3 deg\"}")},
      {kBodies[8], "angular_velocity = [1, 2, 3]\neuler = {sequence = \"zyx\", angles = [0, 0, \"5 deg\"]}",
       vary("body.radius", "uniform = [0.1, 0.2]") + vary("initial.euler.angles", "uniform = [0, 1]")},
      {kBody, "angular_velocity = [1, 2, 3]",
       vary("initial.rotation_vector", "normal = {deviation = 1}") + vary("torque[2].orbit.node", "uniform = [0, 6]") +
           vary("torque[1].arm", "sphere = 0.25") + vary("torque[2].mu", "normal = {deviation = 1e10}")},
  };
  for (const Case& one : cases) {
    const Scenario s = good(one.body + "[initial]\n" + one.initial + "\n" + torques + kRest + one.varied);
    const VariedBodies bodies = bodies_of(s);
    Overrides flags;
    flags.steps = 20;
    for (const std::size_t i : {0, 1, 99, 123456}) {
      const std::string text = scenario_of_body(s, flags, bodies, i, "folder");
      const Scenario again = good(text);
      expect_same(again, body(bodies, i), one.varied + text);
      EXPECT_EQ(again.steps.number, 20);
      EXPECT_FALSE(again.ensemble);
    }
  }
}

TEST(Vary, TablesGiveBodyIItsRow) {
  const fs::path folder = fs::path(testing::TempDir()) / "polhode_ensemble_reader_test";
  fs::create_directories(folder);
  std::ofstream(folder / "w.csv") << "# a comment\nx, y, z\n1,2,3\n\n4, 5 ,6\r\n+7,8e0,-9\n";
  const auto tried = [&](const std::string& file, int n, const std::string& key = "initial.angular_velocity") {
    Overrides flags;
    flags.bodies = n;
    ReadResult r = read_scenario(std::string(kBody) + kInitial + kRest + vary(key, "table = \"" + file + "\""),
                                 (folder / "s.toml").string(), flags);
    EXPECT_TRUE(r.faults.empty());
    r.faults = read_ensemble_tables(r.scenario);
    return r;
  };
  const ReadResult good = tried("w.csv", 3);
  ASSERT_TRUE(good.faults.empty()) << faults_text("f", good.faults);
  const Problem p = body(bodies_of(good.scenario), 2);
  const Vec3<double> w{7, 8, -9};
  for (int k = 0; k < 3; ++k) EXPECT_EQ(p.start.m[k], p.inertia.momentum(w)[k]);
  EXPECT_EQ(good.scenario.files.size(), 1u);

  const auto faults = [&](const auto&... what) { return faults_text("f", tried(what...).faults); };
  EXPECT_EQ(faults("w.csv", 4), "f:12: vary[1].table: \"w.csv\": has 3 rows; for 4 bodies it must have 4\n");
  EXPECT_EQ(faults("w.csv", 3, "body.moments"), "");
  EXPECT_EQ(faults("no.csv", 3),
            "f:12: vary[1].table: \"no.csv\": there is no such file (a path begins in the folder of the "
            "scenario)\n");
  EXPECT_EQ(faults("w.csv", 3, "initial.attitude"),
            "f:12: vary[1].table: \"w.csv\": line 2: must have 4 columns, not 3\n");
  std::ofstream(folder / "bad.csv") << "1,2,3\n4,five,6\n";
  EXPECT_EQ(faults("bad.csv", 2), "f:12: vary[1].table: \"bad.csv\": line 2: \"five\" is not a finite number\n");
  fs::remove_all(folder);
}

TEST(Vary, ImpossibleBodiesAreRefusedOrDrawnAgain) {
  const std::string text = std::string(kBody) + kInitial + kTop + kRest;
  const std::string wide = vary("body.moments", "normal = {deviation = [0, 0, 0.5]}");
  const auto refused = [](const VariedBodies& bodies) {
    int n = 0;
    for (std::size_t i = 0; i < 1000; ++i) try {
        body(bodies, i);
      } catch (const KeyFault& bad) {
        if (n++ == 0) {
          const Fault fault = fault_of_body(bodies.spec(), i, bad);
          EXPECT_EQ(fault.key, "body.moments");
          EXPECT_EQ(fault.line, 16);
          EXPECT_NE(fault.message.find("body " + std::to_string(i) + ": "), std::string::npos) << fault.message;
        }
      }
    return n;
  };
  const VariedBodies strict = bodies_of(good(text + wide));
  EXPECT_TRUE(strict.may_refuse());
  // I3 must be between 0.2 and 1.4: 0.2669 of all are not.
  EXPECT_NEAR(refused(strict), 267, 46);
  const VariedBodies again = bodies_of(good(text + "reject = true\n" + wide));
  EXPECT_EQ(refused(again), 0);
  // Bodies that were good stay what they were.
  int same = 0;
  for (std::size_t i = 0; i < 1000; ++i) try {
      const Problem p = body(strict, i);
      expect_same(p, body(again, i), "good");
      ++same;
    } catch (const KeyFault&) {
      EXPECT_NO_THROW(body(again, i));
    }
  EXPECT_GT(same, 600);
  const VariedBodies never = bodies_of(good(text + "reject = true\n" + vary("body.moments", "uniform = [-2, -1]")));
  EXPECT_THROW(body(never, 0), KeyFault);
  const VariedBodies drag =
      bodies_of(good(std::string(kBody) + kInitial + "[[torque]]\nkind = \"drag\"\ncoefficient = 1\n" + kRest +
                     vary("torque[1].coefficient", "uniform = [-2, -1]")));
  try {
    body(drag, 0);
    ADD_FAILURE() << "a drag that drives";
  } catch (const KeyFault& bad) {
    EXPECT_EQ(bad.key, "torque[1].coefficient");
  }
}

TEST(Vary, MakesABodyQuickly) {
  const VariedBodies bodies = bodies_of(
      good(std::string(kBody) + kInitial + kRest + vary("initial.angular_velocity", "normal = {deviation = 0.1}")));
  Problem p = bodies.common();
  constexpr std::size_t n = 100000;
  const auto start = std::chrono::steady_clock::now();
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) bodies.make(i, p), sum += p.start.m.x;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("  %.0f ns per body (mean %.3f)\n", seconds / n * 1e9, sum / n);
}

TEST(Vary, ExamplesOfTheDocumentationAreGood) {
  std::ifstream page(fs::path(POLHODE_SOURCE_DIR) / "docs/how-to/ensembles.md");
  std::string ensemble;
  bool inside = false;  // an indented block that begins with [ensemble]; blank lines do not end it
  for (std::string line; std::getline(page, line);) {
    if (!line.empty()) inside = line.starts_with("    ") && (inside || line == "    [ensemble]");
    if (inside) ensemble += line + "\n";
  }
  const Scenario s = good(std::string(kBody) + kInitial + "[run]\nsteps = 10\nend = 1\n" + ensemble);
  EXPECT_EQ(s.ensemble->bodies, 100000u);
  EXPECT_EQ(s.ensemble->variations.size(), 1u);
}

TEST(EnsembleFaults, WhateverTheTextItIsReadOrRefused) {
  std::ifstream file(fs::path(POLHODE_SOURCE_DIR) / "scenarios/debris.toml");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const Scenario whole = good(text);
  EXPECT_EQ(whole.ensemble->bodies, 100000u);
  EXPECT_EQ(whole.ensemble->variations.size(), 4u);
  // Cut anywhere, and with parts of it somewhere else. What is good gives bodies, or says why not.
  const auto look = [](const std::string& changed) {
    const ReadResult r = read_scenario(changed, "f");
    if (!r.faults.empty() || !r.scenario.ensemble) return;
    const VariedBodies bodies = bodies_of(r.scenario);
    for (const std::size_t i : {0, 1, 2}) try {
        body(bodies, i);
        scenario_of_body(r.scenario, {}, bodies, i, ".");
      } catch (const InvalidInput& bad) {
        EXPECT_NE(std::string(bad.what()), "");
      }
  };
  for (std::size_t n = 0; n < text.size(); ++n) look(text.substr(0, n));
  std::mt19937_64 random(1);
  for (int i = 0; i < 5000; ++i) {
    std::string changed = text;
    for (int k = 0; k < 3; ++k) {
      const std::size_t from = random() % text.size(), to = random() % changed.size(), length = random() % 12;
      if (random() % 2 == 0)
        changed.replace(to, length, text.substr(from, length));
      else
        changed.erase(to, length);
    }
    look(changed);
  }
}

// --- faults -----------------------------------------------------------------------------------------------------------

TEST(EnsembleFaults, AreSaidInWords) {
  const auto faults = [](const std::string& ensemble, const Overrides& flags = {}) {
    return faults_text(
        "f", read_scenario(std::string(kBody) + kInitial + kTop + "[run]\nsteps = 10\nend = 1\n" + ensemble, "f", flags)
                 .faults);
  };
  const std::string can =
      " (what can vary here: body.moments, initial.attitude, initial.rotation_vector, initial.angular_velocity, "
      "torque[1].weight, torque[1].arm)\n";
  const std::string key = "initial.angular_velocity", some = "[ensemble]\nbodies = 10\n";
  // [ensemble]
  EXPECT_EQ(faults("[ensemble]\nbodies = 0\n"), "f:13: ensemble.bodies: 0 must be at least 1\n");
  EXPECT_EQ(faults("[ensemble]\nseed = 1\n"), "f:12: ensemble.bodies: missing: their number\n");
  EXPECT_EQ(faults("[ensemble]\nbodies = 1e6\n"), "f:13: ensemble.bodies: must be an integer, not the number 1e+06\n");
  EXPECT_EQ(faults(some + "seed = -1\n"),
            "f:14: ensemble.seed: must be an integer from 0 to 2^63 - 1, not the integer -1\n");
  EXPECT_EQ(faults(some + "sed = 1\n"),
            "f:14: ensemble.sed: unknown key; did you mean \"seed\"? (keys here: bodies, seed, reject, quantities)\n");
  EXPECT_EQ(faults("ensemble = 3\n").substr(0, 13), "f:12: run.ens");
  Overrides none;
  none.bodies = 0;
  EXPECT_EQ(faults(some, none), "f: --bodies: 0 must be at least 1\n");
  EXPECT_EQ(faults(vary(key, "sphere = 1")),
            "f:12: vary: goes with a table [ensemble], which says how many bodies there are\n");
  // key
  const auto fault = [&](const std::string& k, const std::string& how) { return faults(some + vary(k, how)); };
  EXPECT_EQ(fault("initial.angular_velocty", "sphere = 1"),
            "f:15: vary[1].key: this scenario has no key \"initial.angular_velocty\"; did you mean "
            "\"initial.angular_velocity\"?" +
                can);
  EXPECT_EQ(fault("initial.angular_momentum", "sphere = 1").substr(0, 75),
            "f:15: vary[1].key: this scenario has no key \"initial.angular_momentum\"; did");
  EXPECT_EQ(fault("torque[2].weight", "uniform = [0, 1]").substr(0, 63),
            "f:15: vary[1].key: this scenario has no key \"torque[2].weight\";");
  EXPECT_EQ(fault("torque[1].kind", "uniform = [0, 1]"), "f:15: vary[1].key: \"torque[1].kind\" is not a number" + can);
  EXPECT_EQ(fault("run.end", "uniform = [0, 1]"), "f:15: vary[1].key: \"run.end\" is the same for all bodies" + can);
  EXPECT_EQ(fault("body", "uniform = [0, 1]"), "f:15: vary[1].key: \"body\" is a table: name a key of it" + can);
  EXPECT_EQ(faults(some + "[[vary]]\nsphere = 1\n").substr(0, 35), "f:14: vary[1].key: missing: what va");
  EXPECT_EQ(faults(some + vary(key, "sphere = 1") + vary(key, "sphere = 1")),
            "f:18: vary[2].key: \"initial.angular_velocity\" varies already, in line 15\n");
  EXPECT_EQ(faults(some + vary("initial.attitude", "sphere = 1") + vary("initial.rotation_vector", "sphere = 1")),
            "f:18: vary[2].key: \"initial.rotation_vector\": the attitude varies already, in line 15\n");
  // distributions
  EXPECT_EQ(fault(key, ""), "f:14: vary[1]: missing: give one of normal, uniform, sphere, table\n");
  EXPECT_EQ(fault(key, "sphere = 1\nuniform = [0, 1]"),
            "f:17: vary[1].uniform: given beside vary[1].sphere; give only one of normal, uniform, sphere, table\n");
  EXPECT_EQ(fault(key, "normal = {deviation = -0.1}"), "f:16: vary[1].normal.deviation: -0.1 must not be negative\n");
  EXPECT_EQ(fault(key, "normal = {mean = 1}").substr(0, 45), "f:16: vary[1].normal.deviation: missing: the ");
  EXPECT_EQ(fault(key, "normal = {deviation = [1, 2]}"),
            "f:16: vary[1].normal.deviation: must be one number or a list of 3, not 2\n");
  EXPECT_EQ(fault(key, "normal = {deviation = \"1 m\"}").substr(0, 43),
            "f:16: vary[1].normal.deviation: \"1 m\" is a ");
  EXPECT_EQ(fault(key, "normal = 3"), "f:16: vary[1].normal: must be a table, not the integer 3\n");
  EXPECT_EQ(fault(key, "uniform = [2, 1]"),
            "f:16: vary[1].uniform: the lower bound 2 must not be above the upper one, 1\n");
  EXPECT_EQ(fault(key, "uniform = [1, 2, 3]"),
            "f:16: vary[1].uniform: must be [lower, upper], each one number or a list of them, not 3 of them\n");
  EXPECT_EQ(fault("torque[1].weight", "uniform = [[1, 2], 3]"),
            "f:16: vary[1].uniform: lower bound: must be one number, not an array\n");
  EXPECT_EQ(fault(key, "uniform = [-1e308, 1e308]"), "f:16: vary[1].uniform: the bounds are too far from each other\n");
  EXPECT_EQ(fault(key, "sphere = 0"), "f:16: vary[1].sphere: 0 must be positive\n");
  EXPECT_EQ(fault("body.moments", "sphere = 1"),
            "f:16: vary[1].sphere: gives a vector of any direction, which body.moments is not\n");
  EXPECT_EQ(fault("initial.attitude", "sphere = 2"),
            "f:16: vary[1].sphere: 2 must be 1: an attitude is a quaternion of unit length\n");
  EXPECT_EQ(fault("initial.attitude", "normal = {deviation = 0.1}").substr(0, 60),
            "f:16: vary[1].normal: a quaternion would lose its length; ta");
  EXPECT_EQ(fault(key, "table = 3"), "f:16: vary[1].table: must be a string in quotes, not the integer 3\n");
}
