// The exact gyrostat: against a Taylor series in 113 bits, against free bodies seen through Lorentz transformations, double
// against 113 bits in every class that is known to be hard, and the limits of scale and shape.
#include "polhode/exact/gyrostat.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "polhode/numbers/quad.hpp"
#include "support/gyrostats.hpp"

namespace polhode {
namespace {

using test::GyrostatCase;
using test::GyrostatClass;
using test::GyrostatRandom;
using test::kGyrostatClasses;

constexpr double eps = 0x1p-52;

template <class T>
GyrostatMotion<T> motion_of(const GyrostatCase& c) {
  return GyrostatMotion<T>(c.inertia(), convert<T>(c.rotor), convert<T>(c.start()));
}
/// A period of the momentum, at most ten turns of the body; a turn where the momentum does not move.
template <class T>
double period_of(const GyrostatCase& c, const GyrostatMotion<T>& motion) {
  double turn = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) turn = std::min(turn, 2 * M_PI * c.I[i] / (norm(c.m) + std::fabs(c.rotor[i])));
  const double period = double(motion.period());
  return period > 0 ? std::min(period, 10 * turn) : turn;
}

struct Distance {
  double momentum, attitude;
  void include(const Distance& other) {  // NaN stays
    if (!(other.momentum <= momentum)) momentum = other.momentum;
    if (!(other.attitude <= attitude)) attitude = other.attitude;
  }
  Distance in(double unit) const { return {momentum / unit, attitude / unit}; }
};
/// Relative error of m; angle between the attitudes, the sign of the quaternion counting.
template <class A, class B>
Distance distance(const State<A>& a, const State<B>& b) {
  const State<Quad> x = convert<Quad>(a), y = convert<Quad>(b);
  return {double(norm(x.m - y.m) / norm(y.m)), 2 * double(sqrt(norm2(normalized(x.Q) - normalized(y.Q))))};
}

TEST(Gyrostat, IsTheMotionThatASeriesIn113BitsGives) {
  for (const GyrostatClass& kind : kGyrostatClasses) {
    GyrostatRandom random(3);
    Distance worst{0, 0};
    for (int i = 0; i < 3; ++i) {
      const GyrostatCase c = kind.draft(random);
      const GyrostatMotion<Quad> motion = motion_of<Quad>(c);
      const double t = random.uniform(-1, 1) * period_of(c, motion);
      const State<Quad> want = test::gyrostat_by_series<Quad>(
          convert<Quad>(c.I), convert<Quad>(c.rotor), {normalized(convert<Quad>(c.Q)), convert<Quad>(c.m)}, Quad(t));
      worst.include(distance(motion.at(Quad(t)), want));
      const Distance in_double = distance(motion_of<double>(c).at(t), want);
      EXPECT_LT(in_double.momentum, (kind.steady() ? 6 : 20) * eps) << kind.name;
      EXPECT_LT(in_double.attitude, (kind.steady() ? 9 : 20) * eps) << kind.name;
    }
    std::printf("%-50s formula against series: m %.1e Q %.1e\n", kind.name, worst.momentum, worst.attitude);
    // Measured 1.5e-31 in regular classes, 7e-25 near rotations; those within rounding are taken for spins.
    const double most = kind.place == GyrostatClass::fixed      ? eps
                        : kind.place == GyrostatClass::anywhere ? 1e-29
                                                                : 1e-18;
    EXPECT_LT(worst.momentum, most) << kind.name;
    EXPECT_LT(worst.attitude, most) << kind.name;
  }
}

// ---- the theorem -------------------------------------------------------------------------------------------------------

/// Eigenvalues and eigenvectors (columns) of a symmetric matrix, by Jacobi's method.
void diagonalize(Quad (&A)[3][3], Quad (&V)[3][3]) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) V[i][j] = i == j;
  for (int turn = 0; turn < 60; ++turn) {
    const int p = turn % 3 == 2 ? 1 : 0, q = turn % 3 == 0 ? 1 : 2;
    if (A[p][q] == 0) continue;
    const Quad tau = (A[q][q] - A[p][p]) / (2 * A[p][q]);
    const Quad t = (tau < 0 ? Quad(-1) : Quad(1)) / (abs(tau) + sqrt(1 + tau * tau)), c = 1 / sqrt(1 + t * t),
               s = t * c;
    for (int i = 0; i < 3; ++i) {
      const Quad a = A[i][p], b = A[i][q];
      A[i][p] = c * a - s * b, A[i][q] = s * a + c * b;
    }
    for (int i = 0; i < 3; ++i) {
      const Quad a = A[p][i], b = A[q][i];
      A[p][i] = c * a - s * b, A[q][i] = s * a + c * b;
    }
    for (int i = 0; i < 3; ++i) {
      const Quad a = V[i][p], b = V[i][q];
      V[i][p] = c * a - s * b, V[i][q] = s * a + c * b;
    }
  }
}

