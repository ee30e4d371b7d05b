// Matrices: algebra by its laws, and rotations there and back.
#include "polhode/rotation/mat3.hpp"

#include <gtest/gtest.h>
// after gtest
#include <algorithm>
#include <vector>

#include <rapidcheck/gtest.h>

#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/quad.hpp"
#include "support/seed.hpp"
#include "support/ulp.hpp"

namespace polhode {
namespace {

using M = Mat3<double>;
using V = Vec3<double>;
using Q = Quaternion<double>;

double entry() {
  return 1e-3 * *rc::gen::inRange(-1000, 1001);
}
V some_vector() {
  return {entry(), entry(), entry()};
}
M some_matrix() {
  return {some_vector(), some_vector(), some_vector()};
}
Q some_rotation() {
  const Q q{entry(), some_vector()};
  RC_PRE(norm2(q) > 1e-4);
  return normalized(q);
}

double largest(const V& v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}
double largest(const M& a) {
  return std::max({largest(a.r0), largest(a.r1), largest(a.r2)});
}

TEST(Mat3, is_stored_by_rows) {
  M a{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}};
  EXPECT_EQ(a[1][2], 6);
  EXPECT_EQ(transpose(a)[2][1], 6);
  EXPECT_EQ(column(a, 0).z, 7);
  EXPECT_EQ(det(a), -3);
  EXPECT_EQ(trace(a), 16);
  a[2][2] = 9;
  EXPECT_EQ(det(a), 0);
  const V v = a * V{1, 0, -1};
  EXPECT_TRUE(v.x == -2 && v.y == -2 && v.z == -2);
  EXPECT_EQ(largest(M::identity() * a - a), 0);
  EXPECT_EQ((M::diagonal({2, 3, 4}) * a)[1][0], 12);
}

RC_GTEST_PROP(Mat3Law, product_is_that_of_linear_maps, ()) {
  const M a = some_matrix(), b = some_matrix(), c = some_matrix();
  const V v = some_vector();
  RC_ASSERT(largest((a * b) * v - a * (b * v)) <= 1e-14);                       // measured 1.8e-15
  RC_ASSERT(largest(a * (b + c) - (a * b + a * c)) <= 1e-14);                   // measured 8.9e-16
  RC_ASSERT(largest(transpose(a * b) - transpose(b) * transpose(a)) <= 1e-14);  // measured 0
  RC_ASSERT(std::fabs(det(a * b) - det(a) * det(b)) <= 1e-13);                  // measured 2.9e-15
  RC_ASSERT(largest(0.5 * a - (a - a * 0.5)) <= 1e-15);                         // measured 0
}
RC_GTEST_PROP(Mat3Law, inverse_and_solve_undo_the_product, ()) {
  const M a = some_matrix();
  const V b = some_vector();
  const double d = std::fabs(det(a));
  RC_PRE(d > 1e-3);
  const double unit = 1e-15 * (1 + 1 / (d * d));                   // by the adjugate: condition number squared
  RC_ASSERT(largest(a * inverse(a) - M::identity()) / unit <= 1);  // measured 0.078
  RC_ASSERT(largest(inverse(a) * a - M::identity()) / unit <= 1);  // measured 0.078
  RC_ASSERT(largest(a * solve(a, b) - b) / unit <= 1);             // measured 0.077
}

RC_GTEST_PROP(Mat3Law, matrix_of_a_quaternion_turns_as_the_quaternion, ()) {
  const Q p = some_rotation(), q = some_rotation();
  const V v = some_vector();
  RC_ASSERT(largest(to_matrix(q) * v - rotate(q, v)) <= 1e-14);                         // measured 3.9e-16
  RC_ASSERT(largest(to_matrix(p * q) - to_matrix(p) * to_matrix(q)) <= 1e-14);          // measured 1.1e-15
  RC_ASSERT(largest(to_matrix(q) * transpose(to_matrix(q)) - M::identity()) <= 1e-14);  // measured 1.8e-15
}
// q and -q are one rotation: the nearer distance counts.
double rotation_distance(const Q& p, const Q& q) {
  return std::sqrt(std::min(norm2(p - q), norm2(p + q)));
}

RC_GTEST_PROP(Mat3Law, quaternion_comes_back_from_its_matrix, ()) {
  const Q q = some_rotation(), p = from_matrix(to_matrix(q));
  RC_ASSERT(rotation_distance(p, q) <= 1e-15);  // measured 4.6e-16
  RC_ASSERT(p.w >= 0);
}

// Half turns, where w = 0, and their neighbours: the places where the trace formula fails.
TEST(Mat3, quaternion_comes_back_from_every_half_turn) {
  test::Draw random{1};
  double worst = 0;
  for (int i = 0; i < 100000; ++i) {
    V axis{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
    if (i % 4 == 1) axis = {1, 0, 0};
    if (i % 4 == 2) axis = {1e-9, 1, -1e-7};
    if (i % 4 == 3) axis = {0, 1e-200, -1};
    const int exponent = -int(random.bits() % 60);
    const Q q = normalized(Q{i % 3 == 0 ? 0 : std::ldexp(random.between(-1, 1), exponent), axis});
    worst = std::max(worst, rotation_distance(from_matrix(to_matrix(q)), q));
  }
  EXPECT_LE(worst, 1e-15);  // measured 4.6e-16
  EXPECT_LE(rotation_distance(from_matrix(M::identity()), Q{}), 0);
}

TEST(Mat3, of_other_types_is_the_same_algebra) {
  using P = Pack<double, 4>;
  test::Draw random{2};
  Quaternion<P> packed;
  std::vector<Q> single;
  for (int k = 0; k < 4; ++k) {
    Q q = normalized(Q{random.between(-1, 1), {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)}});
    if (k == 1) q = {0, {1, 0, 0}};
    if (k == 2) q = {0, {0, 0, -1}};
    single.push_back(q);
    set_lane(packed.w, k, q.w);
    for (int i = 0; i < 3; ++i) set_lane(packed.v[i], k, q.v[i]);
  }
  const Mat3<P> a = to_matrix(packed);
  const Quaternion<P> back = from_matrix(a);
  const Vec3<P> x = solve(a, Vec3<P>{P(1), P(2), P(3)});
  for (int k = 0; k < 4; ++k) {
    const M one = to_matrix(single[std::size_t(k)]);
    const Q q = from_matrix(one);
    const V y = solve(one, {1, 2, 3});
    EXPECT_TRUE(test::same_bits(back.w[k], q.w));
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(test::same_bits(back.v[i][k], q.v[i]));
      EXPECT_TRUE(test::same_bits(x[i][k], y[i]));
    }
  }
  const Mat3<Quad> exact = convert<Quad>(M{{2, 1, 0}, {1, 3, 1}, {0, 1, 4}});
  const Mat3<Quad> unit = exact * inverse(exact);
  EXPECT_LE(double(abs(unit[0][0] - 1) + abs(unit[0][1]) + abs(unit[2][1])), 1e-32);  // measured 9.6e-35
}

}  // namespace
}  // namespace polhode
