// Splittings: RATTLE against its matrix form, energy in the long run, derivatives of the torque models.
#include "polhode/methods/splitting.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>

#include <gtest/gtest.h>

#include "polhode/body/invariants.hpp"
#include "polhode/methods/all.hpp"
#include "polhode/torques/combined.hpp"
#include "polhode/torques/coulomb_wall.hpp"
#include "polhode/torques/gravity_gradient.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "support/bodies.hpp"
#include "support/torqued_contract.hpp"

namespace polhode::test {
namespace {

// --- RATTLE in (P, Q) ----------------------------------------------------------------------------------------------------
// H = tr(P D^-1 P^T)/2 + U(Q), Q^T Q = 1, D = diag(d), d_k = (I_i + I_j - I_k)/2. Written with matrices only.

using M3 = std::array<std::array<Quad, 3>, 3>;

M3 product(const M3& a, const M3& b) {
  M3 c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) c[i][j] += a[i][k] * b[k][j];
  return c;
}
M3 transposed(const M3& a) {
  M3 t{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) t[i][j] = a[j][i];
  return t;
}

struct MatrixRattle {
  std::array<Quad, 3> d;
  Quad weight;
  std::array<Quad, 3> arm;
  M3 P, Q;

  M3 gradient() const {  // of U = weight e3 . Q arm
    M3 g{};
    for (std::size_t j = 0; j < 3; ++j) g[2][j] = weight * arm[j];
    return g;
  }
  void step(Quad h) {
    const M3 g0 = gradient(), Q0 = Q;
    M3 half{};  // P at the half step without the constraint force, and Q1 without it
    M3 free = Q0;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        half[i][j] = P[i][j] - h / 2 * g0[i][j];
        free[i][j] += h * half[i][j] / d[j];
      }
    M3 lambda{};  // symmetric; found by iteration on Q1^T Q1 = 1, which contracts by O(h) each time
    M3 Ql{};
    for (int iteration = 0; iteration < 200; ++iteration) {
      Ql = product(Q0, lambda);
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) Q[i][j] = free[i][j] - h * h / 2 * Ql[i][j] / d[j];
      const M3 S = product(transposed(Q), Q);
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          lambda[i][j] += 2 * (S[i][j] - Quad(i == j)) / (h * h * (1 / d[i] + 1 / d[j]));
    }
    const M3 g1 = gradient();
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) P[i][j] = half[i][j] - h / 2 * Ql[i][j] - h / 2 * g1[i][j];
    const M3 A = product(transposed(Q), P);
    M3 mu{};  // Q^T P D^-1 becomes antisymmetric
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) mu[i][j] = (A[i][j] / d[j] + A[j][i] / d[i]) / (1 / d[i] + 1 / d[j]);
    const M3 Qm = product(Q, mu);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) P[i][j] -= Qm[i][j];
  }
};

TEST(Rattle, equals_its_matrix_form) {
  const Principal<Quad> body = TorquedContract<Rattle>::kTop.body<Quad>();
  const PrincipalState<Quad> start = TorquedContract<Rattle>::kTop.start<Quad>();
  const HeavyTop top(0.75, {0.25, -0.5, 0.5});
  const Quad h = Quad(0.05);

  MatrixRattle matrix;
  for (int k = 0; k < 3; ++k) {
    matrix.d[std::size_t(k)] = (body.I[(k + 1) % 3] + body.I[(k + 2) % 3] - body.I[k]) / 2;
    matrix.arm[std::size_t(k)] = Quad(top.arm[k]);
  }
  matrix.weight = Quad(top.weight);
  const Mat3<Quad> w = hat(times(body.x, start.m));
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      matrix.Q[i][j] = Quad(i == j);
      matrix.P[i][j] = w[int(i)][int(j)] * matrix.d[j];  // P = Q hat(w) D
    }
  DrivenBody<Rattle, Quad, HeavyTop<>> run(body, start, top);
  for (int n = 0; n < 20; ++n) {
    matrix.step(h);
    ASSERT_TRUE(run.steps(1, h));
  }
  const Mat3<Quad> R = to_matrix(run.s.Q);
  const M3 A = product(transposed(matrix.Q), matrix.P);  // hat(m) = Q^T P - P^T Q
  const Vec3<Quad> m{A[2][1] - A[1][2], A[0][2] - A[2][0], A[1][0] - A[0][1]};
  Quad worst = relative_distance(run.s.m, m);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) worst = max(worst, abs(R[int(i)][int(j)] - matrix.Q[i][j]));
  EXPECT_LT(double(worst), 1e-30);
}

