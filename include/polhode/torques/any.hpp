// any.hpp -- torques that are chosen at run time: one of the list, and any number of them together
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "polhode/numbers/error.hpp"
#include "polhode/torques/all.hpp"

namespace polhode::inline POLHODE_ISA {

/// The most that any torque of the list may depend on, or can do.
inline constexpr Abilities kAnyAbilities{true, true, true, true, true, true, true};

namespace detail {

template <class... Ts>
std::variant<Ts...> one_of(TorqueList<Ts...>);

}  // namespace detail

/// Any torque of the list. P is the type of its parameters.
template <class P = double>
class AnyTorque {
 public:
  using Model = decltype(detail::one_of(AllTorques<P>{}));
  static constexpr Abilities kMost = kAnyAbilities;
  static constexpr bool kChosenAtRunTime = true;  ///< worth no copies of the code that calls it

  template <class M>
    requires std::is_constructible_v<Model, M>
  AnyTorque(const M& model) : model_(model) {}
  /// From its name and the values of its keys, which have met their rules; throws KeyFault if they do not go together.
  static AnyTorque from(std::string_view kind, const TorqueValues<P>& values, const Mat3<P>& inertia_tensor) {
    std::vector<AnyTorque> made;
    AllTorques<P>::each([&]<class M>() {
      if constexpr (requires { M::from(values, inertia_tensor); })
        if (M::info.kind == kind && M::info.table == values.table()) made.push_back(M::from(values, inertia_tensor));
    });
    if (made.empty()) throw KeyFault("kind", "there is no torque \"" + std::string(kind) + "\"");
    return made.front();
  }

  const Model& model() const noexcept { return model_; }
  const TorqueInfo& card() const {
    return *std::visit([]<class M>(const M&) { return &M::info; }, model_);
  }
  Abilities abilities() const {
    return std::visit([](const auto& m) { return abilities_of(m); }, model_);
  }
  template <class T>
  T energy(T t, const Quaternion<T>& Q) const {
    return std::visit(
        [&]<class M>(const M& m) -> T {
          if constexpr (Potential<M, T> || (is_pack<T> && Potential<M>)) {
            return energy_of(m, t, Q);
          } else if constexpr (kWider<T>) {
            if constexpr (Potential<M>) return T(energy_of(m, double(t), convert<double>(Q)));
          }
          return T(0);
        },
        model_);
  }
  template <class T>
  Vec3<T> torque_along(T t, const Quaternion<T>& Q, const Vec3<T>& d) const {
    return std::visit(
        [&]<class M>(const M& m) -> Vec3<T> {
          if constexpr (PotentialWithDerivative<M, T>)
            return torque_along_of(m, t, Q, d);
          else
            return {};  // not asked for: abilities() says that it has none
        },
        model_);
  }
  template <class T>
  AtTime<T> at_time(const T& t) const {
    return std::visit(
        [&]<class M>(const M& m) -> AtTime<T> {
          if constexpr (HasAtTime<M, T>)
            return m.at_time(t);
          else
            return {t};
        },
        model_);
  }
  template <class T>
  Vec3<T> torque(const AtTime<T>& now, const Quaternion<T>& Q, const Vec3<T>& w) const {
    return std::visit(
        [&]<class M>(const M& m) -> Vec3<T> {
          if constexpr (HasAtTime<M, T>)
            return torque_of(m, now, Q, w);
          else
            return torque_at(m, now.t, Q, w);
        },
        model_);
  }
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    return std::visit([&](const auto& m) -> Vec3<T> { return torque_at(m, t, Q, w); }, model_);
  }
  double time_scale(double t) const {
    return std::visit([&](const auto& m) { return time_scale_of(m, t); }, model_);
  }
  double smooth_until(double t, double direction) const {
    return std::visit([&](const auto& m) { return polhode::smooth_until(m, t, direction); }, model_);
  }
  bool never_about(const Vec3<double>& axis) const {
    return std::visit([&](const auto& m) { return polhode::never_about(m, axis); }, model_);
  }
  AnyTorque during(double t) const {
    return std::visit([&](const auto& m) { return AnyTorque(polhode::during(m, t)); }, model_);
  }
  std::vector<double> switches() const {
    return std::visit([](const auto& m) { return polhode::switches(m); }, model_);
  }
  TimeSpan known() const {
    return std::visit([](const auto& m) { return polhode::known(m); }, model_);
  }

 private:
  template <class T>
  static constexpr bool is_pack = requires { requires Number<T>::lanes > 1; };
  template <class T>
  static constexpr bool kWider = std::is_convertible_v<double, T> && std::is_constructible_v<double, T>;
  Model model_;

