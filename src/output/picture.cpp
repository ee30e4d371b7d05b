// picture.cpp -- SVG pictures by gnuplot, and their data as CSV
#include "output/picture.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <numbers>
#include <system_error>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "output/file_fault.hpp"
#include "output/number.hpp"
#include "output/replace_file.hpp"
#include "output/stream.hpp"
#include "output/thin.hpp"

namespace polhode {
namespace {

/// A colour on white, and in its place on dark paper.
struct Tone {
  const char *light, *dark;
};
// Those of the reports (--series1 ... of web/report/style/page.css): far apart for every kind of colour vision, which
// tests/report/page_test.mjs computes. The numbers of colours, markers and dashes, 8, 7 and 5, have no common factor: 56
// curves differ in colour or marker, 40 in colour or dashes.
constexpr std::array<Tone, 8> kColors{{{"#403cd0", "#4a7aff"},
                                       {"#b65c40", "#cf4f10"},
                                       {"#4fada7", "#a1efcf"},
                                       {"#c49722", "#e6ad01"},
                                       {"#830879", "#9c62a6"},
                                       {"#261f2e", "#a7958d"},
                                       {"#2884a9", "#36b7fd"},
                                       {"#4a4c01", "#e9fb20"}}};
constexpr std::array<int, 7> kPoints{7, 5, 9, 13, 11, 15, 6};
constexpr std::array<const char*, 5> kDashes{"solid", "(14,4)", "(4,3)", "(14,4,3,4)", "(8,3)"};
constexpr Tone kInk{"#202020", "#e6e9ef"}, kSoftInk{"#404040", "#b4bdcb"}, kBorder{"#909090", "#7d8797"},
    kGuide{"#b8b8b8", "#5b6575"}, kGrid{"#dcdcdc", "#2d3542"}, kPaper{"#ffffff", "#1b2029"};

// --- the script ------------------------------------------------------------------------------------------------------

/// A string of gnuplot that stands for exactly this text: in single quotes nothing is interpreted but the quote itself.
std::string literal(std::string_view text) {
  std::string result = "'";
  for (const char c : one_line(text)) result += c == '\'' ? "''" : std::string(1, c);
  return result + "'";
}

std::string number(double x) {
  char text[kNumberChars];
  return {text, print17(text, x)};
}

bool drawable(double x, bool log) {
  return std::isfinite(x) && (!log || x > 0);
}
bool drawable(const Picture& p, const Series& s, std::size_t i) {
  return drawable(s.x[i], p.log_x) && drawable(s.y[i], p.log_y) && (s.z.empty() || std::isfinite(s.z[i]));
}

double place_of(double x, bool log) {
  return log ? std::log10(x) : x;
}
bool anything_of(const Picture& p, const Series& s) {
  for (std::size_t i = 0; i < s.x.size(); ++i)
    if (drawable(p, s, i)) return true;
  return false;
}
bool is_in_space(const Picture& picture) {
  return std::ranges::any_of(picture.series, [](const Series& s) { return !s.z.empty(); });
}

/// The series with no more points than the eye needs.
Series thinned(const Picture& picture, const Series& s) {
  const bool is_line = s.style == Series::Style::line || s.style == Series::Style::dashed;
  if (!is_line || !s.z.empty() || s.x.size() <= ColumnThinner::kMostPoints || !std::ranges::is_sorted(s.x)) return s;
  const auto place = [&](double x) { return place_of(x, picture.log_x); };
  const auto first = std::ranges::find_if(s.x, [&](double x) { return drawable(x, picture.log_x); });
  if (first == s.x.end()) return s;
  ColumnThinner thinner(place(*first), place(s.x.back()));
  for (auto i = static_cast<std::size_t>(first - s.x.begin()); i < s.x.size(); ++i) thinner.add(place(s.x[i]), s.y[i]);
  thinner.finish();
  Series result = s;
  result.x = thinner.x;
  result.y = thinner.y;
  if (picture.log_x)
    for (double& x : result.x) x = std::pow(10, x);
  return result;
}

/// Of an axis: of logarithms if it is logarithmic.
struct Range {
  double least = std::numeric_limits<double>::infinity(), greatest = -least;
  void add(double x) { least = std::min(least, x), greatest = std::max(greatest, x); }
  double length() const { return std::max(greatest - least, 0.0); }
  /// The way from one place to the other, in lengths of the axis.
  double part(double from, double to) const { return length() > 0 ? std::fabs(to - from) / length() : 0; }
};

/// Whole decades with their powers of ten written out, at most ten of them.
std::string log_axis(char axis, const Range& range) {
  const double low = std::floor(range.least), high = std::max(std::ceil(range.greatest), low + 1);
  const int step = static_cast<int>(std::ceil((high - low) / 10));
  return fmt::format(
      "set logscale {0}\nset {0}range [1e{1}:1e{2}]\nset {0}tics 1e{3}\nset m{0}tics {4}\nset format {0} '10^{{%L}}'\n",
      axis, static_cast<int>(low), static_cast<int>(high), step, step == 1 ? 10 : step);
}

/// About six steps of 1, 2 or 5 times a power of ten.
double nice_step(double range) {
  const double rough = range / 6, power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough) return factor * power;
  return 10 * power;
}

/// How one series is drawn. In a crowded picture lines are thin, and have few dashes, which would be noise.
std::string look_of(const Series& s, std::size_t place, bool crowded, bool solid) {
  const char* color = kColors[place % kColors.size()].light;
  const int point = kPoints[place % kPoints.size()];
  // Where lines are solid, those that have the colour of another are dashed all the same.
  const char* dash = kDashes[(solid ? place / kColors.size() : place) % kDashes.size()];
  switch (s.style) {
    case Series::Style::guide:
      return fmt::format("lines lw 0.6 dt solid lc rgb '{}'", kGuide.light);
    case Series::Style::dashed:
      return fmt::format("lines lw 1.4 dt (7,4) lc rgb '{}'", color);
    case Series::Style::points:
      // Clouds are made of dots, which together() joins.
      return s.x.size() > 300 ? fmt::format("points pt 7 ps 0.22 lc rgb '{}'", color)
                              : fmt::format("points pt {} ps 0.6 lc rgb '{}'", point, color);
    case Series::Style::line_points:
      return fmt::format("linespoints lw 1.6 dt {} pt {} ps {} lc rgb '{}'", dash, point, s.x.size() > 60 ? 0.3 : 0.65,
                         color);
    case Series::Style::line:
      break;
  }
  return fmt::format("lines lw {} dt {} lc rgb '{}'", crowded ? 0.9 : 1.6, dash, color);
}

std::string script(const Picture& picture) {
  const bool in_space = is_in_space(picture);
  const auto x_of = [&](const Series& s, std::size_t i) { return place_of(s.x[i], picture.log_x); };
  const auto y_of = [&](const Series& s, std::size_t i) { return place_of(s.y[i], picture.log_y); };
  std::vector<Series> series;
  Range x, y, z;
  for (const Series& s : picture.series) {
    series.push_back(thinned(picture, s));
    for (std::size_t i = 0; i < series.back().x.size(); ++i)
      if (drawable(picture, series.back(), i)) {
        x.add(x_of(series.back(), i)), y.add(y_of(series.back(), i));
        if (in_space) z.add(series.back().z.empty() ? 0 : series.back().z[i]);
      }
  }
  const bool anything = x.greatest >= x.least;

  double longest = 0;  // curve, in widths and heights of the picture
  std::string data;
  for (std::size_t k = 0; k < series.size(); ++k) {
    const Series& s = series[k];
    data += fmt::format("$data{} << END_OF_DATA\n", k);
    double length = 0;
    for (std::size_t i = 0; i < s.x.size(); ++i) {
      if (drawable(picture, s, i)) {
        data += number(s.x[i]) + ' ' + number(s.y[i]) + ' ' + (in_space ? number(s.z.empty() ? 0 : s.z[i]) : "");
        if (i > 0 && drawable(picture, s, i - 1))
          length += x.part(x_of(s, i - 1), x_of(s, i)) + y.part(y_of(s, i - 1), y_of(s, i));
      }
      data += '\n';  // an empty line breaks the curve
    }
    data += "END_OF_DATA\n";
    if (s.style == Series::Style::line) longest = std::max(longest, length);
  }
  const bool crowded = longest > 15;
  std::string plots;
  for (std::size_t k = 0; k < series.size(); ++k) {
    const Series& s = series[k];
    if (!anything_of(picture, s)) continue;  // gnuplot would stop there
    const std::size_t place = s.color < 0 ? k : static_cast<std::size_t>(s.color);
    plots += fmt::format("{}$data{} with {} {}", plots.empty() ? "" : ", \\\n  ", k,
                         look_of(s, place, crowded, crowded || in_space),
                         s.name.empty() ? "notitle" : "title " + literal(s.name));
  }

  std::string id = picture.name;
  for (char& c : id)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  // The legend is below, in as many columns as there is room for (gnuplot takes 7.2 of width for a letter, 45 for the
  // line beside it): the picture can be read on a phone, which makes it 350 pixels wide.
  constexpr long kWidth = 500, kLegendWidth = 450, kLegendLine = 21;
  std::size_t longest_name = 0;
  long in_legend = 0;
  for (const Series& s : series)
    if (!s.name.empty()) ++in_legend, longest_name = std::max(longest_name, s.name.size());
  if (in_legend < 2) in_legend = 0;
  const long columns = std::clamp(kLegendWidth / (52 + 74 * long(longest_name) / 10), 1L, 4L);
  const long legend_lines = (in_legend + columns - 1) / columns;
  const bool square = in_space || picture.equal_axes;
  const long height = (square ? 440 : 355) + kLegendLine * legend_lines;
  std::string text = fmt::format(
      "set encoding utf8\nset minussign\n"
      "set terminal svg size {},{} fixed enhanced font 'sans-serif,14' background rgb 'white' name '{}'\n"
      "set key noenhanced font ',12' textcolor rgb '{}' reverse Left samplen 2.6 spacing 1.2\n"
      "set tics nomirror out scale 0.7,0.35 textcolor rgb '{}'\n"
      "set format '%h'\n",
      kWidth, height, id, kInk.light, kSoftInk.light);
  text += fmt::format("set title {} noenhanced font ',{}' textcolor rgb '{}'\n", literal(picture.title),
                      picture.title.size() > 52 ? 13 : 15, kInk.light);
  if (picture.bare)
    text += fmt::format("set label {} at screen 0.5,0.05 center noenhanced textcolor rgb '{}'\n",
                        literal(picture.x_label), kInk.light);
  else
    for (const auto& [axis, label] :
         {std::pair{'x', &picture.x_label}, {'y', &picture.y_label}, {'z', &picture.z_label}})
      text += fmt::format("set {}label {} noenhanced {} textcolor rgb '{}'\n", axis, literal(*label),
                          in_space && axis != 'z' ? ""
                          : axis == 'x'           ? "offset 0,0.8"
                                                  : "rotate",
                          kInk.light);
  for (const Label& label : picture.labels)
    text += fmt::format("set label {} at {},{},{} center noenhanced textcolor rgb '{}'\n", literal(label.text), label.x,
                        label.y, label.z, kSoftInk.light);
  if (in_legend == 0)
    text += "unset key\n";
  else if (in_space)
    text += fmt::format("set key at screen 0.5,0.88 center top vertical maxrows {}\n", legend_lines);
  else
    // gnuplot reserves more than the letters take: one in eight less, else long names go below each other.
    text += fmt::format("set key bmargin center horizontal maxcols {} width -{}\n", columns, longest_name / 8);
  if (in_space) {
    const double* v = kViewpoint;
    text += fmt::format("set view {:.2f},{:.2f},1.12\nset xyplane relative 0\nset border 31 lw 0.8 lc rgb '{}'\n",
                        std::acos(v[2]) * 180 / std::numbers::pi, std::atan2(v[0], -v[1]) * 180 / std::numbers::pi,
                        kBorder.light);
    if (picture.equal_axes) text += "set view equal xyz\n";
    if (picture.unit_cube) {
      x = y = z = Range{-1, 1};
      text += "set xrange [-1:1]\nset yrange [-1:1]\nset zrange [-1:1]\n";
    }
    // Fewer marks than gnuplot takes: the axes are short.
    const double extent = std::max({x.length(), y.length(), z.length()});
    for (const auto& [axis, range] : {std::pair{'x', x}, {'y', y}, {'z', z}})
      if (const double length = picture.equal_axes ? extent : range.length(); length > 0)
        text += fmt::format("set {}tics {}\n", axis, nice_step(1.5 * length));
    if (picture.bare) text += "unset border\nunset tics\nset view ,,1.7\n";
  } else {
    text += fmt::format("set border 3 lw 0.8 lc rgb '{}'\nset grid lt 1 lw 0.6 dt solid lc rgb '{}'\n", kSoftInk.light,
                        kGrid.light);
    const double extent = std::max(x.length(), y.length());
    if (picture.equal_axes && extent > 0) {
      text += fmt::format("set size ratio -1\nset xtics {0}\nset ytics {0}\n", nice_step(extent));
      for (const auto& [axis, range] : {std::pair{'x', x}, {'y', y}})
        text += fmt::format("set {}range [{}:{}]\n", axis, range.least - 0.04 * extent, range.greatest + 0.04 * extent);
    }
    if (anything && picture.log_x)
      text += log_axis('x', x);
    else if (!picture.equal_axes && x.length() > 0)
      text += fmt::format("set xtics {}\n", nice_step(x.length()));
    if (anything && picture.log_y) text += log_axis('y', y);
  }
  if (!anything) {
    text += "set xrange [0:1]\nset yrange [0:1]\n";
    plots = "NaN notitle";
  }
  return text + data + (in_space && anything ? "splot " : "plot ") + plots + "\n";
}

// --- what gnuplot does not do ---------------------------------------------------------------------------------------

/// Every dot of a cloud is an element of 100 bytes; all dots of one size and colour that follow each other become one.
std::string together(std::string_view svg) {
  constexpr std::string_view kDot = "<use xlink:href='#gpPt6' transform='translate(";
  std::string text, last;
  const auto close = [&] {
    if (!last.empty()) text += "'/>";
    last.clear();
  };
  std::size_t from = 0;
  for (std::size_t at = 0; (at = svg.find(kDot, from)) != std::string_view::npos;) {
    const std::size_t place = at + kDot.size(), place_end = svg.find(')', place), end = svg.find("/>", place_end);
    if (end == std::string_view::npos) break;
    const std::string_view rest = svg.substr(place_end, end - place_end);  // ") scale(1.07)' color='...'"
    const std::string_view between = svg.substr(from, at - from);
    if (last.empty() || rest != last || between.find_first_not_of(" \t\n") != std::string_view::npos) {
      close();
      text += between;
      last = rest;
      // A stroke of length 0 with round ends is a disc; the marker of gnuplot has radius 1.
      const std::size_t scale = rest.find("scale(") + 6, color = rest.find("color=");
      const double radius =
          std::strtod(std::string(rest.substr(scale, rest.find(')', scale) - scale)).c_str(), nullptr);
      text += fmt::format("<path {} stroke='currentColor' stroke-linecap='round' stroke-width='{:.2f}' d='",
                          rest.substr(color), 2 * radius);
    }
    text += fmt::format("M{}h0", svg.substr(place, place_end - place));
    from = end + 2;
  }
  close();
  return text + std::string(svg.substr(from));
}

/// Rules that give the colours their dark tones where the page is dark. gnuplot writes a colour in four ways.
std::string dark_style() {
  std::string rules;
  const auto add = [&](const Tone& tone) {
    const auto part = [&](std::size_t k) {
      return std::stoi(std::string(tone.light).substr(1 + 2 * k, 2), nullptr, 16);
    };
    const std::string wide = fmt::format("rgb({:3}, {:3}, {:3})", part(0), part(1), part(2)),
                      narrow = fmt::format("rgb({},{},{})", part(0), part(1), part(2));
    for (const char* property : {"stroke", "color", "fill"})
      rules += fmt::format("[{0}='{1}'],[{0}='{2}'],[{0}='{3}' i]{{{0}:{4}}}", property, wide, narrow, tone.light,
                           tone.dark);
  };
  for (const Tone& tone : kColors) add(tone);
  for (const Tone& tone : {kInk, kSoftInk, kBorder, kGuide, kGrid, kPaper}) add(tone);
  return "<style>@media(prefers-color-scheme:dark){" + rules + "}</style>";
}

// --- running gnuplot -------------------------------------------------------------------------------------------------

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File temporary() {
  File file(std::tmpfile(), &std::fclose);
  if (!file) throw std::system_error(errno, std::generic_category(), "temporary file");
  return file;
}
std::string content(std::FILE* file) {
  std::string text;
  if (std::fseek(file, 0, SEEK_SET) != 0) throw std::system_error(errno, std::generic_category(), "temporary file");
  char block[1 << 16];
  while (const std::size_t n = std::fread(block, 1, sizeof block, file)) text.append(block, n);
  if (std::ferror(file) != 0) throw std::system_error(EIO, std::generic_category(), "temporary file");
  return text;
}

/// What gnuplot prints. Files, not pipes: it can neither block nor break them.
std::string run_gnuplot(const std::string& commands) {
  const File in = temporary(), out = temporary(), err = temporary();
  put(in.get(), commands);
  if (std::fseek(in.get(), 0, SEEK_SET) != 0)  // writes what is in the buffer, too
    throw std::system_error(errno, std::generic_category(), "temporary file");

  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  int to = 0;
  for (const File* file : {&in, &out, &err}) ::posix_spawn_file_actions_adddup2(&actions, ::fileno(file->get()), to++);
  char program[] = "gnuplot", defaults[] = "-d";  // -d: whatever the user's own settings are
  char* arguments[] = {program, defaults, nullptr};
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, program, &actions, nullptr, arguments, environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT)
    throw OutputError("gnuplot, which draws the SVG pictures, is not installed (Debian: apt-get install gnuplot-nox)");
  if (error != 0) throw OutputError(fmt::format("gnuplot cannot be started: {}", std::strerror(error)));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw OutputError(fmt::format("gnuplot: {}", std::strerror(errno)));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw OutputError("gnuplot failed: " + one_line(content(err.get())));
  return content(out.get());
}

}  // namespace

