// moser_veselov.hpp -- what DMV and MZ have in common: the card, the series s and d at the start of a step, the constraint
#pragma once

#include <string_view>

#include "polhode/methods/parts/modified_inertia.hpp"
#include "polhode/methods/parts/moser_veselov_solver.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// h|w| up to which the right root is found: less than a quarter turn per step.
constexpr double moser_veselov_limit(int order) noexcept {
  return order == 2 ? 0.9 : 1.2;
}

constexpr MethodInfo moser_veselov_card(std::string_view name, std::string_view title, std::string_view family,
                                        int order, std::string_view source) {
  return {.name = name,
          .title = title,
          .family = family,
          .order = order,
          .attitude_order = order,
          .is_explicit = false,
          .symmetric = true,
          .structure = order == 2 ? Structure::symplectic : Structure::poisson,
          .energy = Energy::exact,
          .keeps_casimir = true,
          .keeps_momentum = true,
          .step_limit = moser_veselov_limit(order),
          .reference = source};
}

/// A step of a ModifiedBody.
template <class T>
struct ModifiedStep : MidpointStep<T> {
  T s, d;  ///< times h/2

  template <class Body>
  POLHODE_INLINE ModifiedStep(const Body& body, T h, const Vec3<T>& m) noexcept : MidpointStep<T>(body, h, m) {
    const T half2 = this->half * this->half;
    body.evaluate(half2 * this->p2, half2 * dot_fma(times(body.offset, m), m), s, d);
    s = this->half * s, d = this->half * d;
  }
  /// With s and d from a step of the same length before: they depend on |m| and the energy alone, which a step keeps.
  POLHODE_INLINE ModifiedStep(const ScaledBody<T>& body, T h, const Vec3<T>& m, const ModifiedStep& before) noexcept
      : MidpointStep<T>(body, h, m), s(before.s), d(before.d) {}
  /// (h/2)/I~ = (h/2) (s/I + d)
  POLHODE_INLINE Triple<T> modified_x() const noexcept { return fma(this->x, s, Triple<T>({d, d, d})); }
};

/// A step beyond the limit in parts: M's move, the moments modified once for all of them.   [HairerVilmart2006] Remark 3.1
template <class M, class T, class Body>
[[gnu::noinline]] StepStatus<T> travel_modified(const Body& body, T h, Mask<T> wanted,
                                                PrincipalState<T>& state) noexcept {
  const Parts<T> parts(body, h, M::kLimit, state.m);
  const ModifiedStep<T> first(body, parts.h, state.m);
  return parts.go(wanted, state,
                  [&](PrincipalState<T>& s) { return M::move(ModifiedStep<T>(body, parts.h, s.m, first), s); });
}

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

}  // namespace polhode::inline POLHODE_ISA::detail
