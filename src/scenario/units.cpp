// units.cpp -- the table of units, and products of their powers
#include "scenario/units.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "polhode/numbers/error.hpp"

namespace polhode {

namespace {

struct Dimension {
  int kg = 0, m = 0, s = 0, rad = 0, A = 0;
  bool operator==(const Dimension&) const = default;
};

/// factor/divisor 10^ten in SI. Whole numbers in `factor` and `divisor` keep it exact.
struct Unit {
  Dimension dimension;
  int ten = 0;
  double factor = 1, divisor = 1;
};

constexpr Dimension kMass{.kg = 1}, kLength{.m = 1}, kTime{.s = 1}, kAngle{.rad = 1}, kForce{.kg = 1, .m = 1, .s = -2};
constexpr double kTurn = 2 * std::numbers::pi;

struct Named {
  std::string_view symbol;
  Unit unit;
  bool prefixes = false;  ///< mm, km, ...
};
constexpr Named kUnits[] = {{"m", {kLength}, true},
                            {"angstrom", {kLength, -10}},
                            {"au", {kLength, 0, 149597870700.}},
                            {"in", {kLength, -4, 254}},
                            {"ft", {kLength, -4, 3048}},
                            {"g", {kMass, -3}, true},
                            {"t", {kMass, 3}},
                            {"lb", {kMass, -8, 45359237}},
                            {"s", {kTime}, true},
                            {"min", {kTime, 0, 60}},
                            {"h", {kTime, 0, 3600}},
                            {"d", {kTime, 0, 86400}},
                            {"day", {kTime, 0, 86400}},
                            {"yr", {kTime, 0, 31557600}},
                            {"rad", {kAngle}, true},
                            {"deg", {kAngle, 0, kTurn, 360}},
                            {"arcmin", {kAngle, 0, kTurn, 21600}},
                            {"arcsec", {kAngle, 0, kTurn, 1296000}},
                            {"turn", {kAngle, 0, kTurn}},
                            {"rev", {kAngle, 0, kTurn}},
                            {"rpm", {{.s = -1, .rad = 1}, 0, kTurn, 60}},
                            {"N", {kForce}, true},
                            {"lbf", {kForce, -13, 44482216152605.}},
                            {"J", {{.kg = 1, .m = 2, .s = -2}}, true},
                            {"A", {{.A = 1}}, true},
                            {"T", {{.kg = 1, .s = -2, .A = -1}}, true}};
constexpr std::pair<char, int> kPrefixes[] = {{'f', -15}, {'p', -12}, {'n', -9}, {'u', -6}, {'m', -3},
                                              {'c', -2},  {'d', -1},  {'k', 3},  {'M', 6},  {'G', 9}};

/// What people call a quantity in that unit.
constexpr std::pair<std::string_view, std::string_view> kQuantities[] = {{"", "a pure number, without a unit"},
                                                                         {"s", "a time"},
                                                                         {"m", "a length"},
                                                                         {"kg", "a mass"},
                                                                         {"rad", "an angle"},
                                                                         {"rad/s", "an angular velocity"},
                                                                         {"rad/s2", "an angular acceleration"},
                                                                         {"m/s", "a speed"},
                                                                         {"kg m2", "a moment of inertia"},
                                                                         {"kg m2/s", "an angular momentum"},
                                                                         {"N", "a force"},
                                                                         {"N m", "a torque or an energy"},
                                                                         {"A m2", "a magnetic moment"},
                                                                         {"T m3", "a magnetic moment times mu0/4 pi"}};

std::string as_written(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

/// Signs of print in the letters of a keyboard: µ, °, Å, ², ⁻¹, ·, *.
std::string plain(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
      {"\u00b5", "u"}, {"\u03bc", "u"}, {"\u00b0", "deg"}, {"\u00c5", "angstrom"}, {"\u00b9", "1"}, {"\u00b2", "2"},
      {"\u00b3", "3"}, {"\u207b", "-"}, {"\u00b7", " "},   {"\u22c5", " "},        {"*", " "}};
  std::string out;
  while (!text.empty()) {
    std::string_view sign = text.substr(0, 1), letters = sign;
    for (const auto& [from, to] : kSigns)
      if (text.starts_with(from)) sign = from, letters = to;
    out += letters;
    text.remove_prefix(sign.size());
  }
  return out;
}

Unit symbol(std::string_view name, std::string_view text) {
  for (const Named& one : kUnits)
    if (one.symbol == name) return one.unit;
  for (const Named& one : kUnits)
    for (const auto& [letter, ten] : kPrefixes)
      if (one.prefixes && name.size() > 1 && name[0] == letter && name.substr(1) == one.symbol) {
        Unit unit = one.unit;
        unit.ten += ten;
        return unit;
      }
  if (name == "Hz" || name == "hz")
    throw InvalidInput(as_written(text) +
                       ": Hz is turns a second to some and radians a second to others; write turn/s or rad/s");
  std::vector<std::string> names{"kg", "cm", "km", "mm", "ms"};
  std::string known;
  for (const Named& one : kUnits) {
    names.emplace_back(one.symbol);
    known += (known.empty() ? "" : ", ") + std::string(one.symbol);
  }
  const std::string near = name.size() > 20 ? "" : nearest(name, names);
  throw InvalidInput(as_written(text) + ": there is no unit " + as_written(name) +
                     (near.empty() ? "" : "; did you mean " + as_written(near) + "?") + " (known are " + known +
                     ", some with prefixes as in km)");
}

/// unit times what^power
void multiply(Unit& unit, const Unit& what, int power) {
  const int n = std::abs(power), sign = power < 0 ? -1 : 1;
  for (int i = 0; i < n; ++i) {
    unit.dimension.kg += sign * what.dimension.kg;
    unit.dimension.m += sign * what.dimension.m;
    unit.dimension.s += sign * what.dimension.s;
    unit.dimension.rad += sign * what.dimension.rad;
    unit.dimension.A += sign * what.dimension.A;
    unit.ten += sign * what.ten;
    unit.factor *= sign > 0 ? what.factor : what.divisor;
    unit.divisor *= sign > 0 ? what.divisor : what.factor;
  }
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
void skip_spaces(std::string_view& text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
}

/// Factors with powers of one digit, side by side or after "/"; `whole` is the text of messages.
Unit unit_of(std::string_view text, std::string_view whole) {
  const auto unclear = [&](const std::string& why) {
    return InvalidInput(as_written(whole) + ": " + why + R"(; units are written as in "3 kg m2/s" or "2 N m")");
  };
  constexpr std::size_t kLongest = 60;
  if (text.size() > kLongest) throw unclear("the unit is too long");
  Unit unit;
  bool divided = false, first = true;
  for (skip_spaces(text); !text.empty(); skip_spaces(text), first = false) {
    bool divide = false;
    if (text.front() == '/') {
      if (first) throw unclear("nothing stands before /");
      divide = divided = true;
      text.remove_prefix(1);
      skip_spaces(text);
    } else if (divided) {
      throw unclear("what follows a quotient could be above or below: use one / for each factor below");
    }
    if (first && text.starts_with('1') && (text.size() == 1 || !is_digit(text[1]))) {  // 1/s
      text.remove_prefix(1);
      continue;
    }
    std::size_t letters = 0;
    while (letters < text.size() && is_letter(text[letters])) ++letters;
    if (letters == 0) throw unclear(text.empty() ? "nothing stands after /" : as_written(text) + " is no unit");
    const Unit what = symbol(text.substr(0, letters), whole);
    text.remove_prefix(letters);
    if (text.starts_with('^')) text.remove_prefix(1);
    const bool minus = text.starts_with('-');
    if (minus) text.remove_prefix(1);
    int power = 1;
    if (!text.empty() && is_digit(text.front())) {
      power = text.front() - '0';
      text.remove_prefix(1);
      if (power == 0 || (!text.empty() && is_digit(text.front()))) throw unclear("powers go from 1 to 9");
    } else if (minus) {
      throw unclear("a power is missing after -");
    }
    multiply(unit, what, divide != minus ? -power : power);
  }
  return unit;
}

/// The length of the number that the text begins with; 0 if it does not.
std::size_t number_length(std::string_view text) {
  std::size_t i = 0, digits = 0;
  const auto take_digits = [&] {
    for (; i < text.size() && is_digit(text[i]); ++i) ++digits;
  };
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
  take_digits();
  if (i < text.size() && text[i] == '.') ++i, take_digits();
  if (digits == 0) return 0;
  if (i + 1 < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    const std::size_t sign = text[i + 1] == '-' || text[i + 1] == '+' ? 1 : 0;
    if (i + 1 + sign < text.size() && is_digit(text[i + 1 + sign])) {
      i += 1 + sign;
      take_digits();
    }
  }
  return i;
}

/// The double nearest to number 10^ten; nothing if it overflows or vanishes.
std::optional<double> scaled(std::string_view number, int ten) {
  if (number.starts_with('+')) number.remove_prefix(1);
  const std::size_t e = number.find_first_of("eE");
  long exponent = 0;
  if (e != std::string_view::npos) {
    const std::string_view after = number.substr(e + (number[e + 1] == '+' ? 2 : 1));
    if (std::from_chars(after.data(), after.data() + after.size(), exponent).ec != std::errc()) return std::nullopt;
    if (std::labs(exponent) > 100000) return std::nullopt;
  }
  const std::string text = std::string(number.substr(0, e)) + "e" + std::to_string(exponent + ten);
  double x = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), x).ec != std::errc()) return std::nullopt;
  return x;
}