/// A free body seen through a boost: a gyrostat whose motion is known from FreeMotion, without any integration.
TEST(Gyrostat, IsAFreeBodySeenThroughALorentzTransformation) {
  GyrostatRandom random(17);
  Distance worst{0, 0};
  for (int body = 0; body < 300; ++body) {
    // |y| = 1 is the momentum of the free body, x its inverse moments, all of them moved so that the gyrostat's are positive
    const Vec3<double> I = random.moments();
    Vec3<double> y = random.normals(), v = random.normals();
    y = y / norm(y), v = (random.uniform(0.1, 1) / norm(v)) * v;
    const Quad gamma = sqrt(1 + Quad(norm2(v))), shift = Quad(8) * gamma * gamma;
    Vec3<double> moments;
    for (int i = 0; i < 3; ++i) moments[i] = 1 / (1 / I[i] + double(shift));
    const Quad e0[4] = {v.x, v.y, v.z, gamma};
    // The boost, its inverse, and the energy B = L^-T diag(x, -c) L^-1 with c = x y^2, so that B vanishes on the motion
    Quad L[4][4], inverse[4][4], B[4][4];
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        L[i][j] = i == 3 ? e0[j] : j == 3 ? e0[i] : (i == j) + e0[i] * e0[j] / (1 + gamma);
        inverse[i][j] = (i == 3) != (j == 3) ? -L[i][j] : L[i][j];
      }
    Quad x[4] = {1 / Quad(moments.x), 1 / Quad(moments.y), 1 / Quad(moments.z), 0}, length = 0;
    for (int i = 0; i < 3; ++i) length += Quad(y[i]) * y[i];
    for (int i = 0; i < 3; ++i) x[3] -= x[i] * Quad(y[i]) * y[i] / length;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        B[i][j] = 0;
        for (int k = 0; k < 4; ++k) B[i][j] += inverse[k][i] * x[k] * inverse[k][j];
      }
    Quad X[3][3], V[3][3];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) X[i][j] = B[i][j];
    diagonalize(X, V);
    ASSERT_TRUE(X[0][0] > 0 && X[1][1] > 0 && X[2][2] > 0);
    Mat3<Quad> axes;
    const Quad det = V[0][0] * (V[1][1] * V[2][2] - V[1][2] * V[2][1]) -
                     V[0][1] * (V[1][0] * V[2][2] - V[1][2] * V[2][0]) +
                     V[0][2] * (V[1][0] * V[2][1] - V[1][1] * V[2][0]);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) axes[i][j] = det < 0 ? -V[i][j] : V[i][j];
    const Quaternion<Quad> frame = from_matrix(axes);  // principal axes of the gyrostat -> those of the boost

    // Spinors: the free body from an attitude that takes y to e3
    const double half = 0.5 * std::acos(y.z), across = std::hypot(y.x, y.y);
    const Quaternion<double> Q0{std::cos(half), {std::sin(half) * y.y / across, -std::sin(half) * y.x / across, 0}};
    const PrincipalMotion<double> free(Principal<double>(moments), PrincipalState<double>{Q0, y});
    const auto seen = [&](const PrincipalState<Quad>& s) {
      const Quad ar = s.Q.w, ai = s.Q.v.z, br = s.Q.v.x, bi = s.Q.v.y, one = 1 + gamma;
      // (1 + P) (a, b), P = [[g + v3, v2 + i v1], [v2 - i v1, g - v3]]
      const Quad Ar = (one + e0[2]) * ar + e0[1] * br - e0[0] * bi, Ai = (one + e0[2]) * ai + e0[1] * bi + e0[0] * br;
      const Quad Br = (one - e0[2]) * br + e0[1] * ar + e0[0] * ai, Bi = (one - e0[2]) * bi + e0[1] * ai - e0[0] * ar;
      const Quaternion<Quad> p = normalized(Quaternion<Quad>{Ar, {Br, Bi, Ai}});
      Quad m4[4];
      const Quad y4[4] = {s.m.x, s.m.y, s.m.z, 1};
      for (int i = 0; i < 4; ++i) {
        m4[i] = 0;
        for (int j = 0; j < 4; ++j) m4[i] += L[i][j] * y4[j];
      }
      const Vec3<Quad> m{m4[0] / m4[3], m4[1] / m4[3], m4[2] / m4[3]};
      return State<Quad>{p * frame, rotate_back(frame, m)};
    };
    const State<Quad> start = seen({convert<Quad>(Q0), convert<Quad>(y)});
    const Vec3<Quad> g = rotate_back(frame, Vec3<Quad>{-B[0][3], -B[1][3], -B[2][3]});
    GyrostatCase c{{double(1 / X[0][0]), double(1 / X[1][1]), double(1 / X[2][2])},
                   {},
                   convert<double>(start.m),
                   convert<double>(start.Q)};
    for (int i = 0; i < 3; ++i) c.rotor[i] = double(g[i] / X[i][i]);
    const GyrostatMotion<double> motion = motion_of<double>(c);
    for (const double t : {-3.0, 0.4, 5.0}) {
      const State<Quad> want = seen(convert<Quad>(free.at(t)));
      const double turned = 1 + std::fabs(t) * double(X[0][0] + X[1][1] + X[2][2]);
      worst.include(distance(motion.at(t), want).in(eps * turned));
    }
  }
  std::printf("seen through a boost: m %.2f Q %.2f eps (1 + w t)\n", worst.momentum, worst.attitude);
  EXPECT_LT(worst.momentum, 8);
  EXPECT_LT(worst.attitude, 8);
}

