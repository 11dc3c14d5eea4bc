// SPDX-License-Identifier: GPL-3.0-or-later
// Fewer points with the same picture. Nothing is averaged: all that is drawn are rows of the run.

/// Places between `first` and `last` that draw the same curves as all of them: of each of `columns`
/// stripes of equal width the first and last place, and those of each series' extrema.
export function byShape(x, lists, first, last, columns) {
  const count = last - first + 1;
  if (count <= 4 * columns) return Array.from({length: count}, (_, i) => first + i);
  const places = [];
  const from = x[first];
  const width = (x[last] - from) / columns;
  let start = first;
  for (let column = 0; column < columns; ++column) {
    const bound = column === columns - 1 ? Infinity : from + (column + 1) * width;
    let end = start;
    while (end <= last && x[end] < bound) ++end;
    if (end === start) continue;
    const chosen = [start, end - 1];
    for (const list of lists) chosen.push(...extrema(list, start, end));
    chosen.sort((a, b) => a - b);
    for (const place of chosen) {
      if (place !== places[places.length - 1]) places.push(place);
    }
    start = end;
  }
  if (start <= last) places.push(last);
  return places;
}

/// Two curves {x, y} as one, x rising in each.
export function merged(one, other) {
  const count = one.x.length + other.x.length;
  const [x, y] = [new Float64Array(count), new Float64Array(count)];
  for (let i = 0, j = 0, k = 0; k < count; ++k) {
    const isOne = j >= other.x.length || (i < one.x.length && one.x[i] <= other.x[j]);
    const list = isOne ? one : other;
    const place = isOne ? i++ : j++;
    [x[k], y[k]] = [list.x[place], list.y[place]];
  }
  return {x, y};
}

function extrema(list, start, end) {
  let low = start;
  let high = start;
  for (let i = start + 1; i < end; ++i) {
    if (list[i] < list[low]) low = i;
    else if (list[i] > list[high]) high = i;
  }
  return [low, high];
}

/// The places of a curve in the plane that a drawing of `width` × `height` dots can tell apart; runs
/// of points outside of the window are left out but for their ends. Calls `moveTo` and `lineTo`.
export function curve(xs, ys, window, moveTo, lineTo) {
  const {x0, x1, y0, y1, width, height} = window;
  const scaleX = width / (x1 - x0);
  const scaleY = height / (y1 - y0);
  let lastX = NaN;
  let lastY = NaN;
  let skipped = -1;
  let wasOut = false;
  let open = false;
  for (let i = 0; i < xs.length; ++i) {
    const px = (xs[i] - x0) * scaleX;
    const py = height - (ys[i] - y0) * scaleY;
    if (!Number.isFinite(px) || !Number.isFinite(py)) {
      open = false;
      continue;
    }
    const out = px < -width || px > 2 * width || py < -height || py > 2 * height;
    const near = open && Math.abs(px - lastX) < 0.5 && Math.abs(py - lastY) < 0.5;
    if (open && ((out && wasOut) || near)) {
      skipped = i;
      wasOut = out;
      continue;
    }
    if (open && skipped === i - 1 && wasOut) {
      lineTo((xs[skipped] - x0) * scaleX, height - (ys[skipped] - y0) * scaleY, skipped);
    }
    (open ? lineTo : moveTo)(px, py, i);
    [lastX, lastY, open, wasOut] = [px, py, true, out];
  }
}

/// Round numbers between two bounds, about `wanted` of them.
export function ticks(from, to, wanted = 6) {
  const span = to - from;
  if (!(span > 0)) return [from];
  const raw = span / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= raw);
  const list = [];
  for (let k = Math.ceil(from / step); k * step <= to + step * 1e-9; ++k) list.push(Number((k * step).toPrecision(12)));
  return list;
}

/// Powers of ten between two bounds, not more than `most`.
export function decades(from, to, most = 8) {
  const first = Math.ceil(Math.log10(from) - 1e-9);
  const last = Math.floor(Math.log10(to) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first + 1) / most));
  const list = [];
  for (let k = first; k <= last; k += step) list.push(10 ** k);
  return list.length > 0 ? list : [from, to];
}
