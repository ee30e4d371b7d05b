// imr.hpp -- free rigid body: implicit midpoint rule (order 2) and its modified versions, orders 4, 6, 8
//
// Source     [HairerVilmart2006] section 3 (IMR2r); modifying integrators [ChartierHairerVilmart2007]
// Step       Y = (m0 + m1)/2,   m1 = m0 + h s Y x I^-1 Y
//            e = (h/2) (s I^-1 + d) Y,   Q1 = Q0 (1; e)/sqrt(1 + |e|^2)
//            s = 1 + h^2 s3 + ..., d = h^2 d3 + ..., functions of C, H and W at the midpoint Y (tables/imr.hpp)
// Solved     for V = Y and q = s(V) (moser_veselov_solver.hpp).
//
// Symbols    here      Hairer-Vilmart
//            m, Y      y, Y       angular momentum in body axes, at the midpoint
//            C, H, W   C, H, --   |Y|^2/2, Y.I^-1 Y/2, |I^-1 Y|^2/2
//
// Differs from the paper: s and d need W; no functions of H and C alone give the order.
// Exact to rounding: energy, |m|, L = Q m.
//
// Limit      beyond the limit of h|w| a step reports and changes nothing; as the flow of a splitting it goes a longer step in
//            parts (travel).
#pragma once

#include "polhode/methods/method_name.hpp"
#include "polhode/methods/parts/modified_inertia.hpp"
#include "polhode/methods/parts/moser_veselov_solver.hpp"
#include "polhode/methods/tables/imr.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// The polynomials s and d in P = |V|^2, K = V . offset V, Z = |offset V|^2, times (h/2)^2, for one body; `terms` = order/2.
template <int terms, class T>
class MidpointBody : public ScaledBody<T> {
 public:
  MidpointBody() = default;
  explicit MidpointBody(const Principal<T>& body) noexcept : ScaledBody<T>(body) {
    s_[0][0][0] = T(1);
    for (int n = 1; n < terms; ++n) {
      for (const auto& term : tables::imr::s[n - 1]) s_[term.C][term.K][term.Z] += this->coefficient(term);
      for (const auto& term : tables::imr::d[n - 1]) d_[term.C][term.K][term.Z] += this->coefficient(term);
    }
  }
  struct Value {
    T value{}, dP{}, dK{}, dZ{};
  };
  Value s(T P, T K, T Z) const noexcept { return evaluate(s_, P, K, Z); }
  T d(T P, T K, T Z) const noexcept { return evaluate(d_, P, K, Z).value; }

 private:
  using Coefficients = T[terms][terms][terms];
  Coefficients s_{}, d_{};

  static Value evaluate(const Coefficients& c, T P, T K, T Z) noexcept {
    T p[terms], k[terms], z[terms];
    p[0] = k[0] = z[0] = T(1);
    for (int i = 1; i < terms; ++i) p[i] = p[i - 1] * P, k[i] = k[i - 1] * K, z[i] = z[i - 1] * Z;
    Value r;
    for (int n = terms - 1; n >= 0; --n)  // the small terms first
      for (int i = 0; i <= n; ++i)
        for (int j = 0; i + j <= n; ++j) {
          const int l = n - i - j;
          r.value += c[i][j][l] * (p[i] * k[j] * z[l]);
          if (i > 0) r.dP += T(Lane<T>(i)) * c[i][j][l] * (p[i - 1] * k[j] * z[l]);
          if (j > 0) r.dK += T(Lane<T>(j)) * c[i][j][l] * (p[i] * k[j - 1] * z[l]);
          if (l > 0) r.dZ += T(Lane<T>(l)) * c[i][j][l] * (p[i] * k[j] * z[l - 1]);
        }
    return r;
  }
};

/// q = s(V), as g(V, q) = 0.
template <class Body, class T>
struct ModifiedMidpoint {
  const Body& body;
  Triple<T> offset{};
  T half2{};  // (h/2)^2 in the units of 1/x

  POLHODE_INLINE Constraint<T> operator()(const Triple<T>& V, T q) const noexcept {
    const Triple<T> f = offset * V;
    const auto s = body.s(half2 * dot(V, V), half2 * dot(f, V), half2 * dot(f, f));
    const Triple<T> b = (T(2) * half2) * fma(offset * f, s.dZ, fma(f, s.dK, s.dP * V));
    return {q - s.value, b, T(-1), T(1)};
  }
  POLHODE_INLINE T start_slope(T) const noexcept { return T(-1); }
  POLHODE_INLINE T start(const Triple<T>& p, const Triple<T>& N, const Triple<T>& V2, T half) const noexcept {
    const Triple<T> V = fma(fma(V2, half, -N), half, p), f = offset * V;
    return body.s(half2 * dot(V, V), half2 * dot(f, V), half2 * dot(f, f)).value;
  }
};

}  // namespace detail

template <int order>
struct Imr : FreeMethod {
  static_assert(order == 2 || order == 4 || order == 6 || order == 8);
  static constexpr double kLimit = 1.5;
  static constexpr MethodInfo info{.name = numbered_name<"imr", order>,
                                   .title = order == 2 ? "implicit midpoint rule" : "modified implicit midpoint rule",
                                   .family = "Modified implicit midpoint",
                                   .order = order,
                                   .attitude_order = order,
                                   .is_explicit = false,
                                   .symmetric = true,
                                   .structure = Structure::none,
                                   .energy = Energy::exact,
                                   .keeps_casimir = true,
                                   .keeps_momentum = true,
                                   .step_limit = kLimit,
                                   .reference = "HairerVilmart2006, section 3"};

  template <class T>
  using Body = detail::MidpointBody<order / 2, T>;

  template <class T>
  static StepStatus<T> step(const Body<T>& body, T h, PrincipalState<T>& state) noexcept {
    using namespace detail;
    const MidpointStep<T> at(body, h, state.m);
    const Triple<T> offset(body.offset);
    const T half2 = at.half * at.half;
    const MidpointRoot<T> root = at.solve(at.half, kLimit, ModifiedMidpoint<Body<T>, T>{body, offset, half2});
    const Triple<T>& V = root.V;
    const Triple<T> g = offset * V;
    const T d = body.d(half2 * dot(V, V), half2 * dot(g, V), half2 * dot(g, g));
    finish_step(root, at.k, at.half * (fma(at.x, root.q, Triple<T>({d, d, d})) * V), root.converged, state);
    return {root.converged, root.iterations};
  }
  /// A step beyond the limit in parts. s and d are those of the midpoint of each of them: nothing can be kept.
  template <class T>
  [[gnu::noinline]] static StepStatus<T> travel(const Body<T>& body, T h, Mask<T> wanted,
                                                PrincipalState<T>& state) noexcept {
    const detail::Parts<T> parts(body, h, kLimit, state.m);
    return parts.go(wanted, state, [&](PrincipalState<T>& s) { return step(body, parts.h, s); });
  }
};

}  // namespace polhode::inline POLHODE_ISA
