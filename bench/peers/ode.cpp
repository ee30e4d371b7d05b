// ode.cpp -- the Open Dynamics Engine, its default gyroscopic mode; torques are added before each step
#include <ode/ode.h>

#include "rates.hpp"

namespace polhode_bench {
namespace {

constexpr int kBodies = 256;

bool run(const PeerProblem& p, double steps, PeerState& out) {
  static const int ready = dInitODE2(0);
  if (!ready) return false;
  const dWorldID world = dWorldCreate();
  std::vector<dBodyID> bodies;
  for (int i = 0; i < (p.watch ? 1 : kBodies); ++i) {
    const dBodyID body = dBodyCreate(world);
    dMass mass;
    dMassSetZero(&mass);
    dMassSetParameters(&mass, 1, 0, 0, 0, p.moments[0], p.moments[1], p.moments[2], 0, 0, 0);
    dBodySetMass(body, &mass);
    dBodySetPosition(body, 20. * (i % 16), 20. * (i / 16), 0);
    dBodySetQuaternion(body, p.start.q);
    dVector3 w;
    dBodyVectorToWorld(body, p.start.w[0], p.start.w[1], p.start.w[2], w);
    dBodySetAngularVel(body, w[0], w[1], w[2]);
    dBodySetAutoDisableFlag(body, 0);
    bodies.push_back(body);
  }
  const auto state = [&] {
    const dReal *q = dBodyGetQuaternion(bodies[0]), *w = dBodyGetAngularVel(bodies[0]);
    dVector3 own;
    dBodyVectorFromWorld(bodies[0], w[0], w[1], w[2], own);
    out = {{q[0], q[1], q[2], q[3]}, {own[0], own[1], own[2]}};
  };
  const long n = long(steps);
  const double h = p.end / double(n);
  for (long i = 0; i < n; ++i) {
    if (p.torque == Torque::top)
      for (const dBodyID body : bodies) {
        const dReal* R = dBodyGetRotation(body);  // three rows of four
        dBodyAddTorque(body, -p.strength * R[6], p.strength * R[2], 0);
      }
    dWorldStep(world, h);
    if (p.watch) {
      state();
      p.watch(out);
    }
  }
  state();
  dWorldDestroy(world);
  return true;
}
bool can(const PeerProblem& p) {
  return sizeof(dReal) == 8 && (p.torque == Torque::none || p.torque == Torque::top);
}

}  // namespace

void add_ode(std::vector<Peer>& to) {
  to.push_back({"ode", "Open Dynamics Engine " dODE_VERSION, false, kBodies, can, run});
}

}  // namespace polhode_bench
