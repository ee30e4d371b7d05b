// stream.hpp -- checked writing to a stream, and text made safe for one line
#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <string_view>

namespace polhode {

/// Writes all of it. Throws std::system_error with what the system says; replace_file adds the name of the file.
void put(std::FILE*, std::string_view text);
/// The text with every control character (newlines too) as one blank, no blanks at its ends, and U+FFFD for what is not
/// UTF-8.
std::string one_line(std::string_view text);
/// A field of a CSV line: in quotes if it has a comma or a quote (RFC 4180); always one line.
std::string csv_field(std::string_view text);

/// Bytes as text for data addresses and typed arrays of a page (RFC 4648).
std::string base64(std::span<const unsigned char> bytes);

}  // namespace polhode
