// equal_terms.hpp -- which step, or which tolerance, counts for an error: the rule that all contenders are held to
//
// All run on the same fine grid. A step counts only if all steps of the grid from it down to its half reach the error, too, a
// tolerance only if all down to its tenth do: no lucky ones.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace polhode_bench {

/// Numbers of steps, or inverse tolerances, ascending, and the error of each.
using Grid = std::vector<std::pair<double, double>>;

constexpr double kHalfStep = 2, kTenthTolerance = 10;

namespace detail {
/// All of the last power of `window` are below the smallest error of interest.
inline bool is_enough(const Grid& grid, double window, double smallest_error) {
  if (grid.back().first < window * grid.front().first) return false;
  return std::all_of(grid.begin(), grid.end(), [&](const auto& g) {
    return g.second < smallest_error || g.first < grid.back().first / (1.07 * window);
  });
}
}  // namespace detail

/// Steps h = largest / 2^(j/10) until more than `most` are needed, enough is known, or error_of says so by a negative number.
template <class ErrorOf>
Grid step_grid(double time, double largest, long most, double smallest_error, ErrorOf error_of) {
  Grid grid;
  for (int j = 0;; ++j) {
    const long n = std::max(2L, std::lround(time / (largest / std::exp2(0.1 * j))));
    if (n > most) break;
    if (!grid.empty() && double(n) == grid.back().first) continue;
    const double error = error_of(double(n));
    if (error < 0) break;
    grid.push_back({double(n), error});
    if (detail::is_enough(grid, kHalfStep, smallest_error)) break;
  }
  return grid;
}
/// Tolerances 10^(-j/6) from 0.1 to 1e-15.
template <class ErrorOf>
Grid tolerance_grid(double smallest_error, ErrorOf error_of) {
  Grid grid;
  for (int j = 6; j <= 90; ++j) {
    const double inverse = std::pow(10., j / 6.), error = error_of(1 / inverse);
    if (error < 0) break;
    grid.push_back({inverse, error});
    if (detail::is_enough(grid, kTenthTolerance, smallest_error)) break;
  }
  return grid;
}

/// The first of the grid that reaches the error together with all others up to `window` times it. 0: none.
inline double first_that_counts(const Grid& grid, double window, double error) {
  for (std::size_t a = 0; a < grid.size(); ++a) {
    bool reached = window * grid[a].first <= 1.07 * grid.back().first;
    for (std::size_t b = a; b < grid.size() && grid[b].first <= window * grid[a].first * (1 + 1e-9); ++b)
      reached = reached && grid[b].second <= error;
    if (reached) return grid[a].first;
  }
  return 0;
}
inline long steps_that_count(const Grid& grid, double error) {
  return std::lround(first_that_counts(grid, kHalfStep, error));
}

}  // namespace polhode_bench
