// job.hpp -- what commands that take long have in common: standard descriptors, progress, Ctrl-C, names of files
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "polhode/drive/events.hpp"

namespace polhode::program {

/// First of all: if standard input, output or error is closed, the next file that is opened would take its number, and what is said
/// would go there. What stands in its place fails to be read or written, as a closed one does.
void hold_standard_descriptors();

/// A line with part done and time left on a terminal, from the second second on.
class Progress {
 public:
  explicit Progress(bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void operator()(double part);

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  bool shown_, drawn_ = false;
  double first_ = 0, first_seconds_ = 0;
};

/// From here on Ctrl-C, SIGTERM and SIGUSR1 are only noted; the second one ends the program at once.
void note_stops();
bool stop_wanted();

/// NAME.partial.ENDING, or NAME.partial-2.ENDING, ... : what an earlier run has left is kept, and so are its events.
std::filesystem::path partial_name(const std::filesystem::path& output, const std::vector<Event>& = {});

}  // namespace polhode::program
