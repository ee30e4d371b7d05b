// obj.cpp -- Wavefront OBJ: points "v x y z", faces "f a b c ..." that count from 1, or back from the last point
#include <cstdlib>

#include "mesh/readers.hpp"

namespace polhode::reading_meshes {

Mesh obj_mesh(std::string_view content) {
  Mesh mesh;
  Words words(content, '#');
  std::vector<std::uint32_t> corners;
  do {
    const std::string_view what = words.on_line();
    if (what == "v") {
      mesh.points.push_back(words.point_on_line());  // what follows is a weight or a colour
    } else if (what == "f") {
      corners.clear();
      for (std::string_view word = words.on_line(); !word.empty(); word = words.on_line()) {
        if (word == "\\") {  // the face goes on in the next line
          words.next_line();
          continue;
        }
        const auto n = words.number<long>(word.substr(0, word.find('/')), "a corner of a face");
        const auto points = long(mesh.points.size());
        if (n == 0 || n > points || n < -points)
          words.fail("a face has corner " + std::to_string(n) + ", but there are " + std::to_string(points) +
                     " points up to here");
        corners.push_back(std::uint32_t(n > 0 ? n - 1 : points + n));
      }
      if (corners.size() < 3) words.fail("a face has " + std::to_string(corners.size()) + " corners, not 3 or more");
      add_face(mesh, corners);
    }
    // Normals, textures, groups, materials, lines: nothing of the shape.
  } while (words.next_line());
  return mesh;
}

}  // namespace polhode::reading_meshes
