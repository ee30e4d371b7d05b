// views_test.cpp -- molecules from atoms, Euler angles, momenta of the attitude matrix, potentials of it
#include "polhode/body/views.hpp"

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/body/atoms.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/drive/stepper.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "polhode/torques/matrix_potential.hpp"
#include "support/bodies.hpp"

namespace polhode::test {
namespace {

// --- molecules --------------------------------------------------------------------------------------------------------

constexpr double kAngstrom = 1e-10, kU = 1.66053906660e-27;

/// Water as in scenarios/water_molecule.toml: its moments were computed apart from this.
std::vector<Atom> water() {
  const double bond = 0.9578 * kAngstrom, half = 104.4776 / 2 * std::numbers::pi / 180;
  const double x = bond * std::sin(half), y = bond * std::cos(half);
  return {{15.99491461957 * kU, {}}, {1.00782503223 * kU, {x, y, 0}}, {1.00782503223 * kU, {-x, y, 0}}};
}
TEST(Molecule, HasTheMomentsOfItsAtoms) {
  const Molecule m = molecule(water());
  Vec3<double> I = m.inertia.moments();
  if (I.x > I.y) std::swap(I.x, I.y);
  EXPECT_NEAR(I.x / 1.0225837918603313e-47, 1, 1e-9);
  EXPECT_NEAR(I.y / 1.9190859795267220e-47, 1, 1e-9);
  EXPECT_NEAR(I.z / 2.9416697713870533e-47, 1, 1e-9);
  EXPECT_NEAR(m.mass / kU, 18.01056468403, 1e-10);
  // Anywhere and in any axes: the same moments, and the tensor turned with them.
  Random random(5);
  const Quaternion<double> R = random.attitude();
  const Vec3<double> away{3e-10, -2e-10, 7e-10}, w{1, 2, 3};
  std::vector<Atom> turned = water();
  for (Atom& a : turned) a.position = rotate(R, a.position) + away;
  const Molecule moved = molecule(turned);
  EXPECT_LT(norm(rotate(R, m.inertia.momentum(w)) - moved.inertia.momentum(rotate(R, w))),
            1e-14 * norm(m.inertia.momentum(w)));
  EXPECT_LT(norm(moved.centre - (rotate(R, m.centre) + away)), 1e-25);
}
std::string refusal(const std::vector<Atom>& atoms) {
  try {
    molecule(atoms);
  } catch (const InvalidInput& bad) {
    return bad.what();
  }
  return "";
}
TEST(Molecule, IsRefusedIfItIsLinear) {
  const Vec3<double> along = Vec3<double>{1, -2, 0.7};
  EXPECT_NE(refusal({{14, {}}, {14, 1.1 * along}}).find("linear"), std::string::npos);
  EXPECT_NE(refusal({{16, -1.16 * along}, {12, {}}, {16, 1.16 * along}}).find("linear"), std::string::npos);
  EXPECT_EQ(refusal({{16, -1.16 * along}, {12, {1e-5, 0, 0}}, {16, 1.16 * along}}), "");  // bent: a body
  EXPECT_NE(refusal({{16, {1, 2, 3}}}).find("at one point"), std::string::npos);
  EXPECT_NE(refusal({}).find("no atoms"), std::string::npos);
  EXPECT_NE(refusal({{1, {}}, {-1, {1, 0, 0}}}).find("atom 2: mass -1"), std::string::npos);
  EXPECT_NE(refusal({{1, {NAN, 0, 0}}}).find("must be finite"), std::string::npos);
}

// --- Euler angles -----------------------------------------------------------------------------------------------------

const char* const kSequences[] = {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"};

TEST(EulerAngles, GiveTheAttitudeTheyAreOf) {
  Random random(6);
  double worst = 0, angles_off = 0;
  for (const char* sequence : kSequences)
    for (int i = 0; i < 200; ++i) {
      Quaternion<double> Q = random.attitude();
      if (i % 4 == 0) {  // gimbal lock, or next to it
        const bool proper = sequence[0] == sequence[2];
        Q = from_euler(sequence, Vec3<double>{1.1, (proper ? 0 : 0.5 * std::numbers::pi) + 1e-9 * (i % 8), 0.4});
      }
      const Vec3<double> a = euler_angles(sequence, Q);
      worst = std::max(worst, attitude_distance(from_euler(sequence, a), Q));
      if (i % 4 != 0) {
        const Vec3<double> again = euler_angles(sequence, from_euler(sequence, a));
        angles_off = std::max(angles_off, std::fabs(a.y - again.y));
      }
      const bool proper = sequence[0] == sequence[2];
      EXPECT_TRUE(proper ? a.y >= 0 && a.y <= std::numbers::pi : std::fabs(a.y) <= std::numbers::pi / 2);
    }
  EXPECT_LT(worst, 3e-15);
  EXPECT_LT(angles_off, 1e-13);
  // Yaw, pitch, roll by hand: 90 degrees about z, then the nose up about the new y.
  const double right = 0.5 * std::numbers::pi;
  const Vec3<double> nose = rotate(from_euler("zyx", Vec3<double>{right, -0.3, 0}), Vec3<double>{1, 0, 0});
  EXPECT_NEAR(nose.y, std::cos(0.3), 1e-15);
  EXPECT_NEAR(nose.z, std::sin(0.3), 1e-15);
  for (const char* bad : {"zzx", "zy", "abc", "zyxz", ""})
    EXPECT_THROW(euler_angles(bad, Quaternion<double>{}), InvalidInput) << bad;
}

// --- (P, Q) -----------------------------------------------------------------------------------------------------------

TEST(MatrixMomentum, IsOnItsManifold) {
  const Principal<double> body({0.6, 0.8, 1.0});
  Random random(7);
  const PrincipalState<double> s{random.attitude(), {1.8, 0.4, -0.9}};
  const Mat3<double> Q = to_matrix(s.Q), P = conjugate_momentum(body, s), bar = cotangent_momentum(s);
  const Vec3<double> d{0.6, 0.4, 0.2};  // (I2 + I3 - I1)/2, ...
  const Mat3<double> D1 = Mat3<double>::diagonal({1 / d.x, 1 / d.y, 1 / d.z});
  const Mat3<double> constraint = transpose(Q) * P * D1 + transpose(transpose(Q) * P * D1);
  const Mat3<double> Y = transpose(Q) * P, flat = transpose(Q) * bar;
  const Mat3<double> projected = P - 0.5 * (Q * (Y + transpose(Y)));  // [Vilmart2013], before "Lie-Poisson reduction"
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      EXPECT_NEAR(constraint[i][j], 0, 1e-14);  // measured 2.5e-15
      EXPECT_NEAR(flat[i][j] + flat[j][i], 0, 1e-14);
      EXPECT_NEAR(projected[i][j], bar[i][j], 1e-14);
    }
  EXPECT_NEAR(0.5 * trace(P * D1 * transpose(P)), energy(body, s.m), 1e-14);
  EXPECT_LT(norm(momentum_of(P, Q) - s.m), 1e-14);
  EXPECT_LT(norm(momentum_of(bar, Q) - s.m), 1e-14);
}

// --- U(Q) -------------------------------------------------------------------------------------------------------------

TEST(MatrixPotential, HasTheTorqueOfItsGradient) {
  const HeavyTop<> top(0.8, {0.3, -0.2, 0.9});
  const auto by_matrix =
      matrix_potential([](const auto& Q) { return 0.8 * (0.3 * Q[2][0] - 0.2 * Q[2][1] + 0.9 * Q[2][2]); },
                       []<class T>(const Mat3<T>&) { return Mat3<T>{{}, {}, {T(0.24), T(-0.16), T(0.72)}}; });
  // A potential that is no function of the vertical alone: U = (Q11 Q22 + Q13)^2.
  const auto odd = matrix_potential(
      []<class T>(const Mat3<T>& Q) {
        const T u = Q[0][0] * Q[1][1] + Q[0][2];
        return u * u;
      },
      []<class T>(const Mat3<T>& Q) {
        const T u2 = T(2) * (Q[0][0] * Q[1][1] + Q[0][2]);
        return Mat3<T>{{u2 * Q[1][1], T(0), u2}, {T(0), u2 * Q[0][0], T(0)}, {}};
      });
  static_assert(Potential<decltype(odd)>);
  Random random(8);
  for (int i = 0; i < 50; ++i) {
    const Quaternion<double> Q = random.attitude();
    EXPECT_LT(norm(by_matrix.torque(Q) - top.torque(Q)), 1e-15);
    EXPECT_NEAR(by_matrix.energy(Q), top.energy(Q), 1e-15);
    const Vec3<double> w = random.vector();
    const auto U = [&](double s) { return odd.energy(Q * exp(s * w)); };
    const double h = 1e-3, slope = (8 * (U(h) - U(-h)) - (U(2 * h) - U(-2 * h))) / (12 * h);
    EXPECT_NEAR(slope, -dot(odd.torque(Q), w), 1e-10);  // measured 1e-12
  }
  // It runs as any other potential.
  Stepper<Strang<Sr<2>>, HeavyTop<>> a(Inertia::principal(0.6, 0.8, 1), {{}, {1.8, 0.4, -0.9}}, top);
  Stepper<Strang<Sr<2>>, std::remove_const_t<decltype(by_matrix)>> b(Inertia::principal(0.6, 0.8, 1),
                                                                     {{}, {1.8, 0.4, -0.9}}, by_matrix);
  a.run_until(10, 0.01), b.run_until(10, 0.01);
  EXPECT_LT(attitude_distance(a.state().Q, b.state().Q), 1e-12);
}

}  // namespace
}  // namespace polhode::test
