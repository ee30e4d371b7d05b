// file_fault.hpp -- what is wrong with a file that was to be read, gone on with, or written
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace polhode {

/// what() is `file: reason`, or the reason alone where no file is at fault.
struct FileFault : std::runtime_error {
  FileFault(std::string name, std::string why)
      : runtime_error(name.empty() ? why : name + ": " + why), file(std::move(name)), reason(std::move(why)) {}

  std::string file, reason;
};

/// A file that cannot be written: which, and what the system says.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Rows that the format cannot hold: nothing but other rows, or another format, will do.
struct UnfitRows : OutputError {
  using OutputError::OutputError;
};

}  // namespace polhode
