// run.js -- the page of a run
import { angleCurves, precessionNutationSpin, tilts, yawPitchRoll } from './attitude.js';
import { raise } from './controls.js';
import { h, short, timeFormat, whole } from './dom.js';
import { eventsCard, marksOf } from './events.js';
import { frame } from './frame.js';
import { doubles, Motion, rotate } from './motion.js';
import { Player } from './player.js';
import { Plots } from './plots.js';
import { naturalSpeed, theatre } from './theatre.js';
import { gradeOf, gradeOfRun, verdictText } from './verdict.js';

const kEnergyTitles = {
  energy: ['Energy', 'J'],
  error: ['Energy error', 'J'],
  'relative error': ['Energy error', 'relative to the start'],
};
/// A unit with a mass in it, where there is one: moments may be ratios.
const massive = (scenario, unit) => (scenario.has_unit_of_mass ? unit : '');

// --- words -----------------------------------------------------------------------------------------------------------

// Names for people; the meaning of each entry comes with the data.
const kCertified = {
  energy_error_max: 'Energy',
  momentum_error_max: 'Momentum L',
  momentum_direction_error_max: 'Direction of L',
  casimir_error_max: 'Casimir |m|²/2',
  vertical_momentum_error_max: 'Vertical momentum',
  axial_momentum_error_max: 'Momentum about the axis of symmetry',
  attitude_norm_error_max: 'Length of the quaternion',
  attitude_error_max: 'Attitude',
  attitude_error_end: 'Attitude at the end',
  attitude_error_estimate: 'Attitude, estimated',
  momentum_error_estimate: 'Momentum L, estimated',
};
const kMarks = { good: '✓', doubtful: '!', bad: '✕', unknown: '?' };
const kGrades = { good: 'Good', doubtful: 'Doubtful', bad: 'Bad', unknown: 'Not checked' };
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
function torqueText({ kind, title, values, units }) {
  const words = Object.entries(values).map(([key, value]) => {
    const text = Array.isArray(value) ? vector(value) : typeof value === 'number' ? short(value, 6) : String(value);
    return `${key} ${text}${units[key] ? ` ${units[key]}` : ''}`;
  });
  return `${kind}, ${title}: ${words.join(', ')}`;
}
function torqueFacts(torque) {
  return h(
    'div',
    {},
    h('div', {}, torqueText(torque)),
    h('small', {}, torque.formula, torque.kind === 'heavy-top' && '; gravity along −Z'),
    torque.remark && h('small', {}, torque.remark),
  );
}

/// Turns that lie nearer to one of x, y, z than this are that axis, up to rounding.
const kAlong = 1 - 1e-12;
/// The principal axes in body axes; null for one that is no body axis, else "x", "−z".
function principalAxes({ frame }) {
  return [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((axis) => {
    const components = rotate(frame, axis);
    const k = components.findIndex((x) => Math.abs(x) > kAlong);
    return { components, name: k < 0 ? null : `${components[k] < 0 ? '−' : ''}${'xyz'[k]}` };
  });
}

const kMotions = {
  rest: () => 'none: the body is at rest',
  sphere: () => 'it turns about a fixed axis: all moments are equal',
  steady: (k) => `a steady spin about axis ${k}`,
  symmetric: (k) => `steady precession: two moments are equal, L circles about axis ${k}`,
  least: (k) => `L circles about axis ${k}, that of the least moment`,
  greatest: (k) => `L circles about axis ${k}, that of the greatest moment`,
  separatrix: (k) => `on the separatrix: it turns over once and approaches a spin about axis ${k}`,
};

// --- parts of the page -----------------------------------------------------------------------------------------------

/// A table that scrolls sideways where it is too wide for the screen.
function scrolling(name, table, ...children) {
  return h('div.scroll', { tabindex: 0, role: 'region', 'aria-label': name }, h(table, {}, ...children));
}

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
            class: `meter ${gradeOf(value)}`,
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
    scrolling(
      'Certificate',
      'table.certificate',
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
    facts(methodRows(data)),
  );
}

const facts = (rows) =>
  h(
    'dl.facts',
    {},
    rows.filter(Boolean).map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
  );

