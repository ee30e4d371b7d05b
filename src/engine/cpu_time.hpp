// cpu_time.hpp -- seconds of processor time that this program has used
#pragma once

#include <ctime>

namespace polhode {

inline double cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

}  // namespace polhode
