// solid_test.cpp -- integrals against formulas, and every mesh that encloses no body refused
#include "mesh/solid.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "mesh/shapes.hpp"
#include "polhode/rotation/so3.hpp"

using namespace polhode;
using shapes::box;
using shapes::operator+;

namespace {

double difference(const Mat3<double>& a, const Mat3<double>& b) {
  double largest = 0, size = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      largest = std::max(largest, std::fabs(a[i][j] - b[i][j]));
      size = std::max(size, std::fabs(b[i][j]));
    }
  return largest / size;
}
Mat3<double> box_tensor(double mass, const Vec3<double>& e) {
  return Mat3<double>::diagonal(
      {mass * (e.y * e.y + e.z * e.z) / 12, mass * (e.z * e.z + e.x * e.x) / 12, mass * (e.x * e.x + e.y * e.y) / 12});
}
std::string refusal(Mesh mesh, double join = 0) {
  try {
    solid_of(mesh, join);
  } catch (const InvalidInput& bad) {
    return bad.what();
  }
  return "";
}
void expect_refused(const Mesh& mesh, const std::string& why) {
  const std::string message = refusal(mesh);
  EXPECT_NE(message.find(why), std::string::npos) << "said: " << message;
}

TEST(Solid, BoxIsExact) {
  Mesh mesh = box({1, 2, 3});
  const Solid s = solid_of(mesh);
  EXPECT_EQ(s.volume, 6);
  EXPECT_EQ(s.area, 22);
  EXPECT_EQ(s.centre.x, 0.5);
  EXPECT_EQ(s.centre.z, 1.5);
  EXPECT_EQ(difference(s.tensor, box_tensor(6, {1, 2, 3})), 0);
  EXPECT_EQ(s.shells, 1u);
  EXPECT_EQ(s.turned_shells, 0u);
}

TEST(Solid, FarFromTheOriginNothingIsLost) {
  for (const double far : {0.0, 1e3, 1e6, 1e9}) {
    const Vec3<double> place{std::floor(far), -2 * std::floor(far),
                             3 * std::floor(far)};  // corners are numbers of double
    Mesh mesh = box({1, 2, 3}, place);
    const Solid s = solid_of(mesh);
    EXPECT_LT(std::fabs(s.volume / 6 - 1), 1e-15) << far;
    EXPECT_LT(difference(s.tensor, box_tensor(6, {1, 2, 3})), 1e-15) << far;  // measured 0
    EXPECT_EQ(s.centre.y, place.y + 1) << far;
  }
}

TEST(Solid, TurnedBoxHasTheTurnedTensor) {
  const Mat3<double> R = to_matrix(to_quaternion(exp(Vec3<double>{0.3, -1.1, 0.7})));
  Mesh mesh = shapes::moved(box({1, 2, 3}, {-0.5, -1, -1.5}), [&](const Vec3<double>& p) { return R * p; });
  MeshBody body = weighed(solid_of(mesh), 1, 2, {});
  EXPECT_LT(difference(body.tensor, R * box_tensor(12, {1, 2, 3}) * transpose(R)), 1e-14);  // measured 3e-16
  EXPECT_NEAR(body.moments.x, 5, 1e-13);
  EXPECT_NEAR(body.moments.y, 10, 1e-13);
  EXPECT_NEAR(body.moments.z, 13, 1e-13);
  const Mat3<double> A = to_matrix(body.axes);
  EXPECT_LT(difference(A * Mat3<double>::diagonal(body.moments) * transpose(A), body.tensor), 1e-14);
}

TEST(Solid, ThinWallsKeepTheirDigits) {
  const double wall = 0x1p-20;  // numbers of double all the way
  Mesh mesh = box({1, 1, 1}) + shapes::turned(box({1 - 2 * wall, 1 - 2 * wall, 1 - 2 * wall}, {wall, wall, wall}));
  const Solid s = solid_of(mesh);
  const double a = 1 - 2 * wall, volume = 2 * wall * (1 + a + a * a);  // 1 - a^3
  EXPECT_LT(std::fabs(s.volume / volume - 1), 1e-15);
  const double moment = 2 * wall * (1 + a + a * a + a * a * a + a * a * a * a) / 6;  // (1 - a^5)/6
  EXPECT_LT(std::fabs(s.tensor[0][0] / moment - 1), 1e-14);
  EXPECT_EQ(s.cavities, 1u);
}

