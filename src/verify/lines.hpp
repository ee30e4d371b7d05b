// lines.hpp -- files of text, line by line, and refusals that name the line
#pragma once

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "output/refusal.hpp"
#include "output/stream.hpp"
#include "scenario/table_file.hpp"

namespace polhode {

inline constexpr std::size_t kLongestLine = 1 << 16;  // what is longer is no line of numbers
inline constexpr std::size_t kMostRows = 50'000'000;  // 3.2 GB

/// Line 0: of the file as a whole. The message may hold what was found in the file, whatever it is.
[[noreturn]] inline void refuse_at(const std::string& file, int line, std::string_view message) {
  throw Refusal({InputFault{{.line = line, .key = "", .message = one_line(message)}, file}});
}

/// For messages: one line, not too long.
inline std::string quoted_text(std::string_view text) {
  return "\"" + one_line(text.substr(0, 40)) + (text.size() > 40 ? "..." : "") + "\"";
}

/// The file, line by line, through a buffer: what is no table is found out before it fills the memory.
class Lines {
 public:
  explicit Lines(const std::string& file)
      : name_(file), file_(file == "-" ? stdin : std::fopen(file.c_str(), "rb")), buffer_(1 << 20, '\0') {
    if (file_ == nullptr) refuse_at(file, 0, fmt::format("cannot be read: {}", std::strerror(errno)));
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) refuse_at(file, 0, "is a folder; give the name of a file in it");
  }
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;
  ~Lines() {
    if (file_ != nullptr && file_ != stdin) std::fclose(file_);
  }

  /// The next one without its end; false after the last.
  bool next(std::string_view& line) {
    ++number;
    for (std::size_t looked = 0;;) {
      const char* const from = buffer_.data() + begin_;
      const auto* const end = static_cast<const char*>(std::memchr(from + looked, '\n', end_ - begin_ - looked));
      if (end != nullptr) {
        line = {from, std::size_t(end - from)};
        begin_ += line.size() + 1;
        ended = true;
        return true;
      }
      looked = end_ - begin_;
      if (looked > kLongestLine)
        refuse_at(name_, number,
                  fmt::format("the line is longer than {} characters: this is no table of numbers", kLongestLine));
      if (!fill()) {
        line = {buffer_.data() + begin_, looked};
        begin_ = end_;
        ended = false;
        return looked > 0;
      }
    }
  }
  int number = 0;
  bool ended = false;  ///< the line has an end; the last one of a file may lack it

 private:
  std::string name_;
  std::FILE* file_;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;

  /// More behind what is left; false at the end of the file.
  bool fill() {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    const std::size_t got = std::fread(buffer_.data() + end_, 1, buffer_.size() - end_, file_);
    if (std::ferror(file_) != 0) refuse_at(name_, 0, fmt::format("cannot be read: {}", std::strerror(errno)));
    end_ += got;
    return got > 0;
  }
};

/// Lines without the blanks around them, all of which end alike.
class TextLines {
 public:
  TextLines(Lines& lines, std::string file) : lines_(lines), file_(std::move(file)) {}

  bool next(std::string_view& line) {
    if (!lines_.next(line)) return false;
    if (lines_.number == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // a mark of some editors
    const bool returns = line.ends_with('\r');
    if (lines_.number == 1) returns_ = returns;
    if (lines_.ended && returns != returns_)
      refuse_at(
          file_, lines_.number,
          fmt::format("the line ends with {}, those before it with {}: mixed line ends (put together from two files?)",
                      returns ? "CR LF" : "LF", returns_ ? "CR LF" : "LF"));
    line = trimmed(line);
    return true;
  }

 private:
  Lines& lines_;
  std::string file_;
  bool returns_ = false;
};

/// All of a file whose lines end alike.
inline std::string content_of_lines(const std::string& file) {
  Lines lines(file);
  TextLines text(lines, file);
  std::string all;
  for (std::string_view line; text.next(line);) all += line, all += '\n';
  return all;
}

/// All of a text as one number, which may begin with +; false if it is none.
inline bool is_number(std::string_view text, double& x) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace polhode
