// plan(): equal steps between switches; times that are met exactly, and never by accumulation.
#include "polhode/drive/plan.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "support/bodies.hpp"

namespace polhode {
namespace {

/// True of every plan: it leads from one time to the other without gaps, each stretch ends exactly where the next begins, and
/// so does each step.
void expect_sound(const std::vector<Stretch>& plan, double from, double until) {
  ASSERT_FALSE(plan.empty());
  EXPECT_EQ(plan.front().from, from);
  EXPECT_EQ(plan.back().until, until);
  for (std::size_t k = 0; k < plan.size(); ++k) {
    const Stretch& s = plan[k];
    EXPECT_GE(s.n, 1);
    if (k > 0) {
      EXPECT_EQ(s.from, plan[k - 1].until);
    }
    EXPECT_EQ(time_of(s, 0), s.from);
    EXPECT_EQ(time_of(s, s.n), s.until);
    EXPECT_EQ(time_step(s, s.n - 1).end, s.until);
    const double h = step_of(s), direction = until < from ? -1 : 1;
    EXPECT_GT(direction * h, 0);
    for (long i = 0; i < s.n; i += std::max(1L, s.n / 50)) {
      const TimeStep<double> at = time_step(s, i);
      EXPECT_EQ(at.end, time_of(s, i + 1));
      EXPECT_EQ(at.h, h);
      // Equal steps: the time of each is one rounding or two away from from + i h.
      EXPECT_NEAR(at.t, s.from + double(i) * h, 4e-16 * (std::fabs(s.from) + std::fabs(s.until))) << i;
    }
  }
}
long steps_in(const std::vector<Stretch>& plan) {
  long n = 0;
  for (const Stretch& s : plan) n += s.n;
  return n;
}

TEST(Plan, of_a_length_that_divides_the_span_has_no_step_of_rounding) {
  const auto steps = [](double from, double until, double length) {
    const auto all = plan(from, until, {}, {.length = length});
    expect_sound(all, from, until);
    EXPECT_EQ(all.size(), 1u);
    return all[0].n;
  };
  EXPECT_EQ(steps(0, 0.3, 0.1), 3);   // 0.3/0.1 is 2.9999999999999996
  EXPECT_EQ(steps(0, 0.7, 0.1), 7);   // 6.999999999999999
  EXPECT_EQ(steps(0, 1.1, 0.1), 11);  // 11.000000000000002
  EXPECT_EQ(steps(0.1, 10.1, 0.01), 1000);
  EXPECT_EQ(steps(0, 1e6, 1e-3), 1000000000);
  for (long n = 1; n < 2000; ++n) EXPECT_EQ(steps(0, double(n) * 0.1, 0.1), n);
  // What does not divide it is shortened: never longer than asked.
  EXPECT_EQ(steps(0, 1, 0.3), 4);
  EXPECT_EQ(steps(0, 1, 0.34), 3);
  EXPECT_EQ(steps(0, 1, 7), 1);
  EXPECT_EQ(steps(0, 1, 0.3333), 4);
}
TEST(Plan, of_a_number_of_steps_has_that_number) {
  for (const long n : {1L, 2L, 3L, 10L, 1000L, 999999999999L, 1000000000000L})
    for (const double until : {1.0, 0.3, 1e9, -2.7}) {
      const auto all = plan(0, until, {}, {.number = n});
      expect_sound(all, 0, until);
      EXPECT_EQ(steps_in(all), n) << until;
    }
}
TEST(Plan, meets_switches_exactly) {
  const auto all = plan(0, 1, {0.5, 0.35, 2, -1, 0, 1, 0.35}, {.length = 0.1});
  expect_sound(all, 0, 1);
  ASSERT_EQ(all.size(), 3u);  // unsorted, twice, outside, at the ends: all the same
  EXPECT_EQ(all[0].until, 0.35);
  EXPECT_EQ(all[1].until, 0.5);
  EXPECT_EQ(all[0].n, 4);
  EXPECT_EQ(all[1].n, 2);  // (0.5 - 0.35)/0.1 = 1.5
  EXPECT_EQ(all[2].n, 5);
  // A number of steps is shared; a stretch may need one more.
  const auto shared = plan(0, 1, {0.35, 0.5}, {.number = 100});
  expect_sound(shared, 0, 1);
  EXPECT_EQ(shared[0].n, 35);
  EXPECT_EQ(shared[1].n, 15);
  EXPECT_EQ(shared[2].n, 50);
  EXPECT_EQ(steps_in(plan(0, 1, {1.0 / 3}, {.number = 10})), 11);
}
TEST(Plan, leads_backwards_too) {
  const auto all = plan(1, 0, {0.5, 0.35, 2}, {.length = 0.1});
  expect_sound(all, 1, 0);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].until, 0.5);
  EXPECT_EQ(all[1].until, 0.35);
  EXPECT_EQ(all[0].n, 5);
  EXPECT_EQ(all[1].n, 2);
  EXPECT_EQ(all[2].n, 4);
  EXPECT_LT(step_of(all[0]), 0);
}
TEST(Plan, of_any_times_is_sound) {
  test::Random random(31);
  for (int trial = 0; trial < 2000; ++trial) {
    const double from = random.uniform(-10, 10), until = from + random.uniform(-10, 10);
    std::vector<double> switches;
    for (int k = 0; k < trial % 5; ++k) switches.push_back(random.uniform(-12, 12));
    const double length = std::pow(10, random.uniform(-4, 1));
    const auto by_length = plan(from, until, switches, {.length = length});
    expect_sound(by_length, from, until);
    for (const Stretch& s : by_length) {
      EXPECT_LE(std::fabs(step_of(s)), length * (1 + 1e-11));
      EXPECT_TRUE(s.n == 1 || std::fabs(s.until - s.from) / double(s.n - 1) >= length * (1 - 1e-11))
          << "more steps than needed";
    }
    const long n = 1 + long(random.uniform(0, 1000));
    const auto by_number = plan(from, until, switches, {.number = n});
    expect_sound(by_number, from, until);
    EXPECT_GE(steps_in(by_number), n);
    EXPECT_LE(steps_in(by_number), n + long(by_number.size()) - 1);
  }
}

}  // namespace
}  // namespace polhode
