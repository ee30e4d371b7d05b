// constant.hpp -- a constant torque in space or body axes, from one time until another
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "polhode/torques/card.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode {

enum class Frame { space, body };

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

template <class P = double>
struct ConstantTorque {
  static constexpr std::array<std::string_view, 2> kFrames{"space", "body"};
  static constexpr TorqueKey kKeys[] = {
      {.name = "vector", .meaning = "the torque [x, y, z]", .unit = "N m", .kind = TorqueKey::Kind::vector},
      {.name = "frame",
       .meaning = R"("space" or "body", the axes of vector)",
       .kind = TorqueKey::Kind::word,
       .words = kFrames},
      {.name = "from", .meaning = "the time at which it begins", .unit = "s", .required = false},
      {.name = "until", .meaning = "the time at which it ends", .unit = "s", .required = false}};
  static constexpr TorqueInfo info{.kind = "constant",
                                   .title = "a constant torque in space or body axes, from one time until another",
                                   .formula = "torque = Q* vector Q (space) or vector (body)",
                                   .keys = kKeys,
                                   .abilities = {.series = true, .lanes = true, .time = true}};

  Vec3<P> vector{};
  Frame frame = Frame::space;
  double from_time = -std::numeric_limits<double>::infinity(), until = std::numeric_limits<double>::infinity();

  static ConstantTorque from(const TorqueValues<P>& v, const Mat3<P>&) {
    ConstantTorque torque{v.vector("vector"), v.word("frame") == "space" ? Frame::space : Frame::body};
    torque.switch_at(v);
    return torque;
  }
  /// Times from the keys `from` and `until`, where they are given.
  void switch_at(const TorqueValues<P>& v) {
    const auto time = [&](std::string_view key) { return one_time(key, v.number(key)); };
    if (v.has("from")) from_time = time("from");
    if (v.has("until")) until = time("until");
    if (!(from_time < until))
      throw KeyFault("until", to_text(until) + " must be later than from = " + to_text(from_time));
  }

  /// Within [from, until): a run begins anew at both, so that no step sees the jump.
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q) const noexcept {
    const Vec3<T> tau = frame == Frame::space ? rotate_back(Q, convert<T>(vector)) : convert<T>(vector);
    return select<T>((t >= T(from_time)) & (t < T(until)), tau, Vec3<T>{});
  }
  /// Always on, or always off: what a step between two switches sees, its end points included.
  ConstantTorque during(double t) const noexcept { return {t >= from_time && t < until ? vector : Vec3<P>{}, frame}; }
  bool never_about(const Vec3<double>& axis) const noexcept
    requires std::is_same_v<P, double>
  {
    return frame == Frame::body && std::fabs(dot(vector, axis)) <= detail::kAxisRounding * detail::largest(vector);
  }
  std::vector<double> switches() const {
    std::vector<double> times;
    if (std::isfinite(from_time)) times.push_back(from_time);
    if (std::isfinite(until)) times.push_back(until);
    return times;
  }

 private:
  // Switching times are those of the run: the same for all bodies of a pack.
  static double one_time(std::string_view key, const P& x) {
    if constexpr (Numeric<P>) {
      for (int i = 1; i < lanes<P>; ++i)
        if (lane(x, i) != lane(x, 0))
          throw KeyFault(std::string(key), to_text(double(lane(x, 0))) + " in the first lane and " +
                                               to_text(double(lane(x, i))) +
                                               " in another: all bodies of a pack begin anew at the same time");
      return double(lane(x, 0));
    } else {
      return double(x);
    }
  }
};

}  // namespace polhode::inline POLHODE_ISA
