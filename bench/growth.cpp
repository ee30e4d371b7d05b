// growth.cpp -- many bodies: growth with bodies and threads, memory, the kernels by themselves
//
//   growth [--largest N]     JSON; N bodies at most (default 1e7)
//   growth --kernels         tables of ensemble_kernels.hpp, as markdown
//   growth --bits            a hash of everything that ensembles give, for comparing instruction sets (POLHODE_LANES) and threads
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include <malloc.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "ensemble_kernels.hpp"
#include "kernels/lanes.hpp"
#include "many.hpp"

namespace {

using namespace polhode_bench;
using nlohmann::json;

EnsembleResult run(const BodySource& source, std::string_view method, std::size_t n, int threads, long steps) {
  EnsembleTask task;
  task.count = n, task.threads = threads;
  task.choice = chosen(method, source.common());
  if (method != "exact") task.steps.number = steps;
  EnsembleResult result = run_ensemble(source, task);
  // A body that fails stops, and would look fast.
  if (!std::ranges::all_of(result.outcome, [](BodyOutcome one) { return one == BodyOutcome::done; })) {
    std::fprintf(stderr, "growth: some bodies did not get to the end\n");
    std::exit(1);
  }
  return result;
}

double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * double(usage.ru_maxrss);
}

double median(std::vector<double> all) {
  std::ranges::sort(all);
  return all[all.size() / 2];
}
/// The medians of a / b, round by round.
double median_ratio(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> all;
  for (std::size_t i = 0; i < a.size(); ++i) all.push_back(a[i] / b[i]);
  return median(all);
}

/// In every round all take their turn; what is held against n bodies are as many in runs of 1e3, which last as long and see as
/// many disturbances of the machine. (The least of many short runs against that of a few long ones says what luck gives.)
json growth(std::size_t largest) {
  constexpr long steps = 50;
  constexpr std::size_t kFew = 1000;
  Tops tops;
  tops.base.end_time = double(steps);  // steps of 1 s, as to 1e-3; a step of 2 s loses these bodies
  const Free free;
  json list = json::array();
  double before = 0;
  std::size_t last = 0;
  for (std::size_t n = kFew; n <= largest; n *= 10) {
    const int rounds = n > 1000000 ? 3 : n > 100000 ? 5 : n > 10000 ? 15 : 60;
    const auto timed = [](auto f) { return least_times({f}, 1, CLOCK_MONOTONIC)[0]; };
    const double first = timed([&] { run(tops, "rk8", n, 1, steps); });
    // A processor that had nothing to do while one thread ran is slow at first, on virtual machines: without this, two threads were
    // 1.2 times as fast as one for 1e4 bodies, with it 1.8 times.
    const auto wake = [&] { run(tops, "rk8", 100000, 2, steps); };
    std::vector<double> few, one, two, exact_one, exact_two;
    for (int i = 0; i < rounds; ++i) {
      few.push_back(timed([&] {
        for (std::size_t done = 0; done < n; done += kFew) run(tops, "rk8", kFew, 1, steps);
      }));
      one.push_back(timed([&] { run(tops, "rk8", n, 1, steps); }));
      wake();
      two.push_back(timed([&] { run(tops, "rk8", n, 2, steps); }));
      exact_two.push_back(timed([&] { run(free, "exact", n, 2, 0); }));
      exact_one.push_back(timed([&] { run(free, "exact", n, 1, 0); }));
    }
    json row{{"bodies", n},
             {"rk8_ns", 1e9 * median(one) / double(n) / steps},
             {"rk8_over_few", median_ratio(one, few)},
             {"rk8_first_ns", 1e9 * first / double(n) / steps},
             {"rk8_two_threads", median_ratio(one, two)},
             {"exact_ns", 1e9 * median(exact_one) / double(n)},
             {"exact_two_threads", median_ratio(exact_one, exact_two)}};
    const double peak = peak_bytes();
    if (n >= 1000000 && last) row["bytes_per_body"] = (peak - before) / double(n - last);
    before = peak, last = n;
    list.push_back(row);
  }
  return list;
}

/// Fowler, Noll and Vo's hash of the bits.
std::uint64_t hash(const EnsembleResult& r) {
  std::uint64_t h = 0xcbf29ce484222325u;
  const auto add = [&](const BodyNumbers& v) {
    for (const double x : v) h = (h ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3u;
  };
  for (const auto& v : r.q) add(v);
  for (const auto& v : r.w) add(v);
  for (const auto& v : r.L) add(v);
  add(r.energy), add(r.energy_error);
  return h;
}
json bits() {
  json out{{"lanes", best_lane_kernels().name}};
  Tops tops;
  tops.base.end_time = 40;
  const Free free;
  for (const int threads : {1, 2}) {
    std::uint64_t h = 0;
    for (const char* method : {"rk8", "rk9"}) h = h * 31 + hash(run(tops, method, 1000, threads, 40));
    for (const char* method : {"exact", "sr2", "dmv8", "lie3"}) h = h * 31 + hash(run(free, method, 1000, threads, 40));
    char text[20];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(h));
    out[std::to_string(threads)] = text;
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  // The process keeps its memory from run to run. Memory that is touched for the first time costs whatever the system takes for a
  // page; rk8_first_ns has it.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  if (argc == 2 && std::string(argv[1]) == "--kernels") {
    steps_in_cache();
    external_torques();
    exact_at_many_times();
    return 0;
  }
  if (argc == 2 && std::string(argv[1]) == "--bits") {
    std::printf("%s\n", bits().dump().c_str());
    return 0;
  }
  const std::size_t largest = argc == 3 ? std::size_t(std::atof(argv[2])) : 10'000'000;
  json out{{"lanes", best_lane_kernels().name}};
  out["growth"] = growth(largest);
  std::printf("%s\n", out.dump(1).c_str());
}
