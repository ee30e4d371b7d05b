// event_table.cpp -- [[event]]
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "polhode/drive/events.hpp"
#include "polhode/numbers/error.hpp"
#include "scenario/tables.hpp"

namespace polhode {

namespace {

using namespace reading;

std::optional<Event> read_event(const Section& table, const Inertia* inertia) {
  table.needs("kind", "one of " + joined(kEventKinds));
  const std::optional<std::string> kind = table.name("kind", kEventKinds);
  if (!kind) {
    table.check_keys(kEventCommonKeys + kEventKeys);
    return std::nullopt;
  }
  Event event;
  Names allowed = kEventCommonKeys;
  std::vector<Belonging> needed;  // here: a key and what it is
  if (*kind == "cone" || *kind == "plane")
    needed = {{"body_axis", "an axis of the body, [x, y, z]"}, {"space_axis", "an axis in space, [x, y, z]"}};
  if (*kind == "cone")
    needed.push_back({"angle", "between the axis of the cone and its surface, in rad or as \"30 deg\""});
  if (*kind == "speed") needed.push_back({"value", "the angular speed |w|, in rad/s"});
  bool good = true;
  for (const auto& [key, what] : needed) {
    allowed.push_back(key);
    good = table.needs(key, what) && good;
  }
  table.check_keys(allowed, "kind = " + in_quotes(*kind), kEventKeys);
  const auto take = [&](const std::string& key, auto& to, const auto& value) {
    if (value) to = *value;
    good = good && (value || !table.has(key));
  };
  event.kind = *kind == "cone"    ? EventKind::cone
               : *kind == "plane" ? EventKind::plane
               : *kind == "flip"  ? EventKind::flip
                                  : EventKind::speed;
  event.name = *kind;
  take("name", event.name, table.text("name"));
  if (*kind == "cone" || *kind == "plane") {
    take("body_axis", event.body_axis, table.vector("body_axis", ""));
    take("space_axis", event.space_axis, table.vector("space_axis", ""));
  }
  if (*kind == "cone") take("angle", event.angle, table.number("angle", "rad"));
  if (*kind == "speed") take("value", event.value, table.number("value", "rad/s"));
  std::string direction = "both";
  take("direction", direction, table.name("direction", kEventDirections));
  event.direction = direction == "rising"    ? Direction::rising
                    : direction == "falling" ? Direction::falling
                                             : Direction::both;
  take("count", event.count, table.count("count"));
  take("terminal", event.terminal, table.flag("terminal"));
  const bool one_line = std::ranges::none_of(event.name, [](unsigned char c) { return c < 0x20 || c == 0x7F; });
  if (event.name.empty() || !one_line) {
    table.fault("name", event.name.empty()
                            ? "must not be empty"
                            : "must be one line without control characters, not " + in_quotes(event.name));
    return std::nullopt;
  }
  if (!good || !inertia) return std::nullopt;
  try {
    check(event, *inertia);
  } catch (const KeyFault& bad) {
    table.fault(bad.key, bad.what());
    return std::nullopt;
  }
  return event;
}

}  // namespace

std::vector<Event> reading::read_events(const toml::table& root, const Inertia* inertia, std::vector<Fault>& faults) {
  std::vector<Event> all;
  std::set<std::string> names;
  const toml::node* node = root.get("event");
  if (!node) return all;
  const toml::array* array = node->as_array();
  if (!array) {
    Section(root, "", 0, faults)
        .fault("event", "must be an array of tables, not " + type_name(*node) + ": write [[event]]");
    return all;
  }
  for (std::size_t i = 0; i < array->size(); ++i) {
    const toml::node& one = (*array)[i];
    const std::string path = "event[" + std::to_string(i + 1) + "]";
    const int line = int(one.source().begin.line);
    if (!one.is_table()) {
      faults.push_back({line, path, "must be a table, not " + type_name(one) + ": write [[event]]"});
      continue;
    }
    const Section table(*one.as_table(), path, line, faults);
    const std::optional<Event> event = read_event(table, inertia);
    if (!event) continue;
    if (!names.insert(event->name).second)
      table.fault("name", "there is an event " + in_quotes(event->name) + " already; give each a name of its own");
    all.push_back(*event);
  }
  return all;
}

}  // namespace polhode