TEST(Solid, TorusOfManyFacesIsNearTheRoundOne) {
  Mesh mesh = shapes::torus(2, 0.5, 400, 200);
  const Solid s = solid_of(mesh);
  const double V = 2 * M_PI * M_PI * 2 * 0.25;
  EXPECT_LT(std::fabs(s.volume / V - 1), 3e-4);  // of the facets; measured 2.1e-4
  EXPECT_LT(std::fabs(s.tensor[2][2] / (V * (4 + 0.75 * 0.25)) - 1), 6e-4);
}

TEST(Solid, ShellsInsideOutAreTurnedAndSaid) {
  Mesh mesh = shapes::turned(box({1, 2, 3}));
  MeshBody body = weighed(solid_of(mesh), 1, 1, {});
  EXPECT_EQ(body.solid.turned_shells, 1u);
  EXPECT_EQ(body.solid.volume, 6);
  ASSERT_EQ(body.warnings.size(), 1u);
  EXPECT_NE(body.warnings[0].find("inside out"), std::string::npos);
}

TEST(Solid, CavitiesCountAsHolesHoweverTheyAreWound) {
  const Mesh inner = box({1, 1, 1}, {1, 1, 1});
  for (const bool turned : {false, true}) {
    Mesh mesh = box({3, 3, 3}) + (turned ? shapes::turned(inner) : inner);
    const Solid s = solid_of(mesh);
    EXPECT_EQ(s.volume, 26);
    EXPECT_EQ(s.cavities, 1u);
    EXPECT_EQ(s.turned_shells, turned ? 0u : 1u);
    EXPECT_NEAR(s.tensor[0][0], 27 * 1.5 - 1 / 6.0, 1e-14);
  }
  // A ball in the cavity of a box is solid again.
  Mesh mesh = box({5, 5, 5}) + box({3, 3, 3}, {1, 1, 1}) + box({1, 1, 1}, {2, 2, 2});
  const Solid s = solid_of(mesh);
  EXPECT_EQ(s.volume, 125 - 27 + 1);
  EXPECT_EQ(s.cavities, 1u);
}

TEST(Solid, SeparateAndTouchingPartsAdd) {
  Mesh apart = box({1, 1, 1}) + box({1, 1, 1}, {5, 0, 0});
  EXPECT_EQ(solid_of(apart).volume, 2);
  Mesh touching = box({1, 1, 1}) + box({1, 1, 1}, {1, 0.25, 0.25});  // on parts of faces
  EXPECT_EQ(solid_of(touching).volume, 2);
  Mesh along_an_edge = box({1, 1, 1}) + box({1, 1, 1}, {1, 1, 0});
  const Solid s = solid_of(along_an_edge);
  EXPECT_EQ(s.volume, 2);
  EXPECT_EQ(s.touching, 1u);
  Mesh on_a_face = box({1, 1, 1}) + box({1, 1, 1}, {1, 0, 0});
  EXPECT_EQ(solid_of(on_a_face).volume, 2);
}

TEST(Solid, HolesAreRefusedWithTheirPlace) {
  Mesh mesh = box({1, 2, 3});
  mesh.triangles.pop_back();
  expect_refused(
      mesh, "is not closed: 3 edges have a face on one side only, of 3 faces in the box from (0, 0, 0) to (1, 2, 3)");
}

TEST(Solid, OneFaceTurnedIsRefusedWithItsPlace) {
  Mesh mesh = box({1, 2, 3});
  std::swap(mesh.triangles[3][0], mesh.triangles[3][1]);
  expect_refused(
      mesh, "is wound in both senses: against the rest of its shell 1 face in the box from (0, 0, 3) to (1, 2, 3)");
  Mesh first = box({1, 2, 3});
  std::swap(first.triangles[0][0], first.triangles[0][1]);
  expect_refused(first, "1 face in the box from (0, 0, 0) to (1, 2, 0)");
}

TEST(Solid, OverlapsAreRefusedWithBothVolumes) {
  expect_refused(box({1, 1, 1}) + box({1, 1, 1}, {0.5, 0, 0}),
                 "cuts itself: 2 is the volume by its faces, but about 1.5 are filled");
  expect_refused(box({1, 1, 1}) + box({1, 1, 1}, {0.97, 0.97, 0.97}), "cuts itself");
  expect_refused(box({1, 1, 1}) + box({1, 1, 1}),
                 "2 is the volume by its faces, but about 1 are filled");  // the same twice
}

