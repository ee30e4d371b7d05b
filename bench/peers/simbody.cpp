// simbody.cpp -- Simbody: a body on a ball joint, torques by a force of one's own, Runge-Kutta-Merson. The system is built once.
#include <cmath>
#include <memory>

#include <Simbody.h>

#include "rates.hpp"

namespace polhode_bench {
namespace {

using namespace SimTK;

/// The torque alone: what Rates adds to Euler's equations, times the moments.
class OwnForce : public Force::Custom::Implementation {
 public:
  explicit OwnForce(const PeerProblem& problem) : p_(problem) {}
  MobilizedBody body;
  void calcForce(const State& state, Vector_<SpatialVec>& forces, Vector_<Vec3>&, Vector&) const override {
    const Rotation& R = body.getBodyRotation(state);
    Vec3 torque(0);
    if (p_.torque == Torque::top) torque = p_.strength * cross(~R * Vec3(0, 0, 1), Vec3(0, 0, 1));
    if (p_.torque == Torque::drag) torque = -p_.strength * (~R * body.getBodyAngularVelocity(state));
    forces[body.getMobilizedBodyIndex()][0] += R * torque;
  }
  Real calcPotentialEnergy(const State&) const override { return 0; }

 private:
  PeerProblem p_;
};

struct World {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  MobilizedBody::Ball body;
  State start;
  explicit World(const PeerProblem& p)
      : body(matter.Ground(),
             Body::Rigid(MassProperties(1, Vec3(0), Inertia(p.moments[0], p.moments[1], p.moments[2])))) {
    if (p.torque != Torque::none) {
      auto* const force = new OwnForce(p);
      force->body = body;
      Force::Custom(forces, force);
    }
    start = system.realizeTopology();
    const Quaternion q(Vec4(p.start.q[0], p.start.q[1], p.start.q[2], p.start.q[3]));
    body.setQToFitRotation(start, Rotation(q));
    system.realize(start, Stage::Position);
    body.setUToFitAngularVelocity(start, Rotation(q) * Vec3(p.start.w[0], p.start.w[1], p.start.w[2]));
  }
};

bool merson(const PeerProblem& p, double tolerance, PeerState& out) {
  static const void* last = nullptr;
  static double last_moment = 0;
  static std::unique_ptr<World> world;
  if (!world || last != &p || last_moment != p.moments[0])
    world = std::make_unique<World>(p), last = &p, last_moment = p.moments[0];
  try {
    RungeKuttaMersonIntegrator integrator(world->system);
    integrator.setAccuracy(tolerance);
    TimeStepper stepper(world->system, integrator);
    stepper.initialize(world->start);
    stepper.stepTo(p.end);
    const State& s = integrator.getState();
    world->system.realize(s, Stage::Velocity);
    const Rotation& R = world->body.getBodyRotation(s);
    const Quaternion q = R.convertRotationToQuaternion();
    const Vec3 w = ~R * world->body.getBodyAngularVelocity(s);
    for (int i = 0; i < 4; ++i) out.q[i] = q[i];
    for (int i = 0; i < 3; ++i) out.w[i] = w[i];
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

bool can(const PeerProblem& p) {
  return p.torque == Torque::none || p.torque == Torque::top || p.torque == Torque::drag;
}

}  // namespace

void add_simbody(std::vector<Peer>& to) {
  int major = 0, minor = 0, build = 0;
  SimTK_version_simbody(&major, &minor, &build);
  to.push_back(
      {"simbody merson", "Simbody " + std::to_string(major) + "." + std::to_string(minor), true, 1, can, merson});
}

}  // namespace polhode_bench
