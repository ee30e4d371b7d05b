// bullet.cpp -- Bullet, in float or double, as it is linked
#include <memory>

#include "adapter.hpp"
#include "bullet_world.hpp"

namespace {

struct Lone {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  SpinningWorld world{&dispatcher, &broadphase, &solver, &configuration};
  btSphereShape shape{btScalar(0.1)};
  btRigidBody body;
  btScalar h;

  explicit Lone(const league::Case& c)
      : body(btRigidBody::btRigidBodyConstructionInfo(1, nullptr, &shape, vector(c.moments))), h(btScalar(c.step)) {
    world.setGravity({0, 0, 0});
    body.setDamping(0, 0);
    body.setActivationState(DISABLE_DEACTIVATION);
    if (c.setting == "none") body.setFlags(0);
    if (c.setting == "explicit") body.setFlags(BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT);
    if (c.setting == "implicit_world") body.setFlags(BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD);
    btTransform at;
    at.setIdentity();
    at.setRotation(
        {btScalar(c.attitude[1]), btScalar(c.attitude[2]), btScalar(c.attitude[3]), btScalar(c.attitude[0])});
    body.setCenterOfMassTransform(at);
    body.setAngularVelocity(vector(c.omega_space));
    world.addRigidBody(&body);
    if (c.setting == "polhode_step") world.spin(&body);
  }
  ~Lone() { world.removeRigidBody(&body); }
  static btVector3 vector(const std::array<double, 3>& a) { return {btScalar(a[0]), btScalar(a[1]), btScalar(a[2])}; }
  void step() { world.stepSimulation(h, 0); }
  void state(double* s) const {
    const btQuaternion q = body.getOrientation();
    const btVector3 w = body.getAngularVelocity();
    const double now[] = {q.x(), q.y(), q.z(), q.w(), w.x(), w.y(), w.z()};
    std::copy(now, now + 7, s);
  }
};

}  // namespace

int main(int argc, char** argv) {
  const bool single = sizeof(btScalar) == 4;
  const int version = btGetVersion();
  return league::adapter(argc, argv,
                         {single ? "Bullet (float)" : "Bullet (double)",
                          std::to_string(version / 100) + "." + std::to_string(version % 100),
                          single ? "single" : "double",
                          "xyzw",
                          "space",
                          {{"default", "implicit gyroscopic term in body axes, the default"},
                           {"implicit_world", "BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD"},
                           {"explicit", "BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT"},
                           {"none", "no gyroscopic term"},
                           {"polhode_step", "turned by polhode_step.h (examples/engines/bullet_world.hpp)"}}},
                         [](const league::Case& c) { return std::make_unique<Lone>(c); });
}
