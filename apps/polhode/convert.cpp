// convert.cpp -- `polhode convert`: attitudes from one format into another
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "output/attitude_files.hpp"
#include "output/files.hpp"
#include "output/metadata.hpp"
#include "output/named_files.hpp"
#include "output/refusal.hpp"
#include "polhode/body/invariants.hpp"
#include "verify/trajectory.hpp"

namespace polhode::program {

namespace {

/// What flags and the scenario say goes before what the file says.
void take_over(SpaceObject& object, const SpaceObject& other) {
  if (!other.name.empty()) object.name = other.name;
  if (!other.id.empty()) object.id = other.id;
  if (other.epoch) object.epoch = other.epoch, object.time_system = "UTC";
  if (other.said) object.said = true;
}

/// Of the flags; what is wrong with them are faults.
SpaceObject object_of_flags(const ConvertOptions& options, InputFaults& faults) {
  SpaceObject object;
  object.name = options.name, object.id = options.id;
  if (!options.epoch.empty()) try {
      object.epoch = epoch_with_zone(options.epoch);
    } catch (const InvalidInput& bad) {
      faults.add(std::string("--epoch: ") + bad.what());
    }
  if (!options.frame.empty()) {
    if (!is_frame(options.frame))
      faults.add("--frame: \"" + options.frame + "\" is none of " + kSpaceFrames + " (axes that rotate are not taken)");
    object.frame = options.frame;
  }
  object.said = object.epoch || !options.name.empty() || !options.id.empty() || !options.frame.empty();
  return object;
}

/// In our conventions; the sign of the quaternion is continuous. The largest turn between two rows, too.
std::vector<Row> rows_of(const Trajectory& trajectory, double& largest_turn) {
  const Reading reading = reading_of(trajectory);
  std::vector<Row> rows;
  rows.reserve(trajectory.rows.size());
  for (const FileRow& one : trajectory.rows) {
    auto [q, w] = read_as(reading, one);
    if (!rows.empty()) {
      const Quaternion<double>& before = rows.back().q;
      largest_turn = std::fmax(largest_turn, attitude_distance(before, q));
      if (before.w * q.w + dot(before.v, q.v) < 0) q = {-q.w, -q.v};
    }
    rows.push_back({.t = one.t, .q = q, .w = w, .L = {}, .energy = 0});
  }
  return rows;
}

}  // namespace

int convert(const ConvertOptions& options) {
  InputFaults faults;
  const ReadResult scenario = options.scenario.empty() ? ReadResult{} : read_scenario_file(options.scenario);
  if (!options.scenario.empty()) faults.add(scenario.scenario.file, scenario.faults);
  const SpaceObject flags = object_of_flags(options, faults);
  NamedFiles files(options.talk.json);
  files.reads(options.in, "what is to be converted");
  if (!options.scenario.empty()) files.reads_scenario(options.scenario, scenario.scenario);
  files.writes("OUT", options.out, {".csv", ".npz", ".aem", ".xml", ".a", ".glb"});
  faults.add(files.faults());
  faults.refuse_if_any();

  const Trajectory trajectory = read_trajectory(options.in);
  const std::string ending = std::filesystem::path(options.out).extension().string();
  const auto refuse = [&](const std::string& why) {
    throw Refusal({InputFault{{.line = 0, .key = "", .message = why}, trajectory.file}});
  };
  double largest_turn = 0;
  const std::vector<Row> rows = rows_of(trajectory, largest_turn);
  AttitudeData data;
  data.version = POLHODE_VERSION;
  data.object = trajectory.object;
  take_over(data.object, scenario.scenario.object);
  if (scenario.scenario.object.said) data.object.frame = scenario.scenario.object.frame;
  take_over(data.object, flags);
  if (!options.frame.empty()) data.object.frame = options.frame;
  data.comments = {"from: " + std::filesystem::path(trajectory.file).filename().string()};
  data.rates = !trajectory.rates_made;
  if (!options.scenario.empty()) data.look = scenario.scenario.look;
  data.rows = [&](const auto& f) { f(rows); };
  if (const std::string missing = missing_for(ending, data.object); !missing.empty())
    refuse(options.out + ": " + missing + (data.object.epoch ? "" : "; give it with --epoch 2026-11-19T00:00:00Z"));
  try {
    replace_file(options.out, [&](std::FILE* file) {
      if (ending == ".csv")
        write_attitude_csv(file, data);
      else if (ending == ".npz")
        write_attitude_npz(file, data);
      else
        write_attitudes(file, ending, data);
    });
  } catch (const InvalidInput& bad) {
    refuse(options.out + ": " + bad.what());
  }

  std::vector<std::string> warnings;
  if (trajectory.rates_made && largest_turn > 1)
    warnings.push_back(
        "the body turns by up to " + brief(largest_turn) +
        " rad from row to row: rates that are made from such rows are rough, and more than half a turn between "
        "two rows cannot be seen");
  if (data.object.epoch && data.object.time_system != "UTC" &&
      (ending == ".csv" || ending == ".npz" || ending == ".glb"))
    warnings.push_back("dates in " + data.object.time_system +
                       " are not converted: t counts from the first row or from " + date_text(*data.object.epoch));
  const std::string rates = trajectory.rates_made ? "made from the attitude" : "of the file";
  if (options.talk.json) {
    const SpaceObject& object = data.object;
    const auto or_none = [](const std::string& text) {
      return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
    };
    const nlohmann::ordered_json json{{"outcome", "done"},
                                      {"in", trajectory.file},
                                      {"out", options.out},
                                      {"rows", rows.size()},
                                      {"start", rows.front().t},
                                      {"end", rows.back().t},
                                      {"read_as", reading_of(trajectory).text()},
                                      {"rates", rates},
                                      {"largest_turn", largest_turn},
                                      {"name", or_none(object.name)},
                                      {"id", or_none(object.id)},
                                      {"epoch", or_none(object.epoch ? date_text(*object.epoch) : "")},
                                      {"time_system", object.time_system},
                                      {"frame", object.frame},
                                      {"warnings", warnings}};
    std::printf("%s\n", text_of(json).c_str());
  } else if (!options.talk.quiet) {
    std::fprintf(is_stdout(options.out) ? stderr : stdout, "%s: %zu rows, t = %s to %s s; rates %s\n",
                 options.out.c_str(), rows.size(), to_text(rows.front().t).c_str(), to_text(rows.back().t).c_str(),
                 rates.c_str());
  }
  if (!options.talk.quiet)
    for (const std::string& warning : warnings) std::fprintf(stderr, "polhode: warning: %s\n", warning.c_str());
  return kDone;
}

}  // namespace polhode::program