// --- long steps -----------------------------------------------------------------------------------------------------------

constexpr double kSmall = 1e-3;  // a potential that allows long steps

/// One step of h|w| = angle, from the strang on the exact flow.
template <class M>
double error_of_long_step(double angle) {
  const Problem& problem = TorquedContract<M>::kTop;
  const HeavyTop<> top(kSmall, {0.2, -0.1, 1});
  const double h = angle / problem.rate();
  DrivenBody<M, double, HeavyTop<>> run(problem.body<double>(), problem.start<double>(), top);
  DrivenBody<Strang<Exact>, double, HeavyTop<>> exact(problem.body<double>(), problem.start<double>(), top);
  EXPECT_TRUE(run.steps(1, h)) << M::info.flow << " at h|w| = " << angle;
  EXPECT_TRUE(exact.steps(1, h));
  return attitude_distance(run.s.Q, exact.s.Q) + relative_distance(run.s.m, exact.s.m);
}
// [HairerVilmart2006] Remark 3.1. The parts have h|w| up to 1.2, and their errors are those of such steps.
TEST(LongSteps, go_in_parts_beyond_the_limit_of_the_flow) {
  for (const double angle : {1.0, 1.6, 5.0}) {
    EXPECT_LT(error_of_long_step<Strang<Dmv<8>>>(angle), 1e-4) << angle;    // measured 8e-6, 2e-6, 4e-5
    EXPECT_LT(error_of_long_step<Strang<Dmv<16>>>(angle), 3e-13) << angle;  // measured 1e-14, 2e-15, 6e-14
    EXPECT_LT(error_of_long_step<Strang<Mz<8>>>(angle), 7e-2) << angle;     // measured 5e-3, 1e-3, 2e-2
    EXPECT_LT(error_of_long_step<Strang<Imr<8>>>(angle), 7e-3) << angle;    // measured 8e-5, 2e-5, 2e-3
  }
  EXPECT_LT(error_of_long_step<Strang<Dmv<16>>>(40), 3e-11);  // 33 parts; measured 8e-12
  EXPECT_DOUBLE_EQ((Strang<Dmv<8>>::info.step_limit), 64 * 1.2);
  EXPECT_EQ(Rattle::info.step_limit, Dmv<2>::kLimit);  // it is what its equations are
}
// The moments of the parts are modified once: nothing changes but roundings against steps of h/n.
TEST(LongSteps, have_the_moments_of_their_parts) {
  const Problem& problem = TorquedContract<Rattle>::kTop;
  const Principal<double> principal = problem.body<double>();
  const Dmv<8>::Body<double> body(principal);
  const double h = 3.0 / problem.rate();
  PrincipalState<double> whole = problem.start<double>(), parts = whole;
  EXPECT_FALSE(Dmv<8>::step(body, h, whole).converged);
  EXPECT_TRUE(Dmv<8>::travel(body, h, true, whole).converged);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(Dmv<8>::step(body, h / 3, parts).converged);
  EXPECT_LT(attitude_distance(whole.Q, parts.Q) + relative_distance(whole.m, parts.m), 1e-14);  // measured 4e-16
}
TEST(LongSteps, in_lanes_are_those_of_one_body) {
  using P = Pack<double, 4>;
  const Problem& problem = TorquedContract<Rattle>::kTop;
  const double angles[4] = {0.5, 1.6, 200, 30};  // one within the limit, one beyond all parts
  const HeavyTop<> top(kSmall, {0.2, -0.1, 1});
  PrincipalState<double> one[4];
  PrincipalState<P> pack{};
  P h{0};
  bool done[4];
  for (int i = 0; i < 4; ++i) {
    one[i] = problem.start<double>();
    one[i].m *= 1 + 0.1 * i;
    set_lane(pack, i, one[i]);
    set_lane(h, i, angles[i] / problem.rate());
    Drive<Strang<Dmv<8>>, HeavyTop<>> drive(problem.body<double>(), top);
    done[i] = drive.step(angles[i] / problem.rate(), one[i]).converged;
    EXPECT_EQ(done[i], i != 2);
  }
  Drive<Strang<Dmv<8>>, HeavyTop<>, P> drive(problem.body<P>(), top);
  const auto status = drive.step(h, pack);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(mask_lane<P>(status.converged, i), done[i]) << i;
    const PrincipalState<double> mine = lane(pack, i);
    EXPECT_EQ(std::memcmp(&mine, &one[i], sizeof mine), 0) << i;
  }
}

