// paths.cpp -- where a name leads to
#include "output/paths.hpp"

#include <system_error>

#include <fmt/format.h>

#include "output/file_fault.hpp"

namespace polhode {

namespace fs = std::filesystem;

bool is_stdout(const fs::path& path) {
  return path.stem() == "-" && !path.has_parent_path();
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
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

}  // namespace polhode
