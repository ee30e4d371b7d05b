// ode.cpp -- the Open Dynamics Engine
#include <cstdarg>
#include <memory>

#include "adapter.hpp"
#include "ode_body.hpp"

namespace {

struct Lone {
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  std::unique_ptr<SpinningBody> spinning;
  double h;
  bool quick;

  explicit Lone(const league::Case& c) : h(c.step), quick(c.setting == "quick") {
    dMass mass;
    dMassSetZero(&mass);
    dMassSetParameters(&mass, 1, 0, 0, 0, c.moments[0], c.moments[1], c.moments[2], 0, 0, 0);
    dBodySetMass(body, &mass);
    const dQuaternion q = {c.attitude[0], c.attitude[1], c.attitude[2], c.attitude[3]};
    dBodySetQuaternion(body, q);
    dBodySetAngularVel(body, c.omega_space[0], c.omega_space[1], c.omega_space[2]);
    dBodySetAutoDisableFlag(body, 0);
    if (c.setting == "off") dBodySetGyroscopicMode(body, 0);
    if (c.setting == "finite") dBodySetFiniteRotationMode(body, 1);
    if (c.setting == "polhode_step") spinning = std::make_unique<SpinningBody>(body, h);
  }
  ~Lone() { dWorldDestroy(world); }
  void step() { quick ? dWorldQuickStep(world, h) : dWorldStep(world, h); }
  void state(double* s) const {
    std::copy_n(dBodyGetQuaternion(body), 4, s);
    std::copy_n(dBodyGetAngularVel(body), 3, s + 4);
  }
};

}  // namespace

int main(int argc, char** argv) {
  dInitODE2(0);
  return league::adapter(argc, argv,
                         {"ODE",
                          dODE_VERSION,
                          sizeof(dReal) == 8 ? "double" : "single",
                          "wxyz",
                          "space",
                          {{"default", "gyroscopic mode on, the default; dWorldStep"},
                           {"quick", "dWorldQuickStep"},
                           {"finite", "finite rotation mode"},
                           {"off", "gyroscopic mode off"},
                           {"polhode_step", "turned by polhode_step.h (examples/engines/ode_body.hpp)"}}},
                         [](const league::Case& c) { return std::make_unique<Lone>(c); });
}
