// SPDX-License-Identifier: GPL-3.0-or-later
// What all plots share: the frame with title, legend and buttons; being drawn when first seen; size
// and colours that follow the page.
import {Chart} from './chart.js';
import {rows, stepCursor} from './data.js';
import {announce, button, h} from './dom.js';
import {savePng, saveSvg} from './export.js';

const HEIGHT = 260;
const plots = new Set();

/// The range of an axis: no ticks can be told apart where the ends differ in their last digits only.
export function paddedRange(min, max, pad) {
  if (min === null || max === null || !Number.isFinite(min) || !Number.isFinite(max)) return [0, 1];
  const size = Math.max(Math.abs(min), Math.abs(max));
  if (max - min <= 1e-11 * size || max === min) return [min - (1e-3 * size || 1), max + (1e-3 * size || 1)];
  return [min - pad * (max - min), max + pad * (max - min)];
}

/// A range as a scale.
export const scaleOf = ([min, max]) => ({min, max});

/// Base of the kinds of plots. `make` gives scales and what Chart wants to know, `picture` what is
/// exported, `zoom` takes ranges.
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
    this.chart = null;
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
    const {scales, options} = this.make();
    this.chart = new Chart(this.canvas, scales, {yLabel: '', log: false, height: HEIGHT, zoomed: (ranges) => this.zoom(ranges), whole: () => this.whole(), ...options});
    this.ready();
    this.figure.dataset.drawn = 'true';
  }

  redraw() { if (this.chart) this.draw(); }

  resize() { if (this.chart && this.canvas.clientWidth > 0) this.chart.setWidth(this.canvas.clientWidth); }

  /// Somebody looks at it.
  seen() { if (!this.chart) this.draw(); }

  ready() {}

  whole() { this.redraw(); }

  /// The scales that + and − change.
  zoomed() { return ['x']; }

  /// How many rows an arrow goes.
  stride() { return Math.max(1, Math.round(rows / 400)); }

  key(event) {
    if (!this.chart || event.ctrlKey || event.altKey || event.metaKey) return;
    const zoom = (share) => this.zoom(Object.fromEntries(this.zoomed().map((key) => {
      const {min, max} = this.chart.scales[key];
      return [key, [min - share * (max - min), max + share * (max - min)]];
    })));
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
    if (entry.isIntersecting) entry.target.plot.seen();
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
    if (plot.figure.isConnected) plot.seen();
    plot.resize();
  }
});
