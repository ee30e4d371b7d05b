// method_name.hpp -- names of methods that come in families, made at compile time: "dmv" + 16
#pragma once

#include <cstddef>
#include <string_view>

#include "polhode/numbers/isa.hpp"

namespace polhode::inline POLHODE_ISA {

/// A string that can be a template argument.
template <std::size_t N>
struct fixed_string {
  char text[N]{};

  constexpr fixed_string() = default;
  constexpr fixed_string(const char (&s)[N]) noexcept {
    for (std::size_t i = 0; i < N; ++i) text[i] = s[i];
  }
  constexpr std::string_view view() const noexcept { return {text, N - 1}; }
};

template <std::size_t A, std::size_t B>
constexpr fixed_string<A + B - 1> join(const fixed_string<A>& a, const fixed_string<B>& b) noexcept {
  fixed_string<A + B - 1> r;
  for (std::size_t i = 0; i < A - 1; ++i) r.text[i] = a.text[i];
  for (std::size_t i = 0; i < B; ++i) r.text[A - 1 + i] = b.text[i];
  return r;
}
/// n > 0 in decimal.
template <int n>
constexpr auto number_string() noexcept {
  constexpr int digits = [] {
    int d = 0;
    for (int k = n; k > 0; k /= 10) ++d;
    return d;
  }();
  fixed_string<digits + 1> r;
  int k = n;
  for (int i = digits - 1; i >= 0; --i, k /= 10) r.text[i] = char('0' + k % 10);
  return r;
}
template <bool condition, std::size_t A, std::size_t B>
constexpr auto select_string(const fixed_string<A>& a, const fixed_string<B>& b) noexcept {
  if constexpr (condition)
    return a;
  else
    return b;
}

namespace detail {

template <fixed_string prefix, int n>
inline constexpr auto numbered_text = join(prefix, number_string<n>());

}  // namespace detail

/// numbered_name<"dmv", 16> is "dmv16".
template <fixed_string prefix, int n>
inline constexpr std::string_view numbered_name = detail::numbered_text<prefix, n>.view();

}  // namespace polhode::inline POLHODE_ISA
