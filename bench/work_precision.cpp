// work_precision.cpp -- time to an error: our methods and Boost.Odeint, on equal terms, in one process
//
//   work_precision [--json FILE] [--seconds S]     tables as markdown
//
// Problems   F   free: I = (0.6, 0.8, 1), m = (1.8, 0.4, -0.9), t = 10
//            T   asymmetric heavy top: I = (1, 2, 3), w = (0.5, 1, 1.5), weight 1 on the third axis, t = 100
//            L   fast top: I = (5, 5, 1), w = (0, 0, 50), leaning by 0.3 rad, weight 20, t = 10
//            U   a user's torque with sqrt, sin, exp and divisions, on the body of T, t = 100
// Terms      Every method runs on the same fine grid of equal steps, h = h0 / 2^(j/10). A step counts for an error (of the
//            attitude at the end, rad) only if all steps of the grid from it down to its half reach the error, too: no lucky
//            points. Samples of all are interleaved; the time is the least of them.
// Reference  A Taylor series of order 30 in 113 bits; its steps and half of them agree to 3e-15, or the program fails.
// Peers      bench/peers/odeint.cpp, with -O3 -march=native and whatever else makes it fastest.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "equal_terms.hpp"
#include "peers/odeint.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/methods/gauss.hpp"
#include "polhode/methods/rk.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/methods/taylor.hpp"
#include "polhode/numbers/quad.hpp"
#include "polhode/torques/heavy_top.hpp"

namespace {

using namespace polhode;
using polhode_bench::PeerProblem;

constexpr std::array<double, 4> kErrors{1e-3, 1e-6, 1e-9, 1e-12};

/// What a user writes.
struct OwnTorque {
  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q, const Vec3<T>& w) const {
    using polhode::exp, polhode::sin, polhode::sqrt;
    const Vec3<T> n = vertical(Q);
    const T root = sqrt(T(1) + norm2(w)), fading = exp(T(-0.05) * t);
    return {T(0.3) * sin(n.x + T(0.2) * t) - T(0.02) * w.x / root, fading * n.y - T(0.02) * w.y / root,
            T(0.1) * n.z / (T(2) + n.x) - T(0.02) * w.z / root};
  }
};

struct Problem {
  const char *name, *title;
  Vec3<double> moments;
  PrincipalState<double> start;
  double weight, end, largest_step;
  Quaternion<double> reference{};
};

/// The attitude after n steps; NaN if a step fails.
using Run = std::function<Quaternion<double>(const Problem&, long n)>;
struct Contender {
  std::string name;
  bool ours;
  Run run;
};

template <class M, class Torque>
Quaternion<double> motion(const Problem& p, long n, const Torque& torque) {
  Drive<M, Torque> drive(Principal<double>(p.moments), torque);
  PrincipalState<double> s = p.start;
  const double h = p.end / double(n);
  bool good = true;
  for (long i = 0; i < n; ++i) good &= drive.step(double(i) * h, h, s).converged;
  if (!good) s.Q.w = std::numeric_limits<double>::quiet_NaN();
  return s.Q;
}

template <class M>
std::string label() {
  return std::string(M::info.name) + (M::info.flow.empty() ? "" : " " + std::string(M::info.flow));
}
template <class Make, class... M>
void add(std::vector<Contender>& to, Make torque, MethodList<M...>) {
  (to.push_back({label<M>(), true, [torque](const Problem& p, long n) { return motion<M>(p, n, torque(p)); }}), ...);
}
void add_peer(std::vector<Contender>& to, const char* name, void (*peer)(const PeerProblem&, long, double (&)[7])) {
  to.push_back(
      {name, false, [peer](const Problem& p, long n) {
         const Vec3<double> x = Principal<double>(p.moments).x, w = times(x, p.start.m);
         const Quaternion<double>& q = p.start.Q;
         double y[7];
         peer({{p.moments.x, p.moments.y, p.moments.z}, {q.w, q.v.x, q.v.y, q.v.z}, {w.x, w.y, w.z}, p.weight, p.end},
              n, y);
         return normalized(Quaternion<double>{y[0], {y[1], y[2], y[3]}});
       }});
}

