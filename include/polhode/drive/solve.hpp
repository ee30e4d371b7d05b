// solve.hpp -- from a wanted accuracy to an answer with its error: step, method and proof are chosen here
//
// Two solutions by Gauss collocation (methods/parts/collocation.hpp) go side by side: while the coarse one takes three steps,
// the fine one takes four, with a hundredth of its tolerance. Both are at the same times after each such stride, and
// there they are compared. The fine one is the answer. The largest difference is the error of the coarse one; that of the fine
// one is smaller by (3/4)^16 = 1/100 where steps are small; all of it is claimed, since near to rounding the two are alike, and
// more where neighbouring motions part. To that comes what rounding may have done to both. (With four stages, order 8, the two
// are too near to each other to tell.)
//
// Strides   as long as the steps of the coarse solution may be (collocation_pace.hpp). Torques that know their own scale of time
//           (time_scale(t): an orbit) are asked for it along the stride, so that a flyby between two far stages is not overlooked.
//           No stride goes across a time at which a derivative of the torque jumps (smooth_until: the rows of a table).
// Passes    the tolerance begins with a guess from the accuracy; a pass whose estimate leaves it is ended and begun again with
//           a smaller one. When the tolerance has come to rounding, what could be reached is said, and why not more.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "polhode/body/invariants.hpp"
#include "polhode/drive/collocation_pace.hpp"
#include "polhode/drive/outcome.hpp"
#include "polhode/drive/plan.hpp"
#include "polhode/numbers/elementary.hpp"
#include "polhode/numbers/error.hpp"
#include "polhode/torques/combined.hpp"

namespace polhode {

/// Why a wanted accuracy cannot be had.
enum class Obstacle {
  none,
  rounding,      ///< of double, over so many turns
  conditioning,  ///< neighbouring motions part so fast that rounding grows to this
  not_smooth,    ///< steps came down to nothing: the torque jumps, or is not a number
  clock,         ///< so late that the steps of the motion are shorter than the rounding of a time
  too_long,      ///< more steps than can be kept
  stopped,       ///< by the caller
};

/// What solve() found. In principal axes.
struct Solved {
  double attitude_error_estimate = 0;  ///< of the angle to the true attitude, over the whole time, rad
  double momentum_error_estimate = 0;  ///< of L, relative to the largest |L|
  Obstacle obstacle = Obstacle::none;
  double reached = 0;                          ///< the time up to which there are states
  double accurate_until = 0;                   ///< the time up to which both estimates were within the accuracy
  std::vector<Stretch> plan;                   ///< steps of one length each
  std::vector<PrincipalState<double>> states;  ///< at the end of each of these steps, the start first
  int passes = 0;
  double tolerance = 0;              ///< of the last pass
  long sweeps = 0, steps_tried = 0;  ///< of both solutions, in all passes

  static constexpr int kStages = 8;
  bool good() const noexcept { return obstacle == Obstacle::none; }
  long torque_evaluations() const noexcept { return kStages * sweeps; }
  /// Leaves out what came after that time; the estimates are those of the rest.
  void end_where_accurate() {
    if (reached == accurate_until) return;
    while (!plan.empty()) {
      Stretch& last = plan.back();
      const double whole = std::fabs(last.until - last.from), part = std::fabs(accurate_until - last.from);
      const bool behind = (last.until > last.from) != (accurate_until > last.from);
      const long n = behind ? 0 : std::min(last.n, std::lround(double(last.n) * part / whole));
      states.resize(states.size() - std::size_t(last.n - n));
      if (n > 0) {
        last.n = n, last.until = accurate_until;
        break;
      }
      plan.pop_back();
    }
    reached = accurate_until;
    attitude_error_estimate = accurate_attitude, momentum_error_estimate = accurate_momentum;
  }
  double accurate_attitude = 0, accurate_momentum = 0;  ///< the estimates at that time
};

struct SolveSettings {
  double accuracy = 1e-9;        ///< of the attitude, rad, and of the momentum, relative
  long most_steps = 20'000'000;  ///< that are kept: 56 bytes each
};

}  // namespace polhode

