// mujoco310.mjs -- MuJoCo 3.10, the last whose implicitfast was the midpoint rule
import { mujoco } from "./mujoco.mjs";

mujoco("mujoco310", "MuJoCo 3.10", { implicitfast: "integrator implicitfast" });
