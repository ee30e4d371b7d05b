// attitude.js -- what an attitude means, in angles: turns about axes, tilts; degrees

import { norm, rotate } from './motion.js';

const kDegrees = 180 / Math.PI;
/// The same direction, from -180 to 180.
const wrapped = (angle) => angle - 360 * Math.round(angle / 360);

/// How far the body is turned from the space axes, 0 to 180, and about which unit vector (the same in both axes).
export function angleAndAxis([w, ...v]) {
  const sine = norm(v);
  if (sine === 0) return { angle: 0, axis: [0, 0, 1] };
  const sign = w < 0 ? -1 : 1;
  return { angle: 2 * kDegrees * Math.atan2(sine, Math.abs(w)), axis: v.map((x) => (sign * x) / sine) };
}

/// Yaw about z, then pitch about the new y, then roll about the new x.
export function yawPitchRoll([w, x, y, z]) {
  return [
    kDegrees * Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
    kDegrees * Math.asin(Math.min(1, Math.max(-1, 2 * (w * y - x * z)))),
    kDegrees * Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
  ];
}

/// Precession about z, then nutation about the new x, then spin about the new z. Upright and upside down,
/// where only the sum or the difference of precession and spin has a meaning, all of it is precession.
export function precessionNutationSpin([w, x, y, z]) {
  const [tilted, upright] = [Math.hypot(x, y), Math.hypot(w, z)];
  let sum = 2 * Math.atan2(z, w); // of precession and spin
  let difference = 2 * Math.atan2(y, x);
  if (tilted === 0) difference = sum;
  if (upright === 0) sum = difference;
  return [
    wrapped((kDegrees * (sum + difference)) / 2),
    2 * kDegrees * Math.atan2(tilted, upright),
    wrapped((kDegrees * (sum - difference)) / 2),
  ];
}

/// Angles between the body axes x, y, z and the direction n of space.
export function tilts(q, n) {
  const length = norm(n);
  return [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((axis) => {
    const a = rotate(q, axis);
    const cosine = (a[0] * n[0] + a[1] * n[1] + a[2] * n[2]) / length;
    return kDegrees * Math.acos(Math.min(1, Math.max(-1, cosine)));
  });
}

/// Curves of angles that `of` makes of each quaternion, from arrays of qw qx qy qz.
export function angleCurves(q, of) {
  const curves = of([1, 0, 0, 0]).map(() => new Float64Array(q[0].length));
  for (let i = 0; i < q[0].length; ++i)
    of([q[0][i], q[1][i], q[2][i], q[3][i]]).forEach((angle, k) => (curves[k][i] = angle));
  return curves;
}
