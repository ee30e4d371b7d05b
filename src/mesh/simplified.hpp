// simplified.hpp -- a mesh to be looked at: fewer triangles
#pragma once

#include <cstddef>

#include "mesh/mesh.hpp"

namespace polhode {

/// The mesh, with the points of each cell of a grid drawn together if it has more triangles than `most`. For pictures alone.
Mesh simplified(Mesh mesh, std::size_t most);

}  // namespace polhode