template <class Torque>
Quaternion<double> reference(const Problem& p, const Torque& torque) {
  const auto run = [&](long n) {
    const Principal<Quad> body(convert<Quad>(p.moments));
    Drive<Taylor<30>, Torque, Quad> drive(body, torque);
    PrincipalState<Quad> s{{Quad(p.start.Q.w), convert<Quad>(p.start.Q.v)}, convert<Quad>(p.start.m)};
    const Quad h = Quad(p.end) / Quad(n);
    for (long i = 0; i < n; ++i) drive.step(Quad(i) * h, h, s);
    return s.Q;
  };
  const long n = std::lround(20 * p.end / p.largest_step);
  const Quaternion<Quad> q = run(2 * n), coarse = run(n);
  if (const double off = double(norm2(q - coarse)); !(off < 1e-29)) {
    std::fprintf(stderr, "work_precision: the references of %s differ by %g\n", p.name, std::sqrt(off));
    std::exit(1);
  }
  return {double(q.w), {double(q.v.x), double(q.v.y), double(q.v.z)}};
}

/// The number of steps that counts for an error.
struct Entry {
  const Problem* problem;
  const Contender* contender;
  std::size_t error;
  long steps;
  double seconds = std::numeric_limits<double>::infinity();
};

void find_steps(const Problem& p, const Contender& c, std::vector<Entry>& entries) {
  const auto grid = polhode_bench::step_grid(p.end, p.largest_step, 60000, kErrors.back(),
                                             [&](long n) { return attitude_distance(c.run(p, n), p.reference); });
  for (std::size_t i = 0; i < kErrors.size(); ++i)
    if (const long n = polhode_bench::steps_that_count(grid, kErrors[i])) entries.push_back({&p, &c, i, n});
}

void time_all(std::vector<Entry>& entries, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto since = [](Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); };
  for (int round = 0; round < 300 && since(begin) < seconds; ++round)
    for (Entry& e : entries) {
      if (round > 30 && e.seconds > 2e-3) continue;
      const int times = std::isfinite(e.seconds) ? std::max(1, int(3e-5 / e.seconds)) : 1;
      const auto start = Clock::now();
      for (int i = 0; i < times; ++i) {
        const Quaternion<double> q = e.contender->run(*e.problem, e.steps);
        asm volatile("" ::"m"(q));
      }
      e.seconds = std::min(e.seconds, since(start) / times);
    }
}

}  // namespace

int main(int argc, char** argv) {
  double seconds = 45;
  const char* json = nullptr;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::string(argv[i]) == "--json") json = argv[i + 1];
    if (std::string(argv[i]) == "--seconds") seconds = std::atof(argv[i + 1]);
  }

  const double lean = 0.15;  // half of the angle
  std::vector<Problem> problems{
      {"F", "free body, 10 s", {0.6, 0.8, 1.0}, {{}, {1.8, 0.4, -0.9}}, 0, 10, 3},
      {"T", "asymmetric heavy top, 100 s", {1, 2, 3}, {{}, {0.5, 2, 4.5}}, 1, 100, 3},
      {"L", "fast heavy top, 10 s", {5, 5, 1}, {{std::cos(lean), {std::sin(lean), 0, 0}}, {0, 0, 50}}, 20, 10, 0.2},
      {"U", "a torque of one's own with sqrt, sin, exp, divisions, 100 s", {1, 2, 3}, {{}, {0.5, 2, 4.5}}, 0, 100, 3}};
  const auto none = [](const Problem&) { return NoTorque{}; };
  const auto top = [](const Problem& p) { return HeavyTop<>(p.weight, {0, 0, 1}); };
  const auto own = [](const Problem&) { return OwnTorque{}; };
  problems[0].reference = reference(problems[0], NoTorque{});
  for (const int i : {1, 2})
    problems[std::size_t(i)].reference = reference(problems[std::size_t(i)], top(problems[std::size_t(i)]));
  problems[3].reference = reference(problems[3], OwnTorque{});

  using General = MethodList<Rk8, Rk9, Gauss8Fixed, Gauss16Fixed, Gauss8, Gauss16, Taylor<8>, Taylor<12>>;
  std::vector<Contender> free, tops, users;
  add(free, none, General{});
  add(free, none, MethodList<Sr<4>, Sr<6>>{});
  add(tops, top, General{});
  add(tops, top, MethodList<Nystrom4<Sr<2>>, Rkn4<Sr<2>>, Rkn6<Sr<2>>, Composition8<Sr<2>>>{});
  add(users, own, General{});
