// sealed_file.cpp -- what checkpoints of runs and of ensembles have in common
#include "output/sealed_file.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <system_error>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "output/files.hpp"
#include "output/npy.hpp"

namespace polhode {

namespace fs = std::filesystem;

using nlohmann::json;

namespace {

constexpr std::string_view kMagic{"polhode\x1a", 8};
constexpr std::size_t kSealTail = 4;

std::uint32_t format_at(std::string_view head) {
  return std::uint32_t(integer_at(head, kMagic.size(), 4));
}
std::uint64_t length_at(std::string_view head) {
  return integer_at(head, kMagic.size() + 4, 8);
}
bool is_of_ensembles(std::uint32_t format) {
  return format >= kEnsembleFormats;
}

/// The beginning of a file with a seal; empty if it is another.
std::string head_of(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return "";
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return "";
  std::string head(kSealHead, '\0');
  head.resize(std::fread(head.data(), 1, head.size(), file));
  std::fclose(file);
  return head.starts_with(kMagic) ? head : "";
}

}  // namespace

ReadResult read_scenario(const Request& request) {
  return read_scenario(request.scenario_text, request.scenario_file, request.overrides, request.files);
}

std::string sealed(std::uint32_t format, const json& content) {
  const std::vector<std::uint8_t> body = json::to_cbor(content);
  std::string file(kMagic);
  put_integer(file, format, 4);
  put_integer(file, body.size(), 8);
  file.append(reinterpret_cast<const char*>(body.data()), body.size());
  put_integer(file, checksum(0, std::string_view(file).substr(kSealHead)), 4);
  return file;
}

std::uint64_t sealed_size(std::string_view head) {
  if (head.size() < kSealHead || !head.starts_with(kMagic)) return head.size();
  const std::uint64_t length = length_at(head), around = kSealHead + kSealTail;
  return length > ~around ? ~std::uint64_t{0} : length + around;
}

CheckpointError damaged(std::string_view name, const std::string& why) {
  return {std::string(name), "the checkpoint is damaged: " + why};
}

json unsealed(std::string_view bytes, std::uint32_t format, std::string_view name, std::string_view version) {
  if (!bytes.starts_with(kMagic))
    throw CheckpointError(std::string(name),
                          bytes.empty() ? "the file is empty" : "this is not a checkpoint of polhode");
  if (bytes.size() < kSealHead + kSealTail) throw damaged(name, fmt::format("it ends after {} bytes", bytes.size()));
  const std::uint32_t found = format_at(bytes);
  const auto of_another_format = [&](const std::string& by) {
    const std::uint32_t of_ensembles = is_of_ensembles(format) ? kEnsembleFormats : 0;
    return CheckpointError(std::string(name),
                           fmt::format("the checkpoint has format {}; this program reads format {} (it was written by "
                                       "{}; go on with that one, or begin again)",
                                       found - of_ensembles, format - of_ensembles, by));
  };
  if (found > format) throw of_another_format("a later version");
  const std::uint64_t length = length_at(bytes), there = bytes.size() - kSealHead - kSealTail;
  if (length != there) throw damaged(name, fmt::format("it should have {} bytes of content and has {}", length, there));
  const std::string_view body = bytes.substr(kSealHead, length);
  if (checksum(0, body) != integer_at(bytes, kSealHead + length, 4))
    throw damaged(name, "its checksum does not fit its content");
  json content;
  std::string by;
  try {
    content = json::from_cbor(body);
    by = content.at("version").get<std::string>();
  } catch (const std::exception& error) {
    throw damaged(name, error.what());
  }
  if (found < format) throw of_another_format("an earlier polhode, " + by);
  if (by != version)
    throw CheckpointError(
        std::string(name),
        fmt::format("the checkpoint was written by polhode {}, this is {}; the same version is needed "
                    "to go on bit for bit",
                    by, version));
  return content;
}

bool is_sealed(const fs::path& path) {
  return !head_of(path).empty();
}
bool is_ensemble_checkpoint(const fs::path& path) {
  const std::string head = head_of(path);
  return head.size() == kSealHead && is_of_ensembles(format_at(head));
}

fs::path home_of(const fs::path& checkpoint) {
  return fs::path(whole_path(target_of(checkpoint))).parent_path();
}
std::string path_from(const fs::path& home, const std::string& path) {
  return path.empty() ? path : fs::path(path).lexically_relative(home).string();
}
std::string path_in(const fs::path& home, const std::string& relative) {
  return relative.empty() ? relative : (home / relative).lexically_normal().string();
}

template <class T>
T integer(const json& value) {
  if (!value.is_number_integer()) throw std::out_of_range("a number that is no integer");
  if (value.is_number_unsigned() ? !std::in_range<T>(value.get<std::uint64_t>())
                                 : !std::in_range<T>(value.get<std::int64_t>()))
    throw std::out_of_range("an integer that is too large");
  return value.get<T>();
}
template int integer<int>(const json&);
template long integer<long>(const json&);
template std::uint32_t integer<std::uint32_t>(const json&);
template std::uint64_t integer<std::uint64_t>(const json&);

void put_integer(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
}
std::uint64_t integer_at(std::string_view in, std::size_t at, int bytes) {
  std::uint64_t value = 0;
  for (int i = 0; i < bytes; ++i)
    value |= std::uint64_t(static_cast<unsigned char>(in[at + std::size_t(i)])) << (8 * i);
  return value;
}

json binary(const void* data, std::size_t size) {
  const auto* bytes = static_cast<const std::uint8_t*>(data);
  return json::binary({bytes, bytes + size});
}
std::string bytes_of(const json& binary) {
  const auto& bytes = binary.get_binary();
  return {bytes.begin(), bytes.end()};
}

namespace {

/// f(key, value) for each of them.
void for_each_override(auto& overrides, const auto& f) {
  f("method", overrides.method), f("flow", overrides.flow);
  f("step", overrides.step), f("steps", overrides.steps);
  f("end", overrides.end), f("accuracy", overrides.accuracy);
  f("bodies", overrides.bodies), f("seed", overrides.seed);
  f("quantities", overrides.quantities);
}

}  // namespace

json to_json(const Request& request, std::string_view version) {
  json overrides = json::object(), files = json::array();
  for_each_override(request.overrides, [&](const char* key, const auto& value) {
    if (value) overrides[key] = *value;
  });
  for (const InputFile& file : request.files)
    files.push_back({{"name", file.name}, {"text", binary(file.text.data(), file.text.size())}});
  return {{"version", version},
          {"scenario_file", request.scenario_file},
          {"scenario_text", binary(request.scenario_text.data(), request.scenario_text.size())},
          {"overrides", overrides},
          {"output", request.output},
          {"files", files}};
}

void from_json(const json& content, Request& request) {
  const json& overrides = content.at("overrides");
  for_each_override(request.overrides, [&]<class T>(const char* key, std::optional<T>& value) {
    if (!overrides.contains(key)) return;
    if constexpr (std::is_integral_v<T>)
      value = integer<T>(overrides.at(key));
    else
      value = overrides.at(key).get<T>();
  });
  request.scenario_file = content.at("scenario_file").get<std::string>();
  request.scenario_text = bytes_of(content.at("scenario_text"));
  request.output = content.at("output").get<std::string>();
  for (const json& file : content.at("files"))
    request.files.push_back({file.at("name").get<std::string>(), "", bytes_of(file.at("text"))});
}

}  // namespace polhode
