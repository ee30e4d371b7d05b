// metadata.hpp -- what every file says about the run that it comes from
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "output/scenario_record.hpp"

namespace polhode {

inline constexpr std::string_view kConventions =
    "quaternion q = (w, x, y, z) is Hamilton's and turns body axes into space axes; angular velocity w in body axes; "
    "angular momentum L in space axes; energy is kinetic, and potential where there is one; SI units, radians";

/// Name of the scenario file without its folder: a result does not depend on where its input lay.
std::string scenario_name(const Scenario&);
/// Version, title, scenario, method, flow, step, steps, outcome, cause, conventions, certificate; nothing that changes
/// from one run to the next of the same input.
nlohmann::ordered_json metadata(const ScenarioRecord&);
/// The entries by name (null: not conserved in this scenario), verdict and warnings.
nlohmann::ordered_json certificate_json(const Certificate&);
/// What happened: [{"name", "kind", "t", "direction"}, ...] in the order of time.
nlohmann::ordered_json events_json(const RunRecord&);
/// {name: how often}.
nlohmann::ordered_json event_counts_json(const RunRecord&);
/// A number that JSON can hold: null if it is not finite.
nlohmann::ordered_json finite_or_null(double);
/// JSON in one line. Bytes that are not UTF-8 are replaced: a title may hold anything.
std::string text_of(const nlohmann::ordered_json&);

}  // namespace polhode
