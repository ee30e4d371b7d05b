// simplified_test.cpp -- fewer triangles, the same body to the eye
#include "mesh/simplified.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mesh/shapes.hpp"

using namespace polhode;

namespace {

double volume_of(const Mesh& mesh) {
  double V = 0;
  for (const auto& t : mesh.triangles) V += dot(mesh.points[t[0]], cross(mesh.points[t[1]], mesh.points[t[2]])) / 6;
  return V;
}

TEST(Simplified, SmallMeshesStayWhatTheyAre) {
  const Mesh box = shapes::box({1, 2, 3});
  const Mesh same = simplified(box, 12);
  EXPECT_EQ(same.triangles, box.triangles);
  EXPECT_EQ(same.points.size(), 8u);
}

TEST(Simplified, LargeOnesKeepTheirShape) {
  const Mesh torus = shapes::torus(2, 0.5, 400, 200);  // 160 000 triangles
  for (const std::size_t most : {50'000u, 2000u}) {
    const Mesh coarse = simplified(torus, most);
    EXPECT_LE(coarse.triangles.size(), most);
    EXPECT_GE(coarse.triangles.size(), most / 8);
    EXPECT_NEAR(volume_of(coarse) / volume_of(torus), 1, most > 10'000 ? 0.02 : 0.2);
    for (const auto& t : coarse.triangles)
      for (const std::uint32_t p : t) ASSERT_LT(p, coarse.points.size());
  }
}

}  // namespace
