// aem_reader.cpp -- Attitude Ephemeris Message, CCSDS 504.0-B-2: key = value, and the same as XML
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "polhode/numbers/error.hpp"
#include "polhode/rotation/so3.hpp"
#include "scenario/table_file.hpp"
#include "verify/lines.hpp"
#include "verify/trajectory.hpp"

namespace polhode {
namespace {

constexpr std::array<const char*, 10> kAemNeeds{"CREATION_DATE", "ORIGINATOR",   "OBJECT_NAME", "OBJECT_ID",
                                                "REF_FRAME_A",   "REF_FRAME_B",  "TIME_SYSTEM", "START_TIME",
                                                "STOP_TIME",     "ATTITUDE_TYPE"};
constexpr std::array<const char*, 9> kAemMayHave{"CLASSIFICATION",     "MESSAGE_ID",           "CENTER_NAME",
                                                 "USEABLE_START_TIME", "USEABLE_STOP_TIME",    "EULER_ROT_SEQ",
                                                 "ANGVEL_FRAME",       "INTERPOLATION_METHOD", "INTERPOLATION_DEGREE"};
/// How the names of axes fixed in a spacecraft begin (the registry of SANA).
constexpr std::array<std::string_view, 15> kBodyFrames{"SC_BODY", "INSTRUMENT", "ACTUATOR", "ACC",  "AST",
                                                       "CSS",     "DSS",        "ESA",      "GYRO", "IMU",
                                                       "MTA",     "MTR",        "RW",       "SA",   "SSA"};

bool is_body_frame(std::string_view name) {
  return std::ranges::any_of(kBodyFrames, [&](std::string_view begin) { return name.starts_with(begin); });
}

/// Keywords and rows, whatever they are written in.
class AemContent {
 public:
  explicit AemContent(const std::string& file) { trajectory_.file = file; }

  [[noreturn]] void refuse(int line, const std::string& why) const { refuse_at(trajectory_.file, line, why); }

  void version(std::string_view text, int line) {
    if (text != "2.0") refuse(line, "CCSDS_AEM_VERS is " + quoted_text(text) + "; 2.0 is what can be read");
  }
  void comment(std::string_view text, int line) {
    constexpr std::string_view kStart = "t = 0 at ";
    if (!text.starts_with(kStart)) return;
    start_ = date("COMMENT t = 0 at", text.substr(kStart.size(), text.find(',') - kStart.size()), line);
  }
  void keyword(std::string_view key, std::string_view value, int line) {
    const auto is = [&](const char* known) { return key == known; };
    if (std::ranges::none_of(kAemNeeds, is) && std::ranges::none_of(kAemMayHave, is))
      refuse(line, quoted_text(key) + " is no keyword of an AEM 2.0");
    if (value.empty()) refuse(line, std::string(key) + " has no value");
    if (!keywords_.try_emplace(std::string(key), std::string(value), line).second)
      refuse(line, std::string(key) + " is given a second time (several segments in one file are not read)");
  }
  /// `line`: where the metadata end.
  void metadata_end(int line) {
    if (began_) refuse(line, "a second segment begins; several of them in one file are not read");
    began_ = true;
    for (const char* key : kAemNeeds)
      if (!keywords_.contains(key))
        refuse(line, std::string(key) + " is missing before this line: an AEM must have it");
    const auto& [type, type_line] = keywords_.at("ATTITUDE_TYPE");
    angles_ = type.starts_with("EULER_ANGLE");
    trajectory_.rates_made = !type.ends_with("/ANGVEL");
    if (type != "QUATERNION" && type != "QUATERNION/ANGVEL" && type != "EULER_ANGLE" && type != "EULER_ANGLE/ANGVEL")
      refuse(type_line, "ATTITUDE_TYPE is " + quoted_text(type) +
                            "; QUATERNION and EULER_ANGLE, alone or with /ANGVEL, are what can be read");
    if (angles_) read_sequence(line);
    read_frames(line);
    SpaceObject& object = trajectory_.object;
    object.name = value("OBJECT_NAME"), object.id = value("OBJECT_ID"), object.time_system = value("TIME_SYSTEM");
    object.said = true;
    if (object.id == "UNKNOWN") object.id.clear();
    first_ = date("START_TIME"), last_ = date("STOP_TIME");
  }
  /// Of the numbers of a row, in their order.
  std::vector<std::string_view> names() const {
    std::vector<std::string_view> all{"Q1", "Q2", "Q3", "QC"};
    if (angles_) all = {"ANGLE_1", "ANGLE_2", "ANGLE_3"};
    if (!trajectory_.rates_made) all.insert(all.end(), {"ANGVEL_X", "ANGVEL_Y", "ANGVEL_Z"});
    return all;
  }

