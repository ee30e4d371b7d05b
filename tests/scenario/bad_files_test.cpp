// bad_files_test.cpp -- every wrong file of bad/ gets exactly the faults that its first lines announce
//
// The first lines of each file say what is expected:  # expect: LINE: KEY: part of the message
// (line 0: of the file as a whole; without KEY where the file cannot be parsed).
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenario/scenario.hpp"

using namespace polhode;
namespace fs = std::filesystem;

namespace {

const fs::path kFolder = fs::path(POLHODE_REFERENCE_DIR).parent_path() / "scenario" / "bad";

std::vector<fs::path> bad_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(kFolder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

struct Expected {
  int line = 0;
  std::string rest;  // "key: part of the message"
};
std::vector<Expected> expected_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::vector<Expected> all;
  const std::string mark = "# expect: ";
  for (std::string line; std::getline(in, line) && line.starts_with(mark);) {
    std::size_t used = 0;
    const int number = std::stoi(line.substr(mark.size()), &used);
    all.push_back({number, line.substr(mark.size() + used + 2)});
  }
  return all;
}

/// "key: part" fits a fault if the key is the same and the message holds the part.
bool fits(const Expected& expected, const Fault& fault) {
  if (fault.line != expected.line) return false;
  const std::string key = fault.key.empty() ? "" : fault.key + ": ";
  return expected.rest.starts_with(key) && fault.message.find(expected.rest.substr(key.size())) != std::string::npos;
}

class BadFile : public testing::TestWithParam<fs::path> {};

}  // namespace

TEST_P(BadFile, HasTheFaultsItAnnounces) {
  const std::vector<Expected> expected = expected_of(GetParam());
  ASSERT_FALSE(expected.empty()) << "no line '# expect: ...'";
  const ReadResult result = read_scenario_file(GetParam().string());
  const std::string text = faults_text(GetParam().filename().string(), result.faults);
  ASSERT_EQ(result.faults.size(), expected.size()) << text;
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_TRUE(fits(expected[i], result.faults[i]))
        << "expected  " << expected[i].line << ": " << expected[i].rest << "\n"
        << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), long(expected.size())) << text;
}

INSTANTIATE_TEST_SUITE_P(All, BadFile, testing::ValuesIn(bad_files()),
                         [](const auto& file) { return file.param.stem().string(); });

TEST(BadFiles, AreMany) {
  EXPECT_GE(bad_files().size(), 70u);
}

// --- files that cannot be kept as files -------------------------------------------------------------------------------

TEST(UnreadableFile, IsAFault) {
  const auto only_fault = [](const std::string& path) {
    const ReadResult result = read_scenario_file(path);
    return result.faults.size() == 1 ? faults_text("f", result.faults) : "not one fault";
  };
  EXPECT_EQ(only_fault((kFolder / "no_such_file.toml").string()), "f: there is no such file\n");
  EXPECT_EQ(only_fault(kFolder.string()), "f: is a folder, not a scenario file\n");
  if (fs::exists("/dev/zero")) {  // never ends
    EXPECT_EQ(only_fault("/dev/zero"), "f: is larger than 1 MB: this is no scenario file\n");
  }
  EXPECT_EQ(only_fault(""), "f: there is no such file\n");
}

TEST(DeepFile, DoesNotOverflowTheStack) {
  const auto deep = [](const std::string& before, const std::string& each, int n, const std::string& after) {
    std::string text = before;
    for (int i = 0; i < n; ++i) text += each;
    return read_scenario(text + after, "deep.toml").faults.size();
  };
  for (const int n : {9000, 100000}) {
    EXPECT_GE(deep("a", ".a", n, " = 1\n"), 1u);
    EXPECT_GE(deep("[a", ".a", n, "]\n"), 1u);
    EXPECT_GE(deep("a = ", "[", n, "\n"), 1u);
    EXPECT_GE(deep("a = ", "{a = ", n, "\n"), 1u);
  }
}

TEST(TruncatedFile, NeverCrashesAndIsNeverGoodTooEarly) {
  std::ifstream in(kFolder.parent_path().parent_path().parent_path() / "scenarios" / "heavy_top.toml");
  std::stringstream stream;
  stream << in.rdbuf();
  const std::string text = stream.str();
  ASSERT_TRUE(read_scenario(text, "top.toml").faults.empty());
  const std::size_t needed = text.find("end = 10") + 7;  // "end = 1" is a good file that ends earlier
  for (std::size_t n = 0; n < needed; ++n)
    EXPECT_FALSE(read_scenario(text.substr(0, n), "top.toml").faults.empty()) << text.substr(0, n);
}
