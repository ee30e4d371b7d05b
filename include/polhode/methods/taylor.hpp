// taylor.hpp -- a body under any smooth torque: Taylor series of attitude and momentum, of orders 8 and 12
//
// Source     [JorbaZou2005] section 2: coefficients by recurrence
// Equations  Q' = Q w/2,   m' = torque + m x w,   w = I^-1 m
// Series     in s = (t' - t)/h, with the coefficients q_k, m_k, w_k of Q, m and h w, and f_k of h torque:
//            q_(k+1) = sum_i q_i w_(k-i) / (2 (k+1)),   m_(k+1) = (f_k + sum_i m_i x w_(k-i)) / (k+1)
// Step       Q <- q_0 + q_1 + ... + q_N, brought to length 1;   m <- m_0 + m_1 + ... + m_N
//
// The torque is called with series in place of numbers, once for each k, and each call adds the next coefficient of
// whatever it computes (numbers/power_series.hpp). So it must be a template on its number type, as all torques of the library
// are; a function written for double alone has no derivatives to offer. A torque that does other operations in one call
// than in another (it keeps a T from call to call, or chooses by something else than values) is refused by an exception.
//
// Nothing is exact but |Q| = 1. For small errors in large steps.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "polhode/methods/method.hpp"
#include "polhode/methods/method_name.hpp"
#include "polhode/numbers/error.hpp"
#include "polhode/numbers/power_series.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

template <int N>
struct Taylor : TorquedMethod {
  static constexpr MethodInfo info{.name = numbered_name<"taylor", N>,
                                   .title = "Taylor series, derivatives of the torque by series arithmetic",
                                   .family = "Taylor series",
                                   .order = N,
                                   .attitude_order = N,
                                   .energy = Energy::drifts,
                                   .takes_torque = true,
                                   .needs = {.series = true},
                                   .torque_evaluations = N,
                                   .reference = "JorbaZou2005, section 2"};

  template <class Torque>
  static constexpr bool takes = TorqueModel<Torque, PowerSeries<double>>;

  template <class T, class Torque>
  static StepStatus<T> step(const Principal<T>& body, const Torque& torque, const TimeStep<T>& at, PrincipalState<T>& s,
                            NoMemory&) {
    const T t = at.t, h = at.h;
    using S = PowerSeries<T>;
    static_assert(TorqueModel<Torque, S>, "a Taylor method needs a torque that is a template on its number type");
    static thread_local SeriesTape<T> tape(N - 1);
    std::array<Quaternion<T>, N + 1> q;
    std::array<Vec3<T>, N + 1> m, w;
    q[0] = s.Q, m[0] = s.m;
    std::size_t operations = 0;
    for (int k = 0; k < N; ++k) {
      const typename SeriesTape<T>::Pass pass(tape, k);
      const auto given = [](const Vec3<T>& a) { return Vec3<S>{tape.given(a.x), tape.given(a.y), tape.given(a.z)}; };
      const Vec3<T> velocity = times(body.x, m[k]);
      const S time = tape.given(k == 0 ? t : k == 1 ? h : T(0));
      const Vec3<S> tau = torque_of(torque, time, Quaternion<S>{tape.given(q[k].w), given(q[k].v)}, given(velocity));
      if (k == 0) operations = tape.operations();
      if (tape.operations() != operations)
        throw InvalidInput(
            std::string(info.name) + ": the torque made " + std::to_string(operations) +
            " series in its first call of the step and " + std::to_string(tape.operations()) +
            " in a later one; it must do the same operations in each call, and keep no number from call to call");
      w[k] = h * velocity;
      Vec3<T> dm = h * Vec3<T>{tau.x[k], tau.y[k], tau.z[k]};
      Quaternion<T> dq{T(0), {}};
      for (int i = 0; i <= k; ++i) {
        dm += cross(m[i], w[k - i]);
        dq = dq + q[i] * Quaternion<T>{T(0), w[k - i]};
      }
      const T inverse = T(1) / T(k + 1);
      m[k + 1] = inverse * dm, q[k + 1] = (T(0.5) * inverse) * dq;
    }
    Quaternion<T> Q = q[N];
    s.m = m[N];
    for (int k = N - 1; k >= 0; --k) Q = Q + q[k], s.m += m[k];  // the small ones first
    s.Q = normalized(Q);
    return {};
  }
};

}  // namespace polhode::inline POLHODE_ISA
