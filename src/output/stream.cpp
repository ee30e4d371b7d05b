// stream.cpp -- checked writing to a stream, and text made safe for one line
#include "output/stream.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>

#include <nlohmann/json.hpp>

namespace polhode {

void put(std::FILE* file, std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size())
    throw std::system_error(errno, std::generic_category());
}

std::string one_line(std::string_view text) {
  // Out to JSON and back: the library replaces what is not UTF-8 on the way.
  using Json = nlohmann::json;
  const auto valid = Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
  std::string line;
  for (const char c : valid) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    line += control ? ' ' : c;
  }
  const auto first = line.find_first_not_of(' ');
  return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(' ') - first + 1);
}

std::string csv_field(std::string_view text) {
  std::string line = one_line(text);
  if (line.find_first_of(",\"") == std::string::npos) return line;
  std::string quoted = "\"";
  for (const char c : line) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string base64(std::span<const unsigned char> bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = std::uint32_t(bytes[i]) << 16;
    if (n > 1) group |= std::uint32_t(bytes[i + 1]) << 8;
    if (n > 2) group |= std::uint32_t(bytes[i + 2]);
    for (std::size_t k = 0; k < 4; ++k) text += k <= n ? digits[(group >> (18 - 6 * k)) & 63] : '=';
  }
  return text;
}

}  // namespace polhode
