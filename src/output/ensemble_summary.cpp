// ensemble_summary.cpp -- what the bodies of an ensemble say together: outcomes, quantiles, the worst of them
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <future>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "engine/tilt.hpp"
#include "output/ensemble_columns.hpp"
#include "output/ensemble_files.hpp"
#include "output/metadata.hpp"
#include "output/stream.hpp"

namespace polhode {

using Json = nlohmann::ordered_json;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Of the numbers that are known, in any order.
Histogram histogram_of(const Spread& s, std::span<const double> numbers) {
  Histogram made;
  if (!s.any()) return made;
  constexpr int kBins = 48;
  const bool powers = s.by_powers();
  double least = s.quantiles.front();
  if (powers && !(least > 0)) {  // the least that has a power
    least = std::numeric_limits<double>::infinity();
    for (const double x : numbers)
      if (x > 0) least = std::fmin(least, x);
  }
  const auto place = [&](double x) { return powers ? std::log10(x) : x; };
  made.from = place(least), made.to = place(s.quantiles.back());
  const bool each = s.counts && made.to - made.from < kBins;
  if (each || made.from == made.to) made.from -= 0.5, made.to += 0.5;
  const bool none = powers && !(s.quantiles.back() > 0);
  if (!none) made.bins.resize(each ? std::size_t(made.to - made.from) : kBins);
  const int last = int(made.bins.size()) - 1;
  const double scale = (last + 1) / (made.to - made.from);
  for (const double x : numbers) {
    if (powers && !(x > 0))
      ++made.zeros;
    else
      ++made.bins[std::size_t(std::clamp(int(scale * (place(x) - made.from)), 0, last))];
  }
  return made;
}

/// The numbers of that name if the result has them; null: they are made of others.
const BodyNumbers* column_of(const EnsembleResult& r, std::string_view name) {
  for (const auto& column : columns_of(r))
    if (column.name == name) return column.numbers.data();
  return nullptr;
}

Spread spread(const EnsembleRecord& record, Spread s, Histograms of) {
  const EnsembleResult& r = record.result;
  const BodyNumbers* const column = column_of(r, s.name);
  std::vector<double> made;
  if (!column) made = values_of(record, s.name);
  std::span<const double> numbers = column ? std::span<const double>(*column) : made;
  const auto known = [&](std::size_t i) { return at_end(r.outcome[i]) && std::isfinite(numbers[i]); };
  double least = std::numeric_limits<double>::infinity(), largest = -least;
  for (std::size_t i = 0; i < r.count(); ++i) {
    if (!known(i)) continue;
    ++s.known;
    if (numbers[i] > largest) largest = numbers[i], s.largest = i;
    if (numbers[i] < least) least = numbers[i], s.least = i;
  }
  if (s.known < r.count()) {  // a million numbers are copied only if some of them are none
    std::vector<double> all;
    all.reserve(s.known);
    for (std::size_t i = 0; i < r.count(); ++i)
      if (known(i)) all.push_back(numbers[i]);
    made = std::move(all);
    numbers = made;
  }
  s.quantiles = quantiles(numbers);
  if (of == Histograms::all || (of == Histograms::but_errors && s.of != Spread::Of::errors))
    s.histogram = histogram_of(s, numbers);
  return s;
}

/// The numbers at these places, which ascend, become those that would be there if all from `from` to `to` were sorted.
void put_in_place(std::vector<double>& numbers, std::ptrdiff_t from, std::ptrdiff_t to,
                  std::span<const std::ptrdiff_t> places) {
  if (places.empty()) return;
  const std::size_t middle = places.size() / 2;
  const std::ptrdiff_t place = places[middle];
  const auto at = [&](std::ptrdiff_t i) { return numbers.begin() + i; };
  std::nth_element(at(from), at(place), at(to));
  put_in_place(numbers, from, place, places.first(middle));
  put_in_place(numbers, place + 1, to, places.subspan(middle + 1));
}

/// Ascends as x does: its sign, its power of two and the first four digits behind it.
std::size_t first_bits(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);  // there is one zero
  return std::size_t((bits >> 63 != 0 ? ~bits : bits | std::uint64_t{1} << 63) >> 48);
}

