// SPDX-License-Identifier: GPL-3.0-or-later
// Two quantities against each other; phase plots.
import {columnsOf, cursor, eventColour, eventNames, events, nearestPlace, rowOf, run, series, axis} from './data.js';
import {curve} from './decimate.js';
import {h, select, seriesColour, shown} from './dom.js';
import {Picture} from './export.js';
import {axes, Plot, safeRange} from './plot.js';

export const drawable = columnsOf('independent', 'state', 'attached', 'arclength', 'invariant');
export const nameOf = (column) => run.columns[column].name;
const options = drawable.map((column) => [String(column), nameOf(column)]);

/// Below this share of what a quantity does in the whole run a difference is rounding.
const SAME = 1e-9;

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
    const [x, y] = [bounds(this.xs, this.xColumn), bounds(this.ys, this.yColumn)];
    return {
      options: {
        scales: {x: {time: false, range: safeRange}, y: {range: safeRange}},
        axes: axes(nameOf(this.xColumn), false),
        series: [{}, {paths: () => null, points: {show: false}}],
        cursor: {drag: {x: true, y: true, uni: 20}, points: {show: false}},
        hooks: {draw: [(u) => this.paint(u)], setCursor: [(u) => this.hover(u)]},
      },
      data: [x, y],
    };
  }

  ready() {
    this.dot = h('div', {class: 'cursor-dot', hidden: true});
    this.u.over.append(this.dot);
    this.canvas.setAttribute('aria-label', `${this.label()} ${nameOf(this.yColumn)} over ${nameOf(this.xColumn)}, ${this.xs.length} points.`);
    this.place();
  }

  place() {
    if (!this.at || !this.u) return;
    const [x, y] = this.at;
    const [left, top] = [this.u.valToPos(x, 'x'), this.u.valToPos(y, 'y')];
    this.dot.style.transform = `translate(${left}px, ${top}px)`;
    this.dot.hidden = !(left >= 0 && top >= 0 && left <= this.u.over.clientWidth && top <= this.u.over.clientHeight);
  }

  window(u) {
    const {x, y} = u.scales;
    return {x0: x.min, x1: x.max, y0: y.min, y1: y.max, width: u.bbox.width, height: u.bbox.height};
  }

  clipped(u, draw) {
    const {ctx, bbox} = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    draw(ctx, bbox);
    ctx.restore();
    this.place();
  }

  /// The index of the point next to the pointer, within 30 dots.
  nearest(u, xs, ys) {
    const {left, top} = u.cursor;
    if (left === null || left < 0) return -1;
    const kx = u.over.clientWidth / (u.scales.x.max - u.scales.x.min);
    const ky = u.over.clientHeight / (u.scales.y.max - u.scales.y.min);
    const [x, y] = [u.posToVal(left, 'x'), u.posToVal(top, 'y')];
    let best = -1;
    let smallest = 900;
    for (let i = 0; i < xs.length; ++i) {
      const distance = ((xs[i] - x) * kx) ** 2 + ((ys[i] - y) * ky) ** 2;
      if (distance < smallest) [best, smallest] = [i, distance];
    }
    return best;
  }

  frame() {
    if (!this.u) this.draw();
    const {x, y} = this.u.scales;
    return new Picture({title: this.title, xLabel: nameOf(this.xColumn), yLabel: nameOf(this.yColumn), x: [x.min, x.max], y: [y.min, y.max]});
  }
}

export class PhasePlot extends PlanePlot {
  constructor(title, x, y) {
    super(title, x, y);
    cursor.listen((value) => this.show(value));
  }

  points() { return [series(this.xColumn), series(this.yColumn)]; }

  paint(u) {
    this.clipped(u, (ctx, bbox) => {
      ctx.strokeStyle = seriesColour(0);
      ctx.lineWidth = 1.3 * devicePixelRatio;
      ctx.beginPath();
      let count = 0;
      const at = (method) => (x, y) => {
        ++count;
        ctx[method](bbox.left + x, bbox.top + y);
      };
      curve(this.xs, this.ys, this.window(u), at('moveTo'), at('lineTo'));
      ctx.stroke();
      this.figure.dataset.points = String(count);
      for (const event of events) {
        const [x, y] = [event.values[this.xColumn], event.values[this.yColumn]];
        if (x === undefined || y === undefined || x === null || y === null) continue;
        ctx.fillStyle = seriesColour(eventColour(event.name));
        ctx.beginPath();
        ctx.arc(u.valToPos(x, 'x', true), u.valToPos(y, 'y', true), 3.2 * devicePixelRatio, 0, 7);
        ctx.fill();
      }
    });
  }

  hover(u) {
    const place = this.nearest(u, this.xs, this.ys);
    if (place >= 0) cursor.set(series(axis.column)[place], this);
  }

  show(value) {
    if (!this.u) return;
    const place = nearestPlace(value);
    this.at = [this.xs[place], this.ys[place]];
    this.place();
    this.readout.textContent = `row ${rowOf(place)}   ${axis.name} = ${shown(value, 10)}   ` +
        `${nameOf(this.xColumn)} = ${shown(this.at[0], 10)}   ${nameOf(this.yColumn)} = ${shown(this.at[1], 10)}`;
  }

  ready() {
    super.ready();
    this.show(cursor.x);
  }

  picture() {
    const picture = this.frame();
    const points = [];
    const window = {...this.window(this.u), width: 1600, height: 700};
    const add = (starts) => (x, y, i) => points.push([this.xs[i], this.ys[i], starts]);
    curve(this.xs, this.ys, window, add(true), add(false));
    picture.line(points, '', 0);
    for (const name of eventNames) {
      const met = events.filter((event) => event.name === name).map((event) => [event.values[this.xColumn], event.values[this.yColumn]]);
      picture.dots(met.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y)), name, eventColour(name));
    }
    return picture;
  }
}
