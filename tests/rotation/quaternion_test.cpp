// Vectors and quaternions by their laws.
#include "polhode/rotation/quaternion.hpp"

#include <gtest/gtest.h>
// after gtest
#include <algorithm>

#include <rapidcheck/gtest.h>

#include "polhode/body/state.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/quad.hpp"
#include "support/seed.hpp"
#include "support/ulp.hpp"

namespace polhode {
namespace {

using V = Vec3<double>;
using Q = Quaternion<double>;

double entry() {
  return 1e-3 * *rc::gen::inRange(-1000, 1001);
}
V some_vector() {
  return {entry(), entry(), entry()};
}
Q some_quaternion() {
  return {entry(), some_vector()};
}
Q some_unit() {
  const Q q = some_quaternion();
  RC_PRE(norm2(q) > 1e-4);
  return normalized(q);
}
double apart(const Q& a, const Q& b) {
  return std::sqrt(norm2(a - b));
}
bool equal(const V& a, const V& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

TEST(Vec3, has_components_and_operators) {
  V a{1, 2, 3};
  a[1] = 5;
  EXPECT_EQ(a[0] + 10 * a[1] + 100 * a[2], 351);
  EXPECT_TRUE(equal(a + V{1, 1, 1}, {2, 6, 4}));
  EXPECT_TRUE(equal(a - V{1, 1, 1}, {0, 4, 2}));
  EXPECT_TRUE(equal(-a, {-1, -5, -3}));
  EXPECT_TRUE(equal(2.0 * a, a * 2.0) && equal(2.0 * a, a + a) && equal((2.0 * a) / 2.0, a));
  EXPECT_TRUE(equal(times(a, V{2, 3, 4}), {2, 15, 12}));
  a += {1, 1, 1}, a -= {0, 0, 2}, a *= 2;
  EXPECT_TRUE(equal(a, {4, 12, 4}));
  EXPECT_TRUE(equal(cross(V{1, 0, 0}, V{0, 1, 0}), {0, 0, 1}));
  EXPECT_TRUE(equal(cross(V{0, 1, 0}, V{0, 0, 1}), {1, 0, 0}));
  EXPECT_TRUE(equal(cross(V{0, 0, 1}, V{1, 0, 0}), {0, 1, 0}));
  EXPECT_EQ(norm(V{2, 3, 6}), 7);
  EXPECT_TRUE(equal(select<double>(true, a, V{}), a) && equal(select<double>(false, a, V{}), V{}));
  EXPECT_EQ(double(convert<Quad>(V{0.1, 0, 0}).x), 0.1);
}
RC_GTEST_PROP(Vec3Law, cross_product_is_a_lie_bracket, ()) {
  const V a = some_vector(), b = some_vector(), c = some_vector();
  RC_ASSERT(equal(cross(a, b), -cross(b, a)));
  RC_ASSERT(norm2(cross(a, a)) == 0);
  const V jacobi = cross(a, cross(b, c)) + cross(b, cross(c, a)) + cross(c, cross(a, b));
  RC_ASSERT(norm(jacobi) <= 2e-15);                                                                 // measured 3e-16
  RC_ASSERT(norm(cross(a, cross(b, c)) - (dot(a, c) * b - dot(a, b) * c)) <= 4e-15);                // measured 1e-15
  RC_ASSERT(std::fabs(dot(a, cross(a, b))) <= 1e-15);                                               // measured 1.4e-16
  RC_ASSERT(std::fabs(norm2(cross(a, b)) + dot(a, b) * dot(a, b) - norm2(a) * norm2(b)) <= 1e-14);  // measured 2.7e-15
}

TEST(Quaternion, has_hamilton_s_units) {
  const Q i{0, {1, 0, 0}}, j{0, {0, 1, 0}}, k{0, {0, 0, 1}}, one{};
  const auto same = [](const Q& a, const Q& b) { return a.w == b.w && equal(a.v, b.v); };
  EXPECT_TRUE(same(i * i, -one) && same(j * j, -one) && same(k * k, -one) && same(i * j * k, -one));
  EXPECT_TRUE(same(i * j, k) && same(j * k, i) && same(k * i, j) && same(j * i, -k));
  EXPECT_TRUE(same(one, Q{1, {0, 0, 0}}));
  // A quarter turn about z takes x to y: body -> space.
  const Q quarter = normalized(Q{1, {0, 0, 1}});
  EXPECT_LE(norm(rotate(quarter, V{1, 0, 0}) - V{0, 1, 0}), 4e-16);       // measured 3e-16
  EXPECT_LE(norm(rotate_back(quarter, V{0, 1, 0}) - V{1, 0, 0}), 4e-16);  // measured 3e-16
}
RC_GTEST_PROP(QuaternionLaw, product_is_associative_and_distributes, ()) {
  const Q a = some_quaternion(), b = some_quaternion(), c = some_quaternion();
  RC_ASSERT(apart((a * b) * c, a * (b * c)) <= 1e-14);    // measured 1.7e-15
  RC_ASSERT(apart(a * (b + c), a * b + a * c) <= 1e-14);  // measured 1.2e-15
  RC_ASSERT(apart((a - b) * c, a * c - b * c) <= 1e-14);  // measured 8e-16
  RC_ASSERT(apart(2.0 * a, a + a) == 0);
  RC_ASSERT(apart(conj(a * b), conj(b) * conj(a)) <= 1e-15);          // measured 0
  RC_ASSERT(std::fabs(norm2(a * b) - norm2(a) * norm2(b)) <= 1e-14);  // measured 3.6e-15
  RC_ASSERT(apart(a * conj(a), Q{norm2(a), {}}) <= 1e-15);            // measured 0
}
RC_GTEST_PROP(QuaternionLaw, unit_quaternions_turn_vectors, ()) {
  const Q p = some_unit(), q = some_unit();
  const V a = some_vector(), b = some_vector();
  RC_ASSERT(std::fabs(norm2(q) - 1) <= 1e-15);  // measured 5e-16
  const Q sandwich = q * Q{0, a} * conj(q);
  RC_ASSERT(std::fabs(sandwich.w) <= 1e-15);                             // measured 1.1e-16
  RC_ASSERT(norm(sandwich.v - rotate(q, a)) <= 4e-15);                   // measured 6e-16
  RC_ASSERT(norm(rotate_back(q, rotate(q, a)) - a) <= 4e-15);            // measured 1.1e-15
  RC_ASSERT(norm(rotate(p * q, a) - rotate(p, rotate(q, a))) <= 6e-15);  // measured 9e-16
  RC_ASSERT(equal(rotate(q, a), rotate(-q, a)));
  RC_ASSERT(std::fabs(dot(rotate(q, a), rotate(q, b)) - dot(a, b)) <= 6e-15);  // measured 5e-16
  RC_ASSERT(norm(rotate(q, cross(a, b)) - cross(rotate(q, a), rotate(q, b))) <=
            1e-14);  // measured 8e-16: no reflection
}
RC_GTEST_PROP(QuaternionLaw, one_newton_step_restores_a_unit_length_that_rounding_has_lost, ()) {
  const Q q = some_unit();
  const double off = 1e-9 * *rc::gen::inRange(-1000, 1001);
  const Q back = renormalized((1 + off) * q);
  RC_ASSERT(std::fabs(norm2(back) - 1) <= 6 * off * off + 1e-15);  // measured 3 off^2 + 4e-16
  RC_ASSERT(apart(back, q) <= 3 * off * off + 1e-15);              // measured 1.5 off^2 + 3e-16
}

TEST(State, goes_into_a_lane_and_comes_out) {
  using P = Pack<double, 4>;
  test::Draw random{1};
  PrincipalState<P> packed;
  PrincipalState<double> single[4];
  for (int i = 0; i < 4; ++i) {
    single[i] = {{random.unit(), {random.unit(), random.unit(), random.unit()}},
                 {random.unit(), random.unit(), random.unit()}};
    set_lane(packed, i, single[i]);
  }
  const PrincipalState<P> product{packed.Q * packed.Q, rotate(packed.Q, packed.m)};
  const PrincipalState<P> chosen = select<P>(packed.m.x > P(0.5), packed, product);
  for (int i = 0; i < 4; ++i) {
    const PrincipalState<double> s = single[i], one = lane(packed, i), other = lane(product, i),
                                 either = lane(chosen, i);
    EXPECT_TRUE(one.Q.w == s.Q.w && equal(one.Q.v, s.Q.v) && equal(one.m, s.m));
    const Q square = s.Q * s.Q;
    EXPECT_TRUE(other.Q.w == square.w && equal(other.Q.v, square.v) && equal(other.m, rotate(s.Q, s.m)));
    EXPECT_TRUE(equal(either.m, s.m.x > 0.5 ? s.m : other.m));
  }
  const PrincipalState<P> all = convert<P>(single[2]);
  EXPECT_TRUE(equal(lane(all, 0).m, single[2].m) && equal(lane(all, 3).Q.v, single[2].Q.v));
}

// Arrays of a program of one's own: a body after the other, read as packs and one by one.
TEST(State, is_read_from_arrays_and_written_to_them) {
  using P = Pack<double, 4>;
  double q[16], m[12], q1[16], m1[12];
  for (int i = 0; i < 16; ++i) q[i] = 100 + i;
  for (int i = 0; i < 12; ++i) m[i] = i;
  const PrincipalState<P> packed{load_quaternion<P>(q), load_vector<P>(m)};
  for (int i = 0; i < 4; ++i) {
    const PrincipalState<double> one{load_quaternion<double>(q + 4 * i), load_vector<double>(m + 3 * i)},
        in_pack = lane(packed, i);
    EXPECT_TRUE(one.Q.w == q[4 * i] && equal(one.Q.v, {q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]}));
    EXPECT_TRUE(equal(one.m, {m[3 * i], m[3 * i + 1], m[3 * i + 2]}));
    EXPECT_TRUE(one.Q.w == in_pack.Q.w && equal(one.Q.v, in_pack.Q.v) && equal(one.m, in_pack.m));
    store(one.Q, q1 + 4 * i), store(one.m, m1 + 3 * i);
  }
  EXPECT_TRUE(std::ranges::equal(q, q1) && std::ranges::equal(m, m1));
  store(packed.Q, q1), store(packed.m, m1);
  EXPECT_TRUE(std::ranges::equal(q, q1) && std::ranges::equal(m, m1));
}

}  // namespace
}  // namespace polhode
