// Many bodies at once: each of them as if it were alone, whatever the lanes, the threads and the company.
#include "ensemble/ensemble.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "bits/starts.hpp"
#include "kernels/lanes.hpp"
#include "kernels/mover.hpp"
#include "kernels/solve.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/exact/free_motion.hpp"
#include "problem/torques.hpp"
#include "support/bodies.hpp"
#include "support/lane_sets.hpp"

namespace polhode::test {
namespace {

/// Bodies of all shapes: about their principal axes or others, with numbers of their own in the torques.
class RandomBodies : public BodySource {
 public:
  explicit RandomBodies(std::vector<TorqueChoice> torques, double end = 3) {
    common_.torques = std::move(torques);
    common_.end_time = end;
    common_.start.m = {0.1, 0.2, 0.3};
  }
  const polhode::Problem& common() const override { return common_; }
  void make(std::size_t i, polhode::Problem& p) const override {
    if (i == refused) throw InvalidInput("no such body");
    Random random(unsigned(100 + i));
    const Vec3<double> I = random.moments();
    p.inertia = Inertia::effective(I.x, I.y, I.z);
    if (i % 3 == 1 && !aligned) {  // a full tensor
      const Mat3<double> F = to_matrix(random.attitude());
      p.inertia = Inertia::tensor(F * Mat3<double>::diagonal(I) * transpose(F));
    }
    p.start = {random.attitude(), p.inertia.momentum(random.vector())};
    if (i == wild) p.start.m = 1e4 * p.start.m;
    for (TorqueChoice& torque : p.torques)
      for (auto& [name, value] : torque.values.given)
        if (name == "weight" || name == "coefficient") value.number = random.uniform(0.1, 0.9);
  }
  std::size_t refused = std::size_t(-1), wild = std::size_t(-1);
  bool aligned = false;  ///< body axes are principal axes: torques that are known when compiled

