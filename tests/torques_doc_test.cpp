// The example of docs/torques.md stands there word for word, and its torque works for every number type.
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#define main run_example  // the example, with its check, as a function
#include "../examples/own_torque.cpp"
#undef main

#include "polhode/numbers/jet.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/quad.hpp"

namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(TorquesPage, has_the_example_word_for_word) {
  const std::string source = contents(POLHODE_REFERENCE_DIR "/../../examples/own_torque.cpp");
  ASSERT_FALSE(source.empty());
  EXPECT_NE(contents(POLHODE_REFERENCE_DIR "/../../docs/torques.md").find("```cpp\n" + source + "```"),
            std::string::npos);
}
TEST(TorquesPage, has_an_example_that_passes_its_own_check) {
  EXPECT_EQ(run_example(), 0);
}

TEST(TorquesPage, has_a_torque_for_every_number_type) {
  const TurningField field{2.0, 1.5, 0.4};
  using Pack4 = Pack<double, 4>;
  static_assert(GeneralTorque<TurningField> && GeneralTorque<TurningField, Quad> && GeneralTorque<TurningField, Pack4>);
  const Quaternion<double> Q = to_quaternion(exp(Vec3<double>{0.3, -0.2, 0.9}));
  const Vec3<double> w{0.5, 0.7, -0.4}, alone = field.torque(1.25, Q, w);
  const Vec3<Pack4> lanes = field.torque(Pack4(1.25), convert<Pack4>(Q), convert<Pack4>(w));
  const Vec3<Quad> quad = field.torque(Quad(1.25), convert<Quad>(Q), convert<Quad>(w));
  using J = Jet<double, 2>;
  const Vec3<J> jet = field.torque(J::variable(1.25), convert<J>(Q), convert<J>(w));
  const double d = 1e-5;
  const Vec3<double> slope = 1 / (2 * d) * (field.torque(1.25 + d, Q, w) - field.torque(1.25 - d, Q, w));
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 4; ++i) EXPECT_EQ(lane(lanes[k], i), alone[k]);
    EXPECT_NEAR(double(quad[k]), alone[k], 1e-15);      // measured 1.4e-16
    EXPECT_NEAR(jet[k].derivative(1), slope[k], 1e-9);  // measured 3.7e-11
  }
}

}  // namespace
