// plots.js -- curves against time: zoom by dragging, values at the cursor, one time line with the animation
import uPlot from 'uplot';
import { css, h, s, short } from './dom.js';
import { drawMarks } from './events.js';
import { onTheme } from './theme.js';

const kHeight = 268;
const kPrintSize = { width: 335, height: 222 };

// Curves are told apart by dashes too, in the order in which a plot has them.
const kDashes = [[], [9, 3], [2.5, 2.5], [9, 3, 2.5, 3]];
/// Dashes of curves that go up and down very often would be noise.
function isCrowded(values) {
  let [low, high, way] = [Infinity, -Infinity, 0];
  for (let i = 0; i < values.length; ++i) {
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
    if (i > 0) way += Math.abs(values[i] - values[i - 1]);
  }
  const rounding = 1e-9 * Math.max(Math.abs(low), Math.abs(high)); // of a constant
  return way > 60 * (high - low + rounding);
}

/// Room around the values; a curve that is constant up to rounding is drawn as a line in the middle.
function range(u, low, high) {
  if (low == null) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const room = high - low > 1e-13 * size ? 0.08 * (high - low) : 0.1 * size || 1;
  return [low - room, high + room];
}

// Steps between ticks for values of any unit: uPlot's own end at 1e-16, and a molecule's momentum is 1e-34.
const kIncrements = [];
for (let power = -60; power <= 60; ++power) kIncrements.push(...[1, 2, 5].map((k) => Number(`${k}e${power}`)));
const kDegreeIncrements = [...kIncrements.filter((x) => x < 15), 15, 30, 45, 90, 180];
function splits(u, axis, low, high, increment) {
  const ticks = [];
  for (let k = Math.ceil(low / increment - 1e-9); k * increment <= high + 1e-9 * increment; ++k)
    ticks.push(Number((k * increment).toPrecision(12)));
  return ticks;
}

const tick = (value) => (value === 0 ? '0' : short(value, 4).replace('-', '\u2212').replace('e\u2212', 'e-'));

/// Angles as a path: the pen is lifted where one goes from 180 to -180.
function angles(u, k, first, last) {
  const path = new Path2D();
  const [t, y] = [u.data[0], u.data[k]];
  for (let i = first; i <= last; ++i) {
    const goesOn = i > first && Math.abs(y[i] - y[i - 1]) < 180;
    path[goesOn ? 'lineTo' : 'moveTo'](u.valToPos(t[i], 'x', true), u.valToPos(y[i], 'y', true));
  }
  return { stroke: path };
}

