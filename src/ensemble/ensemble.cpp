// ensemble.cpp -- blocks of bodies on threads, each in the lanes of registers
#include "ensemble/ensemble.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "engine/certificate.hpp"
#include "ensemble/on_threads.hpp"
#include "kernels/lanes.hpp"
#include "kernels/mover.hpp"
#include "polhode/body/invariants.hpp"
#include "problem/torques.hpp"

namespace polhode {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
/// Bodies that one thread takes at a time: enough for the lanes, few enough for the caches.
constexpr std::size_t kBlockBodies = 512;
static_assert(kBlockBodies % kLaneBlock == 0);

/// Finest steps that an accuracy may lead to.
constexpr int kFinestLevel = 26;

double number_of(const TorqueValue<double>& value, int k) {
  return value.kind == TorqueKey::Kind::number ? value.number : value.vector[k];
}

/// Bodies side by side, with what acts on them; arrays of `room` numbers each.
class Block {
 public:
  Block(std::size_t bodies, std::size_t torque_numbers)
      : room_((bodies + kLaneBlock - 1) / kLaneBlock * kLaneBlock),
        torque_numbers_(torque_numbers),
        data_(room_ * (kOwn + torque_numbers)),
        good_(room_) {}

  std::size_t room() const { return room_; }
  double* array(int n) { return data_.data() + std::size_t(n) * room_; }
  const double* array(int n) const { return data_.data() + std::size_t(n) * room_; }
  static constexpr int I = 0, Q = 3, m = 7, frame = 10, tensor = 14, kOwn = 23;  // numbers of arrays

  std::uint8_t* good() { return good_.data(); }
  PrincipalState<double> state(std::size_t k) const {
    const auto at = [&](int n) { return array(n)[k]; };
    return {{at(Q), {at(Q + 1), at(Q + 2), at(Q + 3)}}, {at(m), at(m + 1), at(m + 2)}};
  }
  void set_state(std::size_t k, const PrincipalState<double>& s) {
    const double all[] = {s.Q.w, s.Q.v.x, s.Q.v.y, s.Q.v.z, s.m.x, s.m.y, s.m.z};
    for (int n = 0; n < 7; ++n) array(Q + n)[k] = all[n];
  }
  void set(std::size_t k, const Problem& problem) {
    const Inertia& inertia = problem.inertia;
    for (int n = 0; n < 3; ++n) array(I + n)[k] = inertia.moments()[n];
    set_state(k, inertia.to_principal(problem.start));
    good_[k] = 1;
    if (torque_numbers_ == 0 && problem.torques.empty()) return;
    const Quaternion<double>& F = inertia.frame();
    array(frame)[k] = F.w;
    for (int n = 0; n < 3; ++n) array(frame + 1 + n)[k] = F.v[n];
    const Mat3<double> J = tensor_of(inertia);
    for (int n = 0; n < 9; ++n) array(tensor + n)[k] = J[n / 3][n % 3];
    int number = kOwn;
    for (const TorqueChoice& torque : problem.torques)
      for (const auto& [name, value] : torque.values.given)
        for (int n = 0; n < numbers_of(value.kind); ++n) array(number++)[k] = number_of(value, n);
  }
  void copy(std::size_t k, const Block& from, std::size_t i) {
    for (int n = 0; n < kOwn + int(torque_numbers_); ++n) array(n)[k] = from.array(n)[i];
    good_[k] = 1;
  }
  /// What is behind the last body is another copy of the first.
  void pad(std::size_t bodies) {
    for (std::size_t k = bodies; k < padded(bodies); ++k) copy(k, *this, 0);
  }
  static std::size_t padded(std::size_t bodies) { return (bodies + kLaneBlock - 1) / kLaneBlock * kLaneBlock; }

