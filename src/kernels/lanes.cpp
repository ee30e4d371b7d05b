// lanes.cpp -- which instruction sets this machine has
#include "kernels/lanes.hpp"

#include <array>
#include <cstdlib>
#include <string>

// One object each, made of lane_*.cpp; nothing else of them is seen from outside (src/CMakeLists.txt).
extern "C" const polhode::LaneKernels polhode_lanes_plain, polhode_lanes_v3, polhode_lanes_v4;

namespace polhode {

std::span<const LaneKernels* const> lane_kernels() {
  static const std::array<const LaneKernels*, 3> all{&polhode_lanes_plain, &polhode_lanes_v3, &polhode_lanes_v4};
  static const std::size_t runs = [] {
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return std::size_t(1);
    const bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
    return std::size_t(v4 ? 3 : 2);
  }();
  return std::span(all).first(runs);
}

const LaneKernels& best_lane_kernels() {
  const auto here = lane_kernels();
  const char* wanted = std::getenv("POLHODE_LANES");
  if (!wanted || !*wanted) return *here.back();
  std::string known;
  for (const LaneKernels* one : here) {
    if (one->name == std::string_view(wanted)) return *one;
    known += std::string(known.empty() ? "" : ", ") + one->name;
  }
  throw InvalidInput("POLHODE_LANES is \"" + std::string(wanted) + "\"; this machine can run " + known);
}

}  // namespace polhode
