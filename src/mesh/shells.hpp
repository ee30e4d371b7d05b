// shells.hpp -- the closed surfaces that a mesh is made of
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mesh/mesh.hpp"

namespace polhode {

/// Makes one of all points with the same coordinates, and of those that are no further apart than `distance`; faces that have a
/// point twice then are left out. Returns how many points and faces went.
struct Joined {
  std::size_t points = 0, faces = 0;
};
Joined join_points(Mesh&, double distance);

struct Shells {
  std::uint32_t number = 0;
  std::vector<std::uint32_t> of;  ///< of each triangle, the shell that it belongs to
  std::size_t touching = 0;       ///< edges where shells, or parts of one, touch
};
/// Throws InvalidInput, with how many faces and where, unless every edge has as many faces on one side as on the other, and the
/// faces of a shell are all wound in the same sense.
Shells shells_of(const Mesh&);

/// "from (0, 0, 0) to (1, 2, 3)", with a few digits.
std::string box_text(const Vec3<double>& lower, const Vec3<double>& upper);

}  // namespace polhode
