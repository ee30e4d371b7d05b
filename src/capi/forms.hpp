// forms.hpp -- the structs of polhode.h may grow at their ends: programs and libraries of different age understand each other
//
// Each begins with its size in the program. An older program knows less than the library: it is given, and gives, what it knows. A
// newer one knows more: what it sets beyond this library's form is refused, and what it asks for there stays as it is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "capi/polhode.h"
#include "polhode/numbers/error.hpp"

namespace polhode::capi {

/// What messages call a struct, how a program begins with it, and the bytes of its first form: up to its last field then. They
/// never change.
template <class Struct>
struct Form;
template <>
struct Form<polhode_settings> {
  static constexpr const char *name = "settings", *begin = "POLHODE_SETTINGS";
  static constexpr std::size_t first = offsetof(polhode_settings, dense_output);
};
template <>
struct Form<polhode_event> {
  static constexpr const char *name = "event", *begin = "POLHODE_EVENT";
  static constexpr std::size_t first = offsetof(polhode_event, terminal) + sizeof(int);
};
template <>
struct Form<polhode_method> {
  static constexpr const char *name = "card", *begin = "POLHODE_METHOD";
  static constexpr std::size_t first = offsetof(polhode_method, torque_evaluations) + sizeof(int);
};
template <>
struct Form<polhode_torque> {
  static constexpr const char *name = "card", *begin = "POLHODE_TORQUE";
  static constexpr std::size_t first = offsetof(polhode_torque, keys) + sizeof(int64_t);
};
template <>
struct Form<polhode_torque_key> {
  static constexpr const char *name = "card", *begin = "POLHODE_TORQUE_KEY";
  static constexpr std::size_t first = offsetof(polhode_torque_key, required) + sizeof(int);
};

template <class Struct>
void check_size(std::size_t size) {
  using F = Form<Struct>;
  const auto begins = [&](const char* what) {
    return InvalidInput(std::string(F::name) + ": size = " + std::to_string(size) + what + " (begin with " + F::begin +
                        ")");
  };
  if (size < F::first) throw begins(" is that of no struct of this library");
  if (size > std::size_t(1) << 16) throw begins(" is too large");
}

/// What is known here of a struct that the program has filled; the rest is as in `empty`.
template <class Struct>
Struct taken(const Struct& from, const Struct& empty) {
  check_size<Struct>(from.size);
  const auto* bytes = reinterpret_cast<const unsigned char*>(&from);
  for (std::size_t i = sizeof empty; i < from.size; ++i)
    if (bytes[i] != 0)
      throw InvalidInput(std::string(Form<Struct>::name) +
                         ": something is set that this library does not know; it is too old");
  Struct known = empty;
  std::memcpy(&known, &from, std::min(from.size, sizeof known));
  return known;
}
/// What the program knows of a struct of the library.
template <class Struct>
void hand_over(const Struct& from, Struct& to) {
  const std::size_t size = to.size;
  check_size<Struct>(size);
  std::memcpy(&to, &from, std::min(size, sizeof from));
  to.size = size;
}

}  // namespace polhode::capi
