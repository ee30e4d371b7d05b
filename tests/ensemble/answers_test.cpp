// What is asked of the whole run of each body: flips, the largest tilt, events, certificates.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "engine/run.hpp"
#include "engine/tilt.hpp"
#include "ensemble/ensemble.hpp"
#include "support/bodies.hpp"

namespace polhode::test {
namespace {

class Bodies : public BodySource {
 public:
  explicit Bodies(bool torqued, double end = 10) {
    if (torqued) common_.torques.push_back({"heavy-top", {{{"weight", 0.9}, {"arm", Vec3<double>{0.3, -0.5, 0.7}}}}});
    common_.start.m = {0.1, 0.2, 0.3};
    common_.start_time = 1;
    common_.end_time = 1 + end;
  }
  const polhode::Problem& common() const override { return common_; }
  void make(std::size_t i, polhode::Problem& p) const override {
    Random random(unsigned(300 + i));
    const Vec3<double> I = random.moments();
    p.inertia = Inertia::effective(I.x, I.y, I.z);
    if (i % 3 == 1) {  // about other axes than the principal ones
      const Mat3<double> F = to_matrix(random.attitude());
      p.inertia = Inertia::tensor(F * Mat3<double>::diagonal(I) * transpose(F));
    }
    if (i % 5 == 4) p.inertia = Inertia::principal(1, 1, 1.5);
    p.start = {random.attitude(), p.inertia.momentum(2.0 * random.vector())};
    if (i % 7 == 6) {  // the flip at the start is none
      PrincipalState<double> s = p.inertia.to_principal(p.start);
      if (const int axis = middle_axis(p.inertia.in_principal_axes()); axis >= 0) s.m[axis] = 0;
      p.start = p.inertia.to_body(s);
    }
    p.start = checked(p.start);  // of unit length
  }

 private:
  polhode::Problem common_;
};

class One : public BodySource {
 public:
  explicit One(const polhode::Problem& p) : p_(p) {}
  const polhode::Problem& common() const override { return p_; }
  void make(std::size_t, polhode::Problem&) const override {}

