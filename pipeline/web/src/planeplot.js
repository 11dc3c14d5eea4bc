// SPDX-License-Identifier: GPL-3.0-or-later
// Two quantities against each other; phase plots.
import {isCurved, motionOf} from './between.js';
import {columnsOf, cursor, eventColour, eventNames, events, isThinned, largestOf, nearestPlace, rowText, rows, run, series, axis} from './data.js';
import {curve} from './decimate.js';
import {h, select, seriesColour, shown, shownBeside} from './dom.js';
import {Picture} from './export.js';
import {paddedRange, Plot, scaleOf} from './plot.js';

export const drawable = columnsOf('independent', 'state', 'attached', 'multiplier', 'force', 'arclength', 'invariant');
export const nameOf = (column) => run.columns[column].name;
const options = drawable.map((column) => [String(column), nameOf(column)]);

/// Below this share of what a quantity does in the whole run a difference is rounding.
const SAME = 1e-9;

const FINE = 4000;  // points of a curve that are enough for its shape

export function extent(list) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of list) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/// Of what is drawn of a column, with some room; points that only rounding tells apart are one.
function bounds(list, column) {
  const [low, high] = extent(list);
  if (!(high >= low)) return [-1, 1];
  const [from, to] = extent(series(column));
  const span = to > from ? to - from : Math.max(1, Math.abs(low));
  const pad = high - low > SAME * span ? (high - low) * 0.04 : span * 0.04;
  return [low - pad, high + pad];
}

/// Whether a column tells these crossings apart.
export function varies(column, places) {
  const [low, high] = extent(places);
  const [from, to] = extent(series(column));
  return high - low > SAME * (to - from);
}

/// Axes with numbers, and room in which `paint` draws.
export class PlanePlot extends Plot {
  constructor(title, x, y) {
    super(title);
    [this.xColumn, this.yColumn] = [x, y];
    this.choice = h('div', {class: 'tools choice'});
    this.canvas.before(this.choice);
    this.fillChoice();
  }

  fillChoice() {
    const change = (key) => (value) => {
      this[key] = Number(value);
      this.redraw();
    };
    this.choice.replaceChildren(select('across', options, String(this.xColumn), change('xColumn')),
        select('up', options, String(this.yColumn), change('yColumn')));
  }

  zoomed() { return ['x', 'y']; }

  label() { return `${this.title}. Arrows move the cursor; plus and minus zoom, zero shows all.`; }

  make() {
    [this.xs, this.ys] = this.points();
    const scale = (list, column) => scaleOf(paddedRange(...bounds(list, column), 0));
    return {
      scales: {x: scale(this.xs, this.xColumn), y: scale(this.ys, this.yColumn)},
      options: {xLabel: nameOf(this.xColumn), yLabel: nameOf(this.yColumn), zooms: 'xy', hover: (left, top) => this.hover(left, top),
        paint: (context, chart) => {
          this.paint(context, chart);
          this.place();
        }},
    };
  }

  zoom(ranges) {
    this.chart.setScales(Object.fromEntries(Object.entries(ranges).map(([key, range]) => [key, scaleOf(paddedRange(...range, 0))])));
  }

  ready() {
    this.dot = h('div', {class: 'cursor-dot', hidden: true});
    this.chart.over.append(this.dot);
    this.canvas.setAttribute('aria-label', `${this.label()} ${nameOf(this.yColumn)} over ${nameOf(this.xColumn)}, ${this.xs.length} points.`);
    this.place();
  }

  place() {
    if (!this.at || !this.chart || !this.dot) return;
    const [left, top] = [this.chart.x(this.at[0]), this.chart.y(this.at[1])];
    this.dot.style.transform = `translate(${left}px, ${top}px)`;
    this.dot.hidden = !(left >= 0 && top >= 0 && left <= this.chart.width && top <= this.chart.height);
  }

  coordinatesText() {
    return [this.xColumn, this.yColumn].map((column, k) => `${nameOf(column)} = ${shownBeside(this.at[k], largestOf(column), 10)}`).join('   ');
  }

