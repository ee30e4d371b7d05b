// advice.cpp -- what advise() has found: for people, for programs, as a picture and as a page
#include "output/advice.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "output/metadata.hpp"
#include "output/stream.hpp"

namespace polhode {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kErrors =
    "Largest errors of the attitude in the run; of pilots over a part of the time, as they are expected in all of it";

/// "12 us", "3.4 ms", "1.2 s"
std::string time_text(double seconds) {
  const auto [factor, unit] = seconds < 1e-6   ? std::pair{1e9, "ns"}
                              : seconds < 1e-3 ? std::pair{1e6, "us"}
                              : seconds < 1    ? std::pair{1e3, "ms"}
                                               : std::pair{1.0, "s"};
  return fmt::format("{:.3g} {}", factor * seconds, unit);
}

double cost(const ScenarioAdvice& a, const Suggestion& s) {
  return a.wish.fewest_torques ? double(s.torque_evaluations) : s.cpu_seconds;
}
/// ", 1.3 times the cost"; nothing of the advice itself.
std::string times_text(const ScenarioAdvice& a, const Suggestion& s) {
  const bool same = s.choice.name() == a.best.choice.name() && s.steps == a.best.steps;
  return cost(a, a.best) > 0 && !same ? fmt::format(", {:.3g} times the cost", cost(a, s) / cost(a, a.best)) : "";
}
std::string step_text(const Suggestion& s) {
  return s.choice.method == "exact"
             ? "exact, at any time"
             : fmt::format("{}, step {:.4g} s ({} step{})", s.choice.name(), s.step, s.steps, s.steps == 1 ? "" : "s");
}
std::string cost_text(const Suggestion& s) {
  return time_text(s.cpu_seconds) + " of CPU" +
         (s.torque_evaluations > 0 ? fmt::format(", {} torque evaluations", s.torque_evaluations) : "");
}
std::string error_text(const Suggestion& s) {
  return s.verified_error ? fmt::format("error {:.1e}", *s.verified_error)
                          : fmt::format("error {:.1e} predicted", s.predicted_error);
}

Json suggestion_json(const ScenarioAdvice& a, const Suggestion& s) {
  return {{"method", s.choice.method},
          {"flow", s.choice.flow.empty() ? Json(nullptr) : Json(s.choice.flow)},
          {"step", finite_or_null(s.step)},
          {"steps", s.steps},
          {"predicted_error", finite_or_null(s.predicted_error)},
          {"verified_error", s.verified_error ? finite_or_null(*s.verified_error) : Json(nullptr)},
          {"cpu_seconds", finite_or_null(s.cpu_seconds)},
          {"torque_evaluations", s.torque_evaluations},
          {"keeps", kept_by(s.choice.card, a.scenario.is_free())}};
}

std::string sentence(const ScenarioAdvice& a) {
  return "take " + step_text(a.best) + ": " + error_text(a.best) + ", " + cost_text(a.best) + ".";
}

/// What shows a curve: not what is as near as the reference can tell, nor a method that was dropped after one run.
std::vector<TrialPoint> drawn(const ScenarioAdvice& a) {
  std::vector<TrialPoint> points = a.points;
  std::erase_if(points, [&](const TrialPoint& p) { return p.error <= a.reference_error; });
  std::erase_if(points,
                [&](const TrialPoint& p) { return std::ranges::count(a.points, p.method, &TrialPoint::method) < 2; });
  return points;
}

Picture picture(const ScenarioAdvice& a) {
  const bool torques = a.wish.fewest_torques;
  Picture made{.name = "advice",
               .title = a.scenario.title,
               .x_label = torques ? "torque evaluations" : "CPU time (s)",
               .y_label = "largest error in the run (rad, relative)",
               .series = {},
               .log_x = true,
               .log_y = true};
  for (const TrialPoint& p : drawn(a)) {
    if (made.series.empty() || made.series.back().name != p.method)
      made.series.push_back({.name = p.method, .x = {}, .y = {}, .style = Series::Style::line_points});
    made.series.back().x.push_back(torques ? double(p.torque_evaluations) : p.cpu_seconds);
    made.series.back().y.push_back(p.error);
  }
  return made;
}

/// The page of a comparison, with these runs.
ScenarioComparison comparison(const ScenarioAdvice& a) {
  ScenarioComparison c{{}, a.version, a.scenario};
  c.reference = a.reference;
  c.reference_error = a.reference_error;
  for (const TrialPoint& p : drawn(a)) {
    ComparisonPoint point;
    point.method = p.method;
    point.steps = p.steps;
    point.step = p.step;
    point.done = true;
    point.attitude_error = p.error;
    point.momentum_error = NAN;  // the larger of both is the error
    point.torque_evaluations = p.torque_evaluations;
    point.cpu_seconds = p.cpu_seconds;
    c.points.push_back(point);
  }
  c.advice.push_back(
      {a.wish.accuracy > 0 ? a.wish.accuracy : a.best.verified_error.value_or(a.best.predicted_error), sentence(a)});
  return c;
}

}  // namespace

const std::vector<std::string>& advice_endings() {
  static const std::vector<std::string> endings{".svg", ".html", ".json"};
  return endings;
}

