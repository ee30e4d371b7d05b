// reading.hpp -- how the numbers of a trajectory are meant: 32 ways to read one row
#pragma once

#include <array>
#include <numbers>
#include <string>

#include "polhode/rotation/quaternion.hpp"

namespace polhode {

/// One row as it stands in a file.
struct FileRow {
  double t = 0;
  std::array<double, 4> q{};
  std::array<double, 3> w{};
};

struct Reading {
  bool xyzw = false;           ///< the scalar part of the quaternion is last
  bool space_to_body = false;  ///< it turns space axes into body axes
  bool space_omega = false;    ///< w is along space axes
  bool degrees = false;        ///< w is in deg/s
  bool left_handed = false;    ///< w is counted the other way round: it has the opposite sign

  bool operator==(const Reading&) const = default;
  static constexpr int kCount = 32;
  static constexpr Reading number(int i) {
    return {(i & 1) != 0, (i & 2) != 0, (i & 4) != 0, (i & 8) != 0, (i & 16) != 0};
  }

  const char* order() const { return xyzw ? "xyzw" : "wxyz"; }
  const char* direction() const { return space_to_body ? "space->body" : "body->space"; }
  const char* omega() const { return space_omega ? "space" : "body"; }
  const char* unit() const { return degrees ? "deg/s" : "rad/s"; }
  const char* handedness() const { return left_handed ? "left" : "right"; }
  /// As the header lines say it: "wxyz body->space, omega body rad/s".
  std::string text() const {
    return std::string(order()) + " " + direction() + ", omega " + omega() + " " + unit() +
           (left_handed ? ", with the opposite sign" : "");
  }
};

/// Attitude body -> space, of unit length, and angular velocity along body axes, rad/s.
struct Kinematics {
  Quaternion<double> q;
  Vec3<double> w;
};

inline Kinematics read_as(const Reading& reading, const FileRow& row) {
  const auto& [a, b, c, d] = row.q;
  Quaternion<double> q = reading.xyzw ? Quaternion<double>{d, {a, b, c}} : Quaternion<double>{a, {b, c, d}};
  q = normalized(reading.space_to_body ? conj(q) : q);
  const double scale = (reading.degrees ? std::numbers::pi / 180 : 1) * (reading.left_handed ? -1 : 1);
  const Vec3<double> w{scale * row.w[0], scale * row.w[1], scale * row.w[2]};
  return {q, reading.space_omega ? rotate_back(q, w) : w};
}

}  // namespace polhode
