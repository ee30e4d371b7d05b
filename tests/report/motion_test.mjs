// motion_test.mjs -- the geometry that the report draws: node --test motion_test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Motion, conjugate, dot, norm, polhodes, rotate, separatrices } from '../../web/report/src/motion.js';

const packed = (numbers, Type) => Buffer.from(new Type(numbers).buffer).toString('base64');
const near = (a, b, tolerance, what) => assert.ok(Math.abs(a - b) <= tolerance, `${what}: ${a} and ${b}`);

/// A symmetric top that is free, in closed form: w goes round axis 3 in the body, L stays.
function symmetricTop(count, spacing) {
  const moments = [2, 2, 1];
  const [t, q, w, L] = [[], [], [], []];
  for (let i = 0; i < count; ++i) {
    const time = i * spacing;
    // w1 + i w2 turns at (I1 - I3)/I1 w3; the attitude is a turn about L and one about axis 3.
    const rate = ((moments[0] - moments[2]) / moments[0]) * 0.8;
    const W = [0.6 * Math.cos(rate * time), -0.6 * Math.sin(rate * time), 0.8];
    const L0 = [1.2, 0, 0.8]; // I w at the start
    const size = norm(L0);
    const a = (size / moments[0]) * time; // about L
    const b = rate * time; // about axis 3
    const about = [Math.cos(a / 2), ...L0.map((x) => (x / size) * Math.sin(a / 2))];
    const own = [Math.cos(b / 2), 0, 0, Math.sin(b / 2)];
    const Q = [
      about[0] * own[0] - about[3] * own[3],
      about[1] * own[0] + about[2] * own[3],
      about[2] * own[0] - about[1] * own[3],
      about[3] * own[0] + about[0] * own[3],
    ];
    t.push(time);
    q.push(...Q);
    w.push(...W);
    L.push(...rotate(Q, [moments[0] * W[0], moments[1] * W[1], moments[2] * W[2]]));
  }
  return new Motion(
    { t: packed(t, Float64Array), q: packed(q, Float32Array), w: packed(w, Float64Array), L: packed(L, Float64Array) },
    { moments, frame: [1, 0, 0, 0] },
  );
}

test('between keyframes: unit attitude, momentum and point of contact where they belong', () => {
  const motion = symmetricTop(200, 0.1);
  const twiceT = motion.twiceKinetic(motion.at(0).w);
  for (const time of [0, 0.05, 3.35, 11.333, 19.9]) {
    const loose = time === 0.05 ? 200 : 1; // the cubic of w begins straight: 1.4e-4 there
    const { q, w, L } = motion.at(time);
    near(Math.hypot(...q), 1, 1e-15, 'length of q'); // 2e-16
    // I w turned into space is L between two rows as well.
    const m = rotate(q, [2 * w[0], 2 * w[1], w[2]]);
    near(norm([m[0] - L[0], m[1] - L[1], m[2] - L[2]]), 0, loose * 2e-6, 'Q I w - L'); // 9.7e-7
    near(motion.twiceKinetic(w), twiceT, loose * 1e-6, '2T'); // 8.6e-8
    // Poinsot: the contact lies on the plane w . L = 2T.
    near(dot(rotate(q, w), L), twiceT, loose * 1e-6, 'w . L'); // 5.1e-8
  }
  near(motion.largestTurn, 0.1, 1e-9, 'turn between rows'); // |w| = 1
  assert.equal(motion.indexAt(0.3500001), 3);
  assert.equal(motion.at(-5).w[0], motion.at(0).w[0]);
  assert.equal(motion.at(99).w[0], motion.at(motion.end).w[0]);
});

test('rows far apart: the attitude between them, even when the body has turned more than half round', () => {
  const angle = (p, q) => 2 * Math.acos(Math.min(1, Math.abs(p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3])));
  // |w| = 1. Half way: 6.6e-6, 7.3e-4, 0.025, 0.14 rad; slerp is off by 7.5e-3, 0.071, 0.34, 0.74.
  for (const [spacing, tolerance] of [
    [0.5, 1e-5],
    [1.5, 1e-3],
    [3.0, 0.03],
    [4.0, 0.2],
  ]) {
    const truth = symmetricTop(2, 2.5 * spacing).at(2.5 * spacing).q;
    near(angle(symmetricTop(6, spacing).at(2.5 * spacing).q, truth), 0, tolerance, `attitude, rows ${spacing} apart`);
  }
});

test('samples run from the start to the end and are bounded', () => {
  const samples = symmetricTop(200, 0.1).samples(0.03, 500);
  assert.ok(samples.length <= 500);
  assert.equal(samples[0].u, 0);
  assert.equal(samples[samples.length - 1].u, 1);
  for (let i = 1; i < samples.length; ++i) assert.ok(samples[i].u > samples[i - 1].u);
  assert.equal(symmetricTop(1, 0.1).samples().length, 1);
});

test('polhodes lie on the ellipsoid of energy and have the momentum asked for', () => {
  for (const moments of [
    [0.3, 0.35, 0.62],
    [3, 1, 2],
    [1, 1, 2],
    [1, 2, 2],
  ]) {
    const [least, , greatest] = [...moments].sort((a, b) => a - b);
    for (const part of [0.05, 0.3, 0.45, 0.7, 0.95]) {
      const ratio = least + part * (greatest - least);
      const curves = polhodes(moments, ratio);
      assert.equal(curves.length, 2);
      for (const u of curves.flat()) {
        near(dot(u, u), 1, 1e-12, 'energy');
        near(moments[0] * u[0] ** 2 + moments[1] * u[1] ** 2 + moments[2] * u[2] ** 2, ratio, 1e-12, 'momentum');
      }
    }
    assert.deepEqual(polhodes(moments, least), []);
    assert.deepEqual(polhodes(moments, 2 * greatest), []);
  }
  const moments = [3, 1, 2];
  for (const u of separatrices(moments).flat()) {
    near(dot(u, u), 1, 1e-12, 'energy');
    near(
      moments[0] * u[0] ** 2 + moments[1] * u[1] ** 2 + moments[2] * u[2] ** 2,
      2,
      1e-12,
      'momentum of the separatrix',
    );
  }
  assert.deepEqual(separatrices([1, 1, 2]), []);
});

test('quaternions turn vectors as the program does', () => {
  const half = Math.SQRT1_2;
  const [x, y, z] = rotate([half, 0, 0, half], [1, 0, 0]);
  near(Math.abs(x) + Math.abs(y - 1) + Math.abs(z), 0, 1e-15, 'x turned to y'); // 4e-16
  const q = [0.5, 0.5, -0.5, 0.5];
  const v = [1, 2, 3];
  assert.deepEqual(rotate(conjugate(q), rotate(q, v)), v);
});
