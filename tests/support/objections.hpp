// objections.hpp -- which promises of a card a contract test finds broken: for tests of the contract tests themselves
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace polhode::test {

/// The names of those promises whose check fails.
inline std::vector<std::string> objections(const auto& promises) {
  std::vector<std::string> names;
  for (const auto& promise : promises) {
    testing::TestPartResultArray results;
    {
      testing::ScopedFakeTestPartResultReporter reporter(
          testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
      promise.check();
    }
    for (int i = 0; i < results.size(); ++i)
      if (results.GetTestPartResult(i).failed()) {
        names.push_back(promise.name);
        break;
      }
  }
  return names;
}

}  // namespace polhode::test
