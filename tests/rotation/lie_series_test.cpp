// Taylor recursion of the angular velocity and Lie series of the step, on rotations and on rigid motions.
#include "polhode/rotation/lie_series.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "polhode/body/invariants.hpp"
#include "polhode/methods/lie.hpp"
#include "polhode/numbers/quad.hpp"
#include "polhode/rotation/mat3.hpp"
#include "polhode/rotation/so3.hpp"
#include "support/bodies.hpp"

namespace polhode {
namespace {

using test::Random;

Vec3<Quad> random_vector(Random& random) {
  return convert<Quad>(random.vector());
}
double distance(const Vec3<Quad>& a, const Vec3<Quad>& b) {
  return double(norm(a - b) / (norm(a) + norm(b)));
}

template <class T>
T factorial(int n) {
  T f = 1;
  for (int k = 2; k <= n; ++k) f *= T(k);
  return f;
}

TEST(LieSeries, BernoulliCoefficients) {
  const auto b = [](int q) { return detail::bernoulli_coefficient<Quad>(q); };
  EXPECT_EQ(double(b(0)), 1);
  EXPECT_EQ(double(b(1)), -0.5);
  EXPECT_EQ(double(b(3)), 0);
  // B_q = 1/6, -1/30, 1/42, -1/30, 5/66, -691/2730, 7/6, -3617/510
  const int numerator[] = {1, -1, 1, -1, 5, -691, 7, -3617}, denominator[] = {6, 30, 42, 30, 66, 2730, 6, 510};
  for (int k = 0; k < 8; ++k) {
    const int q = 2 * k + 2;
    const Quad exact = Quad(numerator[k]) / Quad(denominator[k]) / factorial<Quad>(q);
    EXPECT_LT(double(abs<Quad>(b(q) / exact - 1)), 1e-29) << q;  // measured 3e-31
  }
}

// [Buss2001] eqs. (5), (8), (9), the last as corrected, with an arbitrary L(t).
TEST(LieSeries, DerivativesOfTheAngularVelocityAreThoseOfThePaper) {
  Random random(1);
  double worst[4]{};
  for (int trial = 0; trial < 100; ++trial) {
    const Vec3<Quad> moments = convert<Quad>(random.moments());
    const Quaternion<Quad> Q = normalized(convert<Quad>(random.attitude()));
    const Mat3<Quad> R = to_matrix(Q);
    const Mat3<Quad> inverse =
        R * Mat3<Quad>::diagonal({1 / moments.x, 1 / moments.y, 1 / moments.z}) * transpose(R);  // I^-1 in space
    Vec3<Quad> L[4];  // derivatives, in space
    std::array<Vec3<Quad>, 4> l;
    for (int j = 0; j < 4; ++j) {
      L[j] = random_vector(random);
      l[j] = rotate_back(Q, (1 / factorial<Quad>(j)) * L[j]);
    }
    const auto velocity = [&](const Vec3<Quad>& m) {
      return Vec3<Quad>{m.x / moments.x, m.y / moments.y, m.z / moments.z};
    };
    const auto W = velocity_series<So3<Quad>, 4>(l, velocity);

    const Vec3<Quad> w = inverse * L[0];
    const Vec3<Quad> w1 = inverse * (L[1] - cross(w, L[0]));
    const Vec3<Quad> w2 =
        cross(w, w1) + inverse * (L[2] - cross(w1, L[0]) - Quad(2) * cross(w, L[1]) + cross(w, cross(w, L[0])));
    const Vec3<Quad> w3 = Quad(2) * cross(w, w2) - cross(w, cross(w, w1)) +
                          inverse * (L[3] - Quad(3) * cross(w, L[2]) - Quad(3) * cross(w1, L[1]) - cross(w2, L[0]) +
                                     cross(w1, cross(w, L[0])) + Quad(2) * cross(w, cross(w1, L[0])) +
                                     Quad(3) * cross(w, cross(w, L[1])) - cross(w, cross(w, cross(w, L[0]))));

    // derivatives along the body axes, as derivatives in space
    const Vec3<Quad> V = W[0], V1 = W[1], V2 = Quad(2) * W[2], V3 = Quad(6) * W[3];
    const Vec3<Quad> ours[4] = {V, V1, V2 + cross(V, V1), V3 + Quad(2) * cross(V, V2) + cross(V, cross(V, V1))};
    const Vec3<Quad> paper[4] = {w, w1, w2, w3};
    for (int k = 0; k < 4; ++k) worst[k] = std::max(worst[k], distance(rotate(Q, ours[k]), paper[k]));
  }
  for (int k = 0; k < 4; ++k) EXPECT_LT(worst[k], 1e-30) << k;  // measured 3e-34, 1e-33, 4e-33, 4e-33
}

// [Buss2001] section 5: the series in closed form, brackets in space axes.
TEST(LieSeries, TermsAreThoseOfThePaper) {
  Random random(2);
  double worst = 0, worst_mirrored = 0;
  for (int trial = 0; trial < 100; ++trial) {
    Vec3<Quad> W[6];
    std::array<Vec3<Quad>, 6> coefficients, reversed;
    for (int k = 0; k < 6; ++k) {
      W[k] = random_vector(random);
      coefficients[k] = (1 / factorial<Quad>(k)) * W[k];
      reversed[k] = -coefficients[k];
    }
    const auto br = [](const Vec3<Quad>& a, const auto&... rest) {
      const auto nest = [](const auto& self, const Vec3<Quad>& first, const auto&... more) -> Vec3<Quad> {
        if constexpr (sizeof...(more) == 0)
          return first;
        else
          return cross(first, self(self, more...));
      };
      return nest(nest, a, rest...);
    };
    const Quad half = Quad(1) / 2, sixth = Quad(1) / 6;
    const Vec3<Quad> Y[6] = {W[0],
                             W[1],
                             W[2] + half * br(W[1], W[0]),
                             W[3] + br(W[2], W[0]),
                             W[4] + 3 * half * br(W[3], W[0]) + br(W[2], W[1]) + half * br(W[1], W[1], W[0]) -
                                 sixth * br(W[0], W[2], W[0]) - sixth * br(W[0], W[0], W[1], W[0]),
                             W[5] + 5 * half * br(W[3], W[1]) + Quad(2) * br(W[4], W[0]) +
                                 Quad(2) * br(W[2], W[1], W[0]) + half * br(W[1], W[2], W[0]) -
                                 half * br(W[0], W[3], W[0]) - half * br(W[0], W[0], W[2], W[0]) -
                                 br(W[0], W[1], W[1], W[0])};
    const auto space = lie_series<So3<Quad>, 6, Axes::space>(coefficients);
    const auto body = lie_series<So3<Quad>, 6, Axes::body>(reversed);
    for (int k = 0; k < 6; ++k) {
      worst = std::max(worst, distance(factorial<Quad>(k + 1) * space[k], Y[k]));
      // Q' = Q W is the inverse of R' = -W R: the two series are the same but for signs.
      worst_mirrored = std::max(worst_mirrored, distance(-body[k], space[k]));
    }
  }
  EXPECT_LT(worst, 1e-30);           // measured 4e-34
  EXPECT_LT(worst_mirrored, 1e-30);  // measured 0
}

// The rotation after one step against the product of very many, by a Taylor series for the matrix itself.
template <int n>
using Square = std::array<std::array<Quad, n>, n>;
template <int n>
Square<n> times(const Square<n>& a, const Square<n>& b) {
  Square<n> c{};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) c[i][j] += a[i][k] * b[k][j];
  return c;
}
template <int n>
Square<n> unit_matrix() {
  Square<n> one{};
  for (int i = 0; i < n; ++i) one[i][i] = 1;
  return one;
}
// G(t), G' = G W(t), G(0) = 1, for W(t) = sum W[k] t^k.
template <int n, std::size_t N>
Square<n> matrix_solution(const std::array<Square<n>, N>& W, Quad t) {
  constexpr int terms = 60;
  std::array<Square<n>, terms> G{};
  G[0] = unit_matrix<n>();
  Square<n> sum = G[0];
  Quad power = 1;
  for (int k = 0; k + 1 < terms; ++k) {
    for (int j = 0; j <= k && j < int(N); ++j) {
      const auto p = times<n>(G[k - j], W[j]);
      for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c) G[k + 1][r][c] += p[r][c] / Quad(k + 1);
    }
    power *= t;
    for (int r = 0; r < n; ++r)
      for (int c = 0; c < n; ++c) sum[r][c] += power * G[k + 1][r][c];
  }
  return sum;
}
template <int n>
double difference(const Square<n>& a, const Square<n>& b) {
  Quad sum = 0;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) sum += (a[r][c] - b[r][c]) * (a[r][c] - b[r][c]);
  return double(sqrt<Quad>(sum));
}

