// ensemble_h5.hpp -- one row per body as an HDF5 file
#pragma once

#include <filesystem>

#include "ensemble/ranks.hpp"
#include "output/ensemble_files.hpp"

namespace polhode {

/// Whether this program was built with HDF5 (for several ranks: with one that writes from all of them).
bool knows_h5();

/// Every rank calls it with the results of its blocks. The same bytes whatever the number of ranks: rank 0 makes the file with room
/// for all numbers, then each writes its own there. What was at `path` on rank 0 is replaced when all is written. Throws OutputError.
void write_ensemble_h5(const std::filesystem::path& path, const EnsembleRecord&, const Blocks&, Ranks&);

}  // namespace polhode
