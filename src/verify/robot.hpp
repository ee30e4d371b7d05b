// robot.hpp -- the inertia of each link of a robot: against what a body can have, and against its own shape
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polhode/rotation/mat3.hpp"

namespace polhode {

enum class LinkVerdict { good, doubtful, bad, none };  ///< none: the link says nothing of its inertia
std::string_view name_of(LinkVerdict);

struct LinkReport {
  std::string name;
  double mass = 0;
  std::optional<Vec3<double>> moments;  ///< ascending, about the centre of mass
  /// Stated trace of the tensor in parts of that of the shape, filled evenly with the stated mass.
  std::optional<double> ratio;
  LinkVerdict verdict = LinkVerdict::good;
  std::vector<std::string> reasons;  ///< of the verdict; and what could not be looked at
};

inline constexpr const char* kRobotEndings = ".urdf .sdf .xml .mjcf";

/// Of a file of URDF, SDF or MJCF, which its first element tells. Throws InvalidInput in words that follow its name.
///   bad: mass or a moment that is not positive; moments of no body; a centre of mass outside of the box of the shape; more than
///        mass in that box can have; more than 10 times, or less than a tenth of, the evenly filled shape
///   doubtful: 3 times, or a third
std::vector<LinkReport> check_robot(const std::string& path);

}  // namespace polhode
