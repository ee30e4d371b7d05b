// Dense output and events: orders and ends of the motion between two states; no crossing missed, none found twice.
#include "polhode/drive/events.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/body/invariants.hpp"
#include "polhode/exact/tumbling.hpp"
#include "polhode/methods/cf4.hpp"
#include "polhode/methods/taylor.hpp"
#include "polhode/torques/combined.hpp"
#include "polhode/torques/drag.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "support/bodies.hpp"

namespace polhode {
namespace {

using test::Random;
constexpr double kPi = 3.14159265358979323846;

double distance(const PrincipalState<double>& a, const PrincipalState<double>& b) {
  return std::max(attitude_distance(a.Q, b.Q), relative_distance(a.m, b.m));
}
/// A turn at constant rate about a space axis: everything about it can be said with a pencil.
struct Turning {
  Vec3<double> w;  ///< along an axis with moment 1
  PrincipalState<double> at(double t) const { return {to_quaternion(exp(t * w)), w}; }
};
const Inertia kSphere = Inertia::principal(1, 1, 1);

// --- dense output -------------------------------------------------------------------------------------------------------

/// Largest error between the ends of a step of the exact motion, in attitude and momentum.
template <class Torque, class Reference>
std::array<double, 2> hermite_error(const Principal<double>& body, const Torque& torque, Reference reference,
                                    double h) {
  const double t0 = 0.3;
  const HermiteBetween<Torque> dense(body, torque, t0, reference(t0), t0 + h, reference(t0 + h));
  std::array<double, 2> largest{};
  for (int k = 1; k < 40; ++k) {
    const double t = t0 + h * k / 40;
    const PrincipalState<double> exact = reference(t), s = dense.at(t);
    largest[0] = std::max(largest[0], attitude_distance(s.Q, exact.Q));
    largest[1] = std::max(largest[1], relative_distance(s.m, exact.m));
  }
  return largest;
}
template <class Torque, class Reference>
void expect_order_6(const Principal<double>& body, const Torque& torque, Reference reference, const std::string& what) {
  const auto e1 = hermite_error(body, torque, reference, 0.1), e2 = hermite_error(body, torque, reference, 0.05);
  for (int i = 0; i < 2; ++i) {
    const double order = std::log2(e1[std::size_t(i)] / e2[std::size_t(i)]);
    EXPECT_GT(order, 5.7) << what << (i == 0 ? ", attitude" : ", momentum");
    EXPECT_LT(order, 7.3) << what;
  }
}
/// From the start by steps of 0.005 of order 12.
template <class Torque>
auto taylor_reference(const Principal<double>& body, const Torque& torque, const PrincipalState<double>& start) {
  return [=](double t) {
    Drive<Taylor<12>, Torque> drive(body, torque);
    PrincipalState<double> s = start;
    const long n = std::lround(std::ceil(t / 0.005));
    for (long i = 0; i < n; ++i) drive.step(t * double(i) / double(n), t / double(n), s);
    return s;
  };
}

TEST(Hermite, rates_of_a_rotation_vector_are_those_of_its_motion) {
  Random random(29);
  for (int i = 0; i < 100; ++i) {
    // v(t) = a + b t + c t^2/2 at t = 0; |a| from 0 to 6, on both sides of 1, where the formula changes
    const Vec3<double> direction = random.vector(), b = random.vector(), c = random.vector();
    const Vec3<double> a = (0.06 * i / norm(direction)) * direction;
    const auto w = [&](double t) { return dexp(-(a + t * b + (0.5 * t * t) * c), b + t * c); };
    const double d = 1e-2;  // the difference of order 6 is right to 1e-11 or so
    const Vec3<double> dw =
        (1 / (60 * d)) * (45.0 * (w(d) - w(-d)) - 9.0 * (w(2 * d) - w(-2 * d)) + (w(3 * d) - w(-3 * d)));
    const detail::VectorRates<double> rates = detail::rates_of_vector(a, w(0), dw);
    EXPECT_LT(norm(rates.first - b), 1e-13) << i;   // measured 2e-15
    EXPECT_LT(norm(rates.second - c), 1e-10) << i;  // measured 4e-12
  }
}
TEST(Hermite, is_of_order_6_for_free_bodies) {
  for (const test::Problem& p : test::kProblems) {
    const PrincipalMotion<double> exact(p.body<double>(), p.start<double>());
    expect_order_6(p.body<double>(), NoTorque{}, [&](double t) { return exact.at(t); }, p.name);
  }
}
TEST(Hermite, is_of_order_6_under_torques) {
  const Principal<double> body(Vec3<double>{0.6, 0.8, 1});
  const PrincipalState<double> start{normalized(Quaternion<double>{1, {0.3, -0.2, 0.4}}), {1.8, 0.4, -0.9}};
  const HeavyTop<> top(1, {0.1, 0.2, 1});
  expect_order_6(body, top, taylor_reference(body, top, start), "heavy top");
  const auto both = sum_of_torques(HeavyTop<>(2, {0, 0.3, 1}), Drag<>(0.5));
  expect_order_6(body, both, taylor_reference(body, both, start), "top with drag");
}
TEST(Hermite, has_the_states_of_its_ends_and_comes_to_them_without_a_jump) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const Principal<double> body(random.moments());
    const HeavyTop<> top(random.uniform(0, 5), random.vector());
    const PrincipalState<double> before{random.attitude(), random.vector()};
    const double t0 = random.uniform(-3, 3), h = random.uniform(0.01, 0.5);
    PrincipalState<double> after = before;
    Drive<Cf4, HeavyTop<>>(body, top).step(t0, h, after);
    const HermiteBetween<HeavyTop<>> dense(body, top, t0, before, t0 + h, after);
    EXPECT_EQ(distance(dense.at(t0), before), 0);
    EXPECT_EQ(distance(dense.at(t0 + h), after), 0);
    // One ulp of time inside; both motions go on by h |w| of an ulp.
    EXPECT_LT(distance(dense.at(std::nextafter(t0, 9)), before), 5e-14) << i;      // measured 4e-15
    EXPECT_LT(distance(dense.at(std::nextafter(t0 + h, -9)), after), 5e-14) << i;  // measured 1.3e-14
  }
}
TEST(Hermite, keeps_what_the_method_keeps) {
  const test::Problem& p = test::kProblems[1];
  const PrincipalMotion<double> exact(p.body<double>(), p.start<double>());
  const HermiteBetween<> free(p.body<double>(), {}, 0, exact.at(0), 0.3, exact.at(0.3));
  const Principal<double> body = p.body<double>();
  const HeavyTop<> top(1, {0.1, 0.2, 1});
  const auto reference = taylor_reference(body, top, {normalized(Quaternion<double>{1, {0.3, -0.2, 0.4}}), {1, 2, 3}});
  const HermiteBetween<HeavyTop<>> heavy(body, top, 0, reference(0), 0.3, reference(0.3));
  const Vec3<double> L0 = spatial_momentum(exact.at(0));
  const double z0 = spatial_momentum(reference(0)).z;
  for (double t = 0.01; t < 0.3; t += 0.01) {
    EXPECT_LT(relative_distance(spatial_momentum(free.at(t)), L0), 3e-15);  // measured 2e-16
    EXPECT_NEAR(spatial_momentum(heavy.at(t)).z, z0, 5e-15);                // measured 9e-16
    EXPECT_GT(relative_distance(spatial_momentum(heavy.at(t)), spatial_momentum(heavy.at(0))), 1e-4);
  }
}
TEST(Hermite, follows_a_turn_of_more_than_half_a_circle) {
  for (const double angle : {0.5, 3.1, 3.2, 4.5, 6.0}) {
    const Turning motion{(angle / 1.25) * Vec3<double>{0.36, 0.48, 0.8}};
    const HermiteBetween<> dense(kSphere.in_principal_axes(), {}, 0.5, motion.at(0.5), 1.75, motion.at(1.75));
    for (double t = 0.5; t <= 1.75; t += 0.125) {
      EXPECT_LT(distance(dense.at(t), motion.at(t)), 1e-14) << angle;                               // measured 4e-15
      EXPECT_GT(dense.at(t).Q.w * motion.at(t).Q.w + dot(dense.at(t).Q.v, motion.at(t).Q.v), 0.9);  // the sign, too
    }
  }
}
TEST(Stepped, is_as_exact_as_the_method_however_large_the_step) {
  const Principal<double> body(Vec3<double>{0.6, 0.8, 1});
  const HeavyTop<> top(1, {0.1, 0.2, 1});
  const PrincipalState<double> start{normalized(Quaternion<double>{1, {0.3, -0.2, 0.4}}), {1.8, 0.4, -0.9}};
  const auto reference = taylor_reference(body, top, start);
  const auto error = [&](double h) {
    Drive<Taylor<12>, HeavyTop<>> drive(body, top);
    PrincipalState<double> after = start;
    drive.step(0, h, after);
    SteppedBetween<Taylor<12>, HeavyTop<>> dense(drive, 0, start, h, after);
    EXPECT_EQ(distance(dense.at(h), after), 0);
    double largest = 0;
    for (double u : {0.2, 0.5, 0.9, 0.999}) largest = std::max(largest, distance(dense.at(u * h), reference(u * h)));
    return largest;
  };
  EXPECT_LT(error(0.2), 5e-10);                                  // measured 1.0e-10
  EXPECT_LT(error(0.1), 1e-13);                                  // measured 1.2e-14
  EXPECT_GT(hermite_error(body, top, reference, 0.2)[0], 1e-7);  // measured 4.0e-7
}

