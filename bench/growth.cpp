// growth.cpp -- many bodies: cost of a step in the cache, external torques beside bare memory, growth with bodies and threads, memory
//
//   growth [--largest N]     JSON; N bodies at most (default 1e7)
//   growth --bits            a hash of everything that ensembles give, for comparing instruction sets (POLHODE_LANES) and threads
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "contest.hpp"
#include "ensemble/arrays.hpp"
#include "kernels/lanes.hpp"
#include "many.hpp"
#include "peers/lanes.hpp"
#include "polhode/exact/free_motion.hpp"

namespace {

using namespace polhode_bench;
using nlohmann::json;

/// The least time of several calls, interleaved.
std::vector<double> least(int rounds, const std::vector<std::function<void()>>& all) {
  std::vector<double> seconds(all.size(), 1e300);
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto start = Clock::now();
      all[i]();
      seconds[i] = std::min(seconds[i], since(start));
    }
  return seconds;
}

/// Free bodies in arrays that stay in the cache.
struct Block {
  std::size_t n;
  std::vector<std::vector<double>> a;
  std::vector<std::uint8_t> good;
  explicit Block(std::size_t size) : n(size), a(14, std::vector<double>(size)), good(size, 1) { reset(); }
  void reset() {
    for (std::size_t i = 0; i < n; ++i) {
      const double all[] = {1, 0, 0, 0, 1.8, 0.4, -0.9, 0.6 + 0.05 * double(i % 256) / 256, 0.8, 1};
      for (std::size_t k = 0; k < 10; ++k) a[k][i] = all[k];
    }
  }
  double* at(std::size_t k) { return a[k].data(); }
  LaneBodies lanes() {
    return {n, {at(7), at(8), at(9)}, {at(0), at(1), at(2), at(3)}, {at(4), at(5), at(6)}, good.data()};
  }
};

/// A step of methods in lanes, beside a step of Runge-Kutta in lanes; and the exact motion at 16 times, of one of them.
json kernels() {
  constexpr std::size_t n = 256, many = 4096, times = 16;
  constexpr long steps = 500;
  Block block(n), start(many);
  std::vector<double> at(times), states(7 * many * times);
  for (std::size_t k = 0; k < times; ++k) at[k] = 0.37 * double(k + 1);
  const BodyArrays from{{start.at(0), start.at(1), start.at(2), start.at(3)}, {start.at(4), start.at(5), start.at(6)}};
  const auto out = [&](std::size_t k) { return states.data() + k * many * times; };
  const BodyArrays to{{out(0), out(1), out(2), out(3)}, {out(4), out(5), out(6)}};
  const LanesProblem peer{int(n),
                          {block.at(7), block.at(8), block.at(9)},
                          nullptr,
                          {block.at(0), block.at(1), block.at(2), block.at(3)},
                          {block.at(4), block.at(5), block.at(6)},
                          0.05 * steps};
  double* const q[4] = {block.at(10), block.at(11), block.at(12), block.at(13)};
  std::vector<std::function<void()>> all{
      [&] { lanes_rk4(peer, steps, q); }, [&] { lanes_rkf78(peer, steps, q); },
      [&] { free_motion(from, {{start.at(7), start.at(8), start.at(9)}}, many, at.data(), times, to); }};
  std::vector<std::string> names{"rk4 in lanes", "rkf78 in lanes", "exact, 16 times a pass"};
  for (const char* method : {"lie3", "lie4", "sr2", "sr4", "dmv8"}) {
    names.emplace_back(method);
    all.emplace_back([&block, method] {
      block.reset();
      best_lane_kernels().free_steps(method, block.lanes(), 0.05, steps);
    });
  }
  const std::vector<double> t = least(30, all);
  json list = json::array();
  for (std::size_t i = 0; i < t.size(); ++i)
    list.push_back({{"method", names[i]}, {"ns", 1e9 * t[i] / (i == 2 ? double(many * times) : double(n * steps))}});
  return list;
}