/// The numbers at these places, which ascend, if all were sorted. Of many numbers only those are sorted that begin as one of them
/// does: a fifth of the time.
std::vector<double> at_places(std::span<const double> numbers, const std::vector<std::ptrdiff_t>& places) {
  constexpr std::size_t kMany = 100000, kBeginnings = std::size_t{1} << 16;
  std::vector<double> found;
  if (numbers.size() < kMany) {
    std::vector<double> all(numbers.begin(), numbers.end());
    put_in_place(all, 0, std::ptrdiff_t(all.size()), places);
    for (const std::ptrdiff_t place : places) found.push_back(all[std::size_t(place)]);
    return found;
  }
  std::vector<std::size_t> count(kBeginnings);
  for (const double x : numbers) ++count[first_bits(x)];
  struct Alike {  // all that begin in one way
    std::vector<double> numbers{};
    std::vector<std::ptrdiff_t> places{};
  };
  std::vector<Alike> wanted;
  std::vector<std::uint8_t> which(kBeginnings);  // of `wanted`, from 1 on
  std::ptrdiff_t before = 0;
  for (std::size_t b = 0, k = 0; b < kBeginnings && k < places.size(); before += std::ptrdiff_t(count[b++])) {
    if (places[k] >= before + std::ptrdiff_t(count[b])) continue;
    wanted.emplace_back().numbers.reserve(count[b]);
    which[b] = std::uint8_t(wanted.size());
    for (; k < places.size() && places[k] < before + std::ptrdiff_t(count[b]); ++k)
      wanted.back().places.push_back(places[k] - before);
  }
  for (const double x : numbers)
    if (const std::uint8_t one = which[first_bits(x)]; one > 0) wanted[one - 1u].numbers.push_back(x);
  for (Alike& one : wanted) {
    put_in_place(one.numbers, 0, std::ptrdiff_t(one.numbers.size()), one.places);
    for (const std::ptrdiff_t place : one.places) found.push_back(one.numbers[std::size_t(place)]);
  }
  return found;
}

std::string times_text(const Scenario& s) {
  std::string text = fmt::format("t = {} to {} s", s.start_time, s.end_time);
  if (s.steps.number > 0) text += fmt::format(" in {} steps", s.steps.number);
  if (s.steps.length > 0) text += fmt::format(" in steps of {:g} s", s.steps.length);
  if (s.accuracy > 0) text += fmt::format(" to {:g} rad", s.accuracy);
  return text;
}

}  // namespace

std::array<double, 7> quantiles(std::span<const double> numbers) {
  std::array<double, 7> found;
  found.fill(kNone);
  if (numbers.empty()) return found;
  const auto last = double(numbers.size() - 1);
  std::vector<std::ptrdiff_t> places;  // of each level, and the next if it lies between two
  const auto add = [&](double place) {
    if (places.empty() || places.back() < std::ptrdiff_t(place)) places.push_back(std::ptrdiff_t(place));
  };
  for (const double level : kLevels) add(std::floor(level * last)), add(std::ceil(level * last));
  const std::vector<double> at = at_places(numbers, places);
  const auto number = [&](double place) {
    return at[std::size_t(std::ranges::lower_bound(places, std::ptrdiff_t(place)) - places.begin())];
  };
  for (std::size_t k = 0; k < kLevels.size(); ++k) {
    const double place = kLevels[k] * last, below = number(std::floor(place));
    found[k] = below + (place - std::floor(place)) * (number(std::ceil(place)) - below);
  }
  return found;
}

std::vector<double> values_of(const EnsembleRecord& record, std::string_view name) {
  const EnsembleResult& r = record.result;
  if (const BodyNumbers* column = column_of(r, name)) return {column->begin(), column->end()};
  std::vector<double> values(r.count());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = name == "tilt" ? tilt_of({r.q[0][i], {r.q[1][i], r.q[2][i], r.q[3][i]}})
                               : std::sqrt(r.w[0][i] * r.w[0][i] + r.w[1][i] * r.w[1][i] + r.w[2][i] * r.w[2][i]);
  return values;
}

std::vector<Spread> spreads(const EnsembleRecord& record, Histograms of_them) {
  using Of = Spread::Of;
  std::vector<Spread> all{
      {"speed", "rad/s"}, {"tilt", "rad"}, {"energy", has_unit_of_mass(record.scenario) ? "J" : ""}};
  const auto is_error = [](const Quantity& one) { return one.name.find("_error_") != std::string::npos; };
  for (const Quantity& one : record.result.quantities)
    if (!is_error(one))
      all.push_back({one.name, one.unit, Of::run, one.name == "flips" || one.name.ends_with("_count")});
  for (const auto& [name, unit] : {std::pair{"energy_error", ""}, {"momentum_error", ""}, {"error_estimate", "rad"}})
    all.push_back({name, unit, Of::errors});
  for (const Quantity& one : record.result.quantities)
    if (is_error(one)) all.push_back({one.name, one.unit, Of::errors});
  std::vector<std::future<Spread>> made;  // side by side: of a million bodies each takes some hundredths of a second
  made.reserve(all.size());
  for (const Spread& one : all)
    made.push_back(std::async(record.threads > 1 ? std::launch::async : std::launch::deferred,
                              [&record, &one, of_them] { return spread(record, one, of_them); }));
  for (std::size_t i = 0; i < all.size(); ++i) {
    Spread one = made[i].get();
    all[i] = std::move(one);
  }
  return all;
}

