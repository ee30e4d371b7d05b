// term.hpp -- one term of a coefficient table, exact
#pragma once

#include <cstdint>
#include <span>

namespace polhode::tables {

/// numerator/denominator times C^C H^H W^W e1^e1 e2^e2 e3^e3.
struct Term {
  std::int8_t C, H, W, e1, e2, e3;
  std::int64_t numerator, denominator;
};
using Terms = std::span<const Term>;

}  // namespace polhode::tables
