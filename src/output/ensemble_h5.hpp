// ensemble_h5.hpp -- one row per body as an HDF5 file
#pragma once

#include <filesystem>

#include "ensemble/ranks.hpp"
#include "output/ensemble_files.hpp"
#include "output/h5_file.hpp"

namespace polhode {

/// Every rank calls it with the results of its blocks. The same bytes whatever the number of ranks: rank 0 makes the file with room
/// for all numbers, then each writes its own there. What was at `path` on rank 0 is replaced when all is written. Throws OutputError.
void write_ensemble_h5(const std::filesystem::path& path, const EnsembleRecord&, const Blocks&, Ranks&, const H5Calls&);

}  // namespace polhode
