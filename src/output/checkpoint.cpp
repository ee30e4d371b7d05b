// checkpoint.cpp -- a run in a file, whole
#include "output/checkpoint.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>
#include <zlib.h>

#include "output/files.hpp"
#include "output/stream.hpp"

namespace polhode {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;
using Bytes = std::vector<unsigned char>;

constexpr std::array<unsigned char, 8> kMagic{'p', 'o', 'l', 'h', 'o', 'd', 'e', 0x1a};
constexpr std::string_view kRowsEnding = ".rows";
constexpr std::size_t kHead = kMagic.size() + 4 + 8, kTail = 4;

void put_integer(Bytes& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<unsigned char>(value >> (8 * i)));
}
std::uint64_t integer_at(std::span<const unsigned char> in, std::size_t at, int bytes) {
  std::uint64_t value = 0;
  for (int i = 0; i < bytes; ++i) value |= std::uint64_t(in[at + std::size_t(i)]) << (8 * i);
  return value;
}
std::uint32_t checksum(std::span<const unsigned char> bytes) {
  return std::uint32_t(crc32_z(0, bytes.data(), bytes.size()));
}

/// An integer, which fits; what is damaged may be a float there, and that must not be converted.
template <class T>
T integer(const json& value) {
  if (!value.is_number_integer()) throw std::out_of_range("a number that is no integer");
  if (value.is_number_unsigned() ? !std::in_range<T>(value.get<std::uint64_t>())
                                 : !std::in_range<T>(value.get<std::int64_t>()))
    throw std::out_of_range("an integer that is too large");
  return value.get<T>();
}

// Numbers as their bits: no way through text, and infinities and NaNs stay what they are.
json bits(std::initializer_list<double> numbers) {
  json list = json::array();
  for (const double x : numbers) list.push_back(std::bit_cast<std::uint64_t>(x));
  return list;
}
template <std::size_t n>
std::array<double, n> numbers(const json& list) {
  if (!list.is_array() || list.size() != n) throw std::out_of_range("a list of the wrong length");
  std::array<double, n> x;
  for (std::size_t i = 0; i < n; ++i) x[i] = std::bit_cast<double>(integer<std::uint64_t>(list[i]));
  return x;
}
template <class T>
void put_optional(json& to, const char* key, const std::optional<T>& value) {
  if (value) to[key] = *value;
}
template <class T>
void get_optional(const json& from, const char* key, std::optional<T>& value) {
  if (!from.contains(key)) return;
  if constexpr (std::is_integral_v<T>)
    value = integer<T>(from.at(key));
  else
    value = from.at(key).get<T>();
}

json to_json(const PrincipalState<double>& s) {
  return bits({s.Q.w, s.Q.v.x, s.Q.v.y, s.Q.v.z, s.m.x, s.m.y, s.m.z});
}
PrincipalState<double> state_from(const json& list) {
  const auto x = numbers<7>(list);
  if (!std::ranges::all_of(x, [](double y) { return std::isfinite(y); }))
    throw std::out_of_range("an impossible state");
  return {{x[0], {x[1], x[2], x[3]}}, {x[4], x[5], x[6]}};
}
/// The method's fields by name.
json to_json(const MoverMemory& memory) {
  json fields = json::object();
  for (const auto& [name, value] : memory) fields[name] = std::bit_cast<std::uint64_t>(value);
  return fields;
}
MoverMemory memory_from(const json& fields) {
  MoverMemory memory;
  for (const auto& [name, value] : fields.items())
    memory.emplace_back(name, std::bit_cast<double>(integer<std::uint64_t>(value)));
  return memory;
}

