// lines.js -- curves of a width in pixels that can end at a time and fade behind it
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  ShaderMaterial,
  Vector2,
} from 'three';

const vertexShader = `
attribute vec4 before, here, after;  // position, and the share of the time at which it was there
attribute float side;
uniform vec2 resolution;
uniform float width;
varying float share;
varying float facing;
vec2 screen(vec4 clip) { return clip.xy / clip.w * resolution; }
void main() {
  mat4 toClip = projectionMatrix * modelViewMatrix;
  vec4 clip = toClip * vec4(here.xyz, 1.0);
  vec2 middle = screen(clip);
  vec2 from = middle - screen(toClip * vec4(before.xyz, 1.0));
  vec2 to = screen(toClip * vec4(after.xyz, 1.0)) - middle;
  vec2 along = (length(from) > 1e-4 ? normalize(from) : vec2(0.0)) + (length(to) > 1e-4 ? normalize(to) : vec2(0.0));
  along = length(along) > 1e-3 ? normalize(along) : vec2(1.0, 0.0);
  clip.xy += vec2(-along.y, along.x) * side * width / resolution * clip.w;
  gl_Position = clip;
  share = here.w;
  vec3 view = (modelViewMatrix * vec4(here.xyz, 1.0)).xyz;
  vec3 outward = mat3(modelViewMatrix) * here.xyz;
  facing = dot(normalize(outward + vec3(1e-9)), -normalize(view));
}`;

const fragmentShader = `
uniform vec3 color;
uniform float opacity, now, trail, behind;
varying float share;
varying float facing;
void main() {
  if (share > now) discard;
  float age = trail > 0.0 ? clamp(1.0 - (now - share) / trail, 0.0, 1.0) : 1.0;
  float alpha = opacity * age * age * mix(behind, 1.0, smoothstep(-0.25, 0.25, facing));
  if (alpha < 0.004) discard;
  gl_FragColor = vec4(color, alpha);
  #include <colorspace_fragment>
}`;

export const resolution = new Vector2(1, 1); // of the canvas in device pixels; shared by all lines

/// A curve through points [x, y, z]; shares[i] in [0, 1] is when it is at point i. `behind` is how much of it is seen
/// where it runs on the far side of the origin.
export class Curve extends Mesh {
  constructor(points, { shares, width = 2, opacity = 1, behind = 1 } = {}) {
    // Every point twice (the two sides), and one more point at each end, so that neighbours are shifted views of one
    // buffer.
    const n = points.length;
    const data = new Float32Array(8 * (n + 2));
    for (let i = -1; i <= n; ++i) {
      const k = Math.min(n - 1, Math.max(0, i));
      const entry = [...points[k], shares ? shares[k] : 0];
      data.set(entry, 8 * (i + 1));
      data.set(entry, 8 * (i + 1) + 4);
    }
    const buffer = new InterleavedBuffer(data, 4);
    const geometry = new BufferGeometry();
    ['before', 'here', 'after'].forEach((name, shift) =>
      geometry.setAttribute(name, new InterleavedBufferAttribute(buffer, 4, 8 * shift)),
    );
    geometry.setAttribute(
      'side',
      new BufferAttribute(
        new Float32Array(2 * n).map((_, i) => (i % 2 ? -1 : 1)),
        1,
      ),
    );
    const index = new Uint32Array(6 * Math.max(0, n - 1));
    for (let i = 0; i + 1 < n; ++i) index.set([2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 2, 2 * i + 1, 2 * i + 3], 6 * i);
    geometry.setIndex(new BufferAttribute(index, 1));
    super(
      geometry,
      new ShaderMaterial({
        vertexShader,
        fragmentShader,
        transparent: true,
        depthWrite: false,
        side: DoubleSide,
        uniforms: {
          color: { value: new Color() },
          opacity: { value: opacity },
          width: { value: width },
          now: { value: 2 },
          trail: { value: 0 },
          behind: { value: behind },
          resolution: { value: resolution },
        },
      }),
    );
    this.shares = shares;
    this.frustumCulled = false;
    this.renderOrder = 2;
  }
  set color(value) {
    this.material.uniforms.color.value.set(value);
  }
  /// Ends at the share `now` and fades over the share `trail` behind it (0: does not fade).
  show(now, trail) {
    this.material.uniforms.now.value = now;
    this.material.uniforms.trail.value = trail;
    // Segments that cannot be seen are not sent: from the last point before the trail to the first after now.
    const from = trail > 0 ? Math.max(0, this.#upTo(now - trail) - 1) : 0;
    const to = Math.min(this.shares.length - 1, this.#upTo(now));
    this.geometry.setDrawRange(6 * from, 6 * Math.max(0, to - from));
  }
  /// How many points have a share of at most `share`.
  #upTo(share) {
    let low = 0;
    let high = this.shares.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.shares[middle] <= share) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
