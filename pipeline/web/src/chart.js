// SPDX-License-Identifier: GPL-3.0-or-later
// Axes with numbers, a band to zoom by, and room in which a plot paints: what the page needs of a
// plotting library, and nothing else.
import {decades, ticks} from './decimate.js';
import {cssColour, h, shown} from './dom.js';

const ROOM = {left: 52, right: 16, top: 10, bottom: 46};  // around the data, in pixels; left: at least
const FONT = '12px system-ui, "DejaVu Sans", sans-serif';
const LEAST_DRAG = 6;  // pixels; what is shorter is a click
const BOTH = 20;  // pixels in each direction from which a band zooms in both

/// As many digits as tell neighbouring ticks apart.
function tickTexts(list) {
  const step = list.length > 1 ? Math.abs(list[1] - list[0]) : 0;
  const largest = Math.max(...list.map(Math.abs));
  const digits = step > 0 ? Math.ceil(Math.log10(largest / step) - 1e-9) + 2 : 8;
  return list.map((value) => shown(value, Math.min(15, Math.max(2, digits))));
}

export class Chart {
  /// @param options xLabel; yLabel or ''; log: of the upward scale; height; zooms: 'x' or 'xy';
  /// paint(context, chart), where 0, 0 is the upper left corner of the data; hover(left, top);
  /// zoomed({x: [from, to], y: [from, to]}), whose y is there if that is zoomed, too; whole()
  constructor(parent, scales, options) {
    this.options = options;
    this.scales = scales;
    this.canvas = h('canvas');
    this.over = h('div', {class: 'plot-over'});
    this.band = h('div', {class: 'plot-band', hidden: true});
    this.over.append(this.band);
    parent.replaceChildren(h('div', {class: 'chart'}, this.canvas, this.over));
    this.listen();
    this.setWidth(parent.clientWidth);
  }

  setWidth(width) {
    this.outer = Math.max(240, width);
    const {height} = this.options;
    this.canvas.width = Math.round(this.outer * devicePixelRatio);
    this.canvas.height = Math.round(height * devicePixelRatio);
    Object.assign(this.canvas.style, {width: `${this.outer}px`, height: `${height}px`});
    this.redraw();
  }

  setScales(scales) {
    this.scales = {...this.scales, ...scales};
    this.redraw();
  }

  /// From values to pixels within the data's rectangle.
  x(value) {
    const {min, max} = this.scales.x;
    return ((value - min) / (max - min)) * this.width;
  }

  y(value) {
    const {min, max} = this.scales.y;
    const share = this.options.log ? Math.log10(value / min) / Math.log10(max / min) : (value - min) / (max - min);
    return (1 - share) * this.height;
  }

  /// And back. @pre no logarithmic scale
  xAt(left) {
    const {min, max} = this.scales.x;
    return min + (left / this.width) * (max - min);
  }

  yAt(top) {
    const {min, max} = this.scales.y;
    return max - (top / this.height) * (max - min);
  }

