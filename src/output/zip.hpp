// zip.hpp -- a zip archive of stored members, written in one go
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// Members are stored as they are, under the oldest date that the format knows, so that the same members give the same
/// bytes. `large` adds the fields for sizes and offsets beyond 4 GB, which old readers do not know.
class StoredZip {
 public:
  explicit StoredZip(std::FILE* file, bool large = false) : file_(file), large_(large) {}

  /// The head of a member; `size` bytes with that checksum (CRC-32) must follow by append().
  void begin(const std::string& name, std::uint64_t size, std::uint32_t checksum);
  void append(std::string_view bytes);
  /// The directory at the end.
  void finish();

  /// Beyond this many bytes in all (with some room for the heads), `large` is needed.
  static constexpr std::uint64_t kLargest = 0xffff0000u;

 private:
  struct Member {
    std::string name;
    std::uint64_t size, offset;
    std::uint32_t checksum;
  };
  void head(const Member&, bool in_directory);

  std::FILE* file_;
  bool large_;
  std::uint64_t position_ = 0;
  std::vector<Member> members_;
};

}  // namespace polhode
