// scenario.hpp -- a scenario as plain data: body, start, torques, run; and the reader of scenario files
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "engine/run.hpp"
#include "ensemble/varied.hpp"
#include "problem/problem.hpp"
#include "scenario/epoch.hpp"
#include "scenario/table_file.hpp"

namespace polhode {

/// What the body looks like in a picture: as given, or the box that has its moments.
struct Look {
  enum class Shape { box, ellipsoid, cylinder, mesh } shape = Shape::box;
  Vec3<double> size{1, 1, 1};          ///< full extent along the axes of `frame`
  Quaternion<double> frame{};          ///< axes of the shape -> body axes
  std::shared_ptr<const Mesh> mesh{};  ///< about the centre of mass, in any unit
};

/// A problem, with what a file says besides.
struct Scenario : Problem {
  std::string file;                   ///< where it was read from; for messages and metadata
  std::string text;                   ///< of that file, verbatim
  std::vector<InputFile> files;       ///< that it names
  std::vector<std::string> warnings;  ///< what these files have that is no fault
  std::string title;                  ///< the file's stem if none is given
  std::string explanation;            ///< what to see; may be empty
  Look look;
  SpaceObject object;

  std::string method = "auto";  ///< as the user wrote it
  std::string flow;             ///< as the user wrote it; empty if not given
  Steps steps;
  double accuracy = 0;  ///< instead of steps; 0: by steps
  long output_every = 1;
  int energy_correction = 0;  ///< after every so many steps; 0: never
  OutputTimes output_times;
  std::vector<Event> events;
  std::optional<EnsembleSpec> ensemble;  ///< tables are not read yet

  /// What a method has to be able to take; empty for a free body.
  std::optional<Abilities> torque_abilities() const;
  Task task(const Choice&) const;
};

/// Values of command-line flags; they go before those of the file and are checked with them. A method that takes no flow
/// drops the flow of the file, which was meant for the method of the file.
struct Overrides {
  std::optional<std::string> method, flow;
  std::optional<double> step, end, accuracy;
  std::optional<long> steps;
  std::optional<long> bodies, seed;                    ///< of an ensemble
  std::optional<std::vector<std::string>> quantities;  ///< of it
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
/// Files that it names are those given, as far as they are there; the others are read from the folder of file_name.
ReadResult read_scenario(std::string_view text, std::string_view file_name, const Overrides& = {},
                         const std::vector<InputFile>& files = {});
/// Reads the file, or standard input if the name is "-"; what cannot be read is a fault too.
ReadResult read_scenario_file(const std::string& path, const Overrides& = {});
/// The faults as lines `file:line: key: message` (or `file: message`), each ended by a newline.
std::string faults_text(std::string_view file_name, std::span<const Fault> faults);

}  // namespace polhode
