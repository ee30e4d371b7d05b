// lane_sets.hpp -- the same on every instruction set that runs here
#pragma once

#include <cstdlib>
#include <string_view>

#include "kernels/lanes.hpp"

namespace polhode::test {

/// f(name) for each of them, which is then the one that everything takes.
template <class F>
void on_each_set(F f) {
  for (const LaneKernels* set : lane_kernels()) {
    setenv("POLHODE_LANES", set->name, 1);
    f(std::string_view(set->name));
  }
  unsetenv("POLHODE_LANES");
}

}  // namespace polhode::test
