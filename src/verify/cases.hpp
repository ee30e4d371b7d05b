// cases.hpp -- the cases that rotation codes are held against: each a scenario, with where it comes from and what it shows
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenario/scenario.hpp"

namespace polhode {

struct VerifyCase {
  std::string_view name;    ///< as typed by users: "F10"
  std::string_view group;   ///< league: graded; driver: shows that an adapter is right; badge: pass or fail; torqued
  std::string_view shows;   ///< what goes wrong where
  std::string_view source;  ///< of the data
  std::string_view body;    ///< the tables [body], [initial] and [[torque]] of the scenario
  double step;              ///< at which it is graded, s
  double duration;          ///< s
};

const std::vector<VerifyCase>& verify_cases();
/// The case of that name. Throws InvalidInput, with the nearest name.
const VerifyCase& verify_case(std::string_view name);
/// A whole scenario file, to be run as it stands.
std::string scenario_text(const VerifyCase&);
Scenario scenario_of(const VerifyCase&);
long steps_of(const VerifyCase&);
/// The step, a half, a quarter and an eighth of it: for measuring an order.
std::vector<double> step_list(const VerifyCase&);

/// All of them, as an adapter and a league want them.
std::string cases_json();
/// For people.
std::string cases_text();

}  // namespace polhode
