// The example of docs/how-to/adding-a-method.md compiles, keeps what its card says, and stands there word for word.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "exponential_midpoint.hpp"
#include "support/contract.hpp"
#include "support/objections.hpp"

namespace {

using namespace polhode;
using namespace polhode::test;

TEST(ToyMethod, keeps_what_its_card_promises) {
  for (const Promise& promise : promises<ExponentialMidpoint>()) {
    SCOPED_TRACE(promise.name);
    promise.check();
  }
}

// The same method with one line of its card changed: the contract must object.
struct PromisesTooMuch : ExponentialMidpoint {
  static constexpr MethodInfo info = [] {
    MethodInfo card = ExponentialMidpoint::info;
    card.order = card.attitude_order = 3;
    card.symmetric = true;
    card.structure = Structure::symplectic;
    card.energy = Energy::bounded;
    return card;
  }();
};
struct PromisesTooLittle : ExponentialMidpoint {
  static constexpr MethodInfo info = [] {
    MethodInfo card = ExponentialMidpoint::info;
    card.order = card.attitude_order = 1;
    card.keeps_casimir = card.keeps_momentum = false;
    return card;
  }();
};

// The energy of an order 1 method is looked at with steps so small that the drift of an order 2 method does not show: one
// more objection.
TEST(Contract, objects_to_a_card_that_promises_too_much) {
  EXPECT_EQ(objections(promises<PromisesTooMuch>()),
            (std::vector<std::string>{"orders", "energy_in_the_long_run", "symmetry", "structure",
                                      "symmetric_and_unsorted_bodies"}));
}
TEST(Contract, objects_to_a_card_that_promises_too_little) {
  EXPECT_EQ(objections(promises<PromisesTooLittle>()),
            (std::vector<std::string>{"orders", "invariants_in_quad", "energy_in_the_long_run"}));
}

TEST(ToyMethod, stands_in_the_documentation_word_for_word) {
  const auto read = [](const std::string& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  };
  const std::string source = read(POLHODE_REFERENCE_DIR "/../toy/exponential_midpoint.hpp");
  ASSERT_FALSE(source.empty());
  EXPECT_NE(read(POLHODE_REFERENCE_DIR "/../../docs/how-to/adding-a-method.md").find("```cpp\n" + source + "```"),
            std::string::npos);
}

}  // namespace
