// spool.hpp -- rows of a run on their way to a file: raw numbers on disk, so that memory does not grow with the run
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "engine/record.hpp"

namespace polhode {

/// Rows are appended to the file `path`; the writers of the formats read them from there. A run that is resumed opens
/// the file again and cuts it to the rows that its checkpoint knows of.
class Spool {
 public:
  /// A new, empty file (one that is there is replaced). Throws OutputError if it cannot be written.
  static Spool create(std::filesystem::path path);
  /// An existing file, cut to its first `rows` rows. Throws OutputError if it has fewer or cannot be opened.
  static Spool reopen(std::filesystem::path path, long rows);
  Spool(Spool&&) noexcept;
  Spool& operator=(Spool&&) noexcept;
  ~Spool();  ///< closes, without the rows that no flush() has written; the file stays until remove()

  void append(const Row&);  ///< buffered; throws OutputError (disk full)
  void flush();             ///< to the disk (fsync): before a checkpoint is written that counts these rows
  long rows() const noexcept { return written_ + static_cast<long>(buffer_.size()); }
  const std::filesystem::path& path() const noexcept { return path_; }
  /// Calls f with runs of consecutive rows, in order.
  void each(const std::function<void(std::span<const Row>)>& f);
  void remove();  ///< closes and deletes the file; nothing can be appended after it

 private:
  Spool(std::filesystem::path path, int descriptor, long rows);
  [[noreturn]] void fail(const char* doing) const;
  void write_buffer();
  void close() noexcept;

  std::filesystem::path path_;
  int descriptor_ = -1;
  long written_ = 0;         // rows in the file; those of the buffer come after them
  std::vector<Row> buffer_;  // never longer than a fixed number of rows
};

}  // namespace polhode
