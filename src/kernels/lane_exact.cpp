// lane_exact.cpp -- the exact motion of free bodies in lanes
#include <limits>
#include <optional>

#include "kernels/lane_kernels.hpp"
#include "kernels/lane_records.hpp"
#include "polhode/exact/free_motion.hpp"

namespace polhode::inline POLHODE_ISA::in_lanes {

namespace {

using V = Wide<double>;
constexpr std::size_t kLanes = kWide<double>;

std::size_t count_not(const Mask<V>& yes, std::size_t of) noexcept {
  if (all_lanes<V>(yes)) [[likely]]
    return 0;
  const V ones = select<V>(yes, V(1), V(0));
  std::size_t n = 0;
  for (std::size_t k = 0; k < of; ++k) n += lane(ones, int(k)) == 0 ? 1U : 0U;
  return n;
}
PrincipalMotion<V> motion_of(const StridedBodies& b, const Layouts<double>& layout, std::size_t i) noexcept {
  return {Principal<V>(vec3_of(load_any<3>(b.I, i, b.I_stride, layout.I))), load_state(b, layout, i)};
}

}  // namespace

void move_exactly(const LaneBodies& b, const double* elapsed) {
  for (std::size_t i = 0; i < b.size; i += kLanes) {
    const PrincipalMotion<V> motion(Principal<V>(load3<double>(b.I, i)), load(b, i));
    const V t = V::load(elapsed + i);
    store(b, i, motion.at(t));
    spoil(b, i, abs(t) <= motion.time_limit());
  }
}

std::size_t move_in_place(const StridedBodies& all, const double* elapsed, std::ptrdiff_t elapsed_stride) {
  std::size_t none = 0;
  const auto move = [&](const StridedBodies& b, std::size_t i, const V& t, std::size_t count) {
    const Layouts<double> layout(b);
    const PrincipalMotion<V> motion = motion_of(b, layout, i);
    const Mask<V> known = abs(t) <= motion.time_limit();
    PrincipalState<V> s = motion.at(t);
    if (!all_lanes<V>(known)) s = select_state<V>(known, s, load_state(b, layout, i));
    store_state(s, b, layout, i);
    none += count_not(known, count);
  };
  std::size_t i = 0;
  for (; i + kLanes <= all.size; i += kLanes)
    move(all, i, elapsed_stride == 0 ? V(*elapsed) : V::load(elapsed + i), kLanes);
  if (i == all.size) return none;
  Tail<double> tail(all, i);
  V t(*elapsed);
  if (elapsed_stride != 0)
    for (std::size_t k = 0; i + k < all.size; ++k) set_lane(t, int(k), elapsed[i + k]);
  move(tail.bodies(), 0, t, all.size - i);
  tail.put_back();
  return none;
}

std::size_t move_to_times(const StridedBodies& b, const double* times, std::size_t count, std::size_t all,
                          double* const* states) {
  std::size_t none = 0;
  for (std::size_t i = 0; i < b.size; i += kLanes) {
    const std::size_t here = std::min(kLanes, b.size - i);
    std::optional<Tail<double>> tail;
    StridedBodies own = b;
    std::size_t at = i;
    if (here < kLanes) own = tail.emplace(b, i).bodies(), at = 0;
    const PrincipalMotion<V> motion = motion_of(own, Layouts<double>(own), at);
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
  }
  return none;
}

}  // namespace polhode::inline POLHODE_ISA::in_lanes
