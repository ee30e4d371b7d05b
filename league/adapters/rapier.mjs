// rapier.mjs -- Rapier; its binding for JavaScript has no switch for the gyroscopic term
import { adapter, version } from "./adapter.mjs";

adapter({
  engine: "Rapier",
  version: version("@dimforge/rapier3d-compat"),
  precision: "single",
  quaternion: "xyzw",
  omega: "space",
  settings: {
    default: "numSolverIterations 4, the default",
    iterations1: "numSolverIterations 1",
    iterations16: "numSolverIterations 16",
  },
  load: async () => {
    const module = await import("@dimforge/rapier3d-compat");
    const rapier = module.default ?? module;
    await rapier.init();
    return rapier;
  },
  create(R, c) {
    const vector = ([x, y, z]) => ({ x, y, z });
    const [w, x, y, z] = c.attitude;
    const world = new R.World(vector([0, 0, 0]));
    world.timestep = c.step;
    if (c.setting !== "default") world.numSolverIterations = Number(c.setting.slice("iterations".length));
    const body = world.createRigidBody(
      R.RigidBodyDesc.dynamic()
        .setRotation({ x, y, z, w })
        .setAngvel(vector(c.omega_space))
        .setLinearDamping(0)
        .setAngularDamping(0)
        .setCanSleep(false)
        .setAdditionalMassProperties(1, vector([0, 0, 0]), vector(c.moments), { x: 0, y: 0, z: 0, w: 1 }),
    );
    body.recomputeMassPropertiesFromColliders();
    return {
      step: () => world.step(),
      state() {
        const q = body.rotation(), v = body.angvel();
        return [q.x, q.y, q.z, q.w, v.x, v.y, v.z];
      },
    };
  },
});
