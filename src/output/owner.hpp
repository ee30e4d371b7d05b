// owner.hpp -- whose a file is: marks of a living process that the system takes off when it ends, however it ends
#pragma once

#include <filesystem>
#include <string>

#include "output/file_fault.hpp"

namespace polhode {

/// A lock of an open file (flock). `unknown`: the file system has none.
enum class Lock { ours, held, unknown };
Lock take_lock(int descriptor);
/// Whether the name leads to this open file still: it may have been removed or replaced before the lock was taken.
bool is_still(const std::filesystem::path& path, int descriptor);

/// A new file beside `target`, named .TARGET.PROCESS-NUMBER.part, open for reading and writing, and locked until it is
/// closed. Throws std::system_error.
struct PartFile {
  std::filesystem::path path;
  int descriptor = -1;
};
PartFile make_part_file(const std::filesystem::path& target);
/// Removes the file unless a living process has it locked, or nobody can tell.
void remove_if_abandoned(const std::filesystem::path& path);
/// The same for all part files of a folder: what killed runs have left.
void remove_abandoned_parts(const std::filesystem::path& folder);

/// A file that another process is at work on: which, and what to do.
struct InUse : FileFault {
  using FileFault::FileFault;
};

/// .NAME.lock beside the file that a name leads to.
std::filesystem::path lock_of(const std::filesystem::path& file);

/// While it lives no other process can claim the same file, whatever links lead to it, and whether it exists or not. It is
/// a lock on lock_of(file), which goes with the claim; one that a killed process has left binds nobody. On a
/// file system without locks it claims nothing.
class Claim {
 public:
  /// Throws InUse; FileFault where something else has the name of the lock; OutputError.
  explicit Claim(const std::filesystem::path& file);
  ~Claim();
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

 private:
  std::filesystem::path lock_;
  int descriptor_ = -1;
};

}  // namespace polhode
