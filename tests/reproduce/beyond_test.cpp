// beyond_test.cpp -- numbers published elsewhere, and ours
#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "../../reproduce/reproduction.hpp"

namespace polhode::reproduce {
namespace {

Result made(std::string_view key) {
  for (const Item& item : beyond_items())
    if (item.key == key) return item.make();
  throw std::out_of_range(std::string(key));
}
/// Rows that differ.
std::set<std::string> differing(const Result& result) {
  std::set<std::string> rows;
  for (const Entry& e : result.entries)
    if (e.verdict.starts_with("differs")) rows.insert(e.row);
  return rows;
}
std::string ours(const Result& result, std::string_view row, std::string_view column) {
  for (const Entry& e : result.entries)
    if (e.row.starts_with(row) && e.column.starts_with(column)) return e.ours;
  return "no such entry";
}

TEST(Beyond, HasPicturesThatCanBeDrawn) {
  EXPECT_EQ(beyond_items().size(), 4u);
  for (const Item& item : beyond_items()) {
    const Result result = item.make();
    EXPECT_EQ(result.pictures.size(), 1u) << item.key;
    for (const Picture& p : result.pictures)
      for (const Series& s : p.series) {
        ASSERT_EQ(s.x.size(), s.y.size()) << p.name;
        for (const double y : s.y) ASSERT_TRUE(std::isfinite(y) && (!p.log_y || y > 0)) << p.name << ", " << s.name;
      }
    for (const Entry& e : result.entries) EXPECT_EQ(e.verdict.find("not explained"), std::string::npos) << e.row;
  }
}

TEST(Beyond, EndsWhereTheIndependentComputationEnds) {
  const Result brick = made("nasa-brick"), top = made("van-zon-top");
  // One row differs: that of a simulation which is 4 degrees off, next to ours, which are not.
  EXPECT_EQ(differing(brick), std::set<std::string>{"simulation 2 of the report; methods of ours, 0.01 s"});
  EXPECT_EQ(differing(top), std::set<std::string>{});
  EXPECT_EQ(ours(brick, "exact motion", "q w"), "-0.881147185310");
  EXPECT_EQ(ours(brick, "explicit Euler", "attitude"), "2.61");
  EXPECT_EQ(ours(top, "exact motion", "w 2"), "10.951523572");
  EXPECT_EQ(ours(top, "explicit Euler", "energy"), "272");
}

TEST(Beyond, KnowsTheGyroscopicTermsOfMuJoCo) {
  const Result result = made("mujoco-3553");
  EXPECT_EQ(differing(result), std::set<std::string>{});
  EXPECT_NE(ours(result, "explicit", "").find("diverges at step"), std::string::npos);
}

TEST(Beyond, CountsTheFlipsThatTheEnginesCount) {
  const Result result = made("middle-axis-flips");
  EXPECT_EQ(differing(result), (std::set<std::string>{"lie2, 60 Hz", "lie2-augmented, 60 Hz"}));
  EXPECT_EQ(ours(result, "true motion", ""), "5");
  EXPECT_EQ(ours(result, "ODE, gyroscopic mode on (its default), 60 Hz", ""), "28");
  EXPECT_EQ(ours(result, "ODE, gyroscopic mode on (its default), 240 Hz", ""), "23");
  EXPECT_EQ(ours(result, "ODE, gyroscopic mode on (its default), 1000 Hz", ""), "15");
  EXPECT_EQ(ours(result, "Bullet in double, explicit term", "attitude"), "0.257");
}

}  // namespace
}  // namespace polhode::reproduce
