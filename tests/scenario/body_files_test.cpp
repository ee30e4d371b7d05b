// body_files_test.cpp -- bodies from meshes, from atoms and from parts, against formulas
#include <cmath>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "mesh/atoms_file.hpp"
#include "scenario/scenario.hpp"

using namespace polhode;

namespace {

const std::string kFolder = std::string(POLHODE_REFERENCE_DIR) + "/../scenario/meshes/";

ReadResult read(const std::string& body, const std::vector<InputFile>& files = {}, const std::string& more = "") {
  return read_scenario("[body]\n" + body + "\n[initial]\nangular_velocity = [1, 2, 3]\n[run]\nend = 1\n" + more,
                       kFolder + "test.toml", {}, files);
}
Scenario good(const std::string& body) {
  const ReadResult result = read(body);
  EXPECT_TRUE(result.faults.empty()) << faults_text("test.toml", result.faults);
  return result.scenario;
}
/// Along body axes.
Vec3<double> row(const Inertia& inertia, int i) {
  Vec3<double> e{};
  e[i] = 1;
  return inertia.momentum(e);
}
void expect_tensor(const Inertia& inertia, const Mat3<double>& J, double relative) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(row(inertia, i)[j], J[i][j], relative * std::fabs(J[2][2])) << i << j;
}

}  // namespace

TEST(BodyFiles, MeshInMillimetresIsTheBox) {
  const Scenario by_density = good("mesh = \"box.obj\"\nunit = \"mm\"\ndensity = \"1 g/cm3\"");
  const Scenario by_mass = good("mesh = \"box.obj\"\nunit = \"mm\"\nmass = 6");
  for (const Scenario* s : {&by_density, &by_mass})
    expect_tensor(s->inertia, Mat3<double>::diagonal({6 * 0.13 / 12, 6 * 0.1 / 12, 6 * 0.05 / 12}), 1e-15);
  EXPECT_TRUE(by_mass.warnings.empty());
  ASSERT_EQ(by_mass.files.size(), 1u);
  EXPECT_TRUE(std::filesystem::equivalent(by_mass.files[0].path, kFolder + "box.obj"));
  const Scenario metres = good("mesh = \"box.obj\"\nmass = 6");
  ASSERT_EQ(metres.warnings.size(), 1u);
  EXPECT_TRUE(metres.warnings[0].starts_with("box.obj: the mesh is 100 x 200 x 300 m")) << metres.warnings[0];
}

TEST(BodyFiles, PicturesShowTheMeshAboutItsCentre) {
  const Scenario s = good("mesh = \"box.obj\"\nunit = \"mm\"\nmass = 6");
  ASSERT_EQ(s.look.shape, Look::Shape::mesh);
  ASSERT_EQ(s.look.mesh->points.size(), 8u);
  Vec3<double> sum{};
  for (const Vec3<double>& p : s.look.mesh->points) sum += p;
  EXPECT_NEAR(norm(sum), 0, 1e-12);
  EXPECT_NEAR(std::fabs(s.look.mesh->points[0].z), 150, 1e-12);
}

TEST(BodyFiles, ARunThatIsResumedNeedsNoMesh) {
  const std::string body = "mesh = \"box.obj\"\nunit = \"mm\"\nmass = 6";
  const ReadResult first = read(body);
  std::vector<InputFile> files = first.scenario.files;
  files[0].name = "gone.obj";
  const ReadResult again = read("mesh = \"gone.obj\"\nunit = \"mm\"\nmass = 6", files);
  ASSERT_TRUE(again.faults.empty()) << faults_text("f", again.faults);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(again.scenario.inertia.moments()[i], first.scenario.inertia.moments()[i]);
}

TEST(BodyFiles, BodiesOfAnEnsembleHaveTheBitsThatTheyHaveAlone) {
  const ReadResult many =
      read("mesh = \"box.obj\"\nunit = \"mm\"\nmass = 6", {},
           "[ensemble]\nbodies = 3\n[[vary]]\nkey = \"initial.angular_velocity\"\nnormal = { deviation = 0.1 }\n");
  ASSERT_TRUE(many.faults.empty()) << faults_text("f", many.faults);
  const Inertia one = inertia_of(many.scenario.ensemble->recipe);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(one.moments()[i], many.scenario.inertia.moments()[i]);
}

