// scenario.hpp -- a scenario as plain data: body, start, torques, run; and the reader of scenario files
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "polhode/inertia.hpp"
#include "polhode/state.hpp"
#include "polhode/torques/constant.hpp"
#include "polhode/torques/coulomb_wall.hpp"
#include "polhode/torques/drag.hpp"
#include "polhode/torques/gravity_gradient.hpp"
#include "polhode/torques/heavy_top.hpp"

namespace polhode {

using AnyTorque = std::variant<HeavyTop, GravityGradient, CoulombWall, ConstantTorque, Drag>;

/// What the body looks like in a picture: as given, or the box that has its moments.
struct Look {
  enum class Shape { box, ellipsoid, cylinder } shape = Shape::box;
  Vec3<double> size{1, 1, 1};  ///< full extent along the axes of `frame`
  Quaternion<double> frame{};  ///< axes of the shape -> body axes
};

struct Scenario {
  std::string file;         ///< where it was read from; for messages and metadata
  std::string text;         ///< of that file, verbatim
  std::string title;        ///< the file's stem if none is given
  std::string explanation;  ///< what to see; may be empty
  Inertia inertia = Inertia::effective(1, 1, 1);
  Look look;
  State<double> start;  ///< attitude of unit length and momentum, in the user's body axes
  std::vector<AnyTorque> torques;

  std::string method = "auto";  ///< as the user wrote it
  std::string flow;             ///< as the user wrote it; empty if not given
  double start_time = 0, end_time = 1;
  double step = 0;  ///< the largest step; exactly one of step and steps is positive
  long steps = 0;
  long output_every = 1;
  bool energy_correction = false;

  Takes torque_kind() const;  ///< nothing, potential_derivative or general
};

/// Values of command-line flags; they go before those of the file and are checked with them. A method that takes no flow
/// drops the flow of the file, which was meant for the method of the file.
struct Overrides {
  std::optional<std::string> method, flow;
  std::optional<double> step, end;
  std::optional<long> steps;
};

/// One fault of a scenario file. Line 0: of the file as a whole, or of a flag. Keys are dotted (body.moments, and
/// torque[2].weight for the second torque) or flags (--step); none where the file cannot be parsed.
struct Fault {
  int line = 0;
  std::string key, message;
};

struct ReadResult {
  Scenario scenario;
  std::vector<Fault> faults;  ///< all of them, in the order of their lines; the scenario is good if there are none
  Choice choice;              ///< of method and flow; valid if there are no faults
};
ReadResult read_scenario(std::string_view text, std::string_view file_name, const Overrides& = {});
/// Reads the file; a file that cannot be read is a fault too.
ReadResult read_scenario_file(const std::string& path, const Overrides& = {});
/// The faults as lines `file:line: key: message` (or `file: message`), each ended by a newline.
std::string faults_text(std::string_view file_name, std::span<const Fault> faults);

}  // namespace polhode