  template <class M, class T>
  static Vec3<T> torque_at(const M& m, const T& t, const Quaternion<T>& Q, const Vec3<T>& w) {
    if constexpr (TorqueModel<M, T> || is_pack<T>)  // what knows no pack is asked lane by lane
      return torque_of(m, t, Q, w);
    else if constexpr (kWider<T>)  // a function of doubles: its torque is what it is
      return convert<T>(torque_of(m, double(t), convert<double>(Q), convert<double>(w)));
    else
      throw InvalidInput("torque \"" + std::string(M::info.kind) + "\" is computed in double alone");
  }
};

/// All that acts on a body, and how often it was asked. An empty set is no torque.
template <class P = double>
class TorqueSet {
 public:
  static constexpr Abilities kMost = kAnyAbilities;
  static constexpr bool kChosenAtRunTime = true;
  static constexpr std::size_t kKept = 3;

  TorqueSet() = default;
  explicit TorqueSet(std::vector<AnyTorque<P>> parts) : parts_(std::move(parts)) {
    for (const AnyTorque<P>& part : parts_) abilities_ = abilities_ & part.abilities();
  }

  bool empty() const noexcept { return parts_.empty(); }
  const std::vector<AnyTorque<P>>& parts() const noexcept { return parts_; }
  Abilities abilities() const noexcept { return abilities_; }
  /// Of the parts that have one.
  template <class T>
  T energy(T t, const Quaternion<T>& Q) const {
    T sum{};
    for (const AnyTorque<P>& part : parts_) sum += part.energy(t, Q);
    return sum;
  }
  template <class T>
  Vec3<T> torque_along(T t, const Quaternion<T>& Q, const Vec3<T>& d) const {
    Vec3<T> sum{};
    for (const AnyTorque<P>& part : parts_) sum += part.torque_along(t, Q, d);
    return sum;
  }
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    count<T>();
    Vec3<T> sum{};
    for (const AnyTorque<P>& part : parts_) sum += part.torque(t, Q, w);
    return sum;
  }
  /// Of the first few of them: more on one body are rare, and computed anew each time.
  template <class T>
  AtTimes<T, kKept> at_time(const T& t) const {
    AtTimes<T, kKept> now;
    now.t = t;
    if (abilities_.time)
      for (std::size_t i = 0; i < std::min(parts_.size(), kKept); ++i) now.of[i] = parts_[i].at_time(t);
    return now;
  }
  template <class T>
  Vec3<T> torque(const AtTimes<T, kKept>& now, const Quaternion<T>& Q, const Vec3<T>& w) const {
    count<T>();
    Vec3<T> sum{};
    for (std::size_t i = 0; i < parts_.size(); ++i)
      sum += abilities_.time && i < kKept ? parts_[i].torque(now.of[i], Q, w) : parts_[i].torque(now.t, Q, w);
    return sum;
  }
  double time_scale(double t) const {
    double least = std::numeric_limits<double>::infinity();
    for (const AnyTorque<P>& part : parts_) least = std::min(least, part.time_scale(t));
    return least;
  }
  double smooth_until(double t, double direction) const {
    double next = std::copysign(std::numeric_limits<double>::infinity(), direction);
    for (const AnyTorque<P>& part : parts_) next = sooner(next, part.smooth_until(t, direction), direction);
    return next;
  }
  /// None of them.
  bool never_about(const Vec3<double>& axis) const {
    return std::ranges::all_of(parts_, [&](const AnyTorque<P>& part) { return part.never_about(axis); });
  }
  /// As they are in the interval between switches that contains t.
  TorqueSet during(double t) const {
    std::vector<AnyTorque<P>> now;
    for (const AnyTorque<P>& part : parts_) now.push_back(part.during(t));
    return TorqueSet(std::move(now));
  }
  /// Times at which one of them switches, ascending.
  std::vector<double> switches() const {
    std::vector<double> all;
    for (const AnyTorque<P>& part : parts_)
      for (const double t : part.switches()) all.push_back(t);
    std::ranges::sort(all);
    const auto repeated = std::ranges::unique(all);
    all.erase(repeated.begin(), repeated.end());
    return all;
  }

  mutable long evaluations = 0;  ///< of the torque, one for each state

 private:
  template <class T>
  void count() const noexcept {
    if constexpr (Numeric<T>)
      evaluations += lanes<T>;  // several stages of one body
    else
      ++evaluations;
  }
  std::vector<AnyTorque<P>> parts_;
  Abilities abilities_ = kAllAbilities;
};

}  // namespace polhode::inline POLHODE_ISA
