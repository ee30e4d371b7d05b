// equal_terms.hpp -- which step counts for an error: the rule that all contenders are held to
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace polhode_bench {

/// Numbers of steps, ascending, and the error of each.
using StepGrid = std::vector<std::pair<long, double>>;

/// Steps h = largest / 2^(j/10) until more than `most` are needed, or all of a power of 2 are below the smallest error of interest.
template <class ErrorOf>
StepGrid step_grid(double time, double largest, long most, double smallest_error, ErrorOf error_of) {
  StepGrid grid;
  for (int j = 0;; ++j) {
    const long n = std::max(2L, std::lround(time / (largest / std::exp2(0.1 * j))));
    if (n > most) break;
    if (!grid.empty() && n == grid.back().first) continue;
    grid.push_back({n, error_of(n)});
    if (grid.size() > 11 &&
        std::all_of(grid.end() - 11, grid.end(), [&](const auto& g) { return g.second < smallest_error; }))
      break;
  }
  return grid;
}

/// The fewest steps that reach the error together with all others of the grid up to twice as many: no lucky ones. 0: none.
inline long steps_that_count(const StepGrid& grid, double error) {
  for (std::size_t a = 0; a < grid.size(); ++a) {
    bool reached = 2 * grid[a].first <= grid.back().first + grid.back().first / 16;
    for (std::size_t b = a; b < grid.size() && grid[b].first <= 2 * grid[a].first; ++b)
      reached = reached && grid[b].second <= error;
    if (reached) return grid[a].first;
  }
  return 0;
}

}  // namespace polhode_bench
