// buss_tables_test.cpp -- figures 4 and 5 of [Buss2001], digit for digit
#include <gtest/gtest.h>

#include "../../reproduce/buss.hpp"
#include "../../reproduce/measuring.hpp"

namespace polhode::reproduce::buss {
namespace {

template <class Rows, class Columns>
int entries_as_printed(int figure, const Rows& rows, const Columns& columns, int& all) {
  int same = 0;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < columns.size() && row.row != kMeanRotation; ++i) {
      const std::string ours = with_digits_of(row.printed[i], energy_after(row.row, columns[i]));
      // What an independent program gives: the printed digits, but for two entries of figure 4.
      EXPECT_EQ(ours, independent(figure, row.row, column_name(columns[i]), row.printed[i]))
          << "figure " << figure << ", " << row.row << ", N = " << columns[i].N;
      ++all, same += ours == row.printed[i];
    }
  return same;
}

TEST(BussTables, EveryEntryOfFigure4HasThePrintedDigits) {
  int all = 0;
  EXPECT_EQ(entries_as_printed(4, kFigure4, kColumns4, all), 53);
  EXPECT_EQ(all, 55);
}

TEST(BussTables, EveryEntryOfFigure5HasThePrintedDigits) {
  int all = 0;
  EXPECT_EQ(entries_as_printed(5, kFigure5, kColumns5, all), 28);
  EXPECT_EQ(all, 28);
}

}  // namespace
}  // namespace polhode::reproduce::buss
