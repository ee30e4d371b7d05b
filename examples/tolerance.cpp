// tolerance.cpp -- steps of any method by the error that one of them may have, across the switches of a thruster
#include <cstdio>

#include "polhode/polhode.hpp"

using namespace polhode;

int main() {
  const Inertia body = Inertia::box(12, 0.3, 0.2, 0.1);
  const State<double> start{{}, body.momentum({0.02, 0.01, 0.1})};
  const auto torque = sum_of_torques(ConstantTorque{{0.02, 0, 0.01}, Frame::body, 2.5, 4.1}, Drag(0.003));
  Stepper<Cf4, std::remove_const_t<decltype(torque)>> stepper(body, start, torque);
  for (const double t : {2.0, 4.0, 6.0}) {
    const RunReport report = stepper.run_until(t, Tolerance{1e-9});
    const Vec3<double> w = stepper.angular_velocity();
    std::printf("t = %g after %ld steps: w = %+.9f %+.9f %+.9f rad/s\n", report.time, stepper.steps(), w.x, w.y, w.z);
    if (report.outcome != Outcome::done) std::printf("%s\n", report.cause.c_str());
  }
  // The error of all of them together is another question, which solve() answers.
  const Solved truth = solve(body, start, torque, 0, 6, {.accuracy = 1e-12});
  const double error = attitude_distance(stepper.state().Q, body.to_body(truth.states.back()).Q);
  std::printf("the attitude is off by %.0e rad\n", error);
  return error < 1e-7 ? 0 : 1;
}
