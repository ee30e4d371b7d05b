// ammo.mjs -- ammo.js, an old Bullet for JavaScript (it does not know the implicit gyroscopic terms)
import { createRequire } from "node:module";

import { adapter, version, xyzw } from "./adapter.mjs";

const kExplicit = 2, kNoDeactivation = 4;

adapter({
  engine: "ammo.js",
  version: `ammojs-typed ${version("ammojs-typed")}`,
  precision: "single",
  quaternion: "xyzw",
  omega: "space",
  settings: { default: "flags as the constructor leaves them", explicit: "BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT" },
  load: () => createRequire(import.meta.url)("ammojs-typed").call({}),
  create(A, c) {
    const configuration = new A.btDefaultCollisionConfiguration();
    const world = new A.btDiscreteDynamicsWorld(
      new A.btCollisionDispatcher(configuration), new A.btDbvtBroadphase(), new A.btSequentialImpulseConstraintSolver(), configuration);
    world.setGravity(new A.btVector3(0, 0, 0));
    const at = new A.btTransform();
    at.setIdentity();
    at.setRotation(new A.btQuaternion(...xyzw(c.attitude)));
    const body = new A.btRigidBody(new A.btRigidBodyConstructionInfo(
      1, new A.btDefaultMotionState(at), new A.btSphereShape(0.1), new A.btVector3(...c.moments)));
    body.setDamping(0, 0);
    body.setActivationState(kNoDeactivation);
    if (c.setting === "explicit") body.setFlags(kExplicit);
    body.setAngularVelocity(new A.btVector3(...c.omega_space));
    world.addRigidBody(body);
    return {
      step: () => world.stepSimulation(c.step, 0),
      state() {
        const q = body.getWorldTransform().getRotation();
        const attitude = [q.x(), q.y(), q.z(), q.w()];
        const w = body.getAngularVelocity();
        return [...attitude, w.x(), w.y(), w.z()];
      },
    };
  },
});