/// Principal moments and axes, and where the body axes are not principal how the two are related.
function inertiaFacts(scenario) {
  const axes = principalAxes(scenario);
  const number = (x) => h('td.number', {}, short(x, 6));
  const head = (names) => h('thead', {}, h('tr', {}, names.map((name) => h('th.number', { scope: 'col' }, name))));
  if (axes.every(({ name }) => name))
    return [
      ['Principal moments', `${vector(scenario.moments)} ${massive(scenario, 'kg m²')}`],
      ['Principal axes', axes.map(({ name }, k) => `${k + 1} = ${name}`).join(', ')],
    ];
  const tiny = 1e-15 * Math.max(...scenario.moments);
  return [
    [
      'Principal axes',
      scrolling(
        'Principal moments and axes',
        'table.small',
        head(['', massive(scenario, 'I, kg m²') || 'I', 'x', 'y', 'z']),
        h(
          'tbody',
          {},
          axes.map(({ components }, k) =>
            h('tr', {}, h('th', { scope: 'row' }, String(k + 1)), [scenario.moments[k], ...components].map(number)),
          ),
        ),
      ),
    ],
    [
      'Inertia tensor',
      scrolling(
        'Inertia tensor',
        'table.small',
        head([massive(scenario, 'kg m²'), 'x', 'y', 'z']),
        h(
          'tbody',
          {},
          scenario.tensor.map((row, k) =>
            h('tr', {}, h('th', { scope: 'row' }, 'xyz'[k]), row.map((x) => number(Math.abs(x) < tiny ? 0 : x))),
          ),
        ),
      ),
    ],
  ];
}

function bodyCard({ scenario, ...data }) {
  return h(
    'section.card',
    { 'aria-labelledby': 'body' },
    h('h2', { id: 'body' }, 'Body and conventions'),
    facts([
      ...inertiaFacts(scenario),
      ['Torque', scenario.torques.length ? scenario.torques.map(torqueFacts) : 'none: a free body'],
      ['Time', `${short(scenario.start_time, 8)} to ${short(scenario.end_time, 8)} s${data.done ? '' : ' wanted'}`],
      ['Axes', 'x y z fixed in the body, X Y Z in space; 1 2 3 principal'],
      ['Quaternion', 'Hamilton, w x y z, body → space: v_space = q v_body q*'],
      ['ω', 'body axes, rad/s'],
      ['L', scenario.has_unit_of_mass ? 'space axes, kg m²/s' : 'space axes'],
      [
        'Units',
        scenario.has_unit_of_mass
          ? 'SI; radians, angles in plots in degrees'
          : 'SI, but of moments only ratios are known; radians, angles in plots in degrees',
      ],
    ]),
  );
}

/// What a free body does for ever: period, flips, precession.
function freeMotionCard({ tumbling, scenario }, formatTime) {
  const { motion, axis, period, precession_rate, least_tilt, greatest_tilt, flips, flip_times } = tumbling;
  const degrees = (angle) => `${short((angle * 180) / Math.PI, 3)}°`;
  const about = String(axis + 1);
  const named = principalAxes(scenario)[axis].name;
  const circles = ['symmetric', 'least', 'greatest'].includes(motion);
  const times = flip_times.map((t) => formatTime(scenario.start_time + t));
  const shown = times.length > 8 ? [...times.slice(0, 8), '…'] : times;
  return h(
    'section.card',
    { 'aria-labelledby': 'free' },
    h('h2', { id: 'free' }, 'Free motion'),
    h('p.lead', {}, 'In closed form, from the start alone; not from the steps of this run.'),
    facts([
      ['Motion', kMotions[motion](named ? `${about} (${named})` : about)],
      circles && ['Period', `${short(period, 6)} s, after which ω and L are the same again in body axes`],
      (circles || motion === 'steady' || motion === 'sphere') && [
        motion === 'steady' || motion === 'sphere' ? 'Spin' : 'Precession',
        `once round L in ${short((2 * Math.PI) / precession_rate, 6)} s${circles ? ', on average' : ''}`,
      ],
      circles && [
        'Tilt',
        greatest_tilt - least_tilt > 1e-9
          ? `axis ${about} is ${degrees(least_tilt)} to ${degrees(greatest_tilt)} from L`
          : `axis ${about} is ${degrees(least_tilt)} from L`,
      ],
      ['least', 'greatest', 'separatrix'].includes(motion) && [
        'Flips',
        flips === 0
          ? 'none in this run'
          : h(
              'div',
              {},
              h(
                'div',
                {},
                `${whole(flips)} in this run${period ? `, one each ${short(period / 2, 6)} s` : ''}: ` +
                  `L changes sides along the middle axis ${tumbling.middle_axis + 1}`,
              ),
              shown.length > 0 && h('small', {}, `at t = ${shown.join(', ')} s`),
            ),
      ],
    ]),
  );
}

// --- attitude in angles ----------------------------------------------------------------------------------------------

const kAngles = {
  ypr: {
    name: 'Yaw, pitch, roll',
    unit: 'degrees; turns about z, the new y, the new x',
    curves: ['yaw', 'pitch', 'roll'],
    // Yaw turns about z, roll about x.
    colors: ['--axis3', '--axis2', '--axis1'],
    of: yawPitchRoll,
  },
  pns: {
    name: 'Precession, nutation, spin',
    unit: 'degrees; turns about z, the new x, the new z',
    curves: ['precession', 'nutation', 'spin'],
    colors: ['--axis3', '--axis1', '--L'],
    of: precessionNutationSpin,
  },
};

