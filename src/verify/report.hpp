// report.hpp -- what was found out about trajectories: for people, for programs, as a page
#pragma once

#include <string>
#include <vector>

#include "scenario/scenario.hpp"
#include "verify/diagnosis.hpp"
#include "verify/judge.hpp"

namespace polhode {

/// Of one file.
struct Verified {
  const Trajectory* trajectory = nullptr;
  Judgement judgement;
  std::vector<Finding> findings;
};

struct Verification {
  std::string what;     ///< "case F10", or the scenario
  std::string version;  ///< of this program
  Scenario scenario;
  std::string reference;
  std::vector<Verified> files;
  MeasuredOrder order;  ///< of several files

  /// The worst of all files.
  char grade() const;
};

std::string verification_text(const Verification&);
/// Of one file one object; of several {"grade", "files": [...], "order": {...}}.
std::string verification_json(const Verification&);

}  // namespace polhode
