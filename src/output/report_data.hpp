// report_data.hpp -- what the pages of web/report are given: JSON, and numbers packed for typed arrays
#pragma once

#include <bit>
#include <cstdio>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "output/stream.hpp"
#include "scenario/scenario.hpp"

namespace polhode {

/// The bytes of the numbers, as a browser reads them into a typed array.
template <class T>
std::string packed(const std::vector<T>& numbers) {
  static_assert(std::endian::native == std::endian::little, "typed arrays of browsers are little-endian");
  return base64({reinterpret_cast<const unsigned char*>(numbers.data()), numbers.size() * sizeof(T)});
}

/// Body, look, torques and text of a scenario.
nlohmann::ordered_json scenario_json(const Scenario&);
/// The page with the data inside.
void write_page(std::FILE*, const nlohmann::ordered_json& data);

}  // namespace polhode