// Rigid motions: (rotation, translation), with nothing but a bracket.
struct Twist {
  std::array<Quad, 6> c{};
  Quad& operator[](int i) { return c[i]; }
  Quad operator[](int i) const { return c[i]; }
  Vec3<Quad> turning() const { return {c[0], c[1], c[2]}; }
  Vec3<Quad> moving() const { return {c[3], c[4], c[5]}; }
  static Twist of(const Vec3<Quad>& w, const Vec3<Quad>& v) { return {{w.x, w.y, w.z, v.x, v.y, v.z}}; }
  friend Twist operator+(Twist a, const Twist& b) {
    for (int i = 0; i < 6; ++i) a.c[i] += b.c[i];
    return a;
  }
  friend Twist operator*(Quad s, Twist a) {
    for (Quad& x : a.c) x *= s;
    return a;
  }
};
struct Se3 {
  using Scalar = Quad;
  using Element = Twist;
  static constexpr int dimension = 6;
  static Twist bracket(const Twist& a, const Twist& b) {
    return Twist::of(cross(a.turning(), b.turning()), cross(a.turning(), b.moving()) - cross(b.turning(), a.moving()));
  }
};
static_assert(LieAlgebra<Se3>);
static_assert(LieAlgebra<So3<double>>);

Square<4> matrix_of(const Twist& a) {
  const Mat3<Quad> H = hat(a.turning());
  Square<4> m{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) m[i][j] = H[i][j];
    m[i][3] = a.moving()[i];
  }
  return m;
}

