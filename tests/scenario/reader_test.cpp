// reader_test.cpp -- good scenario files: every key and every kind of torque, held against what the library makes of them
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "polhode/body/invariants.hpp"
#include "problem/torques.hpp"
#include "scenario/scenario.hpp"
#include "scenario/units.hpp"

using namespace polhode;

namespace {

constexpr const char* kInitial = "[initial]\nangular_velocity = [3.0, 0.5, -0.9]\n";
constexpr const char* kBody = "[body]\nmoments = [0.6, 0.8, 1.0]\n";
constexpr const char* kRun = "[run]\nstep = 0.01\nend = 10.0\n";

std::string text_with(const std::string& torque, const std::string& run = kRun) {
  return std::string(kBody) + kInitial + torque + run;
}
std::string body_text(const std::string& body) {
  return "[body]\n" + body + "\n" + kInitial + kRun;
}
std::string initial_text(const std::string& initial, const std::string& body = kBody) {
  return body + "[initial]\n" + initial + "\n" + kRun;
}

/// The scenario of a text that must be good.
Scenario good(const std::string& text, const Overrides& flags = {}) {
  const ReadResult result = read_scenario(text, "folder/test.toml", flags);
  EXPECT_TRUE(result.faults.empty()) << faults_text("test.toml", result.faults) << text;
  return result.scenario;
}
/// The faults of a text, as lines.
std::string faults_of(const std::string& text, const Overrides& flags = {}) {
  return faults_text("f", read_scenario(text, "f", flags).faults);
}

void expect_same(const Vec3<double>& a, const Vec3<double>& b, double tolerance = 0) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], tolerance) << "component " << i;
}
void expect_same(const Quaternion<double>& a, const Quaternion<double>& b, double tolerance = 0) {
  EXPECT_NEAR(a.w, b.w, tolerance);
  expect_same(a.v, b.v, tolerance);
}
void expect_same(const Inertia& a, const Inertia& b) {
  expect_same(a.moments(), b.moments());
  expect_same(a.frame(), b.frame());
}

}  // namespace

// --- the file ---------------------------------------------------------------------------------------------------------

TEST(Reader, TakesTitleTextAndDefaults) {
  const std::string text = std::string(kBody) + kInitial + kRun;
  const Scenario s = good(text);
  EXPECT_EQ(s.file, "folder/test.toml");
  EXPECT_EQ(s.text, text);
  EXPECT_EQ(s.title, "test");
  EXPECT_EQ(s.explanation, "");
  EXPECT_EQ(s.method, "auto");
  EXPECT_EQ(s.flow, "");
  EXPECT_EQ(s.start_time, 0);
  EXPECT_EQ(s.end_time, 10);
  EXPECT_EQ(s.steps.length, 0.01);
  EXPECT_EQ(s.steps.number, 0);
  EXPECT_EQ(s.output_every, 1);
  EXPECT_FALSE(s.energy_correction);
  EXPECT_TRUE(s.torques.empty());
  expect_same(s.start.Q, Quaternion<double>{});
}

TEST(Reader, TakesEveryKeyOfRun) {
  const ReadResult r = read_scenario(
      "title = \"A top\"\nexplanation = \"\"\"line 1\nline 2\"\"\"\n" +
          text_with("[[torque]]\nkind = \"heavy-top\"\nweight = 2\narm = [0, 0.1, 1]\n",
                    "[run]\nmethod = \"strang\"\nflow = \"sr4\"\nsteps = 500\nstart = -1\nend = 4\noutput_every = 7\n"),
      "f");
  ASSERT_TRUE(r.faults.empty()) << faults_text("f", r.faults);
  const Scenario& s = r.scenario;
  EXPECT_EQ(s.title, "A top");
  EXPECT_EQ(s.explanation, "line 1\nline 2");
  EXPECT_EQ(s.method, "strang");
  EXPECT_EQ(s.flow, "sr4");
  EXPECT_EQ(s.steps.number, 500);
  EXPECT_EQ(s.steps.length, 0);
  EXPECT_EQ(s.start_time, -1);
  EXPECT_EQ(s.end_time, 4);
  EXPECT_EQ(s.output_every, 7);
  EXPECT_EQ(r.choice.name(), "strang on sr4");
  EXPECT_TRUE(good(text_with("", "[run]\nmethod = \"lie3\"\nstep = 0.1\nend = 1\nenergy_correction = true\n"))
                  .energy_correction);
}

