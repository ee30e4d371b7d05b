// body_by_body.hpp -- a step that is written for one body, for one body or for each lane of a pack
#pragma once

#include <type_traits>

#include "polhode/methods/method.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// M has one_body(body, h, state), which may take branches. A step that ends in something that is not a number has failed,
/// and leaves the state as it was.
template <class M>
struct BodyByBody : FreeMethod {
  template <class T>
  static StepStatus<T> step(const Principal<T>& body, T h, PrincipalState<T>& s) noexcept {
    StepStatus<T> status;
    if constexpr (!std::is_same_v<Lane<T>, T>) {
      using F = Lane<T>;
      T converged = T(0);
      for (int i = 0; i < lanes<T>; ++i) {
        PrincipalState<F> one = lane(s, i);
        const Principal<F> b(Vec3<F>{lane(body.I.x, i), lane(body.I.y, i), lane(body.I.z, i)});
        set_lane(converged, i, step(b, lane(h, i), one).converged ? F(1) : F(0));
        set_lane(s, i, one);
      }
      status.converged = converged > T(0);
    } else {
      PrincipalState<T> end = s;
      M::one_body(body, h, end);
      status.converged = is_finite((end.m.x + end.m.y) + (end.m.z + norm2(end.Q)));
      s = select<T>(status.converged, end, s);
    }
    return status;
  }
};

}  // namespace polhode::inline POLHODE_ISA::detail
