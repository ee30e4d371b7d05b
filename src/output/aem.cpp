// aem.cpp -- Attitude Ephemeris Message, CCSDS 504.0-B-2: key = value, and the same as XML
//
// The quaternion of REF_FRAME_A = space axes, REF_FRAME_B = body axes takes the vectors of A's basis to those of B's: these are our
// own four numbers, the scalar last. w is along body axes (ANGVEL_FRAME = REF_FRAME_B), deg/s.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "output/attitude_files.hpp"
#include "output/number.hpp"
#include "output/stream.hpp"
#include "polhode/numbers/error.hpp"

namespace polhode {

namespace {

constexpr double kDegrees = 180 / std::numbers::pi;
constexpr const char* kBodyFrame = "SC_BODY_1";

/// That of the day; SOURCE_DATE_EPOCH, as other programs have it, makes the same bytes every time.
Epoch creation_date() {
  if (const char* fixed = std::getenv("SOURCE_DATE_EPOCH")) {
    char* end = nullptr;
    const long long seconds = std::strtoll(fixed, &end, 10);
    if (end != fixed && *end == 0 && seconds >= 0 && seconds < 253'402'300'800) return {seconds, 0};
  }
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::seconds>(now).count(), 0};
}

Epoch epoch_of_row(const SpaceObject& object, double t) {
  if (const auto epoch = later(*object.epoch, t)) return *epoch;
  throw InvalidInput(fmt::format("t = {} is outside of the years 1 to 9999, which dates have four digits for", t));
}

/// For formats of ASCII: one line, and ? for what is not in it.
std::string in_ascii(std::string_view text) {
  std::string safe = one_line(text);
  std::ranges::replace_if(safe, [](char c) { return static_cast<unsigned char>(c) >= 0x7F; }, '?');
  return safe;
}

struct Span {
  Epoch first, last;
  long rows = 0;
};
/// Throws InvalidInput if two rows have one date.
Span span_of(const AttitudeData& data) {
  Span span;
  data.rows([&](std::span<const Row> some) {
    for (const Row& row : some) {
      const Epoch epoch = epoch_of_row(data.object, row.t);
      if (span.rows++ == 0)
        span.first = epoch;
      else if (epoch == span.last)
        throw InvalidInput(fmt::format(
            "t = {}: less than a picosecond after the row before it, and dates have twelve decimals", row.t));
      span.last = epoch;
    }
  });
  return span;
}

/// Keywords in their order; an empty key is a comment.
using Keywords = std::vector<std::pair<std::string, std::string>>;

Keywords metadata_of(const AttitudeData& data, const Span& span) {
  const SpaceObject& object = data.object;
  Keywords all;
  for (const std::string& comment : data.comments) all.emplace_back("", in_ascii(comment));
  if (!data.rates) all.emplace_back("", "without rates: they were not known");
  all.emplace_back("", "t = 0 at " + date_text(*object.epoch) + ", every day has 86400 s");
  all.emplace_back("OBJECT_NAME", object.name.empty() ? "UNKNOWN" : in_ascii(object.name));
  all.emplace_back("OBJECT_ID", object.id.empty() ? "UNKNOWN" : in_ascii(object.id));
  all.emplace_back("REF_FRAME_A", object.frame);
  all.emplace_back("REF_FRAME_B", kBodyFrame);
  all.emplace_back("TIME_SYSTEM", object.time_system);
  all.emplace_back("START_TIME", date_text(span.first));
  all.emplace_back("STOP_TIME", date_text(span.last));
  all.emplace_back("ATTITUDE_TYPE", data.rates ? "QUATERNION/ANGVEL" : "QUATERNION");
  if (data.rates) all.emplace_back("ANGVEL_FRAME", kBodyFrame);
  return all;
}

/// One row after the other as text; a block at a time goes to the file.
template <class Print>
void put_rows(std::FILE* file, const AttitudeData& data, const Print& print_row) {
  constexpr std::size_t kBlock = 1 << 16, kLongest = 1024;
  std::string text(kBlock + kLongest, '\0');
  char* out = text.data();
  data.rows([&](std::span<const Row> some) {
    for (const Row& row : some) {
      out = print_row(out, row);
      if (out < text.data() + kBlock) continue;
      put(file, {text.data(), out});
      out = text.data();
    }
  });
  put(file, {text.data(), out});
}

char* put_text(char* out, std::string_view text) {
  return std::copy(text.begin(), text.end(), out);
}

std::string xml_text(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else
      safe += c;
  }
  return safe;
}

}  // namespace

void write_aem(std::FILE* file, const AttitudeData& data) {
  const Span span = span_of(data);
  std::string head = fmt::format(
      "CCSDS_AEM_VERS = 2.0\nCOMMENT written by polhode {}\nCREATION_DATE = {}\nORIGINATOR = POLHODE\n\nMETA_START\n",
      data.version, date_text(creation_date(), 0));
  for (const auto& [key, value] : metadata_of(data, span))
    head += key.empty() ? "COMMENT " + value + "\n" : fmt::format("{} = {}\n", key, value);
  put(file, head + "META_STOP\n\nDATA_START\n");
  put_rows(file, data, [&](char* out, const Row& row) {
    out = print(out, epoch_of_row(data.object, row.t));
    const auto number = [&](double x) { *out++ = ' ', out = print17(out, x); };
    for (const double x : {row.q.v.x, row.q.v.y, row.q.v.z, row.q.w}) number(x);
    if (data.rates)
      for (const double x : {row.w.x, row.w.y, row.w.z}) number(kDegrees * x);
    *out++ = '\n';
    return out;
  });
  put(file, "DATA_STOP\n");
}

