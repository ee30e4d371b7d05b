// lgvi.hpp -- body under a torque: Lie group variational integrator, the discrete Moser-Veselov step between two kicks
//
// Source     [MoserVeselov1991] for the free step (dmv.hpp); equal to RATTLE and to `strang` on `dmv2`
// Step       m <- m + h/2 torque(t, Q, w)
//            m, Q <- one step of dmv2
//            m <- m + h/2 torque(t + h, Q, w)       w = I^-1 m after the kick
//
// Symbols    m, Q, w as everywhere (docs/reference/words.md)
//
// Torques    one evaluation a step. A torque that may depend on w takes one more, to see that it does not; one that does
//            (drag) makes the last kick the root of an equation and takes five or six.
// Symplectic in a potential; exact to rounding: L . e3 where the torque has no vertical part, L without torque.
// Limit      h|w| = 1 after the first kick, as in dmv2. Beyond it steps are reported.
#pragma once

#include "polhode/methods/dmv.hpp"
#include "polhode/methods/parts/known_torque.hpp"
#include "polhode/methods/parts/newton.hpp"

namespace polhode::inline POLHODE_ISA {

struct Lgvi : TorquedMethod {
  static constexpr MethodInfo info{.name = "lgvi",
                                   .title = "Lie group variational integrator: kicks and the Moser-Veselov step",
                                   .family = "General torques",
                                   .order = 2,
                                   .attitude_order = 2,
                                   .is_explicit = false,
                                   .symmetric = true,
                                   .structure = Structure::symplectic,
                                   .energy = Energy::bounded,
                                   .free_body_energy = Energy::exact,
                                   .takes_torque = true,
                                   .keeps_vertical = true,
                                   .torque_evaluations = 1,
                                   .step_limit = Dmv<2>::kLimit,
                                   .reference = "MoserVeselov1991"};

  template <class T>
  struct Body {
    Principal<T> principal{};
    Dmv<2>::Body<T> flow{};

    Body() = default;
    explicit Body(const Principal<T>& body) noexcept : principal(body), flow(body) {}
  };
  template <class T>
  using Memory = detail::KnownTorque<T>;

  template <class T, class Torque>
  static StepStatus<T> step(const Body<T>& body, const Torque& model, const TimeStep<T>& at, PrincipalState<T>& s,
                            Memory<T>& known) {
    const T h = at.h;
    const T a = T(0.5) * h;
    PrincipalState<T> after = s;
    after.m += a * known.at(model, body.principal, at.t, s);
    const StepStatus<T> flow = Dmv<2>::step(body.flow, h, after);
    const auto torque = [&](const Vec3<T>& m) {
      return Vec3<T>(torque_of(model, at.end, after.Q, times(body.principal.x, m)));
    };
    const auto kick = detail::kicked<most_of<Torque>().velocity, T>(depends_on_velocity(model), after.m, a, torque);
    after.m = kick.u;
    const Mask<T> good = flow.converged & kick.converged;
    s = select<T>(good, after, s);
    known.know(model, good, at.end, after, kick.torque);
    return {good, flow.iterations + kick.iterations};
  }
};

}  // namespace polhode::inline POLHODE_ISA
