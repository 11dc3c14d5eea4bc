// SPDX-License-Identifier: GPL-3.0-or-later
// Two quantities against each other: phase plots, and Poincaré sections as points.
import {columnsOf, cursor, eventColour, eventNames, events, nearestPlace, rowOf, run, series, axis} from './data.js';
import {curve} from './decimate.js';
import {cssColour, h, select, seriesColour, shown} from './dom.js';
import {Picture} from './export.js';
import {axes, Plot, safeRange} from './plot.js';

const drawable = columnsOf('independent', 'state', 'attached', 'arclength', 'invariant');
const nameOf = (column) => run.columns[column].name;
const options = drawable.map((column) => [String(column), nameOf(column)]);

function bounds(...lists) {
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists) {
    for (const value of list) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (!(high >= low)) return [-1, 1];
  const pad = high > low ? (high - low) * 0.04 : Math.max(1, Math.abs(low)) * 0.04;
  return [low - pad, high + pad];
}

/// Axes with numbers, and room in which `paint` draws.
class PlanePlot extends Plot {
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

  make() {
    [this.xs, this.ys] = this.points();
    const [x, y] = [bounds(this.xs), bounds(this.ys)];
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

/// Points where an event was met (exact), or where a quantity passes a value (between rows, linear).
export class PoincarePlot extends PlanePlot {
  fillChoice() {
    super.fillChoice();
    this.section ??= eventNames.length > 0 ? `event:${eventNames[0]}` : `column:${drawable[1]}`;
    this.level ??= 0;
    // Enough crossings in one direction are a clearer picture; of few, all are shown.
    this.direction ??= events.length >= 40 ? 'rising' : 'both';
    const again = (key) => (value) => {
      this[key] = value;
      this.redraw();
    };
    const sections = [...eventNames.map((name) => [`event:${name}`, `event ${name}`]),
      ...drawable.slice(1).map((column) => [`column:${column}`, `${nameOf(column)} =`])];
    const isEvent = () => this.section.startsWith('event:');
    const level = h('input', {type: 'number', step: 'any', value: '0', hidden: isEvent(), 'aria-label': 'value at the section', onchange: () => again('level')(Number(level.value) || 0)});
    this.choice.append(select('where', sections, this.section, (value) => {
      again('section')(value);
      level.hidden = isEvent();
    }), level,
        select('passing', [['rising', 'rising'], ['falling', 'falling'], ['both', 'both']], this.direction, again('direction')));
  }

  /// Every crossing as {place, value of a column}.
  crossings() {
    const [kind, which] = [this.section.slice(0, this.section.indexOf(':')), this.section.slice(this.section.indexOf(':') + 1)];
    const fits = (rising) => this.direction === 'both' || (this.direction === 'rising') === rising;
    if (kind === 'event') {
      return events.filter((event) => event.name === which && fits(event.direction === 'rising'))
          .map((event) => ({x: event.x, value: (column) => event.values[column] ?? NaN}));
    }
    const values = series(Number(which));
    const along = series(axis.column);
    const found = [];
    for (let i = 1; i < values.length; ++i) {
      const [before, after] = [values[i - 1] - this.level, values[i] - this.level];
      const crosses = (before < 0 && after >= 0) || (before > 0 && after <= 0);
      if (!crosses || !fits((after > before) === (axis.order > 0))) continue;
      const share = before / (before - after);
      const between = (list) => list[i - 1] + share * (list[i] - list[i - 1]);
      found.push({x: between(along), value: (column) => between(series(column))});
    }
    return found;
  }

  points() {
    this.met = this.crossings();
    this.figure.dataset.crossings = String(this.met.length);
    const numbers = (column) => this.met.map((crossing) => crossing.value(column));
    return [numbers(this.xColumn), numbers(this.yColumn)];
  }

  paint(u) {
    this.clipped(u, (ctx) => {
      ctx.fillStyle = seriesColour(1);
      const radius = (this.xs.length > 3000 ? 1 : 2.4) * devicePixelRatio;
      for (let i = 0; i < this.xs.length; ++i) {
        ctx.beginPath();
        ctx.arc(u.valToPos(this.xs[i], 'x', true), u.valToPos(this.ys[i], 'y', true), radius, 0, 7);
        ctx.fill();
      }
    });
    if (!this.readout.textContent) this.readout.textContent = `${this.met.length} crossings`;
  }

  hover(u) {
    const best = this.nearest(u, this.xs, this.ys);
    if (best < 0) return;
    this.at = [this.xs[best], this.ys[best]];
    this.place();
    this.readout.textContent = `crossing ${best + 1} of ${this.met.length}   ${axis.name} = ${shown(this.met[best].x, 10)}   ` +
        `${nameOf(this.xColumn)} = ${shown(this.at[0], 10)}   ${nameOf(this.yColumn)} = ${shown(this.at[1], 10)}`;
    cursor.set(this.met[best].x, this);
  }

  ready() {
    super.ready();
    this.readout.textContent = `${this.met.length} crossings`;
    this.dot.style.background = cssColour('--accent');
  }

  picture() {
    const picture = this.frame();
    picture.dots(this.xs.map((x, i) => [x, this.ys[i]]), '', 1, 2);
    return picture;
  }
}
