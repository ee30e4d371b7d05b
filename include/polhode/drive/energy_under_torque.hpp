// energy_under_torque.hpp -- the energy correction where a torque acts: the wanted energy follows the work
//
// Source     [Buss2001] section 4 with eq. (11): E' = w . L', the power of the torque
// Wanted     in a potential that does not depend on time: the total energy, as it was at the beginning;
//            else: the kinetic energy of the beginning and the work since, the integral of w . torque over each step from the
//            state before it, by the extrapolated midpoint rule, at least one order higher than the method
// Turn       L = Q m stays. A turn of the body by the vector d changes the energy H by G . d,  G = w x m - torque
//            (the torque only where H has its potential), so d = -(H - wanted) G/|G|^2, Newton's step along the gradient,
//            until H is right to rounding. In a potential the closed form of energy_correction.hpp would not do: the
//            turn changes the potential energy as well.
// Not turned where the turn would be more than a quarter of what the body has turned in the step, as near a spin about an axis
//            of extreme moment, where the gradient vanishes: that is no correction.
#pragma once

#include <array>
#include <cstddef>

#include "polhode/body/inertia.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/methods/method.hpp"
#include "polhode/rotation/so3.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// At most so many columns of the extrapolation; order 20 is more than steps in double can use.
inline constexpr int kMostWorkColumns = 10;

/// The work of the torque from t to t + h, along the motion from s, by k columns: order 2k.
template <class T, class Torque>
T work_of_step(const Principal<T>& body, const Torque& torque, T t, T h, const PrincipalState<T>& s, int k) {
  struct Numbers {
    Quaternion<T> Q;
    Vec3<T> m;
    T work;
  };
  const auto rates = [&](T at, const Numbers& y) {
    const Vec3<T> w = times(body.x, y.m), tau = torque_of(torque, at, normalized(y.Q), w);
    return Numbers{T(0.5) * (y.Q * Quaternion<T>{T(0), w}), cross(y.m, w) + tau, dot(w, tau)};
  };
  const auto moved = [](const Numbers& y, T d, const Numbers& f) {
    return Numbers{y.Q + d * f.Q, y.m + d * f.m, y.work + d * f.work};
  };
  const Numbers start{s.Q, s.m, T(0)}, first = rates(t, start);
  std::array<T, kMostWorkColumns> row{};  // of the extrapolation table, the newest
  T work(0);
  for (int j = 1; j <= k; ++j) {
    const int n = 2 * j;
    const T d = h / T(n);
    Numbers before = start, now = moved(start, d, first);
    for (int i = 1; i < n; ++i) {
      const Numbers next = moved(before, T(2) * d, rates(t + T(i) * d, now));
      before = now, now = next;
    }
    work = now.work;
    for (int l = 0; l < j - 1; ++l) {  // Aitken and Neville
      const T ratio = T(j) * T(j) / (T(j - 1 - l) * T(j - 1 - l)) - T(1);
      const T better = work + (work - row[std::size_t(l)]) / ratio;
      row[std::size_t(l)] = work;
      work = better;
    }
    row[std::size_t(j - 1)] = work;
  }
  return work;
}

}  // namespace detail

/// To be called after each step of any method under a torque.
template <class T = double>
class EnergyFollower {
 public:
  /// For a method of this order.
  EnergyFollower(const Principal<T>& body, int order) noexcept
      : body_(body), columns_(order < 2 * detail::kMostWorkColumns - 1 ? (order + 2) / 2 : detail::kMostWorkColumns) {}

  /// Begins anew with the next step.
  void restart() noexcept { begun_ = T(0); }

  /// After a step from `before` to s: the wanted energy follows, and if it is time to correct, s is turned to it, in the lanes
  /// that took their step. The torque may throw; then nothing is changed.
  template <class Torque>
  void operator()(const Torque& torque, const TimeStep<T>& at, const PrincipalState<T>& before, Mask<T> good,
                  bool correct, PrincipalState<T>& s) {
    const bool total = has_total_energy(torque);
    T wanted = wanted_;
    if (!all_lanes<T>(begun_ == T(1))) wanted = energy_at(torque, total, at.t, before);
    if (!total) wanted = wanted + detail::work_of_step(body_, torque, at.t, at.h, before, columns_);
    PrincipalState<T> turned = s;
    if (correct) turned = select<T>(turn(torque, total, wanted, at, turned) & good, turned, s);
    wanted_ = wanted, begun_ = T(1);
    s = turned;
  }

  /// What has to be saved with the state.
  template <class F>
  void each_field(F&& f) {
    f("wanted", wanted_), f("begun", begun_);
  }

 private:
  Principal<T> body_;
  int columns_;
  T wanted_{}, begun_{};

  /// Whether the energy in the potential is one that stays.
  template <class Torque>
  static bool has_total_energy(const Torque& torque) {
    if constexpr (Potential<Torque, T>) {
      const Abilities able = abilities_of(torque);
      return able.potential && !able.time;
    } else {
      return false;
    }
  }
  template <class Torque>
  static T potential_energy(const Torque& torque, bool total, T t, const Quaternion<T>& Q) {
    if constexpr (Potential<Torque, T>) {
      if (total) return energy_of(torque, t, Q);
    }
    return T(0);
  }
  template <class Torque>
  T energy_at(const Torque& torque, bool total, T t, const PrincipalState<T>& s) const {
    return energy(body_, s.m) + potential_energy(torque, total, t, s.Q);
  }

  /// True in the lanes that have the wanted energy now, or had it before.
  template <class Torque>
  Mask<T> turn(const Torque& torque, bool total, T wanted, const TimeStep<T>& at, PrincipalState<T>& s) const {
    constexpr int kMost = 8;
    const T rounding(Lane<T>(4) * epsilon<T>());
    const T largest = abs(at.h) * norm(times(body_.x, s.m)) * T(0.25);
    Mask<T> reached{};
    T turned(0);
    for (int i = 0; i < kMost; ++i) {
      const T kinetic = energy(body_, s.m), stored = potential_energy(torque, total, at.end, s.Q);
      const T error = (kinetic - wanted) + stored;
      reached = abs(error) <= rounding * (kinetic + abs(stored));
      if (all_lanes<T>(reached)) break;
      const Vec3<T> w = times(body_.x, s.m);
      Vec3<T> slope = cross(w, s.m);
      if (total) slope = slope - torque_of(torque, at.end, s.Q, w);
      const Vec3<T> d = (-error / norm2(slope)) * slope;
      const T angle = norm(d);
      turned = turned + angle;
      const Mask<T> go = !reached & (turned <= largest);  // not where it is NaN
      const Turn<T> r = exp(select<T>(go, d, Vec3<T>{}));
      s = select<T>(go, PrincipalState<T>{s.Q * r, rotate_back(r, s.m)}, s);
      if (all_lanes<T>(!go)) break;
    }
    // Near to rounding the last bits may go to and fro; that is as good as it gets.
    const T error = energy_at(torque, total, at.end, s) - wanted;
    return abs(error) <= T(16) * rounding * (energy(body_, s.m) + abs(potential_energy(torque, total, at.end, s.Q)));
  }
};

}  // namespace polhode::inline POLHODE_ISA
