// demo.cpp -- the wing nut that turns over in mid-air (Dzhanibekov, 1985), by several methods against the exact motion
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "polhode/polhode.hpp"

using namespace polhode;

namespace {

constexpr double kSeconds = 60, kStep = 1.0 / 60;
constexpr long kSteps = 3600;

struct Result {
  int flips = 0;
  double attitude_error = 0, energy_error = 0;
};

/// Runs M, counting how often the spin about the middle axis changes its sign.
template <class M>
Result flown(const Inertia& nut, const State<double>& start, const State<double>& exact_end) {
  Stepper<M> body(nut, start);
  const double E = body.energy();
  Result r;
  double before = start.m.y;
  for (long i = 0; i < kSteps; ++i) {
    if (body.step(kStep) != Outcome::done) break;
    const double now = body.state().m.y;
    if ((now < 0) != (before < 0)) ++r.flips;
    before = now;
    r.energy_error = std::max(r.energy_error, relative_error(body.energy(), E));
  }
  r.attitude_error = attitude_distance(body.state().Q, exact_end.Q);
  return r;
}

/// m2/|m| over time; a column is marked wherever the curve passes within its time.
void draw(const FreeMotion<double>& motion, double size) {
  constexpr int rows = 13, columns = 70, samples = 200;
  std::vector<std::string> picture(rows, std::string(columns, ' '));
  picture[rows / 2] = std::string(columns, '.');
  for (int i = 0; i < columns * samples; ++i) {
    const double y = motion.momentum(kSeconds * i / (columns * samples)).y / size;
    const int row = std::clamp(int((1 - y) / 2 * (rows - 1) + 0.5), 0, rows - 1);
    picture[std::size_t(row)][std::size_t(i / samples)] = '*';
  }
  for (int row = 0; row < rows; ++row)
    std::printf("  %s |%s\n",
                row == 0          ? "+1"
                : row == rows / 2 ? " 0"
                : row == rows - 1 ? "-1"
                                  : "  ",
                picture[std::size_t(row)].c_str());
  std::printf("     +%s\n      0 s%*s\n", std::string(columns, '-').c_str(), columns - 3, "60 s");
}

}  // namespace

int main() {
  const Inertia nut = Inertia::principal(0.30, 0.35, 0.62);
  const double w = 2 * 2 * M_PI;  // two turns a second about the middle axis, and a little beside it
  const State<double> start{{}, nut.momentum({0.001 * w, w, 0.001 * w})};
  const FreeMotion<double> motion(nut.in_principal_axes(), start);
  const State<double> end = motion.at(kSeconds);

  std::printf("A wing nut spins at 2 turns/s about its middle axis (moments 0.30, 0.35, 0.62), 0.08 degrees off.\n\n");
  std::printf("Its momentum along that axis, m2/|m|, exact:\n\n");
  draw(motion, norm(start.m));

  int exact_flips = 0;
  double before = start.m.y;
  for (long i = 1; i <= kSteps; ++i) {
    const double now = motion.momentum(kStep * double(i)).y;
    if ((now < 0) != (before < 0)) ++exact_flips;
    before = now;
  }

  std::printf("\nThe same 60 s in 3600 steps of 1/60 s:\n\n");
  std::printf("  method   order   flips   attitude error at the end   largest energy error\n");
  std::printf("  -------------------------------------------------------------------------\n");
  double worst_exact = 1, best_stepped = 1;
  std::string best, lost;
  for (const char* name : {"lie1", "lie3", "sr2", "sr8", "dmv8", "dmv16", "exact"}) {
    with_method(name, [&](auto m) {
      using M = decltype(m);
      const Result r = flown<M>(nut, start, end);
      const bool exact = M::info.order == kExact;
      const std::string order = exact ? "-" : std::to_string(M::info.order);
      std::printf("  %-8s %5s   %5d   %15.1e rad         %15.1e\n", name, order.c_str(), r.flips, r.attitude_error,
                  r.energy_error);
      if (r.flips != exact_flips) lost.append(lost.empty() ? "" : ", ").append(name);
      if (exact) worst_exact = r.attitude_error;
      if (!exact && r.attitude_error < best_stepped) best_stepped = r.attitude_error, best = name;
    });
  }
  std::printf("  FreeMotion, without steps %d\n\n", exact_flips);
  std::printf(
      "Seen: the nut turned over %d times in a minute; lost count: %s; nearest of those that approximate: %s, %.0e "
      "rad.\n",
      exact_flips, lost.empty() ? "none" : lost.c_str(), best.c_str(), best_stepped);
  return worst_exact < 1e-9 && best_stepped < 1e-3 && exact_flips > 5 ? 0 : 1;
}
