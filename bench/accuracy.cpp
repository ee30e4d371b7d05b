// accuracy.cpp -- solve() on random problems: the accuracy asked for, the true error, the estimate, and what it costs
//
//   accuracy [PROBLEMS [SEED]]      default 200, 31415; two tables (Markdown), a line for each accuracy
//
// True errors are those at the end, against extrapolation in extended precision; a problem is judged where that is known to a
// tenth of the accuracy. Cost is the time of solve() over that of the largest fixed step of gauss8 or gauss16, fixed numbers of
// sweeps, that counts for the same true error by the rule of equal_terms.hpp: all smaller ones down to its half have that error
// or less, too. A step that is right by luck, between others that are not, is of use to nobody who does not know the answer.
// Both begin anew at the same switches; both times are the least of several runs in one process. The second table has what it
// costs to find the steps, for each kind of problem: time of all passes over that of the two solutions by the fixed step of
// gauss16 alone, 1 + 3/4 of it.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "equal_terms.hpp"
#include "polhode/drive/drive.hpp"
#include "polhode/drive/solve.hpp"
#include "support/random_problems.hpp"

namespace {

using namespace polhode;
using test::Case;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
template <class F>
double least_time(int runs, F f) {
  double least = INFINITY;
  for (int i = 0; i < runs; ++i) {
    const double begin = now();
    f();
    least = std::fmin(least, now() - begin);
  }
  return least;
}

double error_of(const PrincipalState<double>& s, const PrincipalState<double>& exact) {
  return 2 * std::sqrt(std::fmin(norm2(s.Q - exact.Q), norm2(s.Q + exact.Q)));
}

/// The whole time in n steps, or a few more; false if one fails.
template <class M>
bool stepped(const Case& c, long n, PrincipalState<double>& s) {
  const Principal<double> body(c.I);
  s = c.start;
  for (const Stretch& stretch : plan(0, c.end, c.torque.switches(), {.number = n})) {
    Drive<M, test::Torques> drive(body, c.torque.during(0.5 * (stretch.from + stretch.until)));
    for (long i = 0; i < stretch.n; ++i)
      if (!drive.step(time_step(stretch, i), s).converged) return false;
  }
  return true;
}
/// The time of the largest step that counts, infinity if there is none of at least 0.01.
template <class M>
double fixed_time(const Case& c, const PrincipalState<double>& exact, double error) {
  PrincipalState<double> s;
  const polhode_bench::Grid grid = polhode_bench::step_grid(c.end, 3, std::lround(c.end / 0.01), error, [&](double n) {
    return stepped<M>(c, std::lround(n), s) ? error_of(s, exact) : double(INFINITY);
  });
  const long n = polhode_bench::steps_that_count(grid, error);
  return n > 0 ? least_time(7, [&] { stepped<M>(c, n, s); }) : INFINITY;
}

double quantile(std::vector<double>& all, double part) {
  std::ranges::sort(all);
  return all[std::size_t(part * double(all.size() - 1))];
}

}  // namespace

int main(int argc, char** argv) {
  const int problems = argc > 1 ? std::atoi(argv[1]) : 200, seed = argc > 2 ? std::atoi(argv[2]) : 31415;
  std::printf(
      "| asked | problems | refused | true error above it | estimate / true, least | median | cost / best fixed step, "
      "median | 9 of 10 below |\n");
  std::printf("|---|---|---|---|---|---|---|---|\n");
  std::map<std::string, std::map<double, std::vector<double>>> overheads;  // by kind and accuracy
  for (const double accuracy : {1e-6, 1e-9, 1e-11}) {
    test::Random random{std::uint64_t(seed)};
    int judged = 0, refused = 0, above = 0;
    std::vector<double> ratios, costs;
    for (int i = 0; i < problems; ++i) {
      const Case c = test::random_case(random, i % 6);
      PrincipalState<double> exact;
      const double known = test::reference(c, exact);
      if (known > 0.1 * accuracy) continue;
      const Principal<double> body(c.I);
      Solved found;
      const double time =
          least_time(7, [&] { found = solve(body, c.torque, c.start, 0.0, c.end, {.accuracy = accuracy}); });
      if (!found.good()) {
        ++refused;
        continue;
      }
      const double seen = error_of(found.states.back(), exact), error = std::fmax(seen, std::fmax(known, 5e-14));
      ++judged;
      if (error > accuracy) ++above;
      // The reference tells nothing of errors as small as its own.
      if (seen > std::fmax(1e-13, 4 * known)) ratios.push_back(found.attitude_error_estimate / seen);
      const double same = fixed_time<Gauss16Fixed>(c, exact, error);
      const double fixed = std::fmin(same, fixed_time<Gauss8Fixed>(c, exact, error));
      if (std::isfinite(fixed)) costs.push_back(time / fixed);
      if (std::isfinite(same)) overheads[c.name][accuracy].push_back(time / (1.75 * same));
    }
    std::printf("| %.0e | %d | %d | %d | %.2g | %.2g | %.2g | %.2g |\n", accuracy, judged, refused, above,
                quantile(ratios, 0), quantile(ratios, 0.5), quantile(costs, 0.5), quantile(costs, 0.9));
    std::fflush(stdout);
  }
  std::printf("\n| finding the steps, median | 1e-06 | 1e-09 | 1e-11 |\n|---|---|---|---|\n");
  for (auto& [name, column] : overheads) {
    std::printf("| %s |", name.c_str());
    for (const double accuracy : {1e-6, 1e-9, 1e-11}) {
      if (std::vector<double>& all = column[accuracy]; all.empty())
        std::printf(" - |");
      else
        std::printf(" %+.0f %% |", 100 * (quantile(all, 0.5) - 1));
    }
    std::printf("\n");
  }
}
