// off.cpp -- OFF: counts, points, faces
#include <limits>

#include "mesh/readers.hpp"

namespace polhode::reading_meshes {

Mesh off_mesh(std::string_view content) {
  Mesh mesh;
  Words words(content, '#');
  std::string_view word = words.next();
  const std::string_view head = word.substr(0, word.find("OFF"));
  if (word.ends_with("OFF")) {
    if (head.find_first_not_of("STCN") != std::string_view::npos)
      words.fail(word_text(word) + ": only OFF of three dimensions can be read");
    word = words.next();
    if (word == "BINARY") words.fail("binary OFF cannot be read; save it as text, or as binary PLY");
  }
  const auto points = words.number<std::uint32_t>(word, "the number of points"),
             faces = words.number<std::uint32_t>(words.next(), "the number of faces");
  words.on_line();  // the number of edges, which nobody needs
  // Every point takes 6 characters at least, every face 8.
  if (points > content.size() / 6 || faces > content.size() / 8)
    words.fail("says " + std::to_string(points) + " points and " + std::to_string(faces) +
               " faces, more than the file has room for");
  mesh.points.reserve(points), mesh.triangles.reserve(faces);
  for (std::uint32_t i = 0; i < points; ++i) {
    Vec3<double> p;
    p.x = words.number<double>(words.next(), "a coordinate");
    p.y = words.number<double>(words.on_line(), "a coordinate");
    p.z = words.number<double>(words.on_line(), "a coordinate");
    mesh.points.push_back(p);
    words.next_line();  // normals, colours
  }
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i < faces; ++i) {
    const auto n = words.number<std::uint32_t>(words.next(), "the number of corners of a face");
    if (n < 3 || n > points)
      words.fail("a face has " + std::to_string(n) + " corners, not 3 to " + std::to_string(points));
    corners.clear();
    for (std::uint32_t k = 0; k < n; ++k) {
      const auto corner = words.number<std::uint32_t>(words.on_line(), "a corner of a face");
      if (corner >= points)
        words.fail("a face has corner " + std::to_string(corner) + ", but points count from 0 to " +
                   std::to_string(long(points) - 1));
      corners.push_back(corner);
    }
    add_face(mesh, corners);
    words.next_line();  // a colour
  }
  return mesh;
}

}  // namespace polhode::reading_meshes
