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
      "method,steps,step,done,attitude_error,momentum_error,energy_error_max,order,torque_evaluations,cpu_seconds,"
      "cause\n");
  for (const ComparisonPoint& p : c.points) {
    const std::string errors = p.done
                                   ? fmt::format("{:.17g},{:.17g},{}", p.attitude_error, p.momentum_error,
                                                 p.energy_error_max ? fmt::format("{:.17g}", *p.energy_error_max) : "")
                                   : ",,";
    put(file, fmt::format("{},{},{:.17g},{},{},{},{},{:.17g},{}\n", csv_field(p.method), p.steps, p.step, p.done,
                          errors, p.order ? fmt::format("{:.3f}", *p.order) : "", p.torque_evaluations, p.cpu_seconds,
                          csv_field(p.cause)));
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
                      {"order", error(p.order)},
                      {"is_reference", p.is_reference},
                      {"torque_evaluations", p.torque_evaluations},
                      {"cpu_seconds", finite_or_null(p.cpu_seconds)}});
  }
  for (const Advice& a : c.advice) {
    Json needs = Json::array();
    for (const Need& need : a.needs)
      needs.push_back({{"method", need.method}, {"steps", need.steps}, {"cpu_seconds", need.cpu_seconds}});
    advice.push_back({{"target", a.target}, {"sentence", a.sentence}, {"needs", std::move(needs)}});
  }
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
  constexpr auto kHeader = "  {:<{}} {:>9} {:>10} {:>9} {:>6} {:>9} {:>9} {:>10} {:>10}\n";
  text += fmt::format(kHeader, "", width, "", "", "attitude", "", "momentum", "energy", "torque", "CPU");
  text += fmt::format(kHeader, "method", width, "steps", "h (s)", "error", "order", "error", "error", "calls", "ms");
  const std::string* before = nullptr;
  for (const ComparisonPoint& p : c.points) {
    if (before != nullptr && *before != p.method) text += '\n';
    before = &p.method;
    text += fmt::format("  {:<{}} {:>9} {:>10.4g} ", p.method, width, p.steps, p.step);
    if (p.done)
      text += fmt::format("{:>9} {:>6} {:>9} {:>9} {:>10} {:>10.4f}\n",
                          p.is_reference ? "reference" : fmt::format("{:.1e}", p.attitude_error),
                          p.order ? fmt::format("{:.2f}", *p.order) : "",
                          p.is_reference ? "" : fmt::format("{:.1e}", p.momentum_error),
                          p.energy_error_max ? fmt::format("{:.1e}", *p.energy_error_max) : "-", p.torque_evaluations,
                          1e3 * p.cpu_seconds);
    else
      text += fmt::format("failed: {}\n", one_line(p.cause));
  }
  if (!c.advice.empty()) text += '\n';
  for (const Advice& advice : c.advice) text += advice.sentence + '\n';
  if (c.advice.size() == 1 && !c.advice[0].needs.empty()) {
    text += "\nWhat each method needs for it, between its runs, the cheapest first:\n";
    for (const Need& need : c.advice[0].needs)
      text +=
          fmt::format("  {:<{}} {:>9.0f} steps {:>10.4f} ms\n", need.method, width, need.steps, 1e3 * need.cpu_seconds);
  }
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
  Picture picture{.name = kWorkPrecision,
                  .title = c.scenario.title,
                  .x_label = "CPU time (s)",
                  .y_label = "error of the attitude at the end (rad)",
                  .series = {},
                  .log_x = true,
                  .log_y = true};
  for (const ComparisonPoint& p : c.points) {
    if (picture.series.empty() || picture.series.back().name != p.method)
      picture.series.push_back({.name = p.method, .x = {}, .y = {}, .style = Series::Style::line_points});
    // A logarithm has no place for zero: the reference, whose errors say nothing, is not drawn.
    if (!p.done || p.is_reference || !(p.attitude_error > 0)) continue;
    picture.series.back().x.push_back(p.cpu_seconds);
    picture.series.back().y.push_back(p.attitude_error);
  }
  std::erase_if(picture.series, [](const Series& s) { return s.x.empty(); });
  return picture;
}

}  // namespace polhode
