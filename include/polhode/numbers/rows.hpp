// rows.hpp -- a few numbers of one body that go through the same operations side by side
//
// A Pack has one body per lane; a row has two or four numbers of one body, which for double and float share a register and
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
struct Row {
  T v[n];
  POLHODE_INLINE T operator[](int i) const noexcept { return v[i]; }
  POLHODE_INLINE friend Row operator+(const Row& a, const Row& b) noexcept {
    return map([&](auto i) __attribute__((always_inline)) { return a.v[i] + b.v[i]; });
  }
  POLHODE_INLINE friend Row operator-(const Row& a, const Row& b) noexcept {
    return map([&](auto i) __attribute__((always_inline)) { return a.v[i] - b.v[i]; });
  }
  POLHODE_INLINE friend Row operator*(const Row& a, const Row& b) noexcept {
    return map([&](auto i) __attribute__((always_inline)) { return a.v[i] * b.v[i]; });
  }
  POLHODE_INLINE friend Row operator/(const Row& a, const Row& b) noexcept {
    return map([&](auto i) __attribute__((always_inline)) { return a.v[i] / b.v[i]; });
  }
  POLHODE_INLINE friend Row fma(const Row& a, const Row& b, const Row& c) noexcept {
    return map([&](auto i) __attribute__((always_inline)) { return fma(a.v[i], b.v[i], c.v[i]); });
  }
  /// f(0), .., f(n-1)
  template <class F>
  POLHODE_INLINE static Row map(F&& f) noexcept {
    Row r;
    unrolled<n>([&](auto i) __attribute__((always_inline)) { r.v[i] = f(i); });
    return r;
  }
};
template <class T, int n>
POLHODE_INLINE Row<T, n> mul_add(const Row<T, n>& a, const Row<T, n>& b, const Row<T, n>& c) noexcept {
  return Row<T, n>::map([&](auto i) __attribute__((always_inline)) { return mul_add(a.v[i], b.v[i], c.v[i]); });
}

template <class T>
inline constexpr bool has_rows = std::is_same_v<T, double> || std::is_same_v<T, float>;
template <class T, int n>
struct RowType : std::type_identity<Row<T, n>> {};
template <class T, int n>
  requires has_rows<T>
struct RowType<T, n> : std::type_identity<Pack<T, n>> {};
template <class T, int n>
using RowOf = typename RowType<T, n>::type;

template <class T, int n>
POLHODE_INLINE RowOf<T, n> load(const T (&x)[n]) noexcept {
  if constexpr (has_rows<T>) {
    RowOf<T, n> r;
    __builtin_memcpy(&r, x, sizeof r);
    return r;
  } else {
    return RowOf<T, n>::map([&](auto i) __attribute__((always_inline)) { return x[i]; });
  }
}
template <class T, int n>
POLHODE_INLINE void store(const RowOf<T, n>& r, T (&x)[n]) noexcept {
  if constexpr (has_rows<T>)
    __builtin_memcpy(x, &r, sizeof r);
  else
    unrolled<n>([&](auto i) __attribute__((always_inline)) { x[i] = r.v[i]; });
}
/// A row of given numbers. Not by way of memory: writing numbers and reading them as one register stalls.
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
POLHODE_INLINE RowOf<T, sizeof...(E)> row(const E&... x) noexcept {
  if constexpr (has_rows<T>)
    return Pack<T, sizeof...(E)>(lanes_of<Lanes<T, sizeof...(E)>>(x...));
  else
    return {{x...}};
}
/// The same number n times.
template <int n, class T>
POLHODE_INLINE RowOf<T, n> repeated(const T& x) noexcept {
  if constexpr (has_rows<T>)
    return Pack<T, n>(x);
  else
    return RowOf<T, n>::map([&](auto) __attribute__((always_inline)) { return x; });
}
/// Constants of one body, in the number type of the times: the same in each of its lanes.
template <class S, class T, int n>
POLHODE_INLINE RowOf<S, n> load_as(const T (&x)[n]) noexcept {
  if constexpr (std::is_same_v<S, T>) {
    return load(x);
  } else {
    return RowOf<S, n>::map([&](auto i) __attribute__((always_inline)) { return S(x[i]); });
  }
}
/// f of each number of a row.
template <class T, int n, class F>
POLHODE_INLINE RowOf<T, n> each(const RowOf<T, n>& x, F&& f) noexcept {
  if constexpr (has_rows<T>) {
    return f(x);
  } else {
    return RowOf<T, n>::map([&](auto i) __attribute__((always_inline)) { return f(x.v[i]); });
  }
}
template <class T, int n, class F>
POLHODE_INLINE RowOf<T, n> each(const RowOf<T, n>& x, const RowOf<T, n>& y, F&& f) noexcept {
  if constexpr (has_rows<T>) {
    return f(x, y);
  } else {
    return RowOf<T, n>::map([&](auto i) __attribute__((always_inline)) { return f(x.v[i], y.v[i]); });
  }
}
/// The same for a function with a second result, z.
template <class T, int n, class F>
POLHODE_INLINE RowOf<T, n> each(const RowOf<T, n>& x, const RowOf<T, n>& y, RowOf<T, n>& z, F&& f) noexcept {
  if constexpr (has_rows<T>) {
    return f(x, y, z);
  } else {
    return RowOf<T, n>::map([&](auto i) __attribute__((always_inline)) { return f(x.v[i], y.v[i], z.v[i]); });
  }
}
/// a < b as a mask for select_by(). For double and float it never leaves the vector registers: a bool would become a branch,
/// which with random bodies is mispredicted every other time.
template <class T>
POLHODE_INLINE auto less(const T& a, const T& b) noexcept {
  if constexpr (has_rows<T>)
    return typename BitView<T>::P(a) < typename BitView<T>::P(b);
  else
    return a < b;
}
template <class T>
using Test = decltype(less(std::declval<T>(), std::declval<T>()));
/// select() for such a mask
template <class T>
POLHODE_INLINE T select_by(const Test<T>& test, const T& a, const T& b) noexcept {
  if constexpr (has_rows<T>)
    return select_bits<T>(test.bits, a, b);
  else
    return select<T>(test, a, b);
}
/// The row a where the mask holds for its body, b elsewhere.
template <class T, int n, class M>
POLHODE_INLINE RowOf<T, n> select_row(const M& mask, const RowOf<T, n>& a, const RowOf<T, n>& b) noexcept {
  if constexpr (has_rows<T>)
    return select<RowOf<T, n>>(mask, a, b);
  else
    return RowOf<T, n>::map([&](auto i) __attribute__((always_inline)) { return select<T>(mask, a.v[i], b.v[i]); });
}

}  // namespace polhode::inline POLHODE_ISA::detail
