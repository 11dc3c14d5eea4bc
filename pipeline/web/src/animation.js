// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of [view], moving. The drawing's own units are those of the problem, y upwards.
import {motionOf} from './between.js';
import {axis, cursor, eventColour, events, placeAt, rows, run, series} from './data.js';
import {announce, button, h, s, select, seriesColour, shown} from './dom.js';
import {savePng, saveSvg} from './export.js';

const MOST_TRACE = 4000;  // points of a trace
/// What is drawn has sizes in pixels of the screen, whatever the mechanism's own.
const JOINT = 5.5;
const LETTERS = 14;
const MARGIN = 34;  // around the motion, for joints and their names
const HIGHEST = 560;
const LEAST = 220;
const SECONDS = 12;  // in which a run plays at speed 1, unless its own time is about as long

const {view} = run ?? {};

/// Of a coordinate: its value at a place and a share of the way to the next row.
const motionOfCoordinate = ({column, constant}) => (column === undefined ? () => constant : motionOf(column));

/// Points in space are seen from a direction; those of the plane from above.
class Camera {
  constructor(isSpace) {
    this.isSpace = isSpace;
    this.turn = isSpace ? 0.7 : 0;
    this.tilt = isSpace ? 0.45 : Math.PI / 2;
  }

  project([x, y, z = 0]) {
    if (!this.isSpace) return [x, y];
    const [c, d] = [Math.cos(this.turn), Math.sin(this.turn)];
    return [c * x + d * y, Math.sin(this.tilt) * (c * y - d * x) + Math.cos(this.tilt) * z];
  }
}

class Animation {
  constructor() {
    this.points = view.points.map((point) => ({name: point.name, motion: point.coordinates.map(motionOfCoordinate), size: point.coordinates.length,
      moves: point.coordinates.some((coordinate) => coordinate.column !== undefined)}));
    this.camera = new Camera(this.points.some((point) => point.size > 2));
    this.traced = new Set(this.points.filter((point) => point.moves).slice(-1).map((point) => point.name));
    this.playing = false;
    const x = series(axis.column);
    [this.from, this.to] = [x[0], x[rows - 1]];
    const length = this.to - this.from;
    this.rate = length > 3 && length < 25 ? 1 : length / SECONDS;  // of the axis per second at speed 1
    this.speed = 1;
    this.build();
    cursor.listen((value) => this.show(value));
  }

  /// Where a point is at a value of the axis, in the problem's coordinates.
  position(point, value) {
    const x = series(axis.column);
    const place = placeAt(value);
    const next = Math.min(place + 1, rows - 1);
    const share = next > place ? Math.min(1, Math.max(0, (value - x[place]) / (x[next] - x[place]))) : 0;
    return point.motion.map((motion) => motion(place, share));
  }

  sampledPlaces() {
    const count = Math.min(rows, MOST_TRACE);
    return Array.from({length: count}, (_, i) => Math.round((i * (rows - 1)) / Math.max(1, count - 1)));
  }

