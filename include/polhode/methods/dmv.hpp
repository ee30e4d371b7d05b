// dmv.hpp -- free rigid body: discrete Moser-Veselov algorithm (order 2) and its modified versions, orders 4 to 20
//
// Source     [HairerVilmart2006] eq. (3)-(5), Theorem 2.1 and Table 1; the algorithm itself [MoserVeselov1991]
// Step       with modified moments I~, 1/I~ = s/I + d (modified_inertia.hpp; s = 1, d = 0 for order 2)
//              I~ e + e x I~ e = (1 + |e|^2) (h/2) m0            three quadratic equations for e
//              I~ e - e x I~ e = (1 + |e|^2) (h/2) m1
//              Q1 = Q0 (1; e)/sqrt(1 + |e|^2)                    the body turns by 2 atan|e| about e
// Solved     for V = (m0 + m1)/2 and q = 1 + |e|^2 instead, e = q (h/2) V/I~ (moser_veselov_solver.hpp): then
//              V + q s (h/2) N(V) = m0,   m1 = m0 - q s h N(V),   N(V) = I^-1 V x V,   q = 1 + |q (h/2) V/I~|^2
//            in which I~ is never divided by and nothing cancels in a symmetric body.
//
// Symbols    here      Hairer-Vilmart
//            m         y          angular momentum in body axes
//            e         e          half-tangent vector of the rotation, quaternion (1; e)
//            s, d      1 + h^2 s3 + ..., h^2 d3 + ...
//
// Exact to rounding: energy, |m|, L = Q m. Order 2 is symplectic; the others are Poisson maps of m, and symplectic on
// T*SO(3) only as far as their order goes.
//
// Limit      The right root has |e| < 1: less than a quarter turn per step. h|w| beyond the limit, or an iteration that
//            does not end, is reported and changes nothing. Within it the root is always the right one (dmv_test.cpp).
//            As the flow of a splitting it goes a longer step in parts (travel).
#pragma once

#include "polhode/methods/method_name.hpp"
#include "polhode/methods/parts/moser_veselov.hpp"
#include "polhode/methods/tables/dmv.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// From order 4 on the rotation is that of the true motion to O(h^6), and its series needs neither s nor d: the first q is
/// there before they are.
template <class T>
struct TrueHalfTangent : HalfTangent<T> {
  const MidpointStep<T>& at;

  /// |e|^2 = |f + f'|^2 + 4/3 f . f'' + 2/3 |f|^4 + 17/45 |f|^6: tan(|h w|/2)^2 and what w' and w'' add, with
  /// f' = -(h/2)^2 x N and f'' = (h/2)^3 x V2. V2 = 2 N(p, N) is linear in N: f . f'' = N . D, with D ready before N is.
  POLHODE_INLINE T start(const Triple<T>& p, const Triple<T>& N, const Triple<T>&, T) const noexcept {
    const T half2 = at.half * at.half, ff = at.ff;
    const Triple<T> xf = half2 * (at.x * at.f), kxf = at.half * (at.k * xf);
    const Triple<T> D = fma(next(kxf), prev(p), prev(kxf) * next(p));
    const Triple<T> Y = fma((half2 * at.x) * (half2 * at.x), N, fma(D, T(Lane<T>(4) / 3), T(-2) * xf));
    const T steady = fma(ff, fma(ff, fma(ff, T(Lane<T>(17) / 45), T(Lane<T>(2) / 3)), T(1)), T(1));
    return steady + dot(N, Y);
  }
};

/// The attitude after the step: the quaternion (1; e) = (1; q xt V) has the length sqrt(q). That of the q before the last
/// correction dq is ready long before dq is. In double |dq| is below 1e-7, and dq^3 below rounding in any precision.
template <class T>
POLHODE_INLINE Quaternion<T> turned_by(const MidpointRoot<T>& root, const Triple<T>& xt,
                                       const Quaternion<T>& Q) noexcept {
  const T q = root.q_before, dq = root.dq, length = sqrt(q), over = T(1) / length;
  const T c1 = (T(1) - q) / (q + length);  // 1/length - 1 without cancellation
  const T over2 = over * over, over3 = over2 * over;
  return turned(Q, xt * root.V, fma(dq, fma(dq, T(-0.125) * over3, T(0.5) * over), length),
                fma(dq, fma(dq, T(0.375) * (over2 * over3), T(-0.5) * over3), c1));
}

struct DmvTable {
  static constexpr const auto& s = tables::dmv::s;
  static constexpr const auto& d = tables::dmv::d;
};

}  // namespace detail

template <int order>
struct Dmv : FreeMethod {
  static_assert(order >= 2 && order <= 20 && order % 2 == 0);
  static constexpr double kLimit = detail::moser_veselov_limit(order);
  static constexpr MethodInfo info =
      detail::moser_veselov_card(numbered_name<"dmv", order>,
                                 order == 2 ? "discrete Moser-Veselov algorithm"
                                            : "discrete Moser-Veselov algorithm with modified moments of inertia",
                                 "Discrete Moser-Veselov", order, "HairerVilmart2006, Theorem 2.1");

  template <class T>
  using Body = detail::ModifiedBody<detail::DmvTable, order / 2, T>;

  template <class T>
  POLHODE_INLINE static StepStatus<T> step(const Body<T>& body, T h, PrincipalState<T>& state) noexcept {
    PrincipalState<T> after = state;
    const StepStatus<T> status = move(body, h, after);
    assign<T>(status.converged, after, state);
    return status;
  }
  /// A step that does not care for the state of a body for which it fails.
  template <class T>
  POLHODE_INLINE static StepStatus<T> move(const Body<T>& body, T h, PrincipalState<T>& state) noexcept {
    return move(detail::ModifiedStep<T>(body, h, state.m), state);
  }
  template <class T>
  static StepStatus<T> travel(const Body<T>& body, T h, Mask<T> wanted, PrincipalState<T>& state) noexcept {
    return detail::travel_modified<Dmv>(body, h, wanted, state);
  }
  template <class T>
  POLHODE_INLINE static StepStatus<T> move(const detail::ModifiedStep<T>& at, PrincipalState<T>& state) noexcept {
    using namespace detail;
    const Triple<T> xt = at.modified_x();
    const MidpointRoot<T> root = [&]() __attribute__((always_inline)) {
      if constexpr (order == 2)
        return at.solve(at.s, kLimit, HalfTangent<T>{xt});
      else
        return at.solve(at.s, kLimit, TrueHalfTangent<T>{{xt}, at});
    }();
    const Mask<T> good = root.converged & (root.q < T(2));
    state = moved(root, at.k, turned_by(root, xt, state.Q), state);
    return {good, root.iterations};
  }
};

}  // namespace polhode::inline POLHODE_ISA
