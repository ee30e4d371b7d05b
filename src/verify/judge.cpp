// judge.cpp -- errors of every row against the true motion
#include "verify/judge.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/body/invariants.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "problem/torques.hpp"

namespace polhode {
namespace {

using Four = Pack<double, 4>;

Problem until_then(Problem problem, double until) {
  problem.end_time = std::max(until, problem.start_time);
  if (!(problem.end_time > problem.start_time)) problem.end_time = problem.start_time + 1;  // one row: the start
  check(problem);
  return problem;
}

double angle(const Vec3<double>& a, const Vec3<double>& b) {
  return atan2(norm(cross(a, b)), dot(a, b));
}

}  // namespace

// --- the true motion ---------------------------------------------------------------------------------------------------

KnownMotion::KnownMotion(const Problem& problem, double until)
    : problem_(until_then(problem, until)), exact_(problem_.inertia.in_principal_axes(), problem_.principal_start()) {
  // Far below what a grade can see (1e-4), and what double precision gives without effort.
  constexpr double kWanted = 1e-10, kNeeded = 1e-6;
  if (problem_.is_free()) return;
  if (is_exact(problem_)) {
    const TorqueValues<double>& torque = problem_.torques[0].values;
    top_.emplace(problem_.inertia, torque.number("weight"), torque.vector("arm"), problem_.start);
  } else {
    truth_ = std::make_unique<TrueMotion>(problem_, kWanted, kNeeded, kNeeded, nullptr);
  }
}

bool KnownMotion::is_exact(const Problem& p) {
  return p.is_free() || (p.torques.size() == 1 && p.torques[0].kind == HeavyTop<>::info.kind &&
                         LagrangeTop<double>::axis_of(p.inertia, p.torques[0].values.vector("arm")) >= 0);
}

PrincipalState<double> KnownMotion::at(double t) {
  if (truth_) return truth_->at(t);
  const double after = t - problem_.start_time;
  return top_ ? problem_.inertia.to_principal(top_->at(after)) : exact_.at(after);
}

void KnownMotion::at(std::span<const double> times, std::vector<PrincipalState<double>>& states) {
  states.resize(times.size());
  std::size_t i = 0;
  if (!truth_ && !top_)
    for (; i + 4 <= times.size(); i += 4) {
      Four t;
      for (int k = 0; k < 4; ++k) set_lane(t, k, times[i + std::size_t(k)] - problem_.start_time);
      const PrincipalState<Four> s = exact_.at(t);
      for (int k = 0; k < 4; ++k) states[i + std::size_t(k)] = lane(s, k);
    }
  for (; i < times.size(); ++i) states[i] = at(times[i]);
}

// --- errors ------------------------------------------------------------------------------------------------------------

namespace {

/// Energy, momentum and attitude of a row beside those of the true motion.
class Measure {
 public:
  explicit Measure(KnownMotion& reference)
      : problem_(reference.problem()),
        body_(problem_.inertia.in_principal_axes()),
        torque_(torque_in_principal_axes(problem_)),
        free_(problem_.is_free()),
        frame_(problem_.inertia.frame()) {
    const Abilities abilities = abilities_of(torque_);
    conserved_ = abilities.potential && !abilities.time;
    // Relative to the largest on the way, so that a body may start from rest.
    const PrincipalState<double> start = problem_.principal_start();
    const int looks = free_ ? 1 : 64;
    for (int i = 0; i < looks; ++i) {
      const double t = problem_.start_time + (problem_.end_time - problem_.start_time) * i / 64;
      const PrincipalState<double> s = i == 0 ? start : reference.at(t);
      kinetic_ = std::fmax(kinetic_, energy(body_, s.m));
      momentum_ = std::fmax(momentum_, norm(s.m));
    }
    if (!(kinetic_ > 0)) kinetic_ = 1;
    if (!(momentum_ > 0)) momentum_ = 1;
    start_energy_ = total(problem_.start_time, start);
  }

  bool conserved() const { return conserved_; }
  /// The state of a row, along the principal axes.
  PrincipalState<double> state(const Kinematics& k) const {
    return {k.q * frame_, times(body_.I, rotate_back(frame_, k.w))};
  }
  RowErrors errors(double t, const PrincipalState<double>& s, const PrincipalState<double>& truth) const {
    const Vec3<double> L = spatial_momentum(s), L0 = spatial_momentum(truth);
    const double here = norm(L), there = norm(L0);
    const double E = conserved_ ? total(t, s) - start_energy_ : energy(body_, s.m) - energy(body_, truth.m);
    // The direction of a momentum that is as good as none says nothing.
    const bool has_direction = here > 1e-12 * momentum_ && there > 1e-12 * momentum_;
    return {attitude_distance(s.Q, truth.Q), E / kinetic_, (here - there) / momentum_,
            has_direction ? angle(L, L0) : 0};
  }
  bool stopped(const PrincipalState<double>& s, const PrincipalState<double>& truth) const {
    return norm(s.m) <= 1e-9 * momentum_ && norm(truth.m) > 1e-3 * momentum_;
  }

