// ensemble_files.hpp -- the results of an ensemble: files with one row per body, and what they say together
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ensemble/ensemble.hpp"
#include "scenario/scenario.hpp"

namespace polhode {

/// By their numbers.
inline constexpr std::array<BodyOutcome, 7> kBodyOutcomes{
    BodyOutcome::done,       BodyOutcome::not_converged, BodyOutcome::non_finite, BodyOutcome::refused,
    BodyOutcome::inaccurate, BodyOutcome::not_run,       BodyOutcome::ended};

struct EnsembleRecord {
  std::string version;
  Scenario scenario;
  EnsembleSpec ensemble;  ///< without its tables
  Choice choice;
  EnsembleResult result;
  Overrides flags{};                     ///< of the command line
  const VariedBodies* bodies = nullptr;  ///< that were run, as long as they live
  int threads = 1;
  int ranks = 1;
  double seconds = 0;  ///< of the run, by the clock on the wall

  struct Outcome {
    std::uint64_t count = 0, first = ~std::uint64_t{0};  ///< bodies, and the first of them
  };
  std::array<Outcome, kBodyOutcomes.size()> outcomes{};  ///< of all bodies, by the number of the outcome
  std::size_t count(BodyOutcome one) const { return std::size_t(outcomes[std::size_t(one)].count); }
};

/// What every file says of the run: keys and texts, `varies` as often as something does.
std::vector<std::pair<std::string, std::string>> ensemble_comments(const EnsembleRecord&);

/// Endings that -o takes: ".csv", ".npz", ".h5" (ensemble_h5.hpp), ".html".
const std::vector<std::string>& ensemble_endings();
/// How many there are of each body in a result.
std::size_t numbers_of_a_body(const Questions&);
/// About how many bytes the file of so many bodies takes, and the memory of a run of them.
std::uint64_t ensemble_file_bytes(std::string_view ending, std::size_t bodies, const Questions&);
std::uint64_t ensemble_memory_bytes(std::size_t bodies, const Questions&);

/// The same bytes for the same input, whatever the number of threads.
void write_ensemble(const std::filesystem::path&, const EnsembleRecord&);  ///< but .h5
void write_ensemble_csv(std::FILE*, const EnsembleRecord&);
void write_ensemble_npz(std::FILE*, const EnsembleRecord&);
void write_ensemble_html(std::FILE*, const EnsembleRecord&);

/// What is told of all bodies that got to an end.
inline constexpr std::array<double, 7> kLevels{0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};
/// How many bodies lie in bins of equal width, of whole numbers one each if they are few. No bins if there are no numbers.
struct Histogram {
  double from = 0, to = 0;  ///< of the first bin, and of the last; powers of ten if the spread is shown by them
  std::vector<std::size_t> bins{};
  std::size_t zeros = 0;  ///< that have no power of ten
};
struct Spread {
  std::string name, unit;
  enum class Of { end, run, errors } of = Of::end;
  bool counts = false;                 ///< whole numbers
  std::array<double, 7> quantiles{};   ///< at kLevels; NaN if there are no numbers
  std::size_t known = 0;               ///< bodies that have such a number
  std::size_t least = 0, largest = 0;  ///< the first body that has it
  Histogram histogram{};               ///< if it was asked for

  bool any() const { return known > 0; }
  /// Errors, and what spans many powers of ten, are shown by these powers; zero has none.
  bool by_powers() const { return of == Of::errors || (quantiles[0] > 0 && quantiles[5] > 100 * quantiles[1]); }
};
/// Angular speed, tilt (angle between the third axis of the body and that of space) and energy at the end, what was asked of
/// the whole run, and the errors; with histograms of none of them, of all but the errors, or of all.
enum class Histograms { none, but_errors, all };
std::vector<Spread> spreads(const EnsembleRecord&, Histograms);
/// The numbers of that name, one for each body.
std::vector<double> values_of(const EnsembleRecord&, std::string_view name);
/// What makes a scenario of that body, on the command line; `file` is that of the ensemble.
std::string command_for(const EnsembleRecord&, std::string_view file, std::size_t body);
/// The numbers below which these parts of all numbers lie (kLevels), linear between neighbours; NaN if there are none.
std::array<double, 7> quantiles(std::span<const double> numbers);

std::string ensemble_json(const EnsembleRecord&);
std::string ensemble_text(const EnsembleRecord&);

}  // namespace polhode
