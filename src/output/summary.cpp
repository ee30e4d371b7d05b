// summary.cpp -- how a run went, for people
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "output/files.hpp"
#include "output/stream.hpp"

namespace polhode {
namespace {

/// "energy_error_max" -> "energy".
std::string label(std::string_view name) {
  std::string text(name);
  for (const std::string_view part : {"_error_max", "_error"})
    if (const auto at = text.find(part); at != std::string::npos) text.erase(at, part.size());
  for (char& c : text)
    if (c == '_') c = ' ';
  return text;
}

std::string duration(double seconds) {
  for (const auto& [unit, size] : {std::pair{"s", 1.0}, {"ms", 1e-3}, {"µs", 1e-6}})
    if (seconds >= size) return fmt::format("{:.3g} {}", seconds / size, unit);
  return fmt::format("{:.3g} ns", seconds * 1e9);
}

std::string plural(long n, std::string_view thing) {
  return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s");
}

}  // namespace

std::string summary_text(const ScenarioRecord& record) {
  std::string text;
  const auto line = [&](std::string_view key, const std::string& value) {
    text += fmt::format("  {:<8} {}\n", key, value);
  };
  if (!record.done())
    text += fmt::format("{} ({}): {}\n", record.interrupted ? "Interrupted" : "FAILED", record.outcome_name(),
                        record.cause);
  text += one_line(record.scenario.title) + "\n";
  line("method", fmt::format("{}: {}", record.choice.name(), record.choice.card.title));
  if (!record.choice.remark.empty()) line("", record.choice.remark);
  if (record.scenario.ensemble)
    line("body", fmt::format("the one of the scenario; polhode ensemble runs all {} that vary",
                             record.scenario.ensemble->bodies));
  if (record.accuracy > 0) {
    const Certificate& c = record.certificate;
    const double error = c.attitude_error_max.value_or(c.attitude_error_estimate.value_or(0));
    line("accuracy", fmt::format("{:.2g} rad was asked for, {} {:.1e}; {} in {}, {}", record.accuracy,
                                 c.attitude_error_max ? "the largest error is" : "the estimated error is", error,
                                 record.choice.name(), plural(record.steps, "step"), duration(record.cpu_seconds)));
  }
  line("run", fmt::format("t = {} to {} s in {} of {}{:.6g} s; {} of output", record.first.t, record.last.t,
                          plural(record.steps, "step"), record.accuracy > 0 ? "up to " : "", record.step,
                          plural(record.rows, "row")));
  if (record.steps > 0) {
    const auto per_step = [&](double total) { return total / static_cast<double>(record.steps); };
    std::string cost = fmt::format("{} of CPU time, {} per step", duration(record.cpu_seconds),
                                   duration(per_step(record.cpu_seconds)));
    if (record.torque_evaluations > 0)
      cost += fmt::format("; torque evaluations per step: {:.3g}",
                          per_step(static_cast<double>(record.torque_evaluations)));
    if (record.solver_iterations > 0)
      cost +=
          fmt::format("; {:.3g} solver iterations per step", per_step(static_cast<double>(record.solver_iterations)));
    line("cost", cost);
  }
  for (std::size_t i = 0; i < record.events.size(); ++i) {
    const auto is_it = [&](const Crossing& one) { return std::size_t(one.event) == i; };
    const auto first = std::ranges::find_if(record.crossings, is_it);
    const auto last = std::ranges::find_if(record.crossings.rbegin(), record.crossings.rend(), is_it);
    const long n = record.event_counts[i];
    std::string when;
    if (n == 1 && first != record.crossings.end()) when = fmt::format(", at t = {:.17g} s", first->t);
    if (n > 1 && first != record.crossings.end())
      when = std::ranges::count_if(record.crossings, is_it) < n
                 ? fmt::format(", from t = {:.17g} s on; not all of them are listed", first->t)
                 : fmt::format(", from t = {:.17g} to {:.17g} s", first->t, last->t);
    line("event", fmt::format("{}: {}{}", one_line(record.events[i].name), plural(n, "time"), when));
  }
  if (!record.ended_by.empty()) line("ended", "by the event " + one_line(record.ended_by));
  line("verdict", fmt::format("{}: {}", name_of(record.certificate.verdict), record.certificate.verdict_reason));
  text += "  largest errors over all steps\n";
  std::vector<std::string> not_conserved;
  for (const CertificateEntry& entry : entries(record.certificate)) {
    if (entry.value)
      text += fmt::format("    {:<20} {:>8.1e}   {}\n", label(entry.name), *entry.value, entry.meaning);
    else if (!entry.name.starts_with("attitude") && !entry.name.ends_with("estimate"))  // nothing to be conserved
      not_conserved.push_back(label(entry.name));
  }
  if (!not_conserved.empty()) text += fmt::format("    not conserved here: {}\n", fmt::join(not_conserved, ", "));
  return text;
}

}  // namespace polhode
