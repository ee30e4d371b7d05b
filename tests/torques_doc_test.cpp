// docs/how-to/adding-a-torque.md: the programs and pieces of programs on that page are those below, word for word, and they work.
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#define main run_example  // the example, with its check, as a function
#include "../examples/own_torque.cpp"
#undef main

#include "polhode/drive/plan.hpp"
#include "polhode/drive/stepper.hpp"
#include "polhode/methods/splitting.hpp"
#include "polhode/methods/sr.hpp"
#include "polhode/methods/taylor.hpp"
#include "polhode/numbers/jet.hpp"
#include "polhode/numbers/pack.hpp"
#include "polhode/numbers/quad.hpp"
#include "polhode/torques/callback.hpp"
#include "polhode/torques/combined.hpp"
#include "polhode/torques/constant.hpp"
#include "polhode/torques/drag.hpp"

namespace {

std::string contents(const std::string& path) {
  std::ifstream file(std::string(POLHODE_REFERENCE_DIR "/../../") + path);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_FALSE(text.str().empty()) << path;
  return text.str();
}
const char* const kPage = "docs/how-to/adding-a-torque.md";

TEST(TorquesPage, has_the_example_word_for_word) {
  EXPECT_NE(contents(kPage).find("```cpp\n" + contents("examples/own_torque.cpp") + "```"), std::string::npos);
}
TEST(TorquesPage, has_an_example_that_passes_its_own_check) {
  EXPECT_EQ(run_example(), 0);
}

TEST(TorquesPage, has_a_torque_for_every_number_type) {
  const TurningField field{2.0, 1.5, 0.4};
  using Pack4 = Pack<double, 4>;
  static_assert(TorqueModel<TurningField> && TorqueModel<TurningField, Quad> && TorqueModel<TurningField, Pack4>);
  static_assert(Takes<Taylor<12>, TurningField> && !Takes<Strang<Sr<2>>, TurningField>);
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

// --- the pieces: what lies between the marks stands on the page --------------------------------------------------------

TEST(TorquesPage, has_the_pieces_of_this_test_word_for_word) {
  const std::string page = contents(kPage), test = contents("tests/torques_doc_test.cpp");
  const std::string begin = "// on the page" + std::string(":\n"), end = "// until here" + std::string("\n");
  int pieces = 0;
  for (std::size_t at = test.find(begin); at != std::string::npos; at = test.find(begin, at + 1)) {
    const std::size_t indent = at - (test.rfind('\n', at) + 1), from = at + begin.size();
    std::istringstream lines(test.substr(from, test.find(end, from) - from));
    std::string piece;
    for (std::string line; std::getline(lines, line);)
      if (line.size() >= indent && line.find_first_not_of(' ') != std::string::npos)
        piece += line.substr(indent) + "\n";
    EXPECT_NE(page.find("```cpp\n" + piece + "```"), std::string::npos) << piece;
    ++pieces;
  }
  EXPECT_EQ(pieces, 6);
}

const Quaternion<double> kQ = to_quaternion(exp(Vec3<double>{0.3, -0.2, 0.9}));
const Vec3<double> kW{0.5, 0.7, -0.4};

/// dU = -torque . w ds along a turn.
template <class Model>
void expect_energy_and_torque_belong_together(const Model& model, double t) {
  const double d = 1e-5;
  const double slope = (energy_of(model, t, Quaternion<double>(kQ * exp(d * kW))) -
                        energy_of(model, t, Quaternion<double>(kQ * exp(-d * kW)))) /
                       (2 * d);
  EXPECT_NEAR(dot(torque_of(model, t, kQ, kW), kW), -slope, 1e-9);  // measured 1.2e-11
}

// on the page:
void brake(void* context, double, const double*, const double* w, double* torque) {
  const double coefficient = *static_cast<const double*>(context);
  for (int i = 0; i < 3; ++i) torque[i] = -coefficient * w[i];
}
// until here

TEST(TorquesPage, has_short_forms_that_work) {
  // on the page:
  const auto spring = potential([](const auto& Q) { return 6.0 * dot(Q.v, Q.v); },  // energy
                                [](const auto& Q) { return -6.0 * Q.w * Q.v; });    // torque
  const auto tiring = potential([](auto t, const auto& Q) { return 6.0 / (1.0 + t) * dot(Q.v, Q.v); },
                                [](auto t, const auto& Q) { return -6.0 / (1.0 + t) * Q.w * Q.v; });
  // until here
  expect_energy_and_torque_belong_together(spring, 0);
  expect_energy_and_torque_belong_together(tiring, 0.7);
  EXPECT_FALSE(depends_on_time(spring));
  EXPECT_TRUE(depends_on_time(tiring) && !depends_on_velocity(tiring));
  static_assert(Takes<Strang<Sr<2>>, std::remove_const_t<decltype(spring)>>);
  static_assert(Takes<Strang<Sr<2>>, std::remove_const_t<decltype(tiring)>>);

  // on the page:
  const auto motor = body_torque([]<class T>(T t) { return Vec3<T>{T(0), T(0), T(0.1) * t}; });
  const auto magnet = body_torque([]<class T>(T t, const Quaternion<T>& Q) {
    return cross(Vec3<T>{T(1), T(0), T(0)}, rotate_back(Q, Vec3<T>{T(0), t, T(1)}));
  });
  const auto wind = space_torque([]<class T>(T, const Quaternion<T>& Q, const Vec3<T>& w) {
    return T(0.3) * (Vec3<T>{T(0), T(1), T(0)} - rotate(Q, w));  // w is in body axes
  });
  // until here
  EXPECT_TRUE(depends_on_time(motor) && !depends_on_velocity(motor) && !depends_on_velocity(magnet));
  EXPECT_TRUE(depends_on_velocity(wind));
  EXPECT_EQ(torque_of(motor, 2.0, kQ, kW).z, 0.2);
  EXPECT_NEAR(dot(torque_of(magnet, 2.0, kQ, kW), Vec3<double>{1, 0, 0}), 0, 1e-16);
  EXPECT_NEAR(norm(torque_of(wind, 0.0, kQ, kW) - 0.3 * (rotate_back(kQ, Vec3<double>{0, 1, 0}) - kW)), 0, 1e-15);

  // on the page:
  const auto everything = sum_of_torques(spring, Drag(0.8), wind, ConstantTorque{{0, 0, 0.5}, Frame::space, 1.0, 3.0});
  // until here
  static_assert(Potential<decltype(sum_of_torques(spring, tiring))> && !Potential<decltype(everything)>);
  EXPECT_EQ(switches(everything), (std::vector<double>{1, 3}));

  const Principal<double> principal({0.5, 0.6, 0.4});
  PrincipalState<double> s;
  // on the page:
  Drive<Cf4, std::remove_const_t<decltype(everything)>> body(principal, everything);
  for (const Stretch& stretch : plan(0, 20, switches(everything), {.length = 0.01})) {
    body.restart(during(everything, 0.5 * (stretch.from + stretch.until)));
    for (long i = 0; i < stretch.n; ++i) body.step(time_step(stretch, i), s);
  }
  // until here
  Stepper<Cf4, std::remove_const_t<decltype(everything)>> stepper(Inertia::principal(0.5, 0.6, 0.4), {}, everything);
  stepper.run_until(20, 0.01);
  EXPECT_EQ(stepper.state().m.x, s.m.x);
  EXPECT_EQ(stepper.state().Q.w, s.Q.w);
}

TEST(TorquesPage, has_a_callback_that_works) {
  // on the page:
  double coefficient = 0.5;
  const CallbackTorque drag{{.torque = brake, .context = &coefficient, .uses_time = false}};
  // until here
  EXPECT_EQ(abilities_of(drag), (Abilities{.lanes = true, .velocity = true}));
  EXPECT_TRUE(can_take(Cf4::info, abilities_of(drag)));
  EXPECT_FALSE(can_take(Strang<Sr<2>>::info, abilities_of(drag)) || can_take(Taylor<8>::info, abilities_of(drag)));
  Stepper<Cf4, CallbackTorque> ball(Inertia::principal(2, 2, 2), {{}, {0, 0, 4}}, drag);
  ball.run_until(4, 0.01);
  EXPECT_NEAR(ball.angular_velocity().z, 2 * std::exp(-1.0), 1e-11);  // measured 2.4e-13
}

}  // namespace
