// glb.cpp -- a turning body as a glTF 2.0 animation in one file
//
// Two nodes: "space" turns our z, which is up, into glTF's y; in it "body" is turned by the keys. Players interpolate by the shorter
// way on the sphere of quaternions.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "output/attitude_files.hpp"
#include "output/metadata.hpp"
#include "output/stream.hpp"
#include "polhode/body/invariants.hpp"
#include "polhode/numbers/error.hpp"
#include "polhode/rotation/so3.hpp"

namespace polhode {
static_assert(std::endian::native == std::endian::little, "glTF has little-endian numbers");

namespace {

using GlbJson = nlohmann::ordered_json;

constexpr double kLongestClip = 60;  // s: what lasts longer is played faster; times of glTF are floats
constexpr std::size_t kMostKeys = 10'000'000;

struct Keys {
  std::vector<double> times;
  std::vector<float> turns;  // x y z w of each
};

/// One row in each kKeyTurn, the first and the last; the sign is continuous.
Keys keys_of(const AttitudeData& data) {
  Keys keys;
  const auto add = [&](double t, const Quaternion<double>& q) {
    if (keys.times.size() == kMostKeys)
      throw InvalidInput(
          fmt::format("the body turns by more than {} keys of an animation can show: cut it", kMostKeys));
    keys.times.push_back(t);
    for (const double x : {q.v.x, q.v.y, q.v.z, q.w}) keys.turns.push_back(float(x));
  };
  bool any = false, waiting = false;
  Quaternion<double> key{}, before{};
  double t_before = 0;
  data.rows([&](std::span<const Row> some) {
    for (const Row& row : some) {
      Quaternion<double> q = normalized(row.q);
      if (any && q.w * before.w + dot(q.v, before.v) < 0) q = -1.0 * q;
      if (any && attitude_distance(before, q) > kLargestTurn)
        throw InvalidInput(fmt::format(
            "from t = {} to t = {} the body turns by {:.0f} degrees or more: players would turn it the other way "
            "round; rows at most {:.3g} s apart are needed",
            t_before, row.t, attitude_distance(before, q) * 180 / std::numbers::pi,
            (row.t - t_before) * kLargestTurn / (2 * std::numbers::pi)));
      if (any && waiting && attitude_distance(key, q) > kKeyTurn) add(t_before, key = before), waiting = false;
      if (!any || attitude_distance(key, q) > kKeyTurn)
        add(row.t, key = q), waiting = false;
      else
        waiting = true;
      any = true, before = q, t_before = row.t;
    }
  });
  if (waiting) add(t_before, before);
  return keys;
}

struct Surface {
  std::vector<float> points, normals, colours;  // by three
  std::vector<std::uint16_t> corners;

