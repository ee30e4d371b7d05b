// cannon.mjs -- cannon-es
import { adapter, version, xyzw } from "./adapter.mjs";

adapter({
  engine: "cannon-es",
  version: version("cannon-es"),
  precision: "double",
  quaternion: "xyzw",
  omega: "space",
  settings: { default: "quatNormalizeFast off, the default", fast: "quatNormalizeFast on" },
  load: () => import("cannon-es"),
  create(C, c) {
    const world = new C.World({ gravity: new C.Vec3(0, 0, 0), quatNormalizeFast: c.setting === "fast" });
    world.quatNormalizeFast = c.setting === "fast";
    const body = new C.Body({ mass: 1, linearDamping: 0, angularDamping: 0, allowSleep: false });
    body.addShape(new C.Sphere(0.1));
    body.inertia.set(...c.moments);
    body.invInertia.set(...c.moments.map((I) => 1 / I));
    body.quaternion.set(...xyzw(c.attitude));
    body.updateInertiaWorld(true);
    body.angularVelocity.set(...c.omega_space);
    world.addBody(body);
    return {
      step: () => world.step(c.step),
      state() {
        const q = body.quaternion, w = body.angularVelocity;
        return [q.x, q.y, q.z, q.w, w.x, w.y, w.z];
      },
    };
  },
});
