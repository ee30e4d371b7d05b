// dart.cpp -- DART: a body on a free joint or on a ball joint
#include <memory>

#include <dart/config.hpp>
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/simulation/World.hpp>

#include "adapter.hpp"

namespace {

struct Lone {
  dart::simulation::WorldPtr world = dart::simulation::World::create();
  dart::dynamics::BodyNode* body = nullptr;

  explicit Lone(const league::Case& c) {
    using namespace dart::dynamics;
    const SkeletonPtr skeleton = Skeleton::create();
    const Eigen::Vector3d w(c.angular_velocity.data());
    Eigen::Isometry3d at = Eigen::Isometry3d::Identity();
    at.linear() = Eigen::Quaterniond(c.attitude[0], c.attitude[1], c.attitude[2], c.attitude[3]).toRotationMatrix();
    if (c.setting == "ball") {
      auto [joint, node] = skeleton->createJointAndBodyNodePair<BallJoint>();
      joint->setPositions(BallJoint::convertToPositions(at.linear()));
      joint->setVelocities(w);
      body = node;
    } else {
      auto [joint, node] = skeleton->createJointAndBodyNodePair<FreeJoint>();
      joint->setTransform(at);
      joint->setAngularVelocity(at.linear() * w);
      body = node;
    }
    body->setInertia(Inertia(1, Eigen::Vector3d::Zero(), Eigen::Vector3d(c.moments.data()).asDiagonal()));
    world->addSkeleton(skeleton);
    world->setGravity(Eigen::Vector3d::Zero());
    world->setTimeStep(c.step);
  }
  void step() { world->step(); }
  void state(double* s) const {
    const Eigen::Quaterniond q(body->getWorldTransform().linear());
    const Eigen::Vector3d w = body->getAngularVelocity();
    const double now[] = {q.w(), q.x(), q.y(), q.z(), w.x(), w.y(), w.z()};
    std::copy(now, now + 7, s);
  }
};

}  // namespace

int main(int argc, char** argv) {
  return league::adapter(
      argc, argv,
      {"DART", DART_VERSION, "double", "wxyz", "space", {{"default", "a free joint"}, {"ball", "a ball joint"}}},
      [](const league::Case& c) { return std::make_unique<Lone>(c); });
}
