// splitting.hpp -- coefficients of splittings into kicks by the potential and drifts of the free body
//
// Kicks b and drifts a alternate, kick first: b1 a1 b2 a2 ... b1, symmetric. Each table holds the first half; `modified` is
// the coefficient of the kick by {U,{T,U}} in the middle, 0 in most. The last number of each half follows from the sums
// (b: 1, a: 1), so that both are exact whatever the precision.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "polhode/methods/tables/composition.hpp"

namespace polhode::inline POLHODE_ISA {

/// All kicks and drifts of one step.
template <class T, std::size_t drifts>
struct KicksAndDrifts {
  std::array<T, drifts + 1> b{};
  std::array<T, drifts> a{};
};

namespace detail {

// The full sequences from the given halves. `drifts` in all; where the middle number is not given it follows from the sum.
template <class T, std::size_t drifts, std::size_t nb, std::size_t na>
constexpr KicksAndDrifts<T, drifts> completed(const std::array<Decimal, nb>& half_b,
                                              const std::array<Decimal, na>& half_a) noexcept {
  KicksAndDrifts<T, drifts> c;
  const auto fill = [](auto& all, const auto& half) {
    const std::size_t n = all.size(), given = half.size();
    T sum = 0;
    for (std::size_t i = 0; i < given; ++i) {
      all[i] = all[n - 1 - i] = half[i].template value<T>();
      sum += 2 * all[i];
    }
    const std::size_t left = n - 2 * given;  // 1: the middle one; 2: the middle pair
    for (std::size_t i = 0; i < left; ++i) all[given + i] = (T(1) - sum) / T(left);
  };
  fill(c.b, half_b);
  fill(c.a, half_a);
  return c;
}

}  // namespace detail

/// Half a kick, a drift, half a kick.
struct StrangTable {
  static constexpr std::string_view name = "strang";
  static constexpr std::string_view title = "Strang splitting: half a kick, a drift, half a kick";
  static constexpr int order = 2;
  static constexpr std::string_view source = "CelledoniSafstrom2006, section 2; Vilmart2013, eq. (16)";
  static constexpr bool modified = false;
  template <class T>
  static constexpr auto coefficients() noexcept {
    return KicksAndDrifts<T, 1>{{T(1) / T(2), T(1) / T(2)}, {T(1)}};
  }
};

struct RattleTable : StrangTable {
  static constexpr std::string_view name = "rattle";
  static constexpr std::string_view title = "RATTLE for the attitude matrix with its constraint";
  static constexpr std::string_view source = "Vilmart2013, eq. (11)";
};

/// Three kicks, the middle one by the modified potential.
struct Nystrom4Table {
  static constexpr std::string_view name = "nystrom4";
  static constexpr std::string_view title = "three kicks, the middle one by the modified potential";
  static constexpr int order = 4;
  static constexpr std::string_view source = "Vilmart2013, High-order Nystrom splitting methods (corrected)";
  static constexpr bool modified = true;
  template <class T>
  static constexpr auto coefficients() noexcept {
    return KicksAndDrifts<T, 2>{{T(1) / T(6), T(2) / T(3), T(1) / T(6)}, {T(1) / T(2), T(1) / T(2)}};
  }
};

/// SRKN6b.
struct Rkn4Table {
  static constexpr std::string_view name = "rkn4";
  static constexpr std::string_view title = "Runge-Kutta-Nystrom splitting with seven kicks";
  static constexpr int order = 4;
  static constexpr std::string_view source = "BlanesMoan2002, SRKN6b";
  static constexpr bool modified = false;
  static constexpr std::array<Decimal, 3> b{{{82984406417405200, 0}, {396309801498368000, 0}, {-39056304922348600, 0}}};
  static constexpr std::array<Decimal, 2> a{{{245298957184271000, 0}, {604872665711080000, 0}}};
  template <class T>
  static constexpr auto coefficients() noexcept {
    return detail::completed<T, 6>(b, a);
  }
};

/// SRKN11b.
struct Rkn6Table {
  static constexpr std::string_view name = "rkn6";
  static constexpr std::string_view title = "Runge-Kutta-Nystrom splitting with twelve kicks";
  static constexpr int order = 6;
  static constexpr std::string_view source = "BlanesMoan2002, SRKN11b";
  static constexpr bool modified = false;
  static constexpr std::array<Decimal, 5> b{{{41464998518262400, 0},
                                             {198128671918067000, 0},
                                             {-40006192104153300, 0},
                                             {75253984301580700, 0},
                                             {-11511387420687900, 0}}};
  static constexpr std::array<Decimal, 5> a{{{123229775946271000, 0},
                                             {290553797799558000, 0},
                                             {-127049212625417000, 0},
                                             {-246331761062075000, 0},
                                             {357208872795928000, 0}}};
  template <class T>
  static constexpr auto coefficients() noexcept {
    return detail::completed<T, 11>(b, a);
  }
};

/// A symmetric composition of Strang's splitting: neighbouring half kicks are joined.
template <class Composition>
struct ComposedStrang {
  using Composed = Composition;
  static constexpr int order = Composition::order;
  static constexpr std::string_view name = order == 4 ? "composition4" : order == 6 ? "composition6" : "composition8";
  static constexpr std::string_view title = "symmetric composition of Strang splittings";
  static constexpr std::string_view source = Composition::source;
  static constexpr bool modified = false;
  template <class T>
  static constexpr auto coefficients() noexcept {
    constexpr auto g = Composition::template steps<T>();
    constexpr std::size_t n = g.size();
    KicksAndDrifts<T, n> c;
    for (std::size_t i = 0; i <= n; ++i) c.b[i] = ((i > 0 ? g[i - 1] : T(0)) + (i < n ? g[i] : T(0))) / T(2);
    c.a = g;
    return c;
  }
};

}  // namespace polhode::inline POLHODE_ISA
