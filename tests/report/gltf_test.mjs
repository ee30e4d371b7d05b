// gltf_test.mjs -- an animation of ours in the player of three.js: at the times of all rows the body is where the rows say
//
//   node gltf_test.mjs --modules NODE_MODULES ANIMATION.glb ROWS.csv
//
// NODE_MODULES holds three (build/web/report/node_modules). The clip lasts as long as the rows. Exit 1 and a line if something is wrong.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { modules: { type: 'string' } },
});
if (!options.modules || files.length !== 2) {
  console.error('usage: node gltf_test.mjs --modules NODE_MODULES ANIMATION.glb ROWS.csv');
  process.exit(2);
}
const three = join(resolve(options.modules), 'three');
globalThis.self = globalThis; // what a browser has and the loader asks for
const THREE = await import(pathToFileURL(join(three, 'build/three.module.js')));
const { GLTFLoader } = await import(pathToFileURL(join(three, 'examples/jsm/loaders/GLTFLoader.js')));

const bytes = readFileSync(files[0]);
const gltf = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '');
const rows = readFileSync(files[1], 'utf8')
  .split('\n')
  .filter((line) => /^[-0-9]/.test(line))
  .map((line) => line.split(',').map(Number));
const mixer = new THREE.AnimationMixer(gltf.scene);
const action = mixer.clipAction(gltf.animations[0]);
action.setLoop(THREE.LoopOnce);
action.clampWhenFinished = true;
action.play();
const body = gltf.scene.getObjectByName('body');
let worst = 0;
for (const [t, w, x, y, z] of rows) {
  mixer.setTime(t - rows[0][0]);
  const q = body.quaternion;
  worst = Math.max(worst, 2 * Math.acos(Math.min(1, Math.abs(w * q.w + x * q.x + y * q.y + z * q.z))));
}
// An arc in place of the motion between keys a = 0.087 rad apart is off by about a^2/8; measured 5e-4.
const limit = 1e-3;
console.log(`three.js ${THREE.REVISION}: ${rows.length} rows, off by up to ${worst.toExponential(1)} rad`);
if (rows.length < 100 || !(worst <= limit)) {
  console.log(`FAILED  the attitude is off by more than ${limit} rad`);
  process.exit(1);
}
