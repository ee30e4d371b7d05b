// verification.js -- the page of a verification: grade, both bodies side by side, errors over time
import { controls, raise } from './controls.js';
import { h, short, timeFormat, whole } from './dom.js';
import { frame } from './frame.js';
import { doubles, Motion } from './motion.js';
import { Player } from './player.js';
import { Plots } from './plots.js';
import { Stage } from './scene.js';
import { naturalSpeed } from './theatre.js';
import { onTheme } from './theme.js';

const kMeanings = {
  A: 'right',
  B: 'nearly right',
  C: 'roughly right',
  D: 'the right kind of motion, its phase is lost',
  E: 'another motion',
  F: 'broken',
};
const kClasses = { A: 'good', B: 'good', C: 'doubtful', D: 'doubtful', E: 'bad', F: 'bad' };
const kSmallest = -17; // a logarithm has no place for zero

/// The head of a table; columns from `numbers` on are numbers.
const head = (names, numbers) =>
  h(
    'thead',
    {},
    h(
      'tr',
      {},
      names.map((name, k) => h(k < numbers ? 'th' : 'th.number', { scope: 'col' }, name)),
    ),
  );
const signed = (x) => (x > 0 ? '+' : '') + short(x, 2);

function status(data, file) {
  const grade = file.grade;
  return [
    h(
      'p.verdict',
      { class: `verdict ${kClasses[grade]}`, 'data-verdict': kClasses[grade] },
      h('span.tick', { 'aria-hidden': 'true' }, grade),
      h('span', {}, `Grade ${grade}: ${kMeanings[grade]}. ${file.file} as ${data.what}.`),
    ),
    file.findings.length > 0 &&
      h(
        'ul.warnings',
        { class: `warnings ${kClasses[grade]}` },
        file.findings.map(({ name, sentence }) => h('li', {}, h('code', {}, name), ` ${sentence}`)),
      ),
  ];
}

/// One stage for the file, one for the truth; they share time and camera.
function pair(data, motions, player, formatTime) {
  const names = ['This file', 'True motion'];
  const canvases = names.map((name) =>
    h('canvas', { role: 'img', tabindex: 0, 'aria-label': `${name}: the turning body. Drag to turn the view.` }),
  );
  const prints = names.map((name) => h('img.print-only', { alt: name }));
  const card = h('section.card.theatre', { 'aria-label': 'Both bodies' });
  let stages = [];
  try {
    stages = canvases.map((canvas, k) => new Stage(canvas, motions[k], data.scenario));
  } catch (error) {
    card.append(
      h(
        'p.banner.warned',
        {},
        `This browser cannot draw in 3D (WebGL is off or missing: ${error.message}). The plots below work without.`,
      ),
    );
    return { element: card, start() {}, print() {} };
  }
  let following = false;
  stages.forEach((stage, k) =>
    stage.controls.addEventListener('change', () => {
      if (following) return;
      following = true;
      const other = stages[1 - k];
      other.camera.position.copy(stage.camera.position);
      other.controls.update();
      other.invalidate();
      following = false;
    }),
  );
  const { span } = motions[0];
  const base = player.speed;
  const { play, scrub, clock, speed } = controls(player, motions[0], formatTime);
  player.onChange((time) => {
    for (const stage of stages) stage.setTime(time);
  });
  onTheme(() => stages.forEach((stage) => stage.recolor()));
  for (const stage of stages) {
    stage.setTrail(span ? Math.min(1, (2.5 * base) / span) : 0);
    stage.show('space');
  }
  card.append(
    h(
      'div.pair',
      {},
      names.map((name, k) => h('div.stage', {}, canvases[k], prints[k], h('span.stage-name', {}, name))),
    ),
    h('div.controls', {}, play, h('div.rail', {}, scrub), clock, speed),
    h('p.caption', {}, 'In space axes X Y Z, with the traces of the body axes x y z. Both are seen from the same side.'),
  );
  return {
    element: card,
    start() {
      const fit = () =>
        stages.forEach(
          (stage, k) => canvases[k].clientWidth && stage.resize(canvases[k].clientWidth, canvases[k].clientHeight),
        );
      fit();
      stages[1].reset();
      stages[0].reset();
      // Room for arrows: the truth is seen from where the file is seen best.
      stages[0].camera.position.multiplyScalar(1.15);
      stages[0].controls.update();
      new ResizeObserver(fit).observe(canvases[0]);
    },
    print() {
      stages.forEach((stage, k) => (prints[k].src = stage.snapshot(360, 300)));
    },
  };
}

