// SPDX-License-Identifier: GPL-3.0-or-later
// What a quantity is between two rows.
import {axis, columnNamed, rows, run, series} from './data.js';

/// The column with the derivative of another by what the axis is; −1 if there is none.
function rateOf(column) {
  if (axis.column !== run.columns.findIndex(({role}) => role === 'independent')) return -1;
  const {name, role} = run.columns[column];
  return role === 'state' ? columnNamed(`${name}'`) : -1;
}

/// Of a column: its value at a place and a share of the way to the next row. Where the derivative is
/// a column as well it is the cubic that has both (Hermite), else a straight line; at rows it is the
/// row's value.
export function motionOf(column) {
  const values = series(column);
  const rate = rateOf(column);
  const x = series(axis.column);
  const slopes = rate < 0 ? null : series(rate);
  return (place, share) => {
    const a = values[place];
    if (share === 0 || place + 1 >= rows) return a;
    const b = values[place + 1];
    if (!slopes) return a + share * (b - a);
    const step = x[place + 1] - x[place];
    const u = share;
    return (1 + 2 * u) * (1 - u) ** 2 * a + u * (1 - u) ** 2 * step * slopes[place] +
        u * u * (3 - 2 * u) * b + u * u * (u - 1) * step * slopes[place + 1];
  };
}

/// Whether there is more to draw between its rows than a straight line.
export const isCurved = (column) => rateOf(column) >= 0;
