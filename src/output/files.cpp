// files.cpp -- whole files or none: writing beside the target and renaming; the formats by their endings
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
#include "output/owner.hpp"
#include "output/replace_file.hpp"

namespace polhode {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// A new file beside `target`: renaming works only within one file system.
struct Beside {
  fs::path path;
  std::FILE* file = nullptr;

  explicit Beside(const fs::path& target) {
    const PartFile part = make_part_file(target);
    path = part.path;
    file = ::fdopen(part.descriptor, "wb");
    if (file != nullptr) return;
    const int error = errno;
    ::unlink(path.c_str());
    ::close(part.descriptor);
    throw std::system_error(error, std::generic_category());
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  ~Beside() {
    if (!path.empty()) ::unlink(path.c_str());
    std::fclose(file);
  }

  void become(const fs::path& target) {
    const auto check = [](bool good) {
      if (!good) throw std::system_error(errno, std::generic_category());
    };
    // A writer that did not look at what fwrite returned; the reason is lost by now, a full disk is the likely one.
    if (std::ferror(file) != 0) throw std::system_error(ENOSPC, std::generic_category());
    check(std::fflush(file) == 0);
    struct stat old{};
    if (::stat(target.c_str(), &old) == 0) check(::fchmod(::fileno(file), old.st_mode & 0777) == 0);
    check(::fsync(::fileno(file)) == 0);
    // Closed after that: a part file without a lock belongs to nobody.
    check(::rename(path.c_str(), target.c_str()) == 0);
    path.clear();
    // So that the new name survives a loss of power. Some file systems cannot; the file is whole either way.
    if (const int folder = ::open(folder_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); folder >= 0) {
      ::fsync(folder);
      ::close(folder);
    }
  }
};

}  // namespace

bool is_stdout(const fs::path& path) {
  return path.stem() == "-" && !path.has_parent_path();
}

namespace {

void replace(const fs::path& path, const std::function<void(const Beside&)>& write) {
  const fs::path target = target_of(path);  // a link stays a link
  std::error_code error;                    // root could rename to the name of a device; to that of a folder nobody can
  if (const auto is = fs::status(target, error); fs::exists(is) && !fs::is_regular_file(is) && !fs::is_directory(is))
    throw OutputError(fmt::format("{}: is not a regular file and cannot be replaced", path.string()));
  Beside beside(target);
  write(beside);
  beside.become(target);
}

}  // namespace

void replace_file_by_name(const fs::path& path, const std::function<void(const fs::path&)>& write) {
  try {
    replace(path, [&](const Beside& beside) { write(beside.path); });
  } catch (const std::system_error& error) {
    throw OutputError(fmt::format("{}: cannot be written: {}", path.string(), error.code().message()));
  }
}

void replace_file(const fs::path& path, const std::function<void(std::FILE*)>& write) {
  try {
    if (!is_stdout(path)) return replace(path, [&](const Beside& beside) { write(beside.file); });
    write(stdout);
    if (std::fflush(stdout) != 0) throw std::system_error(errno, std::generic_category());
  } catch (const std::system_error& error) {
    throw OutputError(fmt::format("{}: cannot be written: {}", is_stdout(path) ? "standard output" : path.string(),
                                  error.code().message()));
  }
}

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

fs::path target_of(fs::path path) {
  constexpr int kMostLinks = 40;  // as many as the system follows
  std::error_code error;
  for (int links = 0; links < kMostLinks && fs::is_symlink(path, error); ++links)
    path = path.parent_path() / fs::read_symlink(path, error);
  return path;
}

std::string whole_path(const std::string& path) {
  if (path.empty() || is_stdout(path)) return path;
  fs::path whole = fs::absolute(path);
  if (!whole.has_filename()) whole = whole.parent_path();
  // What stands before a .. may be a link: it is followed first.
  if (whole.filename() == "." || whole.filename() == "..") return fs::weakly_canonical(whole).string();
  return (fs::weakly_canonical(whole.parent_path()) / whole.filename()).string();
}

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(target_of(path), error);
  if (error) throw OutputError(fmt::format("{}: the folder cannot be created: {}", path.string(), error.message()));
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
