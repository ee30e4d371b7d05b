// ensemble_files.hpp -- the results of an ensemble: files with one row per body, and what they say together
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ensemble/ensemble.hpp"
#include "scenario/scenario.hpp"

namespace polhode {

struct EnsembleRecord {
  std::string version;
  Scenario scenario;
  EnsembleSpec ensemble;  ///< without its tables
  Choice choice;
  EnsembleResult result;
  int threads = 1;
  double seconds = 0;  ///< of the run, by the clock on the wall

  std::size_t count(BodyOutcome) const;
};
inline constexpr std::array<BodyOutcome, 6> kBodyOutcomes{BodyOutcome::done,       BodyOutcome::not_converged,
                                                          BodyOutcome::non_finite, BodyOutcome::refused,
                                                          BodyOutcome::inaccurate, BodyOutcome::not_run};

/// Endings that -o takes: ".csv", ".npz", ".html".
const std::vector<std::string>& ensemble_endings();
/// How many there are of each body in a result.
std::size_t numbers_of_a_body();
/// About how many bytes the file of so many bodies takes, and the memory of a run of them.
std::uint64_t ensemble_file_bytes(std::string_view ending, std::size_t bodies);
std::uint64_t ensemble_memory_bytes(std::size_t bodies);

/// The same bytes for the same input, whatever the number of threads.
void write_ensemble(const std::filesystem::path&, const EnsembleRecord&);
void write_ensemble_csv(std::FILE*, const EnsembleRecord&);
void write_ensemble_npz(std::FILE*, const EnsembleRecord&);
void write_ensemble_html(std::FILE*, const EnsembleRecord&);

/// What is told of all bodies that got to the end.
inline constexpr std::array<double, 7> kLevels{0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};
struct Spread {
  std::string_view name, unit;
  std::array<double, 7> quantiles{};  ///< at kLevels; NaN if there are no numbers
  std::size_t largest = 0;            ///< the body that has the largest
};
/// Angular speed, tilt (angle between the third axis of the body and that of space), energy, and the errors.
std::vector<Spread> spreads(const EnsembleRecord&);
/// The numbers of that name, one for each body.
std::vector<double> values_of(const EnsembleRecord&, std::string_view name);
/// The numbers below which these parts of all numbers lie (kLevels), linear between neighbours; NaN if there are none. Puts them into
/// another order.
std::array<double, 7> quantiles(std::vector<double>& numbers);

std::string ensemble_json(const EnsembleRecord&);
std::string ensemble_text(const EnsembleRecord&);

}  // namespace polhode