TEST(BodyFiles, WaterFromXyzAndPdb) {
  const double O = element_mass("O"), H = element_mass("h"), A = 1e-10;
  EXPECT_NEAR(O / H, 15.999 / 1.008, 1e-14);
  EXPECT_EQ(element_mass("Xx"), 0);
  const Vec3<double> r[] = {{0, 0, 0}, {0.96 * A, 0, 0}, {-0.24 * A, 0.93 * A, 0}};
  const double m[] = {O, H, H}, M = O + 2 * H;
  const Vec3<double> c = (1 / M) * (H * r[1] + H * r[2]);
  Mat3<double> J{};
  for (int k = 0; k < 3; ++k) {
    const Vec3<double> d = r[k] - c;
    J += m[k] * Mat3<double>{{d.y * d.y, -d.x * d.y, 0}, {-d.x * d.y, d.x * d.x, 0}, {0, 0, d.x * d.x + d.y * d.y}};
  }
  expect_tensor(good("atoms = \"water.xyz\"").inertia, J, 1e-14);
  expect_tensor(good("atoms = \"water.pdb\"").inertia, J, 1e-14);
}

TEST(BodyFiles, ElementsOfPdbFiles) {
  const auto mass = [](const std::string& name, const std::string& element = "") {
    std::string line = "ATOM      1 " + name + " VAL A   1       1.000   2.000   3.000  1.00  0.00          " + element;
    return atoms_of(line, ".pdb")[0].mass;
  };
  EXPECT_EQ(mass(" CA "), element_mass("C"));
  EXPECT_EQ(mass("CA  "), element_mass("Ca"));
  EXPECT_EQ(mass("HG11"), element_mass("H"));
  EXPECT_EQ(mass("1HB "), element_mass("H"));
  EXPECT_EQ(mass("HG  "), element_mass("Hg"));
  EXPECT_EQ(mass(" CA ", "FE"), element_mass("Fe"));
  EXPECT_THROW(mass("Q1  "), InvalidInput);
  EXPECT_THROW(atoms_of("ATOM      1  CA  VAL A   1       1.000", ".pdb"), InvalidInput);
  EXPECT_THROW(atoms_of("ATOM      1  CA  VAL A   1       1.000   x.000   3.000", ".pdb"), InvalidInput);
  EXPECT_THROW(atoms_of("REMARK", ".pdb"), InvalidInput);
  EXPECT_THROW(atoms_of("-1\n\n", ".xyz"), InvalidInput);
  EXPECT_THROW(atoms_of("1\n\nXx 0 0 0", ".xyz"), InvalidInput);
}

TEST(BodyFiles, PartsMakeTheWholeBox) {
  // Two halves, one turned upside down, one from a mesh; then eight points of a cube.
  const Scenario halves = good(
      "[[body.part]]\nshape = \"box\"\nmass = 3\nsize = [1, 2, 1.5]\nplace = [5.5, 1, 0.75]\nrotation_vector = [\"180 "
      "deg\", 0, 0]\n"
      "[[body.part]]\nmoments = [1.5625, 0.8125, 1.25]\nmass = 3\nplace = [5.5, 1, 2.25]\n");
  expect_tensor(halves.inertia, Mat3<double>::diagonal({6.5, 5, 2.5}), 1e-15);
  const Scenario meshes = good(
      "[[body.part]]\nmesh = \"box.obj\"\nunit = \"cm\"\nmass = 3\n"
      "[[body.part]]\nmesh = \"box.obj\"\nunit = \"cm\"\nmass = 3\nplace = [1, 2, 6]\nattitude = [0, 1, 0, 0]\n");
  expect_tensor(
      meshes.inertia,
      [] {
        // Boxes 1 x 2 x 3 from (0, 0, 0) and from (1, 0, 3) on: centres (+-0.5, 0, +-1.5) from the middle.
        Mat3<double> J = Mat3<double>::diagonal({6.5 + 6 * 2.25, 5 + 6 * 2.5, 2.5 + 6 * 0.25});
        J[0][2] = J[2][0] = -6 * 0.75;
        return J;
      }(),
      1e-14);
  std::string points;
  for (int i = 0; i < 8; ++i)
    points += "[[body.part]]\nmass = 1\nplace = [" + std::to_string(i & 1) + ", " + std::to_string(i >> 1 & 1) + ", " +
              std::to_string(i >> 2) + "]\n";
  expect_tensor(good(points).inertia, Mat3<double>::diagonal({4, 4, 4}), 1e-15);
}