TEST(LieSeries, StepOfARigidMotionHasEveryOrder) {
  Random random(3);
  std::array<Twist, 9> W;
  for (Twist& w : W) w = Twist::of(random_vector(random), random_vector(random));
  std::array<Square<4>, 9> matrices;
  for (int k = 0; k < 9; ++k) matrices[k] = matrix_of(W[k]);

  const auto one_step_error = [&](auto order, Quad h) {
    constexpr int N = order;
    std::array<Twist, N> w;
    for (int k = 0; k < N; ++k) w[k] = W[k];
    const auto Y = lie_series<Se3, N>(w);
    Twist sum{};
    Quad power = 1;
    for (int k = 0; k < N; ++k) {
      power *= h;
      sum = sum + power * Y[k];
    }
    // exp of a matrix: the solution with a constant velocity
    const auto exponential = matrix_solution<4, 1>({matrix_of(sum)}, 1);
    return difference<4>(exponential, matrix_solution<4>(matrices, h));
  };
  const auto measure = [&](auto order) {
    double last = one_step_error(order, Quad(1) / 16);
    for (int i = 5; i <= 8; ++i) {
      const double error = one_step_error(order, Quad(1) / Quad(1 << i));
      // A step is in error by h^(order+1).
      EXPECT_NEAR(std::log2(last / error), order + 1, i == 5 ? 0.6 : 0.3) << "order " << order << ", h = 2^-" << i;
      last = error;
    }
  };
  detail::unrolled<1, 10>(measure);
}

// Kirchhoff's equations of a body in an ideal fluid, l' = l x w + p x v, p' = p x w: from the bracket alone.
TEST(LieSeries, CoadjointActionFollowsFromTheBracket) {
  Random random(4);
  double worst = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Twist w = Twist::of(random_vector(random), random_vector(random));
    const Twist m = Twist::of(random_vector(random), random_vector(random));
    const Twist rate = coadjoint<Se3>(w, m);
    const Vec3<Quad> l = m.turning(), p = m.moving();
    worst = std::max({worst, distance(rate.turning(), cross(l, w.turning()) + cross(p, w.moving())),
                      distance(rate.moving(), cross(p, w.turning()))});
  }
  EXPECT_LT(worst, 1e-32);  // measured 0
}

// The body in the fluid, with inertia and added masses: momentum in space stays, to the order of the series.
TEST(LieSeries, MomentumOfABodyInAFluidStays) {
  const Quad inverse[6] = {Quad(1), Quad(1) / 2, Quad(3) / 7, Quad(5) / 9, Quad(1) / 3, Quad(1)};
  const auto velocity = [&](const Twist& m) {
    Twist w;
    for (int i = 0; i < 6; ++i) w[i] = inverse[i] * m[i];
    return w;
  };
  Twist start = Twist::of({Quad(1), Quad(-2) / 3, Quad(1) / 2}, {Quad(2) / 5, Quad(1), Quad(-3) / 4});
  constexpr int N = 8;
  const auto W = velocity_series<Se3, N>(std::array<Twist, 1>{start}, velocity);
  const auto euler = [&](const Twist& u, const Twist& v) {
    Twist Iv;
    for (int i = 0; i < 6; ++i) Iv[i] = v[i] / inverse[i];
    return velocity(coadjoint<Se3>(u, Iv));
  };
  const auto same = quadratic_series<N, Quad>(velocity(start), euler);
  for (int k = 0; k < N; ++k)
    for (int i = 0; i < 6; ++i) EXPECT_LT(double(abs<Quad>(W[k][i] - same[k][i])), 1e-33) << k;  // measured 5e-35

  const auto error_after = [&](Quad h) {
    const auto Y = lie_series<Se3, N>(W);
    Twist sum{}, w{};
    Quad power = 1;
    for (int k = 0; k < N; ++k) {
      w = w + power * W[k];
      power *= h;
      sum = sum + power * Y[k];
    }
    const Square<4> g = matrix_solution<4, 1>({matrix_of(sum)}, 1);
    // momentum seen from space: l_s = R l + b x R p,  p_s = R p
    Twist m;
    for (int i = 0; i < 6; ++i) m[i] = w[i] / inverse[i];
    const auto turned = [&](const Vec3<Quad>& a) {
      return Vec3<Quad>{g[0][0] * a.x + g[0][1] * a.y + g[0][2] * a.z, g[1][0] * a.x + g[1][1] * a.y + g[1][2] * a.z,
                        g[2][0] * a.x + g[2][1] * a.y + g[2][2] * a.z};
    };
    const Vec3<Quad> ps = turned(m.moving()), ls = turned(m.turning()) + cross({g[0][3], g[1][3], g[2][3]}, ps);
    return double(norm(ps - start.moving()) + norm(ls - start.turning()));
  };
  double last = error_after(Quad(1) / 16);
  for (int i = 5; i <= 8; ++i) {
    const double error = error_after(Quad(1) / Quad(1 << i));
    EXPECT_NEAR(std::log2(last / error), N, 0.4) << i;  // w to h^(N-1), so m is in error by h^N
    last = error;
  }
}

