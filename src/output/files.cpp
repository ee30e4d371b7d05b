// files.cpp -- the formats by their endings
#include "output/files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/attitude_files.hpp"
#include "output/metadata.hpp"

namespace polhode {
namespace fs = std::filesystem;

const std::vector<std::string>& output_endings() {
  static const std::vector<std::string> endings{".csv", ".npz", ".json", ".html", ".aem", ".xml", ".a", ".glb"};
  return endings;
}
const std::vector<std::string>& comparison_endings() {
  static const std::vector<std::string> endings{".csv", ".json", ".html"};
  return endings;
}

std::string why_not_writable(const fs::path& path, const std::vector<std::string>& endings) {
  const std::string name = path.string(), ending = path.extension().string();
  if (path.empty()) return "the name of the output file is empty";
  std::error_code error;
  if (fs::is_directory(path, error) || !path.has_filename())
    return name + ": is a folder; give the name of a file in it";
  if (!endings.empty() && std::ranges::find(endings, ending) == endings.end())
    return fmt::format("{}: {}; the format follows from the ending, which must be one of {}", name,
                       ending.empty() ? "the name has no ending" : "unknown ending " + ending,
                       fmt::join(endings, ", "));
  if (is_stdout(path)) return "";
  const fs::path target = target_of(path);
  if (fs::is_symlink(target, error)) return name + ": is a link that leads back to itself";
  if (fs::exists(target, error) && !fs::is_regular_file(target, error))
    return name + ": is not a regular file (a device or a pipe?) and cannot be replaced";
  const fs::path folder = folder_of(target);
  if (!fs::exists(folder, error))
    return fmt::format("{}: the folder {} does not exist; create it first", name, folder.string());
  if (!fs::is_directory(folder, error)) return fmt::format("{}: {} is not a folder", name, folder.string());
  // A new file is written beside the old one, so it is the folder that counts, not the file.
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    return fmt::format("{}: the folder {} cannot be written to: {}", name, folder.string(), std::strerror(errno));
  return "";
}

namespace {

AttitudeData attitudes_of(const ScenarioRecord& record, Spool& rows) {
  AttitudeData data;
  data.version = record.version;
  data.object = record.scenario.object;
  data.look = record.scenario.look;
  if (data.object.name.empty()) data.object.name = record.scenario.title;
  data.comments = {"title: " + record.scenario.title, "scenario: " + scenario_name(record.scenario),
                   "method: " + record.choice.method};
  if (!record.ended_by.empty()) data.comments.push_back("ended by: " + record.ended_by);
  if (!record.done()) data.comments.push_back(fmt::format("outcome: {}: {}", record.outcome_name(), record.cause));
  data.rows = [&rows](const auto& f) { rows.each(f); };
  return data;
}

}  // namespace

void write_output(const fs::path& path, const ScenarioRecord& record, Spool& rows) {
  if (const std::string fault = why_not_writable(path); !fault.empty()) throw OutputError(fault);
  const std::string ending = path.extension().string();
  replace_file(path, [&](std::FILE* file) {
    if (ending == ".csv") write_csv(file, record, rows);
    if (ending == ".npz") write_npz(file, record, rows);
    if (ending == ".json") write_json(file, record, rows);
    if (ending == ".html") write_html(file, record, rows);
    if (is_attitude_file(ending)) try {
        write_attitudes(file, ending, attitudes_of(record, rows));
      } catch (const InvalidInput& bad) {
        throw UnfitRows(fmt::format("{}: {}", path.string(), bad.what()));
      }
  });
  if (const fs::path beside = events_file(path, record.events); !beside.empty())
    replace_file(beside, [&](std::FILE* file) { write_events_csv(file, record); });
}

}  // namespace polhode
