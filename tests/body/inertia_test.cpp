// Inertia: shapes, tensors and their principal axes; and every message about input that cannot be.
#include "polhode/body/inertia.hpp"

#include <gtest/gtest.h>
// after gtest
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include <rapidcheck/gtest.h>

#include "polhode/body/invariants.hpp"
#include "polhode/numbers/quad.hpp"
#include "support/seed.hpp"
#include "support/ulp.hpp"

namespace {
long allocations = 0;
}
// What this program takes from the heap is counted.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size > 0 ? size : 1)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept {
  std::free(p);
}
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}

namespace polhode {
namespace {

using V = Vec3<double>;
using Q = Quaternion<double>;
using M = Mat3<double>;
using test::Draw;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

bool equal(const V& a, const V& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}
double largest(const V& v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}
double largest(const M& a) {
  return std::max({largest(a.r0), largest(a.r1), largest(a.r2)});
}

/// What an expression throws; empty if nothing.
template <class F>
std::string complaint(F f) {
  try {
    f();
  } catch (const InvalidInput& e) {
    return e.what();
  }
  return "";
}

// --- shapes ----------------------------------------------------------------------------------------------------------

TEST(Inertia, of_principal_moments_keeps_them_and_the_axes) {
  const Inertia I = Inertia::principal(3, 1, 2.5);
  EXPECT_TRUE(equal(I.moments(), {3, 1, 2.5}));
  EXPECT_TRUE(I.frame().w == 1 && equal(I.frame().v, {}));
  const Principal<double> p = I.in_principal_axes();
  EXPECT_TRUE(equal(p.I, {3, 1, 2.5}) && equal(p.x, {1.0 / 3, 1, 0.4}));
  EXPECT_EQ(double(I.in_principal_axes<Quad>().x.x * 3), 1);
}
TEST(Inertia, of_shapes_is_that_of_the_books) {
  EXPECT_TRUE(equal(Inertia::box(12, 1, 2, 3).moments(), {13, 10, 5}));
  EXPECT_TRUE(equal(Inertia::ellipsoid(5, 1, 2, 3).moments(), {13, 10, 5}));
  EXPECT_TRUE(equal(Inertia::cylinder(12, 1, 2).moments(), {7, 7, 6}));
  EXPECT_TRUE(equal(Inertia::sphere(5, 3).moments(), {18, 18, 18}));
  EXPECT_TRUE(equal(Inertia::sphere(2, 0.5).moments(), Inertia::ellipsoid(2, 0.5, 0.5, 0.5).moments()));
  EXPECT_EQ(Inertia::box(2, 3, 3, 3).moments().x, 3);
}
/// Sum over the cells of a grid of n^3 boxes inside the shape: the moments of a body of unit density and its mass.
struct Summed {
  double mass = 0;
  V moments{};
};
template <class Inside>
Summed summed(const V& half, int n, Inside inside) {
  Summed s;
  const V cell = (2.0 / n) * half;
  const double volume = cell.x * cell.y * cell.z;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        const V r{(i + 0.5) * cell.x - half.x, (j + 0.5) * cell.y - half.y, (k + 0.5) * cell.z - half.z};
        if (!inside(r)) continue;
        s.mass += volume;
        // Steiner: the small box's own moments and its distance from the axes
        const V own = (volume / 12) * V{cell.y * cell.y + cell.z * cell.z, cell.z * cell.z + cell.x * cell.x,
                                        cell.x * cell.x + cell.y * cell.y};
        s.moments += own + volume * V{r.y * r.y + r.z * r.z, r.z * r.z + r.x * r.x, r.x * r.x + r.y * r.y};
      }
  return s;
}
TEST(Inertia, of_shapes_is_the_sum_of_small_boxes) {
  const V half{0.5, 0.8, 1.1};
  const Summed box = summed(half, 10, [](const V&) { return true; });
  EXPECT_LE(relative_distance(Inertia::box(box.mass, 1.0, 1.6, 2.2).moments(), box.moments),
            4e-14);  // measured 4e-15: 1000 additions
  const auto in_ellipsoid = [&](const V& r) { return norm2(V{r.x / half.x, r.y / half.y, r.z / half.z}) <= 1; };
  const Summed ellipsoid = summed(half, 100, in_ellipsoid);
  EXPECT_LE(relative_distance(Inertia::ellipsoid(ellipsoid.mass, 0.5, 0.8, 1.1).moments(), ellipsoid.moments),
            2e-3);  // measured 7e-4
  const Summed cylinder = summed({0.5, 0.5, 1.1}, 100, [](const V& r) { return r.x * r.x + r.y * r.y <= 0.25; });
  EXPECT_LE(relative_distance(Inertia::cylinder(cylinder.mass, 0.5, 2.2).moments(), cylinder.moments),
            1e-3);  // measured 2e-4
  const Summed sphere = summed({0.7, 0.7, 0.7}, 100, [](const V& r) { return norm2(r) <= 0.49; });
  EXPECT_LE(relative_distance(Inertia::sphere(sphere.mass, 0.7).moments(), sphere.moments), 2e-3);  // measured 7e-4
}
TEST(Inertia, effective_takes_moments_of_no_real_body) {
  EXPECT_TRUE(equal(Inertia::effective(1, 2, 5).moments(), {1, 2, 5}));
  EXPECT_EQ(complaint([] { Inertia::effective(1, -2, 5); }),
            "inertia: principal moments (1, -2, 5): I2 = -2 must be positive and finite (a tensor with wrong signs off "
            "the diagonal?)");
}

// --- tensors ---------------------------------------------------------------------------------------------------------

M rebuilt(const Inertia& I) {
  const M R = to_matrix(I.frame());
  return R * M::diagonal(I.moments()) * transpose(R);
}
/// R diag(I) R^T in 113 bits, rounded and made symmetric.
M tensor_of(const V& I, const Q& frame) {
  const Mat3<Quad> R = to_matrix(normalized(convert<Quad>(frame)));
  const Mat3<Quad> J = R * Mat3<Quad>::diagonal(convert<Quad>(I)) * transpose(R);
  M rounded;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) rounded[i][j] = double(Quad(0.5) * (J[i][j] + J[j][i]));
  return rounded;
}
V sorted(V a) {
  double s[3] = {a.x, a.y, a.z};
  std::sort(s, s + 3);
  return {s[0], s[1], s[2]};
}

