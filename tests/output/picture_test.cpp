// picture_test.cpp -- pictures: valid, complete, small; no text of a user is ever run or interpreted
#include "output/picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "output/sample.hpp"
#include "output/stream.hpp"
#include "output/thin.hpp"
#include "polhode/drive/stepper.hpp"
#include "polhode/methods/exact.hpp"

namespace {

using namespace polhode;
using namespace polhode::test;

std::vector<std::string> texts(const std::filesystem::path& path) {
  return nlohmann::json::parse(python("check_svg.py", path.string())).get<std::vector<std::string>>();
}
bool has(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

Picture waves(std::size_t points) {
  Picture p{.name = "waves", .title = kAwkwardTitle, .x_label = "x_1^2", .y_label = "it's {y}", .series = {}};
  for (int k = 1; k <= 2; ++k) {
    Series s{.name = "a_{" + std::to_string(k) + "} '`touch bad4`'", .x = {}, .y = {}};
    for (std::size_t i = 0; i < points; ++i) {
      s.x.push_back(double(i) / double(points));
      s.y.push_back(std::sin(20 * k * s.x.back()));
    }
    p.series.push_back(s);
  }
  return p;
}

TEST(Picture, TextsAreTakenLiterallyAndNothingIsRun) {
  const Folder folder;
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(folder.path);
  write_svg(waves(100), folder.path);
  std::filesystem::current_path(here);
  EXPECT_EQ(folder.names(), std::set<std::string>{"waves.svg"});
  const auto list = texts(folder / "waves.svg");
  EXPECT_TRUE(has(list, one_line(kAwkwardTitle))) << nlohmann::json(list).dump();
  EXPECT_TRUE(has(list, "a_{2} '`touch bad4`'")) << nlohmann::json(list).dump();
  EXPECT_TRUE(has(list, "x_1^2"));
  EXPECT_TRUE(has(list, "it's {y}"));
}

TEST(Picture, SameInputSameText) {
  EXPECT_EQ(svg(waves(50)), svg(waves(50)));
  EXPECT_TRUE(svg(waves(50)).starts_with("<svg"));
}

TEST(Picture, ManyPointsMakeASmallFile) {
  EXPECT_LT(svg(waves(500'000)).size(), 150'000u);  // measured 82 kB
}

/// How the curves are drawn, as gnuplot writes it: the colour of each, and its marker or, where it has none, its dashes.
std::vector<std::string> looks(const std::string& text, const std::string& name) {
  std::vector<std::string> found;
  const auto quoted = [&](const char* before, std::size_t from, std::size_t to) {
    const std::size_t at = text.find(before, from), begin = text.find('\'', at) + 1;
    return at < to ? text.substr(begin, text.find('\'', begin) - begin) : "";
  };
  for (std::size_t at = 0; (at = text.find("<title>" + name, at)) != std::string::npos; ++at) {
    const std::size_t next = std::min(text.find("<title>", at + 1), text.size());
    const std::string marker = quoted("stroke-linecap='round'", at, next) + quoted("xlink:href=", at, next);
    found.push_back(quoted("<path stroke=", at, next) + ' ' +
                    (marker.empty() ? quoted("stroke-dasharray=", at, next) : marker));
  }
  return found;
}

TEST(Picture, ManyCurvesAllLookDifferent) {
  Picture p{.name = "p", .title = "", .x_label = "", .y_label = "", .series = {}};
  for (const auto style : {Series::Style::line_points, Series::Style::line}) {
    p.series.clear();
    for (int k = 0; k < 24; ++k)
      p.series.push_back({.name = "curve", .x = {0, 1, 2}, .y = {double(k), k + 1.0, double(k)}, .style = style});
    const auto all = looks(svg(p), "curve");
    ASSERT_EQ(all.size(), 24u);
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), 24u);
  }
}

// Eight thousand dots are one element, not eight thousand of 100 bytes.
TEST(Picture, CloudsAreSmall) {
  Picture p = waves(8000);
  for (Series& s : p.series) s.style = Series::Style::points;
  const Folder folder;
  write_svg(p, folder.path);
  python("check_svg.py", (folder / "waves.svg").string());
  EXPECT_LT(std::filesystem::file_size(folder / "waves.svg"), 300'000u);  // measured 274 kB; 1.68 MB one by one
}

TEST(Picture, IsDarkWhereThePageIs) {
  const std::string white = svg(waves(50)), either = svg(waves(50), Paper::of_the_page);
  EXPECT_EQ(white.find("prefers-color-scheme"), std::string::npos);
  const std::size_t style = either.find("<style>"), end = either.find("</style>");
  ASSERT_NE(style, std::string::npos);
  EXPECT_EQ(either.substr(0, style) + either.substr(end + 8), white);
  // Every colour that is used has a rule.
  for (const std::string before : {"stroke='", "color='rgb", "fill=\"rgb"}) {
    for (std::size_t at = 0; (at = white.find(before, at)) != std::string::npos; ++at) {
      const std::size_t from = white.find_first_of("'\"", at) + 1;
      const std::string color = white.substr(from, white.find_first_of("'\"", from) - from);
      if (color.starts_with("rgb")) {
        EXPECT_NE(either.find("='" + color + "'", style), std::string::npos) << color;
      }
    }
  }
  const Folder folder;
  write_svg(waves(50), folder.path, Paper::of_the_page);
  python("check_svg.py", (folder / "waves.svg").string());
}

TEST(Picture, EveryKindOfAxisAndStyleIsDrawn) {
  const Folder folder;
  using Style = Series::Style;
  for (const bool log : {false, true})
    for (const Style style : {Style::line, Style::points, Style::line_points, Style::dashed, Style::guide})
      for (const bool in_space : {false, true}) {
        Picture p = waves(30);
        p.log_x = p.log_y = log && !in_space;
        for (Series& s : p.series) {
          s.style = style;
          if (in_space) s.z = s.x;
        }
        p.name = std::to_string(folder.names().size());
        write_svg(p, folder.path);
      }
  EXPECT_EQ(folder.names().size(), 20u);
  python("check_svg.py", (folder / "*.svg").string());
}

TEST(Picture, AUnitCubeIsOneWhateverTheCurve) {
  Picture picture{"cube", "t", "x", "y", "z", {{"a", {0, 0.01}, {0, 0.01}, {0, 0.01}}}};
  picture.equal_axes = true;
  EXPECT_EQ(svg(picture).find("0.5<"), std::string::npos);
  picture.unit_cube = true;
  EXPECT_NE(svg(picture).find("0.5<"), std::string::npos);
}

TEST(Picture, DecadesAreWrittenAsPowers) {
  const Folder folder;
  Picture p{.name = "p", .title = "", .x_label = "", .y_label = "", .series = {}, .log_x = true, .log_y = true};
  p.series.push_back({.name = "s", .x = {1e-3, 1e2}, .y = {1e-9, 2e-3}});
  write_svg(p, folder.path);
  const auto list = texts(folder / "p.svg");
  EXPECT_TRUE(has(list, "10−3") && has(list, "10−9")) << nlohmann::json(list).dump();
}

// Nothing at all, one point, a constant, only points that a logarithm cannot take, gaps.
TEST(Picture, DegenerateDataIsDrawnToo) {
  const Folder folder;
  const std::vector<std::vector<double>> cases{
      {}, {3}, {0, 0, 0}, {-1, 0, NAN}, {1, NAN, 2, INFINITY, 4}, {1e300, 2e300}};
  for (const bool log : {false, true})
    for (const bool equal : {false, true})
      for (const auto& y : cases) {
        Picture p{.name = "", .title = "", .x_label = "", .y_label = "", .series = {}};
        p.name = std::to_string(folder.names().size());
        p.log_y = log;
        p.equal_axes = equal;
        Series s{.name = "s", .x = {}, .y = y};
        for (std::size_t i = 0; i < y.size(); ++i) s.x.push_back(double(i));
        p.series.push_back(s);
        write_svg(p, folder.path);
      }
  python("check_svg.py", (folder / "*.svg").string());
}

TEST(Picture, SaysWhichPackageIsMissing) {
  const Folder folder;
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", folder.path.c_str(), 1);
  std::string said;
  try {
    svg(waves(3));
  } catch (const OutputError& error) {
    said = error.what();
  }
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_NE(said.find("gnuplot-nox"), std::string::npos) << said;
}

TEST(Picture, DataAsCsv) {
  const Folder folder;
  Picture p = waves(3);
  write_csv(p, folder.path);
  const auto lines = nlohmann::json::parse(python("read_lines.py", (folder / "waves.csv").string()));
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[4]["series"], p.series[1].name);
  EXPECT_EQ(std::stod(lines[4]["y"].get<std::string>()), p.series[1].y[1]);
}

TEST(ColumnThinner, KeepsEveryExtremeTheEndsAndTheOrder) {
  Random random(5);
  constexpr int n = 200'000;
  ColumnThinner thinner(0, 1);
  std::vector<double> low(ColumnThinner::kColumns + 1, 2), high(ColumnThinner::kColumns + 1, -2);
  for (int i = 0; i <= n; ++i) {
    const double x = double(i) / n, y = random.uniform(-1, 1);
    thinner.add(x, y);
    const auto column = static_cast<std::size_t>(x * ColumnThinner::kColumns);
    low[column] = std::min(low[column], y);
    high[column] = std::max(high[column], y);
  }
  thinner.finish();
  EXPECT_LE(thinner.x.size(), ColumnThinner::kMostPoints + 4);
  EXPECT_TRUE(std::is_sorted(thinner.x.begin(), thinner.x.end()));
  EXPECT_EQ(thinner.x.front(), 0);
  EXPECT_EQ(thinner.x.back(), 1);
  for (std::size_t i = 0; i < thinner.x.size(); ++i) {
    const auto column = static_cast<std::size_t>(thinner.x[i] * ColumnThinner::kColumns);
    if (thinner.y[i] == low[column]) low[column] = 2;
    if (thinner.y[i] == high[column]) high[column] = -2;
  }
  EXPECT_EQ(std::count(low.begin(), low.end(), 2.0), ColumnThinner::kColumns + 1);
  EXPECT_EQ(std::count(high.begin(), high.end(), -2.0), ColumnThinner::kColumns + 1);
}

TEST(ColumnThinner, LeavesFewPointsAsTheyAre) {
  ColumnThinner thinner(0, 9);
  for (int i = 0; i < 10; ++i) thinner.add(i, i == 4 ? NAN : double(i * i));
  thinner.finish();
  ASSERT_EQ(thinner.x.size(), 10u);
  EXPECT_TRUE(std::isnan(thinner.y[4]));
  EXPECT_EQ(thinner.y[9], 81);
}

TEST(PathThinner, DrawsACircleOnceHoweverOftenItIsRun) {
  PathThinner once(2), often(2);
  for (int i = 0; i <= 100 * 1000; ++i) {
    const double angle = 2 * M_PI * i / 1000;
    if (i <= 1000) once.add(std::cos(angle), std::sin(angle), 0);
    often.add(std::cos(angle), std::sin(angle), 0);
  }
  EXPECT_GT(once.x.size(), 900u);
  EXPECT_LT(often.x.size(), once.x.size() + 50);
}

/// A free body, solved exactly; `turn` tilts the momentum in space.
ScenarioRecord free_run(Spool& rows, long steps, double end, const Vec3<double>& m) {
  ScenarioRecord r = sample_record(steps + 1);
  r.scenario.title = "Wing nut";
  r.scenario.inertia = Inertia::principal(0.6, 0.8, 1.0);
  r.step = end / double(steps);
  Stepper<Exact> body(r.scenario.inertia, {{}, m});
  for (long i = 0; i <= steps; ++i) {
    if (i > 0) body.step(r.step);
    r.last = {double(i) * r.step, body.state().Q, body.angular_velocity(), body.spatial_momentum(), body.energy()};
    if (i == 0) r.first = r.last;
    rows.append(r.last);
  }
  return r;
}

/// All that are written have been asked about before the run.
void expect_known(const std::vector<std::string>& files) {
  for (const std::string& file : files)
    EXPECT_EQ(std::ranges::count(run_pictures(), std::filesystem::path(file).stem().string()), 1) << file;
}

TEST(Svgs, OfAFreeBody) {
  const Folder folder;
  Spool rows = Spool::create(folder / "rows");
  const ScenarioRecord r = free_run(rows, 20'000, 200, {0.02, 0.8, 0.01});
  const auto names = write_svgs(folder / "new" / "svg", r, rows);
  EXPECT_EQ(names, (std::vector<std::string>{"angular_velocity.svg", "momentum.svg", "energy_error.svg", "attitude.svg",
                                             "polhode.svg", "herpolhode.svg"}));
  expect_known(names);
  for (const std::string& name : names) {
    const auto path = folder / "new" / "svg" / name;
    EXPECT_TRUE(has(texts(path), "Wing nut")) << name;
    EXPECT_LT(std::filesystem::file_size(path), 300'000u) << name;  // measured: at most 213 kB
  }
  EXPECT_TRUE(has(texts(folder / "new" / "svg" / "angular_velocity.svg"), "wy"));
}

TEST(Svgs, OfABodyUnderATorqueAndOfOneAtRest) {
  const Folder folder;
  for (const bool at_rest : {false, true}) {
    Spool rows = Spool::create(folder / "rows");
    ScenarioRecord r = free_run(rows, 100, 1, {0.3, 0.8, 0.1});
    if (at_rest) {
      rows = Spool::create(folder / "rows");
      r.first.w = r.first.L = {};
      r.first.energy = 0;
      r.last = r.first;
      for (int i = 0; i < 3; ++i) rows.append(r.first);
    }
    r.scenario.torques.push_back({"heavy-top", {{{"weight", 1.0}, {"arm", Vec3<double>{0, 0, 1}}}}});
    r.certificate.energy_error_max.reset();
    const auto names = write_svgs(folder.path, r, rows);
    EXPECT_EQ(names.size(), 6u);
    EXPECT_EQ(names[2], "energy.svg");
    expect_known(names);
    python("check_svg.py", (folder / "*.svg").string());
  }
}

}  // namespace