  void row(std::string_view epoch, const std::array<double, 7>& x, int line) {
    const Epoch at = date("the date", epoch, line);
    if (trajectory_.rows.empty()) {
      trajectory_.first_line = line;
      trajectory_.object.epoch = start_.value_or(at);
    }
    FileRow row{.t = seconds_between(*trajectory_.object.epoch, at), .q = {x[0], x[1], x[2], x[3]}, .w = {}};
    if (angles_) row.q = turned_by(x);
    if (!trajectory_.rates_made) std::copy_n(x.begin() + (angles_ ? 3 : 4), 3, row.w.begin());
    if (std::string fault = why_bad(row, trajectory_.rows.empty() ? nullptr : &trajectory_.rows.back()); !fault.empty())
      refuse(line, std::string(epoch) + ": " + fault);
    if (seconds_between(*first_, at) < 0 || seconds_between(at, *last_) < 0)
      refuse(line, std::string(epoch) + " is outside of START_TIME = " + value("START_TIME") +
                       " and STOP_TIME = " + value("STOP_TIME") + " (metadata of another file?)");
    if (trajectory_.rows.size() == kMostRows) refuse(line, fmt::format("more than {} rows", kMostRows));
    trajectory_.rows.push_back(row);
  }
  Trajectory finish(int line) {
    if (trajectory_.rows.empty()) refuse(line, "the file ends without a row (the program that wrote it has failed?)");
    return std::move(trajectory_);
  }

 private:
  Trajectory trajectory_;
  std::map<std::string, std::pair<std::string, int>, std::less<>> keywords_;
  std::optional<Epoch> start_, first_, last_;
  bool began_ = false;
  bool angles_ = false;            // in place of quaternions
  std::array<int, 3> sequence_{};  // the axes that they turn about, from 0 on

  const std::string& value(const char* key) const { return keywords_.at(key).first; }
  Epoch date(const std::string& what, std::string_view text, int line) const {
    try {
      return epoch_of(text);
    } catch (const InvalidInput& bad) {
      refuse(line, what + ": " + bad.what());
    }
  }
  Epoch date(const char* key) const { return date(key, value(key), keywords_.at(key).second); }

  void read_sequence(int line) {
    if (!keywords_.contains("EULER_ROT_SEQ"))
      refuse(line, "EULER_ROT_SEQ is missing before this line: it says about which axes the angles are");
    const auto& [text, text_line] = keywords_.at("EULER_ROT_SEQ");
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t axis = text.size() == 3 ? std::string_view("XYZ").find(text[i]) : std::string_view::npos;
      if (axis == std::string_view::npos || (i > 0 && text[i] == text[i - 1]))
        refuse(text_line,
               "EULER_ROT_SEQ is " + quoted_text(text) + "; it must be three axes as ZYX, none of them twice in a row");
      sequence_[i] = int(axis);
    }
  }
  /// The axes A are turned about one of them, then about a new one, and again (deg), and are B.
  std::array<double, 4> turned_by(const std::array<double, 7>& angles) const {
    Quaternion<double> q{};
    for (std::size_t i = 0; i < 3; ++i) {
      Vec3<double> turn{};
      turn[sequence_[i]] = angles[i] * (std::numbers::pi / 180);
      q = q * to_quaternion(exp(turn));
    }
    return {q.v.x, q.v.y, q.v.z, q.w};
  }

  /// The quaternion takes the axes A to the axes B; with B the body it is ours, with A the body its conjugate.
  void read_frames(int line) {
    const std::string &a = value("REF_FRAME_A"), &b = value("REF_FRAME_B");
    const bool body_is_a = is_body_frame(a);
    const char* space_key = body_is_a ? "REF_FRAME_B" : "REF_FRAME_A";
    const char* body_key = body_is_a ? "REF_FRAME_A" : "REF_FRAME_B";
    const std::string& space = value(space_key);
    if (!is_frame(space) && space != "J2000")
      refuse(keywords_.at(space_key).second, std::string(space_key) + " is " + quoted_text(space) +
                                                 "; the axes of space are one of " + kSpaceFrames +
                                                 " (axes that rotate are not read)");
    if (!is_body_frame(value(body_key)))
      refuse(keywords_.at(body_key).second, std::string(body_key) + " is " + quoted_text(value(body_key)) +
                                                "; it must be axes of the body, as SC_BODY_1");
    trajectory_.object.frame = space == "J2000" ? "EME2000" : space;
    trajectory_.xyzw = true;
    trajectory_.space_to_body = body_is_a;
    if (trajectory_.rates_made) return;
    if (!keywords_.contains("ANGVEL_FRAME"))
      refuse(line, "ANGVEL_FRAME is missing before this line: it says along which axes the rates are");
    const auto& [frame, frame_line] = keywords_.at("ANGVEL_FRAME");
    if (frame != a && frame != b)
      refuse(frame_line, "ANGVEL_FRAME is " + quoted_text(frame) + "; it must be REF_FRAME_A or REF_FRAME_B");
    trajectory_.space_omega = frame == space;
    trajectory_.degrees = true;
  }
};

std::string_view next_word(std::string_view& rest) {
  while (!rest.empty() && (rest[0] == ' ' || rest[0] == '\t')) rest.remove_prefix(1);
  std::size_t end = 0;
  while (end < rest.size() && rest[end] != ' ' && rest[end] != '\t') ++end;
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  return word;
}

// --- XML --------------------------------------------------------------------------------------------------------------

/// Elements one after the other: what is opened, what is closed, and the text of those that hold nothing else.
class XmlText {
 public:
  XmlText(std::string_view text, const AemContent& content) : rest_(text), content_(content) {}

