// gltf.cpp -- glTF 2.0: a tree of nodes in JSON, arrays in a block of bytes; .glb holds both in one file
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <vector>

#include <nlohmann/json.hpp>

#include "mesh/readers.hpp"
#include "polhode/rotation/mat3.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode::reading_meshes {

namespace {

using Gltf = nlohmann::json;

constexpr std::uint32_t kGlbMagic = 0x46546C67, kGlbJson = 0x4E4F534A, kGlbBytes = 0x004E4942;
constexpr int kMostNodes = 100'000, kDeepest = 200;  // of the tree: a file that is none may go round for ever

struct Affine {
  Mat3<double> A = Mat3<double>::identity();
  Vec3<double> b{};
};

class GltfReader {
 public:
  GltfReader(Gltf file, std::string_view first_buffer, const std::string& folder) : file_(std::move(file)) {
    for (const Gltf& name : list("extensionsRequired"))
      if (name == "KHR_draco_mesh_compression" || name == "EXT_meshopt_compression")
        throw InvalidInput("is compressed (" + name.get<std::string>() +
                           "), which cannot be read; save it without compression");
    for (const Gltf& buffer : list("buffers")) {
      if (!buffer.contains("uri")) {
        buffers_.emplace_back(first_buffer);
        continue;
      }
      const auto uri = buffer.at("uri").get<std::string>();
      buffers_.push_back(uri.starts_with("data:") ? decoded(uri) : beside(folder, uri));
    }
  }

  Mesh read() {
    const Gltf& scenes = list("scenes");
    if (scenes.empty()) {  // a library of parts
      std::vector<bool> child(list("nodes").size());
      for (const Gltf& node : list("nodes"))
        for (const Gltf& one : node.value("children", Gltf::array()))
          if (one.get<std::size_t>() < child.size()) child[one.get<std::size_t>()] = true;
      for (std::size_t i = 0; i < child.size(); ++i)
        if (!child[i]) add_node(i, {}, 0);
    } else {
      for (const Gltf& root : scenes.at(file_.value("scene", std::size_t(0))).value("nodes", Gltf::array()))
        add_node(root.get<std::size_t>(), {}, 0);
    }
    return std::move(mesh_);
  }

 private:
  Gltf file_;
  std::vector<std::string> buffers_;
  Mesh mesh_{.points = {}, .triangles = {}, .single = true};
  int nodes_ = 0;

  const Gltf& list(const char* name) const {
    static const Gltf kNone = Gltf::array();
    return file_.contains(name) ? file_.at(name) : kNone;
  }
  static std::string decoded(const std::string& uri) {
    const std::size_t comma = uri.find(",");
    if (comma == std::string::npos || uri.substr(0, comma).find("base64") == std::string::npos)
      throw InvalidInput("has a data URI that is not base64");
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : std::string_view(uri).substr(comma + 1)) {
      const std::size_t digit = kDigits.find(c);
      if (digit == std::string_view::npos) break;  // =
      bits = bits << 6 | std::uint32_t(digit);
      if ((held += 6) >= 8) bytes += char(bits >> (held -= 8) & 0xFF);
    }
    return bytes;
  }
  static std::string beside(const std::string& folder, const std::string& uri) {
    if (folder.empty() || uri.find("..") != std::string::npos || uri.find(':') != std::string::npos ||
        uri.starts_with('/'))
      throw InvalidInput("names a file outside of its folder: " + word_text(uri));
    try {
      return content_of((std::filesystem::path(folder) / uri).string());
    } catch (const InvalidInput& bad) {
      throw InvalidInput("names a file " + word_text(uri) + ", which " + bad.what());
    }
  }

