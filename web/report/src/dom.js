// dom.js -- elements and numbers as text

/// An element with attributes and children. Text goes in as text nodes, so that nothing of it is ever read as HTML.
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag || 'div');
  if (classes.length) element.className = classes.join(' ');
  return fill(element, attributes, children);
}
/// The same in SVG.
export function s(name, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}
function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.flat(2).filter((child) => child != null && child !== false));
  return element;
}

/// A colour or other variable of the style sheet, as it is in the theme now.
export const css = (variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim();

/// A number with few digits: 0.25, 1.2e-15.
export function short(x, digits = 3) {
  if (x == null || !Number.isFinite(x)) return '–';
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size >= 1e-3 && size < 1e6) return String(Number(x.toPrecision(digits)));
  return x
    .toExponential(digits - 1)
    .replace(/\.?0+e/, 'e')
    .replace('e+', 'e');
}
/// A whole number in groups of three.
export const whole = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, '\u202f');

/// Writes times of a run that lasts `span` with as many decimals as can be told apart.
export function timeFormat(span) {
  if (!(span > 0)) return (t) => short(t);
  if (span < 1e-2 || span >= 1e6) return (t) => (t === 0 ? '0' : t.toExponential(3).replace('e+', 'e'));
  const decimals = Math.max(1, 3 - Math.floor(Math.log10(span) + 1e-9));
  return (t) => t.toFixed(Math.min(decimals, 5));
}
