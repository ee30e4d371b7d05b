// sniff_report.cpp -- what was sniffed, for people and for programs
#include <algorithm>

#include <fmt/format.h>

#include "output/metadata.hpp"
#include "output/stream.hpp"
#include "verify/sniff.hpp"

namespace polhode {
namespace {

using Json = nlohmann::ordered_json;

/// What all the readings that are left agree on; null where they do not.
Json common(const std::vector<Reading>& readings, const char* (Reading::*name)() const) {
  if (readings.empty()) return nullptr;
  const std::string first = (readings[0].*name)();
  return std::ranges::all_of(readings, [&](const Reading& r) { return (r.*name)() == first; }) ? Json(first)
                                                                                               : Json(nullptr);
}

Json reading_json(const Reading& r) {
  return {{"quaternion", r.order()},
          {"direction", r.direction()},
          {"omega", r.omega()},
          {"unit", r.unit()},
          {"handedness", r.handedness()}};
}

Json header_json(const Trajectory& t) {
  const auto said = [](const std::optional<bool>& what, const char* yes, const char* no) {
    return what ? Json(*what ? yes : no) : Json(nullptr);
  };
  return {{"quaternion", said(t.xyzw, "xyzw", "wxyz")},
          {"direction", said(t.space_to_body, "space->body", "body->space")},
          {"omega", said(t.space_omega, "space", "body")},
          {"unit", said(t.degrees, "deg/s", "rad/s")}};
}

bool says_something(const Trajectory& t) {
  return t.xyzw || t.space_to_body || t.space_omega || t.degrees;
}

}  // namespace

std::string sniffed_json(const Trajectory& trajectory, const Sniffed& found) {
  Json remaining = Json::array(), readings = Json::array();
  for (const Reading& r : found.remaining) remaining.push_back(reading_json(r));
  for (const SniffedReading& one : found.readings) {
    Json entry = reading_json(one.reading);
    entry["likelihood"] = finite_or_null(one.likelihood);
    entry["turn_residual"] = finite_or_null(one.turn_residual);
    entry["momentum_residual"] = one.momentum_residual ? finite_or_null(*one.momentum_residual) : Json(nullptr);
    entry["why"] = one.why;
    readings.push_back(std::move(entry));
  }
  return text_of({{"file", trajectory.file},
                  {"decided", found.decided},
                  {"quaternion", common(found.remaining, &Reading::order)},
                  {"direction", common(found.remaining, &Reading::direction)},
                  {"omega", common(found.remaining, &Reading::omega)},
                  {"unit", common(found.remaining, &Reading::unit)},
                  {"handedness", common(found.remaining, &Reading::handedness)},
                  {"likelihood", finite_or_null(found.readings.front().likelihood)},
                  {"reason", found.reason},
                  {"header", header_json(trajectory)},
                  {"header_agrees", says_something(trajectory) ? Json(found.agrees) : Json(nullptr)},
                  {"remaining", std::move(remaining)},
                  {"readings", std::move(readings)}});
}

std::string sniffed_text(const Trajectory& trajectory, const Sniffed& found) {
  std::string text = one_line(trajectory.file) + ": " + found.reason + "\n";
  const auto header = [](const Reading& r) {
    return fmt::format("  # quaternion: {} {}\n  # omega: {}{}\n", r.order(), r.direction(), r.omega(),
                       r.degrees ? " deg/s" : "");
  };
  if (found.decided) text += header(found.readings.front().reading);
  if (found.decided && found.readings.front().reading.left_handed)
    text += "  and w has the opposite sign: polhode verify cannot read that, change it first\n";
  if (!found.decided && !found.remaining.empty() && found.remaining.size() <= 8) {
    text += "What is left:\n";
    for (const Reading& r : found.remaining) text += "  " + r.text() + "\n";
  }
  if (says_something(trajectory))
    text += found.agrees ? "The header of the file agrees.\n"
                         : "The header of the file says something else: it is wrong, or physics is.\n";
  text += "\nlikelihood  reading, and what speaks for it or against it\n";
  for (const SniffedReading& one : found.readings)
    text += fmt::format("{:>10.3g}  {}: {}\n", one.likelihood, one.reading.text(), one.why);
  return text;
}

}  // namespace polhode
