// npy.hpp -- the parts of numpy's files: the head of an array, and checksums
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace polhode {

/// The head of an .npy file, version 1.0: magic, length, a Python dictionary padded to a multiple of 64 bytes.
std::string npy_head(std::string_view type, std::string_view shape);
/// A text as a whole .npy file; it must be ASCII, since numpy's text has 4 bytes per character.
std::string npy_text(std::string_view text);
/// CRC-32, from that of the bytes before on.
std::uint32_t checksum(std::uint32_t before, std::string_view bytes);

}  // namespace polhode
