// npz_reader.cpp -- arrays t, q, w of numpy's archives: ours, np.savez and np.savez_compressed
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include "output/refusal.hpp"
#include "verify/trajectory.hpp"

namespace polhode {
namespace {

constexpr std::uint64_t kLargest = std::uint64_t(4) << 30;  // of a file, and of what is unpacked

struct Broken {
  std::string why;
};

std::string contents(const std::string& name) {
  std::error_code error;
  const std::filesystem::path path(name);
  if (!std::filesystem::is_regular_file(path, error))
    throw Broken{error ? "cannot be read: " + error.message() : "is not a regular file"};
  if (std::filesystem::file_size(path, error) > kLargest) throw Broken{"is larger than 4 GB"};
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(name.c_str(), "rb"), &std::fclose);
  if (!file) throw Broken{std::string("cannot be read: ") + std::strerror(errno)};
  std::string bytes(std::size_t(std::filesystem::file_size(path, error)), '\0');
  if (std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()) throw Broken{"cannot be read to its end"};
  return bytes;
}

/// Little-endian, checked against the end.
std::uint64_t number(std::string_view bytes, std::uint64_t at, std::size_t size) {
  if (at > bytes.size() || bytes.size() - at < size) throw Broken{"is cut off: no whole archive"};
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}
std::string_view part(std::string_view bytes, std::uint64_t at, std::uint64_t size) {
  if (at > bytes.size() || bytes.size() - at < size) throw Broken{"is cut off: no whole archive"};
  return bytes.substr(at, size);
}

std::string inflated(std::string_view packed, std::uint64_t size) {
  if (size > kLargest) throw Broken{"holds more than 4 GB"};
  // Deflate makes 258 bytes of 2 bits at most; who promises more wants memory.
  if (size / 1032 > packed.size() + 1) throw Broken{"is damaged: a member cannot be as large as it says"};
  std::string out(std::size_t(size), '\0');
  z_stream stream{};
  if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw Broken{"cannot be unpacked"};
  // zlib counts in 32 bits: in pieces.
  const auto* in = reinterpret_cast<const Bytef*>(packed.data());
  std::uint64_t in_left = packed.size(), out_left = size;
  stream.next_in = const_cast<Bytef*>(in);
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  int state = Z_OK;
  while (state == Z_OK) {
    const auto in_now = uInt(std::min<std::uint64_t>(in_left, 1u << 30)),
               out_now = uInt(std::min<std::uint64_t>(out_left, 1u << 30));
    stream.avail_in = in_now, stream.avail_out = out_now;
    state = ::inflate(&stream, Z_NO_FLUSH);
    in_left -= in_now - stream.avail_in, out_left -= out_now - stream.avail_out;
    if (state == Z_OK && in_now == stream.avail_in && out_now == stream.avail_out) break;  // it does not go on
  }
  ::inflateEnd(&stream);
  if (state != Z_STREAM_END || out_left != 0) throw Broken{"is damaged: a member cannot be unpacked"};
  return out;
}

/// All members by name, unpacked. The layout is that of PKWARE's APPNOTE, sections 4.3 to 4.5.
std::map<std::string, std::string> members(std::string_view bytes) {
  const std::size_t end = bytes.rfind(std::string_view("PK\x05\x06", 4));
  if (end == std::string_view::npos) throw Broken{"is no archive of numpy (another format with this ending?)"};
  std::uint64_t count = number(bytes, end + 10, 2), at = number(bytes, end + 16, 4);
  if (at == 0xffffffffu || count == 0xffff) {
    const std::size_t large = bytes.rfind(std::string_view("PK\x06\x06", 4));
    if (large == std::string_view::npos) throw Broken{"is damaged: its directory is missing"};
    count = number(bytes, large + 32, 8), at = number(bytes, large + 48, 8);
  }
  std::map<std::string, std::string> all;
  for (; count > 0; --count) {
    if (number(bytes, at, 4) != 0x02014b50) throw Broken{"is damaged: its directory is not where it should be"};
    const std::uint64_t method = number(bytes, at + 10, 2), name_size = number(bytes, at + 28, 2),
                        extra_size = number(bytes, at + 30, 2), comment_size = number(bytes, at + 32, 2);
    std::uint64_t packed = number(bytes, at + 20, 4), size = number(bytes, at + 24, 4),
                  head = number(bytes, at + 42, 4);
    const std::string name(part(bytes, at + 46, name_size));
    // Values that did not fit are in the extra field 1, in this order.
    for (std::uint64_t e = at + 46 + name_size, until = e + extra_size; e + 4 <= until;) {
      std::uint64_t field = e + 4;
      if (number(bytes, e, 2) == 1)
        for (std::uint64_t* value : {&size, &packed, &head})
          if (*value == 0xffffffffu) *value = number(bytes, field, 8), field += 8;
      e += 4 + number(bytes, e + 2, 2);
    }
    at += 46 + name_size + extra_size + comment_size;
    const std::uint64_t data = head + 30 + number(bytes, head + 26, 2) + number(bytes, head + 28, 2);
    if (method != 0 && method != 8) throw Broken{"is packed in a way that is not known"};
    all[name] = method == 8 ? inflated(part(bytes, data, packed), size) : std::string(part(bytes, data, size));
  }
  return all;
}

struct Array {
  std::string type;
  std::vector<std::uint64_t> shape;
  std::string_view data;
};

Array array_of(const std::map<std::string, std::string>& all, const std::string& name) {
  const auto found = all.find(name + ".npy");
  if (found == all.end())
    throw Broken{fmt::format("has no array {}: the arrays are t, q (rows of 4) and w (rows of 3)", name)};
  const std::string_view bytes = found->second;
  const auto bad = [&](std::string_view what) { throw Broken{fmt::format("the array {} {}", name, what)}; };
  if (!bytes.starts_with(std::string_view("\x93NUMPY", 6))) bad("is none of numpy's");
  const bool old = number(bytes, 6, 1) == 1;
  const std::uint64_t length = number(bytes, 8, old ? 2 : 4), from = old ? 10 : 12;
  const std::string_view head = part(bytes, from, length);
  Array array{.type = "", .shape = {}, .data = bytes.substr(from + length)};
  const auto after = [&](std::string_view key) {
    const std::size_t at = head.find(key);
    if (at == std::string_view::npos) bad("has a head that cannot be read");
    return head.substr(at + key.size());
  };
  const std::string_view type = after("'descr': '");
  array.type = type.substr(0, type.find('\''));
  if (after("'fortran_order': ").starts_with("True") && name != "t")
    bad("is stored column by column; save it with np.ascontiguousarray");
  const std::string_view shape = after("'shape': (");
  std::uint64_t value = 0;
  bool digits = false;
  for (const char c : shape.substr(0, shape.find(')') + 1)) {
    if (c >= '0' && c <= '9') {
      value = 10 * value + std::uint64_t(c - '0'), digits = true;
      if (value > kLargest) bad("has an impossible shape");
    } else if (digits) {
      array.shape.push_back(value);
      value = 0, digits = false;
    }
  }
  return array;
}

/// Rows of `width` doubles; single precision is widened.
std::vector<double> numbers(const std::map<std::string, std::string>& all, const std::string& name,
                            std::uint64_t width) {
  const Array array = array_of(all, name);
  const auto bad = [&](const std::string& what) { throw Broken{fmt::format("the array {} {}", name, what)}; };
  if (array.type != "<f8" && array.type != "<f4")
    bad(fmt::format("is of type {}; it must be float64 or float32 (use .astype(float))", array.type));
  const bool fits = width == 1 ? array.shape.size() == 1 : array.shape.size() == 2 && array.shape[1] == width;
  if (!fits) bad(width == 1 ? "must have one dimension" : fmt::format("must have rows of {} numbers", width));
  const std::uint64_t count = array.shape[0] * width, size = array.type == "<f8" ? 8 : 4;
  if (array.data.size() != count * size) bad("is cut off");
  std::vector<double> out(count);
  if (size == 8) {
    std::memcpy(out.data(), array.data.data(), array.data.size());
  } else {
    for (std::uint64_t i = 0; i < count; ++i) {
      float x = 0;
      std::memcpy(&x, array.data.data() + 4 * i, 4);
      out[i] = double(x);
    }
  }
  return out;
}

/// A text of numpy, 4 bytes per character; what is not ASCII is dropped.
std::string text_of_array(const std::map<std::string, std::string>& all, const std::string& name) {
  if (!all.contains(name + ".npy")) return "";
  const Array array = array_of(all, name);
  std::string text;
  if (array.type.starts_with("<U"))
    for (std::size_t i = 0; i + 4 <= array.data.size(); i += 4)
      if (const char c = array.data[i]; c > 0) text += c;
  return text;
}

Trajectory read_arrays(const std::string& file) {
  const std::string bytes = contents(file);
  const std::map<std::string, std::string> all = members(bytes);
  Trajectory trajectory;
  trajectory.file = file;
  const std::vector<double> t = numbers(all, "t", 1), q = numbers(all, "q", 4);
  trajectory.rates_made = !all.contains("w.npy");
  const std::vector<double> w = trajectory.rates_made ? std::vector<double>(3 * t.size()) : numbers(all, "w", 3);
  if (4 * t.size() != q.size() || 3 * t.size() != w.size())
    throw Broken{
        fmt::format("t, q and w have {}, {} and {} rows: these must be as many", t.size(), q.size() / 4, w.size() / 3)};
  if (t.empty()) throw Broken{"has no rows"};
  for (const char* key : {"quaternion", "omega", "rates", "object", "id", "epoch", "frame"})
    if (const std::string text = text_of_array(all, key); !text.empty())
      read_header(std::string(key) + ": " + text, trajectory);
  const std::string metadata = text_of_array(all, "metadata");
  if (metadata.find("\"conventions\"") != std::string::npos) {
    trajectory.ours = true;
    const auto about = nlohmann::json::parse(metadata, nullptr, false);
    if (about.is_object() && about.contains("object") && about["object"].is_object())
      for (const auto& [key, value] : about["object"].items())
        if (value.is_string())
          read_header((key == "name" ? "object" : key) + ": " + value.get<std::string>(), trajectory);
  }
  complete_header(trajectory);
  trajectory.rows.resize(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) {
    FileRow& row = trajectory.rows[i];
    row.t = t[i];
    std::memcpy(row.q.data(), &q[4 * i], sizeof row.q);
    std::memcpy(row.w.data(), &w[3 * i], sizeof row.w);
    if (const std::string fault = why_bad(row, i == 0 ? nullptr : &trajectory.rows[i - 1]); !fault.empty())
      throw Broken{fmt::format("row {}: {}", i, fault)};
  }
  return trajectory;
}

}  // namespace

Trajectory read_npz_trajectory(const std::string& file) {
  const auto refuse = [&](const std::string& why) {
    throw Refusal({InputFault{{.line = 0, .key = "", .message = why}, file}});
  };
  try {
    return read_arrays(file);
  } catch (const Broken& broken) {
    refuse(broken.why);
  } catch (const InvalidInput& bad) {
    refuse(bad.what());
  }
  return {};
}

}  // namespace polhode
