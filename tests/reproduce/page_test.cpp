// page_test.cpp -- the page of all verdicts: what it says of itself, and what is made now against it
#include "../../reproduce/page.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "polhode/numbers/error.hpp"
#include "reproduce/verdicts.hpp"

namespace polhode::reproduce {
namespace {

std::string contents(std::string_view path) {
  std::ifstream file(std::string(POLHODE_SOURCE_DIR) + "/" + std::string(path), std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}
const Page& stored() {
  static const Page page = read_page(contents(kPage));
  return page;
}
std::string class_names(std::span<const Change> all) {
  std::string text;
  for (const Change& c : all) text += c.was + " -> " + c.now + (c.measured_time ? " (time); " : "; ");
  return text;
}

TEST(Page, says_the_sums_of_its_entries) {
  const std::vector<PageSum> counted = recount(stored());
  ASSERT_EQ(stored().sums.size(), counted.size());
  for (std::size_t i = 0; i < counted.size(); ++i) {
    EXPECT_EQ(stored().sums[i].name, counted[i].name);
    EXPECT_EQ(stored().sums[i].papers, counted[i].papers) << counted[i].name;
    EXPECT_EQ(stored().sums[i].elsewhere, counted[i].elsewhere) << counted[i].name;
  }
}
TEST(Page, has_every_key_and_no_other) {
  std::set<std::string> keys, on_page;
  for (const Item& item : all_items()) keys.emplace(item.key);
  for (const PageEntry& e : stored().entries) on_page.insert(e.key);
  EXPECT_EQ(keys, on_page);
}
TEST(Page, is_counted_on_the_map_of_the_documentation) {
  const std::string map = std::regex_replace(contents("docs/README.md"), std::regex("\\s+"), " ");
  for (const PageSum& sum : recount(stored())) {
    if (sum.papers == 0) continue;
    const std::string counted = std::to_string(sum.papers) + " " + sum.name;
    EXPECT_NE(map.find(counted), std::string::npos) << counted;
  }
}

// What is written is what is read, whatever the texts have in them.
TEST(Page, is_read_as_it_was_written) {
  Verdict time = stated(below(1, 2));
  const Result result{{{"a | b", "", "1|", "1", judged("1", "1", 0, "")},
                       {"|w|", "x\ny", "0.25", "0.26", judged("0.25", "0.26", 5, "")},
                       {"", "", "", "", judged("1", "2", 0, {"a | b", "polhode reproduce nasa-brick"})},
                       {"", "", "", "", judged("1", "2", 0, "holds")},
                       {"", "", "", "", of_times(time)},
                       {"", "", "", "", implied(below(1, 2))},
                       {"", "", "", "", not_counted("differs")}},
                      {},
                      {"a note"}};
  const Made made{{"nasa-brick", "", "a title", "p. 1", true, nullptr}, result, 0};
  const Page page = read_page(as_markdown(std::span(&made, 1)));
  ASSERT_EQ(page.entries.size(), result.entries.size());
  for (std::size_t i = 0; i < page.entries.size(); ++i) {
    EXPECT_EQ(page.entries[i].kind, result.entries[i].verdict.kind) << i;
    EXPECT_EQ(page.entries[i].measured_time, i == 4) << i;
    EXPECT_EQ(page.entries[i].key, "nasa-brick");
  }
  EXPECT_EQ(page.entries[0].row, "a | b");
  EXPECT_EQ(page.entries[0].printed, "1|");
  EXPECT_EQ(page.entries[1].column, "x y");
  EXPECT_EQ(class_names(changes(page, std::span(&made, 1))), "");
  for (const PageSum& sum : page.sums) EXPECT_EQ(sum.papers, 0) << sum.name;
}
TEST(Page, tells_what_changed) {
  const auto made = [](std::vector<Entry> entries) {
    return Made{{"nasa-brick", "", "", "", true, nullptr}, {std::move(entries), {}, {}}, 0};
  };
  const Verdict holds = stated(true, "so"), fails = stated(false, "so");
  const Made before = made({{"1", "", "", "", holds}, {"2", "", "", "", of_times(holds)}, {"3", "", "", "", holds}});
  const Page page = read_page(as_markdown(std::span(&before, 1)));
  const auto since = [&](const Made& now) { return class_names(changes(page, std::span(&now, 1))); };
  EXPECT_EQ(since(before), "");
  EXPECT_EQ(since(made({{"1", "", "", "", fails}, {"2", "", "", "", of_times(fails)}, {"3", "", "", "", holds}})),
            "statement without number -> differs: cause unknown; "
            "statement without number -> differs: cause unknown (time); ");
  // An entry that is gone, and a new one; a time that was none before.
  EXPECT_EQ(since(made({{"1", "", "", "", of_times(fails)}, {"2", "", "", "", of_times(holds)}})),
            "statement without number -> differs: cause unknown; statement without number -> ; ");
  EXPECT_EQ(since(made({{"1", "", "", "", holds},
                        {"2", "", "", "", of_times(holds)},
                        {"3", "", "", "", holds},
                        {"3", "", "", "", holds}})),
            " -> statement without number; ");
  // A key that is no more.
  Page old = page;
  old.entries.front().key = "nasa-bricks";
  EXPECT_EQ(class_names(changes(old, {})), "statement without number -> ; ");
}
TEST(Page, what_is_no_page_is_refused) {
  EXPECT_THROW(read_page(""), InvalidInput);
  EXPECT_THROW(read_page("# a text\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"), InvalidInput);
  EXPECT_THROW(
      read_page("## key\n\n| row | column | printed | ours | verdict |\n|---|---|---|---|---|\n| a | b | c |\n"),
      InvalidInput);
  EXPECT_THROW(
      read_page(
          "## key\n\n| row | column | printed | ours | verdict |\n|---|---|---|---|---|\n| a | b | c | d | e |\n"),
      InvalidInput);
}

// --- what is made now --------------------------------------------------------------------------------------------------

// Some compute in Quad: too slow for sanitizers, which leave the tests of that out (tests/CMakeLists.txt).
class Quick : public testing::TestWithParam<Item> {};

TEST_P(Quick, has_the_verdicts_of_the_page) {
  const Made made{GetParam(), GetParam().make(), 0};
  expect_sound(made.item.key, made.result);
  for (const Change& c : changes(stored(), std::span(&made, 1))) {
    EXPECT_TRUE(c.measured_time) << to_text(c);
  }
}
std::vector<Item> quick_items() {
  std::vector<Item> quick;
  std::ranges::copy_if(all_items(), std::back_inserter(quick), &Item::quick);
  return quick;
}
INSTANTIATE_TEST_SUITE_P(Items, Quick, testing::ValuesIn(quick_items()), [](const auto& item) {
  std::string name(item.param.key);
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace polhode::reproduce