export function runPage(data) {
  const { scenario } = data;
  const motion = new Motion(data.keyframes, scenario);
  const formatTime = timeFormat(Math.abs(motion.span));
  const player = new Player(motion.start, motion.end, naturalSpeed(motion));

  const grade = gradeOfRun(data);
  const warnings =
    data.warnings?.length > 0 &&
    h(
      'ul.warnings',
      { class: `warnings ${grade}` },
      data.warnings.map((sentence) => h('li', {}, sentence)),
    );
  const status = data.done
    ? [
        h(
          'p.verdict',
          { class: `verdict ${grade}`, 'data-verdict': grade },
          h('span.tick', { 'aria-hidden': 'true' }, kMarks[grade]),
          h('span', {}, h('span.hidden', {}, `${kGrades[grade]}: `), verdictText(data)),
        ),
        grade !== 'good' && data.verdict_reason && h('p.lead.reason', {}, `Because of: ${data.verdict_reason}`),
        warnings,
      ]
    : [
        h(
          'div.banner',
          { class: `banner ${data.outcome === 'interrupted' ? 'warned' : 'failed'}`, role: 'alert' },
          h('strong', {}, data.outcome === 'interrupted' ? 'Interrupted before the end' : 'This run failed'),
          h('p', {}, data.cause || data.outcome),
          h('p', {}, `What follows is the motion up to t = ${formatTime(motion.end ?? 0)} s.`),
        ),
        warnings,
      ];

  if (motion.count === 0) return frame(data, status, [methodCard(data), bodyCard(data)]);
  const marks = marksOf(data);
  const plots = new Plots(player, formatTime, marks);
  const axes = ['--axis1', '--axis2', '--axis3'];
  const three = (letter, names = 'xyz') => [...names].map((name, k) => ({ name: letter + name, color: axes[k] }));
  const unpacked = ({ t, y }) => ({ t: doubles(t), y: y.map(doubles) });
  const { w, L, energy, q } = data.plots;
  const note = data.rows > 4000 ? `${whole(data.rows)} rows, thinned for the eye; no extreme is lost` : undefined;
  const [energyTitle, energyUnit] = kEnergyTitles[energy.shows];
  plots.add({ title: 'Angular velocity', unit: 'rad/s, body axes', curves: three('ω'), ...unpacked(w), note });
  plots.add({
    title: energyTitle,
    unit: energyUnit === 'J' ? massive(data.scenario, 'J') : energyUnit,
    curves: [{ name: energy.shows === 'energy' ? 'E' : 'ΔE', color: '--w' }],
    ...unpacked(energy),
    note,
  });
  const attitudes = unpacked(q);
  const angles = ({ unit, curves, colors, of }) => ({
    unit,
    curves: curves.map((name, k) => ({ name, color: colors[k] })),
    t: attitudes.t,
    y: angleCurves(attitudes.y, of),
    degrees: true,
  });
  const top = scenario.torques.some(({ kind }) => kind === 'heavy-top');
  const choice = h(
    'select',
    { 'aria-label': 'Angles shown', onchange: () => plots.replace(attitude, angles(kAngles[choice.value])) },
    Object.entries(kAngles).map(([value, { name }]) =>
      h('option', { value, selected: value === (top ? 'pns' : 'ypr') }, name),
    ),
  );
  const attitude = plots.add({ title: 'Attitude', choice, ...angles(kAngles[top ? 'pns' : 'ypr']), note });
  // L of a free body stays where it is; else the vertical is what most torques refer to.
  const free = scenario.torques.length === 0 && motion.at(motion.start).L.some((x) => x !== 0);
  const upright = free ? motion.at(motion.start).L : [0, 0, 1];
  plots.add({
    title: free ? 'Angles to L' : 'Angles to the vertical',
    unit: `degrees, of the body axes to ${free ? 'L' : 'Z'}`,
    curves: three(''),
    t: attitudes.t,
    y: angleCurves(attitudes.y, (attitude) => tilts(attitude, upright)),
    degrees: true,
    note,
  });
  plots.add({
    title: 'Quaternion',
    unit: 'body → space',
    curves: [{ name: 'qw', color: '--L' }, ...three('q')],
    ...attitudes,
    note,
  });
  plots.add({
    title: 'Angular momentum L',
    unit: data.scenario.has_unit_of_mass ? 'kg m²/s, space axes' : 'space axes',
    curves: three('L', 'XYZ'),
    ...unpacked(L),
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
    h(
      'div.grid.cards',
      {},
      h(
        'div.stack',
        {},
        data.events && eventsCard(data, marks, player),
        certificateCard(data),
        data.tumbling && freeMotionCard(data, formatTime),
      ),
      h('div.stack', {}, methodCard(data), bodyCard(data)),
    ),
  ]);
  plots.start();

  raise(curtain, player, plots, () => theatre(data, motion, player, formatTime, marks));
}
