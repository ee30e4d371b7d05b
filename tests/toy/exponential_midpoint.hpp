// exponential_midpoint.hpp -- free rigid body: one rotation by the angular velocity half a step ahead
//
// Source     [Key] eq. (n)
// Step       m_half = exp(-h/2 w) m,  Q <- Q exp(h w_half),  m <- exp(-h w_half) m
//
// Exact to rounding: |m|, L = Q m. Energy drifts.
#pragma once

#include "polhode/methods/method.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

struct ExponentialMidpoint : FreeMethod {
  static constexpr MethodInfo info{.name = "exponential-midpoint",
                                   .title = "one rotation by the angular velocity half a step ahead",
                                   .family = "Lie series (Buss)",
                                   .order = 2,
                                   .attitude_order = 2,
                                   .energy = Energy::drifts,
                                   .keeps_casimir = true,
                                   .keeps_momentum = true,
                                   .reference = "folklore"};

  template <class T>
  static StepStatus<T> step(const Principal<T>& body, T h, PrincipalState<T>& s) noexcept {
    const Vec3<T> half = rotate_back(exp(T(0.5) * h * times(body.x, s.m)), s.m);
    const Turn<T> r = exp(h * times(body.x, half));
    s.Q = s.Q * r;
    s.m = rotate_back(r, s.m);
    return {};
  }
};

}  // namespace polhode::inline POLHODE_ISA
