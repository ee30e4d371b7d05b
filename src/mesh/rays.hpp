// rays.hpp -- what is inside of a surface, by rays through it
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "mesh/mesh.hpp"

namespace polhode {

/// How often the surface made of these triangles of the mesh winds around a point: 1 inside of a shell that is wound well, -1 in
/// one inside out, 0 outside. A point on the surface may be called either.
int winding_number(const Mesh&, std::span<const std::uint32_t> triangles, const Vec3<double>& point);

/// Where closed surfaces wind around points twice or more, or the wrong way.
struct Overlap {
  bool found = false;
  double excess = 0;  ///< volume that is counted beside what is filled; to about a percent of the box
  Vec3<double> lower{}, upper{};
};
/// By 3 x most_rays x most_rays rays along the axes through a box, fewer if they meet very many faces. What overlaps by less than `least` counts as touching.
Overlap overlap_of(std::span<const Vec3<double>> points, std::span<const std::array<std::uint32_t, 3>> triangles,
                   const Vec3<double>& lower, const Vec3<double>& upper, int most_rays, double least);

}  // namespace polhode
