// Kepler orbits: place and distance against the classical formulas in __float128, for every conic; and what a satellite does
// on them, against theory and against integrations that share nothing with the library.
#include "polhode/torques/orbit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/drive/stepper.hpp"
#include "polhode/methods/dmv.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/taylor.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/quad.hpp"
#include "polhode/torques/gravity_gradient.hpp"
#include "polhode/torques/magnetic.hpp"
#include "support/bodies.hpp"

namespace polhode::test {
namespace {

using Orbit = KeplerOrbit<double>;
constexpr double kPi = std::numbers::pi;

// --- Kepler's equation --------------------------------------------------------------------------------------------------

/// A place as the classical formulas have it, with q = mu = 1, from the eccentric anomaly E, of a hyperbola H, of a
/// parabola tan(true anomaly/2).
struct Classical {
  Quad time, x, y, r, time_per_anomaly;
};
Classical classical(Quad e, Quad E) {
  if (e == 1) return {sqrtq(Quad(2)) * (E + E * E * E / 3), 1 - E * E, 2 * E, 1 + E * E, sqrtq(Quad(2)) * (1 + E * E)};
  const Quad a = fabsq(1 - e), n = a * sqrtq(a), b = sqrtq((1 + e) / a);
  if (e < 1) {
    const Quad s = sinq(E), c = cosq(E), r = (1 - e * c) / a;
    return {(E - e * s) / n, (c - e) / a, b * s, r, r * a / n};
  }
  const Quad s = sinhq(E), c = coshq(E), r = (e * c - 1) / a;
  return {(e * s - E) / n, (e - c) / a, b * s, r, r * a / n};
}
/// At time t, from an anomaly that is almost right.
Classical classical_at(Quad e, Quad E, Quad t) {
  for (int i = 0; i < 4; ++i) {
    const Classical c = classical(e, E);
    E += (t - c.time) / c.time_per_anomaly;
  }
  return classical(e, E);
}

const std::vector<double> kEccentricities{0,        1e-9,      0.1,         0.5, 0.9,         0.99,      0.999999,
                                          1 - 1e-9, 1 - 1e-12, 1 - 0x1p-53, 1,   1 + 0x1p-52, 1 + 1e-12, 1 + 1e-9,
                                          1 + 1e-6, 1.01,      1.3,         2,   10,          1e4,       1e9};

/// Errors of direction and relative distance, in units of 2^-53 plus what an error of 2^-53 of the time since the last
/// periapsis makes.
struct Errors {
  double direction = 0, distance = 0;
};
template <class T>
void raise(Errors& worst, const OrbitPoint<T>& at, const Classical& c, double e, double eps) {
  const double r = double(c.r), late = eps * std::fabs(double(c.time));
  const double turned = late * std::sqrt(1 + e) / (r * r), moved = late * std::sqrt(std::fabs(2 / r - (1 - e))) / r;
  const Quad dx = Quad(at.direction.x) - c.x / c.r, dy = Quad(at.direction.y) - c.y / c.r;
  const double direction = double(sqrtq(dx * dx + dy * dy)) / (eps + turned),
               distance = double(fabsq(Quad(at.distance) / c.r - 1)) / (eps + moved);
  if (!(direction <= worst.direction)) worst.direction = direction;
  if (!(distance <= worst.distance)) worst.distance = distance;
}

TEST(KeplerOrbit, is_right_to_rounding_for_every_conic) {
  Random random(1);
  Errors of_all, of_quad;
  for (const double e : kEccentricities) {
    const Orbit orbit({.mu = 1, .periapsis_radius = 1, .eccentricity = e});
    Errors worst;
    for (int i = 0; i < 400; ++i) {
      // As small as you like; up to half a revolution, or 1e100 away
      const double largest = e < 1 ? kPi : e == 1 ? 1e6 : 230;
      const double E =
          (i % 2 ? 1 : -1) * largest * (i % 4 < 2 ? random.uniform(0, 1) : std::pow(10, random.uniform(-12, 0)));
      const double t = double(classical(Quad(e), Quad(E)).time);
      const Classical truth = classical_at(Quad(e), Quad(E), Quad(t));
      raise(worst, orbit.at(t), truth, e, 0x1p-53);
      if (i % 8 == 0) raise(of_quad, orbit.at(Quad(t)), truth, e, 0x1p-96);  // what the classical formulas leave
    }
    EXPECT_LT(worst.direction, 8) << e;  // measured 3.7
    EXPECT_LT(worst.distance, 10) << e;  // measured 8.3
    of_all = {std::max(of_all.direction, worst.direction), std::max(of_all.distance, worst.distance)};
  }
  std::printf("  direction %.1f, distance %.1f; in __float128 %.2g, %.2g\n", of_all.direction, of_all.distance,
              of_quad.direction, of_quad.distance);
  EXPECT_LT(of_quad.direction, 1);
  EXPECT_LT(of_quad.distance, 1);
}
TEST(KeplerOrbit, forgets_nothing_in_many_revolutions) {
  Random random(2);
  for (const double e : {0.0, 0.1, 0.7, 0.99}) {
    const Orbit orbit({.mu = 1, .periapsis_radius = 1, .eccentricity = e});
    const Quad a = 1 - Quad(e), period = 2 * detail::pi<Quad>() / (a * sqrtq(a));
    EXPECT_NEAR(orbit.period() / double(period), 1, 0x1p-52);
    Errors worst;
    for (int i = 0; i < 500; ++i) {
      const double E = random.uniform(-3, 3);
      const Quad revolutions = Quad(std::floor(std::pow(10, random.uniform(0, 9))));
      const double t = double(classical(Quad(e), Quad(E)).time + revolutions * period);
      raise(worst, orbit.at(t), classical_at(Quad(e), Quad(E), Quad(t) - revolutions * period), e, 0x1p-53);
    }
    EXPECT_LT(worst.direction, 8) << e;  // measured 2.4
    EXPECT_LT(worst.distance, 10) << e;  // measured 5.6
    std::printf("  e = %g: direction %.1f, distance %.1f\n", e, worst.direction, worst.distance);
  }
}
TEST(KeplerOrbit, of_other_units_and_another_time_is_the_same) {
  const double mu = 3.986004418e14, q = 6.9e6, unit = std::sqrt(q * q * q / mu), t0 = 1.7e9;
  for (const double e : {0.0, 0.3, 1.0, 2.5}) {
    const Orbit here({.mu = mu, .periapsis_radius = q, .eccentricity = e, .periapsis_time = t0}),
        plain({.mu = 1, .periapsis_radius = 1, .eccentricity = e});
    for (double t = -3000; t < 3000; t += 617) {
      const OrbitPoint<double> p = here.at(t0 + t), expected = plain.at(t / unit);
      EXPECT_LT(norm(p.direction - expected.direction), 1e-14);
      EXPECT_NEAR(p.distance / expected.distance, 1, 1e-14);
    }
  }
}
/// The three angles, as turns one after the other.
TEST(KeplerOrbit, lies_as_its_angles_say) {
  const Orbit plain({.eccentricity = 0.4}),
      orbit({.eccentricity = 0.4, .inclination = 0.9, .node = -2.1, .argument = 4.0});
  const Quaternion<double> turn = to_quaternion(exp(Vec3<double>{0, 0, -2.1})) *
                                  to_quaternion(exp(Vec3<double>{0.9, 0, 0})) *
                                  to_quaternion(exp(Vec3<double>{0, 0, 4.0}));
  for (double t = -9; t < 9; t += 0.7) {
    EXPECT_LT(norm(orbit.at(t).direction - rotate(turn, plain.at(t).direction)), 1e-15);
    EXPECT_NEAR(norm(orbit.at(t).direction), 1, 1e-15);
  }
  EXPECT_LT(norm(plain.at(0.0).direction - Vec3<double>{1, 0, 0}), 1e-15);
  EXPECT_GT(plain.at(0.1).direction.y, 0);
}
/// Conics of all kinds side by side, near and far: each with the bits that it has alone.
TEST(KeplerOrbit, has_the_same_bits_in_lanes) {
  using P = Pack<double, 4>;
  const auto same = [](double a, double b) {  // the sign of a NaN is the compiler's
    return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b));
  };
  for (std::size_t first = 0; first + 4 <= kEccentricities.size(); ++first)
    for (const double t : {0.0, 0.3, -2.0, 7.5, 1e3, -1e8, 1e30}) {
      KeplerOrbit<P>::Elements together;
      P times;
      for (int i = 0; i < 4; ++i) {
        set_lane(together.eccentricity, i, kEccentricities[first + std::size_t(i)]);
        set_lane(times, i, i % 2 ? t : 0.7 * t);
      }
      const OrbitPoint<P> all = KeplerOrbit<P>(together).at(times);
      for (int i = 0; i < 4; ++i) {
        const OrbitPoint<double> one =
            Orbit({.eccentricity = kEccentricities[first + std::size_t(i)]}).at(lane(times, i));
        EXPECT_TRUE(same(lane(all.distance, i), one.distance)) << lane(all.distance, i) << " " << one.distance;
        for (int k = 0; k < 3; ++k) EXPECT_TRUE(same(lane(all.direction[k], i), one.direction[k]));
      }
    }
}
TEST(KeplerOrbit, has_no_trouble_at_the_ends) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double e : {0.0, 0.5, 1.0, 2.0, 1e20}) {
    const Orbit orbit({.eccentricity = e});
    EXPECT_TRUE(std::isnan(orbit.at(nan).distance)) << e;
    for (const double t : {0.0, 1e-300, 1e15, 1e300, -1e300}) {
      if (e < 1 && std::fabs(t) == 1e300) {  // a revolution is less than an ulp of the time: the place is not known
        EXPECT_TRUE(std::isnan(orbit.at(t).distance));
        continue;
      }
      EXPECT_TRUE(std::isfinite(orbit.at(t).distance)) << e << " " << t;
      EXPECT_NEAR(norm(orbit.at(t).direction), 1, 1e-15) << e << " " << t;
    }
  }
}