  static Affine transform_of(const Gltf& node) {
    Affine t;
    if (node.contains("matrix")) {  // by columns
      const auto m = node.at("matrix").get<std::array<double, 16>>();
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) t.A[int(i)][int(j)] = m[4 * j + i];
        t.b[int(i)] = m[12 + i];
      }
      return t;
    }
    const auto q = node.value("rotation", std::array<double, 4>{0, 0, 0, 1});  // x y z w
    const auto s = node.value("scale", std::array<double, 3>{1, 1, 1});
    const auto b = node.value("translation", std::array<double, 3>{0, 0, 0});
    const Mat3<double> R = to_matrix(normalized(Quaternion<double>{q[3], {q[0], q[1], q[2]}}));
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) t.A[i][j] = R[i][j] * s[std::size_t(j)];
      t.b[i] = b[std::size_t(i)];
    }
    return t;
  }
  void add_node(std::size_t index, const Affine& above, int depth) {
    if (++nodes_ > kMostNodes || depth > kDeepest) throw InvalidInput("has a tree of nodes without an end");
    const Gltf& node = list("nodes").at(index);
    const Affine own = transform_of(node);
    const Affine here{above.A * own.A, above.A * own.b + above.b};
    if (node.contains("mesh"))
      for (const Gltf& primitive : list("meshes").at(node.at("mesh").get<std::size_t>()).at("primitives"))
        add_primitive(primitive, here);
    for (const Gltf& child : node.value("children", Gltf::array())) add_node(child.get<std::size_t>(), here, depth + 1);
  }
  void add_primitive(const Gltf& primitive, const Affine& to) {
    const int mode = primitive.value("mode", 4);
    if (mode < 4 || !primitive.at("attributes").contains("POSITION")) return;  // points and lines
    const std::vector<double> x = numbers(primitive.at("attributes").at("POSITION").get<std::size_t>(), 3);
    const auto first = std::uint32_t(mesh_.points.size());
    const std::size_t points = x.size() / 3;
    if (mesh_.points.size() + points > 1'000'000'000) throw InvalidInput("has more than 1e9 points");
    for (std::size_t i = 0; i < points; ++i)
      mesh_.points.push_back(to.A * Vec3<double>{x[3 * i], x[3 * i + 1], x[3 * i + 2]} + to.b);
    std::vector<std::uint32_t> corners;
    if (primitive.contains("indices")) {
      for (const double n : numbers(primitive.at("indices").get<std::size_t>(), 1)) {
        if (!(n >= 0 && n < double(points)))
          throw InvalidInput("has a face with corner " + to_text(n) + ", but points count from 0 to " +
                             std::to_string(long(points) - 1));
        corners.push_back(first + std::uint32_t(n));
      }
    } else {
      for (std::size_t i = 0; i < points; ++i) corners.push_back(first + std::uint32_t(i));
    }
    // A transform that mirrors turns the winding.
    const double determinant = dot(to.A[0], cross(to.A[1], to.A[2]));
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      determinant < 0 ? mesh_.triangles.push_back({a, c, b}) : mesh_.triangles.push_back({a, b, c});
    };
    const std::size_t n = corners.size();
    if (mode == 4)
      for (std::size_t i = 0; i + 2 < n; i += 3) add(corners[i], corners[i + 1], corners[i + 2]);
    else if (mode == 5)  // a strip
      for (std::size_t i = 0; i + 2 < n; ++i) add(corners[i], corners[i + 1 + i % 2], corners[i + 2 - i % 2]);
    else if (mode == 6)  // a fan
      for (std::size_t i = 1; i + 1 < n; ++i) add(corners[0], corners[i], corners[i + 1]);
  }

  /// What an accessor gives, of so many numbers each.
  std::vector<double> numbers(std::size_t index, std::size_t width) const {
    const Gltf& accessor = list("accessors").at(index);
    if (accessor.contains("sparse")) throw InvalidInput("has a sparse accessor, which cannot be read");
    const std::string type = accessor.at("type");
    if (type != (width == 3 ? "VEC3" : "SCALAR")) throw InvalidInput("has an accessor of type " + word_text(type));
    const int component = accessor.at("componentType");
    const std::size_t size = component == 5120 || component == 5121   ? 1
                             : component == 5122 || component == 5123 ? 2
                             : component == 5125 || component == 5126 ? 4
                                                                      : 0;
    if (size == 0) throw InvalidInput("has numbers of the unknown type " + std::to_string(component));
    const double largest = component == 5120 ? 127 : component == 5121 ? 255 : component == 5122 ? 32767 : 65535;
    const double unit = accessor.value("normalized", false) && component < 5125 ? largest : 1;
    const auto count = accessor.at("count").get<std::size_t>();
    const Gltf& view = list("bufferViews").at(accessor.at("bufferView").get<std::size_t>());
    const auto which = view.at("buffer").get<std::size_t>();
    if (which >= buffers_.size()) throw InvalidInput("has no buffer " + std::to_string(which));
    const std::string_view bytes = buffers_[which];
    const auto stride = view.value("byteStride", width * size);
    const auto from = view.value("byteOffset", std::size_t(0)), more = accessor.value("byteOffset", std::size_t(0));
    if (from > bytes.size() || more > bytes.size() || stride == 0 || count > bytes.size() ||
        (count > 0 && (stride > bytes.size() || from + more + (count - 1) * stride + width * size > bytes.size())))
      throw InvalidInput("says " + std::to_string(count) +
                         " rows of numbers, more than it has bytes for: it was cut off");
    std::vector<double> all(count * width);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const char* at = bytes.data() + from + more + i / width * stride + i % width * size;
      all[i] = (component == 5120   ? double(from_bytes<std::int8_t>(at))
                : component == 5121 ? double(from_bytes<std::uint8_t>(at))
                : component == 5122 ? double(from_bytes<std::int16_t>(at))
                : component == 5123 ? double(from_bytes<std::uint16_t>(at))
                : component == 5125 ? double(from_bytes<std::uint32_t>(at))
                                    : double(from_bytes<float>(at))) /
               unit;
    }
    return all;
  }
};

}  // namespace

Mesh gltf_mesh(std::string_view content, bool binary, const std::string& folder) {
  std::string_view text = content, bytes;
  if (binary) {
    if (content.size() < 20 || from_bytes<std::uint32_t>(content.data()) != kGlbMagic)
      throw InvalidInput("is no GLB file: it does not begin with \"glTF\"");
    if (const auto version = from_bytes<std::uint32_t>(content.data() + 4); version != 2)
      throw InvalidInput("is glTF of version " + std::to_string(version) + ", not 2");
    std::string_view rest = content.substr(12);
    text = {};
    while (rest.size() >= 8) {
      const auto length = from_bytes<std::uint32_t>(rest.data()), kind = from_bytes<std::uint32_t>(rest.data() + 4);
      if (length > rest.size() - 8) throw InvalidInput("ends within a chunk: it was cut off");
      if (kind == kGlbJson) text = rest.substr(8, length);
      if (kind == kGlbBytes) bytes = rest.substr(8, length);
      rest.remove_prefix(8 + length);
    }
  }
  try {
    return GltfReader(Gltf::parse(text), bytes, folder).read();
  } catch (const Gltf::exception& bad) {
    std::string what = bad.what();
    std::ranges::replace_if(what, [](unsigned char c) { return c < 0x20 || c >= 0x7F; }, '?');
    throw InvalidInput("is no good glTF: " + what.substr(0, 200));
  }
}

}  // namespace polhode::reading_meshes
