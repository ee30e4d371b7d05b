// card.hpp -- the card of a torque: its name in files, its keys with units and rules, what it can do
//
// A torque is one file and one line in all.hpp. The reader of scenarios, its messages, the certificate, the report,
// docs/reference/torques.md and the fuzzers' dictionary read the card; nothing else has to be told.
//
//   template <class P = double>       // type of the parameters: double, a pack (one body per lane), a dual number
//   struct Name {
//     static constexpr TorqueKey kKeys[] = {{.name = "weight", .meaning = "mass times g", .unit = "N"}, ...};
//     static constexpr TorqueInfo info{.kind = "name", .title = "...", .keys = kKeys, .abilities = {...}, ...};
//     static Name from(const TorqueValues<P>&, const Mat3<P>& inertia_tensor);   // values are there and within their rules
//     ... torque, energy, ... as torque.hpp says
//   };
//
// A kind may have two forms with a card each: one of them is asked for by a table of its own, as [torque.orbit], whose keys
// are named "orbit.node".
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "polhode/numbers/error.hpp"
#include "polhode/rotation/mat3.hpp"
#include "polhode/torques/abilities.hpp"

namespace polhode {

/// One key of a torque, as it stands in a scenario and in the parameters of other languages.
struct TorqueKey {
  /// rows: of four numbers, a time and a vector; in a scenario the name of a CSV file.
  enum class Kind { number, vector, flag, word, function, rows };
  enum class Rule { any, positive, not_negative };

  std::string_view name;     ///< "table.name" if it is in a table of its own
  std::string_view meaning;  ///< for people, without its unit
  std::string_view unit{};   ///< SI; empty: a pure number, or none
  Kind kind = Kind::number;
  Rule rule = Rule::any;
  bool required = true;
  std::string_view why{};                     ///< of the rule: "a drag brakes"
  std::span<const std::string_view> words{};  ///< of a word: the ones that are known
};

/// The card of a torque. tests/torques/contract_test.cpp holds the torque to it, in both directions.
struct TorqueInfo {
  std::string_view kind;     ///< as typed by users
  std::string_view title;    ///< one line for people
  std::string_view formula;  ///< the potential, or the torque in body axes
  std::span<const TorqueKey> keys;
  Abilities abilities;
  std::string_view reference{};  ///< key in docs/reference/references.bib, and section
  std::string_view remark{};     ///< a convention that users must know; empty if there is none
  bool in_files = true;          ///< false: only programs can make one
  std::string_view table{};      ///< of the form of a kind that is asked for by a table: its name
};

/// The table of a key: "orbit" of "orbit.node", nothing of "weight". And its name there, "node", "weight".
constexpr std::string_view table_of(std::string_view key) noexcept {
  const std::size_t dot = key.find('.');
  return dot == std::string_view::npos ? std::string_view() : key.substr(0, dot);
}
constexpr std::string_view name_in_table(std::string_view key) noexcept {
  return key.substr(key.find('.') + 1);  // all of it if there is no dot: npos + 1 is 0
}

/// Something is wrong with one key of a torque, or with several at once (then the key is empty).
struct KeyFault : InvalidInput {
  std::string key;
  KeyFault(std::string key_, const std::string& message) : InvalidInput(message), key(std::move(key_)) {}
};

/// A function of the calling program; a plain pointer with a context, as every language can give it.
struct TorqueCallback {
  /// torque <- at time t, attitude q (w x y z), angular velocity w; all along body axes.
  void (*torque)(void* context, double t, const double* q, const double* w, double* torque) = nullptr;
  void* context = nullptr;
  /// Potential energy; null if there is none.
  double (*energy)(void* context, double t, const double* q) = nullptr;
  bool uses_time = true, uses_velocity = true;  ///< false saves evaluations
  /// May be null: n states at once, one after the other in each array; the same numbers as one by one.
  void (*torques)(void* context, int n, const double* t, const double* q, const double* w, double* torque) = nullptr;
};

/// A table: each row is a time and a vector, t, x, y, z.
using TorqueRows = std::vector<std::array<double, 4>>;

/// The value of one key. P is the type of the numbers.
template <class P>
struct TorqueValue {
  TorqueKey::Kind kind;
  P number{};
  Vec3<P> vector{};
  bool flag = false;
  std::string word;  ///< of rows: the name of their file, as it was given; empty if there is none
  TorqueCallback function{};
  TorqueRows rows;

  POLHODE_INLINE TorqueValue(const P& x) : kind(TorqueKey::Kind::number), number(x) {}
  POLHODE_INLINE TorqueValue(const Vec3<P>& v) : kind(TorqueKey::Kind::vector), vector(v) {}
  POLHODE_INLINE TorqueValue(bool b) : kind(TorqueKey::Kind::flag), flag(b) {}
  POLHODE_INLINE TorqueValue(std::string text) : kind(TorqueKey::Kind::word), word(std::move(text)) {}
  POLHODE_INLINE TorqueValue(const char* text) : TorqueValue(std::string(text)) {}  // else it would be a bool
  POLHODE_INLINE TorqueValue(const TorqueCallback& f) : kind(TorqueKey::Kind::function), function(f) {}
  POLHODE_INLINE TorqueValue(TorqueRows table, std::string file = {})
      : kind(TorqueKey::Kind::rows), word(std::move(file)), rows(std::move(table)) {}
};

/// The values of the keys that were given.
template <class P>
struct TorqueValues {
  std::vector<std::pair<std::string, TorqueValue<P>>> given;

  POLHODE_INLINE void set(std::string_view key, const TorqueValue<P>& value) {
    given.emplace_back(std::string(key), value);
  }
  POLHODE_INLINE const TorqueValue<P>* find(std::string_view key) const {
    for (const auto& [name, value] : given)
      if (name == key) return &value;
    return nullptr;
  }
  POLHODE_INLINE bool has(std::string_view key) const { return find(key) != nullptr; }
  /// The table that one of the keys is in; nothing if none is.
  POLHODE_INLINE std::string_view table() const {
    for (const auto& [name, value] : given)
      if (!table_of(name).empty()) return table_of(name);
    return {};
  }
  // Zero, false or nothing where a key was not given.
  POLHODE_INLINE P number(std::string_view key) const { return has(key) ? find(key)->number : P(0); }
  POLHODE_INLINE Vec3<P> vector(std::string_view key) const { return has(key) ? find(key)->vector : Vec3<P>{}; }
  POLHODE_INLINE bool flag(std::string_view key) const { return has(key) && find(key)->flag; }
  POLHODE_INLINE std::string word(std::string_view key) const { return has(key) ? find(key)->word : std::string(); }
  POLHODE_INLINE TorqueCallback function(std::string_view key) const {
    return has(key) ? find(key)->function : TorqueCallback{};
  }
  POLHODE_INLINE TorqueRows rows(std::string_view key) const { return has(key) ? find(key)->rows : TorqueRows{}; }
};

/// A list of torques, walked at compile time: List::each([]<class Torque>() { ... }).
template <class... Ts>
struct TorqueList {
  static constexpr int size = sizeof...(Ts);
  template <class F>
  static void each(F&& f) {
    (f.template operator()<Ts>(), ...);
  }
};

}  // namespace polhode
