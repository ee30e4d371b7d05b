// made.hpp -- what was made again, of which paper, and how many entries of each class there are
#pragma once

#include <array>
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

}  // namespace polhode::reproduce