std::string advice_json(const ScenarioAdvice& a) {
  const auto optional = [&](const std::optional<Suggestion>& s) { return s ? suggestion_json(a, *s) : Json(nullptr); };
  const auto given = [](double x) { return x > 0 ? Json(x) : Json(nullptr); };
  Json json{{"outcome", "done"},
            {"version", a.version},
            {"title", a.scenario.title},
            {"scenario", scenario_name(a.scenario)}};
  json.update(suggestion_json(a, a.best));
  json.update(Json{{"accuracy", given(a.wish.accuracy)},
                   {"budget", given(a.wish.budget)},
                   {"accuracy_reached", a.accuracy_reached},
                   {"horizon", a.scenario.end_time - a.scenario.start_time},
                   {"verified_until", a.verified_until},
                   {"reference", a.reference},
                   {"reference_error", finite_or_null(a.reference_error)},
                   {"cost", a.wish.fewest_torques ? "torque_evaluations" : "cpu_seconds"},
                   {"runner_up", optional(a.runner_up)},
                   {"keeps_energy", optional(a.energy)},
                   {"adaptive", optional(a.adaptive)},
                   {"searched", optional(a.searched)}});
  Json points = Json::array();
  for (const TrialPoint& p : a.points)
    points.push_back({{"method", p.method},
                      {"steps", p.steps},
                      {"step", finite_or_null(p.step)},
                      {"error", finite_or_null(p.error)},
                      {"cpu_seconds", finite_or_null(p.cpu_seconds)},
                      {"torque_evaluations", p.torque_evaluations},
                      {"whole", p.whole}});
  json["points"] = std::move(points);
  return text_of(json);
}

std::string advice_text(const ScenarioAdvice& a) {
  const auto line = [](std::string_view what, const std::string& text) {
    return fmt::format("  {:<11} {}\n", what, text);
  };
  const auto block = [&](std::string_view what, const Suggestion& s) {
    return line(what, step_text(s)) + line("", error_text(s) + ", " + cost_text(s) + times_text(a, s));
  };
  const double end = a.scenario.end_time;
  std::string text = one_line(a.scenario.title) + "\n";
  text += fmt::format("{:.6g} s, {}\n\n", end - a.scenario.start_time,
                      a.wish.accuracy > 0 ? fmt::format("to an error of {:.2g}", a.wish.accuracy)
                                          : fmt::format("the least error in {}", time_text(a.wish.budget)));
  if (!a.accuracy_reached)
    text += a.scenario.is_free() ? std::string("  That error is below the rounding of double over such a time.\n")
                                 : fmt::format("  No method reaches that error in {}; this is the least one.\n",
                                               time_text(a.wish.budget));
  text += line("take", step_text(a.best));
  text += line("error", fmt::format("predicted {:.1e}, verified {:.1e}{}", a.best.predicted_error,
                                    a.best.verified_error.value_or(NAN),
                                    a.verified_until < end && !a.scenario.is_free()
                                        ? fmt::format(" (run to t = {:.4g}, and extrapolated)", a.verified_until)
                                        : ""));
  text += line("", fmt::format("against {}{}",
                               a.scenario.is_free() ? "Jacobi's elliptic functions in extended precision" : a.reference,
                               a.reference_error > 0 ? fmt::format(", itself good to {:.0e}", a.reference_error) : ""));
  text += line("cost", cost_text(a.best));
  text += line("keeps", kept_by(a.best.choice.card, a.scenario.is_free()));
  if (a.runner_up) text += block("runner-up", *a.runner_up);
  text += "\n  If the energy must be kept over long times:\n";
  if (a.energy) {
    text += block("take", *a.energy) + line("keeps", kept_by(a.energy->choice.card, a.scenario.is_free()));
  } else {
    text += line("", a.energy_is_conserved ? "none of those tried gets to the error at a bearable cost"
                                           : "these torques do not conserve it");
  }
  if (a.adaptive && a.adaptive->verified_error)
    text +=
        std::string(cost(a, *a.adaptive) < cost(a, a.best) ? "\n  Cheaper than any fixed step: steps" : "\n  Steps") +
        " as the motion needs them, and an estimate of the error with every run (--accuracy):\n" +
        line("", fmt::format("error {:.1e} estimated, {}{}", *a.adaptive->verified_error, cost_text(*a.adaptive),
                             times_text(a, *a.adaptive)));
  if (a.searched) text += "\n  The cheapest of all methods on all flows:\n" + block("", *a.searched);
  text += fmt::format("\nIn the scenario:\n\n  [run]\n  method = \"{}\"\n", a.best.choice.method);
  if (!a.best.choice.flow.empty()) text += fmt::format("  flow = \"{}\"\n", a.best.choice.flow);
  if (a.best.choice.method != "exact") text += fmt::format("  step = {}\n", to_text(a.best.step));
  return text;
}

void write_advice(const std::filesystem::path& path, const ScenarioAdvice& a) {
  if (const std::string fault = why_not_writable(path, advice_endings()); !fault.empty()) throw OutputError(fault);
  const std::string ending = path.extension().string();
  replace_file(path, [&](std::FILE* file) {
    if (ending == ".json") put(file, advice_json(a) + "\n");
    if (ending == ".svg") put(file, svg(picture(a), Paper::of_the_page));
    if (ending == ".html") write_html(file, comparison(a), kErrors);
  });
}

}  // namespace polhode
