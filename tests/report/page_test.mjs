// page_test.mjs -- colours for every kind of eye, labels apart, angles, verdicts: node --test page_test.mjs
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { angleAndAxis, precessionNutationSpin, tilts, yawPitchRoll } from '../../web/report/src/attitude.js';
import { spread } from '../../web/report/src/labels.js';
import { rotate } from '../../web/report/src/motion.js';
import { gradeOfRun, verdictText } from '../../web/report/src/verdict.js';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

// --- colours ---------------------------------------------------------------------------------------------------------

// What people without the red, green or blue cones see, in linear RGB: Machado, Oliveira and Fernandes, "A
// physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15 (2009), severity 1.0.
const kEyes = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const linear = (color) =>
  [1, 3, 5]
    .map((i) => parseInt(color.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
const times = (matrix, v) => matrix.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
/// Oklab (Ottosson 2020): equal distances look equally large.
function oklab(rgb) {
  const lms = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb.map((x) => Math.min(1, Math.max(0, x))),
  ).map(Math.cbrt);
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    lms,
  );
}
/// 100 from black to white.
function distance(a, b, eye) {
  const [p, q] = [a, b].map((color) => oklab(times(kEyes[eye], linear(color))));
  return 100 * Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}
function contrast(a, b) {
  const [low, high] = [a, b].map((color) => times([[0.2126, 0.7152, 0.0722]], linear(color))[0]).sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}
function variables(selector) {
  const css = read('web/report/style/page.css');
  const from = css.indexOf(`${selector} {`);
  const block = css.slice(from, css.indexOf('}', from));
  return (name) => block.match(new RegExp(`--${name}: (#[0-9a-f]{6});`))[1];
}
const kSeries = [1, 2, 3, 4, 5, 6, 7, 8].map((k) => `series${k}`);

for (const [theme, selector] of [
  ['light', ':root'],
  ['dark', ":root[data-theme='dark']"],
])
  test(`colours are far apart for every kind of eye, and from the page: ${theme}`, () => {
    const color = variables(selector);
    // Least distances: 14.1 (light, tritanopia), 14.0 (dark); of the eight series 10.2. With the hues of before: 3.4
    // (x and y, deuteranopia, light), 0.2 (L and w, deuteranopia, dark).
    for (const [names, least] of [
      [['axis1', 'axis2', 'axis3', 'L', 'w'], 12],
      [kSeries, 10],
    ])
      names.forEach((a, i) => {
        const seen = contrast(color(a), color('card'));
        assert.ok(seen > 2.6, `${a}: contrast ${seen}`); // least: 2.66, dashes and markers beside it
        for (const b of names.slice(0, i))
          for (const eye of Object.keys(kEyes)) {
            const far = distance(color(a), color(b), eye);
            assert.ok(far > least, `${a} and ${b}, ${eye}: ${far.toFixed(1)}`);
          }
      });
  });

test('pictures have the same colours as the pages', () => {
  const pairs = [...read('src/output/picture.cpp').matchAll(/\{"(#[0-9a-f]{6})", "(#[0-9a-f]{6})"\}/g)];
  const [light, dark] = [variables(':root'), variables(":root[data-theme='dark']")];
  assert.deepEqual(
    pairs.slice(0, 8).map(([, a, b]) => [a, b]),
    kSeries.map((name) => [light(name), dark(name)]),
  );
});

// --- labels ----------------------------------------------------------------------------------------------------------

test('labels are pushed apart, as little as needed', () => {
  const crowd = Array.from({ length: 8 }, (_, k) => ({ x: 100 + (k % 3), y: 50 + (k % 2), radius: 9 + (k % 3) }));
  const places = spread(crowd);
  for (let i = 0; i < places.length; ++i)
    for (let j = 0; j < i; ++j) {
      const apart = Math.hypot(places[i].x - places[j].x, places[i].y - places[j].y);
      assert.ok(apart > crowd[i].radius + crowd[j].radius - 0.5, `${i} and ${j}: ${apart}`);
    }
  for (const { x, y } of places) assert.ok(Math.hypot(x - 101, y - 50.5) < 60, `${x}, ${y}`);
  const same = spread([
    { x: 5, y: 5, radius: 10 },
    { x: 5, y: 5, radius: 10 },
    { x: 90, y: 5, radius: 10 },
  ]);
  assert.ok(Math.hypot(same[0].x - same[1].x, same[0].y - same[1].y) >= 20);
  assert.deepEqual(same[2], { x: 90, y: 5 });
});

// --- angles ----------------------------------------------------------------------------------------------------------

