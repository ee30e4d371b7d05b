// ensemble.cpp -- many bodies: time to an error beside what one would write otherwise, external torques beside bare memory,
// growth with bodies and threads; tables as markdown
//
//   ensemble [--seconds S | --kernels]    --kernels: without the time to an error and the growth
//
// Problems   256 bodies about those of work_precision.cpp, with moments and weights of their own:
//            T   asymmetric heavy top, t = 100; F   free, t = 10, from raw state to state
// Terms      as in work_precision.cpp; the error is that of the worst of 8 bodies. Microseconds per body, one thread.
// Peers      Boost.Odeint, one body after another, and Runge-Kutta in lanes as a strong user writes it (peers/lanes.cpp), with
//            -O3 -march=native and whatever else makes them fastest.
#include "ensemble/ensemble.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "ensemble/arrays.hpp"
#include "ensemble_kernels.hpp"
#include "equal_terms.hpp"
#include "kernels/lanes.hpp"
#include "peers/lanes.hpp"
#include "peers/odeint.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/methods/taylor.hpp"
#include "polhode/numbers/quad.hpp"
#include "polhode/torques/heavy_top.hpp"

namespace {

using namespace polhode;
using polhode_bench::Clock;
using polhode_bench::since;

constexpr std::array<double, 4> kErrors{1e-3, 1e-6, 1e-9, 1e-12};
constexpr std::size_t kBodies = 256, kJudged = 8;

struct Bodies : BodySource {
  const char *name, *title;
  Problem base;
  double largest_step;
  std::array<Quaternion<double>, kJudged> reference{};

