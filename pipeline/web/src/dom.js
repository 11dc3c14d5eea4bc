// SPDX-License-Identifier: GPL-3.0-or-later
// Elements. Texts only ever become text nodes or attribute values: nothing of a problem file is
// parsed as HTML.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ''));
  return element;
}

export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

export const button = (label, onclick, attributes = {}) =>
    h('button', {type: 'button', onclick, ...attributes}, label);

export function select(label, options, value, onchange) {
  const control = h('select', {onchange: () => onchange(control.value), 'aria-label': label},
      options.map(([key, text]) => h('option', {value: key, selected: key === value}, text)));
  return h('label', {class: 'field'}, h('span', {}, label), control);
}

const status = h('div', {class: 'hidden-text', role: 'status', 'aria-live': 'polite'});

/// Told to screen readers.
export function announce(text) {
  if (!status.isConnected) document.body.append(status);
  status.textContent = text;
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages from the disk may not have the clipboard's interface.
    const area = h('textarea', {class: 'hidden-text'});
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  announce('copied');
}

export function download(name, blob) {
  const link = h('a', {href: URL.createObjectURL(blob), download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/// A number of a column whose largest is given: what is below the rounding of that is 0.
export const shownBeside = (value, largest, digits) => shown(Math.abs(value) <= 2 ** -52 * largest ? 0 : value, digits);

/// Digits as people want them: as few as say it, never more than `digits`.
export function shown(value, digits = 6) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (typeof value !== 'number') return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return String(value);
  return String(Number(value.toPrecision(digits)));
}

export const cssColour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
export const SERIES = 8;  // colours --series-0 … in style.css
export const seriesColour = (index) => cssColour(`--series-${index % SERIES}`);

/// Curves are told apart by their dashes as well: not everybody sees the colours.
const DASHES = [[], [], [], [9, 4], [3, 3], [9, 3, 2, 3], [5, 3], [1, 3]];
export const seriesDash = (index) => DASHES[index % SERIES];

/// A piece of the line that stands for a curve, for its legend.
export const swatch = (index) => s('svg', {class: 'swatch', width: 22, height: 8, 'aria-hidden': 'true'},
    s('line', {x1: 0, x2: 22, y1: 4, y2: 4, stroke: `var(--series-${index % SERIES})`, 'stroke-width': 2.5,
      'stroke-dasharray': seriesDash(index).join(' ') || null}));
