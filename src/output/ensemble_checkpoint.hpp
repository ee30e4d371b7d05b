// ensemble_checkpoint.hpp -- the bodies of an ensemble that are done, in a file that grows
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ensemble/ensemble.hpp"
#include "scenario/scenario.hpp"

namespace polhode {

/// What the command line asked for, as far as going on needs it. The output is an absolute path; in the file it is relative to
/// its folder, so that a folder can be moved as a whole.
struct EnsembleSettings {
  std::string scenario_file, scenario_text;
  Overrides overrides;
  std::string output;                       ///< empty: none
  std::uint64_t every = 0;                  ///< bodies of a block
  std::vector<InputFile> files;             ///< that torques name, as they were when the run began
  std::vector<std::vector<double>> tables;  ///< of [[vary]], one for each entry
  std::uint64_t numbers = 0;                ///< of each body in the file (ensemble_columns.hpp)
};

/// Layout: the head of a checkpoint (checkpoint.hpp) with a format of its own, the settings, and blocks, each of them with
/// its first body (8 bytes), their number (8), the columns of their numbers, one of outcomes, and CRC-32 of all this (4). A block that
/// is not whole, the last one if the process was killed, is none.
class EnsembleCheckpoint {
 public:
  /// A new one; what was there is replaced. Throws OutputError.
  static EnsembleCheckpoint create(const std::filesystem::path&, const EnsembleSettings&, std::string_view version);
  /// An old one, to be gone on with: its settings, and which bodies it has. Throws CheckpointError.
  static EnsembleCheckpoint reopen(const std::filesystem::path&, std::string_view version);

  const EnsembleSettings& settings() const { return settings_; }
  /// Puts the bodies that are in the file into `all`, which has one place for each of the ensemble.
  void load(EnsembleResult& all) const;
  /// Appends bodies first, ... They are on the disk when it returns. Throws OutputError.
  void add(std::uint64_t first, const EnsembleResult& part);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  EnsembleSettings settings_;
  std::uint64_t blocks_ = 0;  // where they begin
  std::unique_ptr<std::FILE, Close> file_;
};

/// Whether a file begins as such a checkpoint.
bool is_ensemble_checkpoint(const std::filesystem::path&);

/// Body `first` + k of `all` becomes body k of `part`.
void put_part(EnsembleResult& all, std::uint64_t first, const EnsembleResult& part);

}  // namespace polhode