  Bodies(const char* name_, const char* title_, const Vec3<double>& m, double end, double largest, bool top)
      : name(name_), title(title_), largest_step(largest) {
    base.end_time = end;
    base.start.m = m;
    if (top)
      base.torques.push_back(
          {"heavy-top", {{{"weight", TorqueValue<double>(1.0)}, {"arm", TorqueValue<double>(Vec3<double>{0, 0, 1})}}}});
  }
  virtual Vec3<double> moments(std::size_t i) const = 0;
  double weight(std::size_t i) const { return base.torques.empty() ? 0 : 1 + 0.02 * double(i % kBodies) / kBodies; }
  const Problem& common() const override { return base; }
  void make(std::size_t i, Problem& p) const override {
    const Vec3<double> I = moments(i);
    p.inertia = Inertia::effective(I.x, I.y, I.z);
    if (!p.torques.empty()) p.torques[0].values.given[0].second.number = weight(i);
  }
};
struct Tops : Bodies {
  Tops() : Bodies("T", "asymmetric heavy tops, 100 s", {0.5, 2, 4.5}, 100, 3, true) {}
  Vec3<double> moments(std::size_t i) const override { return {1 + 0.05 * double(i % kBodies) / kBodies, 2, 3}; }
};
struct Free : Bodies {
  Free() : Bodies("F", "free bodies, 10 s", {1.8, 0.4, -0.9}, 10, 3, false) {}
  Vec3<double> moments(std::size_t i) const override { return {0.6 + 0.05 * double(i % kBodies) / kBodies, 0.8, 1}; }
};

Quaternion<double> reference(const Bodies& bodies, std::size_t i) {
  const Problem& p = bodies.common();
  const HeavyTop<> top(bodies.weight(i), {0, 0, 1});
  Drive<Taylor<30>, HeavyTop<>, Quad> drive(Principal<Quad>(convert<Quad>(bodies.moments(i))), top);
  PrincipalState<Quad> s{{}, convert<Quad>(p.start.m)};
  const long n = std::lround(30 * p.end_time / bodies.largest_step);
  const Quad h = Quad(p.end_time) / Quad(n);
  for (long k = 0; k < n; ++k) drive.step(Quad(k) * h, h, s);
  return {double(s.Q.w), {double(s.Q.v.x), double(s.Q.v.y), double(s.Q.v.z)}};
}

using Attitudes = std::vector<Quaternion<double>>;
struct Contender {
  std::string name;
  int group;           // 0: ours, 1: one body after another, 2: in lanes, 3: ours with more around it or behind it
  std::size_t bodies;  // per run
  std::function<void(const Bodies&, long, Attitudes&)> run;
};

Contender whole_run(std::string_view method) {
  return {std::string(method) + ", run_ensemble", 3, kBodies, [method](const Bodies& bodies, long n, Attitudes& out) {
            EnsembleTask task;
            const Problem& p = bodies.common();
            task.choice =
                choose(method, "", p.is_free() ? std::nullopt : std::optional<Abilities>(torque_abilities(p)));
            task.steps.number = n, task.count = kBodies, task.threads = 1;
            const EnsembleResult r = run_ensemble(bodies, task);
            for (std::size_t i = 0; i < kJudged; ++i) {
              out[i] = {r.q[0][i], {r.q[1][i], r.q[2][i], r.q[3][i]}};
              if (r.outcome[i] != BodyOutcome::done) out[i].w = std::numeric_limits<double>::quiet_NaN();
            }
          }};
}
/// The kernel alone, from arrays to arrays as the peers.
Contender ours(std::string_view method) {
  return {std::string(method), 0, kBodies, [method](const Bodies& bodies, long n, Attitudes& out) {
            const Problem& p = bodies.common();
            std::array<std::array<double, kBodies>, 11> a;
            std::array<std::uint8_t, kBodies> good;
            good.fill(1);
            for (std::size_t i = 0; i < kBodies; ++i) {
              const Vec3<double> I = bodies.moments(i), m = p.start.m;
              const double all[] = {1, 0, 0, 0, m.x, m.y, m.z, I.x, I.y, I.z, bodies.weight(i)};
              for (std::size_t k = 0; k < 11; ++k) a[k][i] = all[k];
            }
            LaneBodies b;
            b.size = kBodies, b.good = good.data();
            for (std::size_t k = 0; k < 4; ++k) b.Q[k] = a[k].data();
            for (std::size_t k = 0; k < 3; ++k) b.m[k] = a[4 + k].data(), b.I[k] = a[7 + k].data();
            if (p.is_free()) {
              best_lane_kernels().in_double.free_steps(method, b, p.end_time / double(n), n);
            } else {
              const double* const numbers[] = {a[10].data(), nullptr, nullptr, nullptr};  // weight, arm
              LaneTorques torques;
              torques.common = p.torques, torques.numbers = numbers;
              best_lane_kernels().torqued_steps(method, "", b, torques, {0, p.end_time, n});
            }
            for (std::size_t i = 0; i < kJudged; ++i) {
              out[i] = {a[0][i], {a[1][i], a[2][i], a[3][i]}};
              if (!good[i]) out[i].w = std::numeric_limits<double>::quiet_NaN();
            }
          }};
}
/// From raw state to state: as a program that has its own arrays.
Contender exact(bool near) {
  return {near ? "exact, near" : "exact", near ? 0 : 3, kBodies, [near](const Bodies& bodies, long, Attitudes& out) {
            std::array<std::array<double, kBodies>, 10> a{};
            const Vec3<double> m = bodies.common().start.m;
            for (std::size_t i = 0; i < kBodies; ++i) {
              const Vec3<double> I = bodies.moments(i);
              const double all[] = {1, 0, 0, 0, m.x, m.y, m.z, I.x, I.y, I.z};
              for (std::size_t k = 0; k < 10; ++k) a[k][i] = all[k];
            }
            const double t = bodies.common().end_time;
            move_freely({{a[0].data(), a[1].data(), a[2].data(), a[3].data()}, {a[4].data(), a[5].data(), a[6].data()}},
                        {{a[7].data(), a[8].data(), a[9].data()}}, kBodies, &t, true, 1, near);
            for (std::size_t i = 0; i < kJudged; ++i) out[i] = {a[0][i], {a[1][i], a[2][i], a[3][i]}};
          }};
}
Contender in_lanes(const char* name, polhode_bench::LanesMethod peer) {
  return {name, 2, kBodies, [peer](const Bodies& bodies, long n, Attitudes& out) {
            std::array<std::array<double, kBodies>, 15> a{};
            for (std::size_t i = 0; i < kBodies; ++i) {
              const Vec3<double> I = bodies.moments(i), m = bodies.common().start.m;
              const double all[] = {I.x, I.y, I.z, bodies.weight(i), 1, 0, 0, 0, m.x / I.x, m.y / I.y, m.z / I.z};
              for (std::size_t k = 0; k < 11; ++k) a[k][i] = all[k];
            }
            const auto at = [&](std::size_t k) { return a[k].data(); };
            double* const q[4] = {at(11), at(12), at(13), at(14)};
            peer({int(kBodies),
                  {at(0), at(1), at(2)},
                  bodies.base.torques.empty() ? nullptr : at(3),
                  {at(4), at(5), at(6), at(7)},
                  {at(8), at(9), at(10)},
                  bodies.common().end_time},
                 n, q);
            for (std::size_t i = 0; i < kJudged; ++i)
              out[i] = normalized(Quaternion<double>{a[11][i], {a[12][i], a[13][i], a[14][i]}});
          }};
}
#ifdef POLHODE_BENCH_ODEINT
Contender one_by_one(const char* name, void (*peer)(const polhode_bench::PeerProblem&, long, double (&)[7])) {
  return {name, 1, kJudged, [peer](const Bodies& bodies, long n, Attitudes& out) {
            for (std::size_t i = 0; i < kJudged; ++i) {
              const Vec3<double> I = bodies.moments(i), m = bodies.common().start.m;
              double y[7];
              peer({{I.x, I.y, I.z},
                    {1, 0, 0, 0},
                    {m.x / I.x, m.y / I.y, m.z / I.z},
                    bodies.weight(i),
                    bodies.common().end_time},
                   n, y);
              out[i] = normalized(Quaternion<double>{y[0], {y[1], y[2], y[3]}});
            }
          }};
}
#endif

struct Entry {
  const Contender* contender;
  std::size_t error;
  long steps;
  double seconds = std::numeric_limits<double>::infinity();
};

double worst(const Bodies& bodies, const Contender& c, long n) {
  Attitudes out(kJudged);
  c.run(bodies, n, out);
  double e = 0;
  for (std::size_t i = 0; i < kJudged; ++i) {
    const double d = attitude_distance(out[i], bodies.reference[i]);
    if (!(d <= e)) e = d;
  }
  return e;
}
void find_steps(const Bodies& bodies, const Contender& c, std::vector<Entry>& entries) {
  if (c.name.starts_with("exact")) {
    for (std::size_t e = 0; e < kErrors.size(); ++e)
      if (worst(bodies, c, 1) < kErrors[e]) entries.push_back({&c, e, 1});
    return;
  }
  const auto grid = polhode_bench::step_grid(bodies.common().end_time, bodies.largest_step, 30000, kErrors.back(),
                                             [&](long n) { return worst(bodies, c, n); });
  for (std::size_t i = 0; i < kErrors.size(); ++i)
    if (const long n = polhode_bench::steps_that_count(grid, kErrors[i])) entries.push_back({&c, i, n});
}

/// asked: of each error, against odeint and against lanes.
void work_precision(Bodies& bodies, const std::vector<Contender>& contenders, double seconds,
                    const char* const (&asked)[2]) {
  for (std::size_t i = 0; i < kJudged; ++i) bodies.reference[i] = reference(bodies, i);
  std::vector<Entry> entries;
  for (const Contender& c : contenders) find_steps(bodies, c, entries);
  Attitudes out(kJudged);
  const auto begin = Clock::now();
  for (int round = 0; round < 1000 && since(begin) < seconds; ++round)
    for (Entry& e : entries) {
      const auto start = Clock::now();
      e.contender->run(bodies, e.steps, out);
      e.seconds = std::min(e.seconds, since(start) / double(e.contender->bodies));
    }
  std::printf("%s: %s\n\n| microseconds per body (step) |", bodies.name, bodies.title);
  for (const double e : kErrors) std::printf(" %.0e |", e);
  std::printf("\n|---|---|---|---|---|\n");
  const auto least = [&](std::size_t e, int group) {
    double t = std::numeric_limits<double>::infinity();
    for (const Entry& x : entries)
      if (x.error == e && x.contender->group == group) t = std::min(t, x.seconds);
    return t;
  };
  for (const Contender& c : contenders) {
    std::printf("| `%s` |", c.name.c_str());
    for (std::size_t e = 0; e < kErrors.size(); ++e) {
      const auto found = std::find_if(entries.begin(), entries.end(),
                                      [&](const Entry& x) { return x.contender == &c && x.error == e; });
      if (found == entries.end())
        std::printf(" - |");
      else
        std::printf(" %.3g (%.3g) |", 1e6 * found->seconds, bodies.common().end_time / double(found->steps));
    }
    std::printf("\n");
  }
  for (const int group : {1, 2}) {
    std::printf("| **ours against %s (asked: %s)** |", group == 1 ? "odeint, one by one" : "Runge-Kutta in lanes",
                asked[group - 1]);
    for (std::size_t e = 0; e < kErrors.size(); ++e) {
      const double ratio = least(e, group) / least(e, 0);
      std::isfinite(ratio) ? std::printf(" **%.2f** |", ratio) : std::printf(" - |");
    }
    std::printf("\n");
  }
  std::printf("\n");
}

void growth() {
  const Tops tops;
  const Free free;
  std::printf(
      "| bodies | rk8, ns per body and step | exact, ns per body | 2 threads: rk8 | 2 threads: exact "
      "|\n|---|---|---|---|---|\n");
  for (const std::size_t n : {1000U, 10000U, 100000U, 1000000U}) {
    double t[2][2] = {{1e300, 1e300}, {1e300, 1e300}};
    for (int round = 0; round < (n > 100000 ? 2 : 6); ++round)
      for (const int threads : {1, 2})
        for (const int kind : {0, 1}) {
          EnsembleTask task;
          task.count = n, task.threads = threads;
          const BodySource& source = kind ? static_cast<const BodySource&>(free) : tops;
          task.choice = kind ? choose("exact", "", std::nullopt) : choose("rk8", "", torque_abilities(tops.common()));
          if (!kind) task.steps.number = 200;
          const auto start = Clock::now();
          const EnsembleResult r = run_ensemble(source, task);
          t[kind][threads - 1] = std::min(t[kind][threads - 1], since(start));
        }
    std::printf("| %zu | %.1f | %.0f | %.2f x | %.2f x |\n", n, 1e9 * t[0][0] / double(n) / 200,
                1e9 * t[1][0] / double(n), t[0][0] / t[0][1], t[1][0] / t[1][1]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  double seconds = 20;
  if (argc == 3 && std::string(argv[1]) == "--seconds") seconds = std::atof(argv[2]);
  std::printf("Instruction set: %s, %d lanes.\n\n", best_lane_kernels().name, best_lane_kernels().lanes);
  polhode_bench::steps_in_cache();
  polhode_bench::external_torques();
  polhode_bench::exact_at_many_times();
  if (argc == 2 && std::string(argv[1]) == "--kernels") return 0;

  std::vector<Contender> top{ours("rk8"), ours("rk9"), whole_run("rk8"),
                             in_lanes("rk4 in lanes", polhode_bench::lanes_peers().rk4),
                             in_lanes("rkf78 in lanes", polhode_bench::lanes_peers().rkf78)};
  std::vector<Contender> free{exact(true),
                              exact(false),
                              ours("dmv8"),
                              ours("lie4"),
                              in_lanes("rk4 in lanes", polhode_bench::lanes_peers().rk4),
                              in_lanes("rkf78 in lanes", polhode_bench::lanes_peers().rkf78)};
#ifdef POLHODE_BENCH_ODEINT
  for (std::vector<Contender>* group : {&top, &free}) {
    group->push_back(one_by_one("odeint rk4", polhode_bench::odeint_rk4));
    group->push_back(one_by_one("odeint rkf78", polhode_bench::odeint_rkf78));
  }
#endif
  Tops tops;
  Free frees;
  const bool wide = best_lane_kernels().lanes == 8;
  work_precision(tops, top, seconds, {wide ? "9" : "5.5", "1.2"});
  work_precision(frees, free, seconds, {"-", "2, 4.5, 11"});
  growth();
}
