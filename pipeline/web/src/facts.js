// SPDX-License-Identifier: GPL-3.0-or-later
// What a run is, in a few sentences beside its mechanism, and where it is at the cursor.
import {axis, columnsOf, cursor, decomposition, eventNames, events, nearestPlace, rows, run, series, start} from './data.js';
import {button, h, shown} from './dom.js';
import {countHidden} from './hidden.js';
import {countHiddenAtStart, isOfRun} from './start.js';

const MOST_TIMES = 6;  // of an event; the table has all
const FEW = 22;  // quantities that have room beside a mechanism
const QUICK = 20000;  // rows that are decoded in no time

const counted = (number, one, many) => [h('b', {}, String(number)), ` ${number === 1 ? one : many}`];

function ofLeaf() {
  const leaf = decomposition.leaves.find(({name}) => name === run.summary.branch);
  if (!leaf && !isOfRun()) return [];
  const hidden = leaf ? countHidden(leaf) : countHiddenAtStart();
  const {dof, index = null, index_at_most: atMost = null} = leaf ?? start;
  return [
    dof === null ? null : counted(dof, 'degree of freedom', 'degrees of freedom'),
    index === null ? null : ['index ', h('b', {}, String(index))],
    atMost === null ? null : ['index at most ', h('b', {}, String(atMost))],
    hidden === 0 ? ['no hidden equations'] : [...counted(hidden, 'hidden equation', 'hidden equations'), ', ', h('a', {href: '#hidden'}, 'see them')],
  ];
}

function ofEvent(name) {
  const met = events.filter((event) => event.name === name);
  const isWatch = met[0].kind === 'watch';
  const times = met.slice(0, MOST_TIMES).map((event, i) => [i > 0 ? ' ' : '',
    button(shown(event.x, 4), () => cursor.set(event.x, null), {class: 'quiet time-link', 'aria-label': `${name} at ${axis.name} = ${shown(event.x, 4)}`})]);
  return [isWatch ? 'near ' : '', h('b', {}, name), ` at ${axis.name} = `, times, met.length > MOST_TIMES ? ` and ${met.length - MOST_TIMES} more` : ''];
}

export function facts() {
  if (!run) return null;
  const list = [...ofLeaf(),
    ['every equation holds to ', h('b', {}, shown(run.summary.max_residual, 2))],
    ...eventNames.map(ofEvent)];
  return h('ul', {class: 'facts'}, list.filter(Boolean).map((fact) => h('li', {}, fact)));
}

/// All quantities at the shared cursor.
export function stateAtCursor() {
  if (!run || rows === 0) return null;
  const columns = columnsOf('independent', 'state', 'attached', 'multiplier', 'force', 'arclength', 'step', 'residual');
  const cells = columns.map((column) => ({column, cell: h('td', {class: 'number', 'data-state': run.columns[column].name})}));
  const body = cells.map(({column, cell}) => h('tr', {}, h('th', {scope: 'row'}, run.columns[column].name), cell));
  const box = h('details', {class: 'state', open: Boolean(run.view) && columns.length <= FEW && rows <= QUICK && innerWidth > 800}, h('summary', {}, 'State at the cursor'), h('table', {}, h('tbody', {}, body)));
  const show = (x) => {
    if (!box.open) return;
    const place = nearestPlace(x);
    for (const {column, cell} of cells) cell.textContent = shown(series(column)[place], 17);
  };
  cursor.listen(show);
  box.addEventListener('toggle', () => show(cursor.x));
  return box;
}
