// ensemble_reader.hpp -- the ensemble of a scenario: its tables of numbers, its faults, and one of its bodies as a scenario
//
// [ensemble] and [[vary]] themselves are read with the scenario (Scenario::ensemble).
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "scenario/scenario.hpp"

namespace polhode {

/// Reads the tables that [[vary]] names, from the folder of the scenario, into its ensemble; what is wrong with them.
std::vector<Fault> read_ensemble_tables(Scenario&);

/// Why there is no body i, as a fault of the entry of [[vary]] that is to blame.
Fault fault_of_body(const EnsembleSpec&, std::size_t i, const KeyFault&);

/// Body i as a scenario of its own, for a file in that folder (the files that it names are found from there). Read again it
/// gives the same bits.
std::string scenario_of_body(const Scenario&, const Overrides&, const VariedBodies&, std::size_t i,
                             const std::filesystem::path& folder);

}  // namespace polhode
