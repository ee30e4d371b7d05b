// checkpoint.hpp -- a run in a file, whole: what it takes to go on bit for bit
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/run.hpp"
#include "output/file_fault.hpp"
#include "scenario/scenario.hpp"

namespace polhode {

/// What the command line asked for, as far as going on needs it. Paths are absolute; in the file they are relative to its
/// folder, so that a folder can be moved as a whole.
struct RunSettings {
  std::string scenario_file, scenario_text;
  Overrides overrides;
  std::string output, svg_folder;  ///< empty: none
  std::string require;             ///< as given to --require
  bool estimate = true;            ///< false: --no-estimate
  std::string rows_file;           ///< the rows so far, beside the checkpoint; empty if no rows are written
  long checkpoint_every = 0;
  std::vector<InputFile> files;  ///< that the scenario names, as they were when the run began
};

struct Checkpoint {
  RunSettings settings;
  RunPosition position;
  std::uint32_t rows_checksum = 0;  ///< of the rows so far (Spool::checksum)
};

/// A file that is no checkpoint, or a damaged one, or one of another version: the message says which.
struct CheckpointError : FileFault {
  using FileFault::FileFault;
};

/// Layout: 8 bytes of magic, number of the format (4), length of the rest (8), CBOR, CRC-32 of the CBOR (4); integers
/// little-endian. Atomic: an older checkpoint stays until the new one is whole.
inline constexpr std::uint32_t kCheckpointFormat = 4;
void write_checkpoint(const std::filesystem::path&, const Checkpoint&, std::string_view program_version);
Checkpoint read_checkpoint(const std::filesystem::path&, std::string_view program_version);
/// The same from bytes in memory, with the paths as they are in the file; `name` is for messages.
Checkpoint parse_checkpoint(std::span<const unsigned char> bytes, std::string_view name,
                            std::string_view program_version);
/// Whether a new checkpoint may take this name: there is nothing, or an empty file, or a checkpoint, of whatever version.
bool may_become_checkpoint(const std::filesystem::path&);
/// A name for the file of rows of a new checkpoint that no other file has. The caller has the Claim of the checkpoint.
std::filesystem::path new_rows_file(const std::filesystem::path& checkpoint);
/// Whether a file of rows was made for a checkpoint of that name, not for one that this is a copy of.
bool is_rows_file_of(const std::filesystem::path& rows, const std::filesystem::path& checkpoint);

}  // namespace polhode
