// rules.hpp -- what may be asked of a run: its accuracy, its steps, its rows; the same words in files, in C and in Python
#pragma once

#include <span>
#include <string>

namespace polhode {

/// Of the attitude, in rad: what is asked for if nothing is said; and what can hardly ever be had.
inline constexpr double kDefaultAccuracy = 1e-9, kFinestAccuracy = 1e-15;
/// 2^53: beyond it a double does not count by ones.
inline constexpr double kMostSteps = 9007199254740992;
inline constexpr const char* kNoWay = "missing: give accuracy, in rad, or step, in s, or steps, their number";

// What is wrong with a value, without its key; empty if nothing is. `span` is the length of the run, in s.

std::string wrong_accuracy(double accuracy);
/// `things`: "steps" or "rows", which there would be too many of. A span that is not positive is a fault of its own.
std::string wrong_step(double step, double span, const char* things);
std::string wrong_steps(long steps, double span);
std::string wrong_output_every(long steps);
std::string wrong_times(std::span<const double> times, double start, double end);

}  // namespace polhode
