// mz.hpp -- free rigid body: time-rescaled Moser-Veselov algorithm of McLachlan and Zanna, orders 2 to 10
//
// Source     [McLachlanZanna2005]; as in [HairerVilmart2006] Remark 2.4, eq. (8)-(10)
// Step       momentum: the DMV algorithm with the original moments and the step h s,  s = 1 + h^2 s3 + h^4 s5 + ...
//              I e' + e' x I e' = (1 + |e'|^2) (h s/2) m0,   I e' - e' x I e' = (1 + |e'|^2) (h s/2) m1
//            attitude: the complement e_j = e'_j (1 + d I_j/s),  d = h^2 d3 + h^4 d5 + ...,  without which its order is 2
//              Q1 = Q0 (1; e)/sqrt(1 + |e|^2)
// Solved     for V = (h/2)(m0 + m1)/2 and q = 1 + |e'|^2,  e' = q s V/I (moser_veselov_solver.hpp); then e = q V (s/I + d).
//
// Symbols    here      Hairer-Vilmart
//            m         y          angular momentum in body axes
//            s, d      1 + h^2 s3 + ..., h^2 d3 + ...    other functions than in DMV from s5 and d7 on
//
// Exact to rounding: energy, |m|, and L = Q m: the complement turns the body about m0 + m1, which moves neither.
//
// Limit      as for DMV: |e'| < 1, less than a quarter turn per step; beyond it a step reports and changes nothing.
#pragma once

#include "polhode/methods/dmv.hpp"
#include "polhode/tables/mz.hpp"

namespace polhode {

namespace detail {

struct MzTable {
  static constexpr const auto& s = tables::mz::s;
  static constexpr const auto& d = tables::mz::d;
};

}  // namespace detail

template <int order>
struct Mz : FreeMethod {
  static_assert(order >= 2 && order <= 10 && order % 2 == 0);
  static constexpr double kLimit = 1.0;
  static constexpr MethodInfo info{.name = numbered_name<"mz", order>,
                                   .title = "discrete Moser-Veselov algorithm with rescaled time",
                                   .family = "Time-rescaled Moser-Veselov (McLachlan-Zanna)",
                                   .order = order,
                                   .attitude_order = order,
                                   .is_explicit = false,
                                   .symmetric = true,
                                   .structure = order == 2 ? Structure::symplectic : Structure::poisson,
                                   .energy = Energy::exact,
                                   .keeps_casimir = true,
                                   .keeps_momentum = true,
                                   .step_limit = kLimit,
                                   .reference = "HairerVilmart2006, Remark 2.4; McLachlanZanna2005"};

  template <class T>
  using Body = detail::ModifiedBody<detail::MzTable, order / 2, T>;

  template <class T>
  static StepStatus<T> step(const Body<T>& body, T h, State<T>& state) noexcept {
    using namespace detail;
    const T h_scale = h * body.scale;
    const Triple<T> x(body.x), k(body.k);
    const Triple<T> p = (T(0.5) * h_scale) * Triple<T>(state.m);
    const Triple<T> f = x * p;
    const T P = dot(p, p), E = dot(Triple<T>(body.offset) * p, p), ff = dot(f, f);
    T s, d;
    body.evaluate(P, E, s, d);

    const Mask<T> within = ff <= T(kLimit * kLimit / 4);
    const MidpointRoot<T> root = solve_midpoint<T>(p, k, s, P, ff, within, HalfTangent<T>{s * x});
    const Mask<T> good = root.converged & (root.q < T(2));
    const Triple<T> xt = fma(x, s, Triple<T>({d, d, d}));
    finish_step(root, k, s, h_scale, root.q * (xt * root.V), good, state);
    return {good, root.iterations};
  }
};

}  // namespace polhode
