// reproduction.hpp -- a table or figure of a paper, made again: printed values, ours, verdicts, pictures
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "output/picture.hpp"

namespace polhode::reproduce {

/// One cell: what the paper prints or says, what we find.
struct Entry {
  std::string row, column;
  std::string printed;  ///< as in the paper; for a figure without numbers what it shows, or what the text says
  std::string ours;     ///< with as many digits as printed, where a number is printed
  std::string verdict;  ///< "same", "within 3 %", or "differs: why"; build it with the functions below
};

/// "same" if the texts are equal; else "within x %" if the numbers differ by no more than `percent`; else
/// "differs: reason". An entry that differs has a reason: what was found out, or "not explained".
std::string judged(std::string_view printed, std::string_view ours, double percent, std::string_view reason);
/// A statement of the paper that was tested: "same" if it holds, else "differs: reason".
std::string judged(bool holds, std::string_view reason);

struct Result {
  std::vector<Entry> entries;
  std::vector<Picture> pictures;
  std::vector<std::string> notes;  ///< conventions chosen, what the paper leaves open; full sentences
};

struct Item {
  std::string_view key;    ///< buss-fig4
  std::string_view paper;  ///< key in docs/references.bib
  std::string_view title;  ///< what the table or figure shows
  std::string_view page;   ///< where: "figure 4, p. 12"
  bool by_default = true;  ///< false: takes long; made only when its key is named
  Result (*make)();
};

// One function per paper, in its own file.
std::span<const Item> buss_items();
std::span<const Item> celledoni_items();
std::span<const Item> krysl_items();
std::span<const Item> hairer_items();
std::span<const Item> vilmart_items();
std::span<const Item> beyond_items();

/// All of them, in that order.
std::vector<Item> all_items();

}  // namespace polhode::reproduce
