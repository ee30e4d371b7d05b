// table.hpp -- a torque that is given at times, in space or body axes: a cubic spline through the rows of a table
//
// Source     [deBoor1978] chapter IV: two continuous derivatives, and the third does not jump at the second and the last but one
//            row ("not a knot"), so that no slope has to be invented at the ends. Two rows make a line, three a parabola.
// Order      The third derivative jumps at the rows between: methods of order 4 keep their order whatever the steps, those of
//            higher order only if no step goes across a row. Steps that are chosen by an error end at rows (smooth_until).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "polhode/numbers/power_series.hpp"
#include "polhode/torques/card.hpp"
#include "polhode/torques/constant.hpp"
#include "polhode/torques/torque.hpp"

namespace polhode::inline POLHODE_ISA {

/// P is the type of parameters elsewhere; times are those of the run, and the table is the same in all lanes.
template <class P = double>
class TableTorque {
 public:
  static constexpr std::array<std::string_view, 2> kFrames{"space", "body"};
  static constexpr TorqueKey kKeys[] = {
      {.name = "file",
       .meaning = "a CSV file with the columns t, x, y, z: times in s, increasing, and the torque in N m",
       .kind = TorqueKey::Kind::rows},
      {.name = "frame",
       .meaning = R"("space" or "body", the axes of the torque)",
       .kind = TorqueKey::Kind::word,
       .words = kFrames}};
  static constexpr TorqueInfo info{
      .kind = "table",
      .title = "a torque that is given at times, joined by a cubic spline",
      .formula = "torque = Q* s(t) Q (space) or s(t) (body)",
      .keys = kKeys,
      .abilities = {.series = true, .lanes = true, .time = true},
      .reference = "deBoor1978, chapter IV",
      .remark =
          "a run must lie within the table; the third derivative of the torque jumps at its rows, so that a method of "
          "order above 4 has no more than order 4 where its steps go across them"};

  /// Rows t, x, y, z. Throws KeyFault if they are no table.
  explicit TableTorque(const TorqueRows& rows, Frame frame = Frame::body) : frame_(frame) {
    check(rows);
    for (const auto& row : rows) times_.push_back(row[0]);
    pieces_.resize(rows.size() - 1);
    for (std::size_t k = 0; k < 3; ++k) set_component(rows, k);
    const double more = kBeyond * (times_.back() - times_.front());
    from_ = times_.front() - more, until_ = times_.back() + more;
  }
  static TableTorque from(const TorqueValues<P>& v, const Mat3<P>&) {
    return TableTorque(v.rows("file"), v.word("frame") == "space" ? Frame::space : Frame::body);
  }

  /// The times between which there are rows. Beyond them the first and the last cubic go on for a tenth of the table, because
  /// some methods look past the ends of their steps; further out the torque is NaN.
  TimeSpan known() const noexcept { return {times_.front(), times_.back()}; }

  /// Half the time between the rows around t: a stride of solve() is at most twice as long, one row.
  double time_scale(double t) const noexcept {
    const std::size_t p = piece(t);
    return 0.5 * (times_[p + 1] - times_[p]);
  }
  /// The next row, but for the first and the last one: beyond these the cubics go on.
  double smooth_until(double t, double direction) const noexcept {
    const auto first = times_.begin() + 1, last = times_.end() - 1;
    if (direction > 0) {
      const auto next = std::upper_bound(first, last, t);
      return next == last ? std::numeric_limits<double>::infinity() : *next;
    }
    const auto next = std::lower_bound(first, last, t);
    return next == first ? -std::numeric_limits<double>::infinity() : *(next - 1);
  }

  template <class T>
  Vec3<T> torque(T t, const Quaternion<T>& Q) const noexcept {
    const Cubic<T> cubic = cubic_at(t);
    const T u = t - cubic.begin;
    const Vec3<T> s = ((u * cubic.c[3] + cubic.c[2]) * u + cubic.c[1]) * u + cubic.c[0];
    const T none = T(std::numeric_limits<double>::quiet_NaN());
    return select<T>((t >= T(from_)) & (t <= T(until_)), frame_ == Frame::space ? rotate_back(Q, s) : s,
                     Vec3<T>{none, none, none});
  }

 private:
  static constexpr double kBeyond = 0.1;
  using Piece = std::array<Vec3<double>, 4>;  // coefficients of powers of the time since the row at its beginning
  template <class T>
  struct Cubic {
    T begin;
    std::array<Vec3<T>, 4> c;
  };
  std::vector<double> times_;
  std::vector<Piece> pieces_;
  double from_ = 0, until_ = 0;
  Frame frame_;

