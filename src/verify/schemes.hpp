// schemes.hpp -- known ways to step a free body wrongly, recognised by what they make of one row
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "polhode/body/inertia.hpp"
#include "verify/trajectory.hpp"

namespace polhode {

struct SteppingScheme {
  std::string_view name;      ///< "explicit-euler"
  std::string_view sentence;  ///< what it is and what it does
  /// The angular velocity after a step, along the principal axes.
  Vec3<double> (*step)(const Vec3<double>& moments, const Vec3<double>& w, double h);
};

struct FoundScheme {
  const SteppingScheme* scheme = nullptr;
  int substeps = 1;     ///< steps from row to row
  double residual = 0;  ///< how far the rows are from it, in parts of how far it is from the truth
};

/// The scheme that leads from each row to the next, if one does so much better than the truth. Of a free body.
std::optional<FoundScheme> find_scheme(const Inertia&, const Trajectory&, const Reading&);

}  // namespace polhode
