// hairer_test.cpp -- the reproduction of [HairerVilmart2006]: its tables
#include "../../reproduce/data/hairer.hpp"

#include <gtest/gtest.h>

#include "../../reproduce/reproduction.hpp"
#include "reproduce/verdicts.hpp"

namespace polhode::reproduce {
namespace {

Result made(std::string_view key) {
  for (const Item& item : hairer_items())
    if (item.key == key) return item.make();
  ADD_FAILURE() << "no item " << key;
  return {};
}

TEST(HairerItems, EveryTableAndFigureOfThePaperHasAKey) {
  std::string keys;
  for (const Item& item : hairer_items()) {
    keys += std::string(item.key) + " ";
    EXPECT_EQ(item.paper, "HairerVilmart2006");
  }
  EXPECT_EQ(keys, "hairer-table1 hairer-fig1 hairer-table2 hairer-symmetric hairer-claims ");
}

TEST(HairerTable1, IsOursButForOneMisprint) {
  const Result result = made("hairer-table1");
  EXPECT_EQ(result.entries.size(), 36u);  // 18 coefficients, two bodies
  for (const Entry& entry : result.entries)
    EXPECT_EQ(entry.verdict.text,
              entry.row == "d7, C^0 H^3" ? "differs: misprint: one factor delta too many in the denominator" : "same")
        << entry.row << ", " << entry.column;
}

TEST(HairerTable1, LettersAreThoseOfTheTable) {
  const hairer::Letters letters{{2, 3, 5}};
  EXPECT_DOUBLE_EQ(letters.delta(), 30);
  EXPECT_DOUBLE_EQ(letters.sigma(2), 38);
  EXPECT_DOUBLE_EQ(letters.sigma(-1), 1.0 / 2 + 1.0 / 3 + 1.0 / 5);
  EXPECT_DOUBLE_EQ(letters.tau(1, 2), 8.0 / 4 + 7.0 / 9 + 5.0 / 25);
}

TEST(HairerTable2, EveryPropertyIsAsPrinted) {
  const Result result = made("hairer-table2");
  expect_sound("hairer-table2", result);
  EXPECT_EQ(result.entries.size(), 87u);  // 12 methods, 7 properties; the footnote for 3 of them
  for (const Entry& entry : result.entries)
    EXPECT_EQ(entry.verdict.text, "same") << entry.row << ", " << entry.column << ": " << entry.ours;
  // What is reconstructed from a scrambled table does not count as said by the paper.
  for (const Entry& entry : result.entries)
    EXPECT_EQ(entry.verdict.kind == Class::implied, entry.printed.ends_with("(reconstructed)")) << entry.row;
}

}  // namespace
}  // namespace polhode::reproduce