  /// The box that holds all of the motion.
  frame() {
    const all = [];
    for (const point of this.points) {
      for (const place of point.moves ? this.places : [0]) all.push(this.camera.project(point.motion.map((motion) => motion(place, 0))));
    }
    const good = all.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
    let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of good) {
      [left, right, bottom, top] = [Math.min(left, x), Math.max(right, x), Math.min(bottom, y), Math.max(top, y)];
    }
    const size = Math.max(right - left, top - bottom, 1e-9);
    // A motion along a line has a width as well.
    const room = (low, high) => Math.max(0, 0.02 * size - (high - low)) / 2;
    const [across, up] = [room(left, right), room(bottom, top)];
    return {left: left - across, bottom: bottom - up, width: right - left + 2 * across, height: top - bottom + 2 * up};
  }

  build() {
    this.places = this.sampledPlaces();
    this.box = this.frame();
    const line = (attributes) => s('line', {'vector-effect': 'non-scaling-stroke', ...attributes});
    this.links = view.links.map(([from, to]) => ({from, to, element: line({class: 'link'})}));
    this.joints = this.points.map((point) => s('circle', {class: point.moves ? 'joint' : 'joint fixed', 'data-point': point.name}));
    this.names = this.points.map((point) => s('text', {}, point.name));
    this.traces = this.points.map((point, k) => s('path', {class: 'trace', fill: 'none', 'vector-effect': 'non-scaling-stroke', stroke: `var(--series-${k % 8})`}));
    const world = s('g', {transform: 'scale(1 -1)'}, this.traces, this.links.map((link) => link.element), this.joints);
    this.svg = s('svg', {class: 'animation', role: 'img',
      'aria-label': `Animation of the points ${this.points.map((point) => point.name).join(', ')}`, preserveAspectRatio: 'xMidYMid meet'}, world, s('g', {class: 'names'}, this.names));
    this.setWidth(LEAST);
    new ResizeObserver(([entry]) => this.setWidth(entry.contentRect.width)).observe(this.svg);
    this.buildControls();
    this.drawTraces();
    if (this.camera.isSpace) this.turnByPointer();
  }

  /// The motion as large as it fits; joints and letters as large as ever.
  setWidth(width) {
    if (!(width > 2 * MARGIN) || width === this.width) return;
    this.width = width;
    const {left, bottom, width: wide, height: high} = this.box;
    const highest = Math.min(HIGHEST, 0.6 * window.innerHeight);
    this.unit = Math.max(wide / (width - 2 * MARGIN), high / (highest - 2 * MARGIN));  // of a pixel
    const height = Math.min(highest, Math.max(LEAST, high / this.unit + 2 * MARGIN));
    const [viewWide, viewHigh] = [width * this.unit, height * this.unit];
    this.size = {width, height};
    this.svg.style.height = `${height}px`;
    this.svg.setAttribute('viewBox', [left + wide / 2 - viewWide / 2, -(bottom + high / 2) - viewHigh / 2, viewWide, viewHigh].join(' '));
    for (const joint of this.joints) joint.setAttribute('r', JOINT * this.unit);
    for (const name of this.names) {
      name.setAttribute('font-size', LETTERS * this.unit);
      name.setAttribute('dx', 8 * this.unit);
      name.setAttribute('dy', -8 * this.unit);
    }
  }

  buildControls() {
    this.play = button('Play', () => this.toggle(), {class: 'play', 'aria-pressed': 'false'});
    this.slider = h('input', {type: 'range', min: this.from, max: this.to, step: 'any', 'aria-label': `place along ${axis.name}`,
      oninput: () => { this.stop(); cursor.set(Number(this.slider.value), this); }});
    this.slider.value = String(this.from);
    this.time = h('output', {class: 'time', 'aria-live': 'off'});
    const ticks = h('div', {class: 'ticks', 'aria-hidden': 'true'}, events.slice(0, 300).map((event) => {
      const tick = h('i', {title: event.name});
      tick.style.left = `${((event.x - this.from) / (this.to - this.from || 1)) * 100}%`;
      tick.style.background = seriesColour(eventColour(event.name));
      return tick;
    }));
    const speeds = [['0.1', '× 0.1'], ['0.25', '× 0.25'], ['0.5', '× 0.5'], ['1', '× 1'], ['2', '× 2'], ['5', '× 5'], ['20', '× 20']];
    this.controls = h('div', {class: 'controls'}, this.play,
        h('div', {class: 'scrub'}, this.slider, ticks), this.time,
        select('speed', speeds, '1', (value) => { this.speed = Number(value); }),
        button('To event', () => this.nextEvent(), {disabled: events.length === 0}));
    this.choices = h('fieldset', {class: 'traces'}, h('legend', {}, 'Trace'), this.points.filter((point) => point.moves).map((point) =>
      h('label', {}, h('input', {type: 'checkbox', checked: this.traced.has(point.name), onchange: (event) => {
        if (event.target.checked) this.traced.add(point.name);
        else this.traced.delete(point.name);
        this.drawTraces();
      }}), point.name)));
  }

  nextEvent() {
    const later = events.filter((event) => event.x > cursor.x + 1e-12 * Math.abs(cursor.x)).sort((a, b) => a.x - b.x)[0] ?? events[0];
    this.stop();
    cursor.set(later.x, this);
    announce(`${later.name} at ${axis.name} = ${shown(later.x)}`);
  }

  turnByPointer() {
    this.svg.classList.add('turns');
    this.svg.addEventListener('pointermove', (event) => {
      if (!(event.buttons & 1)) return;
      this.camera.turn += event.movementX / 150;
      this.camera.tilt = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, this.camera.tilt + event.movementY / 150));
      this.drawTraces();
      this.show(cursor.x);
    });
  }

  /// The way of a point, with places between rows where these are few.
  path(point) {
    const between = Math.max(1, Math.min(20, Math.floor(MOST_TRACE / rows)));
    const parts = [];
    for (const place of this.places) {
      for (let i = 0; i < (place + 1 < rows ? between : 1); ++i) {
        const [x, y] = this.camera.project(point.motion.map((motion) => motion(place, i / between)));
        parts.push(`${parts.length > 0 ? 'L' : 'M'}${x} ${y}`);
      }
    }
    return parts.join('');
  }

  drawTraces() {
    this.points.forEach((point, k) => {
      const isShown = this.traced.has(point.name);
      this.traces[k].setAttribute('d', !isShown ? '' : this.path(point));
    });
  }

  show(value) {
    const places = this.points.map((point) => this.camera.project(this.position(point, value)));
    places.forEach(([x, y], k) => {
      this.joints[k].setAttribute('cx', x);
      this.joints[k].setAttribute('cy', y);
      this.names[k].setAttribute('x', x);
      this.names[k].setAttribute('y', -y);
    });
    for (const {from, to, element} of this.links) {
      const [[x1, y1], [x2, y2]] = [places[from], places[to]];
      for (const [name, number] of Object.entries({x1, y1, x2, y2})) element.setAttribute(name, number);
    }
    if (document.activeElement !== this.slider || this.playing) this.slider.value = String(value);
    this.slider.setAttribute('aria-valuetext', `${axis.name} ${shown(value)}`);
    this.time.textContent = `${axis.name} = ${shown(value, 5)}`;
  }

  toggle() {
    if (this.playing) this.stop();
    else this.start();
  }

  start() {
    this.playing = true;
    this.play.textContent = 'Pause';
    this.play.setAttribute('aria-pressed', 'true');
    if (cursor.x >= this.to) cursor.set(this.from, this);
    let last = performance.now();
    const step = (now) => {
      if (!this.playing) return;
      const x = cursor.x + ((now - last) / 1000) * this.rate * this.speed;
      last = now;
      cursor.set(x, this);
      if (x >= this.to) this.stop();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  stop() {
    this.playing = false;
    this.play.textContent = 'Play';
    this.play.setAttribute('aria-pressed', 'false');
  }

  /// A copy that needs no style sheet.
  still() {
    const copy = this.svg.cloneNode(true);
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    copy.removeAttribute('style');
    copy.setAttribute('width', this.size.width);
    copy.setAttribute('height', Math.round(this.size.height));
    const paint = {'.link': {stroke: '#1c2430', 'stroke-width': 3}, '.joint': {fill: '#d1495b'}, '.joint.fixed': {fill: '#1c2430'},
      '.trace': {stroke: '#1f6feb', 'stroke-width': 1}, text: {fill: '#1c2430', 'font-family': 'sans-serif'}};
    for (const [selector, attributes] of Object.entries(paint)) {
      for (const element of copy.querySelectorAll(selector)) {
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      }
    }
    return copy;
  }
}

/// None where the problem file has no [view].
export function animation() {
  if (!view || view.points.length === 0 || rows === 0) return null;
  const moving = new Animation();
  const note = moving.camera.isSpace ? 'Drag to look from elsewhere.' : '';
  return h('figure', {class: 'animation-box', id: 'animation', onkeydown: (event) => {
    if (event.key !== ' ' || event.target.closest('button, input, select')) return;
    event.preventDefault();
    moving.toggle();
  }, tabindex: '0'}, h('figcaption', {}, h('span', {}, 'Animation'), h('span', {class: 'tools'},
      button('SVG', () => saveSvg('motion', moving.still()), {class: 'quiet', 'aria-label': 'Save the motion as SVG'}),
      button('PNG', () => savePng('motion', moving.still()), {class: 'quiet', 'aria-label': 'Save the motion as PNG'}))),
  moving.svg, moving.controls, moving.choices, note ? h('p', {class: 'quiet-text'}, note) : null);
}
