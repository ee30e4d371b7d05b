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

namespace polhode {
namespace fs = std::filesystem;

const std::vector<std::string>& output_endings() {
  static const std::vector<std::string> endings{".csv", ".npz", ".json", ".html"};
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

void write_output(const fs::path& path, const ScenarioRecord& record, Spool& rows) {
  if (const std::string fault = why_not_writable(path); !fault.empty()) throw OutputError(fault);
  const std::string ending = path.extension().string();
  replace_file(path, [&](std::FILE* file) {
    if (ending == ".csv") write_csv(file, record, rows);
    if (ending == ".npz") write_npz(file, record, rows);
    if (ending == ".json") write_json(file, record, rows);
    if (ending == ".html") write_html(file, record, rows);
  });
  if (const fs::path beside = events_file(path, record.events); !beside.empty())
    replace_file(beside, [&](std::FILE* file) { write_events_csv(file, record); });
}

}  // namespace polhode