namespace polhode::inline POLHODE_ISA {

namespace detail {

/// The two solutions on their way.
template <int S>
class GaussPair {
 public:
  static constexpr int kCoarse = 3, kFine = 4;
  using Pace = CollocationPace<S>;

  GaussPair(const Principal<double>& body, const PrincipalState<double>& start) : body_(body) {
    coarse_.s = fine_.s = start;
  }

  struct Stride {
    bool done = false;
    Pace pace;  ///< of the coarse steps
  };
  /// From t on, `H` long; the fine states go to `states`. If it fails, both are where they were. Momenta are measured by the
  /// largest so far: one that dies away is not followed to its last digits, which are rounding of the torque.
  template <class Torque>
  Stride stride(const Torque& torque, double t, double H, double tolerance, double largest_momentum,
                PrincipalState<double>* states) {
    largest_momentum_ = largest_momentum;
    before_[0] = coarse_, before_[1] = fine_;
    Stride result;
    result.done =
        walk<kCoarse>(torque, t, H, std::fmax(tolerance, Pace::kSmallest), coarse_, cache_[0], &result.pace, nullptr) &&
        walk<kFine>(torque, t, H, std::fmax(0.01 * tolerance, kRounding), fine_, cache_[1], nullptr, states);
    if (!result.done) undo();
    return result;
  }
  /// Back to where the last stride began.
  void undo() { coarse_ = before_[0], fine_ = before_[1]; }
  /// Behind a switch of the torque nothing is remembered.
  void restart() { coarse_.memory = {}, fine_.memory = {}; }
  const PrincipalState<double>& state() const noexcept { return fine_.s; }
  /// Angle between the two, and distance of their momenta.
  double attitude_difference() const noexcept { return 2 * std::sqrt(attitude_chord2(coarse_.s.Q, fine_.s.Q)); }
  double momentum_difference() const noexcept { return momentum_distance(coarse_.s, fine_.s); }

  long sweeps = 0, steps = 0;

 private:
  struct Track {
    PrincipalState<double> s;
    CollocationMemory<double, S> memory;
  };
  static constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();

  Principal<double> body_;
  Track coarse_, fine_, before_[2];
  CollocationCache<double, S> cache_[2];
  double largest_momentum_ = 0;

  template <int n, class Torque>
  bool walk(const Torque& torque, double t, double H, double tolerance, Track& track,
            CollocationCache<double, S>& cache, Pace* pace, PrincipalState<double>* states) {
    const double h = H / n;
    for (int i = 0; i < n; ++i) {
      const bool warm = track.memory.warm > 0;
      const typename Pace::Step step(body_, torque, TimeStep<double>{t + h * i, h, t + h * (i + 1)}, track.s,
                                     track.memory, cache, Pace::goal(warm, tolerance, largest_momentum_));
      sweeps += step.sweeps.number, ++steps;
      if (!step.sweeps.reached) return false;
      if (pace) pace->see(step, warm, track.s.m, largest_momentum_);
      step.take(true, track.s, track.memory);
      if (!is_finite(track.s)) return false;
      if (states) *states++ = track.s;
    }
    return true;
  }
};

/// One pass through the whole time with one tolerance.
template <int S, class Torque>
class SolvePass {
 public:
  SolvePass(const Principal<double>& body, const Torque& torque, const PrincipalState<double>& start, double from,
            double until, const SolveSettings& settings, Solved& out)
      : body_(body),
        torque_(torque),
        from_(from),
        until_(until),
        settings_(settings),
        out_(out),
        pair_(body, start),
        largest_momentum_(norm(start.m)),
        momentum_before_(spatial_momentum(start)) {
    out_.plan.clear();
    out_.states.reserve(64);
    out_.states.assign(1, start);
    out_.attitude_error_estimate = out_.momentum_error_estimate = 0;
    out_.obstacle = Obstacle::none;
    out_.reached = out_.accurate_until = from;
  }

  double turned = 0;  ///< all angles that the body has turned by, rad

