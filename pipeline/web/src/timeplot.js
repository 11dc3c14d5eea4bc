// SPDX-License-Identifier: GPL-3.0-or-later
// Quantities along the run. What is drawn are the rows that shape the curve at this size; zooming in
// chooses again among all rows, until each is drawn, and what is between them. Of a long run each
// curve has points of its own, the lowest and highest of thousands of parts. All these plots show the
// same part of the run.
import {isCurved, motionOf} from './between.js';
import {axis, cursor, eventColour, eventNames, events, largestOf, nearestPlace, placeAt, rowText, series, span} from './data.js';
import {byShape} from './decimate.js';
import {h, seriesColour, SERIES, seriesDash, shown, shownBeside, swatch} from './dom.js';
import {Picture} from './export.js';
import {paddedRange, Plot, scaleOf} from './plot.js';

const ROUNDING = 1e-17;  // what is smaller is no news: scales go down to it, or to what is largest
const BETWEEN = 3;  // pixels between points of a curve where rows are farther apart
const MOST_MARKS = 40;  // of events; more would hide the curves

const MOST_LETTERS = 36;  // of a name beside a plot; equations can fill pages

const shortened = (name) => (name.length <= MOST_LETTERS ? name : `${name.slice(0, MOST_LETTERS - 2)} …`);

export class TimePlot extends Plot {
  /// @param quantities {name, values(), curve(), width, column}, values in the order of `series`,
  /// the curve as curveOf has it, if there is one; a column only if they are its own
  constructor(title, quantities, {log = false, note = ''} = {}) {
    super(title);
    this.quantities = quantities.map((quantity) => ({...quantity, short: shortened(quantity.name)}));
    this.log = log;
    this.hidden = new Set();
    if (note) this.figure.append(h('p', {class: 'quiet-text'}, note));
    cursor.listen((x) => this.show(x));
    span.listen((source) => this.follow(source));
  }

  label() { return `Plot of ${this.title} over ${axis.name}. Arrows move the cursor; plus and minus zoom, zero shows all.`; }

  /// How far each curve goes, for those who cannot see it.
  summary() {
    return this.quantities.map((quantity, k) => {
      const [low, high] = this.drawn[k].range;
      return high < low ? `${quantity.short}: nothing to draw` : `${quantity.short} from ${shown(low, 3)} to ${shown(high, 3)}`;
    }).join('; ');
  }

  get x() { return series(axis.column); }

  shownValues(values) { return this.log ? (i) => Math.abs(values[i]) || NaN : (i) => values[i]; }

  /// The least and the largest of what is drawn.
  range() {
    let [low, high] = [Infinity, -Infinity];
    this.drawn.forEach(({range}, k) => {
      if (this.hidden.has(k)) return;
      [low, high] = [Math.min(low, range[0]), Math.max(high, range[1])];
    });
    return [low, high];
  }

  /// Whole decades around what is drawn. Zero has no place on such a scale.
  decades() {
    const [low, high] = this.range();
    if (!(high > 0)) return [ROUNDING, 1e-15];
    const from = Math.floor(Math.log10(Math.max(low, Math.min(ROUNDING, high))));
    return [10 ** from, 10 ** Math.max(from + 1, Math.ceil(Math.log10(high)))];
  }

  /// The rows to draw, and each quantity's curve through them.
  choose() {
    const visible = this.quantities.filter((quantity, k) => !this.hidden.has(k) && !quantity.curve?.());
    const width = Math.max(200, this.canvas.clientWidth);
    const chosen = (x, lists) => byShape(x, lists, placeAt(span.from, x), Math.min(x.length - 1, placeAt(span.to, x) + 1), width);
    this.places = chosen(this.x, visible.map((quantity) => quantity.values()));
    const scale = width / (span.to - span.from || 1);
    this.drawn = this.quantities.map((quantity, k) => {
      const own = quantity.curve?.();
      return own ? this.curve(k, {...own, places: chosen(own.x, [own.y])}) :
        this.curve(k, {x: this.x, y: quantity.values(), places: this.places, scale});
    });
    this.figure.dataset.points = String(Math.max(...this.drawn.map(({points}) => points.length)));
    const y = this.log ? this.decades() : paddedRange(...this.range(), 0.06);
    return {x: scaleOf(paddedRange(span.from, span.to, 0)), y: scaleOf(y)};
  }

  /// Of one quantity {points: [x, y, whether a line starts here], range}. With a scale the places
  /// are rows, between which more is known.
  curve(k, {x, y: values, places, scale}) {
    const value = this.shownValues(values);
    const {column} = this.quantities[k];
    const between = scale && !this.log && column !== undefined && isCurved(column) ? motionOf(column) : null;
    const points = [];
    const range = [Infinity, -Infinity];
    const add = (at, y, starts) => {
      points.push([at, y, starts]);
      range[0] = Math.min(range[0], y);
      range[1] = Math.max(range[1], y);
    };
    let before = -1;
    for (const place of places) {
      const y = value(place);
      if (!Number.isFinite(y)) {
        // On a logarithmic scale an exact zero has no place; the curve goes on behind it.
        if (!this.log) before = -1;
        continue;
      }
      const [x0, x1] = [x[place - 1], x[place]];
      if (between && before >= 0 && before === place - 1) {
        const count = Math.min(200, Math.ceil(((x1 - x0) * scale) / BETWEEN));
        for (let i = 1; i < count; ++i) add(x0 + (i / count) * (x1 - x0), between(place - 1, i / count), false);
      }
      add(x1, y, before < 0);
      before = place;
    }
    return {points, range};
  }

