// reference_states.hpp -- the states of the true motion listed in tests/reference/*.csv (20 to 27 digits)
#pragma once

#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "polhode/body/state.hpp"
#include "polhode/numbers/quad.hpp"
#include "polhode/rotation/mat3.hpp"

namespace polhode::test {

inline constexpr std::string_view kCelledoniHairerVilmart = "celledoni-hairer-vilmart.csv",
                                  kKryslEndres = "krysl-endres.csv";

/// quantity -> value for one problem and time. Lines are `problem,t,quantity,value[,crosscheck]`; the name of a problem may
/// hold commas, so the columns are found from the end.
inline std::map<std::string, Quad> reference_values(std::string_view file_name, std::string_view problem, double t) {
  std::ifstream file(std::string(POLHODE_REFERENCE_DIR "/") + std::string(file_name));
  EXPECT_TRUE(file.good()) << file_name;
  const std::size_t columns = file_name == kCelledoniHairerVilmart ? 4 : 3;  // behind the name
  std::map<std::string, Quad> values;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> fields;
    while (fields.size() < columns && line.find(',') != std::string::npos) {
      const auto comma = line.rfind(',');
      fields.insert(fields.begin(), line.substr(comma + 1));
      line.resize(comma);
    }
    if (line == problem && fields.size() == columns && std::strtod(fields[0].c_str(), nullptr) == t)
      values[fields[1]] = strtoflt128(fields[2].c_str(), nullptr);
  }
  EXPECT_GE(values.size(), 16u) << problem << " at " << t << " in " << file_name;
  return values;
}

inline PrincipalState<Quad> reference_state(std::string_view file, std::string_view problem, double t) {
  std::map<std::string, Quad> v = reference_values(file, problem, t);
  PrincipalState<Quad> s;
  if (v.contains("q0")) {
    s = {{v["q0"], {v["q1"], v["q2"], v["q3"]}}, {v["y1"], v["y2"], v["y3"]}};
  } else {
    Mat3<Quad> R;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) R[i][j] = v["R" + std::to_string(i + 1) + std::to_string(j + 1)];
      s.m[i] = v["Pi" + std::to_string(i + 1)];
    }
    s.Q = from_matrix(R);
  }
  return s;
}

}  // namespace polhode::test
