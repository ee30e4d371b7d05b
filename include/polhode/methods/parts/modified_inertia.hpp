// modified_inertia.hpp -- the series s and d that raise the order of DMV and MZ, tabulated for one body
//
//   1/I~ = s/I + d,   s = 1 + h^2 s3 + h^4 s5 + ...,   d = h^2 d3 + h^4 d5 + ...     [HairerVilmart2006] eq. (6), (7)
//
// s_{2k+1} and d_{2k+1} are polynomials in C and H whose coefficients depend on the body alone: they are summed once.
// Everything is scaled by the middle one of the 1/I, so that nothing has a dimension and bodies of 1e-30 and of
// 1e30 kg m^2 give the same numbers, and H is measured from it (tables/dmv.hpp), so that thin rods lose no digits.
#pragma once

#include "polhode/body/inertia.hpp"
#include "polhode/methods/tables/term.hpp"
#include "polhode/numbers/side_by_side.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// c[0] + c[1] x + ... + c[n-1] x^(n-1) in chains of length log n (Estrin); powers = {x, x^2, x^4, x^8}.
template <int n, class T>
POLHODE_INLINE SideBySide<T, 2> polynomial(const SideBySide<T, 2>* c, const T* powers) noexcept {
  if constexpr (n == 1) {
    return c[0];
  } else {
    constexpr int level = n <= 2 ? 0 : n <= 4 ? 1 : n <= 8 ? 2 : 3;
    constexpr int half = 1 << level;
    return fma(polynomial<n - half>(c + half, powers), copies<2>(powers[level]), polynomial<half>(c, powers));
  }
}

/// A body in units of the middle 1/I: what DMV, MZ and IMR have in common.
template <class T>
struct ScaledBody {
  T scale{};         ///< the middle one of the three 1/I
  Vec3<T> x{};       ///< 1/I / scale
  Vec3<T> k{};       ///< x2 - x3, x3 - x1, x1 - x2
  Vec3<T> offset{};  ///< x - 1

  ScaledBody() = default;
  explicit ScaledBody(const Principal<T>& body) noexcept {
    const Vec3<T>& b = body.x;
    const T low = min(b.x, b.y), high = max(b.x, b.y);
    scale = max(low, min(high, b.z));
    x = b / scale;
    k = Vec3<T>{b.y - b.z, b.z - b.x, b.x - b.y} / scale;
    offset = Vec3<T>{b.x - scale, b.y - scale, b.z - scale} / scale;
  }
  /// The part of a term that depends on the body, for P = |p|^2 etc., p = (h/2) m scale: h^2 C scale^2 = 2 P.
  T coefficient(const tables::Term& term) const noexcept {
    const T sigma = offset.x + offset.y + offset.z;  // one of the three is 0
    const T pi = offset.x * offset.y + offset.y * offset.z + offset.z * offset.x;
    T c = T(Lane<T>(term.numerator) / Lane<T>(term.denominator) * Lane<T>(1 << (term.C + term.K + term.Z)));
    for (int i = 0; i < term.sigma; ++i) c *= sigma;
    for (int i = 0; i < term.pi; ++i) c *= pi;
    return c;
  }
};

/// A body with the series up to h^(2 terms - 2). `Table` gives the arrays s and d of tables/.
template <class Table, int terms, class T>
class ModifiedBody : public ScaledBody<T> {
 public:
  ModifiedBody() = default;
  explicit ModifiedBody(const Principal<T>& body) noexcept : ScaledBody<T>(body) {
    T s[kSize]{}, d[kSize]{};
    s[0] = T(1);
    for (int n = 1; n < terms; ++n) {
      for (const auto& term : Table::s[n - 1]) s[index(term.C, term.K)] += this->coefficient(term);
      for (const auto& term : Table::d[n - 1]) d[index(term.C, term.K)] += this->coefficient(term);
    }
    for (int i = 0; i < kSize; ++i) coefficients_[i] = side_by_side<T>(s[i], d[i]);
  }
  /// s and d/scale at P = |p|^2, E = p . offset p, where p = (h/2) scale m.
  POLHODE_INLINE void evaluate(T P, T E, T& s, T& d) const noexcept {
    if constexpr (terms == 1) {
      s = T(1), d = T(0);
    } else {
      const T P2 = P * P, P4 = P2 * P2, P8 = P4 * P4, E2 = E * E, E4 = E2 * E2,
              E8 = E4 * E4;  // the unused ones cost nothing
      const T powers_of_P[4] = {P, P2, P4, P8}, powers_of_E[4] = {E, E2, E4, E8};
      SideBySide<T, 2> rows[terms];
      fill_rows<0>(rows, powers_of_P);
      const SideBySide<T, 2> both = polynomial<terms>(rows, powers_of_E);
      s = both[0], d = both[1];
    }
  }

 private:
  // Coefficient of P^a E^b, a + b < terms: row b has terms - b of them.
  static constexpr int kSize = terms * (terms + 1) / 2;
  static constexpr int index(int a, int b) noexcept { return b * terms - b * (b - 1) / 2 + a; }
  SideBySide<T, 2> coefficients_[kSize]{};  // of s and d

  template <int b>
  POLHODE_INLINE void fill_rows(SideBySide<T, 2>* rows, const T* powers_of_P) const noexcept {
    rows[b] = polynomial<terms - b>(coefficients_ + index(0, b), powers_of_P);
    if constexpr (b + 1 < terms) fill_rows<b + 1>(rows, powers_of_P);
  }
};

}  // namespace polhode::inline POLHODE_ISA::detail
