// ensemble_h5.cpp -- one row per body as an HDF5 file: what stands in it
#include "output/ensemble_h5.hpp"

#include <string>
#include <utility>
#include <vector>

#include "output/ensemble_columns.hpp"
#include "output/files.hpp"
#include "output/replace_file.hpp"
#include "output/stream.hpp"

namespace polhode {
namespace {

std::vector<H5Array> h5_arrays(const EnsembleResult& r) {
  std::vector<H5Array> all;
  all.push_back({"i", 1, H5Array::Type::integer, [](std::size_t, std::size_t count, std::size_t number, char* to) {
                   auto* out = reinterpret_cast<std::int64_t*>(to);
                   for (std::size_t k = 0; k < count; ++k) out[k] = std::int64_t(number + k);
                 }});
  for (const auto& column : columns_of(r))
    all.push_back({column.name, column.numbers.size(), H5Array::Type::number,
                   [numbers = column.numbers](std::size_t from, std::size_t count, std::size_t, char* to) {
                     auto* out = reinterpret_cast<double*>(to);
                     for (std::size_t c = 0; c < numbers.size(); ++c)
                       for (std::size_t k = 0; k < count; ++k) out[k * numbers.size() + c] = numbers[c][from + k];
                   }});
  all.push_back({"outcome", 1, H5Array::Type::word, [&r](std::size_t from, std::size_t count, std::size_t, char* to) {
                   for (std::size_t k = 0; k < count; ++k) to[k] = char(r.outcome[from + k]);
                 }});
  for (const BodyOutcome one : kBodyOutcomes) all.back().words.emplace_back(name_of(one));
  return all;
}

std::vector<H5Attribute> h5_attributes(const EnsembleRecord& record) {
  std::vector<H5Attribute> all;
  for (const auto& [key, value] : ensemble_comments(record)) {
    if (all.empty() || all.back().name != key) all.push_back({key, {}});
    all.back().values.push_back(one_line(value));
  }
  return all;
}

}  // namespace

void write_ensemble_h5(const std::filesystem::path& path, const EnsembleRecord& record, const Blocks& blocks,
                       Ranks& ranks, const H5Calls& h5) {
  const std::vector<H5Array> arrays = h5_arrays(record.result);
  const auto put = [&](std::string made) {
    ranks.broadcast(made);
    h5.put(made, arrays, blocks);
    std::uint64_t done = 1;
    ranks.add_up({&done, 1});  // all of them are
  };
  try {
    if (!ranks.leads()) return put({});
    replace_file_by_name(path, [&](const std::filesystem::path& beside) {
      h5.make(beside.string(), h5_attributes(record), arrays, blocks.bodies);
      put(beside.string());
    });
  } catch (const std::runtime_error& error) {
    const std::string text = error.what();
    throw OutputError(text.find(path.string()) == 0 ? text : path.string() + ": cannot be written: " + one_line(text));
  }
}

}  // namespace polhode