// --- an integrator of its own -------------------------------------------------------------------------------------------

/// y' = f(y): the midpoint rule with 2, 4, ... 20 substeps, extrapolated, in long double.
template <std::size_t n, class F>
std::array<long double, n> integrated(std::array<long double, n> y, long double h, int steps, F f) {
  using Y = std::array<long double, n>;
  for (int i = 0; i < steps; ++i) {
    std::vector<Y> row;
    for (int j = 1; j <= 10; ++j) {
      const long double d = h / (2 * j);
      Y before = y, now = y;
      const Y f0 = f(y);
      for (std::size_t k = 0; k < n; ++k) now[k] += d * f0[k];
      for (int step = 1; step < 2 * j; ++step) {
        const Y slope = f(now);
        for (std::size_t k = 0; k < n; ++k) before[k] = std::exchange(now[k], before[k] + 2 * d * slope[k]);
      }
      row.push_back(now);
      for (int l = j - 2; l >= 0; --l) {
        const long double ratio = (long double)(j * j) / ((l + 1) * (l + 1)) - 1;
        const Y coarse = row[std::size_t(l)];
        for (std::size_t k = 0; k < n; ++k)
          row[std::size_t(l)][k] = row[std::size_t(l) + 1][k] + (row[std::size_t(l) + 1][k] - coarse[k]) / ratio;
      }
    }
    y = row[0];
  }
  return y;
}

