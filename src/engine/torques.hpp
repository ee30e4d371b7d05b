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
      : parts_(std::move(parts)), F_(frame), evaluations_(&evaluations) {}

 protected:
  std::vector<AnyTorque> parts_;
  Quaternion<double> F_;  // principal axes -> body axes
  long* evaluations_;

  Quaternion<double> body(const Quaternion<double>& Q) const noexcept { return Q * conj(F_); }
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
  double energy(const Quaternion<double>& Q) const {
    const Quaternion<double> B = body(Q);
    return over_potentials<double>([&](const auto& model) { return model.energy(B); });
  }
  Vec3<double> torque(const Quaternion<double>& Q) const {
    ++*evaluations_;
    const Quaternion<double> B = body(Q);
    return rotate_back(F_, over_potentials<Vec3<double>>([&](const auto& model) { return model.torque(B); }));
  }
  Vec3<double> torque_along(const Quaternion<double>& Q, const Vec3<double>& w) const {
    const Quaternion<double> B = body(Q);
    const Vec3<double> v = rotate(F_, w);
    return rotate_back(F_, over_potentials<Vec3<double>>([&](const auto& model) { return model.torque_along(B, v); }));
  }
};

/// Some part is a general torque.
class ScenarioTorque : public TorqueParts {
 public:
  using TorqueParts::TorqueParts;
  Vec3<double> torque(double t, const Quaternion<double>& Q, const Vec3<double>& w) const {
    ++*evaluations_;
    const Quaternion<double> B = body(Q);
    const Vec3<double> v = rotate(F_, w);
    Vec3<double> sum{};
    for (const AnyTorque& part : parts_)
      sum += std::visit([&](const auto& model) { return torque_of(model, t, B, v); }, part);
    return rotate_back(F_, sum);
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
