// The documentation is true as far as a program can tell: what it shows is what is run, and what it names is there.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = fs::path(POLHODE_REFERENCE_DIR) / ".." / "..";

std::string contents(const fs::path& path) {
  std::ifstream file(kRoot / path);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_FALSE(text.str().empty()) << path;
  return text.str();
}
bool shows(const fs::path& page, const fs::path& source) {
  const std::string language = source.extension() == ".c" ? "c" : "cpp";
  return contents(page).find("```" + language + "\n" + contents(source) + "```") != std::string::npos;
}
/// README.md, CONTRIBUTING.md and the pages of docs/, from the root. Their links: tools/check-docs.
std::vector<fs::path> pages() {
  std::vector<fs::path> all{"README.md", "CONTRIBUTING.md"};
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kRoot / "docs"))
    if (entry.path().extension() == ".md") all.push_back(fs::relative(entry.path(), kRoot));
  std::sort(all.begin(), all.end());
  return all;
}

// --- programs ---------------------------------------------------------------------------------------------------------

TEST(Documentation, readme_shows_the_example_that_is_run) {
  EXPECT_TRUE(shows("README.md", "examples/readme.cpp"));
}
TEST(Documentation, page_on_external_torques_shows_the_example_that_is_run) {
  EXPECT_TRUE(shows("docs/how-to/external-torques.md", "examples/external_torques.cpp"));
}
TEST(Documentation, page_on_the_library_shows_the_example_that_is_run) {
  EXPECT_TRUE(shows("docs/start/library.md", "examples/library.cpp"));
}
TEST(Documentation, page_on_accuracies_shows_the_examples_that_are_run) {
  EXPECT_TRUE(shows("docs/how-to/accuracy.md", "examples/solve.cpp"));
  EXPECT_TRUE(shows("docs/how-to/accuracy.md", "examples/tolerance.cpp"));
}
TEST(Documentation, page_on_c_shows_the_example_that_is_run) {
  EXPECT_TRUE(shows("docs/start/c.md", "examples/c/free_motion.c"));
}
TEST(Documentation, pages_on_adding_show_the_files_that_are_tested) {
  EXPECT_TRUE(shows("docs/how-to/adding-a-method.md", "tests/toy/exponential_midpoint.hpp"));
  EXPECT_TRUE(shows("docs/how-to/adding-a-method.md", "tests/toy/adams_bashforth2.hpp"));
  EXPECT_TRUE(shows("docs/how-to/adding-a-torque.md", "examples/own_torque.cpp"));
  EXPECT_TRUE(shows("docs/how-to/adding-a-torque.md", "tests/toy/torsion_spring.hpp"));
}

// --- paths ------------------------------------------------------------------------------------------------------------

constexpr std::string_view kFolders[] = {"include", "src",       "apps",      "tests",    "docs", "tools",
                                         "bench",   "reproduce", "scenarios", "examples", "fuzz", "web"};

bool starts_with_folder(std::string_view path) {
  return std::any_of(std::begin(kFolders), std::end(kFolders), [&](std::string_view folder) {
    return path.starts_with(folder) && path.substr(folder.size()).starts_with("/");
  });
}
/// The folders of the library: `torques/all.hpp` stands for include/polhode/torques/all.hpp.
bool starts_with_library_folder(std::string_view path) {
  const std::size_t slash = path.find('/');
  return slash != path.npos && slash > 0 && fs::is_directory(kRoot / "include/polhode" / path.substr(0, slash));
}
bool is_header(std::string_view path) {
  return path.ends_with(".hpp");
}
/// `tests/**/<name>_test.cpp` is there if tests/ is.
std::string without_placeholders(const std::string& path) {
  const std::size_t open = path.find_first_of("<*");
  return open == path.npos ? path : path.substr(0, path.rfind('/', open) + 1);
}
const std::set<std::string>& file_names() {
  static const std::set<std::string> names = [] {
    std::set<std::string> all;
    for (const std::string_view folder : kFolders)
      for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kRoot / folder))
        all.insert(entry.path().filename().string());
    return all;
  }();
  return names;
}