#ifdef POLHODE_BENCH_ODEINT
  for (std::vector<Contender>* group : {&free, &tops}) {
    add_peer(*group, "odeint rk4", polhode_bench::odeint_rk4);
    add_peer(*group, "odeint rkf78", polhode_bench::odeint_rkf78);
  }
  add_peer(users, "odeint rk4", polhode_bench::odeint_rk4_own);
  add_peer(users, "odeint rkf78", polhode_bench::odeint_rkf78_own);
#endif
  const std::vector<Contender>* groups[] = {&free, &tops, &tops, &users};

  std::vector<Entry> entries;
  for (std::size_t i = 0; i < problems.size(); ++i)
    for (const Contender& c : *groups[i]) find_steps(problems[i], c, entries);
  time_all(entries, seconds);

  std::FILE* file = json ? std::fopen(json, "w") : nullptr;
  if (json && !file) {
    std::fprintf(stderr, "work_precision: cannot write %s\n", json);
    return 1;
  }
  if (file) std::fprintf(file, "[");
  const char* comma = "";
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const Problem& p = problems[i];
    std::printf("%s: %s\n\n| microseconds, times the best of odeint (step) |", p.name, p.title);
    for (const double e : kErrors) std::printf(" %.0e |", e);
    std::printf("\n|---|---|---|---|---|\n");
    const auto least = [&](std::size_t e, bool ours) {
      double t = std::numeric_limits<double>::infinity();
      for (const Entry& x : entries)
        if (x.problem == &p && x.error == e && x.contender->ours == ours) t = std::min(t, x.seconds);
      return t;
    };
    for (const Contender& c : *groups[i]) {
      std::printf("| `%s` |", c.name.c_str());
      for (std::size_t e = 0; e < kErrors.size(); ++e) {
        const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& x) {
          return x.problem == &p && x.contender == &c && x.error == e;
        });
        if (found == entries.end()) {
          std::printf(" - |");
          continue;
        }
        const double us = 1e6 * found->seconds, ratio = least(e, false) / found->seconds;
        std::printf(" %.*f", us < 10 ? 2 : us < 100 ? 1 : 0, us);
        if (c.ours && std::isfinite(ratio)) std::printf(", %.2f", ratio);
        std::printf(" (%.3g) |", p.end / double(found->steps));
        if (file)
          std::fprintf(
              file,
              "%s\n  {\"problem\": \"%s\", \"method\": \"%s\", \"error\": %g, \"steps\": %ld, \"microseconds\": %.4g}",
              comma, p.name, c.name.c_str(), kErrors[e], found->steps, us);
        comma = ",";
      }
      std::printf("\n");
    }
    std::printf("| **best of ours against odeint** |");
    for (std::size_t e = 0; e < kErrors.size(); ++e) {
      const double ratio = least(e, false) / least(e, true);
      std::isfinite(ratio) ? std::printf(" **%.2f** |", ratio) : std::printf(" only ours |");
    }
    std::printf("\n\n");
  }
  if (file) {
    std::fprintf(file, "\n]\n");
    std::fclose(file);
  }
}
