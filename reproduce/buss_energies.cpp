// Energies of [Buss2001], figures 4 and 5: printed value, ours, verdict.
// Exits 1 if an entry is neither as printed nor as an independent computation has it.
#include <cstdio>
#include <exception>

#include "../tests/support/buss_figures.hpp"

int main() {
  try {
    int entries = 0, same = 0, unknown = 0;
    std::printf("%-7s %-26s %-20s %10s %10s  %s\n", "figure", "row", "column", "printed", "ours", "verdict");
    for (const auto& entry : polhode::test::buss_entries(POLHODE_REFERENCE_DIR "/buss-figures.csv")) {
      const std::string ours = entry.ours();
      const bool as_printed = ours == entry.printed, as_known = ours == entry.reproduced;
      ++entries;
      same += as_printed;
      unknown += !as_printed && !as_known;
      std::printf("%-7d %-26s %-20s %10s %10s  %s\n", entry.figure, entry.row.c_str(), entry.column.c_str(),
                  entry.printed.c_str(), ours.c_str(),
                  as_printed ? "same"
                  : as_known ? "differs, as in an independent computation"
                             : "DIFFERS");
    }
    std::printf("%d of %d entries have the printed digits\n", same, entries);
    return unknown == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "buss_energies: %s\n", error.what());
    return 2;
  }
}
