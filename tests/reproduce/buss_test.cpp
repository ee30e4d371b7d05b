// buss_test.cpp -- the reproduction of [Buss2001]: the quick parts of it, and the search for the number of steps
#include "../../reproduce/buss.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "../../reproduce/measuring.hpp"
#include "../../reproduce/reproduction.hpp"

namespace polhode::reproduce {
namespace {

Result made(std::string_view key) {
  for (const Item& item : buss_items())
    if (item.key == key) return item.make();
  ADD_FAILURE() << "no item " << key;
  return {};
}

TEST(BussItems, EveryFigureOfThePaperHasAKey) {
  std::string keys;
  for (const Item& item : buss_items()) {
    keys += std::string(item.key) + " ";
    EXPECT_EQ(item.paper, "Buss2001");
  }
  EXPECT_EQ(
      keys,
      "buss-fig1 buss-fig2 buss-fig3 buss-fig4 buss-fig5 buss-fig6 buss-fig7 buss-fig7-reference buss-long buss-text "
      "buss-bodies buss-claims buss-steps buss-cost buss-body buss-excluded ");
}

TEST(BussItems, FiguresWithoutNumbersAreDrawnAndHold) {
  for (const char* key : {"buss-fig1", "buss-fig2"}) {
    const Result result = made(key);
    EXPECT_EQ(result.pictures.size(), 1u) << key;
    int slips = 0;
    for (const Entry& entry : result.entries) slips += !entry.verdict.holds();
    EXPECT_EQ(slips, key == std::string_view("buss-fig2") ? 1 : 0) << key;  // 12 - phi^2
  }
}
/// The variants of the tables give the printed energies, those of the text do not, but where all are 150.0.
TEST(BussItems, MethodsOfTheTextDoNotGiveTheTables) {
  int same = 0, all = 0;
  for (const Entry& entry : made("buss-text").entries) {
    if (!entry.column.starts_with("N=")) continue;
    ++all;
    same += entry.verdict.holds();
    EXPECT_TRUE(entry.verdict.holds() || entry.verdict.kind == Class::shown_cause) << entry.row << ", " << entry.column;
  }
  EXPECT_EQ(all, 3 + 3 * 7);
  EXPECT_EQ(same, 4);  // 150.0, and Runge-Kutta at small steps
}

TEST(BussItems, EveryEntryOfFigure5IsAsPrinted) {
  const Result result = made("buss-fig5");
  EXPECT_EQ(result.entries.size(), 32u);
  for (const Entry& entry : result.entries) EXPECT_EQ(entry.verdict.text, "same") << entry.row << ", " << entry.column;
  EXPECT_EQ(result.pictures.size(), 1u);
  EXPECT_FALSE(result.notes.empty());
}

// The cells of figures 6 and 7 that take little time: as printed, or where they are not, as tools/independent.py finds them.
TEST(BussSteps, AreAsKnown) {
  struct Cell {
    int figure;
    std::string_view row;
    bool keeps_energy;
    std::size_t column;
    std::string_view found = {};  ///< empty: as printed
  };
  const Cell cells[] = {{6, "4th order", false, 1},         {6, "3rd order", true, 2},
                        {6, "MR 4th order 2-3-1", true, 0},  // 13 to 15 steps would do, 16 and 17 do not
                        {6, "Runge-Kutta", false, 2},       {6, "AB-AM", true, 1, "14283"},
                        {6, "1st order", true, 2},          {6, "1st order", false, 2},  // fails
                        {7, "3rd order", true, 1},          {7, "MR 4th order 2-3-1", false, 0, "2365"}};
  for (const Cell& cell : cells) {
    const buss::Accuracy& wanted = (cell.figure == 6 ? buss::kColumns6 : buss::kColumns7)[cell.column];
    const std::span<const buss::CountRow> rows = cell.figure == 6 ? std::span<const buss::CountRow>(buss::kFigure6)
                                                                  : std::span<const buss::CountRow>(buss::kFigure7);
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const buss::CountRow& r) {
      return r.row == cell.row && r.keeps_energy == cell.keeps_energy;
    });
    ASSERT_NE(row, rows.end()) << cell.row;
    const long N = steps_needed(buss::run_of(cell.row), wanted, cell.keeps_energy);
    EXPECT_EQ(N > 0 ? std::to_string(N) : ">" + std::to_string(wanted.most),
              cell.found.empty() ? row->printed[cell.column].N : cell.found)
        << cell.row << ", " << wanted.name;
  }
}

TEST(BussSteps, AreTheFewestThatSuffice) {
  const buss::Accuracy wanted = buss::kColumns6[1];
  const buss::Run run = buss::run_of("3rd order");
  const PrincipalState<double> exact = buss::exact_motion().at(wanted.T);
  const long N = steps_needed(run, wanted, true);
  EXPECT_LT(buss::attitude_error(run, exact, wanted.T, N, true), wanted.eps);
  EXPECT_GE(buss::attitude_error(run, exact, wanted.T, N - 1, true), wanted.eps);
}

TEST(BussRuns, AnUnknownRowIsRefused) {
  EXPECT_THROW(buss::run_of("5th order"), InvalidInput);
}

TEST(Measuring, TextsAndSlopes) {
  EXPECT_EQ(with_digits_of("82.1053", 82.10526), "82.1053");
  EXPECT_EQ(with_digits_of("150.0", 149.96), "150.0");
  EXPECT_EQ(with_digits_of("514", 513.6), "514");
  EXPECT_DOUBLE_EQ(slope(16, 1), 4);
}

TEST(Measuring, AJobOfTenTimesTheWorkTakesLonger) {
  volatile double sum = 0;
  const auto work = [&](int n) {
    return [&sum, n] {
      for (int i = 0; i < n; ++i) sum = sum + 1;
    };
  };
  const std::function<void()> jobs[] = {work(20000), work(200000)};
  const std::vector<double> seconds = times_in_turn(jobs, 20);
  EXPECT_GT(seconds[1] / seconds[0], 5);  // 10 by construction
}

}  // namespace
}  // namespace polhode::reproduce
