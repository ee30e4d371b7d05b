// mz.hpp -- free rigid body: time-rescaled Moser-Veselov algorithm of McLachlan and Zanna, orders 2 to 10
//
// Source     [McLachlanZanna2005]; as in [HairerVilmart2006] Remark 2.4, eq. (8)-(10)
// Step       momentum: the DMV algorithm with the original moments and the step h s,  s = 1 + h^2 s3 + h^4 s5 + ...
//              I e' + e' x I e' = (1 + |e'|^2) (h s/2) m0,   I e' - e' x I e' = (1 + |e'|^2) (h s/2) m1
//            attitude: the complement e_j = e'_j (1 + d I_j/s),  d = h^2 d3 + h^4 d5 + ...,  without which its order is 2
//              Q1 = Q0 (1; e)/sqrt(1 + |e|^2)
// Solved     for V = (m0 + m1)/2 and q = 1 + |e'|^2,  e' = q s (h/2) V/I (moser_veselov_solver.hpp); then
//              e = q (h/2) (s/I + d) V
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
#include "polhode/methods/method_name.hpp"
#include "polhode/methods/parts/moser_veselov.hpp"
#include "polhode/methods/tables/mz.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

struct MzTable {
  static constexpr const auto& s = tables::mz::s;
  static constexpr const auto& d = tables::mz::d;
};

}  // namespace detail

template <int order>
struct Mz : FreeMethod {
  static_assert(order >= 2 && order <= 10 && order % 2 == 0);
  static constexpr double kLimit = detail::moser_veselov_limit(order);
  static constexpr MethodInfo info = detail::moser_veselov_card(
      numbered_name<"mz", order>, "discrete Moser-Veselov algorithm with rescaled time",
      "Time-rescaled Moser-Veselov (McLachlan-Zanna)", order, "HairerVilmart2006, Remark 2.4; McLachlanZanna2005");

  template <class T>
  using Body = detail::ModifiedBody<detail::MzTable, order / 2, T>;

  template <class T>
  static StepStatus<T> step(const Body<T>& body, T h, PrincipalState<T>& state) noexcept {
    return move(detail::ModifiedStep<T>(body, h, state.m), state);
  }
  template <class T>
  static StepStatus<T> travel(const Body<T>& body, T h, Mask<T> wanted, PrincipalState<T>& state) noexcept {
    return detail::travel_modified<Mz>(body, h, wanted, state);
  }
  template <class T>
  POLHODE_INLINE static StepStatus<T> move(const detail::ModifiedStep<T>& at, PrincipalState<T>& state) noexcept {
    using namespace detail;
    const MidpointRoot<T> root = at.solve(at.s, kLimit, HalfTangent<T>{at.s * at.x});
    const Mask<T> good = root.converged & (root.q < T(2));
    finish_step(root, at.k, root.q * (at.modified_x() * root.V), good, state);
    return {good, root.iterations};
  }
};

}  // namespace polhode::inline POLHODE_ISA
