// bullet_world.hpp -- a world of Bullet whose bodies turn by polhode_step.h; float or double, as Bullet is compiled
//
// Bullet's own gyroscopic term is switched off: what the solver leaves in the angular velocity are contacts, joints and torques.
// integrateTransforms() then moves all bodies; here the rotation of it is put in the place of Bullet's.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

#include <btBulletDynamicsCommon.h>

#include "spin.hpp"

class SpinningWorld : public btDiscreteDynamicsWorld {
 public:
  using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;

  /// The body turns by polhode_step from now on. Body axes are principal axes, as everywhere in Bullet.
  void spin(btRigidBody* body) {
    body->setFlags(body->getFlags() &
                   ~(BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT | BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD |
                     BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY));
    const btVector3 inverse = body->getInvInertiaDiagLocal(), w = body->getAngularVelocity();
    const btQuaternion q = body->getOrientation();
    const btScalar moments[] = {1 / inverse.x(), 1 / inverse.y(), 1 / inverse.z()},
                   attitude[] = {q.w(), q.x(), q.y(), q.z()}, omega[] = {w.x(), w.y(), w.z()};
    spins_.insert_or_assign(body, Spin<btScalar>(moments, attitude, omega));
  }
  void removeRigidBody(btRigidBody* body) override {
    spins_.erase(body);
    btDiscreteDynamicsWorld::removeRigidBody(body);
  }

 protected:
  void integrateTransforms(btScalar h) override {
    btDiscreteDynamicsWorld::integrateTransforms(h);
    for (auto& [body, spin] : spins_) {
      if (!body->isActive()) continue;
      const btVector3& w = body->getAngularVelocity();
      const btScalar omega[] = {w.x(), w.y(), w.z()};
      spin.step(h, omega);
      const btScalar *q = spin.attitude(), *after = spin.omega();
      body->setCenterOfMassTransform(btTransform({q[1], q[2], q[3], q[0]}, body->getCenterOfMassPosition()));
      body->setAngularVelocity({after[0], after[1], after[2]});
    }
  }

 private:
  std::unordered_map<btRigidBody*, Spin<btScalar>> spins_;
};