 private:
  const Problem& problem_;
  Principal<double> body_;
  ProblemTorque torque_;
  bool free_, conserved_ = true;
  Quaternion<double> frame_;
  double kinetic_ = 0, momentum_ = 0, start_energy_ = 0;

  double total(double t, const PrincipalState<double>& s) const {
    return energy(body_, s.m) + (free_ || !conserved_ ? 0 : energy_of(torque_, t, s.Q));
  }
};

void raise(double& largest, double x) {
  if (!(std::fabs(x) <= largest)) largest = std::fabs(x);  // also what has overflowed
}

}  // namespace

Judgement judge(KnownMotion& reference, const Trajectory& trajectory, const Reading& reading, double until,
                const std::function<void(std::size_t, const RowErrors&, const PrincipalState<double>&)>& each) {
  constexpr std::size_t kBlock = 256;
  const Measure measure(reference);
  const FlipRule rule = flip_rule(reference.problem());
  FlipCounter flips(rule.threshold), true_flips(rule.threshold);
  const double I = reference.problem().inertia.moments()[rule.axis];
  const std::vector<FileRow>& rows = trajectory.rows;
  Judgement j;
  j.reading = reading;
  j.rows = std::size_t(std::ranges::upper_bound(rows, until, {}, &FileRow::t) - rows.begin());
  j.rows_behind = rows.size() - j.rows;
  j.energy_conserved = measure.conserved();
  j.reference_error = reference.error();
  if (j.rows == 0) return j;
  j.first = rows.front().t, j.last = rows[j.rows - 1].t;
  j.step = j.rows > 1 ? (j.last - j.first) / double(j.rows - 1) : 0;
  std::vector<double> times;
  std::vector<PrincipalState<double>> truth;
  for (std::size_t from = 0; from < j.rows; from += kBlock) {
    const std::size_t size = std::min(kBlock, j.rows - from);
    times.resize(size);
    for (std::size_t i = 0; i < size; ++i) times[i] = rows[from + i].t;
    reference.at(times, truth);
    for (std::size_t i = 0; i < size; ++i) {
      const FileRow& row = rows[from + i];
      const PrincipalState<double> s = measure.state(read_as(reading, row));
      const RowErrors e = measure.errors(row.t, s, truth[i]);
      raise(j.largest.attitude, e.attitude);
      raise(j.largest.energy, e.energy);
      raise(j.largest.momentum, e.momentum);
      raise(j.largest.direction, e.direction);
      const auto& [a, b, c, d] = row.q;
      raise(j.norm_error_max, std::sqrt(a * a + b * b + c * c + d * d) - 1);
      j.doubled = j.doubled || !(e.energy <= 1);
      j.stopped = j.stopped || measure.stopped(s, truth[i]);
      flips.add(s.m[rule.axis] / I);
      true_flips.add(truth[i].m[rule.axis] / I);
      if (each) each(from + i, e, truth[i]);
      j.end = e;
    }
  }
  if (rule.judged) j.flips = flips.count(), j.true_flips = true_flips.count();
  j.grade = grade_of(j.largest, j.flips == j.true_flips, j.doubled || j.stopped);
  return j;
}

Misfit misfit(KnownMotion& reference, const FileRow& row, const Reading& reading) {
  const Inertia& inertia = reference.problem().inertia;
  const Kinematics k = read_as(reading, row);
  const State<double> truth = inertia.to_body(reference.at(row.t));
  const Vec3<double> w = inertia.angular_velocity(truth.m);
  const double size = norm(w);
  return {attitude_distance(k.q, truth.Q), norm(k.w - w) / (size > 0 ? size : 1)};
}

// --- the order ---------------------------------------------------------------------------------------------------------

namespace {

// Below the first, rounding of doubles that were printed; above the second, an attitude that is lost.
constexpr double kRounding = 1e-13, kLost = 1;

bool tells(double error) {
  return error > kRounding && error < kLost;
}

/// The slope of log(error) over log(step), by least squares; nothing where fewer than two errors tell anything.
std::optional<double> slope(const std::vector<Judgement>& all, double LargestErrors::* error) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const Judgement& j : all) {
    if (!tells(j.largest.*error) || !(j.step > 0)) continue;
    const double x = std::log(j.step), y = std::log(j.largest.*error);
    ++n, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  const double spread = n * sxx - sx * sx;
  if (n < 2 || !(spread > 1e-9 * n * n)) return std::nullopt;  // steps that are all the same
  return (n * sxy - sx * sy) / spread;
}

}  // namespace

MeasuredOrder measured_order(std::vector<Judgement> all) {
  std::ranges::sort(all, std::greater<>{}, &Judgement::step);
  MeasuredOrder order{slope(all, &LargestErrors::attitude),
                      slope(all, &LargestErrors::energy),
                      slope(all, &LargestErrors::momentum),
                      {}};
  for (std::size_t i = 1; i < all.size(); ++i)
    order.pairs.push_back(slope({all[i - 1], all[i]}, &LargestErrors::attitude));
  return order;
}

}  // namespace polhode
