// spool.cpp -- rows of a run on their way to a file
#include "output/spool.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/files.hpp"

namespace polhode {
namespace {

constexpr std::size_t kBlock = 4096;  // rows: 384 kB

[[noreturn]] void cannot(const char* doing, const std::filesystem::path& path, int error) {
  throw OutputError(fmt::format("{}: cannot {} the file of rows: {}", path.string(), doing, std::strerror(error)));
}

}  // namespace

Spool Spool::create(std::filesystem::path path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) cannot("replace", path, errno);
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) cannot("create", path, errno);
  return {std::move(path), descriptor, 0};
}

Spool Spool::reopen(std::filesystem::path path, long rows) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) cannot("open", path, errno);
  Spool spool(std::move(path), descriptor, rows);  // closes it whatever happens next
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) spool.fail("look at");
  const long there = static_cast<long>(status.st_size / static_cast<off_t>(sizeof(Row)));
  if (rows < 0 || there < rows)
    throw OutputError(
        fmt::format("{}: the file of rows has {} rows and the checkpoint counts {} (not the file that "
                    "belongs to this checkpoint, or cut by something else?)",
                    spool.path_.string(), there, rows));
  const auto bytes = static_cast<off_t>(rows) * static_cast<off_t>(sizeof(Row));
  if (::ftruncate(descriptor, bytes) != 0) spool.fail("cut");
  if (::lseek(descriptor, bytes, SEEK_SET) < 0) spool.fail("position");
  return spool;
}

Spool::Spool(std::filesystem::path path, int descriptor, long rows)
    : path_(std::move(path)), descriptor_(descriptor), written_(rows) {
  buffer_.reserve(kBlock);
}

Spool::Spool(Spool&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      written_(other.written_),
      buffer_(std::move(other.buffer_)) {}

Spool& Spool::operator=(Spool&& other) noexcept {
  if (this != &other) {
    close();
    path_ = std::move(other.path_);
    descriptor_ = std::exchange(other.descriptor_, -1);
    written_ = other.written_;
    buffer_ = std::move(other.buffer_);
  }
  return *this;
}

Spool::~Spool() {
  close();
}

void Spool::close() noexcept {
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
  buffer_.clear();
}

void Spool::flush() {
  write_buffer();
  if (::fsync(descriptor_) != 0) fail("sync");
}

void Spool::each(const std::function<void(std::span<const Row>)>& f) {
  write_buffer();
  std::vector<Row> block(kBlock);
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
    f({block.data(), want / sizeof(Row)});
    done += static_cast<long>(want / sizeof(Row));
  }
}

void Spool::remove() {
  close();
  if (::unlink(path_.c_str()) != 0 && errno != ENOENT) fail("remove");
}

}  // namespace polhode
