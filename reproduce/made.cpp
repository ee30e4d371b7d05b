// made.cpp -- papers by their keys, and sums
#include "made.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace polhode::reproduce {

const Source& paper_of(const Made& made) {
  const auto* const found = std::ranges::find(kPapers, made.item.paper, &Source::key);
  return found == std::end(kPapers) ? kElsewhere : *found;
}

int Tally::all() const {
  int sum = 0;
  for (const int n : of) sum += n;
  return sum - (*this)[Class::not_counted];
}

Tally tally(std::span<const Entry> entries) {
  Tally t;
  for (const Entry& e : entries) ++t.of[std::size_t(e.verdict.kind)];
  return t;
}

std::string to_text(const Tally& t) {
  std::string text;
  const auto add = [&](int n, std::string_view words) {
    if (n > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, words);
  };
  add(t[Class::same_digits], "same digits");
  add(t[Class::within], "within");
  add(t[Class::number_in_words], t[Class::number_in_words] == 1 ? "number in words" : "numbers in words");
  add(t[Class::statement], t[Class::statement] == 1 ? "statement holds" : "statements hold");
  add(t[Class::implied], "implied");
  add(t[Class::other_program], "as another program");
  if (t.differ() > 0) {
    add(t.differ(), t.differ() == 1 ? "differs" : "differ");
    text += t[Class::unknown_cause] == 0 ? " (cause shown)"
            : t[Class::shown_cause] == 0
                ? " (cause unknown)"
                : fmt::format(" ({} cause shown, {} unknown)", t[Class::shown_cause], t[Class::unknown_cause]);
  }
  add(t[Class::excluded], t[Class::excluded] == 1 ? "cause excluded" : "causes excluded");
  add(t[Class::not_counted], "not counted");
  return text.empty() ? "no entries" : text;
}

}  // namespace polhode::reproduce
