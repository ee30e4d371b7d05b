// csv.cpp -- comment lines, a header, one line per row
#include <cstring>
#include <memory>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "output/files.hpp"
#include "output/metadata.hpp"
#include "output/number.hpp"
#include "output/stream.hpp"

namespace polhode {

void write_csv(std::FILE* file, const ScenarioRecord& record, Spool& rows) {
  const auto comment = [&](std::string_view key, std::string_view value) {
    put(file, fmt::format("# {}: {}\n", key, one_line(value)));
  };
  comment("version", "polhode " + record.version);
  comment("title", record.scenario.title);
  comment("scenario", scenario_name(record.scenario));
  comment("method", record.choice.method);
  if (!record.choice.flow.empty()) comment("flow", record.choice.flow);
  comment("step", fmt::format("{}", record.step));
  comment("steps", fmt::format("{}", record.steps));
  if (!record.ended_by.empty()) comment("ended by", record.ended_by);
  if (!record.done()) comment("outcome", fmt::format("{}: {}", record.outcome_name(), record.cause));
  const SpaceObject& object = record.scenario.object;
  if (object.said) {
    if (!object.name.empty()) comment("object", object.name);
    if (!object.id.empty()) comment("id", object.id);
    if (object.epoch) comment("epoch", date_text(*object.epoch) + "Z");
    comment("frame", object.frame);
  }
  comment("conventions", kConventions);
  put(file, fmt::format("{}\n", fmt::join(kColumns, ",")));

  // A few rows at a time: their text stays in the processor's cache.
  constexpr std::size_t kBlock = 64, kRowChars = kColumns.size() * (kNumberChars + 1);
  const auto text = std::make_unique<char[]>(kBlock * kRowChars);
  rows.each([&](std::span<const Row> all) {
    for (std::size_t from = 0; from < all.size(); from += kBlock) {
      char* out = text.get();
      for (const Row& row : all.subspan(from, std::min(kBlock, all.size() - from))) {
        out = fmt::format_to(out, "{},", row.t);  // a time has few digits: 0.1, not 0.10000000000000001
        double numbers[kColumns.size()];
        std::memcpy(numbers, &row, sizeof row);
        for (const double x : std::span(numbers).subspan(1)) {
          out = print17(out, x);
          *out++ = ',';
        }
        out[-1] = '\n';
      }
      put(file, {text.get(), out});
    }
  });
}

std::filesystem::path events_file(const std::filesystem::path& output, const std::vector<Event>& events) {
  if (events.empty() || output.extension() != ".csv" || is_stdout(output)) return {};
  std::filesystem::path file = output;
  return file.replace_extension(".events.csv");
}

void write_events_csv(std::FILE* file, const ScenarioRecord& record) {
  put(file, fmt::format("# version: polhode {}\n# title: {}\n# scenario: {}\n", record.version,
                        one_line(record.scenario.title), one_line(scenario_name(record.scenario))));
  for (std::size_t i = 0; i < record.events.size(); ++i)
    put(file, fmt::format("# event: {}: {}, {} times\n", one_line(record.events[i].name),
                          name_of(record.events[i].kind), record.event_counts[i]));
  if (!record.ended_by.empty()) put(file, fmt::format("# ended by: {}\n", one_line(record.ended_by)));
  if (!record.done()) put(file, fmt::format("# outcome: {}: {}\n", record.outcome_name(), one_line(record.cause)));
  put(file, fmt::format("{}\n", kEventColumns));
  for (const Crossing& one : record.crossings) {
    const Event& event = record.events[std::size_t(one.event)];
    // Quoted where it must be: with its quotes doubled.
    std::string name = event.name;
    if (name.find_first_of(",\"") != std::string::npos) {
      std::string quoted = "\"";
      for (const char c : name) quoted += c == '"' ? "\"\"" : std::string(1, c);
      name = quoted + '"';
    }
    char t[kNumberChars];
    put(file, fmt::format("{},{},{},{}\n", std::string_view(t, print17(t, one.t)), name, name_of(event.kind),
                          one.rising ? "rising" : "falling"));
  }
}

}  // namespace polhode
