// named_files.hpp -- the files that a command names, and whether one of them is another: decided before anything runs
//
// Files are told apart by what they are, not by their names: device and inode of what exists; of what does not, device and inode
// of the nearest folder above it that does, and the way from there.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "output/files.hpp"

namespace polhode {

/// All that a command reads and writes. Everything is told first, no name is an empty one; then faults() says what cannot be.
/// Standard output, where it goes to a file, is one of the outputs without being told.
class NamedFiles {
 public:
  /// `json`: standard output is for one object. `whose` the flags are, if they are not of this command line: "of the run that is
  /// resumed".
  explicit NamedFiles(bool json, const std::string& whose = "");

  /// `what` it is, as "a trajectory". Standard input is "-".
  void reads(const std::filesystem::path&, const std::string& what);
  /// The scenario that a flag or an argument names, and the files that it names itself.
  void reads_scenario(const std::string& path, const Scenario&);

  /// What a flag names, to be replaced, of one of these endings.
  void writes(const std::string& flag, const std::filesystem::path&, const std::vector<std::string>& endings);
  /// Rows of a run (-o), and beside them their events.
  void writes_rows(const std::filesystem::path&, const std::vector<Event>&);
  /// --checkpoint, and its lock. It replaces nothing but checkpoints.
  void writes_checkpoint(const std::filesystem::path&);
  /// --svg: a folder, which may have to be made, with pictures of these names. They replace nothing but pictures.
  void writes_pictures(const std::filesystem::path& folder, const std::vector<std::string>& names);

  /// One sentence each; it begins with the flag.
  std::vector<std::string> faults() const;

 private:
  struct Place {
    dev_t device = 0;
    ino_t inode = 0;
    std::filesystem::path rest;  // empty: it exists
  };
  struct Input {
    std::string what;
    Place place;
  };
  struct Output {
    std::string flag, aside;  // aside: what it is, where it is not what the flag names itself
    std::filesystem::path path;
    bool folder = false;
    std::string against;  // why it cannot be written, whatever else is named
    Place place;
  };
  bool json_;
  std::string whose_;
  bool to_stdout_ = false, saved_ = false;  // an output; a checkpoint is among them
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;

  void add(const std::string& flag, const std::string& aside, const std::filesystem::path&, bool folder,
           const std::string& against);
  static Place place_of(const std::filesystem::path&);
  static std::optional<Place> place_of_descriptor(int);
  static bool is_in_the_way(const Output&, const Place&);
};

}  // namespace polhode
