// ensemble_summary.cpp -- what the bodies of an ensemble say together: outcomes, quantiles, the worst of them
#include <algorithm>
#include <cmath>
#include <future>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "output/ensemble_files.hpp"
#include "output/metadata.hpp"
#include "output/stream.hpp"
#include "polhode/numbers/elementary.hpp"

namespace polhode {

using Json = nlohmann::ordered_json;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Angle between the third axis of the body and that of space.
double tilt(const EnsembleResult& r, std::size_t i) {
  const double w = r.q[0][i], x = r.q[1][i], y = r.q[2][i], z = r.q[3][i];
  // sin and cos of half the angle: no digit is lost near 0 or pi.
  return 2 * polhode::atan2(std::sqrt(x * x + y * y), std::sqrt(w * w + z * z));
}

Spread spread(const EnsembleRecord& record, std::string_view name, std::string_view unit) {
  const EnsembleResult& r = record.result;
  Spread s{name, unit, {}, 0};
  std::vector<double> numbers = values_of(record, name);
  double largest = -std::numeric_limits<double>::infinity();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < r.count(); ++i) {
    const double x = numbers[i];
    const bool at_end = r.outcome[i] == BodyOutcome::done || r.outcome[i] == BodyOutcome::inaccurate;
    if (!at_end || !std::isfinite(x)) continue;
    numbers[kept++] = x;
    if (x > largest) largest = x, s.largest = i;
  }
  numbers.resize(kept);
  s.quantiles = quantiles(numbers);
  return s;
}

/// The numbers at these places, which ascend, become those that would be there if all from `from` to `to` were sorted.
void put_in_place(std::vector<double>& numbers, std::ptrdiff_t from, std::ptrdiff_t to,
                  std::span<const std::ptrdiff_t> places) {
  if (places.empty()) return;
  const std::size_t middle = places.size() / 2;
  const std::ptrdiff_t place = places[middle];
  if (place < from || place >= to) return;  // there already, as the neighbour of another
  const auto at = [&](std::ptrdiff_t i) { return numbers.begin() + i; };
  std::nth_element(at(from), at(place), at(to));
  put_in_place(numbers, from, place, places.first(middle));
  put_in_place(numbers, place + 1, to, places.subspan(middle + 1));
}

std::string times_text(const Scenario& s) {
  std::string text = fmt::format("t = {:g} to {:g} s", s.start_time, s.end_time);
  if (s.steps.number > 0) text += fmt::format(" in {} steps", s.steps.number);
  if (s.steps.length > 0) text += fmt::format(" in steps of {:g} s", s.steps.length);
  if (s.accuracy > 0) text += fmt::format(" to {:g} rad", s.accuracy);
  return text;
}

}  // namespace

std::size_t EnsembleRecord::count(BodyOutcome outcome) const {
  return std::size_t(std::ranges::count(result.outcome, outcome));
}

std::array<double, 7> quantiles(std::vector<double>& numbers) {
  std::array<double, 7> found;
  found.fill(kNone);
  if (numbers.empty()) return found;
  constexpr std::size_t n = kLevels.size();
  std::array<std::ptrdiff_t, n + 1> places;
  places[n] = std::ptrdiff_t(numbers.size()) - 1;
  for (std::size_t k = 0; k < n; ++k) places[k] = std::ptrdiff_t(kLevels[k] * double(numbers.size() - 1));
  put_in_place(numbers, 0, std::ptrdiff_t(numbers.size()), std::span(places).first(n));
  const auto at = [&](std::ptrdiff_t place) { return numbers.begin() + place; };
  for (std::size_t k = 0; k < n; ++k) {
    const double place = kLevels[k] * double(numbers.size() - 1), part = place - std::floor(place);
    found[k] = *at(places[k]);
    // The next larger one lies before the next place, or there.
    if (part > 0)
      found[k] +=
          part * (*std::min_element(at(places[k] + 1), at(std::max(places[k] + 1, places[k + 1]) + 1)) - found[k]);
  }
  return found;
}

std::vector<double> values_of(const EnsembleRecord& record, std::string_view name) {
  const EnsembleResult& r = record.result;
  if (name == "energy") return r.energy;
  if (name == "energy_error") return r.energy_error;
  if (name == "momentum_error") return r.momentum_error;
  if (name == "error_estimate") return r.error_estimate;
  std::vector<double> values(r.count());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] =
        name == "tilt" ? tilt(r, i) : std::sqrt(r.w[0][i] * r.w[0][i] + r.w[1][i] * r.w[1][i] + r.w[2][i] * r.w[2][i]);
  return values;
}

