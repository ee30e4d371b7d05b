// clock.hpp -- seconds of work, the least of several
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include <time.h>

namespace polhode_bench {

/// Time in which this thread had the processor: on a busy machine even a long sample does not count what others took.
struct Clock {
  using time_point = double;
  static double now(clockid_t which = CLOCK_THREAD_CPUTIME_ID) {
    timespec t{};
    clock_gettime(which, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
  }
};
inline double since(Clock::time_point t) {
  return Clock::now() - t;
}
/// The least time of each of them, in turns. Threads need the clock on the wall: CLOCK_MONOTONIC.
inline std::vector<double> least_times(const std::vector<std::function<void()>>& runs, int rounds,
                                       clockid_t which = CLOCK_THREAD_CPUTIME_ID) {
  std::vector<double> least(runs.size(), 1e300);
  for (int round = 0; round < rounds; ++round)
    for (std::size_t k = 0; k < runs.size(); ++k) {
      const double start = Clock::now(which);
      runs[k]();
      least[k] = std::min(least[k], Clock::now(which) - start);
    }
  return least;
}

}  // namespace polhode_bench
