// table_file.hpp -- tables of torques in CSV files: t, x, y, z
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "mesh/mesh.hpp"
#include "polhode/torques/card.hpp"

namespace polhode {

/// A file that a scenario names, as it was read: a run that is resumed goes on with the same.
struct InputFile {
  std::string name;                     ///< as the scenario has it
  std::string path;                     ///< where it was found
  std::string text;                     ///< of a mesh, the integrals over it
  std::shared_ptr<const Mesh> shown{};  ///< of a mesh, as in pictures, about its centre of mass; not in checkpoints
};

/// Reads a file that a scenario of that name (stdin if there is none) names: the path begins in the scenario's folder. Throws
/// InvalidInput, in words that follow the name. A table of torques, at most 8 MB or 100 000 rows, becomes a part of checkpoints.
InputFile read_beside(std::string_view scenario_file, std::string_view name, std::size_t largest = 8'000'000);
/// A line or a field of a CSV file without the blanks around it.
std::string_view trimmed(std::string_view);
/// Rows of four numbers. Lines that are empty or begin with # are left out, and so is a first line of names. Throws
/// InvalidInput with the number of the line.
TorqueRows rows_of_csv(std::string_view text);

}  // namespace polhode
