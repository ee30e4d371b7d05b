// trajectory.cpp -- CSV of any program, line by line
#include "verify/trajectory.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "polhode/body/invariants.hpp"
#include "polhode/rotation/so3.hpp"
#include "scenario/table_file.hpp"
#include "verify/lines.hpp"

namespace polhode {
namespace {

constexpr std::size_t kColumnCount = 8;  // t, q0..q3, w0..w2

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0;;) {
    const std::size_t end = text.find(at, from);
    parts.push_back(trimmed(text.substr(from, end - from)));
    if (end == std::string_view::npos) return parts;
    from = end + 1;
  }
}
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (const std::string_view word : split(text, ' '))
    if (!word.empty()) words.push_back(word);
  return words;
}
/// Where in a line the eight numbers are.
struct Columns {
  std::array<std::size_t, kColumnCount> at{0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<int> wanted{0, 1, 2, 3, 4, 5, 6, 7};  // of each column of the file: which of the eight; -1 none
  std::size_t count = kColumnCount;                 // without angular velocities 5
};

constexpr std::array<std::string_view, kColumnCount> kNames{"t", "q0", "q1", "q2", "q3", "w0", "w1", "w2"};

/// A line of names. Quaternions by position (q0..q3), or by name in one of the two orders, which then says the order.
Columns read_names(std::string_view line, int number, Trajectory& trajectory) {
  const std::vector<std::string_view> names = split(line, ',');
  const auto find = [&](std::string_view name) { return std::size_t(std::ranges::find(names, name) - names.begin()); };
  const auto has = [&](std::string_view name) { return find(name) < names.size(); };
  Columns columns;
  std::array<std::string_view, kColumnCount> wanted = kNames;
  if (!has("t") && has("time")) wanted[0] = "time";
  if (!has("q0") && has("qw")) {
    const bool last = find("qw") > find("qx");
    std::ranges::copy(last ? std::array<std::string_view, 4>{"qx", "qy", "qz", "qw"}
                           : std::array<std::string_view, 4>{"qw", "qx", "qy", "qz"},
                      wanted.begin() + 1);
    if (trajectory.xyzw && *trajectory.xyzw != last)
      refuse_at(trajectory.file, number,
                fmt::format("the columns are named {}, but the header says {} (a header of another file?)",
                            last ? "qx,qy,qz,qw" : "qw,qx,qy,qz", *trajectory.xyzw ? "xyzw" : "wxyz"));
    trajectory.xyzw = last;
  }
  if (!has("w0") && has("wx")) wanted[5] = "wx", wanted[6] = "wy", wanted[7] = "wz";
  if (!has(wanted[5]) && !has(wanted[6]) && !has(wanted[7])) columns.count = 5, trajectory.rates_made = true;
  columns.wanted.assign(names.size(), -1);
  for (std::size_t i = 0; i < columns.count; ++i) {
    if (!has(wanted[i])) {
      const std::string cause = line.find(';') != std::string_view::npos    ? "columns separated by semicolons?"
                                : line.find('\t') != std::string_view::npos ? "columns separated by tabs?"
                                                                            : "a file of something else?";
      refuse_at(
          trajectory.file, number,
          fmt::format("there is no column {}: the columns are t,q0,q1,q2,q3,w0,w1,w2, separated by commas, not {} ({})",
                      wanted[i], quoted_text(line), cause));
    }
    columns.at[i] = find(wanted[i]);
    columns.wanted[columns.at[i]] = int(i);
  }
  return columns;
}

/// The numbers of a line; what is wrong with it, or nothing.
std::string read_row(std::string_view line, const Columns& columns, FileRow& row) {
  std::array<double, kColumnCount> x{};
  const char *at = line.data(), *const end = line.data() + line.size();
  std::size_t found = 0;
  for (const int wanted : columns.wanted) {
    const auto* comma = static_cast<const char*>(std::memchr(at, ',', std::size_t(end - at)));
    const char* const until = comma != nullptr ? comma : end;
    if (wanted >= 0) {
      const char* from = at;
      while (from < until && (*from == ' ' || *from == '\t')) ++from;
      if (from < until && *from == '+') ++from;
      const auto [read, error] = std::from_chars(from, until, x[std::size_t(wanted)]);
      const char* rest = read;
      while (rest < until && (*rest == ' ' || *rest == '\t' || *rest == '\r')) ++rest;
      const std::string_view field = trimmed({at, std::size_t(until - at)});
      if (error == std::errc::result_out_of_range && from < until) {
        // 1e-400 is as good as zero; 1e400 is not a number that can be computed with.
        const std::string_view number(from, std::size_t(read - from));
        const bool tiny = number.find("e-") != std::string_view::npos || number.find("E-") != std::string_view::npos;
        x[std::size_t(wanted)] = tiny ? 0 : HUGE_VAL;
      } else if (error != std::errc{} || rest != until) {
        const std::string cause =
            field.empty()                                          ? "a row that was cut off?"
            : field.find(';') != std::string_view::npos            ? "columns separated by semicolons?"
            : field.find_first_of(" \t") != std::string_view::npos ? "columns separated by blanks or tabs?"
            : wanted == 0 && columns.wanted.size() <= 8            ? "a line of text, or a comment without #?"
                                                                   : "a row that was cut off or written over?";
        return fmt::format("{} is {}, which is no number ({})", kNames[std::size_t(wanted)],
                           field.empty() ? "empty" : quoted_text(field), cause);
      }
      ++found;
    }
    if (comma == nullptr) {
      at = end;
      break;
    }
    at = comma + 1;
  }
  if (found < columns.count) {
    std::size_t fields = 1 + std::size_t(std::ranges::count(line, ','));
    const std::string cause = line.find(';') != std::string_view::npos ? "columns separated by semicolons?"
                              : line.find('\t') != std::string_view::npos
                                  ? "columns separated by tabs?"
                                  : "a row that was cut off, as when a disk is full?";
    return fmt::format("{} columns where there must be {}: {} is missing ({})", fields, columns.wanted.size(),
                       kNames[found], cause);
  }
  if (at != end || line.back() == ',') {
    if (columns.wanted.size() == kColumnCount && 1 + std::ranges::count(line, ',') == 16)
      return "16 columns where there must be 8 (decimal commas of another language?)";
    return fmt::format("{} columns where there must be {} (decimal commas, or columns that have no name?)",
                       1 + std::ranges::count(line, ','), columns.wanted.size());
  }
  row = {x[0], {x[1], x[2], x[3], x[4]}, {x[5], x[6], x[7]}};
  return "";
}

bool begins_a_number(std::string_view line) {
  const char c = line.front();
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || line.starts_with("nan") ||
         line.starts_with("NaN") || line.starts_with("inf");
}

}  // namespace