  make() {
    return {scales: this.choose(), options: {xLabel: axis.name, log: this.log, zooms: 'x',
      hover: (left) => cursor.set(this.x[nearestPlace(this.chart.xAt(left))], this), paint: (context, chart) => this.paint(context, chart)}};
  }

  zoom({x}) { span.set(...x, this); }

  /// At once where it can be seen or was asked, else when it is looked at.
  follow(source) {
    if (!this.chart) return;
    const {top, bottom} = this.figure.getBoundingClientRect();
    this.isStale = source !== this && (bottom < 0 || top > window.innerHeight);
    if (this.isStale) return;
    this.chart.setScales(this.choose());
    this.show(cursor.x);
  }

  seen() {
    if (!this.chart) this.draw();
    else if (this.isStale) this.resize();
  }

  resize() {
    if (!this.chart || !(this.canvas.clientWidth > 0)) return;
    this.isStale = false;
    this.chart.scales = this.choose();
    this.chart.setWidth(this.canvas.clientWidth);
    this.show(cursor.x);
  }

  whole() { span.all(this); }

  ready() {
    this.line = h('div', {class: 'cursor-line'});
    this.chart.over.append(this.line);
    this.legend.replaceChildren(...this.quantities.map((quantity, k) => this.legendButton(quantity, k)));
    this.canvas.setAttribute('aria-label', `${this.label()} ${this.summary()}.`);
    this.show(cursor.x);
  }

  stride() { return Math.max(1, Math.round((placeAt(span.to) - placeAt(span.from)) / 400)); }

  legendButton(quantity, k) {
    return h('button', {type: 'button', class: 'quiet', title: quantity.name, 'aria-pressed': String(!this.hidden.has(k)), onclick: () => {
      if (!this.hidden.delete(k)) this.hidden.add(k);
      this.draw();
    }}, swatch(k), quantity.short);
  }

  /// The shared cursor, with exact values of the nearest row.
  show(x) {
    if (!this.chart || !this.line) return;
    const left = this.chart.x(x);
    this.line.style.transform = `translateX(${left}px)`;
    this.line.hidden = !(left >= 0 && left <= this.chart.width);
    const place = nearestPlace(x);
    // The name of a defect is an equation: no second "=" after it.
    const parts = this.quantities.map(({name, short, values, column}) =>
      `${short}${name.includes('=') ? ':' : ' ='} ${shownBeside(values()[place], column === undefined ? 0 : largestOf(column), 10)}`);
    this.readout.textContent = [...rowText(place), `${axis.name} = ${shown(this.x[place], 10)}`, ...parts.slice(0, 12)].join('   ');
  }

  visibleEvents() {
    const list = events.filter((event) => event.x >= span.from && event.x <= span.to);
    this.figure.dataset.events = String(list.length);
    return list;
  }

  paint(context, chart) {
    this.paintEvents(context, chart);
    this.drawn.forEach(({points}, k) => {
      if (this.hidden.has(k)) return;
      context.strokeStyle = seriesColour(k);
      context.setLineDash(seriesDash(k));
      context.lineWidth = this.quantities[k].width ?? 1.75;
      context.beginPath();
      for (const [x, y, starts] of points) context[starts ? 'moveTo' : 'lineTo'](chart.x(x), chart.y(y));
      context.stroke();
    });
    context.setLineDash([]);
  }

  /// More than can be told apart only get a tick each.
  paintEvents(context, chart) {
    const list = this.visibleEvents();
    const isMany = list.length > MOST_MARKS;
    context.lineWidth = 1;
    context.setLineDash(isMany ? [] : [3, 4]);
    for (const event of list) {
      context.strokeStyle = seriesColour(eventColour(event.name));
      const left = chart.x(event.x);
      context.beginPath();
      context.moveTo(left, isMany ? chart.height - 8 : 0);
      context.lineTo(left, chart.height);
      context.stroke();
    }
  }

  picture() {
    if (!this.chart) this.draw();
    const {x, y} = this.chart.scales;
    const picture = new Picture({title: this.title, xLabel: axis.name, x: [x.min, x.max], y: [y.min, y.max], log: this.log});
    const marks = this.visibleEvents();
    if (marks.length <= MOST_MARKS) for (const event of marks) picture.mark(event.x, eventColour(event.name));
    this.quantities.forEach((quantity, k) => {
      if (!this.hidden.has(k)) picture.line(this.drawn[k].points, quantity.short, k);
    });
    return picture;
  }
}

/// Which colour is which event, and how often it was met.
export function eventLegend() {
  if (events.length === 0) return null;
  return h('p', {class: 'legend events'}, 'Events: ', eventNames.map((name) => {
    const mark = h('i', {class: 'dashed', 'aria-hidden': 'true'});
    mark.style.borderColor = `var(--series-${eventColour(name) % SERIES})`;
    const met = events.filter((event) => event.name === name);
    return h('span', {}, mark, `${name}${met[0].kind === 'watch' ? ' (came near, watched)' : ''}: ${met.length}`);
  }));
}
