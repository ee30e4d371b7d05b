// tumbling: periods, rates, tilts and flips against the motion itself, in every class and at every scale
#include "polhode/exact/tumbling.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include <gtest/gtest.h>

#include "polhode/body/invariants.hpp"
#include "polhode/exact/free_motion.hpp"
#include "polhode/exact/jacobi_reference.hpp"
#include "polhode/numbers/quad.hpp"
#include "support/bodies.hpp"

namespace polhode {
namespace {

constexpr double eps = 0x1p-52, pi = 3.14159265358979323846;

Tumbling<double> tumbling(const Vec3<double>& I, const Vec3<double>& m) {
  return {Principal<double>(I), PrincipalState<double>{{}, m}};
}

TEST(Tumbling, KnownPeriodOfKryslAndEndres) {
  const Vec3<double> I{0.9144, 1.098, 1.66}, w{0.45549, 0.82623, 0.03476};
  const Tumbling<double> t = tumbling(I, times(I, w));
  EXPECT_NEAR(t.period(), 34.8440987688787, 1e-13);  // measured 7e-15
  EXPECT_EQ(t.motion(), Motion::least);
  EXPECT_EQ(t.axis(), 0);
  EXPECT_EQ(t.side(), 1);
}

TEST(Tumbling, FiveFlipsOfTheTennisRacket) {
  const Vec3<double> I{0.6, 0.8, 1}, m = times(I, Vec3<double>{0.01, 3, 0.01});
  const Tumbling<double> t = tumbling(I, m);
  EXPECT_EQ(t.flips(0, 100), 5);
  EXPECT_EQ(t.middle_axis(), 1);
  const std::vector<double> times = t.flip_times(0, 100);
  ASSERT_EQ(times.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    const PrincipalState<Quad> s =
        jacobi_reference(Principal<Quad>(convert<Quad>(I)), PrincipalState<Quad>{{}, convert<Quad>(m)}, Quad(times[i]));
    EXPECT_LT(std::fabs(double(s.m.y)), 1e-13);  // measured 8e-15
    if (i > 0) {
      EXPECT_NEAR(times[i] - times[i - 1], 0.5 * t.period(), 1e-13);  // measured 1.4e-14
    }
  }
}

TEST(Tumbling, MomentumRepeatsAfterAPeriodAndTheBodyHasTurnedAboutL) {
  test::Random random(1);
  double repeat = 0, turn = 0, period = 0, precession = 0, tilt = 0;
  for (int i = 0; i < 300; ++i) {
    const Vec3<double> I = random.moments();
    const PrincipalState<double> start{random.attitude(), random.vector()};
    const Principal<Quad> body(convert<Quad>(I));
    const PrincipalState<Quad> s = convert<Quad>(start);
    const Tumbling<Quad> t(body, s);
    const PrincipalState<Quad> end = jacobi_reference(body, s, t.period());
    repeat = std::max(repeat, double(relative_distance(end.m, s.m)));
    const Vec3<Quad> L = rotate(normalized(s.Q), s.m);
    const Vec3<Quad> v = (t.period() * t.precession_rate() / norm(L)) * L;
    turn = std::max(turn, double(attitude_distance(end.Q, to_quaternion(exp(v)) * s.Q)));
    const Tumbling<double> d(Principal<double>(I), start);
    period = std::max(period, double(relative_error(Quad(d.period()), t.period())));
    precession = std::max(precession, double(relative_error(Quad(d.precession_rate()), t.precession_rate())));
    tilt = std::max({tilt, std::fabs(double(Quad(d.least_tilt()) - t.least_tilt())),
                     std::fabs(double(Quad(d.greatest_tilt()) - t.greatest_tilt()))});
    EXPECT_EQ(d.motion(), t.motion());
    EXPECT_EQ(d.spin_rate(), -d.circulation_rate());
    EXPECT_NEAR(d.circulation_rate() * d.period(), d.motion() == Motion::least ? -2 * pi : 2 * pi, 1e-14);
  }
  std::printf("repeat %.1e, turn %.1e; in double: period %.1f eps, precession %.1f eps, tilt %.1f eps\n", repeat, turn,
              period / eps, precession / eps, tilt / eps);
  EXPECT_LT(repeat, 1e-30);
  EXPECT_LT(turn, 1e-30);
  EXPECT_LT(period, 30 * eps);
  EXPECT_LT(precession, 30 * eps);
  EXPECT_LT(tilt, 10 * eps);
}

TEST(Tumbling, PrecessionRateIsTheMeanOfTheRateOfTheAxis) {
  // The axis goes around L at G (2T - x3 m3^2)/(G^2 - m3^2). Its mean over a period by the trapezoidal rule, which
  // converges like exp(-n x), x > 0: no turn can be lost, as it could from the attitude after a period.
  test::Random random(2);
  double worst = 0;
  int tried = 0;
  for (int i = 0; i < 300; ++i) {
    const Vec3<double> I = random.moments(), m = random.vector();
    const Principal<double> body(I);
    const Tumbling<double> t(body, PrincipalState<double>{{}, m});
    if (t.greatest_tilt() > 1.4 || t.least_tilt() < 0.02) continue;
    ++tried;
    const PrincipalMotion<double> motion(body, PrincipalState<double>{{}, m});
    const int n = 6000;
    double sum = 0;
    for (int k = 0; k < n; ++k) {
      const Vec3<double> now = motion.momentum(t.period() * k / n).v;
      const int a = t.axis(), b = (a + 1) % 3, c = (a + 2) % 3;
      sum += (now[b] * now[b] / I[b] + now[c] * now[c] / I[c]) / (now[b] * now[b] + now[c] * now[c]);
    }
    worst = std::max(worst, std::fabs(norm(m) * sum / n / t.precession_rate() - 1));
  }
  EXPECT_GT(tried, 150);
  EXPECT_LT(worst, 1e-13);  // measured 6.2e-15
}

TEST(Tumbling, FlipsAgreeWithDenseSampling) {
  test::Random random(3);
  double zero = 0, tilt = 0;
  for (int i = 0; i < 3000; ++i) {
    const Vec3<double> I = random.moments();
    Vec3<double> m = random.vector();
    if (i % 3 == 1) m = {1e-3 * m.x, 1, 1e-3 * m.z};  // near each axis, the middle one among them
    const Principal<double> body(I);
    const PrincipalState<double> start{{}, m};
    const Tumbling<double> t(body, start);
    const PrincipalMotion<double> motion(body, start);
    const int mid = t.middle_axis(), a = t.axis(), b = (a + 1) % 3, c = (a + 2) % 3, n = 1500;
    const double from = random.uniform(-3, 0) * t.period(), to = random.uniform(0, 3) * t.period();
    const double fastest = norm(m) / std::min({I.x, I.y, I.z});
    int changes = 0;
    double least = 9, greatest = 0;
    bool before = motion.momentum(from).v[mid] < 0;
    for (int k = 1; k <= n; ++k) {
      const Vec3<double> now = motion.momentum(from + (to - from) * k / n).v;
      const bool negative = now[mid] < 0;
      changes += negative != before;
      before = negative;
      const double angle = std::atan2(std::hypot(now[b], now[c]), t.side() * now[a]);
      least = std::min(least, angle), greatest = std::max(greatest, angle);
    }
    ASSERT_EQ(t.flips(from, to), changes) << i;
    const std::vector<double> times = t.flip_times(from, to);
    ASSERT_EQ(int(times.size()), changes);
    for (const double time : times)
      zero = std::max(zero, std::fabs(motion.momentum(time).v[mid]) / norm(m) / (1 + fastest * std::fabs(time)));
    // sampling sees no more than the bounds, and (over a whole period) comes near to them
    EXPECT_GE(least, t.least_tilt() - 1e-14) << i;
    EXPECT_LE(greatest, t.greatest_tilt() + 1e-14) << i;
    if (to - from > t.period() && i % 3 != 1)
      tilt = std::max({tilt, least - t.least_tilt(), t.greatest_tilt() - greatest});
  }
  std::printf("momentum at the flips %.1f eps (1 + w t), tilts within %.1e of sampling\n", zero / eps, tilt);
  EXPECT_LT(zero, 4 * eps);
  EXPECT_LT(tilt, 1e-3);
}

TEST(Tumbling, FlipsOfAdjoiningIntervalsAddUp) {
  test::Random random(4);
  for (int i = 0; i < 2000; ++i) {
    const Tumbling<double> t = tumbling(random.moments(), random.vector());
    const double a = random.uniform(-50, 0) * t.period(), c = random.uniform(0, 50) * t.period();
    // the hardest place to cut: a flip itself
    const std::vector<double> times = t.flip_times(a, c);
    const double b = i % 2 == 0 || times.empty() ? random.uniform(a, c) : times[times.size() / 2];
    EXPECT_EQ(t.flips(a, b) + t.flips(b, c), t.flips(a, c));
    EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
    EXPECT_EQ(t.flips(a, a), 0);
    EXPECT_EQ(t.flips(c, a), 0);
    EXPECT_EQ((long long)(times.size()), t.flips(a, c));
    // a million periods in constant time: two flips each
    EXPECT_EQ(t.flips(a, a + 1e6 * t.period()) / 4, 500000);
  }
}

TEST(Tumbling, AFlipAtTheStartBelongsToTheIntervalThatBeginsThere) {
  for (const double sign : {1.0, -1.0}) {
    const Tumbling<double> t = tumbling({1, 2, 2.5}, {sign, 0, 0.3});
    ASSERT_EQ(t.flips(0, 1e-9), 1);
    EXPECT_EQ(t.flip_times(0, 1e-9)[0], 0);
    EXPECT_EQ(t.flips(-1e-9, 0), 0);
  }
}

TEST(Tumbling, EveryClass) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Tumbling<double> rest = tumbling({1, 2, 2.5}, {0, 0, 0});
  EXPECT_EQ(rest.motion(), Motion::rest);
  EXPECT_EQ(rest.period() + rest.precession_rate() + rest.circulation_rate() + rest.greatest_tilt(), 0);
  EXPECT_EQ(rest.flips(0, 1e9), 0);