// There may be half a million of them: 16 bytes each, the bits of the time, the number of the event, its direction.
Bytes to_bytes(std::span<const Crossing> crossings) {
  Bytes bytes;
  bytes.reserve(16 * crossings.size());
  for (const Crossing& one : crossings) {
    put_integer(bytes, std::bit_cast<std::uint64_t>(one.t), 8);
    put_integer(bytes, std::uint64_t(one.event), 4);
    put_integer(bytes, one.rising ? 1 : 0, 4);
  }
  return bytes;
}
std::vector<Crossing> crossings_from(std::span<const unsigned char> bytes, std::size_t events) {
  if (bytes.size() % 16 != 0) throw std::out_of_range("a list of events of the wrong length");
  std::vector<Crossing> all(bytes.size() / 16);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint64_t event = integer_at(bytes, 16 * i + 8, 4);
    if (event >= events) throw std::out_of_range("an impossible event");
    all[i] = {int(event), integer_at(bytes, 16 * i + 12, 4) == 1, std::bit_cast<double>(integer_at(bytes, 16 * i, 8))};
  }
  return all;
}

json to_json(const Checkpoint& c, std::string_view version) {
  const RunSettings& s = c.settings;
  json overrides = json::object();
  put_optional(overrides, "method", s.overrides.method);
  put_optional(overrides, "flow", s.overrides.flow);
  put_optional(overrides, "step", s.overrides.step);
  put_optional(overrides, "steps", s.overrides.steps);
  put_optional(overrides, "end", s.overrides.end);
  put_optional(overrides, "accuracy", s.overrides.accuracy);

  const RunPosition& p = c.position;
  json sums = json::array(), companions = json::array(), files = json::array();
  for (const InputFile& file : s.files)
    files.push_back({{"name", file.name}, {"text", json::binary({file.text.begin(), file.text.end()})}});
  for (const auto sum : kCertificateSums) sums.push_back(std::bit_cast<std::uint64_t>(p.certificate.*sum));
  for (const CompanionPosition& one : p.companions)
    companions.push_back({{"state", to_json(one.state)}, {"memory", to_json(one.memory)}, {"failed", one.failed}});
  json events = json::array();
  for (const EventMemory& one : p.events) events.push_back({{"sign", one.sign}, {"found", one.found}});
  const Bytes ended = p.ended ? to_bytes({&*p.ended, 1}) : Bytes{};
  return {{"version", version},
          {"scenario_file", s.scenario_file},
          {"scenario_text", json::binary({s.scenario_text.begin(), s.scenario_text.end()})},
          {"overrides", overrides},
          {"output", s.output},
          {"svg_folder", s.svg_folder},
          {"require", s.require},
          {"estimate", s.estimate},
          {"rows_file", s.rows_file},
          {"rows_checksum", c.rows_checksum},
          {"checkpoint_every", s.checkpoint_every},
          {"files", files},
          {"stretch", p.stretch},
          {"step", p.step},
          {"steps", p.steps},
          {"rows", p.rows},
          {"torque_evaluations", p.torque_evaluations},
          {"solver_iterations", p.solver_iterations},
          {"state", to_json(p.state)},
          {"memory", to_json(p.memory)},
          {"certificate", sums},
          {"companions", companions},
          {"events", events},
          {"crossings", json::binary(to_bytes(p.crossings))},
          {"ended", json::binary(ended)},
          {"cpu_seconds", bits({p.cpu_seconds})}};
}