  LaneBodies lanes(std::size_t bodies) {
    LaneBodies b;
    b.size = padded(bodies);
    for (int n = 0; n < 3; ++n) b.I[n] = array(I + n), b.m[n] = array(m + n);
    for (int n = 0; n < 4; ++n) b.Q[n] = array(Q + n);
    b.good = good_.data();
    return b;
  }
  /// `numbers` is room for the pointers.
  LaneTorques torques(const Problem& common, std::size_t bodies, std::vector<const double*>& numbers) const {
    LaneTorques t;
    t.common = common.torques;
    // Where all bodies have the number of `common`, the kernel takes it from there, once.
    const auto same = [&](int n, double value) {
      const double* x = array(n);
      return std::all_of(x, x + padded(bodies), [&](double y) { return std::memcmp(&y, &value, sizeof y) == 0; });
    };
    numbers.clear();
    int number = kOwn;
    for (const TorqueChoice& torque : common.torques)
      for (const auto& [name, value] : torque.values.given)
        for (int n = 0; n < numbers_of(value.kind); ++n, ++number)
          numbers.push_back(same(number, number_of(value, n)) ? nullptr : array(number));
    t.numbers = numbers;
    const bool own_axes = same(frame, 1) && same(frame + 1, 0) && same(frame + 2, 0) && same(frame + 3, 0);
    if (!own_axes)
      for (int n = 0; n < 4; ++n) t.frame[n] = array(frame + n);
    for (int n = 0; n < 9; ++n) t.tensor[n] = array(tensor + n);
    return t;
  }

 private:
  std::size_t room_, torque_numbers_;
  std::vector<double> data_;
  std::vector<std::uint8_t> good_;
};

/// Half the angle between attitudes is the arc of this chord; momentum relative to the larger of the two.
double distance(const PrincipalState<double>& a, const PrincipalState<double>& b) {
  const double chord = std::sqrt(std::fmin(norm2(a.Q - b.Q), norm2(a.Q + b.Q)));
  const double size = std::sqrt(std::fmax(norm2(a.m), norm2(b.m)));
  const double d = std::fmax(4 * std::asin(std::fmin(0.5 * chord, 1)), size > 0 ? norm(a.m - b.m) / size : 0);
  return is_finite(chord + size) ? d : std::numeric_limits<double>::infinity();
}
bool finite(const PrincipalState<double>& s) {
  return is_finite(norm2(s.Q) + norm2(s.m));
}

class Runner {
 public:
  Runner(const BodySource& source, const EnsembleTask& task)
      : source_(source),
        task_(task),
        common_(source.common()),
        kernels_(best_lane_kernels()),
        free_(common_.is_free()) {
    check();
    for (const TorqueChoice& torque : common_.torques)
      for (const auto& [name, value] : torque.values.given) numbers_ += std::size_t(numbers_of(value.kind));
    if (!free_) {
      const TorqueSet<> torques = torques_of(common_);
      switches_ = torques.switches();
      abilities_ = torques.abilities();
    }
    exact_ = free_ && task.choice.method == "exact";
    if (!exact_ && task.accuracy == 0) plan_ = plan(common_.start_time, common_.end_time, switches_, task.steps);
  }

  /// Bodies first, ..., of the task.
  void block(std::size_t first, std::size_t bodies, EnsembleResult& result) const {
    Block now(bodies, numbers_);
    Problem problem = common_;
    std::vector<Problem> all(in_lanes() ? 0 : bodies, common_);  // for methods that move one body at a time
    std::vector<Inertia> inertia(bodies, common_.inertia);
    for (std::size_t k = 0; k < bodies; ++k) {
      try {
        source_.make(task_.first + first + k, problem);
        now.set(k, problem);
        inertia[k] = problem.inertia;
        if (!all.empty()) all[k] = problem;
      } catch (const InvalidInput&) {
        problem = common_;
        now.set(k, problem);
        now.good()[k] = 0;
        result.outcome[first + k] = BodyOutcome::refused;
      }
    }
    now.pad(bodies);
    const Block start = now;
    std::vector<double> before(now.room()), after(now.room());
    energies(now, bodies, common_.start_time, before);
    std::vector<double> estimate(bodies, kNaN);
    if (exact_)
      move_exactly(now, first, bodies, result);
    else if (task_.accuracy > 0)
      to_accuracy(start, now, first, bodies, all, estimate, result);
    else
      to_end(now, bodies, plan_, all, first, result);
    energies(now, bodies, common_.end_time, after);
    for (std::size_t k = 0; k < bodies; ++k)
      write(first + k, inertia[k], start.state(k), now.state(k), before[k], after[k], estimate[k], result);
  }