/// Why a word of a page is the name of something that is not there; empty if it is there, or no name.
std::string dead(const std::string& word, bool in_backticks) {
  const std::string path = without_placeholders(word);
  // The files of the pages on adding one are where they are to be put, and in tests/toy.
  const auto there = [](const fs::path& from_root) {
    const bool to_be_added = from_root.string().starts_with("include/polhode/") && from_root.has_filename() &&
                             fs::exists(kRoot / "tests/toy" / from_root.filename());
    return fs::exists(kRoot / from_root) || to_be_added;
  };
  if (starts_with_folder(path)) {
    return there(path) ? "" : "is not there";
  }
  // A test or an example that has been built.
  if (path.starts_with("build/tests/") || path.starts_with("build/examples/"))
    return there(path.substr(6) + ".cpp") ? "" : "has no source";
  if (path.starts_with("polhode/") && is_header(path)) return there("include/" + path) ? "" : "is no header";
  if (in_backticks && starts_with_library_folder(path))
    return there("include/polhode/" + path) || there("src/" + path) ? "" : "is neither in include/polhode nor in src";
  if (in_backticks && is_header(path) && path.find('/') == path.npos)
    return file_names().contains(path) || path != word ? "" : "there is no header of that name";
  return "";
}

/// The words of a page that may be paths, each with whether it stands in backticks, and its line.
struct Word {
  std::string text;
  bool in_backticks;
  int line;
};
std::vector<Word> words_of(const std::string& page) {
  std::vector<Word> words;
  std::string word;
  bool in_backticks = false;
  int line = 1;
  const auto end_word = [&] {
    while (!word.empty() && (word.back() == '.' || word.back() == '-')) word.pop_back();  // the end of a sentence
    if (word.find_first_of("/.") != word.npos) words.push_back({word, in_backticks, line});
    word.clear();
  };
  for (const char c : page) {
    if (std::isalnum(static_cast<unsigned char>(c)) || std::string_view("_./<>*-").find(c) != std::string_view::npos) {
      word += c;
      continue;
    }
    end_word();
    if (c == '`') in_backticks = !in_backticks;
    if (c == '\n') ++line;
  }
  end_word();
  return words;
}
std::vector<std::string> dead_paths(const std::string& page) {
  std::vector<std::string> found;
  for (const Word& word : words_of(page))
    if (const std::string why = dead(word.text, word.in_backticks); !why.empty())
      found.push_back(std::to_string(word.line) + ": " + word.text + " " + why);
  return found;
}

TEST(Documentation, names_only_files_and_folders_that_are_there) {
  for (const fs::path& page : pages())
    for (const std::string& fault : dead_paths(contents(page))) ADD_FAILURE() << page.string() << ":" << fault;
}
TEST(Scenarios, name_only_files_and_folders_that_are_there) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kRoot / "scenarios"))
    for (const std::string& fault :
         entry.is_directory() ? std::vector<std::string>{} : dead_paths(contents(entry.path())))
      ADD_FAILURE() << entry.path().string() << ":" << fault;
}
// The test itself.
TEST(DeadPaths, are_found) {
  for (const char* text :
       {"`include/polhode/no.hpp`", "see tests/no_test.cpp.", "`src/no/`", "`torques/no.hpp`", "`no_such.hpp`",
        "`build/tests/no_test --gtest_filter=x`", "#include \"polhode/no.hpp\"", "(`scenarios/no.toml`)",
        "`tests/no/<name>_test.cpp`", "`polhode run scenarios/no.toml -o x.html`"})
    EXPECT_EQ(dead_paths(text).size(), 1u) << text;
}
TEST(DeadPaths, are_not_what_is_there_or_no_path) {
  for (const char* text : {"`include/polhode/torques/all.hpp`", "see tests/docs_test.cpp.", "`src/engine/`",
                           "`torques/all.hpp`, `numbers/`", "`so3.hpp`", "`build/tests/docs_test --gtest_filter=x`",
                           "#include \"polhode/polhode.hpp\"", "`tests/**/<name>_test.cpp`",
                           "`my_top.toml`, `.NAME.PID.rows`", "and/or, 1/2, m/s", "https://doi.org/10/tests/x",
                           "`include/polhode/methods/<name>.hpp`", "`cp scenarios/heavy_top.toml my_top.toml`"})
    EXPECT_EQ(dead_paths(text), std::vector<std::string>{}) << text;
}