  window({scales: {x, y}, width, height}) {
    return {x0: x.min, x1: x.max, y0: y.min, y1: y.max, width, height};
  }

  /// The index of the point next to the pointer, within 30 pixels.
  nearest(left, top) {
    let best = -1;
    let smallest = 900;
    for (let i = 0; i < this.xs.length; ++i) {
      const distance = (this.chart.x(this.xs[i]) - left) ** 2 + (this.chart.y(this.ys[i]) - top) ** 2;
      if (distance < smallest) [best, smallest] = [i, distance];
    }
    return best;
  }

  frame() {
    if (!this.chart) this.draw();
    const {x, y} = this.chart.scales;
    return new Picture({title: this.title, xLabel: nameOf(this.xColumn), yLabel: nameOf(this.yColumn), x: [x.min, x.max], y: [y.min, y.max]});
  }
}

export class PhasePlot extends PlanePlot {
  constructor(title, x, y) {
    super(title, x, y);
    cursor.listen((value) => this.show(value));
  }

  points() { return [series(this.xColumn), series(this.yColumn)]; }

  /// The curve, with points between rows where these are few.
  fine() {
    const count = Math.min(40, Math.ceil(FINE / rows));
    if (count < 2 || ![this.xColumn, this.yColumn].some(isCurved)) return [this.xs, this.ys];
    return [this.xColumn, this.yColumn].map((column) => {
      const between = motionOf(column);
      return Float64Array.from({length: (rows - 1) * count + 1}, (_, i) => between(Math.floor(i / count), (i % count) / count));
    });
  }

  paint(context, chart) {
    context.strokeStyle = seriesColour(0);
    context.lineWidth = 1.5;
    context.beginPath();
    let count = 0;
    const at = (method) => (x, y) => {
      ++count;
      context[method](x, y);
    };
    if (isThinned) count = this.paintDots(context, chart);
    else curve(...this.fine(), this.window(chart), at('moveTo'), at('lineTo'));
    context.stroke();
    this.figure.dataset.points = String(count);
    for (const event of events) {
      const [x, y] = [event.values[this.xColumn], event.values[this.yColumn]];
      if (x === undefined || y === undefined || x === null || y === null) continue;
      context.fillStyle = seriesColour(eventColour(event.name));
      context.beginPath();
      context.arc(chart.x(x), chart.y(y), 3.2, 0, 7);
      context.fill();
    }
  }

  /// Rows that are far apart: a line between them would not be where the run went.
  paintDots(context, chart) {
    context.fillStyle = seriesColour(0);
    for (let i = 0; i < this.xs.length; ++i) context.fillRect(chart.x(this.xs[i]) - 0.5, chart.y(this.ys[i]) - 0.5, 1, 1);
    return this.xs.length;
  }

  hover(left, top) {
    const place = this.nearest(left, top);
    if (place >= 0) cursor.set(series(axis.column)[place], this);
  }

  show(value) {
    if (!this.chart) return;
    const place = nearestPlace(value);
    this.at = [this.xs[place], this.ys[place]];
    this.place();
    this.readout.textContent = [...rowText(place), `${axis.name} = ${shown(value, 10)}`, this.coordinatesText()].join('   ');
  }

  ready() {
    super.ready();
    this.show(cursor.x);
  }

  picture() {
    const picture = this.frame();
    const points = [];
    const window = {...this.window(this.chart), width: 1600, height: 700};
    const [xs, ys] = this.fine();
    const add = (starts) => (x, y, i) => points.push([xs[i], ys[i], starts]);
    if (isThinned) {
      picture.dots(Array.from(xs, (x, i) => [x, ys[i]]), '', 0, 0.5);
    } else {
      curve(xs, ys, window, add(true), add(false));
      picture.line(points, '', 0);
    }
    for (const name of eventNames) {
      const met = events.filter((event) => event.name === name).map((event) => [event.values[this.xColumn], event.values[this.yColumn]]);
      picture.dots(met.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y)), name, eventColour(name));
    }
    return picture;
  }
}
