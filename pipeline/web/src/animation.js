// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of [view], moving. The drawing's own units are those of the problem, y upwards.
import {axis, columnNamed, cursor, eventColour, events, placeAt, rows, run, series} from './data.js';
import {announce, button, h, s, select, seriesColour, shown} from './dom.js';
import {savePng, saveSvg} from './export.js';

const MOST_TRACE = 4000;  // points of a trace
const SECONDS = 12;  // in which a run plays at speed 1, unless its own time is about as long

const {view} = run ?? {};

/// Of a coordinate: its value at a place and a share of the way to the next row. A quantity whose
/// derivative is a column as well is interpolated by the cubic that has both (Hermite), others by
/// straight lines; at rows it is the row's value.
function motionOf(coordinate) {
  if (coordinate.column === undefined) return () => coordinate.constant;
  const values = series(coordinate.column);
  const x = series(axis.column);
  const {name} = run.columns[coordinate.column];
  const rate = axis.name === run.columns[axis.column].name ? columnNamed(`${name}'`) : -1;
  return (place, share) => {
    const a = values[place];
    if (share === 0 || place + 1 >= rows) return a;
    const b = values[place + 1];
    if (rate < 0) return a + share * (b - a);
    const slopes = series(rate);
    const step = x[place + 1] - x[place];
    const u = share;
    return (1 + 2 * u) * (1 - u) ** 2 * a + u * (1 - u) ** 2 * step * slopes[place] +
        u * u * (3 - 2 * u) * b + u * u * (u - 1) * step * slopes[place + 1];
  };
}

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
    this.points = view.points.map((point) => ({name: point.name, motion: point.coordinates.map(motionOf), size: point.coordinates.length,
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
    return {left: left - 0.1 * size, bottom: bottom - 0.1 * size, width: right - left + 0.2 * size, height: top - bottom + 0.2 * size, size};
  }

  build() {
    this.places = this.sampledPlaces();
    this.box = this.frame();
    const {left, bottom, width, height, size} = this.box;
    this.radius = 0.014 * size;
    const line = (attributes) => s('line', {'vector-effect': 'non-scaling-stroke', ...attributes});
    this.links = view.links.map(([from, to]) => ({from, to, element: line({class: 'link'})}));
    this.joints = this.points.map((point) => s('circle', {class: point.moves ? 'joint' : 'joint fixed', r: this.radius, 'data-point': point.name}));
    this.names = this.points.map((point) => s('text', {'font-size': 0.045 * size, dx: 0.02 * size, dy: -0.02 * size}, point.name));
    this.traces = this.points.map((point, k) => s('path', {class: 'trace', fill: 'none', 'vector-effect': 'non-scaling-stroke', stroke: `var(--series-${k % 8})`}));
    const world = s('g', {transform: 'scale(1 -1)'}, this.traces, this.links.map((link) => link.element), this.joints);
    this.svg = s('svg', {class: 'animation', viewBox: `${left} ${-(bottom + height)} ${width} ${height}`, role: 'img',
      'aria-label': `Animation of the points ${this.points.map((point) => point.name).join(', ')}`, preserveAspectRatio: 'xMidYMid meet'}, world, s('g', {class: 'names'}, this.names));
    this.buildControls();
    this.drawTraces();
    if (this.camera.isSpace) this.turnByPointer();
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

  drawTraces() {
    this.points.forEach((point, k) => {
      const isShown = this.traced.has(point.name);
      this.traces[k].setAttribute('d', !isShown ? '' : this.places.map((place, i) => {
        const [x, y] = this.camera.project(point.motion.map((motion) => motion(place, 0)));
        return `${i ? 'L' : 'M'}${x} ${y}`;
      }).join(''));
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
    const ratio = this.box.height / this.box.width;
    copy.setAttribute('width', 800);
    copy.setAttribute('height', Math.max(100, Math.round(800 * ratio)));
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

export function animation() {
  if (!view || view.points.length === 0 || rows === 0) {
    return h('p', {class: 'quiet-text'}, 'No animation: the problem file has no table [view] with points and links.');
  }
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
