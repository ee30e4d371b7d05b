// units.hpp -- numbers with units: "30 deg", "12 rpm", "3 kg cm2", "398600.4418 km3/s2"
#pragma once

#include <string_view>

namespace polhode {

/// The value in SI of a number with its unit; `si_unit` says what is meant, as the unit texts on cards do ("N m",
/// "1/s^2"), empty for a pure number. Powers of ten are taken before the digits are read: "3 cm" is the double nearest to
/// 0.03. The radian is the number 1, so it may be left out, and stand beside a mass ("N m s/rad"); nothing else that is an
/// angle passes for a pure number. Throws InvalidInput: no number, no such unit, or another dimension, with the right one.
double quantity(std::string_view text, std::string_view si_unit);

/// True if the text begins with a number and does not end there.
bool is_quantity(std::string_view text);

/// The same of a flag's text, which may also be a number alone, in SI.
double number_or_quantity(std::string_view text, std::string_view si_unit);

}  // namespace polhode
