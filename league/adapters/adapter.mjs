// adapter.mjs -- what all adapters in JavaScript have in common
//
// stdin   one case: {name, moments, attitude (w x y z), angular_velocity (body axes), step, steps, setting}, as
//         `polhode verify --list-cases --json` has them, with a setting of the engine
// stdout  CSV: header lines, then t,q0,q1,q2,q3,w0,w1,w2, the engine's own numbers in the order and the axes that the header names
//
// An adapter calls adapter({engine, version, precision, quaternion, omega, settings, load, create}); create(engine, case) puts one
// body into a world without gravity, contacts, damping and sleep, and gives {step(), state()}, and a version if
// that of the package is not the whole truth.
import { readFileSync, writeSync } from "node:fs";

/// The version of a package as it is installed.
export const version = (name) =>
  JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url))).version;
export const file = (path) => readFileSync(new URL(`../node_modules/${path}`, import.meta.url));

/// From body to space.
const rotate = ([w, x, y, z], [a, b, c]) => {
  const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * t[0] + y * t[2] - z * t[1], b + w * t[1] + z * t[0] - x * t[2], c + w * t[2] + x * t[1] - y * t[0]];
};
export const xyzw = ([w, x, y, z]) => [x, y, z, w];

function write(text) {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(1, bytes, done);
    } catch (fault) {
      if (fault.code !== "EAGAIN") throw fault; // a pipe that is full for the moment
    }
  }
}

export async function adapter(own) {
  const { engine, precision, quaternion, omega, settings } = own;
  if (process.argv[2] === "--describe") {
    write(JSON.stringify({ engine, version: own.version, precision, settings }) + "\n");
    process.exit(0);
  }
  const given = JSON.parse(readFileSync(0, "utf8"));
  given.setting ??= Object.keys(settings)[0];
  if (!(given.setting in settings)) {
    console.error(`${engine}: no setting "${given.setting}"; there are ${Object.keys(settings).join(", ")}`);
    process.exit(2);
  }
  given.omega_space = rotate(given.attitude, given.angular_velocity);
  const body = own.create(await own.load(), given);
  const rows = [[0, ...body.state()]];
  for (let i = 1; i <= given.steps; ++i) {
    body.step();
    rows.push([i * given.step, ...body.state()]);
  }
  write(
    `# engine: ${engine}\n# version: ${body.version ?? own.version}\n# setting: ${given.setting}\n# precision: ${precision}\n` +
      `# quaternion: ${quaternion} body->space\n# omega: ${omega}\nt,q0,q1,q2,q3,w0,w1,w2\n` +
      rows.map((row) => row.join(",") + "\n").join(""),
  );
  process.exit(0);
}
