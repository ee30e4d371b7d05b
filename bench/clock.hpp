// clock.hpp -- seconds of work, the least of several
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

namespace polhode_bench {

using Clock = std::chrono::steady_clock;
inline double since(Clock::time_point t) {
  return std::chrono::duration<double>(Clock::now() - t).count();
}
/// The least time of each of them, in turns: on a shared machine short ones find its quiet moments.
inline std::vector<double> least_times(const std::vector<std::function<void()>>& runs, int rounds) {
  std::vector<double> least(runs.size(), 1e300);
  for (int round = 0; round < rounds; ++round)
    for (std::size_t k = 0; k < runs.size(); ++k) {
      const auto start = Clock::now();
      runs[k]();
      least[k] = std::min(least[k], since(start));
    }
  return least;
}

}  // namespace polhode_bench
