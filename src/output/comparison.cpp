// comparison.cpp -- a comparison of methods as a table, as files and as a diagram
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "output/files.hpp"
#include "output/metadata.hpp"
#include "output/stream.hpp"

namespace polhode {
namespace {

using Json = nlohmann::ordered_json;

void write_csv(std::FILE* file, const ScenarioComparison& c) {
  const auto comment = [&](std::string_view key, std::string_view value) {
    put(file, fmt::format("# {}: {}\n", key, one_line(value)));
  };
  comment("version", "polhode " + c.version);
  comment("title", c.scenario.title);
  comment("scenario", scenario_name(c.scenario));
  comment("reference", fmt::format("{} (error {})", c.reference, c.reference_error));
  for (const Advice& advice : c.advice) comment("advice", advice.sentence);
  put(file,
      "method,steps,step,done,attitude_error,momentum_error,energy_error_max,torque_evaluations,cpu_seconds,cause\n");
  for (const ComparisonPoint& p : c.points) {
    const std::string errors = p.done
                                   ? fmt::format("{:.17g},{:.17g},{}", p.attitude_error, p.momentum_error,
                                                 p.energy_error_max ? fmt::format("{:.17g}", *p.energy_error_max) : "")
                                   : ",,";
    put(file, fmt::format("{},{},{:.17g},{},{},{},{:.17g},{}\n", csv_field(p.method), p.steps, p.step, p.done, errors,
                          p.torque_evaluations, p.cpu_seconds, csv_field(p.cause)));
  }
}

}  // namespace

std::string comparison_json(const ScenarioComparison& c) {
  Json points = Json::array(), advice = Json::array();
  for (const ComparisonPoint& p : c.points) {
    const auto error = [&](std::optional<double> value) {
      return p.done && value ? finite_or_null(*value) : Json(nullptr);
    };
    points.push_back({{"method", p.method},
                      {"steps", p.steps},
                      {"step", finite_or_null(p.step)},
                      {"done", p.done},
                      {"cause", p.cause},
                      {"attitude_error", error(p.attitude_error)},
                      {"momentum_error", error(p.momentum_error)},
                      {"energy_error_max", error(p.energy_error_max)},
                      {"torque_evaluations", p.torque_evaluations},
                      {"cpu_seconds", finite_or_null(p.cpu_seconds)}});
  }
  for (const Advice& a : c.advice) advice.push_back({{"target", a.target}, {"sentence", a.sentence}});
  return text_of({{"version", c.version},
                  {"title", c.scenario.title},
                  {"scenario", scenario_name(c.scenario)},
                  {"reference", c.reference},
                  {"reference_error", finite_or_null(c.reference_error)},
                  {"points", std::move(points)},
                  {"advice", std::move(advice)}});
}

std::string comparison_text(const ScenarioComparison& c) {
  std::string text = one_line(c.scenario.title) + "\n";
  text += fmt::format("errors against {}", c.reference);
  if (std::isnan(c.reference_error)) text += ", which failed";
  if (c.reference_error > 0) text += fmt::format(", itself good to {:.0e}", c.reference_error);
  text += "\n\n";
  std::size_t width = 6;
  for (const ComparisonPoint& p : c.points) width = std::max(width, p.method.size());
  text += fmt::format("  {:<{}} {:>9} {:>10} {:>9} {:>9} {:>9} {:>10} {:>10}\n", "", width, "", "", "attitude",
                      "momentum", "energy", "torque", "CPU");
  text += fmt::format("  {:<{}} {:>9} {:>10} {:>9} {:>9} {:>9} {:>10} {:>10}\n", "method", width, "steps", "h (s)",
                      "error", "error", "error", "calls", "ms");
  const std::string* before = nullptr;
  for (const ComparisonPoint& p : c.points) {
    if (before != nullptr && *before != p.method) text += '\n';
    before = &p.method;
    text += fmt::format("  {:<{}} {:>9} {:>10.4g} ", p.method, width, p.steps, p.step);
    if (p.done)
      text += fmt::format("{:>9.1e} {:>9.1e} {:>9} {:>10} {:>10.4f}\n", p.attitude_error, p.momentum_error,
                          p.energy_error_max ? fmt::format("{:.1e}", *p.energy_error_max) : "-", p.torque_evaluations,
                          1e3 * p.cpu_seconds);
    else
      text += fmt::format("failed: {}\n", one_line(p.cause));
  }
  if (!c.advice.empty()) text += '\n';
  for (const Advice& advice : c.advice) text += advice.sentence + '\n';
  return text;
}

void write_comparison(const std::filesystem::path& path, const ScenarioComparison& c) {
  if (const std::string fault = why_not_writable(path, comparison_endings()); !fault.empty()) throw OutputError(fault);
  const std::string ending = path.extension().string();
  replace_file(path, [&](std::FILE* file) {
    if (ending == ".csv") write_csv(file, c);
    if (ending == ".json") put(file, comparison_json(c) + "\n");
    if (ending == ".html") write_html(file, c);
  });
}

Picture work_precision(const ScenarioComparison& c) {
  Picture picture{.name = "work_precision",
                  .title = c.scenario.title,
                  .x_label = "CPU time (s)",
                  .y_label = "error of the attitude at the end (rad)",
                  .series = {},
                  .log_x = true,
                  .log_y = true};
  for (const ComparisonPoint& p : c.points) {
    if (picture.series.empty() || picture.series.back().name != p.method)
      picture.series.push_back({.name = p.method, .x = {}, .y = {}, .style = Series::Style::line_points});
    if (!p.done || std::isnan(p.attitude_error)) continue;
    picture.series.back().x.push_back(p.cpu_seconds);
    picture.series.back().y.push_back(p.attitude_error);
  }
  // A logarithm has no place for zero; a method without any error is drawn where no rounding error can be.
  constexpr double kNoError = 1e-17;
  for (Series& s : picture.series)
    if (std::count(s.y.begin(), s.y.end(), 0.0) > 0) {
      std::ranges::replace(s.y, 0.0, kNoError);
      s.name += " (0 at 1e-17)";
    }
  return picture;
}

}  // namespace polhode
