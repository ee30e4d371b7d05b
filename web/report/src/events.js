// events.js -- what happened during the run: marks on the time axes, and a table
import { css, h, short, whole } from './dom.js';

const kColors = ['--series1', '--series2', '--series3', '--series4', '--series5', '--series7', '--series8'];
const kRows = 100; // of the table, at most
const kMost = 400; // marks at one axis; more would be a bar

const vector = (v) => `(${v.map((x) => short(x, 4)).join(', ')})`;
function meaning({ kind, body_axis, space_axis, angle, value }) {
  const axes = () => `body axis ${vector(body_axis)}`;
  if (kind === 'cone')
    return `${axes()} comes within ${short((angle * 180) / Math.PI, 6)}° of ${vector(space_axis)} in space, or leaves it`;
  if (kind === 'plane') return `${axes()} crosses the plane perpendicular to ${vector(space_axis)} in space`;
  if (kind === 'flip') return 'L changes sides along the axis of the middle moment';
  return `|ω| passes ${short(value, 6)} rad/s`;
}
/// In words, by kind: what rising and falling are.
const kWays = {
  cone: ['enters', 'leaves'],
  plane: ['to the positive side', 'to the negative side'],
  flip: ['to the positive side', 'to the negative side'],
  speed: ['faster', 'slower'],
};

/// [{ t, name, color, rising, way }], or none.
export function marksOf({ events }) {
  if (!events) return [];
  return events.t.map((t, i) => {
    const k = events.event[i];
    const { name, kind } = events.watched[k];
    const rising = events.rising[i];
    return { t, name, rising, color: kColors[k % kColors.length], way: kWays[kind][rising ? 0 : 1] };
  });
}

/// Small triangles at the foot of a plot (up: rising), in front of the curves.
export function drawMarks(u, marks) {
  if (marks.length > kMost) return;
  const { left, top, width, height } = u.bbox;
  const size = (marks.length > 40 ? 3.5 : 5) * (window.devicePixelRatio || 1);
  u.ctx.save();
  for (const { t, rising, color } of marks) {
    const x = u.valToPos(t, 'x', true);
    if (x < left || x > left + width) continue;
    const [foot, tip] = rising ? [top + height, top + height - 1.7 * size] : [top + height - 1.7 * size, top + height];
    u.ctx.fillStyle = u.ctx.strokeStyle = css(color);
    u.ctx.beginPath();
    u.ctx.moveTo(x, tip);
    u.ctx.lineTo(x - size, foot);
    u.ctx.lineTo(x + size, foot);
    u.ctx.closePath();
    u.ctx.fill();
    if (marks.length > 40) continue;
    u.ctx.globalAlpha = 0.45;
    u.ctx.setLineDash([size / 2, size / 2]);
    u.ctx.beginPath();
    u.ctx.moveTo(x, top);
    u.ctx.lineTo(x, top + height);
    u.ctx.stroke();
    u.ctx.globalAlpha = 1;
  }
  u.ctx.restore();
}

/// The same along the slider of the animation.
export function markRail(marks, share) {
  if (marks.length === 0 || marks.length > kMost) return null;
  return h(
    'div.marks',
    { 'aria-hidden': 'true' },
    marks.map(({ t, color }) => h('span', { style: `--at: ${share(t)}; --mark: var(${color})` })),
  );
}

export function eventsCard(data, marks, player) {
  const { events } = data;
  const all = events.watched.reduce((sum, { count }) => sum + count, 0);
  const digits = (t) => t.toPrecision(12);
  const shown = marks.slice(0, kRows);
  return h(
    'section.card.events',
    { 'aria-labelledby': 'events' },
    h('h2', { id: 'events' }, 'Events'),
    events.ended_by && h('p.lead', {}, `The run was ended by the event “${events.ended_by}”.`),
    h(
      'dl.facts',
      {},
      events.watched.map((one, k) => [
        h(
          'dt',
          { style: `--mark: var(${kColors[k % kColors.length]})` },
          h('span.mark', { 'aria-hidden': 'true' }),
          one.name,
        ),
        h('dd', {}, `${one.count < 2 ? ['never', 'once'][one.count] : `${whole(one.count)} times`}: ${meaning(one)}`),
      ]),
    ),
    shown.length > 0 &&
      h(
        'div.scroll.tall',
        { tabindex: 0, role: 'region', 'aria-label': 'Times of the events' },
        h(
          'table.small',
          {},
          h('thead', {}, h('tr', {}, ['t, s', 'Event', ''].map((name) => h('th', { scope: 'col' }, name)))),
          h(
            'tbody',
            {},
            shown.map(({ t, name, way, color }) =>
              h(
                'tr',
                {},
                h(
                  'td.number',
                  {},
                  h(
                    'button.quiet',
                    { type: 'button', title: 'Move the animation there', onclick: () => player.seek(t) },
                    digits(t),
                  ),
                ),
                h('td.what', { style: `--mark: var(${color})` }, h('span.mark', { 'aria-hidden': 'true' }), name),
                h('td', {}, way),
              ),
            ),
          ),
        ),
      ),
    all > shown.length &&
      h('p.hint', {}, `The first ${shown.length} of ${whole(all)}; all of them are in the JSON and in NAME.events.csv.`),
  );
}
