// run.js -- the page of a run
import { h, short, timeFormat, whole } from './dom.js';
import { frame } from './frame.js';
import { Motion } from './motion.js';
import { Player } from './player.js';
import { Plots } from './plots.js';
import { setPrinting } from './theme.js';
import { naturalSpeed, theatre } from './theatre.js';

const kEnergyTitles = {
  energy: ['Energy', 'J'],
  error: ['Energy error', 'J'],
  'relative error': ['Energy error', 'relative to the start'],
};

// --- words -----------------------------------------------------------------------------------------------------------

/// What was kept, in one line.
function verdict({ certificate, scenario, method }) {
  const value = (name) => certificate.find((entry) => entry.name === name)?.value;
  const kept = [];
  const say = (name, what) => {
    const x = value(name);
    if (x != null) kept.push(`${what} ${x === 0 ? 'exactly' : `to ${short(x, 1)}`}`);
  };
  say('energy_error_max', 'energy');
  say('momentum_error_max', 'momentum');
  if (value('momentum_error_max') == null) say('vertical_momentum_error_max', 'vertical momentum');
  let text = kept.length
    ? `${kept[0].replace(/ (to|exactly)/, ' kept $1')}${kept
        .slice(1)
        .map((k) => `, ${k}`)
        .join('')}`
    : '';
  const attitude = value('attitude_error_max');
  if (attitude != null && method.order !== 'exact')
    text += `${text ? '; ' : ''}attitude within ${short(attitude, 1)} rad of the exact motion`;
  if (!text)
    text = scenario.torques.length
      ? 'done; the torque does work, so that neither energy nor momentum is conserved'
      : 'done';
  return text[0].toUpperCase() + text.slice(1);
}

// Names for people; the meaning of each entry comes with the data.
const kCertified = {
  energy_error_max: 'Energy',
  momentum_error_max: 'Momentum L',
  momentum_direction_error_max: 'Direction of L',
  casimir_error_max: 'Casimir |m|²/2',
  vertical_momentum_error_max: 'Vertical momentum',
  attitude_norm_error_max: 'Length of the quaternion',
  attitude_error_max: 'Attitude',
  attitude_error_end: 'Attitude at the end',
};
const kKept = { exact: 'kept to rounding', bounded: 'error bounded, no drift', drifts: 'drifts' };
const kStructure = { none: 'no', poisson: 'Poisson (momentum map)', symplectic: 'yes' };
const order = (n) => (n === 'exact' ? 'exact' : n === 0 ? 'does not converge' : String(n));

function methodRows(data) {
  const { method, scenario } = data;
  const torqued = scenario.torques.length > 0;
  return [
    ['Method', method.name],
    ['', method.title],
    method.remark && ['Chosen because', method.remark],
    ['Family', method.family],
    [
      'Order',
      method.order === method.attitude_order
        ? order(method.order)
        : `${order(method.order)}, attitude ${order(method.attitude_order)}`,
    ],
    ['Symplectic', kStructure[method.structure]],
    ['Time-symmetric', method.symmetric ? 'yes' : 'no'],
    ['Steps are', method.explicit ? 'explicit' : 'implicit (an equation is solved)'],
    ['Energy', kKept[method.energy]],
    ['Momentum L', method.keeps_momentum ? `kept to rounding${torqued ? ' without torque' : ''}` : 'not kept exactly'],
    torqued && [
      'Vertical momentum',
      method.keeps_vertical ? 'kept to rounding where the torque has no vertical part' : 'not kept exactly',
    ],
    scenario.energy_correction && ['Energy correction', 'after each step'],
    ['Steps', `${whole(data.steps)} of ${short(data.step, 6)} s`],
    torqued && ['Torque evaluations', whole(data.torque_evaluations)],
    data.solver_iterations > 0 && ['Solver iterations', whole(data.solver_iterations)],
    ['Rows', whole(data.rows)],
    method.reference && ['Source', method.reference],
  ].filter(Boolean);
}

const vector = (v) => `(${v.map((x) => short(x, 6)).join(', ')})`;
function torqueText(torque) {
  const { kind, ...values } = torque;
  return `${kind}: ${Object.entries(values)
    .map(([k, v]) => `${k} ${Array.isArray(v) ? vector(v) : typeof v === 'number' ? short(v, 6) : v}`)
    .join(', ')}`;
}

// --- parts of the page -----------------------------------------------------------------------------------------------

function certificateCard({ certificate }) {
  const rows = certificate
    .filter((entry) => entry.value != null)
    .map(({ name, meaning, value }) => {
      const digits = value > 0 ? Math.min(16, Math.max(0, -Math.log10(value))) : 16;
      return h(
        'tr',
        {},
        h('th', { scope: 'row', title: name }, kCertified[name] ?? name, h('small', {}, meaning)),
        h('td.number', {}, short(value, 2)),
        h(
          'td.digits',
          {},
          h('div.meter', {
            role: 'meter',
            'aria-valuemin': 0,
            'aria-valuemax': 16,
            'aria-valuenow': digits.toFixed(1),
            'aria-label': 'Correct digits',
            style: `--filled: ${(100 * digits) / 16}%`,
          }),
        ),
      );
    });
  return h(
    'section.card',
    { 'aria-labelledby': 'certificate' },
    h('h2', { id: 'certificate' }, 'Certificate'),
    h(
      'p.lead',
      {},
      'The largest errors over all steps, not only those written. The bar counts correct digits, 16 at most.',
    ),
    h(
      'table.certificate',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, 'Error of'),
          h('th.number', { scope: 'col' }, 'At most'),
          h('th', { scope: 'col' }, 'Digits'),
        ),
      ),
      h('tbody', {}, rows),
    ),
  );
}

