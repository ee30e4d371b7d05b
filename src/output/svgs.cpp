// svgs.cpp -- the plots of a run, for papers
#include <algorithm>
#include <cmath>
#include <numbers>
#include <system_error>

#include <fmt/format.h>

#include "output/files.hpp"
#include "output/thin.hpp"
#include "polhode/body/invariants.hpp"

namespace polhode {
namespace {

/// A plot of quantities against time: `values` of a row, one per name.
template <std::size_t N, class Values>
Picture against_time(const char* name, const std::string& y_label, const std::array<const char*, N>& names,
                     const ScenarioRecord& record, Spool& rows, Values&& values) {
  std::vector<ColumnThinner> curves(N, ColumnThinner(record.first.t, record.last.t));
  rows.each([&](std::span<const Row> some) {
    for (const Row& row : some) {
      const std::array<double, N> v = values(row);
      for (std::size_t i = 0; i < N; ++i) curves[i].add(row.t, v[i]);
    }
  });
  Picture picture{.name = name, .title = record.scenario.title, .x_label = "t (s)", .y_label = y_label, .series = {}};
  for (std::size_t i = 0; i < N; ++i) {
    curves[i].finish();
    picture.series.push_back({.name = names[i], .x = std::move(curves[i].x), .y = std::move(curves[i].y)});
  }
  return picture;
}

std::array<double, 3> array(const Vec3<double>& v) {
  return {v.x, v.y, v.z};
}

Picture energy_picture(const ScenarioRecord& record, Spool& rows) {
  const double E0 = record.first.energy;
  const bool conserved = record.certificate.energy_error_max.has_value();
  const auto plot = [&](const char* name, const char* label, double origin, double scale) {
    return against_time<1>(name, label, {""}, record, rows,
                           [=](const Row& row) { return std::array{(row.energy - origin) / scale}; });
  };
  const bool joule = has_unit_of_mass(record.scenario);
  if (!conserved) return plot("energy", joule ? "energy (J)" : "energy", 0, 1);
  if (E0 == 0)
    return plot("energy_error", joule ? "energy − energy at the start (J)" : "energy − energy at the start", 0, 1);
  return plot("energy_error", "relative error of the energy", E0, std::fabs(E0));
}

// --- curves in space -------------------------------------------------------------------------------------------------

using Point = Vec3<double>;

/// Two axes of the plane across v: the first as near to x (or to y, if v lies along x) as it can be.
std::pair<Point, Point> across(const Point& v) {
  const Point n = (1 / norm(v)) * v;
  const Point near = std::fabs(n.x) < 0.9 ? Point{1, 0, 0} : Point{0, 1, 0};
  const Point a = near - dot(near, n) * n;
  const Point unit = (1 / norm(a)) * a;
  return {unit, cross(n, unit)};
}
bool in_front(const Point& p) {
  return p.x * kViewpoint[0] + p.y * kViewpoint[1] + p.z * kViewpoint[2] >= 0;
}

/// A curve on the unit sphere: what is in front, and what is behind.
struct OnSphere {
  PathThinner front{2}, back{2};
  void add(const Point& p) {
    // The point where the curve goes round belongs to both, so that no gap is seen.
    const bool ahead = in_front(p);
    PathThinner& here = ahead ? front : back;
    here.add(p.x, p.y, p.z);
    if (ahead == ahead_) return;
    PathThinner& there = ahead ? back : front;
    if (started_) there.add(p.x, p.y, p.z);
    there.lift();
    ahead_ = ahead;
    started_ = true;
  }
  void lift() {
    front.lift();
    back.lift();
    started_ = false;
  }

