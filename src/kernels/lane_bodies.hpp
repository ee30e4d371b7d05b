// lane_bodies.hpp -- blocks of bodies, a register at a time; what the files lane_*.cpp of one instruction set share
#pragma once

#include <cstddef>

#include "kernels/lanes.hpp"
#include "polhode/body/inertia.hpp"
#include "polhode/body/state.hpp"
#include "polhode/numbers/pack.hpp"

namespace polhode::inline POLHODE_ISA::in_lanes {

/// One register: a body in each lane.
template <class F>
using Wide = Pack<F, detail::kRegisterBytes / int(sizeof(F))>;
template <class F>
inline constexpr std::size_t kWide = std::size_t(lanes<Wide<F>>);

template <class F>
POLHODE_INLINE Vec3<Wide<F>> load3(const F* const* from, std::size_t i) noexcept {
  using V = Wide<F>;
  return {V::load(from[0] + i), V::load(from[1] + i), V::load(from[2] + i)};
}
template <class F>
POLHODE_INLINE Quaternion<Wide<F>> load4(const F* const* from, std::size_t i) noexcept {
  return {Wide<F>::load(from[0] + i), load3<F>(from + 1, i)};
}
template <class F>
POLHODE_INLINE Principal<Wide<F>> load_principal(const LaneBodiesOf<F>& b, std::size_t i) noexcept {
  Principal<Wide<F>> body(load3<F>(b.I, i));
  if (b.tail[0]) body.tail = load3<F>(b.tail, i);
  return body;
}
template <class F>
POLHODE_INLINE PrincipalState<Wide<F>> load(const LaneBodiesOf<F>& b, std::size_t i) noexcept {
  return {load4<F>(b.Q, i), load3<F>(b.m, i)};
}
template <class F>
POLHODE_INLINE void store(const LaneBodiesOf<F>& b, std::size_t i, const PrincipalState<Wide<F>>& s) noexcept {
  s.Q.w.store(b.Q[0] + i);
  for (int k = 0; k < 3; ++k) s.Q.v[k].store(b.Q[k + 1] + i), s.m[k].store(b.m[k] + i);
}
/// A new state where the mask says so, else the old one.
template <class V>
POLHODE_INLINE PrincipalState<V> select_state(const Mask<V>& yes, const PrincipalState<V>& a,
                                              const PrincipalState<V>& b) noexcept {
  PrincipalState<V> s;
  s.Q.w = select<V>(yes, a.Q.w, b.Q.w);
  for (int k = 0; k < 3; ++k) s.Q.v[k] = select<V>(yes, a.Q.v[k], b.Q.v[k]), s.m[k] = select<V>(yes, a.m[k], b.m[k]);
  return s;
}
template <class F>
inline void spoil(const LaneBodiesOf<F>& b, std::size_t i, const Mask<Wide<F>>& good) noexcept {
  using V = Wide<F>;
  if (all_lanes<V>(good)) [[likely]]
    return;
  const V ones = select<V>(good, V(1), V(0));
  for (std::size_t k = 0; k < kWide<F>; ++k)
    if (lane(ones, int(k)) == 0) b.good[i + k] = 0;
}
template <class F>
inline bool any_good(const LaneBodiesOf<F>& b, std::size_t i) noexcept {
  for (std::size_t k = 0; k < kWide<F>; ++k)
    if (b.good[i + k]) return true;
  return false;
}

/// Steps until the end, or until the last lane has failed. `step` gives the status of step number n.
template <class F, class Step>
POLHODE_INLINE void walk(const LaneBodiesOf<F>& b, std::size_t i, PrincipalState<Wide<F>> s, long n, Step&& step) {
  using V = Wide<F>;
  Mask<V> good = V(1) == V(1);
  for (std::size_t k = 0; k < kWide<F>; ++k)
    if (!b.good[i + k]) {
      V zero(1);
      set_lane(zero, int(k), F(0));
      good = good & (zero != V(0));
    }
  for (long j = 0; j < n; ++j) {
    PrincipalState<V> next = s;
    const Mask<V> went = step(j, next);
    if (all_lanes<V>(went & good)) [[likely]] {
      s = next;
      continue;
    }
    good = good & went;  // a lane that has failed waits for the others
    s = select_state<V>(good, next, s);
    if (all_lanes<V>(!good)) break;
  }
  store(b, i, s);
  spoil(b, i, good);
}

}  // namespace polhode::inline POLHODE_ISA::in_lanes