function methodCard(data) {
  return h(
    'section.card',
    { 'aria-labelledby': 'method' },
    h('h2', { id: 'method' }, 'Method'),
    h(
      'dl.facts',
      {},
      methodRows(data).map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    ),
  );
}

function bodyCard({ scenario, ...data }) {
  const facts = [
    ['Principal moments', `${vector(scenario.moments)} kg m²`],
    [
      'Torque',
      scenario.torques.length
        ? scenario.torques.map((torque) => h('div', {}, torqueText(torque)))
        : 'none: a free body',
    ],
    ['Time', `${short(scenario.start_time, 8)} to ${short(scenario.end_time, 8)} s${data.done ? '' : ' wanted'}`],
    ['Quaternion', 'Hamilton, w x y z, body → space: v_space = q v_body q*'],
    ['ω', 'body axes, rad/s'],
    ['L', 'space axes, kg m²/s'],
    ['Units', 'SI, radians; gravity along −z of space'],
  ];
  return h(
    'section.card',
    { 'aria-labelledby': 'body' },
    h('h2', { id: 'body' }, 'Body and conventions'),
    h(
      'dl.facts',
      {},
      facts.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    ),
  );
}

export function runPage(data) {
  const { scenario } = data;
  const motion = new Motion(data.keyframes, scenario);
  const formatTime = timeFormat(Math.abs(motion.span));
  const player = new Player(motion.start, motion.end, naturalSpeed(motion));

  const status = data.done
    ? h('p.verdict', {}, h('span.tick', { 'aria-hidden': 'true' }, '✓'), verdict(data))
    : h(
        'div.banner',
        { class: `banner ${data.outcome === 'interrupted' ? 'warned' : 'failed'}`, role: 'alert' },
        h('strong', {}, data.outcome === 'interrupted' ? 'Interrupted before the end' : 'This run failed'),
        h('p', {}, data.cause || data.outcome),
        h('p', {}, `What follows is the motion up to t = ${formatTime(motion.end ?? 0)} s.`),
      );

  if (motion.count === 0) return frame(data, status, [methodCard(data), bodyCard(data)]);
  const plots = new Plots(player, formatTime);
  const axes = ['--axis1', '--axis2', '--axis3'];
  const three = (letter) => [...'xyz'].map((name, k) => ({ name: letter + name, color: axes[k] }));
  const { w, L, energy, q } = data.plots;
  const note = data.rows > 4000 ? `${whole(data.rows)} rows, thinned for the eye; no extreme is lost` : undefined;
  const [energyTitle, energyUnit] = kEnergyTitles[energy.shows];
  plots.add({ title: 'Angular velocity', unit: 'rad/s, body axes', curves: three('ω'), ...w, note });
  plots.add({
    title: energyTitle,
    unit: energyUnit,
    curves: [{ name: energy.shows === 'energy' ? 'E' : 'ΔE', color: '--w' }],
    ...energy,
    note,
  });
  plots.add({ title: 'Angular momentum L', unit: 'kg m²/s, space axes', curves: three('L'), ...L, note });
  plots.add({
    title: 'Attitude',
    unit: 'quaternion, body → space',
    curves: [{ name: 'qw', color: '--L' }, ...three('q')],
    ...q,
    note,
  });

  const curtain = h('section.card.theatre.curtain', {}, h('div.stage'));
  frame(data, status, [
    curtain,
    h(
      'section.grid.plots',
      { 'aria-label': 'Plots' },
      plots.list.map(({ figure }) => figure),
    ),
    h(
      'p.hint.no-print',
      {},
      'Drag in a plot to zoom, double-click to see all, click to move the animation there. ' +
        'Space plays, ← → step, 1 2 3 change the view.',
    ),
    h('div.grid.cards', {}, certificateCard(data), h('div.stack', {}, methodCard(data), bodyCard(data))),
  ]);
  plots.start();

  // The text and the plots are there at once; the 3D view comes when they have been painted.
  let show;
  requestAnimationFrame(() =>
    setTimeout(() => {
      show = theatre(data, motion, player, formatTime);
      curtain.replaceWith(show.element);
      show.start();
      player.changed();
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) player.play(true);
    }),
  );

  addEventListener('beforeprint', () => {
    player.play(false);
    setPrinting(true);
    plots.setPrinting(true);
    show?.print();
  });
  addEventListener('afterprint', () => {
    setPrinting(false);
    plots.setPrinting(false);
  });
}