/// In words, with the unit that was written: "a time (s)", "a quantity in m^3/s^2".
std::string name_of(const Dimension& dimension, std::string_view unit) {
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  for (const auto& [known, name] : kQuantities)
    if (unit_of(known, known).dimension == dimension)
      return std::string(name) + (unit.empty() ? "" : " (" + std::string(unit) + ")");
  return "a quantity in " + std::string(unit);
}

bool fits(const Dimension& given, const Dimension& wanted) {
  const bool same = given.kg == wanted.kg && given.m == wanted.m && given.s == wanted.s && given.A == wanted.A;
  const bool bare = given.rad == 0;  // 1/s for rad/s
  return same && (given.rad == wanted.rad || bare || wanted.kg != 0);
}

}  // namespace

bool is_quantity(std::string_view text) {
  const std::size_t length = number_length(text);
  return length > 0 && length < text.size();
}

double quantity(std::string_view text, std::string_view si_unit) {
  const std::string letters = plain(text);
  const std::string_view number = std::string_view(letters).substr(0, number_length(letters));
  const std::string_view symbols = std::string_view(letters).substr(number.size());
  if (number.empty()) throw InvalidInput(as_written(text) + " does not begin with a number");
  const Unit unit = unit_of(symbols, text), wanted = unit_of(si_unit, si_unit);
  if (si_unit.empty() || !fits(unit.dimension, wanted.dimension))
    throw InvalidInput(as_written(text) + " is " + name_of(unit.dimension, symbols) + "; this must be " +
                       name_of(wanted.dimension, si_unit));
  const std::optional<double> x = scaled(number, unit.ten);
  const double value = x ? *x / unit.divisor * unit.factor : NAN;
  if (!std::isfinite(value)) throw InvalidInput(as_written(text) + " is too large or too small for a number");
  return value;
}

double number_or_quantity(std::string_view text, std::string_view si_unit) {
  if (text.empty() || number_length(text) < text.size()) return quantity(text, si_unit);
  const std::optional<double> x = scaled(text, 0);
  if (!x) throw InvalidInput(as_written(text) + " is too large or too small for a number");
  return *x;
}

}  // namespace polhode
