// json.cpp -- a run as JSON: the summary that is printed, and the file with all rows
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "output/files.hpp"
#include "output/metadata.hpp"
#include "output/number.hpp"
#include "output/stream.hpp"

namespace polhode {

using Json = nlohmann::ordered_json;

std::string scenario_name(const Scenario& scenario) {
  return std::filesystem::path(scenario.file).filename().string();
}

Json finite_or_null(double x) {
  return std::isfinite(x) ? Json(x) : Json(nullptr);
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

Json certificate_json(const Certificate& certificate) {
  Json json = Json::object();
  for (const CertificateEntry& entry : entries(certificate))
    json[std::string(entry.name)] = entry.value ? finite_or_null(*entry.value) : Json(nullptr);
  json["estimate_order"] = certificate.estimate_order ? finite_or_null(*certificate.estimate_order) : Json(nullptr);
  json["turn_per_step"] = finite_or_null(certificate.turn_per_step);
  json["verdict"] = name_of(certificate.verdict);
  json["verdict_reason"] = certificate.verdict_reason;
  json["warnings"] = certificate.warnings;
  return json;
}

Json events_json(const RunRecord& record) {
  Json list = Json::array();
  for (const Crossing& one : record.crossings) {
    const Event& event = record.events[std::size_t(one.event)];
    list.push_back({{"name", event.name},
                    {"kind", name_of(event.kind)},
                    {"t", finite_or_null(one.t)},
                    {"direction", one.rising ? "rising" : "falling"}});
  }
  return list;
}
Json event_counts_json(const RunRecord& record) {
  Json counts = Json::object();
  for (std::size_t i = 0; i < record.events.size(); ++i) counts[record.events[i].name] = record.event_counts[i];
  return counts;
}

namespace {

Json or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

}  // namespace

Json metadata(const ScenarioRecord& record) {
  Json json{{"version", record.version},
            {"title", record.scenario.title},
            {"scenario", scenario_name(record.scenario)},
            {"method", record.choice.method},
            {"flow", or_null(record.choice.flow)},
            {"accuracy", record.accuracy > 0 ? Json(record.accuracy) : Json(nullptr)},
            {"step", finite_or_null(record.step)},
            {"steps", record.steps},
            {"outcome", record.outcome_name()},
            {"cause", or_null(record.cause)},
            {"conventions", kConventions},
            {"certificate", certificate_json(record.certificate)}};
  if (!record.events.empty()) {
    json["events"] = events_json(record);
    json["event_counts"] = event_counts_json(record);
    json["ended_by"] = or_null(record.ended_by);
  }
  if (const SpaceObject& object = record.scenario.object; object.said)
    json["object"] = {{"name", or_null(object.name)},
                      {"id", or_null(object.id)},
                      {"epoch", or_null(object.epoch ? date_text(*object.epoch) + "Z" : "")},
                      {"frame", object.frame}};
  return json;
}

std::string summary_json(const ScenarioRecord& record) {
  const Row& end = record.last;
  const auto numbers = [](std::initializer_list<double> values) {
    Json list = Json::array();
    for (const double x : values) list.push_back(finite_or_null(x));
    return list;
  };
  Json json{{"outcome", record.outcome_name()},
            {"method", record.choice.method},
            {"flow", or_null(record.choice.flow)},
            {"accuracy", record.accuracy > 0 ? Json(record.accuracy) : Json(nullptr)},
            {"steps", record.steps},
            {"step", finite_or_null(record.step)},
            {"torque_evaluations", record.torque_evaluations},
            {"solver_iterations", record.solver_iterations},
            {"cpu_seconds", finite_or_null(record.cpu_seconds)},
            {"end",
             {{"t", finite_or_null(end.t)},
              {"q", numbers({end.q.w, end.q.v.x, end.q.v.y, end.q.v.z})},
              {"w", numbers({end.w.x, end.w.y, end.w.z})},
              {"L", numbers({end.L.x, end.L.y, end.L.z})},
              {"energy", finite_or_null(end.energy)}}},
            {"certificate", certificate_json(record.certificate)},
            {"events", events_json(record)},
            {"event_counts", event_counts_json(record)},
            {"ended_by", or_null(record.ended_by)}};
  if (!record.done()) json["cause"] = record.cause;
  return text_of(json);
}

void write_json(std::FILE* file, const ScenarioRecord& record, Spool& rows) {
  // The numbers go out as they come, column by column: the memory does not grow with the rows.
  std::string head = text_of(metadata(record));
  head.back() = ',';  // the object goes on
  put(file, head + "\n\"columns\":{");
  for (std::size_t column = 0; column < kColumns.size(); ++column) {
    put(file, fmt::format("{}\n\"{}\":[", column == 0 ? "" : ",", kColumns[column]));
    bool first = true;
    std::string text;
    rows.each([&](std::span<const Row> some) {
      text.clear();
      for (const Row& row : some) {
        double numbers[kColumns.size()];
        std::memcpy(numbers, &row, sizeof row);
        if (!std::exchange(first, false)) text += ',';
        char number[kNumberChars];
        const double x = numbers[column];
        if (!std::isfinite(x))
          text += "null";
        else if (x == 0 && std::signbit(x))
          text += "-0.0";  // many readers take -0 for an integer, which has no sign
        else
          text.append(number, print17(number, x));
      }
      put(file, text);
    });
    put(file, "]");
  }
  put(file, "}}\n");
}

}  // namespace polhode