TEST(Reader, TakesAnyTomlSpelling) {
  const Scenario s = good(
      "\xEF\xBB\xBF"
      "body = { moments = [0.6, 8e-1, 1] }\r\n"  // a byte order mark, inline tables, dotted keys, CRLF
      "initial.'angular_velocity' = [+3, 5e-1, -0.9,]\r\n"
      "torque = [ { kind = \"drag\", coefficient = 0 } ]\r\n"
      "run.end = 1_0\r\nrun.step = 0.01");
  expect_same(s.start.m, {0.6 * 3, 0.8 * 0.5, -0.9});
  EXPECT_EQ(s.end_time, 10);
  EXPECT_EQ(s.torques.size(), 1u);
}

TEST(Reader, ChoosesAutoByTheTorque) {
  const auto chosen = [](const std::string& torque) { return read_scenario(text_with(torque), "f").choice; };
  EXPECT_FALSE(chosen("").card.takes_torque);
  EXPECT_EQ(chosen("").method, "exact");
  EXPECT_FALSE(chosen("[[torque]]\nkind = \"coulomb-wall\"\n").flow.empty());
  EXPECT_FALSE(chosen("[[torque]]\nkind = \"drag\"\ncoefficient = 1\n").card.needs.potential);
}

TEST(Reader, SortsFaultsByLine) {
  EXPECT_EQ(faults_of("[run]\nstep = 0\nend = 1\n[initial]\nangular_velocity = [0, 0]\n[body]\nmoments = 1\n"),
            "f:2: run.step: 0 must be positive\n"
            "f:5: initial.angular_velocity: must be 3 numbers [x, y, z], not 2\n"
            "f:7: body.moments: must be 3 numbers [I1, I2, I3], not the integer 1\n");
}

// --- [body] -----------------------------------------------------------------------------------------------------------

TEST(ReaderBody, MomentsAnyOrderAnySize) {
  expect_same(good(body_text("moments = [1.0, 0.6, 0.8]")).inertia, Inertia::principal(1.0, 0.6, 0.8));
  expect_same(good(body_text("moments = [1e-40, 2e-40, 3e-40]")).inertia, Inertia::principal(1e-40, 2e-40, 3e-40));
  expect_same(good(body_text("moments = [1e30, 1e30, 1e30]")).inertia, Inertia::principal(1e30, 1e30, 1e30));
}
TEST(ReaderBody, EffectiveMoments) {
  expect_same(good(body_text("moments = [5, 10, 1]\neffective = true")).inertia, Inertia::effective(5, 10, 1));
  expect_same(good(body_text("moments = [5, 5, 1]\neffective = false")).inertia, Inertia::principal(5, 5, 1));
}
TEST(ReaderBody, Tensor) {
  const Inertia inertia = good(body_text("tensor = [[2, 0.1, 0], [0.1, 3, 0.2], [0, 0.2, 4]]")).inertia;
  expect_same(inertia, Inertia::tensor({{2, 0.1, 0}, {0.1, 3, 0.2}, {0, 0.2, 4}}));
  EXPECT_NE(inertia.frame().w, 1);
}
TEST(ReaderBody, Shapes) {
  const Scenario box = good(body_text("shape = \"box\"\nmass = 2\nsize = [1, 4, 18]"));
  expect_same(box.inertia, Inertia::box(2, 1, 4, 18));
  EXPECT_EQ(box.look.shape, Look::Shape::box);
  expect_same(box.look.size, {1, 4, 18});

  // The extent along the axes will do for every shape.
  const Scenario by_size = good(body_text("shape = \"ellipsoid\"\nmass = 2\nsize = [2, 4, 6]"));
  EXPECT_EQ(by_size.inertia.moments().x, Inertia::ellipsoid(2, 1, 2, 3).moments().x);
  EXPECT_EQ(good(body_text("shape = \"cylinder\"\nmass = 2\nsize = [2, 2, 6]")).inertia.moments().x,
            Inertia::cylinder(2, 1, 6).moments().x);
  const Scenario ellipsoid = good(body_text("shape = \"ellipsoid\"\nmass = 2\nsemi_axes = [1, 2, 3]"));
  expect_same(ellipsoid.inertia, Inertia::ellipsoid(2, 1, 2, 3));
  EXPECT_EQ(ellipsoid.look.shape, Look::Shape::ellipsoid);
  expect_same(ellipsoid.look.size, {2, 4, 6});

  const Scenario cylinder = good(body_text("shape = \"cylinder\"\nmass = 2\nradius = 0.5\nheight = 3"));
  expect_same(cylinder.inertia, Inertia::cylinder(2, 0.5, 3));
  EXPECT_EQ(cylinder.look.shape, Look::Shape::cylinder);
  expect_same(cylinder.look.size, {1, 1, 3});

  const Scenario sphere = good(body_text("shape = \"sphere\"\nmass = 2\nradius = 0.5"));
  expect_same(sphere.inertia, Inertia::sphere(2, 0.5));
  EXPECT_EQ(sphere.look.shape, Look::Shape::ellipsoid);
  expect_same(sphere.look.size, {1, 1, 1});
}

