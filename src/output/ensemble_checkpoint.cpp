// ensemble_checkpoint.cpp -- the bodies of an ensemble that are done, in a file that grows
#include "output/ensemble_checkpoint.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <system_error>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "output/checkpoint.hpp"
#include "output/ensemble_columns.hpp"
#include "output/ensemble_files.hpp"
#include "output/files.hpp"
#include "output/npy.hpp"
#include "output/stream.hpp"

namespace polhode {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little, "numbers are written as they are in memory");

constexpr std::string_view kMagic{"polhode\x1a", 8};
constexpr std::uint32_t kFormat = 0x45000003;  // E: far from the formats of checkpoints of a run
constexpr std::size_t kHead = 8 + 4 + 8;
constexpr std::size_t kBlockHead = 8 + 8, kSum = 4;

template <class T>
void append(std::string& to, const T& value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}
template <class T>
T value_at(std::string_view bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

std::size_t bytes_of_a_body(std::size_t numbers) {
  return numbers * sizeof(double) + 1;  // and the outcome
}

std::string bytes_of(std::uint64_t first, std::size_t bodies, const EnsembleResult& results, std::size_t place) {
  std::string bytes;
  const auto numbers = numbers_of(results);
  bytes.reserve(kBlockHead + bodies * bytes_of_a_body(numbers.size()) + kSum);
  append(bytes, first);
  append(bytes, std::uint64_t(bodies));
  for (const BodyNumbers* column : numbers)
    bytes.append(reinterpret_cast<const char*>(column->data() + place), bodies * sizeof(double));
  bytes.append(reinterpret_cast<const char*>(results.outcome.data() + place), bodies);
  append(bytes, checksum(0, bytes));
  return bytes;
}

json binary(const void* data, std::size_t size) {
  const auto* bytes = static_cast<const std::uint8_t*>(data);
  return json::binary({bytes, bytes + size});
}

json to_json(const EnsembleSettings& s, std::string_view version) {
  json overrides = json::object(), files = json::array(), tables = json::array();
  const auto put_optional = [&](const char* key, const auto& value) {
    if (value) overrides[key] = *value;
  };
  put_optional("method", s.overrides.method), put_optional("flow", s.overrides.flow);
  put_optional("step", s.overrides.step), put_optional("steps", s.overrides.steps);
  put_optional("end", s.overrides.end), put_optional("accuracy", s.overrides.accuracy);
  put_optional("bodies", s.overrides.bodies), put_optional("seed", s.overrides.seed);
  put_optional("quantities", s.overrides.quantities);
  for (const InputFile& file : s.files)
    files.push_back({{"name", file.name}, {"text", binary(file.text.data(), file.text.size())}});
  for (const std::vector<double>& table : s.tables)
    tables.push_back(binary(table.data(), table.size() * sizeof(double)));
  return {{"version", version},
          {"scenario_file", s.scenario_file},
          {"scenario_text", binary(s.scenario_text.data(), s.scenario_text.size())},
          {"overrides", overrides},
          {"output", s.output},
          {"every", s.every},
          {"numbers", s.numbers},
          {"files", files},
          {"tables", tables}};
}

EnsembleSettings from_json(const json& j) {
  EnsembleSettings s;
  const auto text = [](const json& value) {
    const auto& bytes = value.get_binary();
    return std::string(bytes.begin(), bytes.end());
  };
  const json& overrides = j.at("overrides");
  const auto get_optional = [&]<class T>(const char* key, std::optional<T>& value) {
    if (overrides.contains(key)) value = overrides.at(key).get<T>();
  };
  get_optional("method", s.overrides.method), get_optional("flow", s.overrides.flow);
  get_optional("step", s.overrides.step), get_optional("steps", s.overrides.steps);
  get_optional("end", s.overrides.end), get_optional("accuracy", s.overrides.accuracy);
  get_optional("bodies", s.overrides.bodies), get_optional("seed", s.overrides.seed);
  get_optional("quantities", s.overrides.quantities);
  s.scenario_file = j.at("scenario_file").get<std::string>();
  s.scenario_text = text(j.at("scenario_text"));
  s.output = j.at("output").get<std::string>();
  s.every = j.at("every").get<std::uint64_t>();
  s.numbers = j.at("numbers").get<std::uint64_t>();
  if (s.every == 0 || s.numbers == 0 || s.numbers > 1'000'000) throw std::out_of_range("impossible blocks");
  for (const json& file : j.at("files"))
    s.files.push_back({file.at("name").get<std::string>(), "", text(file.at("text"))});
  for (const json& table : j.at("tables")) {
    const auto& bytes = table.get_binary();
    s.tables.emplace_back(bytes.size() / sizeof(double));
    if (!s.tables.back().empty())
      std::memcpy(s.tables.back().data(), bytes.data(), s.tables.back().size() * sizeof(double));
  }
  return s;
}

fs::path home_of(const fs::path& checkpoint) {
  return fs::path(whole_path(target_of(checkpoint))).parent_path();
}

/// So many bytes from where the file stands; fewer at its end.
std::string read_bytes(std::FILE* file, std::size_t count) {
  std::string bytes(count, '\0');
  bytes.resize(std::fread(bytes.data(), 1, count, file));
  return bytes;
}

/// So many bytes from there; false if there are fewer.
bool read_at(int file, std::uint64_t from, std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = ::pread(file, bytes.data() + done, bytes.size() - done, off_t(from + done));
    if (n == 0 || (n < 0 && errno != EINTR)) return false;
    if (n > 0) done += std::size_t(n);
  }
  return true;
}

}  // namespace

