// object_table.cpp -- [object]: whose attitude it is, when, and in which axes
#include "scenario/tables.hpp"

namespace polhode::reading {

namespace {

/// One line of printable ASCII, which every format can hold.
bool is_plain(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 0x7F; });
}

std::optional<std::string> plain_text(const Section& object, const std::string& key) {
  const std::optional<std::string> given = object.text(key);
  if (!given || is_plain(*given)) return given;
  object.fault(
      key, in_quotes(*given) + " must be one line of printable ASCII characters, which all attitude files can hold");
  return std::nullopt;
}

std::optional<Epoch> epoch_at(const Section& object, const toml::node& node) {
  const auto bad = [&](const std::string& why) {
    object.fault("epoch", why + "; write a date, a time and a zone without quotes, as 2026-11-19T00:00:00Z");
    return std::nullopt;
  };
  if (node.is_date()) return bad("is a date without a time");
  if (!node.is_date_time()) return bad("must be a date and a time, not " + type_name(node));
  const toml::date_time& given = node.as_date_time()->get();
  if (!given.offset) return bad("has no zone, so that nobody knows when it is");
  const auto& [date, time, offset] = given;
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%09u", int(date.year), int(date.month), int(date.day),
                int(time.hour), int(time.minute), int(time.second), unsigned(time.nanosecond));
  try {
    if (const auto epoch = later(epoch_of(text), -60.0 * offset->minutes)) return epoch;
    return bad("is outside of the years 1 to 9999");
  } catch (const InvalidInput& wrong) {
    return bad(wrong.what());
  }
}

}  // namespace

SpaceObject read_object(const toml::table& root, std::vector<Fault>& faults) {
  SpaceObject all;
  const toml::node* node = root.get("object");
  if (!node) return all;
  if (!node->is_table()) {
    Section(root, "", 0, faults).fault("object", "must be a table, not " + type_name(*node) + ": write [object]");
    return all;
  }
  const Section object(*node->as_table(), "object", int(node->source().begin.line), faults);
  object.check_keys(kObjectKeys);
  all.said = true;
  if (const auto name = plain_text(object, "name")) all.name = *name;
  if (const auto id = plain_text(object, "id")) all.id = *id;
  if (const toml::node* epoch = node->as_table()->get("epoch")) all.epoch = epoch_at(object, *epoch);
  if (const auto frame = object.text("frame")) {
    if (is_frame(*frame))
      all.frame = *frame;
    else
      object.fault("frame", in_quotes(*frame) + " is none of " + kSpaceFrames + " (axes that rotate are not taken)");
  }
  return all;
}

}  // namespace polhode::reading
