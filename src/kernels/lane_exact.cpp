// lane_exact.cpp -- the exact motion of free bodies in lanes
#include <algorithm>
#include <limits>

#include "kernels/lane_kernels.hpp"
#include "kernels/lane_records.hpp"
#include "polhode/exact/compact_motion.hpp"

namespace polhode::inline POLHODE_ISA::in_lanes {

namespace {

using V = Wide<double>;
constexpr std::size_t kLanes = kWide<double>;
static_assert(kCompact == CompactMotion<V>::kNumbers);

std::size_t count_not(const Mask<V>& yes, std::size_t of) noexcept {
  if (all_lanes<V>(yes)) [[likely]]
    return 0;
  const V ones = select<V>(yes, V(1), V(0));
  std::size_t n = 0;
  for (std::size_t k = 0; k < of; ++k) n += lane(ones, int(k)) == 0 ? 1U : 0U;
  return n;
}
PrincipalMotion<V> motion_of(const StridedBodies& b, const Layouts<double>& layout, std::size_t i,
                             Reach reach = Reach::far) noexcept {
  return {Principal<V>(vec3_of(load_any<3>(b.I, i, b.I_stride, layout.I))), load_state(b, layout, i), reach};
}
/// move(bodies, place of the first, its number, how many) for each register of them; the last ones are in arrays of their own.
template <bool in_place, class Move>
void each_register(const StridedBodies& all, Move&& move) {
  std::size_t i = 0;
  for (; i + kLanes <= all.size; i += kLanes) move(all, i, i, kLanes);
  if (i == all.size) return;
  Tail<double> tail(all, i);
  move(tail.bodies(), 0, i, all.size - i);
  if (in_place) tail.put_back();
}
/// The states of bodies i, i + 1, ... at all times. Returns how many there cannot be. Inline: what is known of all lanes of a
/// CompactMotion then costs nothing.
POLHODE_INLINE std::size_t write_times(const PrincipalMotion<V>& motion, std::size_t i, std::size_t here,
                                       const double* times, std::size_t count, std::size_t all,
                                       double* const* states) noexcept {
  std::size_t none = 0;
  const V limit = motion.time_limit();
  for (std::size_t k = 0; k < count; ++k) {
    const V t(times[k]);
    PrincipalState<V> s = motion.at(t);
    const Mask<V> known = abs(t) <= limit;
    const V nan(std::numeric_limits<double>::quiet_NaN());
    V* const numbers[] = {&s.Q.w, &s.Q.v.x, &s.Q.v.y, &s.Q.v.z, &s.m.x, &s.m.y, &s.m.z};
    if (!all_lanes<V>(known))
      for (V* const x : numbers) *x = select<V>(known, *x, nan);
    none += count_not(s.Q.w == s.Q.w, here);
    for (std::size_t n = 0; n < 7; ++n) {
      double* to = states[n] + i + k * all;
      if (here == kLanes)
        numbers[n]->store(to);
      else
        for (std::size_t l = 0; l < here; ++l) to[l] = lane(*numbers[n], int(l));
    }
  }
  return none;
}

}  // namespace

void move_exactly(const LaneBodies& b, const double* elapsed) {
  for (std::size_t i = 0; i < b.size; i += kLanes) {
    const PrincipalMotion<V> motion(load_principal(b, i), load(b, i));
    const V t = V::load(elapsed + i);
    store(b, i, motion.at(t));
    spoil(b, i, abs(t) <= motion.time_limit());
  }
}

std::size_t move_in_place(const StridedBodies& all, const double* elapsed, std::ptrdiff_t elapsed_stride, bool near) {
  std::size_t none = 0;
  each_register<true>(all, [&](const StridedBodies& b, std::size_t at, std::size_t i, std::size_t here) {
    const Layouts<double> layout(b);
    const PrincipalMotion<V> motion = motion_of(b, layout, at, near ? Reach::near : Reach::far);
    V t(*elapsed);
    if (elapsed_stride != 0 && here == kLanes)
      t = V::load(elapsed + i);
    else if (elapsed_stride != 0)
      for (std::size_t k = 0; k < here; ++k) set_lane(t, int(k), elapsed[i + k]);
    const Mask<V> known = abs(t) <= motion.time_limit();
    PrincipalState<V> s = motion.at(t);
    if (!all_lanes<V>(known)) s = select_state<V>(known, s, load_state(b, layout, at));
    store_state(s, b, layout, at);
    none += count_not(known, here);
  });
  return none;
}

std::size_t move_to_times(const StridedBodies& start, const double* times, std::size_t count, std::size_t all,
                          double* const* states) {
  std::size_t none = 0;
  each_register<false>(start, [&](const StridedBodies& b, std::size_t at, std::size_t i, std::size_t here) {
    none += write_times(motion_of(b, Layouts<double>(b), at), i, here, times, count, all, states);
  });
  return none;
}

void make_compact(const StridedBodies& start, double* blocks, std::uint8_t* regular) {
  each_register<false>(start, [&](const StridedBodies& b, std::size_t at, std::size_t i, std::size_t here) {
    const PrincipalMotion<V> motion = motion_of(b, Layouts<double>(b), at);
    const Mask<V> holds = CompactMotion<V>::holds(motion);
    const CompactMotion<V> compact(motion);
    double* const to = blocks + i / kLaneBlock * (kLaneBlock * kCompact) + i % kLaneBlock;
    for (std::size_t n = 0; n < kCompact; ++n) select<V>(holds, compact.number[n], V(0)).store(to + n * kLaneBlock);
    const V ones = select<V>(holds, V(1), V(0));
    for (std::size_t k = 0; k < here; ++k) regular[i + k] = lane(ones, int(k)) != 0;
  });
}
std::size_t compact_to_times(const double* blocks, std::size_t bodies, const double* times, std::size_t count,
                             std::size_t all, double* const* states) {
  std::size_t none = 0;
  for (std::size_t i = 0; i < bodies; i += kLanes) {
    const double* const from = blocks + i / kLaneBlock * (kLaneBlock * kCompact) + i % kLaneBlock;
    CompactMotion<V> compact;
    for (std::size_t n = 0; n < kCompact; ++n) compact.number[n] = V::load(from + n * kLaneBlock);
    none += write_times(compact.unpacked(), i, std::min(kLanes, bodies - i), times, count, all, states);
  }
  return none;
}

}  // namespace polhode::inline POLHODE_ISA::in_lanes