// ---- the table ---------------------------------------------------------------------------------------------------------

TEST(Gyrostat, IsRightToAFewEpsInEveryClass) {
  std::printf("| %-48s | bodies | m error/eps | Q error/eps |\n|---|---|---|---|\n", "class, one period");
  for (const GyrostatClass& kind : kGyrostatClasses) {
    GyrostatRandom random(2024);
    Distance worst{0, 0};
    constexpr int bodies = 6700;  // 15 steady classes: 1e5
    for (int i = 0; i < (kind.steady() ? bodies : bodies / 10); ++i) {
      const GyrostatCase c = kind.draft(random);
      const GyrostatMotion<Quad> motion = motion_of<Quad>(c);
      const double t = random.uniform(-1, 1) * period_of(c, motion);
      const Distance d = distance(motion_of<double>(c).at(t), motion.at(Quad(t))).in(eps);
      worst.include(d);
      if (kind.steady() && !(std::max(d.momentum, d.attitude) < 12))
        ADD_FAILURE() << kind.name << " " << i << ": m " << d.momentum << " Q " << d.attitude << " eps";
    }
    std::printf("| %-48s | %d | %.1f | %.1f |\n", kind.name, kind.steady() ? bodies : bodies / 10, worst.momentum,
                worst.attitude);
  }
}

