// The rotation group: the maps to and from it by their laws, on both sides of every threshold, in every number type.
#include "polhode/rotation/so3.hpp"

#include <gtest/gtest.h>
// after gtest
#include <algorithm>
#include <cstring>
#include <vector>

#include <rapidcheck/gtest.h>

#include "polhode/body/invariants.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/quad.hpp"
#include "support/seed.hpp"
#include "support/ulp.hpp"

namespace polhode {
namespace {

using test::Draw;

template <class T>
T pi() {
  return T(4) * atan2(T(1), T(1));
}
template <class T>
Vec3<T> direction(Draw& random) {
  const int corner = int(random.bits() % 8);
  Vec3<T> a{T(random.between(-1, 1)), T(random.between(-1, 1)), T(random.between(-1, 1))};
  if (corner < 3) {
    a = {};
    a[corner] = random.bits() % 2 ? T(1) : T(-1);
  }
  if (corner == 3) a = {T(1e-9), T(-1), T(0)};
  return a / norm(a);
}
template <class T>
Quaternion<T> attitude(Draw& random) {
  return normalized(Quaternion<T>{T(random.between(-1, 1)), direction<T>(random)});
}
template <class T>
double length(const Quaternion<T>& q) {
  return double(sqrt(norm2(q)));
}
template <class T>
T excess(const Turn<T>& r) {  // |r|^2 - 1
  return r.c1 * (T(2) + r.c1) + norm2(r.u);
}
template <class T>
double in_eps(T x) {
  return double(abs(x) / epsilon<T>());
}

/// Angles up to pi with every threshold of the code enclosed: where log divides by w (angle 2 eps), where the squares of
/// components underflow, where the polynomials of cos1_sinc end (half angle squared 0.62), where sincos begins to reduce
/// (half angle 0.785), and a half turn.
template <class T>
std::vector<T> angles() {
  const T eps = epsilon<T>(), half_turn = pi<T>();
  std::vector<T> a{T(1e-300), T(1e-200), T(1e-162), T(1e-154), T(1e-150), T(1e-100), T(1e-20), T(1e-10),
                   T(1e-8),   T(1e-6),   T(1e-3),   T(0.1),    T(1),      T(2),      T(3)};
  for (const T edge : {T(2) * eps, T(2) * sqrt(T(0.62)), T(1.57), half_turn / T(2), T(1), T(2)})
    for (const T off : {T(4) * eps, T(1e-6), T(1e-3)})
      a.push_back(edge * (T(1) - off)), a.push_back(edge * (T(1) + off));
  for (const T gap : {T(1e-3), T(1e-8), T(1e-12), T(8) * eps, T(2) * eps}) a.push_back(half_turn * (T(1) - gap));
  return a;
}

template <class T>
class Rotations : public testing::Test {};
using Precisions = testing::Types<double, long double, Quad>;
TYPED_TEST_SUITE(Rotations, Precisions);

TYPED_TEST(Rotations, log_undoes_exp_and_exp_undoes_log) {
  using T = TypeParam;
  Draw random{1};
  double worst_log = 0, worst_exp = 0;
  for (const T a : angles<T>())
    for (int i = 0; i < 50; ++i) {
      const Vec3<T> v = a * direction<T>(random);
      const Quaternion<T> Q = to_quaternion(exp(v));
      const Vec3<T> back = log(Q);
      // Components are divided by a first: their squares may underflow.
      worst_log = std::max(worst_log, in_eps<T>(norm((back - v) / a)));
      const Quaternion<T> again = to_quaternion(exp(back));
      worst_exp = std::max({worst_exp, in_eps<T>(abs(again.w - Q.w)), in_eps<T>(norm((again.v - Q.v) / min(a, T(1))))});
    }
  EXPECT_LE(worst_log, 6);  // measured 1.4
  EXPECT_LE(worst_exp, 6);  // measured 2.0
}

TYPED_TEST(Rotations, log_is_the_same_for_both_quaternions_of_an_attitude) {
  using T = TypeParam;
  Draw random{2};
  const auto expect_same = [](const Quaternion<T>& Q) {
    const Vec3<T> a = log(Q), b = log(-Q);
    EXPECT_TRUE(a.x == b.x && a.y == b.y && a.z == b.z) << double(Q.w) << ": " << double(a.x) << ' ' << double(b.x);
    EXPECT_LE(double(norm(a)), double(pi<T>()) * (1 + 1e-15));
  };
  for (const T a : angles<T>())
    for (int i = 0; i < 20; ++i) {
      expect_same(to_quaternion(exp(a * direction<T>(random))));
      expect_same(to_quaternion(exp((T(2) * pi<T>() - a) * direction<T>(random))));
    }
  // Exactly half a turn: w = 0 and w = -0.
  for (const T w : {T(0), -T(0)})
    for (const Vec3<T>& u : {Vec3<T>{T(1), T(0), T(0)}, Vec3<T>{T(0), T(-1), T(0)}, Vec3<T>{T(0), T(0), T(-1)},
                             Vec3<T>{T(-0.6), T(0.8), T(0)}, Vec3<T>{T(0), T(-0.8), T(0.6)}}) {
      expect_same({w, u});
      EXPECT_LE(in_eps<T>(norm(log(Quaternion<T>{w, u})) - pi<T>()), 8);  // measured 4: an ulp of pi is 2 eps
    }
  const Vec3<T> zero = log(-Quaternion<T>{});
  EXPECT_TRUE(zero.x == T(0) && zero.y == T(0) && zero.z == T(0));
}

TYPED_TEST(Rotations, exp_is_the_unit_quaternion_of_half_the_angle) {
  using T = TypeParam;
  Draw random{3};
  double worst_length = 0, worst_c1 = 0, worst_u = 0;
  std::vector<T> all = angles<T>();
  for (const T a : {T(4), T(2) * pi<T>(), T(10), T(100), T(1000)}) all.push_back(a);
  for (const T a : all)
    for (int i = 0; i < 50; ++i) {
      const Vec3<T> v = a * direction<T>(random);
      const Turn<T> r = exp(v);
      const T size = min(a, T(1));
      worst_length = std::max(worst_length, in_eps<T>(excess(r) / (a < T(1e-100) ? T(1) : size * size)));
      // The angle of v is known to eps only, so that the error grows with it.
      const Quad x = Quad(0.5) * sqrt(norm2(convert<Quad>(v / a))) * Quad(a);
      const Quad c1 = Quad(-2) * sinq(x / 2) * sinq(x / 2), s = sinq(x);
      const Quad relative = max(Quad(1), Quad(a));
      if (a > T(1e-100))
        worst_c1 = std::max(worst_c1, in_eps<T>(T((Quad(r.c1) - c1) / (min(-c1, Quad(1)) * relative))));
      const Vec3<Quad> u = (s / (Quad(2) * x)) * convert<Quad>(v);
      worst_u = std::max(worst_u, in_eps<T>(T(norm((convert<Quad>(r.u) - u) / Quad(size)) / relative)));
    }
  EXPECT_LE(worst_length, 8);  // measured 3.0
  EXPECT_LE(worst_c1, 10);     // measured 1.9; in Quad 4.7 with that of the reference
  EXPECT_LE(worst_u, 2);       // measured 0.7
  // No turn; tiny ones, whose squares are 0; and huge ones, of which only the length can be right.
  const Turn<T> none = exp(Vec3<T>{});
  EXPECT_TRUE(none.c1 == T(0) && none.u.x == T(0) && none.u.y == T(0) && none.u.z == T(0));
  const Turn<T> tiny = exp(Vec3<T>{T(3e-300), T(0), T(-5e-300)});
  EXPECT_TRUE(tiny.u.x == T(0.5) * T(3e-300) && tiny.u.z == T(-0.5) * T(5e-300));
  for (const double huge : {1e6, 1e10, 1e15, 1e16, 1e100, 1e150})
    EXPECT_LE(in_eps<T>(excess(exp(T(huge) * direction<T>(random)))), 4) << huge;  // measured 1.5
  EXPECT_TRUE(double(exp(Vec3<T>{T(0), T(NAN), T(0)}).c1) != double(exp(Vec3<T>{T(0), T(NAN), T(0)}).c1));
}

TYPED_TEST(Rotations, exp_is_the_product_of_its_halves) {
  using T = TypeParam;
  Draw random{4};
  double worst_c1 = 0, worst_u = 0;
  for (const T a : angles<T>())
    for (int i = 0; i < 50; ++i) {
      const Vec3<T> v = a * direction<T>(random);
      const Turn<T> whole = exp(v), half = exp(T(0.5) * v), twice = half * half;
      const T size = min(a, T(1));
      if (a > T(1e-100)) worst_c1 = std::max(worst_c1, in_eps<T>((whole.c1 - twice.c1) / (size * size)));
      worst_u = std::max(worst_u, in_eps<T>(norm((whole.u - twice.u) / size)));
    }
  EXPECT_LE(worst_c1, 4);  // measured 1.5
  EXPECT_LE(worst_u, 4);   // measured 1.2
}

TYPED_TEST(Rotations, turns_multiply_as_quaternions_and_lose_no_digit_of_a_small_one) {
  using T = TypeParam;
  Draw random{5};
  double worst = 0, worst_turn = 0;
  for (int i = 0; i < 5000; ++i) {
    const T size = T(std::pow(10.0, random.between(-12, 0)));
    const Turn<T> a = exp(size * direction<T>(random)), b = exp((T(random.unit()) * size) * direction<T>(random));
    const Turn<T> c = a * b;
    const Quaternion<T> p = to_quaternion(a) * to_quaternion(b), q = to_quaternion(c);
    worst = std::max(worst, in_eps<T>(sqrt(norm2(p - q))));
    const Turn<Quad> exact = Turn<Quad>{a.c1, convert<Quad>(a.u)} * Turn<Quad>{b.c1, convert<Quad>(b.u)};
    worst_turn = std::max({worst_turn, in_eps<T>(T(norm(convert<Quad>(c.u) - exact.u)) / size),
                           in_eps<T>(T(abs(Quad(c.c1) - exact.c1)) / (size * size))});
  }
  EXPECT_LE(worst, 4);       // measured 1.2
  EXPECT_LE(worst_turn, 4);  // measured 0.9, also at angles of 1e-12
}

TYPED_TEST(Rotations, rotate_turns_as_the_matrix_and_rotate_back_undoes_it) {
  using T = TypeParam;
  Draw random{6};
  double matrix = 0, undone = 0, length_kept = 0, quaternion = 0, product = 0;
  for (int i = 0; i < 5000; ++i) {
    const T a = T(std::pow(10.0, random.between(-8, 0.5)));
    const Turn<T> r = exp(a * direction<T>(random));
    const Quaternion<T> q = to_quaternion(r), Q = attitude<T>(random);
    const Vec3<T> m = T(3) * direction<T>(random), turned = rotate(r, m);
    matrix = std::max(matrix, in_eps<T>(norm(turned - to_matrix(q) * m)));
    undone = std::max(undone, in_eps<T>(norm(rotate_back(r, turned) - m)));
    length_kept = std::max(length_kept, in_eps<T>(norm2(turned) - norm2(m)));
    quaternion = std::max(
        {quaternion, in_eps<T>(norm(turned - rotate(q, m))), in_eps<T>(norm(rotate_back(r, m) - rotate_back(q, m)))});
    product = std::max(product, in_eps<T>(sqrt(norm2(Q * r - Q * q))));
  }
  EXPECT_LE(matrix, 40);        // measured 17, of |m| = 3
  EXPECT_LE(undone, 40);        // measured 18
  EXPECT_LE(length_kept, 150);  // measured 56, of |m|^2 = 9
  EXPECT_LE(quaternion, 40);    // measured 15
  EXPECT_LE(product, 4);        // measured 1.8
}

TYPED_TEST(Rotations, cayley_is_its_definition) {
  using T = TypeParam;
  Draw random{7};
  double matrix = 0, angle = 0, c1 = 0, unit = 0;
  for (int i = 0; i < 5000; ++i) {
    const T size = T(std::pow(10.0, random.between(-10, 1)));
    const Vec3<T> v = size * direction<T>(random);
    const Turn<T> r = cay(v);
    const Mat3<T> one = Mat3<T>::identity(), A = T(0.5) * hat(v);
    // (1 - A) R = 1 + A, compared without an inverse
    const Mat3<T> difference = (one - A) * to_matrix(to_quaternion(r)) - (one + A);
    for (int k = 0; k < 3; ++k) matrix = std::max(matrix, in_eps<T>(norm(difference[k]) / (T(1) + size)));
    const T half = T(0.5) * norm(v);
    angle = std::max(angle, in_eps<T>((norm(log(to_quaternion(r))) - T(2) * atan2(half, T(1))) / min(size, T(1))));
    const Quad e2 = norm2(convert<Quad>(T(0.5) * v)), n = Quad(1) / sqrt(Quad(1) + e2);
    c1 = std::max(
        c1, in_eps<T>(T((Quad(r.c1) + e2 / (sqrt(Quad(1) + e2) * (sqrt(Quad(1) + e2) + Quad(1)))) / (e2 * n * n))));
    unit = std::max(unit, in_eps<T>(excess(r) / min(size * size, T(1))));
    const Turn<T> tangent = half_tangent(T(0.5) * v);
    EXPECT_TRUE(tangent.c1 == r.c1 && tangent.u.x == r.u.x && tangent.u.y == r.u.y && tangent.u.z == r.u.z);
  }
  EXPECT_LE(matrix, 8);  // measured 2.4
  EXPECT_LE(angle, 15);  // measured 6.0
  EXPECT_LE(c1, 4);      // measured 1.7
  EXPECT_LE(unit, 4);    // measured 2.0
  // Like exp to second order: the angle is short by |v|^3/12.
  const T a = T(0.001);
  const Vec3<T> v{a, T(0), T(0)};
  EXPECT_NEAR(double((norm(v) - norm(log(to_quaternion(cay(v))))) / (a * a * a)), 1.0 / 12, 1e-6);  // measured 1e-8
  // The half turn of the limit of long vectors.
  EXPECT_LE(std::fabs(double(cay(Vec3<T>{T(1e100), T(0), T(0)}).c1) + 1), 1e-15);
}

TYPED_TEST(Rotations, axis_turn_is_exp_along_the_axis) {
  using T = TypeParam;
  double worst = 0;
  for (const T a : angles<T>())
    for (const T angle : {a, -a}) {
      const Turn<T> along[3] = {axis_turn<0>(angle), axis_turn<1>(angle), axis_turn<2>(angle)};
      for (int i = 0; i < 3; ++i) {
        Vec3<T> v{};
        v[i] = angle;
        const Turn<T> r = exp(v);
        worst = std::max({worst, in_eps<T>(r.c1 - along[i].c1), in_eps<T>(norm((r.u - along[i].u) / a))});
      }
    }
  EXPECT_LE(worst, 1);  // measured 0
}

// --- differentials ---------------------------------------------------------------------------------------------------

TEST(Differential, dexp_is_the_rate_of_exp) {
  Draw random{8};
  double spatial = 0, body = 0, in_quad = 0;
  for (const double a : {1e-8, 1e-3, 0.5, 0.999, 1.001, 1.57, 1.99, 2.01, 3.1, 3.2, 5.0, 6.2, 7.0, 20.0})
    for (int i = 0; i < 50; ++i) {
      const Vec3<double> v = a * direction<double>(random), w = direction<double>(random);
      const Vec3<Quad> V = convert<Quad>(v), W = convert<Quad>(w);
      const Quad t = 1e-10;  // central difference: error t^2 and eps/t
      const Quaternion<Quad> q = to_quaternion(exp(V)), ahead = to_quaternion(exp(V + t * W)),
                             behind = to_quaternion(exp(V - t * W));
      const Quaternion<Quad> rate = (Quad(1) / t) * (ahead - behind);  // 2 q'
      const Vec3<Quad> in_space = (rate * conj(q)).v, in_body = (conj(q) * rate).v;
      spatial = std::max(spatial, double(norm(in_space - convert<Quad>(dexp(v, w)))));
      body = std::max(body, double(norm(in_body - convert<Quad>(dexp(-v, w)))));
      in_quad = std::max(in_quad, double(norm(in_space - dexp(V, W))));
    }
  EXPECT_LE(spatial, 3e-15);  // measured 3e-16
  EXPECT_LE(body, 3e-15);     // measured 3e-16
  EXPECT_LE(in_quad, 1e-20);  // measured 4e-22: of the difference quotient
}

TYPED_TEST(Rotations, dexp_is_its_matrix_series) {
  using T = TypeParam;
  Draw random{9};
  double worst = 0;
  for (const T a : {T(0), T(1e-200), T(1e-5), T(0.1), T(1) - T(4) * epsilon<T>(), T(1) + T(4) * epsilon<T>(), T(1.9),
                    T(2.1), T(3), T(6)})
    for (int i = 0; i < 50; ++i) {
      const Vec3<T> v = a * direction<T>(random), w = direction<T>(random);
      const Mat3<Quad> A = hat(convert<Quad>(v));
      Vec3<Quad> term = convert<Quad>(w), sum = term;
      for (int k = 1; k < 80; ++k) {
        term = (Quad(1) / Quad(k + 1)) * (A * term);
        sum = sum + term;
      }
      worst = std::max(worst, in_eps<T>(T(norm(sum - convert<Quad>(dexp(v, w))))));
    }
  const bool quad = std::is_same_v<T, Quad>;
  EXPECT_LE(worst, quad ? 100 : 8);  // measured 1.8; in Quad 12, mostly of the sum, whose terms reach 60
}

TYPED_TEST(Rotations, dexpinv_undoes_dexp) {
  using T = TypeParam;
  Draw random{10};
  double worst = 0, worst_body = 0;
  const T eps = epsilon<T>(), turn = T(2) * pi<T>();
  for (const T a :
       {T(0), T(1e-300), T(1e-160), T(1e-8), T(0.01), T(1) - T(4) * eps, T(1) + T(4) * eps, T(1.9), T(2) - T(8) * eps,
        T(2) + T(8) * eps, T(2.1), T(3), pi<T>(), T(5), T(6), turn - T(0.1), turn - T(1e-3), turn - T(1e-6)})
    for (int i = 0; i < 50; ++i) {
      const Vec3<T> v = a * direction<T>(random), w = direction<T>(random);
      const T condition = turn / min(turn - a, turn);  // dexp has no inverse at 2 pi
      worst = std::max(worst, in_eps<T>(norm(dexpinv(v, dexp(v, w)) - w) / condition));
      worst = std::max(worst, in_eps<T>(norm(dexp(v, dexpinv(v, w)) - w) / condition));
      worst_body = std::max(worst_body, in_eps<T>(norm(dexpinv(-v, dexp(-v, w)) - w) / condition));
      // In the direction of v both are the identity.
      const Vec3<T> along = a > T(0) ? v / a : w;
      worst = std::max(worst, in_eps<T>(norm(dexpinv(v, along) - along) / (condition * condition)));
    }
  EXPECT_LE(worst, 8);       // measured 1.7
  EXPECT_LE(worst_body, 8);  // measured 2.0
}

TYPED_TEST(Rotations, dexpinv_is_its_bernoulli_series) {
  using T = TypeParam;
  Draw random{11};
  // B_k/k! of x/(e^x - 1): 1, -1/2, 1/12, 0, -1/720, 0, 1/30240, ...; at |v| = 0.01 the next term is 1e-16 * 1e-6 of it
  double worst = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec3<T> v = T(0.01) * direction<T>(random), w = direction<T>(random);
    const Vec3<T> v1 = cross(v, w), v2 = cross(v, v1), v4 = cross(v, cross(v, v2)), v6 = cross(v, cross(v, v4));
    const Vec3<T> sum = w - T(0.5) * v1 + (T(1) / T(12)) * v2 - (T(1) / T(720)) * v4 + (T(1) / T(30240)) * v6;
    worst = std::max(worst, double(norm(dexpinv(v, w) - sum)));
  }
  EXPECT_LE(worst,
            std::max(1e-22,
                     2 * double(epsilon<T>())));  // measured 0.7 eps, in Quad 8e-23: the term left out is 1e-16/1209600
}

// --- laws, on cases that RapidCheck draws ----------------------------------------------------------------------------

using V = Vec3<double>;
using Q = Quaternion<double>;

double entry() {
  return 1e-3 * *rc::gen::inRange(-1000, 1001);
}
V some_vector() {
  return {entry(), entry(), entry()};
}
Q some_rotation() {
  const Q q{entry(), some_vector()};
  RC_PRE(norm2(q) > 1e-4);
  return normalized(q);
}
Turn<double> some_turn() {
  return exp(3.0 * some_vector());
}
double apart(const Turn<double>& a, const Turn<double>& b) {
  return std::sqrt(norm2(to_quaternion(a) - to_quaternion(b)));
}

RC_GTEST_PROP(RotationLaw, turns_are_a_group, ()) {
  const Turn<double> a = some_turn(), b = some_turn(), c = some_turn(), one{}, back{a.c1, -a.u};
  RC_ASSERT(apart((a * b) * c, a * (b * c)) <= 4e-15);  // measured 9e-16
  RC_ASSERT(apart(a * one, a) == 0 && apart(one * a, a) == 0);
  RC_ASSERT(apart(a * back, one) <= 1e-15 && apart(back * a, one) <= 1e-15);  // measured 4e-16
}
RC_GTEST_PROP(RotationLaw, turns_act_on_attitudes_and_vectors, ()) {
  const Turn<double> a = some_turn(), b = some_turn();
  const Q q = some_rotation();
  const V m = some_vector();
  const Q one_by_one = (q * a) * b, at_once = q * (a * b);
  RC_ASSERT(std::sqrt(norm2(one_by_one - at_once)) <= 4e-15);                           // measured 1e-15
  RC_ASSERT(norm(rotate(a * b, m) - rotate(a, rotate(b, m))) <= 1e-14);                 // measured 1e-15
  RC_ASSERT(norm(rotate_back(a * b, m) - rotate_back(b, rotate_back(a, m))) <= 1e-14);  // measured 1e-15
  // L = Q m stays when the body turns and m is seen from it.
  RC_ASSERT(norm(rotate(q * a, rotate_back(a, m)) - rotate(q, m)) <= 1e-14);  // measured 1e-15
}
RC_GTEST_PROP(RotationLaw, hat_is_the_cross_product_and_vee_its_inverse, ()) {
  const V v = some_vector(), w = some_vector();
  const V difference = hat(v) * w - cross(v, w), back = vee(hat(v)) - v;
  RC_ASSERT(norm(difference) <= 1e-15);  // measured 0: but a compiler may sum in another order
  RC_ASSERT(norm2(back) == 0);
  const Mat3<double> A{some_vector(), some_vector(), some_vector()};
  RC_ASSERT(norm2(vee(A + transpose(A))) == 0);
  RC_ASSERT(norm(vee(A) + vee(transpose(A))) == 0);
  // [hat v, hat w] = hat(v x w), and R hat(v) R^T = hat(R v)
  RC_ASSERT(norm(vee(hat(v) * hat(w) - hat(w) * hat(v)) - cross(v, w)) <= 1e-15);  // measured 0
  const Mat3<double> R = to_matrix(some_rotation());
  RC_ASSERT(norm(vee(R * hat(v) * transpose(R)) - R * v) <= 1e-14);  // measured 1.4e-15
}
RC_GTEST_PROP(RotationLaw, exp_goes_with_a_change_of_axes, ()) {
  const Q q = some_rotation();
  const V v = 3.0 * some_vector();
  const Q there = to_quaternion(exp(rotate(q, v))), here = q * to_quaternion(exp(v)) * conj(q);
  RC_ASSERT(std::sqrt(norm2(there - here)) <= 4e-15);  // measured 1e-15
}
RC_GTEST_PROP(RotationLaw, log_gives_the_rotation_back, ()) {
  const Q q = some_rotation();
  const V v = log(q);
  RC_ASSERT(norm(v) <= pi<double>() * (1 + 1e-15));
  RC_ASSERT(attitude_distance(to_quaternion(exp(v)), q) <= 4e-15);  // measured 7e-16
  RC_ASSERT(norm(log(conj(q)) + v) == 0 || q.w == 0);
}
RC_GTEST_PROP(RotationLaw, dexp_is_linear_and_goes_with_the_adjoint, ()) {
  const V v = 3.0 * some_vector(), a = some_vector(), b = some_vector();
  const double s = entry();
  RC_ASSERT(norm(dexp(v, a + s * b) - (dexp(v, a) + s * dexp(v, b))) <= 1e-14);  // measured 5e-16
  // Velocities in body and in space axes: dexp_v = Ad(exp v) dexp_-v.
  RC_ASSERT(norm(dexp(v, a) - rotate(exp(v), dexp(-v, a))) <= 1e-14);  // measured 4e-16
}

// --- no drift --------------------------------------------------------------------------------------------------------

struct Drift {
  double momentum, length, attitude;
};
/// The same small turn a million times. Plain: by the quaternion of the turn, as it would be written first.
template <bool plain>
Drift after_many_turns(const V& v) {
  const Turn<double> r = exp(v);
  const Q q = to_quaternion(r);
  V m{0.3, -0.7, 0.9};
  const double size = norm(m);
  Q attitude{};
  const int n = 1000000;
  for (int i = 0; i < n; ++i) {
    if constexpr (plain) {
      m = rotate_back(q, m);
      attitude = attitude * q;
    } else {
      m = rotate_back(r, m);
      attitude = attitude * r;
    }
  }
  const Quaternion<Quad> exact = to_quaternion(exp(Quad(n) * convert<Quad>(v)));
  return {std::fabs(norm(m) / size - 1), std::fabs(length(attitude) - 1),
          double(attitude_distance(normalized(convert<Quad>(attitude)), exact))};
}

template <bool plain, int n>
Drift worst_of(const V (&turns)[n]) {
  Drift worst{};
  for (const V& v : turns) {
    const Drift d = after_many_turns<plain>(v);
    worst = {std::max(worst.momentum, d.momentum), std::max(worst.length, d.length),
             std::max(worst.attitude, d.attitude)};
  }
  return worst;
}

TEST(Turn, keeps_lengths_over_a_million_small_turns) {
  const V turns[] = {{0.01, 0.02, -0.015}, {0.003, 0, 0.001}, {0, 0.1, 0.07}, {0.2, -0.3, 0.1}, {1e-4, 2e-4, 3e-4}};
  const Drift ours = worst_of<false>(turns), plain = worst_of<true>(turns);
  // A random walk of a million roundings of 1e-16 goes 1e-13.
  EXPECT_LE(ours.momentum, 3e-13);  // measured 9e-14
  EXPECT_LE(ours.length, 1e-15);    // measured 1.1e-16
  EXPECT_LE(ours.attitude, 5e-12);  // measured 1e-12: the turn itself is rounded, the same way a million times
  // The plain product drifts: the bounds above can be missed.
  EXPECT_GE(plain.momentum, 1e-12);  // measured 1.5e-12
  EXPECT_GE(plain.length, 1e-11);    // measured 5.5e-11
}
// The length is restored along the new attitude: along the old one it would run away after turns of more than half a circle.
TEST(Turn, keeps_the_attitude_a_unit_quaternion_beyond_half_a_circle) {
  const V turns[] = {{3.2, 0.1, 0.2}, {2, -3, 1}, {0, 4.5, 0}, {5, 1, 1}, {7, 0, 0.1}};
  EXPECT_LE(worst_of<false>(turns).length, 1e-15);  // measured 1.1e-16
}
// One and the same large turn is rounded the same way each time: a drift far below one eps a step is left.
TEST(Turn, drifts_slowly_over_a_million_equal_large_turns) {
  const V turns[] = {{0.9, -0.6, 0.4}, {0.5, 0.5, 0.5}, {0.7, 0.2, 0.1}, {0.1, 0.9, -1.2}, {0.3, 0.6, 0.11}};
  const Drift ours = worst_of<false>(turns);
  EXPECT_LE(ours.momentum, 3e-11);  // measured 7e-12
  EXPECT_LE(ours.length, 1e-15);    // measured 1.1e-16
}

// --- lanes -----------------------------------------------------------------------------------------------------------

template <class P>
class Lanes : public testing::Test {};
using Widths = testing::Types<Pack<double, 1>, Pack<double, 2>, Pack<double, 4>, Pack<double, 8>>;
TYPED_TEST_SUITE(Lanes, Widths);

TYPED_TEST(Lanes, have_the_bits_of_one_rotation_alone) {
  using P = TypeParam;
  constexpr int n = lanes<P>;
  Draw random{12};
  const std::vector<double> all = angles<double>();
  const auto put = [](Vec3<P>& packed, int i, const V& one) {
    for (int k = 0; k < 3; ++k) set_lane(packed[k], i, one[k]);
  };
  const auto same = [](const Vec3<P>& packed, int i, const V& one) {
    return test::same_bits(packed.x[i], one.x) && test::same_bits(packed.y[i], one.y) &&
           test::same_bits(packed.z[i], one.z);
  };
  const auto same_turn = [&](const Turn<P>& packed, int i, const Turn<double>& one) {
    return test::same_bits(packed.c1[i], one.c1) && same(packed.u, i, one.u);
  };
  const auto same_quaternion = [&](const Quaternion<P>& packed, int i, const Q& one) {
    return test::same_bits(packed.w[i], one.w) && same(packed.v, i, one.v);
  };
  for (int round = 0; round < 2000; ++round) {
    Vec3<P> v, w;
    Quaternion<P> q;
    std::vector<V> one_v, one_w;
    std::vector<Q> one_q;
    for (int i = 0; i < n; ++i) {
      // Every lane on another side of a threshold; some turns long, some not a number, some attitudes half turns.
      double a = all[random.bits() % all.size()];
      if (random.bits() % 8 == 0) a = random.between(3, 100);
      if (random.bits() % 64 == 0) a = NAN;
      one_v.push_back(a * direction<double>(random));
      one_w.push_back(direction<double>(random));
      Q one = random.bits() % 2 ? -to_quaternion(exp(one_v.back())) : attitude<double>(random);
      if (random.bits() % 8 == 0) one.w = random.bits() % 2 ? 0.0 : -0.0;
      one_q.push_back(one);
      put(v, i, one_v.back()), put(w, i, one_w.back()), put(q.v, i, one.v), set_lane(q.w, i, one.w);
    }
    const Turn<P> e = exp(v), f = exp(w), c = cay(v), ef = e * f, axis = axis_turn<1>(v.x);
    const Quaternion<P> qe = q * e;
    const Vec3<P> l = log(q), there = rotate(e, w), back = rotate_back(e, w), d = dexp(v, w), di = dexpinv(v, w);
    for (int i = 0; i < n; ++i) {
      const V &a = one_v[std::size_t(i)], &b = one_w[std::size_t(i)];
      const Q& p = one_q[std::size_t(i)];
      const Turn<double> ea = exp(a);
      EXPECT_TRUE(same_turn(e, i, ea));
      EXPECT_TRUE(same_turn(c, i, cay(a)));
      EXPECT_TRUE(same_turn(ef, i, ea * exp(b)));
      EXPECT_TRUE(same_turn(axis, i, axis_turn<1>(a.x)));
      EXPECT_TRUE(same_quaternion(qe, i, p * ea));
      EXPECT_TRUE(same(l, i, log(p))) << p.w;
      EXPECT_TRUE(same(there, i, rotate(ea, b)));
      EXPECT_TRUE(same(back, i, rotate_back(ea, b)));
      EXPECT_TRUE(same(d, i, dexp(a, b)));
      EXPECT_TRUE(same(di, i, dexpinv(a, b)));
    }
  }
}

}  // namespace
}  // namespace polhode
