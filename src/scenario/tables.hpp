// tables.hpp -- what the tables [body], [initial], [object] and [[event]] of a scenario say; the others are read in reader.cpp
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "scenario/scenario.hpp"
#include "scenario/section.hpp"

namespace polhode::reading {

inline bool finite(const Vec3<double>& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

struct Body {
  Inertia inertia;
  Look look;
  // Of a body from files or parts; of a shape the mass alone.
  double mass = 0;
  Vec3<double> centre{};  ///< of mass, in the coordinates of the file or of the places
  Mat3<double> tensor{};  ///< that the inertia was made of
};
/// The files that it names become those of the scenario, and what they warn of its warnings.
std::optional<Body> read_body(const Section& body, Scenario&);
/// Of mesh, atoms and part. (body_files.cpp)
std::optional<Body> read_body_of_files(const Section& body, const std::string& kind, Scenario&);
/// The box that has these moments.
Look look_of(const Inertia&);

/// The identity if nothing is said.
std::optional<Quaternion<double>> read_attitude(const Section&);

/// Without a body the keys are checked all the same. The tail is Problem::start_tail.
std::optional<State<double>> read_initial(const Section& initial, const Inertia* inertia, Vec3<double>& tail);

/// Nothing is said if there is no [object]. (object_table.cpp)
SpaceObject read_object(const toml::table& root, std::vector<Fault>& faults);

std::vector<Event> read_events(const toml::table& root, const Inertia* inertia, std::vector<Fault>& faults);

}  // namespace polhode::reading
