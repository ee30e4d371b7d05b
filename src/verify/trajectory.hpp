// trajectory.hpp -- reads what other programs have written: times, attitudes, angular velocities
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenario/epoch.hpp"
#include "verify/reading.hpp"

namespace polhode {

struct Trajectory {
  std::string file;
  std::vector<FileRow> rows;  ///< at least one; times increase, all numbers are finite, quaternions near unit length
  int first_line = 0;         ///< of the rows; 0 where the file has no lines
  /// What the file says of itself; empty where it says nothing.
  std::optional<bool> xyzw, space_to_body, space_omega, degrees;
  SpaceObject object;
  bool rates_made = false;  ///< the file has no angular velocities: they were made from the attitudes
  bool ours = false;        ///< written by polhode, whose conventions count where nothing else is said

  /// What it says of itself, if that is everything. (Nobody says that w has the opposite sign.)
  std::optional<Reading> declared() const {
    if (!xyzw || !space_to_body || !space_omega) return std::nullopt;
    return Reading{*xyzw, *space_to_body, *space_omega, degrees.value_or(false), false};
  }
  /// Between rows, on average.
  double step() const { return rows.size() < 2 ? 0 : (rows.back().t - rows.front().t) / double(rows.size() - 1); }
};

/// How far the length of a quaternion may be from 1; what is within is measured, not refused.
inline constexpr double kLengthLimit = 0.05;

/// Reads .npz, .aem, .xml, .a, .glb by its ending, and everything else as CSV; "-" is standard input. Throws Refusal.
Trajectory read_trajectory(const std::string& file);
/// How its numbers are meant. Throws Refusal if it does not say so.
Reading reading_of(const Trajectory&);

// The parts of it.
/// Where it says nothing: our conventions, if it is ours.
void complete_header(Trajectory&);
Trajectory read_csv_trajectory(const std::string& file);
Trajectory read_npz_trajectory(const std::string& file);
Trajectory read_aem(const std::string& file);
Trajectory read_aem_xml(const std::string& file);
Trajectory read_stk(const std::string& file);
Trajectory read_glb(const std::string& file);
/// Angular velocities of a file that has none, along body axes.
void make_rates(Trajectory&);
/// One header line, "quaternion: xyzw body->space"; others are passed over. Throws InvalidInput.
void read_header(std::string_view line, Trajectory&);
/// What is wrong with a row, with its likely cause; empty if nothing is. `before` is null for the first one.
std::string why_bad(const FileRow& row, const FileRow* before);

}  // namespace polhode
