// ensemble_checkpoint.cpp -- the bodies of an ensemble that are done, in a file that grows
#include "output/ensemble_checkpoint.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <nlohmann/json.hpp>
#include <unistd.h>

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

constexpr std::uint32_t kEnsembleFormat = kEnsembleFormats + 3;
constexpr std::size_t kBlockHead = 8 + 8, kSum = 4;

std::size_t bytes_of_a_body(std::size_t numbers) {
  return numbers * sizeof(double) + 1;  // and the outcome
}

std::string block_bytes(std::uint64_t first, std::size_t bodies, const EnsembleResult& results, std::size_t place) {
  std::string bytes;
  const auto numbers = numbers_of(results);
  bytes.reserve(kBlockHead + bodies * bytes_of_a_body(numbers.size()) + kSum);
  put_integer(bytes, first, 8);
  put_integer(bytes, bodies, 8);
  for (const BodyNumbers* column : numbers)
    bytes.append(reinterpret_cast<const char*>(column->data() + place), bodies * sizeof(double));
  bytes.append(reinterpret_cast<const char*>(results.outcome.data() + place), bodies);
  put_integer(bytes, checksum(0, bytes), 4);
  return bytes;
}

json to_json(const EnsembleSettings& s, std::string_view version) {
  json tables = json::array();
  for (const std::vector<double>& table : s.tables)
    tables.push_back(binary(table.data(), table.size() * sizeof(double)));
  json content = to_json(static_cast<const Request&>(s), version);
  content.update({{"every", s.every}, {"numbers", s.numbers}, {"tables", tables}});
  return content;
}

EnsembleSettings ensemble_settings(const json& content) {
  EnsembleSettings s;
  from_json(content, static_cast<Request&>(s));
  s.every = integer<std::uint64_t>(content.at("every"));
  s.numbers = integer<std::uint64_t>(content.at("numbers"));
  if (s.every == 0 || s.numbers == 0 || s.numbers > 1'000'000) throw std::out_of_range("impossible blocks");
  for (const json& table : content.at("tables")) {
    const auto& bytes = table.get_binary();
    s.tables.emplace_back(bytes.size() / sizeof(double));
    if (!s.tables.back().empty())
      std::memcpy(s.tables.back().data(), bytes.data(), s.tables.back().size() * sizeof(double));
  }
  return s;
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
  in_file.output = path_from(home_of(path), settings.output);
  const std::string head = sealed(kEnsembleFormat, to_json(in_file, version));
  made.blocks_ = head.size();
  replace_file(path, [&](std::FILE* file) { put(file, head); });
  made.file_.reset(std::fopen(path.c_str(), "r+b"));
  if (!made.file_) throw OutputError(path.string() + ": cannot be opened again: " + std::strerror(errno));
  return made;
}

EnsembleCheckpoint EnsembleCheckpoint::reopen(const fs::path& path, std::string_view version) {
  EnsembleCheckpoint made;
  made.path_ = path;
  made.file_.reset(std::fopen(path.c_str(), "r+b"));
  if (!made.file_) throw CheckpointError(path.string(), std::string("cannot be opened: ") + std::strerror(errno));
  std::string seal = read_bytes(made.file_.get(), kSealHead);
  seal += read_bytes(made.file_.get(), std::min<std::uint64_t>(sealed_size(seal), fs::file_size(path)) - seal.size());
  const json content = unsealed(seal, kEnsembleFormat, path.string(), version);
  try {
    made.settings_ = ensemble_settings(content);
  } catch (const std::exception& error) {
    throw damaged(path.string(), error.what());
  }
  made.settings_.output = path_in(home_of(path), made.settings_.output);
  made.blocks_ = seal.size();
  return made;
}

std::uint64_t EnsembleCheckpoint::place_of(std::uint64_t block) const {
  return blocks_ + block * (kBlockHead + settings_.every * bytes_of_a_body(settings_.numbers) + kSum);
}

bool EnsembleCheckpoint::load(std::uint64_t b, std::uint64_t first, std::size_t bodies, EnsembleResult& results,
                              std::size_t place) const {
  const auto numbers = numbers_of(results);
  if (numbers.size() != settings_.numbers) throw damaged(path_.string(), "it has other numbers of each body");
  std::string bytes(kBlockHead + bodies * bytes_of_a_body(numbers.size()) + kSum, '\0');
  if (!read_at(::fileno(file_.get()), place_of(b), bytes)) return false;
  const std::string_view checked(bytes.data(), bytes.size() - kSum);
  if (integer_at(bytes, 0, 8) != first || integer_at(bytes, 8, 8) != bodies ||
      checksum(0, checked) != integer_at(bytes, checked.size(), 4))
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
  const std::string bytes = block_bytes(first, bodies, results, place);
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
  return ensemble_settings(json::from_cbor(bytes));
}

}  // namespace polhode