void read_header(std::string_view line, Trajectory& trajectory) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view key = trimmed(line.substr(0, colon));
  const std::vector<std::string_view> words = words_of(line.substr(colon + 1));
  const auto bad = [&](std::string_view rule) {
    throw InvalidInput(fmt::format("{} is not known: {}", quoted_text(line), rule));
  };
  const auto set = [&](std::optional<bool>& what, bool value) {
    if (what && *what != value) bad("the file says something else before");
    what = value;
  };
  if (key == "quaternion") {
    if (words.size() != 2) bad("it must be as \"quaternion: wxyz body->space\"");
    if (words[0] != "wxyz" && words[0] != "xyzw") bad("the order is wxyz or xyzw");
    if (words[1] != "body->space" && words[1] != "space->body") bad("the direction is body->space or space->body");
    set(trajectory.xyzw, words[0] == "xyzw");
    set(trajectory.space_to_body, words[1] == "space->body");
  } else if (key == "omega") {
    if (words.empty() || words.size() > 2) bad(R"(it must be as "omega: body" or "omega: body deg/s")");
    if (words[0] != "body" && words[0] != "space") bad("the axes are body or space");
    if (words.size() == 2 && words[1] != "rad/s" && words[1] != "deg/s") bad("the unit is rad/s or deg/s");
    set(trajectory.space_omega, words[0] == "space");
    set(trajectory.degrees, words.size() == 2 && words[1] == "deg/s");
  } else if (key == "epoch") {
    trajectory.object.epoch = epoch_with_zone(trimmed(line.substr(colon + 1)));
  } else if (key == "rates" && line.substr(colon + 1).find("made from the attitude") != std::string_view::npos) {
    trajectory.rates_made = true;
  } else if (key == "object" || key == "id") {
    (key == "id" ? trajectory.object.id : trajectory.object.name) = trimmed(line.substr(colon + 1));
  } else if (key == "frame") {
    const std::string_view frame = trimmed(line.substr(colon + 1));
    if (!is_frame(frame)) bad(std::string("the axes are one of ") + kSpaceFrames);
    trajectory.object.frame = frame;
  } else if (key == "version" && !words.empty() && words[0] == "polhode") {  // our own files say it in a sentence
    trajectory.ours = true;
  }
}

