// readers.hpp -- what the readers of mesh files share, and one function for each format (one file each)
#pragma once

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "mesh/mesh.hpp"
#include "polhode/numbers/error.hpp"

namespace polhode::reading_meshes {

Mesh stl_mesh(std::string_view content);
Mesh obj_mesh(std::string_view content);
Mesh ply_mesh(std::string_view content);
Mesh off_mesh(std::string_view content);
/// .glb, or .gltf with the files beside it in `folder`.
Mesh gltf_mesh(std::string_view content, bool binary, const std::string& folder);

/// A whole regular file. Throws InvalidInput.
std::string content_of(const std::string& path);

/// Text from a file, fit to stand in a line of a message.
inline std::string word_text(std::string_view word) {
  std::string safe = "\"";
  for (const char c : word.substr(0, 30)) safe += c >= 0x20 && c < 0x7F ? c : '?';
  return safe + (word.size() > 30 ? "...\"" : "\"");
}

/// A text word by word, with the number of the line for messages.
class Words {
 public:
  /// What follows `comment` in a line is left out.
  explicit Words(std::string_view text, char comment = '\0') : text_(text), comment_(comment) {}

  int line() const { return line_; }
  /// The next word, of this line or a later one; empty at the end of the text.
  std::string_view next() {
    for (;;) {
      const std::string_view word = on_line();
      if (!word.empty() || !next_line()) return word;
    }
  }
  /// The next word of this line; empty if there is none.
  std::string_view on_line() {
    while (at_ < text_.size() && blank(text_[at_])) ++at_;
    if (at_ == text_.size() || text_[at_] == '\n' || text_[at_] == comment_) return {};
    const std::size_t from = at_;
    while (at_ < text_.size() && !blank(text_[at_]) && text_[at_] != '\n') ++at_;
    return text_.substr(from, at_ - from);
  }
  /// To the beginning of the next line; false at the end of the text.
  bool next_line() {
    at_ = text_.find('\n', at_);
    if (at_ == std::string_view::npos) {
      at_ = text_.size();
      return false;
    }
    ++at_, ++line_;
    return true;
  }
  std::size_t place() const { return at_; }

  [[noreturn]] void fail(const std::string& message) const {
    throw InvalidInput("line " + std::to_string(line_) + ": " + message);
  }
  template <class Number>
  Number number(std::string_view word, const char* what) const {
    const std::string_view all = word;
    if (word.starts_with('+')) word.remove_prefix(1);
    Number x{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), x);
    if (all.empty()) fail(std::string(what) + " is missing (was the file cut off?)");
    if (error == std::errc::result_out_of_range && std::is_floating_point_v<Number>) return x;  // 1e-400 is 0
    if (error != std::errc() || end != word.data() + word.size())
      fail(word_text(all) + " is no " + (std::is_integral_v<Number> ? "whole number" : "number") + " (" + what + ")");
    return x;
  }
  Vec3<double> point_on_line() {
    Vec3<double> p;
    for (int i = 0; i < 3; ++i) p[i] = number<double>(on_line(), "a coordinate");
    return p;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  char comment_;

  static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
};

/// A number out of bytes of that order.
template <class Number>
Number from_bytes(const char* at, bool big_endian = false) {
  char bytes[sizeof(Number)];
  for (std::size_t i = 0; i < sizeof(Number); ++i) bytes[big_endian ? sizeof(Number) - 1 - i : i] = at[i];
  return std::bit_cast<Number>(bytes);
}

/// A face of three corners or more as triangles that share its first corner: right for any flat face.
template <class Corners>
void add_face(Mesh& mesh, const Corners& corners) {
  for (std::size_t i = 2; i < corners.size(); ++i)
    mesh.triangles.push_back({std::uint32_t(corners[0]), std::uint32_t(corners[i - 1]), std::uint32_t(corners[i])});
}

}  // namespace polhode::reading_meshes
