// scene.js -- the 3D view: the body in space, the polhode on the ellipsoid of inertia, the herpolhode on its plane
import {
  DirectionalLight,
  Group,
  HemisphereLight,
  NeutralToneMapping,
  PerspectiveCamera,
  Quaternion,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { css } from './dom.js';
import { spread } from './labels.js';
import { Curve, resolution } from './lines.js';
import { norm, polhodes, rotate, separatrices } from './motion.js';
import { along, Arrow, ball, bodyMesh, disc, glass, Label, rod, setColor } from './shapes.js';

const kAxes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const kAxisColors = ['--axis1', '--axis2', '--axis3'];
const kFieldOfView = 30; // degrees

const toThree = ([w, x, y, z]) => new Quaternion(x, y, z, w);
const unit = (v) => {
  const length = norm(v);
  return length > 0 ? v.map((x) => x / length) : [0, 0, 1];
};
const circle = (points = 160) =>
  Array.from({ length: points + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / points;
    return [Math.cos(angle), Math.sin(angle), 0];
  });

export class Stage {
  /// Throws if the browser cannot draw in 3D.
  constructor(canvas, motion, scenario) {
    this.motion = motion;
    this.free = scenario.torques.length === 0;
    this.arm = scenario.torques.find((torque) => torque.kind === 'heavy-top')?.values.arm;
    if (this.arm && !(norm(this.arm) > 0)) this.arm = undefined;
    this.colored = []; // [thing with a color, variable of the style sheet]
    this.labels = [];
    this.time = motion.start;
    this.trail = 0; // share of the span; 0: the whole past
    this.width = this.height = 1; // of the canvas, CSS pixels

    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.debug.checkShaderErrors = false; // would wait for each shader
    this.renderer.toneMapping = NeutralToneMapping;
    this.scene = new Scene();

    this.camera = new PerspectiveCamera(kFieldOfView, 1, 0.05, 100);
    this.camera.up.set(0, 0, 1);
    const key = new DirectionalLight('#fff8ee', 2.3);
    key.position.set(-1.2, 2.2, 4);
    this.camera.add(key, key.target); // the light stays at the reader's shoulder
    this.scene.add(this.camera, new HemisphereLight('#ffffff', '#c4cde2', 2.1));

    this.controls = new OrbitControls(this.camera, canvas);
    Object.assign(this.controls, {
      enablePan: false,
      enableDamping: true,
      dampingFactor: 0.12,
      minDistance: 2,
      maxDistance: 20,
    });
    this.controls.addEventListener('change', () => this.invalidate());
    canvas.style.touchAction = 'pan-y'; // a finger that goes up or down scrolls the page, sideways it turns the view
    canvas.labels = () => this.labelPlaces; // tests/report/browser_test.mjs asks

    const samples = motion.samples();
    this.builders = { space: () => this.#space(scenario, samples), polhode: () => this.#polhode(samples) };
    if (this.free && motion.fastest > 0) this.builders.herpolhode = () => this.#herpolhode(samples);
    this.views = {}; // built when they are first shown
    this.hidden = new Set();
  }
  get names() {
    return Object.keys(this.builders);
  }

  // --- what is seen --------------------------------------------------------------------------------------------------

  show(name) {
    if (this.view) this.view.camera = this.camera.position.clone();
    if (!this.views[name]) {
      this.views[name] = this.builders[name]();
      this.scene.add(this.views[name].group);
      this.#fitLabels();
      this.recolor();
    }
    this.view = this.views[name];
    for (const view of Object.values(this.views)) view.group.visible = view === this.view;
    if (this.view.camera) this.camera.position.copy(this.view.camera);
    else this.reset();
    this.controls.update();
    this.invalidate();
  }
  /// The camera back to where it was at first.
  reset() {
    const { direction, radius } = this.view;
    const half = (kFieldOfView * Math.PI) / 360;
    const narrow = Math.min(1, this.camera.aspect);
    const distance = radius / Math.sin(Math.atan(Math.tan(half) * narrow));
    this.camera.position.set(...unit(direction)).multiplyScalar(distance);
    this.controls.target.set(0, 0, 0);
    this.controls.update();
    this.invalidate();
  }
  setTime(time) {
    this.time = time;
    this.invalidate();
  }
  setTrail(share) {
    this.trail = share;
    this.invalidate();
  }
  /// Parts that can be hidden: axes, traces, L, w.
  toggle(part, on) {
    this.hidden[on ? 'delete' : 'add'](part);
    this.invalidate();
  }
  resize(width, height, ratio = Math.min(devicePixelRatio, 2)) {
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    resolution.set(width, height); // lines are as wide in CSS pixels on every screen
    const before = this.camera.aspect;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.width = width;
    this.height = height;
    this.#fitLabels();
    if (Math.abs(before - this.camera.aspect) > 0.2) {
      for (const view of Object.values(this.views)) view.camera = undefined;
      this.reset();
    }
    this.invalidate();
  }
  recolor() {
    for (const [thing, variable] of this.colored) {
      if (thing instanceof Label) thing.draw(css(variable), css('--halo'));
      else if (thing.material?.uniforms) thing.material.uniforms.color.value.set(css(variable));
      else if (thing.material) setColor(thing.material, css(variable));
      else thing.color = css(variable);
    }
    this.invalidate();
  }
  invalidate() {
    if (this.pending || !this.view) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = undefined;
      this.controls.update(); // damping: asks for the next frame while the camera still moves
      this.draw();
    });
  }
  draw() {
    const state = this.motion.at(this.time);
    const share = this.motion.share(this.time);
    this.view.update(state, share);
    for (const [part, things] of Object.entries(this.view.parts))
      for (const thing of things) thing.visible = !this.hidden.has(part);
    this.#spreadLabels();
    this.renderer.render(this.scene, this.camera);
  }
  /// A picture of the view now, for print.
  snapshot(width, height) {
    const size = this.renderer.domElement;
    const [oldWidth, oldHeight] = [size.clientWidth, size.clientHeight];
    this.resize(width, height, 2);
    this.draw();
    const url = size.toDataURL('image/png');
    if (oldWidth && oldHeight) this.resize(oldWidth, oldHeight);
    return url;
  }

  // --- how it is built -----------------------------------------------------------------------------------------------

  #color(thing, variable) {
    this.colored.push([thing, variable]);
    return thing;
  }
  #fitLabels() {
    for (const label of this.labels) label.fit(2 * Math.tan((kFieldOfView * Math.PI) / 360), this.height);
  }
  /// Labels of the view that would cover each other are pushed apart, on the screen.
  #spreadLabels() {
    this.scene.updateMatrixWorld();
    this.camera.updateMatrixWorld();
    const seen = this.labels.filter((label) => {
      let shown = label.material.visible;
      for (let thing = label; thing && shown; thing = thing.parent) shown = thing.visible;
      return shown;
    });
    const wanted = seen.map((label) => {
      const p = new Vector3().setFromMatrixPosition(label.matrixWorld).project(this.camera);
      const [x, y] = [((p.x + 1) / 2) * this.width, ((1 - p.y) / 2) * this.height];
      const radius = 0.6 * label.pixels;
      return { text: label.text, x: x + label.aside[0], y: y + label.aside[1], radius, from: [x, y] };
    });
    this.labelPlaces = spread(wanted).map((place, k) => ({ ...wanted[k], ...place }));
    // The middle of a sprite is given in parts of its size: 128 of the 76 pixels of its letter.
    this.labelPlaces.forEach(({ x, y, from }, k) => {
      const size = (seen[k].pixels * 128) / 76;
      seen[k].center.set(0.5 - (x - from[0]) / size, 0.5 + (y - from[1]) / size);
    });
  }
  #label(text, variable, options) {
    const label = this.#color(new Label(text, options), variable);
    this.labels.push(label);
    return label;
  }
  /// Rods and letters of the body axes.
  #bodyAxes(lengths) {
    return kAxes.map((axis, k) => {
      const group = new Group();
      const thin = along(this.#color(rod(0.006, 0, lengths[k]), kAxisColors[k]), axis);
      const tip = this.#color(ball(0.024), kAxisColors[k]);
      tip.position.set(...axis).multiplyScalar(lengths[k]);
      const label = this.#label('xyz'[k], kAxisColors[k], { pixels: 19 });
      label.position.set(...axis).multiplyScalar(lengths[k] + 0.1);
      return group.add(thin, tip, label);
    });
  }

  /// Thin rods and numbers of the principal axes, where they are not the body axes.
  #principalAxes(length) {
    const group = new Group();
    if (this.motion.frame[0] ** 2 > 1 - 1e-12) return group;
    group.quaternion.copy(toThree(this.motion.frame));
    kAxes.forEach((axis, k) => {
      const thin = along(this.#color(rod(0.004, 0, length), '--muted'), axis);
      const label = this.#label(String(k + 1), '--muted', { pixels: 15 });
      label.position.set(...axis).multiplyScalar(length + 0.05);
      group.add(thin, label);
    });
    return group;
  }

  #space(scenario, samples) {
    const group = new Group();
    const sphere = this.#color(glass({ base: 0.02, rim: 0.3 }), '--glass');
    const equator = this.#color(new Curve(circle(), { width: 1, opacity: 0.35, behind: 0.35 }), '--glass-line');
    const meridians = [0, 1].map((k) => {
      const ring = this.#color(new Curve(circle(), { width: 1, opacity: 0.16, behind: 0.35 }), '--glass-line');
      ring.rotation.set(Math.PI / 2, k ? Math.PI / 2 : 0, 0);
      return ring;
    });
    group.add(sphere, equator, ...meridians);
    ['X', 'Y', 'Z'].forEach((name, k) => {
      const line = along(this.#color(rod(0.0025, 0, k < 2 ? 1.05 : this.arm ? 1.24 : 1.15), '--glass-line'), kAxes[k]);
      const label = this.#label(name, '--muted', { italic: true, pixels: 14 });
      label.position.set(...kAxes[k]).multiplyScalar(k < 2 ? 1.1 : this.arm ? 1.3 : 1.22);
      label.aside = k < 2 ? [0, 12] : [-10, 0]; // the arrows often lie on the axes
      group.add(line, label);
    });

    const body = new Group();
    const solid = bodyMesh(scenario.look, this.arm ? 0.62 : 0.8);
    solid.quaternion.copy(toThree(scenario.look.frame));
    const axes = this.#bodyAxes([1, 1, 1]);
    const principal = this.#principalAxes(1.02);
    body.add(solid, ...axes, principal);
    group.add(body);
    if (this.arm) {
      // The fixed point holds the body; the weight hangs at the end of the arm.
      const direction = unit(this.arm);
      const weight = ball(0.06);
      weight.position.set(...direction);
      body.add(along(this.#color(rod(0.014, 0, 1), '--arm'), direction), this.#color(weight, '--arm'));
      axes.forEach((axis, k) => (axis.visible = Math.abs(direction[k]) < 0.999));
    }

    const shares = samples.map((sample) => sample.u);
    const trace = (v, variable, options) => {
      const curve = new Curve(
        samples.map(({ q }) => rotate(q, v)),
        { shares, ...options },
      );
      group.add(this.#color(curve, variable));
      return curve;
    };
    const traces = this.arm
      ? [trace(unit(this.arm), '--arm', { width: 2.2, opacity: 0.9, behind: 0.28 })]
      : kAxes.map((axis, k) => trace(axis, kAxisColors[k], { width: 2.2, opacity: 0.9, behind: 0.28 }));

    const L = this.#color(new Arrow(0.016), '--L');
    const w = this.#color(new Arrow(0.012), '--w');
    const labelL = this.#label('L', '--L', { italic: true, pixels: 20 });
    const labelW = this.#label('ω', '--w', { italic: true, pixels: 20 });
    labelW.aside = [0, -14]; // above its arrow: L is often near
    group.add(L, w, labelL, labelW);
    let longestL = 0;
    for (const sample of samples) longestL = Math.max(longestL, norm(sample.L));
    // Seen from where L points aside, if it does not stand upright.
    const [Lx, Ly, Lz] = unit(samples[0].L);
    const azimuth = Math.hypot(Lx, Ly) > 0.5 * Math.abs(Lz) ? Math.atan2(Ly, Lx) - 1.0 : -1.05;

    const parts = {
      axes: [...(this.arm ? axes.filter((axis) => axis.visible) : axes), principal],
      traces,
      L: [L, labelL],
      w: [w, labelW],
    };
    return {
      group,
      parts,
      direction: [Math.cos(azimuth), Math.sin(azimuth), 0.42],
      radius: 1.37,
      update: (state, share) => {
        body.quaternion.copy(toThree(state.q));
        for (const curve of traces) curve.show(share, this.trail);
        const aim = (arrow, label, v, length) => {
          const direction = unit(v);
          arrow.point(direction, length);
          label.position.set(...direction).multiplyScalar(length + 0.09);
          label.material.visible = length > 0;
        };
        aim(L, labelL, state.L, longestL ? (1.24 * norm(state.L)) / longestL : 0);
        aim(
          w,
          labelW,
          rotate(state.q, state.w),
          this.motion.fastest ? (1.04 * norm(state.w)) / this.motion.fastest : 0,
        );
      },
    };
  }

  /// The ellipsoid w . I w = 2T with the polhodes that other momenta would give. Its longest half axis has length 1.
  #ellipsoid() {
    const { moments, frame } = this.motion;
    const most = Math.sqrt(1 / Math.min(...moments));
    const axes = moments.map((I) => Math.sqrt(1 / I) / most);
    const group = new Group();
    group.quaternion.copy(toThree(frame));
    const surface = this.#color(glass({ base: 0.16, rim: 0.42, shine: 0.35 }), '--ellipsoid');
    surface.scale.set(...axes);
    group.add(surface);
    const stretch = (u) => u.map((x, k) => x * axes[k] * 1.001);
    const [I1, I2, I3] = [...moments].sort((a, b) => a - b);
    const family = [];
    for (const part of [0.12, 0.38, 0.7])
      family.push(...polhodes(moments, I1 + part * (I2 - I1)), ...polhodes(moments, I3 - part * (I3 - I2)));
    for (const curve of family)
      group.add(this.#color(new Curve(curve.map(stretch), { width: 1, opacity: 0.45, behind: 0.25 }), '--family'));
    for (const curve of separatrices(moments))
      group.add(this.#color(new Curve(curve.map(stretch), { width: 1.6, opacity: 0.75, behind: 0.25 }), '--family'));
    // How far the ellipsoid reaches along the body axes.
    const reach = kAxes.map((axis) => 1 / Math.sqrt(this.motion.twiceKinetic(axis)) / most);
    // Picture units per rad/s, when w . I w has this value.
    return { group, reach, scaleOf: (twiceT) => (twiceT > 0 ? 1 / (most * Math.sqrt(twiceT)) : 0) };
  }

  #polhode(samples) {
    // One unit of the picture: the longest half axis of the ellipsoid, at the greatest kinetic energy.
    let twiceT = 0;
    for (const { w } of samples) twiceT = Math.max(twiceT, this.motion.twiceKinetic(w));
    const ellipsoid = this.#ellipsoid();
    const scale = ellipsoid.scaleOf(twiceT);
    const group = new Group();
    const axes = [...this.#bodyAxes(ellipsoid.reach.map((r) => r + 0.22)), this.#principalAxes(1.12)];
    const shares = samples.map((sample) => sample.u);
    const points = samples.map(({ w }) => w.map((x) => x * scale * 1.004));
    const ghost = this.#color(new Curve(points, { width: 1.6, opacity: 0.4, behind: 0.3 }), '--w');
    const curve = this.#color(new Curve(points, { shares, width: 3.2, behind: 0.35 }), '--w');
    const arrow = this.#color(new Arrow(0.011), '--w');
    const point = this.#color(ball(0.034), '--w');
    const label = this.#label('ω', '--w', { italic: true, pixels: 20 });
    group.add(ellipsoid.group, ...axes, ghost, curve, arrow, point, label);
    return {
      group,
      parts: { axes, traces: [curve], w: [arrow, label] },
      direction: [2.1, 1.7, 1.25],
      radius: 1.28,
      update: ({ w }, share) => {
        if (!this.free)
          ellipsoid.group.scale.setScalar(Math.max(1e-3, Math.sqrt(this.motion.twiceKinetic(w) / twiceT) || 0));
        curve.show(share, 0);
        point.position.set(...w).multiplyScalar(scale);
        arrow.point(unit(w), norm(w) * scale);
        label.position.set(...unit(w)).multiplyScalar(norm(w) * scale + 0.11);
      },
    };
  }

  /// Poinsot: the ellipsoid rolls without slipping on the plane across L; the point of contact is w.
  #herpolhode(samples) {
    const { w: w0, L: L0 } = samples[0];
    const twiceT = this.motion.twiceKinetic(w0);
    const ellipsoid = this.#ellipsoid();
    const scale = ellipsoid.scaleOf(twiceT);
    const height = (twiceT / norm(L0)) * scale;
    // Turned so that L points down and the ellipsoid lies on the plane.
    const down = new Quaternion().setFromUnitVectors(new Vector3(...unit(L0)), new Vector3(0, 0, -1));
    const group = new Group();
    const inner = new Group();
    const [top, bottom] = [1.2, height + 0.5];
    inner.position.z = (bottom - top) / 2; // the middle of the picture
    group.add(inner);
    const contact = ({ q, w }) => new Vector3(...rotate(q, w)).applyQuaternion(down).multiplyScalar(scale);
    const shares = samples.map((sample) => sample.u);
    const onPlane = samples.map((sample) => {
      const p = contact(sample);
      return [p.x, p.y, -height * 1.002];
    });
    const widest = onPlane.reduce((most, p) => Math.max(most, Math.hypot(p[0], p[1])), 0);
    const radius = Math.max(1.45, 1.35 * widest);
    const plane = this.#color(disc(), '--plane');
    plane.scale.setScalar(radius);
    plane.position.z = -height * 1.003;
    const curve = this.#color(new Curve(onPlane, { shares, width: 1.8, opacity: 0.9 }), '--L');
    const rolling = new Group();
    const axes = [...this.#bodyAxes(ellipsoid.reach.map((r) => r + 0.16)), this.#principalAxes(1.08)];
    const track = this.#color(
      new Curve(
        samples.map(({ w }) => w.map((x) => x * scale * 1.003)),
        { shares, width: 2.6, behind: 0.35 },
      ),
      '--w',
    );
    rolling.add(ellipsoid.group, ...axes, track);
    const L = this.#color(new Arrow(0.013), '--L');
    const w = this.#color(new Arrow(0.011), '--w');
    const point = this.#color(ball(0.036), '--w');
    const labelL = this.#label('L', '--L', { italic: true, pixels: 20 });
    const labelW = this.#label('ω', '--w', { italic: true, pixels: 20 });
    L.point([0, 0, -1], height + 0.32);
    labelL.position.set(0, 0, -height - 0.42);
    inner.add(plane, curve, rolling, L, w, point, labelL, labelW);
    return {
      group,
      parts: { axes, traces: [curve, track], L: [L, labelL], w: [w, labelW] },
      direction: [1.5, -2.6, 1.0],
      radius: Math.max((1.08 * (top + bottom)) / 2, 1.05 * widest),
      update: (state, share) => {
        rolling.quaternion.copy(down).multiply(toThree(state.q));
        curve.show(share, 0);
        track.show(share, 0);
        const at = contact(state);
        point.position.copy(at);
        w.point(at.toArray(), at.length());
        labelW.position.copy(at).multiplyScalar(1 + 0.13 / at.length());
      },
    };
  }
}
