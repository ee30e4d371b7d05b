// sniff.cpp -- turns against angular velocities, and whether the momentum stays where it is
#include "verify/sniff.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "polhode/body/invariants.hpp"
#include "polhode/rotation/so3.hpp"
#include "verify/constant_momentum.hpp"

namespace polhode {
namespace {

// Rows that are looked at: from the beginning, since simulations get worse, until the body has turned by so much, ...
constexpr double kTurn = 40;
constexpr std::size_t kFewestRows = 50, kMostPairs = 400;  // ... but so many rows; and so many pairs of them
// What is better by nature is not: rows follow from each other, so that many of them are no more than a dozen measurements.
constexpr double kIndependent = 12;
// Residuals below these are as good as none: digits of the file, the coarseness of differences.
constexpr double kTurnFloor = 1e-4, kMomentumFloor = 1e-3;
// Above these nothing is consistent.
constexpr double kTurnFits = 0.3, kMomentumFits = 0.1;
// Without moments L is made as constant as six free numbers can make it, of a body under a torque as well, and in the reading
// that is wrong: below this, over so much of a turn (rad), it is constant by itself. Of free bodies, by integrators of order 1,
// it was at most 0.0103 in the files of tests/verify/sniff_test.cpp, which has the bodies under torques as well.
constexpr double kFittedMomentumFits = 0.02, kFittedTurn = 5;
constexpr double kSure = 0.99;
// The odds that somebody counts w the other way round, before anything is looked at.
constexpr double kLeftHanded = 1e-3;
// The spin is about one axis if w stays within this angle of its mean.
constexpr double kOneAxis = 2e-3;

/// The rows that are looked at.
struct Window {
  std::vector<std::pair<const FileRow*, const FileRow*>> pairs;  // neighbours
  double turn2 = 0;                                              // sum of the squares of the turns between them
  double turned = 0;                                             // from the first to the last
  bool one_axis = false, at_rest = false;
};

Vec3<double> raw_w(const FileRow& row) {
  return {row.w[0], row.w[1], row.w[2]};
}
/// The angle between two attitudes is the same in each reading.
double turn_between(const FileRow& a, const FileRow& b) {
  return attitude_distance(read_as({}, a).q, read_as({}, b).q);
}

Window window_of(const Trajectory& trajectory) {
  const std::vector<FileRow>& rows = trajectory.rows;
  Window window;
  std::size_t count = 1;
  while (count < rows.size() && (count < kFewestRows || window.turned < kTurn)) {
    window.turned += turn_between(rows[count - 1], rows[count]);
    ++count;
  }
  const std::size_t every = std::max<std::size_t>(1, (count - 1) / kMostPairs);
  Vec3<double> mean{};
  double fastest = 0;
  for (std::size_t i = 0; i + 1 < count; i += every) {
    window.pairs.emplace_back(&rows[i], &rows[i + 1]);
    const double turn = turn_between(rows[i], rows[i + 1]);
    window.turn2 += turn * turn;
    const Vec3<double> w = raw_w(rows[i]);
    fastest = std::fmax(fastest, norm(w));
    if (norm(w) > 0) mean += w / norm(w);
  }
  window.at_rest = !(fastest > 0) || !(window.turn2 > 0);
  window.one_axis = true;
  for (const auto& [a, b] : window.pairs)
    if (const Vec3<double> w = raw_w(*a); norm(w) > 0)
      window.one_axis = window.one_axis && norm(cross(w, mean)) <= kOneAxis * norm(w) * norm(mean) && dot(w, mean) > 0;
  return window;
}

/// How far the turns are from those of w: with w at the beginning of each, at its end, or between, along body axes or space axes,
/// whichever fits best. A reading and its twin get the same.
double turn_residual(const Window& window, const Reading& reading) {
  std::array<double, 5> sums{};
  for (const auto& [a, b] : window.pairs) {
    const Kinematics before = read_as(reading, *a), after = read_as(reading, *b);
    const Quaternion<double> turn = conj(before.q) * after.q;
    const Vec3<double> w = rotate(turn, after.w);  // at the end, along the body axes at the beginning
    const Vec3<double> turns_with[] = {before.w, after.w, w, 0.5 * (before.w + after.w), 0.5 * (before.w + w)};
    for (std::size_t k = 0; k < sums.size(); ++k) {
      const double off = attitude_distance(to_quaternion(exp((b->t - a->t) * turns_with[k])), turn);
      sums[k] += off * off;
    }
  }
  return std::sqrt(*std::ranges::min_element(sums) / window.turn2);
}

double momentum_residual(const Window& window, const Reading& reading, const std::optional<Inertia>& inertia) {
  std::vector<Kinematics> states;
  states.reserve(window.pairs.size());
  for (const auto& [a, b] : window.pairs) states.push_back(read_as(reading, *a));
  return inertia ? momentum_change(states, *inertia) : least_momentum_change(states);
}

/// Of measurements whose spread is not known beforehand, the likelihood falls with a power of the residual.
double log_likelihood(double residual, double floor, double measurements) {
  return -measurements * std::log(std::hypot(residual, floor));
}

/// The likelihoods, and which readings are left where one counts as much as its twin.
void weigh(Sniffed& found, const Window& window) {
  const double n = std::fmin(kIndependent, double(window.pairs.size()));
  std::vector<double> logs, without_odds;
  for (const SniffedReading& one : found.readings) {
    double value = log_likelihood(one.turn_residual, kTurnFloor, n);
    if (found.free) value += log_likelihood(one.momentum_residual.value_or(1), kMomentumFloor, n);
    without_odds.push_back(value);
    logs.push_back(value + (one.reading.left_handed ? std::log(kLeftHanded) : 0));
  }
  const double top = *std::ranges::max_element(logs), top_without = *std::ranges::max_element(without_odds);
  double sum = 0;
  for (const double value : logs) sum += std::exp(value - top);
  for (std::size_t i = 0; i < logs.size(); ++i) {
    found.readings[i].likelihood = std::exp(logs[i] - top) / sum;
    const bool left = window.one_axis ? without_odds[i] > top_without + std::log(1 - kSure)
                                      : found.readings[i].likelihood > 1 - kSure;
    if (left) found.remaining.push_back(found.readings[i].reading);
  }
}

std::string why(const SniffedReading& one, const Sniffed& found) {
  if (one.turn_residual > kTurnFits)
    return fmt::format("the body does not turn as w says: off by {:.2g} of the turns", one.turn_residual);
  if (one.momentum_residual && *one.momentum_residual > kMomentumFits && found.free)
    return fmt::format("the momentum would not be constant: it changes by {:.2g}", *one.momentum_residual);
  std::string text = fmt::format("the turns fit w to {:.2g}", one.turn_residual);
  if (one.momentum_residual && found.free) text += fmt::format(", L is constant to {:.2g}", *one.momentum_residual);
  if (one.reading.left_handed && one.likelihood < 1 - kSure) text += "; but nobody counts w the other way round";
  return text;
}

bool agrees(const Trajectory& t, const std::vector<Reading>& remaining) {
  return std::ranges::any_of(remaining, [&](const Reading& r) {
    const auto same = [](const std::optional<bool>& says, bool is) { return !says || *says == is; };
    return same(t.xyzw, r.xyzw) && same(t.space_to_body, r.space_to_body) && same(t.space_omega, r.space_omega) &&
           same(t.degrees, r.degrees) && !r.left_handed;
  });
}

std::string reason(const Sniffed& found, const Window& window) {
  if (window.pairs.size() < 2) return "undecidable: the file is too short, there must be three rows";
  if (window.at_rest) return "undecidable: the body does not turn";
  const SniffedReading& best = found.readings.front();
  if (best.turn_residual > kTurnFits)
    return fmt::format(
        "undecidable: in no reading does the body turn as w says; the best is off by {:.2g} of the turns (rows "
        "too far apart, columns in another order, or another kind of numbers?)",
        best.turn_residual);
  if (window.one_axis) return "undecidable: the body spins about one axis, and physics cannot tell its readings apart";
  if (found.remaining.size() != 1)
    return fmt::format("undecidable: {} readings are about as consistent as each other (a file that is too short?)",
                       found.remaining.size());
  if (best.reading.left_handed) return "decided by physics: w is counted the other way round";
  if (!found.free) return "decided, if w has its usual sign: the body is not free, so that its momentum says nothing";
  const auto twin = std::ranges::find_if(found.readings, [&](const SniffedReading& one) {
    const Reading &a = one.reading, &b = best.reading;
    return a.xyzw == b.xyzw && a.space_to_body != b.space_to_body && a.space_omega != b.space_omega &&
           a.degrees == b.degrees && a.left_handed != b.left_handed;
  });
  const bool told_apart =
      twin->momentum_residual.value_or(1) > 2 * std::hypot(best.momentum_residual.value_or(0), kMomentumFloor);
  return told_apart ? "decided by physics" : "decided, if w has its usual sign: a long symmetric body cannot tell";
}

}  // namespace

Sniffed sniff(const Trajectory& trajectory, const std::optional<Inertia>& inertia) {
  Sniffed found;
  const Window window = window_of(trajectory);
  const bool enough = window.pairs.size() >= 2 && !window.at_rest;
  double best = 1;
  for (int i = 0; i < Reading::kCount; ++i) {
    SniffedReading one{.reading = Reading::number(i)};
    one.turn_residual = enough ? turn_residual(window, one.reading) : 1;
    best = std::fmin(best, one.turn_residual);
    found.readings.push_back(one);
  }
  double least = 1;
  for (SniffedReading& one : found.readings)
    if (enough && one.turn_residual < std::fmax(kTurnFits, 2 * best)) {
      one.momentum_residual = momentum_residual(window, one.reading, inertia);
      least = std::fmin(least, *one.momentum_residual);
    }
  found.free =
      enough && (inertia ? least < kMomentumFits : least < kFittedMomentumFits && window.turned >= kFittedTurn);
  weigh(found, window);
  std::ranges::sort(found.readings, [](const SniffedReading& a, const SniffedReading& b) {
    return a.likelihood != b.likelihood ? a.likelihood > b.likelihood : a.reading.text() < b.reading.text();
  });
  for (SniffedReading& one : found.readings) one.why = why(one, found);
  found.decided = enough && found.remaining.size() == 1 && !window.one_axis &&
                  found.readings.front().turn_residual <= kTurnFits && found.readings.front().likelihood >= kSure;
  found.reason = reason(found, window);
  if (trajectory.rates_made) {  // they fit what they were made from, however it is read
    found.decided = false;
    found.reason = "undecidable: the file has no angular velocities, and those made from its attitudes prove nothing";
  }
  found.agrees = agrees(trajectory, found.remaining);
  return found;
}

}  // namespace polhode
