// jolt.mjs -- Jolt Physics
import { adapter, version, xyzw } from "./adapter.mjs";

adapter({
  engine: "Jolt",
  version: version("jolt-physics"),
  precision: "single",
  quaternion: "xyzw",
  omega: "space",
  settings: {
    default: "mApplyGyroscopicForce off, the default",
    gyro: "mApplyGyroscopicForce on",
    gyro4: "mApplyGyroscopicForce on, 4 collision steps a step",
  },
  load: async () => (await import("jolt-physics")).default(),
  create(J, c) {
    const settings = new J.JoltSettings();
    settings.mMaxWorkerThreads = 0;
    const pairs = new J.ObjectLayerPairFilterTable(1);
    const layers = new J.BroadPhaseLayerInterfaceTable(1, 1);
    layers.MapObjectToBroadPhaseLayer(0, new J.BroadPhaseLayer(0));
    settings.mObjectLayerPairFilter = pairs;
    settings.mBroadPhaseLayerInterface = layers;
    settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
    const jolt = new J.JoltInterface(settings);
    const world = jolt.GetPhysicsSystem();
    world.SetGravity(new J.Vec3(0, 0, 0));

    const made = new J.BodyCreationSettings(
      new J.SphereShape(0.1), new J.RVec3(0, 0, 0), new J.Quat(...xyzw(c.attitude)), J.EMotionType_Dynamic, 0);
    const mass = new J.MassProperties();
    mass.mMass = 1;
    mass.mInertia = J.Mat44.prototype.sScaleVec3(new J.Vec3(...c.moments));
    made.mOverrideMassProperties = J.EOverrideMassProperties_MassAndInertiaProvided;
    made.mMassPropertiesOverride = mass;
    made.mAngularDamping = 0;
    made.mLinearDamping = 0;
    made.mAllowSleeping = false;
    made.mMaxAngularVelocity = 1e6;
    made.mApplyGyroscopicForce = c.setting.startsWith("gyro");
    made.mAngularVelocity = new J.Vec3(...c.omega_space);
    const bodies = world.GetBodyInterface();
    const body = bodies.CreateBody(made);
    bodies.AddBody(body.GetID(), J.EActivation_Activate);
    return {
      step: () => jolt.Step(c.step, c.setting === "gyro4" ? 4 : 1),
      state() {
        const q = body.GetRotation();
        const attitude = [q.GetX(), q.GetY(), q.GetZ(), q.GetW()];
        const w = body.GetAngularVelocity();
        return [...attitude, w.GetX(), w.GetY(), w.GetZ()];
      },
    };
  },
});
