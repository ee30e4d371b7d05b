// picture.hpp -- a figure for a paper as plain data; gnuplot draws it
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace polhode {

struct Series {
  std::string name;          ///< in the legend; empty: not there
  std::vector<double> x, y;  ///< a point that is not finite (or has no logarithm) breaks the line
  std::vector<double> z{};   ///< not empty: a curve in space
  /// guide: thin and grey, for a grid or a bound.
  enum class Style { line, points, line_points, dashed, guide } style = Style::line;
  int color = -1;  ///< place in the palette; -1: the series' own place
};

/// A word at a place in space, of a picture in space.
struct Label {
  std::string text;
  double x = 0, y = 0, z = 0;
};

struct Picture {
  std::string name;  ///< of the file, without ending
  std::string title, x_label, y_label, z_label{};
  std::vector<Series> series{};
  bool log_x = false, log_y = false;
  bool equal_axes = false;  ///< one unit is as long on all axes
  bool unit_cube = false;   ///< of curves in space: every axis from -1 to 1, whatever the curves
  bool bare = false;        ///< of curves in space: without axes; x_label is written below
  std::vector<Label> labels{};
};

/// Direction from which a picture in space is seen, a unit vector.
inline constexpr double kViewpoint[3] = {0.5657, -0.6742, 0.4746};

/// Why pictures cannot be drawn here (gnuplot is missing), or empty: asked before a run starts.
std::string why_no_pictures();

/// What a picture is drawn on: white, or as bright or dark as the page that it is shown in.
enum class Paper { white, of_the_page };

/// Writes DIR/NAME.svg, and makes the folder if it is not there. Throws OutputError if gnuplot is missing or fails, or the file cannot be written.
void write_svg(const Picture&, const std::filesystem::path& directory, Paper = Paper::white);
/// The same as text.
std::string svg(const Picture&, Paper = Paper::white);
/// The data of the picture as DIR/NAME.csv: columns series,x,y[,z], 17 digits.
void write_csv(const Picture&, const std::filesystem::path& directory);

}  // namespace polhode
