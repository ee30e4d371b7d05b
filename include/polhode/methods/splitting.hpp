// splitting.hpp -- a body in a potential: kicks by the torque, drifts of the free body; one engine for all tables
//
// Source     [CelledoniSafstrom2006] section 2, [Vilmart2013] eqs. (11), (16) and "High-order Nystrom splitting methods",
//            [BlanesMoan2002]; tables/splitting.hpp
// Kick       m <- m + b h torque(t, Q), at the time t that the drifts have come to: a potential may depend on time
// Drift      the free body moves for a h, by any method of the free body (the flow)
// Modified   (nystrom4) the middle kick is by the modified potential:
//              m <- m + 2h/3 torque + h^3/36 (D_w torque + w x torque),  w = I^-1 torque,  D_w along Q hat(w)
//            The text has the opposite sign, half the factor and misses a component (docs/why/errata.md).
// Parts      A drift beyond the limit of its flow (DMV, MZ, IMR) is gone in parts, at most 64: a small and costly potential
//            allows long steps. [HairerVilmart2006] Remark 3.1. Not by rattle, which is what its equations are.
// Without derivatives (nystrom4-hf): with r = exp(h^2/24 I^-1 torque(Q)), the middle kick is 2h/3 r torque(Q r).
//            Order 4 and symmetric all the same, not symplectic. [YinMawhinney2011] did so on SU(3).
//
// The torque at the end of a step is the one at the beginning of the next. It is kept with the attitude it belongs to, and
// computed anew if the attitude is another: a changed state or a restart costs one evaluation and changes no bit.
#pragma once

#include <concepts>

#include "polhode/methods/dmv.hpp"
#include "polhode/methods/method.hpp"
#include "polhode/methods/parts/known_torque.hpp"
#include "polhode/methods/tables/processed.hpp"
#include "polhode/methods/tables/splitting.hpp"
#include "polhode/rotation/so3.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

constexpr int least(int a, int b) {
  return a < b ? a : b;
}

template <class T, class Flow>
struct SplittingBody {
  Principal<T> principal{};
  typename Flow::template Body<T> flow{};

  SplittingBody() = default;
  explicit SplittingBody(const Principal<T>& body) noexcept : principal(body), flow(body) {}
};

/// Whether it is a kernel with a processor: processed.hpp.
template <class Table>
inline constexpr bool has_processor = requires { Table::template processor<double>(); };

/// Whether drifts beyond the limit of the flow are gone in parts.
template <class Table, class Flow>
inline constexpr bool goes_in_parts = !std::same_as<Table, RattleTable> && requires(PrincipalState<double>& s) {
  Flow::travel(typename Flow::template Body<double>{}, 1.0, true, s);
};

}  // namespace detail

/// The card of a splitting follows from its table and from the card of its flow.
template <class Table, bool hessian_free = false>
constexpr MethodInfo splitting_card(const MethodInfo& flow) {
  // Strang's splitting on a symmetric flow is symmetric and of order 2, whatever the order of the flow: that is all a
  // symmetric composition asks for.
  const int flow_order = detail::least(flow.order, flow.attitude_order);
  const bool lifted = requires { typename Table::Composed; } && flow.symmetric && flow_order >= 2;
  const int order = lifted ? Table::order : detail::least(Table::order, flow_order);
  const bool symplectic = flow.structure == Structure::symplectic && !hessian_free;
  // A flow that is Poisson alone lets the energy drift with a power of h that is its order: from 16 on no drift is seen in
  // 1e6 steps of h|w| = 0.5, and at lower orders it is (tests/support/torqued_contract.hpp, tests/methods/splitting_test.cpp).
  const bool nearly = flow.structure == Structure::poisson && flow_order >= 16 && !hessian_free;
  constexpr bool processed = detail::has_processor<Table>;
  return {
      .name = hessian_free ? std::string_view("nystrom4-hf") : Table::name,
      .title = hessian_free ? std::string_view("three kicks, the middle one at a displaced attitude") : Table::title,
      .family = "Splittings",
      .order = order,
      .attitude_order = order,
      .is_explicit = flow.is_explicit,
      .symmetric = flow.symmetric && !processed,
      .structure = symplectic && !processed ? Structure::symplectic : Structure::none,
      .energy = symplectic || nearly ? Energy::bounded : Energy::drifts,
      .free_body_energy = flow.energy,
      .takes_torque = true,
      .needs = {.potential = true, .derivative = Table::modified && !hessian_free},
      .flow = flow.name,
      .keeps_vertical = flow.keeps_momentum,
      .torque_evaluations = int(Table::template coefficients<double>().a.size()) + (hessian_free ? 1 : 0),
      .step_limit = (std::same_as<Table, RattleTable> ? 1 : detail::Parts<double>::kMost) * flow.step_limit,
      .memory = processed ? std::string_view("state of the kernel; a state that is looked at costs 9 evaluations more")
                          : std::string_view(),
      .memory_may_be_lost = processed,
      .reference = hessian_free ? std::string_view("YinMawhinney2011, on SU(3); here as nystrom4") : Table::source};
}

template <class Table, class Flow, bool hessian_free = false>
struct Splitting : TorquedMethod {
  static constexpr MethodInfo info = [] {
    MethodInfo card = splitting_card<Table, hessian_free>(Flow::info);
    if (!detail::goes_in_parts<Table, Flow>) card.step_limit = Flow::info.step_limit;
    return card;
  }();

  template <class T>
  using Body = detail::SplittingBody<T, Flow>;
  template <class T>
  using Cache = detail::KnownTorque<T>;

