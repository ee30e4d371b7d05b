// ensemble_job.hpp -- an ensemble that has been looked at, from its first body to its files
#pragma once

#include <cstddef>
#include <string>

#include "commands.hpp"
#include "ensemble/ranks.hpp"
#include "output/ensemble_checkpoint.hpp"
#include "scenario/scenario.hpp"

namespace polhode::program {

/// What a rank has to know. The output and the checkpoint are whole paths; empty: none.
struct EnsembleJob {
  EnsembleSettings settings;
  std::string checkpoint;
  int threads = 0;
  Talk talk;
};

/// Bodies of a block, if nothing is saved: as many as a rank has, but not more than can be written at once.
std::size_t block_of_one_round(std::size_t bodies, int ranks);
/// Bodies of a block that is saved, if nothing else is said: a 64th of all, but not too few, and some for each rank.
std::size_t block_to_save(std::size_t bodies, int ranks);

/// The scenario of the settings, and its ensemble, with the tables as they were.
ReadResult read_again(const EnsembleSettings&, EnsembleSpec&);

/// Rank 0: tells the others, moves the bodies with them, writes and speaks. The exit code.
int work(const EnsembleJob&, ReadResult, EnsembleSpec, EnsembleCheckpoint*, Ranks&);

}  // namespace polhode::program
