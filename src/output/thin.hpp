// thin.hpp -- fewer points of a curve, and the same picture
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_set>
#include <vector>

namespace polhode {

/// A curve y(x) with x ascending from `first` to `last`. Of all points in a narrow column of the picture, the first, the
/// lowest, the highest and the last stay: what is drawn is the same.
class ColumnThinner {
 public:
  static constexpr long kColumns = 1200;
  static constexpr std::size_t kMostPoints = 4 * kColumns;

  ColumnThinner(double first, double last) : first_(first), scale_(last > first ? kColumns / (last - first) : 0) {}

  void add(double px, double py) {
    const bool is_break = !std::isfinite(px) || !std::isfinite(py);
    const long column = is_break ? column_ : static_cast<long>((px - first_) * scale_);
    if (column != column_ || is_break) finish();
    column_ = column;
    const Point here{px, py, index_++};
    if (!filled_) begin_ = low_ = high_ = here;
    filled_ = true;
    if (py < low_.y) low_ = here;
    if (py > high_.y) high_ = here;
    end_ = here;
    if (is_break) finish();  // a break stays where it is
  }
  /// The points of the last column; must be called once, at the end.
  void finish() {
    if (!filled_) return;
    const bool low_first = low_.index < high_.index;
    for (const Point& p : {begin_, low_first ? low_ : high_, low_first ? high_ : low_, end_})
      if (p.index > kept_) {
        x.push_back(p.x);
        y.push_back(p.y);
        kept_ = p.index;
      }
    filled_ = false;
  }

  std::vector<double> x, y;

 private:
  struct Point {
    double x = 0, y = 0;
    long index = 0;
  };
  double first_, scale_;
  long column_ = std::numeric_limits<long>::min(), index_ = 0, kept_ = -1;
  bool filled_ = false;
  Point begin_, low_, high_, end_;
};

/// A curve in the plane or in space that may run over itself many times. Pieces between two cells of a fine grid that
/// have been drawn already are left out. After kMostPieces pieces the paper is black and nothing more is added.
class PathThinner {
 public:
  static constexpr std::size_t kMostPieces = 30000;

  /// `extent`: size of the whole picture.
  explicit PathThinner(double extent) : scale_(extent > 0 ? 1500 / extent : 0) {}

  void add(double px, double py, double pz) {
    const Point here{px, py, pz};
    const std::uint64_t cell = cell_of(here);
    if (before_ && cell == before_cell_) return;
    if (before_ && pieces_.size() < kMostPieces) {
      const bool is_new =
          pieces_.insert(before_cell_ < cell ? mixed(before_cell_, cell) : mixed(cell, before_cell_)).second;
      if (is_new) {
        if (!down_) {
          if (!x.empty()) push({kBreak, kBreak, kBreak});
          push(*before_);
        }
        push(here);
      }
      down_ = is_new;
    }
    before_ = here;
    before_cell_ = cell;
  }
  /// The next point begins a new piece.
  void lift() {
    before_.reset();
    down_ = false;
  }

  std::vector<double> x, y, z;

 private:
  using Point = std::array<double, 3>;
  static constexpr double kBreak = std::numeric_limits<double>::quiet_NaN();

  double scale_;
  std::optional<Point> before_;
  std::uint64_t before_cell_ = 0;
  bool down_ = false;
  std::unordered_set<std::uint64_t> pieces_;  // by the cells of their ends

  std::uint64_t cell_of(const Point& p) const {
    std::uint64_t cell = 0;
    for (const double c : p) cell = cell << 16 | (static_cast<std::uint64_t>(std::lround(c * scale_)) & 0xffff);
    return cell;
  }
  static std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    std::uint64_t h = (a ^ (b * 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u;
    return h ^ (h >> 31);
  }
  void push(const Point& p) {
    x.push_back(p[0]);
    y.push_back(p[1]);
    z.push_back(p[2]);
  }
};

}  // namespace polhode
