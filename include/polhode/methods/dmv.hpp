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
#pragma once

#include "polhode/method_name.hpp"
#include "polhode/methods/parts/modified_inertia.hpp"
#include "polhode/methods/parts/moser_veselov_solver.hpp"
#include "polhode/tables/dmv.hpp"

namespace polhode {

namespace detail {

/// q = 1 + |q xt V|^2, as g(V, q) = 0. xt = (h/2)/I~.
template <class T>
struct HalfTangent {
  Triple<T> xt{};

  POLHODE_INLINE Constraint<T> operator()(const Triple<T>& V, T q) const noexcept {
    const Triple<T> b = (xt * xt) * V;
    const T A = dot(b, V), q2 = q * q;
    return {fma(-q2, A, q - T(1)), b, T(-2) * q2, fma(T(-2) * q, A, T(1))};
  }
  /// dg/dq = 1 - 2 q A, and q A = (q - 1)/q at a root.
  POLHODE_INLINE T start_slope(T q) const noexcept { return q / (q - T(2)); }
  /// q = 1 + A + 2 A^2 + 5 A^3 + ..., A = |xt V|^2, V to h^2.
  POLHODE_INLINE T start(const Triple<T>& p, const Triple<T>& N, const Triple<T>& V2, T s) const noexcept {
    const Triple<T> b = xt * p;
    const T tau = fma(s, dot(b, b), s);
    const Triple<T> e = xt * fma(fma(V2, tau, -N), tau, p);
    const T A = dot(e, e);
    return fma(A, fma(A, fma(A, T(5), T(2)), T(1)), T(1));
  }
};

/// The same. From order 4 on the rotation is that of the true motion to O(h^6), and its series needs neither s nor d:
/// the first q is there before they are.
template <class T>
struct TrueHalfTangent : HalfTangent<T> {
  Triple<T> x{}, k{};  // as in the solver
  Triple<T> f{};       // (h/2) w
  T ff{}, half{};      // |f|^2, and h/2 in the units of 1/x

  /// |e|^2 = |f + f'|^2 + 4/3 f . f'' + 2/3 |f|^4 + 17/45 |f|^6: tan(|h w|/2)^2 and what w' and w'' add, with
  /// f' = -(h/2)^2 x N and f'' = (h/2)^3 x V2. V2 = 2 N(p, N) is linear in N: f . f'' = N . D, with D ready before N is.
  POLHODE_INLINE T start(const Triple<T>& p, const Triple<T>& N, const Triple<T>&, T) const noexcept {
    const T half2 = half * half;
    const Triple<T> xf = half2 * (x * f), kxf = half * (k * xf);
    const Triple<T> D = fma(next(kxf), prev(p), prev(kxf) * next(p));
    const Triple<T> Y = fma((half2 * x) * (half2 * x), N, fma(D, T(Lane<T>(4) / 3), T(-2) * xf));
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
  static constexpr double kLimit = order == 2 ? 0.9 : 1.2;
  static constexpr MethodInfo info{.name = numbered_name<"dmv", order>,
                                   .title = order == 2
                                                ? "discrete Moser-Veselov algorithm"
                                                : "discrete Moser-Veselov algorithm with modified moments of inertia",
                                   .family = "Discrete Moser-Veselov",
                                   .order = order,
                                   .attitude_order = order,
                                   .is_explicit = false,
                                   .symmetric = true,
                                   .structure = order == 2 ? Structure::symplectic : Structure::poisson,
                                   .energy = Energy::exact,
                                   .keeps_casimir = true,
                                   .keeps_momentum = true,
                                   .step_limit = kLimit,
                                   .reference = "HairerVilmart2006, Theorem 2.1"};

  template <class T>
  using Body = detail::ModifiedBody<detail::DmvTable, order / 2, T>;

  template <class T>
  POLHODE_INLINE static StepStatus<T> step(const Body<T>& body, T h, State<T>& state) noexcept {
    State<T> after = state;
    const StepStatus<T> status = move(body, h, after);
    assign<T>(status.converged, after, state);
    return status;
  }
  /// A step that does not care for the state of a body for which it fails.
  template <class T>
  POLHODE_INLINE static StepStatus<T> move(const Body<T>& body, T h, State<T>& state) noexcept {
    using namespace detail;
    const T half = T(0.5) * h * body.scale, half2 = half * half;
    const Triple<T> x(body.x), k(body.k), p(state.m);
    const T m2 = dot_fma(state.m, state.m), K = dot_fma(times(body.offset, state.m), state.m);
    const Triple<T> f = (half * x) * p;  // (h/2) w
    const T ff = dot(f, f);
    T s, d;
    body.evaluate(half2 * m2, half2 * K, s, d);
    s = half * s, d = half * d;
    const Triple<T> xt = fma(x, s, Triple<T>({d, d, d}));

    const Mask<T> within = ff <= T(kLimit * kLimit / 4);
    const MidpointRoot<T> root = [&]() __attribute__((always_inline)) {
      if constexpr (order == 2)
        return solve_midpoint<T>(p, k, s, m2, ff, within, HalfTangent<T>{xt});
      else
        return solve_midpoint<T>(p, k, s, m2, ff, within, TrueHalfTangent<T>{{xt}, x, k, f, ff, half});
    }();
    const Mask<T> good = root.converged & (root.q < T(2));
    state = moved(root, k, turned_by(root, xt, state.Q), state);
    return {good, root.iterations};
  }
};

}  // namespace polhode
