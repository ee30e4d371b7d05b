// Methods by name: aliases, what auto stands for, refusals that help.
#include "catalogue/catalogue.hpp"

#include <gtest/gtest.h>

#include "polhode/numbers/error.hpp"

namespace {

using namespace polhode;

std::string refusal(std::string_view method, std::string_view flow, const std::optional<Abilities>& torque) {
  try {
    choose(method, flow, torque);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}
constexpr std::optional<Abilities> kFree;
constexpr Abilities kPotential = kAllAbilities, kGeneral{.series = true, .lanes = true, .velocity = true};
constexpr Abilities kCallback{.time = true, .velocity = true};

TEST(Catalogue, AutoDependsOnTheTorque) {
  EXPECT_EQ(choose("auto", "", kFree).name(), "exact");
  EXPECT_EQ(choose("auto", "", kPotential).name(), "rkn6 on weierstrass");
  EXPECT_EQ(choose("auto", "dmv16", kPotential).name(), "rkn6 on dmv16");
  EXPECT_EQ(choose("auto", "", kGeneral).name(), "cf4");
  EXPECT_FALSE(choose("auto", "", kGeneral).remark.empty());
}
TEST(Catalogue, AliasesStandForMethods) {
  EXPECT_EQ(choose("mr", "", kPotential).name(), "strang on mclachlan-reich");
  EXPECT_EQ(choose("sej", "", kPotential).name(), "strang on jem2");
  EXPECT_EQ(choose("sej4", "", kPotential).name(), "strang on jem4");
  EXPECT_EQ(choose("taylor", "", kGeneral).name(), "taylor12");
  EXPECT_NE(refusal("taylor", "sr2", kPotential).find("takes no flow"), std::string::npos);
  EXPECT_EQ(choose("mclachlan-reich-123-cayley", "", kFree).name(), "mclachlan-reich-cayley");
}
TEST(Catalogue, ASplittingHasTheCardOfItsFlow) {
  EXPECT_EQ(choose("rkn6", "sr2", kPotential).card.order, 2);
  EXPECT_EQ(choose("rkn6", "dmv16", kPotential).card.order, 6);
  EXPECT_EQ(choose("strang", "", kPotential).flow, "weierstrass");
}
TEST(Catalogue, RefusalsNameWhatWouldDo) {
  EXPECT_NE(refusal("rkn7", "", kPotential).find("did you mean \"rkn"), std::string::npos);
  EXPECT_NE(refusal("strang", "dmv17", kPotential).find("did you mean \"dmv1"), std::string::npos);
  EXPECT_NE(refusal("newmark", "dmv8", kPotential).find("takes no flow; splittings do: strang"), std::string::npos);
  EXPECT_NE(refusal("rkn6", "", kGeneral).find("methods that can: auto, newmark"), std::string::npos);
  EXPECT_NE(refusal("dmv8", "", kPotential).find("flow = \"dmv8\""), std::string::npos);
  EXPECT_NE(refusal("dmv8", "", kGeneral).find("methods that can"), std::string::npos);
  EXPECT_NE(refusal("strang", "buss-abam", kPotential).find("carries a memory"), std::string::npos);
  EXPECT_NE(refusal("sej", "sr2", kPotential).find("write method = \"strang\""), std::string::npos);
  EXPECT_EQ(refusal("xyzzyplugh", "", kFree).find("did you mean"), std::string::npos);
}
TEST(Catalogue, ATorqueInDoubleAloneIsRefusedByMethodsThatNeedDerivatives) {
  EXPECT_EQ(refusal("cf4", "", kCallback), "");
  EXPECT_NE(refusal("taylor8", "", kCallback).find("needs derivatives in time"), std::string::npos);
  EXPECT_EQ(refusal("taylor8", "", kGeneral), "");
}
TEST(Catalogue, TheNearestNameIsTheOneWithFewestSlips) {
  EXPECT_EQ(nearest("dvm16", method_names()), "dmv16");  // two letters swapped
  EXPECT_EQ(nearest("lie2-augmentd", method_names()), "lie2-augmented");
  EXPECT_EQ(nearest("newmrk", method_names()), "newmark");
  EXPECT_EQ(nearest(std::string(100000, 'x'), method_names()), "");
}
TEST(Catalogue, EveryNameCanBeChosen) {
  for (const std::string& name : method_names()) {
    EXPECT_TRUE(is_method(name));
    EXPECT_EQ(refusal(name, "", kFree), "") << name;
  }
  for (const std::string& flow : flow_names()) EXPECT_EQ(refusal("strang", flow, kPotential), "") << flow;
}

}  // namespace
