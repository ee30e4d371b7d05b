// solid.cpp -- integrals over polyhedra, and what must hold before them
#include "mesh/solid.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "mesh/rays.hpp"
#include "mesh/shells.hpp"
#include "polhode/numbers/double_double.hpp"
#include "polhode/numbers/error.hpp"

namespace polhode {

namespace {

constexpr std::uint32_t kMostShells = 10'000;  // each is looked for in each: 1e8 boxes
// What overlaps by less, in parts of the largest extent, touches: decimals of a text file are rounded, too. The volume counted
// twice is then below 1e-7 of the extent times the area of contact.
constexpr double kTouching = 1e-7;
// A side, through the whole mesh, and where the boxes of two shells overlap: there, of many pairs, fewer. And no more than so many
// faces of pairs; then the first alone must do. Half a second each.
constexpr int kRays = 128, kPairRays = 48;
constexpr double kMostPairRays = 1e6;
constexpr std::size_t kMostPairFaces = 50'000'000;
constexpr double kLargeRounding = 1e-4;  // of the moments, from single precision: worth a warning
constexpr double kUnlikelyMetres = 20;   // an extent in metres that nobody has said to be metres

using Pair = DoubleDouble<double>;

/// Sums without the rounding of sums.
struct Total {
  Pair sum;
  void operator+=(double x) {
    const Pair s = two_sum(sum.hi, x);
    sum = {s.hi, sum.lo + s.lo};
  }
  void operator+=(const Pair& x) { sum += x; }
};

/// Of density 1, about the origin of the integration, in its unit: 6 V, 24 times the first moments, 120 times the second ones.
struct Integrals {
  Total volume, first[3], square[3], product[3];  ///< xx, yy, zz; xy, yz, zx
  double sum_of_sizes = 0;                        ///< of what the terms of the volume are made of
};

double difference(double a, double b, double) {
  return a - b;
}
Pair difference(double a, double b, const Pair&) {
  return two_sum(a, -b);
}
double size2(const Vec3<double>& a) {
  return norm2(a);
}
double size2(const Vec3<Pair>& a) {
  return a.x.hi * a.x.hi + a.y.hi * a.y.hi + a.z.hi * a.z.hi;
}

/// Tetrahedra from the origin to each face, with their signs: exact for polyhedra ([Eberly], "Polyhedral mass properties").
template <class T>
Integrals integrals_of(const Mesh& mesh, const Vec3<double>& origin, double scale) {
  Integrals all;
  for (const auto& triangle : mesh.triangles) {
    Vec3<T> p[3];
    for (int k = 0; k < 3; ++k) {
      const Vec3<double>& q = mesh.points[triangle[std::size_t(k)]];
      for (int i = 0; i < 3; ++i) p[k][i] = T(scale) * difference(q[i], origin[i], T());
    }
    const Vec3<T> u = p[1] - p[0], v = p[2] - p[0];
    const T d = dot(p[0], cross(u, v));  // 6 V; by edges, so that small faces have small errors
    all.volume += d;
    all.sum_of_sizes += std::sqrt(size2(p[0]) * size2(u) * size2(v));
    const Vec3<T> e = p[0] + p[1] + p[2];
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      all.first[i] += d * e[i];
      all.square[i] += d * (e[i] * e[i] + p[0][i] * p[0][i] + p[1][i] * p[1][i] + p[2][i] * p[2][i]);
      all.product[i] += d * (e[i] * e[j] + p[0][i] * p[0][j] + p[1][i] * p[1][j] + p[2][i] * p[2][j]);
    }
  }
  return all;
}

struct Box {
  Vec3<double> lower{INFINITY, INFINITY, INFINITY}, upper{-INFINITY, -INFINITY, -INFINITY};
  void add(const Vec3<double>& p) {
    lower = {std::min(lower.x, p.x), std::min(lower.y, p.y), std::min(lower.z, p.z)};
    upper = {std::max(upper.x, p.x), std::max(upper.y, p.y), std::max(upper.z, p.z)};
  }
  bool holds(const Box& b) const {
    return lower.x <= b.lower.x && lower.y <= b.lower.y && lower.z <= b.lower.z && upper.x >= b.upper.x &&
           upper.y >= b.upper.y && upper.z >= b.upper.z;
  }
  bool meets(const Box& b) const {
    return lower.x <= b.upper.x && lower.y <= b.upper.y && lower.z <= b.upper.z && upper.x >= b.lower.x &&
           upper.y >= b.lower.y && upper.z >= b.lower.z;
  }
  Box common(const Box& b) const {
    return {{std::max(lower.x, b.lower.x), std::max(lower.y, b.lower.y), std::max(lower.z, b.lower.z)},
            {std::min(upper.x, b.upper.x), std::min(upper.y, b.upper.y), std::min(upper.z, b.upper.z)}};
  }
  Vec3<double> extent() const { return upper - lower; }
};
double largest_of(const Vec3<double>& a) {
  return std::max({std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)});
}