  /// How many strides it will be, about.
  double strides(double tolerance) const {
    return std::fabs(until_ - from_) / first_stride(torque_, from_, until_, tolerance);
  }
  double error_now() const { return std::fmax(out_.attitude_error_estimate, out_.momentum_error_estimate); }
  /// The error at the end of the whole time, as it has grown from half of the way to here: by a power of time, at least 1.
  double expected_error() const {
    if (history_.empty()) return 0;
    const auto [part, error] = history_.back();
    std::size_t half = 0;
    while (history_[half].first < 0.5 * part) ++half;
    const double power = error > 0 && history_[half].second > 0
                             ? log(error / history_[half].second) / log(part / history_[half].first)
                             : 1;
    return error * pow(part, -std::fmin(std::fmax(power, 1), 12));
  }

  /// False if it was ended: by an obstacle, or because the estimate is above the accuracy (unless `to_the_end`).
  template <class Watch>
  bool run(double tolerance, bool to_the_end, const Watch& watch) {
    const double direction = until_ < from_ ? -1 : 1;
    const std::vector<double> all = switches(torque_);
    double t = from_, H = 0;
    bool good = true;
    while (good && direction * (until_ - t) > 0) {
      double stop = until_;
      for (const double s : all)
        if (direction * (s - t) > 0 && direction * (stop - s) > 0) stop = s;
      const auto here = during(torque_, 0.5 * (t + stop));
      pair_.restart();
      good = run_smooth(here, t, stop, H, tolerance, to_the_end, watch);
      t = stop;
    }
    out_.sweeps += pair_.sweeps, out_.steps_tried += pair_.steps;
    return good;
  }

 private:
  const Principal<double>& body_;
  const Torque& torque_;
  double from_, until_;
  const SolveSettings& settings_;
  Solved& out_;
  GaussPair<S> pair_;
  std::vector<std::pair<double, double>> history_;      // part of the time, error so far
  static constexpr double kLog10 = 0.4342944819032518;  // 1/log(10)
  double largest_momentum_, largest_attitude_difference_ = 0, largest_momentum_difference_ = 0;
  double late_momentum_ = 0, late_attitude_ = 0;
  double logarithms_ = 0, compared_ = 0;  // of the differences, their sum and number
  Vec3<double> momentum_before_;
  bool accurate_ = true;  // so far