// --- derivatives of the models --------------------------------------------------------------------------------------------

template <class Model>
void expect_derivatives(const Model& model) {
  Random random(99);
  for (int i = 0; i < 20; ++i) {
    const Quaternion<Quad> Q = normalized(convert<Quad>(random.attitude()));
    const Vec3<Quad> w = convert<Quad>(random.vector()), torque = torque_of(model, Quad(0), Q, w);
    const Quad d = Quad(1e-6);
    const auto at = [&](Quad s) { return Q * exp(s * w); };
    const auto difference = [&](const auto& f) {
      return (Quad(8) * (f(d) - f(-d)) - (f(2 * d) - f(-2 * d))) * (Quad(1) / (Quad(12) * d));
    };
    // U falls as the torque works: dU = -torque . w ds.
    const Quad slope = difference([&](Quad s) { return energy_of(model, Quad(0), at(s)); });
    EXPECT_NEAR(double((slope + dot(torque, w)) / (norm(torque) * norm(w))), 0, 1e-19);
    const Vec3<Quad> along = difference([&](Quad s) { return torque_of(model, Quad(0), at(s), w); });
    EXPECT_LT(double(norm(along - torque_along_of(model, Quad(0), Q, w)) / norm(along)), 1e-18);
  }
}
TEST(Potentials, torque_and_its_derivative_are_those_of_the_energy) {
  expect_derivatives(HeavyTop(0.8, {0.3, -0.2, 0.9}));
  expect_derivatives(GravityGradient(1.3, Mat3<double>{{2, 0.1, -0.2}, {0.1, 3, 0.3}, {-0.2, 0.3, 4}}));
  expect_derivatives(CoulombWall<>{});
  expect_derivatives(CoulombWall{true});
  expect_derivatives(sum_of_torques(HeavyTop(0.8, {0.3, -0.2, 0.9}), CoulombWall<>{}));
  expect_derivatives(
      InPrincipalAxes<HeavyTop<>>{HeavyTop(0.8, {0.3, -0.2, 0.9}), Quaternion<double>{0.5, {0.5, -0.5, 0.5}}});
}

// --- energy in the long run -----------------------------------------------------------------------------------------------
// h = 0.1: h|w| between 0.1 and 0.4.

// Energy error over the first and the last tenth of a run: mean and largest.
struct EnergyError {
  double mean[2]{}, largest[2]{};
  double scale = 0;  // of the energy

  /// How far the mean has moved, measured by the oscillation; a bounded error has a mean that stays.
  double drift() const { return std::fabs(mean[1] - mean[0]) / largest[0]; }
};
// `variant`: starts that differ in the last digits, and soon altogether where the motion is chaotic.
template <class M>
EnergyError energy_error(const Problem& problem, const HeavyTop<>& top, long n, double h, int variant = 0) {
  const Principal<double> body = problem.body<double>();
  PrincipalState<double> start = problem.start<double>();
  start.m *= 1 + 1e-13 * variant;
  DrivenBody<M, double, HeavyTop<>> run(body, start, top);
  const auto total = [&] { return energy(body, run.s.m) + top.energy(run.s.Q); };
  const double E0 = total();
  EnergyError error;
  error.scale = energy(body, start.m) + top.weight * norm(top.arm);
  for (long i = 0; i < n; ++i) {
    EXPECT_TRUE(run.steps(1, h));
    if (i >= n / 10 && i < n - n / 10) continue;
    const int part = i < n / 10 ? 0 : 1;
    const double e = total() - E0;
    error.mean[part] += e / double(n / 10);
    error.largest[part] = std::fmax(error.largest[part], std::fabs(e));
  }
  return error;
}
template <class M>
void print(const char* motion, const EnergyError& e) {
  std::printf("%-10.*s %-8.*s %-8s %.2e, drift %.1e\n", int(M::info.name.size()), M::info.name.data(),
              int(M::info.flow.size()), M::info.flow.data(), motion, e.largest[1], e.drift());
}
// Two motions: a regular one, on which the mean must stay, and a chaotic one, on which it may wander within bounds.
template <class M>
void expect_bounded() {
  constexpr long n = 1000000;
  const EnergyError regular = energy_error<M>(TorquedContract<M>::kTop, HeavyTop(1, {0, 0, 1}), n, 0.1);
  print<M>("regular", regular);
  // Every kick rounds the energy: a random walk, of which rkn6 alone is so exact that it can be seen. Drift of others
  // 3e-5; of rkn6, over 12 starts, 0.08 as root mean square and 0.22 at most, or 0.5 and 1.3 walks.
  const double walk = epsilon<double>() * regular.scale * std::sqrt(double(n) * M::info.torque_evaluations);
  EXPECT_LT(regular.drift(), 0.01 + 3 * walk / regular.largest[0]) << M::info.name << " on " << M::info.flow;
  EXPECT_LT(regular.largest[1], 1.05 * regular.largest[0]) << M::info.name << " on " << M::info.flow;
  const EnergyError chaotic = energy_error<M>(TorquedContract<M>::kArm, HeavyTop(0.9, {0.3, -0.5, 0.7}), n, 0.1);
  print<M>("chaotic", chaotic);
  EXPECT_LT(chaotic.largest[1], 1.3 * chaotic.largest[0]) << M::info.name << " on " << M::info.flow;
}
// Not symplectic, but reversible: only the chaotic motion shows it. There the drift of one run may be anything, so the
// root mean square of several is taken.
template <class M>
double chaotic_drift(long n, double h) {
  constexpr int variants = 8;
  double sum = 0;
  for (int i = 0; i < variants; ++i) {
    const double drift = energy_error<M>(TorquedContract<M>::kArm, HeavyTop(0.9, {0.3, -0.5, 0.7}), n, h, i).drift();
    sum += drift * drift;
  }
  const double drift = std::sqrt(sum / variants);
  std::printf("%-10.*s %-8.*s chaotic drift %.1e\n", int(M::info.name.size()), M::info.name.data(),
              int(M::info.flow.size()), M::info.flow.data(), drift);
  return drift;
}

