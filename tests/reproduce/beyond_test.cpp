// beyond_test.cpp -- numbers published elsewhere, and ours
#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "../../reproduce/page.hpp"
#include "../../reproduce/report.hpp"

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
    if (e.verdict.text.starts_with("differs")) rows.insert(e.row);
  return rows;
}
std::string ours(const Result& result, std::string_view row, std::string_view column) {
  for (const Entry& e : result.entries)
    if (e.row.starts_with(row) && e.column.starts_with(column)) return e.ours;
  return "no such entry";
}

TEST(Verdict, HasAClass) {
  const auto kind = [](const Verdict& v) { return v.kind; };
  EXPECT_EQ(kind(judged("0.25", "0.25", 0, "")), Class::same_digits);
  EXPECT_EQ(kind(judged("0.25", "0.26", 5, "")), Class::within);
  EXPECT_EQ(judged("0.25", "0.26", 5, "").text, "within 4 %");
  // A reason that no run shows is a supposition.
  EXPECT_EQ(kind(judged("0.25", "0.26", 3, "")), Class::unknown_cause);
  EXPECT_EQ(kind(judged("0.25", "0.26", 3, "a misprint")), Class::unknown_cause);
  EXPECT_EQ(kind(judged("0.25", "0.26", 3, {"a misprint", "polhode reproduce nasa-brick"})), Class::shown_cause);
  EXPECT_EQ(kind(judged("0.25", "nan", 3, "")), Class::unknown_cause);
  EXPECT_EQ(kind(about(below(1e-13, 1e-12))), Class::number_in_words);
  EXPECT_EQ(kind(about(below(1e-11, 1e-12))), Class::unknown_cause);
  EXPECT_EQ(kind(excluded(true, "another number")), Class::excluded);
  EXPECT_EQ(kind(excluded(false, "another number")), Class::unknown_cause);
  EXPECT_EQ(kind(by_other_program("0.25", "0.25", 0, "")), Class::other_program);
  EXPECT_EQ(kind(by_other_program("0.25", "0.26", 5, "")), Class::other_program);
  EXPECT_EQ(kind(by_other_program("0.25", "0.26", 3, "")), Class::unknown_cause);
  // A time that was measured keeps its class, and says so.
  EXPECT_TRUE(of_times(stated(below(1, 2))).measured_time);
  EXPECT_EQ(kind(of_times(stated(below(1, 2)))), Class::statement);
  EXPECT_EQ(kind(stated(below(1e-13, 1e-12))), Class::statement);
  EXPECT_EQ(stated(below(1e-13, 1e-12)).criterion, "below 1e-12");
  EXPECT_EQ(kind(stated(below(1e-11, 1e-12), "rounding")), Class::unknown_cause);
  EXPECT_EQ(stated(below(1e-11, 1e-12), "rounding").criterion, "below 1e-12");
  EXPECT_EQ(kind(implied(between(2.01, 1.75, 2.25))), Class::implied);
  EXPECT_EQ(kind(implied(between(1.01, 1.75, 2.25))), Class::unknown_cause);
  EXPECT_EQ(kind(implied(above(NAN, 1), {"", "polhode reproduce nasa-brick"})), Class::shown_cause);
}

TEST(Verdict, IsCountedByClass) {
  const Entry entries[] = {{"", "", "1", "1", judged("1", "1", 0, "")},
                           {"", "", "1", "2", judged("1", "2", 0, "")},
                           {"", "", "1", "2", judged("1", "2", 0, {"why", "polhode reproduce nasa-brick"})},
                           {"", "", "", "", stated(true, "so")},
                           {"", "", "", "", stated(true, "so")},
                           {"", "", "", "", not_counted("the printed number is the input")}};
  const Tally all = tally(entries);
  EXPECT_EQ(all.all(), 5);  // what cannot fail is not among them
  EXPECT_EQ(to_text(all), "1 same digits, 2 statements hold, 2 differ (1 cause shown, 1 unknown), 1 not counted");
  EXPECT_EQ(to_text(tally({})), "no entries");
  const Made made{{"key", "", "", "", true, nullptr}, {{entries[5], entries[2]}, {}, {}}, 0};
  EXPECT_NE(as_json(std::span(&made, 1)).find("\"class\": \"differs: shown cause\""), std::string::npos);
  EXPECT_NE(as_markdown(std::span(&made, 1)).find("| differs: why (shown by: polhode reproduce nasa-brick) |"),
            std::string::npos);
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
    for (const Entry& e : result.entries) EXPECT_EQ(e.verdict.text.find("not explained"), std::string::npos) << e.row;
  }
}

TEST(Beyond, EndsWhereTheIndependentComputationEnds) {
  const Result brick = made("nasa-brick"), top = made("van-zon-top");
  EXPECT_EQ(differing(brick), std::set<std::string>{});
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
