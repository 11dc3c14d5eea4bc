// SPDX-License-Identifier: GPL-3.0-or-later
// What the page was given: JSON, and columns of numbers that are decoded when they are first used.

import {merged} from './decimate.js';

export const report = JSON.parse(document.getElementById('leafwise-data').textContent);
export const run = report.run;
export const decomposition = report.decomposition;

/// The leaf at the start, from the equations as they were written: the first of the leaves, or beside all of them. Only
/// it has a bound of the index, and no equations of its own.
const isStart = (leaf) => 'index_at_most' in leaf;
export const start = decomposition.leaves.find(isStart) ?? decomposition.local ?? null;
decomposition.leaves = decomposition.leaves.filter((leaf) => !isStart(leaf));

function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

const decoded = new Map();

/// The numbers of an element, decoded once.
function numbersOf(id, bits) {
  let numbers = decoded.get(id);
  if (numbers) return numbers;
  const element = document.getElementById(id);
  const {buffer} = bytesOf(element.textContent);
  numbers = bits === 32 ? new Float32Array(buffer) : new Float64Array(buffer);
  decoded.set(id, numbers);
  element.remove();
  return numbers;
}

/// The numbers of a column, one for each row.
export const values = (column) => numbersOf(`leafwise-column-${column}`, run.columns[column].bits);

export const rows = run ? run.rows : 0;

/// Of a long run the page has only some rows, and the shape of each curve beside them.
export const isThinned = Boolean(run?.all_rows);
export const allRows = run?.all_rows ?? rows;

/// The largest number of a column, without its sign.
export const largestOf = (column) => run.columns[column].largest;

/// Columns with one of these roles, as indices.
export const columnsOf = (...roles) =>
    run ? run.columns.map((column, i) => (roles.includes(column.role) ? i : -1)).filter((i) => i >= 0) : [];

export const columnNamed = (name) => (run ? run.columns.findIndex((column) => column.name === name) : -1);

/// +1, −1: the column rises or falls strictly; 0: neither.
function direction(column) {
  const x = values(column);
  if (x.length < 2) return 1;
  const sign = Math.sign(x[1] - x[0]);
  for (let i = 1; i < x.length; ++i) {
    if (!((x[i] - x[i - 1]) * sign > 0)) return 0;
  }
  return sign;
}

/// Along what time plots and the animation run: the independent variable, or the arc length where
/// the curve is vertical or folds over it. `order` +1, or −1 where the rows go backwards.
function findAxis() {
  const [independent] = columnsOf('independent');
  const [arclength] = columnsOf('arclength');
  // Of a long run the program has seen all rows.
  const turns = independent === undefined || (run.along !== undefined && run.along !== independent);
  const order = turns ? 0 : direction(independent);
  if (order !== 0) return {column: independent, name: run.columns[independent].name, order};
  return {column: arclength, name: 'arc length', order: direction(arclength) || 1};
}

export const axis = run && rows > 0 ? findAxis() : null;

/// Values in the order in which the axis rises.
const ordered = new Map();
export function series(column) {
  const numbers = values(column);
  if (axis.order > 0) return numbers;
  if (!ordered.has(column)) ordered.set(column, numbers.slice().reverse());
  return ordered.get(column);
}

/// Of a long run the points of a column: its rows in the page, and where it is lowest and highest in
/// each of some thousand parts, as {x, y} in the order in which the axis rises; null where the rows
/// of the page are all of the run.
const curves = new Map();
export function curveOf(column) {
  if (!run.columns[column].curve) return null;
  if (!curves.has(column)) {
    const y = numbersOf(`leafwise-curve-${column}`, 64);
    const x = Float64Array.from(numbersOf(`leafwise-places-${column}`, 32), (place) => run.from + place);
    const extremes = axis.order > 0 ? {x, y} : {x: x.reverse(), y: y.slice().reverse()};
    curves.set(column, merged(extremes, {x: series(axis.column), y: series(column)}));
  }
  return curves.get(column);
}

/// Which row of the trajectory a place in `series` is, where the page has all of them.
export const rowText = (place) => (isThinned ? [] : [`row ${axis.order > 0 ? place : rows - 1 - place}`]);

/// The last place with x ≤ value, at least 0.
export function placeAt(value, x = series(axis.column)) {
  let low = 0;
  let high = x.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (x[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/// Moves the cursor by rows, to a row.
export function stepCursor(count) {
  const place = Math.min(rows - 1, Math.max(0, nearestPlace(cursor.x) + count));
  cursor.set(series(axis.column)[place], null);
}

export function nearestPlace(value) {
  const x = series(axis.column);
  const place = placeAt(value);
  const next = Math.min(place + 1, x.length - 1);
  return Math.abs(x[next] - value) < Math.abs(x[place] - value) ? next : place;
}

/// Events with their value on the axis; their `values` are in the order of the first columns.
export const events = axis ? run.events.map((event, index) => ({...event, index, x: event.values[axis.column]})) : [];
/// What was asked for stands before what the run watched by itself.
const isWatch = (event) => event.kind === 'watch';
export const eventNames = [...new Set([...events.filter((event) => !isWatch(event)), ...events.filter(isWatch)].map((event) => event.name))];
export const eventColour = (name) => 2 + eventNames.indexOf(name);

/// The place that all plots and the animation share; a number between rows while it plays.
const listeners = new Set();
export const cursor = {
  x: axis ? series(axis.column)[0] : 0,
  set(x, source) {
    const all = series(axis.column);
    cursor.x = Math.min(Math.max(x, all[0]), all[all.length - 1]);
    for (const listener of listeners) listener(cursor.x, source);
  },
  listen(listener) {
    listeners.add(listener);
    listener(cursor.x, null);
  },
};

/// The part of the axis that all plots along it show; never more than there is.
const spanListeners = new Set();
const whole = axis ? [series(axis.column)[0], series(axis.column)[rows - 1]] : [0, 1];
export const span = {
  from: whole[0],
  to: whole[1],
  set(from, to, source) {
    // Closer than this, numbers can't be told apart on an axis.
    const least = 1e-11 * Math.max(Math.abs(from), Math.abs(to));
    if (!(to - from > least)) return;
    [span.from, span.to] = [Math.max(from, whole[0]), Math.min(to, whole[1])];
    for (const listener of spanListeners) listener(source);
  },
  all(source) { span.set(...whole, source); },
  listen(listener) { spanListeners.add(listener); },
};
