// mesh_file.cpp -- which reader a file is for
#include "mesh/mesh_file.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include "mesh/readers.hpp"

namespace polhode {

std::string reading_meshes::content_of(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    throw InvalidInput(fs::is_symlink(fs::symlink_status(path, error)) ? "is a link to a file that is not there"
                                                                       : "there is no such file");
  if (status.type() == fs::file_type::directory) throw InvalidInput("is a folder, not a file");
  if (status.type() != fs::file_type::regular) throw InvalidInput("is not a regular file");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) throw InvalidInput("cannot be read (no permission?)");
  const std::uintmax_t size = fs::file_size(path, error);
  std::string content(error ? 0 : std::size_t(size), '\0');
  content.resize(std::fread(content.data(), 1, content.size(), file.get()));
  if (content.size() != size) throw InvalidInput("cannot be read to its end");
  return content;
}

Mesh mesh_of(std::string_view content, std::string_view ending, const std::string& folder) {
  using namespace reading_meshes;
  if (content.empty()) throw InvalidInput("is empty");
  Mesh mesh;
  if (ending == ".stl")
    mesh = stl_mesh(content);
  else if (ending == ".obj")
    mesh = obj_mesh(content);
  else if (ending == ".ply")
    mesh = ply_mesh(content);
  else if (ending == ".off")
    mesh = off_mesh(content);
  else if (ending == ".glb" || ending == ".gltf")
    mesh = gltf_mesh(content, ending == ".glb", folder);
  else
    throw InvalidInput("ends with " + word_text(ending) + ", none of " + kMeshEndings);
  if (mesh.triangles.empty()) throw InvalidInput("has no faces");
  return mesh;
}

Mesh read_mesh(const std::string& path) {
  const std::filesystem::path name(path);
  std::string ending = name.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  if (std::string_view(kMeshEndings).find(ending) == std::string_view::npos || ending.empty())
    throw InvalidInput("ends with " + reading_meshes::word_text(ending) + ", none of " + kMeshEndings);
  const std::string folder = name.parent_path().empty() ? "." : name.parent_path().string();
  return mesh_of(reading_meshes::content_of(path), ending, folder);
}

}  // namespace polhode
