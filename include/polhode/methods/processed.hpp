// processed.hpp -- a body in a potential: a splitting that is of its order only in other variables, and the way there and back
//
// Source     [BlanesCasasRos2001], named by [Vilmart2013]; tables/processed.hpp
// Method     P K K ... K P^-1. The kernel K is a symmetric splitting, the processor P a short sequence of kicks and drifts;
//            both are maps of h. P^-1 once at the start, K at every step, P for a state that is looked at.
// Cost       the kernel needs three conditions for order 6, a splitting without processor six: 8 evaluations of the torque
//            a step (rkn6: 11). A state that is looked at costs 9 more; `pass` (drive/pass.hpp) makes steps without.
// Memory     the state of the kernel, and the state that was shown for it. Another state, another step or another time is
//            a new start, by P^-1.
//
// The first kick of P is where the last one of K is: its torque is known. K and P are symplectic, so the energy has no drift;
// errors of P do not build up. The kicks of P lie between 0.25 h before the end of the step and 0.56 h after it, those of P^-1 as
// much around its beginning: a potential that depends on time is asked there.
#pragma once

#include <type_traits>

#include "polhode/methods/splitting.hpp"

namespace polhode::inline POLHODE_ISA {

template <class Table, class Flow>
struct Processed : Splitting<Table, Flow> {
  using Kernel = Splitting<Table, Flow>;
  static constexpr MethodInfo info = Kernel::info;
  /// Of the torque, for a state that is looked at.
  static constexpr int look_evaluations = int(Table::template processor<double>().z.size()) - 1;

  template <class T>
  using Body = typename Kernel::template Body<T>;
  template <class T>
  using Cache = typename Kernel::template Cache<T>;
  template <class T>
  struct Memory {
    PrincipalState<T> kernel{};
    PrincipalState<T> shown{{T(0), {}}, {}};  ///< no attitude: there was none
    T h{}, t{};                               ///< of the step before: its length and its end

    template <class F>
    void each_field(F&& f) {
      f("kernel", kernel), f("shown", shown), f("h", h), f("t", t);
    }
  };

  template <class T, class Torque>
  static StepStatus<T> step(const Body<T>& body, const Torque& potential, const TimeStep<T>& at, PrincipalState<T>& s,
                            Memory<T>& before, Cache<T>& known) {
    return go<true>(body, potential, at, s, before, known);
  }
  /// A step whose end is not looked at: s is then the state of the kernel, good for nothing but the next step.
  template <class T, class Torque>
  static StepStatus<T> pass(const Body<T>& body, const Torque& potential, const TimeStep<T>& at, PrincipalState<T>& s,
                            Memory<T>& before, Cache<T>& known) {
    return go<false>(body, potential, at, s, before, known);
  }
  /// After a pass: s becomes the state at its end.
  template <class T, class Torque>
  static StepStatus<T> look(const Body<T>& body, const Torque& potential, PrincipalState<T>& s, Memory<T>& before,
                            const Cache<T>& known) {
    const Mask<T> begun = norm2(before.shown.Q) != T(0);
    PrincipalState<T> shown = before.kernel;
    const StepStatus<T> status = from_kernel(body, potential, before.t, before.h, shown, known);
    const Mask<T> good = begun & status.converged;
    assign<T>(good, shown, before.shown);
    assign<T>(good, shown, s);
    return {Mask<T>(status.converged | !begun), status.iterations};
  }

 private:
  template <bool looked, class T, class Torque>
  static StepStatus<T> go(const Body<T>& body, const Torque& potential, const TimeStep<T>& at, PrincipalState<T>& s,
                          Memory<T>& before, Cache<T>& known) {
    const Mask<T> same_state = detail::same(before.shown, s), same_step = before.h == at.h;
    const Mask<T> same_time = detail::same_time(potential, before.t, at.t, at.h);
    const Mask<T> goes_on = same_state & same_step & same_time;
    Memory<T> now{before.kernel, {}, at.h, at.end};
    StepStatus<T> status{};
    if (!all_lanes<T>(goes_on)) {
      PrincipalState<T> begun = s;
      status = to_kernel(body, potential, at.t, at.h, begun);
      status.converged = status.converged | goes_on;
      if (lanes<T> == 1 && !all_lanes<T>(status.converged)) return status;
      now.kernel = select<T>(goes_on, now.kernel, begun);
    }
    NoMemory none;
    add(Kernel::step(body, potential, at, now.kernel, none, known), status);
    if (lanes<T> == 1 && !all_lanes<T>(status.converged)) return status;
    now.shown = now.kernel;
    if constexpr (looked) add(from_kernel(body, potential, at.end, at.h, now.shown, known), status);
    assign<T>(status.converged, now.kernel, before.kernel);
    assign<T>(status.converged, now.shown, before.shown);
    before.h = select<T>(status.converged, now.h, before.h);
    before.t = select<T>(status.converged, now.t, before.t);
    assign<T>(status.converged, now.shown, s);
    return status;
  }
  template <class T>
  static void add(const StepStatus<T>& one, StepStatus<T>& all) noexcept {
    all.converged = all.converged & one.converged;
    all.iterations += one.iterations;
  }
  /// P. The torque of the first kick is the last one of the kernel.
  template <class T, class Torque>
  static StepStatus<T> from_kernel(const Body<T>& body, const Torque& potential, T t, T h, PrincipalState<T>& s,
                                   const Cache<T>& known) {
    constexpr auto p = Table::template processor<Lane<T>>();
    StepStatus<T> status{};
    Lane<T> moved = 0;
    for (std::size_t i = 0; i < p.z.size(); ++i) {
      const T now = i > 0 ? t + T(moved) * h : t;
      const Vec3<T> torque =
          i > 0 ? Vec3<T>(torque_of(potential, now, s.Q, Vec3<T>{})) : known.at(potential, body.principal, t, s);
      Kernel::kick(T(p.z[i]) * h, torque, s.m);
      add(Kernel::drift(body, T(p.x[i]) * h, s), status);
      moved += p.x[i];
    }
    return status;
  }
  /// P^-1: the same backwards.
  template <class T, class Torque>
  static StepStatus<T> to_kernel(const Body<T>& body, const Torque& potential, T t, T h, PrincipalState<T>& s) {
    constexpr auto p = Table::template processor<Lane<T>>();
    StepStatus<T> status{};
    Lane<T> moved = 0;
    for (std::size_t i = p.z.size(); i-- > 0;) {
      add(Kernel::drift(body, T(-p.x[i]) * h, s), status);
      moved -= p.x[i];
      const T now = i > 0 ? t + T(moved) * h : t;
      Kernel::kick(T(-p.z[i]) * h, Vec3<T>(torque_of(potential, now, s.Q, Vec3<T>{})), s.m);
    }
    return status;
  }
};

template <class Flow>
using Rkn6Processed = Processed<Rkn6ProcessedTable, Flow>;

/// The splitting of any table.
template <class Table, class Flow, bool hessian_free = false>
using SplittingOn =
    std::conditional_t<detail::has_processor<Table>, Processed<Table, Flow>, Splitting<Table, Flow, hessian_free>>;

}  // namespace polhode::inline POLHODE_ISA