/// All plots of a run; they zoom and point together.
export class Plots {
  /// marks: events, as marksOf() of events.js has them.
  constructor(player, formatTime, marks = []) {
    this.player = player;
    this.formatTime = formatTime;
    this.marks = marks;
    this.list = [];
    this.lastLegend = 0;
    player.onChange((time, playing) => this.#follow(time, playing));
    onTheme(() => this.list.forEach(({ plot }) => plot.redraw(false)));
  }

  /// A figure with a plot. curves: [{ name, color }], color a variable of the style sheet; t and y: arrays of numbers.
  /// choice: an element that stands in the heading. degrees: the values are angles, of which 180 and -180 are the same.
  /// powers: the values are logarithms to base 10, and are written as the numbers that they are of.
  add({ title, unit, note, t, y, curves, choice, degrees, powers }) {
    const data = [t, ...y];
    const place = h('div.plot');
    const reset = h(
      'button.quiet.reset-zoom',
      { type: 'button', hidden: true, onclick: () => this.#zoom(null) },
      'Reset zoom',
    );
    const figure = h(
      'figure.card.figure',
      { 'aria-label': `${title}, plotted against time` },
      h(
        'figcaption',
        {},
        h('span.name', {}, title),
        choice,
        unit && h('span.unit', {}, unit),
        reset,
        note && h('span.note', {}, note),
      ),
      place,
    );
    const entry = { figure, place, data, curves, reset, degrees, powers };
    entry.line = h('div.time-line');
    this.list.push(entry);
    return entry;
  }
  /// Draws them; the figures have their place on the page by now.
  start() {
    for (const entry of this.list) this.#draw(entry);
    this.#follow(this.player.time);
    this.#legend();
  }
  /// Other curves in a figure that is there.
  replace(entry, { t, y, curves, unit }) {
    Object.assign(entry, { data: [t, ...y], curves });
    entry.figure.querySelector('.unit').textContent = unit;
    const { min, max } = entry.plot.scales.x;
    entry.plot.destroy();
    this.#draw(entry);
    entry.plot.setScale('x', { min, max });
    this.#follow(this.player.time);
    this.#legend();
  }
  #draw(entry) {
    const { place, data, curves, degrees, powers } = entry;
    const number = powers ? (v) => tick(Number((10 ** v).toPrecision(2))) : (v) => tick(Number(v.toPrecision(4)));
    const dashes = curves.map((_, k) => (data.slice(1).some(isCrowded) ? [] : kDashes[k % kDashes.length]));
    entry.plot = new uPlot(
      {
        width: place.clientWidth || 600,
        height: kHeight,
        padding: [10, 22, 0, 0],
        pxAlign: 0.5,
        scales: { x: { time: false }, y: { range } },
        cursor: {
          sync: { key: 'time', setSeries: false },
          drag: { x: true, y: false, dist: 6 },
          points: { size: 7 },
        },
        legend: { live: true },
        axes: [
          this.#axis({ size: 28, label: 't, s', labelSize: 20, labelGap: 0, values: (u, ticks) => ticks.map(tick) }),
          this.#axis({
            size: (u, values) => Math.max(46, 14 + 6.6 * Math.max(0, ...(values ?? []).map((v) => v.length))),
            values: (u, ticks) => ticks.map(powers ? (v) => `1e${v}`.replace('1e0', '1') : tick),
            ...(powers && { incrs: [1, 2, 3, 4, 5, 6] }),
            ...(degrees && { incrs: kDegreeIncrements }),
          }),
        ],
        series: [
          { label: 't', value: (u, v) => (v == null ? '–' : `${this.formatTime(v)} s`) },
          ...curves.map(({ name, color }, k) => ({
            label: name,
            stroke: () => css(color),
            dash: dashes[k],
            ...(degrees && { paths: angles }),
            width: data[0].length > 1500 && !dashes[1]?.length ? 1.2 : 1.7,
            points: { show: data[0].length < 40, size: 5, fill: () => css(color) },
            value: (u, v) => (v == null ? '–' : number(v)),
          })),
        ],
        hooks: {
          setScale: [(u, key) => key === 'x' && this.#share(u)],
          setSize: [() => this.#follow(this.player.time)],
          ready: [(u) => u.over.append(entry.line)],
          draw: [(u) => drawMarks(u, this.marks)],
        },
      },
      data,
      place,
    );
    // A piece of the line itself; its colour by variable, so that it follows the theme.
    place.querySelectorAll('.u-legend .u-marker').forEach((marker, k) => {
      if (k === 0) return;
      const stroke = { stroke: `var(${curves[k - 1].color})`, 'stroke-width': 2.4 };
      const line = s('line', { x1: 0, x2: 22, y1: 3, y2: 3, 'stroke-dasharray': dashes[k - 1].join(' '), ...stroke });
      marker.replaceChildren(s('svg', { viewBox: '0 0 22 6', width: 22, height: 6, 'aria-hidden': 'true' }, line));
    });
    const { over } = entry.plot;
    let pressed = 0;
    over.addEventListener('pointerdown', (event) => (pressed = event.clientX));
    over.addEventListener('click', (event) => {
      if (Math.abs(event.clientX - pressed) < 4) this.player.seek(entry.plot.posToVal(event.offsetX, 'x'));
    });
    over.addEventListener('mouseleave', () => this.#legend());
    entry.observer ??= new ResizeObserver(() => !this.printing && this.#fit(entry));
    entry.observer.observe(place);
  }
  setPrinting(on) {
    this.printing = on;
    for (const entry of this.list) on ? entry.plot.setSize(kPrintSize) : this.#fit(entry);
  }

  #fit({ plot, place }) {
    if (place.clientWidth && place.clientWidth !== plot.width)
      plot.setSize({ width: place.clientWidth, height: kHeight });
  }
  #axis(more) {
    return {
      stroke: () => css('--muted'),
      font: '12px system-ui, -apple-system, "Segoe UI", sans-serif',
      labelFont: '12px system-ui, -apple-system, "Segoe UI", sans-serif',
      grid: { stroke: () => css('--grid'), width: 1 },
      ticks: { show: false },
      gap: 6,
      incrs: kIncrements,
      splits,
      ...more,
    };
  }
  /// The others show the times that one has been zoomed to.
  #share(source) {
    if (this.sharing) return;
    const { min, max } = source.scales.x;
    this.#zoom([min, max], source);
  }
  #zoom(span, source) {
    this.sharing = true;
    for (const { plot, data, reset } of this.list) {
      if (!plot) continue;
      const first = data[0][0];
      const last = data[0][data[0].length - 1];
      const [min, max] = span ?? [Math.min(first, last), Math.max(first, last)];
      reset.hidden = !(Math.min(first, last) < min || max < Math.max(first, last));
      if (plot !== source) plot.setScale('x', { min, max });
    }
    this.sharing = false;
    queueMicrotask(() => this.#follow(this.player.time));
  }
  /// The time line, and ten times a second the values in the legends.
  #follow(time) {
    for (const { plot, line } of this.list) {
      if (!plot) continue;
      const x = plot.valToPos(time, 'x');
      line.hidden = !(x >= -1 && x <= plot.over.clientWidth + 1);
      line.style.transform = `translateX(${x}px)`;
    }
    const now = performance.now();
    if (now - this.lastLegend > 100) {
      this.lastLegend = now;
      this.#legend();
    }
  }
  #legend() {
    for (const { plot } of this.list) {
      if (!plot || plot.over.matches(':hover') || this.list.some((other) => other.plot?.over.matches(':hover')))
        continue;
      plot.setLegend({ idx: plot.valToIdx(this.player.time) }, false);
    }
  }
}