 private:
  const BodySource& source_;
  const EnsembleTask& task_;
  const Problem& common_;
  const LaneKernels& kernels_;
  bool free_, exact_ = false;
  std::size_t numbers_ = 0;  // of all torques
  std::vector<double> switches_;
  Abilities abilities_ = kAllAbilities;
  std::vector<Stretch> plan_;

  void check() const {
    if (task_.count == 0) throw InvalidInput("an ensemble of 0 bodies: at least one is needed");
    if (free_ && task_.choice.method == "exact") return;
    const bool steps = task_.steps.length > 0 || task_.steps.number > 0;
    if (!(task_.accuracy > 0) && !steps)
      throw InvalidInput("an ensemble under torques needs an accuracy, a step or a number of steps");
    if (task_.accuracy > 0 && task_.choice.card.order < 1)
      throw InvalidInput("method " + task_.choice.name() + " does not converge: no accuracy can be had from it");
  }

  bool in_lanes() const {
    const LaneBodies none;  // of no bodies: what is asked is whether the method is there
    const Choice& c = task_.choice;
    if (free_) return exact_ || kernels_.in_double.free_steps(c.method, none, 1, 1);
    return kernels_.torqued_steps(c.method, c.flow, none, {}, {0, 1, 1});
  }

  void energies(Block& b, std::size_t bodies, double t, std::vector<double>& to) const {
    std::vector<const double*> numbers;
    kernels_.energy(b.lanes(bodies), free_ ? LaneTorques{} : b.torques(common_, bodies, numbers), t, to.data());
  }

  void move_exactly(Block& b, std::size_t first, std::size_t bodies, EnsembleResult& result) const {
    const std::vector<double> elapsed(b.room(), common_.end_time - common_.start_time);
    kernels_.exact(b.lanes(bodies), elapsed.data());
    for (std::size_t k = 0; k < bodies; ++k)  // later than the motion can be known
      if (!b.good()[k]) result.outcome[first + k] = BodyOutcome::refused;
  }

  /// All bodies of b along these steps; a body that fails stays where it was, and its outcome says so.
  void to_end(Block& b, std::size_t bodies, const std::vector<Stretch>& steps, const std::vector<Problem>& problems,
              std::size_t first, EnsembleResult& result) const {
    if (problems.empty())
      lanes_to_end(b, bodies, steps);
    else
      for (std::size_t k = 0; k < bodies; ++k)
        if (b.good()[k]) b.good()[k] = one_to_end(b, k, steps, problems[k]);
    for (std::size_t k = 0; k < bodies; ++k) {
      BodyOutcome& outcome = result.outcome[first + k];
      if (outcome == BodyOutcome::refused) continue;
      outcome = !finite(b.state(k)) ? BodyOutcome::non_finite
                : !b.good()[k]      ? BodyOutcome::not_converged
                                    : BodyOutcome::done;
    }
  }
  void lanes_to_end(Block& b, std::size_t bodies, const std::vector<Stretch>& steps) const {
    std::vector<const double*> numbers;
    const LaneBodies lanes = b.lanes(bodies);
    for (const Stretch& s : steps)
      if (free_)
        kernels_.in_double.free_steps(task_.choice.method, lanes, step_of(s), s.n);
      else
        kernels_.torqued_steps(task_.choice.method, task_.choice.flow, lanes, b.torques(common_, bodies, numbers),
                               {s.from, s.until, s.n});
  }
  bool one_to_end(Block& b, std::size_t k, const std::vector<Stretch>& steps, const Problem& problem) const {
    constexpr int kAtOnce = 64;
    std::array<PrincipalState<double>, kAtOnce + 1> states{};
    const std::unique_ptr<Mover> mover = make_mover(task_.choice, problem, 0);
    states[0] = b.state(k);
    bool good = true;
    for (const Stretch& s : steps) {
      mover->enter(s);
      for (long i = 0; i < s.n && good; i += kAtOnce) {
        const Advanced done = mover->advance(s, i, int(std::min<long>(kAtOnce, s.n - i)), states.data());
        states[0] = states[std::size_t(done.steps)];
        good = !done.failed;
      }
    }
    b.set_state(k, states[0]);
    return good;
  }

