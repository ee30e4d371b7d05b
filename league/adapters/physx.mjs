// physx.mjs -- PhysX. The package is built for browsers alone: the adapter looks like one while it loads. The flag
// eENABLE_GYROSCOPIC_FORCES is missing from the binding and set as the bit that it is.
import { adapter, file, version, xyzw } from "./adapter.mjs";

const kGyroscopic = 1 << 10;

adapter({
  engine: "PhysX",
  version: `physx-js-webidl ${version("physx-js-webidl")}`,
  precision: "single",
  quaternion: "xyzw",
  omega: "space",
  settings: {
    default: "PGS, gyroscopic forces off, the default",
    gyro: "PGS, eENABLE_GYROSCOPIC_FORCES",
    gyro_tgs: "TGS, eENABLE_GYROSCOPIC_FORCES",
  },
  load: async () => {
    const versions = process.versions;
    Object.defineProperty(process, "versions", { value: { ...versions, node: undefined } });
    globalThis.window = globalThis;
    globalThis.self = globalThis;
    globalThis.document ??= { currentScript: null };
    const module = await import("physx-js-webidl");
    const P = await module.default({ wasmBinary: file("physx-js-webidl/physx-js-webidl.wasm") });
    Object.defineProperty(process, "versions", { value: versions });
    return P;
  },
  create(P, c) {
    const foundation = P.CreateFoundation(P.PHYSICS_VERSION, new P.PxDefaultAllocator(), new P.PxDefaultErrorCallback());
    const scale = new P.PxTolerancesScale();
    const physics = P.CreatePhysics(P.PHYSICS_VERSION, foundation, scale);
    const wanted = new P.PxSceneDesc(scale);
    wanted.gravity = new P.PxVec3(0, 0, 0);
    wanted.cpuDispatcher = P.DefaultCpuDispatcherCreate(0);
    wanted.filterShader = P.DefaultFilterShader();
    if (c.setting.endsWith("tgs")) wanted.solverType = P.PxSolverTypeEnum?.eTGS ?? P._emscripten_enum_PxSolverTypeEnum_eTGS();
    const scene = physics.createScene(wanted);

    const at = new P.PxTransform(new P.PxVec3(0, 0, 0), new P.PxQuat(...xyzw(c.attitude)));
    const body = physics.createRigidDynamic(at);
    const flags = new P.PxShapeFlags(P.PxShapeFlagEnum.eSIMULATION_SHAPE);
    body.attachShape(physics.createShape(new P.PxSphereGeometry(0.1), physics.createMaterial(0.5, 0.5, 0.5), true, flags));
    body.setMass(1);
    body.setMassSpaceInertiaTensor(new P.PxVec3(...c.moments));
    body.setLinearDamping(0);
    body.setAngularDamping(0);
    body.setMaxAngularVelocity(1e6);
    body.setSleepThreshold(0);
    if (c.setting.startsWith("gyro")) body.setRigidBodyFlags(new P.PxRigidBodyFlags(kGyroscopic));
    scene.addActor(body);
    body.setAngularVelocity(new P.PxVec3(...c.omega_space));
    body.setWakeCounter(1e9);
    const number = P.PHYSICS_VERSION;
    return {
      version: `${number >>> 24}.${(number >>> 16) & 255}.${(number >>> 8) & 255} (physx-js-webidl ${version("physx-js-webidl")})`,
      step() {
        scene.simulate(c.step);
        scene.fetchResults(true);
      },
      state() {
        const q = body.getGlobalPose().q;
        const attitude = [q.x, q.y, q.z, q.w];
        const w = body.getAngularVelocity();
        return [...attitude, w.x, w.y, w.z];
      },
    };
  },
});
