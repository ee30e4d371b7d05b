// comparison.js -- the page of a comparison: advice, work-precision diagram, table
import { h, s, short, whole } from './dom.js';
import { frame } from './frame.js';

// Told apart by colour, shape and dashes. Their numbers, 8, 7 and 5, have no common factor: no two of 280 look the same.
const kColors = [
  '--series1',
  '--series2',
  '--series3',
  '--series4',
  '--series5',
  '--series6',
  '--series7',
  '--series8',
];
const kShapes = [
  'M-4.6 0a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0Z',
  'M-4.2 -4.2H4.2V4.2H-4.2Z',
  'M0 -5.6L5.2 3.8H-5.2Z',
  'M0 -6L6 0L0 6L-6 0Z',
  'M0 5.6L5.2 -3.8H-5.2Z',
  'M-1.7 -5.4H1.7V-1.7H5.4V1.7H1.7V5.4H-1.7V1.7H-5.4V-1.7H-1.7Z',
  'M-6 -2.6L0 -0.6L6 -2.6V2.6L0 0.6L-6 2.6Z',
];
const kDashes = ['', '9 3', '3 2.5', '9 3 2.5 3', '14 4'];
const kWork = {
  cpu_seconds: ['CPU time', 's'],
  torque_evaluations: ['Torque evaluations', ''],
  steps: ['Steps', ''],
};
const powerOfTen = (k) => {
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  if (k === 0) return '1';
  return `10${k < 0 ? '⁻' : ''}${String(Math.abs(k)).replace(/\d/g, (d) => digits[d])}`;
};

const milliseconds = (x) => (x < 1e-3 ? `${short(1e6 * x)} µs` : x < 1 ? `${short(1e3 * x)} ms` : `${short(x)} s`);

