// scenarios.hpp -- scenarios for the tests of runs: free, in a potential, under a torque that switches
#pragma once

#include <string>

#include "scenario/scenario.hpp"

namespace polhode::test {

/// A tumbling body with no symmetry, its axes not principal; nobody's special case.
inline Scenario free_scenario(const std::string& method, long steps) {
  Scenario s;
  s.title = "free";
  s.inertia = Inertia::tensor({{0.62, 0.03, -0.02}, {0.03, 0.35, 0.04}, {-0.02, 0.04, 0.45}});
  s.start = {normalized(Quaternion<double>{0.9, {0.1, -0.3, 0.2}}), s.inertia.momentum({0.4, 1.1, -0.7})};
  s.method = method;
  s.end_time = 3;
  s.steps.number = steps;
  return s;
}
inline Scenario top_scenario(const std::string& method, const std::string& flow, long steps) {
  Scenario s = free_scenario(method, steps);
  s.title = "top";
  s.flow = flow;
  s.torques = {{"heavy-top", {{{"weight", 0.8}, {"arm", Vec3<double>{0.1, -0.2, 0.9}}}}}};
  return s;
}
/// Drag all the time, a push from 0.7 until 1.9.
inline Scenario pushed_scenario(const std::string& method, long steps) {
  Scenario s = free_scenario(method, steps);
  s.title = "pushed";
  s.torques = {
      {"drag", {{{"coefficient", 0.05}}}},
      {"constant",
       {{{"vector", Vec3<double>{0.3, 0.1, -0.2}}, {"frame", std::string("space")}, {"from", 0.7}, {"until", 1.9}}}}};
  return s;
}

}  // namespace polhode::test
