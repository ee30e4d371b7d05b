// attitude_files.hpp -- attitudes for other programs: AEM of CCSDS (text and XML), .a of STK, glTF animations
#pragma once

#include <cstdio>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/record.hpp"
#include "scenario/epoch.hpp"
#include "scenario/scenario.hpp"

namespace polhode {

/// Attitudes in the order of time; momentum and energy are not looked at.
using EachRow = std::function<void(const std::function<void(std::span<const Row>)>&)>;

/// What is to be written, from a run or from another file.
struct AttitudeData {
  std::string version;  ///< of the program
  SpaceObject object;
  std::vector<std::string> comments;  ///< where the rows come from; one line each
  bool rates = true;                  ///< w is known, not made from the attitude
  Look look;
  EachRow rows;
};

/// .aem, .xml, .a, .glb
bool is_attitude_file(const std::string& ending);
/// What such a file needs and has not been given; a sentence, or nothing. Known before a run.
std::string missing_for(const std::string& ending, const SpaceObject&);
/// Writes the format of that ending. Throws InvalidInput if the rows cannot be written so.
void write_attitudes(std::FILE*, const std::string& ending, const AttitudeData&);

// The parts of it.
void write_aem(std::FILE*, const AttitudeData&);
void write_aem_xml(std::FILE*, const AttitudeData&);
void write_stk(std::FILE*, const AttitudeData&);
void write_glb(std::FILE*, const AttitudeData&);
/// As polhode verify reads them: t, q, w, and what they mean. (attitude_tables.cpp)
void write_attitude_csv(std::FILE*, const AttitudeData&);
void write_attitude_npz(std::FILE*, const AttitudeData&);

/// A key of an animation follows after this turn at the latest, if there is a row; players turn the shorter way, so that more than
/// kLargestTurn between two rows cannot be shown.
inline constexpr double kKeyTurn = 0.087, kLargestTurn = 2.094;  // rad: 5 and 120 degrees

}  // namespace polhode
