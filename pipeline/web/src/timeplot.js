// SPDX-License-Identifier: GPL-3.0-or-later
// Quantities along the run. What is drawn are the rows that shape the curve at this size; zooming in
// chooses again among all rows, until each is drawn.
import {axis, cursor, eventColour, eventNames, events, nearestPlace, placeAt, rowOf, rows, series} from './data.js';
import {byShape} from './decimate.js';
import {h, seriesColour, SERIES, seriesDash, shown, swatch} from './dom.js';
import {Picture} from './export.js';
import {axes, paddedRange, Plot, safeRange} from './plot.js';

const ROUNDING = 1e-17;  // what is smaller is no news: scales go down to it, or to what is largest
const MOST_MARKS = 40;  // of events; more would hide the curves

const MOST_LETTERS = 36;  // of a name beside a plot; equations can fill pages

const shortened = (name) => (name.length <= MOST_LETTERS ? name : `${name.slice(0, MOST_LETTERS - 2)} …`);

export class TimePlot extends Plot {
  /// @param quantities {name, values(), width}, values in the order of `series`
  constructor(title, quantities, {log = false, note = ''} = {}) {
    super(title);
    this.quantities = quantities.map((quantity) => ({...quantity, short: shortened(quantity.name)}));
    this.log = log;
    this.hidden = new Set();
    if (note) this.figure.append(h('p', {class: 'quiet-text'}, note));
    cursor.listen((x, source) => this.show(x, source));
  }

  label() { return `Plot of ${this.title} over ${axis.name}. Arrows move the cursor; plus and minus zoom, zero shows all.`; }

  /// How far each curve goes, for those who cannot see it.
  summary() {
    const [, ...lists] = this.drawn;
    return this.quantities.map((quantity, k) => {
      const finite = lists[k].filter((value) => value !== null);
      if (finite.length === 0) return `${quantity.short}: nothing to draw`;
      const [low, high] = [finite.reduce((a, b) => Math.min(a, b)), finite.reduce((a, b) => Math.max(a, b))];
      return `${quantity.short} from ${shown(low, 3)} to ${shown(high, 3)}`;
    }).join('; ');
  }

  get x() { return series(axis.column); }

  shownValues(k) {
    const values = this.quantities[k].values();
    return this.log ? (i) => Math.abs(values[i]) || NaN : (i) => values[i];
  }