  const Tumbling<double> sphere = tumbling({2, 2, 2}, {0.3, -0.4, 1.2});
  EXPECT_EQ(sphere.motion(), Motion::sphere);
  EXPECT_NEAR(sphere.precession_rate(), 0.65, 1e-15);
  EXPECT_EQ(sphere.period(), 0);
  EXPECT_EQ(sphere.flips(0, 1e9), 0);

  for (int i = 0; i < 3; ++i)
    for (const double sign : {1.0, -1.0}) {
      Vec3<double> m{};
      const Vec3<double> I{2.5, 1, 2};
      m[i] = sign * 3;
      const Tumbling<double> steady = tumbling(I, m);
      EXPECT_EQ(steady.motion(), Motion::steady);
      EXPECT_EQ(steady.axis(), i);
      EXPECT_EQ(steady.side(), int(sign));
      EXPECT_NEAR(steady.precession_rate(), 3 / I[i], 1e-15);
      EXPECT_EQ(steady.flips(-1e9, 1e9), 0);
      EXPECT_EQ(steady.greatest_tilt(), 0);
    }
  EXPECT_EQ(tumbling({1, 1, 1.7}, {3, 4, 0}).motion(), Motion::steady);  // across the axis of symmetry
  EXPECT_EQ(tumbling({1, 1.7, 1.7}, {0, 3, 4}).motion(), Motion::steady);

