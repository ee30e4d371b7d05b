// controls.js -- what moves an animation: play, time, speed; and when it comes onto the page and onto paper
import { h, short } from './dom.js';
import { setPrinting } from './theme.js';

/// The elements, kept in step with the player. `onSpeed` is called after a new speed was chosen.
export function controls(player, motion, formatTime, onSpeed = () => {}) {
  const play = h('button.play', { type: 'button', 'aria-label': 'Play', onclick: () => player.play() });
  const scrub = h('input.scrub', {
    type: 'range',
    min: 0,
    max: 10000,
    step: 1,
    value: 0,
    'aria-label': 'Time',
    oninput: () => player.seek(motion.start + (scrub.value / 10000) * motion.span),
  });
  const clock = h('output.clock', { 'aria-label': 'Time in seconds' });
  const base = player.speed;
  const factors = [0.1, 0.2, 0.5, 1, 2, 5, 10];
  const speed = h(
    'select',
    {
      'aria-label': 'Speed',
      title: 'Seconds of the motion per second',
      onchange: () => {
        player.speed = base * Number(speed.value);
        onSpeed();
      },
    },
    factors.map((factor) => h('option', { value: factor, selected: factor === 1 }, `×${short(base * factor)}`)),
  );
  player.onChange((time, playing) => {
    scrub.value = Math.round(10000 * motion.share(time));
    scrub.style.setProperty('--done', `${100 * motion.share(time)}%`);
    clock.textContent = `${formatTime(time)} s`;
    scrub.setAttribute('aria-valuetext', clock.textContent);
    play.classList.toggle('playing', playing);
    play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
  });
  return { play, scrub, clock, speed };
}

/// The text and the plots are there at once; the 3D view, made by `make`, comes in place of the curtain when they have been painted.
export function raise(curtain, player, plots, make) {
  let show;
  requestAnimationFrame(() =>
    setTimeout(() => {
      show = make();
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