/// Kick and drift on arrays, beside the same reads and writes without arithmetic.
json external(bool records, std::size_t n) {
  const std::size_t numbers = 10;
  std::vector<double> data(n * numbers);
  const auto array = [&](std::size_t k) { return data.data() + (records ? k : k * n); };
  const std::ptrdiff_t stride = records ? std::ptrdiff_t(numbers) : 1;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < numbers; ++k)
      array(k)[std::ptrdiff_t(i) * stride] = k == 0 ? 1 : k < 4 ? 0 : 0.1 * double(k) + 1e-7 * double(i);
  const double I[3] = {0.6, 0.8, 1};
  const BodyArrays bodies{{array(0), array(1), array(2), array(3)}, {array(4), array(5), array(6)}, stride};
  const VectorArrays torques{{array(7), array(8), array(9)}, stride};
  const std::vector<double> t =
      least(40, {[&] { kick_and_drift(bodies, {{&I[0], &I[1], &I[2]}, 0}, torques, n, 1e-3, 1e-2); },
                 [&] {  // ten streams read, seven written
                   for (std::size_t i = 0; i < n; ++i) {
                     const std::ptrdiff_t at = std::ptrdiff_t(i) * stride;
                     const double sum = torques.v[0][at] + torques.v[1][at] + torques.v[2][at];
                     for (std::size_t k = 0; k < 4; ++k) bodies.q[k][at] += 1e-300 * sum;
                     for (std::size_t k = 0; k < 3; ++k) bodies.m[k][at] += 1e-300 * sum;
                   }
                 },
                 [&] { kick_and_drift(bodies, {{&I[0], &I[1], &I[2]}, 0}, torques, n, 1e-3, 1e-2, 2); }});
  return {{"layout", records ? "records of 10 numbers" : "arrays"},
          {"bodies", n},
          {"ns", 1e9 * t[0] / double(n)},
          {"bare_ns", 1e9 * t[1] / double(n)},
          {"two_threads", t[0] / t[2]}};
}

EnsembleResult run(const BodySource& source, std::string_view method, std::size_t n, int threads, long steps) {
  EnsembleTask task;
  task.count = n, task.threads = threads;
  task.choice = chosen(method, source.common());
  if (method != "exact") task.steps.number = steps;
  return run_ensemble(source, task);
}

double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * double(usage.ru_maxrss);
}

json growth(std::size_t largest) {
  constexpr long steps = 50;
  const Tops tops;
  const Free free;
  json list = json::array();
  double before = 0;
  std::size_t last = 0;
  for (std::size_t n = 100; n <= largest; n *= 10) {
    const int rounds = n > 1000000 ? 1 : n > 100000 ? 3 : n > 1000 ? 8 : 60;
    const std::vector<double> t =
        least(rounds, {[&] { run(tops, "rk8", n, 1, steps); }, [&] { run(tops, "rk8", n, 2, steps); },
                       [&] { run(free, "exact", n, 1, 0); }, [&] { run(free, "exact", n, 2, 0); }});
    json row{{"bodies", n},
             {"rk8_ns", 1e9 * t[0] / double(n) / steps},
             {"rk8_two_threads", t[0] / t[1]},
             {"exact_ns", 1e9 * t[2] / double(n)},
             {"exact_two_threads", t[2] / t[3]}};
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
  const auto add = [&](const std::vector<double>& v) {
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
  const Tops tops;
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
  if (argc == 2 && std::string(argv[1]) == "--bits") {
    std::printf("%s\n", bits().dump().c_str());
    return 0;
  }
  const std::size_t largest = argc == 3 ? std::size_t(std::atof(argv[2])) : 10'000'000;
  json out{{"lanes", best_lane_kernels().name}, {"exact_constants_bytes", sizeof(PrincipalMotion<double>)}};
  out["growth"] = growth(largest);  // first: memory is that of the process
  out["kernels"] = kernels();
  out["external"] = json::array();
  for (const bool records : {false, true})
    for (const std::size_t n : {std::size_t(10000), std::size_t(1000000)})
      if (n <= largest) out["external"].push_back(external(records, n));
  std::printf("%s\n", out.dump(1).c_str());
}
