// named_files.cpp -- the files that a command names, and whether one of them is another
#include "output/named_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/owner.hpp"
#include "output/sealed_file.hpp"

namespace polhode {

namespace fs = std::filesystem;

namespace {

// --- what may be replaced though nobody named it: nothing, an empty file, or one of ours -------------------------------------

std::string beginning_of(const fs::path& path, std::size_t bytes) {
  std::string text(bytes, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), std::streamsize(bytes));
  text.resize(std::size_t(file.gcount()));
  return text;
}

/// Comments, of which the first says who wrote it, and the names of the columns. Rows begin alike and have other columns.
bool is_events_csv(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  if (!std::getline(file, line) || !line.starts_with("# version: polhode ")) return false;
  while (line.starts_with('#'))
    if (!std::getline(file, line)) return false;
  return line == kEventColumns;
}
/// As gnuplot's come out of svg().
bool is_picture(const fs::path& path) {
  const std::string begin = beginning_of(path, 1000);
  return begin.starts_with("<svg") && begin.find("Produced by GNUPLOT") != std::string::npos;
}

std::string why_not_replaced(const fs::path& path, bool (*is_ours)(const fs::path&), std::string_view ours) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) == 0 || is_ours(path)) return "";
  return fmt::format(
      "{} is there and is no {} of polhode: it would be replaced (another name was meant? Else remove it)",
      path.string(), ours);
}

/// A folder that is there, or can be made.
std::string why_no_folder(const fs::path& folder) {
  fs::path there = target_of(whole_path(folder));
  std::error_code error;
  while (!fs::exists(fs::symlink_status(there, error)) && there.has_relative_path()) there = there.parent_path();
  if (!fs::is_directory(there, error))
    return fmt::format("{}: {} is a file, not a folder", folder.string(), there.string());
  if (::access(there.c_str(), W_OK | X_OK) != 0)
    return fmt::format("{}: the folder {} cannot be written to: {}", folder.string(), there.string(),
                       std::strerror(errno));
  return "";
}

std::string why_no_stream(const fs::path& path) {
  if (!is_stdout(path)) return "";
  return path.string() + ": standard output cannot take it; what is called so is ./" + path.string();
}

std::string name_of(const std::string& flag, const std::string& aside) {
  return aside.empty() ? flag : flag + " (" + aside + ")";
}

}  // namespace

NamedFiles::NamedFiles(bool json, const std::string& whose) : json_(json), whose_(whose.empty() ? "" : " " + whose) {
  if (const auto place = place_of_descriptor(STDOUT_FILENO))
    outputs_.push_back({"standard output", "", "", false, "", *place});
}

void NamedFiles::add(const std::string& flag, const std::string& aside, const fs::path& path, bool folder,
                     const std::string& against) {
  outputs_.push_back({flag + whose_, aside, path, folder, against, place_of(path)});
}

NamedFiles::Place NamedFiles::place_of(const fs::path& path) {
  fs::path there = target_of(whole_path(path)), rest;
  struct stat status{};
  while (::stat(there.c_str(), &status) != 0 && there.has_relative_path()) {
    rest = rest.empty() ? there.filename() : there.filename() / rest;
    there = there.parent_path();
  }
  return {status.st_dev, status.st_ino, rest};
}

std::optional<NamedFiles::Place> NamedFiles::place_of_descriptor(int descriptor) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return Place{status.st_dev, status.st_ino, {}};
}

/// They are one, or the other lies below what will be a file.
bool NamedFiles::is_in_the_way(const Output& one, const Place& other) {
  const fs::path &a = one.place.rest, &b = other.rest;
  if (one.place.device != other.device || one.place.inode != other.inode) return false;
  if (one.folder) return a == b;
  return std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first == a.end();
}

