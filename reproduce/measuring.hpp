// measuring.hpp -- what the reproductions share: texts of numbers, slopes, times that can be compared
#pragma once

#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polhode::reproduce {

/// As printf.
template <class... Arguments>
std::string formatted(const char* format, Arguments... arguments) {
  std::string text(std::size_t(std::snprintf(nullptr, 0, format, arguments...)), '\0');
  std::snprintf(text.data(), text.size() + 1, format, arguments...);
  return text;
}

/// A number with as many decimals as `printed` has.
inline std::string with_digits_of(std::string_view printed, double value) {
  const std::size_t point = printed.find('.');
  return formatted("%.*f", point == printed.npos ? 0 : int(printed.size() - point - 1), value);
}

/// Order of convergence from the errors with n and with 2n steps.
inline double slope(double coarse, double fine) {
  return std::log2(coarse / fine);
}

/// Seconds that each job takes: the best of many rounds. The jobs take turns, so that a busy machine slows all of them
/// alike; only ratios within one call mean anything.
inline std::vector<double> times_in_turn(std::span<const std::function<void()>> jobs, int rounds) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> best(jobs.size(), std::numeric_limits<double>::infinity());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const auto start = Clock::now();
      jobs[i]();
      best[i] = std::fmin(best[i], std::chrono::duration<double>(Clock::now() - start).count());
    }
  return best;
}

}  // namespace polhode::reproduce
