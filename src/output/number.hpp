// number.hpp -- a double as 17 significant digits, which read back as the same bits
#pragma once

namespace polhode {

/// Room that print17 may need.
inline constexpr int kNumberChars = 32;
/// Prints x as printf("%.17g") does, byte for byte, and returns the end; no zero is written behind it. Much faster
/// than fmt or std::to_chars where 1e-16 < |x| < 7e16 (bench/csv_rows measures them); the same as std::to_chars elsewhere.
char* print17(char* out, double x) noexcept;

}  // namespace polhode