  template <class Here>
  double first_stride(const Here& torque, double t, double stop, double tolerance) const {
    const PrincipalState<double>& s = pair_.state();
    const Vec3<double> w = times(body_.x, s.m), tau = torque_of(torque, t, s.Q, w);
    const double rate = std::fmax(norm(w), std::sqrt(norm(times(body_.x, tau))));
    const double turn = CollocationPace<S>::first_turn(tolerance), whole = std::fabs(stop - t);
    return rate > 0 ? std::fmin(whole, GaussPair<S>::kCoarse * turn / rate) : whole / 16;
  }
  template <class Here, class Watch>
  bool run_smooth(const Here& torque, double from, double stop, double& H, double tolerance, bool to_the_end,
                  const Watch& watch) {
    constexpr int kFine = GaussPair<S>::kFine;
    const double direction = stop < from ? -1 : 1;
    H = H > 0 ? std::fmin(H, std::fabs(stop - from)) : first_stride(torque, from, stop, tolerance);
    double t = from, begin = from, length = 0;  // of strides that are equally long: so many from `begin` on
    long equal = 0;
    const auto close = [&](double end) {
      if (equal > 0) out_.plan.push_back({begin, end, kFine * equal});
      begin = end, equal = 0;
    };
    while (direction * (stop - t) > 0) {
      const double end = sooner(stop, smooth_until(torque, t, direction), direction), left = std::fabs(end - t);
      // What comes behind a row is none of the strides before it.
      const double longest = end == stop ? H : std::fmin(H, left), clear = room(torque, t, direction, longest);
      if (clear < longest) H = clear;
      if (!(H > 1e-13 * left) || t + direction * H / 8 == t) {
        const double first = first_stride(torque, t, stop, tolerance);
        out_.obstacle = t + direction * first / 8 == t ? Obstacle::clock : Obstacle::not_smooth;
        close(t);
        return false;
      }
      // The last few are equally long, so that no short one is left over.
      const double strides = std::ceil(left / H - 0.02);
      const bool last = strides <= 1;
      double step = last ? left : strides <= 4 ? left / strides : H;
      if (std::fabs(step - length) <= 4 * epsilon<double>() * std::fmax(std::fabs(t), std::fabs(stop))) step = length;
      if (step != length) close(t), length = step;
      const std::size_t size = out_.states.size();
      if (long(size) > settings_.most_steps) {
        out_.obstacle = Obstacle::too_long;
        close(t);
        return false;
      }
      out_.states.resize(size + kFine);
      const auto result = pair_.stride(torque, t, direction * step, tolerance, largest_momentum_, &out_.states[size]);
      if (!result.done || result.pace.unresolved > 1e3 * CollocationPace<S>::resolved(tolerance)) {
        if (result.done) pair_.undo();
        out_.states.resize(size);
        H = 0.5 * step;
        continue;
      }
      ++equal;
      const double scale = time_scale_of(torque, t);
      t = last ? end : begin + direction * (double(equal) * step);
      out_.reached = t;
      compare(step, tolerance, epsilon<double>() * std::fabs(t) / std::fmin(scale, time_scale_of(torque, t)));
      const double part = (t - from_) / (until_ - from_), error = error_now();
      history_.emplace_back(part, error);
      accurate_ = accurate_ && error <= settings_.accuracy;
      if (accurate_) {
        out_.accurate_until = t;
        out_.accurate_attitude = out_.attitude_error_estimate, out_.accurate_momentum = out_.momentum_error_estimate;
      }
      // Errors grow at least in proportion to time; a pass that will not do ends early.
      const bool early = part > 0.02 && history_.size() > 20;
      const bool within = (early ? error / part : error) <= settings_.accuracy;
      const bool go_on = watch(part);
      if (!go_on) out_.obstacle = Obstacle::stopped;
      if (!go_on || (!within && !to_the_end)) {
        close(t);
        return false;
      }
      const double factor = result.pace.factor(tolerance);
      if (factor < 1 || factor * step > H) H = factor * step;
    }
    close(stop);
    return true;
  }
  /// `late`: the rounding of a time, as a part of the time in which the torque changes by itself.
  void compare(double step, double tolerance, double late) {
    const PrincipalState<double>& s = pair_.state();
    const double w = norm(times(body_.x, s.m));
    turned += w * step;
    // Both solutions have the same times. What their rounding does to a torque is wrong by this part of all that it gives, and
    // turns the body for the rest of the run.
    const Vec3<double> L = spatial_momentum(s);
    late_momentum_ += late * norm(L - momentum_before_);
    momentum_before_ = L;
    late_attitude_ += norm(s.m) > 0 ? w * step * late_momentum_ / norm(s.m) : 0;
    largest_momentum_ = std::fmax(largest_momentum_, norm(s.m));
    largest_attitude_difference_ = std::fmax(largest_attitude_difference_, pair_.attitude_difference());
    largest_momentum_difference_ = std::fmax(largest_momentum_difference_, pair_.momentum_difference());
    const double attitude = largest_attitude_difference_;
    const double momentum = largest_momentum_ > 0 ? largest_momentum_difference_ / largest_momentum_ : 0;
    // Steps make a few hundredths of the tolerance. What is above a tenth has grown, and so has what is far above the
    // (geometric) mean so far, of which e is growth in proportion to time: neighbouring motions part. Then the difference may
    // have been small where it grows most, and the error of the fine solution not; so more is claimed for each power of ten.
    const double largest = std::fmax(attitude, momentum), now = log(std::fmax(largest, epsilon<double>()));
    logarithms_ += now, ++compared_;
    const double grown = largest / std::fmax(tolerance, CollocationPace<S>::kSmallest);
    const double parted = std::fmax(2 * (now - logarithms_ / compared_ - 1), grown > 0.1 ? log(10 * grown) : 0);
    const double claimed = 1 + kLog10 * std::fmax(0, parted);
    // Two solutions may round alike: what one may lose is counted too, and it has grown in the same way.
    const double rounding = 8 * epsilon<double>();
    const auto estimate = [&](double difference) {
      return std::fmax(claimed * difference, difference + rounding * std::fmax(1, grown)) + rounding * turned;
    };
    out_.attitude_error_estimate = estimate(attitude) + late_attitude_;
    out_.momentum_error_estimate = largest_momentum_ > 0 ? estimate(momentum) + late_momentum_ / largest_momentum_ : 0;
  }
};

template <int S, class Torque, class Watch>
Solved solve_with(const Principal<double>& body, const Torque& torque, const PrincipalState<double>& start, double from,
                  double until, const SolveSettings& settings, const Watch& watch) {
  Solved out;
  // A tolerance ten times smaller makes steps only an eighth shorter, and a second pass costs as much as the first: so the first
  // is to do for most. The difference of a few strides is mostly a thirtieth of the tolerance, and with time it grows at least
  // in proportion. Near to rounding little is left to grow, and shorter steps give nothing. Of tops one in ten needs a second
  // pass, of walls three in four. The smallest tolerance is for steps; sweeps end before.
  constexpr double kPart = 0.05, kFewStrides = 10, kNearRounding = 1e-11, kFloor = 1e-16;
  constexpr double kLargest = 1e-3;  // where the laws of steps and sweeps still hold
  const double accuracy = std::fmin(settings.accuracy, kLargest);
  double tolerance = std::fmax(kPart * accuracy, std::fmin(accuracy, kNearRounding));
  {
    const SolvePass<S, Torque> first(body, torque, start, from, until, settings, out);
    tolerance *= std::fmin(1, kFewStrides / std::fmax(1, first.strides(accuracy)));
  }
  for (;;) {
    tolerance = std::fmax(tolerance, kFloor);
    SolvePass<S, Torque> pass(body, torque, start, from, until, settings, out);
    const bool at_floor = tolerance <= kFloor;
    const bool done = pass.run(tolerance, at_floor, watch);
    ++out.passes, out.tolerance = tolerance;
    const double error = pass.error_now();
    if (out.obstacle != Obstacle::none || (done && error <= settings.accuracy)) return out;
    if (at_floor) {
      out.obstacle = error < 1e3 * epsilon<double>() * (1 + pass.turned) ? Obstacle::rounding : Obstacle::conditioning;
      return out;
    }
    tolerance *= std::fmin(0.1, 0.2 * settings.accuracy / pass.expected_error());
  }
}

}  // namespace detail

/// The motion from one time to another, to an accuracy; backwards if `until` lies before `from`. `torque` is in principal
/// axes. `watch(part)` is told how far the pass is, and ends it by returning false. Throws InvalidInput for an accuracy that is
/// none.
template <class Torque, class Watch>
Solved solve(const Principal<double>& body, const Torque& torque, const PrincipalState<double>& start, double from,
             double until, const SolveSettings& settings, const Watch& watch) {
  if (!(settings.accuracy > 0) || !std::isfinite(settings.accuracy))
    throw InvalidInput("accuracy " + to_text(settings.accuracy) +
                       " must be positive and finite: the largest error of the attitude, in rad");
  return detail::solve_with<Solved::kStages>(body, torque, start, from, until, settings, watch);
}
template <class Torque>
Solved solve(const Principal<double>& body, const Torque& torque, const PrincipalState<double>& start, double from,
             double until, const SolveSettings& settings = {}) {
  return solve(body, torque, start, from, until, settings, [](double) { return true; });
}

/// From the user's axes: start and torque are in body axes. What is found is in principal axes; inertia.to_body() leads back.
template <class Torque>
Solved solve(const Inertia& inertia, const State<double>& start, const Torque& torque, double from, double until,
             const SolveSettings& settings = {}) {
  return solve(inertia.in_principal_axes(), InPrincipalAxes<Torque>(torque, inertia.frame()),
               inertia.to_principal(checked(start)), from, until, settings);
}

}  // namespace polhode::inline POLHODE_ISA