Box box_of(const Mesh& mesh) {
  Box box;
  std::size_t not_numbers = 0, first = 0;
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    const Vec3<double>& p = mesh.points[i];
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) {
      if (not_numbers++ == 0) first = i;
    }
  }
  if (not_numbers > 0)
    throw InvalidInput("has " + std::to_string(not_numbers) +
                       (not_numbers == 1 ? " point that is no number" : " points that are no numbers") +
                       ", the first is point " + std::to_string(first + 1) + ": " + detail::listed(mesh.points[first]));
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t point : triangle) box.add(mesh.points[point]);
  return box;
}

std::string brief_number(double x, int digits = 4) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, x);
  return text;
}

/// The triangles of each shell.
struct Parts {
  std::vector<std::uint32_t> begin, triangles;
  std::vector<Box> boxes;

  Parts(const Mesh& mesh, const Shells& shells)
      : begin(shells.number + 1), triangles(mesh.triangles.size()), boxes(shells.number) {
    for (const std::uint32_t shell : shells.of) ++begin[shell + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<std::uint32_t> at(begin.begin(), begin.end() - 1);
    for (std::uint32_t i = 0; i < shells.of.size(); ++i) {
      triangles[at[shells.of[i]]++] = i;
      for (const std::uint32_t point : mesh.triangles[i]) boxes[shells.of[i]].add(mesh.points[point]);
    }
  }
  std::uint32_t number() const { return std::uint32_t(boxes.size()); }
  std::span<const std::uint32_t> of(std::uint32_t shell) const {
    return std::span(triangles).subspan(begin[shell], begin[shell + 1] - begin[shell]);
  }
};
double volume_of(const Mesh& mesh, std::span<const std::uint32_t> triangles) {  // six times
  const Vec3<double> origin = mesh.points[mesh.triangles[triangles[0]][0]];
  Total volume;
  for (const std::uint32_t i : triangles) {
    const auto& t = mesh.triangles[i];
    const Vec3<double> a = mesh.points[t[0]];
    volume += dot(a - origin, cross(mesh.points[t[1]] - a, mesh.points[t[2]] - a));
  }
  return double(volume.sum);
}
/// A place on a face may lie on the other shell, too; of five most do not.
bool is_inside(const Mesh& mesh, std::span<const std::uint32_t> own, std::span<const std::uint32_t> other) {
  int inside = 0;
  for (std::size_t k = 0; k < 5; ++k) {
    const auto& t = mesh.triangles[own[k * (own.size() - 1) / 4]];
    const Vec3<double> place = 0.5 * mesh.points[t[0]] + 0.3 * mesh.points[t[1]] + 0.2 * mesh.points[t[2]];
    inside += winding_number(mesh, other, place) != 0;
  }
  return inside >= 3;
}

[[noreturn]] void refuse_overlap(const Mesh& mesh, const Parts& parts, const Overlap& overlap) {
  double volume = 0;
  for (std::uint32_t shell = 0; shell < parts.number(); ++shell) volume += volume_of(mesh, parts.of(shell)) / 6;
  throw InvalidInput("cuts itself: " + brief_number(volume) + " is the volume by its faces, but about " +
                     brief_number(volume - overlap.excess, 2) +
                     " are filled; shells overlap, or one winds around itself, " +
                     box_text(overlap.lower, overlap.upper) + " (parts that overlap must be united first)");
}

/// Turns the shells that are wound against what they are: the outer ones enclose, those in an odd number of others are cavities.
/// Then every two shells whose boxes overlap must lie apart, or one within the other.
void turn_shells(Mesh& mesh, const Parts& parts, double least, Solid& solid) {
  const std::uint32_t n = parts.number();
  if (n > kMostShells)
    throw InvalidInput("has " + std::to_string(n) +
                       " separate shells, more than 10000: too many to tell which of them are cavities");
  struct Couple {
    std::uint32_t outer, inner;
    bool nested;
  };
  std::vector<Couple> pairs;
  std::vector<int> depth(n);
  const auto is_nested = [&](std::uint32_t inner, std::uint32_t outer) {
    return parts.boxes[outer].holds(parts.boxes[inner]) && is_inside(mesh, parts.of(inner), parts.of(outer));
  };
  for (std::uint32_t a = 0; a < n; ++a)
    for (std::uint32_t b = a + 1; b < n; ++b) {
      if (!parts.boxes[a].meets(parts.boxes[b])) continue;
      const bool a_in_b = is_nested(a, b), b_in_a = !a_in_b && is_nested(b, a);
      depth[a] += a_in_b, depth[b] += b_in_a;
      pairs.push_back(a_in_b ? Couple{b, a, true} : Couple{a, b, b_in_a});
    }
  for (std::uint32_t shell = 0; shell < n; ++shell) {
    const bool cavity = depth[shell] % 2 == 1;
    solid.cavities += cavity;
    const double volume = volume_of(mesh, parts.of(shell));
    if (volume == 0 || (volume < 0) == cavity) continue;
    ++solid.turned_shells;
    for (const std::uint32_t i : parts.of(shell)) std::swap(mesh.triangles[i][1], mesh.triangles[i][2]);
  }

  std::vector<std::array<std::uint32_t, 3>> both;
  std::size_t budget = kMostPairFaces;
  const int rays = int(std::clamp(std::sqrt(kMostPairRays / double(pairs.size() + 1)), 8.0, double(kPairRays)));
  for (const auto& [outer, inner, nested] : pairs) {
    const Box window = parts.boxes[outer].common(parts.boxes[inner]);
    if (const Vec3<double> size = window.extent(); !(std::min({size.x, size.y, size.z}) > least))
      continue;  // they touch
    both.clear();
    const auto add = [&](std::uint32_t shell, bool turn) {
      for (const std::uint32_t i : parts.of(shell)) {
        const auto& t = mesh.triangles[i];
        both.push_back(turn ? std::array{t[0], t[2], t[1]} : t);
      }
    };
    add(outer, depth[outer] % 2 == 1);              // as if it were filled,
    add(inner, (depth[inner] % 2 == 1) != nested);  // and the inner one a hole in it
    if (both.size() > budget) return;
    budget -= both.size();
    const Overlap overlap = overlap_of(mesh.points, both, window.lower, window.upper, rays, least);
    if (overlap.found) refuse_overlap(mesh, parts, overlap);
  }
}

}  // namespace

