// motion.js -- the motion between the keyframes: attitude, angular velocity, momentum at any time

function bytes(text) {
  const raw = atob(text);
  const array = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) array[i] = raw.charCodeAt(i);
  return array.buffer;
}
export const doubles = (text) => new Float64Array(bytes(text));
export const floats = (text) => new Float32Array(bytes(text));

/// v turned by the unit quaternion q (w x y z).
export function rotate([w, x, y, z], [a, b, c]) {
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}
export const conjugate = ([w, x, y, z]) => [w, -x, -y, -z];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const norm = (a) => Math.hypot(a[0], a[1], a[2]);

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const multiply = ([a, ...u], [b, ...v]) => {
  const c = cross(u, v);
  return [a * b - dot(u, v), ...c.map((x, k) => a * v[k] + b * u[k] + x)];
};
function exponential(r) {
  const angle = norm(r);
  const factor = angle > 1e-9 ? Math.sin(angle / 2) / angle : 0.5;
  return [Math.cos(angle / 2), ...r.map((x) => x * factor)];
}

/// The attitude at the share s of the time h between two rows: q0 exp(r), where the rotation vector r is the cubic that
/// has the angular velocities w0 and w1 (body axes) at its ends. Twice the order of slerp; the turn is the one that the
/// angular velocities suggest, so that more than half a turn between two rows is seen as such.
function between(q0, q1, w0, w1, h, s) {
  const [cosine, ...v] = multiply(conjugate(q0), q1);
  const sine = norm(v);
  const mean = w0.map((x, k) => ((x + w1[k]) / 2) * h);
  const direction = sine > 1e-9 ? v.map((x) => x / sine) : mean.map((x) => x / (norm(mean) || 1));
  const shortest = 2 * Math.atan2(sine, cosine);
  const angle = shortest + 2 * Math.PI * Math.round((dot(mean, direction) - shortest) / (2 * Math.PI));
  const r = direction.map((x) => x * angle);
  const [at0, at1] = [s * (1 - s) ** 2, s * s * (s - 1)];
  let path = r.map((x) => x * s); // slerp
  if (Math.abs(angle) < 4) {
    // r' = w + r x w/2 + c r x (r x w): how a rotation vector grows.
    const c = Math.abs(angle) > 1e-3 ? (1 - angle / 2 / Math.tan(angle / 2)) / angle ** 2 : 1 / 12;
    const once = cross(r, w1);
    const twice = cross(r, once);
    path = r.map((x, k) => s * s * (3 - 2 * s) * x + h * (at0 * w0[k] + at1 * (w1[k] + once[k] / 2 + c * twice[k])));
  }
  return multiply(q0, exponential(path));
}