void write_aem_xml(std::FILE* file, const AttitudeData& data) {
  const Span span = span_of(data);
  std::string head = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<aem id=\"CCSDS_AEM_VERS\" version=\"2.0\">\n<header>\n"
      "<COMMENT>written by polhode {}</COMMENT>\n<CREATION_DATE>{}</CREATION_DATE>\n<ORIGINATOR>POLHODE</ORIGINATOR>\n"
      "</header>\n<body>\n<segment>\n<metadata>\n",
      data.version, date_text(creation_date(), 0));
  for (const auto& [key, value] : metadata_of(data, span)) {
    const std::string name = key.empty() ? "COMMENT" : key;
    head += fmt::format("<{}>{}</{}>\n", name, xml_text(value), name);
  }
  put(file, head + "</metadata>\n<data>\n");
  const std::string_view kind = data.rates ? "quaternionAngVel" : "quaternionEphemeris";
  put_rows(file, data, [&](char* out, const Row& row) {
    const auto element = [&](std::string_view name, const auto& content) {
      *out++ = '<', out = put_text(out, name), *out++ = '>';
      content();
      out = put_text(out, "</"), out = put_text(out, name), *out++ = '>';
    };
    const auto number = [&](std::string_view name, double x) { element(name, [&] { out = print17(out, x); }); };
    element("attitudeState", [&] {
      element(kind, [&] {
        element("EPOCH", [&] { out = print(out, epoch_of_row(data.object, row.t)); });
        element("quaternion", [&] {
          number("Q1", row.q.v.x), number("Q2", row.q.v.y), number("Q3", row.q.v.z), number("QC", row.q.w);
        });
        if (data.rates)
          element("angVel", [&] {
            number("ANGVEL_X", kDegrees * row.w.x), number("ANGVEL_Y", kDegrees * row.w.y),
                number("ANGVEL_Z", kDegrees * row.w.z);
          });
      });
    });
    *out++ = '\n';
    return out;
  });
  put(file, "</data>\n</segment>\n</body>\n</aem>\n");
}

/// STK: seconds since the epoch, scalar last; the quaternion turns the axes of reference into those of the body, which in our words
/// is body -> space; rates along body axes, deg/s.
void write_stk(std::FILE* file, const AttitudeData& data) {
  const SpaceObject& object = data.object;
  long rows = 0;
  data.rows([&](std::span<const Row> some) { rows += long(some.size()); });
  std::string head = "stk.v.11.0\n# written by polhode " + data.version + "\n";
  for (const std::string& comment : data.comments) head += "# " + in_ascii(comment) + "\n";
  if (!object.name.empty()) head += "# object: " + in_ascii(object.name) + "\n";
  if (!object.id.empty()) head += "# id: " + in_ascii(object.id) + "\n";
  head += "# frame: " + object.frame + "\n";  // STK has one name for GCRF and ICRF
  if (!data.rates) head += "# without rates: they were not known\n";
  head += fmt::format("BEGIN Attitude\nNumberOfAttitudePoints {}\n", rows);
  if (object.epoch) head += "ScenarioEpoch " + date_in_words(*object.epoch) + "\n";
  head += fmt::format("BlockingFactor 20\nInterpolationOrder 1\nCentralBody Earth\nCoordinateAxes {}\n{}\n",
                      object.frame == "EME2000" ? "J2000"
                      : object.frame == "TEME"  ? "TEMEOfDate"
                                                : "ICRF",
                      data.rates ? "AttitudeTimeQuatAngVels" : "AttitudeTimeQuaternions");
  put(file, head);
  put_rows(file, data, [&](char* out, const Row& row) {
    out = fmt::format_to(out, "{}", row.t);
    const auto number = [&](double x) { *out++ = ' ', out = print17(out, x); };
    for (const double x : {row.q.v.x, row.q.v.y, row.q.v.z, row.q.w}) number(x);
    if (data.rates)
      for (const double x : {row.w.x, row.w.y, row.w.z}) number(kDegrees * x);
    *out++ = '\n';
    return out;
  });
  put(file, "END Attitude\n");
}

bool is_attitude_file(const std::string& ending) {
  return ending == ".aem" || ending == ".xml" || ending == ".a" || ending == ".glb";
}

std::string missing_for(const std::string& ending, const SpaceObject& object) {
  if ((ending == ".aem" || ending == ".xml") && !object.epoch)
    return "a date for t = 0 is missing: an AEM has dates, not seconds";
  if (ending == ".a" && object.time_system != "UTC" && object.epoch)
    return "dates of STK are in UTC, those of this file are in " + object.time_system + ", which is not converted";
  return "";
}

void write_attitudes(std::FILE* file, const std::string& ending, const AttitudeData& data) {
  if (const std::string missing = missing_for(ending, data.object); !missing.empty()) throw InvalidInput(missing);
  if (ending == ".aem") write_aem(file, data);
  if (ending == ".xml") write_aem_xml(file, data);
  if (ending == ".a") write_stk(file, data);
  if (ending == ".glb") write_glb(file, data);
}

}  // namespace polhode
