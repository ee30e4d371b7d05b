// run_ensemble.cpp -- the bodies of an ensemble moved: in lanes, on threads, each by its own steps
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "ensemble/ensemble.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "engine/accuracy.hpp"
#include "engine/certificate.hpp"
#include "engine/companions.hpp"
#include "ensemble/answers.hpp"
#include "ensemble/block.hpp"
#include "ensemble/on_threads.hpp"
#include "ensemble/pace.hpp"
#include "ensemble/ranks.hpp"
#include "kernels/lanes.hpp"
#include "kernels/mover.hpp"
#include "polhode/body/invariants.hpp"
#include "problem/torques.hpp"

namespace polhode {

namespace {

/// Bodies that one thread takes at a time, at most.
constexpr std::size_t kBlockBodies = 512;
static_assert(kBlockBodies % kLaneBlock == 0);

/// Where each body is run alone: few, so that a stop is soon heard.
constexpr std::size_t kBlockRuns = 16;

/// Finest steps that an accuracy may lead to.
constexpr int kFinestLevel = 26;

class Runner {
 public:
  Runner(const BodySource& source, const EnsembleTask& task)
      : source_(source),
        task_(task),
        common_(source.common()),
        kernels_(best_lane_kernels()),
        free_(common_.is_free()),
        exact_(free_ && task.choice.method == "exact"),
        inquiry_(task, exact_) {
    check();
    if (!free_) {
      const TorqueSet<> torques = torques_of(common_);
      switches_ = torques.switches();
      abilities_ = torques.abilities();
    }
    if (!exact_ && task.accuracy > 0) pace_.emplace(common_, switches_);
    if (!exact_ && task.accuracy == 0) plan_ = plan(common_.start_time, common_.end_time, switches_, task.steps);
  }

  /// Bodies that one thread takes at a time: enough for the lanes and few enough for the caches; of dear ones fewer, so that a
  /// stop is heard within a second or two.
  std::size_t block_bodies() const {
    constexpr double kBodySteps = 512 * 8192;  // of 50 ns in lanes: a fifth of a second
    if (inquiry_.needs_run() || task_.questions.tilt_max) return kBlockRuns;
    if (exact_) return kBlockBodies;
    double steps = 0;
    for (const Stretch& s : plan_) steps += double(s.n);
    if (task_.accuracy > 0)  // some steps in each radian
      steps = 8 * (common_.end_time - common_.start_time) * norm(common_.inertia.angular_velocity(common_.start.m));
    if (!in_lanes()) steps *= 8;
    const auto blocks =
        std::size_t(std::clamp(kBodySteps / std::fmax(steps, 1), 1.0, double(kBlockBodies))) / kLaneBlock;
    return std::max<std::size_t>(1, blocks) * kLaneBlock;
  }

  /// Bodies first, ..., of the task.
  void block(std::size_t first, std::size_t bodies, EnsembleResult& result) const {
    result.forget(first, bodies);
    BodyBlock now(bodies, common_);
    Problem problem = common_;
    // For methods that move one body at a time, and for answers.
    std::vector<Problem> all(in_lanes() && !inquiry_.needs_run() ? 0 : bodies, common_);
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
    if (inquiry_.needs_run()) return runs(first, all, result);
    const BodyBlock start = now;
    std::vector<double> before(now.room()), after(now.room());
    energies(now, bodies, common_.start_time, before);
    std::vector<double> estimate(bodies, kNotKnown);
    if (exact_)
      move_exactly(now, first, bodies, result);
    else if (pace_)
      to_accuracy(*pace_, start, now, first, bodies, all, estimate, result);
    else
      to_end(now, bodies, plan_, all, first, result);
    energies(now, bodies, common_.end_time, after);
    for (std::size_t k = 0; k < bodies; ++k)
      write(first + k, inertia[k], start.state(k), now.state(k), before[k], after[k], estimate[k], result);
    if (!task_.questions.any()) return;
    for (std::size_t k = 0; k < bodies; ++k)
      if (at_end(result.outcome[first + k]))
        put_answers(
            first + k,
            inquiry_.of_free_motion(inertia[k], start.state(k), now.state(k), common_.end_time - common_.start_time),
            result);
  }

 private:
  const BodySource& source_;
  const EnsembleTask& task_;
  const Problem& common_;
  const LaneKernels& kernels_;
  bool free_, exact_;
  Inquiry inquiry_;
  std::vector<double> switches_;
  Abilities abilities_ = kAllAbilities;
  std::vector<Stretch> plan_;
  std::optional<Pace> pace_;  // to an accuracy

