// havok.mjs -- Havok, as Babylon.js ships it; its interface has no switch for the gyroscopic term
import { adapter, file, version, xyzw } from "./adapter.mjs";

adapter({
  engine: "Havok",
  version: version("@babylonjs/havok"),
  precision: "single",
  quaternion: "xyzw",
  omega: "space",
  settings: { default: "speed limit raised, ideal step time = step" },
  load: async () =>
    (await import("@babylonjs/havok")).default({ wasmBinary: file("@babylonjs/havok/lib/esm/HavokPhysics.wasm") }),
  create(H, c) {
    const right = (answer) => {
      const result = Array.isArray(answer) ? answer[0] : answer;
      if (result !== H.Result.RESULT_OK && result?.value !== H.Result.RESULT_OK?.value)
        throw new Error(`Havok answers ${JSON.stringify(result)}`);
      return Array.isArray(answer) ? answer[1] : answer;
    };
    const world = right(H.HP_World_Create());
    right(H.HP_World_SetGravity(world, [0, 0, 0]));
    right(H.HP_World_SetSpeedLimit(world, 1e6, 1e6));
    right(H.HP_World_SetIdealStepTime(world, c.step));
    const body = right(H.HP_Body_Create());
    right(H.HP_Body_SetShape(body, right(H.HP_Shape_CreateSphere([0, 0, 0], 0.1))));
    right(H.HP_Body_SetMotionType(body, H.MotionType.DYNAMIC));
    right(H.HP_Body_SetMassProperties(body, [[0, 0, 0], 1, c.moments, [0, 0, 0, 1]]));
    right(H.HP_Body_SetLinearDamping(body, 0));
    right(H.HP_Body_SetAngularDamping(body, 0));
    right(H.HP_Body_SetQTransform(body, [[0, 0, 0], xyzw(c.attitude)]));
    right(H.HP_World_AddBody(world, body, false));
    right(H.HP_Body_SetActivationControl(body, H.ActivationControl.ALWAYS_ACTIVE));
    right(H.HP_Body_SetAngularVelocity(body, c.omega_space));
    return {
      step: () => H.HP_World_Step(world, c.step),
      state: () => [...right(H.HP_Body_GetOrientation(body)), ...right(H.HP_Body_GetAngularVelocity(body))],
    };
  },
});
