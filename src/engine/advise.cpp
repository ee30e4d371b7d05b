// advise.cpp -- which method, with which step? Measured on the problem itself
#include "engine/advise.hpp"

#include <algorithm>
#include <cmath>

#include "engine/accuracy.hpp"
#include "engine/candidates.hpp"
#include "engine/cpu_time.hpp"
#include "kernels/solve.hpp"

namespace polhode {

namespace {

constexpr long kMostSteps = 100'000'000;

bool keeps_energy(const Choice& choice, const Problem& problem) {
  return energy_of(choice.card, problem.is_free()) != Energy::drifts;
}

// --- runs over a part of the time ----------------------------------------------------------------------------------------

struct Candidate {
  Trial trial;
  double expected = 0;   ///< error in the whole time, as the trial shows it
  double predicted = 0;  ///< the same, as it was expected before the trial
};

/// The time from the start to some end, on which candidates are tried.
struct Stage {
  Problem problem;
  TrueMotion truth;
  double part = 1;  // of the whole time

  /// The error in the whole time.
  double expected(const Trial& t) const { return std::fmax(t.error * std::pow(1 / part, t.growth()), truth.error()); }
};

class Adviser {
 public:
  Adviser(const Problem& problem, const Wish& wish) : whole_(problem), wish_(wish) {
    if (!problem.is_free()) torque_ = torque_abilities(problem);
  }
  Recommendation advice();

 private:
  const Problem& whole_;
  const Wish& wish_;
  std::optional<Abilities> torque_;
  Recommendation found_;
  double began_ = cpu_time();

  bool by_budget_ = false;

  void tell(const std::string& what) const {
    if (wish_.watch && !wish_.watch(what)) throw Stopped{};
  }
  double cost(const Trial& t) const { return wish_.fewest_torques ? double(t.torque_evaluations) : t.cpu_seconds; }

