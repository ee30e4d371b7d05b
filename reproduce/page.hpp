// page.hpp -- the page of all verdicts: written, read again, and held against what is made now
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "made.hpp"

namespace polhode::reproduce {

/// The page, from the root of the repository.
inline constexpr std::string_view kPage = "docs/results/reproduction.md";

/// The verdict as readers see it: with its criterion, or with the command that shows the cause.
std::string told(const Verdict&);

std::string as_markdown(std::span<const Made>);

/// One line of a table of the page.
struct PageEntry {
  std::string key, row, column, printed, ours;
  Class kind = Class::unknown_cause;
  bool measured_time = false;
};
/// One line of the table of sums: the numbers that the page says.
struct PageSum {
  std::string name;
  int papers = 0, elsewhere = 0;
};
struct Page {
  std::vector<PageEntry> entries;
  std::vector<PageSum> sums;
};
/// Throws InvalidInput with the line where `text` is no such page.
Page read_page(std::string_view text);
/// The sums again, from the entries of the page.
std::vector<PageSum> recount(const Page&);

/// An entry whose class is not that of the page, or that is on one side only.
struct Change {
  std::string key, row, column, printed;
  std::string was, now;  ///< names of classes; empty where there is none
  bool measured_time = false;
};
/// All changes in the keys that were made, and the entries of keys that are no more. Entries are the same if key, row, column and printed text are.
std::vector<Change> changes(const Page&, std::span<const Made>);
std::string to_text(const Change&);

}  // namespace polhode::reproduce
