// runge_kutta.hpp -- one step of a body under any torque by any explicit table of stages
//
// The momentum is moved as in any Runge-Kutta method. How the attitude moves is given by a type, `Way`:
//
//   Way::Rate<T>              what is summed over the stages
//   Way::moved(c, n, h, k)    the motion h sum_j<n c_j k_j, from the attitude at the start of the step
//   Way::turn(u)              the rotation that it is
//   Way::rate(i, u, w)        its rate at stage i, where the motion is u and the angular velocity w; u = 0 at stage 0. It takes w
//                             by value: from a reference g++ 12 makes a copy in memory, 4 % of a step
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "polhode/methods/method.hpp"
#include "polhode/methods/parts/equations_of_motion.hpp"

namespace polhode::inline POLHODE_ISA::detail {

constexpr MethodInfo runge_kutta_card(std::string_view name, std::string_view title, int order, int evaluations,
                                      std::string_view source) {
  return {.name = name,
          .title = title,
          .family = "Runge-Kutta methods on the rotation group",
          .order = order,
          .attitude_order = order,
          .energy = Energy::drifts,
          .takes_torque = true,
          .torque_evaluations = evaluations,
          .reference = source};
}

template <class Way, class Table>
struct RungeKutta : TorquedMethod {
  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& torque, const TimeStep<T>& at, PrincipalState<T>& s,
                            NoMemory&) {
    const T t = at.t, h = at.h;
    constexpr auto c = Table::template coefficients<Lane<T>>();
    constexpr std::size_t n = c.stages;
    std::array<typename Way::template Rate<T>, n> k;
    std::array<Vec3<T>, n> dm;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < n; ++i) {
      const auto u = Way::moved(c.a[i], i, h, k);
      const Quaternion<T> Q = i == 0 ? s.Q : s.Q * Way::turn(u);
      const Rates<T> stage = rates(body, torque, t + T(c.c(i)) * h, Q, s.m + h * weighted<T>(c.a[i], i, dm));
      k[i] = Way::rate(i, u, stage.w);
      dm[i] = stage.dm;
    }
    s.Q = s.Q * Way::turn(Way::moved(c.b, n, h, k));
    s.m += h * weighted<T>(c.b, n, dm);
    return {};
  }
};

}  // namespace polhode::inline POLHODE_ISA::detail