// --- events -------------------------------------------------------------------------------------------------------------

Event cone(const Vec3<double>& b, const Vec3<double>& e, double angle, Direction d = Direction::both) {
  return {.name = "cone", .kind = EventKind::cone, .body_axis = b, .space_axis = e, .angle = angle, .direction = d};
}
Event plane(const Vec3<double>& b, const Vec3<double>& e, Direction d = Direction::both) {
  return {.name = "plane", .kind = EventKind::plane, .body_axis = b, .space_axis = e, .direction = d};
}
const Event kFlip{.name = "flip", .kind = EventKind::flip};

/// All crossings of a motion that can be asked at any time, in steps between these times.
template <class Motion, class Torque = NoTorque>
std::vector<Crossing> all_crossings(const Inertia& inertia, const std::vector<Event>& events, Motion& motion,
                                    const std::vector<double>& times, const RateBounds* always = nullptr,
                                    const Torque& torque = {}) {
  EventFinder finder(inertia, events);
  std::vector<Crossing> found;
  for (std::size_t i = 0; i + 1 < times.size(); ++i)
    if (finder.watch(motion, times[i], motion.at(times[i]), times[i + 1], motion.at(times[i + 1]), torque, found,
                     always))
      break;
  return found;
}
std::vector<double> even(double from, double to, long n) {
  std::vector<double> times;
  for (long i = 0; i <= n; ++i) times.push_back(from + (to - from) * (double(i) / double(n)));
  return times;
}