Checkpoint from_json(const json& j) {
  Checkpoint c;
  RunSettings& s = c.settings;
  s.scenario_file = j.at("scenario_file").get<std::string>();
  const auto& text = j.at("scenario_text").get_binary();
  s.scenario_text.assign(text.begin(), text.end());
  const json& overrides = j.at("overrides");
  get_optional(overrides, "method", s.overrides.method);
  get_optional(overrides, "flow", s.overrides.flow);
  get_optional(overrides, "step", s.overrides.step);
  get_optional(overrides, "steps", s.overrides.steps);
  get_optional(overrides, "end", s.overrides.end);
  get_optional(overrides, "accuracy", s.overrides.accuracy);
  s.output = j.at("output").get<std::string>();
  s.svg_folder = j.at("svg_folder").get<std::string>();
  s.require = j.at("require").get<std::string>();
  s.estimate = j.at("estimate").get<bool>();
  s.rows_file = j.at("rows_file").get<std::string>();
  c.rows_checksum = integer<std::uint32_t>(j.at("rows_checksum"));
  s.checkpoint_every = integer<long>(j.at("checkpoint_every"));
  for (const json& file : j.at("files")) {
    const auto& content = file.at("text").get_binary();
    s.files.push_back({file.at("name").get<std::string>(), "", {content.begin(), content.end()}});
  }

  RunPosition& p = c.position;
  p.stretch = integer<long>(j.at("stretch"));
  p.step = integer<long>(j.at("step"));
  p.steps = integer<long>(j.at("steps"));
  p.rows = integer<long>(j.at("rows"));
  p.torque_evaluations = integer<long>(j.at("torque_evaluations"));
  p.solver_iterations = integer<long>(j.at("solver_iterations"));
  p.state = state_from(j.at("state"));
  p.memory = memory_from(j.at("memory"));
  const auto sums = numbers<std::size(kCertificateSums)>(j.at("certificate"));
  for (std::size_t i = 0; i < sums.size(); ++i) p.certificate.*kCertificateSums[i] = sums[i];
  for (std::size_t i = 0; i < p.companions.size(); ++i) {
    const json& one = j.at("companions").at(i);
    p.companions[i] = {state_from(one.at("state")), memory_from(one.at("memory")), one.at("failed").get<bool>()};
  }
  for (const json& one : j.at("events"))
    p.events.push_back({integer<int>(one.at("sign")), integer<long>(one.at("found"))});
  p.crossings = crossings_from(j.at("crossings").get_binary(), p.events.size());
  if (const auto ended = crossings_from(j.at("ended").get_binary(), p.events.size()); !ended.empty())
    p.ended = ended[0];
  p.cpu_seconds = numbers<1>(j.at("cpu_seconds"))[0];

  const bool possible = p.stretch >= 0 && p.step >= 0 && p.steps >= 0 && p.rows >= 0 && s.checkpoint_every > 0;
  if (!possible) throw std::out_of_range("an impossible position");
  // It will be cut and at last removed: nothing but a file of rows may be meant.
  if (!s.rows_file.empty() && (s.rows_file.find('/') != std::string::npos || !s.rows_file.starts_with('.') ||
                               !s.rows_file.ends_with(kRowsEnding)))
    throw std::out_of_range("an impossible name of the file of rows");
  return c;
}

/// The folder of a checkpoint, whatever links lead to it: its paths begin there.
fs::path home_of(const fs::path& checkpoint) {
  return fs::path(whole_path(target_of(checkpoint))).parent_path();
}
void for_each_path(RunSettings& settings, const auto& f) {
  for (std::string* path : {&settings.output, &settings.svg_folder, &settings.rows_file})
    if (!path->empty()) f(*path);
}

}  // namespace

void write_checkpoint(const fs::path& path, const Checkpoint& checkpoint, std::string_view version) {
  Checkpoint in_file = checkpoint;
  const fs::path home = home_of(path);
  for_each_path(in_file.settings, [&](std::string& p) { p = fs::path(p).lexically_relative(home).string(); });
  const Bytes body = json::to_cbor(to_json(in_file, version));
  Bytes file(kMagic.begin(), kMagic.end());
  put_integer(file, kCheckpointFormat, 4);
  put_integer(file, body.size(), 8);
  file.insert(file.end(), body.begin(), body.end());
  put_integer(file, checksum(body), 4);
  replace_file(path, [&](std::FILE* to) { put(to, {reinterpret_cast<const char*>(file.data()), file.size()}); });
}

