// theatre.js -- the 3D view with its controls: views, parts, play, time, speed, traces
import { angleAndAxis } from './attitude.js';
import { controls } from './controls.js';
import { h, short } from './dom.js';
import { markRail } from './events.js';
import { Stage } from './scene.js';
import { onTheme } from './theme.js';

const kViews = {
  space: [
    'Body in space',
    'The body as it turns, in space axes X Y Z, with the traces that its own axes x y z leave on a sphere.',
  ],
  polhode: [
    'Polhode',
    'Body axes. The angular velocity ω runs on the ellipsoid ω·Iω = 2T; thin lines are the polhodes of other momenta.',
  ],
  herpolhode: [
    'Herpolhode',
    'Poinsot’s picture, turned so that L points down: the ellipsoid of inertia rolls on a fixed plane ' +
      'without slipping; the contact is ω.',
  ],
};
const kTopCaption =
  'The body on its fixed point, in space axes X Y Z; gravity acts along −Z. The ball is the weight at the end of its arm.';
const kTorquedPolhode =
  'Body axes. The angular velocity ω and the ellipsoid ω·Iω = 2T, whose size changes with the kinetic energy T.';

/// A nice speed: real time if the body then turns at a rate that the eye can follow.
export function naturalSpeed(motion) {
  const rate = motion.typicalSpeed;
  if (!(rate > 0)) return Math.abs(motion.span) / 10 || 1;
  if (rate > 0.7 && rate < 16) return 1;
  const wanted = (rate < 1 ? 3 : 10) / rate;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [5, 2, 1].map((k) => k * power).find((x) => x <= wanted * 1.0001) ?? power;
}

/// The 3D view with its controls. Returns the element, and what has to be done when it is on the page.
export function theatre(data, motion, player, formatTime, marks = []) {
  const canvas = h('canvas', {
    role: 'img',
    tabindex: 0,
    'aria-label':
      'The turning body in three dimensions. Drag to turn the view, space to play or pause, arrows to move in time.',
  });
  const print = h('img.print-only', { alt: 'The view at this time' });
  const caption = h('p.caption', { 'aria-live': 'polite' });
  let stage;
  try {
    stage = new Stage(canvas, motion, data.scenario);
  } catch (error) {
    return {
      element: h(
        'section.card',
        {},
        h(
          'p.banner.warned',
          {},
          `This browser cannot draw in 3D (WebGL is off or missing: ${error.message}). The plots below work without.`,
        ),
      ),
      start() {},
      print() {},
    };
  }

  const principal = motion.frame[0] ** 2 > 1 - 1e-12 ? '' : ' Grey 1 2 3: the principal axes.';
  const captionOf = (name) =>
    name === 'space' && stage.arm ? kTopCaption : name === 'polhode' && !stage.free ? kTorquedPolhode : kViews[name][1];
  const viewButtons = stage.names.map((name) =>
    h(
      'button',
      { type: 'button', 'data-view': name, 'aria-pressed': 'false', onclick: () => show(name) },
      kViews[name][0],
    ),
  );
  function show(name) {
    stage.show(name);
    caption.textContent = captionOf(name) + principal;
    for (const button of viewButtons) button.setAttribute('aria-pressed', String(button.dataset.view === name));
    legend
      .querySelectorAll('[data-part]')
      .forEach((label) => (label.hidden = !stage.view.parts[label.dataset.part]?.length));
  }

  const parts = {
    axes: ['Axes', '--axis2'],
    traces: ['Traces', '--axis3'],
    L: ['L', '--L', true],
    w: ['ω', '--w', true],
  };
  const legend = h(
    'div.toggles',
    { role: 'group', 'aria-label': 'Parts shown' },
    Object.entries(parts).map(([part, [name, color, italic]]) =>
      h(
        'label.toggle',
        { 'data-part': part, style: `--dot: var(${color})` },
        h('input', { type: 'checkbox', checked: true, onchange: (event) => stage.toggle(part, event.target.checked) }),
        h(italic ? 'i' : 'span', {}, name),
      ),
    ),
  );

  const turned = h('p.caption.turned');
  const { play, scrub, clock, speed } = controls(player, motion, formatTime, () => trail());
  const length = h(
    'select',
    { 'aria-label': 'Length of the traces', title: 'Length of the traces', onchange: () => trail() },
    [
      ['2.5', 'Short traces'],
      ['10', 'Long traces'],
      ['0', 'Whole traces'],
    ].map(([value, name]) => h('option', { value, selected: stage.arm && value === '0' }, name)),
  );
  function trail() {
    stage.setTrail(Math.abs(motion.span) ? (Number(length.value) * player.speed) / Math.abs(motion.span) : 0);
  }
  const reset = h(
    'button.quiet',
    { type: 'button', title: 'Camera back to its first place', onclick: () => stage.reset() },
    'Reset view',
  );

  player.onChange((time) => {
    stage.setTime(time);
    const { angle, axis } = angleAndAxis(motion.at(time).q);
    const about = axis.map((x) => x.toFixed(2).replace('-', '−')).join(', ');
    turned.textContent =
      angle < 0.05
        ? 'Attitude now: the body axes lie along the space axes'
        : `Attitude now: turned by ${angle.toFixed(1)}° about (${about})`;
  });
  onTheme(() => stage.recolor());

  const view = h(
    'div.stage',
    {},
    canvas,
    print,
    h('div.views', { role: 'group', 'aria-label': 'View' }, viewButtons),
    legend,
  );
  const element = h(
    'section.card.theatre',
    { 'aria-label': 'Animation' },
    view,
    h(
      'div.controls',
      {},
      play,
      h('div.rail', {}, scrub, markRail(marks, (t) => motion.share(t))),
      clock,
      speed,
      length,
      reset,
    ),
    turned,
    caption,
  );
  const thinned = motion.count < data.rows;
  if (motion.largestTurn > 0.5)
    element.append(
      h(
        'p.caption.sample',
        {},
        `The body turns by up to ${short(motion.largestTurn, 2)} rad between two ${thinned ? 'frames' : 'rows'}: ` +
          `what is played is a sample of the motion${motion.largestTurn > 3 ? ', too coarse to follow it' : ''}. ` +
          (thinned ? 'A shorter run shows it in full.' : 'A smaller output_every or output_step shows it in full.'),
      ),
    );
  trail();
  show('space');

  document.addEventListener('keydown', (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.target.closest?.('input, select, textarea, button, summary, a')
    )
      return;
    const jump = motion.span / (event.shiftKey ? 20 : 200);
    const names = stage.names;
    if (event.key === ' ') player.play();
    else if (event.key === 'ArrowRight') player.seek(player.time + jump);
    else if (event.key === 'ArrowLeft') player.seek(player.time - jump);
    else if (event.key === 'Home') player.seek(motion.start);
    else if (event.key === 'End') player.seek(motion.end);
    else if (names[Number(event.key) - 1]) show(names[Number(event.key) - 1]);
    else return;
    event.preventDefault();
  });

  return {
    element,
    start() {
      const fit = () => canvas.clientWidth && stage.resize(canvas.clientWidth, canvas.clientHeight);
      fit();
      stage.reset();
      new ResizeObserver(fit).observe(canvas);
      stage.draw();
    },
    print() {
      print.src = stage.snapshot(720, 420);
    },
  };
}
