// ensemble_kernels.hpp -- the kernels for many bodies by themselves: steps in the cache, float against double, external torques
// beside bare memory; beside each ratio the one that was asked for (AVX-512)
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "clock.hpp"
#include "ensemble/arrays.hpp"
#include "kernels/lanes.hpp"
#include "peers/lanes.hpp"

namespace polhode_bench {

/// The peers of the instruction set that we use.
inline const LanesPeers& lanes_peers() {
  const std::string_view set = polhode::best_lane_kernels().name;
  return set == "v4" ? lanes_v4 : set == "v3" ? lanes_v3 : lanes_plain;
}

/// Bodies like those of problem F, in ten arrays or in records of ten numbers: attitude, momentum, and the last three: moments,
/// or torques.
template <class F>
struct BodyMemory {
  static constexpr std::size_t kNumbers = 10;
  std::size_t n;
  std::ptrdiff_t stride;
  std::vector<F> data;

  BodyMemory(std::size_t bodies, bool records, bool torques)
      : n(bodies), stride(records ? std::ptrdiff_t(kNumbers) : 1), data(bodies * kNumbers) {
    for (std::size_t i = 0; i < n; ++i) {
      const double all[kNumbers] = {1, 0, 0, 0, 1.8, 0.4, -0.9, 0.6 + 0.05 * double(i % 256) / 256, 0.8, 1};
      for (std::size_t k = 0; k < kNumbers; ++k)
        array(k)[std::ptrdiff_t(i) * stride] = F(k > 6 && torques ? 0.1 * double(k) : all[k]);
    }
  }
  F* array(std::size_t k) { return data.data() + (stride == 1 ? k * n : k); }
  polhode::BodyArraysOf<F> bodies() {
    return {{array(0), array(1), array(2), array(3)}, {array(4), array(5), array(6)}, stride};
  }
  polhode::VectorArraysOf<F> last() { return {{array(7), array(8), array(9)}, stride}; }
};

/// Steps of free bodies that stay in the first cache, beside Runge-Kutta of order 4 in lanes, and in float.
inline void steps_in_cache() {
  constexpr std::size_t n = 256;
  constexpr long steps = 64;
  const polhode::LaneKernels& kernels = polhode::best_lane_kernels();
  BodyMemory<double> a(n, false, false);
  BodyMemory<float> b(n, false, false);
  std::vector<std::uint8_t> good(n, 1);
  const auto block = [&](auto& of) {
    polhode::LaneBodiesOf<typename std::remove_cvref_t<decltype(of.data)>::value_type> lanes;
    lanes.size = n, lanes.good = good.data();
    for (std::size_t k = 0; k < 4; ++k) lanes.Q[k] = of.array(k);
    for (std::size_t k = 0; k < 3; ++k) lanes.m[k] = of.array(4 + k), lanes.I[k] = of.array(7 + k);
    return lanes;
  };
  const auto in_double = block(a);
  const auto in_float = block(b);
  const char* const methods[] = {"lie3", "lie4", "sr2", "sr4", "dmv8"};
  std::vector<std::function<void()>> runs;
  for (const char* const method : methods) {
    runs.push_back([&, method] { kernels.in_double.free_steps(method, in_double, 0.02, steps); });
    runs.push_back([&, method] { kernels.in_float.free_steps(method, in_float, 0.02F, steps); });
  }
  std::vector<double> q(4 * n);
  double* const to[4] = {&q[0], &q[n], &q[2 * n], &q[3 * n]};
  BodyMemory<double> peer(n, false, false);
  const auto at = [&](std::size_t k) { return peer.array(k); };
  runs.push_back([&] {
    lanes_peers().rk4(
        {int(n), {at(7), at(8), at(9)}, nullptr, {at(0), at(1), at(2), at(3)}, {at(4), at(5), at(6)}, 1.28}, steps, to);
  });
  const std::vector<double> t = least_times(runs, 4000);  // some seconds: a disturbance is longer than one
  const double unit = 1e9 / double(n * steps), rk4 = t.back();
  std::printf(
      "| steps in the cache | ns per body and step | in rk4 steps in lanes (%.2f ns) | asked | float, times as fast | "
      "asked |\n",
      unit * rk4);
  std::printf("|---|---|---|---|---|---|\n");
  for (std::size_t k = 0; k < std::size(methods); ++k)
    std::printf("| `%s` | %.2f | %.2f | %s | %.2f | 1.7 |\n", methods[k], unit * t[2 * k], t[2 * k] / rk4,
                k == 0   ? "1.25"
                : k == 2 ? "1.7"
                         : "",
                t[2 * k] / t[2 * k + 1]);
  std::printf("\n");
}

/// The exact motion of 2^15 bodies at many times a pass, beside one step of sr2 in the cache.
inline void exact_at_many_times() {
  constexpr std::size_t n = 1U << 15, most = 16;
  BodyMemory<double> start(n, false, false);
  std::uint64_t random = 1;
  const auto uniform = [&] {
    random = random * 6364136223846793005U + 1442695040888963407U;
    return double(random >> 11) * 0x1p-53;
  };
  for (std::size_t i = 0; i < n; ++i) {
    const double a = uniform(), b = uniform(), c = uniform(), I[3] = {b + c, c + a, a + b};
    for (std::size_t k = 0; k < 3; ++k) start.array(4 + k)[i] = 2 * uniform() - 1, start.array(7 + k)[i] = I[k] + 0.01;
  }
  const polhode::FreeBodies bodies(start.bodies(), start.last(), n);
  double times[most];
  for (std::size_t k = 0; k < most; ++k) times[k] = 0.37 * double(k) - 5;
  // Where the states go is not what is measured: the same part of the cache for all parts of the bodies.
  constexpr std::size_t part = 1024;
  std::vector<double> out(7 * part * most);
  polhode::BodyArrays states;
  for (std::size_t k = 0; k < 4; ++k) states.q[k] = out.data() + k * part * most;
  for (std::size_t k = 0; k < 3; ++k) states.m[k] = out.data() + (4 + k) * part * most;
  std::vector<polhode::FreeBodies> parts;
  for (std::size_t first = 0; first < n; first += part) {
    polhode::BodyArrays of = start.bodies();
    polhode::VectorArrays moments = start.last();
    for (double*& p : of.q) p += first;
    for (double*& p : of.m) p += first;
    for (const double*& p : moments.v) p += first;
    parts.emplace_back(of, moments, part);
  }
  BodyMemory<double> stepped(256, false, false);
  std::vector<std::uint8_t> good(256, 1);
  polhode::LaneBodies lanes;
  lanes.size = 256, lanes.good = good.data();
  for (std::size_t k = 0; k < 4; ++k) lanes.Q[k] = stepped.array(k);
  for (std::size_t k = 0; k < 3; ++k) lanes.m[k] = stepped.array(4 + k), lanes.I[k] = stepped.array(7 + k);
  constexpr std::size_t counts[] = {1, 4, 16};
  std::vector<std::function<void()>> runs;
  for (const std::size_t count : counts)
    runs.push_back([&, count] {
      for (const polhode::FreeBodies& one : parts) one.at(times, count, states);
    });
  runs.push_back([&] { polhode::best_lane_kernels().in_double.free_steps("sr2", lanes, 0.02, 64); });
  const std::vector<double> t = least_times(runs, 400);
  const double sr2 = t.back() / (256 * 64);
  std::printf(
      "| exact motion of random bodies, times a pass | ns per state | in sr2 steps (%.2f ns) | asked "
      "|\n|---|---|---|---|\n",
      1e9 * sr2);
  for (std::size_t k = 0; k < std::size(counts); ++k) {
    const double one = t[k] / double(n * counts[k]);
    std::printf("| %zu | %.2f | %.2f | %s |\n", counts[k], 1e9 * one, one / sr2, counts[k] == 16 ? "1.2" : "");
  }
  std::printf("\n%.1f bytes a body, of which %.2f %% are kept apart (asked: 96 of each of the others).\n\n",
              double(bodies.bytes()) / double(n), 100 * double(bodies.kept_apart()) / double(n));
}

/// Kick and drift on arrays, beside the same reads and writes without arithmetic.
inline void external_torques() {
  std::printf(
      "| kick and drift, one thread | ns per body | the same memory without arithmetic | ratio | asked | float | times "
      "as fast |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  for (const bool records : {false, true})
    for (const std::size_t n : {10000U, 1000000U}) {
      BodyMemory<double> a(n, records, true), bare(n, records, true);
      BodyMemory<float> b(n, records, true);
      const double I[3] = {0.6, 0.8, 1};
      const float J[3] = {0.6F, 0.8F, 1};
      const auto x = [&](std::size_t k) { return bare.array(k); };
      const std::vector<double> t =
          least_times({[&] { kick_and_drift(a.bodies(), {{&I[0], &I[1], &I[2]}, 0}, a.last(), n, 1e-5, 1e-2); },
                       [&] {
                         if (records)
                           lanes_peers().records(n, bare.data.data());
                         else
                           lanes_peers().arrays(n, {x(7), x(8), x(9)}, {x(0), x(1), x(2), x(3), x(4), x(5), x(6)});
                       },
                       [&] { kick_and_drift(b.bodies(), {{&J[0], &J[1], &J[2]}, 0}, b.last(), n, 1e-5F, 1e-2F); }},
                      n > 100000 ? 100 : 2000);
      const double unit = 1e9 / double(n);
      std::printf("| %s, %zu bodies | %.1f | %.1f | %.2f | %s | %.1f | %.2f |\n",
                  records ? "records of 10 numbers" : "arrays", n, unit * t[0], unit * t[1], t[0] / t[1],
                  n < 100000 ? ""
                  : records  ? "2"
                             : "1.7",
                  unit * t[2], t[0] / t[2]);
    }
  std::printf("\n");
}

}  // namespace polhode_bench
