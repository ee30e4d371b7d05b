// refusal.hpp -- why nothing was begun: for people on stderr, for programs as JSON
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "scenario/scenario.hpp"

namespace polhode {

/// A fault of what was asked for. `file` is empty where it is not in a scenario but in a flag, a name or another file.
struct InputFault : Fault {
  std::string file;
};
/// Of a message that may begin with a flag, as in `--step: must be positive`: that is its key.
InputFault fault_of(const std::string& message);

/// All faults at once: whoever catches it prints them and exits with 2. Nothing has been written.
class Refusal : public std::runtime_error {
 public:
  explicit Refusal(std::vector<InputFault> faults);
  explicit Refusal(const std::string& message);

  // what() has a line for each of them: `file:line: key: message`, or `polhode: message`.
  /// {"outcome": "refused", "faults": [{"file":, "line":, "key":, "message":}, ...]}; null where there is none.
  std::string json() const;

 private:
  std::vector<InputFault> faults_;
};

/// Gathers faults until all has been looked at.
class InputFaults {
 public:
  void add(const std::string& message) { all_.push_back(fault_of(message)); }
  void add(const std::vector<std::string>& messages) {
    for (const std::string& message : messages) add(message);
  }
  void add(const std::string& file, std::span<const Fault> faults) {
    for (const Fault& fault : faults) all_.push_back({fault, file});
  }
  /// Throws a Refusal if there are any.
  void refuse_if_any() const {
    if (!all_.empty()) throw Refusal(all_);
  }

 private:
  std::vector<InputFault> all_;
};

}  // namespace polhode
