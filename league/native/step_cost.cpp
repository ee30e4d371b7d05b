// step_cost.cpp -- polhode_step.h beside Bullet: the whole step of lone bodies, also with polhode_step.h in it, and the implicit
// gyroscopic solve alone (which gives the change of the angular velocity) and with the turn by it (as polhode_step turns the body)
//
//   step_cost_float, step_cost_double     JSON: nanoseconds per body and step, the least of 20 rounds in turns
//
// 256 bodies, far apart, without contacts, h = 1/60 s. Compiled in the number of the Bullet that is
// linked (league/CMakeLists.txt), for any x86-64, as Debian's Bullet is.
#include <cstdio>
#include <memory>
#include <type_traits>
#include <vector>

#include <btBulletDynamicsCommon.h>

#include "bullet_world.hpp"
#include "clock.hpp"
#include "spin.hpp"

namespace {

using namespace polhode_bench;

constexpr int kBodies = 256, kSteps = 200, kRounds = 20;
constexpr btScalar kStep = btScalar(1. / 60);

using Step = StepOf<btScalar>;

template <class Dynamics>
struct World {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  Dynamics world{&dispatcher, &broadphase, &solver, &configuration};
  btSphereShape shape{btScalar(0.1)};
  std::vector<std::unique_ptr<btRigidBody>> bodies;

  explicit World(int gyroscopic) {
    world.setGravity({0, 0, 0});
    for (int i = 0; i < kBodies; ++i) {
      auto body = std::make_unique<btRigidBody>(
          btRigidBody::btRigidBodyConstructionInfo(1, nullptr, &shape, btVector3(0.6, 0.8, 1.0)));
      body->setDamping(0, 0);
      body->setActivationState(DISABLE_DEACTIVATION);
      if (gyroscopic >= 0) body->setFlags(gyroscopic);
      btTransform at;
      at.setIdentity();
      at.setOrigin(btVector3(btScalar(20 * (i % 16)), btScalar(20 * (i / 16)), 0));
      body->setCenterOfMassTransform(at);
      body->setAngularVelocity(btVector3(3, 0.5, -0.9));
      world.addRigidBody(body.get());
      if constexpr (std::is_same_v<Dynamics, SpinningWorld>) world.spin(body.get());
      bodies.push_back(std::move(body));
    }
  }
  ~World() {
    for (auto& body : bodies) world.removeRigidBody(body.get());
  }
};

}  // namespace

int main() {
  World<btDiscreteDynamicsWorld> standard(-1), none(0);
  World<SpinningWorld> ours(-1);
  const btScalar moments[] = {btScalar(0.6), btScalar(0.8), btScalar(1.0)}, torque[] = {0, 0, btScalar(1e-9)};
  std::vector<Step::Body> bodies(kBodies);
  std::vector<Step::State> spins(kBodies);
  for (Step::State& s : spins) s.q[0] = 1, s.L[0] = btScalar(1.8), s.L[1] = btScalar(0.4), s.L[2] = btScalar(-0.9);
  for (Step::Body& b : bodies) Step::set_body(&b, moments);
  btVector3 sum(0, 0, 0);
  const auto each = [&](auto&& one) {
    for (int n = 0; n < kSteps; ++n)
      for (std::size_t i = 0; i < kBodies; ++i) one(i);
  };
  const std::vector<double> seconds = least_times(
      {[&] {
         for (int n = 0; n < kSteps; ++n) standard.world.stepSimulation(kStep, 0);
       },
       [&] {
         for (int n = 0; n < kSteps; ++n) none.world.stepSimulation(kStep, 0);
       },
       [&] {
         for (int n = 0; n < kSteps; ++n) ours.world.stepSimulation(kStep, 0);
       },
       [&] { each([&](std::size_t i) { sum += standard.bodies[i]->computeGyroscopicImpulseImplicit_Body(kStep); }); },
       [&] {
         each([&](std::size_t i) {  // what polhode_step does: new rates, new attitude
           const btRigidBody& body = *standard.bodies[i];
           const btVector3 w = body.getAngularVelocity() + body.computeGyroscopicImpulseImplicit_Body(kStep);
           btTransform after;
           btTransformUtil::integrateTransform(body.getWorldTransform(), body.getLinearVelocity(), w, kStep, after);
           sum += after.getBasis()[0];
         });
       },
       [&] { each([&](std::size_t i) { Step::step(&bodies[i], kStep, &spins[i]); }); },
       [&] { each([&](std::size_t i) { Step::step_torque(&bodies[i], kStep, torque, &spins[i]); }); }},
      kRounds);
  const char* const names[] = {"bullet whole step",
                               "bullet whole step, no gyroscopic term",
                               "bullet whole step, turned by polhode_step",
                               "bullet implicit gyroscopic solve",
                               "bullet implicit gyroscopic solve, and its turn of the attitude",
                               "polhode_step",
                               "polhode_step_torque"};
  std::printf("{\"precision\": \"%s\"", sizeof(btScalar) == 8 ? "double" : "float");
  for (std::size_t k = 0; k < seconds.size(); ++k)
    std::printf(", \"%s\": %.1f", names[k], 1e9 * seconds[k] / kSteps / kBodies);
  std::printf("}\n");
  return sum.x() + btScalar(spins[0].q[0]) > 1e30;  // the work is used
}