  // --- accuracy ---
  //
  // 2^level steps, twice as many again and again, until two solutions agree. A body begins at the level that its angular
  // velocity asks for, and bodies of one level go together: what comes out for a body depends on no other.

  struct Progress {
    int level = 0;
    PrincipalState<double> last{};
    double difference = std::numeric_limits<double>::infinity();  // between the last two
    bool has_last = false, open = true;
  };

  void to_accuracy(const Block& start, Block& now, std::size_t first, std::size_t bodies,
                   const std::vector<Problem>& problems, std::vector<double>& estimate, EnsembleResult& result) const {
    const double span = common_.end_time - common_.start_time;
    std::vector<Progress> progress(bodies);
    int coarsest = kFinestLevel;
    for (std::size_t k = 0; k < bodies; ++k) {
      progress[k].open = result.outcome[first + k] != BodyOutcome::refused;
      const Vec3<double> m = start.state(k).m;
      const double w = norm(Vec3<double>{m.x / start.array(Block::I)[k], m.y / start.array(Block::I + 1)[k],
                                         m.z / start.array(Block::I + 2)[k]});
      progress[k].level = std::clamp(int(std::ceil(std::log2(std::fmax(span * w, 1)))), 2, kFinestLevel);
      coarsest = std::min(coarsest, progress[k].level);
    }
    std::vector<std::size_t> chosen;
    std::vector<Problem> chosen_problems;
    for (int level = coarsest; level <= kFinestLevel; ++level) {
      chosen.clear();
      for (std::size_t k = 0; k < bodies; ++k)
        if (progress[k].open && progress[k].level <= level) chosen.push_back(k);
      if (chosen.empty()) {
        if (std::ranges::none_of(progress, &Progress::open)) break;
        continue;
      }
      Block part(chosen.size(), numbers_);
      chosen_problems.clear();
      for (std::size_t j = 0; j < chosen.size(); ++j) {
        part.copy(j, start, chosen[j]);
        if (!problems.empty()) chosen_problems.push_back(problems[chosen[j]]);
      }
      part.pad(chosen.size());
      EnsembleResult outcome(chosen.size());
      to_end(part, chosen.size(), plan(common_.start_time, common_.end_time, switches_, {.number = 1L << level}),
             chosen_problems, 0, outcome);
      for (std::size_t j = 0; j < chosen.size(); ++j) {
        const std::size_t k = chosen[j];
        now.set_state(k, part.state(j));
        result.outcome[first + k] = outcome.outcome[j];
        judge(progress[k], outcome.outcome[j] == BodyOutcome::done, part.state(j), level, estimate[k],
              result.outcome[first + k]);
      }
    }
  }
  /// A solution with 2^level steps: is it good enough?
  void judge(Progress& p, bool done, const PrincipalState<double>& s, int level, double& estimate,
             BodyOutcome& outcome) const {
    if (!done) {  // too large a step, or a torque that cannot be: a smaller step will tell
      p.has_last = false;
      p.difference = std::numeric_limits<double>::infinity();
      p.open = level < kFinestLevel && level < p.level + 6;
      return;
    }
    if (p.has_last) {
      const double d = distance(s, p.last), before = p.difference;
      // Twice the steps leave 2^-order of the error. Where that is seen, half of the order is relied on.
      const double gain = std::exp2(0.5 * std::min(task_.choice.card.order, task_.choice.card.attitude_order));
      const bool seen = d > 0 && before >= gain * d;
      estimate = seen ? d / gain : d;
      p.difference = d;
      const bool rounding = before < 1e-8 && d > 0.25 * before;  // more steps make it no better
      p.open = estimate > task_.accuracy && !rounding && level < kFinestLevel;
      if (!p.open && estimate > task_.accuracy) outcome = BodyOutcome::inaccurate;
    }
    p.last = s, p.has_last = true;
  }

