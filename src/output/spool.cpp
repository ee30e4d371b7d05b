// spool.cpp -- rows of a run on their way to a file
#include "output/spool.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "output/file_fault.hpp"
#include "output/owner.hpp"

namespace polhode {
namespace {

constexpr std::size_t kBlock = 4096;  // rows: 384 kB

[[noreturn]] void cannot(const char* doing, const std::filesystem::path& path, int error) {
  throw OutputError(fmt::format("{}: cannot {} the file of rows: {}", path.string(), doing, std::strerror(error)));
}

std::uint32_t continued(std::uint32_t checksum, std::span<const Row> rows) {
  if (rows.empty()) return checksum;
  return std::uint32_t(crc32_z(checksum, reinterpret_cast<const unsigned char*>(rows.data()), rows.size_bytes()));
}

}  // namespace

Spool Spool::create(std::filesystem::path path) {
  try {
    PartFile part = make_part_file(path);
    return {std::move(path), std::move(part.path), part.descriptor};
  } catch (const std::system_error& error) {
    cannot("create", path, error.code().value());
  }
}

Spool Spool::reopen(std::filesystem::path path, long rows, std::uint32_t checksum) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) cannot("open", path, errno);
  Spool spool(std::move(path), {}, descriptor);  // closes it whatever happens next
  if (take_lock(descriptor) == Lock::held)
    throw InUse(spool.path_.string(),
                "another polhode is at work on this file of rows (two copies of one checkpoint?); "
                "only one may be. Wait for it, or end it");
  if (!is_still(spool.path_, descriptor)) cannot("open", spool.path_, ENOENT);  // removed by who had the lock before
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) spool.fail("look at");
  const long there = static_cast<long>(status.st_size / static_cast<off_t>(sizeof(Row)));
  if (rows < 0 || there < rows)
    throw OutputError(
        fmt::format("{}: the file of rows has {} rows and the checkpoint counts {} (not the file that "
                    "belongs to this checkpoint, or cut by something else?)",
                    spool.path_.string(), there, rows));
  spool.written_ = rows;
  spool.checksum_ = checksum;
  spool.each([](std::span<const Row>) {});
  const auto bytes = static_cast<off_t>(rows) * static_cast<off_t>(sizeof(Row));
  if (::ftruncate(descriptor, bytes) != 0) spool.fail("cut");
  if (::lseek(descriptor, bytes, SEEK_SET) < 0) spool.fail("position");
  return spool;
}

Spool::Spool(std::filesystem::path path, std::filesystem::path part, int descriptor)
    : path_(std::move(path)), part_(std::move(part)), descriptor_(descriptor) {
  buffer_.reserve(kBlock);
}

Spool::Spool(Spool&& other) noexcept
    : path_(std::move(other.path_)),
      part_(std::exchange(other.part_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)),
      written_(other.written_),
      checksum_(other.checksum_),
      buffer_(std::move(other.buffer_)) {}

Spool& Spool::operator=(Spool&& other) noexcept {
  if (this != &other) {
    close();
    path_ = std::move(other.path_);
    part_ = std::exchange(other.part_, {});
    descriptor_ = std::exchange(other.descriptor_, -1);
    written_ = other.written_;
    checksum_ = other.checksum_;
    buffer_ = std::move(other.buffer_);
  }
  return *this;
}

Spool::~Spool() {
  close();
}

void Spool::close() noexcept {
  if (!part_.empty()) ::unlink(part_.c_str());
  part_.clear();
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

void Spool::fail(const char* doing) const {
  cannot(doing, path_, errno);
}

void Spool::append(const Row& row) {
  buffer_.push_back(row);
  if (buffer_.size() == kBlock) write_buffer();
}

void Spool::write_buffer() {
  const char* from = reinterpret_cast<const char*>(buffer_.data());
  std::size_t left = buffer_.size() * sizeof(Row);
  while (left > 0) {
    const ssize_t n = ::write(descriptor_, from, left);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("write");
    from += n;
    left -= static_cast<std::size_t>(n);
  }
  written_ += static_cast<long>(buffer_.size());
  checksum_ = continued(checksum_, buffer_);
  buffer_.clear();
}

void Spool::keep() {
  write_buffer();
  if (::fsync(descriptor_) != 0) fail("sync");
  if (part_.empty()) return;
  if (::rename(part_.c_str(), path_.c_str()) != 0) fail("name");
  part_.clear();
}

void Spool::each(const std::function<void(std::span<const Row>)>& f) {
  write_buffer();
  std::vector<Row> block(kBlock);
  std::uint32_t found = 0;
  for (long done = 0; done < written_;) {
    const std::size_t want = std::min(kBlock, static_cast<std::size_t>(written_ - done)) * sizeof(Row);
    std::size_t got = 0;
    while (got < want) {
      const auto offset = static_cast<off_t>(done) * static_cast<off_t>(sizeof(Row)) + static_cast<off_t>(got);
      const ssize_t n = ::pread(descriptor_, reinterpret_cast<char*>(block.data()) + got, want - got, offset);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) fail("read");
      if (n == 0) throw OutputError(path_.string() + ": the file of rows has been cut while it was read");
      got += static_cast<std::size_t>(n);
    }
    const std::span<const Row> some(block.data(), want / sizeof(Row));
    found = continued(found, some);
    f(some);
    done += static_cast<long>(some.size());
  }
  if (found != checksum_)
    throw OutputError(fmt::format(
        "{}: the file of rows is damaged: its {} rows have the checksum {:08x}, and it must be {:08x} (a fault of "
        "the disk, or has something else written to it?). The rows cannot be used: begin again with polhode run",
        (part_.empty() ? path_ : part_).string(), written_, found, checksum_));
}

void Spool::remove() {
  const bool kept = part_.empty();
  close();
  if (kept && ::unlink(path_.c_str()) != 0 && errno != ENOENT) fail("remove");
}

}  // namespace polhode
