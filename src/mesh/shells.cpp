// shells.cpp -- points joined, edges counted, shells found
#include "mesh/shells.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "polhode/numbers/error.hpp"

namespace polhode {

namespace {

constexpr std::uint32_t kNoPoint = 0xFFFFFFFF;

/// One number for each point: the first point that is the same. By a table of hashes, open, half full at most.
std::vector<std::uint32_t> same_points(const std::vector<Vec3<double>>& points) {
  const std::size_t size = std::bit_ceil(2 * points.size() + 1);
  std::vector<std::uint32_t> table(size, kNoPoint), first(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    std::uint64_t hash = 0;
    for (int k = 0; k < 3; ++k) {
      const double x = points[i][k] + 0.0;  // -0 is 0
      hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 32;
    }
    std::size_t at = hash & (size - 1);
    const auto same = [&](std::uint32_t j) {
      return points[i].x == points[j].x && points[i].y == points[j].y && points[i].z == points[j].z;
    };
    while (table[at] != kNoPoint && !same(table[at])) at = (at + 1) & (size - 1);
    if (table[at] == kNoPoint) table[at] = i;
    first[i] = table[at];
  }
  return first;
}

/// Sets of things; each thing is turned or not against the first of its set.
class Sets {
 public:
  explicit Sets(std::size_t n) : above_(n), turned_(n) { std::iota(above_.begin(), above_.end(), 0u); }

  std::pair<std::uint32_t, bool> find(std::uint32_t x) {
    std::uint32_t top = x;
    bool turned = false;
    for (; above_[top] != top; top = above_[top]) turned ^= bool(turned_[top]);
    const std::pair found(top, turned);
    while (x != top) {  // all on the way go right below the top
      const std::uint32_t next = above_[x];
      const bool rest = turned ^ bool(turned_[x]);
      above_[x] = top, turned_[x] = turned;
      x = next, turned = rest;
    }
    return found;
  }
  /// False if they are in one set already, and turned otherwise.
  bool unite(std::uint32_t a, std::uint32_t b, bool turned) {
    const auto [top_a, turned_a] = find(a);
    const auto [top_b, turned_b] = find(b);
    if (top_a == top_b) return (turned_a ^ turned_b) == turned;
    above_[std::max(top_a, top_b)] = std::min(top_a, top_b);
    turned_[std::max(top_a, top_b)] = turned_a ^ turned_b ^ turned;
    return true;
  }

 private:
  std::vector<std::uint32_t> above_;
  std::vector<unsigned char> turned_;
};

/// Points that are near become one, through a chain of near ones, too. By cells whose points are all near to each other: of two cells
/// one near pair is enough.
void join_near(const std::vector<Vec3<double>>& points, double distance, std::vector<std::uint32_t>& first) {
  using Cell = std::array<std::int64_t, 3>;
  struct Hash {
    std::size_t operator()(const Cell& c) const {
      return std::size_t((c[0] * 0x9E3779B97F4A7C15 ^ c[1] * 0x85EBCA77C2B2AE63) ^ c[2] * 0xC2B2AE3D27D4EB4F);
    }
  };
  std::unordered_map<Cell, std::vector<std::uint32_t>, Hash> cells;
  const double side = 0.5 * distance;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (first[i] != i) continue;
    Cell cell;
    for (int k = 0; k < 3; ++k) {
      const double at = std::floor(points[i][k] / side);
      if (!(std::fabs(at) < 9e15)) return;  // so near are none but equal ones
      cell[std::size_t(k)] = std::int64_t(at);
    }
    cells[cell].push_back(i);
  }
  Sets sets(points.size());
  for (const auto& [cell, here] : cells) {
    for (const std::uint32_t i : here) sets.unite(here[0], i, false);
    for (int n = 0; n < 62; ++n) {  // half of the 5 x 5 x 5 around it
      const auto there = cells.find({cell[0] + n / 25 - 2, cell[1] + n / 5 % 5 - 2, cell[2] + n % 5 - 2});
      if (there == cells.end()) continue;
      const bool near = std::ranges::any_of(here, [&](std::uint32_t i) {
        return std::ranges::any_of(there->second,
                                   [&](std::uint32_t j) { return norm(points[i] - points[j]) <= distance; });
      });
      if (near) sets.unite(here[0], there->second[0], false);
    }
  }
  for (std::uint32_t& one : first) one = sets.find(one).first;
}

/// Faces with something wrong: how many, and where.
struct Faulty {
  std::size_t edges = 0, faces = 0;
  Vec3<double> lower{INFINITY, INFINITY, INFINITY}, upper{-INFINITY, -INFINITY, -INFINITY};

  void add(const Mesh& mesh, std::uint32_t triangle) {
    ++faces;
    for (const std::uint32_t point : mesh.triangles[triangle])
      for (int k = 0; k < 3; ++k) {
        lower[k] = std::min(lower[k], mesh.points[point][k]);
        upper[k] = std::max(upper[k], mesh.points[point][k]);
      }
  }
  std::string text() const {
    return std::to_string(faces) + (faces == 1 ? " face in the box " : " faces in the box ") + box_text(lower, upper);
  }
};

/// A side of a triangle: the other end of the edge; the triangle, and whether it goes from the lower point to the higher.
struct Side {
  std::uint32_t other, triangle_up;
};

}  // namespace