  // Symmetric: precession G/I1, spin m3 (1/I3 - 1/I1), constant nutation.
  for (const double I3 : {0.4, 1.7})
    for (int i = 0; i < 3; ++i) {
      Vec3<double> I{1, 1, 1}, m{0.3, 0.3, 0.3};
      I[i] = I3, m[i] = -0.8;
      const Tumbling<double> t = tumbling(I, m);
      EXPECT_EQ(t.motion(), Motion::symmetric);
      EXPECT_EQ(t.axis(), i);
      EXPECT_EQ(t.side(), -1);
      EXPECT_EQ(t.middle_axis(), -1);
      EXPECT_NEAR(t.precession_rate(), norm(m), 1e-15);
      EXPECT_NEAR(t.spin_rate(), 0.8 * (1 / I3 - 1), 2e-15);
      EXPECT_NEAR(t.period(), 2 * pi / (0.8 * std::fabs(1 / I3 - 1)), 1e-13);
      EXPECT_NEAR(t.least_tilt(), std::atan2(0.3 * std::sqrt(2.0), 0.8), 1e-15);
      EXPECT_NEAR(t.greatest_tilt(), t.least_tilt(), 1e-15);
      EXPECT_EQ(t.flips(0, 1e9), 0);
    }

  EXPECT_EQ(tumbling({1, 2, 2.5}, {1, 0.1, 0.1}).motion(), Motion::least);
  EXPECT_EQ(tumbling({1, 2, 2.5}, {0.1, 0.1, -1}).motion(), Motion::greatest);
  EXPECT_EQ(tumbling({2.5, 2, 1}, {0.1, 0.1, -1}).motion(), Motion::least);
  EXPECT_EQ(tumbling({2.5, 2, 1}, {0.1, 0.1, -1}).axis(), 2);
  EXPECT_EQ(tumbling({2.5, 2, 1}, {0.1, 0.1, -1}).side(), -1);

