// Errors and grades are right, and known ways to be wrong are called by their names.
#include <gtest/gtest.h>

#include "output/refusal.hpp"
#include "verify/cases.hpp"
#include "verify/diagnosis.hpp"
#include "verify/made.hpp"

namespace {

using namespace polhode;
using namespace polhode::test;

Problem problem_of(const char* name) {
  return scenario_of(verify_case(name));
}
std::vector<std::string> names(const std::vector<Finding>& findings) {
  std::vector<std::string> all;
  for (const Finding& f : findings) all.push_back(f.name);
  return all;
}
using Names = std::vector<std::string>;

Judgement judged(const Problem& problem, const Trajectory& trajectory) {
  KnownMotion reference(problem, trajectory.rows.back().t);
  return judge(reference, trajectory, *trajectory.declared(), 1e300);
}
Names found(const Problem& problem, const Trajectory& trajectory) {
  KnownMotion reference(problem, trajectory.rows.back().t);
  return names(diagnosis(reference, trajectory, judge(reference, trajectory, *trajectory.declared(), 1e300)));
}

TEST(Grades, follow_their_table) {
  EXPECT_EQ(grade_of({1e-3, 1e-4, 1e-4, 1e-4}, true, false), 'A');
  EXPECT_EQ(grade_of({1.1e-3, 0, 0, 0}, true, false), 'B');
  EXPECT_EQ(grade_of({0, 1.1e-4, 0, 0}, true, false), 'B');
  EXPECT_EQ(grade_of({0, 0, 1.1e-3, 0}, true, false), 'C');
  EXPECT_EQ(grade_of({0, 0, 0, 1.1e-2}, true, false), 'D');
  EXPECT_EQ(grade_of({3, 0.1, 0.1, 0.1}, true, false), 'D');
  EXPECT_EQ(grade_of({3, 0.1, 0.1, 0.1}, false, false), 'E');
  EXPECT_EQ(grade_of({3, 0.11, 0, 0}, true, false), 'E');
  EXPECT_EQ(grade_of({0, 0, 0, 0}, true, true), 'F');
}

TEST(Judge, the_exact_motion_gets_an_A_in_each_reading) {
  for (const char* name : {"F10", "D", "S", "N", "B", "spin2", "speed", "scale", "turned"}) {
    const VerifyCase& c = verify_case(name);
    for (int i = 0; i < Reading::kCount / 2; ++i) {
      const Reading reading = Reading::number(i);
      const Judgement j =
          judged(problem_of(name), exact_trajectory(problem_of(name), c.step, steps_of(c), reading, reading));
      EXPECT_EQ(j.grade, 'A') << name << " " << reading.text();
      EXPECT_LT(j.largest.attitude, 1e-12) << name;  // measured 2e-13 (speed)
      EXPECT_LT(j.largest.energy, 1e-13) << name;    // measured 1e-14
      EXPECT_EQ(j.flips, j.true_flips);
      EXPECT_EQ(j.flips.value_or(0), std::string_view(name) == "D" ? 8 : 0);
    }
  }
}

TEST(Judge, an_offset_is_measured_as_what_it_is) {
  const Problem problem = problem_of("F10");
  Trajectory trajectory = exact_trajectory(problem, 0.01, 1000, {}, {});
  const Quaternion<double> turn = to_quaternion(exp(Vec3<double>{0, 0, 0.02}));  // of space: L turns, too
  for (FileRow& row : trajectory.rows) {
    const Quaternion<double> q = turn * Quaternion<double>{row.q[0], {row.q[1], row.q[2], row.q[3]}};
    row.q = {1.01 * q.w, 1.01 * q.v.x, 1.01 * q.v.y, 1.01 * q.v.z};
    for (double& x : row.w) x *= 1.005;
  }
  const Judgement j = judged(problem, trajectory);
  EXPECT_NEAR(j.largest.attitude, 0.02, 1e-12);
  EXPECT_NEAR(j.largest.energy, 1.005 * 1.005 - 1, 1e-12);
  EXPECT_NEAR(j.largest.momentum, 0.005, 1e-12);
  const Vec3<double> L = rotate(problem.start.Q, problem.start.m);
  EXPECT_NEAR(j.largest.direction, 0.02 * std::hypot(L.x, L.y) / norm(L), 1e-6);
  EXPECT_NEAR(j.norm_error_max, 0.01, 1e-12);
  EXPECT_EQ(j.grade, 'D');
}

TEST(Judge, energy_that_doubles_and_a_body_that_stops_are_an_F) {
  const Problem problem = problem_of("F10");
  Trajectory trajectory = exact_trajectory(problem, 0.01, 1000, {}, {});
  for (double& x : trajectory.rows[500].w) x *= 1.5;
  EXPECT_EQ(judged(problem, trajectory).grade, 'F');
  for (double& x : trajectory.rows[500].w) x = 0;
  EXPECT_EQ(judged(problem, trajectory).grade, 'F');
}

TEST(Judge, lagranges_top_is_known_exactly_and_other_tops_are_not) {
  Problem problem = problem_of("gyroscope");
  EXPECT_TRUE(KnownMotion::is_exact(problem));
  KnownMotion exact(problem, 2);
  EXPECT_EQ(exact.error(), 0);
  // The same by our own solution: of a body with moments that are equal only to 1e-9.
  problem.inertia = Inertia::effective(1.8e-4, 1.8e-4 * (1 + 1e-9), 1.2e-4);
  EXPECT_FALSE(KnownMotion::is_exact(problem));
  KnownMotion solved(problem, 2);
  EXPECT_GT(solved.error(), 0);
  for (const double t : {0.0, 0.5, 2.0}) {
    const PrincipalState<double> a = exact.at(t), b = solved.at(t);
    EXPECT_LT(attitude_distance(a.Q, b.Q), 1e-6) << t;
    EXPECT_LT(norm(a.m - b.m), 1e-6 * norm(b.m)) << t;
  }
  EXPECT_FALSE(KnownMotion::is_exact(problem_of("top")));
  EXPECT_FALSE(KnownMotion::is_exact(problem_of("damped")));
}

TEST(Judge, measures_the_order_of_several_files) {
  const Problem problem = problem_of("F10");
  std::vector<Judgement> all;
  for (const double h : {0.01, 0.0025, 0.005})
    all.push_back(judged(problem, stepped_trajectory(problem, h, std::lround(10 / h), 1, euler_step)));
  const MeasuredOrder order = measured_order(all);
  EXPECT_NEAR(*order.attitude, 1, 0.1);  // measured 1.03
  EXPECT_NEAR(*order.energy, 1, 0.1);    // measured 1.01
  ASSERT_EQ(order.pairs.size(), 2u);
  EXPECT_NEAR(*order.pairs[1], 1, 0.1);
  // Three files of the same step say nothing.
  EXPECT_FALSE(measured_order({all[0], all[0], all[0]}).attitude);
}

TEST(Diagnosis, each_reading_that_is_declared_wrongly_is_named) {
  // A tilted start: everything shows in the first row. From the identity the direction shows only on the way.
  for (const char* name : {"turned", "F10"})
    for (int i = 1; i < Reading::kCount; ++i) {
      const Reading written = Reading::number(i);
      const Problem problem = problem_of(name);
      const Trajectory trajectory = exact_trajectory(problem, 1.0 / 60, 600, written, {});
      KnownMotion reference(problem, 10);
      Names expected;
      if (written.xyzw) expected.push_back("order");
      if (written.space_to_body) expected.push_back("direction");
      if (written.space_omega) expected.push_back("omega-axes");
      if (written.degrees) expected.push_back("unit");
      if (written.left_handed) expected.push_back("omega-sign");
      EXPECT_EQ(names(wrong_reading(reference, trajectory, {})), expected) << name << ", written " << written.text();
    }
}

TEST(Diagnosis, a_wrong_reading_is_named_also_where_the_integrator_is_poor) {
  const Problem problem = problem_of("F10");
  const Trajectory euler = stepped_trajectory(problem, 1.0 / 60, 600, 1, euler_step);
  for (const Reading& written : {Reading{.xyzw = true}, Reading{.space_to_body = true}, Reading{.left_handed = true}}) {
    Trajectory trajectory = declared_as({});
    for (const FileRow& row : euler.rows) {
      const Kinematics k = read_as({}, row);
      trajectory.rows.push_back(written_as(written, row.t, k.q, k.w));
    }
    KnownMotion reference(problem, 10);
    EXPECT_EQ(names(wrong_reading(reference, trajectory, {})), Names{written.xyzw            ? "order"
                                                                     : written.space_to_body ? "direction"
                                                                                             : "omega-sign"});
  }
}

TEST(Diagnosis, a_right_file_is_not_accused) {
  for (const char* name : {"F10", "F100", "D", "S", "N", "B", "sphere", "spin1", "spin2", "spin3", "speed"}) {
    const VerifyCase& c = verify_case(name);
    const Trajectory trajectory = exact_trajectory(problem_of(name), c.step, steps_of(c), {}, {});
    KnownMotion reference(problem_of(name), c.duration);
    EXPECT_EQ(names(wrong_reading(reference, trajectory, {})), Names{}) << name;
  }
}

TEST(Diagnosis, integrators_are_named_also_when_rows_are_every_fifth_step) {
  for (const int every : {1, 5}) {
    const auto file = [&](const char* name, auto step) {
      const VerifyCase& c = verify_case(name);
      return stepped_trajectory(problem_of(name), c.step, steps_of(c), every, step);
    };
    for (const char* name : {"F10", "F100", "D", "B"}) {
      EXPECT_EQ(found(problem_of(name), file(name, euler_step)), Names{"explicit-euler"}) << name << every;
      EXPECT_EQ(found(problem_of(name), file(name, implicit_step)), Names{"implicit-euler"}) << name << every;
      EXPECT_EQ(found(problem_of(name), file(name, clamp_step)), Names{"clamp"}) << name << every;
      EXPECT_EQ(found(problem_of(name), file(name, no_step)), Names{"no-gyroscopic-term"}) << name << every;
    }
    EXPECT_EQ(found(problem_of("S"), file("S", clamp_step)), Names{"clamp"});
    EXPECT_EQ(found(problem_of("N"), file("N", clamp_step)), Names{"clamp"});
  }
}

TEST(Diagnosis, a_file_that_begins_elsewhere_is_refused_with_the_case_that_fits) {
  const Trajectory trajectory = exact_trajectory(problem_of("B"), 1.0 / 60, 600, {}, {});
  KnownMotion reference(problem_of("F10"), 10);
  try {
    refuse_other_start(reference, trajectory, {}, "case F10");
    FAIL();
  } catch (const Refusal& refusal) {
    const std::string text = refusal.what();
    EXPECT_NE(text.find("made.csv:4: the file does not begin as case F10 does"), std::string::npos) << text;
    EXPECT_NE(text.find("it begins as case B does"), std::string::npos) << text;
  }
}

}  // namespace
