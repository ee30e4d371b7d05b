// stl.cpp -- STL, binary and text: triangles with three points each, in single precision
#include <algorithm>
#include <cctype>

#include "mesh/readers.hpp"

namespace polhode::reading_meshes {

namespace {

constexpr std::size_t kStlHead = 84, kStlFace = 50;  // bytes: 80 of text and the count; normal, three points, two spare

Mesh binary_stl(std::string_view content, std::size_t count) {
  Mesh mesh{.points = {}, .triangles = {}, .single = true};
  mesh.points.resize(3 * count), mesh.triangles.resize(count);
  const char* face = content.data() + kStlHead;
  for (std::size_t i = 0; i < count; ++i, face += kStlFace) {
    float x[9];
    std::memcpy(x, face + 12, sizeof x);
    for (std::uint32_t k = 0; k < 3; ++k) {
      mesh.points[3 * i + k] = {x[3 * k], x[3 * k + 1], x[3 * k + 2]};
      mesh.triangles[i][k] = std::uint32_t(3 * i) + k;
    }
  }
  return mesh;
}

std::string lowered(std::string_view word) {
  std::string text(word.substr(0, 16));
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return text;
}

Mesh text_stl(std::string_view content) {
  // Programs write as many digits as they like; whether these came from a double nobody can tell.
  Mesh mesh{.points = {}, .triangles = {}, .single = true};
  Words words(content);
  bool ended = false;
  std::size_t corners = 0;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const std::string what = lowered(word);
    if (what == "vertex") {
      mesh.points.push_back(words.point_on_line());
      ++corners;
    } else if (what == "outer") {
      corners = 0;
      words.on_line();  // loop
    } else if (what == "endloop") {
      if (corners != 3) words.fail("a facet has " + std::to_string(corners) + " corners, not 3");
      const auto last = std::uint32_t(mesh.points.size());
      mesh.triangles.push_back({last - 3, last - 2, last - 1});
      corners = 0;
    } else if (what == "solid" || what == "facet" || what == "endsolid") {
      ended = what == "endsolid";
      if (!words.next_line()) break;  // a name, or the normal, which the corners say better
    } else if (what != "endfacet") {
      words.fail(word_text(word) + " is no word of an STL file");
    }
  }
  if (!ended) words.fail("the file ends without endsolid: it was cut off");
  return mesh;
}

}  // namespace

Mesh stl_mesh(std::string_view content) {
  const std::size_t count = content.size() >= kStlHead ? from_bytes<std::uint32_t>(content.data() + 80) : 0;
  // Binary files may begin with "solid", too: their size tells.
  if (content.size() == kStlHead + kStlFace * count && content.size() >= kStlHead) return binary_stl(content, count);
  const std::string_view begin = content.substr(0, 1000);
  const std::size_t word = std::min(begin.find_first_not_of(" \t\r\n"), begin.size());
  if (lowered(begin.substr(word, 5)) == "solid" && begin.find('\0') == std::string_view::npos) return text_stl(content);
  if (content.size() < kStlHead)
    throw InvalidInput("is no STL file: it has " + std::to_string(content.size()) +
                       " bytes and does not begin with \"solid\"");
  throw InvalidInput("is no whole STL file: it says that there are " + std::to_string(count) +
                     " triangles, which take " + std::to_string(kStlHead + kStlFace * count) + " bytes, but has " +
                     std::to_string(content.size()) +
                     (content.size() < kStlHead + kStlFace * count ? " (cut off, or not an STL file at all?)" : ""));
}

}  // namespace polhode::reading_meshes
