// on_threads.cpp -- by oneTBB
#include "ensemble/on_threads.hpp"

#include <algorithm>
#include <atomic>
#include <string>

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "polhode/numbers/error.hpp"

namespace polhode {

void on_threads(std::size_t all, std::size_t part, int threads,
                const std::function<bool(std::size_t first, std::size_t size)>& work) {
  if (threads < 0) throw InvalidInput("threads = " + std::to_string(threads) + " must not be negative");
  const std::size_t parts = (all + part - 1) / part;
  std::atomic<bool> stopped = false;
  const auto one = [&](std::size_t p) {
    if (!stopped && !work(p * part, std::min(part, all - p * part))) stopped = true;
  };
  const int number = threads > 0 ? threads : tbb::info::default_concurrency();
  if (number == 1 || parts == 1) {
    for (std::size_t p = 0; p < parts && !stopped; ++p) one(p);
    return;
  }
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, std::size_t(number));
  tbb::task_arena arena(number);
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, parts, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
          for (std::size_t p = range.begin(); p < range.end(); ++p) one(p);
        },
        tbb::simple_partitioner());
  });
}

}  // namespace polhode
