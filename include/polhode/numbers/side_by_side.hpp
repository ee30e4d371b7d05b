// side_by_side.hpp -- a few numbers of one body that go through the same operations side by side
//
// A Pack has one body per lane; numbers side by side two or four of one body, which for double and float share a register and
// for every other type, packs included, are an array. Each number gets the bits that it would get alone.
#pragma once

#include <type_traits>
#include <utility>

#include "polhode/numbers/elementary.hpp"
#include "polhode/numbers/pack.hpp"

namespace polhode::inline POLHODE_ISA::detail {

/// f(0), f(1), .., f(n-1) with constants for arguments: a loop that is never one in the compiled code.
template <int n, class F>
POLHODE_INLINE void unrolled(F&& f) noexcept {
  [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
    (f(std::integral_constant<int, i>{}), ...);
  }(std::make_integer_sequence<int, n>{});
}

/// n numbers that go through the same operations: one register for double and float, an array for other types.
template <class T, int n>
struct Numbers {
  T v[n];
  POLHODE_INLINE T operator[](int i) const noexcept { return v[i]; }
  POLHODE_INLINE friend Numbers operator+(const Numbers& a, const Numbers& b) noexcept {
    return map([&](auto i) __attribute__((always_inline)) { return a.v[i] + b.v[i]; });
  }
  POLHODE_INLINE friend Numbers operator-(const Numbers& a, const Numbers& b) noexcept {
    return map([&](auto i) __attribute__((always_inline)) { return a.v[i] - b.v[i]; });
  }
  POLHODE_INLINE friend Numbers operator*(const Numbers& a, const Numbers& b) noexcept {
    return map([&](auto i) __attribute__((always_inline)) { return a.v[i] * b.v[i]; });
  }
  POLHODE_INLINE friend Numbers operator/(const Numbers& a, const Numbers& b) noexcept {
    return map([&](auto i) __attribute__((always_inline)) { return a.v[i] / b.v[i]; });
  }
  POLHODE_INLINE friend Numbers fma(const Numbers& a, const Numbers& b, const Numbers& c) noexcept {
    return map([&](auto i) __attribute__((always_inline)) { return fma(a.v[i], b.v[i], c.v[i]); });
  }
  /// f(0), .., f(n-1)
  template <class F>
  POLHODE_INLINE static Numbers map(F&& f) noexcept {
    Numbers r;
    unrolled<n>([&](auto i) __attribute__((always_inline)) { r.v[i] = f(i); });
    return r;
  }
};
template <class T, int n>
POLHODE_INLINE Numbers<T, n> mul_add(const Numbers<T, n>& a, const Numbers<T, n>& b, const Numbers<T, n>& c) noexcept {
  return Numbers<T, n>::map([&](auto i) __attribute__((always_inline)) { return mul_add(a.v[i], b.v[i], c.v[i]); });
}

template <class T>
inline constexpr bool shares_register = std::is_same_v<T, double> || std::is_same_v<T, float>;
template <class T, int n>
struct SideBySideType : std::type_identity<Numbers<T, n>> {};
template <class T, int n>
  requires shares_register<T>
struct SideBySideType<T, n> : std::type_identity<Pack<T, n>> {};
template <class T, int n>
using SideBySide = typename SideBySideType<T, n>::type;

template <class T, int n>
POLHODE_INLINE SideBySide<T, n> load(const T (&x)[n]) noexcept {
  if constexpr (shares_register<T>) {
    SideBySide<T, n> r;
    __builtin_memcpy(&r, x, sizeof r);
    return r;
  } else {
    return SideBySide<T, n>::map([&](auto i) __attribute__((always_inline)) { return x[i]; });
  }
}
template <class T, int n>
POLHODE_INLINE void store(const SideBySide<T, n>& r, T (&x)[n]) noexcept {
  if constexpr (shares_register<T>)
    __builtin_memcpy(x, &r, sizeof r);
  else
    unrolled<n>([&](auto i) __attribute__((always_inline)) { x[i] = r.v[i]; });
}
/// Given numbers. Not by way of memory: writing numbers and reading them as one register stalls.
template <class L, class... E>
POLHODE_INLINE L lanes_of(E... x) noexcept {
  if constexpr (L::one_register) {
    return {typename L::Register{x...}};
  } else {
    using H = typename L::Half;
    return [](auto a, auto b, auto c, auto d)
               __attribute__((always_inline)) { return L{lanes_of<H>(a, b), lanes_of<H>(c, d)}; }(x...);
  }
}
template <class T, class... E>
POLHODE_INLINE SideBySide<T, sizeof...(E)> side_by_side(const E&... x) noexcept {
  if constexpr (shares_register<T>)
    return Pack<T, sizeof...(E)>(lanes_of<Lanes<T, sizeof...(E)>>(x...));
  else
    return {{x...}};
}
/// The same number n times.
template <int n, class T>
POLHODE_INLINE SideBySide<T, n> copies(const T& x) noexcept {
  if constexpr (shares_register<T>)
    return Pack<T, n>(x);
  else
    return SideBySide<T, n>::map([&](auto) __attribute__((always_inline)) { return x; });
}
/// Constants of one body, in the number type of the times: the same in each of its lanes.
template <class S, class T, int n>
POLHODE_INLINE SideBySide<S, n> constants_as(const T (&x)[n]) noexcept {
  if constexpr (std::is_same_v<S, T>) {
    return load(x);
  } else {
    return SideBySide<S, n>::map([&](auto i) __attribute__((always_inline)) { return S(x[i]); });
  }
}
/// f of each number.
template <class T, int n, class F>
POLHODE_INLINE SideBySide<T, n> of_each(const SideBySide<T, n>& x, F&& f) noexcept {
  if constexpr (shares_register<T>) {
    return f(x);
  } else {
    return SideBySide<T, n>::map([&](auto i) __attribute__((always_inline)) { return f(x.v[i]); });
  }
}
template <class T, int n, class F>
POLHODE_INLINE SideBySide<T, n> of_each(const SideBySide<T, n>& x, const SideBySide<T, n>& y, F&& f) noexcept {
  if constexpr (shares_register<T>) {
    return f(x, y);
  } else {
    return SideBySide<T, n>::map([&](auto i) __attribute__((always_inline)) { return f(x.v[i], y.v[i]); });
  }
}
/// The same for a function with a second result, z.
template <class T, int n, class F>
POLHODE_INLINE SideBySide<T, n> of_each(const SideBySide<T, n>& x, const SideBySide<T, n>& y, SideBySide<T, n>& z,
                                        F&& f) noexcept {
  if constexpr (shares_register<T>) {
    return f(x, y, z);
  } else {
    return SideBySide<T, n>::map([&](auto i) __attribute__((always_inline)) { return f(x.v[i], y.v[i], z.v[i]); });
  }
}
/// a < b as a mask for select_by(). For double and float it never leaves the vector registers: a bool would become a branch,
/// which with random bodies is mispredicted every other time.
template <class T>
POLHODE_INLINE auto less(const T& a, const T& b) noexcept {
  if constexpr (shares_register<T>)
    return typename BitView<T>::P(a) < typename BitView<T>::P(b);
  else
    return a < b;
}
template <class T>
using Test = decltype(less(std::declval<T>(), std::declval<T>()));
/// select() for such a mask
template <class T>
POLHODE_INLINE T select_by(const Test<T>& test, const T& a, const T& b) noexcept {
  if constexpr (shares_register<T>)
    return select_bits<T>(test.bits, a, b);
  else
    return select<T>(test, a, b);
}
/// a where the mask holds for its body, b elsewhere.
template <class T, int n, class M>
POLHODE_INLINE SideBySide<T, n> select_side_by_side(const M& mask, const SideBySide<T, n>& a,
                                                    const SideBySide<T, n>& b) noexcept {
  if constexpr (shares_register<T>)
    return select<SideBySide<T, n>>(mask, a, b);
  else
    return SideBySide<T, n>::map([&](auto i)
                                     __attribute__((always_inline)) { return select<T>(mask, a.v[i], b.v[i]); });
}

// Functions of each of the numbers, for formulas.
template <class T, int n>
POLHODE_INLINE SideBySide<T, n> square_roots(const SideBySide<T, n>& x) noexcept {
  return of_each<T, n>(x, [](const auto& y) __attribute__((always_inline)) { return sqrt(y); });
}
template <class T, class... E>
POLHODE_INLINE SideBySide<T, sizeof...(E)> square_roots_of(const E&... x) noexcept {
  return square_roots<T, sizeof...(E)>(side_by_side<T>(x...));
}
/// exp_negative()
template <class T, int n>
POLHODE_INLINE SideBySide<T, n> negative_exponentials(const SideBySide<T, n>& x) noexcept {
  return of_each<T, n>(x, [](const auto& y) __attribute__((always_inline)) { return exp_negative(y); });
}
/// angle_above()
template <class T, int n>
POLHODE_INLINE SideBySide<T, n> angles_above(const SideBySide<T, n>& y, const SideBySide<T, n>& x,
                                             SideBySide<T, n>& half_sines) noexcept {
  return of_each<T, n>(y, x, half_sines,
                       [](const auto& one_y, const auto& one_x, auto& half_sine)
                           __attribute__((always_inline)) { return angle_above(one_y, one_x, half_sine); });
}
/// 1 where a number is negative, else 0.
template <class T, int n>
POLHODE_INLINE SideBySide<T, n> ones_if_negative(const SideBySide<T, n>& x) noexcept {
  return of_each<T, n>(x, [](const auto& y) __attribute__((always_inline)) {
    using V = std::remove_cvref_t<decltype(y)>;
    return select<V>(y < V(0), V(1), V(0));
  });
}
/// x = next, but for the bodies that are done.
template <class T, class V>
POLHODE_INLINE void advance(const Mask<T>& done, V& x, const std::type_identity_t<V>& next) noexcept {
  if constexpr (lanes<T> == 1)
    x = next;
  else if constexpr (std::is_same_v<V, T>)
    x = select<T>(done, x, next);
  else
    x = select_side_by_side<T, 2>(done, x, next);
}
/// a0 c0 + a1 c1 + a2 c2 + a3 c3 of columns c, constants of one body, and factors of one number type.
template <class S, class T, int n>
POLHODE_INLINE SideBySide<S, n> combination(const T (&columns)[4][n], S a0, S a1, S a2, S a3) noexcept {
  auto sum = copies<n>(a0) * constants_as<S>(columns[0]);
  sum = mul_add(copies<n>(a1), constants_as<S>(columns[1]), sum);
  sum = mul_add(copies<n>(a2), constants_as<S>(columns[2]), sum);
  return mul_add(copies<n>(a3), constants_as<S>(columns[3]), sum);
}

}  // namespace polhode::inline POLHODE_ISA::detail
