// owner.cpp -- whose a file is
#include "output/owner.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/paths.hpp"

namespace polhode {

namespace fs = std::filesystem;

Lock take_lock(int descriptor) {
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
    if (errno != EINTR) return errno == EWOULDBLOCK ? Lock::held : Lock::unknown;
  return Lock::ours;
}

bool is_still(const fs::path& path, int descriptor) {
  struct stat by_name{}, opened{};
  return ::stat(path.c_str(), &by_name) == 0 && ::fstat(descriptor, &opened) == 0 && by_name.st_dev == opened.st_dev &&
         by_name.st_ino == opened.st_ino;
}

PartFile make_part_file(const fs::path& target) {
  static std::atomic<unsigned> counter{0};
  std::string name = target.filename().string();
  if (!name.starts_with('.')) name.insert(name.begin(), '.');
  for (;;) {
    const fs::path path = target.parent_path() / fmt::format("{}.{}-{}.part", name, ::getpid(), counter++);
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno == EEXIST) continue;
    if (descriptor < 0) throw std::system_error(errno, std::generic_category());
    // Whoever cleans up may have come between; then another name.
    if (take_lock(descriptor) != Lock::held && is_still(path, descriptor)) return {path, descriptor};
    ::close(descriptor);
  }
}

void remove_if_abandoned(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return;
  if (take_lock(descriptor) == Lock::ours && is_still(path, descriptor)) ::unlink(path.c_str());
  ::close(descriptor);
}

void remove_abandoned_parts(const fs::path& folder) {
  // .NAME.PROCESS-NUMBER.part. Not std::regex: it takes longer to compile than all the rest here.
  const auto is_part = [](std::string_view name) {
    constexpr std::string_view kEnding = ".part";
    if (!name.starts_with('.') || !name.ends_with(kEnding)) return false;
    name.remove_suffix(kEnding.size());
    const auto ends_in_number_after = [&name](char sign) {  // and takes both away
      const std::size_t at = name.find_last_not_of("0123456789");
      if (at == std::string_view::npos || at + 1 == name.size() || name[at] != sign) return false;
      name = name.substr(0, at);
      return true;
    };
    return ends_in_number_after('-') && ends_in_number_after('.') && name.size() > 1;
  };
  std::error_code error;  // a folder that cannot be read keeps what it has
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".part" && is_part(entry->path().filename().string()))
      remove_if_abandoned(entry->path());
}

fs::path lock_of(const fs::path& file) {
  const fs::path whole = whole_path(target_of(file));
  return whole.parent_path() / ("." + whole.filename().string() + ".lock");
}

namespace {
/// A file with nothing in it, or the number of a process.
bool is_lock(int descriptor) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return false;
  std::array<char, 32> text{};
  const ssize_t n = ::pread(descriptor, text.data(), text.size(), 0);
  return n >= 0 && std::size_t(n) < text.size() &&
         std::all_of(text.begin(), text.begin() + n, [](char c) { return c >= '0' && c <= '9'; });
}
}  // namespace

Claim::Claim(const fs::path& file) : lock_(lock_of(file)) {
  // Ends when nobody removes the file between open and lock.
  for (;;) {
    descriptor_ = ::open(lock_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor_ < 0 && errno != ELOOP && errno != EISDIR && errno != ENXIO)  // a link, a folder, a socket
      throw OutputError(fmt::format("{}: cannot be written: {}", lock_.string(), std::strerror(errno)));
    if (descriptor_ < 0 || !is_lock(descriptor_)) {
      ::close(descriptor_);
      throw FileFault(
          lock_.string(),
          "is there and is no lock of polhode, which it would become (another name for the checkpoint? Else "
          "remove it)");
    }
    if (take_lock(descriptor_) == Lock::held) {
      std::array<char, 32> holder{};
      const ssize_t n = ::pread(descriptor_, holder.data(), holder.size() - 1, 0);
      ::close(descriptor_);
      throw InUse(
          file.string(),
          fmt::format(
              "another polhode is at work on this checkpoint{}; only one may be, since both would write its rows. "
              "A run or resume that still goes on in the background or in another window? Wait for it, or end it",
              n > 0 ? fmt::format(" (process {})", holder.data()) : ""));
    }
    if (is_still(lock_, descriptor_)) break;
    ::close(descriptor_);
  }
  // For the message above; a full disk does not matter here.
  const std::string ours = std::to_string(::getpid());
  (void)!::ftruncate(descriptor_, 0);
  (void)!::pwrite(descriptor_, ours.data(), ours.size(), 0);
}

Claim::~Claim() {
  ::unlink(lock_.c_str());  // before the lock is given up: whoever has the next file has the only one
  ::close(descriptor_);
}

}  // namespace polhode
