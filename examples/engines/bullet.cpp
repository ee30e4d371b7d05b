// bullet.cpp -- a fast top in Bullet, 10 s at 1/60 s: as it comes, and with polhode_step.h
#include <cmath>
#include <cstdio>

#include "bullet_world.hpp"

namespace {

/// The energy after 10 s, relative to that of the start.
template <class World>
double energy_left(bool with_polhode) {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  World world(&dispatcher, &broadphase, &solver, &configuration);
  world.setGravity({0, 0, 0});
  btSphereShape shape(btScalar(0.1));
  btRigidBody body(btRigidBody::btRigidBodyConstructionInfo(1, nullptr, &shape, btVector3(1, 1, btScalar(0.001))));
  body.setDamping(0, 0);
  body.setActivationState(DISABLE_DEACTIVATION);
  body.setAngularVelocity({1, btScalar(0.2), 30});
  world.addRigidBody(&body);
  if constexpr (requires { world.spin(&body); })
    if (with_polhode) world.spin(&body);

  const auto energy = [&] {
    const btVector3 w = body.getWorldTransform().getBasis().transpose() * body.getAngularVelocity();
    return double(w.x() * w.x() + w.y() * w.y()) + 0.001 * double(w.z() * w.z());
  };
  const double start = energy();
  for (int i = 0; i < 600; ++i) world.stepSimulation(btScalar(1. / 60), 0);
  world.removeRigidBody(&body);
  return energy() / start;
}

}  // namespace

int main() {
  const double before = energy_left<btDiscreteDynamicsWorld>(false), after = energy_left<SpinningWorld>(true);
  std::printf("a needle that spins in Bullet: energy left after 10 s: %.4f; with polhode_step.h: %.7f\n", before,
              after);
  return std::fabs(after - 1) < 1e-4 ? 0 : 1;
}
