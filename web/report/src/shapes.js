// shapes.js -- the solids of the 3D view: body, arrows, glass, labels
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  CircleGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshPhongMaterial,
  Quaternion,
  ShaderMaterial,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  Vector3,
} from 'three';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';

// Faces across axis 1, 2, 3; the side of the positive axis first. The body axes have the same hues, and differ in
// lightness for eyes that see no hues.
const kFaces = ['#b23a26', '#d98a7a', '#e6ac2c', '#f4da96', '#22b0ac', '#97dedb'];
const paint = (color) => new MeshPhongMaterial({ color, shininess: 45, specular: '#2a2a2a' });
/// For thin things, which have little surface to catch light: they glow a bit.
export function setColor(material, color) {
  material.color.set(color);
  material.emissive.set(color).multiplyScalar(0.4);
}

/// The body of a scenario, its greatest half diagonal of length `reach`. Axes of the group are those of the shape.
export function bodyMesh({ shape, size, points, triangles }, reach) {
  if (shape === 'mesh') return triangleMesh(points, triangles, reach);
  const longest = Math.max(...size);
  const edges = size.map((x) => Math.max(x, 0.02 * longest));
  const scale = (2 * reach) / (shape === 'box' ? Math.hypot(...edges) : Math.max(...edges));
  const [a, b, c] = edges.map((x) => x * scale);
  const faces = kFaces.map(paint);
  if (shape === 'box') {
    const radius = 0.14 * Math.min(a, b, c);
    return new Mesh(new RoundedBoxGeometry(a, b, c, 5, radius), faces);
  }
  if (shape === 'ellipsoid') {
    // A cube blown up to a sphere keeps its six faces.
    const geometry = new BoxGeometry(1, 1, 1, 32, 32, 32);
    const position = geometry.attributes.position;
    const normal = geometry.attributes.normal;
    const p = new Vector3();
    for (let i = 0; i < position.count; ++i) {
      p.fromBufferAttribute(position, i).multiplyScalar(Math.PI / 2);
      p.set(Math.tan(p.x), Math.tan(p.y), Math.tan(p.z)).normalize();
      position.setXYZ(i, (p.x * a) / 2, (p.y * b) / 2, (p.z * c) / 2);
      p.set(p.x / a, p.y / b, p.z / c).normalize();
      normal.setXYZ(i, p.x, p.y, p.z);
    }
    return new Mesh(geometry, faces);
  }
  const group = new Group();
  const quarter = Math.PI / 2;
  // Its mantle in four quarters about x, y, -x, -y. three's cylinder stands on y and counts its angle from z towards x;
  // laid along z, from -y towards x.
  [0, 2, 1, 3].forEach((face, k) => {
    const mantle = new CylinderGeometry(0.5, 0.5, 1, 24, 1, true, (k + 1) * quarter - quarter / 2, quarter);
    group.add(new Mesh(mantle.rotateX(quarter), faces[face]));
  });
  for (const [face, turn, z] of [
    [4, 0, 0.5],
    [5, Math.PI, -0.5],
  ]) {
    const cap = new CircleGeometry(0.5, 72).rotateX(turn).translate(0, 0, z);
    group.add(new Mesh(cap, faces[face]));
  }
  group.scale.set(a, b, c);
  return group;
}

/// The triangles of the mesh itself. Each has the paint of the side of a box that it looks to most.
function triangleMesh(points, triangles, reach) {
  const scale = reach / 10000;
  const sides = kFaces.map(() => []);
  const corner = (k) => new Vector3(points[3 * k], points[3 * k + 1], points[3 * k + 2]).multiplyScalar(scale);
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [corner(triangles[i]), corner(triangles[i + 1]), corner(triangles[i + 2])];
    const n = b.clone().sub(a).cross(c.clone().sub(a)).toArray();
    const sizes = n.map(Math.abs);
    const axis = sizes.indexOf(Math.max(...sizes));
    sides[2 * axis + (n[axis] < 0 ? 1 : 0)].push(...a.toArray(), ...b.toArray(), ...c.toArray());
  }
  const geometry = new BufferGeometry();
  const all = new Float32Array(3 * triangles.length);
  let at = 0;
  sides.forEach((side, k) => {
    all.set(side, at);
    geometry.addGroup(at / 3, side.length / 3, k);
    at += side.length;
  });
  geometry.setAttribute('position', new BufferAttribute(all, 3));
  geometry.computeVertexNormals(); // each triangle has its own points: flat
  return new Mesh(geometry, kFaces.map(paint));
}

