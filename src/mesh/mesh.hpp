// mesh.hpp -- a surface made of triangles
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "polhode/rotation/vec3.hpp"

namespace polhode {

struct Mesh {
  std::vector<Vec3<double>> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< points, counterclockwise as seen from outside
  bool single = false;                                  ///< coordinates were rounded to single precision
};

}  // namespace polhode
