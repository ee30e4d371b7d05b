// combined.hpp -- torques made of torques: sums, and the change to principal axes
//
// They have the most general signatures, torque(t, Q, w) and energy(t, Q), and pass on what their parts depend on: a method
// that makes one evaluation a step of a torque that does not depend on w makes one of a sum of such torques, too.
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

/// Several models at once. A sum of potentials is a potential.
template <class... Models>
struct TorqueSum {
  static constexpr Abilities kMost = (kAllAbilities & ... & most_of<Models>());
  std::tuple<Models...> models;

  constexpr Abilities abilities() const {
    return std::apply([](const auto&... m) { return (kAllAbilities & ... & abilities_of(m)); }, models);
  }
  template <class T>
    requires(Potential<Models, T> && ...)
  T energy(T t, const Quaternion<T>& Q) const {
    return std::apply([&](const auto&... m) { return (energy_of(m, t, Q) + ...); }, models);
  }
  template <class T>
    requires(PotentialWithDerivative<Models, T> && ...)
  Vec3<T> torque_along(T t, const Quaternion<T>& Q, const Vec3<T>& d) const {
    return std::apply([&](const auto&... m) { return (torque_along_of(m, t, Q, d) + ...); }, models);
  }
  template <class T>
    requires(TorqueModel<Models, T> && ...)
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    return std::apply([&](const auto&... m) { return (torque_of(m, t, Q, w) + ...); }, models);
  }
  template <class T>
    requires(HasAtTime<Models, T> || ...)
  auto at_time(const T& t) const {
    const auto one = [&]<class M>(const M& m) {
      if constexpr (HasAtTime<M, T>)
        return m.at_time(t);
      else
        return AtTime<T>{t};
    };
    return std::apply([&](const auto&... m) { return AtTimes<T, sizeof...(Models)>{t, {one(m)...}}; }, models);
  }
  template <class T>
  Vec3<T> torque(const AtTimes<T, sizeof...(Models)>& now, const Quaternion<T>& Q, const Vec3<T>& w) const {
    const auto one = [&]<class M>(const M& m, const AtTime<T>& part) {
      if constexpr (HasAtTime<M, T>)
        return torque_of(m, part, Q, w);
      else
        return torque_of(m, part.t, Q, w);
    };
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
      return (one(std::get<i>(models), now.of[i]) + ...);
    }(std::index_sequence_for<Models...>{});
  }
  double time_scale(double t) const {
    double least = std::numeric_limits<double>::infinity();
    std::apply([&](const auto&... m) { ((least = std::min(least, time_scale_of(m, t))), ...); }, models);
    return least;
  }
  double smooth_until(double t, double direction) const {
    double next = std::copysign(std::numeric_limits<double>::infinity(), direction);
    std::apply(
        [&](const auto&... m) { ((next = sooner(next, polhode::smooth_until(m, t, direction), direction)), ...); },
        models);
    return next;
  }
  bool never_about(const Vec3<double>& axis) const {
    return std::apply([&](const auto&... m) { return (polhode::never_about(m, axis) && ...); }, models);
  }
  auto during(double t) const {
    return std::apply(
        [&](const auto&... m) { return TorqueSum<decltype(polhode::during(m, t))...>{{polhode::during(m, t)...}}; },
        models);
  }
  std::vector<double> switches() const {
    std::vector<double> all;
    std::apply(
        [&](const auto&... m) {
          const auto add = [&](const std::vector<double>& times) { all.insert(all.end(), times.begin(), times.end()); };
          (add(polhode::switches(m)), ...);
        },
        models);
    return all;
  }
};
template <class... Models>
TorqueSum<Models...> sum_of_torques(const Models&... models) {
  return {{models...}};
}

/// A model of torques in body axes, for a method that works in principal axes: F turns principal axes into body axes. P is the
/// type of its numbers: a pack if each lane has a body of its own.
template <class M, class P = double>
class InPrincipalAxes {
 public:
  static constexpr Abilities kMost = most_of<M>();
  static constexpr bool kChosenAtRunTime = requires { requires M::kChosenAtRunTime; };

  InPrincipalAxes(const M& model, const Quaternion<P>& F)
      : model_(model), F_(F), same_(all_lanes<P>(norm2(F.v) == P(0))) {}

  /// The model itself where body axes are principal axes, else null.
  constexpr const M* unchanged() const noexcept { return same_ ? &model_ : nullptr; }
  constexpr Abilities abilities() const { return abilities_of(model_); }
  template <class T>
    requires Potential<M, T>
  T energy(T t, const Quaternion<T>& Q) const {
    return energy_of(model_, t, body(Q));
  }
  template <class T>
    requires PotentialWithDerivative<M, T>
  Vec3<T> torque_along(T t, const Quaternion<T>& Q, const Vec3<T>& d) const {
    if (same_) return torque_along_of(model_, t, Q, d);
    const Quaternion<T> f = convert<T>(F_);
    return rotate_back(f, torque_along_of(model_, t, body(Q), rotate(f, d)));
  }
  template <class T>
    requires TorqueModel<M, T>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    if (same_) return torque_of(model_, t, Q, w);
    const Quaternion<T> f = convert<T>(F_);
    return rotate_back(f, torque_of(model_, t, body(Q), rotate(f, w)));
  }
  template <class T>
  auto at_time(const T& t) const {
    return at_time_of(model_, t);
  }
  template <TimePart Now, class T>
  Vec3<T> torque(const Now& now, const Quaternion<T>& Q, const Vec3<T>& w) const {
    if (same_) return torque_of(model_, now, Q, w);
    const Quaternion<T> f = convert<T>(F_);
    return rotate_back(f, torque_of(model_, now, body(Q), rotate(f, w)));
  }
  double time_scale(double t) const { return time_scale_of(model_, t); }
  double smooth_until(double t, double direction) const { return polhode::smooth_until(model_, t, direction); }
  /// The axis in principal axes.
  bool never_about(const Vec3<double>& axis) const { return polhode::never_about(model_, rotate(F_, axis)); }
  auto during(double t) const {
    return InPrincipalAxes<decltype(polhode::during(model_, t)), P>(polhode::during(model_, t), F_);
  }
  std::vector<double> switches() const { return polhode::switches(model_); }
  const M& model() const noexcept { return model_; }

 private:
  M model_;
  Quaternion<P> F_;
  bool same_;  // body axes are principal axes: nothing to turn

  template <class T>
  Quaternion<T> body(const Quaternion<T>& Q) const noexcept {
    return same_ ? Q : Q * conj(convert<T>(F_));
  }
};

}  // namespace polhode::inline POLHODE_ISA
