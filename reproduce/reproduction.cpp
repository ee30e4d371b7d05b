// reproduction.cpp -- verdicts, and the list of everything that can be made again
#include "reproduction.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace polhode::reproduce {

namespace {

Verdict differs(const Cause& cause) {
  const std::string text = "differs: " + (cause.why.empty() ? "not explained" : cause.why);
  return {cause.shown_by.empty() ? Class::unknown_cause : Class::shown_cause, text, "", cause.shown_by};
}
std::string text_of(const char* format, double a, double b = 0) {
  char text[64];
  std::snprintf(text, sizeof text, format, a, b);
  return text;
}

}  // namespace

std::string_view class_name(Class kind) {
  constexpr std::string_view kNames[kClasses] = {"same digits",
                                                 "within",
                                                 "number in words",
                                                 "differs: shown cause",
                                                 "differs: cause unknown",
                                                 "statement without number",
                                                 "implied",
                                                 "cause excluded",
                                                 "as another program",
                                                 "not counted"};
  return kNames[std::size_t(kind)];
}

Verdict judged(std::string_view printed, std::string_view ours, double percent, const Cause& cause) {
  if (printed == ours) return {Class::same_digits, "same", "", ""};
  const double a = std::strtod(std::string(printed).c_str(), nullptr),
               b = std::strtod(std::string(ours).c_str(), nullptr);
  const double off = 100 * std::fabs(b - a) / std::fabs(a);
  if (off <= percent) return {Class::within, text_of("within %.2g %%", std::fmax(off, 0.01)), "", ""};
  return differs(cause);
}

Verdict stated(bool holds, std::string_view criterion, const Cause& cause) {
  Verdict verdict = holds ? Verdict{Class::statement, "same", "", ""} : differs(cause);
  verdict.criterion = criterion;
  return verdict;
}
Verdict about(bool holds, std::string_view criterion, const Cause& cause) {
  Verdict verdict = stated(holds, criterion, cause);
  if (holds) verdict.kind = Class::number_in_words;
  return verdict;
}
Verdict excluded(bool excluded, std::string_view criterion) {
  Verdict verdict = stated(excluded, criterion, "this may be the cause");
  if (excluded) verdict.kind = Class::excluded;
  return verdict;
}
Verdict by_other_program(std::string_view theirs, std::string_view ours, double percent, const Cause& cause) {
  Verdict verdict = judged(theirs, ours, percent, cause);
  if (verdict.holds()) verdict.kind = Class::other_program;
  return verdict;
}
Verdict implied(bool holds, std::string_view criterion, const Cause& cause) {
  Verdict verdict = stated(holds, criterion, cause);
  if (holds) verdict.kind = Class::implied;
  return verdict;
}
Verdict not_counted(std::string_view why) {
  return {Class::not_counted, "same, not counted: " + std::string(why), "", ""};
}

Criterion below(double value, double limit) {
  return {value < limit, text_of("below %g", limit)};
}
Criterion above(double value, double limit) {
  return {value > limit, text_of("above %g", limit)};
}
Criterion between(double value, double low, double high) {
  return {value >= low && value <= high, text_of("from %g to %g", low, high)};
}

std::vector<Item> all_items() {
  std::vector<Item> all;
  for (const auto items :
       {buss_items(), celledoni_items(), krysl_items(), hairer_items(), vilmart_items(), beyond_items()})
    all.insert(all.end(), items.begin(), items.end());
  return all;
}

}  // namespace polhode::reproduce
