// report.hpp -- what was made again, as text, JSON, CSV, and pages: an index, and one for each paper
#pragma once

#include <array>
#include <filesystem>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "reproduction.hpp"

namespace polhode::reproduce {

struct Made {
  Item item;
  Result result;
  double seconds = 0;
};

/// A paper: its key in docs/reference/references.bib, its name in headings, and that of its page.
struct Source {
  std::string_view key, name, page;
};
inline constexpr Source kPapers[] = {{"Buss2001", "Buss (2001)", "buss"},
                                     {"CelledoniSafstrom2006", "Celledoni & Säfström (2006)", "celledoni"},
                                     {"KryslEndres2004", "Krysl & Endres (2004)", "krysl"},
                                     {"HairerVilmart2006", "Hairer & Vilmart (2006)", "hairer"},
                                     {"Vilmart2013", "Vilmart (2013)", "vilmart"},
                                     {"", "Beyond the five papers", "beyond"}};
inline constexpr const Source& kElsewhere = kPapers[std::size(kPapers) - 1];
const Source& paper_of(const Made&);

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
std::string as_json(std::span<const Made>);  ///< one array of {"key","row","column","printed","ours","verdict",
                                             ///< "class","criterion","shown_by"}
std::string as_csv(std::span<const Made>);
/// The name of the page of all verdicts in that folder.
inline constexpr std::string_view kPageFile = "reproduction.md";
/// Writes index.html with all verdicts, a page for each paper, entries.csv, entries.json, reproduction.md and, for each
/// picture, its .svg and .csv.
void write_report(const std::filesystem::path& folder, std::span<const Made>);

}  // namespace polhode::reproduce
