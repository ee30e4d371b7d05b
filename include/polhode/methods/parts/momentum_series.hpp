// momentum_series.hpp -- the momentum of a body under a torque, as a Taylor series in space axes
//
// Equations  Q' = Q W/2,   L' = Q torque(t, Q, W),   W = I^-1 Q^-1 L
// Series     in s = (t' - t)/h. L = l_0 + l_1 s + ...: each l_j is fixed in space, and seen from the body it turns,
//            a_j' = a_j x W, a_j(0) = l_j (rotation/lie_series.hpp), so that W = I^-1 (a_0 + s a_1 + s^2 a_2 + ...) and
//            h torque = a_1 + 2 s a_2 + 3 s^2 a_3 + ...  The coefficient f_k of h torque gives l_(k+1):
//            (k + 1) l_(k+1) = f_k - sum_(1 <= j <= k) j a_j[k+1-j]
// The torque is called with power series, once for each k (numbers/power_series.hpp, methods/taylor.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "polhode/body/state.hpp"
#include "polhode/methods/method.hpp"
#include "polhode/numbers/error.hpp"
#include "polhode/numbers/power_series.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// Coefficient k of the torque, from those of attitude and angular velocity, which the calls before have given up to k - 1.
/// Not inlined: all methods of a program share it.
template <class T, class Torque>
[[gnu::noinline]] Vec3<T> torque_coefficient(SeriesTape<T>& tape, int k, std::size_t& operations, const Torque& torque,
                                             const TimeStep<T>& at, const Quaternion<T>& q, const Vec3<T>& velocity) {
  using S = PowerSeries<T>;
  const typename SeriesTape<T>::Pass pass(tape, k);
  const auto given = [&tape](const Vec3<T>& a) { return Vec3<S>{tape.given(a.x), tape.given(a.y), tape.given(a.z)}; };
  const S time = tape.given(k == 0 ? at.t : k == 1 ? at.h : T(0));
  const S w = tape.given(q.w);
  const Vec3<S> v = given(q.v), turning = given(velocity);
  const Vec3<S> tau = torque_of(torque, time, Quaternion<S>{w, v}, turning);
  if (k == 0) operations = tape.operations();
  if (tape.operations() != operations)
    throw InvalidInput(
        "the torque made " + std::to_string(operations) + " series in its first call of the step and " +
        std::to_string(tape.operations()) +
        " in a later one; it must do the same operations in each call, and keep no number from call to call");
  return {tau.x[k], tau.y[k], tau.z[k]};
}

}  // namespace detail

/// Over a time in which the step is 1, along the body axes of its beginning.
template <class T, int N, int V>
struct MomentumSeries {
  std::array<Vec3<T>, N + 1> l{};  ///< of the momentum in space
  std::array<Vec3<T>, V> W{};      ///< of the angular velocity in body axes, times h
};

/// By N calls of the torque. V <= N + 1 is the number of coefficients of the angular velocity.
template <int N, int V, class T, class Torque>
MomentumSeries<T, N, V> momentum_series(const Principal<T>& body, const Torque& torque, const TimeStep<T>& at,
                                        const PrincipalState<T>& s) {
  static_assert(TorqueModel<Torque, PowerSeries<T>>,
                "this method needs a torque that is a template on its number type: it asks for derivatives in time");
  static thread_local SeriesTape<T> tape(N - 1);
  static_assert(1 <= V && V <= N + 1);
  MomentumSeries<T, N, V> series;
  std::array<Vec3<T>, N + 1>& l = series.l;
  std::array<Vec3<T>, N + 1> W{};
  std::array<std::array<Vec3<T>, N + 1>, N + 1> a{};  // a[j][k]: coefficient k of l_j as the body sees it
  std::array<Quaternion<T>, N> q{s.Q};
  l[0] = a[0][0] = s.m;
  std::size_t operations = 0;
  const auto velocity_coefficient = [&](int k) {
    Vec3<T> m = a[0][k];
    for (int j = 1; j <= k; ++j) m += a[j][k - j];
    return times(body.x, m);
  };
  for (int k = 0; k < N; ++k) {
    const Vec3<T> velocity = velocity_coefficient(k);
    W[k] = at.h * velocity;
    const Vec3<T> tau = detail::torque_coefficient(tape, k, operations, torque, at, q[k], velocity);
    Vec3<T> sum = at.h * tau;
    for (int j = k + 1 < N || V > N ? 0 : 1; j <= k; ++j) {  // a_0 is needed for W alone
      const int n = k + 1 - j;
      Vec3<T> turned = cross(a[j][0], W[n - 1]);
      for (int i = 1; i < n; ++i) turned += cross(a[j][i], W[n - 1 - i]);
      a[j][n] = (T(1) / T(n)) * turned;
      sum -= T(j) * a[j][n];
    }
    l[k + 1] = a[k + 1][0] = (T(1) / T(k + 1)) * sum;
    if (k + 1 == N) break;
    Quaternion<T> dq = q[0] * Quaternion<T>{T(0), W[k]};
    for (int i = 1; i <= k; ++i) dq = dq + q[i] * Quaternion<T>{T(0), W[k - i]};
    q[k + 1] = (T(0.5) / T(k + 1)) * dq;
  }
  if constexpr (V > N) W[N] = at.h * velocity_coefficient(N);
  for (int k = 0; k < V; ++k) series.W[k] = W[k];
  return series;
}

}  // namespace polhode::inline POLHODE_ISA
