// arrays.cpp -- the arrays of another program, in parts that one thread takes at a time
#include "ensemble/arrays.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "ensemble/on_threads.hpp"
#include "kernels/lanes.hpp"
#include "polhode/numbers/error.hpp"

namespace polhode {

namespace {

/// A multiple of every vector, so that no body is the last of a part on one instruction set and in the middle on another.
constexpr std::size_t kPart = 4096;
static_assert(kPart % kLaneBlock == 0);

StridedBodies strided(const BodyArrays& bodies, const VectorArrays& moments, const VectorArrays& torques) {
  StridedBodies b;
  std::ranges::copy(bodies.q, b.q);
  std::ranges::copy(bodies.m, b.m);
  std::ranges::copy(moments.v, b.I);
  std::ranges::copy(torques.v, b.torque);
  b.stride = bodies.stride, b.I_stride = moments.stride, b.torque_stride = torques.stride;
  return b;
}
/// Bodies first, ..., first + size - 1.
StridedBodies part_of(StridedBodies b, std::size_t first, std::size_t size) {
  const auto i = std::ptrdiff_t(first);
  const auto move = [](auto*& p, std::ptrdiff_t by) {
    if (p) p += by;
  };
  for (auto& p : b.q) move(p, i * b.stride);
  for (auto& p : b.m) move(p, i * b.stride);
  for (auto& p : b.I) move(p, i * b.I_stride);
  for (auto& p : b.torque) move(p, i * b.torque_stride);
  b.size = size;
  return b;
}
void check(const BodyArrays& bodies, std::size_t n) {
  if (bodies.stride == 0 && n > 1) throw InvalidInput("bodies with stride 0 would all be the same one");
}

}  // namespace

void kick_and_drift(const BodyArrays& bodies, const VectorArrays& moments, const VectorArrays& torques, std::size_t n,
                    double kick, double drift, int threads) {
  check(bodies, n);
  const StridedBodies all = strided(bodies, moments, torques);
  const LaneKernels& kernels = best_lane_kernels();
  on_threads(n, kPart, threads, [&](std::size_t first, std::size_t size) {
    kernels.kick_and_drift(part_of(all, first, size), kick, drift);
    return true;
  });
}
void kick(const BodyArrays& bodies, const VectorArrays& torques, std::size_t n, double time, int threads) {
  kick_and_drift(bodies, {.v = {}, .stride = 0}, torques, n, time, 0, threads);
}

std::size_t move_freely(const BodyArrays& bodies, const VectorArrays& moments, std::size_t n, const double* elapsed,
                        bool one_time, int threads) {
  check(bodies, n);
  const StridedBodies all = strided(bodies, moments, {});
  const LaneKernels& kernels = best_lane_kernels();
  std::atomic<std::size_t> none = 0;
  constexpr std::size_t kBlock = 512;
  static_assert(kBlock % kLaneBlock == 0);
  on_threads(n, kBlock, threads, [&](std::size_t first, std::size_t size) {
    // Through arrays of our own: a body that cannot be moved has to stay as it was.
    const std::size_t room = (size + kLaneBlock - 1) / kLaneBlock * kLaneBlock;
    std::vector<double> data(room * 11), times(room);
    std::vector<std::uint8_t> good(room, 1);
    const StridedBodies part = part_of(all, first, size);
    const auto array = [&](std::size_t k) { return data.data() + k * room; };
    for (std::size_t i = 0; i < room; ++i) {
      const auto from = std::ptrdiff_t(std::min(i, size - 1));
      for (std::size_t k = 0; k < 4; ++k) array(k)[i] = part.q[k][from * part.stride];
      for (std::size_t k = 0; k < 3; ++k)
        array(4 + k)[i] = part.m[k][from * part.stride], array(7 + k)[i] = part.I[k][from * part.I_stride];
      times[i] = elapsed[one_time ? 0 : first + std::size_t(from)];
    }
    LaneBodies b;
    b.size = room, b.good = good.data();
    for (std::size_t k = 0; k < 4; ++k) b.Q[k] = array(k);
    for (std::size_t k = 0; k < 3; ++k) b.m[k] = array(4 + k), b.I[k] = array(7 + k);
    kernels.exact(b, times.data());
    for (std::size_t i = 0; i < size; ++i) {
      if (!good[i]) {
        ++none;
        continue;
      }
      const std::ptrdiff_t to = std::ptrdiff_t(i) * part.stride;
      for (std::size_t k = 0; k < 4; ++k) part.q[k][to] = array(k)[i];
      for (std::size_t k = 0; k < 3; ++k) part.m[k][to] = array(4 + k)[i];
    }
    return true;
  });
  return none;
}

std::size_t free_motion(const BodyArrays& start, const VectorArrays& moments, std::size_t n, const double* times,
                        std::size_t count, const BodyArrays& states, int threads) {
  check(start, n);
  if (states.stride != 1) throw InvalidInput("states at many times are written with stride 1");
  const StridedBodies all = strided(start, moments, {});
  const LaneKernels& kernels = best_lane_kernels();
  std::atomic<std::size_t> none = 0;
  on_threads(n, kPart, threads, [&](std::size_t first, std::size_t size) {
    double* to[7];
    for (std::size_t k = 0; k < 7; ++k) to[k] = (k < 4 ? states.q[k] : states.m[k - 4]) + first;
    none += kernels.exact_times(part_of(all, first, size), times, count, n, to);
    return true;
  });
  return none;
}

}  // namespace polhode