Solid solid_of(Mesh& mesh, double join) {
  Solid solid;
  solid.triangles = mesh.triangles.size(), solid.single = mesh.single;
  const Box box = box_of(mesh);
  solid.lower = box.lower, solid.upper = box.upper;
  const double extent = largest_of(box.extent());
  const double farthest = std::max(largest_of(box.lower), largest_of(box.upper));
  if (!(extent > 0)) throw InvalidInput("has no extent: all of its points are one");
  if (!std::isfinite(extent) || extent > 1e60 || extent < 1e-60)
    throw InvalidInput("has an extent of " + to_text(extent) + ": its moments would overflow or vanish");
  const Joined joined = join_points(mesh, join);
  solid.joined_points = joined.points, solid.no_area = joined.faces;
  if (mesh.triangles.empty()) throw InvalidInput("has no faces with an area");

  const Shells shells = shells_of(mesh);
  solid.shells = shells.number, solid.touching = shells.touching;
  const double shift = farthest * (mesh.single ? 0x1p-24 : 0x1p-53), least = std::max(kTouching * extent, 4 * shift);
  const Parts parts(mesh, shells);
  turn_shells(mesh, parts, least, solid);

  // About the point nearest to the middle: differences of points are exact, or as good as the numbers of the file.
  const Vec3<double> middle = box.lower + 0.5 * box.extent();
  const auto near = std::ranges::min_element(mesh.points, {}, [&](const Vec3<double>& p) { return norm2(p - middle); });
  const Vec3<double> origin = *near;
  const double scale = std::exp2(-std::ilogb(extent));  // a power of two: changes no digit
  Integrals sums = integrals_of<double>(mesh, origin, scale);
  // Thin walls and needles: little is left of large terms. Then with twice the digits.
  if (sums.sum_of_sizes > 100 * std::fabs(double(sums.volume.sum))) sums = integrals_of<Pair>(mesh, origin, scale);
  const Pair volume = sums.volume.sum / Pair(6.0);
  solid.volume = double(volume) / (scale * scale * scale);

  Vec3<Pair> g;
  for (int i = 0; i < 3; ++i) {
    if (solid.volume != 0) g[i] = sums.first[i].sum / (Pair(4.0) * sums.volume.sum);
    solid.centre[i] = origin[i] + double(g[i]) / scale;
  }
  // Areas, and for what a shift of all points does to the moments: the integral of the squared distance over the surface.
  double second = 0;
  const double tiny_area = 1e-30 * extent * extent;
  for (const auto& t : mesh.triangles) {
    const Vec3<double> a = mesh.points[t[0]] - solid.centre, b = mesh.points[t[1]] - solid.centre,
                       c = mesh.points[t[2]] - solid.centre;
    const double area = 0.5 * norm(cross(b - a, c - a));
    solid.area += area;
    solid.no_area += area <= tiny_area;
    second += area * (norm2(a) + norm2(b) + norm2(c) + norm2(a + b + c)) / 12;
  }
  const Overlap overlap = overlap_of(mesh.points, mesh.triangles, box.lower, box.upper, kRays, least);
  if (overlap.found) refuse_overlap(mesh, parts, overlap);
  if (!(solid.volume > shift * solid.area))
    throw InvalidInput("encloses no volume: " + brief_number(solid.volume) + ", with an area of " +
                       brief_number(solid.area) + " (a sheet? give it a thickness)");
  const Pair five = Pair(1 / (scale * scale)) * Pair(1 / (scale * scale * scale));
  Pair square[3], product[3];
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    square[i] = five * (sums.square[i].sum / Pair(120.0) - volume * g[i] * g[i]);
    product[i] = five * (sums.product[i].sum / Pair(120.0) - volume * g[i] * g[j]);
  }
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    solid.tensor[i][i] = double(square[j] + square[k]);
    solid.tensor[i][j] = solid.tensor[j][i] = 0.0 - double(product[i]);  // no -0
  }
  if (mesh.single)
    solid.rounding =
        std::sqrt(3.0) * shift * second / std::max({solid.tensor[0][0], solid.tensor[1][1], solid.tensor[2][2]});
  return solid;
}

