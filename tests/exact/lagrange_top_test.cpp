// Lagrange's top: against a Taylor series in 113 bits, double against 113 bits in every class of motion, and its limits: the
// sleeping top, the pendulum, no weight.
#include "polhode/exact/lagrange_top.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "polhode/numbers/quad.hpp"
#include "support/bodies.hpp"

namespace polhode {
namespace {

using test::Random;
constexpr double eps = 0x1p-52;

struct Case {
  double A, C, weight;
  Quaternion<double> Q;
  Vec3<double> m;

  State<double> start() const { return {Q, m}; }
  template <class T>
  LagrangeTop<T> top() const {
    return {Inertia::effective(A, A, C), T(weight), {T(0), T(0), T(1)}, convert<T>(start())};
  }
};

/// The motion by Taylor series of order 30, n being the vertical in body axes.
State<Quad> by_series(const Case& c, Quad t) {
  constexpr int order = 30;
  const Vec3<Quad> x{1 / Quad(c.A), 1 / Quad(c.A), 1 / Quad(c.C)}, force{0, 0, Quad(c.weight)};
  State<Quad> s = convert<Quad>(c.start());
  s.Q = normalized(s.Q);
  const Quad rate = norm(times(x, s.m)) + 2 * sqrt(abs(Quad(c.weight)) * x.x);
  const long steps = long(double(abs(t) * rate * Quad(2.5))) + 1;
  const Quad h = t / Quad(double(steps));
  for (long step = 0; step < steps; ++step) {
    Vec3<Quad> m[order + 1], w[order], n[order + 1];
    Quaternion<Quad> Q[order + 1];
    m[0] = s.m, Q[0] = s.Q, n[0] = rotate_back(s.Q, Vec3<Quad>{0, 0, 1});
    for (int i = 0; i < order; ++i) {
      w[i] = times(x, m[i]);
      Vec3<Quad> dm = cross(n[i], force), dn{};
      Quaternion<Quad> dQ{0, {}};
      for (int j = 0; j <= i; ++j)
        dm = dm + cross(m[j], w[i - j]), dn = dn + cross(n[j], w[i - j]),
        dQ = dQ + Q[j] * Quaternion<Quad>{0, w[i - j]};
      const Quad f = h / Quad(i + 1);
      m[i + 1] = f * dm, n[i + 1] = f * dn, Q[i + 1] = (f / 2) * dQ;
    }
    s.m = m[order], s.Q = Q[order];
    for (int i = order - 1; i >= 0; --i) s.m = s.m + m[i], s.Q = s.Q + Q[i];
  }
  return s;
}

struct Distance {
  double momentum, attitude;
  void include(const Distance& other) {  // NaN stays
    if (!(other.momentum <= momentum)) momentum = other.momentum;
    if (!(other.attitude <= attitude)) attitude = other.attitude;
  }
  Distance in(double unit) const { return {momentum / unit, attitude / unit}; }
};
/// Error of m over the momentum that the top has on its way, sqrt(m^2 + A W); of the attitude, the sign counting.
template <class A, class B>
Distance distance(const Case& c, const State<A>& a, const State<B>& b) {
  const State<Quad> x = convert<Quad>(a), y = convert<Quad>(b);
  const double size = std::sqrt(norm2(c.m) + c.A * std::fabs(c.weight));
  return {double(norm(x.m - y.m)) / size, 2 * double(sqrt(norm2(normalized(x.Q) - normalized(y.Q))))};
}

// ---- classes -----------------------------------------------------------------------------------------------------------

Quaternion<double> tilted(Random& r, double tilt) {
  const double a = r.uniform(0, 7), b = r.uniform(0, 7);
  return Quaternion<double>{std::cos(a), {0, 0, std::sin(a)}} *
         (Quaternion<double>{std::cos(tilt / 2), {std::sin(tilt / 2), 0, 0}} *
          Quaternion<double>{std::cos(b), {0, 0, std::sin(b)}});
}
Case any(Random& r) {
  Case c{r.uniform(0.5, 2), 0, r.uniform(0.5, 2), r.attitude(), {}};
  c.C = c.A * r.uniform(0.1, 2);
  c.m = {c.A * r.uniform(-1, 1), c.A * r.uniform(-1, 1), c.C * r.uniform(-2, 2)};
  return c;
}
Case upright(Random& r, double spin, double tilt) {  // spin in units of the least that makes it sleep
  Case c = any(r);
  c.Q = tilted(r, tilt);
  const double rate = std::sqrt(c.weight / c.A);
  c.m = {c.A * rate * tilt * r.uniform(-1, 1), c.A * rate * tilt * r.uniform(-1, 1), 2 * spin * c.A * rate};
  return c;
}
double power(Random& r, double from, double to) {
  return std::pow(10, r.uniform(from, to));
}
struct Class {
  const char* name;
  bool steady;  // not near the unstable sleeping top
  Case (*draft)(Random&);
};
const Class kClasses[] = {
    {"any", true, any},
    {"fast", true,
     [](Random& r) {
       Case c = any(r);
       c.m.z *= power(r, 1, 4);
       return c;
     }},
    {"weak weight", true,
     [](Random& r) {
       Case c = any(r);
       c.weight *= power(r, -12, -1);
       return c;
     }},
    {"starts with its spin alone (cusps)", true,
     [](Random& r) {
       Case c = any(r);
       c.m.x = c.m.y = 0;
       return c;
     }},
    {"spherical pendulum", true,
     [](Random& r) {
       Case c = any(r);
       c.m.z = 0;
       return c;
     }},
    {"pendulum in a plane", true,
     [](Random& r) {
       Case c = any(r);
       c.Q = Quaternion<double>{std::cos(r.uniform(0, 3)), {}};
       c.Q.v.x = std::sqrt(1 - c.Q.w * c.Q.w), c.m = {c.m.x * 2, 0, 0};
       return c;
     }},
    {"pendulum from the bottom", true,
     [](Random& r) {
       Case c = any(r);
       c.Q = {0, {1, 0, 0}}, c.m = {c.m.x * 2, c.m.y * 2, 0};
       return c;
     }},
    {"from the bottom with a spin", true,
     [](Random& r) {
       Case c = any(r);
       c.Q = {0, {0.6, 0.8, 0}};
       return c;
     }},
    {"Lz = L3, through the top", true,
     [](Random& r) {
       Case c = any(r);
       c.Q = {1, {}}, c.m.x *= 3, c.m.y *= 3;
       return c;
     }},
    {"Lz = +-L3 within 1e-12 .. 1e-2", true,
     [](Random& r) {
       Case c = any(r);
       const Vec3<double> n = rotate_back(c.Q, Vec3<double>{0, 0, 1});
       const double want = (r.next() & 1 ? c.m.z : -c.m.z) * (1 + power(r, -12, -2)),
                    along = (want - n.z * c.m.z) / (n.x * n.x + n.y * n.y);
       c.m.x = n.x * along, c.m.y = n.y * along;
       return c;
     }},
    {"regular precession within 1e-15 .. 1e-2", true,
     [](Random& r) {
       for (;;) {  // A cos(tilt) p^2 - L3' p + W = 0 with m = p n' + L3 along the axis
         Case c = any(r);
         c.m.z *= 4;
         const Vec3<double> n = rotate_back(c.Q, Vec3<double>{0, 0, 1});
         const double a = c.A * n.z, disc = c.m.z * c.m.z - 4 * a * c.weight;
         if (disc < 0.1) continue;
         const double p = 2 * c.weight / (c.m.z + std::copysign(std::sqrt(disc), c.m.z)) * (1 + power(r, -15, -2));
         c.m.x = c.A * p * n.x, c.m.y = c.A * p * n.y;
         return c;
       }
     }},
    {"sleeping but for a tilt of 1e-12 .. 1e-1", true,
     [](Random& r) { return upright(r, r.uniform(1.1, 5), power(r, -12, -1)); }},
    {"hanging but for a tilt of 1e-12 .. 1e-1", true,
     [](Random& r) {
       Case c = upright(r, r.uniform(-3, 3), power(r, -12, -1));
       c.Q = c.Q * Quaternion<double>{0, {1, 0, 0}};
       return c;
     }},
    {"moments 1e-6 .. 1, scales 1e-30 .. 1e30", true,
     [](Random& r) {
       Case c = any(r);
       const double moment = power(r, -30, 30), rate = power(r, -15, 15);
       c.C *= power(r, -6, 0), c.m.z *= c.C / c.A;
       c.A *= moment, c.C *= moment, c.m = moment * rate * c.m, c.weight *= moment * rate * rate;
       return c;
     }},
    {"upright, too slow to sleep, tilt 1e-8 .. 1e-1", false,
     [](Random& r) { return upright(r, r.uniform(0, 0.9), power(r, -8, -1)); }},
    {"from the bottom to the top, to rounding", false,
     [](Random& r) {
       Case c = any(r);
       c.Q = {0, {1, 0, 0}}, c.m = {2 * std::sqrt(c.A * c.weight), 0, 0};
       return c;
     }},
};

double period_of(const Case& c, double period) {
  const double turn =
      2 * M_PI / (norm(Vec3<double>{c.m.x / c.A, c.m.y / c.A, c.m.z / c.C}) + std::sqrt(c.weight / c.A));
  return std::min(period, 10 * turn);
}

TEST(LagrangeTop, IsTheMotionThatASeriesIn113BitsGives) {
  for (const Class& kind : kClasses) {
    Random random(3);
    Distance worst{0, 0};
    for (int i = 0; i < 4; ++i) {
      const Case c = kind.draft(random);
      const LagrangeTop<Quad> top = c.top<Quad>();
      const double t = random.uniform(-1, 1) * period_of(c, double(top.period()));
      worst.include(distance(c, top.at(Quad(t)), by_series(c, Quad(t))));
    }
    std::printf("%-48s formula against series: m %.1e Q %.1e\n", kind.name, worst.momentum, worst.attitude);
    EXPECT_LT(worst.momentum, kind.steady ? 1e-29 : 1e-18) << kind.name;
    EXPECT_LT(worst.attitude, kind.steady ? 1e-29 : 1e-18) << kind.name;
  }
}

TEST(LagrangeTop, IsRightToAFewEpsAlsoAMillionPeriodsLater) {
  std::printf("| %-45s | periods | tops | m error/eps | Q error/eps |\n|---|---|---|---|---|\n", "class");
  for (const Class& kind : kClasses)
    for (const double periods : {1.0, 100.0, 1e6}) {
      Random random(2024);
      Distance worst{0, 0};
      constexpr int tops = 500;
      for (int i = 0; i < tops; ++i) {
        const Case c = kind.draft(random);
        const LagrangeTop<Quad> top = c.top<Quad>();
        const double t = random.uniform(-1, 1) * periods * period_of(c, double(top.period()));
        worst.include(distance(c, c.top<double>().at(t), top.at(Quad(t))).in(eps));
      }
      std::printf("| %-45s | %g | %d | %.1f | %.1f |\n", kind.name, periods, tops, worst.momentum, worst.attitude);
      if (kind.steady) {
        EXPECT_LT(worst.momentum, 12) << kind.name;  // measured 7.2
        EXPECT_LT(worst.attitude, 12) << kind.name;  // measured 7.6
      }
    }
}

TEST(LagrangeTop, IsRightUpToItsTimeLimit) {
  for (const Class& kind : kClasses) {
    if (!kind.steady) continue;
    Random random(45);
    Distance worst{0, 0};
    for (int i = 0; i < 60; ++i) {
      const Case c = kind.draft(random);
      const LagrangeTop<double> top = c.top<double>();
      const double t = random.uniform(-1, 1) * top.time_limit();
      worst.include(distance(c, top.at(t), c.top<Quad>().at(Quad(t))).in(eps));
    }
    EXPECT_LT(worst.momentum, 12) << kind.name;
    EXPECT_LT(worst.attitude, 12) << kind.name;
  }
}

// ---- limits ------------------------------------------------------------------------------------------------------------

bool same(const State<double>& a, const State<double>& b) {
  return a.Q.w == b.Q.w && a.Q.v.x == b.Q.v.x && a.Q.v.y == b.Q.v.y && a.Q.v.z == b.Q.v.z && a.m.x == b.m.x &&
         a.m.y == b.m.y && a.m.z == b.m.z;
}

TEST(LagrangeTop, WithoutAWeightIsFreeMotionToTheBit) {
  Random random(6);
  for (int i = 0; i < 20; ++i) {
    Case c = any(random);
    c.weight = 0;
    EXPECT_TRUE(
        same(c.top<double>().at(7.5), FreeMotion<double>(Inertia::effective(c.A, c.A, c.C), c.start()).at(7.5)));
    c.weight = 1e-40;  // not felt within 2^45 turns
    EXPECT_TRUE(
        same(c.top<double>().at(7.5), FreeMotion<double>(Inertia::effective(c.A, c.A, c.C), c.start()).at(7.5)));
    // A little of it makes little difference.
    c.weight = 1e-14;
    const Distance d =
        distance(c, c.top<double>().at(7.5), FreeMotion<double>(Inertia::effective(c.A, c.A, c.C), c.start()).at(7.5));
    EXPECT_LT(std::max(d.momentum, d.attitude), 1e-11);
  }
}

TEST(LagrangeTop, SleepsUprightAndHangsExactly) {
  for (const double spin : {0.0, 0.3, 5.0})  // stable or not
    for (const Quaternion<double>& Q : {Quaternion<double>{1, {}}, Quaternion<double>{0, {1, 0, 0}}}) {
      const LagrangeTop<double> top(Inertia::principal(1, 1, 0.5), 9.81, {0, 0, 0.2}, {Q, {0, 0, spin}});
      const State<double> s = top.at(100);
      EXPECT_LT(norm(s.m - Vec3<double>{0, 0, spin}), 1e-15);
      const double angle = 0.5 * 100 * spin / 0.5;
      EXPECT_LT(norm2(s.Q - Q * Quaternion<double>{std::cos(angle), {0, 0, std::sin(angle)}}), 1e-28);
    }
}

TEST(LagrangeTop, IsThePendulumOfTheTextbooks) {
  // From rest at the angle a from below: sin(angle/2) = k cd(w0 t), k = sin(a/2); a quarter period K/w0.
  const double A = 2, weight = 3, w0 = std::sqrt(weight / A), a = 2.1, k = std::sin(a / 2);
  const double tilt = M_PI - a;
  const Case c{A, 0.7, weight, {std::cos(tilt / 2), {std::sin(tilt / 2), 0, 0}}, {}};
  const double K = elliptic_k(std::cos(a / 2));
  const LagrangeTop<double> top = c.top<double>();
  EXPECT_NEAR(top.period(), 2 * K / w0, 4e-15 * K);  // of the tilt: half of a swing and back
  const State<double> bottom = top.at(K / w0), back = top.at(4 * K / w0);
  EXPECT_NEAR(rotate(bottom.Q, Vec3<double>{0, 0, 1}).z, -1, 1e-15);
  EXPECT_NEAR(norm(bottom.m), 2 * A * w0 * k, 2e-14);
  EXPECT_LT(attitude_distance(back.Q, c.Q), 2e-14);
}

TEST(LagrangeTop, StartsAtTheStartKeepsWhatIsKeptAndHasTheSameBitsInLanes) {
  double worst = 0, drift = 0;
  for (const Class& kind : kClasses) {
    Random random(12);
    for (int i = 0; i < 20; ++i) {
      const Case c = kind.draft(random);
      const LagrangeTop<double> top = c.top<double>();
      const Distance d = distance(c, top.at(0), c.start());
      worst = std::max({worst, d.momentum, d.attitude});
      const double period = period_of(c, top.period());
      const auto energy = [&](const State<double>& s) {
        return 0.5 * ((s.m.x * s.m.x + s.m.y * s.m.y) / c.A + s.m.z * s.m.z / c.C) +
               c.weight * (2 * (s.Q.w * s.Q.w + s.Q.v.z * s.Q.v.z) - 1);
      };
      const auto vertical = [](const State<double>& s) { return rotate(s.Q, s.m).z; };
      const double scale = std::fabs(energy(c.start())) + c.weight, size = norm(c.m) + std::sqrt(c.A * c.weight);
      State<double> last = top.at(0);
      for (int k = 1; k <= 300; ++k) {
        const State<double> s = top.at(0.01 * k * period);
        drift = std::max({drift, std::fabs(energy(s) - energy(c.start())) / scale,
                          std::fabs(vertical(s) - vertical(c.start())) / size, std::fabs(norm2(s.Q) - 1)});
        if (k < 3) {
          ASSERT_LT(std::sqrt(norm2(s.Q - last.Q)), 0.6) << kind.name;
        }
        last = s;
      }
      Pack<double, 8> times;
      for (int l = 0; l < 8; ++l) set_lane(times, l, random.uniform(-1, 1) * period * (l % 2 ? 1 : 1e5));
      const State<Pack<double, 8>> all = top.at(times);
      for (int l = 0; l < 8; ++l) EXPECT_TRUE(same(lane(all, l), top.at(lane(times, l)))) << kind.name;
    }
  }
  EXPECT_LT(worst, 5e-15);
  EXPECT_LT(drift, 1e-14);
  std::printf("at the start %.1e, kept to %.1e\n", worst, drift);
}

TEST(LagrangeTop, TakesAnyBodyAxesAndAWeightThatPullsUpwards) {
  Random random(9);
  for (int i = 0; i < 30; ++i) {
    const Case c = any(random);
    const State<double> want = c.top<double>().at(2.5);
    const Quaternion<double> turn = random.attitude();
    const Mat3<double> matrix = to_matrix(turn);
    const Inertia inertia = Inertia::effective(c.A, c.A, c.C);
    // The axis along another axis of the body, and upside down
    const Quaternion<double> over{0, {1, 0, 0}}, cyclic{0.5, {0.5, 0.5, 0.5}};
    const auto compare = [&](const Inertia& body, const Quaternion<double>& by, const State<double>& s) {
      (void)body;
      EXPECT_LT(attitude_distance(s.Q * by, want.Q), 1e-13);
      EXPECT_LT(norm(rotate_back(by, s.m) - want.m), 1e-13 * (1 + norm(c.m)));
    };
    compare(inertia, over,
            LagrangeTop<double>(inertia, -c.weight, {0, 0, 1}, {c.Q * conj(over), rotate(over, c.m)}).at(2.5));
    compare(inertia, cyclic,
            LagrangeTop<double>(Inertia::effective(c.C, c.A, c.A), 2 * c.weight, {0.5, 0, 0},
                                {c.Q * conj(cyclic), rotate(cyclic, c.m)})
                .at(2.5));
    if (c.C < 2 * c.A) {
      const Inertia turned = Inertia::tensor(matrix * Mat3<double>::diagonal({c.A, c.A, c.C}) * transpose(matrix));
      compare(turned, turn,
              LagrangeTop<double>(turned, c.weight, rotate(turn, Vec3<double>{0, 0, 1}),
                                  {c.Q * conj(turn), rotate(turn, c.m)})
                  .at(2.5));
    }
  }
  // A sphere has its axis wherever the arm points.
  const LagrangeTop<double> ball(Inertia::principal(2, 2, 2), 1, {0.3, 0.4, 0}, {{}, {0.1, 0.2, 0.3}});
  EXPECT_NEAR(norm(ball.at(0).m - Vec3<double>{0.1, 0.2, 0.3}), 0, 1e-15);
}

TEST(LagrangeTop, RefusesWhatIsNotLagrangesTop) {
  const auto message = [](const Inertia& inertia, double weight, const Vec3<double>& arm,
                          const State<double>& s) -> std::string {
    try {
      LagrangeTop<double>(inertia, weight, arm, s);
    } catch (const InvalidInput& e) {
      return e.what();
    }
    return "taken";
  };
  const Inertia symmetric = Inertia::principal(2, 2, 1);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const State<double> start{{}, {1, 0, 1}};
  EXPECT_NE(message(symmetric, 1, {0.1, 0, 1}, start)
                .find("arm (0.1, 0, 1) and principal moments (2, 2, 1): two moments must be equal"),
            std::string::npos);
  EXPECT_NE(message(Inertia::principal(2, 2.1, 1), 1, {0, 0, 1}, start).find("two moments must be equal"),
            std::string::npos);
  EXPECT_NE(message(symmetric, nan, {0, 0, 1}, start).find("top: weight nan must be finite"), std::string::npos);
  EXPECT_NE(message(symmetric, 1, {0, nan, 1}, start).find("top: arm (0, nan, 1) must be finite"), std::string::npos);
  EXPECT_NE(message(symmetric, 1e200, {0, 0, 1}, start).find("between 1e-150 and 1e150"), std::string::npos);
  EXPECT_NE(message(symmetric, 1, {0, 0, 1}, {{}, {nan, 0, 0}}).find("state: momentum"), std::string::npos);
  EXPECT_EQ(message(symmetric, 1, {0, 0, 1}, start), "taken");
  const State<double> never = LagrangeTop<double>(symmetric, 1, {0, 0, 1}, start).at(nan);
  EXPECT_FALSE(is_finite(norm2(never.m)));
  EXPECT_FALSE(is_finite(norm2(never.Q)));
}

}  // namespace
}  // namespace polhode
