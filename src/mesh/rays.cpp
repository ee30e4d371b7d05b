// rays.cpp -- rays through a surface
//
// Whether a ray passes a triangle is decided in the plane across it, by the side of each edge on which the ray lies. The side is
// computed in the same way for both triangles of an edge, so that a ray never slips through between them, nor meets both.
#include "mesh/rays.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace polhode {

namespace {

/// A point of the mesh as seen along a ray: across, and along it.
struct Seen {
  double u, v, depth;
  std::uint32_t point;
};
/// Twice the area of the triangle p, q, (u, v), with its sign. The same number, negative, for q, p.
double side_of(const Seen& p, const Seen& q, double u, double v) {
  if (p.point > q.point) return -side_of(q, p, u, v);
  return (q.u - p.u) * (v - p.v) - (q.v - p.v) * (u - p.u);
}
struct Hit {
  std::uint32_t ray;
  int sense;  ///< +1 into the body, -1 out of it
  double depth, unsure;
};
/// Whether the ray through (u, v) passes the triangle; then sense and depth, and how oblique it is: the area of the triangle in the
/// plane across the ray.
bool passes(const std::array<Seen, 3>& t, double u, double v, Hit& hit, double& across) {
  const double a = side_of(t[1], t[2], u, v), b = side_of(t[2], t[0], u, v), c = side_of(t[0], t[1], u, v);
  // Of an edge that the ray meets the side follows from the order of its points: one of its two triangles has it.
  const auto left = [](double x, const Seen& p, const Seen& q) { return x > 0 || (x == 0 && p.point < q.point); };
  const bool first = left(a, t[1], t[2]);
  if (left(b, t[2], t[0]) != first || left(c, t[0], t[1]) != first) return false;
  const double sum = a + b + c;
  if (sum == 0) return false;
  hit.sense = sum < 0 ? 1 : -1;
  hit.depth = (a * t[0].depth + b * t[1].depth + c * t[2].depth) / sum;
  across = std::fabs(sum);
  return true;
}

// Across the first ray; no line of a drawing runs along it.
constexpr double kLeanU = 0.0718281828459045, kLeanV = 0.0414213562373095;
// The place of a ray in its cell of the grid.
constexpr double kMostHits = 4e6;  // along an axis: a second
constexpr double kPlaceU = 0.4472135954999579, kPlaceV = 0.5773502691896258;

}  // namespace

int winding_number(const Mesh& mesh, std::span<const std::uint32_t> triangles, const Vec3<double>& point) {
  int winding = 0;
  for (const std::uint32_t i : triangles) {
    std::array<Seen, 3> t;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3<double> d = mesh.points[mesh.triangles[i][k]] - point;
      t[k] = {d.y - kLeanU * d.x, d.z - kLeanV * d.x, d.x, mesh.triangles[i][k]};
    }
    Hit hit{};
    double across;
    if (passes(t, 0, 0, hit, across) && hit.depth > 0) winding -= hit.sense;
  }
  return winding;
}

Overlap overlap_of(std::span<const Vec3<double>> points, std::span<const std::array<std::uint32_t, 3>> triangles,
                   const Vec3<double>& lower, const Vec3<double>& upper, int most_rays, double least) {
  Overlap overlap;
  overlap.lower = upper, overlap.upper = lower;
  // A pile of plates is passed by each ray many times: then there are fewer rays.
  const Vec3<double> size = upper - lower, window{size.y * size.z, size.z * size.x, size.x * size.y};
  Vec3<double> passed{};  // by a ray, at most
  for (const auto& t : triangles) {
    const Vec3<double> n = cross(points[t[1]] - points[t[0]], points[t[2]] - points[t[0]]);
    for (int i = 0; i < 3; ++i) passed[i] += std::min(0.5 * std::fabs(n[i]), window[i]);
  }
  int axes = 0;
  std::vector<Hit> hits;
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    if (!(window[axis] > 0)) continue;
    const int rays = int(std::clamp(std::sqrt(kMostHits / passed[axis] * window[axis]), 8.0, double(most_rays)));
    const double du = (upper[u] - lower[u]) / rays, dv = (upper[v] - lower[v]) / rays;
    hits.clear(), ++axes;
    for (const auto& triangle : triangles) {
      std::array<Seen, 3> t;
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3<double> d = points[triangle[k]] - lower;
        t[k] = {d[u], d[v], d[axis], triangle[k]};
      }
      const auto [low_u, high_u] = std::minmax({t[0].u, t[1].u, t[2].u});
      const auto [low_v, high_v] = std::minmax({t[0].v, t[1].v, t[2].v});
      const auto first = [&](double x, double cell, double place) {
        return int(std::clamp(std::ceil(x / cell - place), 0.0, double(rays)));
      };
      const auto last = [&](double x, double cell, double place) {
        return int(std::clamp(std::floor(x / cell - place), -1.0, rays - 1.0));
      };
      const int i0 = first(low_u, du, kPlaceU), i1 = last(high_u, du, kPlaceU);
      const int j0 = first(low_v, dv, kPlaceV), j1 = last(high_v, dv, kPlaceV);
      for (int i = i0; i <= i1; ++i)
        for (int j = j0; j <= j1; ++j) {
          Hit hit{std::uint32_t(i * rays + j), 0, 0, 0};
          double across;
          if (!passes(t, (i + kPlaceU) * du, (j + kPlaceV) * dv, hit, across)) continue;
          const Vec3<double> a = points[triangle[1]] - points[triangle[0]],
                             b = points[triangle[2]] - points[triangle[0]];
          hit.unsure = least * (norm(cross(a, b)) / across);
          hits.push_back(hit);
        }
    }
    std::ranges::sort(hits,
                      [](const Hit& a, const Hit& b) { return a.ray != b.ray ? a.ray < b.ray : a.depth < b.depth; });
    for (std::size_t first = 0, end = 0; first < hits.size(); first = end) {
      int winding = 0;
      for (end = first; end < hits.size() && hits[end].ray == hits[first].ray; ++end) winding += hits[end].sense;
      if (winding != 0) continue;  // by rounding, beside a point
      for (std::size_t k = first; k + 1 < end; ++k) {
        winding += hits[k].sense;
        const double length = hits[k + 1].depth - hits[k].depth;
        overlap.excess += (winding - (winding != 0)) * length * du * dv;
        if (winding == 0 || winding == 1 || length <= hits[k].unsure + hits[k + 1].unsure) continue;
        overlap.found = true;
        Vec3<double> place;
        place[u] = lower[u] + (int(hits[k].ray) / rays + kPlaceU) * du,
        place[v] = lower[v] + (int(hits[k].ray) % rays + kPlaceV) * dv;
        for (const double depth : {hits[k].depth, hits[k + 1].depth}) {
          place[axis] = lower[axis] + depth;
          for (int x = 0; x < 3; ++x)
            overlap.lower[x] = std::min(overlap.lower[x], place[x]),
            overlap.upper[x] = std::max(overlap.upper[x], place[x]);
        }
      }
    }
  }
  if (axes > 0) overlap.excess /= axes;
  return overlap;
}

}  // namespace polhode
