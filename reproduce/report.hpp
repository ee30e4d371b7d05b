// report.hpp -- what was made again, as text, JSON, Markdown, and pages: an index, and one for each paper
#pragma once

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

/// Entries by verdict.
struct Tally {
  int same = 0, within = 0, differs = 0;
  int all() const { return same + within + differs; }
};
Tally tally(std::span<const Entry>);
std::string to_text(const Tally&);  ///< "53 of 55 same, 2 differ"

std::string as_text(const Made&);
std::string as_json(std::span<const Made>);      ///< one array of {"key","row","column","printed","ours","verdict"}
std::string as_markdown(std::span<const Made>);  ///< docs/reproduction.md
std::string as_csv(std::span<const Made>);
/// Writes index.html with all verdicts, a page for each paper, entries.csv, entries.json, reproduction.md and, for each
/// picture, its .svg and .csv.
void write_report(const std::filesystem::path& folder, std::span<const Made>);

}  // namespace polhode::reproduce
