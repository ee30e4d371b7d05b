// zip.cpp -- a zip archive of stored members; the layout is that of PKWARE's APPNOTE, sections 4.3 to 4.5
#include "output/zip.hpp"

#include "output/stream.hpp"

namespace polhode {
namespace {

// Little-endian fields one after the other.
struct Fields {
  std::string bytes;
  Fields& add(std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i));
    return *this;
  }
  Fields& u16(std::uint64_t value) { return add(value, 2); }
  Fields& u32(std::uint64_t value) { return add(value, 4); }
  Fields& u64(std::uint64_t value) { return add(value, 8); }
};

constexpr std::uint32_t kElsewhere = 0xffffffffu;  // the value is in a field of 64 bits
constexpr unsigned kOldestDate = 0x21;             // 1 January 1980

}  // namespace

void StoredZip::append(std::string_view bytes) {
  put(file_, bytes);
  position_ += bytes.size();
}

void StoredZip::head(const Member& m, bool in_directory) {
  Fields extra;
  if (large_) {
    extra.u16(1).u16(in_directory ? 24 : 16).u64(m.size).u64(m.size);
    if (in_directory) extra.u64(m.offset);
  }
  const unsigned version = large_ ? 45 : 20;
  const std::uint64_t size = large_ ? kElsewhere : m.size;
  Fields head;
  head.u32(in_directory ? 0x02014b50 : 0x04034b50);
  if (in_directory) head.u16(version);                      // made by
  head.u16(version).u16(0).u16(0).u16(0).u16(kOldestDate);  // needed; flags; stored; time; date
  head.u32(m.checksum).u32(size).u32(size);                 // packed, unpacked
  head.u16(m.name.size()).u16(extra.bytes.size());
  if (in_directory)  // comment; disk; attributes; where the member is
    head.u16(0).u16(0).u16(0).u32(0).u32(large_ ? kElsewhere : m.offset);
  append(head.bytes + m.name + extra.bytes);
}

void StoredZip::begin(const std::string& name, std::uint64_t size, std::uint32_t checksum) {
  members_.push_back({name, size, position_, checksum});
  head(members_.back(), false);
}

void StoredZip::finish() {
  const std::uint64_t start = position_, count = members_.size();
  for (const Member& m : members_) head(m, true);
  const std::uint64_t end = position_, size = end - start;
  if (large_)
    append(Fields{}
               .u32(0x06064b50)
               .u64(44)
               .u16(45)
               .u16(45)
               .u32(0)
               .u32(0)
               .u64(count)
               .u64(count)
               .u64(size)
               .u64(start)
               .u32(0x07064b50)
               .u32(0)
               .u64(end)
               .u32(1)
               .bytes);
  append(Fields{}
             .u32(0x06054b50)
             .u16(0)
             .u16(0)
             .u16(count)
             .u16(count)
             .u32(size)
             .u32(large_ ? kElsewhere : start)
             .u16(0)
             .bytes);
}

}  // namespace polhode
