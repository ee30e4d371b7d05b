// frame.js -- what every page has: heading, theme button, scenario, footer
import { h, s } from './dom.js';
import { isDark, onTheme, toggleTheme } from './theme.js';

const kKinds = {
  run: 'report of a run',
  comparison: 'comparison of methods',
  verification: 'verification of a trajectory',
};

const mark = () =>
  s(
    'svg',
    { viewBox: '0 0 40 28', width: 34, height: 24, fill: 'none', 'aria-hidden': 'true' },
    s('ellipse', { cx: 20, cy: 14, rx: 18.5, ry: 12, stroke: 'currentColor', 'stroke-width': 1.6, opacity: 0.45 }),
    s('path', { d: 'M6 10 C12 20 28 20 34 10 C28 5.5 12 5.5 6 10Z', stroke: 'var(--axis1)', 'stroke-width': 2.2 }),
    s('circle', { cx: 24.5, cy: 16.9, r: 2.6, fill: 'var(--axis1)' }),
  );

function themeButton() {
  const button = h('button.quiet.theme.no-print', { type: 'button', onclick: toggleTheme });
  const name = () => {
    button.textContent = isDark() ? '☀' : '☾';
    button.setAttribute('aria-label', isDark() ? 'Light colours' : 'Dark colours');
    button.title = button.getAttribute('aria-label');
  };
  onTheme(name);
  name();
  return button;
}

/// Puts the page together from its parts.
export function frame(data, status, parts) {
  const { scenario, version } = data;
  document.title = `${scenario.title} – polhode`;
  document
    .getElementById('page')
    .append(
      h(
        'header.top',
        {},
        h(
          'div.brand',
          {},
          mark(),
          h('span', {}, 'polhode'),
          h('span.what', {}, kKinds[data.kind]),
          themeButton(),
        ),
        h('h1', {}, scenario.title),
        scenario.explanation && h('p.explanation', {}, scenario.explanation),
        status,
      ),
      h(
        'main',
        {},
        ...parts,
        h(
          'details.card',
          {},
          h('summary', {}, 'Scenario', scenario.file && h('code', {}, scenario.file)),
          h('pre', { tabindex: 0 }, scenario.text),
        ),
      ),
      h('footer', {}, `polhode ${version} · this file is complete in itself and asks for nothing from the network`),
    );
}