TEST(ReaderBody, LooksLikeTheBoxOfItsMoments) {
  // The moments of a box of mass 1 give back that box. Measured: 4e-16.
  const Vec3<double> I = Inertia::box(1, 0.1, 0.2, 0.3).moments();
  const std::string moments = "moments = [" + to_text(I.x) + ", " + to_text(I.y) + ", " + to_text(I.z) + "]";
  expect_same(good(body_text(moments)).look.size, {0.1, 0.2, 0.3}, 1e-14);

  // From the tensor of a turned box: the same edges (in some order) and the turn.
  const Scenario turned = good(body_text("tensor = [[2, 0.5, 0], [0.5, 2, 0], [0, 0, 3]]"));
  expect_same(turned.look.frame, turned.inertia.frame());
  const Vec3<double> J = Inertia::box(1, turned.look.size.x, turned.look.size.y, turned.look.size.z).moments();
  expect_same(J, turned.inertia.moments(), 1e-14);

  // Flat and impossible bodies have a thickness all the same.
  for (const char* flat : {"moments = [1, 1, 2]", "moments = [5, 10, 1]\neffective = true",
                           "moments = [1e-47, 1e-47, 2e-47]", "moments = [1e150, 1e150, 1e150]"}) {
    const Vec3<double> size = good(body_text(flat)).look.size;
    const double longest = std::max({size.x, size.y, size.z});
    for (int i = 0; i < 3; ++i) EXPECT_GE(size[i], 0.0199 * longest) << flat;
    EXPECT_TRUE(std::isfinite(longest)) << flat;
  }
}

// --- [initial] --------------------------------------------------------------------------------------------------------

TEST(ReaderInitial, AttitudeIsNormalisedOrTurned) {
  expect_same(good(initial_text("attitude = [0.5, 0.5, -0.5, 0.5]\nangular_velocity = [0, 0, 0]")).start.Q,
              {0.5, {0.5, -0.5, 0.5}});
  const Scenario nearly = good(initial_text("attitude = [1.0000009, 0, 0, 0]\nangular_velocity = [0, 0, 0]"));
  EXPECT_EQ(nearly.start.Q.w, 1);
  // Half a radian about the second axis. Measured: 0.
  expect_same(good(initial_text("rotation_vector = [0, 0.5, 0]\nangular_velocity = [0, 0, 0]")).start.Q,
              {std::cos(0.25), {0, std::sin(0.25), 0}}, 1e-16);
}

TEST(ReaderInitial, ThreeWaysToSayHowItTurns) {
  const std::string tensor = "[body]\ntensor = [[2, 0.1, 0], [0.1, 3, 0.2], [0, 0.2, 4]]\n";
  const std::string attitude = "attitude = [0.5, 0.5, -0.5, 0.5]\n";
  const Scenario w = good(initial_text(attitude + "angular_velocity = [1, 2, 3]", tensor));
  expect_same(w.start.m, w.inertia.momentum({1, 2, 3}));
  expect_same(w.start.m, {2.2, 6.7, 12.4}, 1e-14);  // measured 2e-15
  const Scenario m = good(initial_text(attitude + "angular_momentum = [1, 2, 3]", tensor));
  expect_same(m.start.m, {1, 2, 3});
  const Scenario L = good(initial_text(attitude + "spatial_momentum = [1, 2, 3]", tensor));
  expect_same(rotate(L.start.Q, L.start.m), {1, 2, 3}, 1e-15);  // measured 0
  EXPECT_NE(L.start.m.x, 1);
}

// --- [[torque]] -------------------------------------------------------------------------------------------------------

/// Torque number i of a scenario, as the library makes it.
template <class Torque>
Torque made(const Scenario& s, std::size_t i) {
  return std::get<Torque>(torque_from(s.torques.at(i), s.inertia).model());
}

