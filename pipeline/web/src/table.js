// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that can be sorted by each column and copied as a whole.
import {button, copy, h} from './dom.js';

const keyOf = (cell) => (cell !== null && typeof cell === 'object' && 'key' in cell ? cell.key : cell);
const nodeOf = (cell) => (cell !== null && typeof cell === 'object' && 'node' in cell ? cell.node : cell === null || cell === undefined ? '–' : String(cell));
const textOf = (cell) => (cell !== null && typeof cell === 'object' && 'key' in cell ? String(cell.key) : cell === null || cell === undefined ? '' : String(cell));

const LONG = 40;  // letters that would make a column of single words on small screens
const SHORT = 24;  // letters that stay on one line

function compare(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  return String(a).localeCompare(String(b), 'en', {numeric: true});
}

/// @param rows of cells: texts, numbers, null, or {key, node} for what is shown in another way than
/// it is sorted and copied
export function table(caption, columns, rows, {most = 200, wide = false} = {}) {
  let sorted = {column: -1, order: 1};
  let visible = most;
  const body = h('tbody');
  // A column is one of numbers if nothing else is in it: its head stands above them, at the right.
  const isNumeric = columns.map((_, column) => rows.some((row) => typeof keyOf(row[column]) === 'number') &&
      rows.every((row) => ['number', 'undefined'].includes(typeof (keyOf(row[column]) ?? undefined))));
  const heads = columns.map((name, column) => h('th', {scope: 'col', 'aria-sort': 'none', class: isNumeric[column] ? 'number' : null},
      button(name, () => sortBy(column), {class: 'sort'})));

  function arranged() {
    if (sorted.column < 0) return rows;
    return rows.slice().sort((a, b) => sorted.order * compare(keyOf(a[sorted.column]), keyOf(b[sorted.column])));
  }

  function draw() {
    const all = arranged();
    body.replaceChildren(...all.slice(0, visible).map((row) => h('tr', {}, row.map((cell, column) =>
      h('td', {class: isNumeric[column] ? 'number' : textOf(cell).length > LONG ? 'long' : textOf(cell).length < SHORT ? 'short' : null}, nodeOf(cell))))));
    if (all.length > visible) {
      body.append(h('tr', {}, h('td', {colspan: columns.length}, button(`${all.length - visible} more rows`, () => {
        visible = Math.min(all.length, visible + 2000);
        draw();
      }, {class: 'quiet'}))));
    }
  }

  function sortBy(column) {
    sorted = {column, order: sorted.column === column ? -sorted.order : 1};
    heads.forEach((head, i) => head.setAttribute('aria-sort', i !== column ? 'none' : sorted.order > 0 ? 'ascending' : 'descending'));
    draw();
  }

  const copyAll = () => copy([columns, ...arranged().map((row) => row.map(textOf))]
      .map((row) => row.map((text) => String(text).replace(/[\t\n]/g, ' ')).join('\t')).join('\n') + '\n');
  draw();
  return h('figure', {class: wide ? 'table whole' : 'table'},
      h('figcaption', {}, h('span', {}, caption), button('Copy', copyAll, {class: 'quiet', 'aria-label': `Copy table: ${caption}`})),
      h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption},
          h('table', {}, h('thead', {}, h('tr', {}, heads)), body)));
}