/// How far the exact answer moves when moments, rotor and momentum move by eps/2, each alone.
Distance conditioning(const GyrostatCase& c, double t, const State<Quad>& answer) {
  Distance squares{0, 0};
  for (int k = 0; k < 9; ++k) {
    GyrostatCase moved = c;
    Quad by = eps / 2;  // Inertia takes no less than a whole eps
    Vec3<Quad> rotor = convert<Quad>(c.rotor);
    State<Quad> start = convert<Quad>(c.start());
    if (k < 3) moved.I[k] = std::nextafter(c.I[k], 1e300), by = Quad(moved.I[k]) / c.I[k] - 1;
    if (k >= 3 && k < 6) rotor[k - 3] *= 1 + by;
    if (k >= 6) start.m[k - 6] *= 1 + by;
    const Distance d =
        distance(GyrostatMotion<Quad>(moved.inertia(), rotor, start).at(Quad(t)), answer).in(double(by) / (eps / 2));
    squares = {squares.momentum + d.momentum * d.momentum, squares.attitude + d.attitude * d.attitude};
  }
  return {std::sqrt(squares.momentum) + eps, std::sqrt(squares.attitude) + eps};
}

TEST(Gyrostat, IsRightAMillionPeriodsLater) {
  std::printf("| %-48s | periods | m error/eps | Q error/eps | m/cond | Q/cond |\n|---|---|---|---|---|---|\n",
              "class");
  int bodies = 0;
  for (const GyrostatClass& kind : kGyrostatClasses) {
    for (const double periods : {1.0, 100.0, 1e6}) {
      GyrostatRandom random(77);
      Distance worst{0, 0}, over_conditioning{0, 0};
      for (int i = 0; i < 38; ++i, ++bodies) {
        const GyrostatCase c = kind.draft(random);
        const GyrostatMotion<Quad> motion = motion_of<Quad>(c);
        const double t = (random.next() & 1 ? 1 : -1) * random.uniform(0.5, 1) * periods * period_of(c, motion);
        const State<Quad> answer = motion.at(Quad(t));
        const Distance d = distance(motion_of<double>(c).at(t), answer), cond = conditioning(c, t, answer);
        worst.include(d.in(eps));
        over_conditioning.include({d.momentum / cond.momentum, d.attitude / cond.attitude});
      }
      std::printf("| %-48s | %g | %.1f | %.1f | %.2f | %.2f |\n", kind.name, periods, worst.momentum, worst.attitude,
                  over_conditioning.momentum, over_conditioning.attitude);
      EXPECT_LT(over_conditioning.momentum, 10) << kind.name;
      EXPECT_LT(over_conditioning.attitude, 10) << kind.name;
      if (kind.steady()) {
        EXPECT_LT(worst.momentum, 12) << kind.name;
        EXPECT_LT(worst.attitude, 12) << kind.name;
      }
    }
  }
  EXPECT_GE(bodies, 2000);
}

