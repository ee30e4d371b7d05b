// Programs that stand in the documentation are the ones that are run.
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace {

std::string contents(const std::string& path) {
  std::ifstream file(std::string(POLHODE_REFERENCE_DIR "/../../") + path);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_FALSE(text.str().empty()) << path;
  return text.str();
}

TEST(Documentation, readme_shows_the_example_that_is_run) {
  EXPECT_NE(contents("README.md").find("```cpp\n" + contents("examples/readme.cpp") + "```"), std::string::npos);
}

}  // namespace
