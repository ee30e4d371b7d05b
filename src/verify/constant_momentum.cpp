// constant_momentum.cpp -- L is linear in the six entries of I: the least change is an eigenvalue
#include "verify/constant_momentum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "polhode/rotation/mat3.hpp"

namespace polhode {
namespace {

constexpr int kEntries = 6;  // of I: xx, yy, zz, xy, xz, yz
using Matrix6 = std::array<std::array<double, kEntries>, kEntries>;
using Columns6 = std::array<Vec3<double>, kEntries>;

/// R I w is the sum of these times the entries of I.
Columns6 columns_of(const Kinematics& k) {
  const auto& [x, y, z] = k.w;
  const Columns6 body{{{x, 0, 0}, {0, y, 0}, {0, 0, z}, {y, x, 0}, {z, 0, x}, {0, z, y}}};
  Columns6 space;
  for (int i = 0; i < kEntries; ++i) space[std::size_t(i)] = rotate(k.q, body[std::size_t(i)]);
  return space;
}

struct Eigen {
  std::array<double, kEntries> values{};
  Matrix6 vectors{};  // in columns
};
/// Of a symmetric matrix, by Jacobi's rotations; each sweep squares what is left beside the diagonal, so that 30 are plenty.
Eigen eigen(Matrix6 A, int n) {
  Eigen e;
  for (int i = 0; i < n; ++i) e.vectors[i][i] = 1;
  for (int sweep = 0; sweep < 30; ++sweep)
    for (int p = 0; p < n; ++p)
      for (int q = p + 1; q < n; ++q) {
        if (A[p][q] == 0) continue;
        const double theta = (A[q][q] - A[p][p]) / (2 * A[p][q]);
        const double t = (theta < 0 ? -1 : 1) / (std::fabs(theta) + std::hypot(theta, 1.0));
        const double c = 1 / std::hypot(t, 1.0), s = t * c;
        const auto turn = [&](double& x, double& y) {
          const double before = x;
          x = c * before - s * y;
          y = s * before + c * y;
        };
        for (int k = 0; k < n; ++k) turn(A[k][p], A[k][q]);
        for (int k = 0; k < n; ++k) turn(A[p][k], A[q][k]);
        for (int k = 0; k < n; ++k) turn(e.vectors[k][p], e.vectors[k][q]);
      }
  for (int i = 0; i < n; ++i) e.values[i] = A[i][i];
  return e;
}

/// Whether this is the tensor of a body, or minus one: no moment of the other sign that is more than noise.
bool is_of_a_body(const std::array<double, kEntries>& v) {
  constexpr double kNoise = 0.02;
  Matrix6 I{};
  I[0] = {v[0], v[3], v[4]}, I[1] = {v[3], v[1], v[5]}, I[2] = {v[4], v[5], v[2]};
  const auto values = eigen(I, 3).values;
  const auto [least, most] = std::minmax({values[0], values[1], values[2]});
  return least > -kNoise * most || most < kNoise * -least;
}

}  // namespace

double momentum_change(std::span<const Kinematics> states, const Inertia& inertia) {
  Vec3<double> mean{};
  double change = 0, size = 0;
  for (const Kinematics& k : states) mean += rotate(k.q, inertia.momentum(k.w)) / double(states.size());
  for (const Kinematics& k : states) {
    const Vec3<double> L = rotate(k.q, inertia.momentum(k.w));
    change += norm2(L - mean);
    size += norm2(L);
  }
  return size > 0 ? std::sqrt(change / size) : 0;
}

double least_momentum_change(std::span<const Kinematics> states) {
  double scale = 0;
  for (const Kinematics& k : states) scale = std::fmax(scale, norm(k.w));
  if (!(scale > 0)) return 0;
  Columns6 mean{};
  const double each = 1 / double(states.size());
  std::vector<Columns6> all;
  for (const Kinematics& k : states) {
    all.push_back(columns_of({k.q, k.w / scale}));
    for (int i = 0; i < kEntries; ++i) mean[i] += each * all.back()[i];
  }
  Matrix6 change{}, size{};
  for (const Columns6& a : all)
    for (int i = 0; i < kEntries; ++i)
      for (int j = 0; j < kEntries; ++j) {
        size[i][j] += each * dot(a[i], a[j]);
        change[i][j] += each * dot(a[i] - mean[i], a[j] - mean[j]);
      }
  // The least of v.change.v / v.size.v. Entries that no row feels (w has no part along an axis) are left out: momenta below
  // 1e-4 of the largest.
  const Eigen feels = eigen(size, kEntries);
  const double most = *std::ranges::max_element(feels.values);
  std::vector<std::array<double, kEntries>> basis;
  for (int k = 0; k < kEntries; ++k) {
    if (!(feels.values[k] > 1e-8 * most)) continue;
    auto& v = basis.emplace_back();
    for (int i = 0; i < kEntries; ++i) v[i] = feels.vectors[i][k] / std::sqrt(feels.values[k]);
  }
  const int n = int(basis.size());
  Matrix6 small{};
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      for (int i = 0; i < kEntries; ++i)
        for (int j = 0; j < kEntries; ++j) small[a][b] += basis[a][i] * change[i][j] * basis[b][j];
  const Eigen found = eigen(small, n);
  int least = 0;
  for (int k = 1; k < n; ++k)
    if (found.values[k] < found.values[least]) least = k;
  std::array<double, kEntries> I{};
  for (int i = 0; i < kEntries; ++i)
    for (int a = 0; a < n; ++a) I[i] += basis[a][i] * found.vectors[a][least];
  if (n == kEntries && !is_of_a_body(I)) return 1;
  return std::sqrt(std::clamp(found.values[least], 0.0, 1.0));
}

}  // namespace polhode
