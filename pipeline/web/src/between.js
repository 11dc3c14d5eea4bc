// SPDX-License-Identifier: GPL-3.0-or-later
// What a quantity is between two rows.
import {axis, columnNamed, largestOf, rows, run, series} from './data.js';

const slopeColumn = (column) => run.columns.findIndex(({name, role}) => role === 'slope' && name === run.columns[column].name);
const isAlongTime = () => run.columns[axis.column].role === 'independent';

/// The column with the derivative of another by the axis; −1 if there is none.
function rateOf(column) {
  const {name, role} = run.columns[column];
  return isAlongTime() && role === 'state' ? columnNamed(`${name}'`) : -1;
}

/// Of a column the derivative by the axis at a place; null if it is not known. It is a column itself,
/// or the quotient of two slopes by arc length.
function slopeOf(column) {
  const rate = rateOf(column);
  if (rate >= 0) {
    const rates = series(rate);
    return (place) => rates[place];
  }
  const own = slopeColumn(column);
  if (own < 0) return null;
  const slopes = series(own);
  if (!isAlongTime()) return (place) => slopes[place];
  const along = series(slopeColumn(axis.column));
  return (place) => slopes[place] / along[place];
}

/// A cubic may go beyond a straight line by this share of what its column can be.
const BEYOND = 0.25;

/// Of a column: its value at a place and a share of the way to the next row: by the cubic that has
/// values and slopes of both (Hermite); a straight line where a slope is not known, or so steep that
/// rows are too far apart to say what is between them. At rows it is the row's value.
export function motionOf(column) {
  const values = series(column);
  const x = series(axis.column);
  const slope = slopeOf(column);
  const most = BEYOND * largestOf(column);
  return (place, share) => {
    const a = values[place];
    if (share === 0 || place + 1 >= rows) return a;
    const change = values[place + 1] - a;
    if (!slope) return a + share * change;
    const step = x[place + 1] - x[place];
    const [first, last] = [step * slope(place) - change, step * slope(place + 1) - change];
    // u (1 − u)² is at most 4/27.
    if (!((4 / 27) * (Math.abs(first) + Math.abs(last)) <= most)) return a + share * change;
    return a + share * (change + (1 - share) * ((1 - share) * first - share * last));
  };
}

/// Whether there is more to draw between its rows than a straight line.
export const isCurved = (column) => slopeOf(column) !== null;
