// npz.cpp -- arrays for numpy: t, q, w, L, energy, and the metadata as JSON text
#include <bit>
#include <cstring>

#include <fmt/format.h>
#include <zlib.h>

#include "output/files.hpp"
#include "output/metadata.hpp"
#include "output/npy.hpp"
#include "output/zip.hpp"

namespace polhode {
static_assert(std::endian::native == std::endian::little, "the arrays are written as little-endian numbers");

std::string npy_head(std::string_view type, std::string_view shape) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
  constexpr std::size_t kBefore = 10;
  text.append(63 - (kBefore + text.size()) % 64, ' ');
  text += '\n';
  const auto length = static_cast<unsigned>(text.size());
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(length & 255) + static_cast<char>(length >> 8) + text;
}

std::string npy_text(std::string_view text) {
  std::string bytes = npy_head(fmt::format("<U{}", text.size()), "()");
  for (const char c : text) bytes += {c, 0, 0, 0};
  return bytes;
}

std::uint32_t checksum(std::uint32_t before, std::string_view bytes) {
  return static_cast<std::uint32_t>(::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

void write_npz(std::FILE* file, const ScenarioRecord& record, Spool& rows) {
  const auto count = static_cast<std::uint64_t>(rows.rows());
  const std::string metadata_bytes = npy_text(text_of(metadata(record)));
  StoredZip zip(file, count * sizeof(Row) + metadata_bytes.size() > StoredZip::kLargest);

  // Columns from `first` on. Twice over the rows, since the checksum stands before the numbers.
  const auto add = [&](const std::string& name, std::size_t first, std::size_t width) {
    const std::string head =
        npy_head("<f8", width == 1 ? fmt::format("({},)", count) : fmt::format("({}, {})", count, width));
    std::string block;
    const auto each = [&](const auto& f) {
      rows.each([&](std::span<const Row> some) {
        block.resize(some.size() * width * sizeof(double));
        char* out = block.data();
        for (const Row& row : some) {
          std::memcpy(out, reinterpret_cast<const char*>(&row) + first * sizeof(double), width * sizeof(double));
          out += width * sizeof(double);
        }
        f(block);
      });
    };
    std::uint32_t sum = checksum(0, head);
    each([&](std::string_view bytes) { sum = checksum(sum, bytes); });
    zip.begin(name + ".npy", head.size() + count * width * sizeof(double), sum);
    zip.append(head);
    each([&](std::string_view bytes) { zip.append(bytes); });
  };
  add("t", 0, 1);
  add("q", 1, 4);
  add("w", 5, 3);
  add("L", 8, 3);
  add("energy", 11, 1);

  zip.begin("metadata.npy", metadata_bytes.size(), checksum(0, metadata_bytes));
  zip.append(metadata_bytes);
  zip.finish();
}

}  // namespace polhode