void NamedFiles::reads(const fs::path& path, const std::string& what) {
  if (path.empty()) return;
  if (path != "-")
    inputs_.push_back({what, place_of(path)});
  else if (const auto place = place_of_descriptor(STDIN_FILENO))
    inputs_.push_back({what, *place});
}

void NamedFiles::reads_scenario(const std::string& path, const Scenario& scenario) {
  reads(path, "the scenario itself");
  for (const InputFile& file : scenario.files) reads(file.path, "a table of the scenario");
}

void NamedFiles::writes(const std::string& flag, const fs::path& path, const std::vector<std::string>& endings) {
  if (path.empty()) return;
  const std::string against = why_not_writable(path, endings);
  to_stdout_ = to_stdout_ || is_stdout(path);
  if (!is_stdout(path))
    add(flag, "", path, false, against);
  else if (!against.empty())
    outputs_.push_back({flag + whose_, "", path, false, against, {}});
}

void NamedFiles::writes_rows(const fs::path& path, const std::vector<Event>& events) {
  writes("-o", path, output_endings());
  const fs::path beside = events_file(path, events);
  if (beside.empty()) return;
  std::string against = why_not_writable(beside);
  if (against.empty()) against = why_not_replaced(beside, is_events_csv, "file of events");
  add("-o", "the events beside it", beside, false, against);
}

void NamedFiles::writes_checkpoint(const fs::path& path) {
  if (path.empty()) return;
  std::string against = why_no_stream(path);
  if (against.empty()) against = why_not_writable(path, {});
  if (against.empty()) against = why_not_replaced(path, is_sealed, "checkpoint");
  add("--checkpoint", "", path, false, against);
  saved_ = true;
  if (!against.empty()) return;
  add("--checkpoint", "its lock", lock_of(path), false, "");
}

void NamedFiles::writes_pictures(const fs::path& folder, const std::vector<std::string>& names) {
  if (folder.empty()) return;
  std::string against = why_no_pictures();
  if (against.empty()) against = why_no_stream(folder);
  if (against.empty()) against = why_no_folder(folder);
  add("--svg", "", folder, true, against);
  std::error_code error;
  if (!against.empty() || !fs::exists(folder, error)) return;
  for (const std::string& name : names) {
    const fs::path picture = folder / (name + ".svg");
    against = why_not_writable(picture, {});
    if (against.empty()) against = why_not_replaced(picture, is_picture, "picture");
    add("--svg", "a picture", picture, false, against);
  }
}

std::vector<std::string> NamedFiles::faults() const {
  std::vector<std::string> all;
  if (to_stdout_ && json_) all.emplace_back("-o - and --json both write to standard output; give -o a file");
  if (to_stdout_ && saved_)
    all.emplace_back("--checkpoint: what has gone to standard output cannot be written again; give -o a file");
  for (auto one = outputs_.begin(); one != outputs_.end(); ++one) {
    const std::string begin = one->flag + ": " + (one->aside.empty() ? "" : one->aside + ": ");
    const auto input =
        std::ranges::find_if(inputs_, [&](const Input& other) { return is_in_the_way(*one, other.place); });
    if (input != inputs_.end())
      all.push_back(one->path.empty() ? fmt::format("standard output goes to {}", input->what)
                                      : fmt::format("{}{} is {}: it would be lost (another name was meant?)", begin,
                                                    one->path.string(), input->what));
    if (!one->against.empty()) all.push_back(begin + one->against);
    const auto other = std::find_if(outputs_.begin(), one, [&](const Output& earlier) {
      return is_in_the_way(*one, earlier.place) || is_in_the_way(earlier, one->place);
    });
    if (other != one)
      all.push_back(fmt::format(
          "{} and {} {}, {}: one of them would be lost (another name was meant?)", name_of(one->flag, one->aside),
          name_of(other->flag, other->aside),
          one->place.rest == other->place.rest ? "name the same file" : "name a file and what is to lie in it",
          one->path.string()));
  }
  return all;
}

}  // namespace polhode