  // --- results ---

  void write(std::size_t at, const Inertia& inertia, const PrincipalState<double>& start,
             const PrincipalState<double>& end, double before, double after, double estimate, EnsembleResult& r) const {
    if (r.outcome[at] == BodyOutcome::not_run)
      r.outcome[at] = finite(end) ? BodyOutcome::done : BodyOutcome::non_finite;
    if (r.outcome[at] == BodyOutcome::refused) return;
    const Vec3<double>& I = inertia.moments();
    const Vec3<double> w = rotate(inertia.frame(), Vec3<double>{end.m.x / I.x, end.m.y / I.y, end.m.z / I.z});
    const Quaternion<double> Q = inertia.to_body(end).Q;
    const Vec3<double> L = spatial_momentum(end), L0 = spatial_momentum(start);
    r.q[0][at] = Q.w;
    for (int n = 0; n < 3; ++n)
      r.q[std::size_t(n) + 1][at] = Q.v[n], r.w[std::size_t(n)][at] = w[n], r.L[std::size_t(n)][at] = L[n];
    r.energy[at] = after;
    const double kinetic = energy(inertia.in_principal_axes(), start.m),
                 scale = energy_scale(kinetic, before - kinetic);
    const auto relative = [](double x, double to) { return to > 0 ? x / to : x; };
    if (abilities_.potential && !abilities_.time) r.energy_error[at] = relative(std::fabs(after - before), scale);
    if (free_)
      r.momentum_error[at] = relative(norm(L - L0), norm(L0));
    else if (abilities_.vertical)
      r.momentum_error[at] = relative(std::fabs(L.z - L0.z), norm(L0) > 0 ? norm(L0) : norm(L));
    r.error_estimate[at] = estimate;
  }
};

}  // namespace

std::string_view name_of(BodyOutcome outcome) {
  switch (outcome) {
    case BodyOutcome::done:
      return "done";
    case BodyOutcome::not_converged:
      return "not_converged";
    case BodyOutcome::non_finite:
      return "non_finite";
    case BodyOutcome::refused:
      return "refused";
    case BodyOutcome::inaccurate:
      return "inaccurate";
    case BodyOutcome::not_run:
      break;
  }
  return "not_run";
}

EnsembleResult::EnsembleResult(std::size_t count)
    : energy(count, kNaN),
      energy_error(count, kNaN),
      momentum_error(count, kNaN),
      error_estimate(count, kNaN),
      outcome(count, BodyOutcome::not_run) {
  for (auto& x : q) x.assign(count, kNaN);
  for (int n = 0; n < 3; ++n) w[std::size_t(n)].assign(count, kNaN), L[std::size_t(n)].assign(count, kNaN);
}

EnsembleResult run_ensemble(const BodySource& source, const EnsembleTask& task) {
  const Runner runner(source, task);
  EnsembleResult result(task.count);
  std::mutex watching;
  std::size_t done = 0;
  on_threads(task.count, kBlockBodies, task.threads, [&](std::size_t first, std::size_t bodies) {
    runner.block(first, bodies, result);
    if (!task.watch) return true;
    const std::scoped_lock lock(watching);
    return task.watch(done += bodies);
  });
  return result;
}

}  // namespace polhode