std::string command_for(const EnsembleRecord& record, std::string_view file, std::size_t body) {
  const bool plain = file.find_first_of(" \t'\"\\$&;()<>|*?[]`!#~") == std::string_view::npos;
  std::string text = fmt::format("polhode ensemble {0}{1}{0}", plain ? "" : "'", file);
  const auto add = [&](const char* flag, const auto& value) {
    if (value) text += fmt::format(" {} {}", flag, *value);
  };
  const Overrides& f = record.flags;
  add("--method", f.method), add("--flow", f.flow), add("--accuracy", f.accuracy), add("--step", f.step);
  add("--steps", f.steps), add("--end", f.end), add("--bodies", f.bodies), add("--seed", f.seed);
  return text + fmt::format(" --body {} --as-scenario -o body.toml", body);
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
            {"ranks", record.ranks},
            {"threads", record.threads},
            {"seconds", finite_or_null(record.seconds)},
            {"outcomes", Json::object()},
            {"quantiles", {{"levels", kLevels}}},
            {"known", Json::object()},
            {"smallest", Json::object()},
            {"largest", Json::object()},
            {"histograms", Json::object()},
            {"repeat", Json(nullptr)}};
  for (const BodyOutcome one : kBodyOutcomes) json["outcomes"][std::string(name_of(one))] = record.count(one);
  for (const Spread& one : spreads(record, Histograms::but_errors)) {
    const auto put = [&](const char* what, const Json& value) {
      json[what][one.name] = one.any() ? value : Json(nullptr);
    };
    json["known"][one.name] = one.known;
    put("quantiles", one.quantiles);
    put("smallest", {{"body", one.least}, {"value", one.quantiles.front()}});
    put("largest", {{"body", one.largest}, {"value", one.quantiles.back()}});
    if (one.of == Spread::Of::errors) continue;
    const Histogram& h = one.histogram;
    put("histograms",
        {{"scale", one.by_powers() ? "log10" : "linear"}, {"from", h.from}, {"to", h.to}, {"counts", h.bins}});
    if (json["repeat"].is_null() && one.any()) json["repeat"] = command_for(record, record.scenario.file, one.largest);
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
  const std::string ranks = record.ranks > 1 ? fmt::format("{} ranks of ", record.ranks) : "";
  line("time", fmt::format("{:.3g} s on {}{} thread{}, {:.3g} µs per body", record.seconds, ranks, record.threads,
                           record.threads == 1 ? "" : "s",
                           record.seconds * 1e6 / double(std::max<std::size_t>(1, record.result.count()))));
  const std::pair<Spread::Of, std::string_view> groups[] = {
      {Spread::Of::end, "at the end"}, {Spread::Of::run, "over the run"}, {Spread::Of::errors, "errors"}};
  const std::vector<Spread> all = spreads(record, Histograms::none);
  for (const auto& [of, title] : groups) {
    const auto shown = [&, of = of](const Spread& one) { return one.of == of && one.any(); };
    if (std::ranges::none_of(all, shown)) continue;
    text += fmt::format("  {:<26} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}   {}\n", title, "least", "5 %",
                        "25 %", "median", "75 %", "95 %", "largest", "of bodies");
    for (const Spread& one : all) {
      if (!shown(one)) continue;
      std::string name = one.name;
      if (of != Spread::Of::run) std::ranges::replace(name, '_', ' ');
      text += fmt::format("    {:<24}", one.unit.empty() ? name : fmt::format("{}, {}", name, one.unit));
      for (const double x : one.quantiles)
        text += of == Spread::Of::errors ? fmt::format(" {:>10.1e}", x) : fmt::format(" {:>10.5g}", x);
      text += fmt::format("   {}, {}", one.least, one.largest);
      if (one.known < record.result.count()) text += fmt::format(" (known of {})", one.known);
      text += "\n";
    }
  }
  for (const Spread& one : all)
    if (one.any()) {
      line("one body", command_for(record, record.scenario.file, one.largest));
      break;
    }
  return text;
}

}  // namespace polhode