// --- completeness -----------------------------------------------------------------------------------------------------

TEST(Documentation, architecture_lists_every_layer) {
  const std::string page = contents("docs/why/architecture.md");
  for (const char* above : {"include/polhode", "src"})
    for (const fs::directory_entry& entry : fs::directory_iterator(kRoot / above))
      if (entry.is_directory()) {
        const std::string folder = std::string(above) + "/" + entry.path().filename().string() + "/";
        EXPECT_NE(page.find("| `" + folder + "` |"), page.npos) << folder;
      }
}

/// The names of the fields of a struct, from its source: "bool a = false, b;" has a and b.
std::set<std::string> fields_of(const fs::path& header, const std::string& name) {
  const std::string text = contents(header);
  const std::size_t from = text.find("struct " + name + " {");
  EXPECT_NE(from, text.npos) << name;
  std::istringstream lines(text.substr(from, text.find("\n};", from) - from));
  std::set<std::string> fields;
  for (std::string line; std::getline(lines, line);) {
    line = line.substr(0, line.find("//"));
    const std::size_t end = line.rfind(';');
    if (!line.starts_with("  ") || line.starts_with("   ") || end == line.npos || line.find('(') != line.npos ||
        line.starts_with("  enum"))
      continue;
    const std::string declared = line.substr(0, line.find_first_of("={;"));
    const std::size_t last = declared.find_last_not_of(' '), before = declared.find_last_of(' ', last);
    fields.insert(declared.substr(before + 1, last - before));
  }
  EXPECT_GT(fields.size(), 4u) << name;
  return fields;
}
TEST(Documentation, explains_every_field_of_a_card) {
  const auto expect_all = [](const fs::path& page, const fs::path& header, const std::string& name) {
    const std::string text = contents(page);
    for (const std::string& field : fields_of(header, name))
      EXPECT_NE(text.find("`" + field + "`"), text.npos)
          << page << " does not say what " << field << " of " << name << " is";
  };
  expect_all("docs/how-to/adding-a-method.md", "include/polhode/methods/card.hpp", "MethodInfo");
  expect_all("docs/how-to/adding-a-torque.md", "include/polhode/torques/card.hpp", "TorqueInfo");
  expect_all("docs/how-to/adding-a-torque.md", "include/polhode/torques/card.hpp", "TorqueKey");
  expect_all("docs/how-to/adding-a-torque.md", "include/polhode/torques/abilities.hpp", "Abilities");
}

// --- citations --------------------------------------------------------------------------------------------------------

/// Keys of docs/reference/references.bib look like Buss2001: a capital letter, letters, a year.
const std::regex kCitation(R"(\b([A-Z][A-Za-z]+(?:19|20)[0-9]{2})\b\]?,?( section [0-9])?)");

TEST(Citations, are_in_the_list_of_references) {
  const std::string bibliography = contents("docs/reference/references.bib");
  int citations = 0;
  for (const char* folder : {"include", "src", "reproduce", "scenarios", "docs"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      const fs::path ending = entry.path().extension();
      if (ending != ".hpp" && ending != ".cpp" && ending != ".toml" && ending != ".md") continue;
      const std::string text = contents(entry.path());
      for (std::sregex_iterator it(text.begin(), text.end(), kCitation), end; it != end; ++it, ++citations) {
        const std::string key = (*it)[1];
        if (key == "EME2000") continue;  // axes of space
        EXPECT_NE(bibliography.find("{" + key + ","), std::string::npos) << entry.path() << ": " << key;
        // Its sections have titles, no numbers.
        EXPECT_FALSE(key == "Vilmart2013" && (*it)[2].matched) << entry.path() << ": " << it->str();
      }
    }
  EXPECT_GT(citations, 100);
}

}  // namespace
