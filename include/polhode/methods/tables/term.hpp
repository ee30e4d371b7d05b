// term.hpp -- one term of a coefficient table, exact
#pragma once

#include <cstdint>
#include <span>

#include "polhode/numbers/isa.hpp"

namespace polhode::inline POLHODE_ISA::tables {

/// numerator/denominator times C^C K^K Z^Z x^x sigma^sigma pi^pi; the variables are explained in each table.
struct Term {
  std::int8_t C, K, Z, x, sigma, pi;
  std::int64_t numerator, denominator;
};
using Terms = std::span<const Term>;

}  // namespace polhode::inline POLHODE_ISA::tables