/// An arrow from the origin; point(direction, length) aims it.
export class Arrow extends Group {
  constructor(thickness = 0.014) {
    super();
    this.paint = paint('#888');
    this.shaft = new Mesh(
      new CylinderGeometry(thickness, thickness, 1, 20).rotateX(Math.PI / 2).translate(0, 0, 0.5),
      this.paint,
    );
    this.head = new Mesh(
      new ConeGeometry(3.1 * thickness, 1, 28).rotateX(Math.PI / 2).translate(0, 0, -0.5),
      this.paint,
    );
    this.headLength = 9 * thickness;
    this.add(this.shaft, this.head);
  }
  set color(value) {
    setColor(this.paint, value);
  }
  point(direction, length) {
    const head = Math.min(this.headLength, 0.6 * length);
    this.shaft.visible = this.head.visible = length > 1e-6;
    this.shaft.scale.z = Math.max(1e-6, length - head);
    this.head.scale.setScalar(head / this.headLength);
    this.head.scale.z = head || 1e-6;
    this.head.position.z = length;
    this.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...direction).normalize());
  }
}

export function ball(radius, color = '#888') {
  return new Mesh(new SphereGeometry(radius, 32, 20), paint(color));
}
export function rod(radius, from, to) {
  const solid = new CylinderGeometry(radius, radius, to - from, 16);
  return new Mesh(solid.rotateX(Math.PI / 2).translate(0, 0, (from + to) / 2), paint('#888'));
}
/// A solid turned from the axis z to `direction`.
export function along(mesh, direction) {
  mesh.quaternion.copy(
    new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...direction).normalize()),
  );
  return mesh;
}

const glassVertex = `
varying vec3 normal3, view;
void main() {
  vec4 p = modelViewMatrix * vec4(position, 1.0);
  normal3 = normalMatrix * normal;
  view = -p.xyz;
  gl_Position = projectionMatrix * p;
}`;
const glassFragment = `
uniform vec3 color;
uniform float base, rim, shine;
varying vec3 normal3, view;
void main() {
  vec3 v = normalize(view);
  vec3 n = normalize(normal3);
  float edge = pow(1.0 - abs(dot(n, v)), 2.6);
  vec3 light = normalize(vec3(-0.35, 0.75, 0.6));
  float gleam = shine * pow(max(dot(reflect(-light, n), v), 0.0), 36.0);  // on the far wall too
  float tone = 0.72 + 0.28 * dot(n, light);
  gl_FragColor = vec4(color * tone + gleam, base + rim * edge + gleam);
  #include <colorspace_fragment>
}`;
/// A sphere of glass, radius 1: seen at its rim.
export function glass({ base = 0.03, rim = 0.4, shine = 0 } = {}) {
  const material = new ShaderMaterial({
    vertexShader: glassVertex,
    fragmentShader: glassFragment,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    uniforms: { color: { value: new Color() }, base: { value: base }, rim: { value: rim }, shine: { value: shine } },
  });
  const mesh = new Mesh(new SphereGeometry(1, 96, 64), material);
  mesh.renderOrder = 1;
  return mesh;
}

const discFragment = `
uniform vec3 color;
uniform float opacity;
varying vec2 place;
void main() {
  float r = length(place);
  float ring = abs(fract(r * 7.0 - 0.5) - 0.5) / fwidth(r * 7.0);
  float line = 1.0 - min(ring * 0.8, 1.0);
  float fade = 1.0 - smoothstep(0.45, 1.0, r);
  gl_FragColor = vec4(color, opacity * fade * (0.55 + 0.8 * line));
  #include <colorspace_fragment>
}`;
/// A disc with rings that fades towards its edge, radius 1, across z.
export function disc() {
  const material = new ShaderMaterial({
    vertexShader: `varying vec2 place; void main() { place = position.xy;
      gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
    fragmentShader: discFragment,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    uniforms: { color: { value: new Color() }, opacity: { value: 0.3 } },
  });
  const mesh = new Mesh(new CircleGeometry(1, 96), material);
  mesh.renderOrder = 0;
  return mesh;
}

/// A letter that always faces the reader, `pixels` high whatever the distance.
export class Label extends Sprite {
  constructor(text, { italic = false, pixels = 24 } = {}) {
    super(new SpriteMaterial({ sizeAttenuation: false, depthTest: false, transparent: true, toneMapped: false }));
    Object.assign(this, { text, italic, pixels, aside: [0, 0] }); // aside: where it wants to be, pixels from its place
    this.renderOrder = 5;
  }
  /// Colour of the letter and of the halo that keeps it readable.
  draw(color, halo) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 128;
    const pen = canvas.getContext('2d');
    pen.font = `${this.italic ? 'italic ' : ''}600 76px system-ui, -apple-system, "Segoe UI", sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.lineJoin = 'round';
    pen.lineWidth = 14;
    pen.strokeStyle = halo;
    pen.strokeText(this.text, 64, 66);
    pen.fillStyle = color;
    pen.fillText(this.text, 64, 66);
    this.material.map?.dispose();
    this.material.map = new CanvasTexture(canvas);
    this.material.map.colorSpace = 'srgb';
    this.material.needsUpdate = true;
  }
  /// For a camera that sees the height `tangent` at distance 1 in `height` pixels.
  fit(tangent, height) {
    this.scale.setScalar(((this.pixels * 128) / 76) * (tangent / height));
  }
}
