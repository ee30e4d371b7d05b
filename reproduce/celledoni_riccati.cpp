// celledoni_riccati.cpp -- [CelledoniSafstrom2006] section 4.1: the energy of DMV, its equation solved as a Riccati equation
//
// With W = D w and A = h y^/2 the equation w^T D - D w = h y^ is S^2 + S A - A S - A^2 = D^2 for the symmetric S = W + A: a
// Riccati equation, whose solution is U2 U1^-1 for the vectors (U1, U2) that span the stable space of a Hamiltonian matrix of
// six rows. [CardosoLeite2003]
#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "celledoni.hpp"

namespace polhode::reproduce::celledoni {

namespace {

using Complex = std::complex<double>;
constexpr std::size_t kRows = 6;
using Matrix6 = std::array<std::array<Complex, kRows>, kRows>;

/// A rotation of rows or columns i and i + 1 that takes (a, b) to (r, 0).
struct Givens {
  double c = 1;
  Complex s = 0;
  Givens(Complex a, Complex b) {
    const double length = std::sqrt(std::norm(a) + std::norm(b));
    if (length == 0) return;
    const double size = std::abs(a);
    const Complex phase = size > 0 ? a / size : Complex(1);
    c = size / length, s = phase * std::conj(b) / length;
  }
  void rows(Matrix6& m, std::size_t i, std::size_t j) const {
    for (std::size_t k = 0; k < kRows; ++k) {
      const Complex x = m[i][k], y = m[j][k];
      m[i][k] = c * x + s * y, m[j][k] = c * y - std::conj(s) * x;
    }
  }
  void columns(Matrix6& m, std::size_t i, std::size_t j) const {
    for (std::size_t k = 0; k < kRows; ++k) {
      const Complex x = m[k][i], y = m[k][j];
      m[k][i] = c * x + std::conj(s) * y, m[k][j] = c * y - s * x;
    }
  }
};

/// Schur vectors of m, those of eigenvalues with a negative real part first.
Matrix6 ordered_schur_vectors(Matrix6 m) {
  Matrix6 Z{};
  for (std::size_t i = 0; i < kRows; ++i) Z[i][i] = 1;
  const auto similar = [&](const Givens& g, std::size_t i, std::size_t j) {
    g.rows(m, i, j), g.columns(m, i, j), g.columns(Z, i, j);
  };
  for (std::size_t k = 0; k + 2 < kRows; ++k)  // Hessenberg form
    for (std::size_t j = kRows - 1; j > k + 1; --j) similar(Givens(m[k + 1][k], m[j][k]), k + 1, j);
  constexpr double kSmall = 0x1p-53;
  for (std::size_t last = kRows - 1; last > 0;) {  // steps of QR with Wilkinson's shift
    if (std::abs(m[last][last - 1]) <= kSmall * (std::abs(m[last][last]) + std::abs(m[last - 1][last - 1]))) {
      m[last][last - 1] = 0;
      --last;
      continue;
    }
    const Complex a = m[last - 1][last - 1], d = m[last][last], half = 0.5 * (a - d),
                  root = std::sqrt(half * half + m[last - 1][last] * m[last][last - 1]);
    const Complex shift = d + half + (std::abs(half + root) < std::abs(half - root) ? root : -root);
    for (std::size_t i = 0; i < kRows; ++i) m[i][i] -= shift;
    std::array<Givens, kRows> turns{Givens(1, 0), Givens(1, 0), Givens(1, 0), Givens(1, 0), Givens(1, 0), Givens(1, 0)};
    for (std::size_t k = 0; k < last; ++k) {
      turns[k] = Givens(m[k][k], m[k + 1][k]);
      turns[k].rows(m, k, k + 1);
    }
    for (std::size_t k = 0; k < last; ++k) turns[k].columns(m, k, k + 1), turns[k].columns(Z, k, k + 1);
    for (std::size_t i = 0; i < kRows; ++i) m[i][i] += shift;
  }
  for (std::size_t pass = 0; pass < kRows; ++pass)
    for (std::size_t k = 0; k + 1 < kRows; ++k)
      if (m[k][k].real() > 0 && m[k + 1][k + 1].real() < 0)
        similar(Givens(m[k][k + 1], m[k + 1][k + 1] - m[k][k]), k, k + 1);
  return Z;
}

/// d1, d2, d3 of the moments.
Vec3<double> masses_of(const Vec3<double>& I) {
  return {(I.y + I.z - I.x) / 2, (I.z + I.x - I.y) / 2, (I.x + I.y - I.z) / 2};
}
/// w of one step of DMV from the matrix y^ of the momentum.
Mat3<double> omega_by_riccati(const Vec3<double>& D, double h, const Mat3<double>& y) {
  const Mat3<double> A = (0.5 * h) * y, Q = A * A + Mat3<double>::diagonal(times(D, D));
  Matrix6 H{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      H[i][j] = H[i + 3][j + 3] = -A[int(i)][int(j)];
      H[i + 3][j] = -Q[int(i)][int(j)];
      H[i][j + 3] = i == j ? -1 : 0;
    }
  const Matrix6 Z = ordered_schur_vectors(H);
  // S U1 = U2, column by column of the transposes: by Cramer's rule.
  using Column = std::array<Complex, 3>;
  const auto column = [&](std::size_t k) { return Column{Z[0][k], Z[1][k], Z[2][k]}; };
  const auto times3 = [](const Column& a, const Column& b) {
    return Column{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  const Column u0 = column(0), u1 = column(1), u2 = column(2), c0 = times3(u1, u2), c1 = times3(u2, u0),
               c2 = times3(u0, u1);
  const Complex det = u0[0] * c0[0] + u0[1] * c0[1] + u0[2] * c0[2];
  Mat3<double> W;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const Complex S = (Z[3 + i][0] * c0[j] + Z[3 + i][1] * c1[j] + Z[3 + i][2] * c2[j]) / det;
      W[int(i)][int(j)] = (S.real() - A[int(i)][int(j)]) / D[int(i)];
    }
  return W;
}
/// y^ after it, w y^ w^T; nothing is made skew or orthogonal.
Mat3<double> moved_by(const Mat3<double>& w, const Mat3<double>& y) {
  return w * y * transpose(w);
}
Vec3<double> vector_of(const Mat3<double>& y) {
  return {y[2][1], y[0][2], y[1][0]};
}

/// The largest energy error in steps of h on [0, 400]; the modified step is `longer` times h.
double largest_error(const Principal<double>& body, const Vec3<double>& m, double h, double longer) {
  const Vec3<double> D = masses_of(body.I);
  const double E0 = energy(body, m);
  Mat3<double> y = hat(m);
  double largest = 0;
  for (long i = 0, n = std::lround(kEnergyEnd / h); i < n; ++i) {
    y = moved_by(omega_by_riccati(D, longer * h, y), y);
    largest = std::max(largest, std::fabs(energy(body, vector_of(y)) - E0));
  }
  return largest;
}

}  // namespace

Result energy_by_riccati() {
  const TorquedProblem<NoTorque> problem = free_body();
  const Principal<double> body = problem.body();
  Result r;
  const auto add = [&]<int order>(std::integral_constant<int, order>) {
    // Orders 4 and 6 are DMV with another step, which the rescaling of time gives once for all steps.
    std::vector<double> nearby;
    for (int i = -4; i <= 4; ++i) {
      const double h = kEnergyStep + 0.005 * i;
      const double longer =
          DmvMomentum<order>(body, h, problem.start.m).once.s / DmvMomentum<2>(body, h, problem.start.m).once.s;
      nearby.push_back(largest_error(body, problem.start.m, h, longer));
    }
    const double here = nearby[4];
    std::sort(nearby.begin(), nearby.end());
    r.entries.push_back(claim(
        formatted("DMV, order %d: largest energy error, nine steps from 0.38 to 0.42, the median; h = 0.4", order),
        kEnergyDmv, formatted("%.1e; %.1e", nearby[4], here), of_size(nearby[4], kEnergyDmv)));
  };
  add(std::integral_constant<int, 2>{});
  add(std::integral_constant<int, 4>{});
  add(std::integral_constant<int, 6>{});
  const Vec3<double> D = masses_of(body.I);
  const Mat3<double> y = hat(problem.start.m);
  const Vec3<double> once = vector_of(moved_by(omega_by_riccati(D, kEnergyStep, y), y));
  Vec3<double> ours = problem.start.m;
  DmvMomentum<2>(body, kEnergyStep, ours)(ours);
  r.entries.push_back(claim("one step of it: distance from that of the library", kEnergyDmv,
                            formatted("%.0e", norm(once - ours)), implied(below(norm(once - ours), 1e-14))));
  r.notes = {
      "The paper does not say how it solved the equation of DMV. Here it is solved as Cardoso and Leite do, and "
      "McLachlan "
      "and Zanna after them, from whom the paper has the method: by Schur vectors of a Hamiltonian matrix. The "
      "momentum "
      "moves as a matrix, and nothing is made skew or orthogonal. Rounding adds up from step to step; the library "
      "iterates on a quaternion until rounding is all that is left, and stays at 1e-15.",
      kPowerNote};
  return r;
}

}  // namespace polhode::reproduce::celledoni