/// Error against work, both logarithmic.
class Diagram {
  constructor(points, methods, floor) {
    Object.assign(this, { points, methods, floor, work: 'cpu_seconds', off: new Set() });
    this.tip = h('div.tip', { role: 'status', hidden: true });
    this.place = h('div.diagram', {}, this.tip);
    this.shown = []; // markers with their places, in pixels
    this.place.addEventListener('pointermove', (event) => this.hover(event));
    this.place.addEventListener('pointerdown', (event) => this.hover(event));
    this.place.addEventListener('pointerleave', () => this.showTip(undefined));
    new ResizeObserver(() => this.draw()).observe(this.place);
    addEventListener('beforeprint', () => this.draw(690));
    addEventListener('afterprint', () => this.draw());
  }
  style(method) {
    const k = this.methods.indexOf(method);
    return {
      color: `var(${kColors[k % kColors.length]})`,
      shape: kShapes[k % kShapes.length],
      dash: kDashes[k % kDashes.length],
    };
  }
  draw(wanted) {
    const width = Math.max(280, wanted ?? this.place.clientWidth);
    const height = Math.round(Math.min(540, Math.max(340, 0.56 * width)));
    const edge = { left: 58, right: 18, top: 16, bottom: 48 };
    const usable = this.points.filter((p) => p.done && !p.is_reference && p.attitude_error > 0 && p[this.work] > 0);
    const picture = s('svg', {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label':
        `Work-precision diagram: error of the attitude against ${kWork[this.work][0]}, both logarithmic. ` +
        'All values are in the table below.',
    });
    this.showTip(undefined);
    this.shown = [];
    this.place.querySelector('svg')?.remove();
    this.place.prepend(picture);
    if (!usable.length) {
      picture.append(
        s(
          'text',
          { x: width / 2, y: height / 2, 'text-anchor': 'middle', fill: 'currentColor' },
          'No run with a measurable error.',
        ),
      );
      return;
    }
    const logs = (pick) => usable.map((p) => Math.log10(pick(p)));
    const span = (values) => {
      const [low, high] = [Math.min(...values), Math.max(...values)];
      const room = Math.max(0.12 * (high - low), 0.25) / 2;
      return [low - room, high + room];
    };
    const [x0, x1] = span(logs((p) => p[this.work]));
    const [y0, y1] = span(logs((p) => p.attitude_error));
    const x = (value) => edge.left + ((value - x0) / (x1 - x0)) * (width - edge.left - edge.right);
    const y = (value) => edge.top + ((y1 - value) / (y1 - y0)) * (height - edge.top - edge.bottom);
    const grid = s('g', { class: 'grid-lines' });
    const words = s('g', { class: 'tick-labels' });
    const every = (low, high, most) => Math.max(1, Math.ceil((high - low) / most));
    const ticks = (low, high, step) => {
      const list = [];
      for (let k = Math.ceil(low / step) * step; k <= high; k += step) list.push(k);
      return list;
    };
    for (const k of ticks(x0, x1, every(x0, x1, width / 90))) {
      grid.append(s('line', { x1: x(k), x2: x(k), y1: edge.top, y2: height - edge.bottom }));
      words.append(s('text', { x: x(k), y: height - edge.bottom + 19, 'text-anchor': 'middle' }, powerOfTen(k)));
    }
    for (const k of ticks(y0, y1, every(y0, y1, height / 38))) {
      grid.append(s('line', { x1: edge.left, x2: width - edge.right, y1: y(k), y2: y(k) }));
      words.append(s('text', { x: edge.left - 9, y: y(k) + 4, 'text-anchor': 'end' }, powerOfTen(k)));
    }
    const [workName, workUnit] = kWork[this.work];
    words.append(
      s(
        'text',
        { class: 'axis-name', x: (edge.left + width - edge.right) / 2, y: height - 8, 'text-anchor': 'middle' },
        workUnit ? `${workName}, ${workUnit}` : workName,
      ),
      s(
        'text',
        {
          class: 'axis-name',
          transform: `translate(13 ${(edge.top + height - edge.bottom) / 2}) rotate(-90)`,
          'text-anchor': 'middle',
        },
        'Error of the attitude, rad',
      ),
    );
    picture.append(grid);
    if (this.floor > 0 && Math.log10(this.floor) > y0) {
      const at = y(Math.min(y1, Math.log10(this.floor)));
      picture.append(
        s('rect', {
          class: 'floor',
          x: edge.left,
          y: at,
          width: width - edge.left - edge.right,
          height: height - edge.bottom - at,
        }),
        s(
          'text',
          { class: 'floor-name', x: edge.left + 8, y: Math.min(at + 14, height - edge.bottom - 5) },
          'the reference is not known better',
        ),
      );
    }
    picture.append(words);
    for (const method of this.methods) {
      if (this.off.has(method)) continue;
      const { color, shape, dash } = this.style(method);
      const mine = usable.filter((p) => p.method === method);
      const at = mine.map((p) => [x(Math.log10(p[this.work])), y(Math.log10(p.attitude_error))]);
      if (!at.length) continue;
      const group = s('g', { class: 'curve', style: `color: ${color}` });
      group.append(
        s('path', {
          class: 'line',
          'stroke-dasharray': dash,
          d: `M${at.map((p) => p.map((v) => v.toFixed(1)).join(' ')).join('L')}`,
        }),
      );
      mine.forEach((point, i) => {
        const [left, top] = at[i];
        const marker = s(
          'g',
          {
            transform: `translate(${left.toFixed(1)} ${top.toFixed(1)})`,
            class: 'marker',
            tabindex: 0,
            'aria-label': this.words(point).join(', '),
            onfocus: () => this.showTip(this.shown[place]),
            onblur: () => this.showTip(undefined),
          },
          s('circle', { r: 11, class: 'halo' }),
          s('path', { d: shape }),
        );
        const place = this.shown.push({ point, marker, left, top }) - 1;
        group.append(marker);
      });
      picture.append(group);
    }
  }
  words(p) {
    return [
      p.method,
      `${whole(p.steps)} steps of ${short(p.step)} s`,
      `attitude error ${short(p.attitude_error, 2)} rad`,
      milliseconds(p.cpu_seconds),
      p.torque_evaluations > 0 && `${whole(p.torque_evaluations)} torque evaluations`,
    ].filter(Boolean);
  }
  /// Values of the marker nearest to the pointer, if it is near: markers often lie one over the other.
  hover(event) {
    const { left, top } = this.place.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    const distance = (marker) => Math.hypot(marker.left - x, marker.top - y);
    const nearest = this.shown.reduce(
      (best, marker) => (distance(marker) < distance(best) ? marker : best),
      this.shown[0],
    );
    this.showTip(nearest && distance(nearest) < 40 ? nearest : undefined);
  }
  showTip(shown) {
    this.tip.hidden = !shown;
    for (const { marker } of this.shown) marker.classList.toggle('near', marker === shown?.marker);
    if (!shown) return;
    const { point, left, top } = shown;
    const [name, ...rest] = this.words(point);
    this.tip.replaceChildren(h('strong', {}, name), ...rest.map((line) => h('div', {}, line)));
    this.tip.style.setProperty('--tip', this.style(point.method).color);
    const [width, own] = [this.place.clientWidth, this.tip.offsetWidth];
    const beside = left > width / 2 ? left - own - 16 : left + 16;
    this.tip.style.left = `${Math.min(width - own - 4, Math.max(4, beside))}px`;
    this.tip.style.top = `${Math.max(4, top - this.tip.offsetHeight / 2)}px`;
  }
  icon(method) {
    const { color, shape, dash } = this.style(method);
    return s(
      'svg',
      {
        viewBox: '-17 -8 34 16',
        width: 34,
        height: 16,
        class: 'icon',
        style: `color: ${color}`,
        'aria-hidden': 'true',
      },
      s('path', { class: 'line', 'stroke-dasharray': dash, d: 'M-17 0H17' }),
      s('path', { d: shape, fill: 'currentColor' }),
    );
  }
}

