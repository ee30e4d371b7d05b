// The method for torques of docs/how-to/adding-a-method.md keeps what its card says, and stands there word for word.
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "adams_bashforth2.hpp"
#include "polhode/drive/stepper.hpp"
#include "polhode/torques/drag.hpp"
#include "polhode/torques/heavy_top.hpp"
#include "support/objections.hpp"
#include "support/torqued_contract.hpp"

namespace {

using namespace polhode;
using namespace polhode::test;

TEST(ToyTorquedMethod, keeps_what_its_card_promises) {
  for (const TorquedPromise& promise : torqued_promises<AdamsBashforth2>()) {
    SCOPED_TRACE(promise.name);
    promise.check();
  }
}

// The same method with some lines of its card changed: the contract must object.
template <auto change>
struct Lying : AdamsBashforth2 {
  static constexpr MethodInfo info = [] {
    MethodInfo card = AdamsBashforth2::info;
    change(card);
    return card;
  }();
};
using PromisesTooMuch = Lying<[](MethodInfo& card) {
  card.order = card.attitude_order = 3;
  card.symmetric = card.keeps_vertical = true;
  card.structure = Structure::symplectic;
  card.energy = Energy::bounded;
  card.free_body_energy = Energy::exact;
  card.torque_evaluations = 2;
}>;
using PromisesTooLittle = Lying<[](MethodInfo& card) { card.order = card.attitude_order = 1; }>;

TEST(TorquedContract, objects_to_a_card_that_promises_too_much) {
  EXPECT_EQ(objections(torqued_promises<PromisesTooMuch>()),
            (std::vector<std::string>{"orders", "torque_evaluations", "energy_in_the_long_run", "energy_of_a_free_body",
                                      "vertical_momentum", "symmetry", "structure", "large_steps"}));
}
TEST(TorquedContract, objects_to_a_card_that_promises_too_little) {
  EXPECT_EQ(objections(torqued_promises<PromisesTooLittle>()), std::vector<std::string>{"orders"});
}

// As in a program of one's own.
static_assert(Takes<AdamsBashforth2, HeavyTop<>> && Takes<AdamsBashforth2, Drag<>>);
TEST(ToyTorquedMethod, brakes_a_body_at_the_right_rate) {
  Stepper<AdamsBashforth2, Drag<>> ball(Inertia::principal(2, 2, 2), {{}, {0, 0, 4}}, Drag(0.5));
  EXPECT_EQ(ball.run_until(4, 0.001).outcome, Outcome::done);
  EXPECT_NEAR(ball.angular_velocity().z, 2 * std::exp(-1.0), 1e-7);
}

TEST(ToyTorquedMethod, stands_in_the_documentation_word_for_word) {
  const auto read = [](const std::string& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  };
  const std::string source = read(POLHODE_REFERENCE_DIR "/../toy/adams_bashforth2.hpp");
  ASSERT_FALSE(source.empty());
  EXPECT_NE(read(POLHODE_REFERENCE_DIR "/../../docs/how-to/adding-a-method.md").find("```cpp\n" + source + "```"),
            std::string::npos);
}

}  // namespace
