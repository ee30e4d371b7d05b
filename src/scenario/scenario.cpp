// scenario.cpp -- what can be said of a scenario without its file
#include "scenario/scenario.hpp"

namespace polhode {

std::optional<Abilities> Scenario::torque_abilities() const {
  return is_free() ? std::nullopt : std::optional(polhode::torque_abilities(*this));
}

Task Scenario::task(const Choice& choice) const {
  Task task{static_cast<const Problem&>(*this), choice, steps, output_every, energy_correction, true};
  task.accuracy = accuracy;
  task.output_times = output_times;
  task.events = events;
  return task;
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