  // Separatrix, exactly: I = (2, 3, 6) and m1 = +-m3. m2 goes from -G to G once.
  for (const double sign : {1.0, -1.0}) {
    const Vec3<double> I{2, 3, 6}, m{1, -0.3, sign};
    const Tumbling<double> t = tumbling(I, m);
    EXPECT_EQ(t.motion(), Motion::separatrix);
    EXPECT_EQ(t.period(), infinity);
    EXPECT_EQ(t.circulation_rate(), 0);
    EXPECT_NEAR(t.greatest_tilt(), pi / 2, 1e-15);
    EXPECT_NEAR(t.precession_rate(), norm(m) / 3, 1e-15);
    ASSERT_EQ(t.flips(-1e6, 1e6), 1);
    const double time = t.flip_times(-1e6, 1e6)[0];
    EXPECT_GT(std::fabs(time), 0.1);
    EXPECT_LT(
        std::fabs(PrincipalMotion<double>(Principal<double>(I), PrincipalState<double>{{}, m}).momentum(time).v.y),
        1e-15);
    EXPECT_EQ(t.flips(time + 0.01, 1e6) + t.flips(-1e6, time - 0.01), 0);
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(tumbling({1, 2, 2.5}, {1, nan, 1}).flips(0, 1), 0);
  EXPECT_TRUE(std::isnan(tumbling({1, 2, 2.5}, {1, nan, 1}).period()));
}

TEST(Tumbling, NearTheSeparatrixThePeriodGrowsLikeALogarithm) {
  // m1 = m3 (1 + x): the period grows by log 10 times 4/lambda for x -> x/100, and the momentum repeats all the same.
  double before = 0, growth = 0;
  for (const double x : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    const Vec3<double> I{2, 3, 6}, m{1 + x, 0.5, 1};
    const Principal<Quad> body(convert<Quad>(I));
    const PrincipalState<Quad> start{{}, convert<Quad>(m)};
    const Tumbling<double> t = tumbling(I, m);
    const Tumbling<Quad> precise(body, start);
    EXPECT_EQ(t.motion(), Motion::least);
    EXPECT_LT(double(relative_error(Quad(t.period()), precise.period())), 10 * eps);  // measured 1.7 eps
    EXPECT_LT(double(relative_error(Quad(t.precession_rate()), precise.precession_rate())), 10 * eps);
    EXPECT_LT(double(relative_distance(jacobi_reference(body, start, precise.period()).m, start.m)), 1e-30 / x);
    if (growth > 0) {
      EXPECT_NEAR((t.period() - before) / growth, 1, 1e-3);
    }
    if (before > 0) growth = t.period() - before;
    before = t.period();
  }
}

TEST(Tumbling, UnitsDoNotMatter) {
  test::Random random(5);
  for (int i = 0; i < 200; ++i) {
    const Vec3<double> I = random.moments(), m = random.vector();
    const Tumbling<double> t = tumbling(I, m);
    for (const double mass : {1e-30, 1e30, 1e-99, 1e99})
      for (const double speed : {1e-30, 1e30}) {
        if (mass * speed < 1e-100 || mass * speed > 1e100) continue;
        const Tumbling<double> scaled = tumbling(mass * I, mass * speed * m);
        EXPECT_EQ(scaled.motion(), t.motion());
        EXPECT_NEAR(scaled.period() * speed / t.period(), 1, 1e-13);  // the scaled numbers are rounded
        EXPECT_NEAR(scaled.precession_rate() / speed / t.precession_rate(), 1, 1e-13);
        EXPECT_NEAR(scaled.greatest_tilt(), t.greatest_tilt(), 1e-12);
        EXPECT_EQ(scaled.flips(0, 10.3 * scaled.period()), t.flips(0, 10.3 * t.period()));
      }
  }
}

TEST(Tumbling, TakesBodyAxes) {
  const double c = std::cos(0.3), s = std::sin(0.3);
  // principal moments 1, 2, 2.5, turned by 0.3 about the third axis
  const Inertia tilted = Inertia::tensor({{c * c + 2 * s * s, -c * s, 0}, {-c * s, s * s + 2 * c * c, 0}, {0, 0, 2.5}});
  const Vec3<double> m{0.4, 0.2, 1};
  const Tumbling<double> a(tilted, State<double>{{}, {c * m.x - s * m.y, s * m.x + c * m.y, m.z}});
  const Tumbling<double> b(Inertia::principal(1, 2, 2.5), State<double>{{}, m});
  EXPECT_NEAR(a.period(), b.period(), 1e-12);
  EXPECT_EQ(a.motion(), b.motion());
  EXPECT_THROW(Tumbling<double>(tilted, State<double>{{}, {std::nan(""), 0, 0}}), InvalidInput);
}

}  // namespace
}  // namespace polhode
