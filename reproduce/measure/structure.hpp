// structure.hpp -- is a map of (Q, m) symplectic, is its map of m a Poisson map? Measured on its Jacobian in __float128.
#pragma once

#include <array>
#include <cstddef>

#include "polhode/methods/method.hpp"
#include "polhode/numbers/quad.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::measure {

/// Largest violations of the two brackets.
struct Defects {
  double poisson = 0, symplectic = 0;

  void raise(const Defects& other) {
    if (!(other.poisson <= poisson)) poisson = other.poisson;
    if (!(other.symplectic <= symplectic)) symplectic = other.symplectic;
  }
  /// Differences leave about 1e-23; a map without the structure violates it by its own error, 1e-15 or more at the steps used.
  Structure structure() const {
    return symplectic < 1e-20 ? Structure::symplectic : poisson < 1e-20 ? Structure::poisson : Structure::none;
  }
};

/// `step` takes a PrincipalState<Quad> and returns its image.
template <class Step>
Defects structure_defects(const PrincipalState<Quad>& s0, const Step& step) {
  using Matrix = std::array<std::array<Quad, 6>, 6>;
  const PrincipalState<Quad> s1 = step(s0);

  // Jacobian [output][input] in left-trivialised coordinates, Q exp(hat theta) and m + mu, by central differences of order 4.
  const auto image = [&](std::size_t column, Quad delta) {
    PrincipalState<Quad> s = s0;
    if (column < 3) {
      Vec3<Quad> theta{};
      theta[int(column)] = delta;
      s.Q = s.Q * exp(theta);
    } else {
      s.m[int(column) - 3] += delta;
    }
    const PrincipalState<Quad> moved = step(s);
    const Vec3<Quad> theta = log(conj(s1.Q) * moved.Q), mu = moved.m - s1.m;
    return std::array<Quad, 6>{theta.x, theta.y, theta.z, mu.x, mu.y, mu.z};
  };
  const Quad d = Quad(2e-6);
  Matrix A{};
  for (std::size_t column = 0; column < 6; ++column) {
    const auto p1 = image(column, d), m1 = image(column, -d), p2 = image(column, 2 * d), m2 = image(column, -2 * d);
    for (std::size_t row = 0; row < 6; ++row)
      A[row][column] = (8 * (p1[row] - m1[row]) - (p2[row] - m2[row])) / (12 * d);
  }

  // Canonical form of T*SO(3), left-trivialised: omega((xi,mu),(eta,nu)) = nu.xi - mu.eta + m.(xi x eta).
  const auto canonical_form = [](const Vec3<Quad>& m) {
    Matrix W{};
    const Mat3<Quad> H = hat(m);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) W[i][j] = -H[int(i)][int(j)];
      W[i][i + 3] = 1;
      W[i + 3][i] = -1;
    }
    return W;
  };
  const auto largest = [](double& worst, Quad value) {
    const double size = double(abs(value));
    if (!(size <= worst)) worst = size;
  };
  Defects defects;
  const Matrix W0 = canonical_form(s0.m), W1 = canonical_form(s1.m);
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) {  // A^T W1 A = W0
      Quad sum = -W0[i][j];
      for (std::size_t k = 0; k < 6; ++k)
        for (std::size_t l = 0; l < 6; ++l) sum += A[k][i] * W1[k][l] * A[l][j];
      largest(defects.symplectic, sum);
    }
  const Mat3<Quad> H0 = hat(s0.m), H1 = hat(s1.m);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {  // bracket of so(3)*: D hat(m0) D^T = hat(m1), D = dm1/dm0
      Quad sum = -H1[i][j];
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
          sum += A[std::size_t(3 + i)][std::size_t(3 + k)] * H0[k][l] * A[std::size_t(3 + j)][std::size_t(3 + l)];
      largest(defects.poisson, sum);
    }
  return defects;
}

}  // namespace polhode::measure
