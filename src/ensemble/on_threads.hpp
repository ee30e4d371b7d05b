// on_threads.hpp -- the same work on parts of fixed length, on any number of threads
#pragma once

#include <cstddef>
#include <functional>

namespace polhode {

/// work(first, size) for 0, part, 2 part, ...; the last part may be shorter. Parts begin in any order, at once on several threads (0: one
/// for each processor). A part that returns false keeps those from beginning that have not begun.
void on_threads(std::size_t all, std::size_t part, int threads,
                const std::function<bool(std::size_t first, std::size_t size)>& work);

}  // namespace polhode