 private:
  polhode::Problem common_;
};

TorqueChoice torque(std::string_view kind, std::vector<std::pair<std::string, TorqueValue<double>>> values) {
  return {std::string(kind), {std::move(values)}};
}
const TorqueChoice kWeight = torque("heavy-top", {{"weight", 0.9}, {"arm", Vec3<double>{0.3, -0.5, 0.7}}});
const TorqueChoice kAxial = torque("heavy-top", {{"weight", 0.9}, {"arm", Vec3<double>{0, 0, 0.8}}});
const TorqueChoice kDrag = torque("drag", {{"coefficient", 0.05}});
const TorqueChoice kPush =
    torque("constant", {{"vector", Vec3<double>{0.2, 0.1, 0.4}}, {"frame", "space"}, {"from", 0.5}, {"until", 1.75}});
const TorqueChoice kGradient = torque("gravity-gradient", {{"strength", 0.7}});
/// Far away, near at t = 4 and far away again: steps are shorter there (ensemble/pace.hpp).
const TorqueChoice kFlyby =
    torque("gravity-gradient",
           {{"mu", 1.0}, {"orbit.periapsis_radius", 0.5}, {"orbit.eccentricity", 3.0}, {"orbit.periapsis_time", 4.0}});
const TorqueChoice kTable = torque(
    "table", {{"file", TorqueRows{{0, 0.1, 0, 0}, {1, 0, 0.2, 0}, {2, 0.3, 0, 0.1}, {4, 0, 0, 0}}}, {"frame", "body"}});

EnsembleTask task_of(const BodySource& source, std::size_t count, std::string_view method, long steps,
                     std::string_view flow = {}) {
  EnsembleTask task;
  const polhode::Problem& p = source.common();
  task.choice = choose(method, flow, p.is_free() ? std::nullopt : std::optional(torque_abilities(p)));
  if (steps > 0) task.steps.number = steps;
  task.count = count;
  return task;
}
bool same_bits(const BodyNumbers& a, const BodyNumbers& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}
void expect_same_bits(const EnsembleResult& a, const EnsembleResult& b, std::string_view what) {
  for (std::size_t n = 0; n < 4; ++n) EXPECT_TRUE(same_bits(a.q[n], b.q[n])) << what;
  for (std::size_t n = 0; n < 3; ++n) EXPECT_TRUE(same_bits(a.w[n], b.w[n]) && same_bits(a.L[n], b.L[n])) << what;
  EXPECT_TRUE(same_bits(a.energy, b.energy) && same_bits(a.energy_error, b.energy_error) &&
              same_bits(a.momentum_error, b.momentum_error) && same_bits(a.error_estimate, b.error_estimate))
      << what;
  EXPECT_EQ(a.outcome, b.outcome) << what;
}
State<double> state_of(const EnsembleResult& r, std::size_t k) {
  return {{r.q[0][k], {r.q[1][k], r.q[2][k], r.q[3][k]}}, {r.L[0][k], r.L[1][k], r.L[2][k]}};
}

/// One body by its mover, as `polhode run` does it.
State<double> alone(const polhode::Problem& p, const EnsembleTask& task) {
  const std::unique_ptr<Mover> mover = make_mover(task.choice, p);
  std::vector<double> switches;
  if (!p.is_free())
    for (const TorqueChoice& t : p.torques)
      for (const char* key : {"from", "until"})
        if (t.values.has(key)) switches.push_back(t.values.number(key));
  PrincipalState<double> states[2] = {p.inertia.to_principal(checked(p.start)), {}};
  for (const Stretch& s : plan(p.start_time, p.end_time, switches, task.steps)) {
    mover->enter(s);
    for (long i = 0; i < s.n; ++i) {
      EXPECT_FALSE(mover->advance(s, i, 1, states).failed);
      states[0] = states[1];
    }
  }
  return {p.inertia.to_body(states[0]).Q, spatial_momentum(states[0])};
}

/// A function of another program, in double alone: a weight on the third axis.
const TorqueChoice kFunction = torque(
    "callback",
    {{"function",
      TorqueCallback{.torque =
                         [](void*, double, const double* q, const double*, double* to) {
                           to[0] = 2 * (q[2] * q[3] + q[0] * q[1]);
                           to[1] = -2 * (q[1] * q[3] - q[0] * q[2]);
                           to[2] = 0;
                         },
                     .energy = [](void*, double, const double* q) { return 1 - 2 * (q[1] * q[1] + q[2] * q[2]); },
                     .uses_time = false,
                     .uses_velocity = false}}});

struct Case {
  std::string_view method, flow;
  std::vector<TorqueChoice> torques;
};
const std::vector<Case> kCases{
    {"sr2", "", {}},
    {"dmv8", "", {}},
    {"lie4", "", {}},
    {"mz4", "", {}},  // not in lanes
    {"rk8", "", {kWeight}},
    {"rk9", "", {kAxial}},
    {"rk8", "", {kGradient}},
    {"rk9", "", {kPush}},
    {"rk8", "", {kWeight, kDrag, kPush}},
    {"rk9", "", {kGradient, kTable}},
    {"strang", "sr2", {kWeight, kGradient}},
    {"rk8", "", {kFunction, kDrag}},
    {"strang", "sr2", {kFunction}},
    {"cf4", "", {kWeight, kPush}},  // not in lanes
};

void expect_each_as_if_alone(const Case& c, bool aligned, long steps = 200) {
  constexpr std::size_t n = 19;  // a vector and a part of one
  RandomBodies bodies(c.torques);
  bodies.aligned = aligned;
  const EnsembleTask task = task_of(bodies, n, c.method, steps, c.flow);
  const EnsembleResult r = run_ensemble(bodies, task);
  for (std::size_t i = 0; i < n; ++i) {
    polhode::Problem p = bodies.common();
    bodies.make(i, p);
    const State<double> expected = alone(p, task), got = state_of(r, i);
    EXPECT_EQ(r.outcome[i], BodyOutcome::done) << c.method;
    EXPECT_EQ(0, std::memcmp(&expected, &got, sizeof got)) << c.method << ", body " << i << ", aligned " << aligned;
    const PrincipalState<double> s{expected.Q * p.inertia.frame(),
                                   rotate_back(expected.Q * p.inertia.frame(), expected.m)};
    const double E = energy(p.inertia.in_principal_axes(), s.m) +
                     (p.is_free() ? 0 : energy_of(torque_in_principal_axes(p), p.end_time, s.Q));
    EXPECT_NEAR(r.energy[i], E, 1e-13 * std::fmax(1, std::fabs(E))) << c.method << ", body " << i;
  }
}
TEST(Ensemble, moves_each_body_as_if_it_were_alone) {
  for (const Case& c : kCases)
    for (const bool aligned : {false, true}) expect_each_as_if_alone(c, aligned);
  for (const std::string_view method : {"rk8", "rk9"}) {
    for (const TorqueChoice& only : {kWeight, kAxial, kGradient, kPush, kDrag})
      expect_each_as_if_alone({method, "", {only}}, true);
    expect_each_as_if_alone({method, "", {torque("coulomb-wall", {})}}, true, 4000);  // it is steep
  }
}

TEST(Ensemble, has_the_same_bits_on_every_set_and_number_of_threads_and_in_parts) {
  constexpr std::size_t n = 1300;  // several blocks
  for (const Case& c : kCases) {
    const RandomBodies bodies(c.torques);
    EnsembleTask task = task_of(bodies, n, c.method, 12, c.flow);
    task.threads = 1;
    const EnsembleResult one = run_ensemble(bodies, task);
    on_each_set([&](std::string_view set) {
      for (const int threads : {1, 2, 3}) {
        task.threads = threads;
        expect_same_bits(one, run_ensemble(bodies, task), std::string(c.method) + " on " + std::string(set));
      }
    });
    task.first = 517, task.count = 40;
    const EnsembleResult part = run_ensemble(bodies, task);
    for (std::size_t k = 0; k < 40; ++k)
      for (std::size_t j = 0; j < 4; ++j) EXPECT_EQ(part.q[j][k], one.q[j][517 + k]) << c.method;
  }
}

/// Made with exact and correctly rounded operations only, so that every compiler has the same.
class StoredBodies : public BodySource {
 public:
  explicit StoredBodies(std::vector<TorqueChoice> torques) {
    common_.torques = std::move(torques);
    common_.end_time = 3;
  }
  const polhode::Problem& common() const override { return common_; }
  void make(std::size_t i, polhode::Problem& p) const override {
    const Start one = start_of(int(i));
    p.inertia = Inertia::effective(one.I.x, one.I.y, one.I.z);
    p.start = {one.s.Q, one.s.m};
  }

