// register_by_register.hpp -- a step that is written for one body or the lanes of one register, for packs of any width
#pragma once

#include <type_traits>

#include "polhode/methods/method.hpp"
#include "polhode/numbers/pack.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// M has one_register(body, h, state) for a number or a pack of one register, which may take branches by all_lanes(). A wider
/// pack goes in halves: a long step with all of it at once would need more registers than there are. A step that ends in
/// something that is not a number has failed, and leaves the state as it was.
template <class M>
struct RegisterByRegister : FreeMethod {
  template <class T>
  static StepStatus<T> step(const Principal<T>& body, T h, PrincipalState<T>& s) noexcept {
    StepStatus<T> status;
    if constexpr (lanes<T> == 1 && !std::is_same_v<Lane<T>, T>) {
      PrincipalState<Lane<T>> one = lane(s, 0);
      const Principal<Lane<T>> b(Vec3<Lane<T>>{lane(body.I.x, 0), lane(body.I.y, 0), lane(body.I.z, 0)});
      status.converged = step(b, lane(h, 0), one).converged;
      set_lane(s, 0, one);
    } else if constexpr (in_halves<T>()) {
      auto low = half<false>(s), high = half<true>(s);
      const auto good_low = step(half<false>(body), half<false>(h), low).converged,
                 good_high = step(half<true>(body), half<true>(h), high).converged;
      status.converged = Mask<T>(typename Mask<T>::Bits({good_low.bits.v, good_high.bits.v}));
      s = {{joined(low.Q.w, high.Q.w), joined(low.Q.v, high.Q.v)}, joined(low.m, high.m)};
    } else {
      PrincipalState<T> end = s;
      M::one_register(body, h, end);
      status.converged = is_finite<T>((end.m.x + end.m.y) + (end.m.z + norm2(end.Q)));
      s = select<T>(status.converged, end, s);
    }
    return status;
  }

 private:
  template <class T>
  static constexpr bool in_halves() noexcept {
    if constexpr (lanes<T> > 1)
      return !T::L::one_register;
    else
      return false;
  }
  template <bool upper, class F, int N>
  POLHODE_INLINE static Pack<F, N / 2> half(const Pack<F, N>& x) noexcept {
    return Pack<F, N / 2>(upper ? x.v.hi : x.v.lo);
  }
  template <bool upper, class F, int N>
  POLHODE_INLINE static Vec3<Pack<F, N / 2>> half(const Vec3<Pack<F, N>>& x) noexcept {
    return {half<upper>(x.x), half<upper>(x.y), half<upper>(x.z)};
  }
  template <bool upper, class F, int N>
  POLHODE_INLINE static PrincipalState<Pack<F, N / 2>> half(const PrincipalState<Pack<F, N>>& s) noexcept {
    return {{half<upper>(s.Q.w), half<upper>(s.Q.v)}, half<upper>(s.m)};
  }
  template <bool upper, class F, int N>
  POLHODE_INLINE static Principal<Pack<F, N / 2>> half(const Principal<Pack<F, N>>& body) noexcept {
    Principal<Pack<F, N / 2>> b;
    b.I = half<upper>(body.I), b.x = half<upper>(body.x);
    return b;
  }
  template <class F, int N>
  POLHODE_INLINE static Pack<F, 2 * N> joined(const Pack<F, N>& low, const Pack<F, N>& high) noexcept {
    return Pack<F, 2 * N>(typename Pack<F, 2 * N>::L{low.v, high.v});
  }
  template <class F, int N>
  POLHODE_INLINE static Vec3<Pack<F, 2 * N>> joined(const Vec3<Pack<F, N>>& low,
                                                    const Vec3<Pack<F, N>>& high) noexcept {
    return {joined(low.x, high.x), joined(low.y, high.y), joined(low.z, high.z)};
  }
};

}  // namespace polhode::inline POLHODE_ISA::detail