// A momentum that is given as a function of time: orders of the methods, at every halving.
struct GivenMomentum {
  template <class T>
  Vec3<T> operator()(const T& t) const {
    T s, c, s2, c2;
    sincos(t, s, c);
    sincos(T(1.5) * t, s2, c2);
    return {T(1.25) + T(0.5) * s, T(0.5) * c2 - T(0.25) * t, T(-0.75) + T(0.375) * s * s2};
  }
};

// Q' = Q (0, W)/2 with W = I^-1 Q* L(t) Q, by the midpoint rule extrapolated (Gragg, Bulirsch, Stoer): knows of no series.
Quaternion<Quad> given_momentum_solution(const Principal<Quad>& body, Quad end, int steps) {
  const auto rate = [&](Quad t, const Quaternion<Quad>& Q) {
    return Q * Quaternion<Quad>{Quad(0), Quad(0.5) * times(body.x, rotate_back(Q, GivenMomentum{}(t)))};
  };
  constexpr int columns = 10;
  Quaternion<Quad> Q{};
  const Quad H = end / Quad(steps);
  for (int n = 0; n < steps; ++n) {
    const Quad t = Quad(n) * H;
    std::array<Quaternion<Quad>, columns> table;
    for (int j = 0; j < columns; ++j) {
      const int substeps = 2 * (j + 1);
      const Quad h = H / Quad(substeps);
      Quaternion<Quad> before = Q, now = Q + h * rate(t, Q);
      for (int i = 1; i < substeps; ++i) {
        const Quaternion<Quad> next = before + (2 * h) * rate(t + Quad(i) * h, now);
        before = now;
        now = next;
      }
      table[j] = Quad(0.5) * (before + now + h * rate(t + H, now));
      for (int k = j - 1; k >= 0; --k) {
        const Quad ratio = Quad(substeps) / Quad(2 * (k + 1));
        table[k] = table[k + 1] + (1 / (ratio * ratio - 1)) * (table[k + 1] - table[k]);
      }
    }
    Q = normalized(table[0]);
  }
  return Q;
}

template <class M>
void expect_orders_with_given_momentum() {
  const Principal<Quad> body({Quad(1), Quad(1.75), Quad(2.25)});
  const Quad end = 1;
  static const Quaternion<Quad> exact = given_momentum_solution(body, end, 64);
  const typename M::template Body<Quad> constants(body);
  double last = 0;
  for (int steps = 16; steps <= 256; steps *= 2) {
    PrincipalState<Quad> s{};
    s.m = {Quad(7), Quad(7), Quad(7)};  // of no consequence: L is given
    const Quad h = end / Quad(steps);
    for (int n = 0; n < steps; ++n) M::step(constants, GivenMomentum{}, Quad(n) * h, h, s);
    const double error = double(attitude_distance(s.Q, exact));
    if (steps > 16) {
      EXPECT_NEAR(std::log2(last / error), M::info.attitude_order, 0.1) << M::info.name << ", " << steps << " steps";
    }
    EXPECT_LT(double(relative_distance(rotate(s.Q, s.m), GivenMomentum{}(end))), 1e-32);
    last = error;
  }
}
TEST(LieSeries, OrdersWithGivenMomentum) {
  expect_orders_with_given_momentum<Lie1>();
  expect_orders_with_given_momentum<Lie2>();
  expect_orders_with_given_momentum<Lie2Augmented>();
  expect_orders_with_given_momentum<Lie3False>();
  expect_orders_with_given_momentum<Lie3>();
  expect_orders_with_given_momentum<Lie4>();
  expect_orders_with_given_momentum<Lie5>();
  expect_orders_with_given_momentum<Lie6>();
}

}  // namespace
}  // namespace polhode