void complete_header(Trajectory& t) {
  if (t.ours)
    for (std::optional<bool>* what : {&t.xyzw, &t.space_to_body, &t.space_omega, &t.degrees})
      *what = what->value_or(false);
}

std::string why_bad(const FileRow& row, const FileRow* before) {
  const std::array<double, kColumnCount> x{row.t, row.q[0], row.q[1], row.q[2], row.q[3], row.w[0], row.w[1], row.w[2]};
  double sum = 0;
  for (const double value : x) sum += 0 * value;  // not a number if any is not finite
  if (!(sum == 0))
    for (std::size_t i = 0; i < kColumnCount; ++i)
      if (!std::isfinite(x[i]))
        return fmt::format("{} is {} at t = {}: all numbers must be finite (has the simulation blown up?)", kNames[i],
                           x[i], row.t);
  if (before != nullptr && !(row.t > before->t))
    return fmt::format(
        "t = {} comes after t = {}: times must increase ({})", row.t, before->t,
        row.t == before->t ? "a row written twice, or times printed with too few digits?" : "two runs in one file?");
  const double length2 = row.q[0] * row.q[0] + row.q[1] * row.q[1] + row.q[2] * row.q[2] + row.q[3] * row.q[3];
  constexpr double kLow = (1 - kLengthLimit) * (1 - kLengthLimit), kHigh = (1 + kLengthLimit) * (1 + kLengthLimit);
  if (!(length2 >= kLow) || !(length2 <= kHigh))  // NaN, too

    return fmt::format("the quaternion ({}, {}, {}, {}) has length {:.6g}, not 1 within {} ({})", row.q[0], row.q[1],
                       row.q[2], row.q[3], std::sqrt(length2), kLengthLimit,
                       before == nullptr ? "columns in another order, or Euler angles?"
                                         : "an integrator that does not normalise, or columns in another order?");
  return "";
}

