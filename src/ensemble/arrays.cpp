// arrays.cpp -- the arrays of another program, in parts that one thread takes at a time
#include "ensemble/arrays.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "ensemble/on_threads.hpp"
#include "kernels/lanes.hpp"
#include "polhode/numbers/error.hpp"

namespace polhode {

namespace {

/// A multiple of every vector, so that no body is the last of a part on one instruction set and in the middle on another.
constexpr std::size_t kPart = 4096, kBlock = 512;
static_assert(kPart % kLaneBlock == 0 && kBlock % kLaneBlock == 0);

template <class F>
StridedBodiesOf<F> strided(const BodyArraysOf<F>& bodies, const VectorArraysOf<F>& moments,
                           const VectorArraysOf<F>& torques) {
  StridedBodiesOf<F> b;
  std::ranges::copy(bodies.q, b.q);
  std::ranges::copy(bodies.m, b.m);
  std::ranges::copy(moments.v, b.I);
  std::ranges::copy(torques.v, b.torque);
  b.stride = bodies.stride, b.I_stride = moments.stride, b.torque_stride = torques.stride;
  return b;
}
/// Bodies first, ..., first + size - 1.
template <class F>
StridedBodiesOf<F> part_of(StridedBodiesOf<F> b, std::size_t first, std::size_t size) {
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
template <class F>
void check(const BodyArraysOf<F>& bodies, std::size_t n) {
  if (bodies.stride == 0 && n > 1) throw InvalidInput("bodies with stride 0 would all be the same one");
}
void check_states(const BodyArrays& states) {
  if (states.stride != 1) throw InvalidInput("states at many times are written with stride 1");
}
/// The arrays from body `first` on.
std::array<double*, 7> from_body(const BodyArrays& states, std::size_t first) {
  std::array<double*, 7> to;
  for (std::size_t k = 0; k < 7; ++k) to[k] = (k < 4 ? states.q[k] : states.m[k - 4]) + first;
  return to;
}
template <class F>
const StepKernels<F>& step_kernels() {
  if constexpr (std::is_same_v<F, float>)
    return best_lane_kernels().in_float;
  else
    return best_lane_kernels().in_double;
}

template <class F>
void kick_and_drift_all(const BodyArraysOf<F>& bodies, const VectorArraysOf<F>& moments,
                        const VectorArraysOf<F>& torques, std::size_t n, F kick, F drift, int threads) {
  check(bodies, n);
  const StridedBodiesOf<F> all = strided(bodies, moments, torques);
  const StepKernels<F>& kernels = step_kernels<F>();
  on_threads(n, kPart, threads, [&](std::size_t first, std::size_t size) {
    kernels.kick_and_drift(part_of(all, first, size), kick, drift);
    return true;
  });
}

template <class F>
std::size_t steps_of_all(std::string_view method, const BodyArraysOf<F>& bodies, const VectorArraysOf<F>& moments,
                         std::size_t n, F h, long steps, int threads) {
  check(bodies, n);
  const StepKernels<F>& kernels = step_kernels<F>();
  if (!kernels.free_steps(method, {}, h, 0))
    throw InvalidInput("method " + std::string(method) + " is not there for many bodies; there are " +
                       "sr2, sr4, lie3, lie4 and dmv8");
  const StridedBodiesOf<F> all = strided<F>(bodies, moments, {});
  std::atomic<std::size_t> failed = 0;
  on_threads(n, kBlock, threads, [&](std::size_t first, std::size_t size) {
    // Through arrays of our own, which stay in the cache; behind the last body there are copies of it.
    const std::size_t room = (size + kLaneBlock - 1) / kLaneBlock * kLaneBlock;
    std::vector<F> data(room * 10);
    std::vector<std::uint8_t> good(room, 1);
    const StridedBodiesOf<F> part = part_of(all, first, size);
    LaneBodiesOf<F> b;
    b.size = room, b.good = good.data();
    const auto array = [&](std::size_t k) { return data.data() + k * room; };
    const auto copy_in = [&](const F* from, std::ptrdiff_t stride, F* to) {
      for (std::size_t i = 0; i < room; ++i) to[i] = from[std::ptrdiff_t(std::min(i, size - 1)) * stride];
    };
    for (std::size_t k = 0; k < 4; ++k) copy_in(part.q[k], part.stride, b.Q[k] = array(k));
    for (std::size_t k = 0; k < 3; ++k) {
      copy_in(part.m[k], part.stride, b.m[k] = array(4 + k));
      copy_in(part.I[k], part.I_stride, array(7 + k));
      b.I[k] = array(7 + k);
    }
    kernels.free_steps(method, b, h, steps);
    for (std::size_t i = 0; i < size; ++i) {
      const std::ptrdiff_t to = std::ptrdiff_t(i) * part.stride;
      for (std::size_t k = 0; k < 4; ++k) part.q[k][to] = b.Q[k][i];
      for (std::size_t k = 0; k < 3; ++k) part.m[k][to] = b.m[k][i];
      failed += good[i] ? 0U : 1U;
    }
    return true;
  });
  return failed;
}

}  // namespace

void kick_and_drift(const BodyArrays& bodies, const VectorArrays& moments, const VectorArrays& torques, std::size_t n,
                    double kick, double drift, int threads) {
  kick_and_drift_all(bodies, moments, torques, n, kick, drift, threads);
}
void kick_and_drift(const FloatBodyArrays& bodies, const FloatVectorArrays& moments, const FloatVectorArrays& torques,
                    std::size_t n, float kick, float drift, int threads) {
  kick_and_drift_all(bodies, moments, torques, n, kick, drift, threads);
}
void kick(const BodyArrays& bodies, const VectorArrays& torques, std::size_t n, double time, int threads) {
  kick_and_drift_all(bodies, {.v = {}, .stride = 0}, torques, n, time, 0.0, threads);
}
void kick(const FloatBodyArrays& bodies, const FloatVectorArrays& torques, std::size_t n, float time, int threads) {
  kick_and_drift_all(bodies, {.v = {}, .stride = 0}, torques, n, time, 0.0F, threads);
}
std::size_t step_freely(std::string_view method, const BodyArrays& bodies, const VectorArrays& moments, std::size_t n,
                        double h, long steps, int threads) {
  return steps_of_all(method, bodies, moments, n, h, steps, threads);
}
std::size_t step_freely(std::string_view method, const FloatBodyArrays& bodies, const FloatVectorArrays& moments,
                        std::size_t n, float h, long steps, int threads) {
  return steps_of_all(method, bodies, moments, n, h, steps, threads);
}

std::size_t move_freely(const BodyArrays& bodies, const VectorArrays& moments, std::size_t n, const double* elapsed,
                        bool one_time, int threads, bool near) {
  check(bodies, n);
  const StridedBodies all = strided(bodies, moments, {});
  const LaneKernels& kernels = best_lane_kernels();
  std::atomic<std::size_t> none = 0;
  on_threads(n, kBlock, threads, [&](std::size_t first, std::size_t size) {
    none +=
        kernels.exact_in_place(part_of(all, first, size), one_time ? elapsed : elapsed + first, one_time ? 0 : 1, near);
    return true;
  });
  return none;
}

std::size_t free_motion(const BodyArrays& start, const VectorArrays& moments, std::size_t n, const double* times,
                        std::size_t count, const BodyArrays& states, int threads) {
  check(start, n);
  check_states(states);
  const StridedBodies all = strided(start, moments, {});
  const LaneKernels& kernels = best_lane_kernels();
  std::atomic<std::size_t> none = 0;
  on_threads(n, kPart, threads, [&](std::size_t first, std::size_t size) {
    none += kernels.exact_times(part_of(all, first, size), times, count, n, from_body(states, first).data());
    return true;
  });
  return none;
}

FreeBodies::FreeBodies(const BodyArrays& start, const VectorArrays& moments, std::size_t n, int threads)
    : size_(n), constants_((n + kLaneBlock - 1) / kLaneBlock * kLaneBlock * kCompact) {
  check(start, n);
  const StridedBodies all = strided(start, moments, {});
  const LaneKernels& kernels = best_lane_kernels();
  std::vector<std::uint8_t> regular(n);
  on_threads(n, kPart, threads, [&](std::size_t first, std::size_t size) {
    kernels.compact(part_of(all, first, size), constants_.data() + first * kCompact, regular.data() + first);
    return true;
  });
  for (std::size_t i = 0; i < n; ++i) {
    if (regular[i]) continue;
    const StridedBodies one = part_of(all, i, 1);
    apart_.push_back(i);
    started_.push_back(
        {*one.q[0], *one.q[1], *one.q[2], *one.q[3], *one.m[0], *one.m[1], *one.m[2], *one.I[0], *one.I[1], *one.I[2]});
  }
}
std::size_t FreeBodies::bytes() const {
  return sizeof(double) * (constants_.size() + 10 * started_.size()) + sizeof(std::size_t) * apart_.size();
}
std::size_t FreeBodies::at(const double* times, std::size_t count, const BodyArrays& states, int threads) const {
  check_states(states);
  const LaneKernels& kernels = best_lane_kernels();
  std::atomic<std::size_t> none = 0;
  on_threads(size_, kPart, threads, [&](std::size_t first, std::size_t size) {
    none += kernels.compact_times(constants_.data() + first * kCompact, size, times, count, size_,
                                  from_body(states, first).data());
    return true;
  });
  on_threads(apart_.size(), kBlock, threads, [&](std::size_t first, std::size_t size) {
    std::vector<double> found(7 * size * count);
    std::array<double*, 7> to;
    for (std::size_t k = 0; k < 7; ++k) to[k] = found.data() + k * size * count;
    StridedBodies b;
    b.size = size, b.stride = b.I_stride = 10;
    // Only read: the kernel writes to `found`.
    auto* const from = const_cast<double*>(started_[first].data());
    for (std::size_t k = 0; k < 4; ++k) b.q[k] = from + k;
    for (std::size_t k = 0; k < 3; ++k) b.m[k] = from + 4 + k, b.I[k] = from + 7 + k;
    none += kernels.exact_times(b, times, count, size, to.data());
    const std::array<double*, 7> out = from_body(states, 0);
    for (std::size_t n = 0; n < 7; ++n)
      for (std::size_t k = 0; k < count; ++k)
        for (std::size_t i = 0; i < size; ++i) out[n][apart_[first + i] + k * size_] = to[n][i + k * size];
    return true;
  });
  return none;
}

}  // namespace polhode