function errorsCard(file) {
  const rows = [
    ['Attitude', short(file.attitude_error_max, 2), short(file.attitude_error_end, 2)],
    [file.energy_conserved ? 'Energy' : 'Kinetic energy', short(file.energy_error_max, 2), signed(file.energy_error_end)],
    ['Length of L', short(file.momentum_error_max, 2), signed(file.momentum_error_end)],
    ['Direction of L', short(file.momentum_direction_error_max, 2), ''],
    ['Length of q', short(file.attitude_norm_error_max, 2), ''],
  ];
  return h(
    'section.card',
    { 'aria-labelledby': 'errors' },
    h('h2', { id: 'errors' }, 'Errors'),
    h('p.lead', {}, 'Angles in rad; energy and momentum relative to those of the true motion.'),
    h(
      'div.scroll',
      { tabindex: 0, role: 'region', 'aria-label': 'Errors' },
      h(
        'table.runs',
        {},
        head(['Error of', 'Largest', 'At the end'], 1),
        h(
          'tbody',
          {},
          rows.map(([name, ...cells]) =>
            h('tr', {}, h('th', { scope: 'row' }, name), cells.map((text) => h('td.number', {}, text))),
          ),
        ),
      ),
    ),
  );
}

function fileCard(file) {
  const facts = [
    ['Rows', `${whole(file.rows)}, ${short(file.step, 6)} s apart`],
    ['Read as', `${file.quaternion} ${file.direction}, ω along ${file.omega} axes in ${file.unit}`],
    file.flips != null && ['Flips', `${file.flips}, in truth ${file.true_flips}`],
    [
      'Held against',
      file.reference + (file.reference_error > 0 ? `, good to ${short(file.reference_error, 1)}` : ', to rounding'),
    ],
    file.rows_after_the_end > 0 && ['Not judged', `${whole(file.rows_after_the_end)} rows after the end of the case`],
  ].filter(Boolean);
  return h(
    'section.card',
    { 'aria-labelledby': 'file' },
    h('h2', { id: 'file' }, 'File'),
    h('dl.facts', {}, facts.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
  );
}

/// All files, where there are several, and the order.
function filesCard(data, chosen) {
  if (data.files.length < 2) return undefined;
  const order = (x) => (x == null ? 'cannot be told' : x.toFixed(2));
  return h(
    'section.card',
    { 'aria-labelledby': 'files' },
    h('h2', { id: 'files' }, 'All files'),
    h(
      'p.lead',
      {},
      `Order in the step: attitude ${order(data.order.attitude)}, energy ${order(data.order.energy)}, ` +
        `momentum ${order(data.order.momentum)}.`,
    ),
    h(
      'div.scroll',
      { tabindex: 0, role: 'region', 'aria-label': 'All files' },
      h(
        'table.runs',
        {},
        head(['File', 'Grade', 'Step, s', 'Attitude, rad', 'Energy'], 2),
        h(
          'tbody',
          {},
          data.files.map((file, k) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, k === chosen ? `${file.file} (shown)` : h('a', { href: `#${k + 1}` }, file.file)),
              h('td', {}, file.grade),
              [file.step, file.attitude_error_max, file.energy_error_max].map((x) => h('td.number', {}, short(x, 3))),
            ),
          ),
        ),
      ),
    ),
  );
}

export function verificationPage(data) {
  // Of several files one is shown: the address says which.
  const chosen = Math.min(data.files.length, Math.max(1, Number(location.hash.slice(1)) || 1)) - 1;
  addEventListener('hashchange', () => location.reload());
  const file = data.files[chosen];
  const motions = ['file', 'truth'].map((name) => new Motion(file.keyframes[name], data.scenario));
  const formatTime = timeFormat(Math.abs(motions[0].span));
  const player = new Player(motions[0].start, motions[0].end, naturalSpeed(motions[1]));
  const plots = new Plots(player, formatTime);
  const t = doubles(file.errors.t);
  const [attitude, energy, momentum, direction] = file.errors.y
    .map(doubles)
    .map((y) => y.map((x) => Math.max(kSmallest, Math.log10(x))));
  plots.add({
    title: 'Error of the attitude',
    unit: 'rad, logarithmic',
    t,
    y: [attitude],
    curves: [{ name: 'attitude', color: '--axis1' }],
    powers: true,
  });
  plots.add({
    title: 'Errors of energy and momentum',
    unit: 'relative; direction in rad; logarithmic',
    t,
    y: [energy, momentum, direction],
    curves: [
      { name: 'energy', color: '--w' },
      { name: '|L|', color: '--L' },
      { name: 'direction of L', color: '--axis3' },
    ],
    powers: true,
  });
  const curtain = h('section.card.theatre.curtain', {}, h('div.stage'));
  frame(data, status(data, file), [
    curtain,
    h(
      'section.grid.plots',
      { 'aria-label': 'Plots' },
      plots.list.map(({ figure }) => figure),
    ),
    filesCard(data, chosen),
    h('div.grid.cards', {}, h('div.stack', {}, errorsCard(file)), h('div.stack', {}, fileCard(file))),
  ].filter(Boolean));
  plots.start();
  raise(curtain, player, plots, () => pair(data, motions, player, formatTime));
}