TEST(Solid, WallsSheetsAndNumbersThatAreNone) {
  Mesh wall = box({1, 1, 1});
  wall.triangles.push_back({0, 3, 7});
  expect_refused(wall, "three faces or more that do not pair");
  Mesh sheet;
  sheet.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  sheet.triangles = {{0, 1, 2}, {0, 2, 1}};
  expect_refused(sheet, "encloses no volume");
  Mesh nan = box({1, 1, 1});
  nan.points[3].y = NAN;
  expect_refused(nan, "has 1 point that is no number, the first is point 4: (1, nan, 0)");
  expect_refused(shapes::moved(box({1, 1, 1}), [](const Vec3<double>& p) { return 1e80 * p; }), "extent of 1e+80");
  expect_refused(shapes::moved(box({1, 1, 1}), [](const Vec3<double>&) { return Vec3<double>{1, 2, 3}; }),
                 "has no extent");
}

TEST(Solid, PointsAreJoinedExactlyOrWithinADistance) {
  Mesh apart;  // each triangle has its own points
  const Mesh whole = box({1, 2, 3});
  for (const auto& t : whole.triangles) {
    const auto first = std::uint32_t(apart.points.size());
    for (const std::uint32_t p : t) apart.points.push_back(whole.points[p]);
    apart.triangles.push_back({first, first + 1, first + 2});
  }
  Mesh same = apart;
  const Solid s = solid_of(same);
  EXPECT_EQ(s.joined_points, 36u - 8u);
  EXPECT_EQ(s.volume, 6);
  for (std::size_t i = 0; i < apart.points.size(); ++i) apart.points[i].x += 1e-9 * double(i % 7);
  expect_refused(apart, "is not closed");
  EXPECT_NEAR(solid_of(apart, 1e-7).volume, 6, 1e-7);
}

TEST(Solid, JoiningTakesNoLongerThanItShould) {
  // Points in one plane, and a distance of a tenth of all: whatever comes of it, it comes soon.
  Mesh mesh = shapes::torus(2, 0.5, 400, 200);
  EXPECT_NE(refusal(mesh, 0.5), "") << "a torus of 0.5 joined within 0.5 is none";
  EXPECT_EQ(refusal(mesh, 1e-300), "");
  EXPECT_EQ(refusal(mesh, 1e-9), "");
}

TEST(Solid, FacesWithoutAreaAreCountedAndHarmNothing) {
  Mesh mesh = box({1, 1, 1});
  mesh.triangles.push_back({2, 2, 5});
  const Solid s = solid_of(mesh);
  EXPECT_EQ(s.no_area, 1u);
  EXPECT_EQ(s.volume, 1);
}

TEST(Solid, SinglePrecisionIsSaidAsAnErrorOfTheMoments) {
  Mesh near = box({1, 1, 1});
  near.single = true;
  EXPECT_LT(solid_of(near).rounding, 3e-6);
  EXPECT_GT(solid_of(near).rounding, 1e-8);
  Mesh far = box({1, 1, 1}, {1000, 0, 0});
  far.single = true;
  const MeshBody body = weighed(solid_of(far), 1, 1, {});
  EXPECT_GT(body.solid.rounding, 1e-4);
  ASSERT_EQ(body.warnings.size(), 1u);
  EXPECT_NE(body.warnings[0].find("single precision"), std::string::npos);
}

TEST(Solid, UnitsAndMass) {
  Mesh mesh = box({100, 200, 300});
  MeshBody body = weighed(solid_of(mesh), 1e-3, 1000, {});
  EXPECT_NEAR(body.mass, 6, 1e-15 * 6);
  EXPECT_NEAR(body.moments.x, 6 * 0.05 / 12, 1e-16);
  EXPECT_TRUE(body.warnings.empty());
  MeshBody by_mass = weighed(solid_of(mesh), 1e-3, {}, 3);
  EXPECT_NEAR(by_mass.density, 500, 1e-12);
  EXPECT_NEAR(by_mass.moments.x, 3 * 0.05 / 12, 1e-16);
  body = weighed(solid_of(mesh), {}, 1000, {});
  ASSERT_EQ(body.warnings.size(), 1u);
  EXPECT_NE(body.warnings[0].find("100 x 200 x 300 m, if its unit is the metre: millimetres?"), std::string::npos);
  EXPECT_THROW(weighed(solid_of(mesh), {}, {}, {}), InvalidInput);
  EXPECT_THROW(weighed(solid_of(mesh), {}, 1, 1), InvalidInput);
  EXPECT_THROW(weighed(solid_of(mesh), {}, -1, {}), InvalidInput);
  EXPECT_THROW(weighed(solid_of(mesh), {}, {}, INFINITY), InvalidInput);
}

}  // namespace