  struct Step {
    bool opens = false;
    std::string_view name, attributes, text;  // of what is closed: the text, empty if there were elements in it
  };
  int line = 1;

  /// False at the end.
  bool next(Step& step) {
    if (closes_at_once_) {
      closes_at_once_ = false, step = {.opens = false, .name = open_.back(), .attributes = "", .text = ""};
      open_.pop_back();
      return true;
    }
    for (;;) {
      const std::size_t at = rest_.find('<');
      const std::string_view text = rest_.substr(0, at);
      pass(text.size());
      if (at == std::string_view::npos) {
        if (!open_.empty())
          content_.refuse(line,
                          "the file ends within <" + std::string(open_.back().substr(0, 40)) + ">: it was cut off");
        return false;
      }
      if (rest_.starts_with("<!--") || rest_.starts_with("<?")) {
        const std::string_view end = rest_.starts_with("<?") ? "?>" : "-->";
        const std::size_t to = rest_.find(end);
        if (to == std::string_view::npos) content_.refuse(line, "a comment without an end: the file was cut off");
        pass(to + end.size());
        continue;
      }
      if (rest_.starts_with("<!"))
        content_.refuse(line, quoted_text(rest_.substr(0, 9)) + " cannot be read: plain elements only");
      const std::size_t to = rest_.find('>');
      if (to == std::string_view::npos) content_.refuse(line, "a < without its >: the file was cut off");
      std::string_view tag = rest_.substr(1, to - 1);
      if (tag.starts_with('/')) {
        step = {.opens = false, .name = trimmed(tag.substr(1)), .attributes = "", .text = leaf_ ? trimmed(text) : ""};
        if (open_.empty() || open_.back() != step.name)
          content_.refuse(line, "</" + std::string(step.name.substr(0, 40)) + "> closes " +
                                    (open_.empty() ? "nothing" : "<" + std::string(open_.back().substr(0, 40)) + ">"));
        open_.pop_back();
        leaf_ = false;
      } else {
        if (tag.ends_with('/')) closes_at_once_ = true, tag.remove_suffix(1);
        const std::size_t end = tag.find_first_of(" \t\r\n");
        step = {.opens = true, .name = tag.substr(0, end), .attributes = "", .text = ""};
        if (end != std::string_view::npos) step.attributes = tag.substr(end);
        if (open_.size() == 100) content_.refuse(line, "elements lie more than 100 deep: this is no AEM");
        open_.push_back(step.name);
        leaf_ = true;
      }
      pass(to + 1);
      return true;
    }
  }

 private:
  std::string_view rest_;
  const AemContent& content_;
  std::vector<std::string_view> open_;
  bool leaf_ = false, closes_at_once_ = false;

  void pass(std::size_t count) {
    line += int(std::ranges::count(rest_.substr(0, count), '\n'));
    rest_.remove_prefix(count);
  }
};

std::string without_escapes(std::string_view text) {
  std::string plain(text);
  for (const auto& [code, c] : {std::pair("&lt;", "<"), std::pair("&gt;", ">"), std::pair("&quot;", "\""),
                                std::pair("&apos;", "'"), std::pair("&amp;", "&")})
    for (std::size_t at = 0; (at = plain.find(code, at)) != std::string::npos; ++at)
      plain.replace(at, std::strlen(code), c);
  return plain;
}
/// The value of one attribute, or nothing.
std::string_view attribute(std::string_view attributes, const std::string& name) {
  const std::size_t at = attributes.find(name + "=");
  if (at == std::string_view::npos || at + name.size() + 1 >= attributes.size()) return "";
  const std::string_view rest = attributes.substr(at + name.size() + 1);
  return rest.substr(1, rest.find(rest[0], 1) - 1);
}

}  // namespace

