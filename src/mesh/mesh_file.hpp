// mesh_file.hpp -- files of triangles: .stl .obj .ply .off .glb .gltf
#pragma once

#include <string>
#include <string_view>

#include "mesh/mesh.hpp"

namespace polhode {

/// What the name of a file that holds a mesh ends with.
inline constexpr const char* kMeshEndings = ".stl .obj .ply .off .glb .gltf";

/// Reads a file; its ending says what it is. Faces of more corners become triangles. Nothing is checked but the file itself:
/// whole, and made of finite numbers and of faces of points that are there. Throws InvalidInput, in words that follow its name.
Mesh read_mesh(const std::string& path);
/// The same of the content; `folder`: where the files lie that a .gltf names.
Mesh mesh_of(std::string_view content, std::string_view ending, const std::string& folder = "");

}  // namespace polhode
