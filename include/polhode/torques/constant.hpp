// constant.hpp -- a constant torque in space or body axes, from one time until another
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "polhode/torque.hpp"

namespace polhode {

enum class Frame { space, body };

struct ConstantTorque {
  Vec3<double> vector{};
  Frame frame = Frame::space;
  double from = -std::numeric_limits<double>::infinity(), until = std::numeric_limits<double>::infinity();

  /// Within [from, until): a run begins anew at both, so that no step sees the jump.
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>&) const noexcept {
    const Vec3<T> tau = frame == Frame::space ? rotate_back(Q, convert<T>(vector)) : convert<T>(vector);
    return select<T>((t >= T(from)) & (t < T(until)), tau, Vec3<T>{});
  }
  /// Always on, or always off: what a step between two switches sees, its end points included.
  ConstantTorque during(double t) const noexcept { return {t >= from && t < until ? vector : Vec3<double>{}, frame}; }
  std::vector<double> switches() const {
    std::vector<double> times;
    if (std::isfinite(from)) times.push_back(from);
    if (std::isfinite(until)) times.push_back(until);
    return times;
  }
};

}  // namespace polhode