export class Motion {
  constructor({ t, q, w, L }, { moments, frame }) {
    this.t = doubles(t);
    this.q = floats(q);
    this.w = doubles(w);
    this.L = doubles(L);
    this.count = this.t.length;
    this.moments = moments;
    this.frame = frame;
    this.start = this.t[0];
    this.end = this.t[this.count - 1];
    this.span = this.end - this.start;
    this.fastest = 0; // |w|, rad/s
    this.largestTurn = 0; // between two keyframes, rad
    let sum = 0;
    for (let i = 0; i < this.count; ++i) {
      const speed = norm(this.#three(this.w, i));
      this.fastest = Math.max(this.fastest, speed);
      sum += speed;
      if (i > 0) this.largestTurn = Math.max(this.largestTurn, speed * Math.abs(this.t[i] - this.t[i - 1]));
    }
    this.typicalSpeed = sum / this.count;
  }

  /// w . I w, twice the kinetic energy.
  twiceKinetic(w) {
    const p = rotate(conjugate(this.frame), w);
    return this.moments[0] * p[0] ** 2 + this.moments[1] * p[1] ** 2 + this.moments[2] * p[2] ** 2;
  }

  /// The last keyframe that is not after t.
  indexAt(t) {
    let low = 0;
    let high = this.count - 1;
    const forward = this.span >= 0;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (forward ? this.t[middle] <= t : this.t[middle] >= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  at(t) {
    const i = this.indexAt(t);
    const j = Math.min(i + 1, this.count - 1);
    const length = this.t[j] - this.t[i];
    return this.#between(i, j, length ? Math.min(1, Math.max(0, (t - this.t[i]) / length)) : 0);
  }
  /// Points for curves: about `angle` apart in attitude, at most `most` of them. Each with its share of the span, u.
  samples(angle = 0.06, most = 20000) {
    const parts = Math.max(1, Math.min(Math.ceil(this.largestTurn / angle), Math.floor(most / this.count)));
    const result = [];
    for (let i = 0; i + 1 < this.count; ++i)
      for (let part = 0; part < parts; ++part) {
        const s = part / parts;
        const t = this.t[i] + s * (this.t[i + 1] - this.t[i]);
        result.push({ u: this.share(t), ...this.#between(i, i + 1, s) });
      }
    result.push({ u: 1, ...this.#between(this.count - 1, this.count - 1, 0) });
    return result;
  }
  share(t) {
    return this.span ? (t - this.start) / this.span : 1;
  }

  #three(array, i) {
    return [array[3 * i], array[3 * i + 1], array[3 * i + 2]];
  }
  #four(i) {
    return [this.q[4 * i], this.q[4 * i + 1], this.q[4 * i + 2], this.q[4 * i + 3]];
  }
  #between(i, j, s) {
    const here = this.#three(this.w, i);
    const next = this.#three(this.w, j);
    // A cubic through the neighbours, for the eye: few rows give a round curve all the same. Its ends are straight.
    const before = i > 0 ? this.#three(this.w, i - 1) : here.map((x, k) => 2 * x - next[k]);
    const after = j + 1 < this.count ? this.#three(this.w, j + 1) : next.map((x, k) => 2 * x - here[k]);
    const w = here.map((p, k) => {
      const m0 = (next[k] - before[k]) / 2;
      const m1 = (after[k] - p) / 2;
      return p + s * (m0 + s * (3 * (next[k] - p) - 2 * m0 - m1 + s * (2 * (p - next[k]) + m0 + m1)));
    });
    const La = this.#three(this.L, i);
    const Lb = this.#three(this.L, j);
    const q = between(this.#four(i), this.#four(j), here, next, this.t[j] - this.t[i], s);
    const length = Math.hypot(...q); // of single precision in the data
    return { q: q.map((x) => x / length), w, L: La.map((x, k) => x + s * (Lb[k] - x)) };
  }
}

/// Where the curves of constant momentum lie on the sphere of u = sqrt(I/2T) w (principal axes): the polhodes.
/// `ratio` is |L|^2/2T, between the least and the greatest moment. Returns closed curves of [u1, u2, u3].
export function polhodes(moments, ratio, points = 240) {
  const order = [0, 1, 2].sort((a, b) => moments[a] - moments[b]);
  const [I1, I2, I3] = order.map((k) => moments[k]);
  if (!(ratio > I1 && ratio < I3) || ratio === I2) return [];
  // About the axis of the least moment, or of the greatest.
  const [axis, a, b, A, B] =
    ratio < I2
      ? [0, 1, 2, (ratio - I1) / (I2 - I1), (ratio - I1) / (I3 - I1)]
      : [2, 0, 1, (I3 - ratio) / (I3 - I1), (I3 - ratio) / (I3 - I2)];
  return [1, -1].map((sign) =>
    Array.from({ length: points + 1 }, (_, i) => {
      const angle = (2 * Math.PI * i) / points;
      const u = [0, 0, 0];
      u[order[a]] = Math.sqrt(A) * Math.cos(angle);
      u[order[b]] = Math.sqrt(B) * Math.sin(angle);
      u[order[axis]] = sign * Math.sqrt(Math.max(0, 1 - u[order[a]] ** 2 - u[order[b]] ** 2));
      return u;
    }),
  );
}
/// The two great circles between them, through the middle axis.
export function separatrices(moments, points = 240) {
  const order = [0, 1, 2].sort((a, b) => moments[a] - moments[b]);
  const [I1, I2, I3] = order.map((k) => moments[k]);
  if (!(I1 < I2 && I2 < I3)) return [];
  const tilt = Math.atan2(Math.sqrt(I2 - I1), Math.sqrt(I3 - I2));
  return [1, -1].map((sign) =>
    Array.from({ length: points + 1 }, (_, i) => {
      const angle = (2 * Math.PI * i) / points;
      const u = [0, 0, 0];
      u[order[1]] = Math.cos(angle);
      u[order[0]] = Math.cos(tilt) * Math.sin(angle);
      u[order[2]] = sign * Math.sin(tilt) * Math.sin(angle);
      return u;
    }),
  );
}