  Stage stage(double length) const;
  Stage pilot(double evaluations) const;
  Stage proof() const;
  Trial trial(Stage&, const Choice&, long steps);
  std::optional<Candidate> to_accuracy(Stage&, const Choice&, double steps, double ratio, double most_cost);
  std::optional<Candidate> within_budget(Stage&, const Choice&, double steps);
  std::optional<Candidate> search(Stage& on, const Choice& choice, double steps, double most_cost);
  std::vector<Candidate> pilots(Stage&);
  std::vector<Candidate> best_of(Stage& whole);
  void sort(std::vector<Candidate>&) const;
  std::vector<Candidate> proved(Stage& from, Stage& on, const std::vector<Candidate>& candidates);
  void measure(const Stage&, std::vector<Candidate>&) const;
  Suggestion suggestion(const Stage&, const Candidate&) const;
  double first_steps(const Stage&, const Choice&) const;
  void exact_motion();
  void add_adaptive();
  void search_all(Stage&, std::vector<Candidate>& proved);
};

Stage Adviser::stage(double length) const {
  Problem problem = whole_;
  const double all = whole_.end_time - whole_.start_time;
  if (length < all) problem.end_time = whole_.start_time + length;
  const double part = std::fmin(1, length / all);
  // An error that grows in proportion to time is so small in a part of it; a budget may buy any.
  const double accuracy = by_budget_ ? 1e-3 : wish_.accuracy * part;
  const double wanted = by_budget_ ? 1e-14 : std::fmax(0.05 * accuracy * part, 1e-14);  // if it grows with the square
  TrueMotion truth(problem, wanted, 0.5 * accuracy, by_budget_ ? accuracy : wish_.accuracy,
                   [&](double) { return !wish_.watch || wish_.watch("the true motion"); });
  return {std::move(problem), std::move(truth), part};
}

/// So long that the true motion takes about so many evaluations of the torque.
Stage Adviser::pilot(double evaluations) const {
  constexpr double kTurn = 30, kTurnOfFree = 1000;  // rad; of a free body the true motion costs nothing, but steps do
  const double all = whole_.end_time - whole_.start_time;
  const double rate = norm(whole_.inertia.angular_velocity(whole_.start.m));
  const double turn = whole_.is_free() ? kTurnOfFree : kTurn;
  double length = rate * all > turn ? turn / rate : all;
  for (;;) {
    tell("the true motion, up to t = " + to_text(whole_.start_time + length));
    Stage made = stage(length);
    const auto taken = double(made.truth.torque_evaluations());
    if (made.part == 1 || whole_.is_free() || taken >= 0.5 * evaluations) return made;
    length = std::fmin(all, length * std::clamp(evaluations / taken, 2.0, 100.0));
  }
}

/// All of the time, or as much as there is patience for.
Stage Adviser::proof() const {
  constexpr double kEvaluations = 3e4, kShare = 0.2;  // of the patience
  const double all = whole_.end_time - whole_.start_time;
  const Stage some = pilot(kEvaluations);
  if (some.part == 1 || whole_.is_free()) return stage(some.part * all);
  const double begin = cpu_time();
  stage(some.part * all);
  const double seconds = (cpu_time() - begin) / some.part;
  return stage(all * std::clamp(kShare * wish_.patience / seconds, some.part, 1.0));
}

Trial Adviser::trial(Stage& on, const Choice& choice, long steps) {
  constexpr double kSeconds = 3e-4;  // of timing
  const std::string what = choice.name() + ", " + std::to_string(steps) + " steps";
  tell(what);
  Trial t = tried(on.problem, choice, steps, on.truth, [&](double) { return !wish_.watch || wish_.watch(what); });
  if (!t.done) return t;
  measure_cost(on.problem, {&t}, wish_.fewest_torques ? 0 : kSeconds);  // a processed method is asked for its end alone
  const TrialPoint point{choice.name(),
                         std::lround(double(t.steps) / on.part),
                         t.step,
                         on.expected(t),
                         t.cpu_seconds / on.part,
                         std::lround(double(t.torque_evaluations) / on.part),
                         on.part == 1};
  const bool known = std::ranges::any_of(found_.points, [&](const TrialPoint& p) {
    return p.method == point.method && p.step == point.step && p.whole == point.whole;
  });
  if (!known) found_.points.push_back(point);
  return t;
}

double Adviser::first_steps(const Stage& on, const Choice& choice) const {
  // The true motion has steps of order 16; a lower order takes more of them.
  const double turned =
      norm(on.problem.inertia.angular_velocity(on.problem.start.m)) * (on.problem.end_time - on.problem.start_time);
  const double steps = whole_.is_free() ? turned : double(on.truth.steps());
  return std::fmax(8, steps * std::fmin(8, 16.0 / order_of(choice.card)));
}

/// The fewest steps to the accuracy: a number that does it and one that does not are brought together to `ratio`. A step that
/// does it while a smaller one does not is luck, and does not count. Empty if it would cost more than `most_cost`, or if it is
/// not found.
std::optional<Candidate> Adviser::to_accuracy(Stage& on, const Choice& choice, double steps, double ratio,
                                              double most_cost) {
  constexpr int kMostTrials = 14;
  constexpr double kAim = 0.7, kLeastFactor = 0.25, kMostFactor = 8;
  const double order = order_of(choice.card);
  std::optional<Candidate> good;
  double bad = 0, n = steps, predicted = NAN;
  for (int i = 0; i < kMostTrials && n <= double(kMostSteps); ++i) {
    const Trial t = trial(on, choice, std::lround(std::fmax(1, n)));
    if (good && t.steps >= good->trial.steps) break;  // between switches there is no room for fewer
    const auto taken = double(t.steps);
    const double error = t.done ? on.expected(t) : INFINITY;
    if (error <= wish_.accuracy) {
      good = Candidate{t, error, std::isnan(predicted) ? error : predicted};
    } else {
      bad = std::fmax(bad, taken);
      if (good && double(good->trial.steps) <= bad) good.reset();
    }
    const bool fewest = good && std::lround(n) <= 1;
    if (fewest || (good && bad > 0 && double(good->trial.steps) <= std::fmax(ratio * bad, bad + 1))) break;
    double factor = t.done ? std::pow(error / (kAim * wish_.accuracy), 1 / order) : 2;
    factor = std::clamp(factor, kLeastFactor, kMostFactor);
    if (good && bad > 0) {
      const auto least = bad * std::sqrt(ratio), most = double(good->trial.steps) / std::sqrt(ratio);
      n = taken * factor;
      if (!(n > least && n < most)) n = std::sqrt(bad * double(good->trial.steps));
    } else {
      n = taken * (good ? std::fmin(factor, 1 / ratio) : std::fmax(factor, ratio));
    }
    // Never again a number that has failed.
    n = good ? std::fmin(std::fmax(std::floor(n), bad + 1), double(good->trial.steps - 1)) : std::ceil(n);
    n = std::fmax(1, n);
    if (!good && t.done && cost(t) / taken * n > most_cost * on.part) return std::nullopt;
    predicted = t.done ? error * std::pow(taken / n, order) : NAN;
  }
  return good;
}

/// As many steps as the budget buys, or fewer if these do as well.
std::optional<Candidate> Adviser::within_budget(Stage& on, const Choice& choice, double steps) {
  constexpr int kMostTrials = 8;
  constexpr double kAsGood = 1.5;
  const double order = order_of(choice.card), budget = wish_.budget * on.part;
  std::optional<Candidate> best;
  double n = steps, predicted = NAN;
  bool filled = false;
  for (int i = 0; i < kMostTrials; ++i) {
    const Trial t = trial(on, choice, std::lround(std::clamp(n, 1.0, double(kMostSteps))));
    const auto taken = double(t.steps);
    if (!t.done) {
      if (filled || taken >= double(kMostSteps)) break;
      n = 2 * taken;
      continue;
    }
    const double error = on.expected(t);
    const double room = budget / std::fmax(cost(t), 1e-300);
    const bool fits = room >= 1;
    if (fits && (!best || error <= (t.steps < best->trial.steps ? kAsGood : 1) * best->expected))
      best = Candidate{t, error, std::isnan(predicted) ? error : predicted};
    else if (filled)
      break;
    filled = filled || (fits && room < 1.1);
    if (!fits && taken <= 1) break;
    n = filled ? 0.7 * taken : std::floor(taken * std::fmin(room * 0.97, 64));
    if (std::lround(n) == t.steps) break;
    predicted = error * std::pow(taken / n, order);
  }
  return best;
}

std::optional<Candidate> Adviser::search(Stage& on, const Choice& choice, double steps, double most_cost) {
  constexpr double kRatio = 1.08;
  return by_budget_ ? within_budget(on, choice, steps) : to_accuracy(on, choice, steps, kRatio, most_cost);
}

void Adviser::sort(std::vector<Candidate>& all) const {
  // Errors that differ by less than this are the same, and then the cheaper one is better.
  constexpr double kSame = 1.5;
  double least = INFINITY;
  for (const Candidate& one : all) least = std::fmin(least, one.expected);
  std::ranges::stable_sort(all, [&](const Candidate& a, const Candidate& b) {
    if (!by_budget_) return cost(a.trial) < cost(b.trial);
    const bool good_a = a.expected <= kSame * least, good_b = b.expected <= kSame * least;
    return good_a && good_b ? cost(a.trial) < cost(b.trial) : a.expected < b.expected;
  });
}

std::vector<Candidate> Adviser::pilots(Stage& on) {
  constexpr double kHopeless = 4;  // times the cheapest
  std::vector<Candidate> all;
  double least = INFINITY, least_of_keepers = INFINITY;
  for (const Choice& choice : candidates_for(torque_)) {
    const bool keeps = keeps_energy(choice, whole_) && found_.energy_is_conserved;
    const double most = kHopeless * std::fmax(least, keeps ? least_of_keepers : 0);
    if (auto one = search(on, choice, first_steps(on, choice), most)) {
      least = std::fmin(least, cost(one->trial) / on.part);
      if (keeps) least_of_keepers = std::fmin(least_of_keepers, cost(one->trial) / on.part);
      all.push_back(std::move(*one));
    }
  }
  sort(all);
  return all;
}

/// The best few, over the time of `on`, and, right after the best, the best of those that keep the energy.
std::vector<Candidate> Adviser::proved(Stage& from, Stage& on, const std::vector<Candidate>& candidates) {
  constexpr std::size_t kFinalists = 5;
  constexpr double kFarOff = 8;  // from the cost that was predicted
  std::vector<Candidate> few = candidates, all;
  const auto keeper = std::ranges::find_if(
      few, [&](const Candidate& c) { return found_.energy_is_conserved && keeps_energy(c.trial.choice, whole_); });
  if (keeper != few.end() && keeper != few.begin()) std::rotate(few.begin() + 1, keeper, keeper + 1);
  if (few.size() > kFinalists) few.resize(kFinalists);
  for (const Candidate& one : few) {
    if (from.part == on.part) {
      all.push_back(one);
      continue;
    }
    if (!all.empty() && cpu_time() - began_ > wish_.patience) break;
    const double steps = double(one.trial.steps) * on.part / from.part;
    if (auto again = search(on, one.trial.choice, steps, kFarOff * cost(one.trial) / from.part)) {
      if (again->predicted == again->expected) again->predicted = one.expected;
      all.push_back(std::move(*again));
    }
  }
  measure(on, all);
  sort(all);
  return all;
}

void Adviser::measure(const Stage& on, std::vector<Candidate>& all) const {
  constexpr double kSeconds = 4e-3;  // for each
  if (wish_.fewest_torques) return;
  tell("their times, in turns");
  std::vector<Trial*> trials;
  trials.reserve(all.size());
  for (Candidate& one : all) trials.push_back(&one.trial);
  measure_cost(on.problem, trials, kSeconds);
}

Suggestion Adviser::suggestion(const Stage& on, const Candidate& one) const {
  const Trial& t = one.trial;
  return {t.choice,
          std::lround(double(t.steps) / on.part),
          t.step,
          one.predicted,
          one.expected,
          t.cpu_seconds / on.part,
          std::lround(double(t.torque_evaluations) / on.part)};
}

/// A free body: right to rounding at any time, in one evaluation, which other formulas confirm.
void Adviser::exact_motion() {
  const Choice exact = choose(auto_to_accuracy(std::nullopt), std::nullopt);
  const Task task{whole_, exact, {.number = 1}};
  const Certificate certificate = Run(task).go().certificate;
  Trial t{exact, 1, whole_.end_time - whole_.start_time, true};
  measure_cost(whole_, {&t}, 1e-3);
  found_.best = {exact, 1, t.step, epsilon<double>(), certificate.attitude_error_max, t.cpu_seconds, 0};
  found_.accuracy_reached = by_budget_ || certificate.attitude_error_max.value_or(1) <= wish_.accuracy;
}

/// What `auto` takes to the same accuracy.
void Adviser::add_adaptive() {
  constexpr double kSeconds = 4e-3;
  double least = INFINITY, sum = 0;
  Solved solved;
  while (sum < kSeconds) {
    const double begin = cpu_time();
    solved = solve_problem(whole_, {.accuracy = wish_.accuracy}, {});
    least = std::fmin(least, cpu_time() - begin);
    sum += cpu_time() - begin;
  }
  if (!solved.good()) return;
  const long steps = long(solved.states.size()) - 1;
  found_.adaptive = Suggestion{choose(auto_to_accuracy(torque_), torque_),
                               steps,
                               (whole_.end_time - whole_.start_time) / double(steps),
                               wish_.accuracy,
                               std::fmax(solved.attitude_error_estimate, solved.momentum_error_estimate),
                               least,
                               solved.torque_evaluations()};
}

/// Every method on every flow, with steps to 3 percent.
void Adviser::search_all(Stage& on, std::vector<Candidate>& proved) {
  constexpr double kRatio = 1.03, kHopeless = 2;
  constexpr std::size_t kTimed = 8;
  std::vector<Candidate> all;
  double least = proved.empty() ? INFINITY : cost(proved.front().trial) / on.part;
  for (const Choice& choice : all_methods_for(torque_))
    if (auto one = by_budget_ ? within_budget(on, choice, first_steps(on, choice))
                              : to_accuracy(on, choice, first_steps(on, choice), kRatio, kHopeless * least)) {
      least = std::fmin(least, cost(one->trial) / on.part);
      all.push_back(std::move(*one));
    }
  sort(all);
  if (all.size() > kTimed) all.resize(kTimed);
  all.push_back(proved.front());  // last: the advice, timed in turns with the others
  measure(on, all);
  proved.front() = all.back();
  sort(all);
  found_.searched = suggestion(on, all.front());
}

/// Pilots, and the proof of the best. Where the whole time is not like the part that was tried, a longer part is.
std::vector<Candidate> Adviser::best_of(Stage& whole) {
  constexpr double kEvaluations = 2e5;  // some milliseconds
  constexpr double kDearer = 1.5, kWorse = 10, kLonger = 8;
  for (double evaluations = kEvaluations;; evaluations *= kLonger) {
    Stage part = pilot(evaluations);
    if (part.part > whole.part) part = stage(whole.part * (whole_.end_time - whole_.start_time));
    const std::vector<Candidate> candidates = pilots(part);
    std::vector<Candidate> good = proved(part, whole, candidates);
    const auto surprising = [&] {
      if (good.empty() || candidates.empty()) return true;
      const Candidate &now = good.front(), &before = candidates.front();
      return by_budget_ ? now.expected > kWorse * before.expected
                        : cost(now.trial) / whole.part > kDearer * cost(before.trial) / part.part;
    };
    const bool patient = good.empty() || cpu_time() - began_ < wish_.patience;
    if (part.part >= whole.part || !patient || !surprising()) return good;
  }
}

Recommendation Adviser::advice() {
  found_.energy_is_conserved = !torque_ || (torque_->potential && !torque_->time);
  by_budget_ = !(wish_.accuracy > 0);
  Stage whole = proof();
  found_.reference = whole.truth.name();
  found_.reference_error = whole.truth.error();
  found_.verified_until = whole.problem.end_time;
  std::vector<Candidate> candidates = best_of(whole);
  const bool too_dear = !by_budget_ && wish_.budget > 0 && !whole_.is_free() &&
                        (candidates.empty() || cost(candidates.front().trial) / whole.part > wish_.budget);
  if (too_dear) {
    found_.accuracy_reached = false;
    by_budget_ = true;
    candidates = best_of(whole);
  }
  if (candidates.empty() && !whole_.is_free())
    throw InvalidInput(by_budget_
                           ? "no method takes its steps within that budget: it is less than one step"
                           : "none of the methods reaches " + brief(wish_.accuracy) +
                                 " with fixed steps; `polhode run --accuracy` chooses steps as the motion needs them");
  if (wish_.thorough && !candidates.empty()) search_all(whole, candidates);
  std::vector<Suggestion> good;
  for (const Candidate& one : candidates) {
    good.push_back(suggestion(whole, one));
    if (!found_.energy && found_.energy_is_conserved && keeps_energy(one.trial.choice, whole_))
      found_.energy = good.back();
  }
  if (whole_.is_free()) {
    exact_motion();
    found_.energy = found_.best;
    if (!good.empty()) found_.runner_up = good.front();
  } else {
    found_.best = good.front();
    if (good.size() > 1) found_.runner_up = good[1];
    if (!by_budget_ && whole.part == 1) add_adaptive();
  }
  std::ranges::stable_sort(found_.points, [](const TrialPoint& a, const TrialPoint& b) {
    return a.method != b.method ? a.method < b.method : a.steps < b.steps;
  });
  return std::move(found_);
}

}  // namespace

Recommendation advise(const Problem& problem, const Wish& wish) {
  Problem checked_problem = problem;
  checked_problem.start = checked(problem.start);
  check(checked_problem);
  if (!(wish.accuracy > 0) && !(wish.budget > 0)) throw InvalidInput("an accuracy or a budget is needed");
  return Adviser(checked_problem, wish).advice();
}

std::string kept_by(const MethodInfo& card, bool free_body) {
  const Energy energy = energy_of(card, free_body);
  std::string text = energy == Energy::exact     ? "energy to rounding"
                     : energy == Energy::bounded ? "energy within bounds"
                                                 : "";
  const auto add = [&](bool has, const char* what) {
    if (has) text += (text.empty() ? "" : ", ") + std::string(what);
  };
  add(card.structure == Structure::symplectic, "symplectic");
  add(card.structure == Structure::poisson, "Poisson");
  add(card.symmetric, "symmetric");
  add(card.keeps_casimir && free_body, "|m|");
  add(card.keeps_momentum && free_body, "L");
  add(card.keeps_vertical, "L . e3");
  return text.empty() ? "nothing but its order" : text;
}

}  // namespace polhode