  void check() const {
    if (task_.count == 0) throw InvalidInput("an ensemble of 0 bodies: at least one is needed");
    if (free_ && task_.choice.method == "exact") return;
    const bool steps = task_.steps.length > 0 || task_.steps.number > 0;
    if (!(task_.accuracy > 0) && !steps)
      throw InvalidInput("an ensemble under torques needs an accuracy, a step or a number of steps");
    if (task_.accuracy > 0 && task_.choice.card.order < 1)
      throw InvalidInput("method " + task_.choice.name() + " does not converge: no accuracy can be had from it");
  }

  bool stopped() const { return task_.stopped && task_.stopped(); }
  bool in_lanes() const {
    const LaneBodies none;  // of no bodies: what is asked is whether the method is there
    const Choice& c = task_.choice;
    if (free_) return exact_ || kernels_.in_double.free_steps(c.method, none, 1, 1);
    return kernels_.torqued_steps(c.method, c.flow, none, {}, {0, 1, 1});
  }

  void energies(BodyBlock& b, std::size_t bodies, double t, std::vector<double>& to) const {
    std::vector<const double*> numbers;
    kernels_.energy(b.lanes(bodies), free_ ? LaneTorques{} : b.torques(common_, bodies, numbers), t, to.data());
  }

  void move_exactly(BodyBlock& b, std::size_t first, std::size_t bodies, EnsembleResult& result) const {
    const std::vector<double> elapsed(b.room(), common_.end_time - common_.start_time);
    kernels_.exact(b.lanes(bodies), elapsed.data());
    for (std::size_t k = 0; k < bodies; ++k)  // later than the motion can be known
      if (!b.good()[k]) result.outcome[first + k] = BodyOutcome::refused;
  }

