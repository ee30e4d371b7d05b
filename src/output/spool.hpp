// spool.hpp -- rows of a run on their way to a file: raw numbers on disk, so that memory does not grow with the run
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "engine/record.hpp"

namespace polhode {

/// Rows are appended to a file; the writers of the formats read them from there. It is a part file (output/owner.hpp), gone
/// with this object or after a kill with the next run, until a checkpoint counts its rows: then it is kept. A run that is
/// resumed opens the file again and cuts it to the rows that its checkpoint knows of. Every pass over the rows holds them
/// against the checksum of what was appended: what a disk or a stranger has changed is never taken for a result.
class Spool {
 public:
  /// A new, empty file beside `path`, which keep() will name so. Throws OutputError if it cannot be written.
  static Spool create(std::filesystem::path path);
  /// A file that was kept, cut to its first `rows` rows. Throws OutputError, and leaves the file as it is, if it has fewer,
  /// if they do not have this checksum or if it cannot be opened; InUse if another process has it open.
  static Spool reopen(std::filesystem::path path, long rows, std::uint32_t checksum);
  Spool(Spool&&) noexcept;
  Spool& operator=(Spool&&) noexcept;
  ~Spool();  ///< closes, without the rows that no keep() has written

  void append(const Row&);  ///< buffered; throws OutputError (disk full)
  void keep();  ///< to the disk (fsync), under its name: before a checkpoint is written that counts these rows
  std::uint32_t checksum() const noexcept { return checksum_; }  ///< of the rows that are kept, CRC-32
  long rows() const noexcept { return written_ + static_cast<long>(buffer_.size()); }
  /// Calls f with runs of consecutive rows, in order. Throws OutputError after the last if they are not what was appended:
  /// nothing that f made of them is to be used then.
  void each(const std::function<void(std::span<const Row>)>& f);
  void remove();  ///< closes and deletes the file; nothing can be appended after it

 private:
  Spool(std::filesystem::path path, std::filesystem::path part, int descriptor);
  [[noreturn]] void fail(const char* doing) const;
  void write_buffer();
  void close() noexcept;

  std::filesystem::path path_;
  std::filesystem::path part_;  // the name until it is kept; empty from then on
  int descriptor_ = -1;
  long written_ = 0;  // rows in the file; those of the buffer come after them
  std::uint32_t checksum_ = 0;
  std::vector<Row> buffer_;  // never longer than a fixed number of rows
};

}  // namespace polhode