// --- a satellite --------------------------------------------------------------------------------------------------------

const Vec3<double> kMoments{1.1, 1.4, 0.6};  // about the direction of flight, across the orbit, the vertical: stable
const Quaternion<double> kAligned{0.5, {0.5, 0.5, 0.5}};  // axes 1, 2, 3 along e2, e3, e1

/// In the plane of e1 and e2, at the periapsis, which is along e1: its axis 3 away from the centre but for a small turn
/// `off`, and turning at the rate of the orbit there.
template <class M = Rkn6<Dmv<16>>>
auto satellite(const Orbit& orbit, const Vec3<double>& off) {
  const Quaternion<double> Q = kAligned * to_quaternion(exp(off));
  const double rate = std::sqrt(orbit.strength() * (1 + orbit.elements().eccentricity));
  const Inertia inertia = Inertia::principal(kMoments.x, kMoments.y, kMoments.z);
  return Stepper<M, GravityGradientOnOrbit<>>(inertia, {Q, inertia.momentum(rotate_back(Q, Vec3<double>{0, 0, rate}))},
                                              GravityGradientOnOrbit(orbit, kMoments));
}
/// Roll, pitch and yaw, if small: how it is turned against axes that follow the circle.
Vec3<double> deviation(const Quaternion<double>& Q, double angle_of_orbit) {
  return log(conj(to_quaternion(exp(Vec3<double>{0, 0, angle_of_orbit})) * kAligned) * Q);
}

