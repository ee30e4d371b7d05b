// report.hpp -- what was made again, as text, JSON, Markdown, and pages: an index, and one for each paper
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>

#include "reproduction.hpp"

namespace polhode::reproduce {

struct Made {
  Item item;
  Result result;
  double seconds = 0;
};

/// Entries by class. What is not counted is in no sum.
struct Tally {
  std::array<int, kClasses> of{};

  int operator[](Class kind) const { return of[std::size_t(kind)]; }
  int all() const;
  int differ() const { return (*this)[Class::shown_cause] + (*this)[Class::unknown_cause]; }
};
Tally tally(std::span<const Entry>);
/// "12 same digits, 3 within, 5 statements hold, 2 differ (1 cause shown, 1 unknown)"; what is zero is left out.
std::string to_text(const Tally&);

std::string as_text(const Made&);
/// How many of each class there are in all that was made.
std::string summary(std::span<const Made>);
std::string as_json(std::span<const Made>);      ///< one array of {"key","row","column","printed","ours","verdict",
                                                 ///< "class","criterion","shown_by"}
std::string as_markdown(std::span<const Made>);  ///< docs/results/reproduction.md
std::string as_csv(std::span<const Made>);
/// Writes index.html with all verdicts, a page for each paper, entries.csv, entries.json, reproduction.md and, for each
/// picture, its .svg and .csv.
void write_report(const std::filesystem::path& folder, std::span<const Made>);

}  // namespace polhode::reproduce
