// reproduction.hpp -- a table or figure of a paper, made again: printed values, ours, verdicts, pictures
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "output/picture.hpp"

namespace polhode::reproduce {

/// What a verdict says, and how much it is worth. A statement or an implied value that does not hold differs.
enum class Class : unsigned char {
  same_digits,      ///< a printed number, and ours has its digits
  within,           ///< a printed number, and ours is as near as the entry says beforehand
  number_in_words,  ///< "about six", "of the size of 1e-3": ours is what the entry takes that for
  shown_cause,      ///< differs, and a command shows why
  unknown_cause,    ///< differs; what is supposed, if anything, no run shows
  statement,        ///< words without a number: holds by our criterion, which the entry says
  implied,          ///< holds by our criterion, but the paper does not say it: a property that its method should have
  excluded,         ///< what might have been the cause of a difference: tried, and it is not
  other_program,    ///< nobody printed the number: a program apart from ours or an engine gives it, and so do we
  not_counted,      ///< cannot fail, or is a printed number that goes into ours: shown, and in no sum
};
inline constexpr std::size_t kClasses = 10;
std::string_view class_name(Class);

/// Why an entry differs. It counts as shown only with the command that shows it: "polhode reproduce krysl-fig8".
struct Cause {
  std::string why, shown_by;
  Cause(const char* what = "") : why(what) {}
  Cause(std::string_view what) : why(what) {}
  Cause(std::string what) : why(std::move(what)) {}
  Cause(std::string_view what, std::string_view by) : why(what), shown_by(by) {}
};

struct Verdict {
  Class kind = Class::unknown_cause;
  std::string text;            ///< "same", "within 3 %", or "differs: why"
  std::string criterion;       ///< of a statement and of what is implied: it holds if this is so
  std::string shown_by;        ///< the command, if the cause is shown
  bool measured_time = false;  ///< hangs on times of this run: may be another on another machine

  bool holds() const { return kind != Class::shown_cause && kind != Class::unknown_cause; }
};

/// A printed number: same digits if the texts are equal; else "within x %" if the numbers differ by no more than
/// `percent`; else it differs.
Verdict judged(std::string_view printed, std::string_view ours, double percent, const Cause& cause);
/// A number in words: whether ours is what they say, by a criterion that was there before the run, "from 5 to 7".
Verdict about(bool holds, std::string_view criterion, const Cause& cause = {});
/// Words: whether they hold by a criterion that was there before the run, "error below 1e-12".
Verdict stated(bool holds, std::string_view criterion, const Cause& cause = {});
/// What the paper does not say but its method should do.
Verdict implied(bool holds, std::string_view criterion, const Cause& cause = {});
/// What might be the cause of a difference: whether it is not, by the criterion.
Verdict excluded(bool excluded, std::string_view criterion);
/// As judged(), of a number from another program.
Verdict by_other_program(std::string_view theirs, std::string_view ours, double percent, const Cause& cause);
/// What cannot fail, and why not: "not counted: the printed N is the input".
Verdict not_counted(std::string_view why);
/// A verdict on times that were measured.
inline Verdict of_times(Verdict verdict) {
  verdict.measured_time = true;
  return verdict;
}

/// Whether it holds, and in words what that means. Where one of those below will do, text and test cannot part.
struct Criterion {
  bool holds;
  std::string text;
};
Criterion below(double value, double limit);               ///< "below 1e-12"
Criterion above(double value, double limit);               ///< "above 2"
Criterion between(double value, double low, double high);  ///< "from 3.75 to 4.25"
inline Verdict stated(const Criterion& c, const Cause& cause = {}) {
  return stated(c.holds, c.text, cause);
}
inline Verdict about(const Criterion& c, const Cause& cause = {}) {
  return about(c.holds, c.text, cause);
}
inline Verdict implied(const Criterion& c, const Cause& cause = {}) {
  return implied(c.holds, c.text, cause);
}

/// One cell: what the paper prints or says, what we find.
struct Entry {
  std::string row, column;
  std::string printed;  ///< as in the paper; for a figure without numbers what it shows, or what the text says
  std::string ours;     ///< with as many digits as printed, where a number is printed
  Verdict verdict{};    ///< from one of the functions above
};

struct Result {
  std::vector<Entry> entries;
  std::vector<Picture> pictures;
  std::vector<std::string> notes;  ///< conventions chosen, what the paper leaves open; full sentences
};

struct Item {
  std::string_view key;    ///< buss-fig4
  std::string_view paper;  ///< key in docs/reference/references.bib
  std::string_view title;  ///< what the table or figure shows
  std::string_view page;   ///< where: "figure 4, p. 12"
  bool quick = true;  ///< a second or two: tests/reproduce/page_test.cpp makes it; false: `tools/check papers` does
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