struct TensorErrors {
  double moments = 0, tensor = 0, unit = 0;
  void take(const V& moments_in, const Q& frame) {
    const M J = tensor_of(moments_in, frame);
    const Inertia I = Inertia::tensor(J);
    const double size = largest(moments_in);
    moments = std::max(moments, largest(sorted(I.moments()) - sorted(moments_in)) / size);
    tensor = std::max(tensor, largest(rebuilt(I) - J) / size);
    unit = std::max(unit, std::fabs(norm2(I.frame()) - 1));
  }
};
/// Three moments of a real body: sums of squares, as those of three weights on the axes.
V some_moments(Draw& random) {
  const double a = random.between(0.01, 1), b = random.between(0.01, 1), c = random.between(0.01, 1);
  return {b + c, c + a, a + b};
}
Q some_frame(Draw& random) {
  return normalized(Q{random.between(-1, 1), {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)}});
}

RC_GTEST_PROP(Tensor, gives_back_moments_and_axes, ()) {
  const auto number = [] { return 1e-4 * *rc::gen::inRange(1, 10001); };
  const auto entry = [] { return 1e-3 * *rc::gen::inRange(-1000, 1001); };
  const double a = number(), b = number(), c = number();
  const Q q{entry(), {entry(), entry(), entry()}};
  RC_PRE(norm2(q) > 1e-4);
  TensorErrors e;
  e.take({b + c, c + a, a + b}, normalized(q));
  RC_ASSERT(e.moments <= 2e-15);  // measured 3e-16
  RC_ASSERT(e.tensor <= 4e-15);   // measured 4e-16
  RC_ASSERT(e.unit <= 1e-15);     // measured 5e-16
}
TEST(Tensor, of_every_scale_is_treated_alike) {
  Draw random{2};
  TensorErrors e;
  for (const double scale : {1e-40, 1e-30, 1e-10, 1.0, 1e10, 1e30, 1e150, 1e-150, 1e300, 1e-300})
    for (int i = 0; i < 500; ++i) e.take(scale * some_moments(random), some_frame(random));
  EXPECT_LE(e.moments, 2e-15);  // measured 5e-16
  EXPECT_LE(e.tensor, 4e-15);   // measured 7e-16
  // A power of two changes no digit.
  const M J = tensor_of({1, 1.5, 2}, some_frame(random));
  const Inertia one = Inertia::tensor(J), big = Inertia::tensor(0x1p200 * J);
  EXPECT_TRUE(equal(0x1p200 * one.moments(), big.moments()));
  EXPECT_TRUE(one.frame().w == big.frame().w && equal(one.frame().v, big.frame().v));
}
TEST(Tensor, of_equal_and_nearly_equal_moments_is_no_special_case) {
  Draw random{3};
  TensorErrors e;
  for (const double gap : {0.0, 1e-17, 1e-16, 1e-15, 1e-14, 1e-12, 1e-9, 1e-6, 1e-3})
    for (int i = 0; i < 500; ++i) {
      const Q frame = some_frame(random);
      e.take({1, 1 + gap, 1.5}, frame);
      e.take({1, 1.5, 1 + gap}, frame);
      e.take({1, 1 + gap, 1 - 2 * gap}, frame);
      e.take({1, 1, 2 - gap}, frame);           // a disc: I3 = I1 + I2
      e.take({1, 1 + gap, gap + 1e-6}, frame);  // a thin rod
    }
  EXPECT_LE(e.moments, 2e-15);  // measured 5e-16
  EXPECT_LE(e.tensor, 4e-15);   // measured 8e-16
  EXPECT_LE(e.unit, 1e-15);     // measured 5e-16
}
TEST(Tensor, that_is_diagonal_has_the_user_s_axes_exactly) {
  for (const V& I : {V{3, 1, 2.5}, V{1, 1, 1}, V{1, 2, 3}, V{1e-40, 1.5e-40, 2e-40}, V{2, 1, 1}}) {
    const Inertia J = Inertia::tensor(M::diagonal(I));
    EXPECT_TRUE(equal(J.moments(), I));
    EXPECT_TRUE(J.frame().w == 1 && equal(J.frame().v, {}));
  }
}
TEST(Tensor, that_is_nearly_diagonal_turns_the_axes_by_the_small_angle) {
  for (const double off : {1e-300, 1e-100, 1e-30, 1e-20, 1e-17, 1e-12, 1e-8, 1e-4}) {
    const Inertia I = Inertia::tensor({{1, off, 0}, {off, 2, 0}, {0, 0, 2.5}});
    EXPECT_LE(largest(I.moments() - V{1 - off * off, 2 + off * off, 2.5}), 1e-15) << off;  // measured 1e-16
    // The axes turn about axis 3 by -off/(2 - 1), unless that is below what can be seen in the tensor.
    const V angle = log(I.frame());
    EXPECT_TRUE(angle.x == 0 && angle.y == 0);
    EXPECT_TRUE(std::fabs(angle.z + off) <= 1e-3 * off || (off < 1e-17 && angle.z == 0)) << off << ' ' << angle.z;
    EXPECT_LE(largest(rebuilt(I) - M{{1, off, 0}, {off, 2, 0}, {0, 0, 2.5}}), 1e-15);  // measured 2e-16
  }
}
TEST(Tensor, turns_each_pair_of_axes_the_right_way) {
  for (int p = 0; p < 3; ++p)
    for (int q = p + 1; q < 3; ++q)
      for (const double off : {0.3, -0.3}) {
        M J = M::diagonal({2, 2.5, 3});
        J[p][q] = J[q][p] = off;
        const Inertia I = Inertia::tensor(J);
        EXPECT_LE(largest(rebuilt(I) - J), 2e-15) << p << q << off;  // measured 9e-16
        EXPECT_EQ(I.frame().v[p], 0);
        EXPECT_EQ(I.frame().v[q], 0);
        // axes keep their places: by at most 45 degrees
        EXPECT_GE(I.frame().w, 0.9);
      }
}
/// The least root of det(J - x), by Newton's method in 113 bits from below, where it cannot go beyond.
Quad least_moment(const M& J) {
  const Mat3<Quad> A{convert<Quad>(J.r0), convert<Quad>(J.r1), convert<Quad>(J.r2)};
  const Quad c2 = trace(A), c1 = trace(adjugate(A)), c0 = det(A);
  Quad x = 0;
  for (int i = 0; i < 100; ++i) x -= (((c2 - x) * x - c1) * x + c0) / ((2 * c2 - 3 * x) * x - c1);
  return x;
}
TEST(Tensor, of_a_thin_body_has_all_digits_of_its_small_moment_and_of_the_turn_about_it) {
  Draw random{9};
  double moment = 0, velocity = 0, momentum = 0;
  for (const double thin : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12})
    for (int i = 0; i < 200; ++i) {
      const M J = tensor_of({1, 1 + 0.5 * thin, thin}, some_frame(random));
      const Inertia I = Inertia::tensor(J);
      moment = std::max(moment, relative_error(sorted(I.moments()).x, double(least_moment(J))));
      const V w{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
      const Mat3<Quad> wide{convert<Quad>(J.r0), convert<Quad>(J.r1), convert<Quad>(J.r2)};
      V tail;
      const V m = I.momentum(w, tail);
      const Vec3<Quad> whole = wide * convert<Quad>(w), sum = convert<Quad>(m) + convert<Quad>(tail);
      momentum = std::max(momentum, double(norm(sum - whole)));
      velocity = std::max(velocity, norm(I.angular_velocity(m, tail) - w));
      velocity = std::max(velocity, norm(I.angular_velocity(m) - convert<double>(inverse(wide) * convert<Quad>(m))) /
                                        norm(I.angular_velocity(m)));
    }
  EXPECT_LE(moment, 2e-16);    // measured 0; in double it was 1e-4
  EXPECT_LE(momentum, 1e-15);  // measured 8e-17
  EXPECT_LE(velocity, 4e-15);  // measured 4e-16
}
TEST(Tensor, momentum_is_the_tensor_times_the_angular_velocity) {
  Draw random{4};
  double momentum = 0, undone = 0, energy_error = 0;
  for (int i = 0; i < 5000; ++i) {
    const M J = tensor_of(some_moments(random), some_frame(random));
    const Inertia I = Inertia::tensor(J);
    const V w{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
    momentum = std::max(momentum, norm(I.momentum(w) - J * w));
    undone = std::max(undone, norm(I.angular_velocity(I.momentum(w)) - w) / norm(w));
    const PrincipalState<double> s = I.to_principal(State<double>{some_frame(random), I.momentum(w)});
    energy_error = std::max(energy_error, relative_error(energy(I.in_principal_axes(), s.m), 0.5 * dot(w, J * w)));
  }
  EXPECT_LE(momentum, 1e-14);      // measured 1.2e-15
  EXPECT_LE(undone, 2e-14);        // measured 2e-15
  EXPECT_LE(energy_error, 1e-14);  // measured 1.7e-15
}
TEST(Tensor, states_go_to_principal_axes_and_back) {
  Draw random{5};
  double attitude = 0, momentum = 0, spatial = 0;
  for (int i = 0; i < 5000; ++i) {
    const Inertia I = Inertia::tensor(tensor_of(some_moments(random), some_frame(random)));
    const State<double> s{some_frame(random), {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)}};
    const PrincipalState<double> p = I.to_principal(s);
    const State<double> back = I.to_body(p);
    attitude = std::max(attitude, std::sqrt(norm2(back.Q - s.Q)));
    momentum = std::max(momentum, norm(back.m - s.m));
    spatial = std::max(spatial, norm(spatial_momentum(p) - spatial_momentum(s)));  // space axes do not care
  }
  EXPECT_LE(attitude, 2e-15);  // measured 7e-16
  EXPECT_LE(momentum, 4e-15);  // measured 7e-16
  EXPECT_LE(spatial, 6e-15);   // measured 2e-15
  // Principal axes as body axes: nothing is rounded.
  const PrincipalState<double> s{some_frame(random), {0.1, 0.2, 0.3}};
  const State<double> same = Inertia::principal(1, 2, 3).to_body(s);
  EXPECT_TRUE(equal(same.m, s.m) && same.Q.w == s.Q.w && equal(same.Q.v, s.Q.v));
}

