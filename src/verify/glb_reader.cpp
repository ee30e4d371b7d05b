// glb_reader.cpp -- the turning node of a glTF animation; times and quaternions are single precision
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "polhode/numbers/error.hpp"
#include "verify/lines.hpp"
#include "verify/trajectory.hpp"

namespace polhode {
namespace {

using GlbJson = nlohmann::json;

std::uint32_t word_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  if (at + 4 > bytes.size()) throw InvalidInput("is cut off: no whole GLB file");
  std::memcpy(&value, bytes.data() + at, 4);
  return value;
}

/// Rows of floats behind an accessor.
std::vector<float> floats(const GlbJson& file, std::string_view bytes, std::size_t index, const char* type,
                          std::size_t width) {
  const GlbJson& accessor = file.at("accessors").at(index);
  if (accessor.at("type") != type || accessor.at("componentType") != 5126)
    throw InvalidInput("its keys are no floats of type " + std::string(type));
  const GlbJson& view = file.at("bufferViews").at(accessor.at("bufferView").get<std::size_t>());
  if (view.contains("byteStride")) throw InvalidInput("its keys are not packed (byteStride)");
  const auto from = view.value("byteOffset", std::size_t(0)) + accessor.value("byteOffset", std::size_t(0));
  const auto count = accessor.at("count").get<std::size_t>();
  if (from > bytes.size() || count > (bytes.size() - from) / (4 * width))
    throw InvalidInput("says " + std::to_string(count) + " keys, more than it has bytes for: it was cut off");
  std::vector<float> all(count * width);
  std::memcpy(all.data(), bytes.data() + from, 4 * all.size());
  return all;
}

Trajectory animation_of(const std::string& name) {
  std::ifstream stream(name, std::ios::binary);
  if (!stream) throw InvalidInput(std::string("cannot be read: ") + std::strerror(errno));
  const std::string content{std::istreambuf_iterator<char>(stream), {}};
  if (word_at(content, 0) != 0x46546C67) throw InvalidInput("is no GLB file: it does not begin with \"glTF\"");
  if (word_at(content, 4) != 2)
    throw InvalidInput("is glTF of version " + std::to_string(word_at(content, 4)) + ", not 2");
  const std::size_t length = word_at(content, 12);
  if (word_at(content, 16) != 0x4E4F534A || length > content.size() - 20)
    throw InvalidInput("is cut off: no whole GLB file");
  const GlbJson file = GlbJson::parse(std::string_view(content).substr(20, length));
  if (word_at(content, 20 + length + 4) != 0x004E4942) throw InvalidInput("has no block of numbers");
  const std::string_view bytes = std::string_view(content).substr(28 + length);

  if (!file.contains("animations") || file["animations"].empty()) throw InvalidInput("has no animation");
  const GlbJson& animation = file["animations"][0];
  const GlbJson* sampler = nullptr;
  for (const GlbJson& channel : animation.at("channels"))
    if (channel.at("target").at("path") == "rotation") {
      if (sampler != nullptr)
        throw InvalidInput("more than one node turns in its first animation, where one body must");
      sampler = &animation.at("samplers").at(channel.at("sampler").get<std::size_t>());
    }
  if (sampler == nullptr) throw InvalidInput("no node turns in its first animation");
  if (sampler->value("interpolation", "LINEAR") != "LINEAR")
    throw InvalidInput("its keys are not LINEAR, which is what can be read");
  const std::vector<float> times = floats(file, bytes, sampler->at("input").get<std::size_t>(), "SCALAR", 1),
                           turns = floats(file, bytes, sampler->at("output").get<std::size_t>(), "VEC4", 4);
  if (4 * times.size() != turns.size() || times.empty()) throw InvalidInput("has not one quaternion for each time");

  Trajectory trajectory;
  trajectory.file = name;
  trajectory.xyzw = true, trajectory.space_to_body = false, trajectory.rates_made = true;
  double pace = 1, start = 0;
  if (file.contains("extras") && file["extras"].is_object() && file["extras"].contains("polhode")) {  // ours
    const GlbJson& about = file["extras"]["polhode"];
    pace = about.value("seconds_per_second", 1.0), start = about.value("start", 0.0);
    trajectory.object.said = true;
    for (const char* key : {"object", "id", "epoch", "frame"})
      if (about.contains(key)) read_header(std::string(key) + ": " + about[key].get<std::string>(), trajectory);
  }
  for (std::size_t i = 0; i < times.size(); ++i) {
    FileRow row;
    row.t = start + pace * double(times[i]);
    for (std::size_t k = 0; k < 4; ++k) row.q[k] = double(turns[4 * i + k]);
    if (const std::string fault = why_bad(row, i == 0 ? nullptr : &trajectory.rows.back()); !fault.empty())
      throw InvalidInput("key " + std::to_string(i) + ": " + fault);
    trajectory.rows.push_back(row);
  }
  return trajectory;
}

}  // namespace

Trajectory read_glb(const std::string& file) {
  try {
    return animation_of(file);
  } catch (const InvalidInput& bad) {
    refuse_at(file, 0, bad.what());
  } catch (const GlbJson::exception& bad) {
    refuse_at(file, 0, "is no good glTF: " + one_line(bad.what()));
  }
}

}  // namespace polhode
