// buss_rk4.hpp -- free rigid body: the classical Runge-Kutta method on rotation vectors, as compared by Buss
//
// Source     [Buss2001] section 3, "Runge-Kutta and Adams-Bashforth-Moulton methods"
// Step       k1 = w(Omega), k2 = w(R(h k1/2) Omega), k3 = w(R(h k2/2) Omega), k4 = w(R(h k3) Omega)
//            Omega <- R(h (k1 + 2 k2 + 2 k3 + k4)/6) Omega
//
// Symbols    here    Buss
//            Q       Omega      attitude, body -> space
//            m, L    L_bd, L    momentum in body axes, in space axes
//            W       nu         angular velocity in body axes, I^-1 m
//            k1..k4  --         angular velocities in space axes; here along the body axes at the start of the step
//
// Of second order only: rotation vectors of different moments do not simply add up. Kept for comparison with the tables.
// Exact to rounding: L = Q m and |m|. Energy drifts.
// Differs from the paper: the text averages the rotations as quaternions; its tables come out, all nine, when the rotation
// vectors are averaged (132.808 at h = 0.016; quaternions give 132.584).
#pragma once

#include <array>

#include "polhode/methods/method.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::inline POLHODE_ISA {

struct BussRk4 : FreeMethod {
  static constexpr MethodInfo info{.name = "buss-rk4",
                                   .title = "classical Runge-Kutta on rotation vectors, as in Buss's tables",
                                   .family = "Comparison methods (Buss)",
                                   .order = 2,
                                   .attitude_order = 2,
                                   .energy = Energy::drifts,
                                   .keeps_casimir = true,
                                   .keeps_momentum = true,
                                   .reference = "Buss2001, section 3, Runge-Kutta"};

  /// k1 ... k4
  template <class T>
  static std::array<Vec3<T>, 4> stages(const Principal<T>& body, T h, const PrincipalState<T>& s) noexcept {
    // w(R(v) Omega), v and the result along the body axes at the start: turn by v, take I^-1 m there, turn it back.
    const auto velocity_after = [&](const Vec3<T>& v) {
      const Turn<T> r = exp(v);
      return rotate(r, times(body.x, rotate_back(r, s.m)));
    };
    const Vec3<T> k1 = times(body.x, s.m);
    const Vec3<T> k2 = velocity_after((T(0.5) * h) * k1);
    const Vec3<T> k3 = velocity_after((T(0.5) * h) * k2);
    return {k1, k2, k3, velocity_after(h * k3)};
  }
  template <class T>
  static StepStatus<T> step(const Principal<T>& body, T h, PrincipalState<T>& s) noexcept {
    const auto [k1, k2, k3, k4] = stages(body, h, s);
    turn(s, exp((h / T(6)) * (k1 + T(2) * k2 + T(2) * k3 + k4)));
    return {};
  }
};

}  // namespace polhode::inline POLHODE_ISA