double metres_of(std::string_view unit) {
  constexpr std::pair<std::string_view, double> kUnits[] = {{"m", 1},       {"cm", 0.01},   {"mm", 0.001},
                                                            {"km", 1000.0}, {"in", 0.0254}, {"ft", 0.3048}};
  for (const auto& [name, metres] : kUnits)
    if (name == unit) return metres;
  return 0;
}

MeshBody weighed(const Solid& solid, std::optional<double> unit, std::optional<double> density,
                 std::optional<double> mass) {
  if (density.has_value() == mass.has_value())
    throw InvalidInput(density ? "has a density and a mass; give only one of them" : "needs a density or a mass");
  if (const double given = density ? *density : *mass; !(given > 0) || !std::isfinite(given))
    throw InvalidInput(std::string(density ? "density " : "mass ") + to_text(given) + " must be positive and finite");
  MeshBody body;
  body.solid = solid;
  Solid& s = body.solid;
  const double u = unit.value_or(1);
  const Vec3<double> extent = u * (s.upper - s.lower);
  const auto warn = [&](const std::string& text) { body.warnings.push_back(text); };
  if (!unit && largest_of(extent) > kUnlikelyMetres)
    warn("the mesh is " + brief_number(extent.x) + " x " + brief_number(extent.y) + " x " + brief_number(extent.z) +
         " m, if its unit is the metre: millimetres? say which (mm, or m)");
  if (s.turned_shells > 0)
    warn(std::to_string(s.turned_shells) + " of " + std::to_string(s.shells) + (s.shells == 1 ? " shell" : " shells") +
         (s.turned_shells == 1 ? " was" : " were") + " inside out and " + (s.turned_shells == 1 ? "has" : "have") +
         " been turned" + (s.cavities > 0 ? " (a shell within another is taken for a cavity)" : ""));
  if (s.touching > 0)
    warn(std::to_string(s.touching) + (s.touching == 1 ? " edge has" : " edges have") +
         " four faces or more: parts touch there");
  if (s.no_area > 0) warn(std::to_string(s.no_area) + (s.no_area == 1 ? " face has" : " faces have") + " no area");
  if (s.rounding > kLargeRounding)
    warn("coordinates of single precision, so far from the origin: the moments are known to " + brief(s.rounding) +
         " of the largest only");
  s.volume *= u * u * u, s.area *= u * u, s.centre *= u, s.lower *= u, s.upper *= u;
  const double five = u * u * u * (u * u);
  for (int i = 0; i < 3; ++i) s.tensor[i] *= five;
  body.density = density ? *density : *mass / s.volume;
  body.mass = mass ? *mass : *density * s.volume;
  body.tensor = s.tensor;
  for (int i = 0; i < 3; ++i) body.tensor[i] *= body.density;

  const detail::Diagonal diagonal = detail::diagonalized(body.tensor);
  int order[] = {0, 1, 2};
  std::ranges::stable_sort(order, {}, [&](int i) { return diagonal.I[i]; });
  const Mat3<double> R = to_matrix(diagonal.frame);
  Mat3<double> axes;  // its columns are the principal axes
  for (int i = 0; i < 3; ++i) {
    body.moments[i] = diagonal.I[order[i]];
    for (int k = 0; k < 3; ++k) axes[k][i] = R[k][order[i]];
  }
  if (dot(axes[0], cross(axes[1], axes[2])) < 0)
    for (int k = 0; k < 3; ++k) axes[k].z = -axes[k].z;
  body.axes = from_matrix(axes);
  if (!(body.moments.x > 0) || !std::isfinite(body.moments.z))
    throw InvalidInput("has moments " + detail::listed(body.moments) + ", which no body has (is the unit right?)");
  return body;
}

}  // namespace polhode