// --- what cannot be --------------------------------------------------------------------------------------------------

TEST(InertiaMessage, names_the_moment_that_is_not_positive) {
  EXPECT_EQ(complaint([] { Inertia::principal(1, -2, 3); }),
            "inertia: principal moments (1, -2, 3): I2 = -2 must be positive and finite (a tensor with wrong signs off "
            "the diagonal?)");
  EXPECT_EQ(complaint([] { Inertia::principal(1, 2, 0); }),
            "inertia: principal moments (1, 2, 0): I3 = 0 must be positive and finite (a straight line of mass has no "
            "moment about "
            "itself; give it a small radius)");
  EXPECT_EQ(complaint([] { Inertia::principal(kNaN, 2, 1); }),
            "inertia: principal moments (nan, 2, 1): I1 = nan must be positive and finite (an uninitialised or "
            "overflowed value?)");
  EXPECT_EQ(complaint([] { Inertia::principal(-kNaN, 2, 1); }),
            "inertia: principal moments (nan, 2, 1): I1 = nan must be positive and finite (an uninitialised or "
            "overflowed value?)");
  EXPECT_EQ(complaint([] { Inertia::principal(1, kInfinity, 1); }),
            "inertia: principal moments (1, inf, 1): I2 = inf must be positive and finite (an uninitialised or "
            "overflowed value?)");
  // Its inverse would not be finite.
  EXPECT_EQ(complaint([] { Inertia::principal(1, 1, 1e-320); }),
            "inertia: principal moments (1, 1, 9.99989e-321): I3 = 9.99989e-321 must be positive and finite (an "
            "uninitialised or "
            "overflowed value?)");
}
TEST(InertiaMessage, says_that_a_moment_is_too_small_beside_the_others) {
  EXPECT_EQ(
      complaint([] { Inertia::principal(1, 9e-15, 1); }),
      "inertia: principal moments (1, 9e-15, 1): I2 = 9e-15 must be at least 1e-14 of the largest (a line of mass? "
      "give it a radius of 1e-7 of its length or more)");
  EXPECT_EQ(complaint([] { Inertia::principal(1, 1.1e-14, 1); }), "");
  EXPECT_NE(complaint([] { Inertia::effective(1, 9e14, 1); }), "");
  EXPECT_NE(complaint([] { Inertia::box(1, 1e-8, 1e-8, 1); }), "");
}
TEST(InertiaMessage, says_by_how_much_the_triangle_inequality_is_violated) {
  EXPECT_EQ(complaint([] { Inertia::principal(1, 2, 5); }),
            "inertia: moments (1, 2, 5) are impossible: I3 <= I1 + I2 is violated by 2 (were these principal moments? "
            "Inertia::effective takes moments of no real body)");
  EXPECT_EQ(
      complaint([] { Inertia::principal(4.5, 2, 1); }),
      "inertia: moments (4.5, 2, 1) are impossible: I1 <= I2 + I3 is violated by 1.5 (were these principal moments? "
      "Inertia::effective takes moments of no real body)");
  EXPECT_EQ(
      complaint([] { Inertia::principal(1e-40, 4e-40, 2e-40); }),
      "inertia: moments (1e-40, 4e-40, 2e-40) are impossible: I2 <= I3 + I1 is violated by 1e-40 (were these principal "
      "moments? Inertia::effective takes moments of no real body)");
  EXPECT_EQ(complaint([] { Inertia::tensor(M::diagonal({1, 2, 5})); }),
            "inertia: moments (1, 2, 5) are impossible: I3 <= I1 + I2 is violated by 2 (were these principal moments? "
            "Inertia::effective takes moments of no real body)");
}
TEST(InertiaMessage, rounding_is_no_violation) {
  for (const double scale : {1e-40, 1.0, 1e30}) {
    EXPECT_EQ(complaint([&] { Inertia::principal(scale * 0.1, scale * 0.2, scale * 0.30000000000000004); }), "");
    EXPECT_EQ(complaint([&] { Inertia::principal(scale, scale, scale * (2 + 1e-12)); }), "");
    EXPECT_NE(complaint([&] { Inertia::principal(scale, scale, scale * (2 + 1e-11)); }), "");
  }
  Draw random{6};
  for (int i = 0; i < 1000; ++i) {  // discs, in any axes
    const double a = random.between(0.1, 1), b = random.between(0.1, 1);
    const M J = tensor_of({a, b, a + b}, some_frame(random));
    EXPECT_EQ(complaint([&] { Inertia::tensor(J); }), "");
  }
}
TEST(InertiaMessage, of_a_tensor_names_the_entry) {
  const auto of = [](const M& J) { return complaint([&] { Inertia::tensor(J); }); };
  EXPECT_EQ(of({{1, 0.1, 0}, {0.2, 1, 0}, {0, 0, 1}}),
            "inertia: the tensor must be symmetric: entries (2,1) = 0.2 and (1,2) = 0.1 differ (a mistyped entry?)");
  EXPECT_EQ(of({{1, 0, -0.3}, {0, 1, 0}, {0.3, 0, 1}}),
            "inertia: the tensor must be symmetric: entries (3,1) = 0.3 and (1,3) = -0.3 differ (a mistyped entry?)");
  EXPECT_EQ(of({{1, 0, 0}, {0, 1, kNaN}, {0, 0, 1}}),
            "inertia: tensor entry (2,3) = nan must be finite (an uninitialised or overflowed value?)");
  EXPECT_EQ(of({{1, 0, 0}, {0, -kInfinity, 0}, {0, 0, 1}}),
            "inertia: tensor entry (2,2) = -inf must be finite (an uninitialised or overflowed value?)");
  // Entries that differ by rounding are taken as their mean.
  EXPECT_EQ(of({{1, 0.1, 0}, {0.1 * (1 + 1e-12), 1, 0}, {0, 0, 1}}), "");
  EXPECT_EQ(of(M{}),
            "inertia: principal moments (0, 0, 0): I1 = 0 must be positive and finite (a straight line of mass has no "
            "moment about itself; give it a small radius)");
  // Products of inertia with the wrong sign can make it indefinite.
  EXPECT_EQ(of({{1, 2, 0}, {2, 1, 0}, {0, 0, 1}}),
            "inertia: principal moments (-1, 3, 1): I1 = -1 must be positive and finite (a tensor with wrong signs off "
            "the diagonal?)");
}
TEST(InertiaMessage, of_a_shape_shows_mass_and_size) {
  EXPECT_EQ(complaint([] { Inertia::box(1, 2, 0, 3); }),
            "inertia: box of mass 1 and dimensions (2, 0, 3): each must be positive and finite");
  EXPECT_EQ(complaint([] { Inertia::ellipsoid(-1, 2, 1, 3); }),
            "inertia: ellipsoid of mass -1 and dimensions (2, 1, 3): each must be positive and finite");
  EXPECT_EQ(complaint([] { Inertia::cylinder(1, kNaN, 3); }),
            "inertia: cylinder of mass 1 and dimensions (nan, nan, 3): each must be positive and finite");
  EXPECT_EQ(complaint([] { Inertia::sphere(kInfinity, 0.5); }),
            "inertia: sphere of mass inf and dimensions (0.5, 0.5, 0.5): each must be positive and finite");
  // Possible sizes whose moments overflow.
  EXPECT_EQ(complaint([] { Inertia::sphere(1, 1e200); }).substr(0, 30), "inertia: principal moments (in");
}
TEST(StateMessage, says_what_is_wrong_with_the_attitude) {
  const V m{1, 2, 3};
  EXPECT_EQ(
      complaint([&] { checked({{0, {0, 0, 0}}, m}); }),
      "state: attitude (0, 0, 0, 0) has no direction: a quaternion w x y z must not be zero (the identity is 1 0 0 0)");
  EXPECT_EQ(complaint([&] { checked({{1, {0, kNaN, 0}}, m}); }),
            "state: attitude (1, 0, nan, 0) must be finite (an uninitialised value?)");
  EXPECT_EQ(complaint([&] { checked({{kInfinity, {0, 0, 0}}, m}); }),
            "state: attitude (inf, 0, 0, 0) must be finite (an uninitialised value?)");
  EXPECT_EQ(complaint([&] { checked({{kInfinity, {0, kNaN, 0}}, m}); }),
            "state: attitude (inf, 0, nan, 0) must be finite (an uninitialised value?)");
  EXPECT_EQ(
      complaint([&] { checked({{2, {0, 0, 0}}, m}); }),
      "state: attitude (2, 0, 0, 0) has length 2, not 1 within 1e-6 (not a quaternion w x y z? normalise it first)");
  EXPECT_EQ(
      complaint([&] { checked({{0, {0, 2e200, 0}}, m}); }),
      "state: attitude (0, 0, 2e+200, 0) has length 2e+200, not 1 within 1e-6 (not a quaternion w x y z? normalise it "
      "first)");
  EXPECT_EQ(
      complaint([&] { checked({{0, {0, 2e-200, 0}}, m}); }),
      "state: attitude (0, 0, 2e-200, 0) has length 2e-200, not 1 within 1e-6 (not a quaternion w x y z? normalise it "
      "first)");
}
TEST(StateMessage, says_what_is_wrong_with_the_momentum) {
  EXPECT_EQ(complaint([] { checked({{}, {1, kNaN, 3}}); }),
            "state: momentum (1, nan, 3) must be finite (an uninitialised or overflowed value?)");
  EXPECT_EQ(complaint([] { checked({{}, {1, 2, -kInfinity}}); }),
            "state: momentum (1, 2, -inf) must be finite (an uninitialised or overflowed value?)");
  EXPECT_EQ(
      complaint([] { checked({{}, {0, -9e-151, 1e-200}}); }),
      "state: momentum (0, -9e-151, 1e-200) must be zero or at least 1e-150: its square would vanish (is the unit "
      "right?)");
  EXPECT_EQ(complaint([] { checked({{}, {2e153, 0, 0}}); }),
            "state: momentum (2e+153, 0, 0) must be at most 1e153: its square would overflow (is the unit right?)");
  EXPECT_EQ(complaint([] { checked({{}, {1e-150, 1e-200, 0}}), checked({{}, {1e153, 0, 0}}), checked({}); }), "");
}
TEST(State, that_is_good_is_checked_without_a_word) {
  // A text that is put together takes memory, and a hundred times as long as the check.
  const State<double> one{{0.123456789012345678, {-0.123456789012345678, 0.6, 0.78102496759066543}}, {0.1, -0.2, 0.3}};
  const State<double> s = {normalized(one.Q), one.m};
  const long before = allocations;
  const State<double> same = checked(s);
  EXPECT_EQ(allocations, before);
  EXPECT_TRUE(equal(same.m, s.m));
}
TEST(State, is_brought_to_unit_length_if_it_nearly_has_it) {
  Draw random{7};
  for (const double length : {1.0, 1 + 9e-7, 1 - 9e-7}) {
    const Q q = some_frame(random);
    const State<double> s = checked({length * q, {1, 2, 3}});
    EXPECT_LE(std::fabs(norm2(s.Q) - 1), 1e-15);  // measured 2e-16
    EXPECT_LE(attitude_distance(s.Q, q), 2e-15);  // measured 6e-16
    EXPECT_TRUE(equal(s.m, {1, 2, 3}));
  }
  EXPECT_NE(complaint([] { checked({{1 + 2e-6, {}}, {}}); }), "");
  // A body at rest is a body.
  EXPECT_EQ(complaint([] { checked({{}, {}}); }), "");
}
TEST(Text, of_a_number_has_the_fewest_digits_that_read_back) {
  EXPECT_EQ(to_text(0.1), "0.1");
  EXPECT_EQ(to_text(2), "2");
  EXPECT_EQ(to_text(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(to_text(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(to_text(-1e-40), "-1e-40");
  EXPECT_EQ(to_text(kNaN), "nan");
  EXPECT_EQ(to_text(-kNaN), "nan");
  EXPECT_EQ(to_text(-kInfinity), "-inf");
  Draw random{8};
  for (int i = 0; i < 10000; ++i) {
    const double x = random.any();
    EXPECT_EQ(std::strtod(to_text(x).c_str(), nullptr), x);
  }
}

}  // namespace
}  // namespace polhode