Trajectory read_csv_trajectory(const std::string& file) {
  Trajectory trajectory;
  trajectory.file = file == "-" ? "standard input" : file;
  Lines lines(file);
  Columns columns;
  bool named = false;
  std::string_view line;
  while (lines.next(line)) {
    if (lines.number == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // a mark of some editors
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const std::string_view text = line.empty() || line.front() > ' ' ? line : trimmed(line);
    if (text.empty()) continue;
    if (text.front() == '#') {
      try {
        read_header(text.substr(1), trajectory);
      } catch (const InvalidInput& bad) {
        refuse_at(trajectory.file, lines.number, bad.what());
      }
      continue;
    }
    if (trajectory.rows.empty() && !named && !begins_a_number(text)) {
      columns = read_names(text, lines.number, trajectory);
      named = true;
      continue;
    }
    FileRow row;
    std::string fault = read_row(text, columns, row);
    if (fault.empty()) fault = why_bad(row, trajectory.rows.empty() ? nullptr : &trajectory.rows.back());
    if (!fault.empty()) refuse_at(trajectory.file, lines.number, fault);
    if (trajectory.rows.size() == kMostRows)
      refuse_at(trajectory.file, lines.number, fmt::format("more than {} rows (write fewer of them)", kMostRows));
    if (trajectory.rows.empty()) trajectory.first_line = lines.number;
    trajectory.rows.push_back(row);
  }
  if (trajectory.rows.empty())
    refuse_at(trajectory.file, 0,
              lines.number <= 1 ? "is empty (the program that wrote it has failed?)"
                                : "has no rows of numbers (the program that wrote it has failed?)");
  complete_header(trajectory);
  return trajectory;
}

Trajectory read_trajectory(const std::string& file) {
  Trajectory trajectory = file.ends_with(".npz")   ? read_npz_trajectory(file)
                          : file.ends_with(".aem") ? read_aem(file)
                          : file.ends_with(".xml") ? read_aem_xml(file)
                          : file.ends_with(".a")   ? read_stk(file)
                          : file.ends_with(".glb") ? read_glb(file)
                                                   : read_csv_trajectory(file);
  if (trajectory.rates_made) make_rates(trajectory);
  return trajectory;
}

Reading reading_of(const Trajectory& trajectory) {
  if (const auto reading = trajectory.declared()) return *reading;
  refuse_at(trajectory.file, 0,
            std::string("it does not say how its numbers are meant: ") +
                (!trajectory.xyzw || !trajectory.space_to_body
                     ? "there must be a line \"# quaternion: wxyz body->space\" (or xyzw, space->body)"
                     : "there must be a line \"# omega: body\" (or space; deg/s where it is not rad/s)") +
                (trajectory.rates_made ? "; without angular velocities nothing else can tell"
                                       : "; polhode sniff finds out which"));
}

// In the axes of row i the rotation vector to its neighbours is a smooth function of time that begins at 0 with the slope w: that of
// the polynomial through up to six of them.
void make_rates(Trajectory& trajectory) {
  constexpr std::size_t kSides = 3;
  constexpr double kFarthest = 2;  // rad: before the rotation vector comes near its other end
  std::vector<FileRow>& rows = trajectory.rows;
  trajectory.space_omega = false, trajectory.degrees = false;
  const Reading reading = reading_of(trajectory);
  if (rows.size() < 2)
    refuse_at(trajectory.file, trajectory.first_line,
              "one row without an angular velocity: there is nothing to make it from");
  std::vector<Quaternion<double>> q;
  std::vector<double> turned{0};
  for (const FileRow& row : rows) {
    q.push_back(read_as(reading, row).q);
    if (q.size() > 1) turned.push_back(turned.back() + attitude_distance(q[q.size() - 2], q.back()));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::size_t first = i - std::min(i, kSides), last = std::min(i + kSides, rows.size() - 1);
    if (last - first < 2 * kSides) {  // at the ends: as many, to one side
      if (first == 0) last = std::min(2 * kSides, rows.size() - 1);
      if (last == rows.size() - 1) first = last - std::min(2 * kSides, last);
    }
    while (first + 1 < i && turned[i] - turned[first] > kFarthest) ++first;
    while (last > i + 1 && turned[last] - turned[i] > kFarthest) --last;
    Vec3<double> w{};
    for (std::size_t k = first; k <= last; ++k) {
      if (k == i) continue;
      const double x = rows[k].t - rows[i].t;
      double weight = 1 / x;
      for (std::size_t j = first; j <= last; ++j)
        if (j != k && j != i) weight *= (rows[j].t - rows[i].t) / (rows[j].t - rows[k].t);
      w += weight * log(conj(q[i]) * q[k]);
    }
    rows[i].w = {w.x, w.y, w.z};
  }
}

}  // namespace polhode
