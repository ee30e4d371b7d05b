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
#include "output/sealed_file.hpp"

namespace polhode {

struct EnsembleSettings : Request {         // its files are those of torques
  std::uint64_t every = 0;                  ///< bodies of a block
  std::vector<std::vector<double>> tables;  ///< of [[vary]], one for each entry
  std::uint64_t numbers = 0;                ///< of each body in the file (ensemble_columns.hpp)
};

/// Layout: the settings, sealed (sealed_file.hpp) with a format of their own, and a place for each block of `every`
/// bodies: its first body (8 bytes), their number (8), the columns of their numbers, one of outcomes, and CRC-32 of all this
/// (4). A block that is not whole, or not there, is none. Several ranks write to one file, each its own blocks.
class EnsembleCheckpoint {
 public:
  /// A new one; what was there is replaced. Throws OutputError.
  static EnsembleCheckpoint create(const std::filesystem::path&, const EnsembleSettings&, std::string_view version);
  /// An old one, to be gone on with, or that of another rank. Throws CheckpointError.
  static EnsembleCheckpoint reopen(const std::filesystem::path&, std::string_view version);

  const EnsembleSettings& settings() const { return settings_; }
  /// Puts block b, of bodies first, ..., to `place` of `results` and is true, if it is in the file.
  bool load(std::uint64_t b, std::uint64_t first, std::size_t bodies, EnsembleResult& results, std::size_t place) const;
  /// Writes it from there. It is on the disk when it returns. Throws OutputError.
  void save(std::uint64_t b, std::uint64_t first, std::size_t bodies, const EnsembleResult& results, std::size_t place);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  EnsembleSettings settings_;
  std::uint64_t blocks_ = 0;  // where they begin
  std::unique_ptr<std::FILE, Close> file_;

  std::uint64_t place_of(std::uint64_t block) const;
};
/// How many bytes it takes, without the settings.
std::uint64_t ensemble_checkpoint_bytes(std::size_t bodies, const Questions&);

/// The settings, and for another rank the way back.
std::string settings_bytes(const EnsembleSettings&);
EnsembleSettings settings_from(std::string_view bytes);

}  // namespace polhode
