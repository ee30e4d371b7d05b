// mujoco.mjs -- MuJoCo: a body on a free joint; its integrators. The name of the package may be given: mujoco310.mjs
import { adapter, version } from "./adapter.mjs";

export const mujoco = (name, label, settings) =>
  adapter({
    engine: label,
    version: version(name),
    precision: "double",
    quaternion: "wxyz",
    omega: "body",
    settings,
    load: async () => (await import(name)).default(),
    create(M, c) {
      const integrator = c.setting === "default" ? "Euler" : c.setting;
      const model = M.MjModel.from_xml_string(`<mujoco>
        <compiler boundmass="0" boundinertia="0" balanceinertia="false"/>
        <option timestep="${c.step}" gravity="0 0 0" integrator="${integrator}"/>
        <worldbody><body><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="${c.moments.join(" ")}"/></body></worldbody>
        </mujoco>`);
      const data = new M.MjData(model);
      data.qpos.set(c.attitude, 3);
      data.qvel.set(c.angular_velocity, 3);
      return {
        step: () => M.mj_step(model, data),
        state: () => [...data.qpos.slice(3, 7), ...data.qvel.slice(3, 6)],
      };
    },
  });

if (process.argv[1].endsWith("/mujoco.mjs"))
  mujoco("@mujoco/mujoco", "MuJoCo", {
    default: "integrator Euler, the default",
    implicitfast: "integrator implicitfast",
    implicit: "integrator implicit",
    RK4: "integrator RK4",
    discrete: "integrator discrete",
  });