  redraw() {
    const context = this.canvas.getContext('2d');
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, this.outer, this.options.height);
    context.font = FONT;
    const {yLabel, height, log} = this.options;
    this.height = height - ROOM.top - ROOM.bottom;
    const {x, y} = this.scales;
    const upward = log ? decades(y.min, y.max) : ticks(y.min, y.max, this.height / 34);
    const upwardTexts = log ? upward.map((value) => `1e${Math.round(Math.log10(value))}`) : tickTexts(upward);
    const widest = Math.max(...upwardTexts.map((text) => context.measureText(text).width));
    this.left = Math.max(ROOM.left, Math.ceil(widest) + 14) + (yLabel ? 18 : 0);
    this.width = this.outer - this.left - ROOM.right;
    Object.assign(this.over.style, {left: `${this.left}px`, top: `${ROOM.top}px`, width: `${this.width}px`, height: `${this.height}px`});
    const across = this.acrossTicks(context, x);
    context.save();
    context.translate(this.left, ROOM.top);
    this.grid(context, across, upward);
    this.numbers(context, across, tickTexts(across), upward, upwardTexts);
    context.beginPath();
    context.rect(-1, -1, this.width + 2, this.height + 2);
    context.clip();
    context.lineJoin = 'round';
    this.options.paint(context, this);
    context.restore();
  }

  /// As many as have room for their numbers.
  acrossTicks(context, {min, max}) {
    for (let wanted = Math.max(2, this.width / 60); ; wanted /= 1.5) {
      const list = ticks(min, max, wanted);
      const widest = Math.max(...tickTexts(list).map((text) => context.measureText(text).width));
      if (wanted < 2 || list.length * (widest + 16) <= this.width) return list;
    }
  }

  grid(context, across, upward) {
    context.strokeStyle = cssColour('--line');
    context.lineWidth = 1;
    context.beginPath();
    // Half a pixel: a line of one pixel is sharp between two whole numbers.
    for (const value of across) {
      const left = Math.round(this.x(value)) + 0.5;
      context.moveTo(left, 0);
      context.lineTo(left, this.height + 5);
    }
    for (const value of upward) {
      const top = Math.round(this.y(value)) + 0.5;
      context.moveTo(-5, top);
      context.lineTo(this.width, top);
    }
    context.stroke();
  }

  numbers(context, across, acrossTexts, upward, upwardTexts) {
    context.fillStyle = cssColour('--ink-soft');
    context.textAlign = 'center';
    across.forEach((value, i) => context.fillText(acrossTexts[i], this.x(value), this.height + 19));
    context.fillText(this.options.xLabel, this.width / 2, this.height + 38);
    context.textAlign = 'right';
    upward.forEach((value, i) => context.fillText(upwardTexts[i], -9, this.y(value) + 4));
    if (!this.options.yLabel) return;
    context.save();
    context.translate(12 - this.left, this.height / 2);
    context.rotate(-Math.PI / 2);
    context.textAlign = 'center';
    context.fillText(this.options.yLabel, 0, 0);
    context.restore();
  }

  /// The place of the pointer in the data's rectangle, within it.
  pointer(event) {
    const box = this.over.getBoundingClientRect();
    return [Math.min(Math.max(event.clientX - box.left, 0), this.width), Math.min(Math.max(event.clientY - box.top, 0), this.height)];
  }

  listen() {
    let start = null;
    const stop = () => {
      start = null;
      this.band.hidden = true;
    };
    this.over.addEventListener('pointerdown', (event) => {
      this.options.hover(...this.pointer(event));
      // A finger moves the cursor along; zooming is by keyboard and mouse.
      if (event.button !== 0 || event.pointerType === 'touch') return;
      start = this.pointer(event);
      this.over.setPointerCapture(event.pointerId);
    });
    this.over.addEventListener('pointermove', (event) => {
      const at = this.pointer(event);
      if (start) this.showBand(start, at);
      else this.options.hover(...at);
    });
    this.over.addEventListener('pointerup', (event) => {
      if (start) this.zoom(start, this.pointer(event));
      stop();
    });
    this.over.addEventListener('pointercancel', stop);
    this.over.addEventListener('dblclick', () => this.options.whole());
  }

  /// The rectangle between two points, over all of a direction that is not zoomed.
  banded([x1, y1], [x2, y2]) {
    const [wide, high] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
    const both = wide >= BOTH && high >= BOTH;
    const isX = this.options.zooms === 'x' || both || wide >= high;
    const isY = this.options.zooms === 'xy' && (both || wide < high);
    return {isX, isY, left: isX ? Math.min(x1, x2) : 0, right: isX ? Math.max(x1, x2) : this.width,
      top: isY ? Math.min(y1, y2) : 0, bottom: isY ? Math.max(y1, y2) : this.height};
  }

  showBand(from, to) {
    const {left, right, top, bottom} = this.banded(from, to);
    Object.assign(this.band.style, {left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px`});
    this.band.hidden = right - left < LEAST_DRAG || bottom - top < LEAST_DRAG;
  }

  zoom(from, to) {
    const {isX, isY, left, right, top, bottom} = this.banded(from, to);
    if (right - left < LEAST_DRAG || bottom - top < LEAST_DRAG) return;
    this.options.zoomed({...(isX ? {x: [this.xAt(left), this.xAt(right)]} : {}), ...(isY ? {y: [this.yAt(bottom), this.yAt(top)]} : {})});
  }
}
