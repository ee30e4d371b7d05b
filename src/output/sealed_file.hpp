// sealed_file.hpp -- what checkpoints of runs and of ensembles have in common: content under a checksum, and what was asked for
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "output/file_fault.hpp"
#include "scenario/scenario.hpp"

namespace polhode {

/// What the command line asked for, as far as going on needs it. Paths are absolute; in the file they are relative to its
/// folder, so that a folder can be moved as a whole.
struct Request {
  std::string scenario_file, scenario_text;
  Overrides overrides;
  std::vector<InputFile> files;  ///< that the scenario names, as they were when the run began
  std::string output;            ///< empty: none
};
/// The scenario of a request.
ReadResult read_scenario(const Request&);

/// A file that is no checkpoint, or a damaged one, or one of another version: the message says which.
struct CheckpointError : FileFault {
  using FileFault::FileFault;
};

/// Layout: 8 bytes of magic, number of the format (4), length of the content (8), the content as CBOR, its CRC-32 (4); integers
/// little-endian. The content has the program's version under the key "version".
std::string sealed(std::uint32_t format, const nlohmann::json& content);
/// The content of `bytes`, which are all of the seal. Throws CheckpointError if they are anything else, of another format or by
/// another version: another program may round differently somewhere.
nlohmann::json unsealed(std::string_view bytes, std::uint32_t format, std::string_view name, std::string_view version);
inline constexpr std::size_t kSealHead = 8 + 4 + 8;
/// How many bytes a seal has that begins so; no more than these if they are no beginning.
std::uint64_t sealed_size(std::string_view head);
/// What the content is not: the checkpoint `name` is damaged.
CheckpointError damaged(std::string_view name, const std::string& why);

/// Formats of ensembles are far from those of runs.
inline constexpr std::uint32_t kEnsembleFormats = 0x45000000;  // E
/// Whether a file begins as a seal; and as one with such a format.
bool is_sealed(const std::filesystem::path&);
bool is_ensemble_checkpoint(const std::filesystem::path&);

/// The folder of a checkpoint, whatever links lead to it: its paths begin there.
std::filesystem::path home_of(const std::filesystem::path& checkpoint);
/// A path as it stands in the file, and back; none stays none.
std::string path_from(const std::filesystem::path& home, const std::string& path);
std::string path_in(const std::filesystem::path& home, const std::string& relative);

/// An integer, which fits: int, long or unsigned of 32 or 64 bits. What is damaged may be a float there, and that must not be
/// converted. Throws.
template <class T>
T integer(const nlohmann::json&);
/// Bytes as they are, and back.
nlohmann::json binary(const void* data, std::size_t size);
std::string bytes_of(const nlohmann::json& binary);
/// An integer of so many bytes, the lowest first.
void put_integer(std::string& out, std::uint64_t value, int bytes);
std::uint64_t integer_at(std::string_view in, std::size_t at, int bytes);
/// With the version, as the first keys of the content. The output is written as it is.
nlohmann::json to_json(const Request&, std::string_view version);
void from_json(const nlohmann::json&, Request&);

}  // namespace polhode