TEST(Satellite, that_points_to_the_centre_keeps_pointing_there) {
  const Orbit orbit({.mu = 3.986004418e14, .periapsis_radius = 6.778e6});
  auto body = satellite(orbit, {});
  for (int i = 1; i <= 10; ++i) {
    body.run_until(i * orbit.period(), orbit.period() / 300);
    const Vec3<double> down = rotate(body.state().Q, Vec3<double>{0, 0, -1});
    EXPECT_LT(norm(down + orbit.at(body.time()).direction), 1e-13) << i;  // measured 1.1e-14
  }
}
// Small swings about that attitude, with k1 = (I2 - I3)/I1, k2 = (I1 - I3)/I2, k3 = (I2 - I1)/I3 and the orbit's rate 1:
// pitch has the frequency sqrt(3 k2), roll and yaw have together the roots of x^4 - (1 + 3 k1 + k1 k3) x^2 + 4 k1 k3.
TEST(Satellite, swings_with_the_frequencies_of_theory_on_a_circle) {
  const Orbit orbit{};
  const auto [I1, I2, I3] = kMoments;
  const double k1 = (I2 - I3) / I1, k2 = (I1 - I3) / I2, k3 = (I2 - I1) / I3, small = 1e-5;

  auto pitching = satellite(orbit, {0, small, 0});
  for (double t = 1; t < 20; t += 1) {
    pitching.run_until(t, 0.01);
    const Vec3<double> d = deviation(pitching.state().Q, t);
    EXPECT_NEAR(d.y / small, std::cos(std::sqrt(3 * k2) * t), 1e-8) << t;  // measured 1.1e-9
    EXPECT_NEAR(d.x / small, 0, 1e-8);
    EXPECT_NEAR(d.z / small, 0, 1e-8);
  }

  // Every x(t) = a cos(w1 t) + b sin(w1 t) + c cos(w2 t) + d sin(w2 t) has, with c1 = cos(w1 h) and c2 = cos(w2 h),
  // x(t + 2h) + x(t - 2h) - 2 (c1 + c2) (x(t + h) + x(t - h)) + (2 + 4 c1 c2) x(t) = 0
  const double sum = 1 + 3 * k1 + k1 * k3, product = 4 * k1 * k3, root = std::sqrt(sum * sum - 4 * product), h = 0.9;
  const double c1 = std::cos(std::sqrt((sum + root) / 2) * h), c2 = std::cos(std::sqrt((sum - root) / 2) * h);
  auto rolling = satellite(orbit, {small, 0, 0.3 * small});
  std::vector<Vec3<double>> x{deviation(rolling.state().Q, 0)};
  for (int i = 1; i < 20; ++i) {
    rolling.run_until(i * h, 0.01);
    x.push_back(deviation(rolling.state().Q, i * h));
  }
  for (std::size_t i = 2; i + 2 < x.size(); ++i) {
    const Vec3<double> rest = (x[i + 2] + x[i - 2]) - 2 * (c1 + c2) * (x[i + 1] + x[i - 1]) + (2 + 4 * c1 * c2) * x[i];
    EXPECT_NEAR(rest.x / small, 0, 1e-7) << i;  // measured 1.9e-9, of second order in `small`
    EXPECT_NEAR(rest.z / small, 0, 1e-7) << i;
  }
}
// In the plane of an ellipse: (1 + e cos v) f'' - 2 e sin v f' + 3 k2 sin f cos f = 2 e sin v, f the angle between axis 3 and the
// vertical, as a function of the true anomaly v. [Beletskii1966]
TEST(Satellite, obeys_beletskiis_equation_on_an_ellipse) {
  const double e = 0.2, k2 = (kMoments.x - kMoments.z) / kMoments.y;
  const Orbit orbit({.eccentricity = e});
  using Y = std::array<long double, 3>;  // v, f, f'
  const auto slope = [&](const Y& y) -> Y {
    const long double s = std::sin(y[0]), c = std::cos(y[0]);
    return {1, y[2], (2 * e * s * (1 + y[2]) - 3 * k2 * std::sin(y[1]) * std::cos(y[1])) / (1 + e * c)};
  };
  auto body = satellite(orbit, {0, 0.4, 0});
  Y y{0, 0.4L, 0};
  for (int i = 1; i <= 8; ++i) {  // 8 times 2.5 rad: more than three revolutions
    y = integrated(y, 0.05L, 50, slope);
    const double v = 2.5 * i, revolutions = std::round(v / (2 * kPi)), rest = v - 2 * kPi * revolutions;
    const double E = 2 * std::atan(std::sqrt((1 - e) / (1 + e)) * std::tan(rest / 2));
    const double t = (2 * kPi * revolutions + E - e * std::sin(E)) / std::pow(1 - e, 1.5);
    body.run_until(t, 0.005);
    const Vec3<double> axis = rotate(body.state().Q, Vec3<double>{0, 0, 1});
    const double f = std::remainder(std::atan2(axis.y, axis.x) - v, 2 * kPi);
    EXPECT_NEAR(f, std::remainder(double(y[1]), 2 * kPi), 1e-12) << v;  // measured 8e-14
  }
}
// Past a planet on a hyperbola, in three dimensions; both motions, of the satellite and about its centre, integrated at once
// from the periapsis on and back.
TEST(Satellite, spins_otherwise_after_a_flyby) {
  const double e = 1.5, T = 30;
  const Orbit orbit({.eccentricity = e});
  using Y = std::array<long double, 11>;  // x, y, their rates, attitude w x y z, momentum
  const auto slope = [](const Y& y) -> Y {
    const long double r2 = y[0] * y[0] + y[1] * y[1], r3 = r2 * std::sqrt(r2);
    const long double w = y[4], a = y[5], b = y[6], c = y[7];
    const long double R[2][3] = {{1 - 2 * (b * b + c * c), 2 * (a * b - w * c), 2 * (a * c + w * b)},
                                 {2 * (a * b + w * c), 1 - 2 * (a * a + c * c), 2 * (b * c - w * a)}};
    long double p[3], W[3], I[3] = {kMoments.x, kMoments.y, kMoments.z}, dm[3];
    for (int k = 0; k < 3; ++k) p[k] = R[0][k] * y[0] + R[1][k] * y[1], W[k] = y[std::size_t(8 + k)] / I[k];
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      dm[k] = I[i] * W[i] * W[j] - I[j] * W[j] * W[i] + 3 / (r3 * r2) * p[i] * p[j] * (I[j] - I[i]);
    }
    return {y[2],
            y[3],
            -y[0] / r3,
            -y[1] / r3,
            -(a * W[0] + b * W[1] + c * W[2]) / 2,
            (w * W[0] + b * W[2] - c * W[1]) / 2,
            (w * W[1] + c * W[0] - a * W[2]) / 2,
            (w * W[2] + a * W[1] - b * W[0]) / 2,
            dm[0],
            dm[1],
            dm[2]};
  };
  const Y nearest{1, 0, 0, std::sqrt(1 + (long double)e), 0.5L, 0.5L, -0.1L, 0.7L, 0.4L, 0.7L, -0.1L};
  const Y before = integrated(nearest, -0.02L, 1500, slope), after = integrated(nearest, 0.02L, 1500, slope);
  const auto state = [](const Y& y) {
    return State<double>{{double(y[4]), {double(y[5]), double(y[6]), double(y[7])}},
                         {double(y[8]), double(y[9]), double(y[10])}};
  };
  for (const auto& [t, y] : {std::pair{-T, before}, {T, after}}) {
    const Vec3<double> place{double(y[0]), double(y[1]), 0};
    EXPECT_LT(norm(orbit.at(t).distance * orbit.at(t).direction - place), 1e-14 * norm(place));  // measured 3e-16
  }
  const Inertia inertia = Inertia::principal(kMoments.x, kMoments.y, kMoments.z);
  const auto fly = [&](auto method, double step) {
    Stepper<decltype(method), GravityGradientOnOrbit<>> body(inertia, state(before),
                                                             GravityGradientOnOrbit(orbit, kMoments), -T);
    EXPECT_EQ(body.run_until(T, step).outcome, Outcome::done);
    std::printf("  %s: attitude %.1e, momentum %.1e\n", std::string(decltype(method)::info.name).c_str(),
                attitude_distance(body.state().Q, state(after).Q), norm(body.state().m - state(after).m));
    EXPECT_LT(attitude_distance(body.state().Q, state(after).Q), 1e-10);  // measured 1.6e-12
    EXPECT_LT(norm(body.state().m - state(after).m), 1e-11);              // measured 7e-13
  };
  fly(Rkn6<Dmv<16>>{}, 0.01);
  fly(Taylor<12>{}, 0.05);
  // It was worth the integration: the spin is another one.
  EXPECT_GT(std::fabs(norm(state(after).m) / norm(state(before).m) - 1), 0.05);
}

