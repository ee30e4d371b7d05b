// scenario_record.hpp -- a result together with the scenario that it belongs to: what files and pages are made of
#pragma once

#include <string>
#include <utility>

#include "engine/comparison.hpp"
#include "engine/record.hpp"
#include "scenario/scenario.hpp"

namespace polhode {

struct ScenarioRecord : RunRecord {
  std::string version;
  Scenario scenario;
};

struct ScenarioComparison : Comparison {
  std::string version;
  Scenario scenario;
};

}  // namespace polhode
