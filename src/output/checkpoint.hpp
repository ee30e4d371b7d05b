// checkpoint.hpp -- a run in a file, whole: what it takes to go on bit for bit
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/run.hpp"
#include "output/sealed_file.hpp"

namespace polhode {

struct RunSettings : Request {
  std::string svg_folder;  ///< empty: none
  std::string require;     ///< as given to --require
  bool estimate = true;    ///< false: --no-estimate
  std::string rows_file;   ///< the rows so far, beside the checkpoint; empty if no rows are written
  long checkpoint_every = 0;
};

struct Checkpoint {
  RunSettings settings;
  RunPosition position;
  std::uint32_t rows_checksum = 0;  ///< of the rows so far (Spool::checksum)
};

/// A sealed file (sealed_file.hpp). Atomic: an older checkpoint stays until the new one is whole.
inline constexpr std::uint32_t kCheckpointFormat = 4;
void write_checkpoint(const std::filesystem::path&, const Checkpoint&, std::string_view program_version);
Checkpoint read_checkpoint(const std::filesystem::path&, std::string_view program_version);
/// The same from bytes in memory, with the paths as they are in the file; `name` is for messages.
Checkpoint parse_checkpoint(std::span<const unsigned char> bytes, std::string_view name,
                            std::string_view program_version);
/// A name for the file of rows of a new checkpoint that no other file has. The caller has the Claim of the checkpoint.
std::filesystem::path new_rows_file(const std::filesystem::path& checkpoint);
/// Whether a file of rows was made for a checkpoint of that name, not for one that this is a copy of.
bool is_rows_file_of(const std::filesystem::path& rows, const std::filesystem::path& checkpoint);

}  // namespace polhode