TEST(Gyrostat, IsRightUpToItsTimeLimit) {
  for (const GyrostatClass& kind : kGyrostatClasses) {
    if (kind.place == GyrostatClass::unstable || kind.place == GyrostatClass::fixed) continue;
    GyrostatRandom random(45);
    Distance worst{0, 0};
    for (int i = 0; i < 40; ++i) {
      const GyrostatCase c = kind.draft(random);
      const GyrostatMotion<double> motion = motion_of<double>(c);
      const double t = random.uniform(-1, 1) * motion.time_limit();
      worst.include(distance(motion.at(t), motion_of<Quad>(c).at(Quad(t))).in(eps));
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

TEST(Gyrostat, WithoutARotorIsFreeMotionToTheBit) {
  GyrostatRandom random(1);
  for (int i = 0; i < 50; ++i) {
    const GyrostatCase c = test::drafts::any(random);
    const GyrostatMotion<double> motion(c.inertia(), {}, c.start());
    const FreeMotion<double> free(c.inertia(), c.start());
    const Pack<double, 4> times(1e3 * random.normal());
    EXPECT_TRUE(same(motion.at(7.5), free.at(7.5)));
    EXPECT_TRUE(same(lane(motion.at(times), 2), lane(free.at(times), 2)));
    EXPECT_EQ(motion.time_limit(), free.time_limit());
  }
}

TEST(Gyrostat, StartsAtTheStartAndGoesOnWithoutAJump) {
  double worst = 0, length = 0;
  for (const GyrostatClass& kind : kGyrostatClasses) {
    if (kind.name[0] == 's' && kind.name[1] == 'c') continue;  // scales: times of their own
    GyrostatRandom random(12);
    for (int i = 0; i < 20; ++i) {
      const GyrostatCase c = kind.draft(random);
      const GyrostatMotion<double> motion = motion_of<double>(c);
      const State<double> start = motion.at(0);
      worst = std::max({worst, norm(start.m - c.m) / norm(c.m), std::sqrt(norm2(start.Q - c.Q))});  // not up to sign
      double fastest = 0;
      for (int k = 0; k < 3; ++k) fastest = std::max(fastest, (norm(c.m) + norm(c.rotor)) / c.I[k]);
      const double dt = 0.02 / fastest;
      State<double> last = start;
      for (int k = 1; k < 800; ++k) {
        const State<double> s = motion.at(k * dt);
        ASSERT_LT(std::sqrt(norm2(s.Q - last.Q)), 0.02) << kind.name;
        ASSERT_LT(norm(s.m - last.m), 0.05 * norm(c.m)) << kind.name;
        length = std::max(length, std::fabs(norm2(s.Q) - 1));
        last = s;
      }
    }
  }
  EXPECT_LT(worst, 3e-15);
  EXPECT_LT(length, 8e-15);
  std::printf("at the start %.1e, |Q|^2 - 1 %.1e\n", worst, length);
}

TEST(Gyrostat, HasTheSameBitsInLanes) {
  for (const GyrostatClass& kind : kGyrostatClasses) {
    GyrostatRandom random(8);
    for (int i = 0; i < 12; ++i) {
      const GyrostatCase c = kind.draft(random);
      const GyrostatMotion<double> motion = motion_of<double>(c);
      const double period = period_of(c, motion);
      Pack<double, 4> four;
      Pack<double, 8> eight;
      for (int l = 0; l < 8; ++l) {
        const double t = random.uniform(-1, 1) * period * (l % 2 ? 1 : 1e5);
        set_lane(eight, l, t);
        if (l < 4) set_lane(four, l, t);
      }
      const State<Pack<double, 4>> at_four = motion.at(four);
      const State<Pack<double, 8>> at_eight = motion.at(eight);
      for (int l = 0; l < 8; ++l) {
        const State<double> want = motion.at(lane(eight, l));
        EXPECT_TRUE(same(lane(at_eight, l), want)) << kind.name;
        if (l < 4) {
          EXPECT_TRUE(same(lane(at_four, l), want)) << kind.name;
        }
      }
    }
  }
}

TEST(Gyrostat, SpinsAboutAFixedAxisWithoutMomentumOrWithAllOfItInTheRotor) {
  const Inertia inertia = Inertia::principal(1, 2, 2.5);
  const Vec3<double> rotor{0.3, -0.4, 0.2};
  // No momentum: the body turns against its rotor, w = -I^-1 rotor.
  const GyrostatMotion<double> against(inertia, rotor, {{}, {}});
  const Vec3<double> w = -1.0 * inertia.angular_velocity(rotor);
  const double angle = 0.5 * 7 * norm(w);
  const Quaternion<double> want{std::cos(angle), (std::sin(angle) / norm(w)) * w};
  EXPECT_EQ(norm2(against.at(7).m), 0);
  EXPECT_LT(norm2(against.at(7).Q - want), 1e-30);
  EXPECT_EQ(against.period(), 0);
  // All of it in the rotor: the body stands still.
  const Quaternion<double> Q = normalized(Quaternion<double>{0.3, {0.1, -0.7, 0.2}});
  const GyrostatMotion<double> still(inertia, rotor, {Q, rotor});
  EXPECT_LT(norm2(still.at(1e6).Q - Q), 1e-30);
  EXPECT_LT(norm(still.at(1e6).m - rotor), 1e-15);
  EXPECT_GT(still.time_limit(), 1e40);
  // An unstable spin is never left: about the middle axis, rotor along it.
  const GyrostatMotion<double> middle(inertia, {0, 0.1, 0}, {{}, {0, 2, 0}});
  EXPECT_LT(norm(middle.at(1e5).m - Vec3<double>{0, 2, 0}), 1e-15);
}

TEST(Gyrostat, TakesAnyBodyAxesAndScalesByPowersOfTwoExactly) {
  GyrostatRandom random(4);
  double worst = 0;
  for (int i = 0; i < 60; ++i) {
    const GyrostatCase c = test::drafts::any(random);
    const State<double> one = motion_of<double>(c).at(3.5);
    const Quaternion<double> turn = random.attitude();
    const Mat3<double> matrix = to_matrix(turn);
    const Inertia turned = Inertia::tensor(matrix * Mat3<double>::diagonal(c.I) * transpose(matrix));
    const State<double> s =
        GyrostatMotion<double>(turned, rotate(turn, c.rotor), {c.Q * conj(turn), rotate(turn, c.m)}).at(3.5);
    worst = std::max({worst, norm(rotate_back(turn, s.m) - one.m) / norm(one.m), attitude_distance(s.Q * turn, one.Q)});
    for (const int e : {-333, -7, 100})
      for (const int f : {-300, 3, 200}) {
        GyrostatCase d = c;
        d.I = std::ldexp(1, f) * c.I, d.m = std::ldexp(1, e) * c.m, d.rotor = std::ldexp(1, e) * c.rotor;
        State<double> scaled = motion_of<double>(d).at(std::ldexp(3.5, f - e));
        scaled.m = std::ldexp(1, -e) * scaled.m;
        EXPECT_TRUE(same(scaled, one)) << e << ' ' << f;
      }
  }
  EXPECT_LT(worst, 1e-12);
  // A rotor far larger, or smaller, than the momentum.
  for (const double ratio : {1e-140, 1e-60, 1e-25, 1e25, 1e60, 1e140}) {
    GyrostatCase c = test::drafts::any(random);
    c.rotor = (ratio / norm(c.rotor)) * c.rotor;
    const GyrostatMotion<double> motion = motion_of<double>(c);
    const double t = 2 / std::max(1.0, ratio);
    const Distance d = distance(motion.at(t), motion_of<Quad>(c).at(Quad(t)));
    EXPECT_LT(std::max(d.momentum, d.attitude), 12 * eps) << ratio;
  }
}

TEST(Gyrostat, RefusesWhatIsNoRotorAndGivesNaNForNaN) {
  const Inertia inertia = Inertia::principal(1, 2, 2.5);
  const auto message = [&](const Vec3<double>& rotor, const State<double>& start) -> std::string {
    try {
      GyrostatMotion<double>(inertia, rotor, start);
    } catch (const InvalidInput& e) {
      return e.what();
    }
    return "taken";
  };
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const State<double> start{{}, {1, 0.5, 0.3}};
  EXPECT_EQ(message({0, nan, 0}, start),
            "gyrostat: rotor momentum (0, nan, 0) must be finite (an uninitialised or overflowed value?)");
  EXPECT_NE(message({infinity, 0, 0}, start).find("must be finite"), std::string::npos);
  EXPECT_NE(message({0, 0, 1e-200}, start).find("at least 1e-150"), std::string::npos);
  EXPECT_NE(message({0, 0, 1e200}, start).find("at most 1e153"), std::string::npos);
  EXPECT_NE(message({0, 0, 1}, {{}, {nan, 0, 0}}).find("state: momentum"), std::string::npos);
  EXPECT_NE(message({0, 0, 1}, {{0, {0, 0, 0}}, {1, 0, 0}}).find("state: attitude"), std::string::npos);
  const State<double> never = GyrostatMotion<double>(inertia, {0, 0, 1}, start).at(nan);
  EXPECT_FALSE(is_finite(norm2(never.m)));
  EXPECT_FALSE(is_finite(norm2(never.Q)));
}

}  // namespace
}  // namespace polhode