  /// Whole decades around what is drawn. Zero has no place on such a scale.
  decades() {
    const [, ...lists] = this.drawn;
    let [low, high] = [Infinity, 0];
    lists.forEach((list, k) => {
      if (this.hidden.has(k)) return;
      for (const value of list) {
        if (value === null) continue;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    });
    if (high === 0) return [ROUNDING, 1e-15];
    const from = Math.floor(Math.log10(Math.max(low, Math.min(ROUNDING, high))));
    return [10 ** from, 10 ** Math.max(from + 1, Math.ceil(Math.log10(high)))];
  }

  /// uPlot's data of a range of x.
  chosen(from, to) {
    const first = Math.max(0, placeAt(from));
    const last = Math.min(rows - 1, placeAt(to) + 1);
    const visible = this.quantities.filter((_, k) => !this.hidden.has(k));
    const width = Math.max(200, this.canvas.clientWidth);
    this.places = byShape(this.x, visible.map((quantity) => quantity.values()), first, last, width);
    const number = (value) => (Number.isFinite(value) ? value : null);
    this.drawn = [this.places.map((i) => this.x[i]), ...this.quantities.map((_, k) => {
      const value = this.shownValues(k);
      return this.places.map((i) => number(value(i)));
    })];
    return this.drawn;
  }

  make() {
    const all = [this.x[0], this.x[rows - 1]];
    const options = {
      scales: {x: {time: false, range: safeRange}, y: this.log ? {distr: 3, range: () => this.decades()} : {range: (u, min, max) => paddedRange(min, max, 0.06)}},
      axes: axes(axis.name, this.log),
      series: [{}, ...this.quantities.map((quantity, k) => ({label: quantity.name, stroke: seriesColour(k), dash: seriesDash(k), width: quantity.width ?? 1.6, show: !this.hidden.has(k), spanGaps: this.log, points: {show: false}}))],
      cursor: {drag: {x: true, y: false}, points: {show: false}, y: false},
      hooks: {
        setCursor: [(u) => this.hover(u)],
        setScale: [(u, key) => key === 'x' && this.choose(u)],
        draw: [(u) => this.drawEvents(u)],
      },
    };
    return {options, data: this.chosen(...all)};
  }

  choose(u) {
    if (this.choosing || u !== this.u) return;
    this.choosing = true;
    const {min, max} = u.scales.x;
    u.batch(() => {
      u.setData(this.chosen(min, max), false);
      u.setScale('x', {min, max});
    });
    this.choosing = false;
    this.figure.dataset.points = String(this.places.length);
    requestAnimationFrame(() => this.show(cursor.x, this));
  }

  whole() {
    this.u?.setScale('x', {min: this.x[0], max: this.x[rows - 1]});
  }

  ready() {
    this.figure.dataset.points = String(this.places.length);
    this.line = h('div', {class: 'cursor-line'});
    this.u.over.append(this.line);
    this.u.over.addEventListener('dblclick', () => this.whole());
    this.legend.replaceChildren(...this.quantities.map((quantity, k) => this.legendButton(quantity, k)));
    this.canvas.setAttribute('aria-label', `${this.label()} ${this.summary()}.`);
    this.show(cursor.x, null);
  }

  stride() {
    const {min, max} = this.u.scales.x;
    return Math.max(1, Math.round((placeAt(max) - placeAt(min)) / 400));
  }

  legendButton(quantity, k) {
    return h('button', {type: 'button', class: 'quiet', title: quantity.name, 'aria-pressed': String(!this.hidden.has(k)), onclick: () => {
      if (!this.hidden.delete(k)) this.hidden.add(k);
      const {min, max} = this.u.scales.x;
      this.draw();
      this.u.setScale('x', {min, max});
    }}, swatch(k), quantity.short);
  }

  hover(u) {
    if (u.cursor.left === null || u.cursor.left < 0) return;
    const place = nearestPlace(u.posToVal(u.cursor.left, 'x'));
    cursor.set(this.x[place], this);
  }

  /// The shared cursor, with exact values of the nearest row.
  show(x) {
    if (!this.u || !this.line) return;
    const left = this.u.valToPos(x, 'x');
    this.line.style.transform = `translateX(${left}px)`;
    this.line.hidden = !(left >= 0 && left <= this.u.over.clientWidth);
    const place = nearestPlace(x);
    // The name of a defect is an equation: no second "=" after it.
    const parts = this.quantities.map(({name, short, values}) => `${short}${name.includes('=') ? ':' : ' ='} ${shown(values()[place], 10)}`);
    this.readout.textContent = [`row ${rowOf(place)}`, `${axis.name} = ${shown(this.x[place], 10)}`, ...parts.slice(0, 12)].join('   ');
  }

  visibleEvents(min, max) {
    const list = events.filter((event) => event.x >= min && event.x <= max);
    return list.length <= MOST_MARKS ? list : [];
  }

  drawEvents(u) {
    const {ctx, bbox} = u;
    const {min, max} = u.scales.x;
    const all = events.filter((event) => event.x >= min && event.x <= max);
    const short = all.length > MOST_MARKS;
    ctx.save();
    ctx.lineWidth = devicePixelRatio;
    if (!short) ctx.setLineDash([3 * devicePixelRatio, 4 * devicePixelRatio]);
    for (const event of all) {
      ctx.strokeStyle = seriesColour(eventColour(event.name));
      const left = Math.round(u.valToPos(event.x, 'x', true));
      ctx.beginPath();
      ctx.moveTo(left, short ? bbox.top + bbox.height - 8 * devicePixelRatio : bbox.top);
      ctx.lineTo(left, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
    this.figure.dataset.events = String(all.length);
  }

  picture() {
    if (!this.u) this.draw();
    const {x, y} = this.u.scales;
    const picture = new Picture({title: this.title, xLabel: axis.name, x: [x.min, x.max], y: [y.min, y.max], log: this.log});
    for (const event of this.visibleEvents(x.min, x.max)) picture.mark(event.x, eventColour(event.name));
    const [xs, ...lists] = this.u.data;
    this.quantities.forEach((quantity, k) => {
      if (this.hidden.has(k)) return;
      let starts = true;
      const points = [];
      xs.forEach((value, i) => {
        if (lists[k][i] !== null) points.push([value, lists[k][i], starts]);
        starts = lists[k][i] === null && !this.log;
      });
      picture.line(points, quantity.short, k);
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
