// table_file.cpp -- tables of torques in CSV files
#include "scenario/table_file.hpp"

#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "polhode/numbers/error.hpp"

namespace polhode {

namespace fs = std::filesystem;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

namespace {

/// The whole of it is a number.
bool to_number(std::string_view text, double& x) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
  return error == std::errc() && end == text.data() + text.size();
}
/// Fit to stand in a line of a message.
std::string field_text(std::string_view text) {
  std::string safe;
  for (const char c : text.substr(0, 40)) safe += c >= 0x20 && c < 0x7F ? c : '?';
  return "\"" + safe + (text.size() > 40 ? "...\"" : "\"");
}

}  // namespace

InputFile read_beside(std::string_view scenario_file, std::string_view name, std::size_t largest) {
  if (name.empty()) throw InvalidInput("must name a file");
  const fs::path path = fs::path(scenario_file).parent_path() / fs::path(name);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    throw InvalidInput("there is no such file (a path begins in the folder of the scenario)");
  if (status.type() != fs::file_type::regular) throw InvalidInput("is not a regular file");
  std::ifstream file(path, std::ios::binary);
  InputFile read{std::string(name), path.string(), {}};
  char block[1 << 16];
  while (file.read(block, sizeof block), file.gcount() > 0) {  // in blocks: some files have no size, and no end
    read.text.append(block, std::size_t(file.gcount()));
    if (read.text.size() > largest)
      throw InvalidInput("is larger than " + std::to_string(largest / 1'000'000) +
                         " MB: take fewer rows, or a function of your own program");
  }
  if (!file.eof()) throw InvalidInput("cannot be read (no permission?)");
  return read;
}

TorqueRows rows_of_csv(std::string_view text) {
  TorqueRows rows;
  bool first = true;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (line.empty() || line.front() == '#') continue;
    const std::string where = "line " + std::to_string(number) + ": ";
    std::array<double, 4> row{};
    std::size_t fields = 0;
    bool names = false;
    for (std::string_view rest = line;; ++fields) {
      const std::size_t comma = rest.find(',');
      const std::string_view field = trimmed(rest.substr(0, comma));
      if (fields < row.size() && !names && !to_number(field, row[fields])) {
        if (!first || fields > 0) throw InvalidInput(where + field_text(field) + " is not a number");
        names = true;
      }
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
    ++fields;
    if (fields != row.size())
      throw InvalidInput(where + "must have four columns t, x, y, z with commas between, not " +
                         std::to_string(fields));
    if (!names) rows.push_back(row);
    first = false;
  }
  return rows;
}

}  // namespace polhode