 private:
  bool ahead_ = true, started_ = false;
};

Series series(const char* name, const PathThinner& path, Series::Style style, int color) {
  return {.name = name, .x = path.x, .y = path.y, .z = path.z, .style = style, .color = color};
}

/// The direction of the momentum in body axes, on the unit sphere; axes and great circles as guides.
Picture polhode_picture(const ScenarioRecord& record, Spool& rows) {
  OnSphere curve;
  rows.each([&](std::span<const Row> some) {
    for (const Row& row : some) {
      const Point m = rotate_back(row.q, row.L);
      const double length = norm(m);
      if (length > 0 && std::isfinite(length)) curve.add((1 / length) * m);
    }
  });
  PathThinner guides(2);
  constexpr int kPieces = 720;
  const auto circle = [&](const auto& point) {
    for (int i = 0; i <= kPieces; ++i) {
      const Point p = point(2 * std::numbers::pi * i / kPieces);
      if (in_front(p))
        guides.add(p.x, p.y, p.z);
      else
        guides.lift();
    }
    guides.lift();
  };
  constexpr double kStep = std::numbers::pi / 6;
  for (int i = -2; i <= 2; ++i) {
    const double z = std::sin(i * kStep), r = std::cos(i * kStep);
    circle([=](double a) { return Point{r * std::cos(a), r * std::sin(a), z}; });
  }
  for (int i = 0; i < 6; ++i) {
    const double c = std::cos(i * kStep), s = std::sin(i * kStep);
    circle([=](double a) { return Point{c * std::sin(a), s * std::sin(a), std::cos(a)}; });
  }
  // The rim, just before what is in front ends; then the axes, from the sphere outwards.
  const Point v{kViewpoint[0], kViewpoint[1], kViewpoint[2]};
  const auto [a, b] = across(v);
  circle([&, a = a, b = b](double angle) { return std::cos(angle) * a + std::sin(angle) * b + 1e-6 * v; });
  std::vector<Label> labels;
  for (const auto& [text, axis] : {std::pair{"x", Point{1, 0, 0}}, {"y", Point{0, 1, 0}}, {"z", Point{0, 0, 1}}}) {
    guides.add(axis.x, axis.y, axis.z);
    const Point tip = 1.25 * axis, word = 1.35 * axis;
    guides.add(tip.x, tip.y, tip.z);
    guides.lift();
    labels.push_back({text, word.x, word.y, word.z});
  }
  using Style = Series::Style;
  return {.name = "polhode",
          .title = record.scenario.title,
          .x_label = "direction of the angular momentum, body axes",
          .y_label = "",
          .series = {series("", guides, Style::guide, 0), series("", curve.back, Style::dashed, 0),
                     series("", curve.front, Style::line, 0)},
          .equal_axes = true,
          .bare = true,
          .labels = std::move(labels)};
}

/// The angular velocity in space axes: of a free body in the invariable plane, else seen from above.
Picture herpolhode_picture(const ScenarioRecord& record, Spool& rows) {
  const bool is_free = record.scenario.torques.empty() && norm(record.first.L) > 0;
  const auto plane = across(is_free ? record.first.L : Vec3<double>{0, 0, 1});
  double greatest = 0;
  rows.each([&](std::span<const Row> some) {
    for (const Row& row : some) greatest = std::fmax(greatest, norm(row.w));
  });
  PathThinner path(2 * greatest);
  rows.each([&](std::span<const Row> some) {
    for (const Row& row : some) {
      const Vec3<double> w = rotate(row.q, row.w);
      path.add(dot(w, plane.first), dot(w, plane.second), 0);
    }
  });
  path.z.clear();
  return {.name = "herpolhode",
          .title = record.scenario.title,
          .x_label = is_free ? "angular velocity in the invariable plane (rad/s)" : "wx in space axes (rad/s)",
          .y_label = is_free ? "" : "wy in space axes (rad/s)",
          .series = {series("", path, Series::Style::line, 0)},
          .equal_axes = true};
}

}  // namespace

const std::vector<std::string>& run_pictures() {
  static const std::vector<std::string> names{"angular_velocity", "momentum", "energy",    "energy_error",
                                              "attitude",         "polhode",  "herpolhode"};
  return names;
}

std::vector<std::string> write_svgs(const std::filesystem::path& directory, const ScenarioRecord& record, Spool& rows) {
  std::vector<std::string> names;
  const auto write = [&](const Picture& picture) {
    write_svg(picture, directory);
    names.push_back(picture.name + ".svg");
  };
  write(against_time<3>("angular_velocity", "angular velocity, body axes (rad/s)", {"wx", "wy", "wz"}, record, rows,
                        [](const Row& row) { return array(row.w); }));
  write(against_time<3>(
      "momentum",
      has_unit_of_mass(record.scenario) ? "angular momentum, space axes (kg m²/s)" : "angular momentum, space axes",
      {"Lx", "Ly", "Lz"}, record, rows, [](const Row& row) { return array(row.L); }));
  write(energy_picture(record, rows));
  write(against_time<4>("attitude", "attitude quaternion", {"qw", "qx", "qy", "qz"}, record, rows,
                        [](const Row& row) { return std::array{row.q.w, row.q.v.x, row.q.v.y, row.q.v.z}; }));
  write(polhode_picture(record, rows));
  write(herpolhode_picture(record, rows));
  return names;
}

}  // namespace polhode