const multiply = ([a, ...u], [b, ...v]) => [
  a * b - u[0] * v[0] - u[1] * v[1] - u[2] * v[2],
  a * v[0] + b * u[0] + u[1] * v[2] - u[2] * v[1],
  a * v[1] + b * u[1] + u[2] * v[0] - u[0] * v[2],
  a * v[2] + b * u[2] + u[0] * v[1] - u[1] * v[0],
];
const turn = (axis, degrees) => {
  const half = (degrees * Math.PI) / 360;
  return [Math.cos(half), ...[0, 1, 2].map((k) => (k === axis ? Math.sin(half) : 0))];
};
const near = (a, b, tolerance, what) => {
  for (let k = 0; k < a.length; ++k) assert.ok(Math.abs(a[k] - b[k]) < tolerance, `${what}: ${a} and ${b}`);
};

test('angles put together give the attitude again', () => {
  for (const angles of [
    [10, 20, 30],
    [-170, -80, 150],
    [95, 5, -120],
  ]) {
    const [a, b, c] = angles;
    near(yawPitchRoll(multiply(turn(2, a), multiply(turn(1, b), turn(0, c)))), angles, 1e-10, 'yaw, pitch, roll'); // 9e-14
    const euler = [a, Math.abs(b), c];
    const q = multiply(turn(2, a), multiply(turn(0, Math.abs(b)), turn(2, c)));
    near(precessionNutationSpin(q), euler, 1e-10, 'precession, nutation, spin'); // 3e-14
    near(precessionNutationSpin(q.map((x) => -x)), euler, 1e-10, 'and of -q');
  }
  near(precessionNutationSpin(turn(2, 70)), [70, 0, 0], 1e-12, 'upright');
  near(precessionNutationSpin(multiply(turn(2, 40), turn(0, 180))), [40, 180, 0], 1e-5, 'upside down');
});

test('angle and axis, and tilts', () => {
  const { angle, axis } = angleAndAxis(turn(1, 250)); // the short way: 110 the other way round
  near([angle, ...axis], [110, 0, -1, 0], 1e-12, 'angle and axis');
  assert.equal(angleAndAxis([1, 0, 0, 0]).angle, 0);
  near(rotate(turn(1, 30), [0, 0, 1]), [0.5, 0, Math.sqrt(0.75)], 1e-12, 'axis z');
  near(tilts(turn(1, 30), [0, 0, 5]), [120, 90, 30], 1e-12, 'tilts');
});

// --- verdicts --------------------------------------------------------------------------------------------------------

const run = (errors, more = {}) => ({
  done: true,
  outcome: 'done',
  scenario: { torques: [] },
  method: { order: 2 },
  certificate: Object.entries({ attitude_norm_error_max: 1e-16, ...errors }).map(([name, value]) => ({ name, value })),
  ...more,
});

test('the verdict goes by the worst of what is claimed', () => {
  assert.equal(gradeOfRun(run({ energy_error_max: 1e-6, attitude_error_max: 1e-9 })), 'good');
  assert.equal(gradeOfRun(run({ energy_error_max: 1e-12, attitude_error_max: 1e-5 })), 'doubtful');
  assert.equal(gradeOfRun(run({ energy_error_max: 40, attitude_error_max: 3 })), 'bad');
  assert.equal(gradeOfRun(run({ energy_error_max: 1e-12, attitude_error_estimate: 0.02 })), 'bad');
  assert.equal(gradeOfRun(run({ energy_error_max: 1e-12, attitude_norm_error_max: 0.5 })), 'bad');
  assert.equal(gradeOfRun(run({ energy_error_max: 1e-16 }, { done: false, outcome: 'not_converged' })), 'bad');
  assert.equal(gradeOfRun(run({ energy_error_max: null })), 'unknown'); // drag: nothing is conserved
});
test('the word of the program counts before the errors', () => {
  assert.equal(gradeOfRun(run({ energy_error_max: 1e-16 }, { verdict: 'doubtful' })), 'doubtful');
  assert.equal(gradeOfRun(run({ energy_error_max: 1 }, { verdict: 'good' })), 'good');
});
test('what is off is not said to be kept', () => {
  assert.equal(
    verdictText(run({ energy_error_max: 40, attitude_error_max: 3 })),
    'Energy off by 40, attitude off by 3 rad',
  );
  assert.equal(
    verdictText(run({ energy_error_max: 2e-9, momentum_error_max: 0, attitude_error_max: 1e-5 })),
    'Energy kept to 2e-9, momentum exactly; attitude within 1e-5 rad',
  );
});