TEST(Flips, of_a_hundred_thousand_periods_are_those_of_the_closed_form) {
  struct Case {
    test::Problem problem;
    double periods, steps_per_period;
  };
  const std::array<Case, 6> cases{{
      {test::kProblems[0], 1e5, 3.7},   // a third of a period in a step
      {test::kProblems[1], 3e3, 0.13},  // eight periods in a step
      {test::kProblems[2], 1e3, 41},
      {test::kProblems[3], 1e3, 2},  // every step is half a period
      {{"near the separatrix", {600, 800, 1000}, {1, 1000, 2}}, 1e3, 7},
      {{"near an axis", {600, 800, 1000}, {2000, 1, 1}}, 1e3, 5},
  }};
  for (const Case& c : cases) {
    const Principal<double> body = c.problem.body<double>();
    const PrincipalState<double> start = c.problem.start<double>();
    const Inertia inertia = Inertia::effective(body.I.x, body.I.y, body.I.z);
    const Tumbling<double> closed(body, start);
    const double end = (c.periods + 0.237) * closed.period();
    const RateBounds bounds = bounds_of_free_motion(body, start.m);
    ExactBetween motion(body, 0, start);
    const std::vector<Crossing> found =
        all_crossings(inertia, {kFlip}, motion, even(0, end, std::lround(c.periods * c.steps_per_period)), &bounds);
    const std::vector<double> times = closed.flip_times(0, end);
    ASSERT_EQ(found.size(), times.size()) << c.problem.name;
    double worst = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
      worst = std::max(worst, std::fabs(found[i].t - times[i]) / (closed.period() + times[i]));
      if (i > 0) {
        EXPECT_NE(found[i].rising, found[i - 1].rising);
      }
    }
    EXPECT_LT(worst, 2e-15) << c.problem.name;  // measured 4e-16
  }
}
TEST(Flips, bounds_of_the_free_motion_hold_and_are_reached) {
  Random random(11);
  for (int i = 0; i < 300; ++i) {
    const Principal<double> body(i % 3 == 0 ? Vec3<double>{random.uniform(1e-6, 1e-3), 1, 1.0001} : random.moments());
    const PrincipalState<double> start{{}, random.vector()};
    const RateBounds bounds = bounds_of_free_motion(body, start.m);
    const PrincipalMotion<double> motion(body, start);
    const double period = Tumbling<double>(body, start).period();
    Vec3<double> m, dm;
    for (int k = 0; k < 400; ++k) {
      const Vec3<double> here = motion.momentum(period * k / 400).v, rate = cross(here, times(body.x, here));
      for (int j = 0; j < 3; ++j)
        m[j] = std::max(m[j], std::fabs(here[j])), dm[j] = std::max(dm[j], std::fabs(rate[j]));
    }
    int reached = 0;
    for (int j = 0; j < 3; ++j) {
      EXPECT_LE(m[j], bounds.m[j]) << i;
      EXPECT_LE(dm[j], bounds.dm[j] * (1 + 1e-12)) << i;
      reached += m[j] > 0.999 * bounds.m[j];
    }
    EXPECT_EQ(reached, 3) << i;  // they are the largest values themselves
  }
}
TEST(Events, a_pair_within_one_step_is_found_however_close) {
  // b goes round z at distance A, e is at distance B from it: b.e = cos A cos B + sin A sin B cos(w t).
  const double A = 0.7, B = 1.1, w = 2;
  const Vec3<double> b{std::sin(A), 0, std::cos(A)}, e{std::sin(B), 0, std::cos(B)};
  Turning motion{{0, 0, w}};
  for (const double from : {-1.0, -0.4, -1.5})
    for (const double inside : {1e-1, 1e-3, 1e-6, 1e-9, 1e-12, -1e-12, -1e-9, -1e-3}) {
      const double angle = (B - A) + inside;
      const std::vector<Crossing> found = all_crossings(kSphere, {cone(b, e, angle)}, motion, {from, from + 2.1});
      if (inside < 0) {
        EXPECT_TRUE(found.empty()) << inside;
        continue;
      }
      ASSERT_EQ(found.size(), 2u) << inside << " from " << from;
      EXPECT_TRUE(found[0].rising && !found[1].rising);
      // cos angle - cos(B - A) = -2 sin(..) sin(..) = sin A sin B (cos(w t) - 1) = -2 sin A sin B sin^2(w t/2)
      const double t =
          2 / w *
          std::asin(std::sqrt(std::sin((B - A) + inside / 2) * std::sin(inside / 2) / std::sin(A) / std::sin(B)));
      // The slope of g falls with the distance: rounding of 2e-16 shows as 2e-16/slope, slope = sin A sin B sin(w t) w.
      const double slope = std::sin(A) * std::sin(B) * std::sin(w * t) * w;
      EXPECT_NEAR(found[0].t, -t, 1e-15 + 4e-16 / slope) << inside;  // measured 8e-17/slope
      EXPECT_NEAR(found[1].t, t, 1e-15 + 4e-16 / slope) << inside;
    }
}
TEST(Events, at_the_border_of_two_steps_is_found_once) {
  Turning motion{{0, 0, 1}};
  const Event rising = plane({1, 0, 0}, {0, 1, 0});  // g = sin t
  for (const double shift : {0.0, 1e-17, -1e-17, 1e-16, -1e-16, 1e-15, -1e-15, 3e-15, -3e-15, 1e-12, -1e-12}) {
    const std::vector<Crossing> found = all_crossings(kSphere, {rising}, motion, {-1, shift, 1});
    ASSERT_EQ(found.size(), 1u) << shift;
    EXPECT_TRUE(found[0].rising);
    EXPECT_NEAR(found[0].t, 0, 2e-15) << shift;
  }
  // Cuts at random times, at the crossings and beside them change nothing.
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    std::vector<double> times{0.5};
    for (int k = 1; k <= 12; ++k) {
      double cut = k * kPi;
      for (int j = int(random.next() % 4); j > 0; --j) cut = std::nextafter(cut, i % 2 == 0 ? 99 : -99);
      times.push_back(i % 5 == 0 ? k * kPi + random.uniform(-1, 1) : cut);
    }
    times.push_back(40);
    const std::vector<Crossing> found = all_crossings(kSphere, {rising}, motion, times);
    ASSERT_EQ(found.size(), 12u) << i;
    for (int k = 1; k <= 12; ++k) EXPECT_NEAR(found[std::size_t(k) - 1].t, k * kPi, 1e-14);  // measured 4e-15
  }
}
TEST(Events, a_touch_and_what_is_always_zero_are_none) {
  Turning motion{{0, 0, 1}};
  const double A = 0.5, B = 1.25;  // B - A is exact
  const Vec3<double> b{std::sin(A), 0, std::cos(A)}, e{std::sin(B), 0, std::cos(B)};
  EXPECT_TRUE(all_crossings(kSphere, {cone(b, e, B - A)}, motion, {-1, 0, 1}).empty());
  EXPECT_TRUE(all_crossings(kSphere, {cone(b, e, B - A)}, motion, {-1, 1}).empty());
  // Along the axis of the turn nothing ever moves: g is 0 to rounding, or constant.
  const std::vector<double> times = even(0, 100, 7);
  EXPECT_TRUE(all_crossings(kSphere, {plane({0, 0, 1}, {1, 0, 0})}, motion, times).empty());
  EXPECT_TRUE(all_crossings(kSphere, {{.kind = EventKind::speed, .value = 1}}, motion, times).empty());
  // Steps of whole turns are no reason to see nothing.
  EXPECT_EQ(all_crossings(kSphere, {plane({1, 0, 0}, {0, 1, 0})}, motion, even(0, 20 * kPi, 10)).size(), 19u);
  const RateBounds bounds = bounds_of_free_motion(kSphere.in_principal_axes(), motion.w);
  EXPECT_EQ(all_crossings(kSphere, {plane({1, 0, 0}, {0, 1, 0})}, motion, even(0, 20 * kPi, 10), &bounds).size(), 19u);
}
TEST(Events, of_tumbling_bodies_are_those_of_a_fine_search) {
  Random random(17);
  long all = 0;
  for (int i = 0; i < 60; ++i) {
    const Vec3<double> I = random.moments();
    const Inertia inertia = Inertia::principal(I.x, I.y, I.z);
    const Principal<double> body = inertia.in_principal_axes();
    const PrincipalState<double> start{random.attitude(), random.vector()};
    const double speed = norm(times(body.x, start.m));
    const std::vector<Event> events{cone(random.vector(), random.vector(), random.uniform(0.1, 3)),
                                    plane(random.vector(), random.vector()),
                                    kFlip,
                                    {.kind = EventKind::speed, .value = speed * random.uniform(0.9, 1.1)}};
    const double end = 60 / speed;
    ExactBetween motion(body, 0, start);
    const RateBounds bounds = bounds_of_free_motion(body, start.m);
    const std::vector<Crossing> found = all_crossings(inertia, events, motion, even(0, end, 1 + i % 30), &bounds);
    // By bounds from the ends of steps, as under a torque: the same.
    const std::vector<Crossing> sampled = all_crossings(inertia, events, motion, even(0, end, 3 + i % 50));
    ASSERT_EQ(found.size(), sampled.size()) << i;
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_EQ(found[k].event, sampled[k].event);
      EXPECT_NEAR(found[k].t, sampled[k].t, 1e-13 * end);  // measured 4e-15
    }
    std::size_t changes = 0;
    for (std::size_t k = 0; k < events.size(); ++k) {
      const EventFunction g(events[k], inertia);
      double before = 0;
      for (int j = 0; j <= 20000; ++j) {
        const PrincipalState<double> s = motion.at(end * j / 20000);
        const double value = g.at(s, cross(s.m, times(body.x, s.m))).g;
        changes += j > 0 && value * before < 0;
        before = value;
      }
    }
    EXPECT_EQ(found.size(), changes) << i;
    all += long(changes);
  }
  EXPECT_GT(all, 1000);
}
TEST(Events, under_torques_do_not_depend_on_the_steps) {
  Random random(23);
  long all = 0;
  for (int i = 0; i < 12; ++i) {
    const Vec3<double> I = random.moments();
    const Inertia inertia = Inertia::principal(I.x, I.y, I.z);
    const Principal<double> body = inertia.in_principal_axes();
    const HeavyTop<> top(random.uniform(0.5, 4), random.vector());
    const PrincipalState<double> start{random.attitude(), 2.0 * random.vector()};
    const std::vector<Event> events{cone(random.vector(), random.vector(), random.uniform(0.3, 2.5)),
                                    plane(random.vector(), random.vector()),
                                    kFlip,
                                    {.kind = EventKind::speed, .value = norm(times(body.x, start.m)) * 0.97}};
    const auto run = [&](double h, bool hermite) {
      EventFinder finder(inertia, events);
      std::vector<Crossing> found;
      Drive<Taylor<12>, HeavyTop<>> drive(body, top);
      PrincipalState<double> s = start;
      const long n = std::lround(8 / h);
      for (long k = 0; k < n; ++k) {
        const double t = 8 * double(k) / double(n), end = 8 * double(k + 1) / double(n);
        const PrincipalState<double> before = s;
        drive.step(t, end - t, s);
        if (hermite) {
          HermiteBetween<HeavyTop<>> dense(body, top, t, before, end, s);
          finder.watch(dense, t, before, end, s, top, found);
        } else {
          SteppedBetween<Taylor<12>, HeavyTop<>> dense(drive, t, before, end, s);
          finder.watch(dense, t, before, end, s, top, found);
        }
      }
      return found;
    };
    const std::vector<Crossing> fine = run(0.005, true), coarse = run(0.1, false);
    ASSERT_EQ(fine.size(), coarse.size()) << i;
    for (std::size_t k = 0; k < fine.size(); ++k) {
      EXPECT_EQ(fine[k].event, coarse[k].event) << i;
      EXPECT_NEAR(fine[k].t, coarse[k].t, 1e-9) << i;  // measured 6e-12
    }
    all += long(fine.size());
  }
  EXPECT_GT(all, 100);
}
TEST(Events, a_speed_is_met_where_drag_brings_it) {
  const Drag<> drag(0.3);
  const PrincipalState<double> start{{}, {0.6, 0, 0.8}};
  const auto reference = taylor_reference(kSphere.in_principal_axes(), drag, start);
  struct Motion {
    decltype(reference) of;
    PrincipalState<double> at(double t) const { return of(t); }
  } motion{reference};
  const std::vector<Crossing> found =
      all_crossings(kSphere,
                    {{.kind = EventKind::speed, .value = 0.5, .direction = Direction::falling},
                     {.kind = EventKind::speed, .value = 0.7, .direction = Direction::rising}},
                    motion, even(0, 5, 5), nullptr, drag);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].t, std::log(2.0) / 0.3, 5e-15);  // measured 1.3e-15
  EXPECT_FALSE(found[0].rising);
}
TEST(Events, direction_count_and_end) {
  Turning motion{{0, 0, 1}};
  const Event both = plane({1, 0, 0}, {0, 1, 0});  // g = sin t
  const auto crossings = [&](Event event, auto change) {
    change(event);
    return all_crossings(kSphere, {both, event}, motion, even(0.5, 40, 9));
  };
  const auto of_second = [](const std::vector<Crossing>& all) {
    std::vector<double> times;
    for (const Crossing& c : all)
      if (c.event == 1) times.push_back(std::round(c.t / kPi));
    return times;
  };
  const std::vector<Crossing> rising = crossings(both, [](Event& e) { e.direction = Direction::rising; });
  EXPECT_EQ(of_second(rising), (std::vector<double>{2, 4, 6, 8, 10, 12}));
  EXPECT_EQ(rising.size(), 18u);
  EXPECT_EQ(of_second(crossings(both, [](Event& e) { e.count = 3; })), (std::vector<double>{1, 2, 3}));
  const std::vector<Crossing> first = crossings(both, [](Event& e) { e.terminal = true; });
  EXPECT_EQ(of_second(first), (std::vector<double>{1}));
  EXPECT_EQ(first.size(), 2u);  // what comes after the end has not happened
  const std::vector<Crossing> third = crossings(both, [](Event& e) { e.terminal = true, e.count = 3; });
  EXPECT_EQ(of_second(third), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(third.size(), 6u);
}
TEST(Events, go_on_from_a_saved_memory) {
  Turning motion{{0, 0, 1}};
  const std::vector<Event> events{plane({1, 0, 0}, {0, 1, 0})};
  const std::vector<double> times{0.5, kPi, 4, 2 * kPi, 8};
  const std::vector<Crossing> whole = all_crossings(kSphere, events, motion, times);
  EventFinder one(kSphere, events);
  std::vector<Crossing> found;
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    EventFinder other(kSphere, events);
    other.restore(one.memory());
    other.watch(motion, times[i], motion.at(times[i]), times[i + 1], motion.at(times[i + 1]), NoTorque{}, found);
    one = other;
  }
  EXPECT_EQ(found, whole);
  EXPECT_EQ(found.size(), 2u);
  EXPECT_THROW(one.restore({}), InvalidInput);
}
TEST(Events, that_cannot_be_are_refused_with_the_key) {
  const Inertia asymmetric = Inertia::principal(1, 2, 2.5), top = Inertia::principal(1, 1, 1.5);
  const auto key_of = [](const Event& event, const Inertia& inertia) -> std::string {
    try {
      EventFunction(event, inertia);
    } catch (const KeyFault& fault) {
      EXPECT_GT(std::string(fault.what()).size(), 20u);
      return fault.key;
    }
    return "none";
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(key_of(cone({1, 0, 0}, {0, 0, 1}, 1), top), "none");
  EXPECT_EQ(key_of(cone({0, 0, 0}, {0, 0, 1}, 1), top), "body_axis");
  EXPECT_EQ(key_of(plane({1, 0, 0}, {0, -0.0, 0}), top), "space_axis");
  EXPECT_EQ(key_of(plane({1, nan, 0}, {0, 1, 0}), top), "body_axis");
  EXPECT_EQ(key_of(plane({1e-200, 0, 0}, {0, 1, 0}), top), "body_axis");
  for (const double angle : {0.0, -0.1, 3.15, 30.0, nan})
    EXPECT_EQ(key_of(cone({1, 0, 0}, {0, 0, 1}, angle), top), "angle") << angle;
  for (const double value : {0.0, -1.0, nan, HUGE_VAL})
    EXPECT_EQ(key_of({.kind = EventKind::speed, .value = value}, top), "value") << value;
  EXPECT_EQ(key_of(kFlip, top), "kind");
  EXPECT_EQ(key_of(kFlip, asymmetric), "none");
  EXPECT_EQ(key_of({.kind = EventKind::flip, .count = -1}, asymmetric), "count");
}

}  // namespace
}  // namespace polhode
