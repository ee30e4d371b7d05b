// bullet.cpp -- Bullet in double precision: bodies far apart in a world without gravity, its default gyroscopic term
//
// Torques are applied before each step, as an engine's user does.
#include <memory>
#include <vector>

#include <btBulletDynamicsCommon.h>

#include "rates.hpp"

namespace polhode_bench {
namespace {

constexpr int kBodies = 256;

struct World {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  btSphereShape shape{0.1};
  std::vector<std::unique_ptr<btRigidBody>> bodies;

  World(const PeerProblem& p, int count, int gyroscopic) {
    world.setGravity({0, 0, 0});
    for (int i = 0; i < count; ++i) {
      auto body = std::make_unique<btRigidBody>(btRigidBody::btRigidBodyConstructionInfo(
          1, nullptr, &shape, btVector3(p.moments[0], p.moments[1], p.moments[2])));
      body->setDamping(0, 0);
      body->setActivationState(DISABLE_DEACTIVATION);
      if (gyroscopic >= 0) body->setFlags(gyroscopic);
      btTransform at;
      at.setIdentity();
      at.setRotation(btQuaternion(p.start.q[1], p.start.q[2], p.start.q[3], p.start.q[0]));
      at.setOrigin(btVector3(20. * (i % 16), 20. * (i / 16), 0));
      body->setCenterOfMassTransform(at);
      body->setAngularVelocity(at.getBasis() * btVector3(p.start.w[0], p.start.w[1], p.start.w[2]));
      world.addRigidBody(body.get());
      bodies.push_back(std::move(body));
    }
  }
  ~World() {
    for (auto& body : bodies) world.removeRigidBody(body.get());
  }
  void state(PeerState& out) const {
    const btQuaternion q = bodies[0]->getOrientation();
    const btVector3 w = bodies[0]->getWorldTransform().getBasis().transpose() * bodies[0]->getAngularVelocity();
    out = {{q.w(), q.x(), q.y(), q.z()}, {w.x(), w.y(), w.z()}};
  }
};

bool run(const PeerProblem& p, double steps, int gyroscopic, PeerState& out) {
  World w(p, p.watch ? 1 : kBodies, gyroscopic);
  const long n = long(steps);
  const double h = p.end / double(n);
  for (long i = 0; i < n; ++i) {
    if (p.torque == Torque::top)
      for (auto& body : w.bodies) {
        const btVector3 axis = body->getWorldTransform().getBasis().getColumn(2);
        body->applyTorque(p.strength * btVector3(0, 0, 1).cross(axis));
      }
    w.world.stepSimulation(h, 0);
    if (p.watch) {
      w.state(out);
      p.watch(out);
    }
  }
  w.state(out);
  return true;
}
bool can(const PeerProblem& p) {
  return p.torque == Torque::none || p.torque == Torque::top;
}

}  // namespace

void add_bullet(std::vector<Peer>& to) {
  const std::string package = "Bullet " + std::to_string(btGetVersion() / 100) + "." +
                              std::to_string(btGetVersion() % 100) + (sizeof(btScalar) == 8 ? " double" : " float");
  const auto with = [](int gyroscopic) {
    return [gyroscopic](const PeerProblem& p, double steps, PeerState& out) { return run(p, steps, gyroscopic, out); };
  };
  to.push_back({"bullet", package, false, kBodies, can, with(-1)});
  to.push_back({"bullet explicit", package, false, kBodies, can, with(BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT)});
}

}  // namespace polhode_bench
