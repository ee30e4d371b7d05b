// ply.cpp -- PLY, text and binary: a header that describes tables of points and faces
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "mesh/readers.hpp"

namespace polhode::reading_meshes {

namespace {

enum class PlyType { i8, u8, i16, u16, i32, u32, f32, f64 };

struct PlyProperty {
  std::string name;
  PlyType type{};
  bool is_list = false;
  PlyType count{};  ///< of a list
};
struct PlyElement {
  std::string name;
  std::size_t count = 0;
  std::vector<PlyProperty> properties;
};

PlyType ply_type(const Words& words, std::string_view name) {
  constexpr std::string_view kNames[] = {"char", "uchar", "short", "ushort", "int",   "uint",   "float",   "double",
                                         "int8", "uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"};
  for (std::size_t i = 0; i < 16; ++i)
    if (kNames[i] == name) return PlyType(i % 8);
  words.fail(word_text(name) + " is no type of a PLY file");
}

/// The numbers after the header, one after the other.
class PlyNumbers {
 public:
  PlyNumbers(std::string_view body, bool text, bool big_endian)
      : body_(body), words_(body), text_(text), big_endian_(big_endian) {}

  double next(PlyType type) {
    if (text_) try {
        return words_.number<double>(words_.next(), "a number of a table");
      } catch (const InvalidInput& bad) {
        throw InvalidInput("after the header, " + std::string(bad.what()));
      }
    constexpr std::size_t kSizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    const std::size_t size = kSizes[std::size_t(type)];
    if (body_.size() - at_ < size) throw InvalidInput("ends before its last face: it was cut off");
    const char* from = body_.data() + at_;
    at_ += size;
    switch (type) {
      case PlyType::i8:
        return from_bytes<std::int8_t>(from);
      case PlyType::u8:
        return from_bytes<std::uint8_t>(from);
      case PlyType::i16:
        return from_bytes<std::int16_t>(from, big_endian_);
      case PlyType::u16:
        return from_bytes<std::uint16_t>(from, big_endian_);
      case PlyType::i32:
        return from_bytes<std::int32_t>(from, big_endian_);
      case PlyType::u32:
        return from_bytes<std::uint32_t>(from, big_endian_);
      case PlyType::f32:
        return double(from_bytes<float>(from, big_endian_));
      case PlyType::f64:
        return from_bytes<double>(from, big_endian_);
    }
    return 0;
  }
  /// How long a list is; no longer than what is left of the file.
  std::size_t length(PlyType type) {
    const double n = next(type);
    if (!(n >= 0) || n > double(body_.size()) || n != std::floor(n))
      throw InvalidInput("has a face of " + to_text(n) + " corners");
    return std::size_t(n);
  }

 private:
  std::string_view body_;
  Words words_;
  std::size_t at_ = 0;
  bool text_, big_endian_;
};

}  // namespace

Mesh ply_mesh(std::string_view content) {
  Words words(content);
  if (words.on_line() != "ply") throw InvalidInput("is no PLY file: it does not begin with \"ply\"");
  std::string format;
  std::vector<PlyElement> elements;
  for (;;) {
    if (!words.next_line()) words.fail("the header has no end_header: the file was cut off");
    const std::string_view what = words.on_line();
    if (what == "end_header") break;
    if (what == "format") {
      format = words.on_line();
    } else if (what == "element") {
      PlyElement element{std::string(words.on_line()), 0, {}};
      element.count = words.number<std::uint32_t>(words.on_line(), "the number of rows");
      if (element.count > content.size())
        words.fail("says " + std::to_string(element.count) + " rows of " + word_text(element.name) +
                   ", more than the file has bytes");
      elements.push_back(std::move(element));
    } else if (what == "property") {
      if (elements.empty()) words.fail("a property before the first element");
      PlyProperty property;
      std::string_view type = words.on_line();
      if (type == "list") {
        property.is_list = true;
        property.count = ply_type(words, words.on_line());
        type = words.on_line();
      }
      property.type = ply_type(words, type);
      property.name = words.on_line();
      elements.back().properties.push_back(std::move(property));
    } else if (!what.empty() && what != "comment" && what != "obj_info") {
      words.fail(word_text(what) + " is no word of a PLY header");
    }
  }
  const bool text = format == "ascii", big_endian = format == "binary_big_endian";
  if (!text && !big_endian && format != "binary_little_endian")
    throw InvalidInput("has format " + word_text(format) + ", not ascii, binary_little_endian or binary_big_endian");
  if (!words.next_line()) throw InvalidInput("ends with its header: it was cut off");

  Mesh mesh{.points = {}, .triangles = {}, .single = true};
  PlyNumbers numbers(content.substr(words.place()), text, big_endian);
  std::vector<double> corners;
  int axes = 0;
  for (const PlyElement& element : elements) {
    if (element.properties.empty() && element.count > 0)
      throw InvalidInput("has " + std::to_string(element.count) + " rows of " + word_text(element.name) +
                         " with nothing in them");
    for (std::size_t row = 0; row < element.count; ++row) {
      Vec3<double> p{};
      for (const PlyProperty& property : element.properties) {
        if (property.is_list) {
          const bool face =
              element.name == "face" && (property.name == "vertex_indices" || property.name == "vertex_index");
          corners.resize(numbers.length(property.count));
          for (double& corner : corners) corner = numbers.next(property.type);
          if (!face) continue;
          if (corners.size() < 3)
            throw InvalidInput("face " + std::to_string(row + 1) + " has " + std::to_string(corners.size()) +
                               " corners, not 3 or more");
          for (const double corner : corners)
            if (!(corner >= 0) || !(corner < double(mesh.points.size())) || corner != std::floor(corner))
              throw InvalidInput("face " + std::to_string(row + 1) + " has corner " + to_text(corner) +
                                 ", but points count from 0 to " + std::to_string(long(mesh.points.size()) - 1));
          add_face(mesh, corners);
        } else {
          const double x = numbers.next(property.type);
          if (property.name.size() != 1 || property.name[0] < 'x' || property.name[0] > 'z') continue;
          const int axis = property.name[0] - 'x';
          p[axis] = x;
          if (element.name != "vertex") continue;
          axes |= 1 << axis;
          mesh.single = mesh.single && property.type == PlyType::f32;
        }
      }
      if (element.name == "vertex") mesh.points.push_back(p);
    }
  }
  if (axes != 7) throw InvalidInput("has no points: there is no element vertex with x, y and z");
  return mesh;
}

}  // namespace polhode::reading_meshes