  /// A corner with a normal, in the axes of the shape, turned into body axes. Opposite sides have colours of their own.
  void add(const Vec3<double>& at, const Vec3<double>& normal, const Vec3<double>& colour, const Look& look) {
    for (const auto& [list, a] : {std::pair(&points, rotate(look.frame, at)),
                                  std::pair(&normals, rotate(look.frame, normal)), std::pair(&colours, colour)})
      for (const double x : {a.x, a.y, a.z}) list->push_back(float(x));
  }
  std::uint16_t count() const { return std::uint16_t(points.size() / 3); }
};

// Of the sides +1, -1, +2, -2, +3, -3; apart for every kind of colour vision (Okabe and Ito).
constexpr std::array<Vec3<double>, 6> kSides{{{0.84, 0.37, 0.0},
                                              {0.90, 0.62, 0.0},
                                              {0.0, 0.62, 0.45},
                                              {0.94, 0.89, 0.26},
                                              {0.0, 0.45, 0.70},
                                              {0.34, 0.71, 0.91}}};

Surface box_of(const Look& look) {
  Surface s;
  for (int side = 0; side < 6; ++side) {
    const int i = side / 2, j = (i + 1) % 3, k = (i + 2) % 3;
    const double sign = side % 2 == 0 ? 1 : -1;
    const std::uint16_t first = s.count();
    for (const auto& [a, b] : {std::pair(-1, -1), std::pair(1, -1), std::pair(1, 1), std::pair(-1, 1)}) {
      Vec3<double> at{}, normal{};
      at[i] = sign * look.size[i] / 2, at[j] = sign * a * look.size[j] / 2, at[k] = b * look.size[k] / 2;
      normal[i] = sign;
      s.add(at, normal, kSides[std::size_t(side)], look);
    }
    for (const int corner : {0, 1, 2, 0, 2, 3}) s.corners.push_back(std::uint16_t(first + corner));
  }
  return s;
}

/// Of an ellipsoid rings of latitude; of a cylinder its mantle and two ends: a profile turned about axis 3.
Surface round_of(const Look& look) {
  struct Ring {
    double radius, z, normal_radius, normal_z;
  };
  constexpr int kRings = 24, kAround = 48;
  std::vector<Ring> rings;
  if (look.shape == Look::Shape::ellipsoid) {
    for (int i = 0; i <= kRings; ++i) {
      const double a = std::numbers::pi * (double(i) / kRings - 0.5);
      rings.push_back({std::cos(a), std::sin(a), std::cos(a), std::sin(a)});
    }
  } else {
    rings = {{0, -1, 0, -1}, {1, -1, 0, -1}, {1, -1, 1, 0}, {1, 1, 1, 0}, {1, 1, 0, 1}, {0, 1, 0, 1}};
  }
  Surface s;
  for (const Ring& ring : rings)
    for (int i = 0; i <= kAround; ++i) {
      const double a = 2 * std::numbers::pi * i / kAround, x = std::cos(a), y = std::sin(a);
      Vec3<double> normal{ring.normal_radius * x / look.size.x, ring.normal_radius * y / look.size.y,
                          ring.normal_z / look.size.z};
      normal = normal / norm(normal);
      const std::size_t side = std::abs(ring.normal_z) > 0.8 ? (ring.normal_z > 0 ? 4u : 5u)
                               : std::abs(x) > std::abs(y)   ? (x > 0 ? 0u : 1u)
                                                             : (y > 0 ? 2u : 3u);
      s.add({ring.radius * x * look.size.x / 2, ring.radius * y * look.size.y / 2, ring.z * look.size.z / 2}, normal,
            kSides[side], look);
    }
  for (int ring = 0; ring + 1 < int(rings.size()); ++ring)
    for (int i = 0; i < kAround; ++i) {
      const int a = ring * (kAround + 1) + i, b = a + kAround + 1;
      for (const int corner : {a, a + 1, b + 1, a, b + 1, b}) s.corners.push_back(std::uint16_t(corner));
    }
  return s;
}

/// Arrays one behind the other, each with its view and its accessor.
class Arrays {
 public:
  template <class T>
  int add(const std::vector<T>& numbers, int width, int target, bool with_bounds) {
    const auto* bytes = reinterpret_cast<const char*>(numbers.data());
    const std::size_t from = bytes_.size(), size = numbers.size() * sizeof(T);
    bytes_.append(bytes, size);
    bytes_.resize((bytes_.size() + 3) / 4 * 4, '\0');
    GlbJson view{{"buffer", 0}, {"byteOffset", from}, {"byteLength", size}};
    if (target != 0) view["target"] = target;
    GlbJson accessor{{"bufferView", views_.size()},
                     {"componentType", sizeof(T) == 2 ? 5123 : 5126},
                     {"count", numbers.size() / std::size_t(width)},
                     {"type", width == 1   ? "SCALAR"
                              : width == 3 ? "VEC3"
                                           : "VEC4"}};
    if (with_bounds) {
      GlbJson low = GlbJson::array(), high = GlbJson::array();
      for (int i = 0; i < width; ++i) {
        T least = numbers[std::size_t(i)], most = least;
        for (std::size_t k = std::size_t(i); k < numbers.size(); k += std::size_t(width))
          least = std::min(least, numbers[k]), most = std::max(most, numbers[k]);
        low.push_back(least), high.push_back(most);
      }
      accessor["min"] = low, accessor["max"] = high;
    }
    views_.push_back(view), accessors_.push_back(accessor);
    return int(accessors_.size()) - 1;
  }
  const GlbJson& views() const { return views_; }
  const GlbJson& accessors() const { return accessors_; }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
  GlbJson views_ = GlbJson::array(), accessors_ = GlbJson::array();
};

std::string word(std::uint32_t value) {
  std::string bytes(4, '\0');
  std::memcpy(bytes.data(), &value, 4);
  return bytes;
}

}  // namespace

void write_glb(std::FILE* file, const AttitudeData& data) {
  const Keys keys = keys_of(data);
  const double start = keys.times.front(), length = keys.times.back() - start;
  const double pace = length > kLongestClip ? length / kLongestClip : 1;
  std::vector<float> times;
  for (const double t : keys.times) {
    times.push_back(float((t - start) / pace));
    if (times.size() > 1 && !(times.back() > times[times.size() - 2]))
      throw InvalidInput(
          fmt::format("t = {}: times of glTF are single precision, which cannot tell it from the row before it; "
                      "cut the run into shorter ones",
                      t));
  }
  // Metres, except of bodies that viewers cannot come near enough to, or not far enough away from.
  const double largest = std::max({data.look.size.x, data.look.size.y, data.look.size.z});
  const double unit = largest < 1e-2 || largest > 1e4 ? largest : 1;
  Look look = data.look;
  look.size = look.size / unit;
  const Surface surface = look.shape == Look::Shape::box ? box_of(look) : round_of(look);
  Arrays arrays;
  constexpr int kVertices = 34962, kIndices = 34963;
  const int at = arrays.add(surface.points, 3, kVertices, true),
            normal = arrays.add(surface.normals, 3, kVertices, false),
            colour = arrays.add(surface.colours, 3, kVertices, false),
            corners = arrays.add(surface.corners, 1, kIndices, false), time = arrays.add(times, 1, 0, true),
            turn = arrays.add(keys.turns, 4, 0, false);
  const double r = std::numbers::sqrt2 / 2;
  const SpaceObject& object = data.object;
  GlbJson about{{"seconds_per_second", pace},
                {"metres_per_unit", unit},
                {"start", start},
                {"frame", object.frame},
                {"comments", data.comments}};
  if (!object.name.empty()) about["object"] = object.name;
  if (!object.id.empty()) about["id"] = object.id;
  if (object.epoch && object.time_system == "UTC") about["epoch"] = date_text(*object.epoch) + "Z";
  const auto list = [](const GlbJson& one) { return GlbJson::array({one}); };
  GlbJson json = GlbJson::object();
  json["asset"] = {{"version", "2.0"}, {"generator", "polhode " + data.version}};
  json["extras"]["polhode"] = about;
  json["scene"] = 0;
  json["scenes"] = list({{"nodes", list(0)}});
  GlbJson space{{"name", "space"}}, body{{"name", "body"}, {"mesh", 0}};
  space["rotation"] = GlbJson::array({-r, 0.0, 0.0, r});
  space["children"] = list(1);
  json["nodes"] = GlbJson::array({space, body});
  GlbJson material, primitive, animation;
  material["pbrMetallicRoughness"] = {{"metallicFactor", 0.0}, {"roughnessFactor", 0.8}};
  json["materials"] = list(material);
  primitive["attributes"] = {{"POSITION", at}, {"NORMAL", normal}, {"COLOR_0", colour}};
  primitive["indices"] = corners;
  primitive["material"] = 0;
  json["meshes"] = list({{"primitives", list(primitive)}});
  animation["name"] = "motion";
  animation["channels"] = list({{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}});
  animation["samplers"] = list({{"input", time}, {"output", turn}, {"interpolation", "LINEAR"}});
  json["animations"] = list(animation);
  json["accessors"] = arrays.accessors();
  json["bufferViews"] = arrays.views();
  json["buffers"] = list({{"byteLength", arrays.bytes().size()}});
  std::string text = text_of(json);
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const std::size_t whole = 12 + 8 + text.size() + 8 + arrays.bytes().size();
  if (whole >= std::size_t(1) << 32)
    throw InvalidInput("the animation would be larger than 4 GB, which GLB cannot hold");
  put(file, "glTF" + word(2) + word(std::uint32_t(whole)) + word(std::uint32_t(text.size())) + "JSON" + text +
                word(std::uint32_t(arrays.bytes().size())) + std::string("BIN\0", 4));
  put(file, arrays.bytes());
}

}  // namespace polhode
