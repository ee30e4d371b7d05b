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
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "output/files.hpp"
#include "output/stream.hpp"

namespace polhode {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;

constexpr std::string_view kRowsEnding = ".rows";

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
std::string to_bytes(std::span<const Crossing> crossings) {
  std::string bytes;
  bytes.reserve(16 * crossings.size());
  for (const Crossing& one : crossings) {
    put_integer(bytes, std::bit_cast<std::uint64_t>(one.t), 8);
    put_integer(bytes, std::uint64_t(one.event), 4);
    put_integer(bytes, one.rising ? 1 : 0, 4);
  }
  return bytes;
}
std::vector<Crossing> crossings_from(const std::string& bytes, std::size_t events) {
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
  const RunPosition& p = c.position;
  json sums = json::array(), companions = json::array();
  for (const auto sum : kCertificateSums) sums.push_back(std::bit_cast<std::uint64_t>(p.certificate.*sum));
  for (const CompanionPosition& one : p.companions)
    companions.push_back({{"state", to_json(one.state)}, {"memory", to_json(one.memory)}, {"failed", one.failed}});
  json events = json::array();
  for (const EventMemory& one : p.events) events.push_back({{"sign", one.sign}, {"found", one.found}});
  const std::string crossings = to_bytes(p.crossings), ended = p.ended ? to_bytes({&*p.ended, 1}) : "";
  json content = to_json(static_cast<const Request&>(s), version);
  content.update({{"svg_folder", s.svg_folder},
                  {"require", s.require},
                  {"estimate", s.estimate},
                  {"rows_file", s.rows_file},
                  {"rows_checksum", c.rows_checksum},
                  {"checkpoint_every", s.checkpoint_every},
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
                  {"crossings", binary(crossings.data(), crossings.size())},
                  {"ended", binary(ended.data(), ended.size())},
                  {"cpu_seconds", bits({p.cpu_seconds})}});
  return content;
}

Checkpoint from_json(const json& j) {
  Checkpoint c;
  RunSettings& s = c.settings;
  from_json(j, static_cast<Request&>(s));
  s.svg_folder = j.at("svg_folder").get<std::string>();
  s.require = j.at("require").get<std::string>();
  s.estimate = j.at("estimate").get<bool>();
  s.rows_file = j.at("rows_file").get<std::string>();
  c.rows_checksum = integer<std::uint32_t>(j.at("rows_checksum"));
  s.checkpoint_every = integer<long>(j.at("checkpoint_every"));

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
  p.crossings = crossings_from(bytes_of(j.at("crossings")), p.events.size());
  if (const auto ended = crossings_from(bytes_of(j.at("ended")), p.events.size()); !ended.empty()) p.ended = ended[0];
  p.cpu_seconds = numbers<1>(j.at("cpu_seconds"))[0];

  const bool possible = p.stretch >= 0 && p.step >= 0 && p.steps >= 0 && p.rows >= 0 && s.checkpoint_every > 0;
  if (!possible) throw std::out_of_range("an impossible position");
  // It will be cut and at last removed: nothing but a file of rows may be meant.
  if (!s.rows_file.empty() && (s.rows_file.find('/') != std::string::npos || !s.rows_file.starts_with('.') ||
                               !s.rows_file.ends_with(kRowsEnding)))
    throw std::out_of_range("an impossible name of the file of rows");
  return c;
}

void for_each_path(RunSettings& settings, const auto& f) {
  for (std::string* path : {&settings.output, &settings.svg_folder, &settings.rows_file}) *path = f(*path);
}

}  // namespace

void write_checkpoint(const fs::path& path, const Checkpoint& checkpoint, std::string_view version) {
  Checkpoint in_file = checkpoint;
  const fs::path home = home_of(path);
  for_each_path(in_file.settings, [&](const std::string& p) { return path_from(home, p); });
  const std::string file = sealed(kCheckpointFormat, to_json(in_file, version));
  replace_file(path, [&](std::FILE* to) { put(to, file); });
}

Checkpoint parse_checkpoint(std::span<const unsigned char> bytes, std::string_view name, std::string_view version) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const json content = unsealed(text, kCheckpointFormat, name, version);
  try {
    return from_json(content);
  } catch (const std::exception& error) {
    throw damaged(name, error.what());
  }
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
  const std::vector<unsigned char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  Checkpoint checkpoint = parse_checkpoint(bytes, path.string(), version);
  const fs::path home = home_of(path);
  for_each_path(checkpoint.settings, [&](const std::string& p) { return path_in(home, p); });
  return checkpoint;
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