  static void check(const TorqueRows& rows) {
    if (rows.size() < 2)
      throw KeyFault("file", std::to_string(rows.size()) + (rows.size() == 1 ? " row" : " rows") +
                                 ": a table must have two rows or more");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::string row = "row " + std::to_string(i + 1) + ": ";
      for (const double x : rows[i])
        if (!(std::fabs(x) < 1e150))
          throw KeyFault("file", row + to_text(x) + " must be finite, and at most 1e150 (an empty field?)");
      if (i > 0 && !(rows[i][0] > rows[i - 1][0]))
        throw KeyFault("file", row + "t = " + to_text(rows[i][0]) + " must be later than that of the row before, " +
                                   to_text(rows[i - 1][0]));
      // The squares of their ratios must be numbers with digits.
      if (i > 0 && !(rows[i][0] - rows[i - 1][0] > 1e-9 * (rows.back()[0] - rows.front()[0])))
        throw KeyFault("file",
                       row + "t = " + to_text(rows[i][0]) + " is less than 1e-9 of the table after the row before");
    }
  }

  /// Second derivatives M at the rows, h the distances in time, d the slopes of the chords:
  ///     h[i-1] M[i-1] + 2 (h[i-1] + h[i]) M[i] + h[i] M[i+1] = 6 (d[i] - d[i-1])
  /// and M a linear function over the first three rows, and over the last three.
  void set_component(const TorqueRows& rows, std::size_t k) {
    const std::size_t n = rows.size();
    std::vector<double> h(n - 1), d(n - 1), M(n, 0.0);
    for (std::size_t i = 0; i + 1 < n; ++i) {
      h[i] = rows[i + 1][0] - rows[i][0];
      d[i] = (rows[i + 1][k + 1] - rows[i][k + 1]) / h[i];
    }
    if (n == 3) {
      M[0] = M[1] = M[2] = 2 * (d[1] - d[0]) / (h[0] + h[1]);
    } else if (n > 3) {
      // Rows 1 .. n-2, the first and the last one multiplied by h1/(h0 + h1); elimination from the first on.
      std::vector<double> upper(n, 0.0);
      for (std::size_t i = 1; i + 1 < n; ++i) {
        double below = h[i - 1], diagonal = 2 * (h[i - 1] + h[i]), above = h[i], right = 6 * (d[i] - d[i - 1]);
        if (i == 1) {
          const double share = h[1] / (h[0] + h[1]);
          below = 0, diagonal = h[0] + 2 * h[1], above = h[1] - h[0], right *= share;
        } else if (i + 2 == n) {
          const double share = h[i - 1] / (h[i - 1] + h[i]);
          below = h[i - 1] - h[i], diagonal = h[i] + 2 * h[i - 1], above = 0, right *= share;
        }
        const double pivot = diagonal - below * upper[i - 1];
        upper[i] = above / pivot;
        M[i] = (right - below * M[i - 1]) / pivot;
      }
      for (std::size_t i = n - 3; i >= 1; --i) M[i] -= upper[i] * M[i + 1];
      M[0] = M[1] - h[0] / h[1] * (M[2] - M[1]);
      M[n - 1] = M[n - 2] + h[n - 2] / h[n - 3] * (M[n - 2] - M[n - 3]);
    }
    for (std::size_t i = 0; i + 1 < n; ++i) {
      const double c[4] = {rows[i][k + 1], d[i] - h[i] * (2 * M[i] + M[i + 1]) / 6, M[i] / 2,
                           (M[i + 1] - M[i]) / (6 * h[i])};
      for (std::size_t j = 0; j < 4; ++j) pieces_[i][j][int(k)] = c[j];
    }
  }

  /// Which cubic: the first and the last one go on beyond the table.
  std::size_t piece(double t) const noexcept {
    const auto after = std::upper_bound(times_.begin() + 1, times_.end() - 1, t);
    return std::size_t(after - times_.begin()) - 1;
  }
  template <class T>
  Cubic<T> cubic_at(const T& t) const noexcept {
    if constexpr (requires { t.value(); } || is_power_series<T>) {  // by the time at 0
      const auto at_0 = cubic_at(t[0]);
      return {T(at_0.begin),
              {convert<T>(at_0.c[0]), convert<T>(at_0.c[1]), convert<T>(at_0.c[2]), convert<T>(at_0.c[3])}};
    } else {
      Cubic<T> cubic;
      for (int i = 0; i < lanes<T>; ++i) {
        const std::size_t p = piece(double(lane(t, i)));
        using L = Lane<T>;
        set_lane(cubic.begin, i, L(times_[p]));
        for (std::size_t j = 0; j < 4; ++j)
          for (int k = 0; k < 3; ++k) set_lane(cubic.c[j][k], i, L(pieces_[p][j][k]));
      }
      return cubic;
    }
  }
};

}  // namespace polhode::inline POLHODE_ISA
