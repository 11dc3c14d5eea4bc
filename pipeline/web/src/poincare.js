// SPDX-License-Identifier: GPL-3.0-or-later
// Poincaré sections, as points.
import {axis, cursor, eventNames, events, isThinned, series} from './data.js';
import {h, select, seriesColour, shown} from './dom.js';
import {drawable, extent, nameOf, PlanePlot} from './planeplot.js';

/// A value that a column passes: zero, or else one in the middle.
function levelOf(column) {
  const [low, high] = extent(series(column));
  return low < 0 && high > 0 ? 0 : Number(((low + high) / 2).toPrecision(3)) || 0;
}

/// Points where an event was met (exact), or where a quantity passes a value (between rows, linear).
export class PoincarePlot extends PlanePlot {
  constructor(title, x, y) {
    super(title, x, y);
    cursor.listen((value) => this.show(value));
  }

  fillChoice() {
    super.fillChoice();
    const first = drawable[1] ?? drawable[0];
    this.section ??= eventNames.length > 0 ? `event:${eventNames[0]}` : `column:${first}`;
    this.level ??= levelOf(first);
    // Enough crossings in one direction are a clearer picture; of few, all are shown.
    this.direction ??= events.length >= 40 ? 'rising' : 'both';
    const again = (key) => (value) => {
      this[key] = value;
      this.redraw();
    };
    const sections = [...eventNames.map((name) => [`event:${name}`, `event ${name}`]),
      // Between rows that are far apart nothing is known of crossings.
      ...(isThinned ? [] : drawable.slice(1).map((column) => [`column:${column}`, `${nameOf(column)} =`]))];
    const isEvent = () => this.section.startsWith('event:');
    const level = h('input', {type: 'number', step: 'any', value: String(this.level), hidden: isEvent(), 'aria-label': 'value at the section', onchange: () => again('level')(Number(level.value) || 0)});
    this.choice.append(select('where', sections, this.section, (value) => {
      this.section = value;
      level.hidden = isEvent();
      if (!isEvent()) {
        this.level = levelOf(Number(value.slice('column:'.length)));
        level.value = String(this.level);
      }
      this.redraw();
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

  paint(context, chart) {
    context.fillStyle = seriesColour(1);
    const radius = this.xs.length > 3000 ? 1 : 2.4;
    for (let i = 0; i < this.xs.length; ++i) {
      context.beginPath();
      context.arc(chart.x(this.xs[i]), chart.y(this.ys[i]), radius, 0, 7);
      context.fill();
    }
  }

  hover(left, top) {
    const best = this.nearest(left, top);
    if (best >= 0) cursor.set(this.met[best].x, this);
  }

  /// The crossing next to the shared cursor.
  show(value) {
    if (!this.chart) return;
    let best = -1;
    this.met.forEach((crossing, i) => {
      if (best < 0 || Math.abs(crossing.x - value) < Math.abs(this.met[best].x - value)) best = i;
    });
    this.at = best < 0 ? null : [this.xs[best], this.ys[best]];
    this.place();
    this.readout.textContent = best < 0 ? 'no crossings'
      : `crossing ${best + 1} of ${this.met.length}   ${axis.name} = ${shown(this.met[best].x, 10)}   ` +
        this.coordinatesText();
  }

  ready() {
    super.ready();
    this.dot.classList.add('ring');
    this.show(cursor.x);
  }

  picture() {
    const picture = this.frame();
    picture.dots(this.xs.map((x, i) => [x, this.ys[i]]), '', 1, 2);
    return picture;
  }
}
