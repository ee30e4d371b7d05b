// scenario.cpp -- what can be said of a scenario without its file
#include "scenario/scenario.hpp"

namespace polhode {

Takes Scenario::torque_kind() const {
  if (torques.empty()) return Takes::nothing;
  for (const AnyTorque& torque : torques)
    if (!std::visit([]<class T>(const T&) { return PotentialWithDerivative<T>; }, torque)) return Takes::general;
  return Takes::potential_derivative;
}

std::string faults_text(std::string_view file_name, std::span<const Fault> faults) {
  std::string text;
  for (const Fault& fault : faults) {
    text += file_name;
    if (fault.line > 0) text += ":" + std::to_string(fault.line);
    if (!fault.key.empty()) text += ": " + fault.key;
    text += ": " + fault.message + "\n";
  }
  return text;
}

}  // namespace polhode
