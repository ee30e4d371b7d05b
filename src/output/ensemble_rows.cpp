// ensemble_rows.cpp -- one row per body: CSV and numpy's arrays
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <span>

#include <fmt/format.h>

#include "output/ensemble_columns.hpp"
#include "output/ensemble_files.hpp"
#include "output/files.hpp"
#include "output/metadata.hpp"
#include "output/npy.hpp"
#include "output/stream.hpp"
#include "output/zip.hpp"

namespace polhode {
namespace {

char* print(char* out, double x) {
  if (std::isnan(x)) return fmt::format_to(out, "nan");  // whatever its sign
  return fmt::format_to(out, "{}", x);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> ensemble_comments(const EnsembleRecord& record) {
  const Scenario& s = record.scenario;
  std::vector<std::pair<std::string, std::string>> all{
      {"version", "polhode " + record.version},
      {"title", s.title},
      {"scenario", scenario_name(s)},
      {"bodies", fmt::format("{}", record.ensemble.bodies)},
      {"seed", fmt::format("{}", record.ensemble.seed)},
  };
  for (const Variation& v : record.ensemble.variations) all.emplace_back("varies", v.key);
  all.emplace_back("method", record.choice.method);
  if (!record.choice.flow.empty()) all.emplace_back("flow", record.choice.flow);
  if (s.accuracy > 0) all.emplace_back("accuracy", fmt::format("{}", s.accuracy));
  if (s.steps.number > 0) all.emplace_back("steps", fmt::format("{}", s.steps.number));
  if (s.steps.length > 0) all.emplace_back("step", fmt::format("{}", s.steps.length));
  if (const std::size_t missing = record.count(BodyOutcome::not_run); missing > 0)
    all.emplace_back("outcome", fmt::format("interrupted: {} bodies were not run", missing));
  all.emplace_back("conventions", kConventions);
  return all;
}

void write_ensemble_csv(std::FILE* file, const EnsembleRecord& record) {
  for (const auto& [key, value] : ensemble_comments(record)) put(file, fmt::format("# {}: {}\n", key, one_line(value)));
  put(file, "i");
  for (const auto& column : columns_of(record.result))
    for (const std::string& part : column.parts) put(file, "," + csv_field(part));
  put(file, ",outcome\n");
  const auto columns = numbers_of(record.result);
  constexpr std::size_t kBlock = 64, kFieldChars = 32;
  const auto text = std::make_unique<char[]>(kBlock * (columns.size() + 3) * kFieldChars);
  const std::size_t n = record.result.count();
  for (std::size_t from = 0; from < n; from += kBlock) {
    char* out = text.get();
    for (std::size_t i = from; i < std::min(from + kBlock, n); ++i) {
      out = fmt::format_to(out, "{}", i);
      for (const BodyNumbers* column : columns) {
        *out++ = ',';
        out = print(out, (*column)[i]);
      }
      out = fmt::format_to(out, ",{}\n", name_of(record.result.outcome[i]));
    }
    put(file, {text.get(), out});
  }
}

void write_ensemble_npz(std::FILE* file, const EnsembleRecord& record) {
  const EnsembleResult& r = record.result;
  const std::size_t count = r.count();
  nlohmann::ordered_json json;
  for (const auto& [key, value] : ensemble_comments(record)) {
    if (key == "varies")
      json[key].push_back(value);
    else
      json[key] = value;
  }
  for (const BodyOutcome one : kBodyOutcomes) json["outcomes"].push_back(name_of(one));  // by their number
  const std::string metadata_bytes = npy_text(text_of(json));
  StoredZip zip(file, ensemble_file_bytes(".npz", count, record.ensemble.questions) + metadata_bytes.size() >
                          StoredZip::kLargest);

  // `value(i, out)` writes the bytes of body i. Twice over all, since the checksum stands before the numbers.
  const auto add = [&](const std::string& name, const std::string& type, std::size_t width, std::size_t bytes,
                       const auto& value) {
    const std::string head =
        npy_head(type, width == 1 ? fmt::format("({},)", count) : fmt::format("({}, {})", count, width));
    constexpr std::size_t kBlock = 4096;
    std::string block;
    const auto each = [&](const auto& f) {
      for (std::size_t from = 0; from < count; from += kBlock) {
        const std::size_t n = std::min(kBlock, count - from);
        block.resize(n * bytes);
        for (std::size_t i = 0; i < n; ++i) value(from + i, block.data() + i * bytes);
        f(block);
      }
    };
    std::uint32_t sum = checksum(0, head);
    each([&](std::string_view some) { sum = checksum(sum, some); });
    zip.begin(name + ".npy", head.size() + count * bytes, sum);
    zip.append(head);
    each([&](std::string_view some) { zip.append(some); });
  };
  const auto add_columns = [&](const std::string& name, std::span<const BodyNumbers> columns) {
    add(name, "<f8", columns.size(), columns.size() * sizeof(double), [&](std::size_t i, char* out) {
      for (std::size_t k = 0; k < columns.size(); ++k)
        std::memcpy(out + k * sizeof(double), &columns[k][i], sizeof(double));
    });
  };
  add("i", "<i8", 1, 8, [](std::size_t i, char* out) {
    const auto number = std::int64_t(i);
    std::memcpy(out, &number, sizeof number);
  });
  for (const auto& column : columns_of(r)) add_columns(column.name, column.numbers);
  add("outcome", "|u1", 1, 1, [&](std::size_t i, char* out) { *out = char(r.outcome[i]); });
  zip.begin("metadata.npy", metadata_bytes.size(), checksum(0, metadata_bytes));
  zip.append(metadata_bytes);
  zip.finish();
}

std::size_t numbers_of_a_body(const Questions& questions) {
  const EnsembleResult none(0, questions);
  return numbers_of(none).size();
}

const std::vector<std::string>& ensemble_endings() {
  static const std::vector<std::string> endings{".csv", ".npz", ".h5", ".html"};
  return endings;
}

std::uint64_t ensemble_file_bytes(std::string_view ending, std::size_t bodies, const Questions& questions) {
  if (ending == ".html") return 1'000'000;
  // Of .csv measured: 14 numbers of 17 digits or a few less, and nan where something is not known.
  const std::uint64_t numbers = numbers_of_a_body(questions);
  return std::uint64_t(bodies) *
         (ending == ".npz" || ending == ".h5" ? (1 + numbers) * sizeof(double) + 1 : 19 * numbers);
}
std::uint64_t ensemble_memory_bytes(std::size_t bodies, const Questions& questions) {
  // The result, and six of its quantiles.
  return std::uint64_t(bodies) * (numbers_of_a_body(questions) * sizeof(double) + 1 + 6 * sizeof(double));
}

void write_ensemble(const std::filesystem::path& path, const EnsembleRecord& record) {
  replace_file(path, [&](std::FILE* file) {
    if (path.extension() == ".npz")
      write_ensemble_npz(file, record);
    else if (path.extension() == ".html")
      write_ensemble_html(file, record);
    else
      write_ensemble_csv(file, record);
  });
}

}  // namespace polhode
