// replace_file.cpp -- whole files or none: writing beside the target and renaming
#include "output/replace_file.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/file_fault.hpp"
#include "output/owner.hpp"
#include "output/paths.hpp"

namespace polhode {

namespace fs = std::filesystem;

namespace {

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

}  // namespace polhode