function table(data, diagram) {
  const torqued = data.points.some((p) => p.torque_evaluations > 0);
  const energies = data.points.some((p) => p.energy_error_max != null);
  const orders = data.points.some((p) => p.order != null);
  const momenta = data.points.some((p) => p.momentum_error != null);
  const columns = [
    ['Method'],
    ['Steps', 1],
    ['Step, s', 1],
    ['Attitude error, rad', 1],
    orders && ['Order', 1],
    momenta && ['Momentum error', 1],
    energies && ['Energy error', 1],
    torqued && ['Torque evaluations', 1],
    ['CPU time', 1],
  ].filter(Boolean);
  const cell = (text) => h('td.number', {}, text);
  let last;
  const rows = data.points.map((p) => {
    const begins = p.method !== last;
    last = p.method;
    const start = [
      h('th', { scope: 'row' }, diagram.icon(p.method), p.method),
      cell(whole(p.steps)),
      cell(short(p.step)),
    ];
    if (!p.done)
      return h(
        'tr.failed',
        { class: begins ? 'failed begins' : 'failed' },
        ...start,
        h('td', { colspan: columns.length - 3 }, `failed: ${p.cause}`),
      );
    return h(
      'tr',
      { class: begins ? 'begins' : null },
      ...start,
      cell(p.is_reference ? 'reference' : short(p.attitude_error, 2)),
      orders && cell(p.order != null ? p.order.toFixed(2) : ''),
      momenta && cell(p.is_reference ? '' : short(p.momentum_error, 2)),
      energies && cell(short(p.energy_error_max, 2)),
      torqued && cell(whole(p.torque_evaluations)),
      cell(milliseconds(p.cpu_seconds)),
    );
  });
  return h(
    'div.scroll',
    { tabindex: 0, role: 'region', 'aria-label': 'All runs' },
    h(
      'table.runs',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          columns.map(([name, number]) => h(number ? 'th.number' : 'th', { scope: 'col' }, name)),
        ),
      ),
      h('tbody', {}, rows),
    ),
  );
}

export function comparisonPage(data) {
  const methods = [...new Set(data.points.map((p) => p.method))];
  const diagram = new Diagram(data.points, methods, data.reference_error);
  const torqued = data.points.some((p) => p.torque_evaluations > 0);
  const works = Object.keys(kWork).filter((work) => work !== 'torque_evaluations' || torqued);
  const buttons = works.map((work) =>
    h(
      'button',
      {
        type: 'button',
        'data-work': work,
        'aria-pressed': String(work === diagram.work),
        onclick: () => {
          diagram.work = work;
          for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.work === work));
          diagram.draw();
        },
      },
      kWork[work][0],
    ),
  );
  const legend = h(
    'div.legend',
    { role: 'group', 'aria-label': 'Methods shown' },
    methods.map((method) =>
      h(
        'label',
        {},
        h('input', {
          type: 'checkbox',
          checked: true,
          onchange: (event) => {
            event.target.checked ? diagram.off.delete(method) : diagram.off.add(method);
            diagram.draw();
          },
        }),
        diagram.icon(method),
        method,
      ),
    ),
  );
  const advice =
    data.advice.length > 0 &&
    h(
      'ul.advice',
      {},
      data.advice.map(({ target, sentence }) =>
        h(
          'li',
          {},
          h('span.target', {}, Number.isInteger(Math.log10(target)) ? powerOfTen(Math.log10(target)) : short(target)),
          h('span', {}, sentence),
        ),
      ),
    );

  const trust = data.reference_error > 0 ? `, which is itself known to ${short(data.reference_error, 2)}` : '';

  frame(data, advice, [
    h(
      'section.card',
      { 'aria-labelledby': 'work' },
      h(
        'div.bar',
        {},
        h('h2', { id: 'work' }, 'Error against work'),
        h('div.views.inline', { role: 'group', 'aria-label': 'Work measured by' }, buttons),
      ),
      diagram.place,
      legend,
      h(
        'p.lead',
        {},
        `Lower left is better. ${data.errors}, against ${data.reference}${trust}. ` +
          'CPU times are of the steps alone.',
      ),
    ),
    h('section.card', { 'aria-labelledby': 'runs' }, h('h2', { id: 'runs' }, 'All runs'), table(data, diagram)),
  ]);
  diagram.draw();
}
