// torques.hpp -- the torques of a scenario as one model, in principal axes, with a count of its evaluations
#pragma once

#include <type_traits>
#include <variant>
#include <vector>

#include "polhode/torque.hpp"
#include "scenario/scenario.hpp"

namespace polhode {

/// What both kinds below have in common: the parts, the axes, the count.
class TorqueParts {
 public:
  TorqueParts(std::vector<AnyTorque> parts, const Quaternion<double>& frame, long& evaluations)
      : parts_(std::move(parts)), F_(frame), principal_(norm2(frame.v) == 0), evaluations_(&evaluations) {}

 protected:
  std::vector<AnyTorque> parts_;
  Quaternion<double> F_;  // principal axes -> body axes
  bool principal_;        // they are the same
  long* evaluations_;

  /// The attitude of the body axes; a vector in body axes, and back. Nothing to do where they are the principal axes.
  template <class T>
  Quaternion<T> body(const Quaternion<T>& Q) const {
    return principal_ ? Q : Q * conj(convert<T>(F_));
  }
  template <class T>
  Vec3<T> to_body(const Vec3<T>& v) const {
    return principal_ ? v : rotate(convert<T>(F_), v);
  }
  template <class T>
  Vec3<T> to_principal(const Vec3<T>& v) const {
    return principal_ ? v : rotate_back(convert<T>(F_), v);
  }
  /// Sum over the parts that are potentials (f is called with those alone).
  template <class Sum, class F>
  Sum over_potentials(F f) const {
    Sum sum{};
    for (const AnyTorque& part : parts_)
      std::visit(
          [&](const auto& model) {
            if constexpr (Potential<std::remove_cvref_t<decltype(model)>>) sum += f(model);
          },
          part);
    return sum;
  }
};

/// All parts are potentials (or there are none).
class ScenarioPotential : public TorqueParts {
 public:
  using TorqueParts::TorqueParts;
  template <class T>
  T energy(const Quaternion<T>& Q) const {
    const Quaternion<T> B = body(Q);
    return over_potentials<T>([&](const auto& model) { return model.energy(B); });
  }
  template <class T>
  Vec3<T> torque(const Quaternion<T>& Q) const {
    ++*evaluations_;
    const Quaternion<T> B = body(Q);
    return to_principal(over_potentials<Vec3<T>>([&](const auto& model) { return model.torque(B); }));
  }
  template <class T>
  Vec3<T> torque_along(const Quaternion<T>& Q, const Vec3<T>& w) const {
    const Quaternion<T> B = body(Q);
    const Vec3<T> v = to_body(w);
    return to_principal(over_potentials<Vec3<T>>([&](const auto& model) { return model.torque_along(B, v); }));
  }
};

/// Some part is a general torque.
class ScenarioTorque : public TorqueParts {
 public:
  using TorqueParts::TorqueParts;
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    ++*evaluations_;
    const Quaternion<T> B = body(Q);
    const Vec3<T> v = to_body(w);
    Vec3<T> sum{};
    for (const AnyTorque& part : parts_)
      sum += std::visit([&](const auto& model) { return torque_of(model, t, B, v); }, part);
    return to_principal(sum);
  }
};

/// The parts as they are in the interval between switches that contains t.
inline std::vector<AnyTorque> during(const std::vector<AnyTorque>& parts, double t) {
  std::vector<AnyTorque> now;
  for (const AnyTorque& part : parts)
    now.push_back(std::visit([&](const auto& model) { return AnyTorque(polhode::during(model, t)); }, part));
  return now;
}

}  // namespace polhode
