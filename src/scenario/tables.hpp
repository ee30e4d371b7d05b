// tables.hpp -- what the tables [body], [initial] and [[event]] of a scenario say; the others are read in reader.cpp
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
};
std::optional<Body> read_body(const Section& body);

/// Without a body the keys are checked all the same. The tail is Problem::start_tail.
std::optional<State<double>> read_initial(const Section& initial, const Inertia* inertia, Vec3<double>& tail);

std::vector<Event> read_events(const toml::table& root, const Inertia* inertia, std::vector<Fault>& faults);

}  // namespace polhode::reading