EnsembleCheckpoint EnsembleCheckpoint::create(const fs::path& path, const EnsembleSettings& settings,
                                              std::string_view version) {
  EnsembleCheckpoint made;
  made.path_ = path;
  made.settings_ = settings;
  EnsembleSettings in_file = settings;
  if (!in_file.output.empty()) in_file.output = fs::path(in_file.output).lexically_relative(home_of(path)).string();
  const std::vector<std::uint8_t> body = json::to_cbor(to_json(in_file, version));
  std::string head(kMagic);
  append(head, kFormat);
  append(head, std::uint64_t(body.size()));
  head.append(reinterpret_cast<const char*>(body.data()), body.size());
  append(head, checksum(0, std::string_view(head).substr(kHead)));
  made.blocks_ = head.size();
  replace_file(path, [&](std::FILE* file) { put(file, head); });
  made.file_.reset(std::fopen(path.c_str(), "r+b"));
  if (!made.file_) throw OutputError(path.string() + ": cannot be opened again: " + std::strerror(errno));
  return made;
}

EnsembleCheckpoint EnsembleCheckpoint::reopen(const fs::path& path, std::string_view version) {
  const auto fail = [&](const std::string& what) { return CheckpointError(path.string(), what); };
  EnsembleCheckpoint made;
  made.path_ = path;
  made.file_.reset(std::fopen(path.c_str(), "r+b"));
  if (!made.file_) throw fail(std::string("cannot be opened: ") + std::strerror(errno));
  const std::uint64_t size = fs::file_size(path);
  const std::string head = read_bytes(made.file_.get(), kHead);
  const std::uint64_t length = head.size() == kHead ? value_at<std::uint64_t>(head, 12) : size;
  if (length > size) throw fail("the checkpoint is damaged: it ends after " + std::to_string(size) + " bytes");
  const std::string body = read_bytes(made.file_.get(), length), sum = read_bytes(made.file_.get(), 4);
  if (body.size() != length || sum.size() != 4 || checksum(0, body) != value_at<std::uint32_t>(sum, 0))
    throw fail("the checkpoint is damaged: its checksum does not fit its content");
  std::string written_by;
  try {
    const json content = json::from_cbor(body);
    written_by = content.at("version").get<std::string>();
    if (written_by == version) made.settings_ = from_json(content);
  } catch (const std::exception& error) {
    throw fail(std::string("the checkpoint is damaged: ") + error.what());
  }
  if (written_by != version)
    throw fail("the checkpoint was written by polhode " + written_by + ", this is " + std::string(version) +
               "; the same version is needed to go on bit for bit");
  std::string& output = made.settings_.output;
  if (!output.empty()) output = (home_of(path) / output).lexically_normal().string();
  made.blocks_ = kHead + length + 4;
  return made;
}

std::uint64_t EnsembleCheckpoint::place_of(std::uint64_t block) const {
  return blocks_ + block * (kBlockHead + settings_.every * bytes_of_a_body(settings_.numbers) + kSum);
}

bool EnsembleCheckpoint::load(std::uint64_t b, std::uint64_t first, std::size_t bodies, EnsembleResult& results,
                              std::size_t place) const {
  const auto numbers = numbers_of(results);
  if (numbers.size() != settings_.numbers)
    throw CheckpointError(path_.string(), "the checkpoint is damaged: it has other numbers of each body");
  std::string bytes(kBlockHead + bodies * bytes_of_a_body(numbers.size()) + kSum, '\0');
  if (!read_at(::fileno(file_.get()), place_of(b), bytes)) return false;
  const std::string_view checked(bytes.data(), bytes.size() - kSum);
  if (value_at<std::uint64_t>(bytes, 0) != first || value_at<std::uint64_t>(bytes, 8) != bodies ||
      checksum(0, checked) != value_at<std::uint32_t>(bytes, checked.size()))
    return false;
  const char* from = bytes.data() + kBlockHead;
  for (BodyNumbers* column : numbers) {
    std::memcpy(column->data() + place, from, bodies * sizeof(double));
    from += bodies * sizeof(double);
  }
  std::memcpy(results.outcome.data() + place, from, bodies);
  return true;
}

void EnsembleCheckpoint::save(std::uint64_t b, std::uint64_t first, std::size_t bodies, const EnsembleResult& results,
                              std::size_t place) {
  const std::string bytes = bytes_of(first, bodies, results, place);
  const int file = ::fileno(file_.get());
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = ::pwrite(file, bytes.data() + done, bytes.size() - done, off_t(place_of(b) + done));
    if (n < 0 && errno != EINTR) throw OutputError(path_.string() + ": cannot be written: " + std::strerror(errno));
    if (n > 0) done += std::size_t(n);
  }
  if (::fsync(file) != 0) throw OutputError(path_.string() + ": cannot be written: " + std::strerror(errno));
}

std::uint64_t ensemble_checkpoint_bytes(std::size_t bodies, const Questions& questions) {
  return std::uint64_t(bodies) * bytes_of_a_body(numbers_of_a_body(questions));
}

std::string settings_bytes(const EnsembleSettings& settings) {
  const std::vector<std::uint8_t> bytes = json::to_cbor(to_json(settings, ""));
  return {bytes.begin(), bytes.end()};
}
EnsembleSettings settings_from(std::string_view bytes) {
  return from_json(json::from_cbor(bytes));
}

bool is_ensemble_checkpoint(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return false;
  const std::string head = read_bytes(file, kMagic.size() + 4);
  std::fclose(file);
  return head.size() == kMagic.size() + 4 && head.starts_with(kMagic) &&
         value_at<std::uint32_t>(head, kMagic.size()) == kFormat;
}

}  // namespace polhode