  template <class T, class Torque>
  static StepStatus<T> step(const Body<T>& body, const Torque& potential, const TimeStep<T>& at, PrincipalState<T>& s,
                            NoMemory&, Cache<T>& known) {
    constexpr auto c = Table::template coefficients<Lane<T>>();
    constexpr std::size_t n = c.a.size();
    const T h = at.h;
    PrincipalState<T> now = s;
    StepStatus<T> status{};
    kick(T(c.b[0]) * h, known.at(potential, body.principal, at.t, now), now.m);
    Lane<T> moved = 0;  // the part of the step that the drifts have gone
    for (std::size_t i = 0; i < n; ++i) {
      const StepStatus<T> one = drift(body, T(c.a[i]) * h, now);
      status.converged = status.converged & one.converged;
      status.iterations += one.iterations;
      if (lanes<T> == 1 && !all_lanes<T>(one.converged)) return status;
      moved += c.a[i];
      const T t = i + 1 < n ? at.t + T(moved) * h : at.end;
      if constexpr (Table::modified) {
        if (i + 1 < n) {
          middle_kick(body.principal, potential, t, h, now);
          continue;
        }
      }
      const Vec3<T> torque = torque_of(potential, t, now.Q, Vec3<T>{});  // may throw: s is unchanged
      kick(T(c.b[i + 1]) * h, torque, now.m);
      if (i + 1 == n) known.know(potential, Mask<T>(true), t, now, torque);
    }
    assign<T>(status.converged, now, s);
    return status;
  }

 protected:
  template <class T>
  POLHODE_INLINE static StepStatus<T> drift(const Body<T>& body, T h, PrincipalState<T>& now) noexcept {
    if constexpr (detail::goes_in_parts<Table, Flow>) {
      const PrincipalState<T> before = now;
      const StepStatus<T> whole = drift_whole(body, h, now);
      if (all_lanes<T>(whole.converged)) return whole;
      if (lanes<T> == 1) now = before;
      const StepStatus<T> parts = Flow::travel(body.flow, h, !whole.converged, now);
      return {Mask<T>(whole.converged | parts.converged), whole.iterations + parts.iterations};
    } else {
      return drift_whole(body, h, now);
    }
  }
  /// Of one body, `now` need not be kept if the flow fails (Flow::move), which is faster.
  template <class T>
  POLHODE_INLINE static StepStatus<T> drift_whole(const Body<T>& body, T h, PrincipalState<T>& now) noexcept {
    if constexpr (lanes<T> == 1 && requires { Flow::move(body.flow, h, now); })
      return Flow::move(body.flow, h, now);
    else
      return Flow::step(body.flow, h, now);
  }
  template <class T>
  POLHODE_INLINE static void kick(T a, const Vec3<T>& torque, Vec3<T>& m) noexcept {
    m = {fma(a, torque.x, m.x), fma(a, torque.y, m.y), fma(a, torque.z, m.z)};
  }

 private:
  template <class T, class Torque>
  static void middle_kick(const Principal<T>& body, const Torque& potential, T t, T h, PrincipalState<T>& s) {
    const auto torque = [&](const Quaternion<T>& Q) { return Vec3<T>(torque_of(potential, t, Q, Vec3<T>{})); };
    const Vec3<T> tau = torque(s.Q), w = times(body.x, tau);
    if constexpr (hessian_free) {
      const Turn<T> r = exp((h * h / T(24)) * w);
      s.m += (T(2) * h / T(3)) * rotate(r, torque(s.Q * r));
    } else {
      s.m += (T(2) * h / T(3)) * tau + (h * h * h / T(36)) * (torque_along_of(potential, t, s.Q, w) + cross(w, tau));
    }
  }
};

/// RATTLE for the matrices (P, Q) with the constraint Q^T Q = 1, in quaternions: it is Strang's splitting on the unmodified
/// discrete Moser-Veselov flow, step for step (tests/methods/splitting_test.cpp has the matrix form).
using Rattle = Splitting<RattleTable, Dmv<2>>;

template <class Flow>
using Strang = Splitting<StrangTable, Flow>;
template <class Flow>
using Nystrom4 = Splitting<Nystrom4Table, Flow>;
template <class Flow>
using Nystrom4HessianFree = Splitting<Nystrom4Table, Flow, true>;
template <class Flow>
using Rkn4 = Splitting<Rkn4Table, Flow>;
template <class Flow>
using Rkn6 = Splitting<Rkn6Table, Flow>;
template <class Flow>
using Composition4 = Splitting<ComposedStrang<Suzuki5>, Flow>;
template <class Flow>
using Composition6 = Splitting<ComposedStrang<KahanLi9>, Flow>;
template <class Flow>
using Composition8 = Splitting<ComposedStrang<KahanLi17>, Flow>;

/// Calls f with every splitting that works on any flow: f.template operator()<Table, hessian_free>(). Its method is
/// SplittingOn<Table, Flow, hessian_free> (processed.hpp).
template <class F>
void each_splitting(F&& f) {
  f.template operator()<StrangTable, false>();
  f.template operator()<Nystrom4Table, false>();
  f.template operator()<Nystrom4Table, true>();
  f.template operator()<Rkn4Table, false>();
  f.template operator()<Rkn6Table, false>();
  f.template operator()<Rkn6ProcessedTable, false>();
  f.template operator()<ComposedStrang<Suzuki5>, false>();
  f.template operator()<ComposedStrang<KahanLi9>, false>();
  f.template operator()<ComposedStrang<KahanLi17>, false>();
}

}  // namespace polhode::inline POLHODE_ISA