std::string box_text(const Vec3<double>& lower, const Vec3<double>& upper) {
  char text[200];
  std::snprintf(text, sizeof text, "from (%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g)", lower.x, lower.y, lower.z, upper.x,
                upper.y, upper.z);
  return text;
}

Joined join_points(Mesh& mesh, double distance) {
  std::vector<std::uint32_t> first = same_points(mesh.points);
  if (distance > 0) join_near(mesh.points, distance, first);
  const std::size_t points = mesh.points.size(), faces = mesh.triangles.size();
  // The first point of a set is the lowest: its new place is known when another comes.
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < points; ++i) {
    if (first[i] == i) {
      mesh.points[kept] = mesh.points[i];
      first[i] = kept++;
    } else {
      first[i] = first[first[i]];
    }
  }
  mesh.points.resize(kept);
  std::erase_if(mesh.triangles, [&](auto& t) {
    for (std::uint32_t& point : t) point = first[point];
    return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
  });
  return {points - kept, faces - mesh.triangles.size()};
}

Shells shells_of(const Mesh& mesh) {
  const std::size_t triangles = mesh.triangles.size();
  if (triangles > 0x7FFFFFFF) throw InvalidInput("has more than 2^31 faces");
  // All sides, by the lower of their two points.
  std::vector<std::uint32_t> begin(mesh.points.size() + 2);
  for (const auto& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) ++begin[std::min(t[k], t[(k + 1) % 3]) + 2];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<Side> sides(3 * triangles);
  for (std::uint32_t i = 0; i < triangles; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = mesh.triangles[i][k], b = mesh.triangles[i][(k + 1) % 3];
      sides[begin[std::min(a, b) + 1]++] = {std::max(a, b), 2 * i + (a < b)};
    }

  Sets sets(triangles);
  Shells shells;
  Faulty open, odd;
  bool two_sided = true;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> touching;
  std::vector<bool> is_open(triangles), is_odd(triangles);
  const auto mark = [&](Faulty& faulty, std::vector<bool>& marked, std::uint32_t triangle) {
    if (!marked[triangle]) faulty.add(mesh, triangle);
    marked[triangle] = true;
  };
  for (std::size_t point = 0; point < mesh.points.size(); ++point) {
    const auto from = sides.begin() + begin[point], to = sides.begin() + begin[point + 1];
    std::sort(from, to, [](const Side& a, const Side& b) { return a.other < b.other; });
    for (auto edge = from; edge != to;) {
      auto end = edge;
      std::ptrdiff_t up = 0;
      for (; end != to && end->other == edge->other; ++end) up += end->triangle_up & 1;
      const std::ptrdiff_t faces = end - edge;
      const std::uint32_t first = edge->triangle_up >> 1;
      if (faces == 2) {
        two_sided = sets.unite(first, edge[1].triangle_up >> 1, up != 1) && two_sided;
      } else if (2 * up == faces) {  // parts that touch there
        ++shells.touching;
        for (auto other = edge + 1; other != end; ++other) touching.emplace_back(first, other->triangle_up >> 1);
      } else {
        Faulty& faulty = faces == 1 ? open : odd;
        ++faulty.edges;
        for (auto other = edge; other != end; ++other)
          mark(faulty, faces == 1 ? is_open : is_odd, other->triangle_up >> 1);
      }
      edge = end;
    }
  }

  std::string wrong;
  const auto add = [&](const std::string& what) { wrong += (wrong.empty() ? "" : "; ") + what; };
  const auto edges = [](std::size_t n) { return std::to_string(n) + (n == 1 ? " edge has " : " edges have "); };
  if (open.edges > 0)
    add("is not closed: " + edges(open.edges) + "a face on one side only, of " + open.text() +
        " (a hole? or points that should be one: --join DISTANCE)");
  if (odd.edges > 0)
    add(std::string(open.edges > 0 ? "" : "is no surface of a solid: ") + edges(odd.edges) +
        "three faces or more that do not pair, of " + odd.text() + " (a wall inside, or faces given twice?)");
  if (!wrong.empty()) throw InvalidInput(wrong);
  if (!two_sided) throw InvalidInput("has no inside: its faces cannot be wound in one sense (a Moebius strip?)");

  for (const auto& [one, other] : touching) sets.unite(one, other, false);  // which face goes on in which is not known

  // Shells count from 0 in the order of their first triangles, which are the tops of their sets.
  shells.of.resize(triangles);
  std::vector<std::size_t> against, all;
  std::vector<bool> turned(triangles);
  for (std::uint32_t i = 0; i < triangles; ++i) {
    const auto [top, is_turned] = sets.find(i);
    if (top == i) shells.of[i] = shells.number++, against.push_back(0), all.push_back(0);
    shells.of[i] = shells.of[top];
    against[shells.of[i]] += is_turned, ++all[shells.of[i]];
    turned[i] = is_turned;
  }
  Faulty mixed;
  for (std::uint32_t i = 0; i < triangles; ++i) {
    const std::uint32_t shell = shells.of[i];
    if (against[shell] > 0 && turned[i] == (2 * against[shell] <= all[shell])) mixed.add(mesh, i);
  }
  if (mixed.faces > 0)
    throw InvalidInput("is wound in both senses: against the rest of its shell " + mixed.text() +
                       " (each face must list its corners counterclockwise as seen from outside)");
  return shells;
}

}  // namespace polhode
