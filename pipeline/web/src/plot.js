// SPDX-License-Identifier: GPL-3.0-or-later
// What all plots share: the frame with title, legend and buttons; being drawn when first seen; size
// and colours that follow the page.
import uPlot from 'uplot';
import {rows, stepCursor} from './data.js';
import {announce, button, cssColour, h, shown} from './dom.js';
import {savePng, saveSvg} from './export.js';

const HEIGHT = 260;
const plots = new Set();

/// Numbers of an axis, without the noise of binary fractions.
const axisText = (u, splits) => splits.map((value) => (value === null ? '' : shown(value, 8)));
const logText = (u, splits) => splits.map((value) => {
  const power = Math.log10(value);
  return value > 0 && Math.abs(power - Math.round(power)) < 1e-9 ? `1e${Math.round(power)}` : '';
});

/// Of a logarithmic axis only whole decades, and not more than fit.
function wholeDecades(u, splits) {
  const powers = splits.map((value) => Math.log10(value));
  const whole = powers.filter((power) => Math.abs(power - Math.round(power)) < 1e-9);
  const step = Math.ceil(whole.length / 9);
  return splits.map((value, i) => (Math.abs(powers[i] - Math.round(powers[i])) < 1e-9 && Math.round(powers[i]) % step === 0 ? value : null));
}

export const axes = (xLabel, log) => {
  const common = {stroke: cssColour('--ink-soft'), grid: {stroke: cssColour('--line'), width: 1}, ticks: {stroke: cssColour('--line')}, font: '12px system-ui, sans-serif'};
  return [{...common, values: axisText, size: 32, label: xLabel, labelSize: 18, labelFont: '12px system-ui, sans-serif'},
    log ? {...common, values: logText, size: 74, filter: wholeDecades, grid: {...common.grid, filter: wholeDecades}, ticks: {...common.ticks, filter: wholeDecades}}
      : {...common, values: axisText, size: 74}];
};

/// The range of an axis. uPlot finds no ticks where the ends differ in their last digits only.
export function paddedRange(min, max, pad) {
  if (min === null || max === null || !Number.isFinite(min) || !Number.isFinite(max)) return [0, 1];
  const size = Math.max(Math.abs(min), Math.abs(max));
  if (max - min <= 1e-11 * size || max === min) return [min - (1e-3 * size || 1), max + (1e-3 * size || 1)];
  return [min - pad * (max - min), max + pad * (max - min)];
}

/// For uPlot, which also tells the name of the scale.
export const safeRange = (u, min, max) => paddedRange(min, max, 0);

/// Base of the kinds of plots. `make` gives uPlot's options and data, `picture` what is exported.
export class Plot {
  constructor(title) {
    this.title = title;
    this.canvas = h('div', {class: 'plot-canvas', tabindex: '0', role: 'img', 'aria-label': this.label(),
      onkeydown: (event) => this.key(event)});
    this.legend = h('div', {class: 'legend'});
    // Not live: it changes with each motion of the pointer. By the keyboard it is announced.
    this.readout = h('output', {class: 'readout', 'aria-live': 'off'});
    this.figure = h('figure', {class: 'plot', 'data-plot': title},
        h('figcaption', {}, h('span', {}, title), h('span', {class: 'tools'}, this.tools(),
            button('Whole', () => this.whole(), {class: 'quiet', 'aria-label': `Show all of ${title}`}),
            button('SVG', () => saveSvg(title, this.picture().svg()), {class: 'quiet', 'aria-label': `Save ${title} as SVG`}),
            button('PNG', () => savePng(title, this.picture().svg()), {class: 'quiet', 'aria-label': `Save ${title} as PNG`}))),
        this.canvas, this.legend, this.readout);
    this.u = null;
    plots.add(this);
    this.figure.plot = this;
  }

  tools() { return []; }

  label() { return `Plot: ${this.title}`; }

  /// The element, whose drawing waits until somebody looks.
  element() {
    observer.observe(this.figure);
    return this.figure;
  }

  draw() {
    observer.unobserve(this.figure);
    this.u?.destroy();
    const {options, data} = this.make();
    this.u = new uPlot({width: Math.max(240, this.canvas.clientWidth), height: HEIGHT, legend: {show: false}, ...options}, data, this.canvas);
    this.ready();
    this.figure.dataset.drawn = 'true';
  }

  redraw() { if (this.u) this.draw(); }

  resize() {
    if (this.u && this.canvas.clientWidth > 0) this.u.setSize({width: this.canvas.clientWidth, height: HEIGHT});
  }

  ready() {}

  whole() { this.redraw(); }

  /// The scales that + and − change.
  zoomed() { return ['x']; }

  /// How many rows an arrow goes.
  stride() { return Math.max(1, Math.round(rows / 400)); }

  key(event) {
    if (!this.u || event.ctrlKey || event.altKey || event.metaKey) return;
    const zoom = (share) => this.u.batch(() => {
      for (const key of this.zoomed()) {
        const {min, max} = this.u.scales[key];
        this.u.setScale(key, {min: min - share * (max - min), max: max + share * (max - min)});
      }
    });
    const step = (sign) => {
      stepCursor(sign * (event.shiftKey ? 1 : this.stride()));
      announce(this.readout.textContent);
    };
    const actions = {'+': () => zoom(-0.25), '-': () => zoom(0.5), 0: () => this.whole(), ArrowLeft: () => step(-1), ArrowRight: () => step(1)};
    if (!(event.key in actions)) return;
    event.preventDefault();
    actions[event.key]();
  }
}

const observer = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (entry.isIntersecting && !entry.target.plot.u) entry.target.plot.draw();
  }
}, {rootMargin: '150px'});

export function redrawPlots() { for (const plot of plots) plot.redraw(); }

let resizing = 0;
window.addEventListener('resize', () => {
  cancelAnimationFrame(resizing);
  resizing = requestAnimationFrame(() => { for (const plot of plots) plot.resize(); });
});
window.addEventListener('beforeprint', () => {
  for (const plot of plots) {
    if (!plot.u && plot.figure.isConnected) plot.draw();
    else plot.resize();
  }
});
