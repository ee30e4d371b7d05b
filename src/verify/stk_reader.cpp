// stk_reader.cpp -- .a of STK: AttitudeTimeQuaternions and AttitudeTimeQuatAngVels
#include <array>
#include <string>

#include "polhode/numbers/error.hpp"
#include "verify/lines.hpp"
#include "verify/trajectory.hpp"

namespace polhode {
namespace {

/// STK does not look at capitals.
bool is_word(std::string_view word, std::string_view known) {
  return std::ranges::equal(word, known, [](char a, char b) { return std::tolower(a) == std::tolower(b); });
}
std::string_view first_word(std::string_view& rest) {
  const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest = trimmed(rest.substr(end));
  return word;
}
std::string_view frame_of_axes(std::string_view axes) {
  return is_word(axes, "J2000")        ? "EME2000"
         : is_word(axes, "ICRF")       ? "ICRF"
         : is_word(axes, "TEMEOfDate") ? "TEME"
                                       : "";
}

}  // namespace

Trajectory read_stk(const std::string& file) {
  Trajectory trajectory;
  trajectory.file = file;
  trajectory.xyzw = true, trajectory.space_to_body = false, trajectory.space_omega = false, trajectory.degrees = true;
  trajectory.object.frame.clear();
  Lines lines(file);
  TextLines text(lines, file);
  const auto refuse = [&](const std::string& why) { refuse_at(file, lines.number, why); };
  enum class Part { first, header, metadata, data, end } part = Part::first;
  std::size_t promised = 0, wanted = 0;
  std::string axes;
  std::string_view line;
  while (text.next(line)) {
    if (line.empty()) continue;
    if (line.front() == '#') {
      try {
        read_header(line.substr(1), trajectory);
      } catch (const InvalidInput& bad) {
        refuse(bad.what());
      }
      continue;
    }
    std::string_view rest = line;
    const std::string_view key = first_word(rest);
    if (part == Part::first) {
      if (!key.starts_with("stk.v."))
        refuse(quoted_text(line) + ": a file of STK begins with its version, as stk.v.11.0");
      part = Part::header;
    } else if (part == Part::header) {
      if (!is_word(key, "BEGIN") || !is_word(rest, "Attitude"))
        refuse(quoted_text(line) + " stands where BEGIN Attitude must be");
      part = Part::metadata;
    } else if (is_word(key, "END")) {
      part = Part::end;
    } else if (part == Part::metadata) {
      if (is_word(key, "NumberOfAttitudePoints")) {
        double number = 0;
        if (!is_number(rest, number) || !(number >= 1))
          refuse("NumberOfAttitudePoints is " + quoted_text(rest) + "; it must be 1 or more");
        promised = std::size_t(number);
      } else if (is_word(key, "ScenarioEpoch")) {
        try {
          trajectory.object.epoch = epoch_in_words(rest);
        } catch (const InvalidInput& bad) {
          refuse(std::string("ScenarioEpoch: ") + bad.what());
        }
      } else if (is_word(key, "CoordinateAxes")) {
        axes = rest;
        const std::string_view frame = frame_of_axes(rest);
        if (frame.empty())
          refuse("CoordinateAxes are " + quoted_text(rest) + "; J2000, ICRF and TEMEOfDate are what can be read");
        if (trajectory.object.frame.empty()) trajectory.object.frame = frame;
      } else if (is_word(key, "AttitudeTimeQuatAngVels") || is_word(key, "AttitudeTimeQuaternions")) {
        trajectory.rates_made = is_word(key, "AttitudeTimeQuaternions");
        wanted = trajectory.rates_made ? 5 : 8;
        if (axes.empty()) refuse("CoordinateAxes is missing before this line: it says which axes of space are meant");
        part = Part::data;
      } else if (!is_word(key, "BlockingFactor") && !is_word(key, "InterpolationOrder") &&
                 !is_word(key, "InterpolationMethod") && !is_word(key, "CentralBody") &&
                 !is_word(key, "MessageLevel")) {
        refuse(
            quoted_text(key) +
            " is not known here: AttitudeTimeQuaternions and AttitudeTimeQuatAngVels are the kinds that can be read");
      }
    } else if (part == Part::data) {
      std::array<double, 8> x{};
      std::size_t count = 0;
      rest = line;
      while (!rest.empty()) {
        const std::string_view word = first_word(rest);
        if (count < x.size() && !is_number(word, x[count])) refuse(quoted_text(word) + " is no number");
        ++count;
      }
      if (count != wanted)
        refuse(fmt::format("{} numbers where there must be {} (a row that was cut off?)", count, wanted));
      const FileRow row{x[0], {x[1], x[2], x[3], x[4]}, {x[5], x[6], x[7]}};
      if (const std::string fault = why_bad(row, trajectory.rows.empty() ? nullptr : &trajectory.rows.back());
          !fault.empty())
        refuse(fault);
      if (trajectory.rows.empty()) trajectory.first_line = lines.number;
      if (trajectory.rows.size() == kMostRows) refuse(fmt::format("more than {} rows", kMostRows));
      trajectory.rows.push_back(row);
    } else {
      refuse(quoted_text(line) + " stands behind END Attitude");
    }
  }
  --lines.number;
  if (part != Part::end)
    refuse(part == Part::first ? "is empty" : "the file ends without END Attitude: it was cut off");
  if (trajectory.rows.empty()) refuse("there is no row (the program that wrote it has failed?)");
  if (promised != 0 && promised != trajectory.rows.size())
    refuse(fmt::format("there are {} rows, but NumberOfAttitudePoints is {} (rows were lost?)", trajectory.rows.size(),
                       promised));
  trajectory.object.said = true;
  return trajectory;
}

}  // namespace polhode
