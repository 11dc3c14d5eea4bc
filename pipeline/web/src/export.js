// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as SVG files, and as PNG made from them: the same picture in both, always on light ground.
import {decades, ticks} from './decimate.js';
import {announce, download, s, seriesDash, shown} from './dom.js';

const SIZE = {width: 900, height: 420, left: 84, right: 24, top: 52, bottom: 54};
const INK = '#1c2430';
// Those of style.css on light ground.
const LINES = ['#0b62b0', '#c8501a', '#00836b', '#9a6b00', '#8a4fc4', '#1c87b8', '#c2417f', '#4d5763'];

/// The picture's frame: where data are in it, with axes and texts.
export class Picture {
  /// @param plot {title, xLabel, yLabel, x: [from, to], y: [from, to], log}
  constructor(plot) {
    this.plot = plot;
    this.parts = [];
    this.legend = [];
    this.inner = {width: SIZE.width - SIZE.left - SIZE.right, height: SIZE.height - SIZE.top - SIZE.bottom};
  }

  px(x) {
    const [from, to] = this.plot.x;
    return SIZE.left + ((x - from) / (to - from)) * this.inner.width;
  }

  py(y) {
    const [from, to] = this.plot.log ? this.plot.y.map(Math.log10) : this.plot.y;
    const value = this.plot.log ? Math.log10(y) : y;
    return SIZE.top + (1 - (value - from) / (to - from)) * this.inner.height;
  }

  line(points, name, colour) {
    const d = points.map(([x, y, starts], i) => `${i === 0 || starts ? 'M' : 'L'}${this.px(x).toFixed(2)} ${this.py(y).toFixed(2)}`).join('');
    const stroke = {stroke: LINES[colour % LINES.length], 'stroke-dasharray': seriesDash(colour).join(' ') || null};
    this.parts.push(s('path', {d, fill: 'none', ...stroke, 'stroke-width': 1.4, 'stroke-linejoin': 'round'}));
    if (name) this.legend.push([name, stroke]);
  }

  dots(points, name, colour, radius = 3) {
    for (const [x, y] of points) {
      this.parts.push(s('circle', {cx: this.px(x).toFixed(2), cy: this.py(y).toFixed(2), r: radius, fill: LINES[colour % LINES.length]}));
    }
    if (name) this.legend.push([name, {stroke: LINES[colour % LINES.length]}]);
  }

  mark(x, colour) {
    this.parts.push(s('line', {x1: this.px(x), x2: this.px(x), y1: SIZE.top, y2: SIZE.top + this.inner.height,
      stroke: LINES[colour % LINES.length], 'stroke-dasharray': '3 4', 'stroke-width': 1}));
  }

  svg() {
    const {width, height, left, top, bottom} = SIZE;
    const clip = s('clipPath', {id: 'inner'}, s('rect', {x: left, y: top, ...this.inner}));
    const text = (content, attributes) => s('text', {fill: INK, 'font-size': 13, ...attributes}, content);
    const middle = left + this.inner.width / 2;
    const parts = [s('defs', {}, clip), s('rect', {width, height, fill: '#ffffff'}), ...this.axes(text),
      s('g', {'clip-path': 'url(#inner)'}, this.parts),
      text(this.plot.title, {x: left, y: 22, 'font-size': 16, 'font-weight': 600}),
      text(this.plot.xLabel, {x: middle, y: height - bottom / 4, 'text-anchor': 'middle'}),
      this.plot.yLabel ? text(this.plot.yLabel, {transform: `translate(16 ${top + this.inner.height / 2}) rotate(-90)`, 'text-anchor': 'middle'}) : ''];
    let x = left;
    for (const [name, stroke] of this.legend.slice(0, 10)) {
      const wide = 44 + 7.2 * name.length;
      if (x > left && x + wide > width) break;  // what does not fit is named in the page
      parts.push(s('line', {x1: x, x2: x + 22, y1: 36, y2: 36, 'stroke-width': 2.5, ...stroke}), text(name, {x: x + 27, y: 40, 'font-size': 12}));
      x += wide;
    }
    return s('svg', {xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': 'sans-serif'}, parts);
  }

  axes(text) {
    const {left, top} = SIZE;
    const {width, height} = this.inner;
    const grid = {stroke: '#dde2e8', 'stroke-width': 1};
    const parts = [];
    for (const x of ticks(...this.plot.x, 8)) {
      parts.push(s('line', {x1: this.px(x), x2: this.px(x), y1: top, y2: top + height, ...grid}),
          text(shown(x), {x: this.px(x), y: top + height + 18, 'text-anchor': 'middle', 'font-size': 12}));
    }
    for (const y of this.plot.log ? decades(...this.plot.y) : ticks(...this.plot.y)) {
      parts.push(s('line', {x1: left, x2: left + width, y1: this.py(y), y2: this.py(y), ...grid}),
          text(this.plot.log ? y.toExponential(0) : shown(y), {x: left - 8, y: this.py(y) + 4, 'text-anchor': 'end', 'font-size': 12}));
    }
    return parts;
  }
}

export const svgText = (element) => '<?xml version="1.0" encoding="UTF-8"?>\n' + new XMLSerializer().serializeToString(element) + '\n';
const fileName = (title) => title.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '').toLowerCase() || 'plot';

export function saveSvg(title, element) {
  download(`${fileName(title)}.svg`, new Blob([svgText(element)], {type: 'image/svg+xml'}));
  announce('SVG saved');
}

export async function savePng(title, element, scale = 2) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(element))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * scale;
  canvas.height = image.height * scale;
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  download(`${fileName(title)}.png`, blob);
  announce('PNG saved');
}