 private:
  const polhode::Problem& p_;
};

Event event_of(EventKind kind) {
  Event event;
  event.name = "it";
  event.kind = kind;
  event.body_axis = {0, 1, 0}, event.space_axis = {1, 0, 1};
  event.angle = 1;
  return event;
}
EnsembleTask task_of(const Bodies& bodies, std::size_t count, std::string_view method, Questions questions) {
  EnsembleTask task;
  const polhode::Problem& p = bodies.common();
  task.choice = choose(method, "", p.is_free() ? std::nullopt : std::optional(torque_abilities(p)));
  task.steps.number = 100;
  task.count = count;
  task.questions = std::move(questions);
  return task;
}
const BodyNumbers& answers(const EnsembleResult& r, std::string_view name) {
  const auto found = std::ranges::find_if(r.quantities, [&](const Quantity& q) { return q.name == name; });
  EXPECT_NE(found, r.quantities.end()) << name;
  return found->numbers;
}
/// As `polhode run` does it.
RunRecord alone(const polhode::Problem& p, const EnsembleTask& task, const RunHooks& hooks = {}) {
  Task one;
  one.problem = p;
  one.choice = task.choice;
  one.steps = task.steps;
  one.estimate = true;
  one.events = task.questions.events;
  std::erase_if(one.events, [&](const Event& e) {
    return e.kind == EventKind::flip && middle_axis(p.inertia.in_principal_axes()) < 0;
  });
  if (hooks.row) one.output_times.step = 0.0007;
  return Run(one).go(hooks);
}

TEST(Answers, flips_are_those_of_events_whether_counted_by_the_exact_motion_or_on_the_way) {
  for (const bool torqued : {false, true}) {
    const Bodies bodies(torqued, 60);
    const EnsembleTask task =
        task_of(bodies, 40, torqued ? "rk8" : "exact", {.flips = true, .events = {event_of(EventKind::flip)}});
    const EnsembleResult r = run_ensemble(bodies, task);
    EXPECT_EQ(answers(r, "flips"), answers(r, "it_count"));
    EXPECT_GT(*std::ranges::max_element(answers(r, "flips")), 10);
    EXPECT_EQ(answers(r, "flips")[4], 0) << "no middle axis";
    Questions only{.flips = true};
    EXPECT_EQ(answers(run_ensemble(bodies, task_of(bodies, 40, torqued ? "rk8" : "exact", only)), "flips"),
              answers(r, "flips"));
  }
}

TEST(Answers, the_largest_tilt_is_that_of_all_times_and_not_of_the_steps) {
  for (const bool torqued : {false, true}) {
    const Bodies bodies(torqued);
    const EnsembleTask task = task_of(bodies, 8, torqued ? "rk8" : "exact", {.tilt_max = true});
    const EnsembleResult r = run_ensemble(bodies, task);
    polhode::Problem p = bodies.common();
    for (std::size_t i = 0; i < 8; ++i) {
      bodies.make(i, p);
      double largest = 0, at_steps = 0;
      RunHooks hooks;
      hooks.row = [&](const Row& row) { largest = std::fmax(largest, tilt_of(row.q)); };
      hooks.step = [&](Between&, double, const PrincipalState<double>&, double, const PrincipalState<double>& after) {
        at_steps = std::fmax(at_steps, tilt_of(p.inertia.to_body(after).Q));
      };
      const RunRecord record = alone(p, task, hooks);
      EXPECT_GE(answers(r, "tilt_max")[i], largest - 1e-13);
      // Rows 0.7 ms apart, at 2 to 4 rad/s: near pi the angle may fall by |w| dt/2 between them.
      EXPECT_LE(answers(r, "tilt_max")[i], largest + 1e-4) << i;
      EXPECT_GE(answers(r, "tilt_max")[i], tilt_of(record.last.q));
      EXPECT_GE(answers(r, "tilt_max")[i], at_steps);
    }
  }
}

TEST(Answers, an_axis_that_turns_over_points_straight_down_once) {
  for (const char* method : {"exact", "rk8"}) {
    polhode::Problem p;
    p.inertia = Inertia::principal(1, 2, 2.5);
    p.start.m = {0.7, 0, 0};  // about x: the third axis turns in a plane
    p.end_time = 20;
    const One one(p);
    EnsembleTask task;
    task.choice = choose(method, "", std::nullopt);
    task.steps.number = 17;
    task.count = 1;
    task.questions.tilt_max = true;
    const EnsembleResult r = run_ensemble(one, task);
    EXPECT_NEAR(r.quantities[0].numbers[0], std::numbers::pi, 1e-12) << method;  // measured 0 and 3e-16
  }
}

TEST(Answers, events_and_certificate_are_those_of_a_run) {
  for (const bool torqued : {false, true}) {
    const Bodies bodies(torqued);
    const EnsembleTask task =
        task_of(bodies, 6, torqued ? "rk8" : "exact", {.certificate = true, .events = {event_of(EventKind::plane)}});
    const EnsembleResult r = run_ensemble(bodies, task);
    polhode::Problem p = bodies.common();
    for (std::size_t i = 0; i < 6; ++i) {
      bodies.make(i, p);
      const RunRecord record = alone(p, task);
      EXPECT_EQ(r.t[i], record.last.t);
      EXPECT_EQ(r.q[1][i], record.last.q.v.x);
      EXPECT_EQ(r.w[2][i], record.last.w.z);
      EXPECT_EQ(r.energy[i], record.last.energy);
      ASSERT_GT(record.crossings.size(), 0u);
      EXPECT_EQ(answers(r, "it_count")[i], double(record.crossings.size()));
      EXPECT_EQ(answers(r, "it_first")[i], record.crossings[0].t);
      for (const CertificateEntry& entry : entries(record.certificate)) {
        const double x = answers(r, entry.name)[i];
        EXPECT_TRUE(entry.value ? x == *entry.value : std::isnan(x)) << entry.name;
      }
    }
    // What is not asked for changes nothing of the end.
    EnsembleTask end = task;
    end.questions = {};
    const EnsembleResult plain = run_ensemble(bodies, end);
    EXPECT_EQ(plain.q, r.q);
    EXPECT_EQ(plain.energy, r.energy);
    EXPECT_TRUE(plain.quantities.empty());
  }
}

TEST(Answers, the_first_time_is_known_however_many_other_events_were_before) {
  polhode::Problem p;
  p.inertia = Inertia::principal(1, 1.000005, 1.00001);
  p.start.m = p.inertia.momentum({0.001, 1, -0.001});  // turns over late
  p.end_time = 1.8e6;
  EnsembleTask task;
  task.choice = choose("exact", "", std::nullopt);
  task.steps.number = 7;
  task.count = 1;
  Event plane = event_of(EventKind::plane), same = plane, flip = event_of(EventKind::flip);
  plane.body_axis = {1, 0, 0}, plane.space_axis = {1, 0, 0};
  plane.name = "plane", flip.name = "flip";
  same = plane, same.name = "same", same.count = 100'000;
  task.questions.events = {plane, flip, same};
  const EnsembleResult r = run_ensemble(One(p), task);
  EXPECT_EQ(answers(r, "same_count")[0], 100'000);
  EXPECT_GT(answers(r, "plane_count")[0], 500'000);
  EXPECT_EQ(answers(r, "flip_count")[0], 1);
  EXPECT_NEAR(answers(r, "flip_first")[0], 1450871.677, 1e-3);  // 461827 + 100000 crossings were before it
}

TEST(Answers, an_event_may_end_the_run_of_a_body) {
  const Bodies bodies(true);
  Event event = event_of(EventKind::plane);
  event.terminal = true;
  const EnsembleTask task = task_of(bodies, 6, "rk8", {.flips = true, .tilt_max = true, .events = {event}});
  const EnsembleResult r = run_ensemble(bodies, task);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(r.outcome[i], BodyOutcome::ended);
    EXPECT_EQ(r.t[i], answers(r, "it_first")[i]);
    EXPECT_EQ(answers(r, "it_count")[i], 1);
    EXPECT_LT(r.t[i], bodies.common().end_time);
    EXPECT_GE(answers(r, "tilt_max")[i], tilt_of({r.q[0][i], {r.q[1][i], r.q[2][i], r.q[3][i]}}));
  }
}

TEST(Answers, have_the_same_bits_on_any_number_of_threads_and_in_parts) {
  for (const bool torqued : {false, true}) {
    const Bodies bodies(torqued, 3);
    EnsembleTask task =
        task_of(bodies, 40, torqued ? "cf4" : "exact",
                {.flips = true, .tilt_max = true, .certificate = true, .events = {event_of(EventKind::cone)}});
    task.threads = 1;
    const EnsembleResult one = run_ensemble(bodies, task);
    task.threads = 3;
    const EnsembleResult three = run_ensemble(bodies, task);
    task.first = 17, task.count = 20;
    const EnsembleResult part = run_ensemble(bodies, task);
    for (std::size_t n = 0; n < one.quantities.size(); ++n) {
      const BodyNumbers &a = one.quantities[n].numbers, &b = three.quantities[n].numbers;
      EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(double)), 0) << one.quantities[n].name;
      EXPECT_EQ(std::memcmp(a.data() + 17, part.quantities[n].numbers.data(), 20 * sizeof(double)), 0);
    }
  }
}

TEST(Answers, an_accuracy_that_cannot_be_had_leaves_the_others_their_rows) {
  const Bodies bodies(true);
  EnsembleTask task = task_of(bodies, 3, "gauss16", {.flips = true});
  task.steps = {};
  task.accuracy = 1e-18;
  for (const BodyOutcome outcome : run_ensemble(bodies, task).outcome) EXPECT_EQ(outcome, BodyOutcome::inaccurate);
}

}  // namespace
}  // namespace polhode::test
