// error.hpp -- bad input: what was given, which rule it breaks, and the likely cause
#pragma once

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "polhode/numbers/isa.hpp"

namespace polhode {

/// Thrown by everything that is built once and checked once (Inertia, checked states), in every build type.
struct InvalidInput : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

/// A number as people write it: the fewest digits that read back as the same double.
inline std::string to_text(double x) {
  if (x != x) return "nan";  // without the sign that printf may show
  char text[32];
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, x);
    if (std::strtod(text, nullptr) == x) break;
  }
  return text;
}
/// An estimate: two digits.
inline std::string brief(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", x);
  return text;
}

}  // namespace polhode::inline POLHODE_ISA