// --- a magnet ---------------------------------------------------------------------------------------------------------------

TEST(MagneticDipole, field_is_the_gradient_of_the_potential_of_a_turning_dipole) {
  // B = -grad (M . r/|r|^3), by central differences of order 4 in __float128, where the orbit is at that time.
  const KeplerOrbit<double> orbit({1.3, 0.8, 0.4, 0.9, 0.3, 1.1, 0.2});
  const MagneticDipole<double> magnet{orbit, {0.1, -0.2, 0.3}, {0.7, -0.4, -2.1}, 0.6};
  double worst = 0;
  for (double time = -3; time < 9; time += 0.7) {
    const Quad t = time, s = sinq(t * Quad(0.6)), c = cosq(t * Quad(0.6));
    const Vec3<Quad> M{c * Quad(0.7) - s * Quad(-0.4), s * Quad(0.7) + c * Quad(-0.4), Quad(-2.1)};
    const OrbitPoint<Quad> at = orbit.at(t);
    const Vec3<Quad> place = (Quad(0.8) * at.distance) * at.direction;
    const auto potential = [&](const Vec3<Quad>& r) { return dot(M, r) / (norm2(r) * norm(r)); };
    const Vec3<Quad> B = magnet.field(t);
    for (int k = 0; k < 3; ++k) {
      const auto moved = [&](int steps) {
        Vec3<Quad> r = place;
        r[k] = r[k] + Quad(steps) * Quad(1e-6);
        return potential(r);
      };
      const Quad slope = (8 * (moved(1) - moved(-1)) - (moved(2) - moved(-2))) / (12 * Quad(1e-6));
      worst = std::fmax(worst, double(fabsq(B[k] + slope) / norm(B)));
    }
  }
  EXPECT_LT(worst, 1e-20);  // measured 1.1e-23
}
TEST(MagneticDipole, a_compass_over_the_equator_swings_as_a_pendulum) {
  // Over the equator of a dipole along -e3 the field is |M|/r^3 along e3. Small swings have the frequency sqrt(dipole B/I).
  const double r = 7e6, M = 7.8e15, B = M / (r * r * r), dipole = 0.4, I = 0.05;
  const MagneticDipole<double> magnet{
      KeplerOrbit<double>({.mu = 4e14, .periapsis_radius = r}), {0, 0, dipole}, {0, 0, -M}, 0};
  const double rate = std::sqrt(dipole * B / I), period = 2 * kPi / rate, tilt = 1e-5;
  Stepper<Strang<Dmv<16>>, MagneticDipole<double>> body(
      Inertia::principal(I, 0.06, 0.03), {to_quaternion(exp(Vec3<double>{tilt, 0, 0})), {0, 0, 0}}, magnet);
  body.run_until(0.25 * period, period / 20000);                // upright, and fastest
  EXPECT_NEAR(2 * body.state().Q.v.x / tilt, 0, 5e-8);          // measured 6.4e-9; (2 pi/20000)^2/24 is 4.1e-9
  EXPECT_NEAR(body.state().m.x / (I * rate * tilt), -1, 5e-8);  // measured 1.2e-8
}

}  // namespace
}  // namespace polhode::test