std::vector<Spread> spreads(const EnsembleRecord& record) {
  constexpr std::pair<std::string_view, std::string_view> kAll[] = {{"speed", "rad/s"},     {"tilt", "rad"},
                                                                    {"energy", "J"},        {"energy_error", ""},
                                                                    {"momentum_error", ""}, {"error_estimate", "rad"}};
  std::vector<std::future<Spread>> made;  // side by side: of a million bodies each takes some hundredths of a second
  for (const auto& [name, unit] : kAll)
    made.push_back(std::async(record.threads > 1 ? std::launch::async : std::launch::deferred,
                              [&record, name = name, unit = unit] { return spread(record, name, unit); }));
  std::vector<Spread> all;
  all.reserve(made.size());
  for (std::future<Spread>& one : made) all.push_back(one.get());
  return all;
}

std::string ensemble_json(const EnsembleRecord& record) {
  const Scenario& s = record.scenario;
  const auto or_null = [](auto x) { return x > 0 ? Json(x) : Json(nullptr); };
  const std::size_t failed = record.count(BodyOutcome::not_converged) + record.count(BodyOutcome::non_finite);
  Json json{{"outcome", record.count(BodyOutcome::not_run) > 0 ? "interrupted"
                        : failed > 0                           ? "failed"
                                                               : "done"},
            {"bodies", record.result.count()},
            {"seed", record.ensemble.seed},
            {"method", record.choice.method},
            {"flow", record.choice.flow.empty() ? Json(nullptr) : Json(record.choice.flow)},
            {"accuracy", or_null(s.accuracy)},
            {"steps", or_null(s.steps.number)},
            {"step", or_null(s.steps.length)},
            {"t", s.end_time},
            {"threads", record.threads},
            {"seconds", finite_or_null(record.seconds)},
            {"outcomes", Json::object()},
            {"quantiles", {{"levels", kLevels}}},
            {"largest", Json::object()}};
  for (const BodyOutcome one : kBodyOutcomes) json["outcomes"][std::string(name_of(one))] = record.count(one);
  for (const Spread& one : spreads(record)) {
    const std::string name(one.name);
    if (!std::isfinite(one.quantiles.front())) {
      json["quantiles"][name] = nullptr;
      json["largest"][name] = nullptr;
      continue;
    }
    json["quantiles"][name] = one.quantiles;
    json["largest"][name] = {{"body", one.largest}, {"value", one.quantiles.back()}};
  }
  return text_of(json);
}

std::string ensemble_text(const EnsembleRecord& record) {
  const Scenario& s = record.scenario;
  std::string text = one_line(s.title) + "\n";
  const auto line = [&](std::string_view key, const std::string& value) {
    text += fmt::format("  {:<8} {}\n", key, value);
  };
  std::string outcomes, varies;
  for (const BodyOutcome one : kBodyOutcomes)
    if (const std::size_t n = record.count(one); n > 0)
      outcomes += fmt::format("{}{} {}", outcomes.empty() ? "" : ", ", n, name_of(one));
  for (const Variation& v : record.ensemble.variations) varies += (varies.empty() ? "" : ", ") + v.key;
  line("bodies", fmt::format("{}, seed {}: {}", record.result.count(), record.ensemble.seed, outcomes));
  line("varied", varies.empty() ? "nothing: all bodies are the same" : varies);
  line("method", fmt::format("{}: {}", record.choice.name(), record.choice.card.title));
  if (!record.choice.remark.empty()) line("", record.choice.remark);
  line("run", times_text(s));
  line("time", fmt::format("{:.3g} s on {} thread{}, {:.3g} µs per body", record.seconds, record.threads,
                           record.threads == 1 ? "" : "s",
                           record.seconds * 1e6 / double(std::max<std::size_t>(1, record.result.count()))));
  text += fmt::format("  {:<22} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}   {}\n", "at the end", "least", "5 %",
                      "25 %", "median", "75 %", "95 %", "largest", "of body");
  for (const Spread& one : spreads(record)) {
    if (!std::isfinite(one.quantiles.front())) continue;
    std::string name(one.name);
    std::ranges::replace(name, '_', ' ');
    text += fmt::format("    {:<20}", one.unit.empty() ? name : fmt::format("{}, {}", name, one.unit));
    const bool error = one.name.find("error") != std::string_view::npos;
    for (const double x : one.quantiles) text += error ? fmt::format(" {:>10.1e}", x) : fmt::format(" {:>10.5g}", x);
    text += fmt::format("   {}\n", one.largest);
  }
  return text;
}

}  // namespace polhode
