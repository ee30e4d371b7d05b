// vilmart_test.cpp -- the reproduction of [Vilmart2013]: figures, tables, and the misprints that it shows
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "../../reproduce/reproduction.hpp"
#include "reproduce/verdicts.hpp"

namespace polhode::reproduce {
namespace {

Result made(std::string_view key) {
  for (const Item& item : vilmart_items())
    if (item.key == key) return item.make();
  ADD_FAILURE() << "no item " << key;
  return {};
}
void expect_all_same(std::string_view key, std::size_t entries) {
  const Result result = made(key);
  EXPECT_EQ(result.entries.size(), entries) << key;
  expect_sound(key, result);
  for (const Entry& entry : result.entries)
    EXPECT_EQ(entry.verdict.text, "same") << key << ", " << entry.row << ", " << entry.column << ": " << entry.ours;
}

TEST(VilmartItems, every_table_and_figure_has_a_key) {
  std::string keys;
  for (const Item& item : vilmart_items()) {
    keys += std::string(item.key) + " ";
    EXPECT_EQ(item.paper, "Vilmart2013");
  }
  EXPECT_EQ(keys,
            "vilmart-fig1 vilmart-fig2 vilmart-table1 vilmart-table2 vilmart-strang vilmart-nystrom vilmart-claims ");
}

TEST(VilmartFigures, are_as_the_text_says) {
  expect_all_same("vilmart-fig1", 5);
  expect_all_same("vilmart-fig2", 2);
}

// The curves of figure 1 are columns of one rotation: unit vectors, at right angles.
TEST(VilmartFigures, the_curves_of_figure_1_are_an_orthonormal_frame) {
  const Result result = made("vilmart-fig1");
  ASSERT_EQ(result.pictures.size(), 2u);
  const auto& curves = result.pictures[0].series;
  ASSERT_EQ(curves.size(), 3u);
  for (const Series& a : curves) {
    ASSERT_EQ(a.x.size(), 4001u);
    for (const Series& b : curves)
      for (std::size_t i = 0; i < a.x.size(); i += 50)
        EXPECT_NEAR(a.x[i] * b.x[i] + a.y[i] * b.y[i] + a.z[i] * b.z[i], &a == &b ? 1 : 0, 1e-13);  // measured 1e-15
  }
}

TEST(VilmartTables, are_as_printed) {
  const Result table1 = made("vilmart-table1");
  std::size_t counted = 0;
  EXPECT_EQ(table1.entries.size(), 18u);
  for (const Entry& entry : table1.entries) {
    EXPECT_TRUE(entry.verdict.holds()) << entry.row << ": " << entry.ours;
    counted += entry.verdict.kind != Class::not_counted;
  }
  EXPECT_EQ(counted, 1u);  // the others stand in the table of Hairer and Vilmart
  expect_all_same("vilmart-table2", 30);
}

TEST(VilmartNystrom, has_order_4_but_not_as_printed) {
  const Result result = made("vilmart-nystrom");
  std::set<std::string> differ;
  for (const Entry& entry : result.entries)
    if (entry.verdict.text != "same") differ.insert(entry.row + " is " + entry.ours);
  EXPECT_EQ(differ, (std::set<std::string>{"flow of V as printed: order is 2.00", "{T,{T,U}} at the start is -6.730"}));
  EXPECT_EQ(result.entries.size(), 9u);
}

}  // namespace
}  // namespace polhode::reproduce