Checkpoint parse_checkpoint(std::span<const unsigned char> bytes, std::string_view name, std::string_view version) {
  const auto fail = [&](const std::string& what) { return CheckpointError(std::string(name), what); };
  if (bytes.size() < kMagic.size() || !std::equal(kMagic.begin(), kMagic.end(), bytes.begin()))
    throw fail(bytes.empty() ? "the file is empty" : "this is not a checkpoint of polhode");
  if (bytes.size() < kHead + kTail)
    throw fail("the checkpoint is damaged: it ends after " + std::to_string(bytes.size()) + " bytes");
  const std::uint64_t format = integer_at(bytes, kMagic.size(), 4), length = integer_at(bytes, kMagic.size() + 4, 8);
  const auto of_another_format = [&](const std::string& by) {
    return fail("the checkpoint has format " + std::to_string(format) + "; this program reads format " +
                std::to_string(kCheckpointFormat) + " (it was written by " + by +
                "; go on with that one, or begin again with polhode run)");
  };
  if (format > kCheckpointFormat) throw of_another_format("a later version");
  if (length != bytes.size() - kHead - kTail)
    throw fail("the checkpoint is damaged: it should have " + std::to_string(length) + " bytes of content and has " +
               std::to_string(bytes.size() - kHead - kTail));
  const auto body = bytes.subspan(kHead, length);
  if (checksum(body) != integer_at(bytes, kHead + length, 4))
    throw fail("the checkpoint is damaged: its checksum does not fit its content");
  std::string written_by;
  try {
    const json content = json::from_cbor(body);
    written_by = content.at("version").get<std::string>();
    if (written_by == version && format == kCheckpointFormat) return from_json(content);
  } catch (const std::exception& error) {
    throw fail(std::string("the checkpoint is damaged: ") + error.what());
  }
  if (format < kCheckpointFormat) throw of_another_format("an earlier polhode, " + written_by);
  // Another version may round differently somewhere: going on would not be bit for bit.
  throw fail("the checkpoint was written by polhode " + written_by + ", this is " + std::string(version) +
             "; the same version is needed to go on bit for bit");
}

Checkpoint read_checkpoint(const fs::path& path, std::string_view version) {
  std::error_code error;
  if (fs::is_directory(path, error)) throw CheckpointError(path.string(), "is a folder");
  if (fs::exists(path, error) && !fs::is_regular_file(path, error))
    throw CheckpointError(path.string(), "is not a regular file (a device or a pipe?)");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw CheckpointError(path.string(), std::string("cannot be read: ") + std::strerror(errno ? errno : EIO));
  // A scenario is at most 1 MB, each table that it names 8 MB, and all the rest is small.
  constexpr std::uintmax_t kLargest = 100'000'000;
  if (fs::file_size(path, error) > kLargest || error)
    throw CheckpointError(path.string(), "is larger than 100 MB: this is not a checkpoint of polhode");
  const Bytes bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  Checkpoint checkpoint = parse_checkpoint(bytes, path.string(), version);
  const fs::path home = home_of(path);
  for_each_path(checkpoint.settings, [&](std::string& p) { p = (home / p).lexically_normal().string(); });
  return checkpoint;
}

bool may_become_checkpoint(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, kMagic.size()> head{};
  file.read(head.data(), head.size());
  return file.gcount() == 0 ||
         (file && std::ranges::equal(head, kMagic, {}, [](char c) { return static_cast<unsigned char>(c); }));
}

namespace {
std::string rows_prefix(const fs::path& checkpoint) {
  return "." + target_of(checkpoint).filename().string() + ".";
}
}  // namespace

bool is_rows_file_of(const fs::path& rows, const fs::path& checkpoint) {
  const std::string name = rows.filename().string(), prefix = rows_prefix(checkpoint);
  if (!name.starts_with(prefix) || !name.ends_with(kRowsEnding)) return false;
  const std::string_view number =
      std::string_view(name).substr(prefix.size(), name.size() - prefix.size() - kRowsEnding.size());
  return !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
}

fs::path new_rows_file(const fs::path& checkpoint) {
  for (int i = 1;; ++i) {
    const fs::path path =
        home_of(checkpoint) / (rows_prefix(checkpoint) + std::to_string(i) + std::string(kRowsEnding));
    if (!fs::exists(fs::symlink_status(path))) return path;
  }
}

}  // namespace polhode
