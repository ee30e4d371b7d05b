// file_fault.hpp -- what is wrong with a file that was to be read or gone on with
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

}  // namespace polhode
