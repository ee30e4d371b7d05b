// csv_rows.cpp -- cost of a row of CSV, and of one number printed by the ways that were tried
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/compile.h>
#include <unistd.h>

#include "output/files.hpp"
#include "output/number.hpp"

namespace {

using namespace polhode;

// Numbers between -1 and 1 with all their digits, as those of a run are.
double number(long i) {
  return std::sin(1.7 * static_cast<double>(i));
}

template <class Print>
void print(benchmark::State& state, Print&& one) {
  std::vector<double> numbers;
  for (long i = 1; i <= 10000; ++i) numbers.push_back(number(i));
  char text[64];
  for (auto _ : state)
    for (const double x : numbers) {
      benchmark::DoNotOptimize(one(text, x));
      benchmark::ClobberMemory();
    }
  state.SetItemsProcessed(state.iterations() * static_cast<long>(numbers.size()));
}
BENCHMARK_CAPTURE(print, print17, [](char* out, double x) { return print17(out, x); });
BENCHMARK_CAPTURE(print, to_chars_17, [](char* out, double x) {
  return std::to_chars(out, out + 64, x, std::chars_format::general, 17).ptr;
});
BENCHMARK_CAPTURE(print, to_chars_shortest, [](char* out, double x) { return std::to_chars(out, out + 64, x).ptr; });
BENCHMARK_CAPTURE(print, fmt_17, [](char* out, double x) { return fmt::format_to(out, FMT_COMPILE("{:.17g}"), x); });
BENCHMARK_CAPTURE(print, fmt_shortest, [](char* out, double x) { return fmt::format_to(out, FMT_COMPILE("{}"), x); });
BENCHMARK_CAPTURE(print, snprintf, [](char* out, double x) { return out + std::snprintf(out, 64, "%.17g", x); });

// A million rows to a file, with everything that belongs to it; the disk's own time is in the wall clock only.
void million_rows(benchmark::State& state) {
  const auto folder = std::filesystem::temp_directory_path() / ("polhode-csv-rows-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  Spool rows = Spool::create(folder / "rows");
  std::array<double, kColumns.size()> columns;
  for (long i = 0; i < 1'000'000; ++i) {
    for (double& x : columns) x = number(12 * i + (&x - columns.data()));
    columns[0] = 0.001 * static_cast<double>(i);
    rows.append(std::bit_cast<Row>(columns));
  }
  for (auto _ : state) write_output(folder / "rows.csv", {}, rows);
  std::filesystem::remove_all(folder);
}
BENCHMARK(million_rows)->Unit(benchmark::kMillisecond)->Iterations(3);

}  // namespace

BENCHMARK_MAIN();
