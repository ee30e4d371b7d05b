// runge_kutta.hpp -- coefficients of explicit Runge-Kutta methods, with those that have their order on the rotation group
//
// Stage i uses a[i][0], ..., a[i][i-1] and the time t + c_i h, where c_i is the sum of row i; the step uses b. On a group a
// method of Crouch and Grossman has order 3 if, beside the classical conditions,
//     sum_i b_i^2 c_i + 2 sum_(i<j) b_i c_i b_j = 1/3,
// and order 4 if it satisfies more of that kind ([OwrenMarthinsen1999]). The classical tableau has 13/36 there: order 2.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "polhode/methods/tables/composition.hpp"

namespace polhode::inline POLHODE_ISA {

/// An explicit method of n stages.
template <class T, std::size_t n>
struct Tableau {
  static constexpr std::size_t stages = n;
  std::array<std::array<T, n>, n> a{};
  std::array<T, n> b{};

  constexpr T c(std::size_t i) const noexcept {
    T sum = 0;
    for (std::size_t j = 0; j < i; ++j) sum += a[i][j];
    return sum;
  }
};

namespace detail {

/// From the rows of a published table; the last one are the weights.
template <class T, std::size_t n>
constexpr Tableau<T, n> tableau(const std::array<std::array<LongDecimal, n>, n + 1>& rows) noexcept {
  Tableau<T, n> table;
  for (std::size_t j = 0; j < n; ++j) {
    table.b[j] = rows[n][j].template value<T>();
    for (std::size_t i = j + 1; i < n; ++i) table.a[i][j] = rows[i][j].template value<T>();
  }
  return table;
}

}  // namespace detail

/// The method of Runge and Kutta.
struct ClassicalRungeKutta {
  static constexpr std::string_view source = "Kutta1901";
  template <class T>
  static constexpr auto coefficients() noexcept {
    const T half = T(1) / T(2), third = T(1) / T(3), sixth = T(1) / T(6);
    return Tableau<T, 4>{{{{}, {half}, {T(0), half}, {T(0), T(0), T(1)}}}, {sixth, third, third, sixth}};
  }
};

/// Order 3 on a group.
struct CrouchGrossman3Table {
  static constexpr std::string_view source = "CrouchGrossman1993";
  template <class T>
  static constexpr auto coefficients() noexcept {
    return Tableau<T, 3>{{{{}, {T(3) / T(4)}, {T(119) / T(216), T(17) / T(108)}}},
                         {T(13) / T(51), -(T(2) / T(3)), T(24) / T(17)}};
  }
};

/// Order 4 on a group. Only 16 decimals are published: the order conditions hold to 7e-17, so that errors fall like h^4 down
/// to about 1e-16 and more slowly from there, whatever the precision of the arithmetic.
struct CrouchGrossman4Table {
  static constexpr std::string_view source = "OwrenMarthinsen1999; JackiewiczMarthinsenOwren2000";
  static constexpr std::array<std::array<Decimal, 4>, 4> rows{{
      {{{817722798812485200, 0}}},
      {{{319987637547642700, 0}, {65986426355602200, 0}}},
      {{{921441719446494600, 0}, {499785777677357300, 0}, {-1096998444837158200, 0}}},
      {{{355235855902332200, 0}, {239095837230732600, 0}, {1391856572420324600, 0}, {-1109297939211346500, 0}}},
  }};
  static constexpr std::array<Decimal, 5> weights{{{137083152063075500, 0},
                                                   {-18369853156402000, 0},
                                                   {739781398537078000, 0},
                                                   {-190714256550588900, 0},
                                                   {332219559106837400, 0}}};
  template <class T>
  static constexpr auto coefficients() noexcept {
    Tableau<T, 5> table;
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t j = 0; j < i; ++j) table.a[i][j] = rows[i - 1][j].value<T>();
      table.b[i] = weights[i].value<T>();
    }
    return table;
  }
};

}  // namespace polhode::inline POLHODE_ISA
