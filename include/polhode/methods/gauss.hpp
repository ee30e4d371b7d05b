// gauss.hpp -- a body under any torque: Gauss collocation of orders 8 and 16, the stages in the lanes of a register
//
// Source     [HairerLubichWanner2006] II.1.3; sweeps in lanes as in [AntonanaMakazagaMurua2025]
// Step       methods/parts/collocation.hpp. No derivatives of the torque; one sweep is one call of it with a pack of stages.
//
// gauss8, gauss16              sweep until nothing moves: the method is what theory says of it, to rounding.
//   Exact: what is quadratic in (Q, m), so the energy of a free body and |m|, and the total energy of a heavy top. Symmetric.
//   The energy in other potentials is right to the order of the method.
// gauss8-fixed, gauss16-fixed  sweep 7 and 11 times: faster, with errors of the order of the method in everything; the energy
//   drifts by what the missing sweeps leave (1e-15 a step for gauss16 at h|w| = 2).
//   A free body: the momentum alone is swept, and the attitude follows from it by a quadrature (parts/turn_by_momentum.hpp). That
//   takes two thirds of the steps to the same error, and keeps L = Q m. h|w| may be large where the momentum turns slowly; a
//   step in which it turns by more than 139 degrees is reported.
// Limit      none that is fixed: sweeps contract up to about h|w| = 2 to 2.5; where they do not, the step is reported, and the
//            state stays as it was.
#pragma once

#include <string_view>
#include <type_traits>

#include "polhode/methods/parts/collocation.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

template <int S, bool fixed>
constexpr MethodInfo gauss_card(std::string_view name, int evaluations) {
  return {
      .name = name,
      .title = fixed ? "Gauss collocation, a fixed number of sweeps" : "Gauss collocation, sweeps until nothing moves",
      .family = "Collocation",
      .order = 2 * S,
      .attitude_order = 2 * S,
      .is_explicit = false,
      .symmetric = !fixed,
      .energy = Energy::drifts,
      .free_body_energy = fixed ? Energy::drifts : Energy::exact,
      .takes_torque = true,
      .torque_evaluations = evaluations,
      .memory = "the polynomial of the last step, with which the next begins, and what additions have lost",
      .memory_may_be_lost = !fixed,
      .reference = "HairerLubichWanner2006, II.1.3; AntonanaMakazagaMurua2025"};
}

}  // namespace detail

/// S stages, order 2S; `number` sweeps, or as many as it takes if that is 0.
template <int S, int number = 0>
struct Gauss : TorquedMethod {
  static constexpr MethodInfo info = detail::gauss_card<S, (number > 0)>(
      S == 4 ? (number > 0 ? "gauss8-fixed" : "gauss8") : (number > 0 ? "gauss16-fixed" : "gauss16"),
      number > 0 ? S * number : 24 + S);

  template <class T>
  using Memory = detail::CollocationMemory<T, S>;
  template <class T>
  using Cache = detail::CollocationCache<T, S>;

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& torque, const TimeStep<T>& at, PrincipalState<T>& s,
                            Memory<T>& memory, Cache<T>& cache) {
    if constexpr (detail::kInlined<Torque, typename Cache<T>::V>)
      return inlined(body, torque, at, s, memory, cache);
    else
      return swept(body, torque, at, s, memory, cache);
  }

 private:
  template <class T, class Torque>
  [[gnu::flatten]] static StepStatus<T> inlined(const Principal<T>& body, const Torque& torque, const TimeStep<T>& at,
                                                PrincipalState<T>& s, Memory<T>& memory, Cache<T>& cache) {
    // A copy of a small torque is seen to stay as it is while stages are stored: what it computes of its own numbers alone
    // leaves the sweeps.
    if constexpr (std::is_trivially_copyable_v<Torque> && sizeof(Torque) <= 256) {
      const Torque mine = torque;
      return swept(body, mine, at, s, memory, cache);
    } else {
      return swept(body, torque, at, s, memory, cache);
    }
  }
  template <class T, class Torque>
  POLHODE_INLINE static StepStatus<T> swept(const Principal<T>& body, const Torque& torque, const TimeStep<T>& at,
                                            PrincipalState<T>& s, Memory<T>& memory, Cache<T>& cache) {
    // Nothing moves: a few roundings of the attitude. A fixed number has not contracted if the last sweep still moves this
    // much (rad); what it leaves is a tenth of that or less.
    constexpr double kStillMoves = 0.01;
    const detail::SweepGoal<T> goal{.fixed = number,
                                    .tolerance = number > 0 ? T(Lane<T>(kStillMoves)) : T(Lane<T>(8) * epsilon<T>())};
    constexpr bool fixed = number > 0, free = fixed && std::is_same_v<Torque, NoTorque>;
    const detail::Collocation<T, S, fixed, free> step(body, torque, at, s, memory, cache, goal);
    step.template take<!fixed>(step.sweeps.reached, s, memory);
    return {step.sweeps.reached, step.sweeps.number};
  }
};

using Gauss8 = Gauss<4>;
using Gauss16 = Gauss<8>;
using Gauss8Fixed = Gauss<4, 7>;
using Gauss16Fixed = Gauss<8, 11>;

}  // namespace polhode::inline POLHODE_ISA