TEST(ReaderTorque, HeavyTop) {
  const Scenario s = good(text_with("[[torque]]\nkind = \"heavy-top\"\nweight = -2.5\narm = [1, 0.5, 3]\n"));
  const auto top = made<HeavyTop<>>(s, 0);
  EXPECT_EQ(top.weight, -2.5);
  expect_same(top.arm, {1, 0.5, 3});
  EXPECT_TRUE(s.torque_abilities()->potential && s.torque_abilities()->derivative);
}
TEST(ReaderTorque, GravityGradient) {
  const Scenario s =
      good(text_with("[[torque]]\nkind = \"gravity-gradient\"\nstrength = 3e-6\n"
                     "[[torque]]\nkind = \"gravity-gradient\"\nmu = 4e14\nradius = 7e6\n"));
  EXPECT_EQ(made<GravityGradient<>>(s, 0).strength, 3e-6);
  EXPECT_EQ(made<GravityGradient<>>(s, 1).strength, 3 * 4e14 / (7e6 * 7e6 * 7e6));
  for (int i = 0; i < 3; ++i)
    expect_same(made<GravityGradient<>>(s, 0).J[i], Mat3<double>::diagonal({0.6, 0.8, 1.0})[i]);

  // In body axes that are not principal, the tensor is the one that was given. Measured: 4e-16.
  const Scenario turned = good("[body]\ntensor = [[2, 0.1, 0], [0.1, 3, 0.2], [0, 0.2, 4]]\n" + std::string(kInitial) +
                               "[[torque]]\nkind = \"gravity-gradient\"\nstrength = 1\n" + kRun);
  const Mat3<double> given{{2, 0.1, 0}, {0.1, 3, 0.2}, {0, 0.2, 4}};
  for (int i = 0; i < 3; ++i) expect_same(made<GravityGradient<>>(turned, 0).J[i], given[i], 1e-14);
}
TEST(ReaderTorque, GravityGradientOnAnOrbit) {
  const std::string torque = "[[torque]]\nkind = \"gravity-gradient\"\nmu = 4e14\n";
  const Scenario s = good(text_with(torque + "[torque.orbit]\nperiapsis_radius = 7e6\neccentricity = 0.5\n"));
  const Scenario other =
      good(text_with(torque + "orbit = {periapsis_radius = \"8000 km\", eccentricity = 1, inclination = \"30 deg\", "
                              "node = 0.2, argument = 0.3, periapsis_time = 40}\n"));
  const auto first = made<GravityGradientOnOrbit<>>(s, 0).orbit.elements(),
             second = made<GravityGradientOnOrbit<>>(other, 0).orbit.elements();
  EXPECT_EQ(first.mu, 4e14);
  EXPECT_EQ(first.periapsis_radius, 7e6);
  EXPECT_EQ(first.eccentricity, 0.5);
  EXPECT_TRUE(first.inclination == 0 && first.node == 0 && first.argument == 0 && first.periapsis_time == 0);
  EXPECT_EQ(second.periapsis_radius, 8e6);
  EXPECT_EQ(second.eccentricity, 1);
  EXPECT_DOUBLE_EQ(second.inclination, std::numbers::pi / 6);
  EXPECT_EQ(second.node, 0.2);
  EXPECT_EQ(second.argument, 0.3);
  EXPECT_EQ(second.periapsis_time, 40);
  expect_same(made<GravityGradientOnOrbit<>>(s, 0).J[0], Vec3<double>{0.6, 0, 0});
  EXPECT_TRUE(s.torque_abilities()->potential && s.torque_abilities()->time && !s.torque_abilities()->vertical);
}
TEST(ReaderTorque, CoulombWall) {
  const Scenario s =
      good(text_with("[[torque]]\nkind = \"coulomb-wall\"\n[[torque]]\nkind = \"coulomb-wall\"\nas_printed = true\n"));
  EXPECT_FALSE(made<CoulombWall<>>(s, 0).as_printed);
  EXPECT_TRUE(made<CoulombWall<>>(s, 1).as_printed);
}
TEST(ReaderTorque, Constant) {
  const Scenario s = good(
      text_with("[[torque]]\nkind = \"constant\"\nvector = [20, 0, 1]\nframe = \"space\"\nuntil = 2\n"
                "[[torque]]\nkind = \"constant\"\nvector = [0, 4, 0]\nframe = \"body\"\nfrom = 2\nuntil = 2.05\n"));
  const auto first = made<ConstantTorque<>>(s, 0);
  expect_same(first.vector, {20, 0, 1});
  EXPECT_EQ(first.frame, Frame::space);
  EXPECT_EQ(first.from_time, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(first.until, 2);
  const auto second = made<ConstantTorque<>>(s, 1);
  EXPECT_EQ(second.frame, Frame::body);
  EXPECT_EQ(second.from_time, 2);
  EXPECT_EQ(second.until, 2.05);
  EXPECT_FALSE(s.torque_abilities()->potential);
}
TEST(ReaderTorque, Force) {
  const Scenario s = good(text_with("[[torque]]\nkind = \"force\"\npoint = [1, 2, 3]\nforce = [0, 0, -4]\nfrom = 2\n"));
  const auto made_force = made<ForceAtPoint<>>(s, 0);
  expect_same(made_force.point, {1, 2, 3});
  expect_same(made_force.force.vector, {0, 0, -4});
  EXPECT_EQ(made_force.force.from_time, 2);
  EXPECT_TRUE(s.torque_abilities()->potential && s.torque_abilities()->derivative);
}
TEST(ReaderTorque, Drag) {
  const Scenario s =
      good(text_with("[[torque]]\nkind = \"drag\"\ncoefficient = 0.25\n"
                     "[[torque]]\nkind = \"heavy-top\"\nweight = 1\narm = [0, 0, 1]\n"));
  EXPECT_EQ(made<Drag<>>(s, 0).coefficient, 0.25);
  EXPECT_FALSE(s.torque_abilities()->potential);  // one general torque makes them all so
}

TEST(ReaderTorque, Magnetic) {
  const Scenario s = good(text_with(
      "[[torque]]\nkind = \"magnetic\"\ndipole = [0, 0, \"2 kA cm2\"]\nplanet_dipole = [0, \"1e13 T km^3\", -7.7e15]\n"
      "rotation = \"1 turn/d\"\nmu = 4e14\n[torque.orbit]\nperiapsis_radius = 7e6\neccentricity = 0.5\n"));
  const auto magnet = made<MagneticDipole<>>(s, 0);
  expect_same(magnet.dipole, {0, 0, 0.2});
  expect_same(magnet.planet_dipole, {0, 1e22, -7.7e15});
  EXPECT_EQ(magnet.rotation, 2 * M_PI / 86400);
  EXPECT_EQ(magnet.orbit.elements().periapsis_radius, 7e6);
  EXPECT_TRUE(s.torque_abilities()->potential && s.torque_abilities()->time && !s.torque_abilities()->vertical);
}
TEST(ReaderTorque, Table) {
  const std::string torque = "[[torque]]\nkind = \"table\"\nfile = \"a.csv\"\nframe = \"space\"\n";
  const auto with = [&](const std::string& csv) {
    return read_scenario(text_with(torque), "f", {}, {{"a.csv", "", csv}});
  };
  const ReadResult read = with("# a thruster\r\nt, x, y, z\r\n\r\n-1,+1, 2e0 ,3\r\n200,4,5,6");
  ASSERT_EQ(faults_text("f", read.faults), "");
  EXPECT_EQ(read.scenario.torques.at(0).values.rows("file"), (TorqueRows{{-1, 1, 2, 3}, {200, 4, 5, 6}}));
  EXPECT_EQ(read.scenario.files.size(), 1u);
  const auto table = made<TableTorque<>>(read.scenario, 0);
  EXPECT_EQ(table.known().from, -1);
  EXPECT_EQ(table.known().until, 200);
  const auto fault = [&](const std::string& csv) {
    const ReadResult bad = with(csv);
    return bad.faults.size() == 1 ? bad.faults[0].key + ": " + bad.faults[0].message : "not one fault";
  };
  EXPECT_EQ(fault("0,1,2,3\n1,2,3\n"),
            "torque[1].file: \"a.csv\": line 2: must have four columns t, x, y, z with commas between, not 3");
  EXPECT_EQ(fault("0,1,2,3\n1,2,x,3\n"), "torque[1].file: \"a.csv\": line 2: \"x\" is not a number");
  EXPECT_EQ(fault("t,x,y,z\nt,x,y,z\n"), "torque[1].file: \"a.csv\": line 2: \"t\" is not a number");
  EXPECT_EQ(fault("0,1,2,3\n200,1,nan,3\n"),
            "torque[1].file: row 2: nan must be finite, and at most 1e150 (an empty field?)");
  EXPECT_EQ(fault(""), "torque[1].file: 0 rows: a table must have two rows or more");
  EXPECT_EQ(fault("0,0,0,1\n1,0,0,1\n"),
            "run.end: 10 must be within torque[1], which is known from 0 until 1 s (is its table in seconds?)");
  EXPECT_EQ(fault("2,0,0,1\n200,0,0,1\n"),
            "run.start: 0 must be within torque[1], which is known from 2 until 200 s (is its table in seconds?)");
}

TEST(ReaderTorque, EveryExampleOfTheDocumentationIsGood) {
  std::ifstream page(std::filesystem::path(POLHODE_REFERENCE_DIR) / "../../docs/reference/scenarios.md");
  std::string torques;
  bool inside = false;  // an indented block that begins with [[torque]]; blank lines do not end it
  for (std::string line; std::getline(page, line);) {
    if (!line.empty()) inside = line.starts_with("    ") && (inside || line == "    [[torque]]");
    if (inside) torques += line + "\n";
  }
  const ReadResult read =
      read_scenario(text_with(torques), "f", {}, {{"thruster.csv", "", "t, x, y, z\n-1e3,0,0,1\n1e3,0,0,1\n"}});
  EXPECT_EQ(faults_text("f", read.faults), "");
  const Scenario& s = read.scenario;
  std::vector<std::string_view> shown, known;
  for (const TorqueChoice& torque : s.torques) shown.push_back(torque.kind);
  for (const TorqueInfo* card : torque_cards())
    if (card->in_files) known.push_back(card->kind);
  EXPECT_EQ(shown, known);
}

// --- flags ------------------------------------------------------------------------------------------------------------

TEST(ReaderFlags, GoBeforeTheFile) {
  const std::string top = "[[torque]]\nkind = \"heavy-top\"\nweight = 1\narm = [0, 0, 1]\n";
  const std::string run = "[run]\nmethod = \"rkn6\"\nflow = \"dmv16\"\nsteps = 100\nend = 10\n";
  Overrides flags;
  flags.method = "strang", flags.flow = "sr2", flags.step = 0.5, flags.end = 20;
  const Scenario s = good(text_with(top, run), flags);
  EXPECT_EQ(s.method, "strang");
  EXPECT_EQ(s.flow, "sr2");
  EXPECT_EQ(s.steps.length, 0.5);
  EXPECT_EQ(s.steps.number, 0);  // the flag goes before both keys of the file
  EXPECT_EQ(s.end_time, 20);

  Overrides steps;
  steps.steps = 7;
  EXPECT_EQ(good(text_with("", kRun), steps).steps.number, 7);
  EXPECT_EQ(good(text_with("", kRun), steps).steps.length, 0);
}
TEST(ReaderFlags, ReplaceWrongValues) {
  Overrides flags;
  flags.method = "exact", flags.steps = 10, flags.end = 1;
  good(text_with("", "[run]\nmethod = 5\nstep = \"small\"\nend = nan\n"), flags);
  good(std::string(kBody) + kInitial, flags);  // no [run] at all
}
TEST(ReaderFlags, AMethodThatTakesNoFlowDropsThatOfTheFile) {
  const std::string top = "[[torque]]\nkind = \"heavy-top\"\nweight = 1\narm = [0, 0, 1]\n";
  const std::string run = "[run]\nmethod = \"rkn6\"\nflow = \"dmv16\"\nsteps = 100\nend = 10\n";
  Overrides flags;
  flags.method = "cf4";
  const ReadResult dropped = read_scenario(text_with(top, run), "f", flags);
  EXPECT_TRUE(dropped.faults.empty()) << faults_text("f", dropped.faults);
  EXPECT_EQ(dropped.scenario.flow, "");
  EXPECT_EQ(dropped.choice.name(), "cf4");
  flags.method = "strang";  // this one takes it
  EXPECT_EQ(read_scenario(text_with(top, run), "f", flags).choice.name(), "strang on dmv16");
  flags.method = "cf4", flags.flow = "sr2";  // asked for on the command line: not dropped
  EXPECT_EQ(faults_of(text_with(top, run), flags).substr(0, 34), "f: --flow: method cf4 takes no flo");
}
TEST(ReaderFlags, AreCheckedAsTheFileIs) {
  const auto with = [](auto set) {
    Overrides flags;
    set(flags);
    return faults_of(text_with("", kRun), flags);
  };
  EXPECT_EQ(with([](Overrides& f) { f.step = 0; }), "f: --step: 0 must be positive\n");
  EXPECT_EQ(with([](Overrides& f) { f.step = NAN; }), "f: --step: nan must be a finite number\n");
  EXPECT_EQ(with([](Overrides& f) { f.step = 11; }), "f: --step: 11 is longer than the whole run, end - start = 10\n");
  EXPECT_EQ(with([](Overrides& f) { f.end = -1; }), "f: --end: -1 must be later than start = 0\n");
  EXPECT_EQ(with([](Overrides& f) { f.end = INFINITY; }), "f: --end: inf must be a finite number\n");
  EXPECT_EQ(with([](Overrides& f) { f.steps = 0; }), "f: --steps: 0 must be at least 1\n");
  EXPECT_EQ(with([](Overrides& f) { f.steps = 10, f.step = 0.1; }),
            "f: --steps: given beside --step; give only one of accuracy, step, steps\n");
  EXPECT_EQ(with([](Overrides& f) { f.method = "lei3"; }).substr(0, 57),
            "f: --method: there is no method \"lei3\"; did you mean \"lie");
}

// --- units ------------------------------------------------------------------------------------------------------------

TEST(Units, AreThoseOfSIToTheLastBit) {
  const double pi = M_PI;
  EXPECT_EQ(quantity("2 h", "s"), 7200);
  EXPECT_EQ(quantity("90 min", "s"), 5400);
  EXPECT_EQ(quantity("1.5d", "s"), 129600);
  EXPECT_EQ(quantity("3 ms", "s"), 0.003);
  EXPECT_EQ(quantity("7 cm", "m"), 0.07);
  EXPECT_EQ(quantity("10 km", "m"), 10000);
  EXPECT_EQ(quantity("3 kg cm2", "kg m2"), 0.0003);
  EXPECT_EQ(quantity("0.7 g mm^2", "kg m2"), 0.7e-9);
  EXPECT_EQ(quantity("398600.4418 km3/s2", "m^3/s^2"), 398600441800000.0);
  EXPECT_EQ(quantity("-1.25e3 mN cm", "N m"), -0.0125);
  EXPECT_EQ(quantity("+4 N m s/rad", "N m s"), 4);
  EXPECT_EQ(quantity("6 1/s2", "1/s^2"), 6);
  EXPECT_EQ(quantity("6 s-2", "1/s^2"), 6);
  EXPECT_EQ(quantity("180 deg", "rad"), pi);
  EXPECT_EQ(quantity("90 deg", "rad"), pi / 2);
  EXPECT_EQ(quantity("-45°", "rad"), -pi / 4);
  EXPECT_EQ(quantity("3600 arcsec", "rad"), quantity("1 deg", "rad"));
  EXPECT_EQ(quantity("360 deg/s", "rad/s"), 2 * pi);
  EXPECT_EQ(quantity("60 rpm", "rad/s"), 2 * pi);
  EXPECT_EQ(quantity("1 turn/s", "rad/s"), 2 * pi);
  EXPECT_EQ(quantity("5 1/s", "rad/s"), 5);  // the radian is 1
  EXPECT_EQ(quantity("2 kg·m²·s⁻¹", "kg m2/s"), 2);
  EXPECT_EQ(quantity("2 kg*m^2/s", "kg m2/s"), 2);
  EXPECT_EQ(quantity("1 µm", "m"), 1e-6);
  EXPECT_NEAR(quantity("1 lb in2", "kg m2"), 2.9263965343e-4, 1e-14);  // 0.45359237 * 0.0254^2
  EXPECT_EQ(number_or_quantity("0.1", "s"), 0.1);
  EXPECT_EQ(number_or_quantity("1 min", "s"), 60);
}

TEST(Units, OfAnotherDimensionAreRefusedWithTheRightOne) {
  const auto refusal = [](const char* text, const char* unit) -> std::string {
    try {
      return "taken as " + std::to_string(quantity(text, unit));
    } catch (const InvalidInput& bad) {
      return bad.what();
    }
  };
  EXPECT_EQ(refusal("3 m", "s"), "\"3 m\" is a length (m); this must be a time (s)");
  EXPECT_EQ(refusal("5 deg", "rad/s"), "\"5 deg\" is an angle (deg); this must be an angular velocity (rad/s)");
  EXPECT_EQ(refusal("5 deg/s", "rad"), "\"5 deg/s\" is an angular velocity (deg/s); this must be an angle (rad)");
  EXPECT_EQ(refusal("3 kg", "N"), "\"3 kg\" is a mass (kg); this must be a force (N)");
  EXPECT_EQ(refusal("3 m3/s", "m^3/s^2"), "\"3 m3/s\" is a quantity in m3/s; this must be a quantity in m^3/s^2");
  EXPECT_EQ(refusal("30 deg", ""), "\"30 deg\" is an angle (deg); this must be a pure number, without a unit");
  EXPECT_EQ(refusal("5 m rad", "m"), "\"5 m rad\" is a quantity in m rad; this must be a length (m)");
  for (const char* text :
       {"5 parsec", "5 Hz", "5 kg/m s", "5 m0", "5 m22", "5 m^-", "5 /s", "5 s/", "5 (m)", "5 %", "1e400 s", "1e-400 s",
        "1e999999999999999999999 s", "5 au9 au9 au9 au9", "5 1", "", "s", "nan s"})
    EXPECT_THROW(quantity(text, "s"), InvalidInput) << text;
  EXPECT_NE(refusal("5 Hz", "rad/s").find("write turn/s or rad/s"), std::string::npos);
  EXPECT_NE(refusal("5 kgg", "kg").find("did you mean \"kg\"?"), std::string::npos);
}

TEST(Units, StandOnEveryCardInAFormThatIsUnderstood) {
  for (const TorqueInfo* card : torque_cards())
    for (const TorqueKey& key : card->keys) {
      if (key.unit.empty()) continue;
      EXPECT_EQ(quantity("1 " + std::string(key.unit), key.unit), 1) << card->kind << ' ' << key.name;
    }
}

TEST(Units, MayStandAtEveryNumberOfAScenario) {
  const Scenario s = good(R"(
[body]
moments = ["3 kg cm2", "400000 g mm2", 5e-4]
[initial]
rotation_vector = ["30 deg", 0, 0]
angular_velocity = ["5 deg/s", "12 rpm", -0.5]
[[torque]]
kind = "heavy-top"
weight = "200 mN"
arm = [0, "2 mm", "-3 cm"]
[[torque]]
kind = "gravity-gradient"
mu = "398600.4418 km3/s2"
radius = "7000 km"
[[torque]]
kind = "constant"
vector = ["1 N m", 0, "2 N cm"]
frame = "body"
from = "1 min"
[[torque]]
kind = "drag"
coefficient = "3 mN m s"
[run]
step = "20 ms"
start = "1 s"
end = "0.1 h"
)");
  expect_same(s.inertia.moments(), {3e-4, 4e-4, 5e-4});
  const Vec3<double> w{M_PI / 36, 0.4 * M_PI, -0.5};
  expect_same(s.inertia.angular_velocity(s.start.m), w, 1e-15);
  expect_same(s.start.Q, to_quaternion(exp(Vec3<double>{M_PI / 6, 0, 0})), 2e-16);
  EXPECT_EQ(s.torques[0].values.number("weight"), 0.2);
  expect_same(s.torques[0].values.vector("arm"), {0, 0.002, -0.03});
  EXPECT_EQ(s.torques[1].values.number("mu"), 3.986004418e14);
  EXPECT_EQ(s.torques[1].values.number("radius"), 7e6);
  expect_same(s.torques[2].values.vector("vector"), {1, 0, 0.02});
  EXPECT_EQ(s.torques[2].values.number("from"), 60);
  EXPECT_EQ(s.torques[3].values.number("coefficient"), 0.003);
  EXPECT_EQ(s.steps.length, 0.02);
  EXPECT_EQ(s.start_time, 1);
  EXPECT_EQ(s.end_time, 360);
  expect_same(good(body_text("shape = \"cylinder\"\nmass = \"2 t\"\nradius = \"30 cm\"\nheight = \"1 ft\"")).inertia,
              Inertia::cylinder(2000, 0.3, 0.3048));
  expect_same(good(body_text("tensor = [[\"2 g m2\", 0, 0], [0, 0.003, 0], [0, 0, 0.004]]")).inertia.moments(),
              {0.002, 0.003, 0.004});
}

// --- Euler angles -----------------------------------------------------------------------------------------------------

// Against matrices written out: the product in the order of the sequence turns body axes into space axes.
TEST(Euler, AnglesAreIntrinsicInAllTwelveSequences) {
  const double angles[] = {0.4, -1.1, 2.3};
  const auto about = [](char axis, double a) {
    const double c = std::cos(a), s = std::sin(a);
    if (axis == 'x') return Mat3<double>{{1, 0, 0}, {0, c, -s}, {0, s, c}};
    if (axis == 'y') return Mat3<double>{{c, 0, s}, {0, 1, 0}, {-s, 0, c}};
    return Mat3<double>{{c, -s, 0}, {s, c, 0}, {0, 0, 1}};
  };
  int sequences = 0;
  for (const char i : {'x', 'y', 'z'})
    for (const char j : {'x', 'y', 'z'})
      for (const char k : {'x', 'y', 'z'}) {
        const std::string sequence{i, j, k};
        const std::string text = initial_text("euler = { sequence = \"" + sequence +
                                              "\", angles = [0.4, -1.1, 2.3] }\nangular_velocity = [1, 0, 0]");
        if (i == j || j == k) {
          EXPECT_NE(faults_of(text).find("f:4: initial.euler.sequence: \"" + sequence + "\" is none of xyx"),
                    std::string::npos)
              << faults_of(text);
          continue;
        }
        ++sequences;
        const Mat3<double> expected = about(i, angles[0]) * about(j, angles[1]) * about(k, angles[2]);
        const Mat3<double> Q = to_matrix(good(text).start.Q);
        for (int row = 0; row < 3; ++row) expect_same(Q[row], expected[row], 1e-15);  // measured 5e-16
      }
  EXPECT_EQ(sequences, 12);
}

TEST(Euler, YawPitchRollWithUnitsInATableOfItsOwn) {
  const std::string text = std::string(kBody) +
                           "[initial]\nangular_velocity = [1, 0, 0]\n[initial.euler]\nsequence = \"zyx\"\n"
                           "angles = [\"90 deg\", 0, 0]\n" +
                           kRun;
  // Turned by 90 degrees about z, the body's x axis points along space y.
  expect_same(rotate(good(text).start.Q, Vec3<double>{1, 0, 0}), {0, 1, 0}, 1e-15);
}
