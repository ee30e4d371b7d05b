// advice.hpp -- what advise() has found, for people and programs
#pragma once

#include <string_view>

#include "engine/advise.hpp"
#include "output/files.hpp"

namespace polhode {

struct ScenarioAdvice : Recommendation {
  std::string version;
  Scenario scenario;  ///< its end is that of the advice
  Wish wish;
};

/// Endings that -o takes: .svg (work-precision curves), .html (the same, as a page), .json.
const std::vector<std::string>& advice_endings();
std::string advice_text(const ScenarioAdvice&);
std::string advice_json(const ScenarioAdvice&);
void write_advice(const std::filesystem::path&, const ScenarioAdvice&);

/// The page of a comparison; `errors` says which they are, in words.
void write_html(std::FILE*, const ScenarioComparison&, std::string_view errors);

}  // namespace polhode