Trajectory read_aem(const std::string& file) {
  AemContent content(file);
  Lines lines(file);
  TextLines text(lines, file);
  std::size_t wanted = 0;
  enum class Part { first, header, metadata, between, data, end } part = Part::first;
  std::string_view line;
  while (text.next(line)) {
    const int number = lines.number;
    if (line.empty()) continue;
    if (line == "COMMENT" || line.starts_with("COMMENT ")) {
      content.comment(trimmed(line.substr(7)), number);
      continue;
    }
    const auto only_in = [&](Part where, std::string_view before) {
      if (part != where)
        content.refuse(number, quoted_text(line) + " stands where it cannot be: it comes after " + std::string(before));
    };
    if (part == Part::data && line != "DATA_STOP") {
      std::string_view rest = line;
      const std::string_view epoch = next_word(rest);
      std::array<double, 7> x{};
      std::size_t count = 0;
      for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
        if (count < x.size() && !is_number(word, x[count])) content.refuse(number, quoted_text(word) + " is no number");
        ++count;
      }
      if (count != wanted)
        content.refuse(
            number,
            fmt::format("{} numbers behind the date, where there must be {} (a row that was cut off?)", count, wanted));
      content.row(epoch, x, number);
    } else if (line == "META_START") {
      if (part == Part::end)
        content.refuse(number, "a second segment begins; several of them in one file are not read");
      only_in(Part::header, "the header, which begins with CCSDS_AEM_VERS");
      part = Part::metadata;
    } else if (line == "META_STOP") {
      only_in(Part::metadata, "META_START");
      content.metadata_end(number);
      wanted = content.names().size();
      part = Part::between;
    } else if (line == "DATA_START") {
      only_in(Part::between, "META_STOP");
      part = Part::data;
    } else if (line == "DATA_STOP") {
      only_in(Part::data, "DATA_START");
      part = Part::end;
    } else {
      const std::size_t equal = line.find('=');
      if (equal == std::string_view::npos)
        content.refuse(number,
                       quoted_text(line) + " is no line of an AEM: it must be KEYWORD = value (another kind of file?)");
      const std::string_view key = trimmed(line.substr(0, equal)), value = trimmed(line.substr(equal + 1));
      if (part == Part::first) {
        if (key != "CCSDS_AEM_VERS")
          content.refuse(number, quoted_text(line) + ": an AEM begins with CCSDS_AEM_VERS = 2.0");
        content.version(value, number);
        part = Part::header;
      } else if (part == Part::header || part == Part::metadata) {
        content.keyword(key, value, number);
      } else {
        content.refuse(number, quoted_text(line) + " stands behind META_STOP, where there are no keywords");
      }
    }
  }
  if (part != Part::end)
    content.refuse(lines.number - 1,
                   part == Part::first ? "is empty" : "the file ends without DATA_STOP: it was cut off");
  return content.finish(lines.number - 1);
}

Trajectory read_aem_xml(const std::string& file) {
  AemContent content(file);
  const std::string text = content_of_lines(file);
  XmlText xml(text, content);
  std::array<double, 7> x{};
  std::array<bool, 7> given{};
  std::vector<std::string_view> names;
  std::string_view epoch;
  bool in_aem = false, in_state = false;
  for (XmlText::Step step; xml.next(step);) {
    if (step.opens) {
      if (step.name == "aem") {
        content.version(attribute(step.attributes, "version"), xml.line);
        in_aem = true;
      }
      if (step.name == "attitudeState") in_state = true, given = {}, epoch = "";
      if (step.name.starts_with("ANGVEL_"))
        if (const auto unit = attribute(step.attributes, "units"); !unit.empty() && unit != "deg/s")
          content.refuse(xml.line, "units " + quoted_text(unit) + "; rates of an AEM are in deg/s");
      if (!in_aem && step.name != "ndm")
        content.refuse(
            xml.line, "<" + std::string(step.name.substr(0, 40)) + "> is no AEM: it begins with <aem version=\"2.0\">");
      continue;
    }
    if (step.name == "COMMENT") {
      content.comment(without_escapes(step.text), xml.line);
    } else if (step.name == "metadata") {
      content.metadata_end(xml.line);
      names = content.names();
    } else if (step.name == "attitudeState") {
      for (std::size_t i = 0; i < names.size(); ++i)
        if (!given[i])
          content.refuse(xml.line, std::string(names[i]) + " is missing in the attitudeState that ends here");
      content.row(epoch, x, xml.line);
      in_state = false;
    } else if (in_state) {
      if (step.name == "EPOCH") epoch = step.text;
      for (std::size_t i = 0; i < names.size(); ++i)
        if (step.name == names[i]) {
          if (!is_number(step.text, x[i]))
            content.refuse(xml.line, std::string(step.name) + " is " + quoted_text(step.text) + ", which is no number");
          given[i] = true;
        }
    } else if (std::ranges::all_of(step.name, [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; })) {
      content.keyword(step.name, without_escapes(step.text), xml.line);
    }
  }
  return content.finish(xml.line);
}

}  // namespace polhode
