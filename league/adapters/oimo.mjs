// oimo.mjs -- Oimo.js; it has no way to give an inertia, which is written into its fields
import { createRequire } from "node:module";

import { adapter, version, xyzw } from "./adapter.mjs";

adapter({
  engine: "Oimo.js",
  version: version("oimo"),
  precision: "double",
  quaternion: "xyzw",
  omega: "space",
  settings: { default: "no choice" },
  load: () => createRequire(import.meta.url)("oimo/build/oimo.js"),
  create(O, c) {
    const world = new O.World({ timestep: c.step, iterations: 8, broadphase: 2, worldscale: 1, random: false, gravity: [0, 0, 0] });
    const body = world.add({ type: "sphere", size: [0.1], pos: [0, 0, 0], move: true, density: 1 });
    const diagonal = ([x, y, z]) => [x, 0, 0, 0, y, 0, 0, 0, z];
    body.allowSleep = false;
    body.localInertia.set(...diagonal(c.moments));
    body.inverseLocalInertia.set(...diagonal(c.moments.map((I) => 1 / I)));
    body.orientation.set(...xyzw(c.attitude));
    body.syncShapes();
    body.angularVelocity.set(...c.omega_space);
    return {
      step: () => world.step(),
      state() {
        const q = body.orientation, w = body.angularVelocity;
        return [q.x, q.y, q.z, q.w, w.x, w.y, w.z];
      },
    };
  },
});
