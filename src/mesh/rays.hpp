// rays.hpp -- what is inside of a surface, by rays through it
#pragma once

#include <cstdint>
#include <span>

#include "mesh/mesh.hpp"

namespace polhode {

/// How often the surface made of these triangles of the mesh winds around a point: 1 inside of a shell that is wound well, -1 in
/// one inside out, 0 outside. A point on the surface may be called either.
int winding_number(const Mesh&, std::span<const std::uint32_t> triangles, const Vec3<double>& point);

/// Where a closed surface winds around points twice or more, or the wrong way.
struct Overlap {
  bool found = false;
  double filled = 0,
         counted = 0;  ///< volume of what is inside at all, and counted with the winding; to about a percent
  Vec3<double> lower{}, upper{};
};
/// By 3 x 128 x 128 rays along the axes through the box of the mesh. What overlaps by less than `least` counts as touching.
Overlap overlap_of(const Mesh&, const Vec3<double>& lower, const Vec3<double>& upper, double least);

}  // namespace polhode
