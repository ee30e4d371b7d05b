// rules.cpp -- accuracy, steps, rows
#include "problem/rules.hpp"

#include <cmath>

#include "polhode/numbers/error.hpp"

namespace polhode {

std::string wrong_accuracy(double accuracy) {
  constexpr const char* kWhat = "the largest error of the attitude, in rad";
  const std::string x = to_text(accuracy);
  if (!(accuracy > 0) || std::isinf(accuracy)) return x + " must be positive: " + kWhat;
  if (accuracy < kFinestAccuracy)
    return x + " is below " + to_text(kFinestAccuracy) +
           ": a number of double has 16 digits, and an attitude not quite as many";
  return accuracy > 1 ? x + " must be 1 or less: it is " + kWhat : "";
}
std::string wrong_step(double step, double span, const char* things) {
  const std::string x = to_text(step);
  if (!(step > 0) || std::isinf(step)) return x + " must be positive and finite";
  if (!(span > 0)) return "";
  if (step > span) return x + " is longer than the whole run, end - start = " + to_text(span);
  return span / step <= kMostSteps ? "" : x + " is too small: there would be more than 2^53 " + things;
}
std::string wrong_steps(long steps, double span) {
  if (steps < 1 || double(steps) > kMostSteps) return std::to_string(steps) + " must be between 1 and 2^53";
  if (!(span > 0)) return "";
  return span / double(steps) > 0 ? "" : std::to_string(steps) + " steps of that run have length 0";
}
std::string wrong_output_every(long steps) {
  return steps > 0 ? "" : std::to_string(steps) + " must be positive";
}
std::string wrong_times(std::span<const double> times, double start, double end) {
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double t = times[i];
    if (t < start) return to_text(t) + " lies before start = " + to_text(start);
    if (t > end) return to_text(t) + " lies after end = " + to_text(end);
    if (i > 0 && !(times[i - 1] < t)) return to_text(t) + " comes after " + to_text(times[i - 1]) + ": times must grow";
  }
  return "";
}

}  // namespace polhode