  /// All bodies of b along these steps; a body that fails stays where it was, and its outcome says so.
  void to_end(BodyBlock& b, std::size_t bodies, const std::vector<Stretch>& steps, const std::vector<Problem>& problems,
              std::size_t first, EnsembleResult& result) const {
    if (problems.empty())
      lanes_to_end(b, bodies, steps);
    else
      for (std::size_t k = 0; k < bodies; ++k)
        if (b.good()[k]) b.good()[k] = one_to_end(b, k, steps, problems[k]);
    for (std::size_t k = 0; k < bodies; ++k) {
      BodyOutcome& outcome = result.outcome[first + k];
      if (outcome == BodyOutcome::refused) continue;
      outcome = !is_finite(b.state(k)) ? BodyOutcome::non_finite
                : !b.good()[k]         ? BodyOutcome::not_converged
                                       : BodyOutcome::done;
    }
  }
  void lanes_to_end(BodyBlock& b, std::size_t bodies, const std::vector<Stretch>& steps) const {
    std::vector<const double*> numbers;
    const LaneBodies lanes = b.lanes(bodies);
    for (const Stretch& s : steps) {
      if (stopped()) return;
      if (free_)
        kernels_.in_double.free_steps(task_.choice.method, lanes, step_of(s), s.n);
      else
        kernels_.torqued_steps(task_.choice.method, task_.choice.flow, lanes, b.torques(common_, bodies, numbers),
                               {s.from, s.until, s.n});
    }
  }
  bool one_to_end(BodyBlock& b, std::size_t k, const std::vector<Stretch>& steps, const Problem& problem) const {
    constexpr int kAtOnce = 64;
    std::array<PrincipalState<double>, kAtOnce + 1> states{};
    const std::unique_ptr<Mover> mover = make_mover(task_.choice, problem, 0);
    states[0] = b.state(k);
    bool good = true;
    for (const Stretch& s : steps) {
      mover->enter(s);
      for (long i = 0; i < s.n && good && !stopped(); i += kAtOnce) {
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
  // About 2^level steps (Pace), twice as many again and again, until two solutions agree. A body begins at the level that its angular
  // velocity asks for, and bodies of one level go together: what comes out for a body depends on no other.

  struct Progress {
    int level = 0;
    PrincipalState<double> last{};
    double difference = std::numeric_limits<double>::infinity();  // between the last two
    bool has_last = false, open = true;
  };

  void to_accuracy(const Pace& pace, const BodyBlock& start, BodyBlock& now, std::size_t first, std::size_t bodies,
                   const std::vector<Problem>& problems, std::vector<double>& estimate, EnsembleResult& result) const {
    const double span = common_.end_time - common_.start_time;
    std::vector<Progress> progress(bodies);
    int coarsest = kFinestLevel;
    for (std::size_t k = 0; k < bodies; ++k) {
      progress[k].open = result.outcome[first + k] != BodyOutcome::refused;
      const Vec3<double> m = start.state(k).m;
      const double w = norm(Vec3<double>{m.x / start.array(BodyBlock::I)[k], m.y / start.array(BodyBlock::I + 1)[k],
                                         m.z / start.array(BodyBlock::I + 2)[k]});
      progress[k].level = std::clamp(int(std::ceil(std::log2(std::fmax(span * w, 1)))), 2, kFinestLevel);
      coarsest = std::min(coarsest, progress[k].level);
    }
    std::vector<std::size_t> chosen;
    std::vector<Problem> chosen_problems;
    for (int level = coarsest; level <= kFinestLevel && !stopped(); ++level) {
      chosen.clear();
      for (std::size_t k = 0; k < bodies; ++k)
        if (progress[k].open && progress[k].level <= level) chosen.push_back(k);
      if (chosen.empty()) {
        if (std::ranges::none_of(progress, &Progress::open)) break;
        continue;
      }
      BodyBlock part(chosen.size(), common_);
      chosen_problems.clear();
      for (std::size_t j = 0; j < chosen.size(); ++j) {
        part.copy(j, start, chosen[j]);
        if (!problems.empty()) chosen_problems.push_back(problems[chosen[j]]);
      }
      part.pad(chosen.size());
      EnsembleResult outcome = EnsembleResult::untouched(chosen.size());  // nothing is written but outcomes
      to_end(part, chosen.size(), pace.plan(1L << level), chosen_problems, 0, outcome);
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
      const double d = state_distance(s, p.last), before = p.difference;
      estimate = std::isfinite(before) ? estimate_of(d, before, order_of(task_.choice.card), Compared::ends) : d;
      p.difference = d;
      const bool rounding = before < 1e-8 && d > 0.25 * before;  // more steps make it no better
      p.open = estimate > task_.accuracy && !rounding && level < kFinestLevel;
      if (!p.open && estimate > task_.accuracy) outcome = BodyOutcome::inaccurate;
    }
    p.last = s, p.has_last = true;
  }

  // --- one by one ---

  void runs(std::size_t first, const std::vector<Problem>& problems, EnsembleResult& result) const {
    std::vector<std::size_t> inaccurate;
    for (std::size_t k = 0; k < problems.size() && !stopped(); ++k) {
      const std::size_t at = first + k;
      if (result.outcome[at] == BodyOutcome::refused) continue;
      const Inertia& inertia = problems[k].inertia;
      try {
        const BodyRun run = inquiry_.run(problems[k]);
        result.outcome[at] = run.outcome;
        write(at, inertia, problems[k].principal_start(), run.end, run.energy_before, run.energy, run.estimate, result);
        if (at_end(run.outcome)) result.t[at] = run.t;
        put_answers(at, run.answers, result);
      } catch (const Stopped&) {
        return;
      } catch (const KeyFault& bad) {
        result.outcome[at] = BodyOutcome::refused;
        if (bad.key == "accuracy") inaccurate.push_back(k);
      }
    }
    for (const std::size_t k : inaccurate) as_far_as_it_gets(first + k, problems[k], result);
  }
  /// Of a body whose accuracy cannot be had: its end as well as steps give it, and no answers.
  void as_far_as_it_gets(std::size_t at, const Problem& problem, EnsembleResult& result) const {
    BodyBlock now(1, common_);
    now.set(0, problem);
    now.pad(1);
    const BodyBlock start = now;
    std::vector<double> before(now.room()), after(now.room()), estimate(1, kNotKnown);
    energies(now, 1, common_.start_time, before);
    EnsembleResult one(1);
    if (pace_) to_accuracy(*pace_, start, now, 0, 1, {problem}, estimate, one);
    energies(now, 1, common_.end_time, after);
    result.outcome[at] = one.outcome[0] == BodyOutcome::done ? BodyOutcome::inaccurate : one.outcome[0];
    write(at, problem.inertia, start.state(0), now.state(0), before[0], after[0], estimate[0], result);
  }
  static void put_answers(std::size_t at, const std::vector<double>& answers, EnsembleResult& result) {
    for (std::size_t n = 0; n < answers.size(); ++n) result.quantities[n].numbers[at] = answers[n];
  }

  // --- results ---

  void write(std::size_t at, const Inertia& inertia, const PrincipalState<double>& start,
             const PrincipalState<double>& end, double before, double after, double estimate, EnsembleResult& r) const {
    if (r.outcome[at] == BodyOutcome::not_run)
      r.outcome[at] = is_finite(end) ? BodyOutcome::done : BodyOutcome::non_finite;
    if (r.outcome[at] == BodyOutcome::refused) return;
    if (at_end(r.outcome[at])) r.t[at] = common_.end_time;
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
    case BodyOutcome::ended:
      return "ended";
    case BodyOutcome::not_run:
      break;
  }
  return "not_run";
}

namespace {

/// So many numbers that have yet to be set; in large pages if there are many: the small ones of a million bodies take the system
/// a tenth of a second.
BodyNumbers room_for(std::size_t count) {
  BodyNumbers x;
  x.reserve(count);
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t kPage = std::uintptr_t{1} << 21;
  const auto begin = reinterpret_cast<std::uintptr_t>(x.data()), end = begin + count * sizeof(double);
  const auto from = (begin + kPage - 1) / kPage * kPage, to = end / kPage * kPage;
  if (to > from)
    ::madvise(reinterpret_cast<char*>(x.data()) + (from - begin), to - from,
              MADV_HUGEPAGE);  // where it cannot, it does not matter
#endif
  x.resize(count);
  return x;
}

}  // namespace

EnsembleResult::EnsembleResult(const EnsembleResult&) = default;
EnsembleResult::EnsembleResult(EnsembleResult&&) noexcept = default;
EnsembleResult& EnsembleResult::operator=(const EnsembleResult&) = default;
EnsembleResult& EnsembleResult::operator=(EnsembleResult&&) noexcept = default;
EnsembleResult::~EnsembleResult() = default;

EnsembleResult::EnsembleResult(std::size_t count, const Questions& questions, ToBeSet /*numbers*/)
    : t(room_for(count)),
      energy(room_for(count)),
      energy_error(room_for(count)),
      momentum_error(room_for(count)),
      error_estimate(room_for(count)),
      quantities(quantities_of(questions, count)),
      outcome(count, BodyOutcome::not_run) {
  for (const auto& columns : {std::span<BodyNumbers>(q), std::span<BodyNumbers>(w), std::span<BodyNumbers>(L)})
    for (BodyNumbers& column : columns) column = room_for(count);
}
EnsembleResult::EnsembleResult(std::size_t count, const Questions& questions)
    : EnsembleResult(count, questions, ToBeSet{}) {
  forget(0, count);
}
EnsembleResult EnsembleResult::untouched(std::size_t count, const Questions& questions) {
  return {count, questions, ToBeSet{}};
}
void EnsembleResult::forget(std::size_t first, std::size_t bodies) {
  const auto clear = [&](BodyNumbers& column) { std::fill_n(column.data() + first, bodies, kNotKnown); };
  for (BodyNumbers* column : {&t, &energy, &energy_error, &momentum_error, &error_estimate}) clear(*column);
  std::ranges::for_each(q, clear), std::ranges::for_each(w, clear), std::ranges::for_each(L, clear);
  for (Quantity& one : quantities) clear(one.numbers);
  std::fill_n(outcome.data() + first, bodies, BodyOutcome::not_run);
}

Choice choice_to_accuracy(const Choice& given, const Problem& common, const Questions& questions) {
  if (!given.was_auto || common.is_free()) return given;
  const Abilities torque = torque_abilities(common);
  return choose(auto_for_many(torque, questions.any()), torque);
}

EnsembleResult run_ensemble(const BodySource& source, const EnsembleTask& task) {
  EnsembleResult results = EnsembleResult::untouched(task.count, task.questions);
  run_ensemble(source, task, results, 0);
  return results;
}

void run_ensemble(const BodySource& source, const EnsembleTask& task, EnsembleResult& results, std::size_t place) {
  EnsembleTask shifted = task;
  shifted.first -= place;  // below 0 it wraps around, and back when the place is added
  const Runner runner(source, shifted);
  std::mutex watching;
  std::size_t done = 0;
  const std::size_t part = runner.block_bodies();
  std::vector<std::uint8_t> ran((task.count + part - 1) / part);
  on_threads(task.count, part, task.threads, [&](std::size_t first, std::size_t bodies) {
    runner.block(place + first, bodies, results);
    if (task.stopped && task.stopped()) return false;
    ran[first / part] = 1;
    if (!task.watch) return true;
    const std::scoped_lock lock(watching);
    return task.watch(done += bodies);
  });
  for (std::size_t b = 0; b < ran.size(); ++b)  // stopped before
    if (!ran[b]) results.forget(place + b * part, std::min(part, task.count - b * part));
}

}  // namespace polhode
