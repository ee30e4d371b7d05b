// report.hpp -- what was made again, as text, JSON, CSV, and pages: an index, and one for each paper
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "made.hpp"

namespace polhode::reproduce {

std::string as_text(const Made&);
/// How many of each class there are in all that was made.
std::string summary(std::span<const Made>);
std::string as_json(std::span<const Made>);  ///< one array of {"key","row","column","printed","ours","verdict",
                                             ///< "class","criterion","shown_by"}
std::string as_csv(std::span<const Made>);
/// The name of the page of all verdicts in that folder.
inline constexpr std::string_view kPageFile = "reproduction.md";
/// Writes index.html with all verdicts, a page for each paper, entries.csv, entries.json, reproduction.md and, for each
/// picture, its .svg and .csv.
void write_report(const std::filesystem::path& folder, std::span<const Made>);

}  // namespace polhode::reproduce