TEST(Energy, is_bounded_over_a_million_steps) {
  expect_bounded<Rattle>();
  expect_bounded<Strang<Sr<2>>>();
  expect_bounded<Strang<Dmv<20>>>();
  expect_bounded<Strang<Exact>>();
  expect_bounded<Nystrom4<Sr<8>>>();
  expect_bounded<Rkn6<Dmv<20>>>();
}
TEST(Energy, drifts_where_the_flow_is_not_symplectic) {
  EXPECT_GT(chaotic_drift<Strang<Jem<2>>>(200000, 0.1), 1);        // measured 30; 6 with other roundings
  EXPECT_GT(chaotic_drift<Strang<Imr<2>>>(200000, 0.1), 1);        // measured 12; 6
  EXPECT_GT(chaotic_drift<Strang<Dmv<4>>>(1000000, 0.2), 0.1);     // measured 0.65; 0.7. Weak at h = 0.1
  EXPECT_GT(chaotic_drift<Strang<Jem<4>>>(1000000, 0.25), 0.1);    // measured 0.6
  EXPECT_GT(chaotic_drift<Strang<Imr<6>>>(1000000, 0.25), 0.1);    // measured 3
  EXPECT_LT(chaotic_drift<Strang<Sr<2>>>(1000000, 0.2), 0.01);     // symplectic; measured 1e-3
  EXPECT_LT(chaotic_drift<Strang<Dmv<16>>>(1000000, 0.25), 0.01);  // measured 5e-4
}
// Pairs that are in no list have a card, too.
TEST(Energy, is_on_the_card_of_any_splitting_on_any_flow) {
  const auto strang = [](const MethodInfo& flow) { return splitting_card<StrangTable>(flow).energy; };
  for (const MethodInfo& flow : {Jem<2>::info, Jem<4>::info, Imr<6>::info, Imr<8>::info, Dmv<4>::info, Dmv<6>::info})
    EXPECT_EQ(strang(flow), Energy::drifts) << flow.name;
  for (const MethodInfo& flow : {Sr<2>::info, Sr<8>::info, Dmv<2>::info, Dmv<16>::info, Exact::info, Weierstrass::info})
    EXPECT_EQ(strang(flow), Energy::bounded) << flow.name;
}
TEST(Order, of_a_composition_is_full_on_any_symmetric_flow) {
  const auto order = [](const MethodInfo& flow) { return splitting_card<ComposedStrang<KahanLi9>>(flow).order; };
  EXPECT_EQ(order(Sr<2>::info), 6);
  EXPECT_EQ(order(Dmv<2>::info), 6);
  EXPECT_EQ(order(Sr<8>::info), 6);
  EXPECT_EQ(order(Lie4::info), 4);                             // not symmetric
  EXPECT_EQ(splitting_card<Rkn6Table>(Sr<2>::info).order, 2);  // no composition
}

}  // namespace
}  // namespace polhode::test
