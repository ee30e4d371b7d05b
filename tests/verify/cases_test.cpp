// The cases are scenarios that can be solved, and say of themselves what is true.
#include "verify/cases.hpp"

#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using namespace polhode;

TEST(Cases, each_is_a_scenario_that_can_be_solved) {
  std::set<std::string_view> names;
  for (const VerifyCase& c : verify_cases()) {
    EXPECT_TRUE(names.insert(c.name).second) << c.name;
    const Scenario s = scenario_of(c);
    EXPECT_NO_THROW(check(s)) << c.name;
    EXPECT_EQ(s.is_free(), c.group != "torqued") << c.name;
    EXPECT_EQ(s.end_time, c.duration) << c.name;
    EXPECT_NEAR(double(steps_of(c)) * c.step, c.duration, 1e-9 * c.duration) << c.name;
    EXPECT_FALSE(c.source.empty());
  }
}

TEST(Cases, the_list_has_what_an_adapter_needs) {
  const auto list = nlohmann::json::parse(cases_json());
  ASSERT_EQ(list.size(), verify_cases().size());
  for (const auto& c : list) {
    for (const char* field : {"moments", "attitude", "angular_velocity"})
      for (const auto& x : c[field]) EXPECT_TRUE(x.is_number()) << c["name"];
    EXPECT_EQ(c["attitude"].size(), 4u);
    EXPECT_GT(c["steps"].get<long>(), 0);
    EXPECT_EQ(c["torque"].empty(), c["group"] != "torqued");
    // Only D goes near its middle axis.
    EXPECT_EQ(c["flips"].is_null(), c["name"] != "D") << c["name"];
    if (c["name"] == "D") {
      EXPECT_EQ(c["flips"], 8);
    }
  }
}

TEST(Cases, an_unknown_name_is_refused_with_the_nearest) {
  try {
    verify_case("f10");
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean \"F10\"?"), std::string::npos) << error.what();
  }
}

}  // namespace