std::string svg(const Picture& picture, Paper paper) {
  std::string text;
  try {
    text = run_gnuplot(script(picture));
  } catch (const std::system_error& error) {
    throw OutputError(fmt::format("picture {}: {}", picture.name, error.what()));
  }
  // A page cannot hold the declarations before the element, and a file does not need them.
  const auto begin = text.find("<svg");
  if (begin == std::string::npos || text.find("</svg>") == std::string::npos)
    throw OutputError(fmt::format("picture {}: gnuplot did not write a whole SVG picture", picture.name));
  std::string picture_text = together(std::string_view(text).substr(begin));
  if (paper == Paper::of_the_page) picture_text.insert(picture_text.find('>') + 1, dark_style());
  return picture_text;
}

std::string why_no_pictures() {
  try {
    run_gnuplot("");
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

void write_svg(const Picture& picture, const std::filesystem::path& directory, Paper paper) {
  const std::string text = svg(picture, paper);
  make_folder(directory);
  replace_file(directory / (picture.name + ".svg"), [&](std::FILE* file) { put(file, text); });
}

void write_csv(const Picture& picture, const std::filesystem::path& directory) {
  const bool in_space = is_in_space(picture);
  replace_file(directory / (picture.name + ".csv"), [&](std::FILE* file) {
    put(file, in_space ? "series,x,y,z\n" : "series,x,y\n");
    for (const Series& s : picture.series)
      for (std::size_t i = 0; i < s.x.size(); ++i) {
        std::string line = csv_field(s.name) + ',' + number(s.x[i]) + ',' + number(s.y[i]);
        if (in_space) line += ',' + (s.z.empty() ? "" : number(s.z[i]));
        put(file, line + '\n');
      }
  });
}

}  // namespace polhode
