// section.hpp -- one table of a scenario file: the keys that are known, checked values, and faults in words
//
// Of the reader alone; nothing else includes toml++.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <toml++/toml.h>

#include "polhode/numbers/error.hpp"
#include "problem/rules.hpp"
#include "scenario/scenario.hpp"
#include "scenario/units.hpp"

namespace polhode::reading {

using Names = std::vector<std::string>;

// --- the keys ---------------------------------------------------------------------------------------------------------

/// A key that only one of several ways to give something has.
struct Belonging {
  std::string key, to;
};
inline const Names kTopKeys{"title", "explanation", "body",     "initial", "torque",
                            "run",   "event",       "ensemble", "vary",    "object"};
inline const Names kBodyKinds{"moments", "tensor", "shape", "mesh", "atoms", "part"};
inline const Names kShapes{"box", "ellipsoid", "cylinder", "sphere"};
inline const std::vector<Belonging> kBodyKeys{{"effective", "moments"},
                                              {"mass", "a shape or a mesh"},
                                              {"size", "shape"},
                                              {"semi_axes", R"(shape = "ellipsoid")"},
                                              {"radius", R"(shape = "cylinder" or "sphere")"},
                                              {"height", R"(shape = "cylinder")"},
                                              {"density", "mesh"},
                                              {"unit", "mesh"}};
/// Of [[body.part]], beside those of a body.
inline const Names kPartKeys{"place", "attitude", "rotation_vector", "euler"};
inline const Names kInitialKeys{"attitude",         "rotation_vector",  "euler",
                                "angular_velocity", "angular_momentum", "spatial_momentum"};
inline const Names kEulerKeys{"sequence", "angles"};
/// Axes of three turns, none of them twice in a row.
inline const Names kEulerSequences{"xyx", "xyz", "xzx", "xzy", "yxy", "yxz", "yzx", "yzy", "zxy", "zxz", "zyx", "zyz"};
/// Torques and their keys are those of the cards. Of a key in a table of its own, as [torque.orbit], the table is here,
inline const Names kTorqueKinds = [] {
  Names kinds;
  for (const TorqueInfo* card : torque_cards())
    if (card->in_files && std::ranges::find(kinds, card->kind) == kinds.end()) kinds.emplace_back(card->kind);
  return kinds;
}();
inline const std::vector<Belonging> kTorqueKeys = [] {
  std::vector<Belonging> keys;
  for (const TorqueInfo* card : torque_cards()) {
    if (!card->in_files) continue;
    for (const TorqueKey& key : card->keys) {
      const std::string_view name = table_of(key.name).empty() ? key.name : card->table;
      const std::string kind = "\"" + std::string(card->kind) + "\"";
      const auto known = std::ranges::find_if(keys, [&](const Belonging& b) { return b.key == name; });
      if (known == keys.end())
        keys.push_back({std::string(name), "kind = " + kind});
      else if (!known->to.ends_with(kind))  // two forms of one kind
        known->to += " or " + kind;
    }
  }
  return keys;
}();
/// and what is in it is here.
inline const std::vector<Belonging> kTorqueTableKeys = [] {
  std::vector<Belonging> keys;
  for (const TorqueInfo* card : torque_cards())
    for (const TorqueKey& key : card->keys)
      if (!table_of(key.name).empty())
        keys.push_back({std::string(name_in_table(key.name)), "[torque." + std::string(card->table) + "]"});
  return keys;
}();
inline const Names kRunKeys{"method", "flow",         "accuracy",          "step",        "steps", "start",
                            "end",    "output_every", "energy_correction", "output_step", "times"};

inline const Names kEventKinds{"cone", "plane", "flip", "speed"};
inline const Names kEventDirections{"both", "rising", "falling"};
inline const Names kEventCommonKeys{"name", "kind", "direction", "count", "terminal"};
inline const std::vector<Belonging> kEventKeys{{"body_axis", R"(kind = "cone" or "plane")"},
                                               {"space_axis", R"(kind = "cone" or "plane")"},
                                               {"angle", R"(kind = "cone")"},
                                               {"value", R"(kind = "speed")"}};

inline const Names kObjectKeys{"name", "id", "epoch", "frame"};
inline const Names kEnsembleKeys{"bodies", "seed", "reject", "quantities"};
inline const Names kQuantities{"flips", "tilt_max", "events", "certificate"};
inline const Names kDistributions{"normal", "uniform", "sphere", "table"};
inline const Names kVaryKeys{"key", "normal", "uniform", "sphere", "table"};

inline Names operator+(Names names, const std::vector<Belonging>& more) {
  for (const Belonging& one : more) names.push_back(one.key);
  return names;
}
inline bool contains(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Where a key that is unknown here would be known.
inline std::string home_of(const std::string& key) {
  if (contains(kTopKeys, key)) return "the top of the file, before the first [table]";
  if (contains(kRunKeys, key)) return "[run]";
  if (contains(kInitialKeys, key)) return "[initial]";
  if (contains(kBodyKinds + kBodyKeys, key)) return "[body]";
  if (contains(Names{"kind"} + kTorqueKeys, key)) return "[[torque]]";
  for (const Belonging& one : kTorqueTableKeys)
    if (one.key == key) return one.to;
  if (contains(kEventCommonKeys + kEventKeys, key)) return "[[event]]";
  if (contains(kEnsembleKeys, key)) return "[ensemble]";
  if (contains(kVaryKeys, key)) return "[[vary]]";
  if (contains(kPartKeys, key)) return "[[body.part]]";
  if (contains(kObjectKeys, key)) return "[object]";
  return "";
}

// --- words ------------------------------------------------------------------------------------------------------------

inline std::string joined(const Names& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// Text from a file, fit to stand in a line of a message: short, and without control characters.
inline std::string shown(std::string_view text, std::size_t longest = 60) {
  std::string safe;
  for (const char one : text) {
    const auto c = static_cast<unsigned char>(one);
    if (safe.size() >= longest && (c & 0xC0) != 0x80) return safe + "...";  // never within a character
    if (c >= 0x20 && c != 0x7F) {
      safe += one;
    } else {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\x%02x", c);
      safe += escaped;
    }
  }
  return safe;
}
inline std::string in_quotes(std::string_view text) {
  return "\"" + shown(text) + "\"";
}

/// A key as it is written in the file: quoted unless it is made of letters, digits, _ and -.
inline std::string key_text(std::string_view key) {
  const bool bare = !key.empty() && std::ranges::all_of(key, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  return bare ? shown(key) : in_quotes(key);
}

/// `did you mean "..."?`, or nothing if no name is near.
inline std::string suggestion(std::string_view name, const Names& names) {
  const std::string near = name.size() > 60 ? "" : nearest(name, names);
  return near.empty() ? "" : "; did you mean " + in_quotes(near) + "?";
}

inline std::string type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::string: {
      const std::string& text = node.as_string()->get();
      char* end = nullptr;
      std::strtod(text.c_str(), &end);
      const bool number = !text.empty() && end == text.c_str() + text.size();
      return "the string " + in_quotes(text) + (number ? " (remove the quotes)" : "");
    }
    case toml::node_type::integer:
      return "the integer " + std::to_string(node.as_integer()->get());
    case toml::node_type::floating_point:
      return "the number " + to_text(node.as_floating_point()->get());
    case toml::node_type::boolean:
      return node.as_boolean()->get() ? "true" : "false";
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time:
      return "a date or time";
    case toml::node_type::array:
      return "an array";
    default:
      return "a table";
  }
}

/// A message of the library in the words of a scenario file.
inline std::string reworded(std::string message) {
  for (const std::string prefix : {"inertia: ", "state: "})
    if (message.starts_with(prefix)) message.erase(0, prefix.size());
  const std::string theirs = "Inertia::effective takes moments";
  if (const auto at = message.find(theirs); at != std::string::npos)
    message.replace(at, theirs.size(), "effective = true allows moments");
  return message;
}

// --- one table --------------------------------------------------------------------------------------------------------

class Section {
 public:
  /// `flags`: keys whose values came from the command line.
  Section(const toml::table& table, std::string path, int line, std::vector<Fault>& faults,
          std::set<std::string> flags = {})
      : table_(table), path_(std::move(path)), line_(line), faults_(faults), flags_(std::move(flags)) {}

  bool has(std::string_view key) const { return table_.contains(key); }

  /// Adds a fault of that key; on the line of the table if the key is not there.
  void fault(const std::string& key, const std::string& message) const {
    faults_.push_back({line_of(key), name_of(key), message});
  }
  /// Where it stands; the line of the table if it is not there, 0 of a flag.
  int line_of(const std::string& key) const {
    if (flags_.contains(key)) return 0;
    const auto found = table_.find(key);
    return found == table_.end() ? line_ : line_at(found->first.source());
  }
  /// Adds a fault of the table itself.
  void fault(const std::string& message) const { faults_.push_back({line_, path_, message}); }

  /// As users know it: body.moments, or --step.
  std::string name_of(const std::string& key) const {
    if (flags_.contains(key)) return "--" + key;
    return path_.empty() ? key_text(key) : path_ + "." + key_text(key);
  }

  /// Every key must be in `allowed`. One of `others` is known, but goes with something else than `chosen`.
  void check_keys(const Names& allowed, const std::string& chosen = "",
                  const std::vector<Belonging>& others = {}) const {
    const std::string here = " (keys here: " + joined(allowed) + ")";
    for (const auto& [toml_key, node] : table_) {
      const std::string key(toml_key.str());
      if (contains(allowed, key)) continue;
      const auto other = std::ranges::find_if(others, [&](const Belonging& b) { return b.key == key; });
      if (other != others.end()) {
        fault(key, "goes with " + other->to + ", not with " + chosen + here);
      } else if (const std::string home = home_of(key); !home.empty()) {
        fault(key, "unknown key in this place; it belongs into " + home);
      } else {
        fault(key, "unknown key" + suggestion(key, allowed) + here);
      }
    }
  }

  /// The one of several keys that is given; nothing if none is, or more than one (a fault).
  std::string one_of(const Names& keys) const {
    std::string first;
    bool single = true;
    for (const auto& [toml_key, node] : table_) {  // sorted by name
      const std::string key(toml_key.str());
      if (!contains(keys, key)) continue;
      if (first.empty()) {
        first = key;
      } else {
        single = false;
        const bool later = line_of(key) >= line_of(first);
        fault(later ? key : first,
              "given beside " + name_of(later ? first : key) + "; give only one of " + joined(keys));
        if (!later) first = key;
      }
    }
    return single ? first : "";
  }
  /// The table of that name within this one; nothing if it is something else (a fault).
  std::optional<Section> table(const std::string& key) const {
    const toml::node* node = table_.get(key);
    if (!node) return std::nullopt;
    if (node->is_table()) return Section(*node->as_table(), path_ + "." + key, line_of(key), faults_);
    fault(key, "must be a table, not " + type_name(*node));
    return std::nullopt;
  }
  /// Each table [[key]]; what is none is a fault.
  std::vector<Section> tables(const std::string& key) const {
    const toml::node* node = table_.get(key);
    std::vector<Section> all;
    const toml::array* array = node ? node->as_array() : nullptr;
    if (!array || array->empty()) fault(key, "must be tables: write [[" + path_ + "." + key + "]] for each");
    for (std::size_t i = 0; array && i < array->size(); ++i) {
      const toml::node& one = (*array)[i];
      const std::string path = path_ + "." + key + "[" + std::to_string(i + 1) + "]";
      const int line = line_at(one.source());
      if (one.is_table())
        all.emplace_back(*one.as_table(), path, line, faults_);
      else
        faults_.push_back({line, path, "must be a table, not " + type_name(one)});
    }
    return all;
  }
  /// The same place in the file with another content; and its content.
  Section with(const toml::table& content) const { return {content, path_, line_, faults_, flags_}; }
  const toml::table& content() const { return table_; }
  /// True if the key is there; else a fault that says what it is.
  bool needs(const std::string& key, const std::string& what) const {
    if (!has(key)) fault(key, "missing: " + what);
    return has(key);
  }

  // Values. Nothing if the key is missing, or if the value is not what it must be (a fault). `unit` is that of a bare
  // number, in SI, empty for a pure number; a string may have another one of the same dimension.

  std::optional<double> number(const std::string& key, std::string_view unit) const {
    const toml::node* node = table_.get(key);
    return node ? number_at(*node, key, "", unit) : std::nullopt;
  }
  std::optional<double> positive(const std::string& key, std::string_view unit) const {
    const std::optional<double> x = number(key, unit);
    if (!x || *x > 0) return x;
    fault(key, to_text(*x) + " must be positive");
    return std::nullopt;
  }
  std::optional<long> count(const std::string& key) const {
    const toml::node* node = table_.get(key);
    if (!node) return std::nullopt;
    if (!node->is_integer()) {
      fault(key, "must be an integer, not " + type_name(*node));
    } else if (const std::int64_t n = node->as_integer()->get(); n < 1) {
      fault(key, std::to_string(n) + " must be at least 1");
    } else if (double(n) > kMostSteps) {
      fault(key, std::to_string(n) + " must be at most 2^53");
    } else {
      return long(n);
    }
    return std::nullopt;
  }
  std::optional<bool> flag(const std::string& key) const {
    const toml::node* node = table_.get(key);
    if (!node) return std::nullopt;
    if (node->is_boolean()) return node->as_boolean()->get();
    fault(key, "must be true or false, not " + type_name(*node));
    return std::nullopt;
  }
  std::optional<std::string> text(const std::string& key) const {
    const toml::node* node = table_.get(key);
    if (!node) return std::nullopt;
    if (node->is_string()) return node->as_string()->get();
    fault(key, "must be a string in quotes, not " + type_name(*node));
    return std::nullopt;
  }
  /// A string that is one of a few.
  std::optional<std::string> name(const std::string& key, const Names& legal) const {
    std::optional<std::string> given = text(key);
    if (!given || contains(legal, *given)) return given;
    fault(key, in_quotes(*given) + " is none of " + joined(legal) + suggestion(*given, legal));
    return std::nullopt;
  }
  /// A list of such strings, which may be empty.
  std::optional<Names> names(const std::string& key, const Names& legal) const {
    const toml::node* node = table_.get(key);
    if (!node) return std::nullopt;
    Names given;
    const toml::array* array = node->as_array();
    if (!array) fault(key, "must be a list of names in [ ], not " + type_name(*node));
    for (std::size_t i = 0; array && i < array->size(); ++i) {
      const toml::node& one = (*array)[i];
      const std::string what = "entry " + std::to_string(i + 1) + ": ";
      if (!one.is_string())
        fault_at(one, key, what + "must be a string in quotes, not " + type_name(one));
      else if (const std::string& name = one.as_string()->get(); !contains(legal, name))
        fault_at(one, key, what + in_quotes(name) + " is none of " + joined(legal) + suggestion(name, legal));
      else
        given.push_back(name);
    }
    return array && given.size() == array->size() ? std::optional(given) : std::nullopt;
  }
  std::optional<Vec3<double>> vector(const std::string& key, std::string_view unit,
                                     const std::string& form = "[x, y, z]") const {
    const toml::node* node = table_.get(key);
    const auto a = node ? numbers<3>(*node, key, form, unit) : std::nullopt;
    return a ? std::optional(Vec3<double>{(*a)[0], (*a)[1], (*a)[2]}) : std::nullopt;
  }
  /// At least one number.
  std::optional<std::vector<double>> list(const std::string& key, std::string_view unit) const {
    const toml::node* node = table_.get(key);
    if (!node) return std::nullopt;
    const toml::array* array = node->as_array();
    if (!array || array->empty()) {
      fault(key, "must be a list of numbers [a, b, ...], not " + (array ? "an empty one" : type_name(*node)));
      return std::nullopt;
    }
    std::vector<double> values;
    for (const toml::node& one : *array) {
      const auto x = number_at(one, key, "entry " + std::to_string(values.size() + 1) + ": ", unit);
      if (!x) return std::nullopt;
      values.push_back(*x);
    }
    return values;
  }
  /// So many numbers: as many are given, or one that is meant for all of them. Six are those of a symmetric matrix, which is
  /// given by its rows: xx xy xz yy yz zz.
  std::optional<std::vector<double>> components(const std::string& key, std::string_view unit, std::size_t n) const {
    const toml::node* node = table_.get(key);
    return node ? components_at(*node, key, "", unit, n) : std::nullopt;
  }
  /// Two times so many: [lower, upper].
  std::optional<std::array<std::vector<double>, 2>> bounds(const std::string& key, std::string_view unit,
                                                           std::size_t n) const {
    const toml::node* node = table_.get(key);
    if (!node) return std::nullopt;
    const toml::array* array = node->as_array();
    if (!array || array->size() != 2) {
      fault(key, "must be [lower, upper]" + std::string(n > 1 ? ", each one number or a list of them" : "") + ", not " +
                     (array ? std::to_string(array->size()) + " of them" : type_name(*node)));
      return std::nullopt;
    }
    const auto lower = components_at((*array)[0], key, "lower bound: ", unit, n);
    const auto upper = components_at((*array)[1], key, "upper bound: ", unit, n);
    if (!lower || !upper) return std::nullopt;
    return std::array{*lower, *upper};
  }
  std::optional<Quaternion<double>> quaternion(const std::string& key) const {
    const toml::node* node = table_.get(key);
    const auto a = node ? numbers<4>(*node, key, "[w, x, y, z]", "") : std::nullopt;
    return a ? std::optional(Quaternion<double>{(*a)[0], {(*a)[1], (*a)[2], (*a)[3]}}) : std::nullopt;
  }
  std::optional<Mat3<double>> matrix(const std::string& key, std::string_view unit) const {
    const toml::node* node = table_.get(key);
    return node ? matrix_at(*node, key, unit) : std::nullopt;
  }

 private:
  const toml::table& table_;
  std::string path_;
  int line_;
  std::vector<Fault>& faults_;
  std::set<std::string> flags_;

  static int line_at(const toml::source_region& region) { return int(region.begin.line); }
  void fault_at(const toml::node& node, const std::string& key, const std::string& message) const {
    const int line = line_at(node.source());
    faults_.push_back({line > 0 ? line : line_of(key), name_of(key), message});
  }

  std::optional<double> number_at(const toml::node& node, const std::string& key, const std::string& what,
                                  std::string_view unit) const {
    if (node.is_integer()) return double(node.as_integer()->get());
    if (node.is_string() && is_quantity(node.as_string()->get())) try {
        return quantity(shown(node.as_string()->get()), unit);
      } catch (const InvalidInput& bad) {
        fault_at(node, key, what + bad.what());
        return std::nullopt;
      }
    if (!node.is_floating_point()) {
      fault_at(node, key, what + "must be a number, not " + type_name(node));
      return std::nullopt;
    }
    const double x = node.as_floating_point()->get();
    if (std::isfinite(x)) return x;
    fault_at(node, key, what + to_text(x) + " must be a finite number");
    return std::nullopt;
  }
  std::optional<std::vector<double>> components_at(const toml::node& node, const std::string& key,
                                                   const std::string& what, std::string_view unit,
                                                   std::size_t n) const {
    const toml::array* array = node.as_array();
    if (!array) {
      const auto x = number_at(node, key, what, unit);
      return x ? std::optional(std::vector<double>(n, *x)) : std::nullopt;
    }
    if (n == 6) {
      const std::optional<Mat3<double>> J = matrix_at(node, key, unit);
      if (!J) return std::nullopt;
      return std::vector<double>{(*J)[0][0], (*J)[0][1], (*J)[0][2], (*J)[1][1], (*J)[1][2], (*J)[2][2]};
    }
    if (array->size() != n || n == 1) {
      fault_at(node, key,
               what + "must be one number" + (n > 1 ? " or a list of " + std::to_string(n) : "") + ", not " +
                   (n == 1 ? "an array" : std::to_string(array->size())));
      return std::nullopt;
    }
    std::vector<double> values;
    for (const toml::node& one : *array) {
      const auto x = number_at(one, key, what + "entry " + std::to_string(values.size() + 1) + ": ", unit);
      if (!x) return std::nullopt;
      values.push_back(*x);
    }
    return values;
  }
  std::optional<Mat3<double>> matrix_at(const toml::node& node, const std::string& key, std::string_view unit) const {
    const toml::array* rows = node.as_array();
    if (!rows || rows->size() != 3) {
      fault(key, "must be three rows [[a, b, c], [b, d, e], [c, e, f]], not " +
                     (rows ? std::to_string(rows->size()) + " of them" : type_name(node)));
      return std::nullopt;
    }
    Mat3<double> matrix;
    bool good = true;
    for (int i = 0; i < 3; ++i) {
      const auto row = numbers<3>((*rows)[std::size_t(i)], key, "[a, b, c] (row " + std::to_string(i + 1) + ")", unit);
      good = good && row;
      if (row) matrix[i] = {(*row)[0], (*row)[1], (*row)[2]};
    }
    return good ? std::optional(matrix) : std::nullopt;
  }
  template <std::size_t n>
  std::optional<std::array<double, n>> numbers(const toml::node& node, const std::string& key, const std::string& form,
                                               std::string_view unit) const {
    const toml::array* array = node.as_array();
    if (!array || array->size() != n) {
      fault_at(node, key,
               "must be " + std::to_string(n) + " numbers " + form + ", not " +
                   (array ? std::to_string(array->size()) : type_name(node)));
      return std::nullopt;
    }
    std::array<double, n> values{};
    bool good = true;
    for (std::size_t i = 0; i < n; ++i) {
      const auto x = number_at((*array)[i], key, "entry " + std::to_string(i + 1) + " of " + form + ": ", unit);
      good = good && x;
      if (x) values[i] = *x;
    }
    return good ? std::optional(values) : std::nullopt;
  }
};

/// [ensemble] and [[vary]]; `whole`: body, start and torques have no faults, so that it is known what can vary.
/// (ensemble_reader.cpp)
void read_ensemble(const toml::table& root, const Overrides& flags, bool whole, Scenario&, std::vector<Fault>&);
/// The table [run] with the values of flags in place of its own; the keys that they replaced.
std::set<std::string> write_flags(const Overrides&, toml::table& run);

}  // namespace polhode::reading