 private:
  polhode::Problem common_;
};

/// What g++ gave; `tools/check clang` holds clang to it. A change that is meant is stored here anew.
TEST(Ensemble, keeps_its_bits) {
  const std::vector<std::pair<Case, std::uint64_t>> stored{
      {{"exact", "", {}}, 0xd8d90f24aef27d6cu},
      {{"sr2", "", {}}, 0xfa023c4ed90c678cu},
      {{"dmv8", "", {}}, 0x3432fb669f1b6268u},
      {{"lie3", "", {}}, 0x78b525ceb094ac01u},
      {{"rk8", "", {kWeight}}, 0xe697264b92a7f6e5u},
      {{"rk9", "", {kGradient, kTable}}, 0x7cc43643e5b773f7u},
      {{"rk8", "", {kWeight, kDrag, kPush}}, 0x5070e39c140e1fa5u},
      {{"strang", "sr2", {kWeight, kGradient}}, 0xdb49ca1fdcd52493u},
  };
  for (const auto& [c, expected] : stored) {
    const StoredBodies bodies(c.torques);
    EnsembleTask task = task_of(bodies, 700, c.method, c.method == "exact" ? 0 : 12, c.flow);
    const EnsembleResult r = run_ensemble(bodies, task);
    Hash hash;
    const auto add = [&](const BodyNumbers& numbers) {
      std::ranges::for_each(numbers, [&](double x) { hash.add(x); });
    };
    std::ranges::for_each(r.q, add), std::ranges::for_each(r.w, add), std::ranges::for_each(r.L, add);
    add(r.energy), add(r.energy_error), add(r.momentum_error);
    EXPECT_EQ(hash.value(), expected) << c.method << std::hex << " 0x" << hash.value() << "u";
  }
}

TEST(Ensemble, evaluates_free_bodies_exactly) {
  const RandomBodies bodies({}, 1000);
  const EnsembleResult r = run_ensemble(bodies, task_of(bodies, 100, "exact", 0));
  on_each_set(
      [&](std::string_view set) { expect_same_bits(r, run_ensemble(bodies, task_of(bodies, 100, "exact", 0)), set); });
  for (std::size_t i = 0; i < 100; ++i) {
    polhode::Problem p = bodies.common();
    bodies.make(i, p);
    const State<double> exact = FreeMotion<double>(p.inertia, p.start).at(1000.0);
    const Quaternion<double> Q = state_of(r, i).Q;
    EXPECT_LT(std::fmin(norm2(Q - exact.Q), norm2(Q + exact.Q)), 1e-28) << i;
    EXPECT_LT(r.energy_error[i], 1e-14);
    EXPECT_LT(r.momentum_error[i], 1e-14);
  }
}

TEST(Ensemble, reaches_the_accuracy_that_is_asked) {
  constexpr std::size_t n = 24;
  for (const double accuracy : {1e-4, 1e-8, 1e-11})
    for (const std::vector<TorqueChoice>& torques : {std::vector{kWeight}, std::vector{kWeight, kDrag, kPush},
                                                     std::vector{kGradient}, std::vector{kFlyby, kPush}}) {
      const RandomBodies bodies(torques, 8);
      EnsembleTask task = task_of(bodies, n, accuracy > 1e-7 ? "rk8" : "rk9", 0);
      task.accuracy = accuracy;
      const EnsembleResult r = run_ensemble(bodies, task);
      on_each_set([&](std::string_view set) { expect_same_bits(r, run_ensemble(bodies, task), set); });
      for (std::size_t i = 0; i < n; ++i) {
        polhode::Problem p = bodies.common();
        bodies.make(i, p);
        const Solved best = solve_problem(p, {.accuracy = 2e-13}, {});
        const PrincipalState<double> last = best.states.back();
        const Quaternion<double> Q = p.inertia.to_body(last).Q;
        const double error = 2 * std::sqrt(std::fmin(norm2(state_of(r, i).Q - Q), norm2(state_of(r, i).Q + Q)));
        EXPECT_EQ(r.outcome[i], BodyOutcome::done) << i;
        EXPECT_LT(error, accuracy) << "body " << i << ", estimate " << r.error_estimate[i];
        EXPECT_LE(r.error_estimate[i], accuracy);
        EXPECT_GT(3 * r.error_estimate[i] + 3e-13, error);
      }
    }
}

TEST(Ensemble, goes_on_without_a_body_that_fails) {
  RandomBodies bodies({kWeight});
  const EnsembleTask task = task_of(bodies, 20, "rk8", 100);
  const EnsembleResult good = run_ensemble(bodies, task);
  bodies.wild = 5, bodies.refused = 6;
  const EnsembleResult r = run_ensemble(bodies, task);
  for (std::size_t i = 0; i < 20; ++i) {
    if (i == 5) {
      EXPECT_EQ(r.outcome[i], BodyOutcome::not_converged);
      EXPECT_NEAR(norm2(state_of(r, i).Q), 1, 1e-14);
    } else if (i == 6) {
      EXPECT_EQ(r.outcome[i], BodyOutcome::refused);
      EXPECT_TRUE(std::isnan(r.q[0][i]) && std::isnan(r.energy[i]));
    } else {
      EXPECT_EQ(r.outcome[i], BodyOutcome::done);
      EXPECT_EQ(r.q[0][i], good.q[0][i]);
    }
  }
}

TEST(Ensemble, refuses_times_beyond_what_can_be_known) {
  const RandomBodies bodies({}, 1e18);
  const EnsembleResult r = run_ensemble(bodies, task_of(bodies, 3, "exact", 0));
  EXPECT_EQ(r.outcome[1], BodyOutcome::refused);
}

TEST(Ensemble, says_what_it_needs) {
  const RandomBodies bodies({kWeight});
  EXPECT_THROW(run_ensemble(bodies, task_of(bodies, 0, "rk8", 10)), InvalidInput);
  EXPECT_THROW(run_ensemble(bodies, task_of(bodies, 4, "rk8", 0)), InvalidInput);
  setenv("POLHODE_LANES", "v9", 1);
  EXPECT_THROW(run_ensemble(bodies, task_of(bodies, 4, "rk8", 10)), InvalidInput);
  unsetenv("POLHODE_LANES");
}

TEST(Ensemble, stops_when_told) {
  const RandomBodies bodies({kWeight});
  EnsembleTask task = task_of(bodies, 5000, "rk8", 10);
  task.threads = 1;
  const EnsembleResult all = run_ensemble(bodies, task);
  EXPECT_FALSE(std::isnan(EnsembleResult(all).energy.back()));  // memory that is used again below has numbers in it
  std::size_t told = 0;
  task.watch = [&](std::size_t done) { return (told = done) < 1000; };
  const EnsembleResult r = run_ensemble(bodies, task);
  EXPECT_GE(told, 1000U);
  EXPECT_LT(told, 2000U);
  EXPECT_EQ(std::size_t(std::count(r.outcome.begin(), r.outcome.end(), BodyOutcome::done)), told);
  EXPECT_EQ(std::size_t(std::count(r.outcome.begin(), r.outcome.end(), BodyOutcome::not_run)), 5000 - told);
  for (const auto& columns :
       {std::span<const BodyNumbers>(r.q), std::span<const BodyNumbers>(r.w), std::span<const BodyNumbers>(r.L),
        std::span(&r.t, 1), std::span(&r.energy, 1), std::span(&r.energy_error, 1), std::span(&r.momentum_error, 1)})
    for (const BodyNumbers& column : columns)
      for (std::size_t i = 0; i < 5000; ++i) ASSERT_EQ(std::isnan(column[i]), i >= told) << i;
  EXPECT_TRUE(std::ranges::all_of(r.error_estimate, [](double x) { return std::isnan(x); }));
}

TEST(Ensemble, has_no_numbers_before_it_runs) {
  const Questions questions{.flips = true};
  EnsembleResult r(100, questions);
  const auto unknown = [&](std::size_t i) {
    return std::isnan(r.t[i]) && std::isnan(r.q[3][i]) && std::isnan(r.w[2][i]) && std::isnan(r.L[0][i]) &&
           std::isnan(r.error_estimate[i]) && std::isnan(r.quantities[0].numbers[i]) &&
           r.outcome[i] == BodyOutcome::not_run;
  };
  for (std::size_t i = 0; i < 100; ++i) EXPECT_TRUE(unknown(i)) << i;
  r = EnsembleResult::untouched(100, questions);
  r.forget(0, 100);
  for (BodyNumbers* const x : {&r.t, &r.q[3], &r.w[2], &r.L[0], &r.error_estimate, &r.quantities[0].numbers})
    std::ranges::fill(*x, 1.0);
  std::ranges::fill(r.outcome, BodyOutcome::done);
  r.forget(10, 20);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(unknown(i), i >= 10 && i < 30) << i;
}

}  // namespace
}  // namespace polhode::test
