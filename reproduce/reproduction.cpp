// reproduction.cpp -- verdicts, and the list of everything that can be made again
#include "reproduction.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace polhode::reproduce {

std::string judged(std::string_view printed, std::string_view ours, double percent, std::string_view reason) {
  if (printed == ours) return "same";
  const double a = std::strtod(std::string(printed).c_str(), nullptr),
               b = std::strtod(std::string(ours).c_str(), nullptr);
  const double off = 100 * std::fabs(b - a) / std::fabs(a);
  if (off <= percent) {
    char text[32];
    std::snprintf(text, sizeof text, "within %.2g %%", std::fmax(off, 0.01));
    return text;
  }
  return "differs: " + std::string(reason.empty() ? "not explained" : reason);
}

std::string judged(bool holds, std::string_view reason) {
  return holds ? "same" : "differs: " + std::string(reason.empty() ? "not explained" : reason);
}

std::vector<Item> all_items() {
  std::vector<Item> all;
  for (const auto items :
       {buss_items(), celledoni_items(), krysl_items(), hairer_items(), vilmart_items(), beyond_items()})
    all.insert(all.end(), items.begin(), items.end());
  return all;
}

}  // namespace polhode::reproduce
