// contest.hpp -- time to an error: every contender at the settings that count, all of them interleaved in one process
#pragma once

#include <cmath>
#include <deque>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "clock.hpp"
#include "equal_terms.hpp"

namespace polhode_bench {

/// The setting is the number of steps, a tolerance, or nothing.
enum class Setting { steps, tolerance, none };

struct Contender {
  std::string name, group, package;  ///< package: empty for ours
  Setting setting = Setting::steps;
  double bodies = 1;                ///< moved by a run
  std::function<void(double)> run;  ///< to the end, with a setting
  std::function<double()> error;    ///< of the last run
};

struct Cell {
  double error, setting, seconds = std::numeric_limits<double>::infinity();
};

struct Contest {
  std::string name, title;
  double end, largest_step;
  long most_steps = 60000;
  std::deque<Contender> contenders{};

  struct Row {
    const Contender* contender;
    double best_error = std::numeric_limits<double>::infinity();
    std::vector<Cell> cells{};  ///< one for each decade of the error that is reached
  };
  std::vector<Row> rows{};

  /// Finds what counts; a run that takes longer than `patience` seconds ends the search of its contender.
  void find_settings(double patience) {
    for (const Contender& c : contenders) {
      Row row{&c};
      bool tired = false;
      const auto error_of = [&](double setting) {
        if (tired) return -1.0;
        const auto start = Clock::now();
        c.run(setting);
        tired = since(start) > patience;
        const double error = c.error();
        row.best_error = std::fmin(row.best_error, error);
        return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
      };
      Grid grid;
      if (c.setting == Setting::steps) grid = step_grid(end, largest_step, most_steps, kSmallest, error_of);
      if (c.setting == Setting::tolerance) grid = tolerance_grid(kSmallest, error_of);
      if (c.setting == Setting::none) grid = {{1, error_of(1)}};
      const double window = c.setting == Setting::steps       ? kHalfStep
                            : c.setting == Setting::tolerance ? kTenthTolerance
                                                              : 1;
      for (int decade = 2; decade <= 12; ++decade) {
        const double error = std::pow(10., -decade), x = first_that_counts(grid, window, error);
        if (x > 0) row.cells.push_back({error, c.setting == Setting::tolerance ? 1 / x : x});
      }
      rows.push_back(std::move(row));
    }
  }

  nlohmann::json json() const {
    nlohmann::json list = nlohmann::json::array();
    for (const Row& row : rows) {
      const Contender& c = *row.contender;
      nlohmann::json cells = nlohmann::json::array();
      for (const Cell& cell : row.cells)
        cells.push_back({{"error", cell.error},
                         {c.setting == Setting::tolerance ? "tolerance" : "steps", cell.setting},
                         {"microseconds", 1e6 * cell.seconds}});
      list.push_back({{"method", c.name},
                      {"group", c.group},
                      {"package", c.package},
                      {"best_error", row.best_error},
                      {"cells", cells}});
    }
    return {{"name", name}, {"title", title}, {"end", end}, {"rows", list}};
  }

 private:
  static constexpr double kSmallest = 1e-12;
};

/// Short samples of all in turn, as often as the time allows; the least counts. Those that take long are sampled less often.
inline void time_all(std::vector<Contest*> contests, double seconds) {
  const auto begin = Clock::now();
  for (int round = 0; round < 1000 && (round < 2 || since(begin) < seconds); ++round)
    for (Contest* contest : contests)
      for (Contest::Row& row : contest->rows)
        for (Cell& cell : row.cells) {
          const Contender& c = *row.contender;
          if (std::isfinite(cell.seconds) && round * cell.seconds * c.bodies > 0.06 && round % 16 != 15) continue;
          if (round > 2 && cell.seconds * c.bodies > 0.02) continue;
          const double last = cell.seconds * c.bodies;
          const int times = std::isfinite(last) ? std::max(1, int(3e-5 / last)) : 1;
          const auto start = Clock::now();
          for (int i = 0; i < times; ++i) c.run(cell.setting);
          cell.seconds = std::fmin(cell.seconds, since(start) / times / c.bodies);
        }
}

}  // namespace polhode_bench
