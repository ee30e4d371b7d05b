// simbody.cpp -- Simbody: a body on a free joint. Its integrators choose their own steps by an accuracy, and report at the steps of
// the case.
#include <memory>

#include <Simbody.h>

#include "adapter.hpp"

namespace {

using namespace SimTK;

struct Lone {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  MobilizedBody::Free body;
  std::unique_ptr<Integrator> integrator;
  std::unique_ptr<TimeStepper> stepper;
  double h;
  long done = 0;

  explicit Lone(const league::Case& c)
      : body(matter.Ground(),
             Body::Rigid(MassProperties(1, Vec3(0), Inertia(c.moments[0], c.moments[1], c.moments[2])))),
        h(c.step) {
    State start = system.realizeTopology();
    const Rotation R(Quaternion(Vec4(c.attitude[0], c.attitude[1], c.attitude[2], c.attitude[3])));
    body.setQToFitRotation(start, R);
    system.realize(start, Stage::Position);
    body.setUToFitAngularVelocity(start, Vec3(c.omega_space[0], c.omega_space[1], c.omega_space[2]));
    if (c.setting == "verlet")
      integrator = std::make_unique<VerletIntegrator>(system);
    else if (c.setting == "euler")
      integrator = std::make_unique<SemiExplicitEulerIntegrator>(system, h);
    else
      integrator = std::make_unique<RungeKuttaMersonIntegrator>(system);
    if (c.setting == "accuracy6") integrator->setAccuracy(1e-6);
    stepper = std::make_unique<TimeStepper>(system, *integrator);
    stepper->initialize(start);
  }
  void step() { stepper->stepTo(double(++done) * h); }
  void state(double* s) const {
    const State& now = integrator->getState();
    system.realize(now, Stage::Velocity);
    const Quaternion q = body.getBodyRotation(now).convertRotationToQuaternion();
    const Vec3 w = body.getBodyAngularVelocity(now);
    for (int k = 0; k < 4; ++k) s[k] = q[k];
    for (int k = 0; k < 3; ++k) s[4 + k] = w[k];
  }
};

}  // namespace

int main(int argc, char** argv) {
  int major = 0, minor = 0, build = 0;
  SimTK_version_simbody(&major, &minor, &build);
  return league::adapter(argc, argv,
                         {"Simbody",
                          std::to_string(major) + "." + std::to_string(minor),
                          "double",
                          "wxyz",
                          "space",
                          {{"default", "Runge-Kutta-Merson, accuracy 1e-3, the default: its own steps"},
                           {"accuracy6", "Runge-Kutta-Merson, accuracy 1e-6: its own steps"},
                           {"verlet", "velocity Verlet, accuracy 1e-3: its own steps"},
                           {"euler", "semi-explicit Euler, the step of the case"}}},
                         [](const league::Case& c) { return std::make_unique<Lone>(c); });
}
